Feature: The Infrastructure knows the platform type External
  External is one more value of a closed list of platform types. It comes with a specification that names the provider,
  and with a status that holds what was settled at installation. Neither carries anything of a particular provider.

  Rule: External is one more platform type beside the earlier ones

    @EXT-012 @EXT-016 @EXT-112.1 @EXT-149 @EXT-159
    Scenario: An Infrastructure of platform External is stored as written, without any feature gate
      When an Infrastructure is created on platform External with
        | setting                               | value     |
        | platform name                         | AcmeCloud |
        | state of the cloud controller manager | None      |
      Then it is accepted
      And the Infrastructure shows
        | setting                               | value     |
        | platform type in spec                 | External  |
        | platform type in status               | External  |
        | deprecated platform in status         | External  |
        | platform name                         | AcmeCloud |
        | state of the cloud controller manager | None      |

    @EXT-112.2 @EXT-016
    Scenario Outline: The API server refuses external in lower case as the <setting>
      When an Infrastructure is created on platform External with
        | setting   | value    |
        | <setting> | external |
      Then the API server refuses the <setting> because
        """
        Unsupported value: "external"
        """

      Examples:
        | setting                       |
        | platform type in spec         |
        | platform type in status       |
        | deprecated platform in status |

    @EXT-024
    Scenario Outline: The API server refuses a new Infrastructure with an unregistered <setting>
      When an Infrastructure is created on platform External with
        | setting   | value     |
        | <setting> | AcmeCloud |
      Then the API server refuses the <setting> because
        """
        Unsupported value: "AcmeCloud"
        """

      @EXT-024.a
      Examples:
        | setting               |
        | platform type in spec |

      @EXT-024.b
      Examples:
        | setting                 |
        | platform type in status |

    @EXT-024
    Scenario Outline: The API server refuses to change the <setting> to an unregistered one
      Given the Infrastructure on platform External with
        | setting       | value     |
        | platform name | AcmeCloud |
      When the admin sets the <setting> to AcmeCloud
      Then the API server refuses the <setting> because
        """
        Unsupported value: "AcmeCloud"
        """
      And the Infrastructure is unchanged

      @EXT-024.a
      Examples:
        | setting               |
        | platform type in spec |

      @EXT-024.b
      Examples:
        | setting                 |
        | platform type in status |

    @EXT-113
    Scenario Outline: The API server still accepts a platform type that is <platform>
      When an Infrastructure is created on platform <platform> with
        | setting        | value                                     |
        | API server URL | https://api.mycluster.kit.example.com:443 |
      Then it is accepted
      And the Infrastructure shows
        | setting                       | value      |
        | platform type in spec         | <platform> |
        | platform type in status       | <platform> |
        | deprecated platform in status | <platform> |

      Examples:
        | platform     |
        | empty        |
        | AWS          |
        | Azure        |
        | BareMetal    |
        | GCP          |
        | Libvirt      |
        | OpenStack    |
        | None         |
        | VSphere      |
        | oVirt        |
        | IBMCloud     |
        | KubeVirt     |
        | EquinixMetal |
        | PowerVS      |
        | AlibabaCloud |
        | Nutanix      |

  Rule: the specification names the provider for information only

    @EXT-114.a
    Scenario: An Infrastructure without an external platform spec is stored without one
      When an Infrastructure is created on platform External with
        | setting                | value  |
        | external platform spec | absent |
      Then it is accepted
      And the Infrastructure shows
        | setting                | value  |
        | external platform spec | absent |

    @EXT-114.b @EXT-115
    Scenario: The platform name is Unknown where the external platform spec is empty
      When an Infrastructure is created on platform External with
        | setting                | value |
        | external platform spec | empty |
      Then it is accepted
      And the Infrastructure shows
        | setting       | value   |
        | platform name | Unknown |

    @EXT-114.c @EXT-116
    Scenario Outline: The API server accepts the platform name <name>
      When an Infrastructure is created on platform External with
        | setting       | value  |
        | platform name | <name> |
      Then it is accepted
      And the Infrastructure shows
        | setting       | value  |
        | platform name | <name> |

      Examples:
        | name                                                                                                                                   |
        | AcmeCloud                                                                                                                              |
        | M&PCloud                                                                                                                               |
        | Émile cloud 3.0 / region-x                                                                                                             |
        | The cloud of the department of weather, climate, sea levels and everything else that nobody can forecast: the second one, after a fire |

    @EXT-119
    Scenario: The platform name Unknown may be replaced later
      Given the Infrastructure on platform External with
        | setting       | value   |
        | platform name | Unknown |
      When the admin sets the platform name to AcmeCloud
      Then it is accepted

    @document @EXT-119
    Scenario: The document lets a platform name change
      Given the Infrastructure on platform External with
        | setting       | value     |
        | platform name | AcmeCloud |
      When the admin sets the platform name to OtherCloud
      Then it is accepted

    @shipped @EXT-119
    Scenario: The shipped API server refuses to change a platform name
      Given the Infrastructure on platform External with
        | setting       | value     |
        | platform name | AcmeCloud |
      When the admin sets the platform name to OtherCloud
      Then the API server refuses the platform name because
        """
        platform name cannot be changed once set
        """
      And the Infrastructure is unchanged

  Rule: the type has no settings of a particular provider

    @EXT-008 @EXT-151
    Scenario: The external platform spec holds only the platform name, and the external platform status only the cloud controller manager
      When an Infrastructure is created on platform External with
        | setting                | value |
        | external platform spec | empty |
      Then the API knows only platformName in the external platform spec
      And the API knows only cloudControllerManager in the external platform status
      And the API knows only state in the cloud controller manager in status

    @EXT-144 @EXT-172
    Scenario: A cloud controller manager in the specification is dropped
      When an Infrastructure is created on platform External with
        | setting                          | value    |
        | cloud controller manager in spec | External |
      Then it is accepted
      And the Infrastructure shows
        | setting                          | value   |
        | cloud controller manager in spec | absent  |
        | platform name                    | Unknown |

    @EXT-144 @EXT-172
    Scenario: Strict validation refuses a cloud controller manager in the specification
      When an Infrastructure is created on platform External with
        | setting                          | value    |
        | cloud controller manager in spec | External |
        | field validation                 | Strict   |
      Then the API server refuses it because
        """
        unknown field "spec.platformSpec.external.cloudControllerManager"
        """

  Rule: existing clusters are not affected by the new type

    @EXT-163 @needs.restart @needs.crd-changes
    Scenario Outline: An upgrade to the release with External leaves the Infrastructure on platform <platform> unchanged
      Given a cluster of release 4.(y-1) on platform <platform>
      When the cluster is upgraded to release 4.y
      Then the Infrastructure is unchanged
      And no cluster operator is degraded
      And the Infrastructure shows
        | setting                  | value      |
        | platform type in spec    | <platform> |
        | platform type in status  | <platform> |
        | external platform spec   | absent     |
        | external platform status | absent     |
      When the admin sets the API server URL to https://api.mycluster.kit.example.com:443
      Then it is accepted

      Examples:
        | platform |
        | None     |
        | AWS      |
        | VSphere  |

@needs.installer
Feature: An install-config lists existing subnets in one of two fields
  platform.aws.subnetsConfig takes the place of the deprecated platform.aws.subnets, which is a plain list of ids and
  cannot tell roles apart. Without either the installer makes a VPC of its own.

  Rule: the new field assigns roles, the deprecated one only names subnets

    @document
    Scenario Outline: The field <field> names the existing network of a cluster and <what>
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with <listed>
      When the admin creates the manifests
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets       |
        | the existing network                     | pub-a, priv-a |
        | the Ingress config, Classic              | <ingress>     |
        | the external control plane load balancer | <external>    |
        | the internal control plane load balancer | <internal>    |
        | control plane machines                   | priv-a        |

      @ISS-062 @ISS-085 @ISS-049.a
      Examples:
        | field         | what              | listed                                                    | ingress | external | internal |
        | subnetsConfig | assigns its roles | the public roles on pub-a and the private roles on priv-a | pub-a   | pub-a    | priv-a   |

      @ISS-089.a @ISS-049.b
      Examples:
        | field   | what             | listed                                       | ingress | external              | internal              |
        | subnets | assigns no roles | the deprecated list of subnets pub-a, priv-a | nothing | the provider's choice | the provider's choice |

    @ISS-088 @ISS-125
    Scenario Outline: The installer refuses the field subnets together with subnetsConfig, <case>
      Given an install-config that publishes External, with <listed>
      And its subnets is <subnets>
      When the install-config is validated
      Then it is refused because of
        | field                | message   |
        | platform.aws.subnets | <message> |

      @document
      Examples: as the document has it
        | case                  | listed                                                    | subnets         | message                                   |
        | with roles            | the public roles on pub-a and the private roles on priv-a | [pub-a, priv-a] | cannot use both subnets and subnetsConfig |
        | with the same subnets | no roles on pub-a, priv-a                                 | [pub-a, priv-a] | cannot use both subnets and subnetsConfig |
        | with other subnets    | no roles on pub-a, priv-a                                 | [pub-b, priv-b] | cannot use both subnets and subnetsConfig |

      @shipped
      Examples: as released
        | case                  | listed                                                    | subnets         | message                                                                   |
        | with roles            | the public roles on pub-a and the private roles on priv-a | [pub-a, priv-a] | cannot specify platform.aws.subnets and platform.aws.vpc.subnets together |
        | with the same subnets | no roles on pub-a, priv-a                                 | [pub-a, priv-a] | cannot specify platform.aws.subnets and platform.aws.vpc.subnets together |
        | with other subnets    | no roles on pub-a, priv-a                                 | [pub-b, priv-b] | cannot specify platform.aws.subnets and platform.aws.vpc.subnets together |

    @document @ISS-099
    Scenario Outline: The field subnetsConfig is for the Tech Preview only, <case>
      Given an install-config that publishes External, with <listed>
      And its featureSet is <feature set>
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig because of featureSet, TechPreviewNoUpgrade

      Examples:
        | case                            | listed                                                    | feature set |
        | with roles                      | the public roles on pub-a and the private roles on priv-a | absent      |
        | without roles                   | no roles on pub-a, priv-a                                 | absent      |
        | not for the default feature set | the public roles on pub-a and the private roles on priv-a | ""          |

    @document @ISS-004 @ISS-090
    Scenario: The explanation of the deprecated field subnets points to subnetsConfig
      When the admin runs
        """
        openshift-install explain installconfig.platform.aws.subnets
        """
      Then it prints
        """
        Deprecated: Use subnetsConfig
        """

    @document @ISS-408
    Scenario: The explanation of the whole install-config lists its fields
      When the admin runs
        """
        openshift-install explain installconfig
        """
      Then it prints
        """
        baseDomain
        """

  Rule: an unknown field is refused, and so is a value of another shape

    @document @ISS-066
    Scenario: The installer refuses subnetConfig as another name of subnetsConfig
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig is absent
      And its subnetConfig is [{id: pub-a, rolesOverride: [IngressControllerLB, ControlPlaneExternalLB]}, {id: priv-a, rolesOverride: [ControlPlaneInternalLB, ClusterNode]}]
      When the install-config is validated
      Then it is refused at platform.aws.subnetConfig because of unknown field, subnetConfig

    @document
    Scenario Outline: The installer refuses <value> as the value of <field>
      Given an install-config that publishes External, with <listed>
      And its <field> is <value>
      When the install-config is validated
      Then it is refused at platform.aws.<field> because of must be <shape>

      @ISS-065
      Examples: the deprecated list holds texts
        | listed                                       | field      | value       | shape  |
        | the deprecated list of subnets pub-a, priv-a | subnets[0] | {id: pub-a} | a text |

      @ISS-086
      Examples: an entry can grow
        | listed                    | field            | value | shape     |
        | no roles on pub-a, priv-a | subnetsConfig[0] | pub-a | a mapping |

      @ISS-332
      Examples: the list is one of subnets
        | listed                    | field         | value                               | shape  |
        | no roles on pub-a, priv-a | subnetsConfig | {ingressControllerSubnets: [pub-a]} | a list |

    @document
    Scenario Outline: The installer refuses an unknown field: <what>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its <field> is <value>
      When the install-config is validated
      Then it is refused at platform.aws.<field> because of unknown field, <name>

      @ISS-345
      Examples: a name beside the id
        | what          | field                 | value     | name |
        | A subnet name | subnetsConfig[0].name | ingress-a | name |

      @ISS-332
      Examples: the shape that was not chosen
        | what                | field        | value                                                         | name         |
        | A list by each role | subnetConfig | {clusterSubnets: [priv-a], ingressControllerSubnets: [pub-a]} | subnetConfig |

  Rule: without a list the installer makes a VPC

    @document
    Scenario Outline: A cluster whose subnetsConfig is <list> gets a VPC of its own
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      And its subnetsConfig is <list>
      When the admin creates the manifests
      Then it is accepted
      And no component called DescribeSubnets, DescribeRouteTables
      And the subnets in the manifests are
        | for                                      | subnets               |
        | the existing network                     | nothing               |
        | the Ingress config, Classic              | nothing               |
        | the external control plane load balancer | the provider's choice |
        | the internal control plane load balancer | the provider's choice |
        | control plane machines                   | nothing               |
        | compute machines                         | nothing               |

      @ISS-089.b @ISS-091 @ISS-157
      Examples: absent
        | list   |
        | absent |

      @ISS-343
      Examples: empty
        | list |
        | []   |
        | null |

    @ISS-343
    Scenario Outline: An empty field <field> counts as absent
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with <listed>
      And its <field> is []
      When the install-config is validated
      Then it is accepted

      Examples:
        | listed                                                    | field                          |
        | the public roles on pub-a and the private roles on priv-a | subnets                        |
        | the deprecated list of subnets pub-a, priv-a              | subnetsConfig                  |
        | no roles on pub-a, priv-a                                 | subnetsConfig[0].rolesOverride |

    @document @ISS-343
    Scenario Outline: The manifests of an install-config with an empty field <field> are those without it
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with <listed>
      And its <field> is []
      When the admin creates the manifests
      Then it is accepted
      And the subnets in the manifests are
        | for                                    | subnets       |
        | the existing network                   | pub-a, priv-a |
        | the default IngressController, Classic | <ingress>     |
        | the Ingress config, Classic            | <ingress>     |
        | the Ingress config, NLB                | <ingress>     |

      Examples:
        | listed                                                    | field                          | ingress |
        | the public roles on pub-a and the private roles on priv-a | subnets                        | pub-a   |
        | the deprecated list of subnets pub-a, priv-a              | subnetsConfig                  | nothing |
        | no roles on pub-a, priv-a                                 | subnetsConfig[0].rolesOverride | nothing |

    @ISS-343
    Scenario Outline: The installer refuses a subnet with an empty list of roles beside subnets with roles
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[2] is {id: pub-b, rolesOverride: []}
      When the install-config is validated
      Then it is refused at <field> because of all, none, roles

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

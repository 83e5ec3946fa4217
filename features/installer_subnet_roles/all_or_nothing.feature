@needs.installer
Feature: Roles are assigned to all subnets or to none
  A mix of manual and automatic roles would be confusing, and a role that nobody holds would leave its consumer without
  subnets.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet  | zone       | visibility |
      | pub-a   | us-east-2a | public     |
      | priv-a  | us-east-2a | private    |
      | pub-b   | us-east-2b | public     |
      | pub-a2  | us-east-2a | public     |
      | priv-a2 | us-east-2a | private    |

  Rule: a subnet without roles beside subnets with roles is refused

    @ISS-113 @ISS-072
    Scenario Outline: The installer refuses to install where only some of the listed subnets have roles
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-b holds no roles
      When the admin creates the cluster
      Then it is refused at <field> because of all, none, roles
      And nothing has changed in AWS

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    @ISS-114
    Scenario Outline: The installer refuses a list with roles whose <place> subnet has none
      Given an install-config that publishes External with
        | subnet   | roles     |
        | <first>  | <roles 1> |
        | <second> | <roles 2> |
        | <third>  | <roles 3> |
      When the install-config is validated
      Then it is refused at <field> because of all, none, roles

      @document
      Examples: as the document has it
        | place | first | roles 1                                     | second | roles 2                                     | third  | roles 3                             | field                      |
        | first | pub-b |                                             | pub-a  | IngressControllerLB, ControlPlaneExternalLB | priv-a | ControlPlaneInternalLB, ClusterNode | platform.aws.subnetsConfig |
        | last  | pub-a | IngressControllerLB, ControlPlaneExternalLB | priv-a | ControlPlaneInternalLB, ClusterNode         | pub-b  |                                     | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | place | first | roles 1                                     | second | roles 2                                     | third  | roles 3                             | field                    |
        | first | pub-b |                                             | pub-a  | IngressControllerLB, ControlPlaneExternalLB | priv-a | ControlPlaneInternalLB, ClusterNode | platform.aws.vpc.subnets |
        | last  | pub-a | IngressControllerLB, ControlPlaneExternalLB | priv-a | ControlPlaneInternalLB, ClusterNode         | pub-b  |                                     | platform.aws.vpc.subnets |

    Scenario Outline: The installer accepts a cluster that publishes <publish> and has every required role on <holders>
      Given an install-config that publishes <publish>, with <listed>
      When the install-config is validated
      Then it is accepted

      @ISS-115 @ISS-247.a @ISS-264.b
      Examples: one subnet for each side
        | publish  | holders     | listed                                                    |
        | External | two subnets | the public roles on pub-a and the private roles on priv-a |
        | Internal | one subnet  | all required roles on priv-a                              |

      @ISS-115 @ISS-124 @ISS-298 @ISS-259
      Examples: one subnet for each role
        | publish  | holders      | listed                                                                                                                            |
        | External | four subnets | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 |

    @ISS-005.1 @ISS-093.a
    Scenario: The installer accepts a list that assigns each of the four roles to a subnet of its own
      Given an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a2 | ControlPlaneInternalLB |
        | pub-a2  | ControlPlaneExternalLB |
        | pub-a   | IngressControllerLB    |
        | priv-a  | ClusterNode            |
      When the install-config is validated
      Then it is accepted

  Rule: every role is held by some subnet

    Scenario Outline: The installer refuses a cluster that publishes External and has no <role> subnet
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And <subnet> holds <other role>
      When the install-config is validated
      Then it is refused at <field> because of <role>

      @document @ISS-074
      Examples: nothing for the load balancers of IngressControllers
        | role                | subnet | other role             | field                      |
        | IngressControllerLB | pub-a  | ControlPlaneExternalLB | platform.aws.subnetsConfig |

      @shipped @ISS-074
      Examples: nothing for the load balancers of IngressControllers, as released
        | role                | subnet | other role             | field                    |
        | IngressControllerLB | pub-a  | ControlPlaneExternalLB | platform.aws.vpc.subnets |

      @document @ISS-075
      Examples: nothing for the external load balancer of the control plane
        | role                   | subnet | other role          | field                      |
        | ControlPlaneExternalLB | pub-a  | IngressControllerLB | platform.aws.subnetsConfig |

      @shipped @ISS-075
      Examples: nothing for the external load balancer of the control plane, as released
        | role                   | subnet | other role          | field                    |
        | ControlPlaneExternalLB | pub-a  | IngressControllerLB | platform.aws.vpc.subnets |

      @document @ISS-076.a
      Examples: nothing for the internal load balancer of the control plane
        | role                   | subnet | other role  | field                      |
        | ControlPlaneInternalLB | priv-a | ClusterNode | platform.aws.subnetsConfig |

      @shipped @ISS-076.a
      Examples: nothing for the internal load balancer of the control plane, as released
        | role                   | subnet | other role  | field                    |
        | ControlPlaneInternalLB | priv-a | ClusterNode | platform.aws.vpc.subnets |

    @ISS-076.b
    Scenario Outline: The installer refuses a cluster that publishes Internal and has no ControlPlaneInternalLB subnet
      Given an install-config that publishes Internal, with all required roles on priv-a
      And priv-a holds IngressControllerLB, ClusterNode
      When the install-config is validated
      Then it is refused at <field> because of ControlPlaneInternalLB

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    @ISS-093.b
    Scenario Outline: The installer refuses a list of subnets with one role each that lacks one of the four roles
      Given an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a  | ClusterNode            |
        | pub-a   | IngressControllerLB    |
        | pub-a2  | ControlPlaneExternalLB |
        | priv-a2 | ControlPlaneInternalLB |
      And its subnetsConfig[3] is absent
      When the install-config is validated
      Then it is refused at <field> because of ControlPlaneInternalLB

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    @ISS-097 @ISS-073
    Scenario Outline: The refusal of a list without ClusterNode has the wording of the <source>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And priv-a holds ControlPlaneInternalLB
      When the install-config is validated
      Then it is refused because of
        | field   | message   |
        | <field> | <message> |

      @document
      Examples:
        | source   | field                      | message                                                                |
        | document | platform.aws.subnetsConfig | subnetsConfig must contain at least 1 subnet with the ClusterNode role |

      @shipped
      Examples:
        | source  | field                    | message                                                   |
        | release | platform.aws.vpc.subnets | roles [ClusterNode] must be assigned to at least 1 subnet |

    Scenario Outline: The refusal of a list with only ClusterNode subnets <case> names all three missing roles
      Given an install-config that publishes External with
        | subnet   | roles       |
        | priv-a   | ClusterNode |
        | <second> | ClusterNode |
      When the install-config is validated
      Then it is refused at <field> because of IngressControllerLB, ControlPlaneExternalLB, ControlPlaneInternalLB

      @document @ISS-077
      Examples: whatever their zones
        | case             | second  | field                      |
        | in a single zone | priv-a2 | platform.aws.subnetsConfig |

      @shipped @ISS-077
      Examples: whatever their zones, as released
        | case             | second  | field                    |
        | in a single zone | priv-a2 | platform.aws.vpc.subnets |

      @document @ISS-255
      Examples: the document's example of discovery, as its rules read it
        | case         | second | field                      |
        | in two zones | pub-b  | platform.aws.subnetsConfig |

      @shipped @ISS-255
      Examples: the document's example of discovery, as its rules read it, as released
        | case         | second | field                    |
        | in two zones | pub-b  | platform.aws.vpc.subnets |

    Scenario Outline: The installer refuses IngressControllerLB and ClusterNode <case> without control plane roles
      Given an install-config that publishes External with
        | subnet  | roles     |
        | <one>   | <roles 1> |
        | <other> | <roles 2> |
      When the install-config is validated
      Then it is refused at <field> because of ControlPlaneExternalLB, ControlPlaneInternalLB

      @document @ISS-117 @ISS-247.b @ISS-265
      Examples: as the document has it
        | case           | one    | roles 1     | other | roles 2             | field                      |
        | on two subnets | priv-a | ClusterNode | pub-a | IngressControllerLB | platform.aws.subnetsConfig |

      @shipped @ISS-117 @ISS-247.b @ISS-265
      Examples: as released
        | case           | one    | roles 1     | other | roles 2             | field                    |
        | on two subnets | priv-a | ClusterNode | pub-a | IngressControllerLB | platform.aws.vpc.subnets |

      @document @ISS-333 @ISS-334
      Examples: as the document has it
        | case           | one   | roles 1                          | other | roles 2                          | field                      |
        | on each subnet | pub-a | IngressControllerLB, ClusterNode | pub-b | IngressControllerLB, ClusterNode | platform.aws.subnetsConfig |

      @shipped @ISS-333 @ISS-334
      Examples: as released
        | case           | one   | roles 1                          | other | roles 2                          | field                    |
        | on each subnet | pub-a | IngressControllerLB, ClusterNode | pub-b | IngressControllerLB, ClusterNode | platform.aws.vpc.subnets |

@needs.installer
Feature: Load balancers and nodes share their zones
  AWS registers no node of a zone that a load balancer is not enabled for, and a zone without nodes gives a load
  balancer nothing to do. Under manual selection every load balancer role therefore has the zones of ClusterNode.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |
      | pub-b  | us-east-2b | public     |
      | priv-b | us-east-2b | private    |

  Rule: a load balancer has one subnet in each zone

    Scenario Outline: The installer refuses <second> as a second IngressControllerLB subnet in <zone>
      Given the VPC also has the subnets
        | subnet  | zone       | visibility |
        | pub-a2  | us-east-2a | public     |
        | priv-a2 | us-east-2a | private    |
        | pub-b2  | us-east-2b | public     |
      And an install-config that publishes <publish>, with <listed>
      And <second> holds IngressControllerLB
      When the install-config is validated
      Then it is refused at <list>[<index>] because of <first>, <second>, <zone>

      @document @ISS-121
      Examples: of either scope
        | publish  | listed                                                    | first  | second  | zone       | index | list                       |
        | External | the public roles on pub-a and the private roles on priv-a | pub-a  | pub-a2  | us-east-2a | 2     | platform.aws.subnetsConfig |
        | Internal | all required roles on priv-a                              | priv-a | priv-a2 | us-east-2a | 1     | platform.aws.subnetsConfig |

      @shipped @ISS-121
      Examples: of either scope, as released
        | publish  | listed                                                    | first  | second  | zone       | index | list                     |
        | External | the public roles on pub-a and the private roles on priv-a | pub-a  | pub-a2  | us-east-2a | 2     | platform.aws.vpc.subnets |
        | Internal | all required roles on priv-a                              | priv-a | priv-a2 | us-east-2a | 1     | platform.aws.vpc.subnets |

      @document @ISS-122
      Examples: in one zone of several
        | publish  | listed                                                                   | first | second | zone       | index | list                       |
        | External | the public roles on pub-a, pub-b and the private roles on priv-a, priv-b | pub-b | pub-b2 | us-east-2b | 4     | platform.aws.subnetsConfig |

      @shipped @ISS-122
      Examples: in one zone of several, as released
        | publish  | listed                                                                   | first | second | zone       | index | list                     |
        | External | the public roles on pub-a, pub-b and the private roles on priv-a, priv-b | pub-b | pub-b2 | us-east-2b | 4     | platform.aws.vpc.subnets |

    @ISS-122
    Scenario Outline: The refusal of three IngressControllerLB subnets in a zone names the second and the third
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-a2 | us-east-2a | public     |
        | pub-a3 | us-east-2a | public     |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-a2 holds IngressControllerLB
      And pub-a3 holds IngressControllerLB
      When the install-config is validated
      Then it is refused because of
        | field     | names              |
        | <list>[2] | pub-a2, us-east-2a |
        | <list>[3] | pub-a3, us-east-2a |

      @document
      Examples: as the document has it
        | list                       |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | list                     |
        | platform.aws.vpc.subnets |

  Rule: every zone with nodes is a zone of each load balancer

    @ISS-162
    Scenario Outline: A zone with nodes but without an IngressControllerLB subnet stops the installation
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      And pub-b holds ControlPlaneExternalLB
      When the admin creates the cluster
      Then it is refused at <field> because of us-east-2b, IngressControllerLB
      And nothing has changed in AWS

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    Scenario Outline: The installer refuses a zone with nodes but without a <role> subnet
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      And <subnet> holds <roles>
      When the install-config is validated
      Then it is refused at <field> because of us-east-2b, <role>

      @document @ISS-164
      Examples: as the document has it
        | role                   | subnet | roles               | field                      |
        | ControlPlaneExternalLB | pub-b  | IngressControllerLB | platform.aws.subnetsConfig |

      @shipped @ISS-164
      Examples: as released
        | role                   | subnet | roles               | field                    |
        | ControlPlaneExternalLB | pub-b  | IngressControllerLB | platform.aws.vpc.subnets |

      @document @ISS-166
      Examples: as the document has it
        | role                   | subnet | roles       | field                      |
        | ControlPlaneInternalLB | priv-b | ClusterNode | platform.aws.subnetsConfig |

      @shipped @ISS-166
      Examples: as released
        | role                   | subnet | roles       | field                    |
        | ControlPlaneInternalLB | priv-b | ClusterNode | platform.aws.vpc.subnets |

  Rule: every zone of a load balancer has nodes

    @ISS-163
    Scenario Outline: A zone with an IngressControllerLB subnet but without nodes stops the installation
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-b holds IngressControllerLB
      When the admin creates the cluster
      Then it is refused at <field> because of us-east-2b, IngressControllerLB
      And nothing has changed in AWS

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    Scenario Outline: The installer refuses a zone with a <role> subnet but without nodes
      Given an install-config that publishes <publish>, with <listed>
      And <subnet> holds <role>
      When the install-config is validated
      Then it is refused at <field> because of us-east-2b, <role>

      @document @ISS-165
      Examples: as the document has it
        | role                   | publish  | listed                                                    | subnet | field                      |
        | ControlPlaneExternalLB | External | the public roles on pub-a and the private roles on priv-a | pub-b  | platform.aws.subnetsConfig |

      @shipped @ISS-165
      Examples: as released
        | role                   | publish  | listed                                                    | subnet | field                    |
        | ControlPlaneExternalLB | External | the public roles on pub-a and the private roles on priv-a | pub-b  | platform.aws.vpc.subnets |

      @document @ISS-167
      Examples: as the document has it
        | role                   | publish  | listed                       | subnet | field                      |
        | ControlPlaneInternalLB | Internal | all required roles on priv-a | priv-b | platform.aws.subnetsConfig |

      @shipped @ISS-167
      Examples: as released
        | role                   | publish  | listed                       | subnet | field                    |
        | ControlPlaneInternalLB | Internal | all required roles on priv-a | priv-b | platform.aws.vpc.subnets |

  Rule: the zones themselves are compared, not their number

    Scenario Outline: The installer accepts load balancers and nodes <where>
      Given the VPC also has the subnets
        | subnet  | zone       | visibility |
        | pub-a2  | us-east-2a | public     |
        | priv-a2 | us-east-2a | private    |
      And an install-config that publishes <publish>, with <listed>
      When the install-config is validated
      Then it is accepted

      @ISS-168.a
      Examples: one zone
        | where                                    | publish  | listed                                                                                                                            |
        | in one zone, of an external cluster      | External | the public roles on pub-a and the private roles on priv-a                                                                         |
        | in one zone, each in a subnet of its own | External | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 |
        | in one zone, of an internal cluster      | Internal | all required roles on priv-a                                                                                                      |

      @ISS-168.b @ISS-123
      Examples: two zones
        | where                 | publish  | listed                                                                   |
        | in the same two zones | External | the public roles on pub-a, pub-b and the private roles on priv-a, priv-b |

    @ISS-169
    Scenario Outline: The installer refuses nodes in one zone and IngressControllers in another
      Given an install-config that publishes Internal with
        | subnet | roles                               |
        | priv-a | ControlPlaneInternalLB, ClusterNode |
        | priv-b | IngressControllerLB                 |
      When the install-config is validated
      Then it is refused because of
        | field   | names                           |
        | <field> | us-east-2a, IngressControllerLB |
        | <field> | us-east-2b, IngressControllerLB |

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    @ISS-170.a
    Scenario: The installer accepts an internal cluster without ControlPlaneExternalLB in the zones of its nodes
      Given an install-config that publishes Internal, with all required roles on priv-a, priv-b
      When the install-config is validated
      Then it is accepted

    Scenario Outline: The installer refuses a zone with nodes but without <role> in an internal cluster
      Given an install-config that publishes Internal, with all required roles on priv-a, priv-b
      And priv-b holds <roles>
      When the install-config is validated
      Then it is refused at <field> because of us-east-2b, <role>

      @document @ISS-170.b
      Examples: no internal control plane load balancer
        | role                   | roles                            | field                      |
        | ControlPlaneInternalLB | IngressControllerLB, ClusterNode | platform.aws.subnetsConfig |

      @shipped @ISS-170.b
      Examples: no internal control plane load balancer, as released
        | role                   | roles                            | field                    |
        | ControlPlaneInternalLB | IngressControllerLB, ClusterNode | platform.aws.vpc.subnets |

      @document @ISS-170.c
      Examples: no load balancer of IngressControllers
        | role                | roles                               | field                      |
        | IngressControllerLB | ControlPlaneInternalLB, ClusterNode | platform.aws.subnetsConfig |

      @shipped @ISS-170.c
      Examples: no load balancer of IngressControllers, as released
        | role                | roles                               | field                    |
        | IngressControllerLB | ControlPlaneInternalLB, ClusterNode | platform.aws.vpc.subnets |

  Rule: no role fits a subnet of a Local Zone

    @ISS-349
    Scenario Outline: A <visibility> subnet of a Local Zone cannot hold <role>
      Given the VPC also has the subnets
        | subnet | zone             | visibility   |
        | local  | us-east-2-chi-1a | <visibility> |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And local holds <role>
      When the install-config is validated
      Then it is refused at <field> because of local

      @document
      Examples: as the document has it
        | visibility | role                | field                         |
        | private    | ClusterNode         | platform.aws.subnetsConfig[2] |
        | public     | IngressControllerLB | platform.aws.subnetsConfig[2] |

      @shipped
      Examples: as released
        | visibility | role                | field                       |
        | private    | ClusterNode         | platform.aws.vpc.subnets[2] |
        | public     | IngressControllerLB | platform.aws.vpc.subnets[2] |

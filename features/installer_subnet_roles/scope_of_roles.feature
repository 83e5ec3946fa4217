@needs.installer
Feature: The visibility of subnets agrees with their roles
  A public subnet must not serve what is published internally, nor a private one what is published to the world.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |
      | pub-b  | us-east-2b | public     |
      | priv-b | us-east-2b | private    |

  Rule: an IngressControllerLB subnet agrees with what the cluster publishes

    @ISS-131
    Scenario Outline: A private IngressControllerLB subnet stops the installation of a cluster that publishes External
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-a holds ControlPlaneExternalLB
      And priv-a holds IngressControllerLB, ControlPlaneInternalLB, ClusterNode
      When the admin creates the cluster
      Then it is refused at <field> because of priv-a, IngressControllerLB, private, External
      And nothing has changed in AWS

      @document
      Examples: as the document has it
        | field                         |
        | platform.aws.subnetsConfig[1] |

      @shipped
      Examples: as released
        | field                       |
        | platform.aws.vpc.subnets[1] |

    @ISS-129 @ISS-291
    Scenario Outline: A public IngressControllerLB subnet stops the installation of a cluster that publishes Internal
      Given an install-config that publishes Internal, with all required roles on priv-a
      And priv-a holds ControlPlaneInternalLB, ClusterNode
      And pub-a holds IngressControllerLB
      When the admin creates the cluster
      Then it is refused at <field> because of pub-a, IngressControllerLB, public, Internal
      And nothing has changed in AWS

      @document
      Examples: as the document has it
        | field                         |
        | platform.aws.subnetsConfig[1] |

      @shipped
      Examples: as released
        | field                       |
        | platform.aws.vpc.subnets[1] |

    @ISS-133
    Scenario Outline: One public IngressControllerLB subnet among private ones is refused in a cluster that publishes Internal
      Given an install-config that publishes Internal, with all required roles on priv-a, priv-b
      And priv-b holds ControlPlaneInternalLB, ClusterNode
      And pub-b holds IngressControllerLB
      When the install-config is validated
      Then it is refused at <field> because of pub-b, IngressControllerLB

      @document
      Examples: as the document has it
        | field                         |
        | platform.aws.subnetsConfig[2] |

      @shipped
      Examples: as released
        | field                       |
        | platform.aws.vpc.subnets[2] |

    @ISS-134
    Scenario Outline: One private IngressControllerLB subnet among public ones is refused in a cluster that publishes External
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      And pub-b holds ControlPlaneExternalLB
      And priv-b holds IngressControllerLB, ControlPlaneInternalLB, ClusterNode
      When the install-config is validated
      Then it is refused at <field> because of priv-b, IngressControllerLB

      @document
      Examples: as the document has it
        | field                         |
        | platform.aws.subnetsConfig[3] |

      @shipped
      Examples: as released
        | field                       |
        | platform.aws.vpc.subnets[3] |

    Scenario Outline: A cluster that publishes <publish> accepts IngressControllerLB on a <visibility> subnet
      Given an install-config that publishes <publish>, with <listed>
      When the install-config is validated
      Then it is accepted

      @ISS-130
      Examples: internal and private
        | publish  | visibility | listed                       |
        | Internal | private    | all required roles on priv-a |

      @ISS-132
      Examples: external and public
        | publish  | visibility | listed                                                    |
        | External | public     | the public roles on pub-a and the private roles on priv-a |

    @ISS-135
    Scenario: The installer accepts IngressControllerLB on a public subnet where publish is not set
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its publish is absent
      When the install-config is validated
      Then it is accepted

    @ISS-135
    Scenario Outline: The installer refuses IngressControllerLB on a private subnet where publish is not set
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its publish is absent
      And pub-a holds ControlPlaneExternalLB
      And priv-a holds IngressControllerLB, ControlPlaneInternalLB, ClusterNode
      When the install-config is validated
      Then it is refused at <field> because of priv-a, IngressControllerLB

      @document
      Examples: as the document has it
        | field                         |
        | platform.aws.subnetsConfig[1] |

      @shipped
      Examples: as released
        | field                       |
        | platform.aws.vpc.subnets[1] |

  Rule: subnets of the internal control plane load balancer are private, those of the external one public

    Scenario Outline: The installer refuses <subnet> in place of the <expected> subnet with <role>
      Given the VPC also has the subnets
        | subnet  | zone       | visibility |
        | pub-a2  | us-east-2a | public     |
        | priv-a2 | us-east-2a | private    |
        | pub-a3  | us-east-2a | public     |
        | priv-a3 | us-east-2a | private    |
      And an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a  | ClusterNode            |
        | pub-a   | IngressControllerLB    |
        | pub-a2  | ControlPlaneExternalLB |
        | priv-a2 | ControlPlaneInternalLB |
      And its subnetsConfig[<index>].id is <subnet>
      When the install-config is validated
      Then it is refused at <list>[<index>] because of <subnet>, <role>, <expected>

      @document @ISS-136
      Examples: public and internal
        | subnet | role                   | index | expected | list                       |
        | pub-a3 | ControlPlaneInternalLB | 3     | private  | platform.aws.subnetsConfig |

      @shipped @ISS-136
      Examples: public and internal, as released
        | subnet | role                   | index | expected | list                     |
        | pub-a3 | ControlPlaneInternalLB | 3     | private  | platform.aws.vpc.subnets |

      @document @ISS-140
      Examples: private and external
        | subnet  | role                   | index | expected | list                       |
        | priv-a3 | ControlPlaneExternalLB | 2     | public   | platform.aws.subnetsConfig |

      @shipped @ISS-140
      Examples: private and external, as released
        | subnet  | role                   | index | expected | list                     |
        | priv-a3 | ControlPlaneExternalLB | 2     | public   | platform.aws.vpc.subnets |

    Scenario Outline: The installer refuses <subnet> with <roles> in a cluster that publishes <publish> because of <role>
      Given the VPC also has the subnets
        | subnet  | zone       | visibility |
        | pub-b2  | us-east-2b | public     |
        | priv-b2 | us-east-2b | private    |
      And an install-config that publishes <publish>, with <listed>
      And <other> holds <rest>
      And <subnet> holds <roles>
      When the install-config is validated
      Then it is refused at <list>[<index>] because of <subnet>, <role>, <expected>

      @document @ISS-138
      Examples: public and internal in an internal cluster
        | publish  | listed                       | subnet | roles                  | other  | rest                             | index | role                   | expected | list                       |
        | Internal | all required roles on priv-a | pub-a  | ControlPlaneInternalLB | priv-a | IngressControllerLB, ClusterNode | 1     | ControlPlaneInternalLB | private  | platform.aws.subnetsConfig |

      @shipped @ISS-138
      Examples: public and internal in an internal cluster, as released
        | publish  | listed                       | subnet | roles                  | other  | rest                             | index | role                   | expected | list                     |
        | Internal | all required roles on priv-a | pub-a  | ControlPlaneInternalLB | priv-a | IngressControllerLB, ClusterNode | 1     | ControlPlaneInternalLB | private  | platform.aws.vpc.subnets |

      @document @ISS-145
      Examples: one wrong subnet among several
        | publish  | listed                                                                   | subnet  | roles                  | other  | rest                | index | role                   | expected | list                       |
        | External | the public roles on pub-a, pub-b and the private roles on priv-a, priv-b | pub-b2  | ControlPlaneInternalLB | priv-b | ClusterNode         | 4     | ControlPlaneInternalLB | private  | platform.aws.subnetsConfig |
        | External | the public roles on pub-a, pub-b and the private roles on priv-a, priv-b | priv-b2 | ControlPlaneExternalLB | pub-b  | IngressControllerLB | 4     | ControlPlaneExternalLB | public   | platform.aws.subnetsConfig |

      @shipped @ISS-145
      Examples: one wrong subnet among several, as released
        | publish  | listed                                                                   | subnet  | roles                  | other  | rest                | index | role                   | expected | list                     |
        | External | the public roles on pub-a, pub-b and the private roles on priv-a, priv-b | pub-b2  | ControlPlaneInternalLB | priv-b | ClusterNode         | 4     | ControlPlaneInternalLB | private  | platform.aws.vpc.subnets |
        | External | the public roles on pub-a, pub-b and the private roles on priv-a, priv-b | priv-b2 | ControlPlaneExternalLB | pub-b  | IngressControllerLB | 4     | ControlPlaneExternalLB | public   | platform.aws.vpc.subnets |

      @document @ISS-146
      Examples: both control plane roles want different subnets
        | publish  | listed                                                    | subnet | roles                                                               | other  | rest                | index | role                   | expected | list                       |
        | External | the public roles on pub-a and the private roles on priv-a | pub-a  | IngressControllerLB, ControlPlaneExternalLB, ControlPlaneInternalLB | priv-a | ClusterNode         | 0     | ControlPlaneInternalLB | private  | platform.aws.subnetsConfig |
        | External | the public roles on pub-a and the private roles on priv-a | priv-a | ControlPlaneExternalLB, ControlPlaneInternalLB, ClusterNode         | pub-a  | IngressControllerLB | 1     | ControlPlaneExternalLB | public   | platform.aws.subnetsConfig |

    @ISS-147
    Scenario Outline: No <visibility> subnet of an external cluster can hold both IngressControllerLB and ControlPlaneInternalLB
      Given the VPC also has the subnets
        | subnet  | zone       | visibility |
        | pub-a2  | us-east-2a | public     |
        | priv-a2 | us-east-2a | private    |
      And an install-config that publishes External with
        | subnet   | roles                                       |
        | pub-a2   | ControlPlaneExternalLB                      |
        | <subnet> | IngressControllerLB, ControlPlaneInternalLB |
        | priv-a2  | ClusterNode                                 |
      When the install-config is validated
      Then it is refused at <field> because of <subnet>, <role>, <visibility>

      @document
      Examples: as the document has it
        | visibility | subnet | role                   | field                         |
        | public     | pub-a  | ControlPlaneInternalLB | platform.aws.subnetsConfig[1] |
        | private    | priv-a | IngressControllerLB    | platform.aws.subnetsConfig[1] |

      @shipped
      Examples: as released
        | visibility | subnet | role                   | field                       |
        | public     | pub-a  | ControlPlaneInternalLB | platform.aws.vpc.subnets[1] |
        | private    | priv-a | IngressControllerLB    | platform.aws.vpc.subnets[1] |

    Scenario Outline: The installer accepts control plane roles on <holders> of the right visibility, publishing <publish>
      Given the VPC also has the subnets
        | subnet  | zone       | visibility |
        | pub-a2  | us-east-2a | public     |
        | priv-a2 | us-east-2a | private    |
      And an install-config that publishes <publish>, with <listed>
      When the install-config is validated
      Then it is accepted

      @ISS-137 @ISS-141
      Examples: published externally
        | publish  | holders             | listed                                                                                                                            |
        | External | two subnets         | the public roles on pub-a and the private roles on priv-a                                                                         |
        | External | two subnets of four | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 |

      @ISS-139
      Examples: published internally
        | publish  | holders    | listed                       |
        | Internal | one subnet | all required roles on priv-a |

  Rule: a cluster that publishes Internal has no external control plane load balancer

    Scenario Outline: ControlPlaneExternalLB on a <visibility> subnet of an internal cluster is refused
      Given an install-config that publishes Internal, with all required roles on priv-a
      And <subnet> holds ControlPlaneExternalLB
      When the install-config is validated
      Then it is refused at <field> because of ControlPlaneExternalLB, private cluster

      @document @ISS-142
      Examples: although it would be the right one
        | visibility | subnet | field                      |
        | public     | pub-a  | platform.aws.subnetsConfig |

      @shipped @ISS-142
      Examples: although it would be the right one, as released
        | visibility | subnet | field                    |
        | public     | pub-a  | platform.aws.vpc.subnets |

      @document @ISS-143
      Examples: as everywhere else
        | visibility | subnet | field                      |
        | private    | priv-b | platform.aws.subnetsConfig |

      @shipped @ISS-143
      Examples: as everywhere else, as released
        | visibility | subnet | field                    |
        | private    | priv-b | platform.aws.vpc.subnets |

  Rule: nodes may be on public or private subnets

    @document @ISS-148
    Scenario Outline: ClusterNode on a public subnet of a cluster that publishes <publish> is accepted
      Given an install-config that publishes <publish>, with <listed>
      And priv-a holds <roles>
      And pub-a holds <public roles>
      When the install-config is validated
      Then it is accepted

      Examples:
        | publish  | listed                                                    | roles                                       | public roles                                             |
        | External | the public roles on pub-a and the private roles on priv-a | ControlPlaneInternalLB                      | IngressControllerLB, ControlPlaneExternalLB, ClusterNode |
        | Internal | all required roles on priv-a                              | IngressControllerLB, ControlPlaneInternalLB | ClusterNode                                              |

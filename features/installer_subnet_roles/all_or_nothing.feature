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
    Scenario: The installer refuses to install where only some of the listed subnets have roles
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-b holds no roles
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig because of all, none, roles
      And nothing has changed in AWS

    @ISS-114
    Scenario Outline: The installer refuses a list with roles whose <place> subnet has none
      Given an install-config that publishes External with
        | subnet   | roles     |
        | <first>  | <roles 1> |
        | <second> | <roles 2> |
        | <third>  | <roles 3> |
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig because of all, none, roles

      Examples:
        | place | first | roles 1                                     | second | roles 2                                     | third  | roles 3                             |
        | first | pub-b |                                             | pub-a  | IngressControllerLB, ControlPlaneExternalLB | priv-a | ControlPlaneInternalLB, ClusterNode |
        | last  | pub-a | IngressControllerLB, ControlPlaneExternalLB | priv-a | ControlPlaneInternalLB, ClusterNode         | pub-b  |                                     |

    Scenario Outline: The installer accepts a cluster that publishes <publish> and has every required role on <holders>
      Given an install-config that publishes <publish>, with <listed>
      When the install-config is validated
      Then it is accepted

      @ISS-115
      Examples: one subnet for each side
        | publish  | holders     | listed                                                    |
        | External | two subnets | the public roles on pub-a and the private roles on priv-a |
        | Internal | one subnet  | all required roles on priv-a                              |

      @ISS-115 @ISS-124 @ISS-298
      Examples: one subnet for each role
        | publish  | holders      | listed                                                                                                                            |
        | External | four subnets | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 |

  Rule: every role is held by some subnet

    Scenario Outline: The installer refuses a cluster that publishes External and has no <role> subnet
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And <subnet> holds <other role>
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig because of <role>

      @ISS-074
      Examples: nothing for the load balancers of IngressControllers
        | role                | subnet | other role             |
        | IngressControllerLB | pub-a  | ControlPlaneExternalLB |

      @ISS-075
      Examples: nothing for the external load balancer of the control plane
        | role                   | subnet | other role          |
        | ControlPlaneExternalLB | pub-a  | IngressControllerLB |

      @ISS-076 @ISS-093
      Examples: nothing for the internal load balancer of the control plane
        | role                   | subnet | other role  |
        | ControlPlaneInternalLB | priv-a | ClusterNode |

    @ISS-097 @ISS-073
    Scenario: The refusal of a list without ClusterNode has the document's wording
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And priv-a holds ControlPlaneInternalLB
      When the install-config is validated
      Then it is refused because of
        | field                      | names       | message                                                                |
        | platform.aws.subnetsConfig | ClusterNode | subnetsConfig must contain at least 1 subnet with the ClusterNode role |

    Scenario Outline: The refusal of a list with only ClusterNode subnets <case> names all three missing roles
      Given an install-config that publishes External with
        | subnet   | roles       |
        | priv-a   | ClusterNode |
        | <second> | ClusterNode |
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig because of IngressControllerLB, ControlPlaneExternalLB, ControlPlaneInternalLB

      @ISS-077
      Examples: whatever their zones
        | case             | second  |
        | in a single zone | priv-a2 |

      @ISS-255
      Examples: the document's example of discovery, as its rules read it
        | case         | second |
        | in two zones | pub-b  |

    Scenario Outline: The installer refuses IngressControllerLB and ClusterNode <case> without control plane roles
      Given an install-config that publishes External with
        | subnet  | roles     |
        | <one>   | <roles 1> |
        | <other> | <roles 2> |
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig because of ControlPlaneExternalLB, ControlPlaneInternalLB

      @ISS-117 @ISS-247 @ISS-265
      Examples:
        | case           | one    | roles 1     | other | roles 2             |
        | on two subnets | priv-a | ClusterNode | pub-a | IngressControllerLB |

      @ISS-333 @ISS-334
      Examples:
        | case           | one   | roles 1                          | other | roles 2                          |
        | on each subnet | pub-a | IngressControllerLB, ClusterNode | pub-b | IngressControllerLB, ClusterNode |

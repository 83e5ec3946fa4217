@shipped @needs.installer
Feature: The released installer has rules about subnets that the document does not have
  OpenShift released further roles for the bootstrap machine and for edge zones, and with them further checks.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet  | zone       | visibility | id                       | tags                                    |
      | pub-a   | us-east-2a | public     | subnet-0fcf8e0392f0910d0 |                                         |
      | priv-a  | us-east-2a | private    | subnet-0fcf8e0392f0910d1 |                                         |
      | priv-a2 | us-east-2a | private    | subnet-0fcf8e0392f0910d2 |                                         |
      | pub-b   | us-east-2b | public     | subnet-0fcf8e0392f0910d3 |                                         |
      | priv-b  | us-east-2b | private    | subnet-0fcf8e0392f0910d4 |                                         |
      | pub-c   | us-east-2a | public     | subnet-0fcf8e0392f0910d5 | kubernetes.io/cluster/other-x7k2p=owned |

  Rule: some roles exclude each other

    Scenario Outline: The released installer refuses a subnet that holds <roles>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-a holds <roles>
      When the install-config is validated
      Then it is refused at platform.aws.vpc.subnets[0].roles because of <words>

      @ISS-365.a
      Examples: both load balancers of the control plane
        | roles                                                               | words                                          |
        | IngressControllerLB, ControlPlaneExternalLB, ControlPlaneInternalLB | ControlPlaneExternalLB, ControlPlaneInternalLB |

      @ISS-365.b
      Examples: edge machines and something else
        | roles                                                 | words    |
        | IngressControllerLB, ControlPlaneExternalLB, EdgeNode | EdgeNode |

  Rule: a role fits the visibility and the zone of its subnet

    @needs.aws-literal-ids
    Scenario Outline: The released installer refuses <role> on a subnet that is <what>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And <subnet> holds <roles>
      When the install-config is validated
      Then it is refused at platform.aws.vpc.subnets[<index>] because of <subnet>, <role>, <word>

      @ISS-365.e
      Examples: the bootstrap machine of an external cluster
        | role          | what    | subnet | roles                                              | index | word   |
        | BootstrapNode | private | priv-a | ControlPlaneInternalLB, ClusterNode, BootstrapNode | 1     | public |

      @ISS-365.g
      Examples: edge machines
        | role     | what            | subnet | roles    | index | word |
        | EdgeNode | in no edge zone | pub-b  | EdgeNode | 2     | Zone |

    @needs.aws-literal-ids @ISS-365.f
    Scenario: The released installer refuses ClusterNode on a public subnet
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-a holds IngressControllerLB, ControlPlaneExternalLB, ClusterNode
      And priv-a holds ControlPlaneInternalLB
      When the install-config is validated
      Then it is refused at platform.aws.vpc.subnets[0] because of pub-a, ClusterNode, private

    @ISS-405.a
    Scenario: The released installer accepts EdgeNode alone on a subnet of a Local Zone
      Given the VPC also has the subnets
        | subnet | zone             | visibility |
        | edge-a | us-east-2-nyc-1a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And edge-a holds EdgeNode
      When the install-config is validated
      Then it is accepted

  Rule: the subnets of a cluster are its own, in pairs, one of a kind in a zone

    @needs.aws-literal-ids
    Scenario Outline: The released installer refuses <what>
      Given an install-config that publishes External, with no roles on <subnets>
      And the admin has run
        """
        aws ec2 create-tags --resources pub-a priv-a priv-a2 pub-b priv-b --tags Key=kubernetes.io/cluster/unmanaged,Value=true
        """
      When the install-config is validated
      Then it is refused at <field> because of <words>

      @ISS-365.c
      Examples: nothing for machines
        | what                          | subnets      | field                    | words              |
        | a list of public subnets only | pub-a, pub-b | platform.aws.vpc.subnets | no private subnets |

      @ISS-365.d
      Examples: another cluster's
        | what                               | subnets       | field                    | words              |
        | a subnet that another cluster owns | pub-c, priv-a | platform.aws.vpc.subnets | pub-c, other-x7k2p |

      @ISS-365.h
      Examples: two of a kind
        | what                          | subnets                | field                       | words                       |
        | two private subnets of a zone | pub-a, priv-a, priv-a2 | platform.aws.vpc.subnets[2] | priv-a, private, us-east-2a |

      @ISS-365.i
      Examples: no pair
        | what                                          | subnets               | field                    | words                     |
        | a private subnet whose zone has no public one | pub-a, priv-a, priv-b | platform.aws.vpc.subnets | public subnet, us-east-2b |

    @ISS-405.b
    Scenario: The released installer accepts subnets with tags that make no other cluster their owner
      Given the VPC also has the subnets
        | subnet | zone       | visibility | tags                                                                |
        | pub-d  | us-east-2d | public     | kubernetes.io/cluster/unmanaged=true, team=owned                    |
        | priv-d | us-east-2d | private    | kubernetes.io/cluster/other-x7k2p=shared, kubernetes.io/owner=owned |
      And an install-config that publishes External, with the public roles on pub-d and the private roles on priv-d
      When the install-config is validated
      Then it is accepted

    @needs.aws-literal-ids @ISS-406
    Scenario: The released installer refuses two subnets of a Local Zone, whatever their visibility
      Given the VPC also has the subnets
        | subnet   | zone             | visibility | id                       |
        | edge-in  | us-east-2-nyc-1a | private    | subnet-0fcf8e0392f0910d6 |
        | edge-out | us-east-2-nyc-1a | public     | subnet-0fcf8e0392f0910d7 |
      And an install-config that publishes External, with no roles on pub-a, priv-a, edge-in, edge-out
      And the admin has run
        """
        aws ec2 create-tags --resources priv-a2 pub-b priv-b --tags Key=kubernetes.io/cluster/unmanaged,Value=true
        """
      When the install-config is validated
      Then it is refused at platform.aws.vpc.subnets[3] because of edge, edge-in, us-east-2-nyc-1a

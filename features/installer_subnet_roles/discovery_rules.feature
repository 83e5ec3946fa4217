@document
Feature: Discovery takes only subnets that the cluster and the load balancer may use
  Without subnets for its load balancer type, an IngressController gets those that the cloud controller manager finds in
  the VPC. The enhancement does not change the rules of this search.

  Rule: discovery leaves out subnets of other clusters

    @ISS-035
    Scenario Outline: Discovery for <type> leaves out a subnet tagged <tag>=<value> and takes an untagged one
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | tags                                         |
        | pub-a  | us-east-2a | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | pub-b  | us-east-2b | public     | <tag>=<value>                                |
        | pub-c  | us-east-2c | public     |                                              |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then sharded has a <type> load balancer in pub-a, pub-c

      @ISS-026.a
      Examples: another cluster uses it
        | type    | tag                                 | value  |
        | Classic | kubernetes.io/cluster/another-9f3kd | shared |
        | NLB     | kubernetes.io/cluster/another-9f3kd | shared |

      @ISS-026.b
      Examples: another cluster owns it
        | type    | tag                                 | value |
        | Classic | kubernetes.io/cluster/another-9f3kd | owned |

      @ISS-026.c
      Examples: the other cluster's id begins with the cluster's own
        | type    | tag                                     | value |
        | Classic | kubernetes.io/cluster/mycluster-x7k2p-2 | 1     |

      @ISS-027.a
      Examples: kept from every cluster
        | type    | tag                             | value |
        | Classic | kubernetes.io/cluster/unmanaged | true  |
        | NLB     | kubernetes.io/cluster/unmanaged | true  |

      @ISS-027.b
      Examples: kept from every cluster, by the key alone
        | type    | tag                             | value |
        | Classic | kubernetes.io/cluster/unmanaged |       |

    @ISS-026
    Scenario: No load balancer is made where every subnet is tagged for another cluster
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | tags                                       |
        | pub-a  | us-east-2a | public     | kubernetes.io/cluster/another-9f3kd=shared |
        | pub-b  | us-east-2b | public     | kubernetes.io/cluster/another-9f3kd=owned  |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then LoadBalancerReady of sharded is False with reason SyncLoadBalancerFailed
      And sharded has no load balancer

    @needs.installer @ISS-197
    Scenario: A cluster does not discover the subnets of another cluster installed in its VPC
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | tags                                         |
        | pub-a  | us-east-2a | public     |                                              |
        | priv-a | us-east-2a | private    |                                              |
        | pub-b  | us-east-2b | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      And its metadata.name is first
      When the admin creates the cluster
      Then default has a Classic load balancer in pub-a
      Given a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-b

  Rule: discovery leaves out subnets that a load balancer cannot use

    @ISS-028.a
    Scenario Outline: An internet-facing <type> load balancer gets no subnet in a zone that has a private one only
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | tags                                         |
        | pub-a  | us-east-2a | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | priv-b | us-east-2b | private    | kubernetes.io/cluster/mycluster-x7k2p=shared |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then sharded has a <type> load balancer in pub-a

      Examples:
        | type    |
        | Classic |
        | NLB     |

    @needs.aws-literal-ids @ISS-028.b
    Scenario: An internet-facing load balancer gets the public subnet of a zone although the private one has the smaller id
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | id                       |
        | priv-a | us-east-2a | private    | subnet-0fcf8e0392f0910d1 |
        | pub-a  | us-east-2a | public     | subnet-0fcf8e0392f0910d5 |
        | priv-b | us-east-2b | private    | subnet-0fcf8e0392f0910d2 |
        | pub-b  | us-east-2b | public     | subnet-0fcf8e0392f0910d6 |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-a, pub-b

    Scenario Outline: A load balancer of scope <scope> discovers no subnet of a Local or Wavelength Zone
      Given a VPC in us-east-2 with the subnets
        | subnet | zone                    | visibility   | tags                                         |
        | edge-l | us-east-2-nyc-1a        | <visibility> | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | edge-w | us-east-2-wl1-nyc-wlz-1 | <visibility> | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | one-a  | us-east-2a              | <visibility> | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | one-b  | us-east-2b              | <visibility> | kubernetes.io/cluster/mycluster-x7k2p=shared |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
        | scope              | <scope> |
      Then sharded has a Classic load balancer in one-a, one-b

      @ISS-031.a @ISS-032.a
      Examples: internet-facing
        | scope    | visibility |
        | External | public     |

      @ISS-031.b @ISS-032.b
      Examples: internal
        | scope    | visibility |
        | Internal | private    |

    @ISS-029
    Scenario: An internal load balancer discovers public subnets too
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | tags                                         |
        | pub-a  | us-east-2a | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | priv-b | us-east-2b | private    | kubernetes.io/cluster/mycluster-x7k2p=shared |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value    |
        | load balancer type | Classic  |
        | scope              | Internal |
      Then sharded has a Classic load balancer in pub-a, priv-b

    @needs.aws-literal-ids
    Scenario Outline: Discovery for <type> takes the subnet with the smallest id of a zone, listed <place>
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | id          |
        | pub-a  | us-east-2a | public     | <id>        |
        | pub-a2 | us-east-2a | public     | <second id> |
        | pub-a3 | us-east-2a | public     | <third id>  |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then sharded has a <type> load balancer in <smallest>

      @ISS-030.a
      Examples: before the others
        | type    | place | id                       | second id                | third id                 | smallest |
        | Classic | first | subnet-0fcf8e0392f0910d1 | subnet-0fcf8e0392f0910d5 | subnet-0fcf8e0392f0910d9 | pub-a    |
        | NLB     | first | subnet-0fcf8e0392f0910d1 | subnet-0fcf8e0392f0910d9 | subnet-0fcf8e0392f0910d5 | pub-a    |

      @ISS-030.b
      Examples: after the others
        | type    | place | id                       | second id                | third id                 | smallest |
        | Classic | last  | subnet-0fcf8e0392f0910d9 | subnet-0fcf8e0392f0910d5 | subnet-0fcf8e0392f0910d1 | pub-a3   |

      @ISS-030
      Examples: between the others
        | type    | place         | id                       | second id                | third id                 | smallest |
        | Classic | in the middle | subnet-0fcf8e0392f0910d9 | subnet-0fcf8e0392f0910d1 | subnet-0fcf8e0392f0910d5 | pub-a2   |

  Rule: only Classic load balancers follow new zones

    @ISS-038
    Scenario: A discovered subnet in a new zone reaches a Classic load balancer with the next full sync, and no NLB
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | tags                                         |
        | pub-a  | us-east-2a | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | priv-a | us-east-2a | private    | kubernetes.io/cluster/mycluster-x7k2p=shared |
      And a cluster on platform AWS
      And the IngressController classic with
        | parameter          | value   |
        | load balancer type | Classic |
      And the IngressController network with
        | parameter          | value |
        | load balancer type | NLB   |
      And the VPC also has the subnets
        | subnet | zone       | visibility | tags                                         |
        | pub-c  | us-east-2c | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
      And someone has annotated the Service of classic with
        | annotation   | value |
        | example/sync | again |
      And someone has annotated the Service of network with
        | annotation   | value |
        | example/sync | again |
      Then classic has a Classic load balancer in pub-a, pub-c
      And network has an NLB load balancer in pub-a

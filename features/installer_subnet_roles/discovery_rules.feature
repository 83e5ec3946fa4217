@document
Feature: Discovery takes only subnets that the cluster and the load balancer may use
  Without subnets for its load balancer type, an IngressController gets those that the cloud controller manager finds in
  the VPC. The enhancement does not change the rules of this search.

  Rule: discovery leaves out subnets of other clusters

    @ISS-026 @ISS-027 @ISS-035
    Scenario: Discovery leaves out subnets tagged for another cluster and takes untagged ones
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | tags                                         |
        | pub-a  | us-east-2a | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | pub-b  | us-east-2b | public     | kubernetes.io/cluster/another-9f3kd=shared   |
        | pub-c  | us-east-2c | public     | kubernetes.io/cluster/unmanaged=true         |
        | pub-d  | us-east-2d | public     |                                              |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-a, pub-d

    @needs.installer @ISS-197
    Scenario: A cluster does not discover the subnets of another cluster installed in its VPC
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | tags                                         |
        | pub-a  | us-east-2a | public     |                                              |
        | priv-a | us-east-2a | private    |                                              |
        | pub-b  | us-east-2b | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the admin creates the cluster
      Then default has a Classic load balancer in pub-a
      Given a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-b

  Rule: discovery leaves out subnets that a load balancer cannot use

    @ISS-028 @ISS-031 @ISS-032
    Scenario: An internet-facing load balancer discovers no private subnet, and none of a Local or Wavelength Zone
      Given a VPC in us-east-2 with the subnets
        | subnet | zone                    | visibility | tags                                         |
        | pub-a  | us-east-2a              | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | priv-b | us-east-2b              | private    | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | edge-l | us-east-2-nyc-1a        | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
        | edge-w | us-east-2-wl1-nyc-wlz-1 | public     | kubernetes.io/cluster/mycluster-x7k2p=shared |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-a

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

    @needs.aws-literal-ids @ISS-030
    Scenario: Discovery takes the subnet with the smallest id of a zone
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | id                       |
        | pub-a  | us-east-2a | public     | subnet-0fcf8e0392f0910d9 |
        | pub-a2 | us-east-2a | public     | subnet-0fcf8e0392f0910d1 |
        | pub-a3 | us-east-2a | public     | subnet-0fcf8e0392f0910d5 |
      And a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-a2

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

Feature: Without a list the cloud provider discovers one subnet in each zone
  Where several subnets of a zone could carry the load balancer, a tie-break decides: the tag of the role first, then
  the tag of the cluster, then the order of the ids.

  Rule: the subnets of an internal load balancer without a list are discovered like any others

    @LSS-017
    Scenario: Discovery puts an internal load balancer into an untagged public subnet, and a list of subnets prevents it
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility | tags          |
        | priv-a | us-east-1a | private    |               |
        | pub-b  | us-east-1b | public     | untagged=true |
      And a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter          | value    |
        | load balancer type | Classic  |
        | scope              | Internal |
      Then custom has a Classic load balancer in priv-a, pub-b
      When the admin creates the IngressController sharded with
        | parameter          | value    |
        | load balancer type | Classic  |
        | scope              | Internal |
        | subnets            | priv-a   |
      Then sharded has a Classic load balancer in priv-a

    @LSS-024
    Scenario: The operator chooses no subnets for the internal load balancer of a private cluster
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | priv-a | us-east-1a | private    |
        | priv-b | us-east-1b | private    |
      And a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter          | value    |
        | load balancer type | Classic  |
        | scope              | Internal |
      Then the Service of custom has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And custom has a Classic load balancer in priv-a, priv-b

  Rule: subnets of other clusters are left out

    @shipped @ISS-A38
    Scenario: As released, the subnet of the cloud provider's own instance is taken where every subnet is another cluster's
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility | tags                                       |
        | pub-a  | us-east-1a | public     | kubernetes.io/cluster/another-9f3kd=shared |
        | pub-b  | us-east-1b | public     | kubernetes.io/cluster/another-9f3kd=shared |
      And a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      Then custom has a Classic load balancer in pub-a or pub-b

  Rule: a tie inside a zone is broken in a fixed order

    @needs.aws-literal-ids
    Scenario Outline: A load balancer of scope <scope> goes to subnet <chosen>, as decided by <reason>
      Given a VPC in us-east-1 with the subnets
        | subnet | id        | zone       | visibility | tags         |
        | pub-a  | <id of a> | us-east-1a | public     | <tags of a>  |
        | pub-a2 | <id of 2> | us-east-1a | public     | <tags of a2> |
      And a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | <type>  |
        | scope              | <scope> |
      Then custom has a <type> load balancer in <chosen>

      @LSS-117.a
      Examples: the tag of the role
        | type    | scope    | chosen | reason              | id of a                  | tags of a | id of 2                  | tags of a2                              |
        | Classic | External | pub-a2 | its role            | subnet-0a1b2c3d4e5f60001 |           | subnet-0a1b2c3d4e5f60005 | kubernetes.io/role/elb=1                |
        | Classic | Internal | pub-a2 | its internal role   | subnet-0a1b2c3d4e5f60001 |           | subnet-0a1b2c3d4e5f60005 | kubernetes.io/role/internal-elb=1       |
        | NLB     | External | pub-a2 | role before cluster | subnet-0a1b2c3d4e5f60001 |           | subnet-0a1b2c3d4e5f60005 | kubernetes.io/role/elb=1, untagged=true |

      @LSS-117.b
      Examples: the tag of the cluster
        | type    | scope    | chosen | reason      | id of a                  | tags of a     | id of 2                  | tags of a2 |
        | Classic | External | pub-a2 | its cluster | subnet-0a1b2c3d4e5f60001 | untagged=true | subnet-0a1b2c3d4e5f60005 |            |

      @LSS-117.c
      Examples: the order of the ids
        | type    | scope    | chosen | reason               | id of a                  | tags of a | id of 2                  | tags of a2               |
        | Classic | External | pub-a  | the order of the ids | subnet-0a1b2c3d4e5f60001 |           | subnet-0a1b2c3d4e5f60005 |                          |
        | NLB     | External | pub-a2 | its smaller id       | subnet-0a1b2c3d4e5f60005 |           | subnet-0a1b2c3d4e5f60001 |                          |
        | Classic | Internal | pub-a  | the other's role     | subnet-0a1b2c3d4e5f60001 |           | subnet-0a1b2c3d4e5f60005 | kubernetes.io/role/elb=1 |

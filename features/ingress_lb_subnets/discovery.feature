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

  Rule: a tie inside a zone is broken in a fixed order

    @needs.aws-literal-ids @LSS-117
    Scenario Outline: A load balancer of scope <scope> goes to subnet <chosen>, as decided by <reason>
      Given a VPC in us-east-1 with the subnets
        | subnet | id                       | zone       | visibility | tags         |
        | pub-a  | subnet-0a1b2c3d4e5f60001 | us-east-1a | public     | <tags of a>  |
        | pub-a2 | subnet-0a1b2c3d4e5f60005 | us-east-1a | public     | <tags of a2> |
      And a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
        | scope              | <scope> |
      Then custom has a Classic load balancer in <chosen>

      Examples:
        | scope    | chosen | reason               | tags of a     | tags of a2                              |
        | External | pub-a2 | its role             |               | kubernetes.io/role/elb=1                |
        | Internal | pub-a2 | its role             |               | kubernetes.io/role/internal-elb=1       |
        | Internal | pub-a  | the other's role     |               | kubernetes.io/role/elb=1                |
        | External | pub-a2 | role before cluster  |               | kubernetes.io/role/elb=1, untagged=true |
        | External | pub-a2 | its cluster          | untagged=true |                                         |
        | External | pub-a  | the order of the ids |               |                                         |

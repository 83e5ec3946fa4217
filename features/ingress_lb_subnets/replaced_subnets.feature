Feature: The subnets of a Classic load balancer cannot all be replaced at once
  The cloud provider detaches subnets before it attaches others, and AWS does not let a Classic load balancer lose its
  last one. Network load balancers are not concerned.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | id                       | zone       | visibility |
      | pub-a  | subnet-0a1b2c3d4e5f60001 | us-east-1a | public     |
      | pub-b  | subnet-0a1b2c3d4e5f60002 | us-east-1b | public     |
      | pub-a2 | subnet-0a1b2c3d4e5f60005 | us-east-1a | public     |
      | pub-b2 | subnet-0a1b2c3d4e5f60006 | us-east-1b | public     |
      | pub-c  | subnet-0a1b2c3d4e5f60003 | us-east-1c | public     |
      | pub-d  | subnet-0a1b2c3d4e5f60004 | us-east-1d | public     |
    And a cluster on platform AWS

  Rule: a complete replacement fails when the old subnets are detached

    @needs.aws-literal-ids @LSS-063
    Scenario Outline: A Classic load balancer keeps its annotated subnets when all of them are replaced by <subnets>
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      And someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      When someone edits the Service of custom with
        | field                                                | value     |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | <subnets> |
      Then custom has a Classic load balancer in pub-a, pub-b
      And the load balancer of custom is the same object as before
      And the events on the Service of custom are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Normal  | EnsuredLoadBalancer    |
        | Warning | SyncLoadBalancerFailed |

      @LSS-064.a
      Examples: others of the same zones
        | subnets        |
        | pub-a2, pub-b2 |

      @LSS-064.b
      Examples: others of other zones
        | subnets      |
        | pub-c, pub-d |

    @needs.aws-literal-ids @LSS-065 @LSS-A08
    Scenario Outline: For other subnets <subnets> the cloud provider tries to detach the old ones and attaches none
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      And someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      When someone edits the Service of custom with
        | field                                                | value     |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | <subnets> |
      Then cloud-controller-manager called DetachLoadBalancerFromSubnets at the default endpoint
      And no component called AttachLoadBalancerToSubnets
      And nothing has changed in AWS
      And the events on the Service of custom are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Normal  | EnsuredLoadBalancer    |
        | Warning | SyncLoadBalancerFailed |
      And the log of cloud-controller-manager has an error that names error detaching AWS loadbalancer from subnets

      Examples:
        | subnets        |
        | pub-a2, pub-b2 |
        | pub-c, pub-d   |

    @needs.aws-literal-ids @LSS-067
    Scenario: A Classic load balancer keeps its discovered subnets when an annotation replaces all of them
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      When someone edits the Service of custom with
        | field                                                | value          |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a2, pub-b2 |
      Then custom has a Classic load balancer in pub-a, pub-b, pub-c, pub-d
      And the events on the Service of custom are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Normal  | EnsuredLoadBalancer    |
        | Warning | SyncLoadBalancerFailed |

  Rule: a change that keeps a subnet is carried out

    @LSS-068
    Scenario: The subnets of a Classic load balancer change where one of them stays
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      And someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      When someone edits the Service of custom with
        | field                                                | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-b, pub-c |
      Then custom has a Classic load balancer in pub-b, pub-c
      And the events on the Service of custom are
        | type   | reason               |
        | Normal | EnsuringLoadBalancer |
        | Normal | EnsuredLoadBalancer  |

  Rule: a Network Load Balancer is not affected

    @needs.aws-literal-ids @LSS-069 @LSS-A07
    Scenario Outline: The subnets <subnets> in the annotation of an NLB raise no warning and leave it where it is
      Given the IngressController custom with
        | parameter          | value |
        | load balancer type | NLB   |
      When someone edits the Service of custom with
        | field                                                | value     |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | <subnets> |
      Then the events on the Service of custom are
        | type   | reason               |
        | Normal | EnsuringLoadBalancer |
        | Normal | EnsuredLoadBalancer  |
      And the load balancer of custom is the same object as before
      And custom has an NLB load balancer in pub-a, pub-b, pub-c, pub-d
      And no component called CreateLoadBalancer, DeleteLoadBalancer, SetSubnets

      Examples:
        | subnets        |
        | pub-a2, pub-b2 |
        | pub-b          |

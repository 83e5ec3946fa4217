Feature: An IngressController names the subnets of its load balancer
  Discovery takes one subnet in each zone. An admin who has dedicated subnets for load balancers lists them on the
  IngressController, and the operator hands the list to the cloud provider with the Service it creates.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility | name      |
      | pub-a  | us-east-1a | public     |           |
      | pub-b  | us-east-1b | public     | ingress-b |
      | pub-c  | us-east-1c | public     |           |
      | pub-d  | us-east-1d | public     |           |
    And a cluster on platform AWS

  Rule: the load balancer is made in exactly the subnets that the IngressController lists

    @smoke @LSS-001 @LSS-048 @LSS-049 @LSS-079
    Scenario: The admin gives a new IngressController dedicated subnets
      When the admin creates the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      Then it is accepted
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And custom has a Classic load balancer in pub-a, pub-b
      And the conditions of custom are
        | condition               | status | reason                     |
        | Admitted                | True   | Valid                      |
        | LoadBalancerReady       | True   | LoadBalancerProvisioned    |
        | LoadBalancerProgressing | False  | LoadBalancerNotProgressing |
        | Available               | True   |                            |

    @LSS-008
    Scenario: The admin lists one subnet for each of three zones and leaves out a fourth zone
      When the admin creates the IngressController custom with
        | parameter          | value               |
        | load balancer type | Classic             |
        | subnets            | pub-d, pub-a, pub-b |
      Then it is accepted
      And custom has a Classic load balancer in pub-a, pub-b, pub-d

    @LSS-003 @LSS-028 @LSS-055
    Scenario Outline: The subnets annotation holds the listed subnets <subnets> in their order
      When the admin creates the IngressController custom with
        | parameter          | value     |
        | load balancer type | Classic   |
        | subnets            | <subnets> |
      Then the Service of custom is annotated
        | annotation                                           | value     |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | <subnets> |

      Examples:
        | subnets             |
        | pub-c, pub-a, pub-d |
        | pub-d, pub-a, pub-c |

    @LSS-006
    Scenario: The Service has the subnets annotation from its creation on
      When the admin creates the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      Then the Service of custom was created with the annotation service.beta.kubernetes.io/aws-load-balancer-subnets

    Scenario Outline: A load balancer of type <type> is made in the listed subnets
      When the admin creates the IngressController custom with
        | parameter          | value        |
        | load balancer type | <type>       |
        | subnets            | pub-b, pub-c |
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-b, pub-c |
      And custom has a <type> load balancer in pub-b, pub-c

      @LSS-022.a
      Examples: a Classic load balancer
        | type    |
        | Classic |

      @LSS-022.b
      Examples: a Network Load Balancer
        | type |
        | NLB  |

    @LSS-031
    Scenario: A subnet is given by its id, or by a name that a subnet of another VPC has too
      Given the VPC also has the subnets
        | subnet | zone       | visibility | name      | vpc   |
        | far-b  | us-east-1b | public     | ingress-b | other |
      When the admin creates the IngressController custom with
        | parameter          | value            |
        | load balancer type | Classic          |
        | subnets            | ingress-b, pub-a |
      Then the Service of custom is annotated
        | annotation                                           | value            |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | ingress-b, pub-a |
      And custom has a Classic load balancer in pub-a, pub-b

  Rule: without a list the subnets are discovered

    @LSS-002
    Scenario Outline: Discovery for a load balancer of type <type> takes one subnet of each zone
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-a2 | us-east-1a | public     |
      When the admin creates the IngressController custom with
        | parameter          | value  |
        | load balancer type | <type> |
      Then custom has a <type> load balancer in pub-a or pub-a2, pub-b, pub-c, pub-d
      And the events on the Service of custom are
        | type   | reason               |
        | Normal | EnsuringLoadBalancer |
        | Normal | EnsuredLoadBalancer  |

      Examples:
        | type    |
        | Classic |
        | NLB     |

    @LSS-033
    Scenario: The load balancer of an IngressController without subnets spans every zone
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      Then the Service of custom has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And custom has a Classic load balancer in pub-a, pub-b, pub-c, pub-d

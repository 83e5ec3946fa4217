Feature: The list of subnets cannot be changed once it is set
  A wrong list on a live load balancer would stop its reconciliation without a sign. So the API server refuses to
  change the list, and an IngressController that needs other subnets is recreated.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
      | pub-a2 | us-east-1a | public     |
      | pub-b2 | us-east-1b | public     |
    And a cluster on platform AWS
    And the IngressController custom with
      | parameter          | value        |
      | load balancer type | Classic      |
      | subnets            | pub-a, pub-b |

  Rule: an update that changes the list is refused

    @LSS-009 @LSS-026 @LSS-035 @LSS-070
    Scenario Outline: The API server refuses to change the listed subnets from pub-a, pub-b to <subnets>
      When the admin sets the subnets of custom to <subnets>
      Then the API server refuses the subnets because
        """
        subnets is immutable once set
        """
      And the IngressController custom is unchanged
      And the Service of custom is unchanged
      And custom has a Classic load balancer in pub-a, pub-b
      And nothing has changed in AWS

      @LSS-039.a
      Examples: one more subnet
        | subnets             |
        | pub-a, pub-b, pub-c |

      @LSS-039.b
      Examples: other subnets
        | subnets        |
        | pub-a, pub-c   |
        | pub-c          |
        | pub-a2, pub-b2 |

      @LSS-039.c
      Examples: one subnet less
        | subnets |
        | pub-a   |
        | pub-b   |

      @LSS-039.d
      Examples: another order
        | subnets      |
        | pub-b, pub-a |

      @LSS-039.e
      Examples: none
        | subnets       |
        | an empty list |

    @LSS-035 @LSS-A12
    Scenario: An empty list of subnets is a list that cannot be changed either
      Given the IngressController sharded with
        | parameter          | value         |
        | load balancer type | Classic       |
        | subnets            | an empty list |
      When the admin sets the subnets of sharded to pub-c
      Then the API server refuses the subnets because
        """
        subnets is immutable once set
        """
      And the Service of sharded has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation

    @LSS-080.1
    Scenario: The subnets annotation stays as it is when a change of the list is refused
      When the admin sets the subnets of custom to pub-a, pub-c
      Then the API server refuses the subnets because
        """
        subnets is immutable once set
        """
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |

  Rule: an update that leaves the list alone is accepted

    @LSS-036
    Scenario Outline: An IngressController with the subnets pub-a, pub-b may set <parameter> to <value>
      When the admin sets the <parameter> of custom to <value>
      Then it is accepted
      And spec of custom shows subnets pub-a, pub-b

      Examples:
        | parameter | value        |
        | replicas  | 3            |
        | subnets   | pub-a, pub-b |

  Rule: a list that comes or goes does not touch the live load balancer

    @LSS-037.a
    Scenario: A Service without subnets stays as it is when the IngressController is given a list
      Given the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the subnets of sharded to pub-a, pub-b
      Then it is accepted
      And spec of sharded shows subnets pub-a, pub-b
      And the Service of sharded is unchanged
      And the Service of sharded has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And sharded has a Classic load balancer in pub-a or pub-a2, pub-b or pub-b2, pub-c
      And nothing has changed in AWS

    @LSS-037.b @LSS-081.1 @LSS-A13
    Scenario: The Service keeps its subnets annotation when the list is removed
      When the admin sets the subnets of custom to null
      Then it is accepted
      And spec of custom shows no subnets
      And status of custom shows subnets pub-a, pub-b
      And the Service of custom is unchanged
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And custom has a Classic load balancer in pub-a, pub-b
      And nothing has changed in AWS

    @LSS-037.c @LSS-A02
    Scenario: The Service keeps its subnets annotation when the list is removed and another one takes its place
      Given the admin has set the subnets of custom to null
      When the admin sets the subnets of custom to pub-c, pub-b2
      Then it is accepted
      And spec of custom shows subnets pub-c, pub-b2
      And status of custom shows subnets pub-a, pub-b
      And the Service of custom is unchanged
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And custom has a Classic load balancer in pub-a, pub-b
      And nothing has changed in AWS

  Rule: the list applies to the load balancer of another type, too

    @LSS-A18
    Scenario Outline: The list of subnets stays when the load balancer becomes a <new> one
      Given the IngressController sharded with
        | parameter          | value         |
        | load balancer type | <old>         |
        | subnets            | pub-c, pub-b2 |
      When the admin sets the load balancer type of sharded to <new>
      Then it is accepted
      And LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And the Service of sharded is the same object as before
      And sharded has a <old> load balancer in pub-b2, pub-c
      When the admin deletes the Service of sharded
      Then spec of sharded shows subnets pub-c, pub-b2
      And the Service of sharded is annotated
        | annotation                                           | value         |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-c, pub-b2 |
      And sharded has a <new> load balancer in pub-b2, pub-c
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

      Examples: an NLB
        | old     | new |
        | Classic | NLB |

      # the released operator gives the old NLB health checks that AWS refuses
      @document
      Examples: a Classic load balancer
        | old | new     |
        | NLB | Classic |

  Rule: an IngressController is recreated to change its subnets

    @LSS-066
    Scenario: A recreated IngressController has a new load balancer in the new subnets
      Given the admin has deleted the IngressController custom
      Then custom has no load balancer
      When the admin creates the IngressController custom with
        | parameter          | value         |
        | load balancer type | Classic       |
        | subnets            | pub-c, pub-a2 |
      Then custom has a Classic load balancer in pub-a2, pub-c

    @LSS-A19
    Scenario: The operator keeps a default IngressController that the admin recreates before the operator does
      Given the admin has deleted the IngressController default
      When the admin creates the IngressController default with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-c   |
      Then it is accepted
      When 60 seconds pass
      Then the IngressController default is unchanged
      And spec of default shows subnets pub-c
      And default has a Classic load balancer in pub-c

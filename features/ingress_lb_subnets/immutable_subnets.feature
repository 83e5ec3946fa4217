Feature: The list of subnets cannot be changed once it is set
  A wrong list on a live load balancer would stop its reconciliation without a sign. So the API server refuses to
  change the list, and an IngressController that needs other subnets is recreated.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
    And a cluster on platform AWS
    And the IngressController custom with
      | parameter          | value        |
      | load balancer type | Classic      |
      | subnets            | pub-a, pub-b |

  Rule: an update that changes the list is refused

    @LSS-009 @LSS-026 @LSS-035 @LSS-039 @LSS-070
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

      Examples:
        | change            | subnets             |
        | Adding a subnet   | pub-a, pub-b, pub-c |
        | Replacing one     | pub-a, pub-c        |
        | Replacing all     | pub-c               |
        | Taking one away   | pub-a               |
        | Another order     | pub-b, pub-a        |
        | Emptying the list | an empty list       |

    @LSS-080
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

  Rule: removing the list does not touch the live load balancer

    @LSS-037 @LSS-081
    Scenario: The Service keeps its subnets annotation when the list is removed
      When the admin sets the subnets of custom to null
      Then it is accepted
      And the Service of custom is unchanged
      And custom has a Classic load balancer in pub-a, pub-b
      And nothing has changed in AWS

  Rule: an IngressController is recreated to change its subnets

    @LSS-066
    Scenario: A recreated IngressController has a new load balancer in the new subnets
      Given the admin has deleted the IngressController custom
      Then custom has no load balancer
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-c   |
      Then custom has a Classic load balancer in pub-c

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

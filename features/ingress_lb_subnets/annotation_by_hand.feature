Feature: The operator owns the subnets annotation exactly where the IngressController lists subnets
  Where the list is empty, the annotation belongs to whoever wrote it. Where it is not, the annotation is the operator's.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
    And a cluster on platform AWS

  Rule: without a list the operator leaves the annotation alone

    @needs.clock @LSS-045
    Scenario: Without a list of subnets an annotation set by hand stays and LoadBalancerProgressing is False
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      And the admin has run
        """
        oc -n openshift-ingress-operator annotate ingresscontroller/custom ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      When someone edits the Service of custom with
        | field                                                | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And 3600 seconds pass
      Then the Service of custom is unchanged
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And LoadBalancerProgressing of custom is False with reason LoadBalancerNotProgressing

    @later @LSS-A17
    Scenario: In the later revision the operator announces a subnets annotation set by hand and changes nothing
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      When someone edits the Service of custom with
        | field                                                | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      Then LoadBalancerProgressing of custom is True with reason OperandsProgressing
      And status of custom shows subnets pub-a, pub-b
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |

    @later @LSS-A04
    Scenario: In the later revision the operator announces that an annotation set by hand differs from the list
      Given the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-c, pub-a |
      When someone edits the Service of custom with
        | field                                                | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a |
      Then LoadBalancerProgressing of custom is True with reason OperandsProgressing
      And status of custom shows subnets pub-a
      And spec of custom shows subnets pub-c, pub-a
      And the Service of custom is annotated
        | annotation                                           | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a |
      When the admin deletes the Service of custom
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-c, pub-a |
      And LoadBalancerProgressing of custom is False with reason LoadBalancerNotProgressing

    @document @later @LSS-A16
    Scenario Outline: In the later revision an annotation with <what> holds the same subnets as the list
      Given the IngressController custom with
        | parameter          | value        |
        | load balancer type | NLB          |
        | subnets            | pub-c, pub-a |
      When the admin runs
        """
        oc -n openshift-ingress annotate svc/router-custom service.beta.kubernetes.io/aws-load-balancer-subnets="<value>"
        """
      Then LoadBalancerProgressing of custom is False with reason LoadBalancerNotProgressing
      And custom has an NLB load balancer in pub-a, pub-c
      And the IngressController custom is unchanged

      Examples:
        | what                     | value          |
        | a blank after the comma  | pub-c, pub-a   |
        | blanks around everything | pub-a , pub-c  |
        | an empty element         | pub-c,, pub-a, |

  Rule: with a list the operator restores the annotation

    @LSS-082
    Scenario Outline: The operator restores the listed subnets when someone sets the annotation to <subnets>
      Given the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-c, pub-a |
      When someone edits the Service of custom with
        | field                                                | value     |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | <subnets> |
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-c, pub-a |
      And custom has a Classic load balancer in pub-a, pub-c

      Examples:
        | subnets      |
        | pub-a        |
        | pub-a, pub-c |
        | nothing      |

  Rule: emptied source ranges are left over on the Service

    @LSS-109 @LSS-110
    Scenario: Emptied source ranges stay on the Service until the admin clears them there
      Given the IngressController custom with
        | parameter             | value      |
        | load balancer type    | Classic    |
        | allowed source ranges | 10.0.0.0/8 |
      When the admin sets the allowed source ranges of custom to an empty list
      Then the Service of custom is unchanged
      And status of custom shows allowed source ranges 10.0.0.0/8
      And EvaluationConditionsDetected of custom is True with reason OperandsEvaluationConditionsDetected
      When someone edits the Service of custom with
        | field         | value   |
        | source ranges | nothing |
      Then status of custom shows no allowed source ranges
      And EvaluationConditionsDetected of custom is False with reason NoEvaluationCondition

    @LSS-110
    Scenario: Subnets set by hand on the Service leave EvaluationConditionsDetected False
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      When someone edits the Service of custom with
        | field                                                | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      Then EvaluationConditionsDetected of custom is False with reason NoEvaluationCondition

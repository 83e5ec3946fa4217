@later
Feature: A change of subnets waits until the Service is recreated
  In the later revision the subnets are mutable. The operator announces a change and carries it out when the admin
  deletes the Service.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
    And a cluster on platform AWS

  Rule: the load balancer uses the subnets of its own type

    @ISS-023
    Scenario Outline: A load balancer of type <type> is made in the subnets of its own parameters
      When the admin creates the IngressController custom with
        | parameter          | value  |
        | load balancer type | <type> |
        | subnets            | pub-b  |
      Then the Service of custom is annotated
        | annotation                                           | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-b |
      And custom has a <type> load balancer in pub-b
      And status of custom shows subnets pub-b

      Examples:
        | type    |
        | Classic |
        | NLB     |

  Rule: a change is announced and takes effect with a new Service

    @LSS-080.2
    Scenario: New subnets reach the load balancer after the admin deletes the Service
      Given the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      When the admin sets the subnets of custom to pub-a, pub-c
      Then it is accepted
      And LoadBalancerProgressing of custom is True with reason OperandsProgressing
      And the Service of custom is the same object as before
      And status of custom shows subnets pub-a, pub-b
      When the admin deletes the Service of custom
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-c |
      And custom has a Classic load balancer in pub-a, pub-c
      And LoadBalancerProgressing of custom is False with reason LoadBalancerNotProgressing

    @LSS-081.2
    Scenario: A removed list of subnets takes effect after the admin deletes the Service
      Given the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      When the admin sets the subnets of custom to null
      Then LoadBalancerProgressing of custom is True with reason OperandsProgressing
      And custom has a Classic load balancer in pub-a, pub-b
      When the admin deletes the Service of custom
      Then the Service of custom has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And custom has a Classic load balancer in pub-a, pub-b, pub-c
      And status of custom shows no subnets

    @LSS-A03
    Scenario: With auto-delete new subnets reach the load balancer at once
      Given the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-c, pub-b |
      And the admin has run
        """
        oc -n openshift-ingress-operator annotate ingresscontroller/custom ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      When the admin sets the subnets of custom to pub-a
      Then the Service of custom is another object than before
      And the load balancer of custom is another object than before
      And custom has a Classic load balancer in pub-a
      And status of custom shows subnets pub-a
      And LoadBalancerProgressing of custom is False with reason LoadBalancerNotProgressing

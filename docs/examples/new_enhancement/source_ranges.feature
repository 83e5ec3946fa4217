Feature: Load balancers admit clients of the allowed source ranges only
  An admin lists the networks from which an IngressController may be reached.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
    And a cluster on platform AWS

  Rule: The Service of an IngressController has its source ranges

    @SRC-001
    Scenario: The Service of an IngressController admits the allowed source ranges
      When the admin creates the IngressController guarded with
        | parameter             | value      |
        | load balancer type    | Classic    |
        | allowed source ranges | 10.0.0.0/8 |
      Then status of guarded shows allowed source ranges 10.0.0.0/8
      When the admin runs
        """
        oc -n openshift-ingress get service router-guarded -o jsonpath='{.spec.loadBalancerSourceRanges}'
        """
      Then it prints
        """
        ["10.0.0.0/8"]
        """

    @SRC-002
    Scenario: The API server refuses a host name as an allowed source range
      When the admin creates the IngressController guarded with
        | parameter             | value       |
        | load balancer type    | Classic     |
        | allowed source ranges | example.com |
      Then the API server refuses the allowed source ranges[0] because
        """
        should match
        """
      And no IngressController guarded exists

  Rule: Source ranges that are left over on the Service are reported

    @SRC-003 @SRC-A01
    Scenario: The operator reports source ranges that an emptied list leaves on the Service
      Given the IngressController guarded with
        | parameter             | value      |
        | load balancer type    | Classic    |
        | allowed source ranges | 10.0.0.0/8 |
      When the admin sets the allowed source ranges of guarded to an empty list
      Then status of guarded shows allowed source ranges 10.0.0.0/8
      And EvaluationConditionsDetected of guarded is True with reason OperandsEvaluationConditionsDetected

Feature: A change of the load balancer type replaces the load balancer
  AWS cannot turn one type into the other. Until the Service is made anew, the load balancer stays what it is, and the
  parameters of the type that is not in use wait in the specification.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2, eip-3

  Rule: a change from Classic to Network waits until the Service is recreated

    @EIP-A20
    Scenario: A Classic load balancer becomes an NLB with Elastic IPs when the admin deletes the Service
      Given the IngressController test with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      When the admin changes the IngressController test to
        | parameter          | value        |
        | load balancer type | NLB          |
        | subnets            | pub-b, pub-c |
        | EIPs               | eip-1, eip-2 |
      Then it is accepted
      And the LoadBalancerProgressing message of test names the change from Classic to NLB
      And the Service of test is the same object as before
      And test has a Classic load balancer in pub-a, pub-b
      And the Elastic IPs eip-1, eip-2 are free
      When the admin deletes the Service of test
      Then test has an NLB load balancer in pub-b, pub-c
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-b  | eip-1      |
        | pub-c  | eip-2      |
      And the Elastic IPs eip-3 are free
      And status of test shows
        | parameter          | value        |
        | load balancer type | NLB          |
        | subnets            | pub-b, pub-c |
        | EIPs               | eip-1, eip-2 |
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing

    @EIP-A20
    Scenario: The subnets of a Classic load balancer are not carried over to the NLB that replaces it
      Given the IngressController test with
        | parameter          | value               |
        | load balancer type | Classic             |
        | subnets            | pub-a               |
        | EIPs               | eip-1, eip-2, eip-3 |
      And the admin has run
        """
        oc -n openshift-ingress-operator annotate ingresscontroller/test ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      When the admin sets the load balancer type of test to NLB
      Then test has an NLB load balancer in pub-a, pub-b, pub-c
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
        | pub-c  | eip-3      |
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation

    @EIP-A20
    Scenario: The patch in the message reverts a change from Classic to NLB
      Given the IngressController test with
        | parameter          | value               |
        | load balancer type | Classic             |
        | EIPs               | eip-1, eip-2, eip-3 |
      And the admin has set the load balancer type of test to NLB
      When the admin applies the patch that the LoadBalancerProgressing message of test offers
      Then LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the load balancer of test is the same object as before
      And the Elastic IPs eip-1, eip-2, eip-3 are free

  Rule: a change from Network to Classic frees the Elastic IPs

    @document @EIP-A20
    Scenario: The Elastic IPs of an NLB that becomes Classic are in use until the admin deletes the Service
      Given the IngressController test with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-1, eip-2, eip-3 |
      When the admin sets the load balancer type of test to Classic
      Then the LoadBalancerProgressing message of test names the change from NLB to Classic
      And the Elastic IPs eip-1, eip-2, eip-3 are in use
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
        | pub-c  | eip-3      |
      And the Service of test is annotated
        | annotation                                                   | value               |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2, eip-3 |
      When the admin deletes the Service of test
      Then test has a Classic load balancer in pub-a, pub-b, pub-c
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And the Elastic IPs eip-1, eip-2, eip-3 are free
      And spec of test shows EIPs eip-1, eip-2, eip-3
      And status of test shows no EIPs

    @EIP-A15
    Scenario: With auto-delete the Elastic IPs of an NLB that becomes Classic are free at once
      Given the IngressController test with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-1, eip-2, eip-3 |
      And the admin has run
        """
        oc -n openshift-ingress-operator annotate ingresscontroller/test ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      When the admin sets the load balancer type of test to Classic
      Then test has a Classic load balancer in pub-a, pub-b, pub-c
      And the load balancer of test is another object than before
      And the Elastic IPs eip-1, eip-2, eip-3 are free
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing

Feature: An IngressController is deleted
  No document says what deletion leaves behind; every implementation gives back what it took, and nothing else.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2

  Rule: nothing of a deleted IngressController is left

    Scenario Outline: Nothing is left in AWS of a deleted IngressController with a load balancer of type <type>
      Given the admin has listed what AWS holds
      And the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then it is accepted
      And test has no load balancer
      And AWS holds exactly what the admin has listed

      @EIP-221.a @EIP-223
      Examples: Classic
        | type    |
        | Classic |

      @EIP-221.b @EIP-222
      Examples: NLB
        | type |
        | NLB  |

    @EIP-221.c @EIP-222 @EIP-224
    Scenario: The Elastic IPs of a deleted IngressController are free, and nothing else is left of it in AWS
      Given the admin has listed what AWS holds
      And the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then it is accepted
      And the Elastic IPs eip-1, eip-2 are free
      And test has no load balancer
      And AWS holds exactly what the admin has listed

    @EIP-225 @EIP-226
    Scenario Outline: A deleted IngressController with a load balancer of type <type> is gone, and so is its DNS name
      Given the admin has listed what AWS holds
      And the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then it is accepted
      And no IngressController test exists
      And no Deployment router-test exists
      And no Service router-test exists
      And no DNSRecord test-wildcard exists
      And AWS holds exactly what the admin has listed

      Examples:
        | type    |
        | Classic |
        | NLB     |

  Rule: everything of other IngressControllers is left

    @EIP-227
    Scenario Outline: Deleting an IngressController of type <type> changes nothing of another one of type <other>
      Given the IngressController other with
        | parameter          | value   |
        | load balancer type | <other> |
      And the admin has listed what AWS holds
      And the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then it is accepted
      And AWS holds exactly what the admin has listed
      And the IngressController other is unchanged
      And the Service of other is unchanged
      And the routers of other are unchanged

      Examples:
        | type    | other   |
        | Classic | Classic |
        | Classic | NLB     |
        | NLB     | Classic |
        | NLB     | NLB     |

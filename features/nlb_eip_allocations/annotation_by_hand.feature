Feature: The operator does not manage the Elastic IP annotation of an existing Service
  The operator writes it when it makes the Service. Later it shows in status what is there, and says where that is not
  what the specification wants; it changes nothing.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2, eip-3, eip-4
    And the IngressController test with
      | parameter          | value        |
      | load balancer type | NLB          |
      | EIPs               | eip-1, eip-2 |

  Rule: a load balancer that exists keeps its addresses

    @EIP-067 @EIP-130
    Scenario: A load balancer keeps its Elastic IPs when someone changes the annotation
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then the load balancer of test is the same object as before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And the events on the Service of test are
        | type   | reason               |
        | Normal | EnsuringLoadBalancer |
        | Normal | EnsuredLoadBalancer  |

    @EIP-110
    Scenario Outline: LoadBalancerReady of an existing load balancer stays True whatever the annotation <annotation> says
      Given the IngressController plain with
        | parameter          | value |
        | load balancer type | NLB   |
      When someone edits the Service of plain with
        | field                                   | value   |
        | service.beta.kubernetes.io/<annotation> | <value> |
      Then LoadBalancerReady of plain is True with reason LoadBalancerProvisioned
      And LoadBalancerProgressing of plain is True with reason OperandsProgressing

      Examples:
        | annotation                        | value                                                  |
        | aws-load-balancer-eip-allocations | eipalloc-0dba74f5f9888a37a, eipalloc-0436f6a636851e1ce |
        | aws-load-balancer-subnets         | no-such-subnet                                         |

    @EIP-117
    Scenario: The load balancer gets changed Elastic IPs only when its Service is recreated
      Given the admin has set the EIPs of test to eip-3, eip-4
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      When the admin deletes the Service of test
      Then the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |

  Rule: status shows the annotation of the Service

    @EIP-120 @EIP-125
    Scenario Outline: Status shows the Elastic IPs <value> that someone sets in the annotation
      When someone edits the Service of test with
        | field                                                        | value   |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | <value> |
      Then status of test shows EIPs <value>
      And spec of test shows EIPs eip-1, eip-2
      When someone edits the Service of test with
        | field                                                        | value   |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | nothing |
      Then status of test shows no EIPs

      Examples:
        | value        |
        | eip-3, eip-4 |
        | eip-4        |

    @EIP-121
    Scenario: LoadBalancerProgressing announces Elastic IPs that someone sets in the annotation
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then status of test shows EIPs eip-3, eip-4
      And spec of test shows EIPs eip-1, eip-2
      And LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of test names the change from eip-3, eip-4 to eip-1, eip-2

    @EIP-123
    Scenario: Status shows the scope of the specification and the Elastic IPs of the Service
      Given the IngressController scoped with
        | parameter          | value    |
        | load balancer type | NLB      |
        | scope              | External |
      When the admin sets the EIPs of test to eip-3, eip-4
      And the admin sets the scope of scoped to Internal
      Then status of test shows EIPs eip-1, eip-2
      And status of scoped shows scope Internal
      And the Service of scoped has no service.beta.kubernetes.io/aws-load-balancer-internal annotation

    @EIP-A18
    Scenario: Status leaves out an annotated Elastic IP that is malformed
      When someone edits the Service of test with
        | field                                                        | value              |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-too-short |
      Then status of test shows no EIPs
      And LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the Service of test is annotated
        | annotation                                                   | value              |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-too-short |

  Rule: the operator does not restore the annotation

    @EIP-124
    Scenario: The operator leaves other Elastic IPs in the annotation as they are
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then the Service of test is the same object as before
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And spec of test shows EIPs eip-1, eip-2

    @EIP-124
    Scenario: The operator does not restore an Elastic IP annotation that someone removes
      When someone edits the Service of test with
        | field                                                        | value   |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | nothing |
      Then the Service of test is the same object as before
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation

  Rule: a change of the scope is announced like a change of the Elastic IPs

    @EIP-182
    Scenario: An NLB with Elastic IPs becomes internal when they are removed and the Service is deleted
      When the admin changes the IngressController test to
        | parameter | value    |
        | scope     | Internal |
        | EIPs      | null     |
      Then it is accepted
      And the LoadBalancerProgressing message of test names the change from External to Internal
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      When the admin deletes the Service of test
      Then the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And the Service of test is annotated
        | annotation                                            | value |
        | service.beta.kubernetes.io/aws-load-balancer-internal | true  |
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the Elastic IPs eip-1, eip-2 are free

    @EIP-173
    Scenario: LoadBalancerProgressing announces a change of the scope and offers the command that deletes the Service
      Given the IngressController scoped with
        | parameter          | value    |
        | load balancer type | NLB      |
        | scope              | External |
      When the admin sets the scope of scoped to Internal
      Then LoadBalancerProgressing of scoped is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of scoped names the change from External to Internal
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-scoped
        """
      And its message warns that host name and address will change

Feature: The annotation of a Service that exists belongs to nobody
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
      | parameter     | value        |
      | load balancer | NLB          |
      | EIPs          | eip-1, eip-2 |

  Rule: status shows what the Service says

    @EIP-120 @EIP-125
    Scenario Outline: Status follows an annotation of <value>
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
    Scenario: A difference that was made by hand is announced
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then status of test shows EIPs eip-3, eip-4
      And spec of test shows EIPs eip-1, eip-2
      And LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of test names the change from eip-3, eip-4 to eip-1, eip-2

    @EIP-123
    Scenario: Status shows the scope that is wanted and the Elastic IPs that are there
      Given the IngressController scoped with
        | parameter     | value    |
        | load balancer | NLB      |
        | scope         | External |
      When the admin sets the EIPs of test to eip-3, eip-4
      And the admin sets the scope of scoped to Internal
      Then status of test shows EIPs eip-1, eip-2
      And status of scoped shows scope Internal
      And the Service of scoped has no service.beta.kubernetes.io/aws-load-balancer-internal annotation

    @EIP-A18
    Scenario: What the API server would not store is left out of status
      When someone edits the Service of test with
        | field                                                        | value                      |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-too-short         |
      Then status of test shows no EIPs
      And LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the Service of test is annotated
        | annotation                                                   | value              |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-too-short |

  Rule: the operator does not write it back

    @EIP-124
    Scenario: Another list stays
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then the Service of test is the same object as before
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And spec of test shows EIPs eip-1, eip-2

    @EIP-124
    Scenario: A removed list stays away
      When someone edits the Service of test with
        | field                                                        | value   |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | nothing |
      Then the Service of test is the same object as before
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation

  Rule: a load balancer that exists keeps its addresses

    @EIP-067 @EIP-130
    Scenario: Another annotation is not carried over
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then the load balancer of test is the same as before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And no event on the Service of test is a warning

    @EIP-117
    Scenario: A new Service carries it over
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

    @EIP-110
    Scenario Outline: Once there is a load balancer, LoadBalancerReady stays True whatever <annotation> says
      Given the IngressController plain with
        | parameter     | value |
        | load balancer | NLB   |
      When someone edits the Service of plain with
        | field                                   | value   |
        | service.beta.kubernetes.io/<annotation> | <value> |
      Then LoadBalancerReady of plain is True with reason LoadBalancerProvisioned
      And LoadBalancerProgressing of plain is True with reason OperandsProgressing

      Examples:
        | annotation                        | value                                                  |
        | aws-load-balancer-eip-allocations | eipalloc-0dba74f5f9888a37a, eipalloc-0436f6a636851e1ce |
        | aws-load-balancer-subnets         | no-such-subnet                                         |

  Rule: a pending change of the scope keeps the conditions alive

    @EIP-182
    Scenario: An NLB with Elastic IPs becomes internal
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
    Scenario: A change of the scope is announced in the same way
      Given the IngressController scoped with
        | parameter     | value    |
        | load balancer | NLB      |
        | scope         | External |
      When the admin sets the scope of scoped to Internal
      Then LoadBalancerProgressing of scoped is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of scoped names the change from External to Internal
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-scoped
        """
      And its message warns that host name and address will change

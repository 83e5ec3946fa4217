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
      And the Elastic IPs eip-3, eip-4 are free
      And no component called CreateLoadBalancer, DeleteLoadBalancer, SetSubnets
      And the events on the Service of test are
        | type   | reason               |
        | Normal | EnsuringLoadBalancer |
        | Normal | EnsuredLoadBalancer  |

    @EIP-110
    Scenario: LoadBalancerReady of an existing load balancer stays True when its annotation names nonexistent Elastic IPs
      Given the IngressController plain with
        | parameter          | value |
        | load balancer type | NLB   |
      When someone edits the Service of plain with
        | field                                                        | value                                                  |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-0dba74f5f9888a37a, eipalloc-0436f6a636851e1ce |
      Then LoadBalancerReady of plain is True with reason LoadBalancerProvisioned
      And LoadBalancerProgressing of plain is True with reason OperandsProgressing
      And the events on the Service of plain are
        | type   | reason               |
        | Normal | EnsuringLoadBalancer |
        | Normal | EnsuredLoadBalancer  |

    @EIP-110
    Scenario: LoadBalancerReady of an existing load balancer stays True when its annotation names a nonexistent subnet
      Given the IngressController plain with
        | parameter          | value |
        | load balancer type | NLB   |
      When someone edits the Service of plain with
        | field                                                | value          |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | no-such-subnet |
      Then LoadBalancerReady of plain is True with reason LoadBalancerProvisioned
      And LoadBalancerProgressing of plain is True with reason OperandsProgressing
      And the events on the Service of plain are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Normal  | EnsuredLoadBalancer    |
        | Warning | SyncLoadBalancerFailed |

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
      And the Elastic IPs eip-1, eip-2 are free

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
      And spec of test shows EIPs eip-1, eip-2

      Examples:
        | value               |
        | eip-3, eip-4        |
        | eip-4               |
        | eip-2, eip-4, eip-1 |

    Scenario Outline: Status shows the Elastic IPs that someone reorders in the annotation as <status>
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-2, eip-1 |
      Then status of test shows EIPs <status>
      And spec of test shows EIPs eip-1, eip-2
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing

      @document @EIP-125
      Examples: in the order of the annotation
        | status       |
        | eip-2, eip-1 |

      @shipped @EIP-A14
      Examples: as released, which writes no status for another order
        | status       |
        | eip-1, eip-2 |

    @EIP-121
    Scenario: LoadBalancerProgressing announces Elastic IPs that someone sets in the annotation
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then status of test shows EIPs eip-3, eip-4
      And spec of test shows EIPs eip-1, eip-2
      And LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of test names the change from eip-3, eip-4 to eip-1, eip-2

    @EIP-123.a
    Scenario: Status shows the Elastic IPs of the Service and not those of the specification
      When the admin sets the EIPs of test to eip-3, eip-4
      Then status of test shows EIPs eip-1, eip-2
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |

    @EIP-123.b
    Scenario: Status shows the scope of the specification and not that of the Service
      Given the IngressController scoped with
        | parameter          | value    |
        | load balancer type | NLB      |
        | scope              | External |
      When the admin sets the scope of scoped to Internal
      Then status of scoped shows scope Internal
      And the Service of scoped has no service.beta.kubernetes.io/aws-load-balancer-internal annotation
      And the load balancer of scoped is the same object as before

    @document @EIP-A18
    Scenario: Status leaves out an annotated Elastic IP that is malformed
      When someone edits the Service of test with
        | field                                                        | value              |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-too-short |
      Then status of test shows no EIPs
      And LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the Service of test is annotated
        | annotation                                                   | value              |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-too-short |

    @shipped @EIP-A18
    Scenario: The released operator does not update status for an annotated Elastic IP that is malformed
      When someone edits the Service of test with
        | field                                                        | value              |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-too-short |
      Then status of test shows EIPs eip-1, eip-2
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the Service of test is annotated
        | annotation                                                   | value              |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-too-short |

  Rule: the operator does not restore the annotation

    @EIP-124.a
    Scenario: The operator leaves other Elastic IPs in the annotation as they are
      When someone edits the Service of test with
        | field                                                        | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      Then the Service of test is the same object as before
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And spec of test shows EIPs eip-1, eip-2
      And the load balancer of test is the same object as before

    @EIP-124.b
    Scenario: The operator does not restore an Elastic IP annotation that someone removes
      When someone edits the Service of test with
        | field                                                        | value   |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | nothing |
      Then the Service of test is the same object as before
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

  Rule: blanks around the elements of an annotation do not count

    @document @EIP-195.a
    Scenario Outline: Elastic IPs with <what> are those of the specification
      When the admin runs
        """
        oc -n openshift-ingress patch svc/router-test --type=merge --patch='{"metadata":{"annotations":{"service.beta.kubernetes.io/aws-load-balancer-eip-allocations":"<value>"}}}'
        """
      Then it is accepted
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And status of test shows EIPs eip-1, eip-2
      And nothing has changed in AWS

      Examples:
        | what                     | value          |
        | a blank after the comma  | eip-1, eip-2   |
        | blanks around everything | eip-1 , eip-2  |
        | an empty element         | eip-1,, eip-2, |

    @document @EIP-195.b
    Scenario: Source ranges that someone annotates with a blank after the comma are shown in status
      When the admin runs
        """
        oc -n openshift-ingress annotate svc/router-test service.beta.kubernetes.io/load-balancer-source-ranges="10.0.0.0/8, 192.0.2.0/24"
        """
      Then status of test shows allowed source ranges 10.0.0.0/8, 192.0.2.0/24
      And EvaluationConditionsDetected of test is True with reason OperandsEvaluationConditionsDetected

    @document @EIP-195.c
    Scenario: Subnets with a blank after the comma are those of the specification
      Given the IngressController placed with
        | parameter          | value        |
        | load balancer type | NLB          |
        | subnets            | pub-a, pub-b |
      When the admin runs
        """
        oc -n openshift-ingress patch svc/router-placed --type=merge --patch='{"metadata":{"annotations":{"service.beta.kubernetes.io/aws-load-balancer-subnets":"pub-a, pub-b"}}}'
        """
      Then it is accepted
      And LoadBalancerProgressing of placed is False with reason LoadBalancerNotProgressing
      And status of placed shows subnets pub-a, pub-b
      And nothing has changed in AWS

  Rule: a load balancer keeps the rules of its own subnets

    @EIP-196.a
    Scenario: A load balancer keeps the rules for its health checks when someone annotates another subnet
      Given the IngressController placed with
        | parameter          | value |
        | load balancer type | NLB   |
        | subnets            | pub-a |
      When someone edits the Service of placed with
        | field                                                | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-b |
      Then placed has an NLB load balancer in pub-a
      And nothing has changed in AWS

    @EIP-196.b
    Scenario: A load balancer keeps the rules for its health checks when discovery would prefer a new subnet
      Given the IngressController found with
        | parameter          | value |
        | load balancer type | NLB   |
      And the VPC also has the subnets
        | subnet | zone       | visibility | tags                     |
        | pub-a2 | us-east-1a | public     | kubernetes.io/role/elb=1 |
      When the admin runs
        """
        oc -n openshift-ingress annotate svc/router-found example.com/noted=yes
        """
      Then it is accepted
      And found has an NLB load balancer in pub-a, pub-b
      And nothing has changed in AWS

  Rule: a change of the scope is announced like a change of the Elastic IPs

    @document @EIP-182
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
      And status of test shows scope Internal
      And status of test shows no EIPs
      And the load balancer of test is another object than before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP    |
        | pub-a  | chosen by AWS |
        | pub-b  | chosen by AWS |
      And the Elastic IPs eip-1, eip-2 are free

    @document @EIP-182.1 @EIP-182.2
    Scenario: An NLB with Elastic IPs that becomes internal keeps them until its Service is deleted
      When the admin changes the IngressController test to
        | parameter | value    |
        | scope     | Internal |
        | EIPs      | null     |
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And the load balancer of test is the same object as before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      When the admin changes the IngressController test to
        | parameter | value        |
        | scope     | External     |
        | EIPs      | eip-1, eip-2 |
      Then LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the load balancer of test is the same object as before

    @shipped @EIP-A18
    Scenario: The released operator makes no Service for an NLB with Elastic IPs that becomes internal, until that is reverted
      When the admin changes the IngressController test to
        | parameter | value    |
        | scope     | Internal |
        | EIPs      | null     |
      Then it is accepted
      And status of test shows
        | parameter | value        |
        | scope     | External     |
        | EIPs      | eip-1, eip-2 |
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the load balancer of test is the same object as before
      When the admin deletes the Service of test
      Then no Service router-test exists
      And test has no load balancer
      And the Elastic IPs eip-1, eip-2 are free
      When the admin changes the IngressController test to
        | parameter | value        |
        | scope     | External     |
        | EIPs      | eip-1, eip-2 |
      Then the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

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
      And the load balancer of scoped is the same object as before

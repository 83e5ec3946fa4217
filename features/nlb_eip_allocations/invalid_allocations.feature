Feature: Invalid Elastic IPs keep the load balancer of a new IngressController from being made
  Which addresses exist, and how many subnets there are, is known to AWS only. The cloud provider reports what it cannot
  use, and the operator repeats it, so that the admin finds the reason on the IngressController.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
      | pub-d  | us-east-1d | public     |
      | pub-e  | us-east-1e | public     |
    And a cluster on platform AWS

  Rule: Elastic IPs that do not exist are reported by name

    @EIP-111 @EIP-138
    Scenario: No load balancer is made for nonexistent Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value                                                                                                                                      |
        | load balancer type | NLB                                                                                                                                        |
        | EIPs               | eipalloc-0dba74f5f9888a37a, eipalloc-0436f6a636851e1ce, eipalloc-034f3c45b2b341752, eipalloc-094ada3572e093006, eipalloc-0eeb9f39681b1a015 |
      Then it is accepted
      And test has no load balancer
      And the Service of test has no address
      And nothing has changed in AWS

    @EIP-159 @EIP-112 @EIP-113 @EIP-161
    Scenario Outline: LoadBalancerReady quotes the error of AWS about nonexistent Elastic IPs and points to the <manager> logs
      When the admin creates the IngressController test with
        | parameter          | value                                                                                                                                      |
        | load balancer type | NLB                                                                                                                                        |
        | EIPs               | eipalloc-0dba74f5f9888a37a, eipalloc-0436f6a636851e1ce, eipalloc-034f3c45b2b341752, eipalloc-094ada3572e093006, eipalloc-0eeb9f39681b1a015 |
      Then LoadBalancerReady of test is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: error creating load balancer: "AllocationIdNotFound: The allocation IDs 'eipalloc-0dba74f5f9888a37a', 'eipalloc-0436f6a636851e1ce', 'eipalloc-034f3c45b2b341752', 'eipalloc-094ada3572e093006', 'eipalloc-0eeb9f39681b1a015' do not exist (Service: AmazonEC2; Status Code: 400; Error Code: InvalidAllocationID.NotFound; Request ID: 50026879-8b24-4a0f-9606-87ac22f47692; Proxy: null)\n\tstatus code: 400, request id: 740d20ff-ae98-44d6-b86e-0762a1cf9c20"
        The <manager> logs may contain more details.
        """
      And the conditions of test are
        | condition               | status | reason                     | message                         |
        | LoadBalancerProgressing | False  | LoadBalancerNotProgressing | LoadBalancer is not progressing |

      @document
      Examples: as the document has it
        | manager                 |
        | kube-controller-manager |

      @shipped
      Examples: as released
        | manager                  |
        | cloud-controller-manager |

    @EIP-160 @EIP-164
    Scenario: Available repeats the whole message about nonexistent Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value                                                                                                                                      |
        | load balancer type | NLB                                                                                                                                        |
        | EIPs               | eipalloc-0dba74f5f9888a37a, eipalloc-0436f6a636851e1ce, eipalloc-034f3c45b2b341752, eipalloc-094ada3572e093006, eipalloc-0eeb9f39681b1a015 |
      Then Available of test is False with reason IngressControllerUnavailable
      And its message quotes LoadBalancerReady
      And its message is
        """
        One or more status conditions indicate unavailable: LoadBalancerReady=False (SyncLoadBalancerFailed: The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: error creating load balancer: "AllocationIdNotFound: The allocation IDs 'eipalloc-0dba74f5f9888a37a', 'eipalloc-0436f6a636851e1ce', 'eipalloc-034f3c45b2b341752', 'eipalloc-094ada3572e093006', 'eipalloc-0eeb9f39681b1a015' do not exist (Service: AmazonEC2; Status Code: 400; Error Code: InvalidAllocationID.NotFound; Request ID: 50026879-8b24-4a0f-9606-87ac22f47692; Proxy: null)\n\tstatus code: 400, request id: 740d20ff-ae98-44d6-b86e-0762a1cf9c20"
        ...
        """

    @EIP-162 @EIP-163
    Scenario: With nonexistent Elastic IPs and unmanaged DNS the DNS conditions report a missing record
      When the admin creates the IngressController test with
        | parameter             | value                                                                                                                                      |
        | load balancer type    | NLB                                                                                                                                        |
        | DNS management policy | Unmanaged                                                                                                                                  |
        | EIPs                  | eipalloc-0dba74f5f9888a37a, eipalloc-0436f6a636851e1ce, eipalloc-034f3c45b2b341752, eipalloc-094ada3572e093006, eipalloc-0eeb9f39681b1a015 |
      Then the conditions of test are
        | condition  | status | reason                   | message                                        |
        | DNSManaged | False  | UnmanagedLoadBalancerDNS | The DNS management policy is set to Unmanaged. |
        | DNSReady   | False  | RecordNotFound           | The wildcard record resource was not found.    |
      And test has no load balancer

  Rule: another number of Elastic IPs than of subnets is reported with both numbers

    @EIP-013
    Scenario: The operator admits an IngressController without counting the subnets in AWS
      Given the Elastic IPs eip-1, eip-2, eip-3
      When the admin creates the IngressController test with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-1, eip-2, eip-3 |
      Then it is accepted
      And the Service of test is annotated
        | annotation                                                   | value               |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2, eip-3 |
      And the conditions of test are
        | condition | status | reason |
        | Admitted  | True   | Valid  |
      And test has no load balancer

    @EIP-165 @EIP-139 @EIP-166
    Scenario Outline: LoadBalancerReady reports four Elastic IPs and five subnets and points to the <manager> logs
      Given the Elastic IPs eip-1, eip-2, eip-3, eip-4
      When the admin creates the IngressController test with
        | parameter          | value                      |
        | load balancer type | NLB                        |
        | EIPs               | eip-1, eip-2, eip-3, eip-4 |
      Then LoadBalancerReady of test is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: error creating load balancer: Must have same number of EIP AllocationIDs (4) and SubnetIDs (5)
        The <manager> logs may contain more details.
        """
      And test has no load balancer
      And the conditions of test are
        | condition               | status | reason                     | message                         |
        | LoadBalancerProgressing | False  | LoadBalancerNotProgressing | LoadBalancer is not progressing |

      @document
      Examples: as the document has it
        | manager                 |
        | kube-controller-manager |

      @shipped
      Examples: as released
        | manager                  |
        | cloud-controller-manager |

    @EIP-178 @EIP-129
    Scenario: Available repeats the message about four Elastic IPs and five subnets
      Given the Elastic IPs eip-1, eip-2, eip-3, eip-4
      When the admin creates the IngressController test with
        | parameter          | value                      |
        | load balancer type | NLB                        |
        | EIPs               | eip-1, eip-2, eip-3, eip-4 |
      Then Available of test is False with reason IngressControllerUnavailable
      And its message quotes LoadBalancerReady
      And its message is
        """
        One or more status conditions indicate unavailable: LoadBalancerReady=False (SyncLoadBalancerFailed: The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: error creating load balancer: Must have same number of EIP AllocationIDs (4) and SubnetIDs (5)
        ...
        """

    @EIP-167 @EIP-168 @EIP-169 @needs.workload-hold
    Scenario: During the first rollout the conditions also report routers that are not available
      Given the Elastic IPs eip-1, eip-2, eip-3, eip-4
      And no router becomes available
      When the admin creates the IngressController test with
        | parameter             | value                      |
        | load balancer type    | NLB                        |
        | DNS management policy | Unmanaged                  |
        | EIPs                  | eip-1, eip-2, eip-3, eip-4 |
      Then the conditions of test are
        | condition            | status | reason                   | message                                                                                                                                                      |
        | DeploymentAvailable  | False  | DeploymentUnavailable    | The deployment has Available status condition set to False (reason: MinimumReplicasUnavailable) with message: Deployment does not have minimum availability. |
        | DeploymentRollingOut | True   | DeploymentRollingOut     | Waiting for router deployment rollout to finish: 0 of 2 updated replica(s) are available...                                                                  |
        | DNSManaged           | False  | UnmanagedLoadBalancerDNS | The DNS management policy is set to Unmanaged.                                                                                                               |
        | DNSReady             | False  | RecordNotFound           | The wildcard record resource was not found.                                                                                                                  |
      And Available of test is False with reason IngressControllerUnavailable
      And its message quotes DeploymentAvailable, LoadBalancerReady
      And Progressing of test is True with reason IngressControllerProgressing
      And its message quotes DeploymentRollingOut

  Rule: the Service stays pending until the admin acts

    @EIP-155 @needs.clock
    Scenario Outline: The status tells why a Service with the Elastic IPs <EIPs> stays pending
      Given the Elastic IPs eip-1, eip-2, eip-3, eip-4
      And the IngressController test with
        | parameter          | value  |
        | load balancer type | NLB    |
        | EIPs               | <EIPs> |
      When 600 seconds pass
      Then the Service of test has no address
      And test has no load balancer
      And nothing has changed in AWS
      And the Elastic IPs eip-1, eip-2, eip-3, eip-4 are free
      And the Service of test is annotated
        | annotation                                                   | value  |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | <EIPs> |
      And LoadBalancerReady of test is False with reason SyncLoadBalancerFailed
      And Available of test is False with reason IngressControllerUnavailable
      And its message quotes LoadBalancerReady

      @EIP-126 @EIP-128.a
      Examples: one too few
        | EIPs                       |
        | eip-1, eip-2, eip-3, eip-4 |

      @EIP-128.b
      Examples: one that does not exist
        | EIPs                                                   |
        | eip-1, eip-2, eip-3, eip-4, eipalloc-0dba74f5f9888a37a |

    @EIP-129 @EIP-157 @EIP-158 @needs.clock @needs.logs
    Scenario Outline: The log of the provider and the status tell why a Service with the Elastic IPs <EIPs> stays pending
      Given the Elastic IPs eip-1, eip-2, eip-3, eip-4
      And the IngressController test with
        | parameter          | value  |
        | load balancer type | NLB    |
        | EIPs               | <EIPs> |
      When 600 seconds pass
      Then LoadBalancerReady of test is False with reason SyncLoadBalancerFailed
      And Available of test is False with reason IngressControllerUnavailable
      And its message quotes LoadBalancerReady
      When the admin runs
        """
        oc logs cloud-controller-manager -n openshift-cloud-controller-manager
        """
      Then it prints
        """
        <reason>
        """
      And it prints
        """
        openshift-ingress/router-test
        """

      Examples: one too few
        | EIPs                       | reason                                                           |
        | eip-1, eip-2, eip-3, eip-4 | Must have same number of EIP AllocationIDs (4) and SubnetIDs (5) |

      Examples: one that does not exist
        | EIPs                                                   | reason                                                                             |
        | eip-1, eip-2, eip-3, eip-4, eipalloc-0dba74f5f9888a37a | AllocationIdNotFound: The allocation IDs 'eipalloc-0dba74f5f9888a37a' do not exist |

    @EIP-A24 @needs.clock
    Scenario: An IngressController with a nonexistent Elastic IP is degraded after the grace period
      Given the IngressController test with
        | parameter          | value                      |
        | load balancer type | NLB                        |
        | EIPs               | eipalloc-0dba74f5f9888a37a |
      When 89 seconds pass
      Then the conditions of test are
        | condition | status |
        | Degraded  | False  |
      When 2 seconds pass
      Then Degraded of test is True with reason DegradedConditions

  Rule: an address that is in use or does not exist is reported in the same way

    Scenario Outline: An Elastic IP that <state> keeps the load balancer from being made
      Given the Elastic IPs eip-1, eip-2, eip-3, eip-4, eip-5, far-1 in eu-west-1
      And the admin has run
        """
        aws ec2 associate-address --allocation-id eip-5 --instance-id worker-1
        """
      When the admin creates the IngressController test with
        | parameter          | value                                 |
        | load balancer type | NLB                                   |
        | EIPs               | eip-1, eip-2, eip-3, eip-4, <address> |
      Then LoadBalancerReady of test is False with reason SyncLoadBalancerFailed
      And test has no load balancer
      And the Elastic IPs eip-1, eip-2, eip-3, eip-4 are free
      And the Elastic IPs eip-5 are in use
      When the admin runs
        """
        oc get ingresscontroller test -n openshift-ingress-operator -o jsonpath='{.status.conditions}'
        """
      Then it prints
        """
        <code>: The allocation IDs
        """

      @EIP-127.a
      Examples: unknown in the region of the cluster
        | state                | address                    | code                 |
        | does not exist       | eipalloc-0dba74f5f9888a37a | AllocationIdNotFound |
        | is in another region | far-1                      | AllocationIdNotFound |

      @EIP-127.b
      Examples: in use
        | state                  | address | code          |
        | belongs to an instance | eip-5   | ResourceInUse |

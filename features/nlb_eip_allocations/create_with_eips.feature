Feature: An NLB IngressController is created with Elastic IPs
  The admin lists the allocations on the IngressController; the load balancer has them from the start.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2

  Rule: the allocations of the IngressController become the addresses of its load balancer

    @smoke @EIP-002 @EIP-004 @EIP-008
    Scenario: The admin creates an IngressController with one Elastic IP for each subnet
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | scope              | External     |
        | EIPs               | eip-1, eip-2 |
      Then it is accepted
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
        | service.beta.kubernetes.io/aws-load-balancer-type            | nlb          |
      And test has an NLB load balancer in pub-a, pub-b
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And the Elastic IPs eip-1, eip-2 are in use
      And no component called DeleteLoadBalancer, SetSubnets, AssociateAddress

    Scenario Outline: The <kind> IngressController <name> has the Elastic IPs of its specification
      Given the Elastic IPs eip-3
      And the admin has deleted the IngressController default
      When the admin creates the IngressController <name> with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-3, eip-1 |
      Then the Service of <name> is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-1 |
      And the addresses of the load balancer of <name> are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-1      |
      And the Elastic IPs eip-2 are free

      @EIP-001.a
      Examples: the one that every cluster has
        | kind     | name    |
        | built-in | default |

      @EIP-001.b
      Examples: one that the admin adds
        | kind   | name |
        | custom | test |

    @EIP-053 @EIP-054 @EIP-063
    Scenario: The printed manifest creates an IngressController with its five Elastic IPs
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-c  | us-east-1c | public     |
        | pub-d  | us-east-1d | public     |
        | pub-f  | us-east-1f | public     |
      And the Elastic IPs eipalloc-0956fea34de4cb7ab, eipalloc-0e9a3077a70de050a, eipalloc-0b69fc4691f54cdd0, eipalloc-01e6ba6cbba1a391b, eipalloc-0e242df173f906112
      And the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: DNS
        metadata:
          name: cluster
        spec:
          baseDomain: eip.devcluster.openshift.com
          publicZone: null
          privateZone: null
        """
      When the admin runs
        """
        oc create -f custom-eip-cr.yaml
        """
      Then it prints
        """
        ingresscontroller.operator.openshift.io/test created
        """
      And spec of test shows
        | parameter                    | value                                                                                                                                      |
        | domain                       | test.apps.eip.devcluster.openshift.com                                                                                                     |
        | endpoint publishing strategy | LoadBalancerService                                                                                                                        |
        | DNS management policy        | Managed                                                                                                                                    |
        | scope                        | External                                                                                                                                   |
        | provider                     | AWS                                                                                                                                        |
        | load balancer type           | NLB                                                                                                                                        |
        | EIPs                         | eipalloc-0956fea34de4cb7ab, eipalloc-0e9a3077a70de050a, eipalloc-0b69fc4691f54cdd0, eipalloc-01e6ba6cbba1a391b, eipalloc-0e242df173f906112 |
      And status of test shows
        | parameter                    | value                                                                                                                                      |
        | domain                       | test.apps.eip.devcluster.openshift.com                                                                                                     |
        | endpoint publishing strategy | LoadBalancerService                                                                                                                        |
        | DNS management policy        | Managed                                                                                                                                    |
        | scope                        | External                                                                                                                                   |
        | provider                     | AWS                                                                                                                                        |
        | load balancer type           | NLB                                                                                                                                        |
        | EIPs                         | eipalloc-0956fea34de4cb7ab, eipalloc-0e9a3077a70de050a, eipalloc-0b69fc4691f54cdd0, eipalloc-01e6ba6cbba1a391b, eipalloc-0e242df173f906112 |
      And the Service of test is annotated
        | annotation                                                   | value                                                                                                                                      |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-0956fea34de4cb7ab, eipalloc-0e9a3077a70de050a, eipalloc-0b69fc4691f54cdd0, eipalloc-01e6ba6cbba1a391b, eipalloc-0e242df173f906112 |
      And the addresses of the load balancer of test are
        | subnet | Elastic IP                 |
        | pub-a  | eipalloc-0956fea34de4cb7ab |
        | pub-b  | eipalloc-0e9a3077a70de050a |
        | pub-c  | eipalloc-0b69fc4691f54cdd0 |
        | pub-d  | eipalloc-01e6ba6cbba1a391b |
        | pub-f  | eipalloc-0e242df173f906112 |

    @EIP-010
    Scenario: No component allocates or releases an Elastic IP
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then no component called AllocateAddress, ReleaseAddress
      When the admin sets the EIPs of test to eip-2, eip-1
      And the admin deletes the Service of test
      Then no component called AllocateAddress, ReleaseAddress
      When the admin sets the EIPs of test to null
      And the admin deletes the Service of test
      Then no component called AllocateAddress, ReleaseAddress
      And the Elastic IPs eip-1, eip-2 are free

    @EIP-015
    Scenario: The Service has the Elastic IP annotation from its creation on
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then the Service of test was created with the annotation service.beta.kubernetes.io/aws-load-balancer-eip-allocations
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |

    @EIP-016 @EIP-018 @EIP-065 @EIP-107 @EIP-144
    Scenario: The annotation holds the Elastic IPs of the specification in their order
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-2, eip-1 |
      Then the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-2, eip-1 |
      And the Service of test is a LoadBalancer Service with node ports for 80, 443

    @EIP-066
    Scenario: The Service of an NLB with Elastic IPs shows the load balancer's host name
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then the address of the Service of test is a host name below elb.us-east-1.amazonaws.com

  Rule: the admin manages the addresses in AWS

    @EIP-007
    Scenario: Elastic IPs of an address block that the admin owns are used like any others
      Given the admin has run
        """
        aws ec2 create-tags --resources eip-1 eip-2 --tags Key=public-ipv4-pool,Value=ipv4pool-ec2-1234567890abcdef0
        """
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And status of test shows EIPs eip-1, eip-2
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

    @EIP-011 @needs.clock
    Scenario Outline: An Elastic IP that somebody has <changed> in AWS leaves everything in the cluster as it is
      Given the Elastic IPs eip-3
      And the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      And the admin has set the EIPs of test to eip-1, eip-3
      And the admin has run
        """
        <command>
        """
      When 600 seconds pass
      Then the IngressController test is unchanged
      And the Service of test is unchanged
      And the load balancer of test is the same object as before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And nothing has changed in AWS
      And no component called DescribeAddresses, DescribeAddressesAttribute

      Examples: an Elastic IP in use
        | changed | command                                                                   |
        | tagged  | aws ec2 create-tags --resources eip-1 --tags Key=owner,Value=network-team |

      Examples: an Elastic IP of a pending change
        | changed  | command                                       |
        | released | aws ec2 release-address --allocation-id eip-3 |

    @EIP-012
    Scenario: The operator leaves the load balancer of the Kubernetes API and its Elastic IP alone
      Given the Elastic IPs eip-3
      And the admin has run
        """
        aws elbv2 create-load-balancer --name mycluster-x7k2p-ext --type network --subnet-mappings SubnetId=pub-a,AllocationId=eip-3
        """
      And the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      And the admin has set the EIPs of test to eip-2, eip-1
      And the admin has deleted the IngressController test
      When the admin runs
        """
        aws elbv2 describe-load-balancers --names mycluster-x7k2p-ext --query 'LoadBalancers[].AvailabilityZones[].LoadBalancerAddresses[].AllocationId'
        """
      Then it prints
        """
        ["eip-3"]
        """
      And the Elastic IPs eip-3 are in use
      And the Elastic IPs eip-1, eip-2 are free

  Rule: Elastic IPs are for Network Load Balancers only

    @EIP-020
    Scenario: A Classic load balancer ignores Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | Classic      |
        | EIPs               | eip-1, eip-2 |
      Then it is accepted
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And test has a Classic load balancer in pub-a, pub-b
      And the Elastic IPs eip-1, eip-2 are free
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      When the admin sets the EIPs of test to eip-2
      Then LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And status of test shows no EIPs
      And the load balancer of test is the same object as before

  Rule: the IngressController reports the load balancer

    @EIP-055 @EIP-063
    Scenario: Specification and status show the publishing strategy with its Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | scope              | External     |
        | EIPs               | eip-2, eip-1 |
      Then spec of test shows
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | DNS management policy        | Managed             |
        | scope                        | External            |
        | load balancer type           | NLB                 |
        | EIPs                         | eip-2, eip-1        |
      And status of test shows
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | DNS management policy        | Managed             |
        | scope                        | External            |
        | load balancer type           | NLB                 |
        | EIPs                         | eip-2, eip-1        |

    @EIP-056 @EIP-064
    Scenario: The operator adds its finalizer and fills in the status of an IngressController with Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value                               |
        | domain             | test.apps.mycluster.kit.example.com |
        | load balancer type | NLB                                 |
        | EIPs               | eip-1, eip-2                        |
      Then status of test shows
        | parameter | value                                                                     |
        | domain    | test.apps.mycluster.kit.example.com                                       |
        | selector  | ingresscontroller.operator.openshift.io/deployment-ingresscontroller=test |
      When the admin runs
        """
        oc -n openshift-ingress-operator get ingresscontroller/test -o jsonpath='{.metadata.finalizers} {.metadata.generation} {.status.observedGeneration}'
        """
      Then it prints
        """
        ["ingresscontroller.operator.openshift.io/finalizer-ingresscontroller"] 1 1
        """
      When the admin sets the EIPs of test to eip-2, eip-1
      And the admin runs
        """
        oc -n openshift-ingress-operator get ingresscontroller/test -o jsonpath='{.metadata.generation} {.status.observedGeneration}'
        """
      Then it prints
        """
        2 2
        """

    @EIP-057 @EIP-058 @EIP-062
    Scenario: The load balancer conditions say that an NLB with Elastic IPs is provisioned
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then the conditions of test are
        | condition                    | status | reason                     | message                                 |
        | LoadBalancerReady            | True   | LoadBalancerProvisioned    | The LoadBalancer service is provisioned |
        | LoadBalancerProgressing      | False  | LoadBalancerNotProgressing | LoadBalancer is not progressing         |
        | EvaluationConditionsDetected | False  | NoEvaluationCondition      | No evaluation condition is detected.    |

    @EIP-059 @EIP-060 @EIP-061
    Scenario: Available, Progressing and Degraded report a healthy NLB with Elastic IPs without a message
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then the conditions of test are
        | condition   | status | reason | message |
        | Available   | True   |        |         |
        | Progressing | False  |        |         |
        | Degraded    | False  |        |         |

    @EIP-170 @EIP-177
    Scenario: oc get prints the name and age of an IngressController with Elastic IPs
      Given the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      When the admin runs
        """
        oc get ingresscontrollers/test -n openshift-ingress-operator
        """
      Then it prints
        """
        NAME AGE
        test
        """
      And the conditions of test are
        | condition               | status |
        | LoadBalancerReady       | True   |
        | LoadBalancerProgressing | False  |
        | Available               | True   |

  Rule: an IngressController also has routers

    @EIP-106 @EIP-A22
    Scenario: A Deployment with the wanted replicas runs behind an NLB with Elastic IPs
      Given the IngressController test with
        | parameter          | value        |
        | replicas           | 3            |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      When the admin runs
        """
        oc get deployment router-test -n openshift-ingress -o jsonpath='wanted {.spec.replicas}, available {.status.availableReplicas}'
        """
      Then it prints
        """
        wanted 3, available 3
        """
      And the conditions of test are
        | condition           | status |
        | DeploymentAvailable | True   |

  Rule: without Elastic IPs AWS chooses the addresses

    Scenario Outline: An IngressController whose Elastic IPs are <EIPs> gets addresses that AWS chose
      When the admin creates the IngressController test with
        | parameter          | value  |
        | load balancer type | NLB    |
        | EIPs               | <EIPs> |
      Then it is accepted
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And status of test shows no EIPs
      And test has an NLB load balancer in pub-a, pub-b
      And the addresses of the load balancer of test are
        | subnet | Elastic IP    |
        | pub-a  | chosen by AWS |
        | pub-b  | chosen by AWS |
      And the Elastic IPs eip-1, eip-2 are free

      @EIP-140.a
      Examples: no list
        | EIPs   |
        | absent |
        | null   |

      @EIP-140.b
      Examples: a list without elements
        | EIPs          |
        | an empty list |

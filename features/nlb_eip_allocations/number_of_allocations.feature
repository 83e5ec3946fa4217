Feature: A load balancer needs as many Elastic IPs as it has subnets
  Without subnets in the specification the cloud provider takes one public subnet in each zone, so the admin has to know
  how many there are.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
      | priv-a | us-east-1a | private    |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2, eip-3, eip-4

  Rule: the number of Elastic IPs is that of the subnets in use

    @EIP-042.b
    Scenario: Three Elastic IPs for three discovered subnets are used
      When the admin creates the IngressController test with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-1, eip-2, eip-3 |
      Then LoadBalancerReady of test is True with reason LoadBalancerProvisioned
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
        | pub-c  | eip-3      |
      And the Elastic IPs eip-4 are free

    Scenario Outline: The cloud provider refuses <number> Elastic IPs for three discovered subnets
      When the admin creates the IngressController test with
        | parameter          | value  |
        | load balancer type | NLB    |
        | EIPs               | <EIPs> |
      Then LoadBalancerReady of test is False with reason SyncLoadBalancerFailed
      And the events on the Service of test are
        | type    | reason                 | message                                                                                                                                                            |
        | Normal  | EnsuringLoadBalancer   |                                                                                                                                                                    |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: error creating load balancer: Must have same number of EIP AllocationIDs (<number>) and SubnetIDs (3) |
      And test has no load balancer
      And the Service of test has no address
      And the Elastic IPs eip-1, eip-2, eip-3, eip-4 are free

      @EIP-042.a
      Examples: one too few
        | number | EIPs         |
        | 2      | eip-1, eip-2 |

      @EIP-042.c
      Examples: one too many
        | number | EIPs                       |
        | 4      | eip-1, eip-2, eip-3, eip-4 |

    Scenario Outline: Elastic IPs go by position to the subnets that the specification lists by <kind>
      Given the VPC also has the subnets
        | subnet | zone       | visibility | id                       | name      |
        | pub-d  | us-east-1d | public     | subnet-0a1b2c3d4e5f60003 | ingress-3 |
        | pub-f  | us-east-1f | public     | subnet-0a1b2c3d4e5f60002 | ingress-1 |
        | pub-e  | us-east-1e | public     | subnet-0a1b2c3d4e5f60001 | ingress-2 |
      When the admin creates the IngressController test with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | subnets            | <subnets>           |
        | EIPs               | eip-2, eip-4, eip-1 |
      Then test has an NLB load balancer in pub-d, pub-e, pub-f
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-d  | <pub-d>    |
        | pub-e  | <pub-e>    |
        | pub-f  | <pub-f>    |
      And the Elastic IPs eip-3 are free
      And status of test shows EIPs eip-2, eip-4, eip-1

      @document @EIP-183.a
      Examples: ids, in the order of the list
        | kind | subnets             | pub-d | pub-e | pub-f |
        | id   | pub-e, pub-d, pub-f | eip-4 | eip-2 | eip-1 |

      @document @EIP-183.b
      Examples: names, in the order of the list
        | kind | subnets                         | pub-d | pub-e | pub-f |
        | name | ingress-2, ingress-3, ingress-1 | eip-4 | eip-2 | eip-1 |

      @document @EIP-183.c
      Examples: ids before names, each in the order of its list
        | kind              | subnets                     | pub-d | pub-e | pub-f |
        | name, id and name | ingress-2, pub-f, ingress-3 | eip-1 | eip-4 | eip-2 |

      @shipped @EIP-A14
      Examples: as released, in the order in which AWS lists them
        | kind              | subnets                         | pub-d | pub-e | pub-f |
        | id                | pub-e, pub-d, pub-f             | eip-2 | eip-4 | eip-1 |
        | name              | ingress-2, ingress-3, ingress-1 | eip-2 | eip-4 | eip-1 |
        | name, id and name | ingress-2, pub-f, ingress-3     | eip-4 | eip-1 | eip-2 |

    @EIP-A10
    Scenario: The cloud provider counts the subnets of the specification, and the API server does so before
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | subnets            | pub-c, pub-a |
        | EIPs               | eip-4, eip-1 |
      Then it is accepted
      And test has an NLB load balancer in pub-a, pub-c
      And status of test shows
        | parameter | value        |
        | subnets   | pub-c, pub-a |
        | EIPs      | eip-4, eip-1 |
      And the Elastic IPs eip-1, eip-4 are in use
      And the Elastic IPs eip-2, eip-3 are free

    @EIP-A11
    Scenario: Two public subnets in one zone need one Elastic IP
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-a2 | us-east-1a | public     |
      When the admin creates the IngressController test with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-1, eip-2, eip-3 |
      Then LoadBalancerReady of test is True with reason LoadBalancerProvisioned
      And test has an NLB load balancer in pub-a or pub-a2, pub-b, pub-c
      And the Elastic IPs eip-1, eip-2, eip-3 are in use

    @draft @EIP-A09
    Scenario: Only the cloud provider counts the subnets in the draft's list
      When the admin creates the IngressController test with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | subnets            | pub-a, pub-b, pub-c |
        | EIPs               | eip-1, eip-2        |
      Then it is accepted
      And the events on the Service of test are
        | type    | reason                 | message                                                                                                                                                     |
        | Normal  | EnsuringLoadBalancer   |                                                                                                                                                             |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: error creating load balancer: Must have same number of EIP AllocationIDs (2) and SubnetIDs (3) |

  Rule: an Elastic IP belongs to one load balancer

    Scenario Outline: A second IngressController with <which> Elastic IPs of the first waits for them
      Given the Elastic IPs eip-5
      And the IngressController first with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-1, eip-2, eip-3 |
      When the admin creates the IngressController second with
        | parameter          | value  |
        | load balancer type | NLB    |
        | EIPs               | <EIPs> |
      Then it is accepted
      And the conditions of second are
        | condition         | status | reason                 |
        | Admitted          | True   | Valid                  |
        | LoadBalancerReady | False  | SyncLoadBalancerFailed |
      And the Service of second has no address
      And second has no load balancer
      And the IngressController first is unchanged
      And the load balancer of first is the same object as before
      And the addresses of the load balancer of first are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
        | pub-c  | eip-3      |

      @EIP-041.a
      Examples: the same list
        | which   | EIPs                |
        | all the | eip-3, eip-1, eip-2 |

      @EIP-041.b
      Examples: one in common
        | which      | EIPs                |
        | one of the | eip-4, eip-3, eip-5 |

    @EIP-A12 @needs.clock
    Scenario: A second IngressController gets the same Elastic IPs after the first is deleted
      Given the IngressController first with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-1, eip-2, eip-3 |
      And the IngressController second with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-3, eip-1, eip-2 |
      And the admin has deleted the IngressController first
      When 300 seconds pass
      Then the events on the Service of second are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Warning | SyncLoadBalancerFailed |
        | Normal  | EnsuredLoadBalancer    |
      And LoadBalancerReady of second is True with reason LoadBalancerProvisioned
      And the addresses of the load balancer of second are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-1      |
        | pub-c  | eip-2      |

  Rule: the admin can count the public subnets beforehand

    @EIP-049 @EIP-050 @EIP-051
    Scenario: The main route table of the cluster's VPC shows the number of public subnets
      When the admin runs
        """
        oc get infrastructure cluster -o jsonpath='{.status.infrastructureName}'
        """
      Then it prints
        """
        mycluster-x7k2p
        """
      When the admin runs
        """
        aws ec2 describe-vpcs --filters Name=tag-key,Values=kubernetes.io/cluster/mycluster-x7k2p --query 'Vpcs[].VpcId'
        """
      Then it prints
        """
        ["cluster-vpc"]
        """
      When the admin runs
        """
        aws ec2 describe-route-tables --filters Name=vpc-id,Values=cluster-vpc Name=association.main,Values=true
        --query 'length(RouteTables[].Associations[?SubnetId][])'
        """
      Then it prints
        """
        3
        """
      When the admin creates the IngressController test with
        | parameter          | value               |
        | load balancer type | NLB                 |
        | EIPs               | eip-1, eip-2, eip-3 |
      Then LoadBalancerReady of test is True with reason LoadBalancerProvisioned

@needs.clock
Feature: The default IngressController gets Elastic IPs after the installation
  The operator made it with a Classic load balancer. With the auto-delete annotation one change of the specification
  replaces it by a Network Load Balancer that has the addresses of the admin's choice.

  Rule: the procedure of the document replaces the Classic load balancer

    @smoke @EIP-095 @EIP-096 @EIP-097 @EIP-098 @EIP-099 @EIP-137
    Scenario: The admin replaces the default Classic load balancer with an NLB that has Elastic IPs
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
        | pub-b  | us-east-1b | public     |
        | pub-c  | us-east-1c | public     |
        | pub-d  | us-east-1d | public     |
        | pub-e  | us-east-1e | public     |
      And a cluster on platform AWS
      And the Elastic IPs eipalloc-0956fea34de4cb7ab, eipalloc-0e9a3077a70de050a, eipalloc-0b69fc4691f54cdd0, eipalloc-01e6ba6cbba1a391b, eipalloc-0e242df173f906112
      And the admin has deleted the IngressController default
      And 60 seconds have passed
      Then default has a Classic load balancer in pub-a, pub-b, pub-c, pub-d, pub-e
      When the admin runs
        """
        oc -n openshift-ingress-operator annotate ingresscontrollers/default ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      Then it prints
        """
        ingresscontroller.operator.openshift.io/default annotated
        """
      When the admin changes the IngressController default to
        | parameter                    | value                                                                                                                                      |
        | endpoint publishing strategy | LoadBalancerService                                                                                                                        |
        | DNS management policy        | Managed                                                                                                                                    |
        | scope                        | External                                                                                                                                   |
        | provider                     | AWS                                                                                                                                        |
        | load balancer type           | NLB                                                                                                                                        |
        | EIPs                         | eipalloc-0956fea34de4cb7ab, eipalloc-0e9a3077a70de050a, eipalloc-0b69fc4691f54cdd0, eipalloc-01e6ba6cbba1a391b, eipalloc-0e242df173f906112 |
      Then it is accepted
      And the Service of default is another object than before
      And the Service of default is annotated
        | annotation                                                   | value                                                                                                                                      |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eipalloc-0956fea34de4cb7ab, eipalloc-0e9a3077a70de050a, eipalloc-0b69fc4691f54cdd0, eipalloc-01e6ba6cbba1a391b, eipalloc-0e242df173f906112 |
        | service.beta.kubernetes.io/aws-load-balancer-type            | nlb                                                                                                                                        |
      And the Service of default is a LoadBalancer Service with node ports for 80, 443
      And the load balancer of default is another object than before
      And the address of the Service of default is a host name below elb.us-east-1.amazonaws.com
      And the addresses of the load balancer of default are
        | subnet | Elastic IP                 |
        | pub-a  | eipalloc-0956fea34de4cb7ab |
        | pub-b  | eipalloc-0e9a3077a70de050a |
        | pub-c  | eipalloc-0b69fc4691f54cdd0 |
        | pub-d  | eipalloc-01e6ba6cbba1a391b |
        | pub-e  | eipalloc-0e242df173f906112 |
      And the conditions of default are
        | condition               | status |
        | LoadBalancerProgressing | False  |
        | LoadBalancerReady       | True   |
      And the wildcard record of default leads to its load balancer

  Rule: an existing IngressController can get Elastic IPs

    Scenario Outline: The IngressController <name>, made with a <type> load balancer, gets Elastic IPs when its Service is deleted
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
        | pub-b  | us-east-1b | public     |
      And a cluster on platform AWS
      And the Elastic IPs eip-1, eip-2
      And the admin has deleted the IngressController default
      And the IngressController <name> with
        | parameter          | value  |
        | load balancer type | <type> |
      When the admin changes the IngressController <name> to
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then it is accepted
      And the Elastic IPs eip-1, eip-2 are free
      When the admin deletes the Service of <name>
      Then the load balancer of <name> is another object than before
      And the Service of <name> is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-type            | nlb          |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And <name> has an NLB load balancer in pub-a, pub-b
      And the addresses of the load balancer of <name> are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

      @EIP-003.a @EIP-005 @EIP-009.a
      Examples: the default one, Classic before
        | name    | type    |
        | default | Classic |

      @EIP-003.a @EIP-005 @EIP-009.b
      Examples: the default one, an NLB before
        | name    | type |
        | default | NLB  |

      @EIP-003.b @EIP-009.a
      Examples: a custom one, Classic before
        | name   | type    |
        | custom | Classic |

      @EIP-003.b @EIP-009.b
      Examples: a custom one, an NLB before
        | name   | type |
        | custom | NLB  |

    @EIP-006
    Scenario: The default IngressController keeps its Elastic IPs when its Service is recreated
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And a cluster on platform AWS
      And the Elastic IPs eip-1
      And the admin has deleted the IngressController default
      And the IngressController default with
        | parameter          | value |
        | load balancer type | NLB   |
      When the admin sets the EIPs of default to eip-1
      And the admin deletes the Service of default
      Then the Service of default is annotated
        | annotation                                                   | value |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1 |
        | service.beta.kubernetes.io/aws-load-balancer-type            | nlb   |
      And the addresses of the load balancer of default are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
      When the admin deletes the Service of default
      Then the load balancer of default is another object than before
      And the addresses of the load balancer of default are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |

  Rule: the operator makes a Classic load balancer that faces the internet

    @EIP-142
    Scenario: The default IngressController has scope External
      Given a cluster on platform AWS
      And the admin has deleted the IngressController default
      When 60 seconds pass
      Then status of default shows
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | External            |

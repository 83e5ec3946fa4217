Feature: The ingress operator treats platform External as None
  Within the ingress operator the platform type decides on two things: how IngressControllers are published by default,
  and whether a DNS provider is engaged. On External both are as on None.

  Rule: nothing distinguishes External from None

    @EXT-017 @EXT-031 @EXT-167
    Scenario: The ingress operator leaves the same traces on External as on None, and others on AWS
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      When the ingress operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make no AWS calls
      And no cluster operator is degraded
      When the ingress operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component |
        | ingress   |

    @EXT-100.1 @EXT-031
    Scenario Outline: The ingress operator handles a LoadBalancerService with scope <scope> on platform External as on None
      Given the IngressController custom with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | <scope>             |
      When the ingress operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make no AWS calls
      And the Service of custom has no cloud-provider annotation
      And the Service of custom is a LoadBalancer Service with node ports for 80, 443
      When the ingress operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component |
        | ingress   |

      @EXT-100.a
      Examples:
        | scope    |
        | External |

      @EXT-100.b
      Examples:
        | scope    |
        | Internal |

    @EXT-118 @EXT-031
    Scenario Outline: A platform name that is <name> makes no difference to the ingress operator
      Given the Infrastructure on platform External with
        | setting       | value  |
        | platform name | <name> |
      When the ingress operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      When the ingress operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component |
        | ingress   |

      Examples:
        | name      |
        | Unknown   |
        | AcmeCloud |
        | AWS       |
        | empty     |

  Rule: the default publishing strategy is HostNetwork

    Scenario Outline: On platform <platform> the default IngressController uses <strategy>
      Given a cluster on platform <platform>
      Then status of default shows endpoint publishing strategy <strategy>
      And default publishes on the host network, without a Service
      And LoadBalancerManaged of default is False with reason EndpointPublishingStrategyExcludesManagedLoadBalancer

      @EXT-094
      Examples: External
        | platform | strategy    |
        | External | HostNetwork |

      @EXT-092
      Examples: the value to compare with
        | platform | strategy    |
        | None     | HostNetwork |

      @EXT-093
      Examples: a type that the operator does not know
        | platform | strategy    |
        | unknown  | HostNetwork |

    @EXT-091 @needs.clock
    Scenario: On platform AWS the default IngressController uses LoadBalancerService
      Given a cluster on platform AWS
      And the admin has deleted the IngressController default
      When 60 seconds pass
      Then status of default shows endpoint publishing strategy LoadBalancerService
      And status of default shows scope External

  Rule: no DNS provider is used on External

    @EXT-097
    Scenario: On platform AWS the wildcard record is written for a LoadBalancerService
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
      Then DNSReady of custom is True with reason NoFailedZones
      And ingress-operator called ChangeResourceRecordSets at the default endpoint

    Scenario Outline: On platform <platform> no DNS zone is read or changed for a Service that has an address
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And a cluster on platform <platform>
      And the IngressController custom with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
      When the provider's cloud controller manager gives the Service of custom the address 203.0.113.10
      Then DNSReady of custom is True with reason NoFailedZones
      And nothing has changed in AWS
      And no component called ChangeResourceRecordSets, ListHostedZones, ListTagsForResource

      @EXT-096 @EXT-102
      Examples: External
        | platform |
        | External |

      @EXT-095.a
      Examples: the value to compare with
        | platform |
        | None     |

      @EXT-095.b
      Examples: a type that the operator does not know
        | platform |
        | unknown  |

    Scenario Outline: On platform <platform> an IngressController with HostNetwork has no DNS record
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And a cluster on platform <platform>
      When the admin creates the IngressController custom with
        | parameter                    | value       |
        | endpoint publishing strategy | HostNetwork |
      Then status of custom shows endpoint publishing strategy HostNetwork
      And no DNSRecord custom-wildcard exists
      And nothing has changed in AWS
      And no component called ChangeResourceRecordSets

      @EXT-098.a
      Examples: no DNS provider
        | platform |
        | External |
        | None     |

      @EXT-098.b
      Examples: a DNS provider
        | platform |
        | AWS      |

  Rule: an admin may choose LoadBalancerService

    @EXT-099.a @EXT-101
    Scenario: On External the Service of an IngressController waits for the provider's cloud controller manager
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And a cluster on platform External
      When the admin creates the IngressController custom with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
      Then status of custom shows endpoint publishing strategy LoadBalancerService
      And the Service of custom is a LoadBalancer Service with node ports for 80, 443
      And the Service of custom has no address
      And LoadBalancerReady of custom is False with reason LoadBalancerPending
      And nothing has changed in AWS
      When the provider's cloud controller manager gives the Service of custom the address 203.0.113.10
      Then LoadBalancerReady of custom is True with reason LoadBalancerProvisioned
      And nothing has changed in AWS

    @EXT-099.b
    Scenario: On External an admin may delete the default IngressController and create it with LoadBalancerService
      Given a cluster on platform External
      And the admin has deleted the IngressController default
      When the admin creates the IngressController default with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
      Then status of default shows endpoint publishing strategy LoadBalancerService
      And the Service of default is a LoadBalancer Service with node ports for 80, 443

    @EXT-100.1
    Scenario Outline: On platform External a Service with scope <scope> has no annotation of any provider
      Given a cluster on platform External
      When the admin creates the IngressController custom with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | <scope>             |
      Then the Service of custom has no cloud-provider annotation

      @EXT-100.a
      Examples:
        | scope    |
        | External |

      @EXT-100.b
      Examples:
        | scope    |
        | Internal |

    @EXT-100.2 @EXT-100.b
    Scenario: On platform AWS a Service with scope Internal has the annotations of AWS
      Given a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | Internal            |
      Then the Service of custom is annotated
        | annotation                                            | value |
        | service.beta.kubernetes.io/aws-load-balancer-internal | true  |

    @EXT-100.2 @EXT-100.a
    Scenario: On platform AWS a Service with scope External and type NLB has the annotations of AWS
      Given a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | External            |
        | load balancer type           | NLB                 |
      Then the Service of custom is annotated
        | annotation                                        | value |
        | service.beta.kubernetes.io/aws-load-balancer-type | nlb   |

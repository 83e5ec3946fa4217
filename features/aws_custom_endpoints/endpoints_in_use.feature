@needs.aws-endpoints
Feature: Components call AWS at the custom endpoints

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
    And a cluster on platform AWS

  Rule: an endpoint in effect serves the named service and no other

    @CRE-014
    Scenario: The ingress operator publishes DNS names through the custom endpoint of Route 53
      Given the admin has set the custom endpoints
        | service | url                        |
        | route53 | https://route53.custom.url |
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at https://route53.custom.url
      And ingress-operator called DescribeLoadBalancers at the default endpoint
      And cloud-controller-manager called CreateLoadBalancer at the default endpoint

    @CRE-109.g
    Scenario Outline: The ingress operator looks up load balancers of type <type> through their custom endpoint
      Given the admin has set the custom endpoints
        | service              | url                    |
        | elasticloadbalancing | https://elb.custom.url |
      When the admin creates the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      Then ingress-operator called DescribeLoadBalancers at https://elb.custom.url
      And ingress-operator called ChangeResourceRecordSets at the default endpoint

      Examples:
        | type    |
        | Classic |
        | NLB     |

    @CRE-111.a
    Scenario: Without custom endpoints every service is called at its default endpoint
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at the default endpoint
      And ingress-operator called DescribeLoadBalancers at the default endpoint
      And cloud-controller-manager called CreateLoadBalancer at the default endpoint

    Scenario Outline: Components call the default endpoint after the admin has removed <what>
      Given the admin has set the custom endpoints
        | service | url                        |
        | route53 | https://route53.custom.url |
        | s3      | https://s3.custom.url      |
      And the IngressController first with
        | parameter          | value |
        | load balancer type | NLB   |
      When the admin runs
        """
        oc patch infrastructure cluster --type merge -p '{"spec": {"platformSpec": {"aws": <left>}}}'
        """
      Then it is accepted
      When the admin creates the IngressController second with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at the default endpoint
      When the admin runs
        """
        oc get infrastructure cluster -o jsonpath='in effect: {.status.platformStatus.aws.serviceEndpoints}.'
        """
      Then it prints
        """
        in effect: <in effect>.
        """

      @CRE-072.a
      Examples: one endpoint
        | what         | left                                                                   | in effect                                     |
        | its endpoint | {"serviceEndpoints": [{"name": "s3", "url": "https://s3.custom.url"}]} | [{"name":"s3","url":"https://s3.custom.url"}] |

      @CRE-072.b
      Examples: all endpoints
        | what           | left                     | in effect |
        | every endpoint | {"serviceEndpoints": []} |           |

      @CRE-072.c
      Examples: the structure
        | what                         | left | in effect |
        | the whole structure from AWS | null |           |

  Rule: operators call the endpoints in effect, not those that the admin asks for

    @CRE-075.a
    Scenario: The ingress operator does not call an endpoint that did not take effect
      Given the admin has set the custom endpoints
        | service | url                   |
        | route53 | https://b.example.com |
      And the admin has set the custom endpoints
        | service | url                   |
        | route53 | https://a.example.com |
        | kms     | https://              |
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at https://b.example.com

    @CRE-110.a
    Scenario: The ingress operator calls a changed endpoint from then on
      Given the admin has set the custom endpoints
        | service | url                   |
        | route53 | https://a.example.com |
      And the IngressController first with
        | parameter          | value |
        | load balancer type | NLB   |
      And the admin has set the custom endpoints
        | service | url                   |
        | route53 | https://b.example.com |
      When the admin creates the IngressController second with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at https://b.example.com

  Rule: only the cloud controller manager reads the cloud config

    @CRE-079
    Scenario: The ingress operator does not read the cloud config
      Given the cloud config of the admin is
        """
        [Global]

        [ServiceOverride "0"]
        Service = route53
        Region = us-east-1
        URL = https://route53.custom.url
        SigningRegion = us-east-1
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at the default endpoint

    @document @CRE-A38
    Scenario Outline: The cloud controller manager makes a load balancer of type <type> at the custom endpoints
      Given the admin has set the custom endpoints
        | service              | url                    |
        | ec2                  | https://ec2.custom.url |
        | elasticloadbalancing | https://elb.custom.url |
      When the admin creates the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      Then cloud-controller-manager called CreateLoadBalancer at https://elb.custom.url
      And components called the services at
        | component                | service              | endpoint               |
        | cloud-controller-manager | ec2                  | https://ec2.custom.url |
        | cloud-controller-manager | elasticloadbalancing | https://elb.custom.url |
      And ingress-operator called ChangeResourceRecordSets at the default endpoint

      @CRE-002.c
      Examples: Classic
        | type    |
        | Classic |

      @CRE-002.d
      Examples: NLB
        | type |
        | NLB  |

    @document @CRE-110.e
    Scenario Outline: The cloud controller manager calls changed endpoints from then on, for type <type>
      Given the admin has set the custom endpoints
        | service              | url                 |
        | ec2                  | https://ec2.old.url |
        | elasticloadbalancing | https://elb.old.url |
      And the IngressController first with
        | parameter          | value  |
        | load balancer type | <type> |
      And the admin has set the custom endpoints
        | service              | url                 |
        | ec2                  | https://ec2.new.url |
        | elasticloadbalancing | https://elb.new.url |
      When the admin creates the IngressController second with
        | parameter          | value  |
        | load balancer type | <type> |
      Then components called the services at
        | component                | service              | endpoint            |
        | cloud-controller-manager | ec2                  | https://ec2.new.url |
        | cloud-controller-manager | elasticloadbalancing | https://elb.new.url |

      Examples:
        | type    |
        | Classic |
        | NLB     |

    @shipped @CRE-A38
    Scenario: The released cloud controller manager does not know the service names of the stitched overrides
      Given the admin has set the custom endpoints
        | service              | url                    |
        | elasticloadbalancing | https://elb.custom.url |
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then cloud-controller-manager called CreateLoadBalancer at the default endpoint

@needs.aws-endpoints
Feature: Components call AWS at the custom endpoints

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
    And a cluster on platform AWS

  Rule: an endpoint in effect serves the named service and no other

    @CRE-014
    Scenario: The ingress operator publishes names through the endpoint of Route 53
      Given the admin has set the custom endpoints
        | service | url                        |
        | route53 | https://route53.custom.url |
      When the admin creates the IngressController test with
        | parameter     | value |
        | load balancer | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at https://route53.custom.url
      And cloud-controller-manager called CreateLoadBalancer at the default endpoint

    @CRE-111
    Scenario: Without custom endpoints every service is called where it always is
      When the admin creates the IngressController test with
        | parameter     | value |
        | load balancer | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at the default endpoint
      And cloud-controller-manager called CreateLoadBalancer at the default endpoint

  Rule: what is in effect counts, not what is asked for

    @CRE-075
    Scenario: An endpoint that did not take effect is not called
      Given the admin has set the custom endpoints
        | service | url                   |
        | route53 | https://b.example.com |
      And the admin has set the custom endpoints
        | service | url                   |
        | route53 | https://a.example.com |
        | route53 | https://c.example.com |
      When the admin creates the IngressController test with
        | parameter     | value |
        | load balancer | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at https://b.example.com

    @CRE-110
    Scenario: A changed endpoint is called from then on
      Given the admin has set the custom endpoints
        | service | url                   |
        | route53 | https://a.example.com |
      And the IngressController first with
        | parameter     | value |
        | load balancer | NLB   |
      And the admin has set the custom endpoints
        | service | url                   |
        | route53 | https://b.example.com |
      When the admin creates the IngressController second with
        | parameter     | value |
        | load balancer | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at https://b.example.com

  Rule: the cloud config speaks to the cloud provider alone

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
        | parameter     | value |
        | load balancer | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at the default endpoint

    @document @CRE-A38
    Scenario Outline: The cloud controller manager makes a load balancer of type <type> at the endpoints it is told
      Given the admin has set the custom endpoints
        | service              | url                    |
        | ec2                  | https://ec2.custom.url |
        | elasticloadbalancing | https://elb.custom.url |
      When the admin creates the IngressController test with
        | parameter     | value  |
        | load balancer | <type> |
      Then cloud-controller-manager called CreateLoadBalancer at https://elb.custom.url
      And cloud-controller-manager called DescribeSubnets at https://ec2.custom.url
      And ingress-operator called ChangeResourceRecordSets at the default endpoint

      Examples:
        | type    |
        | Classic |
        | NLB     |

    @shipped @CRE-A38
    Scenario: The names of the stitched overrides mean nothing to the released cloud controller manager
      Given the admin has set the custom endpoints
        | service              | url                    |
        | elasticloadbalancing | https://elb.custom.url |
      When the admin creates the IngressController test with
        | parameter     | value |
        | load balancer | NLB   |
      Then cloud-controller-manager called CreateLoadBalancer at the default endpoint

@document @needs.installer
Feature: An install-config lists custom AWS endpoints

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | priv-a | us-east-1a | private    |
    And an install-config that publishes External with
      | subnet |
      | pub-a  |
      | priv-a |

  Rule: endpoints may be given for some or all services

    @CRE-003 @CRE-132
    Scenario: The installer accepts custom endpoints for some of the services
      Given it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      When the install-config is validated
      Then it is accepted

    @CRE-003
    Scenario: The installer accepts custom endpoints for all services that an installation needs
      Given it has the custom endpoints
        | service              | url                        |
        | ec2                  | https://ec2.custom.url     |
        | elasticloadbalancing | https://elb.custom.url     |
        | s3                   | https://s3.custom.url      |
        | iam                  | https://iam.custom.url     |
        | route53              | https://route53.custom.url |
        | tagging              | https://tagging.custom.url |
      When the install-config is validated
      Then it is accepted

    @CRE-032 @CRE-117 @CRE-119
    Scenario: The installer accepts custom endpoints for services that no list names and passes them on
      Given it has the custom endpoints
        | service | url                    |
        | sts     | https://sts.custom.url |
        | kms     | https://kms.custom.url |
      When the admin creates the manifests
      Then it is accepted
      And the custom endpoints in the manifests are
        | service | url                    |
        | sts     | https://sts.custom.url |
        | kms     | https://kms.custom.url |

    @CRE-029 @CRE-131
    Scenario: The installer accepts an install-config without a list of custom endpoints
      When the admin creates the manifests
      Then it is accepted
      And installer called DescribeSubnets at the default endpoint

    @CRE-029
    Scenario: The installer accepts an empty list of custom endpoints
      Given it has the custom endpoints
        | service | url |
      When the admin creates the manifests
      Then it is accepted
      And installer called DescribeSubnets at the default endpoint

    @CRE-160
    Scenario: Custom endpoints need no feature gate
      Given its featureSet is absent
      And its subnetsConfig is absent
      And it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      When the install-config is validated
      Then it is accepted
      Given the API of a cluster with feature set Default
      And the Infrastructure on platform AWS with
        | setting    | value     |
        | AWS region | us-east-1 |
      When the admin sets the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      Then it is accepted

  Rule: an endpoint has a name and a url

    @CRE-030
    Scenario Outline: The installer refuses the endpoint {name: <name>, url: <url>} because of its <member>
      Given it has the custom endpoints
        | service | url   |
        | <name>  | <url> |
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints[0].<member> because of <words>

      Examples:
        | member | name | url                    | words   |
        | name   |      | https://ec2.custom.url | service |
        | name   | ""   | https://ec2.custom.url | service |
        | url    | ec2  |                        | https   |
        | url    | ec2  | ""                     | https   |

  Rule: a service has one endpoint

    @CRE-033
    Scenario Outline: The installer reports a repeated service at the later entry: <what>
      Given it has the custom endpoints
        | service  | url                    |
        | ec2      | https://ec2.custom.url |
        | <second> | <url>                  |
        | s3       | https://s3.custom.url  |
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints[<index>].name because of <service>
      And nothing has changed in AWS

      Examples:
        | what                         | second | url                         | index | service |
        | A service with two URLs      | ec2    | https://ec2-fips.custom.url | 1     | ec2     |
        | A service twice with one URL | ec2    | https://ec2.custom.url      | 1     | ec2     |
        | A service repeated later     | s3     | https://s3-fips.custom.url  | 2     | s3      |

    @CRE-034
    Scenario: The installer accepts one URL for several services
      Given it has the custom endpoints
        | service | url                             |
        | ec2     | https://aws-gateway.example.com |
        | s3      | https://aws-gateway.example.com |
      When the install-config is validated
      Then it is accepted

  Rule: an endpoint is an https URL

    @CRE-038
    Scenario: The installer accepts an https endpoint URL with a port
      Given it has the custom endpoints
        | service | url                         |
        | ec2     | https://ec2.custom.url:8443 |
      When the install-config is validated
      Then it is accepted

    Scenario Outline: The installer refuses "<url>" as the URL of an endpoint
      Given it has the custom endpoints
        | service | url                   |
        | s3      | https://s3.custom.url |
        | ec2     | <url>                 |
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints[1].url because of <url>
      And nothing has changed in AWS

      @CRE-038
      Examples: plain http
        | url                   |
        | http://ec2.custom.url |

      @CRE-039
      Examples: no https URL at all
        | url                  |
        | ec2.custom.url       |
        | ftp://ec2.custom.url |
        | https://             |
        | not a url            |

  Rule: the installer calls AWS at the custom endpoints

    @needs.aws-endpoints @CRE-010 @CRE-031 @CRE-044 @CRE-045
    Scenario: The installer looks up existing subnets through the custom endpoint of EC2
      Given it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      When the admin creates the manifests
      Then installer called DescribeSubnets at https://ec2.custom.url
      And installer called DescribeAvailabilityZones at https://ec2.custom.url
      And installer called ListHostedZonesByName at the default endpoint

  Rule: the cluster starts with the custom endpoints

    @CRE-008 @CRE-013 @CRE-028 @CRE-057 @CRE-058
    Scenario: The Infrastructure manifest has the custom endpoints of the install-config
      Given it has the custom endpoints
        | service | url                    |
        | s3      | https://s3.custom.url  |
        | ec2     | https://ec2.custom.url |
      When the admin creates the manifests
      Then the custom endpoints in the manifests are
        | service | url                    |
        | s3      | https://s3.custom.url  |
        | ec2     | https://ec2.custom.url |

    @smoke @needs.aws-endpoints @CRE-002 @CRE-024 @CRE-050
    Scenario: Custom endpoints of an install-config reach the components of the cluster
      Given it has the custom endpoints
        | service | url                                                                      |
        | ec2     | https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com |
        | route53 | https://route53.custom.url                                               |
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 1
      When the admin creates the cluster
      Then it is accepted
      And the custom endpoints in effect are
        | service | url                                                                      |
        | ec2     | https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com |
        | route53 | https://route53.custom.url                                               |
      And the stitched cloud config is the admin's with the overrides
        | service | url                                                                      | region    |
        | ec2     | https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com | us-east-1 |
        | route53 | https://route53.custom.url                                               | us-east-1 |
      And installer called RunInstances at https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com
      And installer called CreateHostedZone at https://route53.custom.url
      And installer called CreateLoadBalancer at the default endpoint
      And cloud-controller-manager called DescribeSubnets at https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com
      And cloud-controller-manager called CreateLoadBalancer at the default endpoint
      And ingress-operator called ChangeResourceRecordSets at https://route53.custom.url
      When the admin destroys the cluster
      Then installer called TerminateInstances at https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com
      And installer called ChangeResourceRecordSets at https://route53.custom.url

    @needs.aws-endpoints @CRE-012 @CRE-046 @CRE-048 @CRE-049 @CRE-052 @CRE-174
    Scenario: A cluster is destroyed through the endpoints that it was installed with
      Given it has the custom endpoints
        | service              | url                        |
        | ec2                  | https://ec2.old            |
        | s3                   | https://s3.custom.url      |
        | elasticloadbalancing | https://elb.custom.url     |
        | route53              | https://route53.old        |
        | tagging              | https://tagging.custom.url |
        | kms                  | https://kms.custom.url     |
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 1
      When the admin creates the cluster
      Then it is accepted
      And terraform's AWS provider has the endpoints
        | service              | name    | url                        |
        | ec2                  | ec2     | https://ec2.old            |
        | s3                   | s3      | https://s3.custom.url      |
        | elasticloadbalancing | elb     | https://elb.custom.url     |
        | route53              | route53 | https://route53.old        |
        | tagging              |         | https://tagging.custom.url |
        | kms                  |         | https://kms.custom.url     |
      When the admin sets the custom endpoints
        | service | url             |
        | ec2     | https://ec2.new |
      And the admin destroys the cluster
      Then installer called TerminateInstances at https://ec2.old
      And installer called DeleteTags at https://ec2.old
      And installer called GetResources at https://tagging.custom.url
      And installer called DeleteLoadBalancer at https://elb.custom.url
      And installer called DeleteHostedZone at https://route53.old

  Rule: without custom endpoints the default ones are called

    @CRE-171
    Scenario: The Infrastructure manifest has no endpoints where the install-config has none
      When the admin creates the manifests
      Then it is accepted
      And the custom endpoints in the manifests are
        | service | url |

    @needs.aws-endpoints @CRE-046 @CRE-047 @CRE-051
    Scenario: A cluster without custom endpoints is destroyed through the default ones
      Given its controlPlane.replicas is 1
      And its compute[0].replicas is 1
      When the admin creates the cluster
      Then it is accepted
      And terraform's AWS provider has the endpoints
        | service | url |
      When the admin destroys the cluster
      Then installer called TerminateInstances at the default endpoint
      And installer called DeleteHostedZone at the default endpoint

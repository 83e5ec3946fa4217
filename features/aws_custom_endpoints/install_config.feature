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

    @needs.aws-endpoints @CRE-003 @CRE-132.a
    Scenario: A custom endpoint for EC2 alone is accepted, and other services are called at their default ones
      Given it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      When the admin creates the manifests
      Then it is accepted
      And components called the services at
        | component | service | endpoint               |
        | installer | ec2     | https://ec2.custom.url |
        | installer | route53 | the default endpoint   |

    @needs.aws-endpoints @CRE-003 @CRE-132.b
    Scenario: Custom endpoints without one for EC2 are accepted, and EC2 is called at its default endpoint
      Given it has the custom endpoints
        | service | url                        |
        | s3      | https://s3.custom.url      |
        | route53 | https://route53.custom.url |
      When the admin creates the manifests
      Then it is accepted
      And components called the services at
        | component | service | endpoint                   |
        | installer | ec2     | the default endpoint       |
        | installer | route53 | https://route53.custom.url |

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

    @CRE-032
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

    @CRE-003 @CRE-029.a @CRE-131
    Scenario: The installer accepts an install-config without a list of custom endpoints
      When the admin creates the manifests
      Then it is accepted
      And components called the services at
        | component | service | endpoint             |
        | installer | ec2     | the default endpoint |
        | installer | route53 | the default endpoint |

    @CRE-029.b
    Scenario: The installer accepts an empty list of custom endpoints
      Given it has the custom endpoints
        | service | url |
      When the admin creates the manifests
      Then it is accepted
      And components called the services at
        | component | service | endpoint             |
        | installer | ec2     | the default endpoint |
        | installer | route53 | the default endpoint |

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

    Scenario Outline: The installer reports a repeated service at the later entry: <what>
      Given it has the custom endpoints
        | service  | url                    |
        | ec2      | https://ec2.custom.url |
        | <second> | <second url>           |
        | <third>  | <third url>            |
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints[<index>].name because of ec2
      And nothing has changed in AWS

      @CRE-033.a
      Examples: other URL
        | what                    | second | second url                  | third | third url             | index |
        | A service with two URLs | ec2    | https://ec2-fips.custom.url | s3    | https://s3.custom.url | 1     |

      @CRE-033.b
      Examples: same URL
        | what                         | second | second url             | third | third url             | index |
        | A service twice with one URL | ec2    | https://ec2.custom.url | s3    | https://s3.custom.url | 1     |

      @CRE-033.c
      Examples: behind another service
        | what                                  | second | second url            | third | third url                   | index |
        | A service repeated behind another one | s3     | https://s3.custom.url | ec2   | https://ec2-fips.custom.url | 2     |

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

    @needs.aws-endpoints @CRE-010
    Scenario: The installer validates existing subnets through the custom endpoint of EC2
      Given it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      When the install-config is validated
      Then it is accepted
      And installer called DescribeSubnets at https://ec2.custom.url
      And installer called DescribeAvailabilityZones at https://ec2.custom.url
      And components called the services at
        | component | service | endpoint               |
        | installer | ec2     | https://ec2.custom.url |
      Given its subnetsConfig[1].id is subnet-0123456789abcdef0
      When the install-config is validated
      Then it is refused because of
        | field                      | names                    |
        | platform.aws.subnetsConfig | subnet-0123456789abcdef0 |
      And installer called DescribeSubnets at https://ec2.custom.url

    @needs.aws-endpoints @CRE-044 @CRE-045
    Scenario Outline: A custom endpoint of <service> serves no other service of the installer
      Given it has the custom endpoints
        | service   | url   |
        | <service> | <url> |
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 0
      When the admin creates the cluster
      Then it is accepted
      And components called the services at
        | component | service              | endpoint  |
        | installer | ec2                  | <ec2>     |
        | installer | elasticloadbalancing | <elb>     |
        | installer | route53              | <route53> |
      When the admin destroys the cluster
      Then components called the services at
        | component | service              | endpoint  |
        | installer | ec2                  | <ec2>     |
        | installer | elasticloadbalancing | <elb>     |
        | installer | iam                  | <iam>     |
        | installer | route53              | <route53> |
        | installer | tagging              | <tagging> |

      @CRE-031.a
      Examples: ec2
        | service | url                    | ec2                    | elb                  | route53              | iam                  | tagging              |
        | ec2     | https://ec2.custom.url | https://ec2.custom.url | the default endpoint | the default endpoint | the default endpoint | the default endpoint |

      @CRE-031.b
      Examples: elasticloadbalancing
        | service              | url                    | ec2                  | elb                    | route53              | iam                  | tagging              |
        | elasticloadbalancing | https://elb.custom.url | the default endpoint | https://elb.custom.url | the default endpoint | the default endpoint | the default endpoint |

      @CRE-031.c
      Examples: route53
        | service | url                        | ec2                  | elb                  | route53                    | iam                  | tagging              |
        | route53 | https://route53.custom.url | the default endpoint | the default endpoint | https://route53.custom.url | the default endpoint | the default endpoint |

      @CRE-031.d
      Examples: iam
        | service | url                    | ec2                  | elb                  | route53              | iam                    | tagging              |
        | iam     | https://iam.custom.url | the default endpoint | the default endpoint | the default endpoint | https://iam.custom.url | the default endpoint |

      @CRE-031.e
      Examples: tagging
        | service | url                        | ec2                  | elb                  | route53              | iam                  | tagging                    |
        | tagging | https://tagging.custom.url | the default endpoint | the default endpoint | the default endpoint | the default endpoint | https://tagging.custom.url |

  Rule: the cluster starts with the custom endpoints

    @CRE-008 @CRE-013 @CRE-028 @CRE-057.2 @CRE-058
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

    @CRE-117.a @CRE-117.b @CRE-119
    Scenario: No Machine and no MachineSet has a custom endpoint in it
      Given it has the custom endpoints
        | service              | url                    |
        | ec2                  | https://ec2.custom.url |
        | elasticloadbalancing | https://elb.custom.url |
      When the admin creates the manifests
      Then the custom endpoints in the manifests are
        | service              | url                    |
        | ec2                  | https://ec2.custom.url |
        | elasticloadbalancing | https://elb.custom.url |

    @smoke @needs.aws-endpoints @CRE-002.a @CRE-002.b @CRE-002.c @CRE-024 @CRE-050 @CRE-057.1 @CRE-057.3
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
      And the Infrastructure shows
        | setting               | value     |
        | platform type in spec | AWS       |
        | AWS region            | us-east-1 |
      And the stitched cloud config is the admin's with the overrides
        | service | url                                                                      | region    |
        | ec2     | https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com | us-east-1 |
        | route53 | https://route53.custom.url                                               | us-east-1 |
      And components called the services at
        | component                | service              | endpoint                                                                 |
        | installer                | ec2                  | https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com |
        | installer                | route53              | https://route53.custom.url                                               |
        | installer                | elasticloadbalancing | the default endpoint                                                     |
        | cloud-controller-manager | ec2                  | https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com |
        | cloud-controller-manager | elasticloadbalancing | the default endpoint                                                     |
        | ingress-operator         | route53              | https://route53.custom.url                                               |
        | ingress-operator         | tagging              | the default endpoint                                                     |
      When the admin destroys the cluster
      Then installer called TerminateInstances at https://vpce-0123456789abcdef0-abcdefgh.ec2.us-east-1.vpce.amazonaws.com
      And installer called ChangeResourceRecordSets at https://route53.custom.url

    @needs.aws-endpoints @CRE-012 @CRE-046 @CRE-048 @CRE-049
    Scenario: Terraform gets all custom endpoints, and its AWS provider those that it has a name for
      Given it has the custom endpoints
        | service              | url                        |
        | ec2                  | https://ec2.custom.url     |
        | s3                   | https://s3.custom.url      |
        | elasticloadbalancing | https://elb.custom.url     |
        | route53              | https://route53.custom.url |
        | tagging              | https://tagging.custom.url |
        | kms                  | https://kms.custom.url     |
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 0
      When the admin creates the cluster
      Then it is accepted
      And terraform's AWS provider has the endpoints
        | service              | name    | url                        |
        | ec2                  | ec2     | https://ec2.custom.url     |
        | s3                   | s3      | https://s3.custom.url      |
        | elasticloadbalancing | elb     | https://elb.custom.url     |
        | route53              | route53 | https://route53.custom.url |
        | tagging              |         | https://tagging.custom.url |
        | kms                  |         | https://kms.custom.url     |

    @needs.aws-endpoints @CRE-047
    Scenario: Terraform's AWS provider has no endpoint for a service without a custom one
      Given it has the custom endpoints
        | service | url                    |
        | ec2     | https://ec2.custom.url |
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 0
      When the admin creates the cluster
      Then it is accepted
      And terraform's AWS provider has the endpoints
        | service | name | url                    |
        | ec2     | ec2  | https://ec2.custom.url |

    @needs.aws-endpoints @CRE-052 @CRE-174
    Scenario: A cluster is destroyed through the endpoints that it was installed with
      Given it has the custom endpoints
        | service              | url                 |
        | ec2                  | https://ec2.old     |
        | s3                   | https://s3.old      |
        | elasticloadbalancing | https://elb.old     |
        | iam                  | https://iam.old     |
        | route53              | https://route53.old |
        | tagging              | https://tagging.old |
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 1
      When the admin creates the cluster
      Then it is accepted
      When the admin sets the custom endpoints
        | service | url             |
        | ec2     | https://ec2.new |
      And the admin destroys the cluster
      Then components called the services at
        | component | service              | endpoint            |
        | installer | ec2                  | https://ec2.old     |
        | installer | elasticloadbalancing | https://elb.old     |
        | installer | iam                  | https://iam.old     |
        | installer | route53              | https://route53.old |
        | installer | tagging              | https://tagging.old |
      And the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | nothing |
        | the external control plane load balancer | nothing |
        | machines                                 | nothing |
        | the VPC of the cluster                   | nothing |
        | the tag of the cluster                   | nothing |
      When the admin runs
        """
        aws ec2 describe-images --owners self --query "Images[?Name!='rhcos'].Name"
        """
      Then it prints
        """
        []
        """
      When the admin runs
        """
        aws route53 list-hosted-zones --query "length(HostedZones)"
        """
      Then it prints
        """
        1
        """

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

@document @needs.installer @needs.aws-endpoints
Feature: The installer installs into regions that it does not know
  The installer knows a region when there is an image for it and the AWS SDK lists it. Any other region is fine, too, as
  long as the install-config says where the services are that no installation can do without.

  Background:
    Given a VPC in custom-region-1 with the subnets
      | subnet | zone             | visibility |
      | pub-a  | custom-region-1a | public     |
      | priv-a | custom-region-1a | private    |
    And an install-config that publishes External with
      | subnet |
      | pub-a  |
      | priv-a |
    And it has the custom endpoints
      | service              | url                        |
      | ec2                  | https://ec2.custom.url     |
      | elasticloadbalancing | https://elb.custom.url     |
      | s3                   | https://s3.custom.url      |
      | iam                  | https://iam.custom.url     |
      | route53              | https://route53.custom.url |
      | tagging              | https://tagging.custom.url |

  Rule: a region is known when there is an image for it and the SDK lists it

    Scenario Outline: Region <region>, <what>, needs endpoints
      Given its region is <region>
      And its subnetsConfig is absent
      When the install-config is validated
      Then it is accepted
      Given its serviceEndpoints[0] is absent
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints because of <region>, ec2
      And the prompt for the region does not offer <region>

      @CRE-019 @CRE-121 @CRE-125
      Examples: neither
        | region          | what         |
        | custom-region-1 | of one's own |
        | Region-X        | oddly named  |
        | mars-1          | far away     |

      @CRE-026
      Examples: a new public region
        | region     | what               |
        | us-west-99 | new to the product |

      @CRE-122 @CRE-123 @CRE-125
      Examples: no image
        | region        | what             |
        | us-gov-west-1 | without an image |
        | us-iso-east-1 | without an image |

      @CRE-122 @CRE-124 @CRE-125
      Examples: not in the SDK
        | region    | what           |
        | sa-west-1 | not in the SDK |

    @CRE-121 @CRE-122 @CRE-125
    Scenario Outline: Known region <region> needs no endpoints
      Given its region is <region>
      And its subnetsConfig is absent
      And its serviceEndpoints is absent
      When the install-config is validated
      Then it is accepted
      And the prompt for the region offers <region>

      Examples:
        | region     |
        | us-east-1  |
        | eu-west-1  |
        | eu-north-1 |

    @CRE-151
    Scenario: The region prompt lists the regions that have an image and are in the SDK, and no others
      When the install-config is validated
      Then the prompt for the region offers us-east-1, eu-west-1
      And the prompt for the region does not offer us-gov-west-1, us-gov-east-1, us-iso-east-1, cn-north-1, sa-west-1
      And the prompt for the region does not offer custom-region-1, us-west-99

    @CRE-152
    Scenario: A custom region can be chosen only in a prepared install-config
      When the install-config is validated
      Then it is accepted
      And the prompt for the region does not offer custom-region-1

  Rule: an unknown region needs endpoints for six services

    @CRE-004 @CRE-027 @CRE-129 @CRE-150 @CRE-155
    Scenario: Six custom endpoints are enough for an unknown region
      When the install-config is validated
      Then it is accepted

    @CRE-129
    Scenario: The installer accepts more than six custom endpoints for an unknown region
      Given its serviceEndpoints[6] is {name: sts, url: "https://sts.custom.url"}
      And its serviceEndpoints[7] is {name: kms, url: "https://kms.custom.url"}
      When the install-config is validated
      Then it is accepted

    @CRE-037.b
    Scenario: The installer tries every custom endpoint of an unknown region
      Given the endpoint https://elb.custom.url cannot be reached
      And the endpoint https://tagging.custom.url refuses connections
      When the install-config is validated
      Then it is refused because of
        | field                                | names              |
        | platform.aws.serviceEndpoints[1].url | no such host       |
        | platform.aws.serviceEndpoints[5].url | connection refused |

    @CRE-127
    Scenario: The refusal of an unknown region without endpoints names all six services
      Given its serviceEndpoints is absent
      When the install-config is validated
      Then it is refused because of
        | field                         | names                |
        | platform.aws.serviceEndpoints | ec2                  |
        | platform.aws.serviceEndpoints | elasticloadbalancing |
        | platform.aws.serviceEndpoints | s3                   |
        | platform.aws.serviceEndpoints | iam                  |
        | platform.aws.serviceEndpoints | route53              |
        | platform.aws.serviceEndpoints | tagging              |

    @CRE-126 @CRE-128
    Scenario Outline: The refusal of an unknown region names <service> where its endpoint alone is missing
      Given its serviceEndpoints[<index>] is absent
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints because of <service>

      Examples:
        | index | service              |
        | 0     | ec2                  |
        | 1     | elasticloadbalancing |
        | 2     | s3                   |
        | 3     | iam                  |
        | 4     | route53              |
        | 5     | tagging              |

    @CRE-130
    Scenario Outline: The installer does not accept the name <alias> for the endpoint of <service>
      Given its serviceEndpoints[<index>].name is <alias>
      When the install-config is validated
      Then it is refused at platform.aws.serviceEndpoints because of <service>

      Examples:
        | index | service              | alias                    |
        | 1     | elasticloadbalancing | elb                      |
        | 5     | tagging              | resourcegroupstaggingapi |
        | 0     | ec2                  | EC2                      |

  Rule: default instance types are those that the region offers

    @CRE-133 @CRE-139
    Scenario: The installer looks up instance types at the custom endpoint of EC2
      Given region custom-region-1 offers the instance types m5.xlarge, m5.large
      When the admin creates the manifests
      Then it is accepted
      And installer called DescribeInstanceTypeOfferings at https://ec2.custom.url
      And the machines have the instance types m5.xlarge, m5.large

    @CRE-136 @CRE-158
    Scenario: A custom region that offers no instance types demands explicit ones
      Given region custom-region-1 offers no instance types
      When the admin creates the manifests
      Then it is refused because of
        | field                          | names         |
        | controlPlane.platform.aws.type | instance type |
        | compute[0].platform.aws.type   | instance type |
      And it wrote no files

    @CRE-136
    Scenario Outline: A custom region that offers a type for one pool of machines demands one for the <other> pool
      Given region custom-region-1 offers the instance types <types>
      When the admin creates the manifests
      Then it is refused at <field> because of instance type
      And it wrote no files

      Examples:
        | other         | types                | field                          |
        | compute       | m5.xlarge, c5.large  | compute[0].platform.aws.type   |
        | control plane | m4.large, c5.2xlarge | controlPlane.platform.aws.type |

    @CRE-134 @CRE-135
    Scenario: Machines in a region with m4 and without m5 get m4 instance types
      Given region custom-region-1 offers the instance types m4.large, m4.xlarge, c5.xlarge, m4.2xlarge
      When the admin creates the manifests
      Then the machines have the instance types m4.xlarge, m4.large

    @needs.aws-faults @CRE-140.a
    Scenario Outline: A region whose EC2 endpoint answers a look-up of types with <error> demands explicit types
      Given AWS answers calls with
        | operation                     | service | answer  |
        | DescribeInstanceTypeOfferings | ec2     | <error> |
      When the admin creates the manifests
      Then it is refused because of
        | field                          | names         |
        | controlPlane.platform.aws.type | instance type |
        | compute[0].platform.aws.type   | instance type |
      And it wrote no files

      Examples:
        | error                |
        | InvalidAction        |
        | UnsupportedOperation |

    @needs.aws-faults @CRE-140.b
    Scenario: Explicit types are taken in a region whose EC2 endpoint cannot list instance types
      Given AWS answers calls with
        | operation                     | service | answer        |
        | DescribeInstanceTypeOfferings | ec2     | InvalidAction |
      And its controlPlane.platform is {aws: {type: m6i.xlarge}}
      And its compute[0].platform is {aws: {type: m6i.large}}
      When the admin creates the manifests
      Then it is accepted
      And the machines have the instance types m6i.xlarge, m6i.large

  Rule: machines are made in the zones that the endpoint knows

    @CRE-011.a
    Scenario: MachineSets are made for every zone that the custom endpoint of EC2 knows
      Given the VPC also has the subnets
        | subnet | zone             | visibility |
        | priv-f | custom-region-1f | private    |
      And its subnetsConfig is absent
      When the admin creates the manifests
      Then it is accepted
      And the MachineSets are in the zones custom-region-1a, custom-region-1b, custom-region-1c, custom-region-1f
      And installer called DescribeAvailabilityZones at https://ec2.custom.url
      And no component called a default endpoint

    @CRE-011.b
    Scenario: MachineSets are made for the zones of the subnets that the custom endpoint of EC2 finds
      Given the VPC also has the subnets
        | subnet | zone             | visibility |
        | pub-f  | custom-region-1f | public     |
        | priv-f | custom-region-1f | private    |
      And pub-f holds no roles
      And priv-f holds no roles
      When the admin creates the manifests
      Then it is accepted
      And the MachineSets are in the zones custom-region-1a, custom-region-1f
      And installer called DescribeSubnets at https://ec2.custom.url
      And no component called a default endpoint

  Rule: machines boot from an encrypted copy of an image

    @CRE-005 @CRE-020 @CRE-141 @CRE-142 @CRE-143
    Scenario: The image of us-east-1 is copied into a custom region, and machines boot from the copy
      Given its controlPlane.replicas is 1
      And its compute[0].replicas is 1
      When the admin creates the cluster
      Then it is accepted
      And installer called CopyImage at https://ec2.custom.url
      And installer called CopyImage with
        | parameter      | value           |
        | signing region | custom-region-1 |
        | SourceImageId  | image-us-east-1 |
        | SourceRegion   | us-east-1       |
        | Encrypted      | True            |
        | KmsKeyId       | absent          |
      And every machine boots from an encrypted copy of the cluster's own

    @CRE-144
    Scenario: The cluster's copy of an image goes away with it, and other images of the account stay
      Given its controlPlane.replicas is 1
      And its compute[0].replicas is 1
      When the admin creates the cluster
      Then it is accepted
      And every machine boots from an encrypted copy of the cluster's own
      When the admin destroys the cluster
      Then installer called DeregisterImage at https://ec2.custom.url
      When the admin runs
        """
        aws ec2 describe-images --owners self --query Images[].Name
        """
      Then it prints
        """
        ["rhcos"]
        """

    @CRE-007 @CRE-022 @CRE-023 @CRE-146
    Scenario Outline: An image of the user's own, <which>, is copied within the region
      Given its amiID is <image>
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 1
      When the admin creates the cluster
      Then it is accepted
      And installer called CopyImage with
        | parameter     | value           |
        | SourceImageId | <image>         |
        | SourceRegion  | custom-region-1 |
        | Encrypted     | True            |
      And every machine boots from an encrypted copy of the cluster's own
      And no component called a default endpoint

      @CRE-147.a
      Examples: not encrypted
        | which         | image     |
        | not encrypted | own-image |

      @CRE-147.b
      Examples: encrypted
        | which             | image               |
        | encrypted already | own-encrypted-image |

    @needs.aws-faults @CRE-145
    Scenario: An installation that may not copy from us-east-1 fails midway and can be undone
      Given AWS answers calls with
        | operation | service | answer                |
        | CopyImage | ec2     | UnauthorizedOperation |
      When the admin creates the cluster
      Then it prints
        """
        UnauthorizedOperation
        """
      And installer called CopyImage with
        | parameter    | value     |
        | SourceRegion | us-east-1 |
      And the subnets in AWS are
        | for                                      | subnets       |
        | the internal control plane load balancer | priv-a        |
        | the VPC of the cluster                   | pub-a, priv-a |
        | machines                                 | nothing       |
      When the admin destroys the cluster
      Then the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | nothing |
        | the VPC of the cluster                   | nothing |
        | the tag of the cluster                   | nothing |

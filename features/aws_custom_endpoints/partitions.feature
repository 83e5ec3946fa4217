@needs.aws-endpoints
Feature: Components find what a partition has only once
  GovCloud, China, the isolated partitions and the European Sovereign Cloud each have an AWS of their own, with one
  Route 53 and one IAM in one of its regions.

  Rule: hosted zones are found by their tags where the partition shows them

    Scenario Outline: The ingress operator finds the private zone of a cluster in <region> by its tags
      Given a VPC in <region> with the subnets
        | subnet | zone      | visibility |
        | pub-a  | <region>a | public     |
      And a cluster on platform AWS
      And the admin has run
        """
        aws route53 change-tags-for-resource --resource-type hostedzone --resource-id private-zone --add-tags Key=Name,Value=in-<region>
        """
      And the admin has run
        """
        oc patch dns/cluster --type=merge --patch='{"spec":{"privateZone":{"id":null,"tags":{"Name":"in-<region>"}}}}'
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then DNSReady of test is True with reason NoFailedZones
      And the wildcard record of test leads to its load balancer

      @CRE-195.a @CRE-199
      Examples: GovCloud
        | region        |
        | us-gov-east-1 |
        | us-gov-west-1 |

      @CRE-195.b
      Examples: China
        | region         |
        | cn-north-1     |
        | cn-northwest-1 |

      @CRE-195.c
      Examples: isolated
        | region         |
        | us-iso-west-1  |
        | us-isob-west-1 |
        | us-isof-east-1 |
        | eu-isoe-west-1 |

      @CRE-195.d
      Examples: commercial
        | region     |
        | af-south-1 |

      @CRE-195.e
      Examples: the European Sovereign Cloud
        | region         |
        | eusc-de-east-1 |

    @document @needs.installer @CRE-195.a @CRE-196.a @CRE-196.b @CRE-196.d
    Scenario: A cluster in the eastern region of GovCloud comes and goes with all endpoints custom
      Given a VPC in us-gov-east-1 with the subnets
        | subnet | zone           | visibility |
        | pub-a  | us-gov-east-1a | public     |
        | priv-a | us-gov-east-1a | private    |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
      And its controlPlane is {name: master, replicas: 1, platform: {aws: {type: m6i.xlarge}}}
      And its compute[0] is {name: worker, replicas: 0, platform: {aws: {type: m6i.large}}}
      And it has the custom endpoints
        | service              | url                        |
        | ec2                  | https://ec2.custom.url     |
        | elasticloadbalancing | https://elb.custom.url     |
        | s3                   | https://s3.custom.url      |
        | iam                  | https://iam.custom.url     |
        | route53              | https://route53.custom.url |
        | tagging              | https://tagging.custom.url |
      When the admin creates the cluster
      Then it is accepted
      And installer called CreateHostedZone with
        | parameter      | value         |
        | signing region | us-gov-west-1 |
      And DNSReady of default is True with reason NoFailedZones
      And ingress-operator called GetResources with
        | parameter      | value         |
        | signing region | us-gov-west-1 |
      When the admin destroys the cluster
      Then it is accepted
      And installer called ListUsers with
        | parameter      | value         |
        | signing region | us-gov-west-1 |

  Rule: requests to Route 53 and IAM are signed for the region where they are

    @document @needs.installer @CRE-196.a
    Scenario Outline: The installer signs requests to a custom endpoint of Route 53 in <region> for <signed>
      Given a VPC in <region> with the subnets
        | subnet | zone      | visibility |
        | pub-a  | <region>a | public     |
        | priv-a | <region>a | private    |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
      And its controlPlane is {name: master, replicas: 1, platform: {aws: {type: m6i.xlarge}}}
      And its compute[0] is {name: worker, replicas: 0, platform: {aws: {type: m6i.large}}}
      And it has the custom endpoints
        | service              | url                        |
        | ec2                  | https://ec2.custom.url     |
        | elasticloadbalancing | https://elb.custom.url     |
        | s3                   | https://s3.custom.url      |
        | iam                  | https://iam.custom.url     |
        | route53              | https://route53.custom.url |
        | tagging              | https://tagging.custom.url |
      When the admin creates the cluster
      Then it is accepted
      And installer called CreateHostedZone with
        | parameter      | value    |
        | signing region | <signed> |

      Examples:
        | region     | signed         |
        | af-south-1 | us-east-1      |
        | cn-north-1 | cn-northwest-1 |

    Scenario Outline: The ingress operator signs requests to Route 53 in <region> for <signed>, <where>
      Given a VPC in <region> with the subnets
        | subnet | zone      | visibility |
        | pub-a  | <region>a | public     |
      And a cluster on platform AWS
      And the admin has run
        """
        oc patch infrastructure cluster --type merge -p '{"spec": {"platformSpec": {"aws": {"serviceEndpoints": <endpoints>}}}}'
        """
      When the admin creates the IngressController other with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets with
        | parameter      | value    |
        | signing region | <signed> |
      And DNSReady of other is True with reason NoFailedZones

      @CRE-196.b
      Examples: custom endpoints
        | region        | signed         | where                | endpoints                                                  |
        | af-south-1    | us-east-1      | at a custom endpoint | [{"name": "route53", "url": "https://route53.custom.url"}] |
        | us-gov-east-1 | us-gov-west-1  | at a custom endpoint | [{"name": "route53", "url": "https://route53.custom.url"}] |
        | cn-north-1    | cn-northwest-1 | at a custom endpoint | [{"name": "route53", "url": "https://route53.custom.url"}] |

      @CRE-196.e
      Examples: the default endpoint
        | region        | signed         | where                   | endpoints |
        | us-gov-east-1 | us-gov-west-1  | at the default endpoint | []        |
        | cn-north-1    | cn-northwest-1 | at the default endpoint | []        |

    @operators @CRE-196.c
    Scenario Outline: The cloud credential operator signs requests to a custom endpoint of IAM in <region> for <signed>
      Given a VPC in <region> with the subnets
        | subnet | zone      | visibility |
        | pub-a  | <region>a | public     |
      And a cluster on platform AWS
      And the admin has set the custom endpoints
        | service | url                    |
        | iam     | https://iam.custom.url |
      When the admin runs
        """
        oc create -f - <<EOF
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: robot, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: robot, namespace: kube-system}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ["s3:*"], resource: "*"}]}
        EOF
        """
      Then it is accepted
      And cloud-credential-operator called CreateUser with
        | parameter      | value    |
        | signing region | <signed> |
      And no cluster operator is degraded

      Examples:
        | region         | signed        |
        | af-south-1     | us-east-1     |
        | us-gov-east-1  | us-gov-west-1 |
        | cn-northwest-1 | cn-north-1    |

  Rule: load balancers are told apart in every partition

    @CRE-197
    Scenario Outline: A load balancer of type <type> in <region> follows its Service
      Given a VPC in <region> with the subnets
        | subnet | zone      | visibility |
        | pub-a  | <region>a | public     |
      And a cluster on platform AWS
      And the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      When someone edits the Service of test with
        | field         | value      |
        | source ranges | 10.0.0.0/8 |
      Then the events on the Service of test are
        | type   | reason               |
        | Normal | EnsuringLoadBalancer |
        | Normal | EnsuredLoadBalancer  |
      And the load balancer of test is the same object as before
      And the address of the Service of test is a host name below <domain>

      Examples:
        | region         | type    | domain           |
        | cn-north-1     | Classic | amazonaws.com.cn |
        | cn-north-1     | NLB     | amazonaws.com.cn |
        | us-iso-east-1  | Classic | c2s.ic.gov       |
        | us-iso-east-1  | NLB     | c2s.ic.gov       |
        | eusc-de-east-1 | Classic | amazonaws.eu     |
        | eusc-de-east-1 | NLB     | amazonaws.eu     |

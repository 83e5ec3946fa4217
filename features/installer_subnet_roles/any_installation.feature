@document @needs.installer
Feature: Every installation follows conventions of the installer
  No enhancement repeats them: what an install-config may say, and what a cluster has whatever its subnets are for.

  Rule: the installer decides where routers run

    Scenario Outline: Routers of a cluster on platform None with control plane machines: <count> run on <placement>
      Given an install-config for platform None
      And its controlPlane.replicas is <count>
      When the admin creates the cluster
      Then it is accepted
      When the admin runs
        """
        oc get ingresses.config.openshift.io/cluster -o jsonpath={.status.defaultPlacement}
        """
      Then it prints
        """
        <placement>
        """

      @ISS-371.a
      Examples:
        | count | placement    |
        | 1     | ControlPlane |

      @ISS-371.b
      Examples:
        | count | placement |
        | 3     | Workers   |

    @ISS-371.c
    Scenario: Routers of a cluster on AWS run on workers although it has one control plane machine
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its controlPlane.replicas is 1
      When the admin creates the cluster
      Then it is accepted
      When the admin runs
        """
        oc get ingresses.config.openshift.io/cluster -o jsonpath={.status.defaultPlacement}
        """
      Then it prints
        """
        Workers
        """

  Rule: without roles the listed subnets suffice for machines and control plane load balancers

    Scenario Outline: The installer refuses <what> without a private subnet for machines
      Given a VPC in us-east-2 with the subnets
        | subnet  | zone             | visibility |
        | pub-a   | us-east-2a       | public     |
        | edge-in | us-east-2-nyc-1a | private    |
      And the admin has run
        """
        aws ec2 create-tags --resources edge-in --tags Key=kubernetes.io/cluster/unmanaged,Value=true
        """
      And an install-config that publishes External, with <listed>
      When the admin creates the cluster
      Then it is refused because of
        | field   | message                  |
        | <field> | no private subnets found |
      And nothing has changed in AWS

      @ISS-374.a
      Examples: in the new list
        | what                 | listed            | field                      |
        | a list of one subnet | no roles on pub-a | platform.aws.subnetsConfig |

      @ISS-374.b
      Examples: in the deprecated list
        | what                     | listed                               | field                |
        | a deprecated list of one | the deprecated list of subnets pub-a | platform.aws.subnets |

      @ISS-374.c
      Examples: beside a subnet that holds no machines
        | what                        | listed                     | field                      |
        | a private Local Zone subnet | no roles on pub-a, edge-in | platform.aws.subnetsConfig |

    Scenario Outline: The installer refuses <what> without a public subnet in a zone of machines
      Given a VPC in us-east-2 with the subnets
        | subnet   | zone             | visibility | tags                                 |
        | pub-a    | us-east-2a       | public     |                                      |
        | priv-a   | us-east-2a       | private    |                                      |
        | priv-b   | us-east-2b       | private    |                                      |
        | edge-out | us-east-2-nyc-1a | public     | kubernetes.io/cluster/unmanaged=true |
      And an install-config that publishes External, with <listed>
      When the install-config is validated
      Then it is refused because of
        | field   | message                                          |
        | <field> | No public subnet provided for zones [us-east-2b] |
      Given its publish is Internal
      When the install-config is validated
      Then it is accepted

      @ISS-375.a
      Examples: in either list
        | what              | listed                                               | field                      |
        | a new list        | no roles on pub-a, priv-a, priv-b                    | platform.aws.subnetsConfig |
        | a deprecated list | the deprecated list of subnets pub-a, priv-a, priv-b | platform.aws.subnets       |

      @ISS-375.b
      Examples: beside a subnet that holds no load balancer
        | what                       | listed                                      | field                      |
        | a public Local Zone subnet | no roles on pub-a, priv-a, priv-b, edge-out | platform.aws.subnetsConfig |

  Rule: what the admin prepares is there

    @ISS-376
    Scenario: A cluster is published only below a base domain that has a public zone
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its baseDomain is other.kit.example.com
      When the admin creates the cluster
      Then it is refused at baseDomain because of other.kit.example.com
      And nothing has changed in AWS
      Given an install-config that publishes Internal, with all required roles on priv-a
      And its baseDomain is other.kit.example.com
      When the admin creates the cluster
      Then it is accepted

    @ISS-400
    Scenario: A cluster is not published below a base domain whose only zone is private
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And the admin has run
        """
        aws route53 create-hosted-zone --name other.kit.example.com --caller-reference other --hosted-zone-config PrivateZone=true --vpc VPCRegion=us-east-2,VPCId=cluster-vpc
        """
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its baseDomain is other.kit.example.com
      When the admin creates the cluster
      Then it is refused at baseDomain because of other.kit.example.com
      And nothing has changed in AWS

    @needs.aws-faults @ISS-377
    Scenario: The installer says that AWS does not describe subnets, and changes nothing
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And AWS answers calls with
        | operation       | service | answer                |
        | DescribeSubnets | ec2     | UnauthorizedOperation |
      When the admin creates the cluster
      Then it prints
        """
        (UnauthorizedOperation) when calling the DescribeSubnets operation
        """
      And nothing has changed in AWS

  Rule: the cluster knows what it runs on

    @ISS-378
    Scenario Outline: A cluster with control plane machines: <control planes>, and compute machines: <compute>, knows its topology
      Given an install-config for platform None
      And its controlPlane.replicas is <control planes>
      And its compute[0].replicas is <compute>
      When the admin creates the cluster
      Then it is accepted
      When the admin runs
        """
        oc get infrastructure cluster -o jsonpath='{.status.controlPlaneTopology}, {.status.infrastructureTopology}'
        """
      Then it prints
        """
        <control plane topology>, <infrastructure topology>
        """

      Examples:
        | control planes | compute | control plane topology | infrastructure topology |
        | 3              | 2       | HighlyAvailable        | HighlyAvailable         |
        | 3              | 1       | HighlyAvailable        | SingleReplica           |
        | 3              | 0       | HighlyAvailable        | HighlyAvailable         |
        | 2              | 2       | SingleReplica          | HighlyAvailable         |
        | 1              | 2       | SingleReplica          | HighlyAvailable         |
        | 1              | 0       | SingleReplica          | SingleReplica           |

    @ISS-379.a @ISS-380
    Scenario: A cluster on AWS knows its platform, its region, its cloud configuration and its networks
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the cluster
      And the admin runs
        """
        oc get infrastructure cluster -o jsonpath='{.spec.platformSpec.type} {.status.platform} {.status.platformStatus.type} {.status.platformStatus.aws.region} {.spec.cloudConfig.name} {.spec.cloudConfig.key}'
        """
      Then it prints
        """
        AWS AWS AWS us-east-2 cloud-provider-config config
        """
      When the admin runs
        """
        oc get infrastructure cluster -o jsonpath='{.status.apiServerURL} {.status.apiServerInternalURI}'
        """
      Then it prints
        """
        https://api.mycluster.kit.example.com:6443 https://api-int.mycluster.kit.example.com:6443
        """
      When the admin runs
        """
        oc -n openshift-config get configmap cloud-provider-config -o jsonpath='content: {.data.config}'
        """
      Then it prints
        """
        content: [Global]
        """
      When the admin runs
        """
        oc get networks.config.openshift.io/cluster -o jsonpath='{.spec.clusterNetwork} {.spec.serviceNetwork} {.spec.networkType}'
        """
      Then it prints
        """
        [{"cidr":"10.128.0.0/14","hostPrefix":23}] ["172.30.0.0/16"] OVNKubernetes
        """

    @ISS-379.b
    Scenario: A cluster on platform None has no cloud configuration
      Given an install-config for platform None
      When the admin creates the cluster
      And the admin runs
        """
        oc get infrastructure cluster -o jsonpath='{.spec.platformSpec.type} {.status.platform} {.status.platformStatus.type} ({.spec.cloudConfig.name}) {.status.apiServerURL}'
        """
      Then it prints
        """
        None None None () https://api.mycluster.kit.example.com:6443
        """
      And no ConfigMap cloud-provider-config exists

  Rule: machines are where the installer says, and as many

    Scenario Outline: The bootstrap machine of a cluster that publishes <publish> is on a <visibility> subnet of a regular zone
      Given a VPC in us-east-2 with the subnets
        | subnet   | zone             | visibility |
        | edge-in  | us-east-2-nyc-1a | private    |
        | edge-out | us-east-2-nyc-1a | public     |
        | pub-a    | us-east-2a       | public     |
        | priv-a   | us-east-2a       | private    |
      And an install-config that publishes <publish>, with no roles on edge-in, edge-out, priv-a, pub-a
      When the admin creates the manifests
      Then it is accepted
      And the subnets in the manifests are
        | for                   | subnets  |
        | the bootstrap machine | <subnet> |

      @ISS-381.a
      Examples:
        | publish  | visibility | subnet |
        | External | public     | pub-a  |

      @ISS-381.b
      Examples:
        | publish  | visibility | subnet |
        | Internal | private    | priv-a |

    @ISS-382
    Scenario Outline: Machines of a VPC that is yet to be made, of a cluster that publishes <publish>, refer to subnets by name
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
      And an install-config that publishes <publish>, with no roles on pub-a
      And its subnetsConfig is absent
      When the admin creates the manifests
      Then it is accepted
      And the subnets in the manifests are
        | for                               | subnets                                                                                    |
        | machines, by the name of a subnet | <bootstrap>subnet-private-us-east-2a, subnet-private-us-east-2b, subnet-private-us-east-2c |

      Examples:
        | publish  | bootstrap                 |
        | External | subnet-public-us-east-2a, |
        | Internal |                           |

    @ISS-401
    Scenario: Machines of a VPC that is yet to be made are outside Local Zones
      Given a VPC in us-east-2 with the subnets
        | subnet  | zone             | visibility |
        | pub-a   | us-east-2a       | public     |
        | edge-in | us-east-2-nyc-1a | private    |
      And an install-config that publishes External, with no roles on pub-a
      And its subnetsConfig is absent
      When the admin creates the manifests
      Then it is accepted
      And the MachineSets are in the zones us-east-2a, us-east-2b, us-east-2c

    @ISS-384
    Scenario: A cluster has three control plane and three compute machines where the install-config gives no numbers
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
        | pub-b  | us-east-2b | public     |
        | priv-b | us-east-2b | private    |
      And an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      And its controlPlane is absent
      And its compute is absent
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                        | subnets                |
        | each control plane machine | priv-a, priv-b, priv-a |
        | each compute machine       | priv-a, priv-a, priv-b |
      And the subnets in AWS are
        | for          | subnets                                        |
        | each machine | priv-a, priv-a, priv-a, priv-a, priv-b, priv-b |
      When the admin runs
        """
        aws ec2 describe-images --owners self --query "Images[?starts_with(Name,'mycluster-')].Name|[0]"
        """
      Then it prints
        """
        -ami-us-east-2
        """

    @ISS-385
    Scenario: Destroying a cluster without a cloud calls no cloud
      Given an install-config for platform None
      When the admin creates the cluster
      Then it is accepted
      When the admin destroys the cluster
      Then no component called DescribeInstances, GetResources, ListHostedZones

  Rule: an install-config has the fields that every installation needs, each of its type

    Scenario Outline: The installer refuses an install-config whose <field> is <value>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its <field> is <value>
      When the install-config is validated
      Then it is refused at <field> because of <words>

      @ISS-383.a
      Examples: missing
        | field    | value  | words |
        | platform | absent | aws   |

      @ISS-383.b
      Examples: of another type
        | field                 | value     | words                        |
        | metadata.name         | [demo]    | must be a text               |
        | publish               | [x]       | must be a text               |
        | controlPlane.replicas | three     | must be a number, not a text |
        | controlPlane.replicas | true      | must be a number             |
        | compute               | {a: 1}    | must be a list               |
        | capabilities          | [Storage] | must be a mapping            |

    @ISS-402.a
    Scenario: The installer judges an empty entry of subnetsConfig like one without values
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[2] is null
      When the install-config is validated
      Then it is refused because of
        | field                            | names     |
        | platform.aws.subnetsConfig[2].id | id        |
        | platform.aws.subnetsConfig       | all, none |

    @ISS-402.b
    Scenario: The installer judges an empty role like an unknown one
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[0].rolesOverride[2] is null
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig[0].rolesOverride[2] because of ClusterNode

    @ISS-402.c
    Scenario: The installer looks for a subnet without an id where the deprecated list has an empty entry
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the deprecated list of subnets pub-a, priv-a
      And its subnets[2] is null
      When the install-config is validated
      Then it is refused at platform.aws.subnets because of find

    @ISS-402.d
    Scenario: The installer judges an empty entry of serviceEndpoints like one without values
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its serviceEndpoints is [null]
      When the install-config is validated
      Then it is refused because of
        | field                                 | names |
        | platform.aws.serviceEndpoints[0].name |       |
        | platform.aws.serviceEndpoints[0].url  |       |

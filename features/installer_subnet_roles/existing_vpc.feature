@document @needs.installer
Feature: A cluster uses the listed subnets of its VPC and leaves the rest alone
  The VPC of an installation may have other subnets, other clusters and tags of its own. What the cluster uses are the
  listed subnets; what it leaves alone is everything else.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |

  Rule: untagged subnets endanger discovery, not roles

    @ISS-003.b @ISS-039.a
    Scenario: The installer refuses a VPC with untagged subnets where the listed ones have no roles
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-a2 | us-east-2a | public     |
        | pub-b  | us-east-2b | public     |
        | priv-b | us-east-2b | private    |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig because of pub-a2, pub-b, priv-b
      And nothing has changed in AWS

    @ISS-003.a @ISS-039.b @ISS-024
    Scenario: Roles confine a cluster to one zone of a VPC with untagged subnets
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-a2 | us-east-2a | public     |
        | pub-b  | us-east-2b | public     |
        | priv-b | us-east-2b | private    |
        | pub-c  | us-east-2c | public     |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And default has a Classic load balancer in pub-a
      And the subnets in AWS are
        | for                                      | subnets |
        | machines                                 | priv-a  |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | pub-a   |
        | internal load balancers                  | priv-a  |
        | internet-facing load balancers           | pub-a   |

    @ISS-045 @ISS-042
    Scenario: The Service of the default IngressController names the subnets of its role among untagged ones
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
        | pub-c  | us-east-2c | public     |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And the Service of default is annotated
        | annotation                                           | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a |
      And default has a Classic load balancer in pub-a

    @ISS-033 @ISS-338
    Scenario: An untagged subnet added after the installation is discovered for IngressControllers only
      Given the VPC also has the subnets
        | subnet | zone       | visibility | tags                                 |
        | pub-c  | us-east-2c | public     | kubernetes.io/cluster/unmanaged=true |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the admin creates the cluster
      Then default has a Classic load balancer in pub-a
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-a, pub-b
      And the subnets in the manifests are
        | for                                      | subnets               |
        | the existing network                     | pub-a, priv-a         |
        | the external control plane load balancer | the provider's choice |
      And the subnets in AWS are
        | for                                      | subnets |
        | the external control plane load balancer | pub-a   |
        | the internal control plane load balancer | priv-a  |

    @ISS-335
    Scenario Outline: A private cluster that relies on discovery stays out of a public subnet that is tagged <tag>
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes Internal with
        | subnet |
        | priv-a |
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig because of pub-a, pub-b
      When the admin runs
        """
        aws ec2 create-tags --resources pub-a pub-b --tags Key=kubernetes.io/cluster/<tag>,Value=<value>
        """
      And the admin creates the cluster
      Then it is accepted
      And spec of default shows scope Internal
      And default has a Classic load balancer in priv-a
      And the Service of default is annotated
        | annotation                                            | value |
        | service.beta.kubernetes.io/aws-load-balancer-internal | true  |

      @ISS-292.a
      Examples: for no cluster
        | tag       | value |
        | unmanaged | true  |

      @ISS-292.b
      Examples: for another cluster
        | tag         | value  |
        | other-x7k2p | shared |

  Rule: the deprecated list installs as before

    @ISS-059 @ISS-006 @ISS-068 @ISS-044 @ISS-184.b
    Scenario: The deprecated list of subnets pins no load balancer, even in a VPC with an untagged subnet
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External, with the deprecated list of subnets pub-a, priv-a
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets               |
        | the default IngressController, Classic   | nothing               |
        | the Ingress config, Classic              | nothing               |
        | the Ingress config, NLB                  | nothing               |
        | the internal control plane load balancer | the provider's choice |
        | the external control plane load balancer | the provider's choice |
        | the internal control plane load balancer | the provider's choice |
      And the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | pub-a   |

    Scenario Outline: The field <field> without roles leads to the same cluster, which discovers its subnets
      Given the VPC also has the subnets
        | subnet | zone       | visibility | tags                                     |
        | pub-c  | us-east-2c | public     | kubernetes.io/cluster/other-abcde=shared |
        | priv-c | us-east-2c | private    | kubernetes.io/cluster/other-abcde=shared |
      And an install-config that publishes External, with <listed>
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets               |
        | the existing network                     | pub-a, priv-a         |
        | the default IngressController, Classic   | nothing               |
        | the Ingress config, Classic              | nothing               |
        | the Ingress config, NLB                  | nothing               |
        | the internal control plane load balancer | the provider's choice |
        | control plane machines                   | priv-a                |
        | compute machines                         | priv-a                |
        | machines outside the existing network    | nothing               |
      And the Service of default has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And default has a Classic load balancer in pub-a

      @ISS-070.b @ISS-293
      Examples:
        | field   | listed                                       |
        | subnets | the deprecated list of subnets pub-a, priv-a |

      @ISS-070.a @ISS-293 @ISS-067 @ISS-034
      Examples:
        | field         | listed                    |
        | subnetsConfig | no roles on pub-a, priv-a |

    @ISS-112
    Scenario Outline: The Tech Preview changes nothing for the deprecated list of subnets, <case>
      Given an install-config that publishes External, with the deprecated list of subnets pub-a, priv-a
      And its featureSet is <feature set>
      When the install-config is validated
      Then it is accepted

      Examples:
        | case       | feature set          |
        | with it on | TechPreviewNoUpgrade |
        | without it | absent               |

  Rule: ClusterNode subnets determine the VPC and the zones of a cluster

    @ISS-012 @ISS-013
    Scenario: A cluster is installed into the VPC and the zones of its ClusterNode subnets
      Given a VPC in us-east-2 with the subnets
        | subnet  | zone       | visibility |
        | pub-x   | us-east-2b | public     |
        | priv-x  | us-east-2b | private    |
        | pub-x2  | us-east-2c | public     |
        | priv-x2 | us-east-2c | private    |
      And an install-config that publishes External with
        | subnet  | roles                                       |
        | pub-x   | IngressControllerLB, ControlPlaneExternalLB |
        | priv-x  | ControlPlaneInternalLB, ClusterNode         |
        | pub-x2  | IngressControllerLB, ControlPlaneExternalLB |
        | priv-x2 | ControlPlaneInternalLB, ClusterNode         |
      When the admin creates the cluster
      Then it is accepted
      And no component called CreateVpc, CreateSubnet
      And the subnets in the manifests are
        | for                    | subnets                        |
        | the existing network   | pub-x, priv-x, pub-x2, priv-x2 |
        | control plane machines | priv-x, priv-x2                |
        | compute machines       | priv-x, priv-x2                |
      And the subnets in AWS are
        | for                    | subnets                        |
        | the VPC of the cluster | pub-x, priv-x, pub-x2, priv-x2 |
        | machines               | priv-x, priv-x2                |

    @ISS-014 @ISS-148
    Scenario: A ClusterNode subnet may be public
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-a holds IngressControllerLB, ControlPlaneExternalLB, ClusterNode
      And priv-a holds ControlPlaneInternalLB
      When the install-config is validated
      Then it is accepted

  Rule: roles concern IngressControllers, not other Services

    @ISS-016
    Scenario: A LoadBalancer Service that no IngressController owns discovers its subnets
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
        | priv-b | us-east-2b | private    |
      And an install-config that publishes External with
        | subnet | roles                                       |
        | pub-a  | IngressControllerLB, ControlPlaneExternalLB |
        | priv-a | ControlPlaneInternalLB, ClusterNode         |
      When the admin creates the cluster
      Given the LoadBalancer Service of plain, which no IngressController owns
      Then the Service of plain has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And plain has a Classic load balancer in pub-a, pub-b
      And default has a Classic load balancer in pub-a

  Rule: an admin chooses between discovery and roles

    Scenario Outline: The installer accepts either source of IngressController subnets: <choice>
      Given an install-config that publishes External, with <listed>
      When the admin creates the manifests
      Then it is accepted
      And the subnets in the manifests are
        | for                                    | subnets   |
        | the default IngressController, Classic | <subnets> |
        | the Ingress config, Classic            | <subnets> |

      @ISS-037.a
      Examples:
        | choice    | listed                    | subnets |
        | Discovery | no roles on pub-a, priv-a | nothing |

      @ISS-037.b
      Examples:
        | choice | listed                                                    | subnets |
        | Roles  | the public roles on pub-a and the private roles on priv-a | pub-a   |

  Rule: listed subnets keep their tags and get that of the cluster outside edge zones

    @ISS-195 @ISS-196
    Scenario: Listed subnets keep the tags that they have, and discovery finds those that another cluster uses too
      Given the VPC also has the subnets
        | subnet | zone       | visibility | name  | tags                                     |
        | pub-b  | us-east-2b | public     | front | kubernetes.io/cluster/other-abcde=shared |
        | priv-b | us-east-2b | private    |       |                                          |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
        | pub-b  |
        | priv-b |
      When the admin creates the cluster
      Then it is accepted
      And the subnets in AWS are
        | for                                              | subnets                      |
        | the tag of the cluster                           | pub-a, priv-a, pub-b, priv-b |
        | the tag kubernetes.io/cluster/other-abcde=shared | pub-b                        |
        | the tag Name=front                               | pub-b                        |
        | the tag Name                                     | pub-b                        |
      And the Service of default has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And default has a Classic load balancer in pub-a, pub-b

    Scenario Outline: Listed subnets of a <kind> Zone get no cluster tag, no machine and no control plane load balancer
      Given the VPC also has the subnets
        | subnet   | zone   | visibility |
        | edge-pub | <zone> | public     |
        | edge     | <zone> | private    |
      And an install-config that publishes External with
        | subnet   |
        | edge     |
        | edge-pub |
        | pub-a    |
        | priv-a   |
      When the admin creates the cluster
      Then it is accepted
      And the subnets in AWS are
        | for                                      | subnets       |
        | the tag of the cluster                   | pub-a, priv-a |
        | machines                                 | priv-a        |
        | the internal control plane load balancer | priv-a        |
        | the external control plane load balancer | pub-a         |
      And the subnets in the manifests are
        | for                   | subnets |
        | the bootstrap machine | pub-a   |

      @ISS-193.a @ISS-363.a
      Examples: a Local Zone
        | kind  | zone             |
        | Local | us-east-2-nyc-1a |

      @ISS-193.b @ISS-363.b
      Examples: a Wavelength Zone
        | kind       | zone                    |
        | Wavelength | us-east-2-wl1-nyc-wlz-1 |

@needs.installer
Feature: Without roles the subnets of IngressControllers are discovered
  An admin who lists subnets without roles leaves their use to the product: the cloud controller manager finds the
  subnets of IngressControllers by their tags. It would also take subnets without any cluster tag, so a VPC with such
  subnets is refused.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |

  Rule: the cloud controller manager chooses among the tagged subnets

    @document @smoke @ISS-302 @ISS-256 @ISS-258 @ISS-036
    Scenario: An admin installs a cluster that discovers the subnets of its IngressControllers
      Given the VPC also has the subnets
        | subnet | zone       | visibility | tags                              |
        | pub-b  | us-east-2b | public     |                                   |
        | priv-b | us-east-2b | private    |                                   |
        | pub-c  | us-east-2c | public     | kubernetes.io/cluster/other=owned |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
        | pub-b  |
        | priv-b |
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                    | subnets |
        | the default IngressController, Classic | nothing |
        | the default IngressController, NLB     | nothing |
        | the Ingress config, Classic            | nothing |
        | the Ingress config, NLB                | nothing |
      And the subnets in AWS are
        | for                    | subnets                             |
        | the tag of the cluster | pub-a, priv-a, pub-b, priv-b        |
        | machines               | priv-a, priv-b                      |
        | the VPC of the cluster | pub-a, priv-a, pub-b, priv-b, pub-c |
      And the Service of default has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And default has a Classic load balancer in pub-a, pub-b

    @document
    Scenario Outline: Without roles no manifest of a cluster that publishes <publish> names a subnet for a load balancer
      Given an install-config that publishes <publish>, with no roles on pub-a, priv-a
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets               |
        | the default IngressController, Classic   | nothing               |
        | the default IngressController, NLB       | nothing               |
        | the Ingress config, Classic              | nothing               |
        | the Ingress config, NLB                  | nothing               |
        | the internal control plane load balancer | the provider's choice |
        | the external control plane load balancer | <external>            |
      And spec of default shows no subnets

      @ISS-179.a @ISS-257 @ISS-051 @ISS-184.a
      Examples: the operator makes the default IngressController
        | publish  | external              |
        | External | the provider's choice |

      @ISS-179.b
      Examples: the installer makes the default IngressController
        | publish  | external |
        | Internal | nothing  |

    @document @ISS-192
    Scenario: Without roles the visibility of subnets places machines and control plane load balancers
      Given an install-config that publishes External, with no roles on pub-a, priv-a
      When the admin creates the cluster
      Then the subnets in AWS are
        | for                                      | subnets       |
        | the tag of the cluster                   | pub-a, priv-a |
        | machines                                 | priv-a        |
        | the internal control plane load balancer | priv-a        |
        | the external control plane load balancer | pub-a         |

    @document @ISS-069
    Scenario: Without roles machines and control plane load balancers get listed subnets outside edge zones
      Given the VPC also has the subnets
        | subnet   | zone             | visibility | tags                                     |
        | pub-b    | us-east-2b       | public     |                                          |
        | priv-b   | us-east-2b       | private    |                                          |
        | edge-out | us-east-2-nyc-1a | public     |                                          |
        | edge-in  | us-east-2-nyc-1a | private    |                                          |
        | pub-c    | us-east-2c       | public     | kubernetes.io/cluster/other-x7k2p=shared |
        | priv-c   | us-east-2c       | private    | kubernetes.io/cluster/other-x7k2p=shared |
      And an install-config that publishes External with
        | subnet   |
        | edge-in  |
        | edge-out |
        | pub-b    |
        | priv-b   |
        | pub-a    |
        | priv-a   |
      When the admin creates the cluster
      Then it is accepted
      And the subnets in AWS are
        | for                                      | subnets        |
        | machines                                 | priv-a, priv-b |
        | the internal control plane load balancer | priv-a, priv-b |
        | the external control plane load balancer | pub-a, pub-b   |
      And the Service of default has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And default has a Classic load balancer in pub-a, pub-b

  Rule: a VPC with an unlisted subnet that has no cluster tag is refused

    @ISS-149 @ISS-046 @ISS-054 @ISS-064 @ISS-082.a @ISS-092
    Scenario Outline: An untagged subnet beside listed ones without roles stops the installation
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the admin creates the cluster
      Then it is refused at <field> because of pub-b
      And nothing has changed in AWS

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    @ISS-153 @ISS-116 @ISS-053 @ISS-108 @ISS-331 @ISS-082.b @ISS-254
    Scenario: Listed subnets without roles need no cluster tag
      Given an install-config that publishes External, with no roles on pub-a, priv-a
      When the install-config is validated
      Then it is accepted

    @ISS-081
    Scenario Outline: An untagged private subnet stops the installation although other subnets are tagged
      Given the VPC also has the subnets
        | subnet | zone       | visibility | tags                                     |
        | pub-b  | us-east-2b | public     | kubernetes.io/cluster/other-x7k2p=shared |
        | pub-c  | us-east-2c | public     | kubernetes.io/cluster/other-x7k2p=owned  |
        | priv-b | us-east-2b | private    |                                          |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the install-config is validated
      Then it is refused at <field> because of priv-b

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    @document @ISS-158 @ISS-159
    Scenario: The refusal of an untagged subnet offers the unmanaged tag and roles as ways out
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the install-config is validated
      Then it is refused because of
        | field                      | names                                                              |
        | platform.aws.subnetsConfig | kubernetes.io/cluster/unmanaged, roles, platform.aws.subnetsConfig |

    @ISS-150
    Scenario Outline: The refusal of untagged subnets names every one of them
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
        | priv-b | us-east-2b | private    |
        | pub-c  | us-east-2c | public     |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the install-config is validated
      Then it is refused at <field> because of pub-b, priv-b, pub-c

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    Scenario Outline: The installer accepts an unlisted subnet tagged <tag>=<value>
      Given the VPC also has the subnets
        | subnet | zone       | visibility | tags          |
        | pub-b  | us-east-2b | public     | <tag>=<value> |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the install-config is validated
      Then it is accepted

      @ISS-151
      Examples: left out of every cluster
        | tag                             | value |
        | kubernetes.io/cluster/unmanaged | true  |
        | kubernetes.io/cluster/unmanaged |       |

      @ISS-152
      Examples: used by another cluster
        | tag                               | value  |
        | kubernetes.io/cluster/other-x7k2p | shared |
        | kubernetes.io/cluster/other-x7k2p | owned  |

    @document @ISS-160
    Scenario: An installation that an untagged subnet has stopped passes once the subnet is tagged as unmanaged
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig because of pub-b, kubernetes.io/cluster/unmanaged
      When the admin runs
        """
        aws ec2 create-tags --resources pub-b --tags Key=kubernetes.io/cluster/unmanaged,Value=true
        """
      And the admin creates the cluster
      Then it is accepted
      And default has a Classic load balancer in pub-a

    @document @ISS-161
    Scenario: An installation that an untagged subnet has stopped passes once the listed subnets have roles
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig because of pub-b, platform.aws.subnetsConfig
      Given pub-a holds IngressControllerLB, ControlPlaneExternalLB
      And priv-a holds ControlPlaneInternalLB, ClusterNode
      When the admin creates the cluster
      Then it is accepted
      And the subnets in AWS are
        | for                                     | subnets       |
        | the tag of the cluster                  | pub-a, priv-a |
        | the tag kubernetes.io/cluster/unmanaged | nothing       |
      And default has a Classic load balancer in pub-a

    @ISS-340
    Scenario Outline: A subnet with tags other than a cluster's counts as untagged
      Given the VPC also has the subnets
        | subnet | zone       | visibility | tags                                      |
        | pub-b  | us-east-2b | public     | kubernetes.io/role/elb=1, team=networking |
      And an install-config that publishes External, with no roles on pub-a, priv-a
      When the install-config is validated
      Then it is refused at <field> because of pub-b

      @document
      Examples: as the document has it
        | field                      |
        | platform.aws.subnetsConfig |

      @shipped
      Examples: as released
        | field                    |
        | platform.aws.vpc.subnets |

    @ISS-154 @ISS-120
    Scenario: Untagged subnets of another VPC do not stop the installation
      Given an install-config that publishes External, with no roles on pub-a, priv-a
      And a VPC in us-east-2 with the subnets
        | subnet   | zone       | visibility |
        | far-pub  | us-east-2a | public     |
        | far-priv | us-east-2b | private    |
      When the install-config is validated
      Then it is accepted

    @document @ISS-156
    Scenario: The installer accepts an untagged subnet beside the deprecated list of subnets
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External, with the deprecated list of subnets pub-a, priv-a
      When the install-config is validated
      Then it is accepted

  Rule: zones are compared only where subnets have roles

    @ISS-171.a
    Scenario: The installer accepts a zone with only a public subnet where subnets have no roles
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
        | pub-b  |
      When the install-config is validated
      Then it is accepted

    @document
    Scenario Outline: A cluster whose subnets have no roles may have load balancers in a zone without nodes, with <list>
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External, with <listed>
      When the admin creates the cluster
      Then it is accepted
      And the subnets in AWS are
        | for                                      | subnets      |
        | the external control plane load balancer | pub-a, pub-b |
        | the internal control plane load balancer | priv-a       |
        | machines                                 | priv-a       |

      @ISS-171.a
      Examples: the new field
        | list          | listed                           |
        | subnetsConfig | no roles on pub-a, priv-a, pub-b |

      @ISS-171.b
      Examples: the deprecated field
        | list                | listed                                              |
        | the deprecated list | the deprecated list of subnets pub-a, priv-a, pub-b |

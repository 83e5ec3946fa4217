@document @needs.installer
Feature: An install-config assigns the roles of existing subnets by hand
  A cluster admin says which subnets carry the load balancers of IngressControllers, the load balancers of the control
  plane, and the nodes. The installer configures every consumer with exactly the subnets of its role.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |
      | pub-b  | us-east-2b | public     |
      | priv-b | us-east-2b | private    |

  Rule: the cluster is installed with each subnet in its role

    @smoke @ISS-302 @ISS-248 @ISS-249 @ISS-250 @ISS-251 @ISS-252 @ISS-025 @ISS-047 @LSS-007 @LSS-077
    Scenario: An admin installs a cluster with manual roles into an existing VPC
      Given an install-config that publishes External with
        | subnet | roles                                       |
        | pub-a  | IngressControllerLB, ControlPlaneExternalLB |
        | priv-a | ControlPlaneInternalLB, ClusterNode         |
      And its lbType is Classic
      When the install-config is validated
      Then it is accepted
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets |
        | the default IngressController, Classic   | pub-a   |
        | the default IngressController, NLB       | nothing |
        | the Ingress config, Classic              | pub-a   |
        | the Ingress config, NLB                  | pub-a   |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | pub-a   |
        | control plane machines                   | priv-a  |
        | compute machines                         | priv-a  |
      And the subnets in AWS are
        | for                                      | subnets       |
        | the internal control plane load balancer | priv-a        |
        | the external control plane load balancer | pub-a         |
        | machines                                 | priv-a        |
        | the tag of the cluster                   | pub-a, priv-a |
      And spec of default shows
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | External            |
        | load balancer type           | Classic             |
        | subnets                      | pub-a               |
      And default has a Classic load balancer in pub-a
      And status of default shows subnets pub-a

    @ISS-253 @ISS-001 @ISS-233 @ISS-296 @LSS-004
    Scenario Outline: A Day 2 IngressController of type <type> falls back to the subnets of the Ingress config
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the cluster
      And the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then the subnets in the manifests are
        | for                                    | subnets |
        | the default IngressController, Classic | pub-a   |
        | the Ingress config, <type>             | pub-a   |
      And sharded has a <type> load balancer in pub-a
      And spec of sharded shows no subnets
      And status of sharded shows subnets pub-a

      Examples:
        | type    |
        | Classic |
        | NLB     |

  Rule: IngressControllerLB subnets go to the default IngressController and to the Ingress config

    @ISS-175 @ISS-015 @ISS-176 @ISS-094 @ISS-173 @ISS-050 @LSS-020
    Scenario: The default IngressController and the Ingress config list the IngressControllerLB subnets and no others
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                                    | subnets      |
        | the default IngressController, Classic | pub-a, pub-b |
        | the default IngressController, NLB     | nothing      |
        | the Ingress config, Classic            | pub-a, pub-b |

    @ISS-010 @ISS-020
    Scenario: Every role of a subnet with several roles takes effect
      Given an install-config that publishes Internal, with all required roles on priv-a
      When the admin creates the manifests
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets |
        | the default IngressController, Classic   | priv-a  |
        | the internal control plane load balancer | priv-a  |
        | control plane machines                   | priv-a  |
        | compute machines                         | priv-a  |

    Scenario Outline: The Ingress config lists IngressControllerLB subnets for both load balancer types, <case>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its lbType is <type>
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                         | subnets |
        | the Ingress config, Classic | pub-a   |
        | the Ingress config, NLB     | pub-a   |

      @ISS-202 @ISS-174 @ISS-080
      Examples:
        | case                | type    |
        | with lbType Classic | Classic |

      @ISS-203
      Examples:
        | case            | type |
        | with lbType NLB | NLB  |

      @ISS-204
      Examples:
        | case           | type   |
        | without lbType | absent |

    @ISS-344
    Scenario: Without lbType the default IngressController has a Classic load balancer
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its lbType is absent
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                                    | subnets |
        | the default IngressController, Classic | pub-a   |
        | the default IngressController, NLB     | nothing |

    @ISS-178 @LSS-018
    Scenario: The IngressControllers of a cluster that publishes Internal get its private subnets
      Given an install-config that publishes Internal, with all required roles on priv-a
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                                    | subnets |
        | the default IngressController, Classic | priv-a  |
        | the Ingress config, Classic            | priv-a  |
        | the Ingress config, NLB                | priv-a  |

  Rule: control plane load balancers are made in exactly the subnets of their roles

    @ISS-182 @ISS-002 @ISS-052 @ISS-180 @ISS-018 @ISS-181 @ISS-017
    Scenario: The AWSCluster names the subnets of each control plane load balancer
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                                      | subnets        |
        | the internal control plane load balancer | priv-a, priv-b |
        | the external control plane load balancer | pub-a, pub-b   |

    @ISS-302 @ISS-183 @ISS-144
    Scenario: A private cluster has no external control plane load balancer
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | priv-c | us-east-2c | private    |
      And an install-config that publishes Internal, with all required roles on priv-a
      When the admin creates the cluster
      Then the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | nothing |
      And default has a Classic load balancer in priv-a

  Rule: machines are placed in ClusterNode subnets

    @ISS-185 @ISS-186 @ISS-188
    Scenario: Control plane and compute machines use the ClusterNode subnets of all their zones
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                    | subnets        |
        | control plane machines | priv-a, priv-b |
        | compute machines       | priv-a, priv-b |

  Rule: every listed subnet is tagged for the cluster, and no other

    @ISS-194 @ISS-155 @ISS-161
    Scenario: Subnets that the install-config does not list stay untagged
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And the subnets in AWS are
        | for                    | subnets       |
        | the tag of the cluster | pub-a, priv-a |

    @ISS-351
    Scenario: Destroying the cluster takes its tag off the subnets and leaves nothing of it in AWS
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the cluster
      And the admin destroys the cluster
      Then the subnets in AWS are
        | for                                      | subnets |
        | the tag of the cluster                   | nothing |
        | machines                                 | nothing |
        | the internal control plane load balancer | nothing |
        | the external control plane load balancer | nothing |
      And default has no load balancer

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

    @smoke @ISS-302 @ISS-248 @ISS-249 @ISS-252 @LSS-007
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
        | for                                      | subnets                                |
        | the VPC of the cluster                   | pub-a, priv-a, pub-b, priv-b           |
        | the internal control plane load balancer | priv-a                                 |
        | the external control plane load balancer | pub-a                                  |
        | each machine                             | priv-a, priv-a, priv-a, priv-a, priv-a |
        | the tag of the cluster                   | pub-a, priv-a                          |
      And spec of default shows
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | External            |
        | load balancer type           | Classic             |
        | subnets                      | pub-a               |
      And default has a Classic load balancer in pub-a
      And the Service of default is annotated
        | annotation                                           | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a |
      And status of default shows subnets pub-a

    @ISS-001 @ISS-233 @ISS-296 @LSS-004
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

      @ISS-253.a
      Examples:
        | type    |
        | Classic |

      @ISS-253.b
      Examples:
        | type |
        | NLB  |

  Rule: IngressControllerLB subnets go to the default IngressController and to the Ingress config

    @ISS-175 @ISS-015 @ISS-176 @ISS-094 @ISS-173.2 @ISS-050 @LSS-020
    Scenario: The default IngressController and the Ingress config list the IngressControllerLB subnets and no others
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                                    | subnets      |
        | the default IngressController, Classic | pub-a, pub-b |
        | the default IngressController, NLB     | nothing      |
        | the Ingress config, Classic            | pub-a, pub-b |
        | the Ingress config, NLB                | pub-a, pub-b |

    @ISS-173 @ISS-251 @ISS-344
    Scenario Outline: The default IngressController of a cluster with roles is published by a Classic load balancer, <case>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its lbType is <type>
      When the admin creates the cluster
      Then it is accepted
      And spec of default shows
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | External            |
        | load balancer type           | Classic             |
        | subnets                      | pub-a               |
      And the subnets in the cluster are
        | for                                | subnets |
        | the default IngressController, NLB | nothing |

      Examples:
        | case                | type    |
        | with lbType Classic | Classic |
        | without lbType      | absent  |

    @ISS-010 @ISS-002 @ISS-025 @ISS-047
    Scenario: Every role of two subnets with two roles each takes effect in AWS
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | pub-a   |
      And the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | pub-a   |
        | internal load balancers                  | priv-a  |
        | internet-facing load balancers           | pub-a   |
        | machines                                 | priv-a  |
      And default has a Classic load balancer in pub-a

    @ISS-020
    Scenario: A subnet with three roles is reserved for none of them
      Given an install-config that publishes Internal, with all required roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets |
        | the default IngressController, Classic   | priv-a  |
        | the internal control plane load balancer | priv-a  |
        | control plane machines                   | priv-a  |
        | compute machines                         | priv-a  |
      And the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-a  |
        | machines                                 | priv-a  |
      And default has a Classic load balancer in priv-a

    Scenario Outline: The Ingress config lists IngressControllerLB subnets for both load balancer types, <case>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its lbType is <type>
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                         | subnets |
        | the Ingress config, Classic | pub-a   |
        | the Ingress config, NLB     | pub-a   |

      @ISS-202 @ISS-174 @ISS-250 @ISS-080
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

    @LSS-077
    Scenario: The load balancer of the default IngressController is never anywhere but in the IngressControllerLB subnets
      Given an install-config that publishes External, with the public roles on pub-b and the private roles on priv-b
      When the admin creates the cluster
      Then it is accepted
      And the Service of default is annotated
        | annotation                                           | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-b |
      And default has a Classic load balancer in pub-b
      And no component called AttachLoadBalancerToSubnets, DetachLoadBalancerFromSubnets

    @ISS-178 @LSS-018
    Scenario: The IngressControllers of a cluster that publishes Internal get its private subnets
      Given an install-config that publishes Internal, with all required roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And spec of default shows scope Internal
      And default has a Classic load balancer in priv-a
      And the subnets in the manifests are
        | for                                    | subnets |
        | the default IngressController, Classic | priv-a  |
        | the Ingress config, Classic            | priv-a  |
        | the Ingress config, NLB                | priv-a  |

  Rule: control plane load balancers are made in exactly the subnets of their roles

    @ISS-182 @ISS-180 @ISS-018 @ISS-181 @ISS-017
    Scenario: Control plane load balancers are in the subnets that the AWSCluster names for each
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the cluster
      Then the subnets in the manifests are
        | for                                      | subnets        |
        | the internal control plane load balancer | priv-a, priv-b |
        | the external control plane load balancer | pub-a, pub-b   |
      And the subnets in AWS are
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
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets |
        | the existing network                     | priv-a  |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | nothing |
      And the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-a  |
        | the external control plane load balancer | nothing |
        | internet-facing load balancers           | nothing |
      And default has a Classic load balancer in priv-a

  Rule: machines are placed in ClusterNode subnets

    @ISS-185 @ISS-186 @ISS-188
    Scenario: Control plane and compute machines use the ClusterNode subnets of all their zones
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the manifests
      Then the subnets in the manifests are
        | for                                 | subnets                |
        | each control plane machine          | priv-a, priv-b, priv-a |
        | each compute machine                | priv-a, priv-b         |
        | compute machines of zone us-east-2a | priv-a                 |
        | compute machines of zone us-east-2b | priv-b                 |

  Rule: every listed subnet is tagged for the cluster, and no other

    @ISS-194 @ISS-155
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
      Then default has a Classic load balancer in pub-a
      When the admin destroys the cluster
      Then the subnets in AWS are
        | for                                      | subnets |
        | the tag of the cluster                   | nothing |
        | machines                                 | nothing |
        | the internal control plane load balancer | nothing |
        | the external control plane load balancer | nothing |
      And default has no load balancer

@document @needs.installer
Feature: Load balancers have subnets of their own
  Some organisations isolate load balancers from nodes, and the load balancers of IngressControllers from those of the
  control plane. One subnet for each role gives every consumer a subnet that it shares with nobody.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet  | zone       | visibility |
      | priv-a  | us-east-2a | private    |
      | pub-a   | us-east-2a | public     |
      | pub-a2  | us-east-2a | public     |
      | priv-a2 | us-east-2a | private    |

  Rule: each of four subnets has a single role

    @smoke @ISS-302 @ISS-262
    Scenario: An admin installs a cluster with dedicated load balancer subnets
      Given an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a  | ClusterNode            |
        | pub-a   | IngressControllerLB    |
        | pub-a2  | ControlPlaneExternalLB |
        | priv-a2 | ControlPlaneInternalLB |
      And its lbType is NLB
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-a2 |
        | the external control plane load balancer | pub-a2  |
        | control plane machines                   | priv-a  |
        | compute machines                         | priv-a  |
      And the subnets in AWS are
        | for                                      | subnets |
        | the internal control plane load balancer | priv-a2 |
        | the external control plane load balancer | pub-a2  |
        | machines                                 | priv-a  |
      And default has an NLB load balancer in pub-a
      When the admin creates the IngressController sharded with
        | parameter          | value |
        | load balancer type | NLB   |
      Then sharded has an NLB load balancer in pub-a

    @ISS-260 @ISS-261
    Scenario: The default IngressController of a cluster with dedicated subnets is an NLB in the subnet of its role
      Given an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a  | ClusterNode            |
        | pub-a   | IngressControllerLB    |
        | pub-a2  | ControlPlaneExternalLB |
        | priv-a2 | ControlPlaneInternalLB |
      And its lbType is NLB
      When the install-config is validated
      Then it is accepted
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                    | subnets |
        | the default IngressController, Classic | nothing |
        | the default IngressController, NLB     | pub-a   |
        | the Ingress config, Classic            | pub-a   |
        | the Ingress config, NLB                | pub-a   |
      And spec of default shows
        | parameter          | value |
        | load balancer type | NLB   |
        | subnets            | pub-a |

    @ISS-187 @ISS-011
    Scenario: No machine is placed in a subnet that is dedicated to a load balancer
      Given an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a  | ClusterNode            |
        | pub-a   | IngressControllerLB    |
        | pub-a2  | ControlPlaneExternalLB |
        | priv-a2 | ControlPlaneInternalLB |
      When the admin creates the cluster
      Then the subnets in the manifests are
        | for                    | subnets |
        | control plane machines | priv-a  |
        | compute machines       | priv-a  |
      And the subnets in AWS are
        | for      | subnets |
        | machines | priv-a  |

    @ISS-071 @ISS-083 @ISS-040 @ISS-041 @ISS-052 @ISS-263
    Scenario: Load balancers and machines each get the one subnet of their role
      Given an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a2 | ControlPlaneInternalLB |
        | pub-a2  | ControlPlaneExternalLB |
        | pub-a   | IngressControllerLB    |
        | priv-a  | ClusterNode            |
      When the admin creates the cluster
      Then the subnets in the manifests are
        | for                                      | subnets |
        | the default IngressController, Classic   | pub-a   |
        | the Ingress config, Classic              | pub-a   |
        | the Ingress config, NLB                  | pub-a   |
        | the internal control plane load balancer | priv-a2 |
        | the external control plane load balancer | pub-a2  |
        | control plane machines                   | priv-a  |
        | compute machines                         | priv-a  |
      And the subnets in AWS are
        | for                                      | subnets       |
        | the internal control plane load balancer | priv-a2       |
        | the external control plane load balancer | pub-a2        |
        | internal load balancers                  | priv-a2       |
        | internet-facing load balancers           | pub-a, pub-a2 |
        | machines                                 | priv-a        |
      And default has a Classic load balancer in pub-a

    @ISS-191 @ISS-189 @ISS-190
    Scenario: The installer tags every listed subnet for the cluster, whatever its role
      Given an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a  | ClusterNode            |
        | pub-a   | IngressControllerLB    |
        | pub-a2  | ControlPlaneExternalLB |
        | priv-a2 | ControlPlaneInternalLB |
      When the admin creates the cluster
      Then the subnets in AWS are
        | for                    | subnets                        |
        | the tag of the cluster | priv-a, pub-a, pub-a2, priv-a2 |

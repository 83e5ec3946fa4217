@document @needs.installer
Feature: An install-config assigns the roles of existing subnets by hand
  A cluster admin says which subnets carry the load balancers of IngressControllers, the load balancers of the control
  plane, and the nodes. The installer configures every consumer with exactly the subnets of its role.

  Rule: the cluster is installed with each subnet in its role

    @smoke @ISS-247 @ISS-248 @ISS-249 @ISS-250 @ISS-251 @ISS-252 @ISS-025 @ISS-047
    Scenario: An admin installs a cluster with manual roles into an existing VPC
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External with
        | subnet | roles                                       |
        | pub-a  | IngressControllerLB, ControlPlaneExternalLB |
        | priv-a | ControlPlaneInternalLB, ClusterNode         |
      And its lbType is Classic
      When the install-config is validated
      Then it is accepted
      When the admin creates the cluster
      Then it is accepted
      And the manifests name the subnets
        | for                                       | subnets |
        | the default IngressController, Classic    | pub-a   |
        | the default IngressController, NLB        | nothing |
        | the Ingress config, Classic               | pub-a   |
        | the Ingress config, NLB                   | pub-a   |
        | the internal control plane load balancer  | priv-a  |
        | the external control plane load balancer  | pub-a   |
        | control plane machines                    | priv-a  |
        | compute machines                          | priv-a  |
      And in AWS the subnets are
        | for                                       | subnets       |
        | the internal control plane load balancer  | priv-a        |
        | the external control plane load balancer  | pub-a         |
        | machines                                  | priv-a        |
        | the tag of the cluster                    | pub-a, priv-a |
      And spec of default shows
        | parameter           | value               |
        | publishing strategy | LoadBalancerService |
        | scope               | External            |
        | load balancer       | Classic             |
        | subnets             | pub-a               |
      And default has a Classic load balancer in pub-a
      And status of default shows subnets pub-a
      When the admin destroys the cluster
      Then in AWS the subnets are
        | for                                       | subnets |
        | the internal control plane load balancer  | nothing |
        | the external control plane load balancer  | nothing |
        | machines                                  | nothing |
        | the tag of the cluster                    | nothing |
      And default has no load balancer

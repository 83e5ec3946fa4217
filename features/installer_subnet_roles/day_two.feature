@document @needs.installer
Feature: An installed cluster keeps to the subnets of its roles on Day 2
  The default IngressController has its subnets in its own specification; IngressControllers of Day 2 follow the Ingress
  config.

  Rule: the default IngressController has subnets of its own, whatever the Ingress config says

    @ISS-007 @ISS-008 @ISS-275 @ISS-232.a
    Scenario: The default IngressController keeps its subnets when the default ones change, and a new one has the same lbType
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
        | pub-b  | us-east-2b | public     |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its lbType is NLB
      When the admin creates the cluster
      Then default has an NLB load balancer in pub-a
      When the admin sets the default subnets of NLB IngressControllers to pub-b
      Then LoadBalancerProgressing of default is False with reason LoadBalancerNotProgressing
      And the subnets in the cluster are
        | for                                | subnets |
        | the default IngressController, NLB | pub-a   |
        | the Ingress config, NLB            | pub-b   |
        | the Ingress config, Classic        | pub-a   |
      When the admin creates the IngressController sharded with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
      Then sharded has an NLB load balancer in pub-b
      And default has an NLB load balancer in pub-a

  Rule: the cluster accepts as many subnets as the installer does

    @ISS-350
    Scenario: A cluster with IngressControllers in ten zones is installed
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | pub-b  | us-east-2b | public     |
        | pub-c  | us-east-2c | public     |
        | pub-d  | us-east-2d | public     |
        | pub-e  | us-east-2e | public     |
        | pub-f  | us-east-2f | public     |
        | pub-g  | us-east-2g | public     |
        | pub-h  | us-east-2h | public     |
        | pub-i  | us-east-2i | public     |
        | pub-j  | us-east-2j | public     |
        | priv-a | us-east-2a | private    |
        | priv-b | us-east-2b | private    |
        | priv-c | us-east-2c | private    |
        | priv-d | us-east-2d | private    |
        | priv-e | us-east-2e | private    |
        | priv-f | us-east-2f | private    |
        | priv-g | us-east-2g | private    |
        | priv-h | us-east-2h | private    |
        | priv-i | us-east-2i | private    |
        | priv-j | us-east-2j | private    |
      And an install-config that publishes External, with the public roles on pub-a to pub-j and the private roles on priv-a to priv-j
      And its controlPlane.replicas is 1
      And its compute[0].replicas is 0
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the cluster are
        | for                                    | subnets                                                              |
        | the default IngressController, Classic | pub-a, pub-b, pub-c, pub-d, pub-e, pub-f, pub-g, pub-h, pub-i, pub-j |
        | the Ingress config, Classic            | pub-a, pub-b, pub-c, pub-d, pub-e, pub-f, pub-g, pub-h, pub-i, pub-j |
        | the Ingress config, NLB                | pub-a, pub-b, pub-c, pub-d, pub-e, pub-f, pub-g, pub-h, pub-i, pub-j |

  Rule: control plane load balancers may have subnets without nodes

    @ISS-264.a @ISS-266 @ISS-267
    Scenario: An admin installs a cluster with dedicated control plane load balancer subnets
      Given a VPC in us-east-2 with the subnets
        | subnet  | zone       | visibility |
        | priv-a  | us-east-2a | private    |
        | pub-a   | us-east-2a | public     |
        | priv-a2 | us-east-2a | private    |
      And an install-config that publishes External with
        | subnet  | roles                                       |
        | priv-a  | ClusterNode                                 |
        | pub-a   | IngressControllerLB, ControlPlaneExternalLB |
        | priv-a2 | ControlPlaneInternalLB                      |
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                      | subnets |
        | the default IngressController, Classic   | pub-a   |
        | the Ingress config, Classic              | pub-a   |
        | the Ingress config, NLB                  | pub-a   |
        | the internal control plane load balancer | priv-a2 |
        | the external control plane load balancer | pub-a   |
      And the subnets in AWS are
        | for                                      | subnets |
        | machines                                 | priv-a  |
        | the internal control plane load balancer | priv-a2 |
        | the external control plane load balancer | pub-a   |
      And default has a Classic load balancer in pub-a
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-a

  Rule: IngressControllers and nodes may share subnets

    @ISS-284 @ISS-285 @ISS-286
    Scenario: An admin installs a cluster whose IngressControllers share subnets with nodes
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
        | pub-b  | us-east-2b | public     |
        | priv-b | us-east-2b | private    |
      And an install-config that publishes External with
        | subnet | roles                                                    |
        | pub-a  | IngressControllerLB, ControlPlaneExternalLB, ClusterNode |
        | pub-b  | IngressControllerLB, ControlPlaneExternalLB, ClusterNode |
        | priv-a | ControlPlaneInternalLB                                   |
        | priv-b | ControlPlaneInternalLB                                   |
      And its lbType is Classic
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                    | subnets      |
        | the default IngressController, Classic | pub-a, pub-b |
        | the Ingress config, Classic            | pub-a, pub-b |
        | the Ingress config, NLB                | pub-a, pub-b |
      And spec of default shows
        | parameter          | value        |
        | scope              | External     |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      And default has a Classic load balancer in pub-a, pub-b
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then sharded has a Classic load balancer in pub-a, pub-b

  Rule: the log of the cloud controller manager shows why a load balancer fails

    @needs.aws-faults @needs.logs @ISS-320 @ISS-321
    Scenario: The log of the cloud controller manager says why ingress does not work after a successful installation
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the install-config is validated
      Then it is accepted
      Given AWS answers calls with
        | operation          | service | answer         |
        | CreateLoadBalancer | elb     | SubnetNotFound |
      When the admin creates the cluster
      Then it is accepted
      And default has no load balancer
      And LoadBalancerReady of default is False with reason SyncLoadBalancerFailed
      And the log of cloud-controller-manager has an error that names router-default, SubnetNotFound

    @needs.aws-faults @needs.logs @ISS-320 @ISS-321
    Scenario: The log of the cloud controller manager reports a timeout, and the next attempt finds the load balancer
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And AWS answers calls with
        | operation          | service | after      | times |
        | CreateLoadBalancer | elb     | 61 seconds | 1     |
      When the admin creates the cluster
      Then it is accepted
      And the log of cloud-controller-manager has an error that names router-default, Read timeout
      And default has a Classic load balancer in pub-a
      And LoadBalancerReady of default is True with reason LoadBalancerProvisioned

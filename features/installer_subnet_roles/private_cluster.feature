@document @needs.installer
Feature: A private cluster keeps its IngressControllers on private subnets
  Discovery would also take public subnets for an internal load balancer. Subnets with the role of IngressControllers
  keep the default IngressController away from the Internet.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | priv-a | us-east-2a | private    |
      | pub-a  | us-east-2a | public     |
      | pub-b  | us-east-2b | public     |

  Rule: the default IngressController is internal, and in private subnets only

    @ISS-043
    Scenario: An admin installs a private cluster into a VPC that has public subnets too
      Given an install-config that publishes Internal, with all required roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And spec of default shows scope Internal
      And default has a Classic load balancer in priv-a
      And the subnets in AWS are
        | for                            | subnets |
        | internal load balancers        | priv-a  |
        | internet-facing load balancers | nothing |

    @LSS-016
    Scenario: The load balancer of a private cluster is internal and in the private subnets of both zones only
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | priv-b | us-east-2b | private    |
        | pub-c  | us-east-2c | public     |
      And an install-config that publishes Internal, with all required roles on priv-a, priv-b
      When the admin creates the cluster
      Then it is accepted
      And status of default shows scope Internal
      And the Service of default is annotated
        | annotation                                            | value |
        | service.beta.kubernetes.io/aws-load-balancer-internal | true  |
      And default has a Classic load balancer in priv-a, priv-b
      And cloud-controller-manager called CreateLoadBalancer with
        | parameter | value    |
        | Scheme    | internal |

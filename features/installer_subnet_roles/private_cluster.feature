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

    @ISS-043 @LSS-016
    Scenario: An admin installs a private cluster into a VPC that has public subnets too
      Given an install-config that publishes Internal, with all required roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And spec of default shows scope Internal
      And default has a Classic load balancer in priv-a

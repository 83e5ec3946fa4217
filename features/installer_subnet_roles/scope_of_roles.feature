@document @needs.installer
Feature: Subnets of IngressControllers are as public as the cluster
  A public subnet must not serve what is published internally, nor a private one what is published to the world.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |
      | pub-b  | us-east-2b | public     |
      | priv-b | us-east-2b | private    |

  Rule: an IngressControllerLB subnet agrees with what the cluster publishes

    @ISS-131
    Scenario: A private IngressControllerLB subnet stops the installation of a cluster that publishes External
      Given an install-config with layout E
      And pub-a holds ControlPlaneExternalLB
      And priv-a holds IngressControllerLB, ControlPlaneInternalLB, ClusterNode
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig[1] because of priv-a, IngressControllerLB, private, External
      And nothing has changed in AWS

    @ISS-129 @ISS-291
    Scenario: A public IngressControllerLB subnet stops the installation of a cluster that publishes Internal
      Given an install-config with layout I
      And priv-a holds ControlPlaneInternalLB, ClusterNode
      And pub-a holds IngressControllerLB
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig[1] because of pub-a, IngressControllerLB, public, Internal
      And nothing has changed in AWS

    @ISS-133
    Scenario: One public subnet among private ones is enough to refuse
      Given an install-config with layout I2
      And priv-b holds ControlPlaneInternalLB, ClusterNode
      And pub-b holds IngressControllerLB
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig[2] because of pub-b, IngressControllerLB

    @ISS-134
    Scenario: One private subnet among public ones is enough to refuse
      Given an install-config with layout E2
      And pub-b holds ControlPlaneExternalLB
      And priv-b holds IngressControllerLB, ControlPlaneInternalLB, ClusterNode
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig[3] because of priv-b, IngressControllerLB

    Scenario Outline: A cluster that publishes <publish> accepts IngressControllerLB on a <visibility> subnet
      Given an install-config with layout <layout>
      When the install-config is validated
      Then it is accepted

      @ISS-130
      Examples: internal and private
        | publish  | visibility | layout |
        | Internal | private    | I      |

      @ISS-132
      Examples: external and public
        | publish  | visibility | layout |
        | External | public     | E      |

    @ISS-135
    Scenario: An install-config that says nothing about publishing accepts a public subnet
      Given an install-config with layout E
      And its publish is nothing
      When the install-config is validated
      Then it is accepted

    @ISS-135
    Scenario: An install-config that says nothing about publishing refuses a private subnet
      Given an install-config with layout E
      And its publish is nothing
      And pub-a holds ControlPlaneExternalLB
      And priv-a holds IngressControllerLB, ControlPlaneInternalLB, ClusterNode
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig[1] because of priv-a, IngressControllerLB

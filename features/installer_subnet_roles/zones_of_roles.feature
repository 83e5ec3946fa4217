@document @needs.installer
Feature: Load balancers and nodes share their zones
  AWS registers no node of a zone that a load balancer is not enabled for, and a zone without nodes gives a load
  balancer nothing to do. Under manual selection every load balancer role therefore has the zones of ClusterNode.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |
      | pub-b  | us-east-2b | public     |
      | priv-b | us-east-2b | private    |

  Rule: every zone with nodes is a zone of each load balancer

    @ISS-162
    Scenario: A zone with nodes that IngressControllers do not reach stops the installation
      Given an install-config with layout E2
      And pub-b holds ControlPlaneExternalLB
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig because of us-east-2b, IngressControllerLB
      And nothing has changed in AWS

    Scenario Outline: A zone with nodes but without <role> is refused
      Given an install-config with layout E2
      And <subnet> holds <roles>
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig because of us-east-2b, <role>

      @ISS-164
      Examples:
        | role                   | subnet | roles               |
        | ControlPlaneExternalLB | pub-b  | IngressControllerLB |

      @ISS-166
      Examples:
        | role                   | subnet | roles       |
        | ControlPlaneInternalLB | priv-b | ClusterNode |

  Rule: every zone of a load balancer has nodes

    @ISS-163
    Scenario: A zone of IngressControllers without nodes stops the installation
      Given an install-config with layout E
      And pub-b holds IngressControllerLB
      When the admin creates the cluster
      Then it is refused at platform.aws.subnetsConfig because of us-east-2b, IngressControllerLB
      And nothing has changed in AWS

    Scenario Outline: A zone with <role> but without nodes is refused
      Given an install-config with layout <layout>
      And <subnet> holds <role>
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig because of us-east-2b, <role>

      @ISS-165
      Examples:
        | role                   | layout | subnet |
        | ControlPlaneExternalLB | E      | pub-b  |

      @ISS-167
      Examples:
        | role                   | layout | subnet |
        | ControlPlaneInternalLB | I      | priv-b |

  Rule: the zones themselves are compared

    @ISS-169
    Scenario: One zone on each side is not enough when it is not the same
      Given an install-config that publishes Internal with
        | subnet | roles                               |
        | priv-a | ControlPlaneInternalLB, ClusterNode |
        | priv-b | IngressControllerLB                 |
      When the install-config is validated
      Then it is refused because of
        | field                      | names                           |
        | platform.aws.subnetsConfig | us-east-2a, IngressControllerLB |
        | platform.aws.subnetsConfig | us-east-2b, IngressControllerLB |

    @ISS-168 @ISS-123
    Scenario: Equal zones are accepted
      Given an install-config with layout E2
      When the install-config is validated
      Then it is accepted

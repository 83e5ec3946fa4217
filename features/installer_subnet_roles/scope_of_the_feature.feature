@document @needs.installer
Feature: subnetsConfig is a preview, with four roles, for existing subnets on AWS
  The field starts as a preview on AWS. It assigns four roles; other platforms, other Services and separate subnets of
  compute nodes are left out on purpose.

  Rule: subnetsConfig has four roles

    Scenario Outline: There is no subnet role <role>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And priv-a holds ControlPlaneInternalLB, ClusterNode, <role>
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig[1].rolesOverride[2] because of <role>

      @ISS-060
      Examples: compute and control plane nodes share their subnets
        | role             |
        | ComputeNode      |
        | ControlPlaneNode |

      @ISS-061 @ISS-021
      Examples: the two load balancers of the control plane keep a role each
        | role           |
        | ControlPlaneLB |

  Rule: subnetsConfig is for AWS, for IngressControllers and for existing subnets

    @ISS-057
    Scenario Outline: Platform <platform> has no field subnetsConfig
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its platform is {<platform>: {subnetsConfig: [{id: subnet-0fcf8e0392f0910d0}]}}
      When the install-config is validated
      Then it is refused at platform.<platform>.subnetsConfig because of unknown field, subnetsConfig

      Examples:
        | platform |
        | external |
        | none     |

    @ISS-058
    Scenario: An install-config has no field for the load balancer subnets of other Services
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its serviceLoadBalancer is {subnets: [subnet-0fcf8e0392f0910d0]}
      When the install-config is validated
      Then it is refused at platform.aws.serviceLoadBalancer because of unknown field, serviceLoadBalancer

    @ISS-295
    Scenario: The explanation of subnetsConfig tells existing subnets from those that the installer makes
      When the admin runs
        """
        openshift-install explain installconfig.platform.aws.subnetsConfig
        """
      Then it prints
        """
        Existing subnets of one VPC
        """
      When the admin runs
        """
        openshift-install explain installconfig.platform.aws.subnetsConfig
        """
      Then it prints
        """
        the installer makes a VPC
        """

  Rule: subnetsConfig starts as a preview

    @ISS-312 @ISS-099
    Scenario: Subnet roles need the feature set of the Tech Preview
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the install-config is validated
      Then it is accepted
      Given its featureSet is absent
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig because of TechPreviewNoUpgrade

    @general @ISS-314
    Scenario: Subnet roles need no feature set once subnetsConfig is generally available
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its featureSet is absent
      When the install-config is validated
      Then it is accepted

  Rule: the default subnets of the Ingress config have a feature gate of their own

    @ungated @ISS-299
    Scenario: An API server that stores subnets of IngressControllers may store none in the Ingress config
      Given a cluster on platform AWS
      When the admin creates the IngressController sharded with
        | parameter          | value                    |
        | load balancer type | Classic                  |
        | subnets            | subnet-0fcf8e0392f0910d0 |
      Then it is accepted
      And spec of sharded shows subnets subnet-0fcf8e0392f0910d0
      When the admin sets the default subnets of Classic IngressControllers to subnet-0fcf8e0392f0910d0
      Then the subnets in the cluster are
        | for                         | subnets |
        | the Ingress config, Classic | nothing |

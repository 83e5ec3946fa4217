@document @needs.installer
Feature: The document's first printed install-config is accepted and the others are refused
  The files are kept as the document prints them. All but the first call the roles of a subnet `roles`, a leftover of
  an earlier draft: dropping a field that nobody knows would turn manual roles into automatic ones.

  @needs.aws-literal-ids @ISS-110
  Scenario: The installer accepts the document's printed example of manual roles
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility | id                       |
      | pub-a  | us-east-2a | public     | subnet-0fcf8e0392f0910d0 |
      | priv-a | us-east-2a | private    | subnet-0fcf8e0392f0910d1 |
    And the install-config that is printed as manual-roles
    When the install-config is validated
    Then it is accepted

  @ISS-110
  Scenario Outline: The installer refuses the document's printed example <example> because of its field roles
    Given the install-config that is printed as <example>
    When the install-config is validated
    Then it is refused because of
      | field                               | names                |
      | platform.aws.subnetsConfig[0].roles | unknown field, roles |
      | platform.aws.subnetsConfig[1].roles | unknown field, roles |

    Examples:
      | example                       |
      | discovery                     |
      | dedicated-control-plane       |
      | type-switch                   |
      | dedicated-control-plane-again |

  @ISS-110
  Scenario: The installer refuses the document's printed example dedicated-load-balancers because of its field roles
    Given the install-config that is printed as dedicated-load-balancers
    When the install-config is validated
    Then it is refused because of
      | field                               | names                |
      | platform.aws.subnetsConfig[0].roles | unknown field, roles |
      | platform.aws.subnetsConfig[1].roles | unknown field, roles |
      | platform.aws.subnetsConfig[2].roles | unknown field, roles |
      | platform.aws.subnetsConfig[3].roles | unknown field, roles |

@needs.installer
Feature: All listed subnets belong to one VPC

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet  | zone       | visibility |
      | pub-a   | us-east-2a | public     |
      | priv-a  | us-east-2a | private    |
      | pub-a2  | us-east-2a | public     |
      | priv-a2 | us-east-2a | private    |
    And a VPC in us-east-2 with the subnets
      | subnet   | zone       | visibility |
      | far-pub  | us-east-2a | public     |
      | far-priv | us-east-2a | private    |

  Scenario Outline: The installer refuses a <visibility> subnet of another VPC, <case>
    Given an install-config with layout <layout>
    And its <entry> is <stranger>
    When the install-config is validated
    Then it is refused at platform.aws.<list> because of <stranger>, <other>, VPC

    @ISS-118
    Examples: beside subnets with several roles
      | case                   | layout | entry               | list          | visibility | stranger | other |
      | for the internal roles | E      | subnetsConfig[1].id | subnetsConfig | private    | far-priv | pub-a |

    @ISS-119
    Examples: whatever the role of the subnet
      | case                        | layout | entry               | list          | visibility | stranger | other  |
      | with ClusterNode            | D      | subnetsConfig[0].id | subnetsConfig | private    | far-priv | pub-a  |
      | with IngressControllerLB    | D      | subnetsConfig[1].id | subnetsConfig | public     | far-pub  | priv-a |
      | with ControlPlaneExternalLB | D      | subnetsConfig[2].id | subnetsConfig | public     | far-pub  | priv-a |
      | with ControlPlaneInternalLB | D      | subnetsConfig[3].id | subnetsConfig | private    | far-priv | priv-a |

    @ISS-119
    Examples: without roles
      | case            | layout | entry               | list          | visibility | stranger | other  |
      | in the new list | A      | subnetsConfig[0].id | subnetsConfig | public     | far-pub  | priv-a |

    @document @ISS-119
    Examples: in the deprecated list
      | case            | layout | entry      | list    | visibility | stranger | other  |
      | in the old list | O      | subnets[0] | subnets | public     | far-pub  | priv-a |

  Scenario Outline: The installer accepts layout <layout> in one VPC although the account has another
    Given an install-config with layout <layout>
    When the install-config is validated
    Then it is accepted

    @ISS-120
    Examples: with roles
      | layout |
      | D      |
      | E      |
      | I      |

    @document @ISS-120
    Examples: in the deprecated list
      | layout |
      | O      |

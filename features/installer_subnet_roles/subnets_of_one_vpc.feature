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
    Given an install-config that publishes External, with <listed>
    And its <entry> is <stranger>
    When the install-config is validated
    Then it is refused at <field> because of <stranger>, <other>, VPC of <stranger>, VPC of <other>

    @document @ISS-118
    Examples: beside subnets with several roles
      | case                   | listed                                                    | entry               | visibility | stranger | other | field                      |
      | for the internal roles | the public roles on pub-a and the private roles on priv-a | subnetsConfig[1].id | private    | far-priv | pub-a | platform.aws.subnetsConfig |

    @shipped @ISS-118
    Examples: beside subnets with several roles, as released
      | case                   | listed                                                    | entry               | visibility | stranger | other | field                    |
      | for the internal roles | the public roles on pub-a and the private roles on priv-a | subnetsConfig[1].id | private    | far-priv | pub-a | platform.aws.vpc.subnets |

    @document @ISS-119
    Examples: without roles
      | case            | listed                    | entry               | visibility | stranger | other  | field                      |
      | in the new list | no roles on pub-a, priv-a | subnetsConfig[0].id | public     | far-pub  | priv-a | platform.aws.subnetsConfig |

    @shipped @ISS-119
    Examples: without roles, as released
      | case            | listed                    | entry               | visibility | stranger | other  | field                    |
      | in the new list | no roles on pub-a, priv-a | subnetsConfig[0].id | public     | far-pub  | priv-a | platform.aws.vpc.subnets |

    @document @ISS-119
    Examples: in the deprecated list
      | case            | listed                                       | entry      | visibility | stranger | other  | field                |
      | in the old list | the deprecated list of subnets pub-a, priv-a | subnets[0] | public     | far-pub  | priv-a | platform.aws.subnets |

  @ISS-119
  Scenario Outline: The installer refuses a <visibility> subnet of another VPC with only <role>
    Given an install-config that publishes External with
      | subnet  | roles                  |
      | priv-a  | ClusterNode            |
      | pub-a   | IngressControllerLB    |
      | pub-a2  | ControlPlaneExternalLB |
      | priv-a2 | ControlPlaneInternalLB |
    And its subnetsConfig[<entry>].id is <stranger>
    When the install-config is validated
    Then it is refused at <field> because of <stranger>, <other>, VPC

    @document
    Examples: as the document has it
      | role                   | entry | visibility | stranger | other  | field                      |
      | ClusterNode            | 0     | private    | far-priv | pub-a  | platform.aws.subnetsConfig |
      | IngressControllerLB    | 1     | public     | far-pub  | priv-a | platform.aws.subnetsConfig |
      | ControlPlaneExternalLB | 2     | public     | far-pub  | priv-a | platform.aws.subnetsConfig |
      | ControlPlaneInternalLB | 3     | private    | far-priv | priv-a | platform.aws.subnetsConfig |

    @shipped
    Examples: as released
      | role                   | entry | visibility | stranger | other  | field                    |
      | ClusterNode            | 0     | private    | far-priv | pub-a  | platform.aws.vpc.subnets |
      | IngressControllerLB    | 1     | public     | far-pub  | priv-a | platform.aws.vpc.subnets |
      | ControlPlaneExternalLB | 2     | public     | far-pub  | priv-a | platform.aws.vpc.subnets |
      | ControlPlaneInternalLB | 3     | private    | far-priv | priv-a | platform.aws.vpc.subnets |

  Scenario Outline: The installer accepts <what> in one VPC although the account has another
    Given an install-config that publishes <publish>, with <listed>
    When the install-config is validated
    Then it is accepted

    @ISS-120
    Examples: with roles
      | what                   | publish  | listed                                                                                                                            |
      | a subnet for each role | External | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 |
      | a subnet for each side | External | the public roles on pub-a and the private roles on priv-a                                                                         |
      | a subnet for all roles | Internal | all required roles on priv-a                                                                                                      |

    @document @ISS-120
    Examples: in the deprecated list
      | what                | publish  | listed                                       |
      | the deprecated list | External | the deprecated list of subnets pub-a, priv-a |

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
    Then it is refused at platform.aws.<list> because of <stranger>, <other>, VPC

    @ISS-118
    Examples: beside subnets with several roles
      | case                   | listed                                                    | entry               | list          | visibility | stranger | other |
      | for the internal roles | the public roles on pub-a and the private roles on priv-a | subnetsConfig[1].id | subnetsConfig | private    | far-priv | pub-a |

    @ISS-119
    Examples: whatever the role of the subnet
      | case                        | listed                                                                                                                            | entry               | list          | visibility | stranger | other  |
      | with ClusterNode            | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 | subnetsConfig[0].id | subnetsConfig | private    | far-priv | pub-a  |
      | with IngressControllerLB    | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 | subnetsConfig[1].id | subnetsConfig | public     | far-pub  | priv-a |
      | with ControlPlaneExternalLB | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 | subnetsConfig[2].id | subnetsConfig | public     | far-pub  | priv-a |
      | with ControlPlaneInternalLB | ClusterNode on priv-a and IngressControllerLB on pub-a and ControlPlaneExternalLB on pub-a2 and ControlPlaneInternalLB on priv-a2 | subnetsConfig[3].id | subnetsConfig | private    | far-priv | priv-a |

    @ISS-119
    Examples: without roles
      | case            | listed                    | entry               | list          | visibility | stranger | other  |
      | in the new list | no roles on pub-a, priv-a | subnetsConfig[0].id | subnetsConfig | public     | far-pub  | priv-a |

    @document @ISS-119
    Examples: in the deprecated list
      | case            | listed                                       | entry      | list    | visibility | stranger | other  |
      | in the old list | the deprecated list of subnets pub-a, priv-a | subnets[0] | subnets | public     | far-pub  | priv-a |

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

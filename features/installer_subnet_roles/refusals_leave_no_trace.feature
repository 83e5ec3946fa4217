@needs.installer
Feature: A broken rule stops an installation before it begins
  Roles are checked at install time: nothing is made or tagged in AWS, and no manifest is written, for an install-config
  that breaks one of the installer's validation rules.

  Rule: a fault that the install-config alone shows stops the installation

    Scenario Outline: The installer refuses an install-config with <what> and changes nothing in AWS
      Given an install-config that publishes <publish>, with <listed>
      And its <path> is <value>
      When the admin creates the cluster
      Then it is refused at <field> because of <words>
      And nothing has changed in AWS

      @ISS-055
      Examples:
        | what       | publish  | listed                                                    | path    | value           | field                | words           |
        | both lists | External | the public roles on pub-a and the private roles on priv-a | subnets | [pub-a, priv-a] | platform.aws.subnets | cannot, subnets |

      @document @ISS-055
      Examples: a broken rule of the list
        | what                           | publish  | listed                                                                       | path             | value                                                | field                      | words                  |
        | a mix of roles and no roles    | External | the public roles on pub-a and the private roles on priv-a                    | subnetsConfig[2] | {id: pub-b}                                          | platform.aws.subnetsConfig | all, none              |
        | a role that nobody holds       | External | the public roles on pub-a and the private roles on priv-a                    | subnetsConfig[0] | {id: pub-a, rolesOverride: [IngressControllerLB]}    | platform.aws.subnetsConfig | ControlPlaneExternalLB |
        | an eleventh ingress subnet     | External | the public roles on pub-a to pub-k and the private roles on priv-a to priv-k | publish          | External                                             | platform.aws.subnetsConfig | 10                     |
        | an external role kept internal | Internal | all required roles on priv-a                                                 | subnetsConfig[1] | {id: pub-a, rolesOverride: [ControlPlaneExternalLB]} | platform.aws.subnetsConfig | ControlPlaneExternalLB |

      @shipped @ISS-055
      Examples: a broken rule of the list, as released
        | what                           | publish  | listed                                                                       | path             | value                                                | field                    | words                  |
        | a mix of roles and no roles    | External | the public roles on pub-a and the private roles on priv-a                    | subnetsConfig[2] | {id: pub-b}                                          | platform.aws.vpc.subnets | all, none              |
        | a role that nobody holds       | External | the public roles on pub-a and the private roles on priv-a                    | subnetsConfig[0] | {id: pub-a, rolesOverride: [IngressControllerLB]}    | platform.aws.vpc.subnets | ControlPlaneExternalLB |
        | an eleventh ingress subnet     | External | the public roles on pub-a to pub-k and the private roles on priv-a to priv-k | publish          | External                                             | platform.aws.vpc.subnets | 10                     |
        | an external role kept internal | Internal | all required roles on priv-a                                                 | subnetsConfig[1] | {id: pub-a, rolesOverride: [ControlPlaneExternalLB]} | platform.aws.vpc.subnets | ControlPlaneExternalLB |

      @document @ISS-055
      Examples: before anything is judged
        | what                      | publish  | listed                                                    | path         | value | field                     | words         |
        | a field that nobody knows | External | the public roles on pub-a and the private roles on priv-a | subnetConfig | []    | platform.aws.subnetConfig | unknown field |

  Rule: a fault that AWS shows stops the installation

    @ISS-055
    Scenario Outline: The installer refuses a VPC with <what> and changes nothing in AWS
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
        | pub-a2 | us-east-2a | public     |
        | priv-b | us-east-2b | private    |
      And a VPC in us-east-2 with the subnets
        | subnet   | zone       | visibility |
        | far-priv | us-east-2a | private    |
      And an install-config that publishes <publish>, with <listed>
      And its subnetsConfig[<index>] is <entry>
      When the admin creates the cluster
      Then it is refused at <field> because of <words>
      And nothing has changed in AWS

      @document
      Examples: as the document has it
        | what                          | publish  | listed                                                    | index | entry                                                                | field                         | words           |
        | subnets of two VPCs           | External | the public roles on pub-a and the private roles on priv-a | 1     | {id: far-priv, rolesOverride: [ControlPlaneInternalLB, ClusterNode]} | platform.aws.subnetsConfig    | far-priv, pub-a |
        | two ingress subnets of a zone | External | the public roles on pub-a and the private roles on priv-a | 2     | {id: pub-a2, rolesOverride: [IngressControllerLB]}                   | platform.aws.subnetsConfig[2] | pub-a, pub-a2   |
        | a zone that no one balances   | Internal | all required roles on priv-a                              | 1     | {id: priv-b, rolesOverride: [IngressControllerLB, ClusterNode]}      | platform.aws.subnetsConfig    | us-east-2b      |
        | a public internal subnet      | External | the public roles on pub-a and the private roles on priv-a | 1     | {id: pub-a2, rolesOverride: [ControlPlaneInternalLB, ClusterNode]}   | platform.aws.subnetsConfig[1] | pub-a2, private |
        | untagged neighbours           | External | no roles on pub-a, priv-a                                 | 1     | {id: priv-a}                                                         | platform.aws.subnetsConfig    | priv-b          |

      @shipped
      Examples: as released
        | what                          | publish  | listed                                                    | index | entry                                                                | field                       | words           |
        | subnets of two VPCs           | External | the public roles on pub-a and the private roles on priv-a | 1     | {id: far-priv, rolesOverride: [ControlPlaneInternalLB, ClusterNode]} | platform.aws.vpc.subnets    | far-priv, pub-a |
        | two ingress subnets of a zone | External | the public roles on pub-a and the private roles on priv-a | 2     | {id: pub-a2, rolesOverride: [IngressControllerLB]}                   | platform.aws.vpc.subnets[2] | pub-a, pub-a2   |
        | a zone that no one balances   | Internal | all required roles on priv-a                              | 1     | {id: priv-b, rolesOverride: [IngressControllerLB, ClusterNode]}      | platform.aws.vpc.subnets    | us-east-2b      |
        | untagged neighbours           | External | no roles on pub-a, priv-a                                 | 1     | {id: priv-a}                                                         | platform.aws.vpc.subnets    | priv-b          |

@needs.installer
Feature: A broken rule stops an installation before it begins
  Roles are checked at install time: nothing is made or tagged in AWS, and no manifest is written, for an install-config
  that breaks one of the installer's validation rules.

  Rule: a fault that the install-config alone shows stops the installation

    Scenario Outline: The installer refuses an install-config with <what> and changes nothing in AWS
      Given an install-config with layout <layout>
      And its <field> is <value>
      When the admin creates the cluster
      Then it is refused at platform.aws.<path> because of <words>
      And nothing has changed in AWS

      @ISS-055
      Examples:
        | what                           | layout | field            | value                                                | path          | words                  |
        | a mix of roles and no roles    | E      | subnetsConfig[2] | {id: pub-b}                                          | subnetsConfig | all, none              |
        | both lists                     | E      | subnets          | [pub-a, priv-a]                                      | subnets       | cannot, subnets        |
        | an eleventh ingress subnet     | E11    | publish          | External                                             | subnetsConfig | 10                     |
        | an external role kept internal | I      | subnetsConfig[1] | {id: pub-a, rolesOverride: [ControlPlaneExternalLB]} | subnetsConfig | ControlPlaneExternalLB |

      @document @ISS-055
      Examples: before anything is judged
        | what                      | layout | field        | value | path         | words         |
        | a field that nobody knows | E      | subnetConfig | []    | subnetConfig | unknown field |

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
      And an install-config with layout <layout>
      And its subnetsConfig[<index>] is <entry>
      When the admin creates the cluster
      Then it is refused at platform.aws.<path> because of <words>
      And nothing has changed in AWS

      Examples:
        | what                          | layout | index | entry                                                                | path             | words           |
        | subnets of two VPCs           | E      | 1     | {id: far-priv, rolesOverride: [ControlPlaneInternalLB, ClusterNode]} | subnetsConfig    | far-priv, pub-a |
        | two ingress subnets of a zone | E      | 2     | {id: pub-a2, rolesOverride: [IngressControllerLB]}                   | subnetsConfig[2] | pub-a, pub-a2   |
        | a zone that no one balances   | I      | 1     | {id: priv-b, rolesOverride: [IngressControllerLB, ClusterNode]}      | subnetsConfig    | us-east-2b      |
        | untagged neighbours           | A      | 1     | {id: priv-a}                                                         | subnetsConfig    | priv-b          |

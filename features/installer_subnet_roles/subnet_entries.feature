@needs.installer
Feature: Every entry of subnetsConfig names one subnet and its roles
  The rules of the list and of its entries concern the install-config alone: the installer needs no AWS to tell. The
  document writes them as CEL, as guidance for checks that the installer makes itself.

  Rule: an entry has an id of the right form

    @document @ISS-101 @ISS-294
    Scenario: The installer refuses an entry of subnetsConfig without an id
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[2] is {rolesOverride: [ClusterNode]}
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig[2].id because of id

    @document @ISS-101
    Scenario: Two entries without an id are two complaints, and none about a repeated id
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[2] is {rolesOverride: [IngressControllerLB]}
      And its subnetsConfig[3] is {rolesOverride: [ClusterNode]}
      When the install-config is validated
      Then it is refused because of
        | field                            | names |
        | platform.aws.subnetsConfig[2].id | id    |
        | platform.aws.subnetsConfig[3].id | id    |

    @document
    Scenario Outline: The installer refuses the subnet id <id>: <why>
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[0].id is <id>
      When the install-config is validated
      Then it is refused at platform.aws.subnetsConfig[0].id because of <id>, <words>

      @ISS-102
      Examples: every id begins with subnet-
        | id                       | why                   | words                 |
        | sbnet-000fcf8e0392f0910d | another beginning     | ^subnet-[0-9A-Za-z]+$ |
        | xsubnet-0fcf8e0392f0910d | subnet- further along | ^subnet-[0-9A-Za-z]+$ |

      @ISS-345
      Examples: a name is no id
        | id                       | why    | words                 |
        | ingress-front-us-east-2a | a name | ^subnet-[0-9A-Za-z]+$ |

      @ISS-103
      Examples: letters and digits follow
        | id                       | why           | words                 |
        | subnet-0fcf8e0392f0910d_ | an underscore | ^subnet-[0-9A-Za-z]+$ |
        | subnet-0fcf8e0392f091-d0 | a hyphen      | ^subnet-[0-9A-Za-z]+$ |

      @ISS-105
      Examples: 24 characters at least
        | id                      | why            | words |
        | subnet-0fcf8e0392f0910d | one too few    | 24    |
        | subnet-12345678         | the short form | 24    |

      @ISS-106
      Examples: 24 characters at most
        | id                        | why          | words |
        | subnet-0fcf8e0392f0910d00 | one too many | 24    |

    @needs.aws-literal-ids @ISS-107
    Scenario: The installer accepts a subnet id of 24 characters
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility | id                       |
        | pub-a  | us-east-2a | public     | subnet-0fcf8e0392f0910d0 |
        | priv-a | us-east-2a | private    | subnet-0fcf8e0392f0910d1 |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the install-config is validated
      Then it is accepted

  Rule: every listed subnet exists

    Scenario Outline: The installer does not find the subnet <id>, <why>
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with <listed>
      And its subnetsConfig[0].id is <id>
      When the install-config is validated
      Then it is refused at <field> because of <id>

      @document @ISS-336
      Examples: no subnet of the account
        | id                       | why           | listed                                                    | field                      |
        | subnet-0123456789abcdef0 | with roles    | the public roles on pub-a and the private roles on priv-a | platform.aws.subnetsConfig |
        | subnet-0123456789abcdef0 | without roles | no roles on pub-a, priv-a                                 | platform.aws.subnetsConfig |

      @shipped @ISS-336
      Examples: no subnet of the account, as released
        | id                       | why           | listed                                                    | field                    |
        | subnet-0123456789abcdef0 | with roles    | the public roles on pub-a and the private roles on priv-a | platform.aws.vpc.subnets |
        | subnet-0123456789abcdef0 | without roles | no roles on pub-a, priv-a                                 | platform.aws.vpc.subnets |

      @document @ISS-104
      Examples: well-formed in upper case, and therefore looked up
        | id                       | why           | listed                                                    | field                      |
        | subnet-0FCF8E0392F0910D0 | in upper case | the public roles on pub-a and the private roles on priv-a | platform.aws.subnetsConfig |

      @shipped @ISS-104
      Examples: well-formed in upper case, and therefore looked up, as released
        | id                       | why           | listed                                                    | field                    |
        | subnet-0FCF8E0392F0910D0 | in upper case | the public roles on pub-a and the private roles on priv-a | platform.aws.vpc.subnets |

    @document @needs.aws-faults @ISS-104
    Scenario: The installer does not find subnets whose ids AWS takes for malformed
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And AWS answers calls with
        | operation       | service | answer                    |
        | DescribeSubnets | ec2     | InvalidSubnetID.Malformed |
      When the install-config is validated
      Then it is refused because of
        | field                      | names  |
        | platform.aws.subnetsConfig | pub-a  |
        | platform.aws.subnetsConfig | priv-a |

  Rule: no subnet is listed twice

    @ISS-095 @ISS-087
    Scenario Outline: The installer refuses two entries for a subnet, although no role is repeated
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[0].rolesOverride is [IngressControllerLB]
      And its subnetsConfig[2] is {id: pub-a, rolesOverride: [ControlPlaneExternalLB]}
      When the install-config is validated
      Then it is refused because of
        | field   | names   | message   |
        | <field> | <names> | <message> |

      @document
      Examples: as the document has it
        | field                      | names | message                                    |
        | platform.aws.subnetsConfig |       | subnetsConfig cannot contain duplicate IDs |

      @shipped
      Examples: as released
        | field                          | names                  | message |
        | platform.aws.vpc.subnets[2].id | Duplicate value, pub-a |         |

    @ISS-096
    Scenario Outline: The installer refuses two entries for a subnet without roles, too
      Given an install-config that publishes External, with no roles on pub-a, priv-a
      And its subnetsConfig[2] is {id: pub-a}
      When the install-config is validated
      Then it is refused because of
        | field   | names   | message   |
        | <field> | <names> | <message> |

      @document
      Examples: as the document has it
        | field                      | names | message                                    |
        | platform.aws.subnetsConfig |       | subnetsConfig cannot contain duplicate IDs |

      @shipped
      Examples: as released
        | field                          | names                  | message |
        | platform.aws.vpc.subnets[2].id | Duplicate value, pub-a |         |

  Rule: there are four roles

    Scenario Outline: The refusal of the unknown role <role> names the four roles that exist
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And its subnetsConfig[1].rolesOverride[2] is <role>
      When the install-config is validated
      Then it is refused at <field> because of <role>, ClusterNode, ControlPlaneExternalLB, ControlPlaneInternalLB, IngressControllerLB

      @document @ISS-021
      Examples: shorthand of the document's prose
        | role           | field                                          |
        | ControlPlaneLB | platform.aws.subnetsConfig[1].rolesOverride[2] |

      @shipped @ISS-021
      Examples: shorthand of the document's prose, as released
        | role           | field                                     |
        | ControlPlaneLB | platform.aws.vpc.subnets[1].roles[2].type |

      @document @ISS-005.2
      Examples: roles of later revisions
        | role          | field                                          |
        | EdgeNode      | platform.aws.subnetsConfig[1].rolesOverride[2] |
        | BootstrapNode | platform.aws.subnetsConfig[1].rolesOverride[2] |

      @document @ISS-111
      Examples: other spellings
        | role              | field                                          |
        | Cluster           | platform.aws.subnetsConfig[1].rolesOverride[2] |
        | IngressController | platform.aws.subnetsConfig[1].rolesOverride[2] |
        | clusternode       | platform.aws.subnetsConfig[1].rolesOverride[2] |
        | ""                | platform.aws.subnetsConfig[1].rolesOverride[2] |

      @shipped @ISS-111
      Examples: other spellings, as released
        | role              | field                                     |
        | Cluster           | platform.aws.vpc.subnets[1].roles[2].type |
        | IngressController | platform.aws.vpc.subnets[1].roles[2].type |
        | clusternode       | platform.aws.vpc.subnets[1].roles[2].type |
        | ""                | platform.aws.vpc.subnets[1].roles[2].type |

    @ISS-109 @ISS-087
    Scenario Outline: The installer refuses the same role twice for a subnet
      Given an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      And pub-a holds IngressControllerLB, ControlPlaneExternalLB, IngressControllerLB
      When the install-config is validated
      Then it is refused because of
        | field   | names   | message   |
        | <field> | <names> | <message> |

      @document
      Examples: as the document has it
        | field                                       | names | message                                 |
        | platform.aws.subnetsConfig[0].rolesOverride |       | rolesOverride cannot contain duplicates |

      @shipped
      Examples: as released
        | field                                     | names                                | message |
        | platform.aws.vpc.subnets[0].roles[2].type | Duplicate value, IngressControllerLB |         |

  Rule: at most ten subnets hold IngressControllerLB

    @ISS-098 @ISS-126
    Scenario Outline: The installer refuses an eleventh IngressControllerLB subnet
      Given an install-config that publishes External, with the public roles on pub-a to pub-k and the private roles on priv-a to priv-k
      When the install-config is validated
      Then it is refused because of
        | field   | message   |
        | <field> | <message> |

      @document
      Examples: as the document has it
        | field                      | message                                                                           |
        | platform.aws.subnetsConfig | subnetsConfig must contain less than 10 subnets with the IngressControllerLB role |

      @shipped
      Examples: as released
        | field                    | message                                                                 |
        | platform.aws.vpc.subnets | must not include more than 10 subnets with the IngressControllerLB role |

    @ISS-127
    Scenario: The installer accepts ten IngressControllerLB subnets
      Given a VPC in us-east-2 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-2a | public     |
        | priv-a | us-east-2a | private    |
        | pub-b  | us-east-2b | public     |
        | priv-b | us-east-2b | private    |
        | pub-c  | us-east-2c | public     |
        | priv-c | us-east-2c | private    |
        | pub-d  | us-east-2d | public     |
        | priv-d | us-east-2d | private    |
        | pub-e  | us-east-2e | public     |
        | priv-e | us-east-2e | private    |
        | pub-f  | us-east-2f | public     |
        | priv-f | us-east-2f | private    |
        | pub-g  | us-east-2g | public     |
        | priv-g | us-east-2g | private    |
        | pub-h  | us-east-2h | public     |
        | priv-h | us-east-2h | private    |
        | pub-i  | us-east-2i | public     |
        | priv-i | us-east-2i | private    |
        | pub-j  | us-east-2j | public     |
        | priv-j | us-east-2j | private    |
      And an install-config that publishes External, with the public roles on pub-a to pub-j and the private roles on priv-a to priv-j
      When the install-config is validated
      Then it is accepted

    @ISS-128
    Scenario: Subnets with other roles do not count towards the ten IngressControllerLB subnets
      Given a VPC in us-east-2 with the subnets
        | subnet  | zone       | visibility |
        | priv-a  | us-east-2a | private    |
        | pub-a   | us-east-2a | public     |
        | pub-a2  | us-east-2a | public     |
        | priv-a2 | us-east-2a | private    |
        | priv-b  | us-east-2b | private    |
        | pub-b   | us-east-2b | public     |
        | pub-b2  | us-east-2b | public     |
        | priv-b2 | us-east-2b | private    |
        | priv-c  | us-east-2c | private    |
        | pub-c   | us-east-2c | public     |
        | pub-c2  | us-east-2c | public     |
        | priv-c2 | us-east-2c | private    |
      And an install-config that publishes External with
        | subnet  | roles                  |
        | priv-a  | ClusterNode            |
        | pub-a   | IngressControllerLB    |
        | pub-a2  | ControlPlaneExternalLB |
        | priv-a2 | ControlPlaneInternalLB |
        | priv-b  | ClusterNode            |
        | pub-b   | IngressControllerLB    |
        | pub-b2  | ControlPlaneExternalLB |
        | priv-b2 | ControlPlaneInternalLB |
        | priv-c  | ClusterNode            |
        | pub-c   | IngressControllerLB    |
        | pub-c2  | ControlPlaneExternalLB |
        | priv-c2 | ControlPlaneInternalLB |
      When the install-config is validated
      Then it is accepted

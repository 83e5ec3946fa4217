@needs.installer
Feature: An install-config with values that no installation can use is refused
  The enhancement adds a field to install-configs whose other fields have rules of their own.

  Rule: each field has one of the values that the installer knows

    Scenario Outline: The installer refuses an install-config <what>
      Given an install-config that publishes Internal, with all required roles on priv-a
      And its <field> is <value>
      When the install-config is validated
      Then it is refused at <place> because of <words>

      @ISS-364.a
      Examples: the region
        | what             | field               | value  | place               | words             |
        | without a region | platform.aws.region | absent | platform.aws.region | must be specified |

      @ISS-364.b
      Examples: publishing
        | what                            | field   | value    | place   | words                        |
        | that publishes in small letters | publish | internal | publish | internal, External, Internal |

      @ISS-364.c
      Examples: the load balancer type
        | what                                          | field               | value | place               | words             |
        | with an lbType in small letters               | platform.aws.lbType | nlb   | platform.aws.lbType | nlb, Classic, NLB |
        | with the type of an application load balancer | platform.aws.lbType | ALB   | platform.aws.lbType | ALB, Classic, NLB |

      @ISS-364.d
      Examples: the platform
        | what                                       | field    | value                     | place    | words |
        | for a platform that the kit does not cover | platform | {azure: {region: westus}} | platform | azure |

      @ISS-364.e
      Examples: the domain
        | what                  | field      | value  | place      | words  |
        | without a base domain | baseDomain | absent | baseDomain | domain |

      @ISS-364.f
      Examples: the name
        | what           | field    | value | place         | words |
        | without a name | metadata | {}    | metadata.name | name  |

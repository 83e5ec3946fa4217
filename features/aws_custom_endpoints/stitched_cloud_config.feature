Feature: Custom endpoints are stitched into the cloud config
  Kubernetes components read their cloud provider's configuration from a ConfigMap. They go on doing so: the endpoints
  are added to what the admin has written, in a ConfigMap of its own.

  Background:
    Given a cluster on platform AWS
    And the cloud config of the admin is
      """
      [Global]
      VPC = vpc-test
      SubnetID = subnet-test
      """

  Rule: the stitched cloud config is the admin's with an override for each endpoint

    @CRE-015 @CRE-016 @CRE-080 @CRE-085
    Scenario: Every custom endpoint becomes a service override in the stitched cloud config
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |
        | s3      | https://s3.local  | us-east-1 |
      And no cluster operator is degraded

    @CRE-085
    Scenario: The overrides are for the region in the Infrastructure status
      When the admin sets the AWS region to test-region
      And the admin sets the custom endpoints
        | service | url               |
        | s3      | https://s3.local  |
        | ec2     | https://ec2.local |
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region      |
        | ec2     | https://ec2.local | test-region |
        | s3      | https://s3.local  | test-region |

    @CRE-082 @CRE-098
    Scenario: Without custom endpoints the admin's cloud config passes through as it is
      When the admin changes the cloud config to
        """
        [Global]
        VPC=vpc-2   ; as the admin likes to write it
        """
      Then the stitched cloud config is the admin's

    @CRE-095.a
    Scenario: A ConfigMap with the cloud config's name in another namespace is neither stitched nor changed
      Given the admin has applied
        """
        kind: ConfigMap
        metadata: {name: cloud-provider-config, namespace: default}
        data: {config: "[Global]\nVPC = vpc-default\n"}
        """
      When the admin changes the cloud config to
        """
        [Global]
        VPC = vpc-2
        """
      Then the stitched cloud config is the admin's
      And no component has changed what the admin has applied

    Scenario Outline: The Infrastructure refers to the admin's cloud config <how>
      Given the admin has applied
        """
        kind: ConfigMap
        metadata: {name: <name>, namespace: openshift-config}
        data:
          own.conf: "[Global]\nVPC = vpc-own\n"
          <other key>: "[Global]\nVPC = vpc-other\n"
        """
      When the admin runs
        """
        oc patch infrastructure cluster --type merge -p '{"spec": {"cloudConfig": {"name": "<name>", "key": "<key>"}}}'
        """
      Then it is accepted
      When the admin runs
        """
        oc -n openshift-config-managed get configmap kube-cloud-config -o jsonpath='{.data.cloud\.conf}'
        """
      Then it prints
        """
        [Global] VPC = <vpc>
        """
      And no component has changed what the admin has applied

      @CRE-095.b
      Examples: the name
        | how         | name       | key      | other key | vpc     |
        | by its name | own-config | own.conf | other     | vpc-own |

      @CRE-095.c
      Examples: the key
        | how        | name                  | key      | other key | vpc     |
        | by its key | cloud-provider-config | own.conf | config    | vpc-own |

    @CRE-104
    Scenario: Service overrides of the admin alone are passed on
      When the admin changes the cloud config to
        """
        [ServiceOverride "0"]
        Service = ec2
        Region = us-east-1
        URL = https://admin.local
        SigningRegion = us-east-1
        """
      Then the stitched cloud config is the admin's
      And no cluster operator is degraded

  Rule: the stitched cloud config follows its two sources

    Scenario Outline: The stitched cloud config is restored after somebody <what>
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin runs
        """
        oc -n openshift-config-managed <command>
        """
      Then it is accepted
      And the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |

      @CRE-018.a
      Examples: an edit
        | what            | command                                                                                      |
        | has emptied it  | patch configmap kube-cloud-config --type merge -p '{"data": {"cloud.conf": "[Global]"}}'     |
        | has added to it | patch configmap kube-cloud-config --type merge -p '{"data": {"foreign.pem": "of somebody"}}' |

      @CRE-018.b
      Examples: its deletion
        | what           | command                            |
        | has deleted it | delete configmap kube-cloud-config |

    @CRE-099
    Scenario: The stitched cloud config follows a change of the admin's cloud config
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin changes the cloud config to
        """
        [Global]
        VPC = vpc-test
        SubnetID = subnet-2
        """
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |

    @CRE-100
    Scenario: The stitched cloud config follows custom endpoints that change and then go away
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the custom endpoints
        | service | url              |
        | ec2     | https://ec2.new  |
        | s3      | https://s3.local |
      Then the stitched cloud config is the admin's with the overrides
        | service | url              | region    |
        | ec2     | https://ec2.new  | us-east-1 |
        | s3      | https://s3.local | us-east-1 |
      When the admin sets the AWS platform spec to absent
      Then the stitched cloud config is the admin's

  Rule: the stitched cloud config is an object of its own, which components consume

    @CRE-081.a @CRE-097 @CRE-107
    Scenario: The cloud controller manager consumes the stitched cloud config, and the admin's own stays as it is
      Given the cloud config of the admin is
        """
        [Global]
        VPC = vpc-test   ; nobody tidies this up

        [NobodyKnows "this"]
        Section = here
        """
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |
      And the cloud controller manager consumes the stitched cloud config
      And the Infrastructure shows
        | setting                  | value                 |
        | name of the cloud config | cloud-provider-config |

    Scenario Outline: The stitched cloud config holds only the overrides where the admin's cloud config is <state>
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
      When the admin sets the cloud config to <state>
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |
        | s3      | https://s3.local  | us-east-1 |
      And no cluster operator is degraded

      @CRE-083.a
      Examples: no reference
        | state  |
        | absent |

      @CRE-083.b
      Examples: a reference to nothing
        | state |
        | empty |

    @CRE-084.a
    Scenario: Without custom endpoints and a cloud config of the admin no stitched cloud config is left
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the cloud config to absent
      And the admin sets the AWS platform spec to absent
      Then the stitched cloud config is absent
      And the Infrastructure shows
        | setting                            | value  |
        | name of the cloud config in status | absent |
      And no cluster operator is degraded

    @CRE-086
    Scenario Outline: Data beside the admin's cloud config is kept: <what>
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin runs
        """
        oc -n openshift-config patch configmap cloud-provider-config --type merge -p '{"<part>": {"<key>": "Q0E="}}'
        """
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |
      And the cloud controller manager consumes the stitched cloud config

      Examples:
        | what                 | part       | key           |
        | A bundle of the CA   | data       | ca-bundle.pem |
        | A bundle that is raw | binaryData | cloud.ca      |

    @document @CRE-096
    Scenario: The Infrastructure status refers to the stitched cloud config
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      Then the Infrastructure shows
        | setting                            | value                 |
        | name of the cloud config           | cloud-provider-config |
        | name of the cloud config in status | kube-cloud-config     |

  Rule: custom endpoints and overrides of the admin are not merged

    Scenario Outline: An override of <service> in the cloud config stops the stitching
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin changes the cloud config to
        """
        [Global]
        VPC = vpc-test
        SubnetID = subnet-test

        [ServiceOverride "0"]
        Service = <service>
        Region = us-east-1
        URL = https://admin.local
        SigningRegion = us-east-1
        """
      Then a cluster operator is degraded because of cloud.conf
      And the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |

      @CRE-101 @CRE-103
      Examples: the service of the endpoint
        | service |
        | ec2     |

      @CRE-102
      Examples: another service
        | service              |
        | elasticloadbalancing |

  Rule: endpoints that are invalid or out of reach are not stitched

    @CRE-105
    Scenario Outline: An invalid list of endpoints leaves the stitched cloud config as it was: <what>
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the custom endpoints
        | service   | url               |
        | ec2       | https://ec2.other |
        | <service> | <url>             |
      Then a cluster operator is degraded because of serviceEndpoints[1]
      And the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |

      Examples:
        | what               | service | url              |
        | A second endpoint  | ec2     | https://ec2.more |
        | A URL without host | s3      | https://         |

    @document @CRE-106
    Scenario: An endpoint that components cannot reach leaves the stitched cloud config as it was
      Given the endpoint https://ec2.nowhere cannot be reached
      And the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the custom endpoints
        | service | url                 |
        | s3      | https://s3.local    |
        | ec2     | https://ec2.nowhere |
      Then a cluster operator is degraded because of https://ec2.nowhere
      And the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |

  Rule: whatever the cloud provider can read is stitched

    Scenario Outline: A cloud config is stitched that has <what>
      Given the cloud config of the admin is
        """
        <one>
        <two>
        <three>
        """
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      Then no cluster operator is degraded
      And the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |
      And the cloud controller manager consumes the stitched cloud config

      @CRE-198.a
      Examples: a repeated key
        | what           | one      | two                   | three                 |
        | a repeated key | [Global] | NodeIPFamilies = ipv6 | NodeIPFamilies = ipv4 |

      @CRE-198.b
      Examples: a comment after a section's name
        | what                                | one                      | two               | three            |
        | a comment after a section's name    | [Global] # main          | Zone = us-east-1a |                  |
        | quotes in a comment after a section | [Global] ; the "main" it | Zone = us-east-1a |                  |
        | an unfinished quote in a comment    | [Global] ; 5" or so      | Zone = us-east-1a | VPC = vpc-2 ; 4" |

      @CRE-198.c
      Examples: a quoted value
        | what                       | one      | two               | three                    |
        | a comment's sign in quotes | [Global] | Zone = us-east-1a | SubnetID = "a#b;c" ; "d" |
        | a section's name in quotes | [Global] | Zone = us-east-1a | RoleARN = "[Global"      |
        | a quote in the midst       | [Global] | Zone = us-east-1a | RoleARN = arn:"a b":c    |

      @CRE-198.d
      Examples: other values
        | what                | one      | two                         | three       |
        | a key without value | [Global] | DisableSecurityGroupIngress | VPC = vpc-2 |
        | an empty value      | [Global] | RoleARN =                   | VPC = vpc-2 |
        | an escaped quote    | [Global] | RoleARN = "a \\" b c"       | VPC = vpc-2 |
        | a continued line    | [Global] | RoleARN = a \\              | and more    |

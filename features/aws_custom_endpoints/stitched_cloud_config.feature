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

    @CRE-082 @CRE-098
    Scenario: Without custom endpoints the admin's cloud config passes through as it is
      When the admin changes the cloud config to
        """
        [Global]
        VPC=vpc-2   ; as the admin likes to write it
        """
      Then the stitched cloud config is the admin's

    @CRE-095
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

    @CRE-018
    Scenario: What somebody else does to the stitched cloud config is undone
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin runs
        """
        oc -n openshift-config-managed patch configmap kube-cloud-config --type merge -p '{"data": {"cloud.conf": "[Global]"}}'
        """
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |
      When the admin runs
        """
        oc -n openshift-config-managed delete configmap kube-cloud-config
        """
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |

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

    @CRE-081 @CRE-097 @CRE-107
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

    @CRE-083
    Scenario: The stitched cloud config holds only the overrides after the admin's cloud config is removed
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
        | s3      | https://s3.local  |
      When the admin sets the cloud config to absent
      Then the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |
        | s3      | https://s3.local  | us-east-1 |
      And no cluster operator is degraded

    @CRE-084
    Scenario: Without custom endpoints and a cloud config of the admin no stitched cloud config is left
      Given the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin sets the cloud config to absent
      And the admin sets the AWS platform spec to absent
      Then the stitched cloud config is absent

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
        | ec2     | https://ec2.nowhere |
      Then a cluster operator is degraded because of https://ec2.nowhere
      And the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |

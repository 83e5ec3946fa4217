Feature: A cloud config that cannot be stitched is reported and changes nothing
  The config operator names what is wrong with the admin's cloud config or with the Infrastructure. Until it is corrected,
  components keep the cloud config that they have.

  Rule: what is wrong with the admin's cloud config is named

    @CRE-190.a
    Scenario: The config operator is degraded by an unreadable cloud config as long as there are custom endpoints
      Given a cluster on platform AWS
      And the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin changes the cloud config to
        """
        [Global
        VPC = vpc-test
        """
      Then a cluster operator is degraded because of failed to read the cloud.conf
      When the admin changes the cloud config to
        """
        [Global]
        VPC = vpc-test
        """
      Then no cluster operator is degraded
      And the stitched cloud config is the admin's with the overrides
        | service | url               | region    |
        | ec2     | https://ec2.local | us-east-1 |

    @CRE-190.a
    Scenario: The config operator is degraded by a cloud config whose bytes are no text
      Given the admin has applied
        """
        kind: ConfigMap
        metadata: {name: raw-config, namespace: openshift-config}
        binaryData: {config: /w==}
        """
      And the Infrastructure on platform AWS with
        | setting                  | value      |
        | name of the cloud config | raw-config |
      And a cluster on platform AWS
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      Then a cluster operator is degraded because of failed to read the cloud.conf

    @CRE-190.b
    Scenario: The config operator is degraded where the Infrastructure names a cloud config that does not exist
      Given the Infrastructure on platform AWS with
        | setting                  | value   |
        | name of the cloud config | nowhere |
      And a cluster on platform AWS
      Then a cluster operator is degraded because of failed to get configmap openshift-config/nowhere
      And the stitched cloud config is absent
      When the admin sets the name of the cloud config to cloud-provider-config
      Then no cluster operator is degraded
      And the stitched cloud config is the admin's

    @CRE-191
    Scenario: Custom endpoints are added to a cloud config that the admin stores as bytes
      Given the admin has applied
        """
        kind: ConfigMap
        metadata: {name: raw-config, namespace: openshift-config}
        data: {ca-bundle.pem: certificates}
        binaryData: {config: W0dsb2JhbF0K}
        """
      And the Infrastructure on platform AWS with
        | setting                  | value      |
        | name of the cloud config | raw-config |
      And a cluster on platform AWS
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      And the admin runs
        """
        oc get configmap kube-cloud-config -n openshift-config-managed -o jsonpath='{.data.ca-bundle\.pem} {.data.cloud\.conf}-{.binaryData.cloud\.conf}'
        """
      Then it prints
        """
        certificates -W0dsb2JhbF0KCltTZXJ2aWNlT3ZlcnJpZGUgIjAiXQoJU2VydmljZSA9IGVjMgoJUmVnaW9uID0gdXMtZWFzdC0xCglVUkwgPSBodHRwczovL2VjMi5sb2NhbAoJU2lnbmluZ1JlZ2lvbiA9IHVzLWVhc3QtMQo=
        """

    @CRE-193
    Scenario: The stitched cloud config has only the overrides where the admin's has no such key
      Given a cluster on platform AWS
      And the admin has set the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      When the admin runs
        """
        oc patch infrastructure cluster --type merge -p '{"spec": {"cloudConfig": {"name": "cloud-provider-config", "key": "missing"}}}'
        """
      Then it is accepted
      And no cluster operator is degraded
      When the admin runs
        """
        oc get configmap kube-cloud-config -n openshift-config-managed -o jsonpath='<{.data.cloud\.conf}>'
        """
      Then it prints
        """
        < [ServiceOverride "0"] Service = ec2 Region = us-east-1 URL = https://ec2.local SigningRegion = us-east-1 >
        """

    @CRE-194
    Scenario Outline: The cloud controller manager no longer gets what the admin takes out of <part> of the cloud config
      Given a cluster on platform AWS
      And the admin has run
        """
        oc -n openshift-config patch configmap cloud-provider-config --type merge -p '{"<part>": {"<key>": "Q0E="}}'
        """
      When the admin runs
        """
        oc -n openshift-config patch configmap cloud-provider-config --type merge -p '{"<part>": {"<key>": null}}'
        """
      Then it is accepted
      And the stitched cloud config is the admin's
      And the cloud controller manager consumes the stitched cloud config

      Examples:
        | part       | key           |
        | data       | ca-bundle.pem |
        | binaryData | cloud.ca      |

  Rule: what is wrong with the Infrastructure is named

    @CRE-192
    Scenario Outline: The config operator is degraded where the <setting> is <value>
      Given the Infrastructure on platform AWS with
        | setting   | value   |
        | <setting> | <value> |
      And a cluster on platform AWS
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      Then a cluster operator is degraded because of <reason>
      And the stitched cloud config is <state>

      @CRE-192.a
      Examples: the platform of the specification
        | setting               | value | reason                                                                                    | state       |
        | platform type in spec | None  | spec.platformSpec.type: Invalid value: "None": non AWS platform type set in specification | the admin's |

      @CRE-192.b
      Examples: the region
        | setting    | value  | reason                                                                                          | state       |
        | AWS region | absent | status.platformStatus.aws.region: Required value: region is required to be set for AWS platform | the admin's |

      @CRE-192.c
      Examples: the platform of the status, in place of which the deprecated one is read
        | setting                 | value | reason                               | state  |
        | platform type in status | empty | invalid platform, expected to be AWS | absent |

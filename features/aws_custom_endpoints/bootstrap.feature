@document @needs.installer @needs.bootstrap-host
Feature: The bootstrap host stitches the cloud config before there is a cluster
  The kubelets of the control plane need the endpoints from the beginning. The operator makes the stitched cloud config
  of the files that the installer left, for the commands that follow and for the cluster.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | priv-a | us-east-1a | private    |
    And an install-config that publishes External with
      | subnet |
      | pub-a  |
      | priv-a |
    And it has the custom endpoints
      | service | url                    |
      | ec2     | https://ec2.custom.url |
      | s3      | https://s3.custom.url  |

  Rule: the cloud config is stitched on disk, for the control plane and for the cluster

    @CRE-087
    Scenario: The bootstrap host needs the Infrastructure and the cloud config, and no other file
      When the admin adds the file infrastructure.yaml
        """
        kind: Infrastructure
        metadata: {name: cluster}
        spec:
          cloudConfig: {name: cloud-provider-config, key: config}
          platformSpec: {type: AWS, aws: {serviceEndpoints: [{name: ec2, url: "https://ec2.custom.url"}]}}
        status:
          platformStatus:
            type: AWS
            aws: {region: us-east-1, serviceEndpoints: [{name: ec2, url: "https://ec2.custom.url"}]}
        """
      And the admin adds the file cloud-config.yaml
        """
        kind: ConfigMap
        metadata: {name: cloud-provider-config, namespace: openshift-config}
        data: {config: "[Global]\nVPC = vpc-test\n"}
        """
      And the bootstrap host runs
        """
        config-operator render --cluster-infrastructure-input-file=infrastructure.yaml
        --cloud-provider-config-input-file=cloud-config.yaml --cloud-provider-config-output-file=generated.yaml
        """
      Then it is accepted
      And the rendered cloud config is the admin's with the overrides
        | service | url                    | region    |
        | ec2     | https://ec2.custom.url | us-east-1 |

    @CRE-088
    Scenario: The bootstrap host stitches the custom endpoints into a new cloud config
      When the admin creates the manifests
      Then it is accepted
      When the bootstrap host runs
        """
        config-operator render
        --cluster-infrastructure-input-file=manifests/cluster-infrastructure-02-config.yml
        --cloud-provider-config-input-file=manifests/cloud-provider-config.yaml
        --cloud-provider-config-output-file=manifests/cloud-provider-config-generated.yaml
        """
      Then it is accepted
      And the rendered cloud config is the admin's with the overrides
        | service | url                    | region    |
        | ec2     | https://ec2.custom.url | us-east-1 |
        | s3      | https://s3.custom.url  | us-east-1 |

    @CRE-091 @CRE-092
    Scenario: The bootstrap host writes the new cloud config and touches no other file
      When the admin creates the manifests
      And the bootstrap host runs
        """
        config-operator render
        --cluster-infrastructure-input-file=manifests/cluster-infrastructure-02-config.yml
        --cloud-provider-config-input-file=manifests/cloud-provider-config.yaml
        --cloud-provider-config-output-file=manifests/cloud-provider-config-generated.yaml
        """
      Then it is accepted
      And it wrote the file manifests/cloud-provider-config-generated.yaml

    @CRE-017 @CRE-089 @CRE-094
    Scenario: The first configuration of the control plane has the custom endpoints
      When the admin creates the manifests
      And the bootstrap host runs
        """
        config-operator render
        --cluster-infrastructure-input-file=manifests/cluster-infrastructure-02-config.yml
        --cloud-provider-config-input-file=manifests/cloud-provider-config.yaml
        --cloud-provider-config-output-file=manifests/cloud-provider-config-generated.yaml
        """
      And the bootstrap host runs
        """
        machine-config-operator bootstrap
        --cloud-config-file=manifests/cloud-provider-config-generated.yaml --dest-dir=rendered
        """
      Then it is accepted
      And the control plane's cloud config is the admin's with the overrides
        | service | url                    | region    |
        | ec2     | https://ec2.custom.url | us-east-1 |
        | s3      | https://s3.custom.url  | us-east-1 |

    @CRE-081.b
    Scenario: The control plane consumes the rendered cloud config as it is
      When the admin creates the manifests
      And the admin adds the file own-config.yaml
        """
        kind: ConfigMap
        metadata: {name: cloud-provider-config, namespace: openshift-config}
        data: {config: "[Global]\nVPC = vpc-test   ; nobody tidies this up\n\n[NobodyKnows \"this\"]\nSection = here\n"}
        """
      And the bootstrap host runs
        """
        config-operator render
        --cluster-infrastructure-input-file=manifests/cluster-infrastructure-02-config.yml
        --cloud-provider-config-input-file=own-config.yaml
        --cloud-provider-config-output-file=manifests/cloud-provider-config-generated.yaml
        """
      And the bootstrap host runs
        """
        machine-config-operator bootstrap
        --cloud-config-file=manifests/cloud-provider-config-generated.yaml --dest-dir=rendered
        """
      Then it is accepted
      And the control plane consumes the rendered cloud config

    @needs.aws-endpoints @CRE-090
    Scenario: The cluster gets the cloud config that the bootstrap host has stitched
      Given its controlPlane.replicas is 1
      And its compute[0].replicas is 0
      When the admin creates the manifests
      And the bootstrap host runs
        """
        config-operator render
        --cluster-infrastructure-input-file=manifests/cluster-infrastructure-02-config.yml
        --cloud-provider-config-input-file=manifests/cloud-provider-config.yaml
        --cloud-provider-config-output-file=manifests/cloud-provider-config-generated.yaml
        """
      And the admin creates the cluster
      Then it is accepted
      And the stitched cloud config is the admin's with the overrides
        | service | url                    | region    |
        | ec2     | https://ec2.custom.url | us-east-1 |
        | s3      | https://s3.custom.url  | us-east-1 |
      When the admin runs
        """
        oc -n openshift-config-managed get configmap kube-cloud-config -o jsonpath='{.metadata.managedFields}'
        """
      Then it prints
        """
        "manager":"installer"
        """

    @CRE-175
    Scenario: The rendered cloud config holds only the overrides where there is no cloud config of the admin
      When the admin adds the file infrastructure.yaml
        """
        kind: Infrastructure
        metadata: {name: cluster}
        spec:
          platformSpec: {type: AWS, aws: {serviceEndpoints: [{name: ec2, url: "https://ec2.custom.url"}]}}
        status:
          platformStatus:
            type: AWS
            aws: {region: us-east-1, serviceEndpoints: [{name: ec2, url: "https://ec2.custom.url"}]}
        """
      And the bootstrap host runs
        """
        config-operator render --cluster-infrastructure-input-file=infrastructure.yaml
        --cloud-provider-config-output-file=generated.yaml
        """
      Then it is accepted
      And the rendered cloud config is the admin's with the overrides
        | service | url                    | region    |
        | ec2     | https://ec2.custom.url | us-east-1 |

    @CRE-200
    Scenario: The bootstrap host takes the endpoints of the specification where the status of the Infrastructure has none
      When the admin adds the file infrastructure.yaml
        """
        kind: Infrastructure
        metadata: {name: cluster}
        spec:
          platformSpec: {type: AWS, aws: {serviceEndpoints: [{name: ec2, url: "https://ec2.custom.url"}]}}
        status: {platformStatus: {type: AWS, aws: {region: us-east-1}}}
        """
      And the bootstrap host runs
        """
        config-operator render --cluster-infrastructure-input-file=infrastructure.yaml
        --cloud-provider-config-output-file=generated.yaml
        """
      Then it is accepted
      And the rendered cloud config is the admin's with the overrides
        | service | url                    | region    |
        | ec2     | https://ec2.custom.url | us-east-1 |

    @CRE-201
    Scenario: The bootstrap host writes nothing where there is neither an endpoint nor a cloud config
      When the admin adds the file infrastructure.yaml
        """
        kind: Infrastructure
        metadata: {name: cluster}
        status: {platformStatus: {type: AWS, aws: {region: us-east-1}}}
        """
      And the bootstrap host runs
        """
        config-operator render --cluster-infrastructure-input-file=infrastructure.yaml
        --cloud-provider-config-output-file=generated.yaml
        """
      Then it is accepted
      And it wrote no files

    @CRE-202
    Scenario: The bootstrap host names the Infrastructure whose endpoints are in no region
      When the admin adds the file infrastructure.yaml
        """
        kind: Infrastructure
        metadata: {name: cluster}
        status: {platformStatus: {type: AWS, aws: {serviceEndpoints: [{name: ec2, url: "https://ec2.custom.url"}]}}}
        """
      And the bootstrap host runs
        """
        config-operator render --cluster-infrastructure-input-file=infrastructure.yaml
        --cloud-provider-config-output-file=generated.yaml
        """
      Then it prints
        """
        infrastructure.yaml: status.platformStatus.aws.region: Required value: region is required to be set for AWS platform
        """
      And it wrote no files

  Rule: the operator refuses on the bootstrap host what it refuses in a cluster

    Scenario Outline: The bootstrap host renders nothing from invalid input: <what>
      When the admin creates the manifests
      And the admin adds the file other.yaml
        """
        <content>
        """
      And the bootstrap host runs
        """
        config-operator render --cluster-infrastructure-input-file=<infrastructure>
        --cloud-provider-config-input-file=<cloud config> --cloud-provider-config-output-file=generated.yaml
        """
      Then it prints
        """
        <said>
        """
      And it wrote no files

      @CRE-093.a
      Examples: an override beside the endpoints
        | what                            | infrastructure                                 | cloud config | said                                                 | content                                                                                                                                              |
        | An override in the cloud config | manifests/cluster-infrastructure-02-config.yml | other.yaml   | infrastructure object both include service overrides | {kind: ConfigMap, data: {config: "[ServiceOverride \\"0\\"]\\nService = ec2\\nRegion = us-east-1\\nURL = https://a\\nSigningRegion = us-east-1\\n"}} |

      @CRE-093.b
      Examples: no Infrastructure
        | what                                | infrastructure        | cloud config                         | said                       | content |
        | An Infrastructure that is not there | manifests/missing.yml | manifests/cloud-provider-config.yaml | missing.yml cannot be read | {}      |

      @CRE-093.c
      Examples: another object than the Infrastructure
        | what                             | infrastructure | cloud config                         | said                               | content |
        | A file that is no Infrastructure | other.yaml     | manifests/cloud-provider-config.yaml | other.yaml holds no Infrastructure | [1]     |

      @CRE-093.d
      Examples: an invalid list
        | what                          | infrastructure | cloud config                         | said                     | content                                                                                                                                                                   |
        | Two endpoints for one service | other.yaml     | manifests/cloud-provider-config.yaml | serviceEndpoints[1].name | {kind: Infrastructure, status: {platformStatus: {type: AWS, aws: {region: us-east-1, serviceEndpoints: [{name: ec2, url: "https://a"}, {name: ec2, url: "https://b"}]}}}} |

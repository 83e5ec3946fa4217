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

    @CRE-017 @CRE-087 @CRE-088 @CRE-089 @CRE-091 @CRE-092 @CRE-094
    Scenario: The first configuration of the control plane has the custom endpoints
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
      And it wrote the file manifests/cloud-provider-config-generated.yaml
      And the rendered cloud config is the admin's with the overrides
        | service | url                    | region    |
        | ec2     | https://ec2.custom.url | us-east-1 |
        | s3      | https://s3.custom.url  | us-east-1 |
      When the bootstrap host runs
        """
        machine-config-operator bootstrap
        --cloud-config-file=manifests/cloud-provider-config-generated.yaml --dest-dir=rendered
        """
      Then it is accepted
      And the control plane's cloud config is the admin's with the overrides
        | service | url                    | region    |
        | ec2     | https://ec2.custom.url | us-east-1 |
        | s3      | https://s3.custom.url  | us-east-1 |

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

  Rule: the operator refuses on the bootstrap host what it refuses in a cluster

    @CRE-093
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

      Examples:
        | what                                | infrastructure                                 | cloud config                         | said                                                 | content                                                                                                                                                                   |
        | An override in the cloud config     | manifests/cluster-infrastructure-02-config.yml | other.yaml                           | infrastructure object both include service overrides | {kind: ConfigMap, data: {config: "[ServiceOverride \\"0\\"]\\nService = ec2\\nRegion = us-east-1\\nURL = https://a\\nSigningRegion = us-east-1\\n"}}                      |
        | An Infrastructure that is not there | manifests/missing.yml                          | manifests/cloud-provider-config.yaml | missing.yml cannot be read                           | {}                                                                                                                                                                        |
        | A file that is no Infrastructure    | other.yaml                                     | manifests/cloud-provider-config.yaml | other.yaml holds no Infrastructure                   | [1]                                                                                                                                                                       |
        | Two endpoints for one service       | other.yaml                                     | manifests/cloud-provider-config.yaml | serviceEndpoints[1].name                             | {kind: Infrastructure, status: {platformStatus: {type: AWS, aws: {region: us-east-1, serviceEndpoints: [{name: ec2, url: "https://a"}, {name: ec2, url: "https://b"}]}}}} |

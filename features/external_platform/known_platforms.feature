Feature: On platforms that they know, operators bring what the provider has
  The document describes what operators leave out on None and on External. What they bring elsewhere is the other side of
  each comparison, and comes from the operators themselves.

  Rule: the storage of a new image registry goes by the platform

    @EXT-191.a
    Scenario Outline: On platform <platform> a new image registry gets storage <storage>
      Given a cluster on platform <platform>
      Then the image-registry operator provides image-registry
      And the image-registry runs with storage <storage>
      And the conditions of registry-configuration are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |
        | Removed   | False  |

      Examples:
        | platform  | storage |
        | AWS       | s3      |
        | Azure     | azure   |
        | GCP       | gcs     |
        | IBMCloud  | ibmcos  |
        | OpenStack | swift   |
        | PowerVS   | ibmcos  |

    @EXT-191.b
    Scenario Outline: On platform <platform>, which has no object store, there is no image registry
      Given a cluster on platform <platform>
      Then the image-registry operator provides no objects
      And the image-registry runs without storage
      And the conditions of image-registry are
        | condition   | status | reason     |
        | Available   | True   | Removed    |
        | Progressing | False  | Removed    |
        | Degraded    | False  | Removed    |
        | Upgradeable | True   | AsExpected |
      And the conditions of registry-configuration are
        | condition   | status | reason  | message                            |
        | Available   | True   | Removed | The registry is removed            |
        | Progressing | False  | Removed | All registry resources are removed |
        | Degraded    | False  | Removed | The registry is removed            |
        | Removed     | True   | Removed | The registry is removed            |

      Examples:
        | platform     |
        | AlibabaCloud |
        | BareMetal    |
        | EquinixMetal |
        | External     |
        | KubeVirt     |
        | None         |
        | Nutanix      |
        | VSphere      |

    @EXT-192
    Scenario: An image registry on External that is managed without storage says that storage is not configured
      Given a cluster on platform External
      And the admin has applied
        """
        apiVersion: imageregistry.operator.openshift.io/v1
        kind: Config
        metadata: {name: cluster}
        spec: {managementState: Managed}
        """
      Then the image-registry operator provides no objects
      And the conditions of image-registry are
        | condition   | status | reason               | message                                                   |
        | Available   | False  | StorageNotConfigured | Unable to apply resources: storage backend not configured |
        | Progressing | False  | AsExpected           |                                                           |
        | Degraded    | True   | StorageNotConfigured | Unable to apply resources: storage backend not configured |
        | Upgradeable | False  | StorageNotConfigured |                                                           |
      And the conditions of registry-configuration are
        | condition | status | reason               |
        | Available | False  | StorageNotConfigured |

  Rule: the Machine API operator runs the controllers of every provider

    @EXT-193
    Scenario Outline: On platform <platform> a machine controller of its own runs beside the generic controllers
      When the machine-api operator runs on platform AWS and on platform <platform>
      Then they differ only in what these components leave
        | component   | part                             |
        | machine-api | the container machine-controller |
      And the machine-api operator provides machineset-controller, nodelink-controller, machine-healthcheck-controller, machine-controller

      Examples:
        | platform  |
        | Azure     |
        | BareMetal |
        | GCP       |
        | IBMCloud  |
        | Nutanix   |
        | OpenStack |
        | PowerVS   |
        | VSphere   |

    @EXT-199
    Scenario: On platform AWS the controllers run an instance for each machine of a MachineSet, and take it away with the machine
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And the admin has applied
        """
        apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: workers, namespace: openshift-machine-api}
        spec:
          replicas: 2
          template:
            metadata: {labels: {rack: left}}
            spec:
              providerSpec:
                value:
                  ami: {id: own-image}
                  instanceType: m5.large
                  subnet: {id: pub-a}
                  tags: [{name: team, value: storage}]
        """
      And a cluster on platform AWS
      When the admin runs
        """
        aws ec2 describe-instances --filters Name=tag:team,Values=storage Name=instance-state-name,Values=running
        --query 'Reservations[].Instances[].Tags[0].Value'
        """
      Then it prints
        """
        ["workers-0", "workers-1"]
        """
      When the admin runs
        """
        oc -n openshift-machine-api get machine workers-1 -o jsonpath={.metadata.labels.rack}
        """
      Then it prints
        """
        left
        """
      When the admin runs
        """
        oc -n openshift-machine-api patch machineset workers --type merge -p '{"spec": {"replicas": 1}}'
        """
      And the admin runs
        """
        aws ec2 describe-instances --filters Name=tag:team,Values=storage Name=instance-state-name,Values=running
        --query 'Reservations[].Instances[].Tags[0].Value'
        """
      Then it prints
        """
        ["workers-0"]
        """
      And no Machine workers-1 exists

  Rule: the network operator knows where both IP families are possible

    Scenario Outline: On platform <platform> Degraded of network is <degraded> after an installation with both IP families
      Given the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Network
        metadata: {name: cluster}
        spec:
          clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}, {cidr: 'fd01::/48', hostPrefix: 64}]
          serviceNetwork: [172.30.0.0/16, 'fd02::/112']
        """
      And a cluster on platform <platform>
      Then the conditions of network are
        | condition | status     | message   |
        | Degraded  | <degraded> | <message> |

      @EXT-200.a
      Examples: platforms that may have both
        | platform  | degraded | message |
        | BareMetal | False    |         |
        | KubeVirt  | False    |         |
        | None      | False    |         |
        | OpenStack | False    |         |
        | VSphere   | False    |         |

      @EXT-200.a
      Examples: platforms that may not
        | platform | degraded | message                                                  |
        | AWS      | True     | AWS is not one of the supported platforms for dual stack |
        | GCP      | True     | GCP is not one of the supported platforms for dual stack |

    Scenario Outline: On platform <platform> Degraded of network is <degraded> after a second IP family was added
      Given a cluster on platform <platform>
      And the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Network
        metadata: {name: cluster}
        spec: {serviceNetwork: [172.30.0.0/16, 'fd02::/112']}
        """
      Then the conditions of network are
        | condition | status     | message   |
        | Degraded  | <degraded> | <message> |

      @EXT-200.b
      Examples: platforms that may get a second one
        | platform  | degraded | message |
        | BareMetal | False    |         |
        | None      | False    |         |
        | VSphere   | False    |         |

      @EXT-200.b
      Examples: platforms that may not
        | platform  | degraded | message                                                   |
        | KubeVirt  | True     | KubeVirt does not allow conversion to dual-stack cluster  |
        | OpenStack | True     | OpenStack does not allow conversion to dual-stack cluster |

  Rule: operators say on their own objects what they did

    @EXT-194.a
    Scenario Outline: On platform <platform> the storage operator says that the platform is not supported
      Given a cluster on platform <platform>
      Then the conditions of storage-configuration are
        | condition                                | status | reason              | message                                   |
        | DefaultStorageClassControllerDisabled    | True   | UnsupportedPlatform | unsupported platform                      |
        | DefaultStorageClassControllerAvailable   | True   |                     | No default StorageClass for this platform |
        | DefaultStorageClassControllerProgressing | False  |                     |                                           |
        | DefaultStorageClassControllerUpgradeable | True   |                     |                                           |

      Examples:
        | platform |
        | External |
        | None     |
        | unknown  |

    @EXT-194.b
    Scenario: On platform AWS the storage operator says who provides the StorageClass
      Given a cluster on platform AWS
      Then the conditions of storage-configuration are
        | condition                                | status | message                                                                              |
        | DefaultStorageClassControllerAvailable   | True   | StorageClass provided by supplied CSI Driver instead of the cluster-storage-operator |
        | DefaultStorageClassControllerProgressing | False  |                                                                                      |

    Scenario Outline: On platform <platform> Ignored of a request for credentials of AWS is <ignored>
      Given the admin has applied
        """
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: machine-api-aws, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: aws-cloud-credentials, namespace: openshift-machine-api}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ['ec2:*'], resource: '*'}]}
        """
      And a cluster on platform <platform>
      Then the conditions of machine-api-aws are
        | condition | status    | reason   | message   |
        | Ignored   | <ignored> | <reason> | <message> |
      When the admin runs
        """
        oc get credentialsrequest machine-api-aws -n openshift-cloud-credential-operator -o jsonpath={.status.provisioned}
        """
      Then it prints
        """
        <provisioned>
        """

      @EXT-195.a
      Examples: no provider, or another one
        | platform | ignored | reason                 | message                                         | provisioned |
        | External | True    | InfrastructureMismatch | CredentialsRequest is not for platform External | false       |
        | None     | True    | InfrastructureMismatch | CredentialsRequest is not for platform None     | false       |
        | GCP      | True    | InfrastructureMismatch | CredentialsRequest is not for platform GCP      | false       |

      @EXT-195.b
      Examples: AWS
        | platform | ignored | reason | message | provisioned |
        | AWS      | False   |        |         | true        |

  Rule: operators do not guess a platform type that is missing

    @EXT-196
    Scenario Outline: Without a platform type in status <operator> is degraded with <message>
      Given the Infrastructure on platform External with
        | setting                       | value |
        | platform type in status       | empty |
        | deprecated platform in status | empty |
      And a cluster on platform External
      Then the conditions of <operator> are
        | condition   | status | reason   | message   |
        | Degraded    | True   | <reason> | <message> |
        | Upgradeable | False  | <reason> |           |

      Examples:
        | operator                 | reason             | message                                                           |
        | cloud-controller-manager | SyncingFailed      | platformStatus.type is not set                                    |
        | kube-apiserver           | ConfigObserver     | PlatformType was not set, unable to determine platform type       |
        | kube-controller-manager  | ConfigObserver     | PlatformType was not set, unable to determine platform type       |
        | machine-api              | SyncingFailed      | no platform provider found on install config                      |
        | machine-config           | RenderConfigFailed | cannot generate MachineConfigs when no platformStatus.type is set |

    @EXT-196
    Scenario: Operators recover as soon as the platform type in status is there
      Given the Infrastructure on platform External with
        | setting                       | value |
        | platform type in status       | empty |
        | deprecated platform in status | empty |
      And a cluster on platform External
      Then the conditions of worker are
        | condition      | status | message                                                           |
        | Updated        | False  |                                                                   |
        | RenderDegraded | True   | cannot generate MachineConfigs when no platformStatus.type is set |
        | Degraded       | True   | cannot generate MachineConfigs when no platformStatus.type is set |
      When the admin sets the platform type in status to External
      Then no cluster operator is degraded
      And the conditions of worker are
        | condition      | status |
        | Updated        | True   |
        | RenderDegraded | False  |
        | Degraded       | False  |

    @EXT-198
    Scenario: The config operator reads the deprecated platform where there is no other, and warns of it
      Given the Infrastructure on platform External with
        | setting                 | value |
        | platform type in status | empty |
      When the config operator runs on platform None and on platform External
      Then they differ only in what these components leave
        | component | part                          |
        | config    | the event PlatformTypeMissing |
      And the conditions of config-operator are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |

  Rule: operators put right what somebody changed

    @EXT-197.2
    Scenario: An operator on AWS keeps what somebody added to an object that it restores
      Given a cluster on platform AWS
      And the admin has run
        """
        oc -n openshift-machine-api annotate deployment machine-api-controllers example.com/team=storage
        """
      When the admin runs
        """
        oc patch deployment machine-api-controllers -n openshift-machine-api --type=merge --patch='{"spec":{"replicas":0}}'
        """
      Then it is accepted
      When the admin runs
        """
        oc get deployment machine-api-controllers -n openshift-machine-api -o jsonpath='{.spec.replicas} {.metadata.annotations.example\.com/team}'
        """
      Then it prints
        """
        1 storage
        """

    @EXT-197.1
    Scenario Outline: An operator on AWS restores <what>
      Given a cluster on platform AWS
      When the admin runs
        """
        <command>
        """
      Then it is accepted
      And the machine-api operator provides machineset-controller, nodelink-controller, machine-healthcheck-controller, machine-controller
      And the cluster-storage operator provides ClusterCSIDriver ebs.csi.aws.com, StorageClass gp3-csi, ebs-csi-aws-com-driver-operator
      And the kubelet runs with cloud-provider external

      Examples: a part that was taken out
        | what                            | command                                                                                                                                                                                                                       |
        | containers that were taken away | oc patch deployment machine-api-controllers -n openshift-machine-api --type=merge --patch='{"spec":{"template":{"spec":{"containers":[{"name":"nodelink-controller","image":"openshift/machine-api-operator:reference"}]}}}}' |
        | the unit of the kubelet         | oc patch machineconfig 01-worker-kubelet --type=merge --patch='{"spec":{"config":{"systemd":{"units":[]}}}}'                                                                                                                  |

      Examples: an object that was deleted
        | what            | command                                                               |
        | a StorageClass  | oc delete storageclass gp3-csi                                        |
        | a Deployment    | oc delete deployment machine-api-controllers -n openshift-machine-api |
        | a MachineConfig | oc delete machineconfig 01-master-kubelet                             |

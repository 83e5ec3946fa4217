Feature: Neither storage nor credentials come with External
  The storage operator and the credential operator have a way for some providers and are in no-op mode on all other
  platforms. Drivers and Secrets may be brought by whoever has them.

  Rule: the storage operator is in no-op mode

    Scenario Outline: On platform <platform> there is no CSI driver and no StorageClass
      Given a cluster on platform <platform>
      Then the cluster-storage operator provides no objects
      And the conditions of storage are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |

      @EXT-077
      Examples: External
        | platform |
        | External |

      @EXT-075
      Examples: the value to compare with
        | platform |
        | None     |

      @EXT-076 @EXT-080
      Examples: a type that the operator does not know
        | platform |
        | unknown  |

    @EXT-186
    Scenario Outline: On platform <platform> the storage operator deploys the CSI driver <driver> with its StorageClass <class>
      Given a cluster on platform <platform>
      Then the cluster-storage operator provides ClusterCSIDriver <driver>, StorageClass <class>, <operator>

      Examples:
        | platform  | driver                   | class                      | operator                                 |
        | AWS       | ebs.csi.aws.com          | gp3-csi                    | ebs-csi-aws-com-driver-operator          |
        | Azure     | disk.csi.azure.com       | managed-csi                | disk-csi-azure-com-driver-operator       |
        | GCP       | pd.csi.storage.gke.io    | standard-csi               | pd-csi-storage-gke-io-driver-operator    |
        | IBMCloud  | vpc.block.csi.ibm.io     | ibmc-vpc-block-10iops-tier | vpc-block-csi-ibm-io-driver-operator     |
        | OpenStack | cinder.csi.openstack.org | standard-csi               | cinder-csi-openstack-org-driver-operator |
        | PowerVS   | powervs.csi.ibm.com      | ibm-powervs-tier1          | powervs-csi-ibm-com-driver-operator      |
        | VSphere   | csi.vsphere.vmware.com   | thin-csi                   | csi-vsphere-vmware-com-driver-operator   |

    @EXT-077 @EXT-031 @EXT-186
    Scenario: The storage operator leaves the same traces on External as on None, and others on AWS
      When the cluster-storage operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      When the cluster-storage operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component       |
        | cluster-storage |

    @EXT-079
    Scenario: The storage operator leaves the provider's CSI driver and StorageClass as they are
      Given a cluster on platform External
      And the admin has applied
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: acme-cloud}
        ---
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: acme-csi-node, namespace: acme-cloud}
        spec:
          selector: {matchLabels: {app: acme}}
          template:
            metadata: {labels: {app: acme}}
            spec: {containers: [{name: driver, image: acme/csi}]}
        ---
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata:
          name: acme-block
          annotations: {storageclass.kubernetes.io/is-default-class: "true"}
        provisioner: block.csi.acme.example.com
        """
      Then no component has changed what the admin has applied
      And the cluster-storage operator provides no objects
      And no cluster operator is degraded

  Rule: the credential operator is in no-op mode

    Background:
      Given the admin has applied
        """
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: openshift-machine-api-aws, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: aws-cloud-credentials, namespace: openshift-machine-api}
          providerSpec:
            apiVersion: cloudcredential.openshift.io/v1
            kind: AWSProviderSpec
            statementEntries:
              - {effect: Allow, action: ['ec2:RunInstances'], resource: '*'}
        """

    @EXT-083 @EXT-031 @EXT-081
    Scenario: The credential operator ignores CredentialsRequests on External as on None, but not on AWS
      When the cloud-credential operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make no AWS calls
      And the cloud-credential operator provides no objects
      And the conditions of cloud-credential are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |
      When the cloud-credential operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component        |
        | cloud-credential |

    @EXT-082.1 @EXT-082.2
    Scenario: The credential operator creates no Secret and calls no cloud on a platform that it does not know
      When the cloud-credential operator runs on platform None and on platform unknown
      Then both leave the same objects, conditions and events, and make no AWS calls
      And the cloud-credential operator provides no objects

    @EXT-082.3
    Scenario: The credential operator leaves a Secret made by hand alone on a platform that it does not know
      Given a cluster on platform unknown
      And the admin has applied
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: aws-cloud-credentials, namespace: openshift-machine-api}
        data: {token: bWFkZSBieSBoYW5k}
        """
      Then the cloud-credential operator provides no objects
      And no component has changed what the admin has applied

    @EXT-081
    Scenario: On platform AWS a CredentialsRequest gets a Secret with credentials
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And a cluster on platform AWS
      Then the cloud-credential operator provides Secret aws-cloud-credentials

Feature: An installation on External is the same as on None
  In the first phase the new type is meant to have no effect: the same steps lead to the same cluster, but for the type
  and what describes the provider.

  @document
  Rule: the installer makes the same manifests for External as for None

    @EXT-111.1
    Scenario: The installer's manifests for External differ from those for None only in the platform type
      Given an install-config for platform External
      When the installer runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make no AWS calls

    @EXT-111.2
    Scenario Outline: The installer's manifests for <type> have neither machines nor a cloud config
      Given an install-config for platform <type>
      When the admin creates the manifests
      Then it wrote the files .openshift_install_state.json, manifests/cluster-dns-02-config.yml, manifests/cluster-infrastructure-02-config.yml, manifests/cluster-ingress-02-config.yml, manifests/cluster-network-02-config.yml

      Examples:
        | type     |
        | None     |
        | External |

    @EXT-184
    Scenario Outline: Routers of a cluster with <control plane> control plane and <compute> compute machines run on the <placement> nodes on External as on None
      Given an install-config for platform External
      And its controlPlane.replicas is <control plane>
      And its compute[0].replicas is <compute>
      When the installer runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make no AWS calls
      When the admin creates the cluster
      And the admin runs
        """
        oc get ingress.config.openshift.io cluster -o jsonpath={.status.defaultPlacement}
        """
      Then it prints
        """
        <placement>
        """

      @EXT-184.a
      Examples: a single node
        | control plane | compute | placement    |
        | 1             | 0       | ControlPlane |

      @EXT-184.b
      Examples: nodes of both sorts
        | control plane | compute | placement |
        | 3             | 2       | Workers   |

    @EXT-185
    Scenario: Capability CloudCredential may be disabled on External as on None
      Given an install-config for platform External
      And its capabilities is {baselineCapabilitySet: None, additionalEnabledCapabilities: [CloudControllerManager, ImageRegistry, Ingress, MachineAPI, Storage]}
      When the installer runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      When the install-config is validated
      Then it is accepted

    @EXT-187
    Scenario: Capability CloudCredential may not be disabled on AWS
      Given an install-config that publishes External, with all required roles on pub-a, priv-a
      And its capabilities is {baselineCapabilitySet: None, additionalEnabledCapabilities: [CloudControllerManager, ImageRegistry, Ingress, MachineAPI, Storage]}
      When the install-config is validated
      Then it is refused at capabilities because of CloudCredential

    @EXT-117
    Scenario Outline: An installation on External whose platform name is <given> stores the platform name <name> first
      Given an install-config for platform External
      And its platform is {external: {platformName: <given>}}
      When the admin creates the cluster
      Then it is accepted
      And the Infrastructure shows
        | setting                 | value    |
        | platform type in spec   | External |
        | platform type in status | External |
        | platform name           | <name>   |

      Examples:
        | given     | name      |
        | AcmeCloud | AcmeCloud |
        | M&PCloud  | M&PCloud  |
        | ''        | Unknown   |

    @EXT-004 @EXT-182
    Scenario Outline: An installation on External that says <given> of the cloud controller manager stores the state <state> first
      Given an install-config for platform External
      And its platform is {external: {cloudControllerManager: <given>}}
      When the admin creates the cluster
      Then it is accepted
      And the Infrastructure shows
        | setting                               | value   |
        | state of the cloud controller manager | <state> |

      @EXT-182.a
      Examples: one is expected
        | given    | state    |
        | External | External |

      @EXT-182.b
      Examples: none is expected
        | given | state |
        | ''    | None  |

  @document
  Rule: the cluster needs nothing of a provider

    @EXT-078 @EXT-111.2
    Scenario Outline: An installation on platform <type> gives a healthy cluster without anything of a provider
      Given an install-config for platform <type>
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                    | subnets |
        | control plane machines | nothing |
        | compute machines       | nothing |
      And the Infrastructure shows
        | setting                 | value  |
        | platform type in status | <type> |
        | cloud config            | absent |
      And the config operator provides no objects
      And the cluster-storage operator provides no objects
      And the machine-api operator provides no objects
      And the conditions of storage are
        | condition | status |
        | Available | True   |
      And the conditions of image-registry are
        | condition   | status |
        | Available   | True   |
        | Progressing | False  |
      And default publishes on the host network, without a Service
      And no cluster operator is degraded
      When the admin runs
        """
        oc get configmap cloud-provider-config -n openshift-config
        """
      Then the API server refuses it because
        """
        configmaps "cloud-provider-config" not found
        """

      Examples:
        | type     |
        | None     |
        | External |

    @EXT-188
    Scenario: An installation on AWS brings a cloud config, machines and storage
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
        | priv-a | us-east-1a | private    |
      And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                    | subnets |
        | control plane machines | priv-a  |
        | compute machines       | priv-a  |
      And the Infrastructure shows
        | setting                  | value                 |
        | name of the cloud config | cloud-provider-config |
      And the stitched cloud config is the admin's
      And the cluster-storage operator provides ClusterCSIDriver ebs.csi.aws.com, StorageClass gp3-csi, ebs-csi-aws-com-driver-operator

  Rule: operators that the document does not list treat External as None too

    @EXT-183
    Scenario Outline: The <operator> operator leaves the same traces on External as on None, and others on <other>
      When the <operator> operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the <operator> operator provides no objects
      And the conditions of <reported> are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |
      When the <operator> operator runs on platform External and on platform <other>
      Then they differ only in what these components leave
        | component  |
        | <operator> |

      @EXT-183.a @document
      Examples: the kube-apiserver operator
        | operator       | reported       | other |
        | kube-apiserver | kube-apiserver | Azure |

      @EXT-183.b
      Examples: the config operator
        | operator | reported        | other |
        | config   | config-operator | AWS   |

    @EXT-183.a
    Scenario: On platform External the API server has no cloud-specific flag
      Given a cluster on platform External
      Then the kube-apiserver runs without cloud-provider, cloud-config

    @document @EXT-189
    Scenario: On platform Azure the API server has the flags of the built-in provider
      Given a cluster on platform Azure
      Then the kube-apiserver runs with cloud-provider azure
      And the kube-apiserver runs with cloud-config /etc/kubernetes/cloud.conf

Feature: One field of the Infrastructure tells components the platform type
  The Infrastructure is where components read which platform they run on. External tells them that a provider may be
  supplemented, and leaves everything that a provider brings to the provider.

  Rule: the Infrastructure alone tells the platform type

    @EXT-013.a @EXT-003 @EXT-025
    Scenario: Components treat External as None even without an external platform spec and status
      Given the Infrastructure on platform External with
        | setting                  | value  |
        | external platform spec   | absent |
        | external platform status | absent |
      When every component runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And no cluster operator is degraded
      And the Infrastructure shows
        | setting                 | value    |
        | platform type in status | External |
      When every component runs on platform External and on platform OpenStack
      Then they differ only in what these components leave
        | component                        |
        | cluster-cloud-controller-manager |
        | machine-config                   |
        | machine-api                      |
        | cluster-storage                  |
        | image-registry                   |
        | cluster-network                  |

    @EXT-013.a @EXT-013.b
    Scenario: Components take the platform type from the Infrastructure named cluster and from no other one
      Given the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Infrastructure
        metadata: {name: another}
        spec: {platformSpec: {type: OpenStack}}
        ---
        apiVersion: config.openshift.io/v1
        kind: Infrastructure
        metadata: {name: others}
        spec: {platformSpec: {type: OpenStack}}
        """
      When every component runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And no cluster operator is degraded
      And the kubelet runs without cloud-provider
      When every component runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component                        |
        | ingress                          |
        | cluster-cloud-controller-manager |
        | config                           |
        | machine-config                   |
        | machine-api                      |
        | cluster-storage                  |
        | image-registry                   |
        | cluster-network                  |
      And no component has changed what the admin has applied

    @EXT-014 @EXT-015
    Scenario: The platform name and the state of the cloud controller manager are in the Infrastructure and nowhere else
      Given the Infrastructure on platform External with
        | setting                               | value     |
        | platform name                         | AcmeCloud |
        | state of the cloud controller manager | None      |
      When every component runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the Infrastructure shows
        | setting                               | value     |
        | platform type in status               | External  |
        | platform name                         | AcmeCloud |
        | state of the cloud controller manager | None      |
      When every component runs on platform External and on platform OpenStack
      Then they differ only in what these components leave
        | component                        |
        | cluster-cloud-controller-manager |
        | machine-config                   |
        | machine-api                      |
        | cluster-storage                  |
        | image-registry                   |
        | cluster-network                  |

    @EXT-023.a
    Scenario Outline: Components follow the platform type in status from <platform> to OpenStack
      Given the admin has applied
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: windows-instances, namespace: openshift-windows-machine-config-operator}
        data: {10.0.42.7: username=Administrator}
        """
      And a cluster on platform <platform>
      When the admin sets the platform type in status to OpenStack
      Then the machine-api operator provides machineset-controller, nodelink-controller, machine-healthcheck-controller, machine-controller
      And the cluster-cloud-controller-manager operator provides openstack-cloud-controller-manager
      And the cluster-storage operator provides ClusterCSIDriver cinder.csi.openstack.org, StorageClass standard-csi, cinder-csi-openstack-org-driver-operator
      And the cluster-network operator provides ConfigMap ovnkube-config, cloud-network-config-controller
      And the kubelet runs with cloud-provider external
      And the windows-kubelet runs with cloud-provider external

      Examples:
        | platform |
        | External |
        | None     |

    @EXT-023.b
    Scenario Outline: Components follow the platform type in status from OpenStack to <platform>
      Given the admin has applied
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: windows-instances, namespace: openshift-windows-machine-config-operator}
        data: {10.0.42.7: username=Administrator}
        """
      And a cluster on platform OpenStack
      When the admin sets the platform type in status to <platform>
      Then the machine-api operator provides no objects
      And the cluster-cloud-controller-manager operator provides no objects
      And the cluster-storage operator provides no objects
      And the cluster-network operator provides ConfigMap ovnkube-config
      And the kubelet runs without cloud-provider
      And the windows-kubelet runs without cloud-provider
      And the machine-config operator provides MachineConfig 01-master-kubelet, MachineConfig 01-worker-kubelet, MachineConfigPool master, MachineConfigPool worker

      Examples:
        | platform |
        | External |
        | None     |

  Rule: what is specific to a provider is left to the provider

    @EXT-002
    Scenario: No operator on External changes third-party components
      Given the admin has applied
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: acme-cloud}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: acme-cloud-controller-manager, namespace: acme-cloud}
        spec:
          selector: {matchLabels: {app: acme}}
          template:
            metadata: {labels: {app: acme}}
            spec: {containers: [{name: manager, image: acme/ccm}]}
        ---
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: acme-csi-node, namespace: acme-cloud}
        spec:
          selector: {matchLabels: {app: acme-csi}}
          template:
            metadata: {labels: {app: acme-csi}}
            spec: {containers: [{name: driver, image: acme/csi}]}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: acme-machine-controller, namespace: openshift-machine-api}
        spec:
          selector: {matchLabels: {app: acme-machines}}
          template:
            metadata: {labels: {app: acme-machines}}
            spec: {containers: [{name: machine-controller, image: acme/machines}]}
        """
      And a cluster on platform External
      Then no component has changed what the admin has applied
      And no cluster operator is degraded

    @EXT-022
    Scenario: The machine-config operator sets up no on-premise networking on External
      When the machine-config operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the machine-config operator provides MachineConfig 01-master-kubelet, MachineConfig 01-worker-kubelet, MachineConfigPool master, MachineConfigPool worker
      And the API knows only platformName in the external platform spec

    @EXT-190
    Scenario Outline: On platform <platform> the machine-config operator sets up on-premise networking
      Given a cluster on platform <platform>
      Then the machine-config operator provides MachineConfig 00-master-on-premise, MachineConfig 00-worker-on-premise, MachineConfig 01-master-kubelet, MachineConfig 01-worker-kubelet, MachineConfigPool master, MachineConfigPool worker

      Examples:
        | platform  |
        | BareMetal |
        | Nutanix   |
        | OpenStack |
        | oVirt     |
        | VSphere   |

  Rule: a component that does not know the type is detected

    @EXT-165
    Scenario: On an unknown platform type only kube-apiserver, kube-controller-manager and image-registry differ from None
      When every component runs on platform None and on platform unknown
      Then they differ only in what these components leave
        | component               | part                                  |
        | kube-apiserver          | the event ObserveCloudProvidersFailed |
        | kube-controller-manager | the event ObserveCloudProvidersFailed |
        | image-registry          |                                       |
      And no cluster operator is degraded

    @EXT-168 @EXT-169 @document
    Scenario: The comparison of platform KubeVirt with None finds the degraded operator
      When every component runs on platform None and on platform KubeVirt
      Then they differ only in what these components leave
        | component                        | part                                   |
        | cluster-cloud-controller-manager | the conditions                         |
        | machine-config                   | the argument --cloud-provider=external |
      And a cluster operator is degraded because of unrecognized platform type "KubeVirt"

    @EXT-170
    Scenario: A cluster on platform AWS is healthy and differs from one on None in eight components only
      When every component runs on platform None and on platform AWS
      Then they differ only in what these components leave
        | component                        |
        | ingress                          |
        | cluster-cloud-controller-manager |
        | config                           |
        | machine-config                   |
        | machine-api                      |
        | cluster-storage                  |
        | image-registry                   |
        | cluster-network                  |
      And no cluster operator is degraded

Feature: The cluster-cloud-controller-manager operator deploys nothing on External
  It deploys the cloud controller manager of a platform where library-go says that there is an external one. On External
  it is disabled, which is no failure.

  Rule: the kubelet and the operator follow the same decision

    @EXT-034.1 @EXT-035 @EXT-061
    Scenario Outline: On platform <platform> the kubelet has an external provider and the operator deploys its cloud controller manager
      Given a cluster on platform <platform>
      Then the kubelet runs with cloud-provider external
      And the kube-controller-manager runs without cloud-provider
      And the cluster-cloud-controller-manager operator provides <manager>

      Examples:
        | platform  | manager                                            |
        | AWS       | aws-cloud-controller-manager, ConfigMap cloud-conf |
        | GCP       | gcp-cloud-controller-manager                       |
        | IBMCloud  | ibm-cloud-controller-manager                       |
        | Nutanix   | nutanix-cloud-controller-manager                   |
        | OpenStack | openstack-cloud-controller-manager                 |
        | PowerVS   | powervs-cloud-controller-manager                   |
        | VSphere   | vsphere-cloud-controller-manager                   |

    @document @EXT-034.1
    Scenario: On platform Azure the kubelet and the kube-controller-manager have the built-in provider and no cloud controller manager is deployed
      Given a cluster on platform Azure
      Then the kubelet runs with cloud-provider azure
      And the kube-controller-manager runs with cloud-provider azure
      And the cluster-cloud-controller-manager operator provides no objects

    Scenario Outline: On platform <platform>, which has no cloud provider, no cloud controller manager is deployed
      Given a cluster on platform <platform>
      Then the kubelet runs without cloud-provider
      And the kube-controller-manager runs without cloud-provider
      And the cluster-cloud-controller-manager operator provides no objects
      And the conditions of cloud-controller-manager are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |

      @EXT-062 @EXT-034.1
      Examples: platforms without a provider
        | platform     |
        | BareMetal    |
        | EquinixMetal |
        | Libvirt      |
        | None         |
        | oVirt        |

      @EXT-034.2
      Examples: a platform whose provider is not known
        | platform |
        | External |

    @document @EXT-063 @EXT-034.1 @EXT-035
    Scenario Outline: The cluster-cloud-controller-manager operator is degraded on platform <platform>, which it does not know
      Given a cluster on platform <platform>
      Then the kubelet runs with cloud-provider external
      And the kube-controller-manager runs without cloud-provider
      And the cluster-cloud-controller-manager operator provides no objects
      And a cluster operator is degraded because of unrecognized platform type "<platform>"

      Examples:
        | platform     |
        | AlibabaCloud |
        | KubeVirt     |

  Rule: on External the operator is disabled

    Scenario Outline: Where the <setting> is <value>, the cluster-cloud-controller-manager operator deploys nothing on External and is healthy
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      And a cluster on platform External
      Then the cluster-cloud-controller-manager operator provides no objects
      And the conditions of cloud-controller-manager are
        | condition   | status |
        | Available   | True   |
        | Progressing | False  |
        | Degraded    | False  |
        | Upgradeable | True   |

      @EXT-064.a @EXT-065.a
      Examples: nobody expects a cloud controller manager
        | setting                               | value  |
        | external platform status              | absent |
        | state of the cloud controller manager | empty  |
        | state of the cloud controller manager | None   |

      @EXT-064.b @EXT-065.b @EXT-066
      Examples: one is expected
        | setting                               | value    |
        | state of the cloud controller manager | External |

    @EXT-064.a @EXT-031 @EXT-061
    Scenario: The cluster-cloud-controller-manager operator leaves the same traces on External as on None, and others on OpenStack
      When the cluster-cloud-controller-manager operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      When the cluster-cloud-controller-manager operator runs on platform External and on platform OpenStack
      Then they differ only in what these components leave
        | component                        |
        | cluster-cloud-controller-manager |

    @phase3 @EXT-066
    Scenario: In a later phase the cluster-cloud-controller-manager operator still deploys nothing on External where a manager is expected
      Given the Infrastructure on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
      And a cluster on platform External
      Then the kubelet runs with cloud-provider external
      And the cluster-cloud-controller-manager operator provides no objects
      And no cluster operator is degraded

    @EXT-067
    Scenario Outline: <objects> change nothing for the cluster-cloud-controller-manager operator on External
      Given the admin has applied
        """
        <manifest>
        """
      When the cluster-cloud-controller-manager operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the cluster-cloud-controller-manager operator provides no objects
      And no component has changed what the admin has applied

      @EXT-067.a
      Examples:
        | objects        | manifest                                                                                                                                                        |
        | Proxy settings | {apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster}, spec: {httpProxy: 'http://proxy.kit.example.com:3128', noProxy: .kit.example.com}} |

      @EXT-067.b
      Examples:
        | objects     | manifest                                                                                                                                    |
        | Credentials | {apiVersion: v1, kind: Secret, metadata: {name: cloud-credentials, namespace: openshift-cloud-controller-manager}, data: {token: bm9uZQ==}} |

    @EXT-061
    Scenario: On platform AWS the cloud controller manager runs with the proxy settings of the cluster
      Given the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Proxy
        metadata: {name: cluster}
        spec: {httpProxy: 'http://proxy.kit.example.com:3128', httpsProxy: 'http://proxy.kit.example.com:3129', noProxy: .kit.example.com}
        """
      And a cluster on platform AWS
      Then the cloud-controller-manager runs with HTTP_PROXY http://proxy.kit.example.com:3128
      And the cloud-controller-manager runs with HTTPS_PROXY http://proxy.kit.example.com:3129
      And the cloud-controller-manager runs with NO_PROXY .kit.example.com

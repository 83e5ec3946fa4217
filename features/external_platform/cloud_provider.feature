Feature: On External neither the kubelet nor the kube-controller-manager has a cloud provider
  One decision, IsCloudProviderExternal, is behind the flags of the kubelet and of the kube-controller-manager. For
  External it gives the answer of None.

  Rule: the kubelet gets no cloud-specific flag

    Scenario Outline: On External the kubelet has no cloud provider where the <setting> is <value>
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      And a cluster on platform External
      Then the kubelet runs without cloud-provider, cloud-config, image-credential-provider-config, image-credential-provider-bin-dir
      And the kube-controller-manager runs without cloud-provider, cloud-config
      And no cluster operator is degraded

      @EXT-037.1 @EXT-037.a @EXT-049 @EXT-050
      Examples: there is no external platform status
        | setting                  | value  |
        | external platform status | absent |

      @EXT-037.1 @EXT-037.b @EXT-049 @EXT-050
      Examples: the external platform status is empty
        | setting                  | value |
        | external platform status | empty |

      @EXT-037.1 @EXT-037.c @EXT-039.c @EXT-049
      Examples: there is a cloud controller manager without a state
        | setting                            | value |
        | cloud controller manager in status | empty |

      @EXT-039.a
      Examples: no cloud controller manager is expected
        | setting                               | value |
        | state of the cloud controller manager | None  |

      @EXT-039.b
      Examples: the state is empty
        | setting                               | value |
        | state of the cloud controller manager | empty |

      @EXT-038
      Examples: the provider has a name
        | setting       | value     |
        | platform name | Unknown   |
        | platform name | AcmeCloud |
        | platform name | aws       |
        | platform name | external  |

      @document @EXT-040 @EXT-160
      Examples: in the first phases, without a gate, even where a cloud controller manager is expected
        | setting                               | value    |
        | state of the cloud controller manager | External |

    @EXT-036 @EXT-178
    Scenario: On platform None the kubelet has no cloud provider
      Given a cluster on platform None
      Then the kubelet runs without cloud-provider, cloud-config, image-credential-provider-config, image-credential-provider-bin-dir
      And no cluster operator is degraded

    @EXT-035 @EXT-048
    Scenario: On platform OpenStack the kubelet waits for the cloud controller manager, and so does a new node
      Given a cluster on platform OpenStack
      Then the kubelet runs with cloud-provider external
      And a new node has the taint node.cloudprovider.kubernetes.io/uninitialized

    @EXT-048
    Scenario: On platform AWS the kubelet has the flags of an external provider and of the registries of AWS
      Given a cluster on platform AWS
      Then the kubelet runs with cloud-provider external
      And the kubelet runs with image-credential-provider-bin-dir /usr/libexec/kubelet-image-credential-provider-plugins
      And the kubelet runs with image-credential-provider-config /etc/kubernetes/credential-providers/ecr-credential-provider.yaml

    @EXT-051 @EXT-031 @EXT-048
    Scenario: The machine-config operator renders the same on External as on None, and something else on AWS
      When the machine-config operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the conditions of machine-config are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |
      And the conditions of master are
        | condition | status |
        | Updated   | True   |
        | Degraded  | False  |
      And the conditions of worker are
        | condition | status |
        | Updated   | True   |
        | Degraded  | False  |
      When the machine-config operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component      |
        | machine-config |

    Scenario Outline: On External a new node runs workloads at once where the <setting> is <value>
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      And a cluster on platform External
      Then the kubelet runs without cloud-provider
      And a new node has no taints

      @EXT-128.a
      Examples: no cloud controller manager is expected
        | setting                               | value |
        | state of the cloud controller manager | None  |

      @EXT-128.b
      Examples: it is not said whether one is expected
        | setting                            | value |
        | cloud controller manager in status | empty |

      @EXT-129
      Examples: an empty state means the same
        | setting                               | value |
        | state of the cloud controller manager | empty |

      @EXT-130.a
      Examples: the external platform status is empty
        | setting                  | value |
        | external platform status | empty |

      @EXT-130.b
      Examples: there is no external platform status
        | setting                  | value  |
        | external platform status | absent |

  Rule: the kube-controller-manager gets no cloud-specific flag

    @EXT-037.2 @EXT-044 @EXT-031
    Scenario Outline: The kube-controller-manager operator observes the same on External as on None where the <setting> is <value>
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      When the kube-controller-manager operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the kube-controller-manager runs without cloud-provider, cloud-config
      And the kube-controller-manager operator provides no objects
      When the kube-controller-manager operator runs on platform External and on platform unknown
      Then they differ only in what these components leave
        | component               | part                                  |
        | kube-controller-manager | the event ObserveCloudProvidersFailed |

      @EXT-037.a
      Examples: there is no external platform status
        | setting                  | value  |
        | external platform status | absent |

      @EXT-037.b
      Examples: the external platform status is empty
        | setting                  | value |
        | external platform status | empty |

      @EXT-037.c
      Examples: there is a cloud controller manager without a state
        | setting                            | value |
        | cloud controller manager in status | empty |

    @document @EXT-045
    Scenario: The kube-controller-manager operator treats External as None even where a cloud controller manager is expected
      Given the Infrastructure on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
      When the kube-controller-manager operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      When the kube-controller-manager operator runs on platform External and on platform Azure
      Then they differ only in what these components leave
        | component               |
        | kube-controller-manager |

    @EXT-046
    Scenario: The kube-controller-manager operator is healthy on External
      Given a cluster on platform External
      Then the conditions of kube-controller-manager are
        | condition   | status |
        | Available   | True   |
        | Progressing | False  |
        | Degraded    | False  |

    @EXT-043
    Scenario Outline: On platform <platform>, which has a cloud controller manager, the kube-controller-manager has no cloud-specific flag
      Given a cluster on platform <platform>
      Then the kube-controller-manager runs without cloud-provider, cloud-config

      Examples:
        | platform  |
        | OpenStack |
        | AWS       |

    @document @EXT-042
    Scenario: On platform Azure, whose provider is built in, the kube-controller-manager has both cloud-specific flags
      Given a cluster on platform Azure
      Then the kube-controller-manager runs with cloud-provider azure
      And the kube-controller-manager runs with cloud-config /etc/kubernetes/cloud.conf
      And the kubelet runs with cloud-provider azure
      And the kubelet runs with cloud-config /etc/kubernetes/cloud.conf

  Rule: the platform type in status decides

    @EXT-047.a
    Scenario: The kubelet follows a status that says OpenStack where the specification says None
      Given the Infrastructure on platform OpenStack with
        | setting               | value |
        | platform type in spec | None  |
      And a cluster on platform OpenStack
      Then the kubelet runs with cloud-provider external

    @EXT-047.b
    Scenario: The kubelet follows a status that says External where the specification says OpenStack
      Given the Infrastructure on platform External with
        | setting               | value     |
        | platform type in spec | OpenStack |
      And a cluster on platform External
      Then the kubelet runs without cloud-provider

  @phase3
  Rule: in a later phase the state of the cloud controller manager decides

    @EXT-041 @EXT-052 @EXT-053
    Scenario: In a later phase the kubelet waits for the cloud controller manager that is expected
      Given the Infrastructure on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
      And a cluster on platform External
      Then the kubelet runs with cloud-provider external
      And the kube-controller-manager runs without cloud-provider, cloud-config

    @EXT-041 @EXT-052 @EXT-053
    Scenario Outline: In a later phase the kubelet has no cloud provider where the <setting> is <value>
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      And a cluster on platform External
      Then the kubelet runs without cloud-provider

      Examples:
        | setting                               | value  |
        | state of the cloud controller manager | None   |
        | state of the cloud controller manager | empty  |
        | cloud controller manager in status    | empty  |
        | external platform status              | absent |

    @EXT-127
    Scenario: In a later phase a new node waits for the cloud controller manager that is expected
      Given the Infrastructure on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
      And a cluster on platform External
      Then the kubelet runs with cloud-provider external
      And a new node has the taint node.cloudprovider.kubernetes.io/uninitialized

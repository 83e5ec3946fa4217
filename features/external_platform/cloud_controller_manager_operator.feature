Feature: The operator of cloud controller managers stays out on External
  It deploys the cloud controller manager of a platform where library-go says that there is an external one. On External
  it is disabled, which is no failure.

  Rule: one decision is behind kubelets and the operator

    @EXT-034 @EXT-061
    Scenario Outline: On platform <platform> the provider is external for everybody
      Given a cluster on platform <platform>
      Then the kubelet runs with cloud-provider external
      And the kube-controller-manager runs without cloud-provider
      And the cluster-cloud-controller-manager operator provides <manager>

      Examples:
        | platform  | manager                                            |
        | AWS       | aws-cloud-controller-manager, ConfigMap cloud-conf |
        | OpenStack | openstack-cloud-controller-manager                 |

    @document @EXT-034
    Scenario: On platform Azure the provider is inside the kube-controller-manager for everybody
      Given a cluster on platform Azure
      Then the kubelet runs with cloud-provider azure
      And the kube-controller-manager runs with cloud-provider azure
      And the cluster-cloud-controller-manager operator provides nothing

    @EXT-062 @EXT-034
    Scenario Outline: On platform <platform>, which has no cloud provider, the operator provides nothing
      Given a cluster on platform <platform>
      Then the kubelet runs without cloud-provider
      And the cluster-cloud-controller-manager operator provides nothing
      And the conditions of cloud-controller-manager are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |

      Examples:
        | platform  |
        | BareMetal |
        | None      |

    @document @EXT-063
    Scenario: A platform that counts as external and is not known to the operator makes it Degraded
      Given a cluster on platform KubeVirt
      Then the cluster-cloud-controller-manager operator provides nothing
      And a cluster operator is degraded because of unrecognized platform type "KubeVirt"

  Rule: on External the operator is disabled

    Scenario Outline: With <value> as <setting> the operator provides nothing and is well
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      And a cluster on platform External
      Then the cluster-cloud-controller-manager operator provides nothing
      And the conditions of cloud-controller-manager are
        | condition   | status |
        | Available   | True   |
        | Progressing | False  |
        | Degraded    | False  |
        | Upgradeable | True   |

      @EXT-064 @EXT-065
      Examples: nobody expects a cloud controller manager
        | setting                               | value  |
        | external status                       | absent |
        | state of the cloud controller manager | empty  |
        | state of the cloud controller manager | None   |

      @EXT-064 @EXT-065 @EXT-066
      Examples: one is expected
        | setting                               | value    |
        | state of the cloud controller manager | External |

    @phase3 @EXT-066
    Scenario: In a later phase the operator still stays out where library-go says that one is expected
      Given the Infrastructure on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
      And a cluster on platform External
      Then the kubelet runs with cloud-provider external
      And the cluster-cloud-controller-manager operator provides nothing
      And no cluster operator is degraded

    @EXT-064 @EXT-031
    Scenario: The operator leaves the same traces on both platforms
      When the cluster-cloud-controller-manager operator runs on platform None and on platform External
      Then both leave the same objects, conditions, events and AWS calls

    @EXT-067
    Scenario: Proxy settings and credentials have nothing to act on
      Given the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Proxy
        metadata: {name: cluster}
        spec: {httpProxy: 'http://proxy.kit.example.com:3128', noProxy: .kit.example.com}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: cloud-credentials, namespace: openshift-cloud-controller-manager}
        stringData: {token: none}
        """
      When the cluster-cloud-controller-manager operator runs on platform None and on platform External
      Then both leave the same objects, conditions, events and AWS calls
      And the cluster-cloud-controller-manager operator provides nothing

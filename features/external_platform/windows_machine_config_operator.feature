Feature: Windows nodes are configured on External as on None
  The Windows machine config operator takes the cloud-provider flag from what the machine-config operator rendered for
  workers, and the address of a kubelet from the user.

  Background:
    Given the admin has applied
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: windows-instances, namespace: openshift-windows-machine-config-operator}
      data: {10.0.42.7: username=Administrator}
      """

  Rule: the kubelet's cloud-provider flag comes from the rendered unit

    @EXT-054.a
    Scenario: On platform External the Windows kubelet has no cloud-provider flag
      Given a cluster on platform External
      Then the windows-kubelet runs without cloud-provider, cloud-config

    @EXT-054.b
    Scenario: On platform OpenStack the Windows kubelet has the cloud-provider flag
      Given a cluster on platform OpenStack
      Then the windows-kubelet runs with cloud-provider external

    @document @EXT-054.b
    Scenario: On platform Azure the Windows kubelet has the flags of the built-in provider
      Given a cluster on platform Azure
      Then the windows-kubelet runs with cloud-provider azure
      And the windows-kubelet runs with cloud-config /etc/kubernetes/cloud.conf

  Rule: the Windows machine config operator treats External as None

    @EXT-055
    Scenario: The Windows kubelet has the same command on External as on None, and another one on OpenStack
      When the windows-machine-config operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the windows-machine-config operator provides ConfigMap windows-services
      When the windows-machine-config operator runs on platform External and on platform OpenStack
      Then they differ only in what these components leave
        | component              |
        | windows-machine-config |

  @document
  Rule: the user gives the address of an instance

    Scenario Outline: On platform <platform> the Windows kubelet has the address that the user gives
      Given a cluster on platform <platform>
      Then the windows-kubelet runs with node-ip 10.0.42.7

      @EXT-056
      Examples: the value to compare with
        | platform |
        | None     |

      @EXT-057 @EXT-058
      Examples: External
        | platform |
        | External |

    @EXT-059
    Scenario: On platform AWS the Windows kubelet has no node-ip flag
      Given a cluster on platform AWS
      Then the windows-kubelet runs without node-ip

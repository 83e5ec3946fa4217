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

  Rule: flags come from the rendered unit

    @EXT-054
    Scenario: On platform External there is no flag to repeat
      Given a cluster on platform External
      Then the windows-kubelet runs without cloud-provider, cloud-config

    @EXT-054
    Scenario: On platform OpenStack the flag is repeated
      Given a cluster on platform OpenStack
      Then the windows-kubelet runs with cloud-provider external

  Rule: External is None to the operator

    @EXT-055
    Scenario: The kubelet's whole command is the same on both platforms
      When the windows-machine-config operator runs on platform None and on platform External
      Then both leave the same objects, conditions, events and AWS calls
      And the windows-machine-config operator provides ConfigMap windows-services

  @document
  Rule: the user gives the address of an instance

    Scenario Outline: On platform <platform> the kubelet is told the address
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
    Scenario: On platform AWS the address comes from elsewhere
      Given a cluster on platform AWS
      Then the windows-kubelet runs without node-ip

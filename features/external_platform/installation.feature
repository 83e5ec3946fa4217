Feature: An installation on External is the same as on None
  In the first phase the new type is meant to have no effect: the same steps lead to the same cluster, but for the type
  and what describes the provider.

  @document
  Rule: the installer makes the same manifests for External as for None

    @EXT-111
    Scenario: The installer's manifests for External differ from those for None only in the platform type
      Given an install-config for platform External
      When the installer runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make no AWS calls

    @EXT-184
    Scenario: Routers of a single-node cluster run on the control plane on External as on None
      Given an install-config for platform External
      And its controlPlane.replicas is 1
      When the installer runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls

    @EXT-185
    Scenario: Capability CloudCredential may be disabled on External as on None
      Given an install-config for platform External
      And its capabilities is {baselineCapabilitySet: None, additionalEnabledCapabilities: [CloudControllerManager, ImageRegistry, Ingress, MachineAPI, Storage]}
      When the installer runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      When the install-config is validated
      Then it is accepted

  @document
  Rule: the cluster needs nothing of a provider

    @EXT-078 @EXT-111
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
      And default publishes on the host network, without a Service
      And no cluster operator is degraded

      Examples:
        | type     |
        | None     |
        | External |

  Rule: operators that the document does not list treat External as None too

    @EXT-183
    Scenario Outline: The <operator> operator leaves the same traces on External as on None
      When the <operator> operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the <operator> operator provides no objects
      And the conditions of <reported> are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |
      And the kube-apiserver runs without cloud-provider, cloud-config

      Examples:
        | operator       | reported        |
        | kube-apiserver | kube-apiserver  |
        | config         | config-operator |

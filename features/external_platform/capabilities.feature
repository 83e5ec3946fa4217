Feature: The platform type and the capabilities together decide which components a cluster has
  Capabilities take optional operators away. Integral parts cannot be taken away: they still go by the platform.

  Rule: a disabled capability removes its operator and its kinds

    @EXT-028 @EXT-145 @EXT-152
    Scenario: A cluster on platform External with the fewest capabilities is healthy with six operators
      Given the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: ClusterVersion
        metadata: {name: version}
        spec:
          capabilities:
            baselineCapabilitySet: None
            additionalEnabledCapabilities: [CloudCredential, Ingress]
        """
      And the Infrastructure on platform External with
        | setting       | value     |
        | platform name | AcmeCloud |
      And a cluster on platform External
      Then the cluster operators are cloud-credential, config-operator, kube-apiserver, kube-controller-manager, machine-config, network
      And no cluster operator is degraded
      And the kubelet runs without cloud-provider, cloud-config
      And the kube-controller-manager runs without cloud-provider, cloud-config
      And the Infrastructure shows
        | setting                 | value     |
        | platform type in status | External  |
        | platform name           | AcmeCloud |
      And no component has changed what the admin has applied

  Rule: with all capabilities every operator runs

    @EXT-157 @EXT-162 @needs.restart @needs.crd-changes
    Scenario Outline: An upgrade to the release with External adds no operator on platform <platform>, and nothing that they deploy
      Given a cluster of release 4.(y-1) on platform <platform>
      Then the cluster operators are <operators>
      And the cluster-cloud-controller-manager operator provides <manager>
      And the machine-api operator provides <controllers>
      When the cluster is upgraded to release 4.y
      Then the cluster operators are <operators>
      And the cluster-cloud-controller-manager operator provides <manager>
      And the machine-api operator provides <controllers>
      And the Infrastructure is unchanged
      And no cluster operator is degraded

      Examples:
        | platform  | operators                                                                                                                                                           | manager                                            | controllers                                                                                    |
        | None      | cloud-controller-manager, cloud-credential, config-operator, image-registry, kube-apiserver, kube-controller-manager, machine-api, machine-config, network, storage | no objects                                         | no objects                                                                                     |
        | AWS       | cloud-controller-manager, cloud-credential, config-operator, image-registry, kube-apiserver, kube-controller-manager, machine-api, machine-config, network, storage | aws-cloud-controller-manager, ConfigMap cloud-conf | machineset-controller, nodelink-controller, machine-healthcheck-controller, machine-controller |
        | OpenStack | cloud-controller-manager, cloud-credential, config-operator, image-registry, kube-apiserver, kube-controller-manager, machine-api, machine-config, network, storage | openstack-cloud-controller-manager                 | machineset-controller, nodelink-controller, machine-healthcheck-controller, machine-controller |

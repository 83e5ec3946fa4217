Feature: The field eipAllocations comes with the feature gate SetEIPForNLBIngressController
  It is a Tech Preview at first, so that a cluster with the default feature set does not know it.

  Rule: only a cluster that previews the feature has the field

    @document @EIP-043.1 @EIP-149.1
    Scenario: Feature set TechPreviewNoUpgrade has the field eipAllocations
      Given the API of a cluster with feature set TechPreviewNoUpgrade
      When the admin creates the IngressController test with
        | parameter          | value                      |
        | load balancer type | NLB                        |
        | EIPs               | eipalloc-1234567890abcdefa |
      Then spec of test shows EIPs eipalloc-1234567890abcdefa

    @document @EIP-043.2 @EIP-043.3 @EIP-149.2
    Scenario: Feature set Default drops the field eipAllocations, and strict validation refuses it
      Given the API of a cluster with feature set Default
      When the admin creates the IngressController test with
        | parameter          | value                      |
        | load balancer type | NLB                        |
        | EIPs               | eipalloc-1234567890abcdefa |
      Then it is accepted
      And spec of test shows no EIPs
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/test --type=merge --patch='{"spec":{"endpointPublishingStrategy":{"loadBalancer":{"providerParameters":{"aws":{"networkLoadBalancer":{"eipAllocations":["eipalloc-1234567890abcdefa"]}}}}}}}'
        """
      Then it prints
        """
        Warning: unknown field "spec.endpointPublishingStrategy.loadBalancer.providerParameters.aws.networkLoadBalancer.eipAllocations"
        """
      When the admin creates the IngressController strict with
        | parameter          | value                      |
        | load balancer type | NLB                        |
        | EIPs               | eipalloc-1234567890abcdefa |
        | field validation   | Strict                     |
      Then the API server refuses it because
        """
        unknown field "spec.endpointPublishingStrategy.loadBalancer.providerParameters.aws.networkLoadBalancer.eipAllocations"
        """

  Rule: after graduation the gate is on by default

    @shipped @EIP-150
    Scenario: After graduation feature set Default has the field eipAllocations
      Given the API of a cluster with feature set Default
      When the admin creates the IngressController test with
        | parameter          | value                      |
        | load balancer type | NLB                        |
        | EIPs               | eipalloc-1234567890abcdefa |
      Then spec of test shows EIPs eipalloc-1234567890abcdefa

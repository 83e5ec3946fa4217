Feature: Elastic IPs that were set by hand on the Service move to the IngressController
  The annotation was never supported, but an upgrade must not take the addresses away. The admin copies them into the
  specification, and nothing is recreated.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster of release 4.(y-1) on platform AWS
    And the Elastic IPs eip-1, eip-2
    And the IngressController test with
      | parameter          | value    |
      | load balancer type | NLB      |
      | scope              | External |
    And someone has annotated the Service of test with
      | annotation                                                   | value        |
      | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |

  Rule: the upgrade leaves the annotation alone and announces the difference

    @EIP-091 @EIP-114 @EIP-115
    Scenario: An Elastic IP annotation set by hand is the same after the upgrade
      When the cluster is upgraded to release 4.y
      Then the Service of test is unchanged
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And the load balancer of test is the same object as before

    @EIP-092 @EIP-152
    Scenario: After the upgrade the operator reports that the specification differs from the annotation
      When the cluster is upgraded to release 4.y
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of test names the change from eip-1, eip-2 to an empty list
      And the conditions of test are
        | condition         | status |
        | LoadBalancerReady | True   |
        | Available         | True   |

    @EIP-105
    Scenario: After the upgrade status shows the Elastic IPs of the annotation
      When the cluster is upgraded to release 4.y
      Then status of test shows EIPs eip-1, eip-2
      And spec of test shows no EIPs

  Rule: the same Elastic IPs in the specification end the difference

    @smoke @EIP-089 @EIP-090 @EIP-093 @EIP-116 @EIP-147
    Scenario: The admin migrates an Elastic IP annotation set by hand to the field
      Then the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      When the cluster is upgraded to release 4.y
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the Service of test is unchanged
      When the admin sets the EIPs of test to eip-1, eip-2
      Then it is accepted
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the Service of test is unchanged
      And the load balancer of test is the same object as before

    @EIP-094
    Scenario Outline: LoadBalancerProgressing becomes False when the specification holds the Elastic IPs <value>
      Given the cluster has been upgraded to release 4.y
      When the admin sets the EIPs of test to <value>
      Then LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the conditions of test are
        | condition   | status |
        | Progressing | False  |

      Examples:
        | value        |
        | eip-1, eip-2 |
        | eip-2, eip-1 |

  Rule: the message offers two ways to continue

    @EIP-153
    Scenario: The message after the upgrade offers to delete the Service or to take over its Elastic IPs
      When the cluster is upgraded to release 4.y
      Then the LoadBalancerProgressing message of test names the change from eip-1, eip-2 to an empty list
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-test
        """
      When the admin applies the patch that the LoadBalancerProgressing message of test offers
      Then spec of test shows EIPs eip-1, eip-2

    @EIP-A17
    Scenario: The patch in the message completes the migration of the annotation
      Given the cluster has been upgraded to release 4.y
      When the admin applies the patch that the LoadBalancerProgressing message of test offers
      Then LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the Service of test is unchanged

    @shipped @EIP-A16
    Scenario: With auto-delete the upgrade removes Elastic IPs that were set by hand
      Given the admin has run
        """
        oc -n openshift-ingress-operator annotate ingresscontroller/test ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      When the cluster is upgraded to release 4.y
      Then the Service of test is another object than before
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation

  Rule: a downgrade leaves the annotation alone

    @EIP-154
    Scenario: After a downgrade the older operator keeps the Elastic IP annotation that the newer one wrote
      Given the cluster has been upgraded to release 4.y
      And the admin has set the EIPs of test to eip-1, eip-2
      When the cluster is upgraded to release 4.(y-1)
      Then the Service of test is unchanged
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And the load balancer of test is the same object as before
      And spec of test shows no EIPs

Feature: Elastic IPs that were set by hand on the Service move to the IngressController
  The annotation was never supported, but an upgrade must not take the addresses away. The admin copies them into the
  specification, and nothing is recreated. The load balancer has these addresses because the admin made its Service with
  the annotation, which the operator of the older release does not write.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster of release 4.(y-1) on platform AWS
    And the Elastic IPs eip-1, eip-2, eip-3, eip-4
    And the admin has run
      """
      oc create -f - <<EOF
      apiVersion: v1
      kind: Service
      metadata:
        name: router-test
        namespace: openshift-ingress
        labels:
          ingresscontroller.operator.openshift.io/owning-ingresscontroller: test
        annotations:
          service.beta.kubernetes.io/aws-load-balancer-type: nlb
          service.beta.kubernetes.io/aws-load-balancer-eip-allocations: eip-1,eip-2
      spec:
        type: LoadBalancer
        externalTrafficPolicy: Local
        selector:
          ingresscontroller.operator.openshift.io/deployment-ingresscontroller: test
        ports:
        - {name: http, port: 80, targetPort: http}
        - {name: https, port: 443, targetPort: https}
      EOF
      """
    And the IngressController test with
      | parameter          | value    |
      | load balancer type | NLB      |
      | scope              | External |

  Rule: the upgrade leaves the annotation alone and announces the difference

    @EIP-090 @EIP-091 @EIP-114 @EIP-115 @needs.clock
    Scenario: An Elastic IP annotation set by hand and its addresses are the same after the upgrade
      Then the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      When the cluster is upgraded to release 4.y
      Then the Service of test is unchanged
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And the load balancer of test is the same object as before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And nothing has changed in AWS
      When 600 seconds pass
      Then the Service of test is unchanged
      And the load balancer of test is the same object as before
      And nothing has changed in AWS

    @EIP-092
    Scenario: After the upgrade the operator reports that the specification differs from the annotation
      When the cluster is upgraded to release 4.y
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of test names the change from eip-1, eip-2 to an empty list
      And the conditions of test are
        | condition         | status | reason                  |
        | LoadBalancerReady | True   | LoadBalancerProvisioned |
        | Available         | True   |                         |
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

    @EIP-152.a @EIP-152.b
    Scenario: After the upgrade exactly the NLBs whose Service has the Elastic IP annotation report a difference
      Given the IngressController late with
        | parameter          | value |
        | load balancer type | NLB   |
      And the IngressController plain with
        | parameter          | value |
        | load balancer type | NLB   |
      And someone has annotated the Service of late with
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      When the cluster is upgraded to release 4.y
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of test names the change from eip-1, eip-2 to an empty list
      And LoadBalancerProgressing of late is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of late names the change from eip-3, eip-4 to an empty list
      And LoadBalancerProgressing of plain is False with reason LoadBalancerNotProgressing

    @EIP-105
    Scenario: After the upgrade status shows the Elastic IPs of the annotation
      When the cluster is upgraded to release 4.y
      Then status of test shows EIPs eip-1, eip-2
      And spec of test shows no EIPs

  Rule: the same Elastic IPs in the specification end the difference

    @smoke @EIP-089 @EIP-093 @EIP-116 @EIP-147
    Scenario: The admin migrates an Elastic IP annotation set by hand to the field
      When the cluster is upgraded to release 4.y
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the Service of test is unchanged
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      When the admin sets the EIPs of test to eip-1, eip-2
      Then it is accepted
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the Service of test is unchanged
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And the load balancer of test is the same object as before
      And the wildcard record of test leads to its load balancer
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      When the admin deletes the Service of test
      Then the load balancer of test is another object than before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the Elastic IPs eip-3, eip-4 are free

    Scenario Outline: LoadBalancerProgressing becomes False when the specification holds the <which> Elastic IPs of the annotation
      Given the cluster has been upgraded to release 4.y
      When the admin sets the EIPs of test to eip-1, eip-3
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      When the admin sets the EIPs of test to <value>
      Then the conditions of test are
        | condition               | status | reason                     | message                         |
        | LoadBalancerProgressing | False  | LoadBalancerNotProgressing | LoadBalancer is not progressing |
        | Progressing             | False  |                            |                                 |
      And the Service of test is unchanged
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      When the admin deletes the Service of test
      Then the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | <pub-a>    |
        | pub-b  | <pub-b>    |

      @EIP-094
      Examples: in the same order
        | which | value        | pub-a | pub-b |
        | same  | eip-1, eip-2 | eip-1 | eip-2 |

      @EIP-094
      Examples: in another order
        | which     | value        | pub-a | pub-b |
        | reordered | eip-2, eip-1 | eip-2 | eip-1 |

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
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      When the admin deletes the Service of test
      Then the load balancer of test is another object than before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

    @EIP-A05
    Scenario: The other way in the message, to delete the Service, gives the Elastic IPs of the annotation up
      Given the cluster has been upgraded to release 4.y
      When the admin deletes the Service of test
      Then the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the addresses of the load balancer of test are
        | subnet | Elastic IP    |
        | pub-a  | chosen by AWS |
        | pub-b  | chosen by AWS |
      And the Elastic IPs eip-1, eip-2 are free

    @shipped @EIP-A16
    Scenario: With auto-delete the upgrade removes Elastic IPs that were set by hand
      Given the admin has run
        """
        oc -n openshift-ingress-operator annotate ingresscontroller/test ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      When the cluster is upgraded to release 4.y
      Then the Service of test is another object than before
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And the addresses of the load balancer of test are
        | subnet | Elastic IP    |
        | pub-a  | chosen by AWS |
        | pub-b  | chosen by AWS |
      And the Elastic IPs eip-1, eip-2 are free

  Rule: a downgrade leaves the annotation alone

    @EIP-154 @EIP-A31
    Scenario: After a downgrade the older operator keeps the Elastic IP annotation that the newer one wrote
      Given the cluster has been upgraded to release 4.y
      And the IngressController new with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-3, eip-4 |
      When the cluster is upgraded to release 4.(y-1)
      Then the Service of new is unchanged
      And the Service of new is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And the load balancer of new is the same object as before
      And the addresses of the load balancer of new are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And spec of new shows no EIPs

  Rule: an annotation that came after the load balancer has no addresses behind it

    @EIP-A30
    Scenario: A migration of an annotation without effect ends with LoadBalancerProgressing False and without its Elastic IPs
      Given the IngressController late with
        | parameter          | value |
        | load balancer type | NLB   |
      And someone has annotated the Service of late with
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And the cluster has been upgraded to release 4.y
      When the admin sets the EIPs of late to eip-3, eip-4
      Then LoadBalancerProgressing of late is False with reason LoadBalancerNotProgressing
      And status of late shows EIPs eip-3, eip-4
      And the load balancer of late is the same object as before
      And the addresses of the load balancer of late are
        | subnet | Elastic IP    |
        | pub-a  | chosen by AWS |
        | pub-b  | chosen by AWS |
      And the Elastic IPs eip-3, eip-4 are free
      When the admin deletes the Service of late
      Then the load balancer of late is another object than before
      And the addresses of the load balancer of late are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |

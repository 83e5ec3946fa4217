Feature: Subnets that were set by hand on the Service survive an upgrade
  Before the field existed, admins annotated the Service that the operator owns. An upgrade to the release that has the
  field leaves such an annotation as it is, and with it the load balancer.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
    And a cluster of release 4.(y-1) on platform AWS
    And the IngressController custom with
      | parameter          | value   |
      | load balancer type | Classic |

  Rule: without the field, subnets can be given only after the load balancer exists

    @LSS-005 @LSS-116
    Scenario: Without the field the subnets annotation follows the first load balancer and only the Service holds it
      Then the Service of custom has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And custom has a Classic load balancer in pub-a, pub-b, pub-c
      When someone edits the Service of custom with
        | field                                                | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      Then custom has a Classic load balancer in pub-a, pub-b
      And the IngressController custom is unchanged
      And spec of custom shows no subnets
      And status of custom shows no subnets

  Rule: an upgrade does not touch the annotation

    @needs.restart @needs.crd-changes @LSS-010 @LSS-012 @LSS-013 @LSS-011 @LSS-096
    Scenario: An upgrade leaves a subnets annotation set by hand and the load balancer as they are
      Given someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      When the cluster is upgraded to release 4.y
      Then the Service of custom is unchanged
      And the load balancer of custom is the same object as before
      And custom has a Classic load balancer in pub-a, pub-b
      And no component called DetachLoadBalancerFromSubnets, AttachLoadBalancerToSubnets
      And LoadBalancerReady of custom is True with reason LoadBalancerProvisioned

    @needs.restart @needs.crd-changes @needs.clock @LSS-013 @LSS-A16
    Scenario: An upgrade leaves the blanks in a subnets annotation set by hand
      Given the admin has run
        """
        oc -n openshift-ingress annotate svc/router-custom service.beta.kubernetes.io/aws-load-balancer-subnets="pub-b, pub-a"
        """
      Then custom has a Classic load balancer in pub-a, pub-b
      When the cluster is upgraded to release 4.y
      Then the Service of custom is unchanged
      When 3600 seconds pass
      Then the Service of custom is unchanged
      And custom has a Classic load balancer in pub-a, pub-b
      When the admin runs
        """
        oc -n openshift-ingress get svc/router-custom -o jsonpath='{.metadata.annotations.service\.beta\.kubernetes\.io/aws-load-balancer-subnets}'
        """
      Then it prints
        """
        pub-b, pub-a
        """

    @needs.restart @needs.crd-changes @needs.clock @LSS-087 @LSS-088 @LSS-089 @LSS-090 @LSS-091
    Scenario: A subnets annotation set by hand survives the upgrade until the IngressController is recreated with subnets
      Given someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And LoadBalancerReady of custom is True with reason LoadBalancerProvisioned
      When the cluster is upgraded to release 4.y
      Then the Service of custom is unchanged
      When 3600 seconds pass
      Then the Service of custom is unchanged
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      Given the admin has deleted the IngressController custom
      When the admin creates the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-c |
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-c |

    @needs.restart @needs.crd-changes @LSS-102.a
    Scenario: A list of subnets that is absent does not clear an annotation set by hand when something else changes
      Given someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And the cluster has been upgraded to release 4.y
      When the admin sets the replicas of custom to 3
      Then it is accepted
      And the Service of custom is unchanged
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And custom has a Classic load balancer in pub-a, pub-b

    @needs.restart @needs.crd-changes @LSS-102.b
    Scenario: An empty list of subnets does not clear an annotation set by hand after an upgrade
      Given someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And the cluster has been upgraded to release 4.y
      When the admin sets the subnets of custom to an empty list
      Then it is accepted
      And the Service of custom is unchanged
      And the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And custom has a Classic load balancer in pub-a, pub-b

  Rule: an admin who wants the field recreates the IngressController

    @needs.restart @needs.crd-changes @LSS-014 @LSS-021
    Scenario: The admin moves from the subnets annotation to the field by recreating the IngressController
      Given someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And the cluster has been upgraded to release 4.y
      And the admin has deleted the IngressController custom
      Then custom has no load balancer
      When the admin creates the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      Then custom has a Classic load balancer in pub-a, pub-b
      And the Service of custom was created with the annotation service.beta.kubernetes.io/aws-load-balancer-subnets
      When someone edits the Service of custom with
        | field                                                | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-c |
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |

    @later @needs.restart @needs.crd-changes @LSS-A05
    Scenario: In the later revision the admin moves the annotated subnets into the field without a new load balancer
      Given someone has annotated the Service of custom with
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      When the cluster is upgraded to release 4.y
      Then LoadBalancerProgressing of custom is True with reason OperandsProgressing
      When the admin sets the subnets of custom to pub-b, pub-a
      Then LoadBalancerProgressing of custom is False with reason LoadBalancerNotProgressing
      And the Service of custom is unchanged
      And the load balancer of custom is the same object as before

  Rule: a downgrade keeps the subnets in the annotation

    @needs.restart @needs.crd-changes @LSS-097
    Scenario: After a downgrade the older operator keeps the subnets annotation that the newer one wrote
      Given the cluster has been upgraded to release 4.y
      And the IngressController sharded with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      When the cluster is upgraded to release 4.(y-1)
      Then the Service of sharded is unchanged
      And the Service of sharded is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And the load balancer of sharded is the same object as before
      And custom has a Classic load balancer in pub-a, pub-b, pub-c
      And sharded has a Classic load balancer in pub-a, pub-b
      And spec of sharded shows no subnets

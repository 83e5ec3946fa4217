@backport
Feature: A backport would capture hand-set subnets in the release before
  The alternative that was not taken: the release before gets the list too, only to mirror the annotation. Its operator
  fills the list and lets nobody change it, so that the next release can derive the annotation from it.

  Background:
    Given a cluster of release 4.(y-1) on platform AWS
    And the IngressController custom with
      | parameter          | value   |
      | load balancer type | Classic |

  Rule: the list follows the annotation

    @LSS-083 @LSS-103
    Scenario: Subnets annotated by hand appear in the backported list
      When someone edits the Service of custom with
        | field                                                | value                                              |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60001 |
      Then spec of custom shows subnets subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60001

    @LSS-084
    Scenario: A subnet added to the annotation appears in the backported list
      Given someone has annotated the Service of custom with
        | annotation                                           | value                                              |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 |
      When someone edits the Service of custom with
        | field                                                | value                                                                        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60003 |
      Then spec of custom shows subnets subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60003

    @LSS-085
    Scenario: Removing the annotation empties the backported list
      Given someone has annotated the Service of custom with
        | annotation                                           | value                    |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | subnet-0a1b2c3d4e5f60001 |
      When someone edits the Service of custom with
        | field                                                | value   |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | nothing |
      Then spec of custom shows no subnets

  Rule: the list has no effect of its own

    @LSS-071 @LSS-072
    Scenario: The backport empties the list again where the Service has no annotation
      When the admin sets the subnets of custom to subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002
      Then it is accepted
      And spec of custom shows no subnets
      And the Service of custom is unchanged
      And the Service of custom has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation

    @LSS-073 @LSS-086 @LSS-104
    Scenario: The backport resets the list to the subnets of the annotation
      Given someone has annotated the Service of custom with
        | annotation                                           | value                                              |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 |
      When the admin sets the subnets of custom to subnet-0a1b2c3d4e5f60003
      Then it is accepted
      And spec of custom shows subnets subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002
      And the Service of custom is unchanged

  Rule: the next release derives the annotation from the captured list

    @needs.restart @needs.crd-changes @LSS-105 @LSS-106
    Scenario: After the upgrade from a backport the captured list decides and an annotation set by hand is taken back
      Given someone has annotated the Service of custom with
        | annotation                                           | value                                              |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60001 |
      When the cluster is upgraded to release 4.y
      Then the Service of custom is unchanged
      And spec of custom shows subnets subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60001
      When someone edits the Service of custom with
        | field                                                | value                    |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | subnet-0a1b2c3d4e5f60003 |
      Then the Service of custom is annotated
        | annotation                                           | value                                              |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60001 |

    @needs.restart @needs.crd-changes @LSS-046
    Scenario: An immutable list of subnets can be changed after a downgrade to a release without that rule
      Given the cluster has been upgraded to release 4.y
      And the IngressController sharded with
        | parameter          | value                    |
        | load balancer type | Classic                  |
        | subnets            | subnet-0a1b2c3d4e5f60001 |
      When the cluster is upgraded to release 4.(y-1)
      Then spec of sharded shows subnets subnet-0a1b2c3d4e5f60001
      When the admin sets the subnets of sharded to subnet-0a1b2c3d4e5f60002
      Then it is accepted

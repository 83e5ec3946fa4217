@document
Feature: Upgrades and downgrades leave the subnets of IngressControllers alone
  What was there before the fields of the Ingress config keeps its behaviour, and what goes back to a release without
  them keeps its load balancers.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | pub-b  | us-east-2b | public     |

  Rule: an upgrade sets no subnets by itself

    @ISS-316 @ISS-318
    Scenario: An upgrade to the release with default subnets leaves an existing IngressController as it is
      Given a cluster of release 4.(y-1) on platform AWS
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the cluster is upgraded to release 4.y
      Then LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing
      And the conditions of sharded are
        | condition   | status |
        | Progressing | False  |
      And status of sharded shows no subnets
      And the Service of sharded has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And the Service of sharded is unchanged
      And sharded has a Classic load balancer in pub-a, pub-b
      And nothing has changed in AWS

  Rule: a downgrade changes neither Services nor subnets

    @ISS-317
    Scenario: A downgrade to a release without default subnets keeps Services and their subnets
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      And the IngressController pinned with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-b   |
      When the cluster is upgraded to release 4.(y-1)
      Then the Service of sharded is the same object as before
      And sharded has a Classic load balancer in pub-a
      And pinned has a Classic load balancer in pub-b
      And the Service of pinned is unchanged

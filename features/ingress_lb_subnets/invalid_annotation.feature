Feature: Invalid subnets stop the reconciliation of a load balancer that exists
  Whoever edits the annotation of a live Service gets no sign on the IngressController: the load balancer stays as it
  was, and so do its Service's address and the conditions. Only events tell, and none of them says that all is well
  again.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS

  Rule: the IngressController gives no sign of the failure

    @LSS-041 @LSS-060 @LSS-111
    Scenario: With an invalid subnets annotation no condition of the IngressController changes and the Service keeps its address
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      When someone edits the Service of custom with
        | field                                                | value          |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | no-such-subnet |
      Then the events on the Service of custom are
        | type    | reason                 | message                                                                                              |
        | Normal  | EnsuringLoadBalancer   |                                                                                                      |
        | Normal  | EnsuredLoadBalancer    |                                                                                                      |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: expected to find 1, but found 0 subnets |
      And the IngressController custom is unchanged
      And the address of the Service of custom is a host name below us-east-1.elb.amazonaws.com
      And the conditions of custom are
        | condition         | status | reason                  |
        | LoadBalancerReady | True   | LoadBalancerProvisioned |
        | Available         | True   |                         |

    @later @LSS-041 @LSS-111
    Scenario: In the later revision only LoadBalancerProgressing reports an invalid subnets annotation
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      When someone edits the Service of custom with
        | field                                                | value          |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | no-such-subnet |
      Then the address of the Service of custom is a host name below us-east-1.elb.amazonaws.com
      And the conditions of custom are
        | condition               | status | reason                  |
        | LoadBalancerReady       | True   | LoadBalancerProvisioned |
        | LoadBalancerProgressing | True   | OperandsProgressing     |
        | Available               | True   |                         |
      And the events on the Service of custom are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Normal  | EnsuredLoadBalancer    |
        | Warning | SyncLoadBalancerFailed |

    @LSS-120
    Scenario: Neither the IngressController nor its Service names discovered subnets
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      Then custom has a Classic load balancer in pub-a, pub-b
      And spec of custom shows no subnets
      And status of custom shows no subnets
      And the Service of custom has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation

  Rule: changes of the Service do not reach AWS until the subnets are corrected

    @LSS-059.a
    Scenario Outline: A new port of the Service reaches the load balancer only after its invalid subnets become <subnets>
      Given the LoadBalancer Service of plain, which no IngressController owns
      When someone edits the Service of plain with
        | field                                                | value          |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | no-such-subnet |
      And someone edits the Service of plain with
        | field | value    |
        | ports | 80, 8443 |
      Then the load balancer of plain listens on 80
      And nothing has changed in AWS
      And the events on the Service of plain are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Normal  | EnsuredLoadBalancer    |
        | Warning | SyncLoadBalancerFailed |
      When someone edits the Service of plain with
        | field                                                | value     |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | <subnets> |
      Then the load balancer of plain listens on 80, 8443
      And plain has a Classic load balancer in <where>

      Examples:
        | subnets | where        |
        | nothing | pub-a, pub-b |
        | pub-b   | pub-b        |

    @LSS-059.b
    Scenario: A new port of the Service reaches an NLB, too, only after its invalid subnets are corrected
      Given the IngressController custom with
        | parameter          | value |
        | load balancer type | NLB   |
      When someone edits the Service of custom with
        | field                                                | value          |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | no-such-subnet |
      And someone edits the Service of custom with
        | field | value         |
        | ports | 80, 443, 8443 |
      Then the events on the Service of custom are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Normal  | EnsuredLoadBalancer    |
        | Warning | SyncLoadBalancerFailed |
      And the load balancer of custom listens on 80, 443
      And nothing has changed in AWS
      When someone edits the Service of custom with
        | field                                                | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-b |
      Then the load balancer of custom listens on 80, 443, 8443
      And custom has an NLB load balancer in pub-a, pub-b

  Rule: events show the failure, but not the recovery

    @LSS-112 @LSS-118
    Scenario: The events on a valid Service say that its load balancer is ensured
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      Then the events on the Service of custom are
        | type   | reason               | message                |
        | Normal | EnsuringLoadBalancer | Ensuring load balancer |
        | Normal | EnsuredLoadBalancer  | Ensured load balancer  |

    @LSS-113 @LSS-114
    Scenario: The warning about a nonexistent subnet stays after the annotation is removed
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      When someone edits the Service of custom with
        | field                                                | value          |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | no-such-subnet |
      Then the events on the Service of custom are
        | type    | reason                 | message                                                                                              |
        | Normal  | EnsuringLoadBalancer   |                                                                                                      |
        | Normal  | EnsuredLoadBalancer    |                                                                                                      |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: expected to find 1, but found 0 subnets |
      When someone edits the Service of custom with
        | field                                                | value         |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | nothing       |
        | ports                                                | 80, 443, 8443 |
      Then the events on the Service of custom are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Normal  | EnsuredLoadBalancer    |
        | Warning | SyncLoadBalancerFailed |
      And the load balancer of custom listens on 80, 443, 8443

@document
Feature: IngressControllers follow the current default subnets of the Ingress config
  The operator reads the default of the Ingress config anew each time instead of writing it into an IngressController.
  An edit therefore concerns every IngressController that has no subnets for its own load balancer type.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |
      | pub-b  | us-east-2b | public     |
    And a cluster on platform AWS

  Rule: an IngressController without subnets for its load balancer type gets the default of that type

    @ISS-084 @ISS-201 @needs.clock
    Scenario: A recreated default IngressController and a new one get the default subnets
      Given the default subnets of Classic IngressControllers are pub-a
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller/default
        """
      And 60 seconds pass
      And the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      Then default has a Classic load balancer in pub-a
      And spec of default shows no subnets
      And sharded has a Classic load balancer in pub-a

    Scenario Outline: An IngressController of type <type> discovers its subnets when <case>
      Given the default subnets of Classic IngressControllers are <default>
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then the Service of sharded has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And sharded has a <type> load balancer in pub-a, pub-b

      @ISS-210
      Examples:
        | case                | type    | default |
        | there is no default | Classic | null    |

      @ISS-230
      Examples:
        | case                             | type | default |
        | only Classic ones have a default | NLB  | pub-a   |

    @ISS-231
    Scenario: An IngressController switched to NLB gets the default subnets and not its own Classic ones
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-b   |
      And the admin has set the load balancer type of sharded to NLB
      When the admin deletes the Service of sharded
      Then sharded has an NLB load balancer in pub-a

    @ISS-245
    Scenario: An IngressController switched to NLB prefers its own NLB subnets to the default ones
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      And the admin has set the load balancer type of sharded to NLB
      And the admin has set the subnets of sharded to pub-b
      When the admin deletes the Service of sharded
      Then sharded has an NLB load balancer in pub-b

    @ISS-337
    Scenario: An IngressController of scope Internal gets the default subnets too
      Given the default subnets of Classic IngressControllers are pub-a
      When the admin creates the IngressController sharded with
        | parameter          | value    |
        | load balancer type | Classic  |
        | scope              | Internal |
      Then the Service of sharded is annotated
        | annotation                                            | value |
        | service.beta.kubernetes.io/aws-load-balancer-internal | true  |
        | service.beta.kubernetes.io/aws-load-balancer-subnets  | pub-a |

    @ISS-342
    Scenario: An IngressController whose own subnets are removed follows the default subnets from then on
      Given the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-a   |
      When the admin sets the subnets of sharded to null
      Then LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      When the admin deletes the Service of sharded
      Then sharded has a Classic load balancer in pub-b

  Rule: changed default subnets are announced where they are not in use yet, and nowhere else

    @ISS-235
    Scenario: Default subnets that are set after the IngressController are announced and reach its next Service
      Given the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-a
      Then LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And the load balancer of sharded is the same object as before
      When the admin deletes the Service of sharded
      Then sharded has a Classic load balancer in pub-a

    @ISS-239
    Scenario: Default subnets in another order are not announced as a change
      Given the default subnets of Classic IngressControllers are pub-a, pub-b
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b, pub-a
      Then LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

    @ISS-242
    Scenario: Restoring the former default subnets sets LoadBalancerProgressing back to False
      Given the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      And the admin sets the default subnets of Classic IngressControllers to pub-a
      Then LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing
      And the conditions of sharded are
        | condition   | status |
        | Progressing | False  |
      And the Service of sharded is the same object as before

    @ISS-243
    Scenario: Removing the default subnets brings back discovery with the next Service
      Given the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to null
      Then LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And sharded has a Classic load balancer in pub-a
      When the admin deletes the Service of sharded
      Then the Service of sharded has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And sharded has a Classic load balancer in pub-a, pub-b

    @ISS-339
    Scenario: Changed default subnets of NLBs do not concern a Classic IngressController
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController classic with
        | parameter          | value   |
        | load balancer type | Classic |
      And the IngressController network with
        | parameter          | value |
        | load balancer type | NLB   |
      When the admin sets the default subnets of NLB IngressControllers to pub-b
      Then LoadBalancerProgressing of network is True with reason OperandsProgressing
      And LoadBalancerProgressing of classic is False with reason LoadBalancerNotProgressing

    @ISS-348
    Scenario Outline: Changed default subnets do not concern an IngressController that publishes by <strategy>
      Given the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter                    | value      |
        | endpoint publishing strategy | <strategy> |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then status of sharded shows no subnets
      And the conditions of sharded are
        | condition   | status |
        | Progressing | False  |
      And sharded has no load balancer

      Examples:
        | strategy    |
        | HostNetwork |
        | Private     |

    @ISS-347
    Scenario: An IngressController with the auto-delete annotation gets new default subnets without an admin
      Given the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      And the admin has run
        """
        oc -n openshift-ingress-operator annotate ingresscontroller/sharded ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then the Service of sharded is another object than before
      And sharded has a Classic load balancer in pub-b
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

  Rule: the operator passes the default subnets on as they are

    Scenario Outline: Two default subnets of one zone reach AWS, which makes no <type> load balancer in them
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-a2 | us-east-2a | public     |
      When the admin sets the default subnets of <type> IngressControllers to pub-a, pub-a2
      Then it is accepted
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then Admitted of sharded is True with reason Valid
      And the Service of sharded is annotated
        | annotation                                           | value         |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-a2 |
      And LoadBalancerReady of sharded is False with reason SyncLoadBalancerFailed
      And sharded has no load balancer

      @ISS-246 @ISS-341
      Examples:
        | type    |
        | Classic |

      @ISS-246 @ISS-341
      Examples:
        | type |
        | NLB  |

  Rule: the admin completes a change of the default subnets or takes an IngressController out of it

    @ISS-268 @ISS-269 @ISS-270 @ISS-271 @ISS-297 @ISS-301 @ISS-272 @ISS-274
    Scenario: An admin changes the default subnets of Classic load balancers and completes the change
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      And the IngressController pinned with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-a   |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then it is accepted
      And Progressing of sharded is True with reason IngressControllerProgressing
      And the conditions of pinned are
        | condition   | status |
        | Progressing | False  |
      And LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-sharded
        """
      When the admin deletes the Service of sharded
      Then sharded has a Classic load balancer in pub-b
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing
      When the admin creates the IngressController classic with
        | parameter          | value   |
        | load balancer type | Classic |
      And the admin creates the IngressController network with
        | parameter          | value |
        | load balancer type | NLB   |
      Then classic has a Classic load balancer in pub-b
      And network has an NLB load balancer in pub-a
      And pinned has a Classic load balancer in pub-a

    @ISS-273
    Scenario: The patch that the operator offers keeps an IngressController in its subnets when the default ones change
      Given the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      And the default subnets of Classic IngressControllers are pub-b
      When the admin applies the patch that the LoadBalancerProgressing message of sharded offers
      Then spec of sharded shows subnets pub-a
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing
      And the Service of sharded is the same object as before
      When the admin sets the default subnets of Classic IngressControllers to priv-a
      Then LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

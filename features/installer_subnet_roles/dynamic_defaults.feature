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

    @ISS-084.a @ISS-084.b @ISS-201 @needs.clock
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
      Given the default subnets of <kind> IngressControllers are <default>
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then the Service of sharded has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And sharded has a <type> load balancer in pub-a, pub-b

      @ISS-210
      Examples:
        | case                                    | type    | kind    | default |
        | there is no default                     | Classic | Classic | null    |
        | there is no default subnet of that type | NLB     | NLB     | null    |

      @ISS-230.a
      Examples:
        | case                             | type | kind    | default |
        | only Classic ones have a default | NLB  | Classic | pub-a   |

      @ISS-230.b
      Examples:
        | case                     | type    | kind | default |
        | only NLBs have a default | Classic | NLB  | pub-a   |

    Scenario Outline: An IngressController switched to <new> gets the default subnets and not its own of type <old>
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value |
        | load balancer type | <old> |
        | subnets            | pub-b |
      And the admin has set the load balancer type of sharded to <new>
      When the admin deletes the Service of sharded
      Then sharded has a <new> load balancer in pub-a

      @ISS-231.a
      Examples:
        | old     | new |
        | Classic | NLB |

      @ISS-231.b
      Examples:
        | old | new     |
        | NLB | Classic |

    @ISS-232.b
    Scenario: An IngressController without a load balancer type gets the Classic default where the Ingress config says so
      Given the default subnets of Classic IngressControllers are pub-a
      And the default subnets of NLB IngressControllers are pub-b
      When the admin creates the IngressController sharded with
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
      Then sharded has a Classic load balancer in pub-a

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

    @ISS-342.a
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

    @ISS-342.b
    Scenario: An IngressController announces other default subnets once its own subnets are removed
      Given the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-a   |
      And the default subnets of Classic IngressControllers are pub-b
      When the admin sets the subnets of sharded to null
      Then LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of sharded names the change from pub-a to pub-b
      And sharded has a Classic load balancer in pub-a
      When the admin deletes the Service of sharded
      Then sharded has a Classic load balancer in pub-b
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

  Rule: changed default subnets are announced where they are not in use yet, and nowhere else

    @ISS-235
    Scenario: Default subnets that are set after the IngressController are announced and reach its next Service
      Given the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-a
      Then LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of sharded names the change from nothing to pub-a
      And the load balancer of sharded is the same object as before
      And spec of sharded shows no subnets
      And status of sharded shows no subnets
      When the admin deletes the Service of sharded
      Then sharded has a Classic load balancer in pub-a
      And status of sharded shows subnets pub-a

    Scenario Outline: Default subnets in another order are not announced as a change of type <type>
      Given the default subnets of <type> IngressControllers are pub-a, pub-b
      And the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      When the admin sets the default subnets of <type> IngressControllers to pub-b, pub-a
      Then LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

      @ISS-239.a
      Examples:
        | type    |
        | Classic |

      @ISS-239.b
      Examples:
        | type |
        | NLB  |

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
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of all IngressControllers to null
      Then LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of sharded names the change from pub-a to nothing
      And sharded has a Classic load balancer in pub-a
      When the admin deletes the Service of sharded
      Then the Service of sharded has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation
      And sharded has a Classic load balancer in pub-a, pub-b
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

    Scenario Outline: Changed default subnets of type <type> do not concern an IngressController of another type
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController classic with
        | parameter          | value   |
        | load balancer type | Classic |
      And the IngressController network with
        | parameter          | value |
        | load balancer type | NLB   |
      When the admin sets the default subnets of <type> IngressControllers to pub-b
      Then LoadBalancerProgressing of <changed> is True with reason OperandsProgressing
      And LoadBalancerProgressing of <same> is False with reason LoadBalancerNotProgressing

      @ISS-339.a
      Examples:
        | type | changed | same    |
        | NLB  | network | classic |

      @ISS-339.b
      Examples:
        | type    | changed | same    |
        | Classic | classic | network |

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

    Scenario Outline: <what> as default subnets reach AWS, which makes no <type> load balancer in them
      Given the VPC also has the subnets
        | subnet | zone       | visibility |
        | pub-a2 | us-east-2a | public     |
      When the admin sets the default subnets of <type> IngressControllers to <subnets>
      Then it is accepted
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then Admitted of sharded is True with reason Valid
      And the Service of sharded is annotated
        | annotation                                           | value     |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | <subnets> |
      And LoadBalancerReady of sharded is False with reason SyncLoadBalancerFailed
      And sharded has no load balancer

      @ISS-246.a @ISS-341
      Examples: one zone twice
        | what                    | type    | subnets       |
        | Two subnets of one zone | Classic | pub-a, pub-a2 |
        | Two subnets of one zone | NLB     | pub-a, pub-a2 |

      @ISS-246.b
      Examples: no such subnet
        | what                 | type    | subnets                  |
        | A nonexistent subnet | Classic | subnet-0123456789abcdef0 |
        | A nonexistent subnet | NLB     | subnet-0123456789abcdef0 |

  Rule: the admin completes a change of the default subnets or takes an IngressController out of it

    @ISS-271 @ISS-297 @ISS-301 @ISS-269
    Scenario: Exactly the IngressControllers without own subnets announce new default subnets
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController one with
        | parameter          | value   |
        | load balancer type | Classic |
      And the IngressController pinned with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-a   |
      And the IngressController two with
        | parameter          | value   |
        | load balancer type | Classic |
      And the IngressController pinned-elsewhere with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-b   |
      And the IngressController three with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then it is accepted
      And Progressing of one is True with reason IngressControllerProgressing
      And Progressing of two is True with reason IngressControllerProgressing
      And Progressing of three is True with reason IngressControllerProgressing
      And the conditions of pinned are
        | condition   | status |
        | Progressing | False  |
      And the conditions of pinned-elsewhere are
        | condition   | status |
        | Progressing | False  |
      When the admin creates the IngressController four with
        | parameter          | value   |
        | load balancer type | Classic |
      Then four has a Classic load balancer in pub-b
      And pinned has a Classic load balancer in pub-a
      When the admin sets the default subnets of Classic IngressControllers to pub-a
      Then the conditions of one are
        | condition   | status |
        | Progressing | False  |
      And one has a Classic load balancer in pub-a

    @ISS-268 @ISS-270 @ISS-272
    Scenario: An admin changes the default subnets of Classic load balancers and completes the change
      Given the default subnets of all IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then it is accepted
      And LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-sharded
        """
      When the admin deletes the Service of sharded
      Then the Service of sharded is annotated
        | annotation                                           | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-b |
      And sharded has a Classic load balancer in pub-b
      And status of sharded shows subnets pub-b
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing
      And the conditions of sharded are
        | condition   | status |
        | Progressing | False  |
      When the admin creates the IngressController classic with
        | parameter          | value   |
        | load balancer type | Classic |
      And the admin creates the IngressController network with
        | parameter          | value |
        | load balancer type | NLB   |
      And the admin creates the IngressController pinned with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-a   |
      Then classic has a Classic load balancer in pub-b
      And network has an NLB load balancer in pub-a
      And pinned has a Classic load balancer in pub-a

    @ISS-274
    Scenario Outline: New IngressControllers of type <type> get default subnets that were changed for both types
      Given the default subnets of all IngressControllers are pub-a
      And the default subnets of all IngressControllers are pub-b
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then sharded has a <type> load balancer in pub-b

      Examples:
        | type    |
        | Classic |
        | NLB     |

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

@document
Feature: The Ingress config holds the default subnets of each load balancer type
  An IngressController without subnets for its load balancer type uses those of the Ingress config. The operator reads
  them anew each time and never writes them into the specification.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | priv-a | us-east-2a | private    |
      | pub-b  | us-east-2b | public     |
      | priv-b | us-east-2b | private    |

  Rule: an IngressController's own subnets come before the default ones

    @ISS-022
    Scenario Outline: An IngressController of type <type> with subnets of its own ignores the default ones
      Given a cluster on platform AWS
      And the default subnets of <type> IngressControllers are pub-a
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
        | subnets            | pub-b  |
      Then sharded has a <type> load balancer in pub-b

      @ISS-209.a
      Examples:
        | type    |
        | Classic |

      @ISS-209.b
      Examples:
        | type |
        | NLB  |

    Scenario Outline: An IngressController of type <type> keeps its own subnets whatever the Ingress config says
      Given a cluster on platform AWS
      And the default subnets of all IngressControllers are pub-a
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
        | subnets            | pub-b  |
      Then sharded has a <type> load balancer in pub-b
      When the admin sets the default subnets of all IngressControllers to null
      And the admin deletes the Service of sharded
      Then sharded has a <type> load balancer in pub-b

      @ISS-023.a
      Examples:
        | type    |
        | Classic |

      @ISS-023.b
      Examples:
        | type |
        | NLB  |

  Rule: each load balancer type has default subnets of its own

    Scenario Outline: An IngressController of type <type> without subnets gets the <type> default
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the default subnets of NLB IngressControllers are pub-b
      When the admin creates the IngressController sharded with
        | parameter          | value  |
        | load balancer type | <type> |
      Then sharded has a <type> load balancer in <subnets>
      And status of sharded shows subnets <subnets>

      @ISS-228 @ISS-078
      Examples:
        | type    | subnets |
        | Classic | pub-a   |

      @ISS-229
      Examples:
        | type | subnets |
        | NLB  | pub-b   |

  Rule: an IngressController that switches its load balancer type gets the default subnets of the new type

    Scenario Outline: An IngressController that switches to <new> gets the <new> default and not the <old> one
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the default subnets of NLB IngressControllers are pub-b
      And the IngressController sharded with
        | parameter          | value |
        | load balancer type | <old> |
      And the admin has set the load balancer type of sharded to <new>
      When the admin deletes the Service of sharded
      Then sharded has a <new> load balancer in <subnets>
      And spec of sharded shows no subnets
      And status of sharded shows subnets <subnets>
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

      @ISS-079.a @ISS-244.a
      Examples:
        | old     | new | subnets |
        | Classic | NLB | pub-b   |

      @ISS-079.b @ISS-244.b
      Examples:
        | old | new     | subnets |
        | NLB | Classic | pub-a   |

    @needs.installer @ISS-277 @ISS-278
    Scenario: An installed cluster has subnets for an NLB in the Ingress config, and none in the default IngressController
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                    | subnets      |
        | the default IngressController, Classic | pub-a, pub-b |
        | the default IngressController, NLB     | nothing      |
        | the Ingress config, Classic            | pub-a, pub-b |
        | the Ingress config, NLB                | pub-a, pub-b |

    @smoke @needs.installer @ISS-276 @ISS-279 @ISS-280 @ISS-283 @ISS-281
    Scenario: The default IngressController of an installed cluster gets the default subnets when it switches to NLB
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the cluster
      Then it is accepted
      And default has a Classic load balancer in pub-a, pub-b
      When the admin sets the load balancer type of default to NLB
      Then it is accepted
      And LoadBalancerProgressing of default is True with reason OperandsProgressing
      When the admin deletes the Service of default
      Then default has an NLB load balancer in pub-a, pub-b
      And the Service of default is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And spec of default shows load balancer type NLB
      And spec of default shows no subnets
      And LoadBalancerProgressing of default is False with reason LoadBalancerNotProgressing

    @needs.installer @ISS-282
    Scenario: The status of a default IngressController that has switched to NLB shows the default subnets
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the cluster
      And the admin sets the load balancer type of default to NLB
      And the admin deletes the Service of default
      Then status of default shows
        | parameter          | value        |
        | scope              | External     |
        | load balancer type | NLB          |
        | subnets            | pub-a, pub-b |

  Rule: changed default subnets are announced to every IngressController that relies on them

    @ISS-237 @ISS-236
    Scenario: New default subnets are announced by every IngressController that relies on them
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      And the IngressController another with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then Progressing of sharded is True with reason IngressControllerProgressing
      And LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of sharded names the change from pub-a to pub-b
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-sharded
        """
      And Progressing of another is True with reason IngressControllerProgressing
      And LoadBalancerProgressing of another is True with reason OperandsProgressing
      And the LoadBalancerProgressing message of another names the change from pub-a to pub-b
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-another
        """

    @ISS-240 @ISS-234
    Scenario: New default subnets wait until the Service is recreated
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then the Service of sharded is annotated
        | annotation                                           | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a |
      And the Service of sharded is the same object as before
      And sharded has a Classic load balancer in pub-a
      And status of sharded shows subnets pub-a
      When the admin deletes the Service of sharded
      Then status of sharded shows subnets pub-b

    @ISS-241 @ISS-272
    Scenario: New default subnets take effect with a new Service
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      And the admin deletes the Service of sharded
      Then the Service of sharded is annotated
        | annotation                                           | value |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-b |
      And sharded has a Classic load balancer in pub-b
      And status of sharded shows subnets pub-b
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing
      And the conditions of sharded are
        | condition   | status |
        | Progressing | False  |

    @ISS-238
    Scenario: New default subnets do not concern an IngressController with subnets of its own
      Given a cluster on platform AWS
      And the default subnets of all IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-a   |
      And the IngressController network with
        | parameter          | value |
        | load balancer type | NLB   |
        | subnets            | pub-a |
      When the admin sets the default subnets of all IngressControllers to pub-b
      Then LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing
      And the conditions of sharded are
        | condition   | status |
        | Progressing | False  |
      And the Service of sharded is unchanged
      And sharded has a Classic load balancer in pub-a
      And LoadBalancerProgressing of network is False with reason LoadBalancerNotProgressing
      And the Service of network is unchanged
      And network has an NLB load balancer in pub-a

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

    @ISS-209 @ISS-022 @ISS-023
    Scenario: An IngressController with subnets of its own ignores the default ones
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      When the admin creates the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-b   |
      Then sharded has a Classic load balancer in pub-b

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

    @ISS-244 @ISS-079
    Scenario: An IngressController that switches to NLB gets the NLB default and not the Classic one
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the default subnets of NLB IngressControllers are pub-b
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      And the admin has set the load balancer type of sharded to NLB
      When the admin deletes the Service of sharded
      Then sharded has an NLB load balancer in pub-b
      And status of sharded shows subnets pub-b

    @smoke @needs.installer @ISS-276 @ISS-277 @ISS-278 @ISS-279 @ISS-280 @ISS-281 @ISS-282 @ISS-283
    Scenario: The default IngressController of an installed cluster gets the default subnets when it switches to NLB
      Given an install-config that publishes External, with the public roles on pub-a, pub-b and the private roles on priv-a, priv-b
      When the admin creates the cluster
      Then it is accepted
      And the subnets in the manifests are
        | for                                    | subnets      |
        | the default IngressController, Classic | pub-a, pub-b |
        | the default IngressController, NLB     | nothing      |
        | the Ingress config, Classic            | pub-a, pub-b |
        | the Ingress config, NLB                | pub-a, pub-b |
      And default has a Classic load balancer in pub-a, pub-b
      When the admin sets the load balancer type of default to NLB
      Then it is accepted
      And LoadBalancerProgressing of default is True with reason OperandsProgressing
      When the admin deletes the Service of default
      Then default has an NLB load balancer in pub-a, pub-b
      And spec of default shows no subnets
      And status of default shows
        | parameter          | value        |
        | scope              | External     |
        | load balancer type | NLB          |
        | subnets            | pub-a, pub-b |
      And LoadBalancerProgressing of default is False with reason LoadBalancerNotProgressing

  Rule: changed default subnets are announced to every IngressController that relies on them

    @ISS-237 @ISS-236 @ISS-240 @ISS-234
    Scenario: New default subnets wait until the Service is recreated
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then LoadBalancerProgressing of sharded is True with reason OperandsProgressing
      And sharded has a Classic load balancer in pub-a
      And status of sharded shows subnets pub-a

    @ISS-241 @ISS-272
    Scenario: New default subnets take effect with a new Service
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      And the admin deletes the Service of sharded
      Then sharded has a Classic load balancer in pub-b
      And LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

    @ISS-238
    Scenario: New default subnets do not concern an IngressController with subnets of its own
      Given a cluster on platform AWS
      And the default subnets of Classic IngressControllers are pub-a
      And the IngressController sharded with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-a   |
      When the admin sets the default subnets of Classic IngressControllers to pub-b
      Then LoadBalancerProgressing of sharded is False with reason LoadBalancerNotProgressing

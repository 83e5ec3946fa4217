Feature: The load balancer of an IngressController works
  No document says what every load balancer is for: it takes what clients send to the names of the IngressController, and
  passes it on to its routers. Every scenario with a load balancer claims all of it.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | priv-b | us-east-1b | private    |
      | pub-b  | us-east-1b | public     |
      | pub-c  | us-east-1c | public     |
    And a cluster on platform AWS

  Rule: the load balancer has the scheme that the IngressController asks for

    Scenario Outline: The load balancer of type <type> for scope <scope> is <scheme> and works
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | <type>  |
        | scope              | <scope> |
      Then custom has an <scheme> <type> load balancer in <subnets>
      And the load balancer of custom listens on 80, 443
      And LoadBalancerReady of custom is True with reason LoadBalancerProvisioned
      And Upgradeable of custom is True with reason Upgradeable

      @LSS-151.a @LSS-152 @LSS-153
      Examples: clients are everywhere
        | type    | scope    | scheme          | subnets             |
        | Classic | External | internet-facing | pub-a, pub-b, pub-c |
        | NLB     | External | internet-facing | pub-a, pub-b, pub-c |

      @LSS-151.b @LSS-154 @LSS-155
      Examples: clients are in the network of the cluster
        | type    | scope    | scheme   | subnets              |
        | Classic | Internal | internal | pub-a, priv-b, pub-c |
        | NLB     | Internal | internal | pub-a, priv-b, pub-c |

  Rule: where nothing is wrong, nobody warns and nothing is left over

    @LSS-156
    Scenario Outline: A change from <old> to <new> leaves no warning and nothing of the old load balancer
      Given the IngressController custom with
        | parameter          | value |
        | load balancer type | <old> |
      And the admin has run
        """
        oc -n openshift-ingress-operator annotate ingresscontroller/custom ingress.operator.openshift.io/auto-delete-load-balancer=
        """
      When the admin sets the load balancer type of custom to <new>
      Then custom has a <new> load balancer in pub-a, pub-b, pub-c
      And LoadBalancerProgressing of custom is False with reason LoadBalancerNotProgressing

      Examples:
        | old     | new     |
        | Classic | NLB     |
        | NLB     | Classic |

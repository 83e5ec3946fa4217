Feature: The list of subnets works alike in every topology
  Hosted control planes are what the enhancement was made for; standalone clusters and single nodes need nothing special.

  Rule: the Day 2 workflow is the same

    Scenario Outline: With <setting> <topology>, the load balancer is in the listed subnets
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
        | pub-b  | us-east-1b | public     |
        | pub-c  | us-east-1c | public     |
      And the Infrastructure on platform AWS with
        | setting   | value      |
        | <setting> | <topology> |
      And a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter          | value        |
        | load balancer type | Classic      |
        | subnets            | pub-a, pub-b |
      Then the Service of custom is annotated
        | annotation                                           | value        |
        | service.beta.kubernetes.io/aws-load-balancer-subnets | pub-a, pub-b |
      And custom has a Classic load balancer in pub-a, pub-b
      And the conditions of custom are
        | condition               | status | reason                     |
        | Admitted                | True   | Valid                      |
        | LoadBalancerReady       | True   | LoadBalancerProvisioned    |
        | LoadBalancerProgressing | False  | LoadBalancerNotProgressing |
        | Available               | True   |                            |
        | Degraded                | False  |                            |

      @LSS-052
      Examples: a hosted control plane
        | setting                | topology |
        | control plane topology | External |

      @LSS-054
      Examples: a single node
        | setting                 | topology      |
        | infrastructure topology | SingleReplica |

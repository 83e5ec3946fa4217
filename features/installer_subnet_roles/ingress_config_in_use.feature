@document
Feature: Default subnets need the Tech Preview and may be given by id or by name

  Scenario Outline: The API server of a cluster with feature set <feature set> stores <what>
    Given the API of a cluster with feature set <feature set>
    When the admin sets the default subnets of all IngressControllers to subnet-0fcf8e0392f0910d0
    Then the subnets in the cluster are
      | for                         | subnets  |
      | the Ingress config, Classic | <stored> |
      | the Ingress config, NLB     | <stored> |

    @ISS-208.a
    Examples: without the gate
      | feature set | what               | stored  |
      | Default     | no default subnets | nothing |

    @ISS-208.b
    Examples: with the gate
      | feature set          | what            | stored                   |
      | TechPreviewNoUpgrade | default subnets | subnet-0fcf8e0392f0910d0 |

  @ISS-206
  Scenario: A default subnet may be given by name, although install-configs know ids only
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility | name      |
      | pub-a  | us-east-2a | public     | ingress-a |
      | pub-b  | us-east-2b | public     | ingress-b |
    And a cluster on platform AWS
    When the admin sets the default subnets of Classic IngressControllers to ingress-a
    Then it is accepted
    When the admin creates the IngressController sharded with
      | parameter          | value   |
      | load balancer type | Classic |
    Then the Service of sharded is annotated
      | annotation                                           | value     |
      | service.beta.kubernetes.io/aws-load-balancer-subnets | ingress-a |
    And sharded has a Classic load balancer in pub-a

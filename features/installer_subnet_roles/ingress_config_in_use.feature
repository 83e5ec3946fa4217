@document
Feature: Default subnets need the Tech Preview and may be given by id or by name

  @ISS-208
  Scenario: The API server of a cluster without the Tech Preview stores no default subnets
    Given the API of a cluster with feature set Default
    When the admin sets the default subnets of all IngressControllers to subnet-0fcf8e0392f0910d0
    Then the subnets in the cluster are
      | for                         | subnets |
      | the Ingress config, Classic | nothing |
      | the Ingress config, NLB     | nothing |

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

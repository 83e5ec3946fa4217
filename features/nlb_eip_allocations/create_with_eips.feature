Feature: An NLB IngressController is created with Elastic IPs
  The admin lists the allocations on the IngressController; the load balancer has them from the start.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2

  Rule: the allocations of the IngressController become the addresses of its load balancer

    @smoke @EIP-002 @EIP-004 @EIP-008 @EIP-053 @EIP-054 @EIP-144
    Scenario: The admin creates an IngressController with one Elastic IP for each subnet
      When the admin creates the IngressController test with
        | parameter     | value        |
        | load balancer | NLB          |
        | scope         | External     |
        | EIPs          | eip-1, eip-2 |
      Then it is accepted
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
        | service.beta.kubernetes.io/aws-load-balancer-type            | nlb          |
      And test has an NLB load balancer in pub-a, pub-b
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And the Elastic IPs eip-1, eip-2 are in use

    @EIP-016 @EIP-018 @EIP-065 @EIP-107
    Scenario: The annotation is the list of the specification, in its order
      When the admin creates the IngressController test with
        | parameter     | value        |
        | load balancer | NLB          |
        | EIPs          | eip-2, eip-1 |
      Then the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-2, eip-1 |

    @EIP-015
    Scenario: The Service is annotated from its creation on
      When the admin creates the IngressController test with
        | parameter     | value        |
        | load balancer | NLB          |
        | EIPs          | eip-1, eip-2 |
      Then the Service of test was created with the annotation service.beta.kubernetes.io/aws-load-balancer-eip-allocations

    @EIP-010
    Scenario: No component allocates or releases an address
      When the admin creates the IngressController test with
        | parameter     | value        |
        | load balancer | NLB          |
        | EIPs          | eip-1, eip-2 |
      Then no component called AllocateAddress, ReleaseAddress

    @EIP-066
    Scenario: The Service shows the host name of the load balancer
      When the admin creates the IngressController test with
        | parameter     | value        |
        | load balancer | NLB          |
        | EIPs          | eip-1, eip-2 |
      Then the address of the Service of test is a host name below elb.us-east-1.amazonaws.com

  Rule: the IngressController reports the load balancer

    @EIP-057 @EIP-058 @EIP-062
    Scenario: The conditions of the load balancer say that it is provisioned
      When the admin creates the IngressController test with
        | parameter     | value        |
        | load balancer | NLB          |
        | EIPs          | eip-1, eip-2 |
      Then the conditions of test are
        | condition                   | status | reason                     | message                                |
        | LoadBalancerReady           | True   | LoadBalancerProvisioned    | The LoadBalancer service is provisioned |
        | LoadBalancerProgressing     | False  | LoadBalancerNotProgressing | LoadBalancer is not progressing        |
        | EvaluationConditionsDetected | False | NoEvaluationCondition      | No evaluation condition is detected.   |

    @EIP-059 @EIP-060 @EIP-061
    Scenario: The aggregated conditions are well and say nothing more
      When the admin creates the IngressController test with
        | parameter     | value        |
        | load balancer | NLB          |
        | EIPs          | eip-1, eip-2 |
      Then the conditions of test are
        | condition   | status | reason | message |
        | Available   | True   |        |         |
        | Progressing | False  |        |         |
        | Degraded    | False  |        |         |

    @EIP-055 @EIP-063
    Scenario: Specification and status show the effective strategy
      When the admin creates the IngressController test with
        | parameter     | value        |
        | load balancer | NLB          |
        | scope         | External     |
        | EIPs          | eip-2, eip-1 |
      Then spec of test shows
        | parameter             | value               |
        | publishing strategy   | LoadBalancerService |
        | DNS management policy | Managed             |
        | scope                 | External            |
        | load balancer         | NLB                 |
        | EIPs                  | eip-2, eip-1        |
      And status of test shows
        | parameter             | value               |
        | publishing strategy   | LoadBalancerService |
        | DNS management policy | Managed             |
        | scope                 | External            |
        | load balancer         | NLB                 |
        | EIPs                  | eip-2, eip-1        |

    @EIP-056 @EIP-064
    Scenario: The operator has taken hold of the IngressController
      When the admin creates the IngressController test with
        | parameter     | value             |
        | domain        | test.apps.mycluster.kit.example.com |
        | load balancer | NLB               |
        | EIPs          | eip-1, eip-2      |
      Then the IngressController test has the finalizer ingresscontroller.operator.openshift.io/finalizer-ingresscontroller
      And status of test shows
        | parameter | value                                                                       |
        | domain    | test.apps.mycluster.kit.example.com                                                           |
        | selector  | ingresscontroller.operator.openshift.io/deployment-ingresscontroller=test   |
      And status of test has observed its specification

Feature: Elastic IPs work alike in every topology, and on AWS alone
  Hosted control planes, standalone clusters and single nodes need nothing special.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And the Elastic IPs eip-1, eip-2

  Rule: the topology of the cluster makes no difference

    Scenario Outline: With <setting> <topology>, Elastic IPs are used and changed alike
      Given the Infrastructure on platform AWS with
        | setting   | value      |
        | <setting> | <topology> |
      And a cluster on platform AWS
      And the Elastic IPs eip-3, eip-4
      When the admin creates the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-1, eip-2 |
      And status of test shows EIPs eip-1, eip-2
      And the conditions of test are
        | condition         | status |
        | LoadBalancerReady | True   |
        | Available         | True   |
      When the admin sets the EIPs of test to eip-3, eip-4
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      When the admin deletes the Service of test
      Then the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And the Elastic IPs eip-1, eip-2 are free

      @EIP-100
      Examples: hosted control plane
        | setting                | topology |
        | control plane topology | External |

      @EIP-101
      Examples: standalone
        | setting                | topology        |
        | control plane topology | HighlyAvailable |

      @EIP-102
      Examples: a single node
        | setting                 | topology      |
        | infrastructure topology | SingleReplica |

  Rule: other platforms ignore Elastic IPs

    @EIP-175
    Scenario Outline: On platform <platform> the field eipAllocations has no effect
      Given a cluster on platform <platform>
      When the admin creates the IngressController test with
        | parameter          | value        |
        | provider           | AWS          |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      Then it is accepted
      And the Service of test has no cloud-provider annotation
      And the Elastic IPs eip-1, eip-2 are free
      And nothing has changed in AWS

      Examples:
        | platform |
        | None     |
        | External |

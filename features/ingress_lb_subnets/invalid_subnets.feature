Feature: Invalid subnets keep the load balancer of a new IngressController from being made
  The cloud provider refuses what it cannot use. The operator repeats its complaint, so that the admin sees on the
  IngressController that the list is what is wrong.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility | name      |
      | pub-a  | us-east-1a | public     | ingress-1 |
      | pub-a2 | us-east-1a | public     |           |
      | pub-b  | us-east-1b | public     | ingress-1 |
      | pub-c  | us-east-1c | public     | ingress-3 |
    And a cluster on platform AWS

  Rule: a subnet that does not exist is reported with the numbers of subnets asked for and found

    @LSS-040 @LSS-057
    Scenario: The cloud provider warns of a nonexistent subnet and changes nothing in AWS
      When the admin creates the IngressController custom with
        | parameter          | value          |
        | load balancer type | Classic        |
        | subnets            | no-such-subnet |
      Then the events on the Service of custom are
        | type    | reason                 | message                                                                                              |
        | Normal  | EnsuringLoadBalancer   |                                                                                                      |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: expected to find 1, but found 0 subnets |
      And nothing has changed in AWS

    @LSS-042 @LSS-062 @LSS-058
    Scenario Outline: No load balancer of type <type> is made for a nonexistent subnet
      When the admin creates the IngressController custom with
        | parameter          | value          |
        | load balancer type | <type>         |
        | subnets            | no-such-subnet |
      Then it is accepted
      And custom has no load balancer
      And the Service of custom has no address

      Examples:
        | type    |
        | Classic |
        | NLB     |

    @LSS-043 @LSS-098 @LSS-100
    Scenario Outline: LoadBalancerReady quotes the event about a nonexistent subnet and points to the <manager> logs
      When the admin creates the IngressController custom with
        | parameter          | value          |
        | load balancer type | Classic        |
        | subnets            | no-such-subnet |
      Then LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: expected to find 1, but found 0 subnets
        The <manager> logs may contain more details.
        """

      @document
      Examples: as the document has it
        | manager                 |
        | kube-controller-manager |

      @shipped
      Examples: as released
        | manager                  |
        | cloud-controller-manager |

    @LSS-044
    Scenario: One nonexistent subnet among existing ones makes LoadBalancerReady False
      When the admin creates the IngressController custom with
        | parameter          | value                 |
        | load balancer type | Classic               |
        | subnets            | pub-b, no-such-subnet |
      Then LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: expected to find 2, but found 1 subnets
        ...
        """

    @LSS-A09
    Scenario Outline: LoadBalancerReady quotes <error> about the id of a nonexistent subnet
      When the admin creates the IngressController custom with
        | parameter          | value                           |
        | load balancer type | Classic                         |
        | subnets            | pub-c, subnet-0a1b2c3d4e5f60009 |
      Then LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: <error>: The subnet ID 'subnet-0a1b2c3d4e5f60009' does not exist
        ...
        """
      And custom has no load balancer

      @document
      Examples: as the document lays errors out
        | error                    |
        | InvalidSubnetID.NotFound |

      @shipped
      Examples: as released
        | error                              |
        | api error InvalidSubnetID.NotFound |

  Rule: a condition quotes the events on its own Service

    @LSS-098
    Scenario: Each of two IngressControllers with invalid subnets quotes the event on its own Service
      Given the IngressController sharded with
        | parameter          | value                 |
        | load balancer type | Classic               |
        | subnets            | pub-c, no-such-subnet |
      When the admin creates the IngressController custom with
        | parameter          | value          |
        | load balancer type | Classic        |
        | subnets            | no-such-subnet |
      Then LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: expected to find 1, but found 0 subnets
        ...
        """
      And LoadBalancerReady of sharded is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: expected to find 2, but found 1 subnets
        ...
        """

    @LSS-098
    Scenario: A recreated IngressController does not quote the event on the Service that it had before
      Given the IngressController custom with
        | parameter          | value          |
        | load balancer type | Classic        |
        | subnets            | no-such-subnet |
      And the admin has deleted the IngressController custom
      When the admin creates the IngressController custom with
        | parameter          | value                 |
        | load balancer type | Classic               |
        | subnets            | pub-c, no-such-subnet |
      Then LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: expected to find 2, but found 1 subnets
        ...
        """

  Rule: a name stands for exactly one subnet

    @document @LSS-A22
    Scenario Outline: No load balancer is made for the subnet names <names>
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | NLB     |
        | subnets            | <names> |
      Then LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And custom has no load balancer
      And the Service of custom has no address

      Examples: one that two subnets have
        | names                |
        | ingress-1            |
        | ingress-1, ingress-0 |

      Examples: one that is no pattern
        | names                           |
        | ingress-*, ingress-0, ingress-8 |
        | ingress-?, ingress-0, ingress-8 |

    @document @LSS-A22
    Scenario: A subnet is found by a name with an asterisk, and others that fit it as a pattern are not
      Given the VPC also has the subnets
        | subnet | zone       | visibility | name      |
        | pub-d  | us-east-1d | public     | ingress-* |
      When the admin creates the IngressController custom with
        | parameter          | value                |
        | load balancer type | NLB                  |
        | subnets            | ingress-*, ingress-3 |
      Then custom has an NLB load balancer in pub-c, pub-d

    @shipped @LSS-A22
    Scenario: As released, only the numbers of names and subnets are compared
      When the admin creates the IngressController custom with
        | parameter          | value                |
        | load balancer type | NLB                  |
        | subnets            | ingress-1, ingress-0 |
      Then custom has an NLB load balancer in pub-a, pub-b

  Rule: AWS refuses a subnet of another VPC

    @LSS-A23
    Scenario Outline: A load balancer of type <type> does not become ready with the subnets <subnets>
      Given the VPC also has the subnets
        | subnet | zone       | visibility | vpc   |
        | far-b  | us-east-1b | public     | other |
      When the admin creates the IngressController custom with
        | parameter          | value     |
        | load balancer type | <type>    |
        | subnets            | <subnets> |
      Then it is accepted
      And LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And the Service of custom has no address

      Examples: all of another VPC
        | type    | subnets |
        | Classic | far-b   |
        | NLB     | far-b   |

      Examples: one of another VPC
        | type    | subnets      |
        | Classic | pub-a, far-b |
        | NLB     | pub-a, far-b |

  Rule: AWS refuses two subnets of one availability zone

    @LSS-099 @LSS-061 @LSS-032
    Scenario Outline: LoadBalancerReady quotes the error of AWS about two subnets in one zone and points to the <manager> logs
      When the admin creates the IngressController custom with
        | parameter          | value         |
        | load balancer type | Classic       |
        | subnets            | pub-a, pub-a2 |
      Then it is accepted
      And LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: InvalidConfigurationRequest: ELB cannot be attached to multiple subnets in the same AZ.
        The <manager> logs may contain more details.
        """
      And custom has no load balancer

      @document
      Examples: as the document has it
        | manager                 |
        | kube-controller-manager |

      @shipped
      Examples: as released
        | manager                  |
        | cloud-controller-manager |

    @LSS-A06
    Scenario: A Network Load Balancer is not made in two subnets of one zone either
      When the admin creates the IngressController custom with
        | parameter          | value                |
        | load balancer type | NLB                  |
        | subnets            | pub-c, pub-a, pub-a2 |
      Then LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And custom has no load balancer

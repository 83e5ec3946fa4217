Feature: Invalid subnets keep the load balancer of a new IngressController from being made
  The cloud provider refuses what it cannot use. The operator repeats its complaint, so that the admin sees on the
  IngressController that the list is what is wrong.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-a2 | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
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
    Scenario: No load balancer is made for a nonexistent subnet
      When the admin creates the IngressController custom with
        | parameter          | value          |
        | load balancer type | Classic        |
        | subnets            | no-such-subnet |
      Then custom has no load balancer
      And the Service of custom has no address

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

  Rule: AWS refuses two subnets of one availability zone

    @LSS-099 @LSS-061 @LSS-032
    Scenario: LoadBalancerReady quotes the error of AWS about two subnets in one zone
      When the admin creates the IngressController custom with
        | parameter          | value         |
        | load balancer type | Classic       |
        | subnets            | pub-a, pub-a2 |
      Then LoadBalancerReady of custom is False with reason SyncLoadBalancerFailed
      And its message is
        """
        The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load balancer: failed to ensure load balancer: InvalidConfigurationRequest: ELB cannot be attached to multiple subnets in the same AZ.
        ...
        """
      And custom has no load balancer

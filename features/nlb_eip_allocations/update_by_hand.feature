Feature: The admin changes the Elastic IPs of an IngressController by hand
  AWS cannot change the addresses of a load balancer in place. The operator therefore only announces the change,
  and the cluster admin chooses the moment of the disruption by deleting the Service.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2, eip-3, eip-4
    And the IngressController test with
      | parameter          | value        |
      | replicas           | 2            |
      | load balancer type | NLB          |
      | scope              | External     |
      | EIPs               | eip-1, eip-2 |

  Rule: a change is announced, not carried out

    @EIP-069 @EIP-070 @EIP-131
    Scenario: New Elastic IPs in the specification leave the load balancer as it is
      When the admin sets the EIPs of test to eip-3, eip-4
      Then Progressing of test is True with reason IngressControllerProgressing
      And LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the Service of test is unchanged
      And the load balancer of test is the same object as before
      And nothing has changed in AWS
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And the Elastic IPs eip-3, eip-4 are free

    @EIP-072 @EIP-079 @needs.clock
    Scenario: The IngressController stays available while a change of its Elastic IPs is pending
      Given the admin has set the EIPs of test to eip-3, eip-4
      When 600 seconds pass
      Then the conditions of test are
        | condition               | status | reason                  |
        | LoadBalancerProgressing | True   | OperandsProgressing     |
        | LoadBalancerReady       | True   | LoadBalancerProvisioned |
        | Available               | True   |                         |
        | Degraded                | False  |                         |
      And the load balancer of test is the same object as before
      And the load balancer of test listens on 80, 443
      And nothing has changed in AWS
      And the Service of test is unchanged
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      When the admin runs
        """
        oc -n openshift-ingress-operator get ingresscontroller/test -o jsonpath='{.status.availableReplicas} of {.spec.replicas}'
        """
      Then it prints
        """
        2 of 2
        """

    @EIP-073 @EIP-108 @EIP-076
    Scenario: LoadBalancerProgressing warns of another host name and address
      When the admin sets the EIPs of test to eip-3, eip-4
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      And its message warns that host name and address will change

    @EIP-074 @EIP-077
    Scenario: The LoadBalancerProgressing message names the change and a patch to revert it
      When the admin sets the EIPs of test to eip-4, eip-1
      Then the LoadBalancerProgressing message of test names the change from eip-1, eip-2 to eip-4, eip-1
      When the admin applies the patch that the LoadBalancerProgressing message of test offers
      Then spec of test shows EIPs eip-1, eip-2

    Scenario Outline: The LoadBalancerProgressing message names the command that deletes the Service of <name>
      Given the admin has deleted the IngressController default
      And the IngressController default with
        | parameter          | value |
        | load balancer type | NLB   |
      When the admin sets the EIPs of <name> to eip-3, eip-4
      Then the LoadBalancerProgressing message of <name> names the change from <old> to eip-3, eip-4
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-<name>
        """
      When the admin runs
        """
        oc -n openshift-ingress-operator get ingresscontroller/<name> -o jsonpath='{.status.conditions}'
        """
      Then it prints
        """
        the service load-balancer will then be deprovisioned and a new one created.
        """

      @EIP-075.a
      Examples: a custom IngressController
        | name | old          |
        | test | eip-1, eip-2 |

      @EIP-075.b
      Examples: the built-in one
        | name    | old           |
        | default | an empty list |

    @EIP-078
    Scenario: Progressing quotes LoadBalancerProgressing
      When the admin sets the EIPs of test to eip-3, eip-4
      Then Progressing of test is True with reason IngressControllerProgressing
      And its message quotes LoadBalancerProgressing

    @EIP-080 @needs.clock
    Scenario: Only conditions whose status changes get a new transition time
      Given 60 seconds have passed
      When the admin sets the EIPs of test to eip-3, eip-4
      Then only the transition times of LoadBalancerProgressing, Progressing have moved

    @EIP-081 @EIP-104 @EIP-122
    Scenario: Status shows the Elastic IPs in effect while a change is pending
      When the admin sets the EIPs of test to eip-3, eip-4
      Then status of test shows EIPs eip-1, eip-2
      And spec of test shows EIPs eip-3, eip-4
      And LoadBalancerProgressing of test is True with reason OperandsProgressing

    @EIP-136
    Scenario: The LoadBalancerProgressing message, not the answer to the patch, names the change of the Elastic IPs
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/test --type=merge --patch='{"spec":{"endpointPublishingStrategy":{"loadBalancer":{"providerParameters":{"aws":{"networkLoadBalancer":{"eipAllocations":["eip-3","eip-4"]}}}}}}}'
        """
      Then it prints
        """
        ingresscontroller.operator.openshift.io/test patched
        """
      And the LoadBalancerProgressing message of test names the change from eip-1, eip-2 to eip-3, eip-4

  Rule: deleting the Service completes the change

    @EIP-071 @EIP-109 @EIP-145
    Scenario: The new load balancer has the new Elastic IPs after the Service is deleted
      Given the admin has set the EIPs of test to eip-3, eip-4
      When the admin deletes the Service of test
      Then the Service of test is another object than before
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And the load balancer of test is another object than before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And the Elastic IPs eip-1, eip-2 are free
      And status of test shows EIPs eip-3, eip-4
      And the conditions of test are
        | condition               | status | reason                     |
        | LoadBalancerProgressing | False  | LoadBalancerNotProgressing |
        | Progressing             | False  |                            |
        | LoadBalancerReady       | True   | LoadBalancerProvisioned    |
        | Available               | True   |                            |

    @EIP-A14
    Scenario: Elastic IPs that stay and Elastic IPs that come are both on the new load balancer
      Given the admin has set the EIPs of test to eip-2, eip-3
      When the admin deletes the Service of test
      Then the load balancer of test is another object than before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-2      |
        | pub-b  | eip-3      |
      And the Elastic IPs eip-1, eip-4 are free

    @EIP-068 @needs.clock
    Scenario: Deleting the Service interrupts the load balancer until another one exists
      Given the admin has set the EIPs of test to eip-3, eip-4
      And 60 seconds have passed
      When the admin deletes the Service of test
      Then the load balancer of test is another object than before
      And only the transition times of LoadBalancerReady, LoadBalancerProgressing, Available, Progressing, maybe DNSReady have moved
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And the Elastic IPs eip-1, eip-2 are free

    @EIP-103
    Scenario: The new Service has the Elastic IPs of the specification, whatever status shows
      Given the admin has set the EIPs of test to eip-3, eip-4
      And the admin has run
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/test --subresource=status --type=merge --patch='{"status":{"endpointPublishingStrategy":{"loadBalancer":{"providerParameters":{"aws":{"networkLoadBalancer":{"eipAllocations":["eip-2","eip-1"]}}}}}}}'
        """
      When the admin deletes the Service of test
      Then the Service of test was created with the annotation service.beta.kubernetes.io/aws-load-balancer-eip-allocations
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And the Elastic IPs eip-1, eip-2 are free

    @EIP-172
    Scenario: Deleting the Service replaces the load balancer, and neither the IngressController nor its routers
      Given the admin has set the EIPs of test to eip-3, eip-4
      When the admin deletes the Service of test
      Then the Service of test is another object than before
      And the IngressController test is the same object as before
      And the routers of test are unchanged
      And the load balancer of test is another object than before
      And the wildcard record of test leads to its load balancer
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And the Elastic IPs eip-1, eip-2 are free

    @EIP-140.c @EIP-A05
    Scenario: After the Elastic IPs are removed the annotation stays until the Service is deleted
      When the admin sets the EIPs of test to null
      Then the LoadBalancerProgressing message of test names the change from eip-1, eip-2 to an empty list
      And the Service of test is unchanged
      When the admin deletes the Service of test
      Then the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And status of test shows no EIPs
      And the addresses of the load balancer of test are
        | subnet | Elastic IP    |
        | pub-a  | chosen by AWS |
        | pub-b  | chosen by AWS |
      And the Elastic IPs eip-1, eip-2 are free

  Rule: a pending change can be reverted

    @EIP-082
    Scenario: The same Elastic IPs as before end a pending change without another load balancer
      Given the admin has set the EIPs of test to eip-3, eip-4
      When the admin sets the EIPs of test to eip-1, eip-2
      Then the conditions of test are
        | condition               | status | reason                     | message                         |
        | LoadBalancerProgressing | False  | LoadBalancerNotProgressing | LoadBalancer is not progressing |
        | Progressing             | False  |                            |                                 |
      And the Service of test is unchanged
      And the load balancer of test is the same object as before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And the Elastic IPs eip-3, eip-4 are free

    @EIP-077 @EIP-082
    Scenario: The patch in the message ends a pending change without another load balancer
      Given the admin has set the EIPs of test to eip-3, eip-4
      When the admin applies the patch that the LoadBalancerProgressing message of test offers
      Then spec of test shows EIPs eip-1, eip-2
      And the conditions of test are
        | condition               | status | reason                     | message                         |
        | LoadBalancerProgressing | False  | LoadBalancerNotProgressing | LoadBalancer is not progressing |
        | Progressing             | False  |                            |                                 |
      And the Service of test is unchanged
      And the load balancer of test is the same object as before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |
      And the Elastic IPs eip-3, eip-4 are free

  Rule: the commands of the document work only with the field's real name

    @EIP-087.a
    Scenario: The printed command leaves the list of Elastic IPs as it is and warns of the key that it uses
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/test --type=merge --patch='{"spec":{"endpointPublishingStrategy":{"type":"LoadBalancerService","loadBalancer":{"providerParameters":{"type":"AWS","aws":{"type":"NLB","nlbParameters":{"eipAllocations":[]}}}}}}}'
        """
      Then it prints
        """
        Warning: unknown field "spec.endpointPublishingStrategy.loadBalancer.providerParameters.aws.nlbParameters"
        """
      And spec of test shows EIPs eip-1, eip-2
      And the IngressController test is unchanged

    @EIP-087.b
    Scenario: The printed command with the key networkLoadBalancer empties the list of Elastic IPs
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/test --type=merge --patch='{"spec":{"endpointPublishingStrategy":{"type":"LoadBalancerService","loadBalancer":{"providerParameters":{"type":"AWS","aws":{"type":"NLB","networkLoadBalancer":{"eipAllocations":[]}}}}}}}'
        """
      Then it is accepted
      And spec of test shows no EIPs
      And LoadBalancerProgressing of test is True with reason OperandsProgressing
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

    @EIP-A02
    Scenario: The printed patch to restore the Elastic IPs changes nothing
      Given the admin has set the EIPs of test to eip-3, eip-4
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/test --type=merge --patch='{"spec":{"endpointPublishingStrategy":{"loadBalancer":{"providerParameters":{"type":"AWS","aws":{"type":"NLB","eipAllocations":["eip-1","eip-2"]}}}}}}'
        """
      Then it is accepted
      And the IngressController test is unchanged
      And LoadBalancerProgressing of test is True with reason OperandsProgressing

    @EIP-181 @EIP-A29 @needs.clock
    Scenario Outline: The API server refuses <patch> for an IngressController without a publishing strategy in its specification
      Given the admin has deleted the IngressController default
      And 60 seconds have passed
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/default --type=merge --patch='{"spec":{"endpointPublishingStrategy":{<type>"loadBalancer":{"providerParameters":{"type":"AWS","aws":{"type":"NLB",<list>}}}}}}'
        """
      Then the API server refuses the scope because
        """
        Required value
        """
      And the IngressController default is unchanged

      Examples:
        | patch                  | type                          | list                                        |
        | the printed command    | "type":"LoadBalancerService", | "nlbParameters":{"eipAllocations":[]}       |
        | the corrected command  | "type":"LoadBalancerService", | "networkLoadBalancer":{"eipAllocations":[]} |
        | the printed patch back |                               | "eipAllocations":["eip-1","eip-2"]          |

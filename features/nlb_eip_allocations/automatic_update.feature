Feature: The operator recreates the load balancer by itself where the admin allows it
  With the auto-delete annotation on the IngressController a change of the Elastic IPs is carried out at once, at the
  price of a disruption that the admin did not schedule.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2, eip-3, eip-4
    And the IngressController test with
      | parameter          | value        |
      | load balancer type | NLB          |
      | scope              | External     |
      | EIPs               | eip-1, eip-2 |
    And the admin has run
      """
      oc -n openshift-ingress-operator annotate ingresscontroller/test ingress.operator.openshift.io/auto-delete-load-balancer=
      """

  Rule: a change of the Elastic IPs recreates the Service

    @EIP-084 @EIP-085 @EIP-118 @EIP-146
    Scenario: With auto-delete a change of the Elastic IPs takes effect without any action on the Service
      When the admin sets the EIPs of test to eip-3, eip-4
      Then the Service of test is another object than before
      And the Service of test is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And the load balancer of test is another object than before
      And the wildcard record of test leads to its load balancer
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

    @EIP-083
    Scenario: The auto-delete annotation has an empty value and stays for the next change
      When the admin sets the EIPs of test to eip-3, eip-4
      And the admin runs
        """
        oc -n openshift-ingress-operator get ingresscontrollers/test -o jsonpath='{.metadata.annotations}'
        """
      Then it prints
        """
        {"ingress.operator.openshift.io/auto-delete-load-balancer":""}
        """
      When the admin sets the EIPs of test to eip-2, eip-1
      Then the load balancer of test is another object than before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-2      |
        | pub-b  | eip-1      |
      And the Elastic IPs eip-3, eip-4 are free

    @EIP-086
    Scenario: A Service recreated by auto-delete looks like the first one
      When the admin sets the EIPs of test to eip-3, eip-4
      Then the Service of test is another object than before
      And the Service of test is a LoadBalancer Service with node ports for 80, 443
      And the address of the Service of test is a host name below elb.us-east-1.amazonaws.com

  Rule: after the Elastic IPs are removed AWS chooses the addresses

    Scenario Outline: With auto-delete Elastic IPs that become <none> remove the annotation
      When the admin sets the EIPs of test to <none>
      Then the Service of test is another object than before
      And the Service of test has no service.beta.kubernetes.io/aws-load-balancer-eip-allocations annotation
      And test has an NLB load balancer in pub-a, pub-b
      And the addresses of the load balancer of test are
        | subnet | Elastic IP    |
        | pub-a  | chosen by AWS |
        | pub-b  | chosen by AWS |
      And the Elastic IPs eip-1, eip-2 are free
      And status of test shows no EIPs

      @EIP-088.a
      Examples: the field is removed
        | none |
        | null |

      @EIP-088.b
      Examples: the field is emptied
        | none          |
        | an empty list |

  Rule: an automatic change is a disruption

    @EIP-119 @EIP-132 @needs.clock
    Scenario: With auto-delete a change of the Elastic IPs interrupts the load balancer until another one exists
      Given 60 seconds have passed
      When the admin sets the EIPs of test to eip-3, eip-4
      Then the load balancer of test is another object than before
      And only the transition times of LoadBalancerReady, LoadBalancerProgressing, Available, Progressing, maybe DNSReady have moved
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And the Elastic IPs eip-1, eip-2 are free

    @EIP-A14
    Scenario: With auto-delete even another order of the same Elastic IPs makes a new load balancer
      When the admin sets the EIPs of test to eip-2, eip-1
      Then the load balancer of test is another object than before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-2      |
        | pub-b  | eip-1      |
      And status of test shows EIPs eip-2, eip-1

  Rule: the auto-delete annotation counts at any time and with any value

    @EIP-148
    Scenario: The auto-delete annotation works where the IngressController is created with it
      Given the admin has deleted the IngressController test
      And the admin has run
        """
        oc create -f - <<EOF
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata:
          name: annotated
          annotations:
            ingress.operator.openshift.io/auto-delete-load-balancer: ""
        spec:
          domain: annotated.mycluster.kit.example.com
          endpointPublishingStrategy:
            type: LoadBalancerService
            loadBalancer:
              scope: External
              providerParameters:
                type: AWS
                aws:
                  type: NLB
                  networkLoadBalancer:
                    eipAllocations: [eip-1, eip-2]
        EOF
        """
      When the admin sets the EIPs of annotated to eip-3, eip-4
      Then the Service of annotated is another object than before
      And the Service of annotated is annotated
        | annotation                                                   | value        |
        | service.beta.kubernetes.io/aws-load-balancer-eip-allocations | eip-3, eip-4 |
      And the addresses of the load balancer of annotated are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And the Elastic IPs eip-1, eip-2 are free

    @EIP-A15
    Scenario: The auto-delete annotation carries out a pending change even if its value is false
      Given the IngressController other with
        | parameter          | value |
        | load balancer type | NLB   |
      And the admin has set the EIPs of other to eip-3, eip-4
      When the admin runs
        """
        oc -n openshift-ingress-operator annotate ingresscontrollers/other ingress.operator.openshift.io/auto-delete-load-balancer=false
        """
      Then the load balancer of other is another object than before
      And the addresses of the load balancer of other are
        | subnet | Elastic IP |
        | pub-a  | eip-3      |
        | pub-b  | eip-4      |
      And the load balancer of test is the same object as before
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

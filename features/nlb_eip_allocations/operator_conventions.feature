Feature: Elastic IPs leave the strategies, tags and DNS records of the released operator as they are
  No document of an enhancement says it, and every release does it: what the admin sets for a strategy is in effect, and
  a DNS name is withdrawn if, and only if, the operator has published it.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS

  Rule: what the admin sets for a strategy is in effect

    Scenario Outline: The protocol of an IngressController of strategy <strategy> is that of its specification
      Given the admin has run
        """
        oc create -f - <<EOF
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test}
        spec:
          domain: test.mycluster.kit.example.com
          endpointPublishingStrategy: {type: <strategy>, <block>: {protocol: PROXY<ports>}}
        EOF
        """
      When the admin runs
        """
        oc get ingresscontroller/test -o jsonpath='{.status.endpointPublishingStrategy.<block>.protocol} <read>'
        """
      Then it prints
        """
        PROXY <shown>
        """
      When the admin runs
        """
        oc patch ingresscontroller/test --type=merge --patch='{"spec":{"endpointPublishingStrategy":{"<block>":{"protocol":"TCP"}}}}'
        """
      And the admin runs
        """
        oc get ingresscontroller/test -o jsonpath='{.status.endpointPublishingStrategy.<block>.protocol} <read>'
        """
      Then it prints
        """
        TCP <shown>
        """

      @EIP-240.a
      Examples: the network of the nodes, with ports of the admin's choice
        | strategy    | block       | ports                                              | read                                                                                                                                                                            | shown          |
        | HostNetwork | hostNetwork | , httpPort: 8080, httpsPort: 8443, statsPort: 9936 | {.status.endpointPublishingStrategy.hostNetwork.httpPort} {.status.endpointPublishingStrategy.hostNetwork.httpsPort} {.status.endpointPublishingStrategy.hostNetwork.statsPort} | 8080 8443 9936 |

      @EIP-240.b
      Examples: node ports
        | strategy        | block    | ports | read | shown |
        | NodePortService | nodePort |       | here | here  |

      @EIP-240.c
      Examples: no publication
        | strategy | block   | ports | read | shown |
        | Private  | private |       | here | here  |

    @EIP-241
    Scenario: The annotations of a Service have the tags that the Infrastructure names for AWS
      Given the admin has run
        """
        oc patch infrastructure/cluster --subresource=status --type=merge --patch='{"status":{"platformStatus":{"aws":{"resourceTags":[{"key":"team","value":"edge"},{"key":"cost","value":"42"}]}}}}'
        """
      And the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then the Service of test is annotated
        | annotation                                                            | value             |
        | service.beta.kubernetes.io/aws-load-balancer-additional-resource-tags | team=edge,cost=42 |
      When the admin runs
        """
        oc patch infrastructure/cluster --subresource=status --type=merge --patch='{"status":{"platformStatus":{"aws":{"resourceTags":[{"key":"team","value":"core"}]}}}}'
        """
      And the admin sets the replicas of test to 3
      Then the Service of test is annotated
        | annotation                                                            | value     |
        | service.beta.kubernetes.io/aws-load-balancer-additional-resource-tags | team=core |
      And the Service of test is the same object as before

    @EIP-246
    Scenario: An IngressController whose specification is removed keeps its load balancer
      Given the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      When the admin runs
        """
        oc patch ingresscontroller/test --type=merge --patch='{"spec":null}'
        """
      Then it is accepted
      And Admitted of test is True with reason Valid
      And the load balancer of test is the same object as before
      When the admin runs
        """
        oc get ingresscontroller/test -o jsonpath='{.metadata.generation} {.status.observedGeneration}'
        """
      Then it prints
        """
        2 2
        """

    @EIP-247
    Scenario: The operator keeps the finalizers of others on an IngressController
      When the admin runs
        """
        oc create -f - <<EOF
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test, finalizers: [example.com/guard]}
        spec: {domain: test.mycluster.kit.example.com}
        EOF
        """
      And the admin runs
        """
        oc get ingresscontroller/test -o jsonpath='{.metadata.finalizers}'
        """
      Then it prints
        """
        ["example.com/guard","ingresscontroller.operator.openshift.io/finalizer-ingresscontroller"]
        """

    @EIP-248
    Scenario: An IngressController for AWS that names no type stays Classic after the cluster's type becomes NLB
      Given the admin has run
        """
        oc create -f - <<EOF
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test}
        spec:
          domain: test.mycluster.kit.example.com
          endpointPublishingStrategy:
            type: LoadBalancerService
            loadBalancer: {scope: External, providerParameters: {type: AWS}}
        EOF
        """
      When the admin runs
        """
        oc patch ingresses.config.openshift.io/cluster --type=merge --patch='{"spec":{"loadBalancer":{"platform":{"type":"AWS","aws":{"type":"NLB"}}}}}'
        """
      And the admin sets the replicas of test to 3
      Then status of test shows load balancer type Classic
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing

    @EIP-251
    Scenario: The operator does not manage the DNS of a cluster that hosts its own
      Given the admin has run
        """
        oc patch infrastructure/cluster --subresource=status --type=merge --patch='{"status":{"platformStatus":{"aws":{"cloudLoadBalancerConfig":{"dnsType":"ClusterHosted"}}}}}'
        """
      When the admin creates the IngressController test with
        | parameter             | value   |
        | load balancer type    | NLB     |
        | DNS management policy | Managed |
      Then status of test shows DNS management policy Unmanaged
      And DNSManaged of test is False with reason UnmanagedLoadBalancerDNS
      And no component called ChangeResourceRecordSets

  Rule: the operator withdraws the names that it has published

    @needs.aws-faults @EIP-242.a
    Scenario: The DNSRecord of a deleted IngressController is gone where its hosted zone is gone
      Given the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      And AWS answers calls with
        | operation                | service | answer           |
        | ChangeResourceRecordSets | route53 | NoSuchHostedZone |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then it is accepted
      And no DNSRecord test-wildcard exists
      And no IngressController test exists

    @needs.aws-faults @EIP-242.b
    Scenario: The DNSRecord of a deleted IngressController stays while AWS refuses to withdraw its name
      Given the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      And AWS answers calls with
        | operation                | service | answer       |
        | ChangeResourceRecordSets | route53 | AccessDenied |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then it is accepted
      When the admin runs
        """
        oc -n openshift-ingress-operator get dnsrecord/test-wildcard -o jsonpath='{.metadata.finalizers}'
        """
      Then it prints
        """
        ["operator.openshift.io/ingress-dns"]
        """

    @needs.aws-faults @EIP-243
    Scenario: The name of a deleted IngressController is withdrawn although its load balancer cannot be looked up
      Given the admin has listed what AWS holds
      And the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      And AWS answers calls with
        | operation             | service | answer       |
        | DescribeLoadBalancers | elb     | AccessDenied |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then it is accepted
      And no DNSRecord test-wildcard exists
      And AWS holds exactly what the admin has listed

    @EIP-244
    Scenario: The name of an IngressController whose DNS the admin has taken over stays when it is deleted
      Given the IngressController test with
        | parameter             | value   |
        | load balancer type    | NLB     |
        | DNS management policy | Managed |
      And the admin has set the DNS management policy of test to Unmanaged
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then no IngressController test exists
      And no component called ChangeResourceRecordSets

    @EIP-245
    Scenario: DNSReady names the hosted zone that the operator does not find by its tags
      Given the admin has run
        """
        oc patch dns/cluster --type=merge --patch='{"spec":{"privateZone":{"id":null,"tags":{"Name":"lost"}}}}'
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then the conditions of test are
        | condition | status | reason      | message                                                           |
        | DNSReady  | False  | FailedZones | The record failed to provision in some zones: [{ map[Name:lost]}] |
      When the admin runs
        """
        oc -n openshift-ingress-operator get dnsrecord/test-wildcard -o jsonpath='{.status.zones}'
        """
      Then it prints
        """
        The DNS provider failed to ensure the record: no matching hosted zone found
        """

  Rule: the released operator knows the protocol of an NLB and the end of a rollout

    @shipped @EIP-249
    Scenario: The target groups of an NLB that shipped get the attributes of the protocol in the specification
      Given the admin has run
        """
        oc create -f - <<EOF
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test}
        spec:
          domain: test.mycluster.kit.example.com
          endpointPublishingStrategy:
            type: LoadBalancerService
            loadBalancer:
              scope: External
              providerParameters: {type: AWS, aws: {type: NLB, networkLoadBalancer: {protocol: TCP}}}
        EOF
        """
      When the admin runs
        """
        oc get svc/router-test -o jsonpath='{.metadata.annotations.service\.beta\.kubernetes\.io/aws-load-balancer-target-group-attributes}'
        """
      Then it prints
        """
        preserve_client_ip.enabled=true,proxy_protocol_v2.enabled=false
        """
      When the admin runs
        """
        oc patch ingresscontroller/test --type=merge --patch='{"spec":{"endpointPublishingStrategy":{"loadBalancer":{"providerParameters":{"aws":{"networkLoadBalancer":{"protocol":"PROXY"}}}}}}}'
        """
      And the admin runs
        """
        oc get svc/router-test -o jsonpath='{.metadata.annotations.service\.beta\.kubernetes\.io/aws-load-balancer-target-group-attributes}'
        """
      Then it prints
        """
        preserve_client_ip.enabled=false,proxy_protocol_v2.enabled=true
        """

    Scenario Outline: The operator that shipped says <reason> after a rollout that is complete
      Given the IngressController test with
        | parameter          | value |
        | replicas           | 2     |
        | load balancer type | NLB   |
      When the admin runs
        """
        oc -n openshift-ingress patch deployment/router-test --subresource=status --type=merge --patch='{"status":{<counts>}}'
        """
      Then the conditions of test are
        | condition            | status | reason   | message   |
        | DeploymentRollingOut | True   | <reason> | <message> |
        | Progressing          | False  |          |           |

      @shipped @EIP-250.a
      Examples: an old router is still there
        | reason              | counts       | message                                                                                      |
        | ReplicasStabilizing | "replicas":3 | Waiting for router deployment rollout to finish: 1 old replica(s) are pending termination... |

      @shipped @EIP-250.b
      Examples: a router starts again
        | reason       | counts                | message                                                                                     |
        | PodsStarting | "availableReplicas":1 | Waiting for router deployment rollout to finish: 1 of 2 updated replica(s) are available... |

Feature: Beside the subnets the ingress operator does what it did before
  The enhancement says nothing of domains, DNS and other settings of a load balancer. They are expected to be as in the
  released operator, with or without a list of subnets.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility | name      |
      | pub-a  | us-east-1a | public     |           |
      | pub-b  | us-east-1b | public     | ingress-b |
    And a cluster on platform AWS

  Rule: two IngressControllers cannot have one domain

    @LSS-121.1
    Scenario: An IngressController with the domain of another one is rejected and has no load balancer
      Given the IngressController custom with
        | parameter          | value                               |
        | load balancer type | Classic                             |
        | domain             | shop.apps.mycluster.kit.example.com |
      When the admin creates the IngressController sharded with
        | parameter          | value                               |
        | load balancer type | Classic                             |
        | subnets            | pub-a                               |
        | domain             | shop.apps.mycluster.kit.example.com |
      Then it is accepted
      And the conditions of sharded are
        | condition | status | reason  | message                |
        | Admitted  | False  | Invalid | conflicts with: custom |
      And no Service router-sharded exists
      And the conditions of custom are
        | condition         | status | reason                  | message                                 |
        | Admitted          | True   | Valid                   |                                         |
        | LoadBalancerReady | True   | LoadBalancerProvisioned | The LoadBalancer service is provisioned |

    @LSS-121.2
    Scenario: An IngressController with a domain below that of another one is admitted
      Given the IngressController custom with
        | parameter          | value                               |
        | load balancer type | Classic                             |
        | domain             | shop.apps.mycluster.kit.example.com |
      When the admin creates the IngressController sharded with
        | parameter          | value                                   |
        | load balancer type | Classic                                 |
        | domain             | new.shop.apps.mycluster.kit.example.com |
      Then Admitted of sharded is True with reason Valid
      And sharded has a Classic load balancer in pub-a, pub-b

  Rule: the operator says whether the DNS of a load balancer works

    @LSS-122
    Scenario: A domain that an older DNS record has is not published again
      Given the admin has applied
        """
        apiVersion: ingress.operator.openshift.io/v1
        kind: DNSRecord
        metadata: {name: another, namespace: openshift-ingress-operator}
        spec:
          dnsName: "*.shop.apps.mycluster.kit.example.com."
          targets: [another.example.com]
          recordType: CNAME
          recordTTL: 30
          dnsManagementPolicy: Managed
        """
      When the admin creates the IngressController custom with
        | parameter          | value                               |
        | load balancer type | Classic                             |
        | domain             | shop.apps.mycluster.kit.example.com |
      Then LoadBalancerReady of custom is True with reason LoadBalancerProvisioned
      And DNSReady of custom is False with reason FailedZones
      And Available of custom is False with reason IngressControllerUnavailable

    @needs.aws-faults @needs.clock @LSS-123
    Scenario: A record that AWS refuses makes the IngressController unavailable until AWS takes it
      Given AWS answers calls with
        | operation                | service | answer       | times |
        | ChangeResourceRecordSets | route53 | AccessDenied | 1     |
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
      Then LoadBalancerReady of custom is True with reason LoadBalancerProvisioned
      And DNSReady of custom is False with reason FailedZones
      And Available of custom is False with reason IngressControllerUnavailable
      When 30 seconds pass
      Then DNSReady of custom is True with reason NoFailedZones
      And the wildcard record of custom leads to its load balancer

  Rule: a Service that belongs to somebody else stays

    @LSS-124
    Scenario: A Service of the operator's name that it does not own is neither taken over nor changed
      Given the LoadBalancer Service of custom, which no IngressController owns
      When the admin creates the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-b   |
      Then the Service of custom is unchanged
      And the conditions of custom are
        | condition               | status | reason          | message                                      |
        | LoadBalancerReady       | False  | ServiceNotFound | The LoadBalancer service resource is missing |
        | LoadBalancerProgressing | True   | NoService       | LoadBalancer Service not created.            |

  Rule: the Ingress config decides on the type of the default load balancer

    @needs.clock @LSS-125
    Scenario: A default IngressController that the operator creates has the load balancer type of the Ingress config
      Given the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Ingress
        metadata: {name: cluster}
        spec: {loadBalancer: {platform: {type: AWS, aws: {type: NLB}}}}
        """
      And the admin has deleted the IngressController default
      When 60 seconds pass
      Then spec of default shows
        | parameter                    | value               |
        | endpoint publishing strategy | LoadBalancerService |
        | scope                        | External            |
        | DNS management policy        | Managed             |
        | provider                     | AWS                 |
        | load balancer type           | NLB                 |
        | replicas                     | 2                   |
      And default has an NLB load balancer in pub-a, pub-b

  Rule: other settings reach the Service as before

    @LSS-126
    Scenario: Traffic stays on the node that it reaches unless an override forbids it
      Given the IngressController custom with
        | parameter          | value   |
        | load balancer type | Classic |
        | subnets            | pub-b   |
      Then the Service of custom is annotated
        | annotation                                                    | value |
        | traffic-policy.network.alpha.openshift.io/local-with-fallback |       |
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/custom --type=merge --patch='{"spec":{"unsupportedConfigOverrides":{"localWithFallback":"false"}}}'
        """
      Then the Service of custom has no traffic-policy.network.alpha.openshift.io/local-with-fallback annotation
      And the Service of custom is the same object as before

  Rule: status reports names as names

    @later @LSS-127
    Scenario: In the later revision status shows the id and the name that the annotation holds
      When the admin creates the IngressController custom with
        | parameter          | value            |
        | load balancer type | NLB              |
        | subnets            | pub-a, ingress-b |
      Then it is accepted
      And status of custom shows subnets pub-a, ingress-b
      And LoadBalancerProgressing of custom is False with reason LoadBalancerNotProgressing

Feature: Elastic IPs leave what the released operator does for every load balancer as it is
  No document of an enhancement says it, and every release does it: a Service that leads to the routers, the DNS of the
  cluster's own domain alone, and operands that belong to one IngressController.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS
    And the Elastic IPs eip-1, eip-2

  Rule: the Service leads to the routers of its IngressController

    @EIP-184
    Scenario: The Service of an NLB with Elastic IPs leads to the named ports of the routers on their own nodes
      Given the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      When the admin runs
        """
        oc -n openshift-ingress get svc/router-test -o jsonpath='{.spec.externalTrafficPolicy} {.spec.selector} {.spec.ports}'
        """
      Then it prints
        """
        Local {"ingresscontroller.operator.openshift.io/deployment-ingresscontroller":"test"}
        """
      And it prints
        """
        "name":"http",
        """
      And it prints
        """
        "name":"https",
        """
      And it prints
        """
        "targetPort":"http"
        """
      And it prints
        """
        "targetPort":"https"
        """
      When the admin runs
        """
        oc -n openshift-ingress get deployment/router-test -o jsonpath='{.spec.template.metadata.labels} {.spec.template.spec.containers}'
        """
      Then it prints
        """
        "ingresscontroller.operator.openshift.io/deployment-ingresscontroller":"test"
        """
      And it prints
        """
        "name":"http"
        """
      And it prints
        """
        "name":"https"
        """

    Scenario Outline: The operator leaves a Service that <owner> owns alone for an IngressController of strategy <strategy>
      Given the LoadBalancer Service of test, which no IngressController owns
      When the admin creates the IngressController test with
        | parameter                    | value      |
        | endpoint publishing strategy | <strategy> |
      Then it is accepted
      And the Service of test is unchanged
      And the conditions of test are
        | condition                    | status  |
        | EvaluationConditionsDetected | False   |
        | LoadBalancerManaged          | <wants> |

      @EIP-185.a
      Examples: it wants a Service
        | owner  | strategy            | wants |
        | nobody | LoadBalancerService | True  |

      @EIP-185.b
      Examples: it wants none
        | owner  | strategy | wants |
        | nobody | Private  | False |

    @EIP-186
    Scenario: The operator deletes a Service of its own for an IngressController without a load balancer
      Given the admin has run
        """
        oc create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-test
          namespace: openshift-ingress
          labels:
            ingresscontroller.operator.openshift.io/owning-ingresscontroller: test
          annotations:
            service.beta.kubernetes.io/aws-load-balancer-type: nlb
            service.beta.kubernetes.io/aws-load-balancer-eip-allocations: eip-1,eip-2
        spec:
          type: LoadBalancer
          ports:
          - {name: http, port: 80}
        EOF
        """
      When the admin creates the IngressController test with
        | parameter                    | value   |
        | endpoint publishing strategy | Private |
      Then no Service router-test exists
      And test has no load balancer
      And the Elastic IPs eip-1, eip-2 are free

  Rule: the strategy of an IngressController stays what it was

    @EIP-187
    Scenario: A change of the publishing strategy leaves an NLB and its Elastic IPs in place
      Given the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      When the admin sets the endpoint publishing strategy of test to Private
      Then status of test shows endpoint publishing strategy LoadBalancerService
      And the load balancer of test is the same object as before
      And the Elastic IPs eip-1, eip-2 are in use

    @EIP-188
    Scenario: An IngressController without provider parameters gets the load balancer type of the Ingress config, once
      Given the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Ingress
        metadata:
          name: cluster
        spec:
          loadBalancer:
            platform:
              type: AWS
              aws:
                type: NLB
        """
      And the admin has run
        """
        oc create -f - <<EOF
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata:
          name: plain
        spec:
          domain: plain.mycluster.kit.example.com
          endpointPublishingStrategy:
            type: LoadBalancerService
            loadBalancer:
              scope: External
        EOF
        """
      Then plain has an NLB load balancer in pub-a, pub-b
      When the admin runs
        """
        oc patch ingresses.config.openshift.io/cluster --type=merge --patch='{"spec":{"loadBalancer":{"platform":{"aws":{"type":"Classic"}}}}}'
        """
      Then it is accepted
      And status of plain shows load balancer type NLB
      And plain has an NLB load balancer in pub-a, pub-b
      When the admin sets the replicas of plain to 3
      Then status of plain shows load balancer type NLB
      And LoadBalancerProgressing of plain is False with reason LoadBalancerNotProgressing

  Rule: the operator manages the DNS of the cluster's own domain

    Scenario Outline: The DNS management policy of an IngressController for <domain> is <policy>
      When the admin creates the IngressController test with
        | parameter             | value        |
        | domain                | <domain>     |
        | load balancer type    | NLB          |
        | DNS management policy | Managed      |
        | EIPs                  | eip-1, eip-2 |
      Then status of test shows DNS management policy <policy>
      And DNSManaged of test is <managed> with reason <reason>
      And no component called <not called>
      And the conditions of test are
        | condition         | status |
        | LoadBalancerReady | True   |
        | Available         | True   |

      @EIP-189.a
      Examples: below the base domain of the cluster
        | domain                              | policy  | managed | reason | not called         |
        | test.apps.mycluster.kit.example.com | Managed | True    | Normal | DeleteLoadBalancer |

      @EIP-189.b
      Examples: another domain
        | domain                     | policy    | managed | reason                   | not called               |
        | test.mycluster.example.com | Unmanaged | False   | UnmanagedLoadBalancerDNS | ChangeResourceRecordSets |

      @EIP-189.c
      Examples: a domain that only ends with the same letters
        | domain                       | policy    | managed | reason                   | not called               |
        | notmycluster.kit.example.com | Unmanaged | False   | UnmanagedLoadBalancerDNS | ChangeResourceRecordSets |

  Rule: the operator maintains its annotations of a Service that exists

    @EIP-190.1
    Scenario: The operator restores the health check interval and removes PROXY protocol from the Service of an NLB
      Given the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      When the admin runs
        """
        oc -n openshift-ingress annotate svc/router-test service.beta.kubernetes.io/aws-load-balancer-healthcheck-interval=30 service.beta.kubernetes.io/aws-load-balancer-proxy-protocol=*
        """
      And the admin runs
        """
        oc -n openshift-ingress get svc/router-test -o jsonpath='[{.metadata.annotations.service\.beta\.kubernetes\.io/aws-load-balancer-healthcheck-interval}] [{.metadata.annotations.service\.beta\.kubernetes\.io/aws-load-balancer-proxy-protocol}]'
        """
      Then it prints
        """
        [10] []
        """
      And the addresses of the load balancer of test are
        | subnet | Elastic IP |
        | pub-a  | eip-1      |
        | pub-b  | eip-2      |

    @EIP-190.2
    Scenario: The operator writes the present spelling of the annotation of an internal NLB
      Given the IngressController test with
        | parameter          | value    |
        | load balancer type | NLB      |
        | scope              | Internal |
      When someone edits the Service of test with
        | field                                                 | value     |
        | service.beta.kubernetes.io/aws-load-balancer-internal | 0.0.0.0/0 |
      Then the Service of test is annotated
        | annotation                                            | value |
        | service.beta.kubernetes.io/aws-load-balancer-internal | true  |
      And the Service of test is the same object as before
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing

    @EIP-191
    Scenario: Source ranges that someone annotates are reported and shown in status
      Given the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | EIPs               | eip-1, eip-2 |
      When the admin runs
        """
        oc -n openshift-ingress annotate svc/router-test service.beta.kubernetes.io/load-balancer-source-ranges=10.0.0.0/8
        """
      Then the conditions of test are
        | condition                    | status | reason                               |
        | LoadBalancerProgressing      | True   | OperandsProgressing                  |
        | EvaluationConditionsDetected | True   | OperandsEvaluationConditionsDetected |
      And status of test shows
        | parameter             | value        |
        | allowed source ranges | 10.0.0.0/8   |
        | EIPs                  | eip-1, eip-2 |

    Scenario Outline: The idle timeout <timeout> of a Classic load balancer is <seconds> seconds in the annotation
      Given the admin has run
        """
        oc create -f - <<EOF
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata:
          name: test
        spec:
          domain: test.mycluster.kit.example.com
          endpointPublishingStrategy:
            type: LoadBalancerService
            loadBalancer:
              scope: External
              providerParameters:
                type: AWS
                aws:
                  type: Classic
                  classicLoadBalancer: {connectionIdleTimeout: <timeout>}
        EOF
        """
      When the admin runs
        """
        oc -n openshift-ingress get svc/router-test -o jsonpath='[{.metadata.annotations.service\.beta\.kubernetes\.io/aws-load-balancer-connection-idle-timeout}]'
        """
      Then it prints
        """
        [<seconds>]
        """

      @EIP-192.a
      Examples: minutes and seconds
        | timeout | seconds |
        | 2m30s   | 150     |

      @EIP-192.b
      Examples: less than half a second
        | timeout | seconds |
        | 89400ms | 89      |

      @EIP-192.c
      Examples: more than half a second
        | timeout | seconds |
        | 89600ms | 90      |

      @EIP-192.d
      Examples: no time-out, which leaves the choice to AWS
        | timeout | seconds |
        | 0s      |         |
        | -30s    |         |
        | null    |         |

  Rule: the message about other subnets offers a way back

    Scenario Outline: The patch in the message restores the subnets of an NLB that were given by <kind>
      Given the VPC also has the subnets
        | subnet | zone       | visibility | name      |
        | pub-c  | us-east-1c | public     | ingress-c |
        | pub-d  | us-east-1d | public     | ingress-d |
      And the IngressController test with
        | parameter          | value        |
        | load balancer type | NLB          |
        | subnets            | <subnets>    |
        | EIPs               | eip-1, eip-2 |
      When the admin changes the IngressController test to
        | parameter | value     |
        | subnets   | <changed> |
      Then LoadBalancerProgressing of test is True with reason OperandsProgressing
      And it offers the command
        """
        oc -n openshift-ingress delete svc/router-test
        """
      When the admin applies the patch that the LoadBalancerProgressing message of test offers
      Then spec of test shows subnets <shown>
      And LoadBalancerProgressing of test is False with reason LoadBalancerNotProgressing
      And the load balancer of test is the same object as before

      @EIP-194.a
      Examples: ids
        | kind | subnets      | changed              | shown        |
        | ids  | pub-c, pub-a | ingress-c, ingress-d | pub-c, pub-a |

      @EIP-194.b
      Examples: names
        | kind  | subnets              | changed      | shown                |
        | names | ingress-d, ingress-c | pub-a, pub-b | ingress-d, ingress-c |

      @EIP-194.c
      Examples: one id and one name
        | kind        | subnets          | changed      | shown            |
        | id and name | ingress-d, pub-a | pub-a, pub-b | pub-a, ingress-d |

  Rule: the conditions say how many routers run

    @EIP-193.1
    Scenario: The conditions of an IngressController whose routers run say so
      When the admin creates the IngressController test with
        | parameter          | value |
        | replicas           | 4     |
        | load balancer type | NLB   |
      Then the conditions of test are
        | condition                      | status | reason                       | message                                                   |
        | DeploymentAvailable            | True   | DeploymentAvailable          | The deployment has Available status condition set to True |
        | DeploymentReplicasMinAvailable | True   | DeploymentMinimumReplicasMet | Minimum replicas requirement is met                       |
        | DeploymentReplicasAllAvailable | True   | DeploymentReplicasAvailable  | All replicas are available                                |
        | DeploymentRollingOut           | False  | DeploymentNotRollingOut      | Deployment is not actively rolling out                    |

    @EIP-193.2 @needs.workload-hold
    Scenario: The conditions of an IngressController whose routers do not start say how many are missing
      Given no router becomes available
      When the admin creates the IngressController test with
        | parameter          | value |
        | replicas           | 4     |
        | load balancer type | NLB   |
      Then the conditions of test are
        | condition                      | status | reason                          | message                                                                                     |
        | DeploymentReplicasMinAvailable | False  | DeploymentMinimumReplicasNotMet | 0/4 of replicas are available, max unavailable is 1                                         |
        | DeploymentReplicasAllAvailable | False  | DeploymentReplicasNotAvailable  | 0/4 of replicas are available                                                               |
        | DeploymentRollingOut           | True   | DeploymentRollingOut            | Waiting for router deployment rollout to finish: 0 of 4 updated replica(s) are available... |

    @needs.workload-hold
    Scenario Outline: DeploymentRollingOut says that <what>
      Given no router becomes available
      And the IngressController test with
        | parameter          | value |
        | replicas           | 4     |
        | load balancer type | NLB   |
      When the admin runs
        """
        oc -n openshift-ingress patch deployment/router-test --subresource=status --type=merge --patch='{"status":{"replicas":<replicas>,"updatedReplicas":<updated>}}'
        """
      Then the conditions of test are
        | condition            | status | reason               | message   |
        | DeploymentRollingOut | True   | DeploymentRollingOut | <message> |

      @EIP-193.3
      Examples: the first step of a rollout
        | what                    | replicas | updated | message                                                                                         |
        | new routers are missing | 5        | 1       | Waiting for router deployment rollout to finish: 1 out of 4 new replica(s) have been updated... |

      @EIP-193.4
      Examples: the second step
        | what                  | replicas | updated | message                                                                                      |
        | old routers are there | 5        | 4       | Waiting for router deployment rollout to finish: 1 old replica(s) are pending termination... |

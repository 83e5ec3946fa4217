Feature: The cloud provider keeps a load balancer as its Service asks
  The documents take for granted what every cloud controller manager does, with annotations, ports and nodes.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |
    And a cluster on platform AWS

  Rule: annotations set what a load balancer does

    @EIP-200
    Scenario Outline: The annotation <annotation> takes effect on a Classic load balancer, and so does its change
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-<annotation>: "<first>"}
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}
        EOF
        """
      When the admin runs
        """
        aws elb <question>
        """
      Then it prints
        """
        <shown first>
        """
      Given the admin has run
        """
        oc -n openshift-ingress annotate svc/router-plain service.beta.kubernetes.io/aws-load-balancer-<annotation>="<second>"
        """
      When the admin runs
        """
        aws elb <question>
        """
      Then it prints
        """
        <shown second>
        """

      Examples: attributes
        | annotation                        | first | shown first | second | shown second | question                                                                                                                                    |
        | connection-idle-timeout           | 7     | 7           | 90     | 90           | describe-load-balancer-attributes --load-balancer-name load-balancer-of-plain --query LoadBalancerAttributes.ConnectionSettings.IdleTimeout |
        | cross-zone-load-balancing-enabled | true  | true        | false  | false        | describe-load-balancer-attributes --load-balancer-name load-balancer-of-plain --query LoadBalancerAttributes.CrossZoneLoadBalancing.Enabled |
        | additional-resource-tags          | a=1   | ["1"]       | a=2    | ["2"]        | describe-tags --load-balancer-names load-balancer-of-plain --query "TagDescriptions[].Tags[?Key=='a'].Value[]"                              |

      Examples: PROXY protocol
        | annotation     | first | shown first                   | second | shown second           | question                                                                                                                                                                            |
        | proxy-protocol | *     | ["k8s-proxyprotocol-enabled"] |        | []                     | describe-load-balancers --query LoadBalancerDescriptions[0].BackendServerDescriptions[].PolicyNames[]                                                                               |
        | proxy-protocol | *     | ["ProxyProtocol=true"]        |        | ["ProxyProtocol=true"] | describe-load-balancer-policies --load-balancer-name load-balancer-of-plain --query "PolicyDescriptions[].PolicyAttributeDescriptions[].join('=', [AttributeName, AttributeValue])" |

      Examples: health checks
        | annotation                      | first | shown first | second | shown second | question                                                                                   |
        | healthcheck-interval            | 7     | 7           | 90     | 90           | describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.Interval           |
        | healthcheck-timeout             | 3     | 3           | 4      | 4            | describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.Timeout            |
        | healthcheck-healthy-threshold   | 3     | 3           | 4      | 4            | describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.HealthyThreshold   |
        | healthcheck-unhealthy-threshold | 3     | 3           | 4      | 4            | describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.UnhealthyThreshold |
        | healthcheck-port                | 8081  | TCP:8081    | 8082   | TCP:8082     | describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.Target             |
        | healthcheck-protocol            | SSL   | SSL:30080   | HTTP   | HTTP:30080/  | describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.Target             |

    @EIP-201
    Scenario Outline: The annotation <annotation> takes effect on an NLB, and so does its change
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations:
            service.beta.kubernetes.io/aws-load-balancer-type: nlb
            service.beta.kubernetes.io/aws-load-balancer-<annotation>: "<first>"
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}
        EOF
        """
      When the admin runs
        """
        aws elbv2 <question>
        """
      Then it prints
        """
        <shown first>
        """
      Given the admin has run
        """
        oc -n openshift-ingress annotate svc/router-plain service.beta.kubernetes.io/aws-load-balancer-<annotation>="<second>"
        """
      When the admin runs
        """
        aws elbv2 <question>
        """
      Then it prints
        """
        <shown second>
        """
      And the load balancer of plain listens on 80

      Examples: attributes
        | annotation                        | first                            | shown first | second                          | shown second | question                                                                                                                                           |
        | cross-zone-load-balancing-enabled | true                             | ["true"]    | false                           | ["false"]    | describe-load-balancer-attributes --load-balancer-arn load-balancer-of-plain --query "Attributes[?Key=='load_balancing.cross_zone.enabled'].Value" |
        | additional-resource-tags          | a=1                              | ["1"]       | a=1                             | ["1"]        | describe-tags --resource-arns load-balancer-of-plain --query "TagDescriptions[].Tags[?Key=='a'].Value[]"                                           |
        | target-group-attributes           | preserve_client_ip.enabled=false | ["false"]   | preserve_client_ip.enabled=true | ["true"]     | describe-target-group-attributes --target-group-arn target-group-of-plain --query "Attributes[?Key=='preserve_client_ip.enabled'].Value"           |
        | target-group-attributes           | proxy_protocol_v2.enabled=true   | ["true"]    | proxy_protocol_v2.enabled=false | ["false"]    | describe-target-group-attributes --target-group-arn target-group-of-plain --query "Attributes[?Key=='proxy_protocol_v2.enabled'].Value"            |

      Examples: health checks
        | annotation                      | first | shown first | second | shown second | question                                                                 |
        | healthcheck-interval            | 10    | [10]        | 30     | [30]         | describe-target-groups --query TargetGroups[].HealthCheckIntervalSeconds |
        | healthcheck-healthy-threshold   | 4     | [4]         | 5      | [5]          | describe-target-groups --query TargetGroups[].HealthyThresholdCount      |
        | healthcheck-unhealthy-threshold | 4     | [4]         | 4      | [4]          | describe-target-groups --query TargetGroups[].UnhealthyThresholdCount    |
        | healthcheck-port                | 8081  | ["8081"]    | 8082   | ["8082"]     | describe-target-groups --query TargetGroups[].HealthCheckPort            |
        | healthcheck-protocol            | http  | ["HTTP"]    | TCP    | ["TCP"]      | describe-target-groups --query TargetGroups[].HealthCheckProtocol        |

    @EIP-210
    Scenario Outline: A Service without annotations about health checks gets the defaults of a <type> load balancer
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-type: "<annotation>"}
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}], <traffic>}
        EOF
        """
      When the admin runs
        """
        aws <question>
        """
      Then it prints
        """
        <shown>
        """

      Examples: Classic
        | type    | annotation | traffic                                                  | shown                               | question                                                                                                                                  |
        | Classic | classic    | externalTrafficPolicy: Cluster                           | ["TCP:30080", 10, 5, 2, 6]          | elb describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.[Target,Interval,Timeout,HealthyThreshold,UnhealthyThreshold] |
        | Classic | classic    | externalTrafficPolicy: Local, healthCheckNodePort: 32000 | ["HTTP:32000/healthz", 10, 5, 2, 6] | elb describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.[Target,Interval,Timeout,HealthyThreshold,UnhealthyThreshold] |

      Examples: NLB
        | type | annotation | traffic                                                  | shown                                   | question                                                                                                                                                                            |
        | NLB  | nlb        | externalTrafficPolicy: Cluster                           | ["TCP", "traffic-port", null, 30, 3, 3] | elbv2 describe-target-groups --query TargetGroups[0].[HealthCheckProtocol,HealthCheckPort,HealthCheckPath,HealthCheckIntervalSeconds,HealthyThresholdCount,UnhealthyThresholdCount] |
        | NLB  | nlb        | externalTrafficPolicy: Local, healthCheckNodePort: 32000 | ["HTTP", "32000", "/healthz", 10, 2, 2] | elbv2 describe-target-groups --query TargetGroups[0].[HealthCheckProtocol,HealthCheckPort,HealthCheckPath,HealthCheckIntervalSeconds,HealthyThresholdCount,UnhealthyThresholdCount] |

  Rule: what is asked for in vain is said in an event

    @EIP-202
    Scenario Outline: An event says that a load balancer cannot have the annotation <annotation> with <value>
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations:
            service.beta.kubernetes.io/aws-load-balancer-type: "<type>"
            service.beta.kubernetes.io/aws-load-balancer-<annotation>: "<value>"
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}
        EOF
        """
      Then the Service of plain has no address
      And the events on the Service of plain are
        | type    | reason                 | message                                                                |
        | Normal  | EnsuringLoadBalancer   | Ensuring load balancer                                                 |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: <message> |

      Examples: before anything is made
        | type    | annotation                        | value                          | message                                                                                                                                |
        | classic | proxy-protocol                    | yes                            | annotation "service.beta.kubernetes.io/aws-load-balancer-proxy-protocol"="yes" detected, but the only value supported currently is '*' |
        | classic | cross-zone-load-balancing-enabled | perhaps                        | error parsing service annotation: service.beta.kubernetes.io/aws-load-balancer-cross-zone-load-balancing-enabled=perhaps               |
        | classic | connection-idle-timeout           | soon                           | error parsing service annotation: service.beta.kubernetes.io/aws-load-balancer-connection-idle-timeout=soon                            |
        | classic | target-group-attributes           | proxy_protocol_v2.enabled=true | target group attributes annotation is only supported for NLB                                                                           |
        | nlb     | subnets                           | ,                              | unable to resolve empty subnet slice                                                                                                   |
        | nlb     | target-group-attributes           | proxy_protocol_v2.enabled=     | error validating target group attributes: attribute value is empty for "proxy_protocol_v2.enabled"                                     |
        | nlb     | target-group-attributes           | stickiness.enabled=true        | error validating target group attributes: the attribute "stickiness.enabled" is not supported by the controller or is invalid          |
        | nlb     | target-group-attributes           | proxy_protocol_v2.enabled=on   | error validating target group attributes: invalid attribute value for "proxy_protocol_v2.enabled": on                                  |

      Examples: when the health check is set
        | type | annotation           | value | message                                                                                            |
        | nlb  | healthcheck-protocol | UDP   | Unsupported health check protocol UDP                                                              |
        | nlb  | healthcheck-port     | http  | Invalid health check port 'http'                                                                   |
        | nlb  | healthcheck-interval | often | failed to parse annotation service.beta.kubernetes.io/aws-load-balancer-healthcheck-interval=often |

    @needs.logs @EIP-202
    Scenario Outline: The log says that a Classic load balancer cannot have the annotation <annotation> with <value>
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-healthcheck-<annotation>: "<value>"}
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}
        EOF
        """
      Then the log of cloud-controller-manager has an error that names router-plain, <words>
      And the events on the Service of plain are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Warning | SyncLoadBalancerFailed |

      Examples:
        | annotation          | value | words                      |
        | interval            | 4     | cannot update health check |
        | timeout             | 1     | cannot update health check |
        | healthy-threshold   | 1     | cannot update health check |
        | unhealthy-threshold | 1     | cannot update health check |
        | timeout             | soon  | cannot update health check |

    @EIP-202
    Scenario Outline: An event says that a load balancer of type <type> cannot have <what>
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-type: "<type>"}
        spec: {type: LoadBalancer, <spec>}
        EOF
        """
      Then plain has no load balancer
      And the events on the Service of plain are
        | type    | reason                 | message                                                                |
        | Normal  | EnsuringLoadBalancer   | Ensuring load balancer                                                 |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: <message> |

      Examples:
        | type    | what            | spec                                                             | message                                          |
        | classic | sticky sessions | sessionAffinity: ClientIP, ports: [{port: 80}]                   | unsupported load balancer affinity: ClientIP     |
        | classic | two protocols   | ports: [{name: a, port: 80}, {name: b, port: 81, protocol: UDP}] | mixed protocol is not supported for LoadBalancer |
        | classic | UDP             | ports: [{port: 80, protocol: UDP}]                               | Protocol UDP not supported by LoadBalancer       |
        | nlb     | SCTP            | ports: [{port: 80, protocol: SCTP}]                              | Protocol SCTP not supported by LoadBalancer      |
        | nlb     | a fixed address | loadBalancerIP: 192.0.2.1, ports: [{port: 80}]                   | LoadBalancerIP cannot be specified for AWS ELB   |

    @EIP-202
    Scenario Outline: An event says that a <created> load balancer stays one where the annotation says <type>
      Given the IngressController test with
        | parameter          | value     |
        | load balancer type | <created> |
      When someone edits the Service of test with
        | field                                             | value  |
        | service.beta.kubernetes.io/aws-load-balancer-type | <type> |
      Then the load balancer of test is the same object as before
      And the events on the Service of test are
        | type    | reason                 | message                                                                                                                                                                                |
        | Normal  | EnsuringLoadBalancer   | Ensuring load balancer                                                                                                                                                                 |
        | Normal  | EnsuredLoadBalancer    | Ensured load balancer                                                                                                                                                                  |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: cannot update Load Balancer Type annotation "service.beta.kubernetes.io/aws-load-balancer-type" after creation for <kind> |

      Examples:
        | created | type    | kind                  |
        | Classic | nlb     | NLB                   |
        | NLB     | nothing | Classic Load Balancer |

  Rule: a load balancer follows the ports and source ranges of its Service

    @EIP-203
    Scenario Outline: A load balancer of type <type> follows the ports of its Service
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-type: "<annotation>"}
        spec: {type: LoadBalancer, ports: [{name: a, port: 80, nodePort: 30080}, {name: b, port: 443, nodePort: 30443}]}
        EOF
        """
      Then plain has <article> <type> load balancer in pub-a, pub-b
      And the load balancer of plain listens on 80, 443
      Given the admin has listed what AWS holds
      When the admin runs
        """
        oc -n openshift-ingress patch svc router-plain --type merge -p '{"spec": {"ports": [{"name": "a", "port": 80, "nodePort": 30080}, {"name": "c", "port": 8443, "nodePort": 30443}, {"name": "d", "port": 9000, "nodePort": 30900}]}}'
        """
      Then plain has <article> <type> load balancer in pub-a, pub-b
      And the load balancer of plain listens on 80, 8443, 9000
      When the admin runs
        """
        oc -n openshift-ingress patch svc router-plain --type merge -p '{"spec": {"ports": [{"name": "a", "port": 80, "nodePort": 30080}, {"name": "b", "port": 443, "nodePort": 30443}]}}'
        """
      Then plain has <article> <type> load balancer in pub-a, pub-b
      And AWS holds exactly what the admin has listed

      Examples:
        | type    | annotation | article |
        | Classic | classic    | a       |
        | NLB     | nlb        | an      |

    @EIP-203
    Scenario Outline: A load balancer of type <type> follows its Service to other node ports
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-type: "<annotation>"}
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}
        EOF
        """
      When the admin runs
        """
        oc -n openshift-ingress patch svc router-plain --type merge -p '{"spec": {"ports": [{"port": 80, "nodePort": 30081}]}}'
        """
      Then plain has <article> <type> load balancer in pub-a, pub-b

      Examples:
        | type    | annotation | article |
        | Classic | classic    | a       |
        | NLB     | nlb        | an      |

    @EIP-204
    Scenario Outline: A load balancer of type <type> follows the source ranges of its Service
      Given the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      And the admin has listed what AWS holds
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontroller test --type merge -p '{"spec": {"endpointPublishingStrategy": {"loadBalancer": {"allowedSourceRanges": ["192.0.2.0/24", "198.51.100.0/24"]}}}}'
        """
      Then test has <article> <type> load balancer in pub-a, pub-b
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontroller test --type merge -p '{"spec": {"endpointPublishingStrategy": {"loadBalancer": {"allowedSourceRanges": ["198.51.100.0/24"]}}}}'
        """
      Then test has <article> <type> load balancer in pub-a, pub-b
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontroller test --type merge -p '{"spec": {"endpointPublishingStrategy": {"loadBalancer": {"allowedSourceRanges": ["0.0.0.0/0"]}}}}'
        """
      Then test has <article> <type> load balancer in pub-a, pub-b
      And AWS holds exactly what the admin has listed

      Examples: Classic
        | type    | article |
        | Classic | a       |

      # as released, routers get the clients' addresses by PROXY protocol, and the nodes see those of the NLB
      @document
      Examples: NLB
        | type | article |
        | NLB  | an      |

    @EIP-204
    Scenario: Source ranges in the annotation count where the specification of a Service has none
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/load-balancer-source-ranges: "198.51.100.0/24, 192.0.2.0/24"}
        spec: {type: LoadBalancer, ports: [{port: 80}]}
        EOF
        """
      When the admin runs
        """
        aws ec2 describe-security-groups --filters Name=group-name,Values=k8s-elb-*
        --query "sort_by(SecurityGroups[].IpPermissions[], &IpProtocol)[].[IpProtocol,FromPort,ToPort,sort(IpRanges[].CidrIp)]"
        """
      Then it prints
        """
        [["icmp", 3, 4, ["192.0.2.0/24", "198.51.100.0/24"]], ["tcp", 80, 80, ["192.0.2.0/24", "198.51.100.0/24"]]]
        """

  Rule: a load balancer follows the nodes

    @needs.virtual-time @EIP-205
    Scenario Outline: A load balancer of type <type> leads to every node that is not excluded
      Given the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      And the admin has listed what AWS holds
      When the admin runs
        """
        oc patch node/worker-2 --type merge -p '{"metadata": {"labels": {"node.kubernetes.io/exclude-from-external-load-balancers": ""}}}'
        """
      Then test has <article> <type> load balancer in pub-a, pub-b
      When the admin runs
        """
        oc patch node/worker-2 --type merge -p '{"metadata": {"labels": {"node.kubernetes.io/exclude-from-external-load-balancers": null}}}'
        """
      Then test has <article> <type> load balancer in pub-a, pub-b
      And AWS holds exactly what the admin has listed
      When the admin runs
        """
        oc delete node/worker-1
        """
      Then test has <article> <type> load balancer in pub-a, pub-b
      And the events on the Service of test are
        | type   | reason               | message                              |
        | Normal | EnsuringLoadBalancer | Ensuring load balancer               |
        | Normal | EnsuredLoadBalancer  | Ensured load balancer                |
        | Normal | UpdatedLoadBalancer  | Updated load balancer with new hosts |

      Examples:
        | type    | article |
        | Classic | a       |
        | NLB     | an      |

    @needs.virtual-time @EIP-205
    Scenario: A load balancer does not lead to a node that the cluster autoscaler is about to delete
      Given the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      When the admin runs
        """
        oc patch node/worker-2 --type merge -p '{"spec": {"taints": [{"key": "ToBeDeletedByClusterAutoscaler", "effect": "NoSchedule"}]}}'
        """
      And the admin runs
        """
        aws elbv2 describe-target-health --target-group-arn target-group-of-test --query length(TargetHealthDescriptions)
        """
      Then it prints
        """
        1
        """

    @needs.virtual-time @EIP-205
    Scenario Outline: An event says that no node is left for a load balancer of type <type>
      Given the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      When the admin runs
        """
        oc delete node/worker-1
        """
      And the admin runs
        """
        oc delete node/worker-2
        """
      Then the events on the Service of test are
        | type    | reason                  | message                                       |
        | Normal  | EnsuringLoadBalancer    | Ensuring load balancer                        |
        | Normal  | EnsuredLoadBalancer     | Ensured load balancer                         |
        | Normal  | UpdatedLoadBalancer     | Updated load balancer with new hosts          |
        | Warning | UnAvailableLoadBalancer | There are no available nodes for LoadBalancer |

      Examples:
        | type    |
        | Classic |
        | NLB     |

    @document @needs.aws-faults @needs.virtual-time @EIP-205
    Scenario Outline: An event says that a load balancer of type <type> cannot follow the nodes, until it can
      Given the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      And AWS answers calls with
        | operation   | service   | answer       | times |
        | <operation> | <service> | AccessDenied | 1     |
      When the admin runs
        """
        oc delete node/worker-2
        """
      And 100 seconds pass
      Then test has <article> <type> load balancer in pub-a, pub-b
      And the events on the Service of test are
        | type    | reason                   | message                                                                                                                                                                |
        | Normal  | EnsuringLoadBalancer     | Ensuring load balancer                                                                                                                                                 |
        | Normal  | EnsuredLoadBalancer      | Ensured load balancer                                                                                                                                                  |
        | Warning | UpdateLoadBalancerFailed | Error updating load balancer with new hosts [worker-1] [node names limited, total number of nodes: 1], error: AccessDenied: The simulated AWS was told to refuse this. |
        | Normal  | UpdatedLoadBalancer      | Updated load balancer with new hosts                                                                                                                                   |

      Examples:
        | type    | article | operation                           | service |
        | Classic | a       | DeregisterInstancesFromLoadBalancer | elb     |
        | NLB     | an      | DeregisterTargets                   | elbv2   |

  Rule: a sync changes only what differs

    @EIP-207.1
    Scenario Outline: A Service of type LoadBalancer that is looked at again changes nothing of its <type> load balancer
      Given the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      When someone edits the Service of test with
        | field        | value |
        | example/sync | 1     |
      Then nothing has changed in AWS
      And test has <article> <type> load balancer in pub-a, pub-b

      Examples:
        | type    | article |
        | Classic | a       |
        | NLB     | an      |

    @EIP-207.2
    Scenario: A Service keeps the finalizers of others
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata: {name: router-plain, finalizers: [example.com/keep]}
        spec: {type: LoadBalancer, ports: [{port: 80}]}
        EOF
        """
      When the admin runs
        """
        oc -n openshift-ingress get svc router-plain -o jsonpath={.metadata.finalizers}
        """
      Then it prints
        """
        ["example.com/keep","service.kubernetes.io/load-balancer-cleanup"]
        """
      When the admin runs
        """
        oc -n openshift-ingress patch svc router-plain --type merge -p '{"spec": {"type": "ClusterIP"}}'
        """
      And the admin runs
        """
        oc -n openshift-ingress get svc router-plain -o jsonpath={.metadata.finalizers}
        """
      Then it prints
        """
        ["example.com/keep"]
        """

  Rule: only Services of type LoadBalancer have load balancers

    @EIP-206
    Scenario Outline: A load balancer of type <type> goes when its Service changes its type, and another comes back
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-type: "<annotation>"}
        spec: {type: ClusterIP, ports: [{port: 80}]}
        EOF
        """
      And the admin has listed what AWS holds
      When the admin runs
        """
        oc -n openshift-ingress patch svc router-plain --type merge -p '{"spec": {"type": "LoadBalancer"}}'
        """
      Then plain has <article> <type> load balancer in pub-a, pub-b
      When the admin runs
        """
        oc -n openshift-ingress patch svc router-plain --type merge -p '{"spec": {"type": "ClusterIP"}}'
        """
      Then plain has no load balancer
      And the Service of plain has no address
      And AWS holds exactly what the admin has listed
      And the events on the Service of plain are
        | type   | reason               | message                |
        | Normal | EnsuringLoadBalancer | Ensuring load balancer |
        | Normal | EnsuredLoadBalancer  | Ensured load balancer  |
        | Normal | DeletingLoadBalancer | Deleting load balancer |
        | Normal | DeletedLoadBalancer  | Deleted load balancer  |

      Examples:
        | type    | annotation | article |
        | Classic | classic    | a       |
        | NLB     | nlb        | an      |

    @EIP-209
    Scenario Outline: A Service whose load balancer is the business of another controller is left alone: <what>
      Given the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-type: "<annotation>"}
        spec: {type: LoadBalancer, ports: [{port: 80}]<more>}
        EOF
        """
      Then plain has no load balancer
      And the Service of plain has no address

      Examples:
        | what                      | annotation | more                                   |
        | type external             | external   |                                        |
        | type nlb-ip               | nlb-ip     |                                        |
        | a class of load balancers | nlb        | , loadBalancerClass: example.com/other |

  Rule: a cloud config that cannot be used is said in an event

    @needs.cluster-config @EIP-211
    Scenario Outline: An event says what is wrong with the overrides of a cloud config: <what>
      Given the cloud config of the admin is
        """
        [Global]

        [ServiceOverride "0"]
        Service = <service>
        Region = <region>
        URL = <url>
        SigningRegion = <signing>

        [ServiceOverride "1"]
        Service = ec2
        Region = us-east-1
        URL = https://ec2.custom.url
        SigningRegion = us-east-1
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then test has no load balancer
      And the events on the Service of test are
        | type    | reason                 | message                                                                              |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: unable to validate custom endpoint overrides: <message> |

      Examples:
        | what              | service | region    | url           | signing   | message                                                           |
        | no service        |         | us-east-1 | https://a.url | us-east-1 | service name is missing [Service is ""] in override 0             |
        | no region         | elb     |           | https://a.url | us-east-1 | service region is missing [Region is ""] in override 0            |
        | no URL            | elb     | us-east-1 |               | us-east-1 | url is missing [URL is ""] in override 0                          |
        | no signing region | elb     | us-east-1 | https://a.url |           | signingRegion is missing [SigningRegion is ""] in override 0      |
        | one service twice | ec2     | us-east-1 | https://a.url | us-east-1 | duplicate entry found for service override [1] (ec2 in us-east-1) |

  Rule: a failure is said in an event, and does not last

    @needs.aws-faults @needs.virtual-time @needs.logs @EIP-208
    Scenario Outline: A load balancer of type <type> is made although <operation> fails once
      Given AWS answers calls with
        | operation   | service   | answer       | times |
        | <operation> | <service> | AccessDenied | 1     |
      When the admin creates the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      And 100 seconds pass
      Then test has <article> <type> load balancer in pub-a, pub-b
      And the log of cloud-controller-manager has an error that names router-test, <words>, AccessDenied
      And the events on the Service of test are
        | type    | reason                 |
        | Normal  | EnsuringLoadBalancer   |
        | Warning | SyncLoadBalancerFailed |
        | Normal  | EnsuredLoadBalancer    |

      Examples: Classic
        | type    | article | operation                         | service | words                             |
        | Classic | a       | DescribeSubnets                   | ec2     | error describing subnets          |
        | Classic | a       | DescribeRouteTables               | ec2     | error describe route table        |
        | Classic | a       | DescribeAvailabilityZones         | ec2     | error get availability zone types |
        | Classic | a       | DescribeLoadBalancers             | elb     | failed to ensure load balancer    |
        | Classic | a       | CreateSecurityGroup               | ec2     | failed to ensure load balancer    |
        | Classic | a       | AuthorizeSecurityGroupIngress     | ec2     | failed to ensure load balancer    |
        | Classic | a       | CreateLoadBalancer                | elb     | failed to ensure load balancer    |
        | Classic | a       | ConfigureHealthCheck              | elb     | cannot update health check        |
        | Classic | a       | RegisterInstancesWithLoadBalancer | elb     | failed to ensure load balancer    |

      Examples: NLB
        | type | article | operation             | service | words                          |
        | NLB  | an      | DescribeLoadBalancers | elbv2   | failed to ensure load balancer |
        | NLB  | an      | CreateLoadBalancer    | elbv2   | error creating load balancer   |
        | NLB  | an      | CreateTargetGroup     | elbv2   | failed to ensure load balancer |
        | NLB  | an      | RegisterTargets       | elbv2   | failed to ensure load balancer |
        | NLB  | an      | CreateListener        | elbv2   | error creating listener        |

    @needs.aws-faults @needs.virtual-time @needs.logs @EIP-208
    Scenario Outline: A load balancer of type <type> is deleted although <operation> fails once
      Given the admin has listed what AWS holds
      And the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      And AWS answers calls with
        | operation   | service   | answer       | times |
        | <operation> | <service> | AccessDenied | 1     |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      And 100 seconds pass
      Then AWS holds exactly what the admin has listed
      And the log of cloud-controller-manager has an error that names router-test, <words>, AccessDenied

      Examples:
        | type    | operation              | service | words                          |
        | Classic | DeleteLoadBalancer     | elb     | failed to delete load balancer |
        | Classic | DescribeSecurityGroups | ec2     | failed to delete load balancer |
        | NLB     | DescribeTargetGroups   | elbv2   | error listing target groups    |
        | NLB     | DeleteLoadBalancer     | elbv2   | error deleting load balancer   |

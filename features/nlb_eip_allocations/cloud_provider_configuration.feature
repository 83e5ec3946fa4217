Feature: The cloud provider keeps to its configuration, and to the paths and protocols that a Service asks for
  The documents take for granted what every cloud controller manager reads, and what it says where it cannot.

  Background:
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
      | pub-b  | us-east-1b | public     |

  Rule: health checks and protocols are what the Service asks for

    @EIP-260
    Scenario Outline: The health check of a load balancer of type <type> follows <what>
      Given a cluster on platform AWS
      And the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations:
            service.beta.kubernetes.io/aws-load-balancer-type: <annotation>
            service.beta.kubernetes.io/aws-load-balancer-healthcheck-protocol: <protocol>
            service.beta.kubernetes.io/aws-load-balancer-healthcheck-<setting>: "<first>"
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}
        EOF
        """
      When the admin runs
        """
        aws <question>
        """
      Then it prints
        """
        <shown first>
        """
      Given the admin has run
        """
        oc -n openshift-ingress annotate svc/router-plain service.beta.kubernetes.io/aws-load-balancer-healthcheck-<setting>="<second>"
        """
      When the admin runs
        """
        aws <question>
        """
      Then it prints
        """
        <shown second>
        """

      Examples: Classic
        | type    | annotation | what             | protocol | setting | first  | shown first      | second       | shown second     | question                                                                           |
        | Classic | classic    | the path         | HTTP     | path    | /ready | HTTP:30080/ready | /alive       | HTTP:30080/alive | elb describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.Target |
        | Classic | classic    | the traffic port | TCP      | port    | 8081   | TCP:8081         | traffic-port | TCP:30080        | elb describe-load-balancers --query LoadBalancerDescriptions[0].HealthCheck.Target |

      Examples: NLB
        | type | annotation | what             | protocol | setting | first  | shown first | second       | shown second     | question                                                            |
        | NLB  | nlb        | the path         | HTTP     | path    | /ready | ["/ready"]  | /alive       | ["/alive"]       | elbv2 describe-target-groups --query TargetGroups[].HealthCheckPath |
        | NLB  | nlb        | the traffic port | HTTP     | port    | 8081   | ["8081"]    | traffic-port | ["traffic-port"] | elbv2 describe-target-groups --query TargetGroups[].HealthCheckPort |

    @EIP-261
    Scenario: An NLB leads to a port by the protocol that its Service changes to
      Given a cluster on platform AWS
      And the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations: {service.beta.kubernetes.io/aws-load-balancer-type: nlb}
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}
        EOF
        """
      When the admin runs
        """
        oc -n openshift-ingress patch svc router-plain --type merge -p '{"spec": {"ports": [{"port": 80, "nodePort": 30080, "protocol": "UDP"}]}}'
        """
      And the admin runs
        """
        aws elbv2 describe-target-groups --query TargetGroups[].[Protocol,Port]
        """
      Then it prints
        """
        [["UDP", 30080]]
        """
      When the admin runs
        """
        aws elbv2 describe-listeners --load-balancer-arn load-balancer-of-plain --query Listeners[].[Protocol,Port]
        """
      Then it prints
        """
        [["UDP", 80]]
        """

  Rule: only the cluster's own instances get traffic

    @EIP-264
    Scenario Outline: A load balancer of type <type> does not lead to a node without an instance
      Given a cluster on platform AWS
      And the admin has run
        """
        oc create -f - <<EOF
        apiVersion: v1
        kind: Node
        metadata: {name: a-worker-elsewhere}
        EOF
        """
      When the admin creates the IngressController test with
        | parameter          | value  |
        | load balancer type | <type> |
      Then the events on the Service of test are
        | type   | reason               |
        | Normal | EnsuringLoadBalancer |
        | Normal | EnsuredLoadBalancer  |
      When the admin runs
        """
        aws <question>
        """
      Then it prints
        """
        2
        """

      Examples:
        | type    | question                                                                                                      |
        | Classic | elb describe-load-balancers --query length(LoadBalancerDescriptions[].Instances[])                            |
        | NLB     | elbv2 describe-target-health --target-group-arn target-group-of-test --query length(TargetHealthDescriptions) |

    @needs.cluster-config @EIP-263.1
    Scenario: A cluster id of the cloud config decides what belongs to the cluster
      Given a cluster on platform AWS
      And the cloud config of the admin is
        """
        [Global]
        KubernetesClusterID = other
        """
      And the admin has run
        """
        oc -n openshift-ingress create -f - <<EOF
        apiVersion: v1
        kind: Service
        metadata:
          name: router-plain
          annotations:
            service.beta.kubernetes.io/aws-load-balancer-type: nlb
            service.beta.kubernetes.io/aws-load-balancer-subnets: pub-a
        spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}
        EOF
        """
      When the admin runs
        """
        aws elbv2 describe-tags --resource-arns load-balancer-of-plain --query "TagDescriptions[].Tags[?starts_with(Key, 'kubernetes.io/cluster/')].Key[]"
        """
      Then it prints
        """
        ["kubernetes.io/cluster/other"]
        """
      When the admin runs
        """
        aws elbv2 describe-target-health --target-group-arn target-group-of-plain --query length(TargetHealthDescriptions)
        """
      Then it prints
        """
        0
        """
      When the admin runs
        """
        aws ec2 describe-security-groups --query "length(SecurityGroups[].IpPermissions[?contains(to_string(IpRanges), 'kubernetes.io/rule/nlb')][])"
        """
      Then it prints
        """
        0
        """

    @needs.logs @needs.cluster-config @EIP-263.1
    Scenario: The cloud provider looks for its instance in the region of the cloud config
      Given a cluster on platform AWS
      And the cloud config of the admin is
        """
        [Global]
        Region = eu-west-1
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then the events on the Service of test are
        | type    | reason                 |
        | Warning | SyncLoadBalancerFailed |
      And the log of cloud-controller-manager has an error that names router-test, error getting the own instance, InvalidInstanceID.NotFound

    @shipped @needs.logs @needs.cluster-config @EIP-263.1
    Scenario: As released, the subnet of the cloud config is taken where every subnet is another cluster's
      Given a cluster on platform AWS
      And the cloud config of the admin is
        """
        [Global]
        KubernetesClusterID = other
        SubnetID = subnet-1
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then test has no load balancer
      And the log of cloud-controller-manager has an error that names router-test, error describing subnets, subnet-1

  Rule: what the cloud config does not say, the manager's own instance does

    @document @needs.aws-faults @needs.cluster-config @EIP-263.2
    Scenario Outline: The cloud provider asks for its own instance where the cloud config has <keys>
      Given a cluster on platform AWS
      And AWS answers calls with
        | operation         | service | answer       |
        | DescribeInstances | ec2     | AccessDenied |
      And the cloud config of the admin is
        """
        [Global]
        <first>
        <second>
        <third>
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then the events on the Service of test are
        | type    | reason                 | message                                                                                                               |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: error getting the own instance: AccessDenied: The simulated AWS was told to refuse this. |

      Examples:
        | keys          | first       | second              | third                      |
        | no VPC        |             | SubnetID = subnet-1 | KubernetesClusterID = test |
        | no subnet     | VPC = vpc-1 |                     | KubernetesClusterID = test |
        | no cluster id | VPC = vpc-1 | SubnetID = subnet-1 |                            |

    @document @needs.aws-faults @needs.cluster-config @EIP-263.2
    Scenario: The cloud provider does not ask for its own instance where the cloud config says all
      Given a cluster on platform AWS
      And AWS answers calls with
        | operation         | service | answer       |
        | DescribeInstances | ec2     | AccessDenied |
      And the cloud config of the admin is
        """
        [Global]
        VPC = vpc-1
        SubnetID = subnet-1
        KubernetesClusterID = test
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then the events on the Service of test are
        | type    | reason                 | message                                                                                                               |
        | Normal  | EnsuringLoadBalancer   | Ensuring load balancer                                                                                                |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: AccessDenied: The simulated AWS was told to refuse this. |

    @document @needs.cluster-config @EIP-263.1
    Scenario: The cloud provider looks for subnets in the VPC of the cloud config
      Given a cluster on platform AWS
      And the cloud config of the admin is
        """
        [Global]
        VPC = vpc-1
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then the events on the Service of test are
        | type    | reason                 | message                                                                                                               |
        | Normal  | EnsuringLoadBalancer   | Ensuring load balancer                                                                                                |
        | Warning | SyncLoadBalancerFailed | Error syncing load balancer: failed to ensure load balancer: could not find any suitable subnets for creating the ELB |

  Rule: a cloud config that cannot be read is said

    @needs.logs @needs.cluster-config @EIP-262
    Scenario: The log says that the cloud config is no configuration
      Given a cluster on platform AWS
      And the cloud config of the admin is
        """
        [Global
        """
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then test has no load balancer
      And the events on the Service of test are
        | type    | reason                 |
        | Warning | SyncLoadBalancerFailed |
      And the log of cloud-controller-manager has an error that names router-test, unable to read AWS cloud provider config file

    @needs.logs @needs.cluster-config @EIP-262
    Scenario: The log says that there is no cloud config
      Given the Infrastructure on platform AWS with
        | setting                  | value   |
        | name of the cloud config | nowhere |
      And a cluster on platform AWS
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then test has no load balancer
      And the events on the Service of test are
        | type    | reason                 |
        | Warning | SyncLoadBalancerFailed |
      And the log of cloud-controller-manager has an error that names router-test, unable to read AWS cloud provider config file

  Rule: what cannot be deleted with an NLB is said

    @needs.aws-faults @needs.logs @EIP-265
    Scenario: The log says that the rules made for an NLB cannot be deleted
      Given a cluster on platform AWS
      And the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      And AWS answers calls with
        | operation              | service | answer       | times |
        | DescribeSecurityGroups | ec2     | AccessDenied | 1     |
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test
        """
      Then the log of cloud-controller-manager has an error that names router-test, error deleting instance security group rules, AccessDenied

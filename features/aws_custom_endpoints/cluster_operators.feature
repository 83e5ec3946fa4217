@operators @needs.aws-endpoints
Feature: Cluster operators call AWS at the endpoints in effect
  No operator is configured by itself: each reads the list in the status of the Infrastructure, looks at it again when
  it changes, and tells each of its clients where its service is.

  Background:
    Given a VPC in custom-region-1 with the subnets
      | subnet | zone             | visibility |
      | pub-a  | custom-region-1a | public     |
    And a cluster on platform AWS
    And the admin has run
      """
      aws elb create-load-balancer --load-balancer-name classic --subnets pub-a
      --listeners Protocol=TCP,LoadBalancerPort=80,InstanceProtocol=TCP,InstancePort=80
      """
    And the admin has run
      """
      aws elbv2 create-load-balancer --name network --type network --subnets pub-a
      """
    And the admin has run
      """
      aws route53 change-tags-for-resource --resource-type hostedzone --resource-id private-zone
      --add-tags Key=Name,Value=internal
      """
    And the admin has applied
      """
      kind: DNS
      metadata: {name: cluster}
      spec: {privateZone: {id: null, tags: {Name: internal}}}
      ---
      kind: MachineSet
      metadata: {name: workers, namespace: openshift-machine-api}
      spec:
        replicas: 0
        template:
          spec:
            providerSpec:
              value:
                ami: {id: own-image}
                instanceType: m5.large
                subnet: {id: pub-a}
                loadBalancers: [{name: classic, type: classic}, {name: network, type: network}]
      """

  Rule: one edit of the Infrastructure switches every operator

    @CRE-063 @CRE-078 @CRE-109.a @CRE-109.b @CRE-109.c @CRE-109.d @CRE-109.e @CRE-109.f @CRE-109.g
    Scenario: Every operator calls each of its services at the custom endpoint
      Given the admin has set the custom endpoints
        | service              | url                        |
        | ec2                  | https://ec2.custom.url     |
        | elasticloadbalancing | https://elb.custom.url     |
        | s3                   | https://s3.custom.url      |
        | iam                  | https://iam.custom.url     |
        | route53              | https://route53.custom.url |
        | tagging              | https://tagging.custom.url |
      When the admin runs
        """
        oc apply --server-side --force-conflicts -f - <<EOF
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: robot-1, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: robot-1, namespace: kube-system}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ["s3:*"], resource: "*"}]}
        ---
        {apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: {replicas: 1}}
        ---
        apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: workers, namespace: openshift-machine-api}
        spec: {replicas: 1}
        ---
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test-1, namespace: openshift-ingress-operator}
        spec: {domain: test-1.mycluster.kit.example.com, endpointPublishingStrategy: {type: LoadBalancerService}}
        EOF
        """
      Then it is accepted
      And components called the services at
        | component                 | service              | endpoint                   |
        | ingress-operator          | route53              | https://route53.custom.url |
        | ingress-operator          | elasticloadbalancing | https://elb.custom.url     |
        | ingress-operator          | tagging              | https://tagging.custom.url |
        | image-registry-operator   | s3                   | https://s3.custom.url      |
        | cloud-credential-operator | iam                  | https://iam.custom.url     |
        | machine-api-operator      | ec2                  | https://ec2.custom.url     |
        | machine-api-operator      | elasticloadbalancing | https://elb.custom.url     |
      And the cloud controller manager consumes the stitched cloud config
      And no cluster operator is degraded

    @CRE-110.a @CRE-110.b @CRE-110.c @CRE-110.d
    Scenario: Every operator calls the changed endpoints from then on
      Given the admin has set the custom endpoints
        | service              | url                     |
        | ec2                  | https://ec2.old.url     |
        | elasticloadbalancing | https://elb.old.url     |
        | s3                   | https://s3.old.url      |
        | iam                  | https://iam.old.url     |
        | route53              | https://route53.old.url |
        | tagging              | https://tagging.old.url |
      When the admin runs
        """
        oc apply --server-side --force-conflicts -f - <<EOF
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: robot-1, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: robot-1, namespace: kube-system}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ["s3:*"], resource: "*"}]}
        ---
        {apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: {replicas: 1}}
        ---
        apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: workers, namespace: openshift-machine-api}
        spec: {replicas: 1}
        ---
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test-1, namespace: openshift-ingress-operator}
        spec: {domain: test-1.mycluster.kit.example.com, endpointPublishingStrategy: {type: LoadBalancerService}}
        EOF
        """
      Then components called the services at
        | component                 | service              | endpoint                |
        | ingress-operator          | route53              | https://route53.old.url |
        | ingress-operator          | elasticloadbalancing | https://elb.old.url     |
        | ingress-operator          | tagging              | https://tagging.old.url |
        | image-registry-operator   | s3                   | https://s3.old.url      |
        | cloud-credential-operator | iam                  | https://iam.old.url     |
        | machine-api-operator      | ec2                  | https://ec2.old.url     |
        | machine-api-operator      | elasticloadbalancing | https://elb.old.url     |
      Given the admin has set the custom endpoints
        | service              | url                     |
        | ec2                  | https://ec2.new.url     |
        | elasticloadbalancing | https://elb.new.url     |
        | s3                   | https://s3.new.url      |
        | iam                  | https://iam.new.url     |
        | route53              | https://route53.new.url |
        | tagging              | https://tagging.new.url |
      When the admin runs
        """
        oc apply --server-side --force-conflicts -f - <<EOF
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: robot-2, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: robot-2, namespace: kube-system}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ["s3:*"], resource: "*"}]}
        ---
        {apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: {replicas: 2}}
        ---
        apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: workers, namespace: openshift-machine-api}
        spec: {replicas: 2}
        ---
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test-2, namespace: openshift-ingress-operator}
        spec: {domain: test-2.mycluster.kit.example.com, endpointPublishingStrategy: {type: LoadBalancerService}}
        EOF
        """
      Then components called the services at
        | component                 | service              | endpoint                |
        | ingress-operator          | route53              | https://route53.new.url |
        | ingress-operator          | elasticloadbalancing | https://elb.new.url     |
        | ingress-operator          | tagging              | https://tagging.new.url |
        | image-registry-operator   | s3                   | https://s3.new.url      |
        | cloud-credential-operator | iam                  | https://iam.new.url     |
        | machine-api-operator      | ec2                  | https://ec2.new.url     |
        | machine-api-operator      | elasticloadbalancing | https://elb.new.url     |
      And no cluster operator is degraded
      When the admin runs
        """
        oc -n openshift-ingress-operator delete ingresscontroller test-1
        """
      Then components called the services at
        | component        | service              | endpoint                |
        | ingress-operator | route53              | https://route53.new.url |
        | ingress-operator | elasticloadbalancing | https://elb.new.url     |
        | ingress-operator | tagging              | https://tagging.new.url |

  Rule: operators call the endpoints in effect, not those that the admin asks for

    @CRE-075.a @CRE-075.b @CRE-075.c @CRE-075.d @CRE-075.e
    Scenario: No operator calls an endpoint that did not take effect
      Given the admin has set the custom endpoints
        | service              | url                           |
        | ec2                  | https://ec2.b.example.com     |
        | elasticloadbalancing | https://elb.b.example.com     |
        | s3                   | https://s3.b.example.com      |
        | iam                  | https://iam.b.example.com     |
        | route53              | https://route53.b.example.com |
        | tagging              | https://tagging.b.example.com |
      And the admin has set the custom endpoints
        | service              | url                           |
        | ec2                  | https://ec2.a.example.com     |
        | elasticloadbalancing | https://elb.a.example.com     |
        | s3                   | https://s3.a.example.com      |
        | iam                  | https://iam.a.example.com     |
        | route53              | https://route53.a.example.com |
        | tagging              | https://tagging.a.example.com |
        | kms                  | https://                      |
      When the admin runs
        """
        oc apply --server-side --force-conflicts -f - <<EOF
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: robot-1, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: robot-1, namespace: kube-system}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ["s3:*"], resource: "*"}]}
        ---
        {apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: {replicas: 1}}
        ---
        apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: workers, namespace: openshift-machine-api}
        spec: {replicas: 1}
        ---
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test-1, namespace: openshift-ingress-operator}
        spec: {domain: test-1.mycluster.kit.example.com, endpointPublishingStrategy: {type: LoadBalancerService}}
        EOF
        """
      Then components called the services at
        | component                 | service              | endpoint                      |
        | ingress-operator          | route53              | https://route53.b.example.com |
        | ingress-operator          | elasticloadbalancing | https://elb.b.example.com     |
        | ingress-operator          | tagging              | https://tagging.b.example.com |
        | image-registry-operator   | s3                   | https://s3.b.example.com      |
        | cloud-credential-operator | iam                  | https://iam.b.example.com     |
        | machine-api-operator      | ec2                  | https://ec2.b.example.com     |
        | machine-api-operator      | elasticloadbalancing | https://elb.b.example.com     |
      And the stitched cloud config is the admin's with the overrides
        | service              | url                           | region          |
        | ec2                  | https://ec2.b.example.com     | custom-region-1 |
        | elasticloadbalancing | https://elb.b.example.com     | custom-region-1 |
        | s3                   | https://s3.b.example.com      | custom-region-1 |
        | iam                  | https://iam.b.example.com     | custom-region-1 |
        | route53              | https://route53.b.example.com | custom-region-1 |
        | tagging              | https://tagging.b.example.com | custom-region-1 |

  Rule: without a custom endpoint a service is called at its default endpoint

    Scenario Outline: Operators call all services at their default endpoints, with <list> in effect
      Given the admin has run
        """
        oc patch infrastructure cluster --subresource=status --type=merge
        -p '{"status": {"platformStatus": {"aws": {"serviceEndpoints": <endpoints>}}}}'
        """
      When the admin runs
        """
        oc apply --server-side --force-conflicts -f - <<EOF
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: robot-1, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: robot-1, namespace: kube-system}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ["s3:*"], resource: "*"}]}
        ---
        {apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: {replicas: 1}}
        ---
        apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: workers, namespace: openshift-machine-api}
        spec: {replicas: 1}
        ---
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test-1, namespace: openshift-ingress-operator}
        spec: {domain: test-1.mycluster.kit.example.com, endpointPublishingStrategy: {type: LoadBalancerService}}
        EOF
        """
      Then components called the services at
        | component                 | service              | endpoint             |
        | ingress-operator          | route53              | the default endpoint |
        | ingress-operator          | tagging              | the default endpoint |
        | image-registry-operator   | s3                   | the default endpoint |
        | cloud-credential-operator | iam                  | the default endpoint |
        | machine-api-operator      | ec2                  | the default endpoint |
        | machine-api-operator      | elasticloadbalancing | the default endpoint |
        | cloud-controller-manager  | ec2                  | the default endpoint |
        | cloud-controller-manager  | elasticloadbalancing | the default endpoint |
      And no cluster operator is degraded

      @CRE-111.a
      Examples: there is no list
        | list    | endpoints |
        | no list | null      |

      @CRE-111.b
      Examples: the list is empty
        | list          | endpoints |
        | an empty list | []        |

    @CRE-112 @CRE-113
    Scenario: Only the clients of the one service in the list use a custom endpoint
      Given the admin has set the custom endpoints
        | service | url                        |
        | route53 | https://route53.custom.url |
      When the admin runs
        """
        oc apply --server-side --force-conflicts -f - <<EOF
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: robot-1, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: robot-1, namespace: kube-system}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ["s3:*"], resource: "*"}]}
        ---
        {apiVersion: imageregistry.operator.openshift.io/v1, kind: Config, metadata: {name: cluster}, spec: {replicas: 1}}
        ---
        apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: workers, namespace: openshift-machine-api}
        spec: {replicas: 1}
        ---
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata: {name: test-1, namespace: openshift-ingress-operator}
        spec: {domain: test-1.mycluster.kit.example.com, endpointPublishingStrategy: {type: LoadBalancerService}}
        EOF
        """
      Then components called the services at
        | component                 | service              | endpoint                   |
        | ingress-operator          | route53              | https://route53.custom.url |
        | ingress-operator          | elasticloadbalancing | the default endpoint       |
        | ingress-operator          | tagging              | the default endpoint       |
        | image-registry-operator   | s3                   | the default endpoint       |
        | cloud-credential-operator | iam                  | the default endpoint       |
        | machine-api-operator      | ec2                  | the default endpoint       |
        | machine-api-operator      | elasticloadbalancing | the default endpoint       |
      And no cluster operator is degraded

    @CRE-112 @CRE-114
    Scenario: A client without a custom endpoint for its service calls the default endpoint
      Given the admin has set the custom endpoints
        | service              | url                |
        | elasticloadbalancing | https://elb.custom |
      When the admin runs
        """
        oc -n openshift-machine-api patch machineset workers --type merge -p '{"spec": {"replicas": 1}}'
        """
      Then machine-api-operator called RunInstances at the default endpoint
      And machine-api-operator called RegisterInstancesWithLoadBalancer at https://elb.custom
      And no cluster operator is degraded

  Rule: one endpoint serves every client of its service

    @CRE-115.a @CRE-115.b
    Scenario: One elasticloadbalancing endpoint serves both clients for load balancers
      Given the admin has set the custom endpoints
        | service              | url                |
        | elasticloadbalancing | https://elb.custom |
      When the admin runs
        """
        oc -n openshift-machine-api patch machineset workers --type merge -p '{"spec": {"replicas": 1}}'
        """
      Then machine-api-operator called RegisterInstancesWithLoadBalancer at https://elb.custom
      And machine-api-operator called DescribeTargetGroups at https://elb.custom

    @CRE-115.c
    Scenario: The tagging endpoint serves the client that finds hosted zones by their tags
      Given the admin has set the custom endpoints
        | service              | url                        |
        | elasticloadbalancing | https://elb.custom         |
        | tagging              | https://tagging.custom.url |
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called GetResources at https://tagging.custom.url
      And ingress-operator called ChangeResourceRecordSets at the default endpoint

  Rule: the machine controller takes the endpoints from the Infrastructure, not from Machines

    @CRE-116 @CRE-118 @CRE-119
    Scenario: The machine controller makes a machine at the endpoint that is in effect at that time
      Given the admin has set the custom endpoints
        | service              | url                |
        | ec2                  | https://ec2.old    |
        | elasticloadbalancing | https://elb.custom |
      When the admin runs
        """
        oc -n openshift-machine-api patch machineset workers --type merge -p '{"spec": {"replicas": 1}}'
        """
      Then machine-api-operator called RunInstances at https://ec2.old
      And machine-api-operator called RegisterInstancesWithLoadBalancer at https://elb.custom
      And machine-api-operator called DescribeTargetGroups at https://elb.custom
      Given the admin has set the custom endpoints
        | service | url             |
        | ec2     | https://ec2.new |
      When the admin runs
        """
        oc -n openshift-machine-api patch machineset workers --type merge -p '{"spec": {"replicas": 2}}'
        """
      Then machine-api-operator called RunInstances at https://ec2.new
      And machine-api-operator called RegisterInstancesWithLoadBalancer at the default endpoint
      When the admin runs
        """
        oc -n openshift-machine-api get machine workers-0 -o jsonpath='generation {.metadata.generation} of the specification'
        """
      Then it prints
        """
        generation 2 of the specification
        """
      When the admin runs
        """
        oc -n openshift-machine-api patch machineset workers --type merge -p '{"spec": {"replicas": 0}}'
        """
      Then machine-api-operator called TerminateInstances at https://ec2.new

  Rule: a service that becomes needed later gets its endpoint later

    @CRE-154 @CRE-156 @CRE-157
    Scenario: An operator that begins to need a service fails until the admin adds its endpoint
      Given the endpoint of kms refuses connections
      And the admin has set the custom endpoints
        | service | url                   |
        | s3      | https://s3.custom.url |
      When the admin runs
        """
        oc patch configs cluster --type merge -p '{"spec": {"storage": {"s3": {"keyID": "alias/aws/s3"}}}}'
        """
      Then a cluster operator is degraded because of Could not connect to the endpoint URL: "https://kms.custom-region-1.
      When the admin sets the custom endpoints
        | service | url                    |
        | s3      | https://s3.custom.url  |
        | kms     | https://kms.custom.url |
      Then the custom endpoints in effect are
        | service | url                    |
        | s3      | https://s3.custom.url  |
        | kms     | https://kms.custom.url |
      And image-registry-operator called DescribeKey at https://kms.custom.url
      And no cluster operator is degraded

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
    And the admin has applied
      """
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

    @CRE-063 @CRE-078 @CRE-109
    Scenario: The operators of image registry, credentials, machines and ingress call the endpoints of one list
      When the admin sets the custom endpoints
        | service              | url                        |
        | ec2                  | https://ec2.custom.url     |
        | elasticloadbalancing | https://elb.custom.url     |
        | s3                   | https://s3.custom.url      |
        | iam                  | https://iam.custom.url     |
        | route53              | https://route53.custom.url |
      Then image-registry-operator called ListBuckets at https://s3.custom.url
      When the admin runs
        """
        oc create -f - <<EOF
        apiVersion: cloudcredential.openshift.io/v1
        kind: CredentialsRequest
        metadata: {name: robot, namespace: openshift-cloud-credential-operator}
        spec:
          secretRef: {name: robot, namespace: kube-system}
          providerSpec: {kind: AWSProviderSpec, statementEntries: [{effect: Allow, action: ["s3:*"], resource: "*"}]}
        EOF
        """
      Then cloud-credential-operator called CreateUser at https://iam.custom.url
      And cloud-credential-operator called PutUserPolicy at https://iam.custom.url
      And cloud-credential-operator called CreateAccessKey at https://iam.custom.url
      When the admin runs
        """
        oc -n openshift-machine-api patch machineset workers --type merge -p '{"spec": {"replicas": 1}}'
        """
      Then machine-api-operator called RunInstances at https://ec2.custom.url
      And machine-api-operator called RegisterInstancesWithLoadBalancer at https://elb.custom.url
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at https://route53.custom.url
      And the cloud controller manager consumes the stitched cloud config
      And no cluster operator is degraded

  Rule: each client uses the endpoint of its own service

    @CRE-112 @CRE-113 @CRE-114
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

    @CRE-115
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

@document @needs.installer @needs.aws-endpoints
Feature: Clusters in isolated regions call only the endpoints that the admin names
  A hidden region, an Outpost or GovCloud: every call goes to an endpoint that the admin has named.

  @CRE-001
  Scenario: A cluster in a hidden region comes up without a call to a public host
    Given a VPC in hidden-east-1 with the subnets
      | subnet | zone           | visibility |
      | pub-a  | hidden-east-1a | public     |
      | priv-a | hidden-east-1a | private    |
    And an install-config that publishes External with
      | subnet |
      | pub-a  |
      | priv-a |
    And its amiID is own-image
    And its controlPlane is {name: master, replicas: 1, platform: {aws: {type: m6i.xlarge}}}
    And its compute[0] is {name: worker, replicas: 1, platform: {aws: {type: m6i.large}}}
    And it has the custom endpoints
      | service              | url                        |
      | ec2                  | https://ec2.custom.url     |
      | elasticloadbalancing | https://elb.custom.url     |
      | s3                   | https://s3.custom.url      |
      | iam                  | https://iam.custom.url     |
      | route53              | https://route53.custom.url |
      | tagging              | https://tagging.custom.url |
      | sts                  | https://sts.custom.url     |
    When the install-config is validated
    Then it is accepted
    When the admin creates the manifests
    Then it is accepted
    And no component called a default endpoint
    When the bootstrap host runs
      """
      config-operator render
      --cluster-infrastructure-input-file=manifests/cluster-infrastructure-02-config.yml
      --cloud-provider-config-input-file=manifests/cloud-provider-config.yaml
      --cloud-provider-config-output-file=manifests/cloud-provider-config-generated.yaml
      """
    Then it is accepted
    When the admin creates the cluster
    Then it is accepted
    And installer called CopyImage at https://ec2.custom.url
    And installer called RunInstances at https://ec2.custom.url
    And installer called CreateLoadBalancer at https://elb.custom.url
    And cloud-controller-manager called CreateLoadBalancer at https://elb.custom.url
    And ingress-operator called GetResources at https://tagging.custom.url
    And ingress-operator called ChangeResourceRecordSets at https://route53.custom.url
    And no component called a default endpoint

  @CRE-025
  Scenario: Components call the special endpoints of GovCloud with signatures for its region
    Given a VPC in us-gov-west-1 with the subnets
      | subnet | zone           | visibility |
      | pub-a  | us-gov-west-1a | public     |
      | priv-a | us-gov-west-1a | private    |
    And an install-config that publishes External with
      | subnet |
      | pub-a  |
      | priv-a |
    And its controlPlane is {name: master, replicas: 1, platform: {aws: {type: m6i.xlarge}}}
    And its compute[0] is {name: worker, replicas: 0, platform: {aws: {type: m6i.large}}}
    And it has the custom endpoints
      | service              | url                                     |
      | ec2                  | https://ec2.us-gov-west-1.amazonaws.com |
      | elasticloadbalancing | https://elb.custom.url                  |
      | s3                   | https://s3.custom.url                   |
      | iam                  | https://iam.us-gov.amazonaws.com        |
      | route53              | https://route53.custom.url              |
      | tagging              | https://tagging.custom.url              |
    When the admin creates the cluster
    Then it is accepted
    And installer called RunInstances at https://ec2.us-gov-west-1.amazonaws.com
    And installer called RunInstances with
      | parameter      | value         |
      | signing region | us-gov-west-1 |
    And cloud-controller-manager called DescribeSubnets at https://ec2.us-gov-west-1.amazonaws.com
    And cloud-controller-manager called DescribeSubnets with
      | parameter      | value         |
      | signing region | us-gov-west-1 |
    When the admin destroys the cluster
    Then installer called ListUsers at https://iam.us-gov.amazonaws.com
    And no component called a default endpoint

  @operators @CRE-053
  Scenario: A cluster is destroyed through the custom endpoints of all services, that of tagging included
    Given a VPC in custom-region-1 with the subnets
      | subnet | zone             | visibility |
      | pub-a  | custom-region-1a | public     |
      | priv-a | custom-region-1a | private    |
    And an install-config that publishes External with
      | subnet |
      | pub-a  |
      | priv-a |
    And its amiID is own-image
    And its controlPlane is {name: master, replicas: 1, platform: {aws: {type: m6i.xlarge}}}
    And its compute[0] is {name: worker, replicas: 0, platform: {aws: {type: m6i.large}}}
    And it has the custom endpoints
      | service              | url                        |
      | ec2                  | https://ec2.custom.url     |
      | elasticloadbalancing | https://elb.custom.url     |
      | s3                   | https://s3.custom.url      |
      | iam                  | https://iam.custom.url     |
      | route53              | https://route53.custom.url |
      | tagging              | https://tagging.custom.url |
    When the admin creates the cluster
    Then it is accepted
    And image-registry-operator called CreateBucket at https://s3.custom.url
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
    Then it is accepted
    When the admin destroys the cluster
    Then installer called GetResources at https://tagging.custom.url
    And installer called TerminateInstances at https://ec2.custom.url
    And installer called DeregisterImage at https://ec2.custom.url
    And installer called DeleteLoadBalancer at https://elb.custom.url
    And installer called DeleteBucket at https://s3.custom.url
    And installer called DeleteUser at https://iam.custom.url
    And installer called DeleteHostedZone at https://route53.custom.url
    And no component called a default endpoint

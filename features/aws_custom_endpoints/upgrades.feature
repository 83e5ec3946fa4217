@needs.restart @needs.crd-changes
Feature: Upgrades bring custom endpoints to a cluster, downgrades take them away
  The controller that stitches the cloud config comes with an upgrade. A downgrade takes the fields of the
  Infrastructure away; the controller stays, as nothing prunes what a release no longer has.

  Rule: an upgrade adds the controller that stitches the cloud config

    @CRE-161 @CRE-173.a @CRE-173.b
    Scenario: Components consume the admin's cloud config until an upgrade brings a stitched one
      Given a cluster of release 4.(x-1) on platform AWS
      When the admin changes the cloud config to
        """
        [Global]
        VPC = vpc-test
        """
      Then the stitched cloud config is absent
      And the cloud controller manager consumes the admin's cloud config
      When the cluster is upgraded to release 4.y
      Then the stitched cloud config is the admin's
      And the cloud controller manager consumes the stitched cloud config
      And the Infrastructure shows
        | setting                  | value                 |
        | name of the cloud config | cloud-provider-config |
        | AWS region               | us-east-1             |
        | AWS platform spec        | absent                |
      When the admin sets the custom endpoints
        | service | url               |
        | ec2     | https://ec2.local |
      Then the cloud controller manager consumes the stitched cloud config

    @CRE-084.b
    Scenario: An upgrade brings no stitched cloud config where there is neither an endpoint nor a cloud config
      Given the Infrastructure on platform AWS with
        | setting      | value  |
        | cloud config | absent |
      And a cluster of release 4.(x-1) on platform AWS
      When the cluster is upgraded to release 4.y
      Then the stitched cloud config is absent
      And no cluster operator is degraded

  Rule: a downgrade drops the endpoints and leaves the controller running

    @needs.aws-endpoints @CRE-162 @CRE-166 @CRE-167
    Scenario: A downgrade drops the endpoints for good, the controller goes on and operators call the default endpoints
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And a cluster on platform AWS
      And the admin has set the custom endpoints
        | service | url                        |
        | route53 | https://route53.custom.url |
      When the cluster is upgraded to release 4.(x-1)
      Then the Infrastructure shows
        | setting                            | value                 |
        | AWS platform spec                  | absent                |
        | name of the cloud config in status | absent                |
        | name of the cloud config           | cloud-provider-config |
        | AWS region                         | us-east-1             |
      And the custom endpoints in effect are
        | service | url |
      When the admin runs
        """
        oc -n openshift-config-managed delete configmap kube-cloud-config
        """
      Then the stitched cloud config is the admin's
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then ingress-operator called ChangeResourceRecordSets at the default endpoint
      When the admin sets the API server URL to https://api.elsewhere.example.com:6443
      And the cluster is upgraded to release 4.y
      Then the custom endpoints in effect are
        | service | url |
      And the Infrastructure shows
        | setting           | value  |
        | AWS platform spec | absent |

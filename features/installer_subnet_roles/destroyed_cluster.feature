@document @needs.installer
Feature: A destroyed cluster leaves the account as it found it
  What the cluster made is found by its tags and deleted; what it shared loses its tag. Whatever else is in the account
  stays, such as another cluster in the same VPC.

  Background:
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility | name  |
      | pub-a  | us-east-2a | public     | front |
      | priv-a | us-east-2a | private    | back  |
      | pub-b  | us-east-2b | public     |       |
    And the Elastic IPs eip-1
    And another cluster in the VPC and the account
    And an install-config that publishes External, with the public roles on pub-a and the private roles on priv-a

  Rule: nothing that the cluster made is left, and nothing else is touched

    @ISS-361.1 @ISS-361.2 @ISS-361.3 @ISS-362
    Scenario Outline: A destroyed cluster with IngressControllers of type <type> leaves the rest of the account untouched
      Given its lbType is <type>
      When the admin creates the cluster
      Then it is accepted
      And default has a <type> load balancer in pub-a
      When the admin destroys the cluster
      Then AWS has all that it had before the installation, and nothing else

      Examples:
        | type    |
        | Classic |
        | NLB     |

    @ISS-361.3
    Scenario: A destroyed cluster leaves no zone where the account has more of them than AWS shows at once
      Given the account has 100 more hosted zones
      When the admin creates the cluster
      Then it is accepted
      When the admin destroys the cluster
      Then AWS has all that it had before the installation, and nothing else

    @operators @ISS-361.4
    Scenario: A destroyed cluster takes the users and buckets with it that its operators made
      When the admin creates the cluster
      Then it is accepted
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
      Then AWS has all that it had before the installation, and nothing else

    @needs.aws-faults @ISS-407
    Scenario: A cluster that AWS stopped before anything was made can be destroyed
      Given AWS answers calls with
        | operation  | service | answer                |
        | CreateTags | ec2     | UnauthorizedOperation |
      When the admin creates the cluster
      Then it prints
        """
        UnauthorizedOperation
        """
      When the admin destroys the cluster
      Then it is accepted
      And AWS has all that it had before the installation, and nothing else

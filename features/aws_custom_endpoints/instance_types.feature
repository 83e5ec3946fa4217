@document @needs.installer @needs.aws-endpoints
Feature: Default instance types are those that a region offers
  Which types there are, EC2 says. Where it offers none that has what machines need, the install-config has to name one.

  Rule: a default is of family m4 or m5, large enough for its pool

    @CRE-133 @CRE-134 @CRE-135
    Scenario Outline: Machines in <region> get instance types that the region offers
      Given a VPC in <region> with the subnets
        | subnet | zone      | visibility |
        | pub-a  | <region>a | public     |
        | priv-a | <region>a | private    |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
      When the admin creates the manifests
      Then it is accepted
      And installer called DescribeInstanceTypeOfferings at the default endpoint
      And installer called DescribeInstanceTypeOfferings with
        | parameter      | value    |
        | signing region | <region> |
      And the machines have the instance types <control plane>, <compute>

      Examples:
        | region     | control plane          | compute              |
        | eu-west-1  | m4.xlarge or m5.xlarge | m4.large or m5.large |
        | eu-north-1 | m5.xlarge              | m5.large             |

  Rule: without a default type each pool has to name its own

    @CRE-136 @CRE-158
    Scenario: A region without m4 and m5 demands explicit instance types, and nothing is written
      Given a VPC in ap-southeast-5 with the subnets
        | subnet | zone            | visibility |
        | pub-a  | ap-southeast-5a | public     |
        | priv-a | ap-southeast-5a | private    |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
      When the admin creates the manifests
      Then it is refused because of
        | field                          | names         |
        | controlPlane.platform.aws.type | instance type |
        | compute[0].platform.aws.type   | instance type |
      And it wrote no files

    @CRE-137 @CRE-138
    Scenario: The installer checks each machine pool by itself and takes explicit instance types
      Given a VPC in ap-southeast-5 with the subnets
        | subnet | zone            | visibility |
        | pub-a  | ap-southeast-5a | public     |
        | priv-a | ap-southeast-5a | private    |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
      And its controlPlane.platform is {aws: {type: m6i.xlarge}}
      When the admin creates the manifests
      Then it is refused at compute[0].platform.aws.type because of instance type
      And it wrote no files
      Given its compute[0].platform is {aws: {type: m6i.large}}
      When the admin creates the manifests
      Then it is accepted
      And the machines have the instance types m6i.xlarge, m6i.large

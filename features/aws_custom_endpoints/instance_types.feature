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

    @CRE-137
    Scenario Outline: The installer checks each machine pool by itself and takes explicit instance types: <first>
      Given a VPC in ap-southeast-5 with the subnets
        | subnet | zone            | visibility |
        | pub-a  | ap-southeast-5a | public     |
        | priv-a | ap-southeast-5a | private    |
      And an install-config that publishes External with
        | subnet |
        | pub-a  |
        | priv-a |
      And its <first>.platform is {aws: {type: <its type>}}
      When the admin creates the manifests
      Then it is refused at <other>.platform.aws.type because of instance type
      And it wrote no files
      Given its <other>.platform is {aws: {type: <other type>}}
      When the admin creates the manifests
      Then it is accepted
      And the machines have the instance types m6i.xlarge, m6i.large

      @CRE-138.a
      Examples: the control plane has a type
        | first        | its type   | other      | other type |
        | controlPlane | m6i.xlarge | compute[0] | m6i.large  |

      @CRE-138.b
      Examples: compute machines have a type
        | first      | its type  | other        | other type |
        | compute[0] | m6i.large | controlPlane | m6i.xlarge |

Feature: AWS limits how many Elastic IPs an account has and which load balancers may use them

  Rule: an account has five Elastic IPs in a region unless more were granted

    @EIP-047
    Scenario: AWS allocates a fifth Elastic IP in a region and refuses a sixth
      Given the Elastic IPs eip-1, eip-2, eip-3, eip-4, far-1 in eu-west-1
      When the admin runs
        """
        aws ec2 allocate-address --domain vpc
        """
      Then it prints
        """
        "AllocationId": "eipalloc-
        """
      When the admin runs
        """
        aws ec2 allocate-address --domain vpc
        """
      Then it prints
        """
        (AddressLimitExceeded)
        """
      And it prints
        """
        The maximum number of addresses has been reached.
        """

  Rule: only a load balancer that faces the internet can have Elastic IPs

    @EIP-048
    Scenario: AWS refuses Elastic IPs for an internal Network Load Balancer
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And the Elastic IPs eip-1
      When the admin runs
        """
        aws elbv2 create-load-balancer --name inside --type network --scheme internal --subnet-mappings SubnetId=pub-a,AllocationId=eip-1
        """
      Then it prints
        """
        (InvalidConfigurationRequest)
        """
      And the Elastic IPs eip-1 are free
      When the admin runs
        """
        aws elbv2 create-load-balancer --name outside --type network --scheme internet-facing --subnet-mappings SubnetId=pub-a,AllocationId=eip-1
        """
      Then it prints
        """
        "AllocationId": "eip-1"
        """
      And the Elastic IPs eip-1 are in use

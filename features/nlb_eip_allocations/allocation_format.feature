Feature: The API server accepts only well-formed Elastic IP allocations
  A value is valid if it is `eipalloc-` followed by exactly 17 hexadecimal digits.

  Background:
    Given the API of a cluster with feature set TechPreviewNoUpgrade

  Rule: a valid value is stored as given

    Scenario Outline: The API server accepts the Elastic IPs <value>
      When the admin creates the IngressController test with
        | parameter          | value   |
        | load balancer type | NLB     |
        | EIPs               | <value> |
      Then it is accepted
      And spec of test shows EIPs <value>

      @EIP-037
      Examples: the example of the document
        | what        | value                      |
        | The example | eipalloc-1234567890abcdef1 |

      @EIP-040
      Examples: upper case
        | what       | value                      |
        | Upper case | eipalloc-1234567890ABCDEF1 |

      @EIP-017
      Examples: several, in an order of their own
        | what   | value                                                  |
        | A list | eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefa |

      @EIP-032.2
      Examples: two that differ in case only
        | what       | value                                                  |
        | Two values | eipalloc-1234567890abcdefa, eipalloc-1234567890ABCDEFA |

  Rule: the values of a list differ from each other

    @EIP-032.1
    Scenario Outline: The API server refuses the list <value>, which holds an Elastic IP twice
      When the admin creates the IngressController test with
        | parameter          | value   |
        | load balancer type | NLB     |
        | EIPs               | <value> |
      Then the API server refuses the EIPs because
        """
        eipAllocations cannot contain duplicates
        """
      And no IngressController test exists

      Examples:
        | value                                                                              |
        | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefa                             |
        | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefa |

  Rule: every value begins with eipalloc-

    @EIP-033
    Scenario Outline: The API server refuses <value>, which does not begin with eipalloc-
      When the admin creates the IngressController test with
        | parameter          | value   |
        | load balancer type | NLB     |
        | EIPs               | <value> |
      Then the API server refuses the EIPs[0] because
        """
        eipAllocations should start with 'eipalloc-'
        """
      And no IngressController test exists

      Examples:
        | value                      |
        | eipallox-1234567890abcdef1 |
        | EIPALLOC-1234567890abcdef1 |

  Rule: eipalloc- is followed by 17 hexadecimal digits

    Scenario Outline: The API server refuses <value>, which does not end in 17 hexadecimal digits
      When the admin creates the IngressController test with
        | parameter          | value   |
        | load balancer type | NLB     |
        | EIPs               | <value> |
      Then the API server refuses the EIPs[0] because
        """
        eipAllocations must be 'eipalloc-' followed by exactly 17 hexadecimal characters (0-9, a-f, A-F)
        """
      And no IngressController test exists

      @EIP-034
      Examples: another character, or a hyphen
        | value                      |
        | eipalloc-1x34567890abcdefe |
        | eipalloc-012345678-0123456 |

      @EIP-039
      Examples: the example of the document
        | value                      |
        | eipalloc-1234567890abcdefg |

  Rule: every value is 26 characters long

    @EIP-035 @EIP-038
    Scenario Outline: The API server refuses <value>, which is not 26 characters long
      When the admin creates the IngressController test with
        | parameter          | value   |
        | load balancer type | NLB     |
        | EIPs               | <value> |
      Then the API server refuses the EIPs[0] because
        """
        <reason>
        """
      And no IngressController test exists

      Examples:
        | what               | value                       | reason                                  |
        | One digit too few  | eipalloc-1234567890abcdef   | should be at least 26 chars long        |
        | The short example  | eipalloc-1234567890abcde    | should be at least 26 chars long        |
        | One digit too many | eipalloc-1234567890abcdef12 | Too long: may not be more than 26 bytes |

  Rule: a value is valid exactly if it matches ^eipalloc-[0-9a-fA-F]{17}$

    @EIP-036
    Scenario Outline: The Elastic IP allocation <value> is <verdict>
      When the admin runs
        """
        oc create -f - <<EOF
        apiVersion: operator.openshift.io/v1
        kind: IngressController
        metadata:
          name: test
        spec:
          endpointPublishingStrategy:
            type: LoadBalancerService
            loadBalancer:
              scope: External
              providerParameters:
                type: AWS
                aws:
                  type: NLB
                  networkLoadBalancer:
                    eipAllocations: [<value>]
        EOF
        """
      Then it prints
        """
        <printed>
        """

      Examples: 17 digits
        | value                      | verdict  | printed                                              |
        | eipalloc-00000000000000000 | accepted | ingresscontroller.operator.openshift.io/test created |

      @EIP-035
      Examples: no characters
        | value | verdict | printed                          |
        | ""    | refused | should be at least 26 chars long |

      Examples: 26 characters that are something else
        | value                          | verdict | printed                                       |
        | " eipalloc-1234567890abcdef"   | refused | eipAllocations should start with 'eipalloc-'  |
        | "eipalloc-1234567890abcdef\\n" | refused | followed by exactly 17 hexadecimal characters |
        | "12345678901233566812342345"   | refused | eipAllocations should start with 'eipalloc-'  |

  Rule: the ids that AWS hands out are valid

    @EIP-046
    Scenario: The API server accepts the id of an address that AWS has allocated
      When the admin runs
        """
        aws ec2 allocate-address --domain vpc
        """
      Then it prints
        """
        "AllocationId": "eipalloc-
        """
      Given the Elastic IPs eip-1
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
        | EIPs               | eip-1 |
      Then it is accepted
      And spec of test shows EIPs eip-1

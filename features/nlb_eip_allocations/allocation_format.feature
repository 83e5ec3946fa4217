Feature: The API server accepts only well-formed Elastic IP allocations
  A value is valid if it is `eipalloc-` followed by exactly 17 hexadecimal digits.

  Background:
    Given a cluster on platform AWS

  Rule: a valid value is stored as given

    Scenario Outline: <what> is accepted
      When the admin creates the IngressController test with
        | parameter     | value   |
        | load balancer | NLB     |
        | EIPs          | <value> |
      Then it is accepted
      And spec of test shows EIPs <value>

      @EIP-037
      Examples: the example of the document
        | what             | value                      |
        | The example      | eipalloc-1234567890abcdef1 |

      @EIP-040
      Examples: upper case
        | what             | value                      |
        | Upper case       | eipalloc-1234567890ABCDEF1 |

      @EIP-017
      Examples: several, in an order of their own
        | what             | value                                                  |
        | A list           | eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefa |

  Rule: every value begins with eipalloc-

    @EIP-033
    Scenario Outline: <value> has another beginning
      When the admin creates the IngressController test with
        | parameter     | value   |
        | load balancer | NLB     |
        | EIPs          | <value> |
      Then the API server refuses the EIPs[0] because
        """
        eipAllocations should start with 'eipalloc-'
        """
      And no IngressController test exists

      Examples:
        | value                      |
        | eipallox-1234567890abcdef1 |
        | EIPALLOC-1234567890abcdef1 |

  Rule: 17 hexadecimal digits follow

    Scenario Outline: <value> does not end in 17 hexadecimal digits
      When the admin creates the IngressController test with
        | parameter     | value   |
        | load balancer | NLB     |
        | EIPs          | <value> |
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
    Scenario Outline: <what> is refused for its length
      When the admin creates the IngressController test with
        | parameter     | value   |
        | load balancer | NLB     |
        | EIPs          | <value> |
      Then the API server refuses the EIPs[0] because
        """
        <reason>
        """
      And no IngressController test exists

      Examples:
        | what               | value                       | reason                               |
        | One digit too few  | eipalloc-1234567890abcdef   | should be at least 26 chars long     |
        | The short example  | eipalloc-1234567890abcde    | should be at least 26 chars long     |
        | One digit too many | eipalloc-1234567890abcdef12 | Too long: may not be more than 26 bytes |

  Rule: values differ from each other

    @EIP-032
    Scenario: A value that is given twice is refused
      When the admin creates the IngressController test with
        | parameter     | value                                                  |
        | load balancer | NLB                                                    |
        | EIPs          | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefa |
      Then the API server refuses the EIPs because
        """
        eipAllocations cannot contain duplicates
        """
      And no IngressController test exists

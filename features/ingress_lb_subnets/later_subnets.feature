@later
Feature: In the later revision each type of load balancer has a list of subnet ids and names
  The API server checks the form of both lists, and how many there are. Which subnets there are is for AWS to say.

  Background:
    Given the API of a cluster with feature set TechPreviewNoUpgrade

  @LSS-A01
  Scenario Outline: The API server accepts <subnets> as the subnets of either load balancer type
    When the admin creates the IngressController classic with
      | parameter          | value     |
      | load balancer type | Classic   |
      | subnets            | <subnets> |
    Then it is accepted
    When the admin creates the IngressController network with
      | parameter          | value     |
      | load balancer type | NLB       |
      | subnets            | <subnets> |
    Then it is accepted

    Examples: as many as there may be
      | subnets           |
      | 10 ids            |
      | 10 names          |
      | 4 ids and 6 names |

    Examples: forms at the border
      | subnets                  |
      | subnet-0FCF8E0392F0910D0 |
      | a name of 256 characters |
      | {names: [x]}             |
      | {names: [my-subnet-a]}   |

  @LSS-A01
  Scenario Outline: The API server refuses <subnets> as the subnets of either load balancer type
    When the admin creates the IngressController classic with
      | parameter          | value     |
      | load balancer type | Classic   |
      | subnets            | <subnets> |
    Then the API server refuses the <what> because
      """
      <reason>
      """
    When the admin creates the IngressController network with
      | parameter          | value     |
      | load balancer type | NLB       |
      | subnets            | <subnets> |
    Then the API server refuses the <what> because
      """
      <reason>
      """

    Examples: too many or none
      | subnets           | what         | reason                                       |
      | 11 ids            | subnet ids   | must have at most 10 items                   |
      | 11 names          | subnet names | must have at most 10 items                   |
      | 6 ids and 5 names | subnets      | the total number of subnets cannot exceed 10 |
      | {ids: []}         | subnets      | must specify at least 1 subnet name or id    |

    Examples: one twice
      | subnets                                                     | what         | reason                                 |
      | {ids: [subnet-0fcf8e0392f0910d0, subnet-0fcf8e0392f0910d0]} | subnet ids   | subnet ids cannot contain duplicates   |
      | {names: [ingress-a, ingress-a]}                             | subnet names | subnet names cannot contain duplicates |

    Examples: an id of another form
      | subnets                            | what          | reason                               |
      | {ids: [sbnet-000fcf8e0392f0910d]}  | subnet ids[0] | should match '^subnet-[0-9A-Za-z]+$' |
      | {ids: [subnet-0fcf8e0392f0910d]}   | subnet ids[0] | should be at least 24 chars long     |
      | {ids: [subnet-0fcf8e0392f0910d00]} | subnet ids[0] | may not be more than 24 bytes        |

    Examples: a name of another form
      | subnets                  | what            | reason                                  |
      | {names: ['']}            | subnet names[0] | should be at least 1 chars long         |
      | a name of 257 characters | subnet names[0] | may not be more than 256 bytes          |
      | {names: ['a,b']}         | subnet names[0] | subnet name cannot contain a comma      |
      | {names: [subnet-front]}  | subnet names[0] | subnet name cannot start with 'subnet-' |

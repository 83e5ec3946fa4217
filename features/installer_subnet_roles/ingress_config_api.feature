@document
Feature: The Ingress config takes default subnets for each type of load balancer
  The shape is that of the IngressController's own subnets: ids and names, at most ten, no two alike.

  Background:
    Given the API of a cluster with feature set TechPreviewNoUpgrade

  Rule: either load balancer type, or both, may have default subnets

    Scenario Outline: The Ingress config stores default subnets of <kind> IngressControllers as written
      When the admin sets the default subnets of <kind> IngressControllers to subnet-0fcf8e0392f0910d0
      Then it is accepted
      And the subnets in the cluster are
        | for                         | subnets   |
        | the Ingress config, Classic | <classic> |
        | the Ingress config, NLB     | <nlb>     |

      @ISS-198
      Examples: Classic
        | kind    | classic                  | nlb     |
        | Classic | subnet-0fcf8e0392f0910d0 | nothing |

      @ISS-199
      Examples: NLB
        | kind | classic | nlb                      |
        | NLB  | nothing | subnet-0fcf8e0392f0910d0 |

      @ISS-063 @ISS-211
      Examples: both at once, although only one type is chosen
        | kind | classic                  | nlb                      |
        | all  | subnet-0fcf8e0392f0910d0 | subnet-0fcf8e0392f0910d0 |

    Scenario Outline: The API server accepts an Ingress config whose subnets of <kind> IngressControllers are <what>
      When the admin sets the default subnets of <kind> IngressControllers to <what>
      Then it is accepted
      And the subnets in the cluster are
        | for                         | subnets |
        | the Ingress config, Classic | nothing |
        | the Ingress config, NLB     | nothing |

      @ISS-200.a
      Examples: no block for either type
        | kind | what |
        | all  | null |

      @ISS-200.b
      Examples: an empty block for Classic load balancers
        | kind    | what   |
        | Classic | absent |

      @ISS-200.c
      Examples: an empty block for NLBs
        | kind | what   |
        | NLB  | absent |

  Rule: there are one to ten default subnets, none of them twice

    Scenario Outline: The API server accepts the default subnets <subnets>
      When the admin sets the default subnets of all IngressControllers to <subnets>
      Then it is accepted

      @ISS-213
      Examples: ten in both lists together
        | subnets           |
        | 5 ids and 5 names |

      @ISS-218
      Examples: ten in one list
        | subnets |
        | 10 ids  |

      @ISS-215
      Examples: a list that is empty beside one that is not
        | subnets                       |
        | {ids: [], names: [ingress-a]} |

    Scenario Outline: The API server refuses the default subnets <subnets>
      When the admin sets the default subnets of all IngressControllers to <subnets>
      Then the API server refuses the <what> because
        """
        <reason>
        """

      @ISS-212
      Examples: more than ten in both lists together
        | subnets           | what            | reason                                       |
        | 6 ids and 5 names | default subnets | the total number of subnets cannot exceed 10 |

      @ISS-214
      Examples: none at all
        | subnets              | what            | reason                                    |
        | {}                   | default subnets | must specify at least 1 subnet name or id |
        | {ids: []}            | default subnets | must specify at least 1 subnet name or id |
        | {names: []}          | default subnets | must specify at least 1 subnet name or id |
        | {ids: [], names: []} | default subnets | must specify at least 1 subnet name or id |

      @ISS-216
      Examples: an id twice
        | subnets                                                     | what               | reason                               |
        | {ids: [subnet-0fcf8e0392f0910d0, subnet-0fcf8e0392f0910d0]} | default subnet ids | subnet ids cannot contain duplicates |

      @ISS-219
      Examples: a name twice
        | subnets                         | what                 | reason                                 |
        | {names: [ingress-a, ingress-a]} | default subnet names | subnet names cannot contain duplicates |

      @ISS-217
      Examples: more than ten ids
        | subnets | what               | reason                     |
        | 11 ids  | default subnet ids | must have at most 10 items |

      @ISS-220
      Examples: more than ten names
        | subnets  | what                 | reason                     |
        | 11 names | default subnet names | must have at most 10 items |

  Rule: ids and names have forms that cannot be confused

    Scenario Outline: The API server refuses the default subnet id <id>
      When the admin sets the default subnets of all IngressControllers to {ids: [<id>]}
      Then the API server refuses the default subnet ids[0] because
        """
        <reason>
        """

      @ISS-222
      Examples: another form
        | id                       | reason                               |
        | sbnet-000fcf8e0392f0910d | should match '^subnet-[0-9A-Za-z]+$' |
        | subnet-0fcf8e0392f0910d_ | should match '^subnet-[0-9A-Za-z]+$' |

      @ISS-223
      Examples: another length
        | id                        | reason                           |
        | subnet-0fcf8e0392f0910d   | should be at least 24 chars long |
        | subnet-0fcf8e0392f0910d00 | may not be more than 24 bytes    |

    @ISS-222 @ISS-223
    Scenario: A default subnet id of 24 characters may have capitals
      When the admin sets the default subnets of all IngressControllers to subnet-0FCF8E0392F0910D0
      Then it is accepted

    Scenario Outline: The API server refuses <subnets> as a default subnet name
      When the admin sets the default subnets of all IngressControllers to <subnets>
      Then the API server refuses the default subnet names[0] because
        """
        <reason>
        """

      @ISS-224
      Examples: empty
        | subnets       | reason                          |
        | {names: ['']} | should be at least 1 chars long |

      @ISS-225
      Examples: too long
        | subnets                  | reason                         |
        | a name of 257 characters | may not be more than 256 bytes |

      @ISS-226
      Examples: one that looks like two
        | subnets          | reason                             |
        | {names: ['a,b']} | subnet name cannot contain a comma |

      @ISS-227
      Examples: one that looks like an id
        | subnets                 | reason                                  |
        | {names: [subnet-front]} | subnet name cannot start with 'subnet-' |

    Scenario Outline: The API server accepts <subnets> as a default subnet name
      When the admin sets the default subnets of all IngressControllers to <subnets>
      Then it is accepted

      @ISS-225
      Examples: as long as allowed
        | subnets                  |
        | a name of 256 characters |

      @ISS-227
      Examples: subnet- elsewhere in it
        | subnets                    |
        | {names: [my-subnet-front]} |

  Rule: an IngressController's own subnets have the same rules

    @ISS-205
    Scenario Outline: The Ingress config and an IngressController refuse the subnets <subnets> for the same reason
      When the admin sets the default subnets of Classic IngressControllers to <subnets>
      Then the API server refuses the default subnets because
        """
        <reason>
        """
      When the admin creates the IngressController sharded with
        | parameter          | value     |
        | load balancer type | Classic   |
        | subnets            | <subnets> |
      Then the API server refuses the subnets because
        """
        <reason>
        """

      Examples:
        | subnets           | reason                                       |
        | {}                | must specify at least 1 subnet name or id    |
        | 6 ids and 5 names | the total number of subnets cannot exceed 10 |

    @ISS-205
    Scenario: The Ingress config and an IngressController accept the same ids and names of subnets
      When the admin sets the default subnets of Classic IngressControllers to 5 ids and 5 names
      Then it is accepted
      When the admin creates the IngressController sharded with
        | parameter          | value             |
        | load balancer type | Classic           |
        | subnets            | 5 ids and 5 names |
      Then it is accepted

  Rule: edits of default subnets are judged like the first write

    @ISS-221
    Scenario Outline: A list of default subnet <list> is applied as a whole
      Given the default subnets of all IngressControllers are {<list>: [<one>]}
      When the admin runs
        """
        oc apply --server-side --force-conflicts --field-manager=another -f - <<EOF
        apiVersion: config.openshift.io/v1
        kind: Ingress
        metadata:
          name: cluster
        spec:
          loadBalancer:
            platform:
              type: AWS
              aws:
                type: Classic
                classicLoadBalancer:
                  subnets:
                    <list>: [<other>]
                networkLoadBalancer:
                  subnets:
                    <list>: [<other>]
        EOF
        """
      Then it is accepted
      And the subnets in the cluster are
        | for                         | subnets |
        | the Ingress config, Classic | <other> |
        | the Ingress config, NLB     | <other> |

      Examples:
        | list  | one                      | other                    |
        | ids   | subnet-0fcf8e0392f0910d0 | subnet-0fcf8e0392f0910d1 |
        | names | ingress-a                | ingress-b                |

    @ISS-346
    Scenario Outline: An edit of the default subnets to <subnets> is refused and changes nothing
      Given the default subnets of all IngressControllers are subnet-0fcf8e0392f0910d0
      When the admin sets the default subnets of Classic IngressControllers to <subnets>
      Then the API server refuses the <what> because
        """
        <reason>
        """
      And the subnets in the cluster are
        | for                         | subnets                  |
        | the Ingress config, Classic | subnet-0fcf8e0392f0910d0 |

      Examples:
        | subnets                                                     | what               | reason                                    |
        | {ids: [subnet-0fcf8e0392f0910d0, subnet-0fcf8e0392f0910d0]} | default subnet ids | subnet ids cannot contain duplicates      |
        | {}                                                          | default subnets    | must specify at least 1 subnet name or id |

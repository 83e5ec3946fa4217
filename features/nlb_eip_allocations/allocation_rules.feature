Feature: The API server validates Elastic IPs together with scope and subnets
  Elastic IPs belong to load balancers that face the internet, and where the subnets are given too, there is one
  Elastic IP for each of them.

  Background:
    Given the API of a cluster with feature set TechPreviewNoUpgrade

  Rule: Elastic IPs are allowed with scope External only

    Scenario Outline: The API server accepts scope <scope> where the Elastic IPs are <EIPs>
      When the admin creates the IngressController test with
        | parameter          | value           |
        | load balancer type | NLB             |
        | scope              | <scope>         |
        | NLB parameters     | an empty object |
        | EIPs               | <EIPs>          |
      Then it is accepted

      @EIP-022
      Examples: External
        | scope    | EIPs                                                   |
        | External | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |

      @EIP-023.b
      Examples: Internal without the field
        | scope    | EIPs   |
        | Internal | absent |

      @EIP-A07
      Examples: Internal with what a Go client sends for none
        | scope    | EIPs |
        | Internal | null |

    @EIP-023.a
    Scenario: The API server accepts scope Internal without parameters of the Network Load Balancer
      When the admin creates the IngressController test with
        | parameter          | value    |
        | load balancer type | NLB      |
        | scope              | Internal |
      Then it is accepted

    Scenario Outline: The API server refuses scope Internal where the Elastic IPs are <EIPs>
      When the admin creates the IngressController test with
        | parameter          | value    |
        | load balancer type | NLB      |
        | scope              | Internal |
        | EIPs               | <EIPs>   |
      Then the API server refuses the load balancer parameters because
        """
        eipAllocations are forbidden when the scope is Internal.
        """
      And no IngressController test exists

      @EIP-021 @EIP-141
      Examples: two Elastic IPs
        | EIPs                                                   |
        | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |

      @EIP-025
      Examples: the field is there, and empty
        | EIPs          |
        | an empty list |

    @EIP-024
    Scenario: The scope of an IngressController can become Internal only when its Elastic IPs are removed
      Given the IngressController test with
        | parameter          | value                                                  |
        | load balancer type | NLB                                                    |
        | scope              | External                                               |
        | EIPs               | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |
      When the admin sets the scope of test to Internal
      Then the API server refuses the load balancer parameters because
        """
        eipAllocations are forbidden when the scope is Internal.
        """
      And the IngressController test is unchanged
      When the admin changes the IngressController test to
        | parameter | value    |
        | scope     | Internal |
        | EIPs      | null     |
      Then it is accepted
      And spec of test shows scope Internal
      And spec of test shows no EIPs
      When the admin sets the EIPs of test to eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb
      Then the API server refuses the load balancer parameters because
        """
        eipAllocations are forbidden when the scope is Internal.
        """
      And spec of test shows no EIPs

    Scenario Outline: The API server refuses Elastic IPs with scope Internal even for provider <provider> and type <type>
      When the admin creates the IngressController inside with
        | parameter          | value                      |
        | provider           | <provider>                 |
        | load balancer type | <type>                     |
        | scope              | Internal                   |
        | EIPs               | eipalloc-1234567890abcdefa |
      Then the API server refuses the load balancer parameters because
        """
        eipAllocations are forbidden when the scope is Internal.
        """
      When the admin creates the IngressController outside with
        | parameter          | value                      |
        | provider           | <provider>                 |
        | load balancer type | <type>                     |
        | scope              | External                   |
        | EIPs               | eipalloc-1234567890abcdefa |
      Then it is accepted

      @EIP-180.a
      Examples: another type
        | provider | type    |
        | AWS      | Classic |

      @EIP-180.b
      Examples: another provider
        | provider | type |
        | GCP      | NLB  |

  Rule: there are as many Elastic IPs as subnets where both are given

    Scenario Outline: The API server refuses an NLB whose subnets are <subnets> and whose Elastic IPs are <EIPs>
      When the admin creates the IngressController test with
        | parameter          | value     |
        | load balancer type | NLB       |
        | subnets            | <subnets> |
        | EIPs               | <EIPs>    |
      Then the API server refuses the NLB parameters because
        """
        number of subnets must be equal to number of eipAllocations
        """
      And no IngressController test exists

      @EIP-026.a
      Examples: ids and names, and one Elastic IP too few
        | subnets                                        | EIPs                                                   |
        | subnet-0a1b2c3d4e5f60001, ingress-b, ingress-c | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |

      @EIP-026.b
      Examples: ids and names, and one Elastic IP too many
        | subnets                             | EIPs                                                                               |
        | subnet-0a1b2c3d4e5f60001, ingress-b | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefc |

      @EIP-014 @EIP-027.a
      Examples: ids, and one Elastic IP too many
        | subnets                                            | EIPs                                                                               |
        | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefc |

      @EIP-014 @EIP-027.b
      Examples: ids, and one Elastic IP too few
        | subnets                                            | EIPs                       |
        | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 | eipalloc-1234567890abcdefa |

      @EIP-028.a
      Examples: names, and one Elastic IP too few
        | subnets              | EIPs                       |
        | ingress-a, ingress-b | eipalloc-1234567890abcdefa |

      @EIP-028.b
      Examples: names, and one Elastic IP too many
        | subnets              | EIPs                                                                               |
        | ingress-a, ingress-b | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefc |

      @EIP-030.1
      Examples: an empty list is none
        | subnets                                            | EIPs          |
        | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 | an empty list |

    Scenario Outline: The API server accepts an IngressController whose <type> subnets are <subnets> and whose Elastic IPs are <EIPs>
      When the admin creates the IngressController test with
        | parameter          | value     |
        | load balancer type | <type>    |
        | subnets            | <subnets> |
        | EIPs               | <EIPs>    |
      Then it is accepted

      @EIP-026.c
      Examples: ids and names
        | type | subnets                             | EIPs                                                   |
        | NLB  | subnet-0a1b2c3d4e5f60001, ingress-b | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |

      @EIP-027.c
      Examples: ids
        | type | subnets                                            | EIPs                                                   |
        | NLB  | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |

      @EIP-028.c
      Examples: names
        | type | subnets              | EIPs                                                   |
        | NLB  | ingress-a, ingress-b | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |

      @EIP-029.a
      Examples: subnets alone
        | type | subnets                                            | EIPs   |
        | NLB  | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 | absent |

      @EIP-029.b
      Examples: Elastic IPs alone
        | type | subnets | EIPs                       |
        | NLB  | absent  | eipalloc-1234567890abcdefa |

      @EIP-029.c
      Examples: the subnets of the other type
        | type    | subnets                                            | EIPs                       |
        | Classic | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 | eipalloc-1234567890abcdefa |

      @EIP-030.2
      Examples: a key without a value is no list
        | type | subnets                                            | EIPs |
        | NLB  | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002 | null |

    Scenario Outline: An NLB with two subnet names, an empty list of subnet ids and the Elastic IPs <EIPs> is <verdict>
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
                    subnets: {ids: [], names: [ingress-a, ingress-b]}
                    eipAllocations: [<EIPs>]
        EOF
        """
      Then it prints
        """
        <printed>
        """

      @EIP-026.d
      Examples: one too few
        | verdict | EIPs                       | printed                                                     |
        | refused | eipalloc-1234567890abcdefa | number of subnets must be equal to number of eipAllocations |

      @EIP-026.e
      Examples: as many
        | verdict  | EIPs                                                   | printed                                              |
        | accepted | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb | ingresscontroller.operator.openshift.io/test created |

    @EIP-179.a @EIP-179.b @EIP-179.c @EIP-179.d
    Scenario: The API server refuses to change the number of subnets or of Elastic IPs alone
      Given the IngressController test with
        | parameter          | value                                                  |
        | load balancer type | NLB                                                    |
        | subnets            | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002     |
        | EIPs               | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |
      When the admin sets the subnets of test to subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60003
      Then the API server refuses the NLB parameters because
        """
        number of subnets must be equal to number of eipAllocations
        """
      When the admin sets the EIPs of test to eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefc
      Then the API server refuses the NLB parameters because
        """
        number of subnets must be equal to number of eipAllocations
        """
      When the admin changes the IngressController test to
        | parameter | value                                                                              |
        | subnets   | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60003       |
        | EIPs      | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefc |
      Then it is accepted
      And spec of test shows
        | parameter | value                                                                              |
        | subnets   | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002, subnet-0a1b2c3d4e5f60003       |
        | EIPs      | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefc |
      When the admin sets the subnets of test to null
      Then it is accepted
      And spec of test shows no subnets
      And spec of test shows EIPs eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefc

    @document @eips-alone @EIP-A08
    Scenario: A cluster without the feature gate of the subnets does not compare them with the Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value                                                                              |
        | load balancer type | NLB                                                                                |
        | subnets            | subnet-0a1b2c3d4e5f60001, subnet-0a1b2c3d4e5f60002                                 |
        | EIPs               | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb, eipalloc-1234567890abcdefc |
      Then it is accepted
      And spec of test shows no subnets

  Rule: the list is optional, and at most ten long

    @EIP-044
    Scenario: An NLB needs no Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value |
        | load balancer type | NLB   |
      Then it is accepted
      And spec of test shows no EIPs

    @EIP-031.1
    Scenario: The API server accepts ten Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value                                                                                                                                                                                                                                                                                  |
        | load balancer type | NLB                                                                                                                                                                                                                                                                                    |
        | EIPs               | eipalloc-12345678900000001, eipalloc-12345678900000002, eipalloc-12345678900000003, eipalloc-12345678900000004, eipalloc-12345678900000005, eipalloc-12345678900000006, eipalloc-12345678900000007, eipalloc-12345678900000008, eipalloc-12345678900000009, eipalloc-12345678900000010 |
      Then it is accepted

    @EIP-031.2
    Scenario: The API server refuses eleven Elastic IPs
      When the admin creates the IngressController test with
        | parameter          | value                                                                                                                                                                                                                                                                                                              |
        | load balancer type | NLB                                                                                                                                                                                                                                                                                                                |
        | EIPs               | eipalloc-12345678900000001, eipalloc-12345678900000002, eipalloc-12345678900000003, eipalloc-12345678900000004, eipalloc-12345678900000005, eipalloc-12345678900000006, eipalloc-12345678900000007, eipalloc-12345678900000008, eipalloc-12345678900000009, eipalloc-12345678900000010, eipalloc-12345678900000011 |
      Then the API server refuses the EIPs because
        """
        Too many: 11: must have at most 10 items
        """
      And no IngressController test exists

  Rule: the list may be changed and is always replaced as a whole

    @EIP-045
    Scenario: A second field manager replaces the whole list of Elastic IPs of the first
      Given the admin has run
        """
        oc apply --server-side --field-manager=one -f - <<EOF
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
                    eipAllocations: [eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb]
        EOF
        """
      When the admin runs
        """
        oc apply --server-side --field-manager=two -f - <<EOF
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
                    eipAllocations: [eipalloc-1234567890abcdefc]
        EOF
        """
      Then the API server refuses it because
        """
        .spec.endpointPublishingStrategy.loadBalancer.providerParameters.aws.networkLoadBalancer.eipAllocations
        """
      And spec of test shows EIPs eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb
      When the admin runs
        """
        oc apply --server-side --field-manager=two --force-conflicts -f - <<EOF
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
                    eipAllocations: [eipalloc-1234567890abcdefc]
        EOF
        """
      Then it is accepted
      And spec of test shows EIPs eipalloc-1234567890abcdefc

    @EIP-171.a @EIP-171.b @EIP-171.c
    Scenario: The API server accepts a change, a removal and a new list of Elastic IPs
      Given the IngressController test with
        | parameter          | value                                                  |
        | load balancer type | NLB                                                    |
        | EIPs               | eipalloc-1234567890abcdefa, eipalloc-1234567890abcdefb |
      When the admin sets the EIPs of test to eipalloc-1234567890abcdefc
      Then it is accepted
      And spec of test shows EIPs eipalloc-1234567890abcdefc
      When the admin sets the EIPs of test to null
      Then it is accepted
      And spec of test shows no EIPs
      When the admin sets the EIPs of test to eipalloc-1234567890abcdefa
      Then it is accepted
      And spec of test shows EIPs eipalloc-1234567890abcdefa

  Rule: the field is in networkLoadBalancer and nowhere else

    Scenario Outline: The API server does not know the field <place>
      Given the IngressController test with
        | parameter          | value                      |
        | load balancer type | NLB                        |
        | EIPs               | eipalloc-1234567890abcdefa |
      When the admin runs
        """
        oc -n openshift-ingress-operator patch ingresscontrollers/test --type=merge --patch='{"spec":{"endpointPublishingStrategy":{"loadBalancer":{"providerParameters":<parameters>}}}}'
        """
      Then it is accepted
      And it prints
        """
        Warning: unknown field "spec.endpointPublishingStrategy.loadBalancer.providerParameters.<place>"
        """
      And spec of test shows EIPs eipalloc-1234567890abcdefa

      @EIP-019.1 @EIP-019.a
      Examples: beside the type
        | place              | parameters                                                |
        | aws.eipAllocations | {"aws":{"eipAllocations":["eipalloc-1234567890abcdefb"]}} |

      @EIP-019.1 @EIP-019.b
      Examples: the parameters of the other type
        | place                                  | parameters                                                                        |
        | aws.classicLoadBalancer.eipAllocations | {"aws":{"classicLoadBalancer":{"eipAllocations":["eipalloc-1234567890abcdefb"]}}} |

      @EIP-019.1 @EIP-019.c
      Examples: other providers
        | place              | parameters                                                |
        | gcp.eipAllocations | {"gcp":{"eipAllocations":["eipalloc-1234567890abcdefb"]}} |
        | ibm.eipAllocations | {"ibm":{"eipAllocations":["eipalloc-1234567890abcdefb"]}} |

      @EIP-A01
      Examples: names that the document uses once
        | place                             | parameters                                                                                  |
        | aws.nlbParameters                 | {"aws":{"nlbParameters":{"eipAllocations":["eipalloc-1234567890abcdefb"]}}}                 |
        | aws.networkLoadBalancerParameters | {"aws":{"networkLoadBalancerParameters":{"eipAllocations":["eipalloc-1234567890abcdefb"]}}} |

    @EIP-019.2 @EIP-019.a
    Scenario: Strict validation refuses eipAllocations outside networkLoadBalancer
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
                  eipAllocations: [eipalloc-1234567890abcdefa]
        EOF
        """
      Then the API server refuses it because
        """
        strict decoding error: unknown field "spec.endpointPublishingStrategy.loadBalancer.providerParameters.aws.eipAllocations"
        """
      And no IngressController test exists

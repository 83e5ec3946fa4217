Feature: The AWS parameters of an IngressController have a list of subnets
  The list is one optional field for both types of load balancers. It exists for AWS alone, and at first only in
  clusters that preview it.

  Rule: the field is a list of ids and names

    @LSS-027.1 @LSS-019
    Scenario: A list of subnet ids and names is stored as it is written
      Given the API of a cluster with feature set TechPreviewNoUpgrade
      When the admin creates the IngressController custom with
        | parameter          | value                               |
        | load balancer type | Classic                             |
        | subnets            | subnet-0a1b2c3d4e5f60001, no-such-b |
      Then it is accepted
      And spec of custom shows subnets subnet-0a1b2c3d4e5f60001, no-such-b

    @LSS-027.2
    Scenario Outline: Subnets written as an object <subnets> are refused because they are no list
      Given the API of a cluster with feature set TechPreviewNoUpgrade
      When the admin creates the IngressController custom with
        | parameter          | value     |
        | load balancer type | Classic   |
        | subnets            | <subnets> |
      Then the API server refuses the subnets because
        """
        must be of type array
        """

      Examples:
        | subnets                           |
        | {ids: [subnet-0a1b2c3d4e5f60001]} |
        | {names: [ingress-a]}              |

    Scenario Outline: The Service of an IngressController whose subnets are <subnets> has no subnets annotation
      Given a cluster on platform AWS
      When the admin creates the IngressController custom with
        | parameter          | value     |
        | load balancer type | Classic   |
        | subnets            | <subnets> |
      Then it is accepted
      And the Service of custom has no service.beta.kubernetes.io/aws-load-balancer-subnets annotation

      @LSS-034.a
      Examples: no list
        | subnets |
        | absent  |
        | null    |

      @LSS-034.b
      Examples: a list without elements
        | subnets       |
        | an empty list |

  Rule: the list belongs to the AWS parameters and to nothing else

    @LSS-023
    Scenario Outline: Subnets of provider <provider> are not stored
      Given the API of a cluster with feature set TechPreviewNoUpgrade
      When the admin creates the IngressController custom with
        | parameter          | value                    |
        | provider           | <provider>               |
        | <provider> subnets | subnet-0a1b2c3d4e5f60001 |
      Then it is accepted
      And spec of custom shows no <provider> subnets
      When the admin creates the IngressController strict with
        | parameter          | value                    |
        | provider           | <provider>               |
        | <provider> subnets | subnet-0a1b2c3d4e5f60001 |
        | field validation   | Strict                   |
      Then the API server refuses it because
        """
        unknown field "spec.endpointPublishingStrategy.loadBalancer.providerParameters.
        """

      Examples:
        | provider  |
        | Azure     |
        | GCP       |
        | IBM       |
        | OpenStack |

    @LSS-025
    Scenario: The API server refuses an Application Load Balancer
      Given the API of a cluster with feature set TechPreviewNoUpgrade
      When the admin creates the IngressController custom with
        | parameter          | value                    |
        | load balancer type | ALB                      |
        | subnets            | subnet-0a1b2c3d4e5f60001 |
      Then the API server refuses the load balancer type because
        """
        Unsupported value: "ALB": supported values: "Classic", "NLB"
        """

    @document
    Scenario Outline: The API has no field for <word>
      Given the API of a cluster with feature set TechPreviewNoUpgrade
      When the admin creates the IngressController custom with
        | parameter | value                    |
        | provider  | AWS                      |
        | <word>    | subnet-0a1b2c3d4e5f60001 |
      Then it is accepted
      And spec of custom shows no <word>

      @LSS-029
      Examples: one list for both types of load balancers
        | word                        |
        | classicLoadBalancer.subnets |
        | networkLoadBalancer.subnets |

      @LSS-030
      Examples: no list for every provider
        | word                       |
        | providerParameters.subnets |
        | loadBalancer.subnets       |

    @document @LSS-051
    Scenario: The enhancement adds nothing but the list of subnets to the API
      Given the API of a cluster with feature set TechPreviewNoUpgrade
      Then compared with feature set Default, the API has only these additional fields
        | part   | parameter |
        | spec   | subnets   |
        | status | subnets   |

  Rule: the list comes with its feature gate as a Tech Preview

    @LSS-092 @LSS-094 @LSS-038
    Scenario Outline: Feature set <feature set> has the list of subnets
      Given the API of a cluster with feature set <feature set>
      When the admin creates the IngressController custom with
        | parameter          | value                    |
        | load balancer type | Classic                  |
        | subnets            | subnet-0a1b2c3d4e5f60001 |
      Then spec of custom shows subnets subnet-0a1b2c3d4e5f60001

      Examples:
        | feature set          |
        | TechPreviewNoUpgrade |
        | DevPreviewNoUpgrade  |

    @LSS-092 @LSS-038
    Scenario: Feature set Default has no list of subnets
      Given the API of a cluster with feature set Default
      When the admin creates the IngressController custom with
        | parameter          | value                    |
        | load balancer type | Classic                  |
        | subnets            | subnet-0a1b2c3d4e5f60001 |
      Then it is accepted
      And spec of custom shows no subnets
      When the admin creates the IngressController strict with
        | parameter          | value                    |
        | load balancer type | Classic                  |
        | subnets            | subnet-0a1b2c3d4e5f60001 |
        | field validation   | Strict                   |
      Then the API server refuses it because
        """
        unknown field "spec.endpointPublishingStrategy.loadBalancer.providerParameters.aws.subnets"
        """

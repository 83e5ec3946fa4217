Feature: External platform is a no-op
  Nothing that is built in reacts to platform External. Whoever installs on it gets what an installation on None gives,
  and room for the provider's own components.

  @smoke @EXT-009 @EXT-011 @EXT-017 @EXT-031 @EXT-155 @EXT-166 @EXT-167
  Scenario: External platform is a no-op for every component
    Given a VPC in us-east-1 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-1a | public     |
    When every component runs on platform None and on platform External
    Then both leave the same objects, conditions and events, and make no AWS calls
    And no cluster operator is degraded
    And default publishes on the host network, without a Service
    And the kubelet runs without cloud-provider
    And the kube-controller-manager runs without cloud-provider, cloud-config
    When every component runs on platform None and on platform AWS
    Then they differ only in what these components leave
      | component                        |
      | ingress                          |
      | cluster-cloud-controller-manager |
      | config                           |
      | machine-config                   |
      | machine-api                      |
      | cluster-storage                  |
      | image-registry                   |
      | cluster-network                  |

  @EXT-001 @EXT-005 @EXT-118
  Scenario Outline: A provider called <name> needs no registration with any component
    Given the Infrastructure on platform External with
      | setting       | value  |
      | platform name | <name> |
    When every component runs on platform None and on platform External
    Then both leave the same objects, conditions and events, and make the same AWS calls
    When every component runs on platform External and on platform OpenStack
    Then they differ only in what these components leave
      | component                        |
      | cluster-cloud-controller-manager |
      | machine-config                   |
      | machine-api                      |
      | cluster-storage                  |
      | image-registry                   |
      | cluster-network                  |

    Examples:
      | name       |
      | Unknown    |
      | AcmeCloud  |
      | AWS        |
      | None       |
      | empty      |
      | provider-a |

  Scenario Outline: A cloud controller manager that is <expected> makes no difference to any component
    Given the Infrastructure on platform External with
      | setting                               | value   |
      | state of the cloud controller manager | <state> |
    When every component runs on platform None and on platform External
    Then both leave the same objects, conditions and events, and make the same AWS calls
    When every component runs on platform External and on platform OpenStack
    Then they differ only in what these components leave
      | component                        |
      | cluster-cloud-controller-manager |
      | machine-config                   |
      | machine-api                      |
      | cluster-storage                  |
      | image-registry                   |
      | cluster-network                  |

    @document @EXT-031 @EXT-040
    Examples: in the first phases even an expected one
      | expected | state    |
      | expected | External |

    @EXT-031 @EXT-039.a
    Examples: one that is not expected
      | expected     | state |
      | not expected | None  |

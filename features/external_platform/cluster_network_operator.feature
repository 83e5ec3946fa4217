Feature: The network operator treats External as None
  By the platform it decides whether the cloud-network-config-controller is deployed. Nothing in it is about External, so
  that whatever it does on None it does on External.

  Rule: the platform alone decides on the cloud-network-config-controller

    Scenario Outline: On platform <platform> the cloud-network-config-controller is deployed
      Given a cluster on platform <platform>
      Then the cluster-network operator provides ConfigMap ovnkube-config, cloud-network-config-controller

      @EXT-103 @EXT-104
      Examples:
        | platform  |
        | AWS       |
        | Azure     |
        | GCP       |
        | OpenStack |

    Scenario Outline: On platform <platform> no cloud-network-config-controller is deployed
      Given a cluster on platform <platform>
      Then the cluster-network operator provides ConfigMap ovnkube-config

      @EXT-105
      Examples: providers that are not engaged
        | platform     |
        | AlibabaCloud |
        | IBMCloud     |

      @EXT-103
      Examples: other types
        | platform     |
        | BareMetal    |
        | EquinixMetal |
        | KubeVirt     |
        | Libvirt      |
        | Nutanix      |
        | oVirt        |
        | PowerVS      |
        | VSphere      |

      @EXT-103 @EXT-106
      Examples: no provider
        | platform |
        | External |
        | None     |

    @EXT-107
    Scenario: On platform External no component assigns the address of a CloudPrivateIPConfig
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
      And the admin has applied
        """
        apiVersion: cloud.network.openshift.io/v1
        kind: CloudPrivateIPConfig
        metadata: {name: 10.0.0.42}
        spec: {node: worker-1}
        """
      When the cluster-network operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make no AWS calls
      And no component has changed what the admin has applied

  Rule: nothing in the network operator is about External

    @EXT-106 @EXT-108 @EXT-109
    Scenario: The network operator leaves the same traces on External as on None, and others on AWS
      When the cluster-network operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the conditions of network are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |
      When the cluster-network operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component       |
        | cluster-network |

    @document @EXT-181.a
    Scenario: A cluster on External may be installed with both IP families as on None, but not on AWS
      Given the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Network
        metadata: {name: cluster}
        spec:
          clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}, {cidr: 'fd01::/48', hostPrefix: 64}]
          serviceNetwork: [172.30.0.0/16, 'fd02::/112']
        """
      When the cluster-network operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      And the conditions of network are
        | condition | status |
        | Available | True   |
        | Degraded  | False  |
      When the cluster-network operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component       |
        | cluster-network |
      And a cluster operator is degraded because of AWS is not one of the supported platforms for dual stack

    Scenario Outline: When a running cluster on platform <platform> gets a second IP family, Degraded of network is <degraded>
      Given a cluster on platform <platform>
      And the admin has applied
        """
        apiVersion: config.openshift.io/v1
        kind: Network
        metadata: {name: cluster}
        spec:
          clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}, {cidr: 'fd01::/48', hostPrefix: 64}]
          serviceNetwork: [172.30.0.0/16, 'fd02::/112']
        """
      Then the conditions of network are
        | condition | status     | message   |
        | Degraded  | <degraded> | <message> |

      @EXT-181.b
      Examples: the value to compare with, and a platform that may not
        | platform | degraded | message                                             |
        | None     | False    |                                                     |
        | AWS      | True     | AWS does not allow conversion to dual-stack cluster |

      @document @EXT-181.b
      Examples: External as None
        | platform | degraded | message |
        | External | False    |         |

      @shipped @EXT-A25
      Examples: what shipped refuses
        | platform | degraded | message                                                  |
        | External | True     | External does not allow conversion to dual-stack cluster |

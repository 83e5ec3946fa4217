Feature: The Machine API operator deploys nothing on External
  Of its four controllers only the machine controller is a provider's. Where there is no provider it deploys none of
  them. In a later phase External means that somebody else brings the machine controller.

  Rule: without a provider no controller is deployed

    Scenario Outline: On platform <platform> no Machine API controller is deployed
      Given a cluster on platform <platform>
      Then the machine-api operator provides no objects
      And the conditions of machine-api are
        | condition | status | message                                      |
        | Available | True   | Cluster Machine API Operator is in NoOp mode |
        | Degraded  | False  |                                              |

      @EXT-073
      Examples: External
        | platform |
        | External |

      @EXT-071
      Examples: the value to compare with
        | platform |
        | None     |

      @EXT-072
      Examples: a type that the operator does not know
        | platform |
        | unknown  |

    @EXT-073 @EXT-031 @EXT-069
    Scenario: The Machine API operator leaves the same traces on External as on None, and others on AWS
      When the machine-api operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      When the machine-api operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component   |
        | machine-api |

    @EXT-069
    Scenario: On platform AWS all four Machine API controllers run
      Given a cluster on platform AWS
      Then the machine-api operator provides machineset-controller, nodelink-controller, machine-healthcheck-controller, machine-controller

    @EXT-070
    Scenario: Of the Machine API controllers only the machine controller differs between AWS and GCP
      When the machine-api operator runs on platform AWS and on platform GCP
      Then they differ only in what these components leave
        | component   | part                             |
        | machine-api | the container machine-controller |

  @phase3
  Rule: in a later phase External leaves room for a machine controller

    @document @EXT-029 @EXT-074 @EXT-153
    Scenario: In a later phase the generic Machine API controllers run on External without a machine controller
      Given a cluster on platform External
      Then the machine-api operator provides machineset-controller, nodelink-controller, machine-healthcheck-controller

    @EXT-030
    Scenario: In a later phase no operator changes a third-party machine controller on External
      Given the admin has applied
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: acme-machine-controller, namespace: openshift-machine-api}
        spec:
          selector: {matchLabels: {app: acme}}
          template:
            metadata: {labels: {app: acme}}
            spec: {containers: [{name: machine-controller, image: acme/machine-controller}]}
        """
      And a cluster on platform External
      Then no component has changed what the admin has applied
      And no cluster operator is degraded

    @EXT-179
    Scenario: In a later phase no Machine API controller runs on platform None
      Given a cluster on platform None
      Then the machine-api operator provides no objects

Feature: There is no image registry on External until the admin gives it storage
  The platform decides on the storage of a new registry. On None there is no registry; External counts as None, although
  a type that the operator does not know would get a registry on an empty directory.

  Rule: the platform decides on the storage

    Scenario Outline: On platform <platform> no image registry is deployed
      Given a cluster on platform <platform>
      Then the image-registry operator provides no objects
      And the image-registry runs without storage
      And the conditions of image-registry are
        | condition | status | reason  |
        | Available | True   | Removed |
        | Degraded  | False  | Removed |

      @EXT-088
      Examples: External
        | platform |
        | External |

      @EXT-086
      Examples: the value to compare with
        | platform |
        | None     |

    @EXT-088 @EXT-031 @EXT-085
    Scenario: The image-registry operator leaves the same traces on External as on None, and others on AWS
      When the image-registry operator runs on platform None and on platform External
      Then both leave the same objects, conditions and events, and make the same AWS calls
      When the image-registry operator runs on platform External and on platform AWS
      Then they differ only in what these components leave
        | component      |
        | image-registry |

    Scenario Outline: On platform <platform> the image registry runs with storage <storage>
      Given a cluster on platform <platform>
      Then the image-registry operator provides image-registry
      And the image-registry runs with storage <storage>

      @EXT-087
      Examples: a type that the operator does not know
        | platform | storage  |
        | unknown  | emptyDir |

      @EXT-085
      Examples: AWS
        | platform | storage |
        | AWS      | s3      |

  Rule: the admin may configure storage afterwards

    @EXT-089 @EXT-090
    Scenario Outline: On platform <platform> the image registry runs with the storage <storage> that the admin configures
      Given a cluster on platform <platform>
      And the admin has applied
        """
        apiVersion: imageregistry.operator.openshift.io/v1
        kind: Config
        metadata: {name: cluster}
        spec: {managementState: Managed, storage: <configuration>}
        """
      Then the image-registry operator provides image-registry
      And the image-registry runs with storage <storage>
      And the image-registry runs with <setting> <value>

      @EXT-089.a
      Examples: a persistent volume claim
        | platform | storage | configuration                | setting | value        |
        | External | pvc     | {pvc: {claim: registry-pvc}} | claim   | registry-pvc |
        | None     | pvc     | {pvc: {claim: registry-pvc}} | claim   | registry-pvc |

      @EXT-089.b
      Examples: an object store
        | platform | storage | configuration                                                         | setting  | value                       |
        | External | s3      | {s3: {bucket: images, regionEndpoint: 'https://s3.acme.example.com'}} | endpoint | https://s3.acme.example.com |
        | None     | s3      | {s3: {bucket: images, regionEndpoint: 'https://s3.acme.example.com'}} | endpoint | https://s3.acme.example.com |

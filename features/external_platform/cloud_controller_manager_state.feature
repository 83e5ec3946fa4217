Feature: The installation settles whether a cloud controller manager is expected
  The status of platform External says whether the cluster waits for a cloud controller manager of the provider. The
  installer decides it once. Afterwards the API server keeps anybody from adding, changing or removing it.

  Rule: the first stored status may have any valid state

    Scenario Outline: The API server accepts a new Infrastructure on platform External whose <setting> is <value>
      When an Infrastructure is created on platform External with
        | setting   | value   |
        | <setting> | <value> |
      Then it is accepted
      And the Infrastructure shows
        | setting                               | value     |
        | cloud controller manager in status    | <manager> |
        | state of the cloud controller manager | <state>   |

      @EXT-142.a @EXT-122 @EXT-121.c
      Examples: a provider's cloud controller manager is expected
        | setting                               | value    | manager | state    |
        | state of the cloud controller manager | External | set     | External |

      @EXT-142.b @EXT-123
      Examples: none is expected
        | setting                               | value | manager | state |
        | state of the cloud controller manager | None  | set     | None  |

      @EXT-142.c @EXT-124
      Examples: an explicit empty string
        | setting                               | value | manager | state |
        | state of the cloud controller manager | empty | set     | empty |

      @EXT-142.d @EXT-125 @EXT-121.b
      Examples: no state
        | setting                            | value | manager | state  |
        | cloud controller manager in status | empty | empty   | absent |

      @EXT-142.e @EXT-121.a @EXT-120.b
      Examples: no cloud controller manager
        | setting                  | value | manager | state  |
        | external platform status | empty | absent  | absent |

    Scenario Outline: An external platform status that is <external platform status> is stored as written
      When an Infrastructure is created on platform External with
        | setting                  | value                      |
        | external platform status | <external platform status> |
      Then it is accepted
      And the Infrastructure shows
        | setting                  | value                      |
        | external platform status | <external platform status> |

      @EXT-120.a
      Examples:
        | external platform status |
        | absent                   |

      @EXT-120.b
      Examples:
        | external platform status |
        | empty                    |

    @EXT-126
    Scenario Outline: The API server refuses <state> as the state of the cloud controller manager
      When an Infrastructure is created on platform External with
        | setting                               | value   |
        | state of the cloud controller manager | <state> |
      Then the API server refuses the state of the cloud controller manager because
        """
        Unsupported value: "<state>": supported values: "", "External", "None"
        """

      Examples:
        | state    |
        | external |
        | Enabled  |
        | Internal |
        | Unknown  |

  Rule: a state that is set cannot be changed

    Scenario Outline: The state of the cloud controller manager cannot change from <old> to <new>
      Given the Infrastructure on platform External with
        | setting                               | value |
        | state of the cloud controller manager | <old> |
      When the admin sets the state of the cloud controller manager to <new>
      Then the API server refuses the state of the cloud controller manager because
        """
        state is immutable once set
        """
      And the Infrastructure is unchanged

      @EXT-131.a @EXT-173.2
      Examples: an expected one is no longer expected
        | old      | new  |
        | External | None |

      @EXT-131.b @EXT-173.2
      Examples: an expected one becomes an empty string
        | old      | new   |
        | External | empty |

      @EXT-132.a @EXT-173.2
      Examples: one that is not expected becomes expected
        | old  | new      |
        | None | External |

      @EXT-132.b @EXT-173.2
      Examples: one that is not expected becomes an empty string
        | old  | new   |
        | None | empty |

      @EXT-133.a
      Examples: an explicit empty string counts as set, and does not become External
        | old   | new      |
        | empty | External |

      @EXT-133.b
      Examples: an explicit empty string counts as set, and does not become None
        | old   | new  |
        | empty | None |

    Scenario Outline: The API server accepts an update that repeats the state <state> of the cloud controller manager
      Given the Infrastructure on platform External with
        | setting                               | value   |
        | state of the cloud controller manager | <state> |
      When the admin sets the API server URL to https://api.mycluster.kit.example.com:443
      Then it is accepted
      And the Infrastructure shows
        | setting                               | value                                     |
        | API server URL                        | https://api.mycluster.kit.example.com:443 |
        | state of the cloud controller manager | <state>                                   |

      @EXT-134.a
      Examples:
        | state    |
        | External |

      @EXT-134.b
      Examples:
        | state |
        | None  |

      @EXT-134.c
      Examples:
        | state |
        | empty |

    Scenario Outline: A state of the cloud controller manager that is <old> cannot be removed
      Given the Infrastructure on platform External with
        | setting                               | value |
        | state of the cloud controller manager | <old> |
      When the admin sets the state of the cloud controller manager to absent
      Then the API server refuses the cloud controller manager in status because
        """
        state may not be added or removed once set
        """
      And the Infrastructure is unchanged

      @EXT-135.a
      Examples:
        | old      |
        | External |

      @EXT-135.b
      Examples:
        | old  |
        | None |

      @EXT-135.c
      Examples:
        | old   |
        | empty |

    @EXT-173.1
    Scenario: Nothing in the specification can change the state of the cloud controller manager
      Given the Infrastructure on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
      When the admin sets the cloud controller manager in spec to None
      Then it is accepted
      And the Infrastructure shows
        | setting                               | value    |
        | cloud controller manager in spec      | absent   |
        | state of the cloud controller manager | External |

  Rule: an absent state may become None or empty, but not External

    @EXT-136
    Scenario: An absent state of the cloud controller manager cannot become External
      Given the Infrastructure on platform External with
        | setting                            | value |
        | cloud controller manager in status | empty |
      When the admin sets the state of the cloud controller manager to External
      Then the API server refuses the cloud controller manager in status because
        """
        state may not be added or removed once set
        """
      And the Infrastructure is unchanged

    Scenario Outline: An absent state of the cloud controller manager may become <new>, which is final
      Given the Infrastructure on platform External with
        | setting                            | value |
        | cloud controller manager in status | empty |
      When the admin sets the state of the cloud controller manager to <new>
      Then it is accepted
      And the Infrastructure shows
        | setting                               | value |
        | state of the cloud controller manager | <new> |
      When the admin sets the state of the cloud controller manager to <another>
      Then the API server refuses the state of the cloud controller manager because
        """
        state is immutable once set
        """

      @EXT-137.a
      Examples:
        | new  | another  |
        | None | External |
        | None | empty    |

      @EXT-137.b
      Examples:
        | new   | another  |
        | empty | External |
        | empty | None     |

    @EXT-138
    Scenario: An absent state of the cloud controller manager may stay absent
      Given the Infrastructure on platform External with
        | setting                            | value |
        | cloud controller manager in status | empty |
      When the admin sets the API server URL to https://api.mycluster.kit.example.com:443
      Then it is accepted
      And the Infrastructure shows
        | setting                               | value  |
        | state of the cloud controller manager | absent |

  Rule: the cloud controller manager cannot be added to the status or removed from it

    @EXT-176.b
    Scenario Outline: A cloud controller manager cannot be added to the external platform status by setting the <setting> to <value>
      Given the Infrastructure on platform External with
        | setting                  | value |
        | external platform status | empty |
      When the admin sets the <setting> to <value>
      Then the API server refuses the external platform status because
        """
        <reason>
        """
      And the Infrastructure is unchanged

      @document @EXT-139.a
      Examples: as the document has it
        | setting                               | value    | reason                                           |
        | state of the cloud controller manager | External | cloudControllerManager added or removed once set |

      @shipped @EXT-139.a
      Examples: as released
        | setting                               | value    | reason                                                      |
        | state of the cloud controller manager | External | cloudControllerManager may not be added or removed once set |

      @document @EXT-139.b
      Examples: as the document has it
        | setting                               | value | reason                                           |
        | state of the cloud controller manager | None  | cloudControllerManager added or removed once set |

      @shipped @EXT-139.b
      Examples: as released
        | setting                               | value | reason                                                      |
        | state of the cloud controller manager | None  | cloudControllerManager may not be added or removed once set |

      @document @EXT-139.c
      Examples: as the document has it
        | setting                            | value | reason                                           |
        | cloud controller manager in status | empty | cloudControllerManager added or removed once set |

      @shipped @EXT-139.c
      Examples: as released
        | setting                            | value | reason                                                      |
        | cloud controller manager in status | empty | cloudControllerManager may not be added or removed once set |

    Scenario Outline: The cloud controller manager cannot be removed from an external platform status where the <setting> is <value>
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      When the admin sets the cloud controller manager in status to absent
      Then the API server refuses the external platform status because
        """
        <reason>
        """
      And the Infrastructure is unchanged

      @document @EXT-140.a
      Examples: as the document has it
        | setting                               | value    | reason                                           |
        | state of the cloud controller manager | External | cloudControllerManager added or removed once set |

      @shipped @EXT-140.a
      Examples: as released
        | setting                               | value    | reason                                                      |
        | state of the cloud controller manager | External | cloudControllerManager may not be added or removed once set |

      @document @EXT-140.b
      Examples: as the document has it
        | setting                               | value | reason                                           |
        | state of the cloud controller manager | empty | cloudControllerManager added or removed once set |

      @shipped @EXT-140.b
      Examples: as released
        | setting                               | value | reason                                                      |
        | state of the cloud controller manager | empty | cloudControllerManager may not be added or removed once set |

      @document @EXT-140.c
      Examples: as the document has it
        | setting                            | value | reason                                           |
        | cloud controller manager in status | empty | cloudControllerManager added or removed once set |

      @shipped @EXT-140.c
      Examples: as released
        | setting                            | value | reason                                                      |
        | cloud controller manager in status | empty | cloudControllerManager may not be added or removed once set |

    Scenario Outline: The API server accepts an update in which the <setting> stays <value>
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      When the admin sets the API server URL to https://api.mycluster.kit.example.com:443
      Then it is accepted
      And the Infrastructure shows
        | setting   | value   |
        | <setting> | <value> |

      @EXT-141.a
      Examples:
        | setting                  | value |
        | external platform status | empty |

      @EXT-141.b
      Examples:
        | setting                               | value |
        | state of the cloud controller manager | None  |

    @EXT-143
    Scenario: The external platform status as a whole may be added and removed
      Given the Infrastructure on platform External with
        | setting                  | value  |
        | external platform status | absent |
      When the admin sets the state of the cloud controller manager to External
      Then it is accepted
      When the admin sets the external platform status to absent
      Then it is accepted
      And the Infrastructure shows
        | setting                  | value  |
        | external platform status | absent |

  Rule: while it is gated, the status exists in Tech Preview only

    @gated @EXT-174
    Scenario: While the status is gated, feature set Default drops the cloud controller manager
      When an Infrastructure is created on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
      Then it is accepted
      And the Infrastructure shows
        | setting                            | value  |
        | external platform status           | empty  |
        | cloud controller manager in status | absent |

    @gated @EXT-174
    Scenario: While the status is gated, strict validation in feature set Default refuses the cloud controller manager
      When an Infrastructure is created on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
        | field validation                      | Strict   |
      Then the API server refuses it because
        """
        unknown field "status.platformStatus.external.cloudControllerManager"
        """

    @preview @EXT-175.1
    Scenario: In Tech Preview the API server refuses Enabled as the state of the cloud controller manager
      When an Infrastructure is created on platform External with
        | setting                               | value   |
        | state of the cloud controller manager | Enabled |
      Then the API server refuses the state of the cloud controller manager because
        """
        Unsupported value: "Enabled": supported values: "", "External", "None"
        """

    @preview @EXT-175.2 @EXT-175.3
    Scenario: In Tech Preview a state of the cloud controller manager that is set can be neither changed nor removed
      Given the Infrastructure on platform External with
        | setting                               | value    |
        | state of the cloud controller manager | External |
      When the admin sets the state of the cloud controller manager to None
      Then the API server refuses the state of the cloud controller manager because
        """
        state is immutable once set
        """
      When the admin sets the state of the cloud controller manager to absent
      Then the API server refuses the cloud controller manager in status because
        """
        state may not be added or removed once set
        """

    @preview @EXT-176.a
    Scenario: In Tech Preview the cloud controller manager may be added to the status and removed again
      Given the Infrastructure on platform External with
        | setting                  | value |
        | external platform status | empty |
      When the admin sets the state of the cloud controller manager to External
      Then it is accepted
      When the admin sets the cloud controller manager in status to absent
      Then it is accepted
      And the Infrastructure shows
        | setting                            | value  |
        | cloud controller manager in status | absent |

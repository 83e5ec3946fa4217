Feature: The installation settles whether a cloud controller manager is expected
  The status of platform External says whether the cluster waits for a cloud controller manager of the provider. The
  installer decides it once. Afterwards the API server keeps anybody from adding, changing or removing it.

  Rule: the first stored status may have any valid state

    @EXT-142
    Scenario Outline: The API server accepts a new Infrastructure on platform External whose <setting> is <value>
      When an Infrastructure is created on platform External with
        | setting   | value   |
        | <setting> | <value> |
      Then it is accepted
      And the Infrastructure shows
        | setting                               | value     |
        | cloud controller manager in status    | <manager> |
        | state of the cloud controller manager | <state>   |

      @EXT-122 @EXT-121
      Examples: a provider's cloud controller manager is expected
        | setting                               | value    | manager | state    |
        | state of the cloud controller manager | External | set     | External |

      @EXT-123
      Examples: none is expected
        | setting                               | value | manager | state |
        | state of the cloud controller manager | None  | set     | None  |

      @EXT-124
      Examples: an explicit empty string
        | setting                               | value | manager | state |
        | state of the cloud controller manager | empty | set     | empty |

      @EXT-125 @EXT-121
      Examples: no state
        | setting                            | value | manager | state  |
        | cloud controller manager in status | empty | empty   | absent |

      @EXT-120
      Examples: no cloud controller manager
        | setting                  | value | manager | state  |
        | external platform status | empty | absent  | absent |

    @EXT-120 @EXT-121
    Scenario Outline: An external platform status that is <external platform status> is stored as written
      When an Infrastructure is created on platform External with
        | setting                  | value                      |
        | external platform status | <external platform status> |
      Then it is accepted
      And the Infrastructure shows
        | setting                  | value                      |
        | external platform status | <external platform status> |

      Examples:
        | external platform status |
        | absent                   |
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

    @EXT-004 @EXT-182
    Scenario Outline: An installation that chooses <state> for the cloud controller manager has it in the first stored Infrastructure
      When an Infrastructure is created on platform External with
        | setting                               | value   |
        | state of the cloud controller manager | <state> |
      Then the Infrastructure shows
        | setting                               | value   |
        | state of the cloud controller manager | <state> |

      Examples:
        | state    |
        | External |
        | None     |

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

      @EXT-131 @EXT-173
      Examples: a cloud controller manager is expected
        | old      | new   |
        | External | None  |
        | External | empty |

      @EXT-132 @EXT-173
      Examples: none is expected
        | old  | new      |
        | None | External |
        | None | empty    |

      @EXT-133
      Examples: an explicit empty string counts as set
        | old   | new      |
        | empty | External |
        | empty | None     |

    @EXT-134
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

      Examples:
        | state    |
        | External |
        | None     |
        | empty    |

    @EXT-135
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

      Examples:
        | old      |
        | External |
        | None     |
        | empty    |

    @EXT-173
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

    @EXT-137
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

      Examples:
        | new   | another  |
        | None  | External |
        | empty | External |

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

    @EXT-139 @EXT-176
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

      @document
      Examples: as the document has it
        | setting                               | value    | reason                                           |
        | state of the cloud controller manager | External | cloudControllerManager added or removed once set |
        | state of the cloud controller manager | None     | cloudControllerManager added or removed once set |
        | cloud controller manager in status    | empty    | cloudControllerManager added or removed once set |

      @shipped
      Examples: as released
        | setting                               | value    | reason                                                      |
        | state of the cloud controller manager | External | cloudControllerManager may not be added or removed once set |
        | state of the cloud controller manager | None     | cloudControllerManager may not be added or removed once set |
        | cloud controller manager in status    | empty    | cloudControllerManager may not be added or removed once set |

    @EXT-140
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

      @document
      Examples: as the document has it
        | setting                               | value    | reason                                           |
        | state of the cloud controller manager | External | cloudControllerManager added or removed once set |
        | state of the cloud controller manager | empty    | cloudControllerManager added or removed once set |
        | cloud controller manager in status    | empty    | cloudControllerManager added or removed once set |

      @shipped
      Examples: as released
        | setting                               | value    | reason                                                      |
        | state of the cloud controller manager | External | cloudControllerManager may not be added or removed once set |
        | state of the cloud controller manager | empty    | cloudControllerManager may not be added or removed once set |
        | cloud controller manager in status    | empty    | cloudControllerManager may not be added or removed once set |

    @EXT-141
    Scenario Outline: The API server accepts an update in which the <setting> stays <value>
      Given the Infrastructure on platform External with
        | setting   | value   |
        | <setting> | <value> |
      When the admin sets the API server URL to https://api.mycluster.kit.example.com:443
      Then it is accepted
      And the Infrastructure shows
        | setting   | value   |
        | <setting> | <value> |

      Examples:
        | setting                               | value |
        | external platform status              | empty |
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

    @preview @EXT-175
    Scenario: In Tech Preview the API server refuses Enabled as the state of the cloud controller manager
      When an Infrastructure is created on platform External with
        | setting                               | value   |
        | state of the cloud controller manager | Enabled |
      Then the API server refuses the state of the cloud controller manager because
        """
        Unsupported value: "Enabled": supported values: "", "External", "None"
        """

    @preview @EXT-175
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

    @preview @EXT-176
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

"""CRDs of the Infrastructure whose rules on platform External miss one case: one value, one transition, one field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant

from .crd_editing import Schema, change, drop
from .infrastructure_crd import CRD, MANAGER, NAME, SETTINGS, STATE, STATUS

STAYS = "self == oldSelf"
PRESENCE = "has(self.state) == has(oldSelf.state)"
ABSENT_MAY_CHANGE = "!has(oldSelf.state)"
SAME = "has(self.cloudControllerManager) == has(oldSelf.cloudControllerManager)"
ADDED = "!has(oldSelf.cloudControllerManager) && has(self.cloudControllerManager)"
REMOVED = "has(oldSelf.cloudControllerManager) && !has(self.cloudControllerManager)"


def _rule(expression: str) -> Callable[[Schema], None]:
    def edit(node: Schema) -> None:
        node["x-kubernetes-validations"][0]["rule"] = expression

    return edit


def _with(**keywords: Any) -> Callable[[Schema], None]:
    return lambda node: node.update(keywords)


def _property(name: str) -> Callable[[Schema], None]:
    return lambda node: node["properties"].update({name: {"type": "string"}})


def _may_become(old: str, new: str) -> Callable[[Schema], None]:
    return _rule(f"{STAYS} || (oldSelf == '{old}' && self == '{new}')")


def _may_be_removed(state: str) -> Callable[[Schema], None]:
    return _rule(f"{PRESENCE} || (has(oldSelf.state) ? oldSelf.state == '{state}' : self.state != 'External')")


def _state(which: str, state: str) -> str:
    manager = f"{which}.cloudControllerManager"
    return f"has({manager}.state) && {manager}.state == '{state}'"


# name -> ids, what is wrong, where, how
CHANGES: dict[str, tuple[str, str, tuple[str, ...], Callable[[Schema], None]]] = {
    # the types
    "with-any-type-in-spec": ("EXT-024.a", "takes any type in spec", ("spec.platformSpec.type",), drop("enum")),
    "with-any-type-in-status": ("EXT-024.b", "takes any type in status", ("status.platformStatus.type",), drop("enum")),
    # the settings
    "with-a-name-demanded": (
        "EXT-114.b",
        "demands that a provider is named",
        SETTINGS,
        _with(**{"x-kubernetes-validations": [{"rule": "self.platformName != 'Unknown'", "message": "name it"}]}),
    ),
    "with-names-as-of-labels": ("EXT-116", "limits names to the length of labels", NAME, _with(maxLength=63)),
    "with-names-of-letters": ("EXT-116", "takes only letters in names", NAME, _with(pattern="^[A-Za-z]+$")),
    "with-a-region-in-status": ("EXT-008.2", "has a region in status", STATUS, _property("region")),
    "with-an-endpoint-in-status": ("EXT-008.2", "has an endpoint of the manager in status", MANAGER, _property("url")),
    "with-credentials-in-spec": ("EXT-008.1", "has a name of credentials in spec", SETTINGS, _property("credentials")),
    # a state that changes
    "with-state-none-after-external": ("EXT-131.a", "forgets a manager", STATE, _may_become("External", "None")),
    "with-empty-state-after-external": ("EXT-131.b", "empties an expected state", STATE, _may_become("External", "")),
    "with-state-external-after-none": ("EXT-132.a", "adds a manager later", STATE, _may_become("None", "External")),
    "with-empty-state-after-none": ("EXT-132.b", "takes an empty state for None", STATE, _may_become("None", "")),
    "with-state-external-after-empty": (
        "EXT-133.a",
        "takes an empty state for none",
        STATE,
        _may_become("", "External"),
    ),
    "with-state-none-after-empty": ("EXT-133.b", "takes None for an empty state", STATE, _may_become("", "None")),
    # a state that stays
    **{
        f"with-unrepeatable-state-{name}": (ids, f"refuses that the state stays {name}", STATE, _rule(rule))
        for name, ids, rule in (
            ("external", "EXT-134.a", f"{STAYS} && self != 'External'"),
            ("none", "EXT-134.b", f"{STAYS} && self != 'None'"),
            ("empty", "EXT-134.c", f"{STAYS} && self != ''"),
        )
    },
    # a state that comes and goes
    "with-removable-state-external": ("EXT-135.a", "lets External be removed", MANAGER, _may_be_removed("External")),
    "with-removable-state-none": ("EXT-135.b", "lets None be removed", MANAGER, _may_be_removed("None")),
    "with-removable-empty-state": ("EXT-135.c", "lets an empty state be removed", MANAGER, _may_be_removed("")),
    "with-only-empty-after-absence": (
        "EXT-137.a",
        "refuses None for an absent state",
        MANAGER,
        _rule(f"{PRESENCE} || ({ABSENT_MAY_CHANGE} && self.state == '')"),
    ),
    "with-only-none-after-absence": (
        "EXT-137.b",
        "refuses the empty state for an absent one",
        MANAGER,
        _rule(f"{PRESENCE} || ({ABSENT_MAY_CHANGE} && self.state == 'None')"),
    ),
    # a manager that comes and goes
    "with-manager-added-with-external": (
        "EXT-139.a",
        "lets an expected manager be added",
        STATUS,
        _rule(f"{SAME} || ({ADDED} && {_state('self', 'External')})"),
    ),
    "with-manager-added-with-none": (
        "EXT-139.b",
        "lets a manager be added that is not expected",
        STATUS,
        _rule(f"{SAME} || ({ADDED} && {_state('self', 'None')})"),
    ),
    "with-manager-added-without-state": (
        "EXT-139.c",
        "lets a manager without a state be added",
        STATUS,
        _rule(f"{SAME} || ({ADDED} && !has(self.cloudControllerManager.state))"),
    ),
    "with-manager-removed-with-external": (
        "EXT-140.a",
        "lets an expected manager be removed",
        STATUS,
        _rule(f"{SAME} || ({REMOVED} && {_state('oldSelf', 'External')})"),
    ),
    "with-manager-removed-with-empty-state": (
        "EXT-140.b",
        "lets a manager with an empty state be removed",
        STATUS,
        _rule(f"{SAME} || ({REMOVED} && {_state('oldSelf', '')})"),
    ),
    "with-manager-removed-without-state": (
        "EXT-140.c",
        "lets a manager without a state be removed",
        STATUS,
        _rule(f"{SAME} || ({REMOVED} && !has(oldSelf.cloudControllerManager.state))"),
    ),
    "with-unrepeatable-empty-status": (
        "EXT-141.a",
        "refuses that an empty status stays",
        STATUS,
        _rule(f"{SAME} && has(self.cloudControllerManager)"),
    ),
    "with-unrepeatable-manager": (
        "EXT-141.b",
        "refuses that a status with a manager stays",
        STATUS,
        _rule(f"{SAME} && !has(self.cloudControllerManager)"),
    ),
}

MUTANTS = [
    Mutant(f"infrastructure-crd-{name}", tuple(ids.split()), story, change(CRD, paths, edit))
    for name, (ids, story, paths, edit) in CHANGES.items()
]

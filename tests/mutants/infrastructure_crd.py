"""CRDs of the Infrastructure that get platform External wrong: a rule that is missing, or one too many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.api import external_platform
from enhancement_kit.reference.api.schema import validations

from .crd_editing import Schema, change, drop

CRD = "infrastructures.config.openshift.io"
TYPES = ("spec.platformSpec.type", "status.platformStatus.type", "status.platform")
SPEC = ("spec.platformSpec",)
SETTINGS = ("spec.platformSpec.external",)
NAME = ("spec.platformSpec.external.platformName",)
PLATFORM_STATUS = ("status.platformStatus",)
STATUS = ("status.platformStatus.external",)
MANAGER = ("status.platformStatus.external.cloudControllerManager",)
STATE = ("status.platformStatus.external.cloudControllerManager.state",)


def _infrastructure(paths: tuple[str, ...], edit: Callable[[Schema], None]) -> Callable[[Patcher], None]:
    return change(CRD, paths, edit)


def _without(*values: str) -> Callable[[Schema], None]:
    return lambda node: node.update(enum=[v for v in node["enum"] if v not in values])


def _with(**keywords: Any) -> Callable[[Schema], None]:
    return lambda node: node.update(keywords)


def _property(name: str) -> Callable[[Schema], None]:
    def edit(node: Schema) -> None:
        node.setdefault("properties", {})[name] = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}

    return edit


def _without_external(node: Schema) -> None:
    del node["properties"]["external"]


def _rule(expression: str) -> Callable[[Schema], None]:
    def edit(node: Schema) -> None:
        node["x-kubernetes-validations"][0]["rule"] = expression

    return edit


# name -> ids, what is wrong, where, how
CHANGES: dict[str, tuple[tuple[str, ...], str, tuple[str, ...], Callable[[Schema], None]]] = {
    "without-type-external": (
        ("EXT-012.1", "EXT-016", "EXT-112.1", "EXT-149", "EXT-159"),
        "does not have the platform type External without a feature gate",
        TYPES,
        _without("External"),
    ),
    "with-lower-case-external": (
        ("EXT-016", "EXT-112.2"),
        "also takes the type in lower case",
        TYPES,
        lambda node: node["enum"].append("external"),
    ),
    "without-earlier-types": (("EXT-113",), "gives up the earlier types", TYPES, _with(enum=["External"])),
    "with-any-type": (("EXT-024",), "takes any platform type", TYPES, drop("enum")),
    "without-external-settings": (
        ("EXT-012.2", "EXT-014.1", "EXT-015", "EXT-114.b", "EXT-114.c"),
        "has no external settings",
        SPEC,
        _without_external,
    ),
    "with-settings-made-up": (
        ("EXT-114.a", "EXT-163.3"),
        "defaults external settings into every platform",
        SETTINGS,
        _with(default={}),
    ),
    "without-default-name": (
        ("EXT-115",),
        "leaves an unnamed provider without a name",
        NAME,
        drop("default"),
    ),
    "with-short-names": (("EXT-114.c", "EXT-116"), "limits the length of names", NAME, _with(maxLength=7)),
    "with-machine-api-settings": (
        ("EXT-008.1", "EXT-151"),
        "has a setting for the Machine API",
        SETTINGS,
        _property("machineAPI"),
    ),
    "with-manager-in-spec": (
        ("EXT-144", "EXT-172", "EXT-173.1"),
        "has the cloud controller manager in the specification",
        SETTINGS,
        _property("cloudControllerManager"),
    ),
    "without-external-status": (
        ("EXT-012.3", "EXT-014.1", "EXT-120.b", "EXT-121.b", "EXT-121.c"),
        "has no external status",
        PLATFORM_STATUS,
        _without_external,
    ),
    "with-status-made-up": (("EXT-120.a",), "defaults an external status", STATUS, _with(default={})),
    "with-manager-made-up": (
        ("EXT-120.b", "EXT-121.a", "EXT-142.e"),
        "defaults a cloud controller manager",
        MANAGER,
        _with(default={}),
    ),
    "with-state-made-up": (("EXT-121.b", "EXT-125", "EXT-142.d"), "defaults a state", STATE, _with(default="")),
    "without-state-external": (
        ("EXT-121.c", "EXT-122", "EXT-142.a"),
        "lacks state External",
        STATE,
        _without("External"),
    ),
    "without-state-none": (("EXT-123", "EXT-142.b"), "lacks state None", STATE, _without("None")),
    "without-empty-state": (("EXT-124", "EXT-142.c"), "lacks the empty state", STATE, _without("")),
    "with-any-state": (("EXT-126", "EXT-175.1"), "takes any state", STATE, drop("enum")),
    "with-mutable-state": (
        ("EXT-131", "EXT-132", "EXT-133", "EXT-137.2", "EXT-173.2", "EXT-175.2"),
        "lets the state change",
        STATE,
        drop("state is immutable once set"),
    ),
    "with-unrepeatable-state": (("EXT-134",), "refuses a state that stays", STATE, _rule("self != oldSelf")),
    "with-removable-state": (
        ("EXT-135", "EXT-136", "EXT-175.3"),
        "lets the state come and go",
        MANAGER,
        drop("state may not be added or removed once set"),
    ),
    "with-final-absence": (
        ("EXT-137.1",),
        "keeps an absent state absent",
        MANAGER,
        _rule("has(self.state) == has(oldSelf.state)"),
    ),
    "with-demanded-state": (
        ("EXT-138",),
        "demands a state on every update",
        MANAGER,
        _rule("has(self.state) || has(oldSelf.state)"),
    ),
    "with-removable-manager": (
        ("EXT-139", "EXT-140", "EXT-176.b"),
        "lets the cloud controller manager come and go",
        STATUS,
        drop("x-kubernetes-validations"),
    ),
    "with-manager-while-gated": (
        ("EXT-174",),
        "has the cloud controller manager in the default feature set while it was gated",
        STATUS,
        _property("cloudControllerManager"),
    ),
    "with-its-own-rule-while-gated": (
        ("EXT-176.a",),
        "has the rule of the status while it was gated",
        STATUS,
        _with(**{"x-kubernetes-validations": validations(external_platform.STATUS_RULES["document"])}),
    ),
    "with-unrepeatable-status": (
        ("EXT-141",),
        "refuses a status that stays",
        STATUS,
        _rule("has(self.cloudControllerManager) != has(oldSelf.cloudControllerManager)"),
    ),
}

MUTANTS = [
    Mutant(f"infrastructure-crd-{name}", ids, story, _infrastructure(paths, edit))
    for name, (ids, story, paths, edit) in CHANGES.items()
]

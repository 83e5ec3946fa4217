"""Operators that do not do on platforms with a provider what they are known for, or do not say what they did."""

from __future__ import annotations

from collections.abc import Callable

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.platform_components import reactions

from .source_editing import edited

COMPONENTS = "platform_components"
TABLE = f"enhancement_kit.reference.{COMPONENTS}.reactions:REACTIONS"
REGISTRY = f"{COMPONENTS}.image_registry_operator"
STORAGE = f"{COMPONENTS}.cluster_storage_operator"
CREDENTIALS = f"{COMPONENTS}.cloud_credential_operator"
OPERATOR = f"{COMPONENTS}.operator"
RENDERING = f"{COMPONENTS}.machine_config_operator"


def _only(component: str, *platforms: str) -> Callable[[Patcher], None]:
    """Let a component know only these platforms; on all others it does what it does on one that it does not know."""
    row = reactions.REACTIONS[component]
    known = {kind: cell for kind, cell in row.items() if kind in (*platforms, reactions.OTHER)}
    return lambda patcher: patcher.replace(TABLE, {**reactions.REACTIONS, component: known})


def _as_aws(component: str) -> Callable[[Patcher], None]:
    """Let a component do on every platform with a provider what it does on AWS."""
    row = reactions.REACTIONS[component]
    idle = (reactions.NOTHING, reactions.REMOVED)
    same = {kind: cell if cell in idle or kind == reactions.OTHER else row["AWS"] for kind, cell in row.items()}
    return lambda patcher: patcher.replace(TABLE, {**reactions.REACTIONS, component: same})


MUTANTS = [
    Mutant(
        "registry-has-empty-directories-only",
        ("EXT-191",),
        "knows the storage of no platform",
        _only("image-registry-operator"),
    ),
    Mutant(
        "registry-stores-in-s3-on-every-cloud",
        ("EXT-191.a",),
        "stores images in S3 on every cloud",
        _as_aws("image-registry-operator"),
    ),
    edited(
        "registry-calls-itself-removed",
        "EXT-191.a",
        "says of a registry that runs that it is removed",
        f"{REGISTRY}:decide",
        'Condition("Removed", "False")',
        'Condition("Removed", "True")',
    ),
    edited(
        "registry-does-not-say-that-it-is-gone",
        "EXT-191.b",
        "leaves out of its configuration that the registry is removed",
        f"{REGISTRY}:decide",
        'detail=[*removed()[:3], Condition("Removed", "True", "Removed", GONE)]',
        "detail=removed()[:3]",
    ),
    edited(
        "registry-is-available-without-storage",
        "EXT-192",
        "calls a registry available that has no storage",
        f"{REGISTRY}:decide",
        'Condition("Available", "False", "StorageNotConfigured", text)',
        'Condition("Available", "True", "StorageNotConfigured", text)',
    ),
    Mutant(
        "mao-runs-one-machine-controller-everywhere",
        ("EXT-193",),
        "runs the machine controller of AWS on every cloud",
        _as_aws("machine-api-operator"),
    ),
    Mutant(
        "mao-knows-only-aws",
        ("EXT-193",),
        "takes every other platform for one that it does not know",
        _only("machine-api-operator", "AWS"),
    ),
    edited(
        "storage-does-not-say-why",
        "EXT-194.a",
        "does not say that the platform is not supported",
        f"{STORAGE}:decide",
        "return Outcome(detail=idle())",
        "return Outcome(detail=idle()[1:])",
    ),
    edited(
        "storage-does-not-name-the-driver",
        "EXT-194.b",
        "says nothing about the driver",
        f"{STORAGE}:decide",
        "return Outcome(driver_objects(situation.reaction), detail=detail)",
        "return Outcome(driver_objects(situation.reaction))",
    ),
    edited(
        "cco-ignores-in-silence",
        "EXT-195",
        "writes no status of requests",
        f"{CREDENTIALS}:answer",
        "if status != before:",
        "if status == before:",
    ),
    edited(
        "cco-calls-ignored-requests-provisioned",
        "EXT-195.a",
        "says of every request that it is fulfilled",
        f"{CREDENTIALS}:answer",
        '"provisioned": condition.status == "False"',
        '"provisioned": True',
    ),
    edited(
        "cco-never-calls-requests-provisioned",
        "EXT-195.b",
        "says of no request that it is fulfilled",
        f"{CREDENTIALS}:answer",
        '"provisioned": condition.status == "False"',
        '"provisioned": False',
    ),
    edited(
        "operators-take-a-missing-type-for-none",
        "EXT-196",
        "takes a platform type that is missing for None",
        f"{COMPONENTS}.library_go:platform_type",
        'kind = str(status.get("type") or "")',
        'kind = str(status.get("type") or "None")',
    ),
    edited(
        "operators-overlook-missing-parts",
        "EXT-197.1",
        "puts nothing right in an object that exists",
        f"{OPERATOR}:ensure",
        "if holds(current, wanted):",
        "if holds(current, wanted) or current:",
    ),
    edited(
        "mco-overlooks-a-missing-unit",
        "EXT-197.1",
        "puts nothing right in a MachineConfig that exists",
        f"{RENDERING}:ensure",
        'elif current["spec"] != desired["spec"]:',
        "elif not current:",
    ),
    edited(
        "operators-do-not-look-at-what-they-own",
        "EXT-197.1",
        "does not notice that an object is gone",
        f"{OPERATOR}:Operator.controllers",
        "kinds = {INFRASTRUCTURE, *self.owns, *self.reads,",
        "kinds = {INFRASTRUCTURE, *self.reads,",
    ),
    edited(
        "mco-does-not-look-at-machine-configs",
        "EXT-197.1",
        "does not notice that a MachineConfig is gone",
        f"{RENDERING}:controllers",
        "(INFRASTRUCTURE, MACHINE_CONFIG, MACHINE_CONFIG_POOL)",
        "(INFRASTRUCTURE, MACHINE_CONFIG_POOL)",
    ),
    edited(
        "machines-have-no-tags",
        "EXT-199",
        "runs instances without the tags of their machines",
        f"{COMPONENTS}.machine_controller:run",
        'TagSpecifications=[{"ResourceType": "instance", "Tags": tags}],',
        "TagSpecifications=[],",
    ),
    edited(
        "machines-leave-their-instances",
        "EXT-199",
        "lets the instance of a machine that is deleted run on",
        f"{COMPONENTS}.machine_controller:take_away",
        "if instance:",
        "if not instance:",
    ),
    edited(
        "machine-sets-only-grow",
        "EXT-199",
        "deletes no machine that a set no longer asks for",
        f"{COMPONENTS}.machine_controller:reconcile_set",
        "for surplus in sorted(set(machines) - wanted - gone):",
        "for surplus in sorted(set(machines) - wanted - set(machines)):",
    ),
    edited(
        "machines-lose-the-labels-of-their-set",
        "EXT-199",
        "does not take over the labels of the template",
        f"{COMPONENTS}.machine_controller:machine",
        '(template.get("metadata") or {}).get("labels") or {}',
        "{}",
    ),
    edited(
        "operators-write-over-what-others-added",
        "EXT-197.2",
        "replaces a whole object where a part of it differs",
        f"{OPERATOR}:ensure",
        "store.update(resource, overlaid(current, wanted))",
        'store.update(resource, {**wanted, "metadata": {**current["metadata"], "annotations": {}}})',
    ),
]

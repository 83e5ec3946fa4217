"""Config operators that confuse the owners of objects, and APIs with other settings of AWS."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.config_operator import cloud_config, mirror, stitching
from enhancement_kit.reference.runtime import ReconcileError
from enhancement_kit.reference.runtime.resources import CONFIG_MAP

CONFIG = "enhancement_kit.reference.config_operator"
COMPONENTS = "enhancement_kit.reference.components"
STITCHED = ("openshift-config-managed", "kube-cloud-config")
SYNC = "enhancement_kit.reference.cluster_cloud_controller_manager_operator.config_sync"
ENDPOINTS = "enhancement_kit.reference.api.service_endpoints"
TEXT = {"type": "string"}


# ---- the API ---------------------------------------------------------------------------------------------------------


def _api(change: Callable[[dict[str, Any], dict[str, Any]], None]) -> Callable[[Patcher], None]:
    """Change the schemas of platformSpec and of platformStatus.aws."""

    def edit(crds: list[dict[str, Any]]) -> None:
        crd = next(c for c in crds if c["metadata"]["name"] == "infrastructures.config.openshift.io")
        root = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
        status = root["status"]["properties"]["platformStatus"]["properties"]["aws"]
        change(root["spec"]["properties"]["platformSpec"], status)

    return lambda patcher: patcher.crds(edit)


def _region_in_spec(spec: dict[str, Any], _: dict[str, Any]) -> None:
    spec["properties"]["aws"]["properties"]["region"] = TEXT


def _no_region_in_status(_: dict[str, Any], status: dict[str, Any]) -> None:
    del status["properties"]["region"]


def _few(spec: dict[str, Any], _: dict[str, Any]) -> None:
    spec["properties"]["aws"]["properties"]["serviceEndpoints"]["maxItems"] = 5


def _aws_required(spec: dict[str, Any], _: dict[str, Any]) -> None:
    spec["x-kubernetes-validations"] = [{"rule": "has(self.aws) && has(self.aws.serviceEndpoints)", "message": "aws"}]


# ---- mirroring -------------------------------------------------------------------------------------------------------


def _writes_at_each_start(patcher: Patcher) -> None:
    def eager(old: Callable[..., Any]) -> Callable[..., Any]:
        def reconcile(op: Any, key: str) -> Any:
            result = old(op, key)
            found = mirror.infrastructure.read(op)
            known = mirror.infrastructure.endpoints_in_status(found or {})
            if found is not None and known and not hasattr(op, "greeted"):
                op.greeted = True
                mirror.write(op, found, [])
                mirror.write(op, mirror.infrastructure.read(op) or {}, known)
            return result

        return reconcile

    patcher.wrap(f"{CONFIG}.mirror:reconcile", eager)


def _puts_them_elsewhere(patcher: Patcher) -> None:
    def elsewhere(op: Any, found: Any, endpoints: Any) -> None:
        change = {"metadata": {"annotations": {"endpoints": str(endpoints)}}}
        op.store.patch(mirror.INFRASTRUCTURE, found, change)

    patcher.replace(f"{CONFIG}.mirror:write", elsewhere)


def _half_entries(patcher: Patcher) -> None:
    def without_patterns(spec: dict[str, Any], status: dict[str, Any]) -> None:
        for node in (spec["properties"]["aws"], status):
            for member in ("name", "url"):
                node["properties"]["serviceEndpoints"]["items"]["properties"][member].pop("pattern", None)

    _api(without_patterns)(patcher)
    patcher.replace(f"{ENDPOINTS}:problems", lambda endpoints, path: [])


def _unnamed(patcher: Patcher) -> None:
    patcher.replace(f"{ENDPOINTS}:unnamed", lambda endpoints, path: iter(()))
    patcher.replace("enhancement_kit.reference.config_operator.stitching:overrides", lambda endpoints, region: "")


def _duplicates(patcher: Patcher) -> None:
    patcher.replace(f"{ENDPOINTS}:duplicates", lambda endpoints, path: iter(()))


# ---- stitching -------------------------------------------------------------------------------------------------------


def _writes_the_source(patcher: Patcher) -> None:
    def both(old: Callable[..., None]) -> Callable[..., None]:
        def apply(op: Any, found: Any, wanted: Any) -> None:
            old(op, found, wanted)
            source = op.store.find(CONFIG_MAP, cloud_config.SOURCE_NAMESPACE, "cloud-provider-config")
            if source is not None and "stitched" not in (source["metadata"].get("annotations") or {}):
                op.store.patch(CONFIG_MAP, source, {"metadata": {"annotations": {"stitched": "true"}}})

        return apply

    patcher.wrap(f"{CONFIG}.cloud_config:apply", both)


def _reads_another_namespace(patcher: Patcher) -> None:
    def elsewhere(old: Callable[..., Any]) -> Callable[..., Any]:
        def read_source(op: Any, name: str) -> Any:
            other = op.store.find(CONFIG_MAP, "default", name) if name else None
            return stitching.Content.of(other) if other is not None else old(op, name)

        return read_source

    patcher.wrap(f"{CONFIG}.cloud_config:read_source", elsewhere)


def _needs_a_source(patcher: Patcher) -> None:
    def strict(old: Callable[..., Any]) -> Callable[..., Any]:
        def read_source(op: Any, name: str) -> Any:
            if not name:
                raise ReconcileError("no cloud config")
            return old(op, name)

        return read_source

    patcher.wrap(f"{CONFIG}.cloud_config:read_source", strict)


def _leaves_leftovers(patcher: Patcher) -> None:
    patcher.wrap(
        f"{CONFIG}.cloud_config:apply",
        lambda old: lambda op, found, wanted: None if wanted.empty else old(op, found, wanted),
    )


def _drops(part: str) -> Callable[[Patcher], None]:
    def only_the_configuration(old: Callable[..., Any]) -> Callable[..., Any]:
        def renamed(source: Any, key: str) -> Any:
            found = old(source, key)
            plain = {k: v for k, v in found.data.items() if k == stitching.KEY or part != "data"}
            return stitching.Content(plain, {} if part == "binary" else found.binary)

        return renamed

    return lambda patcher: patcher.wrap(f"{CONFIG}.stitching:renamed", only_the_configuration)


def _does_not_refer(patcher: Patcher) -> None:
    patcher.replace(f"{CONFIG}.cloud_config:refer", lambda op, found, reference: None)


# ---- the consumer ----------------------------------------------------------------------------------------------------


def _consumes_the_admins(patcher: Patcher) -> None:
    def admins(old: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def source(store: Any) -> Any:
            found = store.find(CONFIG_MAP, "openshift-config", "cloud-provider-config")
            return (found, "config") if found is not None else old(store)

        return source

    patcher.wrap(f"{SYNC}:source", admins)


def _falls_back_on_nothing(patcher: Patcher) -> None:
    def strict(old: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda store: old(store) if store.find(CONFIG_MAP, *STITCHED) is not None else None

    patcher.wrap(f"{SYNC}:source", strict)


def _drops_unknown_sections(patcher: Patcher) -> None:
    def known(old: Callable[..., Any]) -> Callable[..., Any]:
        def consumed(config_map: Any, key: str) -> Any:
            result = copy.deepcopy(old(config_map, key))
            result["data"]["cloud.conf"] = result["data"]["cloud.conf"].split("[NobodyKnows")[0]
            return result

        return consumed

    patcher.wrap(f"{SYNC}:consumed", known)


# ---- releases --------------------------------------------------------------------------------------------------------


def _never_delivered(patcher: Patcher) -> None:
    patcher.replace(f"{COMPONENTS}:delivered", lambda name, release: name != "config-operator")


def _pruned(patcher: Patcher) -> None:
    patcher.replace(f"{COMPONENTS}:delivered", lambda name, release: True)


def _keeps_unknown_fields(patcher: Patcher) -> None:
    def edit(crds: list[dict[str, Any]]) -> None:
        crd = next(c for c in crds if c["metadata"]["name"] == "infrastructures.config.openshift.io")
        root = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
        for part in (root["spec"], root["status"], root["status"]["properties"]["platformStatus"]["properties"]["aws"]):
            part["x-kubernetes-preserve-unknown-fields"] = True

    patcher.crds(edit)


def _mirrors_everywhere(patcher: Patcher) -> None:
    def mirror_all(old: Callable[..., Any]) -> Callable[..., Any]:
        def reconcile(op: Any, key: str) -> Any:
            found = mirror.infrastructure.read(op) or {}
            asked = mirror.infrastructure.endpoints_in_spec(found)
            if asked and asked != mirror.infrastructure.endpoints_in_status(found):
                mirror.write(op, found, asked)
            return old(op, key)

        return reconcile

    patcher.wrap(f"{CONFIG}.mirror:reconcile", mirror_all)


def _adds_its_own(patcher: Patcher) -> None:
    def more(old: Callable[..., Any]) -> Callable[..., Any]:
        def consumed(config_map: Any, key: str) -> Any:
            result = copy.deepcopy(old(config_map, key))
            result["data"]["cloud.conf"] += "\n; managed\n"
            return result

        return consumed

    patcher.wrap(f"{SYNC}:consumed", more)


MUTANTS = [
    Mutant("endpoints-region-in-spec", ("CRE-056",), "lets the admin set the region", _api(_region_in_spec)),
    Mutant("endpoints-no-region", ("CRE-076",), "has no region in status", _api(_no_region_in_status)),
    Mutant("endpoints-kept-elsewhere", ("CRE-054",), "puts the endpoints into an annotation", _puts_them_elsewhere),
    Mutant("endpoints-five-at-most", ("CRE-060.a",), "takes a list of five at most", _api(_few)),
    Mutant(
        "endpoints-need-aws",
        ("CRE-059.a", "CRE-059.b", "CRE-059.c"),
        "demands the AWS part of platformSpec",
        _api(_aws_required),
    ),
    Mutant("endpoints-half-an-entry", ("CRE-172",), "takes entries without name or url", _half_entries),
    Mutant("endpoints-without-a-name", ("CRE-172",), "takes an entry for no service", _unnamed),
    Mutant("endpoints-twice-in-status", ("CRE-176.c",), "mirrors two entries for one service", _duplicates),
    Mutant("endpoints-written-again", ("CRE-074.a",), "writes what is in effect at each start", _writes_at_each_start),
    Mutant("stitching-writes-the-source", ("CRE-097.1",), "writes to the admin's ConfigMap", _writes_the_source),
    Mutant("stitching-needs-a-source", ("CRE-083.a", "CRE-083.b"), "fails without a cloud config", _needs_a_source),
    Mutant("stitching-leaves-leftovers", ("CRE-084.a",), "never deletes its ConfigMap", _leaves_leftovers),
    Mutant("stitching-drops-other-data", ("CRE-086",), "copies the configuration alone", _drops("data")),
    Mutant("stitching-drops-binary-data", ("CRE-086",), "copies no binary data", _drops("binary")),
    Mutant("stitching-does-not-refer", ("CRE-096",), "leaves status.cloudConfig empty", _does_not_refer),
    Mutant("stitching-reads-another-namespace", ("CRE-095.a",), "prefers namespace default", _reads_another_namespace),
    Mutant("upgrade-brings-no-controller", ("CRE-161.1",), "stitches nothing after an upgrade", _never_delivered),
    Mutant("downgrade-removes-the-controller", ("CRE-162",), "stops the controller in a downgrade", _pruned),
    Mutant("downgrade-keeps-the-fields", ("CRE-166.1",), "preserves unknown fields", _keeps_unknown_fields),
    Mutant("endpoints-mirrored-everywhere", ("CRE-074.b",), "mirrors on any platform", _mirrors_everywhere),
    Mutant("consumer-has-no-fallback", ("CRE-173.a",), "leaves the manager without a config", _falls_back_on_nothing),
    Mutant("consumer-drops-sections", ("CRE-107", "CRE-081.a"), "drops what it does not know", _drops_unknown_sections),
    Mutant(
        "consumer-reads-the-admins-config",
        ("CRE-081.a", "CRE-173.b"),
        "gives the manager the admin's config",
        _consumes_the_admins,
    ),
    Mutant("consumer-adds-its-own", ("CRE-081.a", "CRE-107"), "adds to the manager's configuration", _adds_its_own),
]

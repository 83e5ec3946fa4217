"""Config operators that mix up whose object is whose, and APIs that know other settings of AWS."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from enhancement_kit.harness.deviants import Deviant, Patcher
from enhancement_kit.reference.config_operator import cloud_config, mirror, stitching
from enhancement_kit.reference.runtime import ReconcileError
from enhancement_kit.reference.runtime.resources import CONFIG_MAP

CONFIG = "enhancement_kit.reference.config_operator"
SYNC = "enhancement_kit.reference.cluster_cloud_controller_manager_operator.config_sync"
ENDPOINTS = "enhancement_kit.reference.api.service_endpoints"
TEXT = {"type": "string"}


# ---- the API ---------------------------------------------------------------------------------------------------------


def _api(change: Callable[[dict[str, Any], dict[str, Any]], None]) -> Callable[[Patcher], None]:
    """A change of the schemas of platformSpec and of platformStatus.aws."""

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


def _adds_its_own(patcher: Patcher) -> None:
    def more(old: Callable[..., Any]) -> Callable[..., Any]:
        def consumed(config_map: Any, key: str) -> Any:
            result = copy.deepcopy(old(config_map, key))
            result["data"]["cloud.conf"] += "\n; managed\n"
            return result

        return consumed

    patcher.wrap(f"{SYNC}:consumed", more)


DEVIANTS = [
    Deviant("endpoints-region-in-spec", ("CRE-056",), "lets the admin set the region", _api(_region_in_spec)),
    Deviant("endpoints-no-region", ("CRE-076",), "has no region in status", _api(_no_region_in_status)),
    Deviant("endpoints-kept-elsewhere", ("CRE-054",), "puts the endpoints into an annotation", _puts_them_elsewhere),
    Deviant("endpoints-five-at-most", ("CRE-060",), "takes a list of five at most", _api(_few)),
    Deviant("endpoints-need-aws", ("CRE-059",), "demands the AWS part of platformSpec", _api(_aws_required)),
    Deviant("endpoints-half-an-entry", ("CRE-172",), "takes entries without name or url", _half_entries),
    Deviant("endpoints-twice-in-status", ("CRE-176",), "mirrors two entries for one service", _duplicates),
    Deviant("endpoints-written-again", ("CRE-074",), "writes what is in effect at each start", _writes_at_each_start),
    Deviant("stitching-writes-the-source", ("CRE-097",), "writes to the admin's ConfigMap", _writes_the_source),
    Deviant("stitching-needs-a-source", ("CRE-083",), "fails without a cloud config", _needs_a_source),
    Deviant("stitching-leaves-leftovers", ("CRE-084",), "never deletes its ConfigMap", _leaves_leftovers),
    Deviant("stitching-drops-other-data", ("CRE-086",), "copies the configuration alone", _drops("data")),
    Deviant("stitching-drops-binary-data", ("CRE-086",), "copies no binary data", _drops("binary")),
    Deviant("stitching-does-not-refer", ("CRE-096",), "leaves status.cloudConfig empty", _does_not_refer),
    Deviant(
        "consumer-reads-the-admins-config", ("CRE-081",), "gives the manager the admin's config", _consumes_the_admins
    ),
    Deviant("consumer-adds-its-own", ("CRE-081", "CRE-107"), "adds to the manager's configuration", _adds_its_own),
]

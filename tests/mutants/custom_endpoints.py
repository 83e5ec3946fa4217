"""Config operators and consumers that get custom AWS endpoints wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.api import service_endpoints
from enhancement_kit.reference.config_operator import infrastructure, mirror, stitching
from enhancement_kit.reference.runtime import ReconcileError, Result

CONFIG = "enhancement_kit.reference.config_operator"
OPERATOR = "enhancement_kit.reference.ingress_operator"
MANAGER = "enhancement_kit.reference.cloud_controller_manager"
ENDPOINTS = "enhancement_kit.reference.api.service_endpoints"
INFRASTRUCTURES = "infrastructures.config.openshift.io"


# ---- mirroring -------------------------------------------------------------------------------------------------------


def _does_not_mirror(patcher: Patcher) -> None:
    patcher.replace(f"{CONFIG}.mirror:write", lambda op, found, endpoints: None)


def _ignores_removal(patcher: Patcher) -> None:
    patcher.wrap(f"{CONFIG}.mirror:write", lambda old: lambda op, found, new: old(op, found, new) if new else None)


def _validates_nothing(patcher: Patcher) -> None:
    patcher.replace(f"{ENDPOINTS}:problems", lambda endpoints, path: [])


def _accepts_duplicates(patcher: Patcher) -> None:
    patcher.replace(f"{ENDPOINTS}:duplicates", lambda endpoints, path: iter(()))


def _without_url_rule(rule: Callable[..., str]) -> Callable[[Patcher], None]:
    rules = tuple(r for r in service_endpoints.URL_RULES if r is not rule)
    return lambda patcher: patcher.replace(f"{ENDPOINTS}:URL_RULES", rules)


def _takes_the_valid_ones(patcher: Patcher) -> None:
    def part(old: Callable[..., Result]) -> Callable[..., Result]:
        def reconcile(op: Any, key: str) -> Result:
            try:
                return old(op, key)
            except ReconcileError:
                found = infrastructure.read(op)
                asked = infrastructure.endpoints_in_spec(found or {})
                valid = {e["name"]: e for e in reversed(asked) if not service_endpoints.url_problem(e["url"])}
                mirror.write(op, found or {}, mirror.ordered(list(valid.values())))
                raise

        return reconcile

    patcher.wrap(f"{CONFIG}.mirror:reconcile", part)


def _clears_on_error(patcher: Patcher) -> None:
    def clearing(old: Callable[..., Result]) -> Callable[..., Result]:
        def reconcile(op: Any, key: str) -> Result:
            try:
                return old(op, key)
            except ReconcileError:
                mirror.write(op, infrastructure.read(op) or {}, [])
                raise

        return reconcile

    patcher.wrap(f"{CONFIG}.mirror:reconcile", clearing)


def _gives_up(patcher: Patcher) -> None:
    def once(old: Callable[..., Result]) -> Callable[..., Result]:
        def reconcile(op: Any, key: str) -> Result:
            if op.outcomes.get(mirror.NAME):
                raise ReconcileError(op.outcomes[mirror.NAME])
            return old(op, key)

        return reconcile

    patcher.wrap(f"{CONFIG}.mirror:reconcile", once)


def _looks_at_spec_only(patcher: Patcher) -> None:
    def on_change(old: Callable[..., Result]) -> Callable[..., Result]:
        def reconcile(op: Any, key: str) -> Result:
            generation = (infrastructure.read(op) or {"metadata": {}})["metadata"].get("generation", 0)
            if getattr(op, "handled", None) == generation:
                return Result()
            op.handled = generation
            return old(op, key)

        return reconcile

    patcher.wrap(f"{CONFIG}.mirror:reconcile", on_change)


def _endpoint_lists(crds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the schema nodes of the endpoint lists in spec and in status."""
    infrastructures = next(c for c in crds if c["metadata"]["name"] == INFRASTRUCTURES)
    root = infrastructures["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
    places = (root["spec"]["properties"]["platformSpec"], root["status"]["properties"]["platformStatus"])
    return [place["properties"]["aws"]["properties"]["serviceEndpoints"] for place in places]


def _takes_any_url(patcher: Patcher) -> None:
    def without_patterns(crds: list[dict[str, Any]]) -> None:
        for node in _endpoint_lists(crds):
            node["items"]["properties"]["url"].pop("pattern")

    patcher.crds(without_patterns)
    _validates_nothing(patcher)
    _looks_at_spec_only(patcher)


def _immutable(patcher: Patcher) -> None:
    def freeze(crds: list[dict[str, Any]]) -> None:
        spec, _ = _endpoint_lists(crds)
        spec["x-kubernetes-validations"] = [{"rule": "self == oldSelf", "message": "immutable"}]

    patcher.crds(freeze)


# ---- stitching -------------------------------------------------------------------------------------------------------


def _stitches_nothing(patcher: Patcher) -> None:
    patcher.replace(f"{CONFIG}.stitching:overrides", lambda endpoints, region: "")


def _loses_the_last(patcher: Patcher) -> None:
    patcher.wrap(f"{CONFIG}.stitching:overrides", lambda old: lambda endpoints, region: old(endpoints[:-1], region))


def _signs_for_another_region(patcher: Patcher) -> None:
    patcher.wrap(
        f"{CONFIG}.stitching:override",
        lambda old: lambda *a: old(*a).replace(f"SigningRegion = {a[2]}", "SigningRegion = eu-west-1"),
    )


def _drops_the_admins(patcher: Patcher) -> None:
    patcher.replace(f"{CONFIG}.stitching:text_of", lambda source, key: "")


def _reformats(patcher: Patcher) -> None:
    def tidy(old: Callable[..., Any]) -> Callable[..., Any]:
        def renamed(source: Any, key: str) -> Any:
            found = old(source, key)
            lines = [line.split(";")[0].strip() for line in found.data.get(stitching.KEY, "").splitlines()]
            return stitching.Content({**found.data, stitching.KEY: "\n".join(lines)}, found.binary)

        return renamed

    patcher.wrap(f"{CONFIG}.stitching:renamed", tidy)


def _repeats_the_key(patcher: Patcher) -> None:
    def both(old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda source, key: stitching.Content({**source.data, **old(source, key).data}, source.binary)

    patcher.wrap(f"{CONFIG}.stitching:renamed", both)


def _reads_the_source_once(patcher: Patcher) -> None:
    def first(old: Callable[..., Any]) -> Callable[..., Any]:
        def read_source(op: Any, name: str) -> Any:
            # before there are endpoints, the scenario is still setting up its own configuration
            if not infrastructure.endpoints_in_status(infrastructure.read(op) or {}):
                op.source = old(op, name)
            return op.source

        return read_source

    patcher.wrap(f"{CONFIG}.cloud_config:read_source", first)


def _stitches_once(patcher: Patcher) -> None:
    def first(old: Callable[..., Any]) -> Callable[..., Any]:
        def apply(op: Any, found: Any, wanted: Any) -> None:
            if "ServiceOverride" in wanted.data.get(stitching.KEY, ""):
                op.stitched = getattr(op, "stitched", wanted)
            old(op, found, getattr(op, "stitched", wanted))

        return apply

    patcher.wrap(f"{CONFIG}.cloud_config:apply", first)


def _writes_on_change_only(patcher: Patcher) -> None:
    def changed(old: Callable[..., None]) -> Callable[..., None]:
        def apply(op: Any, found: Any, wanted: Any) -> None:
            if getattr(op, "written", None) != wanted:
                op.written = wanted
                old(op, found, wanted)

        return apply

    patcher.wrap(f"{CONFIG}.cloud_config:apply", changed)


def _merges(patcher: Patcher) -> None:
    patcher.replace(f"{CONFIG}.stitching:check_source", lambda text: None)


def _minds_the_same_service_only(patcher: Patcher) -> None:
    def lenient(old: Callable[[str], None]) -> Callable[[str], None]:
        return lambda text: old(text) if "= ec2" in text else None

    patcher.wrap(f"{CONFIG}.stitching:check_source", lenient)


def _does_not_probe(patcher: Patcher) -> None:
    patcher.replace(f"{CONFIG}.cloud_config:unreachable", lambda op, endpoints: [])


# ---- consumers -------------------------------------------------------------------------------------------------------


def _operator_ignores_endpoints(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.cluster_config:custom_endpoints", lambda infrastructure: ())


def _operator_reads_spec(patcher: Patcher) -> None:
    patcher.replace(
        f"{OPERATOR}.cluster_config:custom_endpoints",
        lambda found: tuple((e["name"], e["url"]) for e in infrastructure.endpoints_in_spec(found)),
    )


def _operator_reads_once(patcher: Patcher) -> None:
    known: list[Any] = []

    def first(old: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def read(found: Any) -> Any:
            if not known and old(found):
                known.append(old(found))
            return known[0] if known else ()

        return read

    patcher.wrap(f"{OPERATOR}.cluster_config:custom_endpoints", first)


def _operator_has_its_own(patcher: Patcher) -> None:
    patcher.wrap(
        f"{OPERATOR}.cluster_config:custom_endpoints",
        lambda old: lambda found: old(found) or (("route53", "https://route53.us-gov.amazonaws.com"),),
    )


MIRRORED = ("CRE-061", "CRE-066.1", "CRE-065.1", "CRE-067.a", "CRE-067.b", "CRE-068.1", "CRE-105")

MUTANTS = [
    Mutant(
        "endpoints-are-not-mirrored",
        ("CRE-064", "CRE-069.1", "CRE-068.1"),
        "never writes the endpoints to status",
        _does_not_mirror,
    ),
    Mutant("endpoints-removed-stay", ("CRE-064",), "ignores an empty list", _ignores_removal),
    Mutant("endpoints-are-not-validated", MIRRORED, "takes whatever the admin writes", _validates_nothing),
    Mutant(
        "endpoints-may-be-there-twice",
        ("CRE-061", "CRE-066.1", "CRE-068.1"),
        "takes two endpoints for one service",
        _accepts_duplicates,
    ),
    Mutant(
        "endpoints-need-no-host",
        ("CRE-065.a", "CRE-065.1", "CRE-067.a", "CRE-067.b"),
        "takes a URL without a host",
        _without_url_rule(service_endpoints.without_host),
    ),
    Mutant(
        "endpoints-valid-ones-pass",
        ("CRE-067.a", "CRE-067.b", "CRE-068.1"),
        "mirrors the valid entries of an invalid list",
        _takes_the_valid_ones,
    ),
    Mutant("endpoints-vanish-on-error", ("CRE-068.1",), "empties status when spec becomes invalid", _clears_on_error),
    Mutant("endpoints-mirror-gives-up", ("CRE-069.1",), "stays degraded after a first error", _gives_up),
    Mutant("endpoints-in-status-stay", ("CRE-073",), "does not look at changes of status", _looks_at_spec_only),
    Mutant(
        "endpoints-may-be-no-https",
        ("CRE-062",),
        "takes any URL, in the CRD as in the controller, and lets status be",
        _takes_any_url,
    ),
    Mutant("endpoints-are-immutable", ("CRE-055.b", "CRE-055.c"), "refuses a change of the list in spec", _immutable),
    Mutant(
        "stitching-does-nothing",
        ("CRE-015", "CRE-016", "CRE-080.2", "CRE-085", "CRE-100"),
        "adds no override",
        _stitches_nothing,
    ),
    Mutant("stitching-loses-an-endpoint", ("CRE-080.2", "CRE-085"), "leaves the last endpoint out", _loses_the_last),
    Mutant(
        "stitching-signs-for-another-region", ("CRE-085",), "writes a foreign signing region", _signs_for_another_region
    ),
    Mutant(
        "stitching-drops-the-admins-config",
        ("CRE-015", "CRE-016", "CRE-080.1"),
        "writes the overrides alone",
        _drops_the_admins,
    ),
    Mutant("stitching-reformats", ("CRE-082",), "tidies up the admin's text", _reformats),
    Mutant("stitching-repeats-the-key", ("CRE-098",), "keeps the source's key beside the known one", _repeats_the_key),
    Mutant("stitching-reads-the-source-once", ("CRE-099",), "misses changes of the source", _reads_the_source_once),
    Mutant("stitching-stitches-once", ("CRE-100",), "misses changes of the endpoints", _stitches_once),
    Mutant(
        "stitching-leaves-the-target",
        ("CRE-018.a", "CRE-018.b"),
        "does not restore its ConfigMap",
        _writes_on_change_only,
    ),
    Mutant(
        "stitching-merges-two-sources",
        ("CRE-101", "CRE-102", "CRE-103"),
        "adds overrides to a configuration that has some",
        _merges,
    ),
    Mutant(
        "stitching-minds-one-service",
        ("CRE-102",),
        "sees a conflict only where both override the same service",
        _minds_the_same_service_only,
    ),
    Mutant("stitching-does-not-probe", ("CRE-106",), "stitches endpoints out of reach", _does_not_probe),
    Mutant(
        "operator-ignores-endpoints",
        ("CRE-002.b", "CRE-014", "CRE-109.a", "CRE-109.b", "CRE-109.g", "CRE-110.a", "CRE-075.a"),
        "calls Route 53 where it always is",
        _operator_ignores_endpoints,
    ),
    Mutant("operator-reads-endpoints-in-spec", ("CRE-075.a",), "takes what is not in effect", _operator_reads_spec),
    Mutant("operator-reads-endpoints-once", ("CRE-110.a", "CRE-072.2"), "misses a change", _operator_reads_once),
    Mutant(
        "operator-brings-its-own-endpoint",
        ("CRE-111.a", "CRE-111.b"),
        "calls an endpoint nobody asked for",
        _operator_has_its_own,
    ),
]

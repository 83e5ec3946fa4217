"""Operators that get External wrong in ways that no cell of the table can express."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.platform_components import (
    cluster_cloud_controller_manager_operator as ccmo,
)
from enhancement_kit.reference.platform_components import cluster_network_operator as cno
from enhancement_kit.reference.platform_components import library_go, operator, reactions
from enhancement_kit.reference.platform_components.operator import Outcome, Situation
from enhancement_kit.reference.runtime.conditions import Condition
from enhancement_kit.reference.runtime.resources import CLUSTER_OPERATOR, CONFIG_MAP, DEPLOYMENT, INFRASTRUCTURE, SECRET

REFERENCE = "enhancement_kit.reference"
COMPONENTS = f"{REFERENCE}.platform_components"
CCMO = f"{COMPONENTS}.cluster_cloud_controller_manager_operator"
CCO = f"{COMPONENTS}.cloud_credential_operator"
WMCO = f"{COMPONENTS}.windows_machine_config_operator"
OBSERVER = f"{COMPONENTS}.config_observer:observed_config"
DECISION = f"{COMPONENTS}.library_go:is_cloud_provider_external"
INSTALLER = f"{REFERENCE}.installer"


def _needs_structure(patcher: Patcher) -> None:
    def strict(old: Callable[..., str]) -> Callable[..., str]:
        def platform_type(status: Mapping[str, Any]) -> str:
            if status.get("type") == "External" and "external" not in status:
                raise library_go.PlatformUnknown("external is required")
            return old(status)

        return platform_type

    patcher.wrap(f"{COMPONENTS}.library_go:platform_type", strict)


def _observes_more(more: Callable[[Mapping[str, Any], Any], dict[str, Any]]) -> Callable[[Patcher], None]:
    """Add what `more` returns to the observed configuration."""

    def wrapped(old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda status, component, operand: {**old(status, component, operand), **more(status, component)}

    return lambda patcher: patcher.wrap(OBSERVER, wrapped)


def _name_of_provider(_: Mapping[str, Any], component: Any) -> dict[str, Any]:
    spec = component.store.view(INFRASTRUCTURE, "", "cluster")["spec"]["platformSpec"]
    name = (spec.get("external") or {}).get("platformName")
    return {"platformName": name} if name else {}


def _flag_on_expected(status: Mapping[str, Any], component: Any) -> dict[str, Any]:
    expected = status.get("type") == "External" and library_go.manager_state(status) == "External"
    own = component.name == "kube-controller-manager-operator"
    return {"extendedArguments": {"cloud-provider": ["external"]}} if expected and own else {}


def _flag_for_api_server(status: Mapping[str, Any], component: Any) -> dict[str, Any]:
    own = component.name == "kube-apiserver-operator" and status.get("type") == "External"
    return {"apiServerArguments": {"cloud-provider": ["external"]}} if own else {}


def _reads_once(patcher: Patcher) -> None:
    seen: list[tuple[Any, Situation]] = []

    def first(old: Callable[[Any], Situation]) -> Callable[[Any], Situation]:
        def situation(component: Any) -> Situation:
            known = next((found for one, found in seen if one is component), None)
            if known is None:
                known = old(component)
                seen.append((component, known))
            return known

        return situation

    patcher.wrap(f"{COMPONENTS}.operator:situation", first)


def _says_external(patcher: Patcher) -> None:
    patcher.wrap(DECISION, lambda old: lambda status, reading: status.get("type") == "External" or old(status, reading))


def _without_own_check(patcher: Patcher) -> None:
    patcher.replace(f"{CCMO}:stays_out", lambda kind: False)
    _says_external(patcher)


def _deploys_on_external(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., Outcome]) -> Callable[..., Outcome]:
        return lambda s: Outcome([(DEPLOYMENT, ccmo.manager(s))]) if s.kind == "External" else old(s)

    patcher.wrap(f"{CCMO}:decide", wrapped)


def _decides_alone(patcher: Patcher) -> None:
    def decide(situation: Situation) -> Outcome:
        known = situation.reaction != reactions.NOTHING
        return Outcome([(DEPLOYMENT, ccmo.manager(situation))]) if known else Outcome()

    patcher.replace(f"{CCMO}:decide", decide)


def _engages_without_provider(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., Outcome]) -> Callable[..., Outcome]:
        asked = ("BareMetal", "EquinixMetal", "Libvirt", "None", "oVirt")
        return lambda s: Outcome([(DEPLOYMENT, ccmo.manager(s))]) if s.kind in asked else old(s)

    patcher.wrap(f"{CCMO}:decide", wrapped)


def _proxy_on_external(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., Outcome]) -> Callable[..., Outcome]:
        def decide(situation: Situation) -> Outcome:
            settings = ccmo.proxy_settings(situation)
            if situation.kind != "External" or not settings:
                return old(situation)
            config = {"metadata": {"name": "proxy", "namespace": ccmo.NAMESPACE}, "data": settings}
            return Outcome([(CONFIG_MAP, config)])

        return decide

    patcher.wrap(f"{CCMO}:decide", wrapped)


def _mints_on_external(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., Condition]) -> Callable[..., Condition]:
        return lambda request, kind, what: (
            Condition("Ignored", "False") if kind == "External" else old(request, kind, what)
        )

    patcher.wrap(f"{CCO}:ignored", wrapped)


def _overwrites_secrets(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., None]) -> Callable[..., None]:
        def answer(situation: Situation, request: Mapping[str, Any]) -> None:
            if situation.kind == "unknown":
                meta = dict(request["spec"]["secretRef"])
                operator.ensure(situation.component, SECRET, {"metadata": meta, "data": {"token": "bm90aGluZw=="}})
            old(situation, request)

        return answer

    patcher.wrap(f"{CCO}:answer", wrapped)


def _families(profile: Mapping[str, frozenset[str]]) -> Callable[[Patcher], None]:
    table = {**cno.DUAL_STACK, "document": {**cno.DUAL_STACK["document"], **profile}}
    return lambda patcher: patcher.replace(f"{COMPONENTS}.cluster_network_operator:DUAL_STACK", table)


def _one_operator_more(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., None]) -> Callable[..., None]:
        def report(component: Any, name: str, conditions: Any) -> None:
            old(component, name, conditions)
            more = "external-platform"
            if component.version == "4.y" and component.store.find(CLUSTER_OPERATOR, "", more) is None:
                component.store.create(CLUSTER_OPERATOR, {"metadata": {"name": more}, "spec": {}})

        return report

    patcher.wrap(f"{COMPONENTS}.cluster_operator:report", wrapped)


def _cloud_config_on_external(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., Any]) -> Callable[..., Any]:
        def stitch(platform: str, source: Any, key: str, found: Any) -> Any:
            result = old(platform, source, key, found)
            return type(result)({"cloud.conf": "[Global]\n"}) if platform == "External" else result

        return stitch

    patcher.wrap(f"{REFERENCE}.config_operator.stitching:stitch", wrapped)


MUTANTS = [
    Mutant(
        "platform-needs-external-structures",
        ("EXT-013.a", "EXT-037.a", "EXT-130.b"),
        "wants more than the type",
        _needs_structure,
    ),
    Mutant(
        "observer-repeats-the-name",
        ("EXT-014.2",),
        "copies the name of the provider into its own configuration",
        _observes_more(_name_of_provider),
    ),
    Mutant("platform-is-read-once", ("EXT-023",), "keeps the platform that it saw first", _reads_once),
    Mutant(
        "decision-is-always-no",
        ("EXT-034.1", "EXT-035", "EXT-061"),
        "takes no platform for one with an external cloud provider",
        lambda patcher: patcher.replace(DECISION, lambda status, reading: False),
    ),
    Mutant("ccmo-decides-alone", ("EXT-034.1",), "does not ask library-go", _decides_alone),
    Mutant(
        "ccmo-engages-without-provider",
        ("EXT-034.1", "EXT-062"),
        "deploys a manager where there is no cloud provider",
        _engages_without_provider,
    ),
    Mutant(
        "ccmo-lacks-its-own-check",
        ("EXT-064", "EXT-065", "EXT-066"),
        "goes by library-go alone, which says that External has an external cloud provider",
        _without_own_check,
    ),
    Mutant(
        "ccmo-deploys-on-external",
        ("EXT-031", "EXT-034.2", "EXT-064", "EXT-066"),
        "deploys on External",
        _deploys_on_external,
    ),
    Mutant("ccmo-hands-over-the-proxy", ("EXT-067.a",), "writes proxy settings on External", _proxy_on_external),
    Mutant(
        "kcmo-branches-on-the-state",
        ("EXT-045",),
        "has a branch of its own for a cloud controller manager that is expected",
        _observes_more(_flag_on_expected),
    ),
    Mutant(
        "kaso-reacts-to-external",
        ("EXT-183.a",),
        "gives the API server a cloud provider on External",
        _observes_more(_flag_for_api_server),
    ),
    Mutant(
        "config-operator-stitches-on-external",
        ("EXT-183.b",),
        "leaves a cloud config on External",
        _cloud_config_on_external,
    ),
    Mutant(
        "wmco-sets-its-own-flag",
        ("EXT-054.a",),
        "sets cloud-provider external whatever was rendered",
        lambda patcher: patcher.wrap(
            f"{WMCO}:copied_flags", lambda old: lambda unit: {"cloud-provider": "external", **old(unit)}
        ),
    ),
    Mutant(
        "wmco-drops-the-flag",
        ("EXT-054.b",),
        "takes no flag from the rendered unit",
        lambda patcher: patcher.replace(f"{WMCO}:copied_flags", lambda unit: {}),
    ),
    Mutant("cco-mints-on-external", ("EXT-031", "EXT-083"), "handles requests on External", _mints_on_external),
    Mutant("cco-overwrites-secrets", ("EXT-082.3",), "writes Secrets where it has no way", _overwrites_secrets),
    Mutant(
        "cno-refuses-both-families-on-external",
        ("EXT-181.a",),
        "installs with both IP families on None and not on External",
        _families({"install": cno.DUAL_STACK["shipped"]["install"]}),
    ),
    Mutant(
        "cno-installs-both-families-everywhere",
        ("EXT-181.a",),
        "installs with both IP families on AWS too",
        _families({"install": frozenset({"AWS", "External", "None"})}),
    ),
    Mutant(
        "cno-installs-both-families-without-provider-only",
        ("EXT-200.a",),
        "installs with both IP families on None and External only",
        _families({"install": frozenset({"External", "None"})}),
    ),
    Mutant(
        "cno-installs-both-families-on-none-of-them",
        ("EXT-200.a",),
        "installs with both IP families on clouds only",
        _families({"install": frozenset({"AWS", "Azure", "GCP"})}),
    ),
    Mutant(
        "cno-converts-wherever-it-installs",
        ("EXT-200.b",),
        "converts on every platform that may be installed with both IP families",
        _families({"convert": cno.DUAL_STACK["document"]["install"]}),
    ),
    Mutant(
        "cno-converts-nowhere",
        ("EXT-200.b",),
        "converts on no platform",
        _families({"convert": frozenset()}),
    ),
    Mutant(
        "cno-refuses-conversion-on-external",
        ("EXT-181.b",),
        "converts to both IP families on None and not on External",
        _families({"convert": cno.DUAL_STACK["shipped"]["convert"]}),
    ),
    Mutant(
        "cno-refuses-conversion-on-none",
        ("EXT-181.b",),
        "converts nothing but bare metal",
        _families({"convert": frozenset({"BareMetal"})}),
    ),
    Mutant(
        "cno-converts-everywhere",
        ("EXT-181.b",),
        "converts on AWS too",
        _families({"convert": frozenset({"AWS", "External", "None"})}),
    ),
    Mutant("one-operator-more", ("EXT-157", "EXT-162.1"), "comes with an operator for External", _one_operator_more),
    Mutant(
        "capabilities-take-nothing-away",
        ("EXT-152.1",),
        "runs the Machine API operator without its capability",
        lambda patcher: patcher.replace(f"{REFERENCE}.components:CAPABILITIES", {}),
    ),
    Mutant(
        "capabilities-leave-the-kinds",
        ("EXT-152.2",),
        "keeps the kinds of a capability that is disabled",
        lambda patcher: patcher.replace(f"{REFERENCE}.api:CAPABILITIES", {}),
    ),
    Mutant(
        "installer-places-routers-on-workers",
        ("EXT-184.a",),
        "places routers of a single-node cluster on workers on External",
        lambda patcher: patcher.replace(f"{INSTALLER}.ingress_manifests:NO_OP_PLATFORMS", ("none",)),
    ),
    Mutant(
        "installer-wants-credentials-on-external",
        ("EXT-185",),
        "lets capability CloudCredential be disabled on None only",
        lambda patcher: patcher.replace(f"{INSTALLER}.static_rules:NO_OP_PLATFORMS", ("none",)),
    ),
]

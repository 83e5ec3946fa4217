"""Components that get External wrong in one situation only: one state, one form of the status, one switch, one name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.platform_components import cluster_cloud_controller_manager_operator as ccmo
from enhancement_kit.reference.platform_components import library_go, machine_api_operator, workloads
from enhancement_kit.reference.platform_components.operator import Outcome, Situation, Unsupported
from enhancement_kit.reference.runtime.resources import CONFIG_MAP, DEPLOYMENT, INFRASTRUCTURE, SECRET

from . import crd_editing
from .infrastructure_crd import CRD, PLATFORM_STATUS
from .source_editing import edited

COMPONENTS = "enhancement_kit.reference.platform_components"
DECISION = f"{COMPONENTS}.library_go:is_cloud_provider_external"
CCMO = f"{COMPONENTS}.cluster_cloud_controller_manager_operator"
CCO = f"{COMPONENTS}.cloud_credential_operator"
MCO = f"{COMPONENTS}.machine_config_operator"
MAO = f"{COMPONENTS}.machine_api_operator"

Status = Mapping[str, Any]


def _manager(status: Status) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = (status.get("external") or {}).get("cloudControllerManager")
    return found


def _without_manager(status: Status) -> bool:
    return "external" in status and _manager(status) is None


def _without_state(status: Status) -> bool:
    manager = _manager(status)
    return manager is not None and "state" not in manager


def _stumbles_over(holds: Callable[[Status], bool]) -> Callable[[Patcher], None]:
    """Fail to read a status of External for which `holds` is true."""

    def strict(old: Callable[[Status], str]) -> Callable[[Status], str]:
        def platform_type(status: Status) -> str:
            if status.get("type") == "External" and holds(status):
                raise library_go.PlatformUnknown("the state of the cloud controller manager is not set")
            return old(status)

        return platform_type

    return lambda patcher: patcher.wrap(f"{COMPONENTS}.library_go:platform_type", strict)


def _external_in_state(state: str) -> Callable[[Patcher], None]:
    """Expect a cloud controller manager also in one other state than External."""

    def holds(status: Status) -> bool:
        return (_manager(status) or {}).get("state") == state

    return lambda patcher: patcher.wrap(
        DECISION, lambda old: lambda status, reading: holds(status) or old(status, reading)
    )


def _specification_wins(holds: Callable[[str, str], bool]) -> Callable[[Patcher], None]:
    """Let the machine-config operator take the type of the specification where `holds` is true of both types."""

    def platform_status(store: Any) -> dict[str, Any]:
        found = store.view(INFRASTRUCTURE, "", "cluster")
        status, spec = dict(found["status"]["platformStatus"]), found["spec"]["platformSpec"]
        return {**status, "type": spec["type"]} if holds(spec["type"], status["type"]) else status

    return lambda patcher: patcher.replace(f"{MCO}:platform_status", platform_status)


def _keeps_no_provider(patcher: Patcher) -> None:
    seen: list[tuple[Any, Situation]] = []

    def first(old: Callable[[Any], Situation]) -> Callable[[Any], Situation]:
        def situation(component: Any) -> Situation:
            known = next((found for one, found in seen if one is component), None)
            if known is not None:
                return known
            found = old(component)
            if found.kind in ("None", "External"):
                seen.append((component, found))
            return found

        return situation

    patcher.wrap(f"{COMPONENTS}.operator:situation", first)


def _first_infrastructure(patcher: Patcher) -> None:
    def platform_status(store: Any) -> Status:
        found: Status = (store.objects(INFRASTRUCTURE)[0].get("status") or {}).get("platformStatus") or {}
        return found

    for module in ("operator", "config_observer", "machine_config_operator"):
        patcher.replace(f"{COMPONENTS}.{module}:platform_status", platform_status)


def _ccmo(also: Callable[[Situation], Outcome | None]) -> Callable[[Patcher], None]:
    """Let the CCM operator decide on External by `also`, if that gives something."""

    def wrapped(old: Callable[[Situation], Outcome]) -> Callable[[Situation], Outcome]:
        def decide(situation: Situation) -> Outcome:
            found = also(situation) if situation.kind == "External" else None
            return old(situation) if found is None else found

        return decide

    return lambda patcher: patcher.wrap(f"{CCMO}:decide", wrapped)


def _deploys_where(expected: bool) -> Callable[[Situation], Outcome | None]:
    def also(situation: Situation) -> Outcome | None:
        holds = (library_go.manager_state(situation.status) == "External") is expected
        return Outcome([(DEPLOYMENT, ccmo.manager(situation))]) if holds else None

    return also


def _fails_where(expected: bool) -> Callable[[Situation], Outcome | None]:
    def also(situation: Situation) -> Outcome | None:
        if (library_go.manager_state(situation.status) == "External") is expected:
            raise Unsupported("platform External has no cloud controller manager")
        return None

    return also


def _copies_credentials(patcher: Patcher) -> None:
    def wrapped(old: Callable[[Situation], Outcome]) -> Callable[[Situation], Outcome]:
        def decide(situation: Situation) -> Outcome:
            # read on every platform, so that only the copy makes a difference
            found = situation.component.store.find(SECRET, ccmo.NAMESPACE, "cloud-credentials")
            if situation.kind != "External" or found is None:
                return old(situation)
            meta = {"name": "credentials-in-use", "namespace": ccmo.NAMESPACE}
            return Outcome([(CONFIG_MAP, {"metadata": meta, "data": found["data"]})])

        return decide

    patcher.wrap(f"{CCMO}:decide", wrapped)


def _on_the_unknown(act: Callable[[Situation, Mapping[str, Any]], None]) -> Callable[[Patcher], None]:
    """Let the credential operator do something with a request on a platform that it does not know."""

    def wrapped(old: Callable[..., None]) -> Callable[..., None]:
        def answer(situation: Situation, request: Mapping[str, Any]) -> None:
            if situation.kind == "unknown":
                act(situation, request)
            old(situation, request)

        return answer

    return lambda patcher: patcher.wrap(f"{CCO}:answer", wrapped)


def _makes_secret(situation: Situation, request: Mapping[str, Any]) -> None:
    store, where = situation.component.store, request["spec"]["secretRef"]
    if store.find(SECRET, where["namespace"], where["name"]) is None:
        store.create(SECRET, {"metadata": dict(where), "data": {"token": "bm90aGluZw=="}})


def _lists_users(situation: Situation, _: Mapping[str, Any]) -> None:
    situation.component.aws("iam", region="us-east-1", endpoint=None).list_users()


def _deploys_more_after_the_upgrade(patcher: Patcher) -> None:
    def wrapped(old: Callable[[Situation], Outcome]) -> Callable[[Situation], Outcome]:
        def decide(situation: Situation) -> Outcome:
            found = old(situation)
            if situation.component.version != "4.y":
                return found
            more = workloads.deployment(
                machine_api_operator.NAMESPACE, "machine-api-external", workloads.Container("provider", "provider")
            )
            return Outcome([*found.objects, (DEPLOYMENT, more)], found.conditions)

        return decide

    patcher.wrap(f"{MAO}:decide", wrapped)


def _rewrites_after_the_upgrade(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., None]) -> Callable[..., None]:
        def report(component: Any, name: str, conditions: Any) -> None:
            old(component, name, conditions)
            found = component.store.find(INFRASTRUCTURE, "", "cluster")
            if component.version == "4.y" and found is not None and "platform" in found["status"]:
                status = {key: value for key, value in found["status"].items() if key != "platform"}
                component.store.update_status(INFRASTRUCTURE, {**found, "status": status})

        return report

    patcher.wrap(f"{COMPONENTS}.cluster_operator:report", wrapped)


def _status_that_stays(crds: list[dict[str, Any]]) -> None:
    """Compare the external status with the earlier one, also where there is none."""
    for schema in crd_editing.schemas(crds, CRD):
        node = crd_editing.node_at(schema, PLATFORM_STATUS[0])
        if node is not None and "external" in node["properties"]:
            node["x-kubernetes-validations"] = [{"rule": "self.external == oldSelf.external", "message": "it is final"}]


MUTANTS = [
    Mutant(
        "decision-needs-a-manager-in-status",
        ("EXT-037.b", "EXT-130.a"),
        "cannot decide on an external status without a cloud controller manager",
        _stumbles_over(_without_manager),
    ),
    Mutant(
        "decision-needs-a-state",
        ("EXT-037.c", "EXT-039.c", "EXT-128.b"),
        "cannot decide on a cloud controller manager without a state",
        _stumbles_over(_without_state),
    ),
    Mutant(
        "decision-takes-none-for-external",
        ("EXT-039.a", "EXT-128.a"),
        "expects a cloud controller manager in state None",
        _external_in_state("None"),
    ),
    Mutant(
        "decision-takes-empty-for-external",
        ("EXT-039.b", "EXT-129"),
        "expects a cloud controller manager in the empty state",
        _external_in_state(""),
    ),
    edited(
        "kubelet-decides-alone",
        "EXT-034.2 EXT-049",
        "waits for a cloud controller manager on External without asking library-go",
        "platform_components.kubelet:provider_flags",
        "if library_go.is_cloud_provider_external(status, reading):",
        'if status["type"] == "External" or library_go.is_cloud_provider_external(status, reading):',
    ),
    Mutant(
        "mco-reads-none-in-the-specification",
        ("EXT-047.a",),
        "takes a specification of None for the end of the matter",
        _specification_wins(lambda spec, _: spec == "None"),
    ),
    Mutant(
        "mco-looks-behind-external",
        ("EXT-047.b",),
        "looks into the specification for the platform behind External",
        _specification_wins(lambda _, status: status == "External"),
    ),
    Mutant(
        "platform-stays-without-provider",
        ("EXT-023.a",),
        "stays idle for good where there was no provider at first",
        _keeps_no_provider,
    ),
    edited(
        "operators-leave-what-they-made",
        "EXT-023.b",
        "never deletes what the platform no longer asks for",
        "platform_components.operator:remove_others",
        "if own and (",
        "if own and not own and (",
    ),
    Mutant(
        "platform-of-any-infrastructure",
        ("EXT-013.b",),
        "reads the first Infrastructure that the API lists",
        _first_infrastructure,
    ),
    Mutant(
        "ccmo-deploys-where-none-is-expected",
        ("EXT-064.a",),
        "deploys a manager on External unless somebody else brings one",
        _ccmo(_deploys_where(expected=False)),
    ),
    Mutant(
        "ccmo-deploys-where-one-is-expected",
        ("EXT-064.b",),
        "deploys a manager on External where one is expected",
        _ccmo(_deploys_where(expected=True)),
    ),
    Mutant(
        "ccmo-fails-where-none-is-expected",
        ("EXT-065.a",),
        "is degraded on External as long as nobody brings a manager",
        _ccmo(_fails_where(expected=False)),
    ),
    Mutant(
        "ccmo-fails-where-one-is-expected",
        ("EXT-065.b",),
        "is degraded on External where a manager is expected that it does not have",
        _ccmo(_fails_where(expected=True)),
    ),
    Mutant(
        "ccmo-copies-credentials",
        ("EXT-067.b",),
        "hands credentials over on External",
        _copies_credentials,
    ),
    Mutant(
        "cco-makes-secrets-on-the-unknown",
        ("EXT-082.1",),
        "creates the Secret of a request where it has no way",
        _on_the_unknown(_makes_secret),
    ),
    Mutant(
        "cco-calls-aws-on-the-unknown",
        ("EXT-082.2",),
        "asks AWS for its users on a platform that it does not know",
        _on_the_unknown(_lists_users),
    ),
    Mutant(
        "mao-deploys-more-after-the-upgrade",
        ("EXT-157", "EXT-162.2"),
        "comes with a Deployment for External on every platform",
        _deploys_more_after_the_upgrade,
    ),
    Mutant(
        "infrastructure-crd-compares-what-is-not-there",
        ("EXT-163.1",),
        "refuses every update of a status without an external one",
        lambda patcher: patcher.crds(_status_that_stays),
    ),
    Mutant(
        "operators-rewrite-the-infrastructure",
        ("EXT-163.2",),
        "drops the deprecated platform from the status of clusters that are upgraded",
        _rewrites_after_the_upgrade,
    ),
]

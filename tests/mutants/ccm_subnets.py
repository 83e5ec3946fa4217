"""Cloud controller managers that get the subnets of a live load balancer, ties of discovery, or events wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.cloud_controller_manager import network_load_balancers, service_controller, subnets
from enhancement_kit.reference.cloud_controller_manager.aws import ProviderError
from enhancement_kit.reference.runtime.aws_networks import tags_of
from enhancement_kit.reference.runtime.resources import EVENT

MANAGER = "enhancement_kit.reference.cloud_controller_manager"
RECORDER = "enhancement_kit.reference.runtime.events:Recorder.event"


def _prefers(make: Callable[[bool, bool, str], tuple[Any, ...]]) -> Callable[[Patcher], None]:
    """Break ties by the smallest key that `make` gives for: no role tag, no cluster tag, id."""

    def by(old: Callable[..., tuple[bool, bool, str]]) -> Callable[..., tuple[Any, ...]]:
        return lambda *arguments: make(*old(*arguments))

    return lambda patcher: patcher.wrap(f"{MANAGER}.subnets:preference", by)


def _any_role(patcher: Patcher) -> None:
    def by(old: Callable[..., tuple[bool, bool, str]]) -> Callable[..., tuple[bool, bool, str]]:
        def preference(subnet: Any, provider: Any, internal: bool) -> tuple[bool, bool, str]:
            _, cluster, identifier = old(subnet, provider, internal)
            roles = {subnets.ROLE_PUBLIC, subnets.ROLE_INTERNAL}
            return (not roles & tags_of(subnet).keys(), cluster, identifier)

        return preference

    patcher.wrap(f"{MANAGER}.subnets:preference", by)


def _keeps_subnets(patcher: Patcher) -> None:
    patcher.replace(f"{MANAGER}.classic_load_balancers:update_subnets", lambda *_: None)


def _attaches_first(patcher: Patcher) -> None:
    def turned(old: Callable[..., None]) -> Callable[..., None]:
        def update(provider: Any, name: str, current: Any, wanted: Sequence[str]) -> None:
            old(provider, name, current, sorted({*(current.get("Subnets") or ()), *wanted}))
            old(provider, name, {"Subnets": sorted({*(current.get("Subnets") or ()), *wanted})}, wanted)

        return update

    patcher.wrap(f"{MANAGER}.classic_load_balancers:update_subnets", turned)


def _gives_up_silently(patcher: Patcher) -> None:
    def lenient(old: Callable[..., None]) -> Callable[..., None]:
        def update(provider: Any, name: str, current: Any, wanted: Sequence[str]) -> None:
            if set(wanted) & set(current.get("Subnets") or ()):
                old(provider, name, current, wanted)

        return update

    patcher.wrap(f"{MANAGER}.classic_load_balancers:update_subnets", lenient)


def _refuses_for_nlbs(patcher: Patcher) -> None:
    def checked(old: Callable[..., Any]) -> Callable[..., Any]:
        def ensure(provider: Any, request: Any, chosen: Any) -> Any:
            current = network_load_balancers.find(provider, request.name)
            have = {z["SubnetId"] for z in (current or {}).get("AvailabilityZones", ())}
            if current is not None and not have <= {s["SubnetId"] for s in chosen}:
                raise ProviderError("subnets of the load balancer would be replaced")
            return old(provider, request, chosen)

        return ensure

    patcher.wrap(f"{MANAGER}.network_load_balancers:ensure", checked)


def _says_nothing(reason: str) -> Callable[[Patcher], None]:
    def silent(old: Callable[..., None]) -> Callable[..., None]:
        def event(recorder: Any, about: Any, kind: str, why: str, message: str) -> None:
            if why != reason:
                old(recorder, about, kind, why, message)

        return event

    return lambda patcher: patcher.wrap(RECORDER, silent)


def _announces_recovery(patcher: Patcher) -> None:
    def announcing(old: Callable[..., None]) -> Callable[..., None]:
        failed: set[str] = set()

        def event(recorder: Any, about: Any, kind: str, why: str, message: str) -> None:
            old(recorder, about, kind, why, message)
            uid = about["metadata"].get("uid", "")
            if why == "SyncLoadBalancerFailed":
                failed.add(uid)
            elif why == "EnsuredLoadBalancer" and uid in failed:
                failed.discard(uid)
                old(recorder, about, "Normal", "RecoveredLoadBalancer", "Load balancer is well again")

        return event

    patcher.wrap(RECORDER, announcing)


def _withdraws_warnings(patcher: Patcher) -> None:
    def cleaning(old: Callable[..., None]) -> Callable[..., None]:
        def ensure(manager: Any, service: Any) -> None:
            old(manager, service)
            for event in manager.store.fetch_list(EVENT, service["metadata"]["namespace"]):
                if event["type"] == "Warning" and event["involvedObject"].get("uid") == service["metadata"]["uid"]:
                    manager.store.delete(EVENT, event)

        return ensure

    patcher.wrap(f"{MANAGER}.service_controller:ensure", cleaning)


def _forgets_the_address(patcher: Patcher) -> None:
    def forgetting(old: Callable[..., None]) -> Callable[..., None]:
        def guarded(manager: Any, service: Any, act: Any) -> None:
            try:
                old(manager, service, act)
            except Exception:
                service_controller.set_status(manager, service, {})
                raise

        return guarded

    patcher.wrap(f"{MANAGER}.service_controller:guarded", forgetting)


MUTANTS = [
    Mutant(
        "ccm-ignores-roles",
        ("LSS-117.a",),
        "does not look at role tags in a tie",
        _prefers(lambda role, cluster, identifier: (cluster, identifier)),
    ),
    Mutant(
        "ccm-ignores-cluster-tags",
        ("LSS-117.b",),
        "does not look at cluster tags in a tie",
        _prefers(lambda role, cluster, identifier: (role, identifier)),
    ),
    Mutant(
        "ccm-prefers-the-cluster",
        ("LSS-117.a",),
        "looks at cluster tags before role tags",
        _prefers(lambda role, cluster, identifier: (cluster, role, identifier)),
    ),
    Mutant(
        "ccm-prefers-greater-ids",
        ("LSS-117.c",),
        "takes the last id of a zone",
        _prefers(lambda role, cluster, identifier: (role, cluster, [-ord(c) for c in identifier])),
    ),
    Mutant("ccm-takes-any-role", ("LSS-117.c",), "takes the other scope's role for its own", _any_role),
    Mutant("ccm-keeps-subnets", ("LSS-068",), "never changes subnets of a Classic load balancer", _keeps_subnets),
    Mutant(
        "ccm-attaches-first",
        ("LSS-064.b", "LSS-065.2"),
        "attaches subnets before it detaches others",
        _attaches_first,
    ),
    Mutant(
        "ccm-gives-up-silently",
        ("LSS-063", "LSS-064.1", "LSS-065.1", "LSS-067.1"),
        "keeps quiet about a complete replacement that it does not try",
        _gives_up_silently,
    ),
    Mutant("ccm-refuses-other-subnets-for-nlbs", ("LSS-069",), "fails for NLBs as well", _refuses_for_nlbs),
    Mutant(
        "ccm-does-not-announce-its-start",
        ("LSS-112", "LSS-118"),
        "raises no event before it ensures a load balancer",
        _says_nothing("EnsuringLoadBalancer"),
    ),
    Mutant(
        "ccm-does-not-announce-its-end",
        ("LSS-112",),
        "raises no event after it has ensured a load balancer",
        _says_nothing("EnsuredLoadBalancer"),
    ),
    Mutant("ccm-announces-recovery", ("LSS-114",), "has an event of its own for a recovery", _announces_recovery),
    Mutant("ccm-withdraws-warnings", ("LSS-114",), "takes warnings back after a recovery", _withdraws_warnings),
    Mutant("ccm-forgets-the-address", ("LSS-111",), "empties the status of a Service that fails", _forgets_the_address),
]

"""Components that treat platform External differently from None."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.platform_components import kubelet, library_go
from enhancement_kit.reference.runtime.resources import INFRASTRUCTURE

COMPONENTS = "enhancement_kit.reference.platform_components"
DECISION = f"{COMPONENTS}.library_go:is_cloud_provider_external"
OBSERVER = f"{COMPONENTS}.config_observer:observed_config"
KCMO = "kube-controller-manager-operator"
MCO = f"{COMPONENTS}.machine_config_operator"


def _external_where(holds: Callable[[Mapping[str, Any]], bool]) -> Callable[[Patcher], None]:
    """Decide for external also where `holds` is true of the platform status."""
    return lambda patcher: patcher.wrap(
        DECISION, lambda old: lambda status, reading: holds(status) or old(status, reading)
    )


def _has_state(status: Mapping[str, Any]) -> bool:
    return "state" in ((status.get("external") or {}).get("cloudControllerManager") or {})


def _reads(component: str, make: Callable[[Mapping[str, Any]], dict[str, Any]]) -> Callable[[Patcher], None]:
    """Let a component derive its platform status from the whole Infrastructure."""
    return lambda patcher: patcher.replace(
        f"{component}:platform_status", lambda store: make(store.view(INFRASTRUCTURE, "", "cluster"))
    )


def _by_name(infrastructure: Mapping[str, Any]) -> dict[str, Any]:
    status = dict(infrastructure["status"]["platformStatus"])
    named = "platformName" in (infrastructure["spec"]["platformSpec"].get("external") or {})
    return {**status, "type": "OpenStack"} if named else status


def _refuses_external(place: str, name: str) -> Callable[[Patcher], None]:
    def guarded(old: Callable[..., Any]) -> Callable[..., Any]:
        def strict(status: Mapping[str, Any], component: Any, *more: Any) -> Any:
            if status.get("type") == "External" and component.name == name:
                raise library_go.PlatformUnknown("platform External is not supported")
            return old(status, component, *more)

        return strict

    return lambda patcher: patcher.wrap(place, guarded)


def _credential_flags(patcher: Patcher) -> None:
    def more(old: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
        return lambda *a: old(*a) | dict(kubelet.CREDENTIAL_PROVIDER)

    patcher.wrap(f"{COMPONENTS}.kubelet:cloud_flags", more)


def _argument_where(holds: Callable[[Mapping[str, Any], Any], bool]) -> Callable[[Patcher], None]:
    """Give the kube-controller-manager the flag cloud-provider=external where `holds` is true."""

    def more(old: Callable[..., Any]) -> Callable[..., Any]:
        flag = {"cloud-provider": ["external"]}
        return lambda status, reading: flag if holds(status, reading) else old(status, reading)

    return lambda patcher: patcher.wrap(f"{COMPONENTS}.library_go:provider_arguments", more)


MUTANTS = [
    Mutant(
        "decision-counts-external",
        (
            "EXT-017",
            "EXT-031",
            "EXT-037.1",
            "EXT-041",
            "EXT-049",
            "EXT-051",
            "EXT-128",
            "EXT-130",
            "EXT-052",
            "EXT-053",
            "EXT-155",
            "EXT-167",
        ),
        "takes platform External for one with an external cloud provider",
        _external_where(lambda status: status.get("type") == "External"),
    ),
    Mutant(
        "decision-counts-none",
        ("EXT-036",),
        "takes platform None for one with an external cloud provider",
        _external_where(lambda status: status.get("type") == "None"),
    ),
    Mutant(
        "decision-counts-every-state",
        ("EXT-031", "EXT-039.a", "EXT-039.b", "EXT-041", "EXT-052", "EXT-053", "EXT-128.a", "EXT-129"),
        "takes any state of the cloud controller manager for External",
        _external_where(_has_state),
    ),
    Mutant(
        "decision-follows-the-state-too-early",
        ("EXT-031", "EXT-040", "EXT-160"),
        "lets state External count in the first phases",
        _external_where(lambda status: library_go.manager_state(status) == "External"),
    ),
    Mutant(
        "decision-never-follows-the-state",
        ("EXT-041", "EXT-052", "EXT-053", "EXT-127"),
        "ignores state External in every phase",
        lambda patcher: patcher.replace(f"{COMPONENTS}.library_go:manager_state", lambda status: ""),
    ),
    Mutant(
        "observer-does-not-know-external",
        ("EXT-031", "EXT-037.2", "EXT-044"),
        "warns that External is no recognised platform",
        lambda patcher: patcher.replace(
            f"{COMPONENTS}.library_go:WITHOUT_PROVIDER", library_go.WITHOUT_PROVIDER - {"External"}
        ),
    ),
    Mutant(
        "mco-decides-on-the-name",
        ("EXT-005", "EXT-038", "EXT-118"),
        "expects a cloud controller manager of a provider that has a name",
        _reads(MCO, _by_name),
    ),
    Mutant(
        "mco-reads-the-specification",
        ("EXT-047",),
        "takes the platform from the specification",
        _reads(MCO, lambda infrastructure: infrastructure["spec"]["platformSpec"]),
    ),
    Mutant(
        "mco-sets-credential-flags",
        ("EXT-050",),
        "gives every kubelet the flags for images in AWS registries",
        _credential_flags,
    ),
    Mutant(
        "mco-refuses-external",
        ("EXT-031", "EXT-051"),
        "cannot render on External and goes Degraded",
        _refuses_external(f"{MCO}:rendered", "machine-config-operator"),
    ),
    Mutant(
        "kcmo-refuses-external",
        ("EXT-031", "EXT-044", "EXT-046"),
        "cannot observe External and goes Degraded",
        _refuses_external(OBSERVER, KCMO),
    ),
    Mutant(
        "kcmo-passes-external-on",
        ("EXT-043",),
        "tells the kube-controller-manager that the provider is external",
        _argument_where(lambda status, reading: library_go.is_cloud_provider_external(status, reading)),
    ),
    Mutant(
        "kcmo-reacts-to-external",
        ("EXT-031", "EXT-044"),
        "gives the kube-controller-manager a cloud provider on External",
        _argument_where(lambda status, reading: status.get("type") == "External"),
    ),
]

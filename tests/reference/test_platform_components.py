"""Components that decide by platform: the decision by type, profile and gate, and the behaviour without a type."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.reference.api import EXTERNAL_PROVIDER
from enhancement_kit.reference.platform_components import Reading, kubelet, library_go
from enhancement_kit.reference.platform_components.library_go import PlatformUnknown
from enhancement_kit.reference.runtime.resources import (
    CLUSTER_OPERATOR,
    EVENT,
    INFRASTRUCTURE,
    KUBE_CONTROLLER_MANAGER,
    MACHINE_CONFIG,
    MACHINE_CONFIG_POOL,
)

from .world import World

PHASE_1 = Reading.of(gates=frozenset(), profile="document")
PHASE_3 = Reading.of(gates=frozenset({EXTERNAL_PROVIDER}), profile="document")
SHIPPED = Reading.of(gates=frozenset(), profile="shipped")


def external(manager: dict[str, Any] | None) -> dict[str, Any]:
    return {"type": "External", "external": {} if manager is None else {"cloudControllerManager": manager}}


@pytest.mark.parametrize("reading", [PHASE_1, PHASE_3, SHIPPED])
@pytest.mark.parametrize("kind", ["AWS", "GCP", "OpenStack", "VSphere", "IBMCloud", "Nutanix", "PowerVS", "KubeVirt"])
def test_platforms_with_a_manager_of_their_own(reading: Reading, kind: str) -> None:
    assert library_go.is_cloud_provider_external({"type": kind}, reading)
    assert library_go.provider_arguments({"type": kind}, reading) == {}


@pytest.mark.parametrize("reading", [PHASE_1, PHASE_3, SHIPPED])
@pytest.mark.parametrize("kind", ["None", "BareMetal", "Libvirt", "oVirt", "EquinixMetal", "unknown"])
def test_platforms_without_a_provider(reading: Reading, kind: str) -> None:
    assert not library_go.is_cloud_provider_external({"type": kind}, reading)
    assert library_go.provider_arguments({"type": kind}, reading) == {}


@pytest.mark.parametrize("manager", [None, {}, {"state": ""}, {"state": "None"}, {"state": "External"}])
def test_external_by_phase_and_profile(manager: dict[str, Any] | None) -> None:
    follows = manager == {"state": "External"}
    assert not library_go.is_cloud_provider_external(external(manager), PHASE_1)
    assert library_go.is_cloud_provider_external(external(manager), PHASE_3) is follows
    assert library_go.is_cloud_provider_external(external(manager), SHIPPED) is follows


def test_a_provider_inside_the_controller_manager() -> None:
    assert library_go.provider_arguments({"type": "Azure"}, PHASE_1)["cloud-provider"] == ["azure"]
    assert library_go.provider_arguments({"type": "Azure"}, SHIPPED) == {}


def test_what_shipped_renders_an_empty_flag() -> None:
    assert kubelet.cloud_flags({"type": "None"}, PHASE_1) == {}
    assert kubelet.cloud_flags({"type": "None"}, SHIPPED) == {"cloud-provider": ""}
    assert "image-credential-provider-config" in kubelet.cloud_flags({"type": "AWS"}, SHIPPED)


def test_no_type_is_an_error() -> None:
    with pytest.raises(PlatformUnknown, match="platformStatus is required"):
        library_go.is_cloud_provider_external({}, PHASE_1)


def degraded(world: World, name: str) -> tuple[str, str]:
    conditions = world.admin.fetch(CLUSTER_OPERATOR, "", name)["status"]["conditions"]
    return next((c["status"], c.get("message", "")) for c in conditions if c["type"] == "Degraded")


def set_type(world: World, kind: str) -> None:
    found = world.admin.fetch(INFRASTRUCTURE, "", "cluster")
    status = {**found["status"], "platformStatus": {"type": kind} if kind else {}}
    world.admin.update_status(INFRASTRUCTURE, {**found, "status": status})
    world.settle()


def test_without_a_type_both_operators_are_degraded_until_there_is_one(world: World) -> None:
    world.start(platform="None", platform_operators=True)
    set_type(world, "")
    missing = "cannot generate MachineConfigs when no platformStatus.type is set"
    assert degraded(world, "machine-config") == ("True", missing)
    no_type = "PlatformType was not set, unable to determine platform type"
    assert degraded(world, "kube-controller-manager") == ("True", no_type)
    pool = world.admin.fetch(MACHINE_CONFIG_POOL, "", "worker")["status"]["conditions"]
    assert {c["type"]: c["status"] for c in pool}["RenderDegraded"] == "True"
    set_type(world, "External")
    assert degraded(world, "machine-config") == ("False", "")
    assert degraded(world, "kube-controller-manager") == ("False", "")


def test_a_changed_platform_changes_arguments_and_units(world: World) -> None:
    world.start(platform="None", platform_operators=True)
    set_type(world, "Azure")
    observed = world.admin.fetch(KUBE_CONTROLLER_MANAGER, "", "cluster")["spec"]["observedConfig"]
    assert observed["extendedArguments"]["cloud-config"] == ["/etc/kubernetes/cloud.conf"]
    unit = world.admin.fetch(MACHINE_CONFIG, "", "01-worker-kubelet")["spec"]["config"]["systemd"]["units"][0]
    assert "--cloud-provider=azure" in unit["contents"]


def test_what_somebody_else_changed_is_put_right(world: World) -> None:
    world.start(platform="External", platform_operators=True)
    config = world.admin.fetch(MACHINE_CONFIG, "", "01-master-kubelet")
    world.admin.update(MACHINE_CONFIG, {**config, "spec": {"config": {}}})
    operand = world.admin.fetch(KUBE_CONTROLLER_MANAGER, "", "cluster")
    spec = {**operand["spec"], "observedConfig": {"extendedArguments": {"cloud-provider": ["external"]}}}
    world.admin.update(KUBE_CONTROLLER_MANAGER, {**operand, "spec": spec})
    world.settle()
    assert world.admin.fetch(MACHINE_CONFIG, "", "01-master-kubelet")["spec"] == config["spec"]
    assert world.admin.fetch(KUBE_CONTROLLER_MANAGER, "", "cluster")["spec"]["observedConfig"] == {}
    assert world.admin.fetch_list(EVENT, "default") == []

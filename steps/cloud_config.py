"""Phrases about the cloud config: the admin's, and the stitched one that components consume."""

from __future__ import annotations

from pytest_bdd import given, then, when

from enhancement_kit.errors import ClaimFailed, claim
from enhancement_kit.harness.tables import columns, rows
from enhancement_kit.harness.world import Act, World, cloud_conf, state

KIND = "ConfigMap"
ADMINS = {"name": state.CLOUD_CONFIG["name"], "namespace": "openshift-config"}
# interpretation CRE-A15: the document fixes the namespace only
STITCHED = {"name": "kube-cloud-config", "namespace": "openshift-config-managed"}
KEY = "cloud.conf"


def _admins(world: World) -> str:
    return str(world.admin.get(KIND, **ADMINS)["data"][state.CLOUD_CONFIG["key"]])


def _change(world: World, text: str) -> Act:
    patch = {"data": {state.CLOUD_CONFIG["key"]: text}}
    return world.act(lambda: world.admin.patch(KIND, ADMINS["name"], patch, namespace=ADMINS["namespace"]))


def _stitched(world: World) -> str:
    """The stitched text, in the known place and nowhere beside it."""
    found = world.admin.find(KIND, **STITCHED)
    data = (found or {}).get("data") or {}
    if KEY not in data:
        raise ClaimFailed(f"there is no stitched cloud config; the ConfigMap holds {sorted(data) or 'nothing'}")
    claim(state.CLOUD_CONFIG["key"] not in data, "the admin's cloud config is there a second time, under its own key")
    return str(data[KEY])


@given("the cloud config of the admin is")
def is_given(world: World, docstring: str) -> None:
    """The ConfigMap that Infrastructure's specification refers to; settled."""
    _change(world, docstring + "\n")


@when("the admin changes the cloud config to", target_fixture="act")
def changes(world: World, docstring: str) -> Act:
    """The ConfigMap in openshift-config has another text."""
    return _change(world, docstring + "\n")


@when("someone overwrites the stitched cloud config", target_fixture="act")
def overwrites(world: World) -> Act:
    """The ConfigMap in openshift-config-managed has another text."""
    patch = {"data": {KEY: "[Global]\nVPC = vpc-elsewhere\n"}}
    return world.act(lambda: world.admin.patch(KIND, STITCHED["name"], patch, namespace=STITCHED["namespace"]))


@when("someone deletes the stitched cloud config", target_fixture="act")
def deletes(world: World) -> Act:
    """The ConfigMap in openshift-config-managed is gone for a moment."""
    return world.act(lambda: world.admin.delete(KIND, **STITCHED))


@then("the stitched cloud config is the admin's")
def is_admins(world: World) -> None:
    """Byte for byte."""
    found, admins = _stitched(world), _admins(world)
    claim(found == admins, f"the stitched cloud config is {found!r}, the admin's {admins!r}")


@then("the stitched cloud config is the admin's with the overrides")
@columns("service", "url", "region")
def is_admins_with(world: World, datatable: list[list[str]]) -> None:
    """The sections of the admin's configuration unchanged, and exactly these overrides, signed for their region."""
    found, admins = cloud_conf.sections(_stitched(world)), cloud_conf.sections(_admins(world))
    wanted = [
        {"service": r["service"], "url": r["url"], "region": r["region"], "signingregion": r["region"]}
        for r in rows(datatable)
    ]
    overrides = sorted((dict(o) for o in cloud_conf.overrides(found)), key=lambda o: o.get("service", ""))
    claim(overrides == sorted(wanted, key=lambda o: o["service"]), f"the overrides are {overrides}")
    rest = cloud_conf.others(found)
    claim(rest == cloud_conf.others(admins), f"beside the overrides it says {rest}, the admin's says {admins}")

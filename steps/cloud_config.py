"""Phrases about the cloud config: the admin's, and the stitched one that components consume."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping

from pytest_bdd import given, then, when

from enhancement_kit.errors import ClaimFailed, claim
from enhancement_kit.world import Act, World, default_objects
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary import cloud_conf
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from enhancement_kit.world.vocabulary.ingress_controller_words import pick
from steps.phrases import one_of, phrase

KIND = "ConfigMap"
ADMINS = {"name": default_objects.CLOUD_CONFIG["name"], "namespace": "openshift-config"}
# interpretation CRE-A15: the document fixes the namespace only
STITCHED = {"name": "kube-cloud-config", "namespace": "openshift-config-managed"}
CONSUMED = {"name": "cloud-conf", "namespace": "openshift-cloud-controller-manager"}
KEY = "cloud.conf"


OWN = frozenset(("admin", "kit", "installer"))
"""Who may write the admin's cloud config."""


def _source(world: World) -> Manifest:
    """Return the admin's ConfigMap and check that no component wrote it; empty if the Infrastructure names none."""
    if not world.cluster.infrastructure()["spec"].get("cloudConfig"):
        return {}
    found = world.cluster.admin.get(KIND, **ADMINS)
    writers = {str(entry.get("manager")) for entry in found["metadata"].get("managedFields") or ()} - OWN
    claim(not writers, f"{', '.join(sorted(writers))} wrote the admin's cloud config")
    return found


def _admins(world: World) -> str:
    return str((_source(world).get("data") or {}).get(default_objects.CLOUD_CONFIG["key"], ""))


def _others(config_map: Manifest) -> dict[str, str]:
    """Return what a ConfigMap holds beside the configuration, such as certificates."""
    every = {**(config_map.get("data") or {}), **(config_map.get("binaryData") or {})}
    return {key: value for key, value in every.items() if key not in (KEY, default_objects.CLOUD_CONFIG["key"])}


def _change(world: World, text: str) -> Act:
    patch = {"data": {default_objects.CLOUD_CONFIG["key"]: text}}
    return world.actions.act(
        lambda: world.cluster.admin.patch(KIND, ADMINS["name"], patch, namespace=ADMINS["namespace"]), sent=patch
    )


def _stitched(world: World) -> str:
    """Return the stitched text and check that nothing else is in the ConfigMap."""
    found = world.cluster.admin.find(KIND, **STITCHED)
    data = (found or {}).get("data") or {}
    if KEY not in data:
        raise ClaimFailed(f"there is no stitched cloud config; the ConfigMap holds {sorted(data) or 'nothing'}")
    kept, wanted = _others(found or {}), _others(_source(world))
    claim(kept == wanted, f"beside the configuration there is {kept}, in the admin's {wanted}")
    claim(
        default_objects.CLOUD_CONFIG["key"] not in data,
        "the admin's cloud config is there a second time, under its own key",
    )
    return str(data[KEY])


@given("the cloud config of the admin is")
def is_given(world: World, docstring: str) -> None:
    """Set the ConfigMap that the Infrastructure's specification refers to, and let the components settle."""
    _change(world, docstring + "\n")


@when("the admin changes the cloud config to", target_fixture="act")
def changes(world: World, docstring: str) -> Act:
    """Change the text of the ConfigMap in openshift-config."""
    return _change(world, docstring + "\n")


SOURCES: Mapping[str, Callable[[World], str]] = {
    "the stitched": _stitched,
    "the admin's": _admins,
    "the rendered": lambda world: _rendered(world)[0],
}


def _of_manager(world: World) -> str:
    """Return the text that the cloud controller manager reads, and check that all of the admin's is beside it."""
    found = world.cluster.admin.get(KIND, **CONSUMED)
    claim(_others(found) == _others(_source(world)), f"beside its configuration the manager consumes {_others(found)}")
    return str(found["data"].get(KEY))


CONSUMERS: Mapping[str, Callable[[World], str]] = {
    "cloud controller manager": _of_manager,
    "control plane": lambda world: _of_control_plane(world)[0],
}


@then(
    phrase(
        "the {consumer:Consumer} consumes {whose:Whose} cloud config",
        Consumer=one_of(CONSUMERS),
        Whose=one_of(SOURCES),
    )
)
def is_consumed(world: World, consumer: str, whose: str) -> None:
    """Check that it has `the stitched`, `the admin's` or `the rendered` configuration, byte for byte.

    The `control plane` has the text in the file of its kubelets; the `cloud controller manager` also has everything
    beside the configuration.
    """
    found, wanted = CONSUMERS[consumer](world), SOURCES[whose](world)
    claim(found == wanted, f"the {consumer} consumes {found!r}, not {wanted!r}")


@then(phrase("the stitched cloud config is {state:State}", State=one_of(("the admin's", "absent"))))
def is_admins_or_absent(world: World, state: str) -> None:
    """Check that it is equal to `the admin's`, byte for byte, or `absent`: no ConfigMap exists, not even an old one."""
    if state == "absent":
        claim(world.cluster.admin.find(KIND, **STITCHED) is None, "there is a stitched cloud config")
        return
    found, admins = _stitched(world), _admins(world)
    claim(found == admins, f"the stitched cloud config is {found!r}, the admin's {admins!r}")


def _on_disk(world: World, kind: str, **meta: str) -> Manifest:
    found = (m for m in world.installation.directory.manifests if m["kind"] == kind)
    return next((m for m in found if meta.items() <= m["metadata"].items()), {})


def _rendered(world: World) -> tuple[str, str]:
    """Return the file that the bootstrap host has rendered and the admin's that it was made from."""
    found = (_on_disk(world, KIND, **STITCHED).get("data") or {}).get(KEY)
    if found is None:
        raise ClaimFailed("the bootstrap host has made no cloud config")
    admins = (_on_disk(world, KIND, **ADMINS).get("data") or {}).get(default_objects.CLOUD_CONFIG["key"], "")
    return str(found), str(admins)


def _of_control_plane(world: World) -> tuple[str, str]:
    """Return the text that the first machine configuration gives to the kubelets of the control plane."""
    config = _on_disk(world, "MachineConfig")
    files = pick(config, ("spec", "config", "storage", "files")) or []
    source = next((str(f["contents"]["source"]) for f in files if f["path"].endswith(KEY)), "")
    text = base64.b64decode(source.partition("base64,")[2]).decode()
    return text, _rendered(world)[1]


FOUND: Mapping[str, Callable[[World], tuple[str, str]]] = {
    "stitched": lambda world: (_stitched(world), _admins(world)),
    "rendered": _rendered,
    "control plane's": _of_control_plane,
}
"""A cloud config and the admin's that it was made from: in the cluster, or in files of the bootstrap host."""


@then(phrase("the {which:Which} cloud config is the admin's with the overrides", Which=one_of(FOUND)))
@columns("service", "url", "region")
def is_admins_with(world: World, which: str, datatable: list[list[str]]) -> None:
    """Check that the admin's sections are unchanged and that exactly these overrides with their regions are added.

    It is the `stitched` one of the cluster, the one that the bootstrap host has `rendered`, or the `control plane's`.
    """
    found, admins = map(cloud_conf.sections, FOUND[which](world))
    wanted = [
        {"service": r["service"], "url": r["url"], "region": r["region"], "signingregion": r["region"]}
        for r in rows(datatable)
    ]
    overrides = sorted((dict(o) for o in cloud_conf.overrides(found)), key=lambda o: o.get("service", ""))
    claim(overrides == sorted(wanted, key=lambda o: o["service"]), f"the overrides are {overrides}")
    rest = cloud_conf.others(found)
    claim(rest == cloud_conf.others(admins), f"beside the overrides it says {rest}, the admin's says {admins}")

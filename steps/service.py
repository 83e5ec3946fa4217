"""Phrases about the LoadBalancer Service of an IngressController."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary import annotation_words
from enhancement_kit.world.vocabulary.aliases import NOTHING, split
from enhancement_kit.world.vocabulary.data_tables import columns, pairs
from enhancement_kit.world.vocabulary.ingress_controller_words import router_name
from steps.phrases import phrase

ANY_PROVIDER = "cloud-provider"
PROVIDER_PREFIXES = (
    "service.beta.kubernetes.io/aws-",
    "service.beta.kubernetes.io/azure-",
    "service.kubernetes.io/ibm-",
    "service.kubernetes.io/qcloud-",
    "loadbalancer.openstack.org/",
    "cloud.google.com/",
    "networking.gke.io/",
)


def _value(world: World, annotation: str, text: str) -> str:
    """Return the annotation's value with ids for aliases; lists are joined by commas alone (interpretation LSS-A16)."""
    parameter = annotation_words.LISTS.get(annotation)
    return ",".join(world.cluster.parameters.values(parameter, text)) if parameter else text


def _annotations(service: Manifest) -> dict[str, str]:
    return service["metadata"].get("annotations") or {}


@when(phrase("the admin deletes the Service of {name:Name}"), target_fixture="act")
def deletes_service(world: World, name: str) -> Act:
    """Delete the Service; the target may create a new one."""
    return world.actions.act(lambda: world.cluster.admin.delete("Service", router_name(name)))


@given(phrase("someone has annotated the Service of {name:Name} with"))
@columns("annotation", "value", words={"annotation": annotation_words.KEYS})
def someone_annotated(world: World, name: str, datatable: list[list[str]]) -> None:
    """Set annotations by hand on an object that the operator owns."""
    wanted = {key: _value(world, key, text) for key, text in pairs(datatable).items()}
    patch = {"metadata": {"annotations": wanted}}
    act = world.actions.act(lambda: world.cluster.admin.patch("Service", router_name(name), patch), sent=patch)
    claim(act.refusal is None, f"the API server refused the annotation: {act.refusal}")


def _ports(text: str) -> list[Manifest]:
    return [{"name": f"port-{port}", "port": int(port), "targetPort": int(port)} for port in split(text)]


# What of a Service can be edited by hand beside its annotations: the key of its specification, and its value.
EDITABLE: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "ports": ("ports", _ports),
    "source ranges": ("loadBalancerSourceRanges", split),
}


@when(phrase("someone edits the Service of {name:Name} with"), target_fixture="act")
@columns("field", "value", words={"field": (*EDITABLE, *annotation_words.KEYS)})
def someone_edits(world: World, name: str, datatable: list[list[str]]) -> Act:
    """Write annotations, `ports` or `source ranges` by hand; `nothing` removes them."""
    patch: Manifest = {"metadata": {"annotations": {}}, "spec": {}}
    for field, text in pairs(datatable).items():
        if field in EDITABLE:
            key, encode = EDITABLE[field]
            patch["spec"][key] = None if text == NOTHING else encode(text)
        else:
            patch["metadata"]["annotations"][field] = None if text == NOTHING else _value(world, field, text)
    act = world.actions.act(lambda: world.cluster.admin.patch("Service", router_name(name), patch), sent=patch)
    claim(act.refusal is None, f"the API server refused the edit: {act.refusal}")
    return act


@given(phrase("the LoadBalancer Service of {name:Name}, which no IngressController owns"))
def a_plain_service(world: World, name: str) -> None:
    """Create a Service for routers that no operator manages."""
    spec = {"type": "LoadBalancer", "selector": {"app": name}, "ports": _ports("80")}
    manifest = {"kind": "Service", "metadata": {"name": router_name(name)}, "spec": spec}
    act = world.actions.act(lambda: world.cluster.admin.create(manifest), sent=manifest)
    claim(act.refusal is None, f"the API server refused the Service: {act.refusal}")


@then(phrase("the Service of {name:Name} is annotated"))
@columns("annotation", "value", words={"annotation": annotation_words.KEYS})
def is_annotated(world: World, name: str, datatable: list[list[str]]) -> None:
    """Check that each annotation has exactly that value."""
    found = _annotations(world.observed.service(name))
    for key, text in pairs(datatable).items():
        wanted = _value(world, key, text)
        claim(found.get(key) == wanted, f"{key} on the Service of {name} is {found.get(key)!r}, not {wanted!r}")


@then(phrase("the Service of {name:Name} has no {annotation:Key} annotation"))
def is_not_annotated(world: World, name: str, annotation: str) -> None:
    """Check that the Service exists without that annotation; `cloud-provider` is any for a cloud controller manager."""
    prefixes = PROVIDER_PREFIXES if annotation == ANY_PROVIDER else ()
    found = [
        f"{key}={value}"
        for key, value in _annotations(world.observed.service(name)).items()
        if key == annotation or key.startswith(prefixes)
    ]
    claim(not found, f"the Service of {name} has {', '.join(found)}")


@then(phrase("the Service of {name:Name} was created with the annotation {annotation:Key}"))
def created_with(world: World, act: Act, name: str, annotation: str) -> None:
    """Check in a watch that the Service was created with the annotation and its present value."""
    events = world.cluster.admin.history("Service", act.before.version)
    own = [e for e in events if e["object"]["metadata"]["name"] == router_name(name)]
    added = [e["object"] for e in own if e["type"] == "ADDED"]
    claim(len(added) == 1, f"the Service of {name} was created {len(added)} times")
    first, now = _annotations(added[0]).get(annotation), _annotations(world.observed.service(name)).get(annotation)
    claim(first is not None, f"the Service of {name} was created without {annotation}")
    claim(first == now, f"{annotation} was {first!r} at creation and is {now!r} now")


@when(
    phrase("the provider's cloud controller manager gives the Service of {name:Name} the address {address:Name}"),
    target_fixture="act",
)
def gives_address(world: World, name: str, address: str) -> Act:
    """Set the address as the provider's cloud controller manager does."""
    service = world.observed.service(name)
    wanted = {**service, "status": {"loadBalancer": {"ingress": [{"ip": address}]}}}
    return world.actions.act(lambda: world.cluster.admin.set_status(wanted), sent=wanted, stored=service)


def _addresses(world: World, name: str) -> list[dict[str, str]]:
    return world.observed.service(name).get("status", {}).get("loadBalancer", {}).get("ingress") or []


@then(phrase("the Service of {name:Name} has no address"))
def no_address(world: World, name: str) -> None:
    """Check that the Service is still pending."""
    found = _addresses(world, name)
    claim(not found, f"the Service of {name} has the address {found}")


@then(phrase("the address of the Service of {name:Name} is a host name below {domain:Name}"))
def host_name(world: World, name: str, domain: str) -> None:
    """Check that status.loadBalancer.ingress has one entry: a host name below the domain and no IP.

    The order of the labels in between is not checked.
    """
    found = _addresses(world, name)
    claim(len(found) == 1, f"the Service of {name} has {len(found)} addresses: {found}")
    host = found[0].get("hostname", "")
    labels, wanted = set(host.split(".")), set(domain.split("."))
    claim(wanted < labels and "ip" not in found[0], f"the address of the Service of {name} is {found[0]}")
    claim(host in {b.host for b in world.observed.balancers_of(name)}, f"{host} is no load balancer of {name}")


@then(phrase("the Service of {name:Name} is a LoadBalancer Service with node ports for {ports}"))
def service_shape(world: World, name: str, ports: str) -> None:
    """Check type and ports as `oc get svc` shows them."""
    spec = world.observed.service(name)["spec"]
    claim(spec["type"] == "LoadBalancer", f"the Service of {name} has type {spec['type']}")
    found = sorted(str(p["port"]) for p in spec["ports"] if p.get("nodePort") and p["protocol"] == "TCP")
    claim(found == sorted(split(ports)), f"the Service of {name} has node ports for {', '.join(found) or 'nothing'}")

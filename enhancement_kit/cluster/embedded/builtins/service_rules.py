"""What makes a Service invalid (pkg/apis/core/validation of Kubernetes)."""

from __future__ import annotations

import ipaddress
import re
from typing import Any

from ..fielderrors import FieldError, Verbatim, duplicate, forbidden, invalid, not_supported, required
from ..names import is_label, is_subdomain
from ..objectmeta import bad_label_key, bad_label_value
from ..objects import Manifest, mapping
from .common import needed, port_range

TYPES = ("ClusterIP", "ExternalName", "LoadBalancer", "NodePort")
WITH_NODE_PORTS = frozenset({"NodePort", "LoadBalancer"})
IP_TEXT = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
_CIDR_TEXT = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"
_POLICIES = ("Cluster", "Local")
_PROTOCOLS = ("SCTP", "TCP", "UDP")
_RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges"
_ONLY_BALANCERS = "may only be used when `type` is 'LoadBalancer'"


def needs_health_port(spec: Manifest) -> bool:
    """Return whether load balancers check the health of nodes on a port of their own."""
    return spec.get("type") == "LoadBalancer" and spec.get("externalTrafficPolicy") == "Local"


def headless(spec: Manifest) -> bool:
    """Return whether the Service has no cluster IP on purpose."""
    return spec.get("clusterIP") == "None"


def service_errors(obj: Manifest) -> list[FieldError]:
    """Return the errors of a Service, in the order of validateService."""
    spec = obj["spec"]
    kind, ports = spec["type"], spec.get("ports") or []
    errors: list[FieldError] = []
    if not ports and not headless(spec) and kind != "ExternalName":
        errors.append(required("spec.ports"))
    if kind in WITH_NODE_PORTS and headless(spec):
        errors.append(invalid("spec.clusterIPs[0]", "None", f"may not be set to 'None' for {kind} services"))
    if kind == "ExternalName":
        errors += _external_name(spec)
    names: set[str] = set()
    for i, port in enumerate(ports):
        errors += _port(port, f"spec.ports[{i}]", names, len(ports) > 1)
        names.add(port.get("name") or "")
    for key, value in mapping(spec.get("selector")).items():
        errors += [invalid("spec.selector", key, why) for why in bad_label_key(key)]
        errors += [invalid("spec.selector", value, why) for why in bad_label_value(value)]
    if spec["sessionAffinity"] not in ("ClientIP", "None"):
        errors.append(not_supported("spec.sessionAffinity", spec["sessionAffinity"], ("ClientIP", "None")))
    errors += address_errors(spec)
    if kind not in TYPES:
        errors.append(not_supported("spec.type", kind, TYPES))
    if kind == "ClusterIP":
        text = "may not be used when `type` is 'ClusterIP'"
        errors += [forbidden(f"spec.ports[{i}].nodePort", text) for i, p in enumerate(ports) if p.get("nodePort")]
    return errors + _doubles(ports) + _balancer(obj) + _traffic(spec)


def _external_name(spec: Manifest) -> list[FieldError]:
    fields = ("clusterIPs", "ipFamilies", "ipFamilyPolicy")
    errors = [forbidden(f"spec.{f}", "may not be set for ExternalName services") for f in fields if spec.get(f)]
    name = str(spec.get("externalName") or "").removesuffix(".")
    errors += [invalid("spec.externalName", name, why) for why in is_subdomain(name)] if name else []
    return errors + needed("spec.externalName", name)


def _port(port: Manifest, at: str, before: set[str], named: bool) -> list[FieldError]:
    name, errors = port.get("name") or "", []
    if not name:
        errors += [required(f"{at}.name")] if named else []
    else:
        errors += [invalid(f"{at}.name", name, why) for why in is_label(name)]
        errors += [duplicate(f"{at}.name", name)] if name in before else []
    errors += port_range(f"{at}.port", port.get("port"))
    if port["protocol"] not in _PROTOCOLS:
        errors.append(not_supported(f"{at}.protocol", port["protocol"], _PROTOCOLS))
    target = port["targetPort"]
    if isinstance(target, str):
        return errors + [invalid(f"{at}.targetPort", target, why) for why in bad_port_name(target)]
    return errors + port_range(f"{at}.targetPort", target)


def bad_port_name(name: str) -> list[str]:
    """Return why a text is not a valid port name (IANA_SVC_NAME)."""
    out = ["must be no more than 15 characters"] if len(name) > 15 else []
    if not re.fullmatch(r"[-a-z0-9]+", name):
        out.append("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)")
        return out
    if not re.search(r"[a-z]", name):
        out.append("must contain at least one letter (a-z)")
    if "--" in name:
        out.append("must not contain consecutive hyphens")
    if name[0] == "-" or name[-1] == "-":
        out.append("must not begin or end with a hyphen")
    return out


def address_errors(spec: Manifest) -> list[FieldError]:
    """Return the errors of cluster IPs and their families."""
    if spec["type"] == "ExternalName":
        return []
    one, several = spec.get("clusterIP"), spec.get("clusterIPs") or []
    errors: list[FieldError] = []
    if one and several and several[0] != one:
        errors.append(invalid("spec.clusterIPs", several, "first value must match `clusterIP`"))
    if several and not one:
        errors.append(invalid("spec.clusterIPs", several, "must be empty when `clusterIP` is not specified"))
    wrong = [(i, ip) for i, ip in enumerate(several) if ip != "None" and not is_ip(ip)]
    if wrong:
        return errors + [invalid(f"spec.clusterIPs[{i}]", ip, IP_TEXT) for i, ip in wrong]
    for i, (ip, family) in enumerate(zip(several, spec.get("ipFamilies") or (), strict=False)):
        if ip != "None" and family != ("IPv6" if ":" in ip else "IPv4"):
            text = f"expected an {family} value as indicated by `ipFamilies[{i}]`"
            errors.append(invalid(f"spec.clusterIPs[{i}]", ip, text))
    return errors


def _doubles(ports: list[Manifest]) -> list[FieldError]:
    # node ports are allocated before validation, so a duplicate one fails there
    errors: list[FieldError] = []
    used: set[tuple[Any, Any]] = set()
    for i, port in enumerate(ports):
        number, protocol = port.get("port", 0), port["protocol"]
        if (number, protocol) in used:
            # Go prints the struct of the key, without JSON names
            shown = f'"Protocol":"{protocol}","AppProtocol":null,"Port":{number},"TargetPort":0,"NodePort":0'
            errors.append(duplicate(f"spec.ports[{i}]", Verbatim(f'{{"Name":"",{shown}}}')))
        used.add((number, protocol))
    return errors


def _balancer(obj: Manifest) -> list[FieldError]:
    spec, errors = obj["spec"], []
    is_balancer = spec["type"] == "LoadBalancer"
    note = mapping(obj["metadata"].get("annotations")).get(_RANGES)
    if spec.get("loadBalancerSourceRanges"):
        path = "spec.LoadBalancerSourceRanges"
        errors += [] if is_balancer else [forbidden(path, _ONLY_BALANCERS)]
        ranges = [(f"{path}[{i}]", text.strip()) for i, text in enumerate(spec["loadBalancerSourceRanges"])]
    else:
        path = f"metadata.annotations[{_RANGES}]"
        errors += [forbidden(path, _ONLY_BALANCERS)] if note is not None and not is_balancer else []
        ranges = [(path, text.strip()) for text in note.split(",")] if note and note.strip() else []
    errors += [invalid(at, text, _CIDR_TEXT) for at, text in ranges if not is_cidr(text)]
    if not is_balancer and spec.get("allocateLoadBalancerNodePorts") is not None:
        errors.append(forbidden("spec.allocateLoadBalancerNodePorts", _ONLY_BALANCERS))
    which = spec.get("loadBalancerClass")
    if which is not None and is_balancer:
        errors += [invalid("spec.loadBalancerClass", which, why) for why in bad_label_key(which)]
    elif which is not None:
        errors.append(forbidden("spec.loadBalancerClass", _ONLY_BALANCERS))
    return errors


def _traffic(spec: Manifest) -> list[FieldError]:
    errors: list[FieldError] = []
    policy = spec.get("externalTrafficPolicy")
    if policy and spec["type"] not in WITH_NODE_PORTS and not spec.get("externalIPs"):
        text = "may only be set for externally-accessible services"
        errors.append(invalid("spec.externalTrafficPolicy", policy, text))
    elif policy and policy not in _POLICIES:
        errors.append(not_supported("spec.externalTrafficPolicy", policy, _POLICIES))
    if spec.get("healthCheckNodePort") and not needs_health_port(spec):
        text = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
        errors.append(invalid("spec.healthCheckNodePort", spec["healthCheckNodePort"], text))
    inside = spec.get("internalTrafficPolicy")
    if inside and inside not in _POLICIES:
        errors.append(not_supported("spec.internalTrafficPolicy", inside, _POLICIES))
    return errors


def change_errors(spec: Manifest, before: Manifest) -> list[FieldError]:
    """Return the errors of a changed Service spec: the fields that may not change."""
    errors: list[FieldError] = []
    if "ExternalName" not in (spec["type"], before["type"]):
        if not (headless(spec) and headless(before)):
            errors += _unchanged("clusterIPs", spec, before)
        if not headless(spec) and not headless(before):
            errors += _unchanged("ipFamilies", spec, before)
    if spec["type"] == before["type"] == "LoadBalancer" and (
        spec.get("loadBalancerClass") != before.get("loadBalancerClass")
    ):
        errors.append(invalid("spec.loadBalancerClass", spec.get("loadBalancerClass"), "may not change once set"))
    if (
        needs_health_port(spec)
        and needs_health_port(before)
        and (spec.get("healthCheckNodePort") != before.get("healthCheckNodePort"))
    ):
        errors.append(forbidden("spec.healthCheckNodePort", "field is immutable"))
    return errors


def _unchanged(name: str, spec: Manifest, before: Manifest) -> list[FieldError]:
    one, two = spec.get(name) or [], before.get(name) or []
    if two and not one:
        return [invalid(f"spec.{name}[0]", one, "primary clusterIP can not be unset")] if name == "clusterIPs" else []
    return [
        invalid(f"spec.{name}[{i}]", one, "may not change once set")
        for i, (a, b) in enumerate(zip(one, two, strict=False))
        if a != b
    ]


def status_errors(new: Manifest) -> list[FieldError]:
    """Return the errors of a Service's status: only a load balancer has ingress points."""
    ingress = mapping(mapping(new.get("status")).get("loadBalancer")).get("ingress")
    path = "status.loadBalancer.ingress"
    if ingress and new["spec"]["type"] != "LoadBalancer":
        return [forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")]
    errors: list[FieldError] = []
    for i, entry in enumerate(ingress or ()):
        ip, name, mode = entry.get("ip"), entry.get("hostname"), entry.get("ipMode")
        if ip and not is_ip(ip):
            errors.append(invalid(f"{path}[{i}].ip", ip, IP_TEXT))
        if mode and not ip:
            errors.append(forbidden(f"{path}[{i}].ipMode", "may not be specified when `ip` is not set"))
        elif mode and mode not in ("Proxy", "VIP"):
            errors.append(not_supported(f"{path}[{i}].ipMode", mode, ("Proxy", "VIP")))
        if name:
            errors += [invalid(f"{path}[{i}].hostname", name, why) for why in is_subdomain(name)]
            if is_ip(name):
                errors.append(invalid(f"{path}[{i}].hostname", name, "must be a DNS name, not an IP address"))
    return errors


def is_ip(text: Any) -> bool:
    """Return whether a text is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_cidr(text: Any) -> bool:
    """Return whether a text is a network."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return "/" in text

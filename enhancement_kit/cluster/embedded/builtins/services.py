"""Services: defaults, validity, allocation of cluster IPs and node ports (pkg/registry/core/service of Kubernetes)."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from typing import Any

from ..fielderrors import FieldError, duplicate, forbidden, invalid, not_supported, required
from ..objects import Manifest, mapping
from ..resource import is_label_1035
from .common import Builtin, fill, port_range

_CLUSTER_NETWORK = ipaddress.IPv4Network("10.96.0.0/12")
_FIRST_NODE_PORT, _LAST_NODE_PORT = 30000, 32767
_TYPES = ("ClusterIP", "ExternalName", "LoadBalancer", "NodePort")
_WITH_NODE_PORTS = frozenset({"NodePort", "LoadBalancer"})
_POLICIES = ("Cluster", "Local")
_PROTOCOLS = ("SCTP", "TCP", "UDP")
_IP_TEXT = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
_CIDR_TEXT = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"
_RANGE_TEXT = (
    f"provided port is not in the valid range. The range of valid ports is {_FIRST_NODE_PORT}-{_LAST_NODE_PORT}"
)


def _needs_health_port(spec: Manifest) -> bool:
    return spec.get("type") == "LoadBalancer" and spec.get("externalTrafficPolicy") == "Local"


def _headless(spec: Manifest) -> bool:
    return spec.get("clusterIP") == "None"


class Services(Builtin):
    """The strategy of core/v1 Service. `others` lists the stored Services, for allocation."""

    returns_deleted = True
    name_rule = staticmethod(is_label_1035)

    def __init__(self, others: Callable[[], list[Manifest]]) -> None:
        super().__init__("V1Service", status=True)
        self._others = others

    def default(self, obj: Manifest) -> None:
        """SetDefaults_Service of pkg/apis/core/v1/defaults.go."""
        spec = obj.setdefault("spec", {})
        fill(spec, {"sessionAffinity": "None", "type": "ClusterIP"})
        if spec["sessionAffinity"] == "None":
            spec.pop("sessionAffinityConfig", None)
        elif spec["sessionAffinity"] == "ClientIP":
            fill(spec, {"sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 10800}}})
        for port in spec.get("ports") or ():
            fill(port, {"protocol": "TCP"})
            if port.get("targetPort") in (None, 0, ""):
                port["targetPort"] = port.get("port", 0)
        if spec["type"] in _WITH_NODE_PORTS:
            fill(spec, {"externalTrafficPolicy": "Cluster"})
        if spec["type"] != "ExternalName":
            fill(spec, {"internalTrafficPolicy": "Cluster"})
        if spec["type"] == "LoadBalancer":
            fill(spec, {"allocateLoadBalancerNodePorts": True})
        obj.setdefault("status", {"loadBalancer": {}})

    def prepare_create(self, obj: Manifest) -> None:
        """Drop the status."""
        obj["status"] = {"loadBalancer": {}}

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Keep allocated values that the update leaves out, drop those that the new type has no use for."""
        super().prepare_update(new, old)
        spec, before = new["spec"], old["spec"]
        if spec["type"] != "ExternalName" and before["type"] != "ExternalName":
            if not spec.get("clusterIP") and not spec.get("clusterIPs"):
                fill(spec, {k: before[k] for k in ("clusterIP", "clusterIPs") if k in before})
            fill(spec, {k: before[k] for k in ("ipFamilies", "ipFamilyPolicy") if k in before})
        if spec["type"] in _WITH_NODE_PORTS and before["type"] in _WITH_NODE_PORTS:
            allocated = {p.get("name", ""): p.get("nodePort") for p in before.get("ports") or ()}
            for port in spec.get("ports") or ():
                if not port.get("nodePort") and allocated.get(port.get("name", "")):
                    port["nodePort"] = allocated[port.get("name", "")]
        if _needs_health_port(spec) and _needs_health_port(before) and not spec.get("healthCheckNodePort"):
            fill(spec, {"healthCheckNodePort": before.get("healthCheckNodePort")})
        self._drop_unused(spec, before)

    @staticmethod
    def _drop_unused(spec: Manifest, before: Manifest) -> None:
        """dropTypeDependentFields: values of the old type go when they were not changed along with it."""
        if before["type"] in _WITH_NODE_PORTS and spec["type"] not in _WITH_NODE_PORTS:
            had = {p.get("nodePort") for p in before.get("ports") or ()}
            if all(p.get("nodePort") in had or not p.get("nodePort") for p in spec.get("ports") or ()):
                for port in spec.get("ports") or ():
                    port.pop("nodePort", None)
            if spec.get("externalTrafficPolicy") == before.get("externalTrafficPolicy"):
                spec.pop("externalTrafficPolicy", None)
        if not _needs_health_port(spec) and spec.get("healthCheckNodePort") == before.get("healthCheckNodePort"):
            spec.pop("healthCheckNodePort", None)
        if before["type"] == "LoadBalancer" and spec["type"] != "LoadBalancer":
            for key in ("allocateLoadBalancerNodePorts", "loadBalancerClass"):
                if spec.get(key) == before.get(key):
                    spec.pop(key, None)
        if spec["type"] == "ExternalName" and before["type"] != "ExternalName":
            for key in ("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"):
                if spec.get(key) == before.get(key):
                    spec.pop(key, None)

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Validate, then allocate: allocation may fail too."""
        return self._validate(obj["spec"]) or self._allocate(obj["spec"], None, obj["metadata"])

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Validate, forbid changes of the cluster IP and the load balancer class, then allocate."""
        spec, before = new["spec"], old["spec"]
        errors = self._validate(spec)
        stays = spec["type"] != "ExternalName" and before["type"] != "ExternalName"
        if stays and before.get("clusterIP") and spec.get("clusterIP") != before["clusterIP"]:
            errors.append(
                invalid(
                    "spec.clusterIPs[0]",
                    spec.get("clusterIPs") or [spec.get("clusterIP", "")],
                    "may not change once set",
                )
            )
        if spec["type"] == before["type"] == "LoadBalancer" and (
            spec.get("loadBalancerClass") != before.get("loadBalancerClass")
        ):
            errors.append(invalid("spec.loadBalancerClass", spec.get("loadBalancerClass"), "may not change once set"))
        return errors or self._allocate(spec, before, new["metadata"])

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:  # noqa: ARG002
        """Only a load balancer has ingress points."""
        ingress = mapping(mapping(new.get("status")).get("loadBalancer")).get("ingress")
        if ingress and new["spec"]["type"] != "LoadBalancer":
            return [forbidden("status.loadBalancer.ingress", 'may only be used when `spec.type` is "LoadBalancer"')]
        return [
            invalid(
                f"status.loadBalancer.ingress[{i}].ip",
                entry["ip"],
                _IP_TEXT,
            )
            for i, entry in enumerate(ingress or ())
            if entry.get("ip") and not _is_ip(entry["ip"])
        ]

    def _validate(self, spec: Manifest) -> list[FieldError]:
        errors: list[FieldError] = []
        kind, ports = spec["type"], spec.get("ports") or []
        if not ports and not _headless(spec) and kind != "ExternalName":
            errors.append(required("spec.ports"))
        if kind == "LoadBalancer" and _headless(spec):
            errors.append(invalid("spec.clusterIPs[0]", "None", "may not be set to 'None' for LoadBalancer services"))
        if kind == "ExternalName" and not spec.get("externalName"):
            errors.append(required("spec.externalName"))
        errors += self._validate_ports(spec, ports)
        if spec["sessionAffinity"] not in ("ClientIP", "None"):
            errors.append(not_supported("spec.sessionAffinity", spec["sessionAffinity"], ("ClientIP", "None")))
        if kind not in _TYPES:
            errors.append(not_supported("spec.type", kind, _TYPES))
        for i, cidr in enumerate(spec.get("loadBalancerSourceRanges") or ()):
            if not _is_cidr(cidr):
                errors.append(invalid(f"spec.loadBalancerSourceRanges[{i}]", cidr, _CIDR_TEXT))
        only_balancers = "may only be used when `type` is 'LoadBalancer'"
        if kind != "LoadBalancer":
            errors += [
                forbidden(f"spec.{name}", only_balancers)
                for name in ("loadBalancerSourceRanges", "loadBalancerClass", "allocateLoadBalancerNodePorts")
                if spec.get(name) is not None
            ]
        policy = spec.get("externalTrafficPolicy")
        if policy and kind not in _WITH_NODE_PORTS and not spec.get("externalIPs"):
            text = "may only be set for externally-accessible services"
            errors.append(invalid("spec.externalTrafficPolicy", policy, text))
        elif policy and policy not in _POLICIES:
            errors.append(not_supported("spec.externalTrafficPolicy", policy, _POLICIES))
        inside = spec.get("internalTrafficPolicy")
        if inside and inside not in _POLICIES:
            errors.append(not_supported("spec.internalTrafficPolicy", inside, _POLICIES))
        if spec.get("healthCheckNodePort") and not _needs_health_port(spec):
            text = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
            errors.append(invalid("spec.healthCheckNodePort", spec["healthCheckNodePort"], text))
        return errors

    @staticmethod
    def _validate_ports(spec: Manifest, ports: list[Manifest]) -> list[FieldError]:
        errors: list[FieldError] = []
        names: set[str] = set()
        seen: set[tuple[Any, Any]] = set()
        for i, port in enumerate(ports):
            at, name = f"spec.ports[{i}]", port.get("name", "")
            if not name and len(ports) > 1:
                errors.append(required(f"{at}.name"))
            elif name in names:
                errors.append(duplicate(f"{at}.name", name))
            if name:
                names.add(name)
            errors += port_range(f"{at}.port", port.get("port"))
            if port["protocol"] not in _PROTOCOLS:
                errors.append(not_supported(f"{at}.protocol", port["protocol"], _PROTOCOLS))
            if isinstance(port["targetPort"], int) and port.get("port") != port["targetPort"]:
                errors += port_range(f"{at}.targetPort", port["targetPort"])
            if port.get("nodePort") and spec["type"] not in _WITH_NODE_PORTS:
                errors.append(forbidden(f"{at}.nodePort", f"may not be used when `type` is '{spec['type']}'"))
            if (port.get("port"), port["protocol"]) in seen:
                shown = {"protocol": port["protocol"], "port": port.get("port"), "targetPort": 0}
                errors.append(duplicate(at, shown))
            seen.add((port.get("port"), port["protocol"]))
        return errors

    def _allocate(self, spec: Manifest, before: Manifest | None, meta: Manifest) -> list[FieldError]:
        me = (meta.get("namespace"), meta.get("name"))
        others = [o["spec"] for o in self._others() if (o["metadata"].get("namespace"), o["metadata"]["name"]) != me]
        errors = self._allocate_ip(spec, before, others) if spec["type"] != "ExternalName" else []
        if errors:
            return errors
        taken = {p["nodePort"] for s in others for p in s.get("ports") or () if p.get("nodePort")}
        taken |= {s["healthCheckNodePort"] for s in others if s.get("healthCheckNodePort")}
        return self._allocate_ports(spec, taken)

    @staticmethod
    def _allocate_ip(spec: Manifest, before: Manifest | None, others: list[Manifest]) -> list[FieldError]:
        if spec.get("clusterIPs") and not spec.get("clusterIP"):
            spec["clusterIP"] = spec["clusterIPs"][0]
        wanted = spec.get("clusterIP")
        taken = {s.get("clusterIP") for s in others}
        if not wanted:
            hosts = _CLUSTER_NETWORK.network_address + 1
            while str(hosts) in taken:
                hosts += 1
            spec["clusterIP"] = str(hosts)
        elif wanted != "None" and (before is None or before.get("clusterIP") != wanted):
            if not _is_ip(wanted):
                text = _IP_TEXT
                return [invalid("spec.clusterIPs[0]", wanted, text)]
            if wanted in taken:
                text = "failed to allocate IP " + wanted + ": provided IP is already allocated"
                return [invalid("spec.clusterIPs", [wanted], text)]
        spec["clusterIPs"] = [spec["clusterIP"]]
        fill(spec, {"ipFamilyPolicy": "SingleStack"})
        spec.setdefault("ipFamilies", ["IPv4"])
        return []

    @staticmethod
    def _allocate_ports(spec: Manifest, taken: set[int]) -> list[FieldError]:
        errors: list[FieldError] = []

        def free() -> int:
            port = next(p for p in range(_FIRST_NODE_PORT, _LAST_NODE_PORT + 1) if p not in taken)
            taken.add(port)
            return port

        if spec["type"] in _WITH_NODE_PORTS:
            for i, port in enumerate(spec.get("ports") or ()):
                wanted = port.get("nodePort")
                if not wanted:
                    continue
                if not _FIRST_NODE_PORT <= wanted <= _LAST_NODE_PORT:
                    errors.append(invalid(f"spec.ports[{i}].nodePort", wanted, _RANGE_TEXT))
                elif wanted in taken:
                    text = "provided port is already allocated"
                    errors.append(invalid(f"spec.ports[{i}].nodePort", wanted, text))
                taken.add(wanted)
            allocates = spec["type"] == "NodePort" or spec.get("allocateLoadBalancerNodePorts", True)
            for port in spec.get("ports") or () if allocates and not errors else ():
                if not port.get("nodePort"):
                    port["nodePort"] = free()
        if _needs_health_port(spec) and not spec.get("healthCheckNodePort"):
            spec["healthCheckNodePort"] = free()
        return errors


def _is_ip(text: Any) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_cidr(text: Any) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return "/" in text

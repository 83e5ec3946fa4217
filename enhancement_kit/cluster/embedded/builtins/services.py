"""Services: defaults, validity, allocation of cluster IPs and node ports (pkg/registry/core/service of Kubernetes)."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence

from ..fielderrors import FieldError, invalid
from ..names import is_label
from ..objects import Manifest, mapping
from ..status import internal_error
from . import service_rules as rules
from .common import Builtin, fill

_CLUSTER_NETWORK = ipaddress.IPv4Network("10.96.0.0/12")
_FIRST_NODE_PORT, _LAST_NODE_PORT = 30000, 32767
_RANGE_TEXT = (
    f"provided port is not in the valid range. The range of valid ports is {_FIRST_NODE_PORT}-{_LAST_NODE_PORT}"
)


class Services(Builtin):
    """The strategy of core/v1 Service. `others` lists the stored Services, for allocation."""

    creates_on_update = True
    returns_deleted = True
    name_rule = staticmethod(is_label)

    def __init__(self, others: Callable[[], list[Manifest]]) -> None:
        super().__init__("V1Service", status=True)
        self._others = others

    def default(self, obj: Manifest) -> None:
        """Fill in defaults: SetDefaults_Service of pkg/apis/core/v1/defaults.go."""
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
        if spec["type"] in rules.WITH_NODE_PORTS:
            fill(spec, {"externalTrafficPolicy": "Cluster"})
        if spec["type"] != "ExternalName":
            fill(spec, {"internalTrafficPolicy": "Cluster"})
        if spec["type"] == "LoadBalancer":
            fill(spec, {"allocateLoadBalancerNodePorts": True})
        obj.setdefault("status", {"loadBalancer": {}})

    def prepare_create(self, obj: Manifest) -> None:
        """Drop the status; fill in clusterIP or clusterIPs from the other."""
        obj["status"] = {"loadBalancer": {}}
        self._pair(obj["spec"])

    @staticmethod
    def _pair(spec: Manifest) -> None:
        if spec.get("clusterIP") and not spec.get("clusterIPs"):
            spec["clusterIPs"] = [spec["clusterIP"]]
        elif spec.get("clusterIPs") and spec.get("clusterIP") is None:
            spec["clusterIP"] = spec["clusterIPs"][0]

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Keep allocated values that the update leaves out, drop those that the new type does not use."""
        super().prepare_update(new, old)
        spec, before = new["spec"], old["spec"]
        if spec.get("clusterIP") != before.get("clusterIP") and spec.get("clusterIPs") == before.get("clusterIPs"):
            # a client that changes only the older field means both
            spec["clusterIPs"] = [spec["clusterIP"]] if spec.get("clusterIP") else []
        self._pair(spec)
        if spec["type"] != "ExternalName" and before["type"] != "ExternalName":
            if not spec.get("clusterIP") and not spec.get("clusterIPs"):
                fill(spec, {k: before[k] for k in ("clusterIP", "clusterIPs") if k in before})
            fill(spec, {k: before[k] for k in ("ipFamilies", "ipFamilyPolicy") if k in before})
        if spec["type"] in rules.WITH_NODE_PORTS and before["type"] in rules.WITH_NODE_PORTS:
            allocated = {p.get("name", ""): p.get("nodePort") for p in before.get("ports") or ()}
            for port in spec.get("ports") or ():
                if not port.get("nodePort") and allocated.get(port.get("name", "")):
                    port["nodePort"] = allocated[port.get("name", "")]
        if rules.needs_health_port(spec) and rules.needs_health_port(before) and not spec.get("healthCheckNodePort"):
            fill(spec, {"healthCheckNodePort": before.get("healthCheckNodePort")})
        self._drop_unused(spec, before)
        if before["type"] == "LoadBalancer" != spec["type"]:
            new["status"] = {**mapping(new.get("status")), "loadBalancer": {}}

    @staticmethod
    def _drop_unused(spec: Manifest, before: Manifest) -> None:
        """Drop values that only the old type uses unless they were changed with it (dropTypeDependentFields)."""
        if before["type"] in rules.WITH_NODE_PORTS and spec["type"] not in rules.WITH_NODE_PORTS:
            had = {p.get("nodePort") for p in before.get("ports") or ()}
            if all(p.get("nodePort") in had or not p.get("nodePort") for p in spec.get("ports") or ()):
                for port in spec.get("ports") or ():
                    port.pop("nodePort", None)
            if spec.get("externalTrafficPolicy") == before.get("externalTrafficPolicy"):
                spec.pop("externalTrafficPolicy", None)
        if not rules.needs_health_port(spec) and spec.get("healthCheckNodePort") == before.get("healthCheckNodePort"):
            spec.pop("healthCheckNodePort", None)
        if before["type"] == "LoadBalancer" and spec["type"] != "LoadBalancer":
            for key in ("allocateLoadBalancerNodePorts", "loadBalancerClass"):
                if spec.get(key) == before.get(key):
                    spec.pop(key, None)
        if spec["type"] == "ExternalName" and before["type"] != "ExternalName":
            for key in ("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"):
                if spec.get(key) == before.get(key):
                    spec.pop(key, None)

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Validate, then allocate: allocation may fail too."""
        errors = rules.address_errors(obj["spec"]) or rules.service_errors(obj)
        return errors or self._allocate(obj["spec"], None, obj["metadata"])

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Validate, forbid changes of what was allocated and of the load balancer class, then allocate."""
        spec, before = new["spec"], old["spec"]
        errors = rules.address_errors(spec) or rules.change_errors(spec, before) + rules.service_errors(new)
        return errors or self._allocate(new["spec"], old["spec"], new["metadata"])

    def prepare_status(self, new: Manifest, old: Manifest) -> None:
        """Set ipMode to VIP on ingress addresses without one."""
        super().prepare_status(new, old)
        for entry in mapping(mapping(new.get("status")).get("loadBalancer")).get("ingress") or ():
            if entry.get("ip"):
                fill(entry, {"ipMode": "VIP"})

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:  # noqa: ARG002
        """Check that only a load balancer has ingress points."""
        return rules.status_errors(new)

    def _allocate(self, spec: Manifest, before: Manifest | None, meta: Manifest) -> list[FieldError]:
        me = (meta.get("namespace"), meta.get("name"))
        others = [o["spec"] for o in self._others() if (o["metadata"].get("namespace"), o["metadata"]["name"]) != me]
        errors = self._allocate_ip(spec, before, others) if spec["type"] != "ExternalName" else []
        if errors:
            return errors
        taken = {p["nodePort"] for s in others for p in s.get("ports") or () if p.get("nodePort")}
        taken |= {s["healthCheckNodePort"] for s in (spec, *others) if s.get("healthCheckNodePort")}
        return self._allocate_ports(spec, taken)

    @staticmethod
    def _allocate_ip(spec: Manifest, before: Manifest | None, others: list[Manifest]) -> list[FieldError]:
        wanted = spec.get("clusterIP")
        taken = {s.get("clusterIP") for s in others}
        if not wanted:
            hosts = _CLUSTER_NETWORK.network_address + 1
            while str(hosts) in taken:
                hosts += 1
            spec["clusterIP"] = str(hosts)
        elif wanted != "None" and (before is None or before.get("clusterIP") != wanted):
            if ipaddress.ip_address(wanted) not in _CLUSTER_NETWORK:
                where = f"is not in the valid range. The range of valid IPs is {_CLUSTER_NETWORK}"
                why = f"the provided IP ({wanted}) {where}"
                return [invalid("spec.clusterIPs", [wanted], f"failed to allocate IP {wanted}: {why}")]
            if wanted in taken:
                text = f"failed to allocate IP {wanted}: provided IP is already allocated"
                return [invalid("spec.clusterIPs", [wanted], text)]
        spec["clusterIPs"] = [spec["clusterIP"]]
        fill(spec, {"ipFamilyPolicy": "SingleStack"})
        spec.setdefault("ipFamilies", ["IPv4"])
        return []

    @staticmethod
    def _allocate_ports(spec: Manifest, taken: set[int]) -> list[FieldError]:
        errors: list[FieldError] = []
        ports = iter(range(_FIRST_NODE_PORT, _LAST_NODE_PORT + 1))

        def free(what: str) -> int:
            port = next((port for port in ports if port not in taken), None)
            if port is None:
                text = f"failed to allocate a {what}: range is full"
                raise internal_error(text, {"causes": [{"message": text}]})
            taken.add(port)
            return port

        if spec["type"] in rules.WITH_NODE_PORTS:
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
                    port["nodePort"] = free("nodePort")
        if rules.needs_health_port(spec) and not spec.get("healthCheckNodePort"):
            spec["healthCheckNodePort"] = free("HealthCheck NodePort 0")
        return errors

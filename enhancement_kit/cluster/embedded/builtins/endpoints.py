"""Endpoints and EndpointSlices: validity."""

# What a strategy is asked with is more than each of its answers needs.

from __future__ import annotations

from collections.abc import Sequence

from ..fielderrors import FieldError, duplicate, invalid, not_supported, required, too_many
from ..ip_addresses import parse_ip
from ..names import is_subdomain
from ..objectmeta import bad_label_value
from ..objects import Manifest
from . import checks
from .common import Builtin, immutable

_ADDRESS_TYPES = ("FQDN", "IPv4", "IPv6")
_MOST_ENDPOINTS, _MOST_ADDRESSES, _MOST_PORTS, _MOST_HINTS = 1000, 100, 20000, 8


class Endpoints(Builtin):
    """The strategy of core/v1 Endpoints."""

    creates_on_update = True

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check addresses and ports."""
        errors: list[FieldError] = []
        for i, subset in enumerate(obj.get("subsets") or ()):
            at, ports = f"subsets[{i}]", subset.get("ports") or []
            if not subset.get("addresses") and not subset.get("notReadyAddresses"):
                errors.append(required(at, "must specify `addresses` or `notReadyAddresses`"))
            for part in ("addresses", "notReadyAddresses"):
                for n, address in enumerate(subset.get(part) or ()):
                    errors += _address(address, f"{at}.{part}[{n}]")
            for n, port in enumerate(ports):
                errors += _port(port, f"{at}.ports[{n}]", named=len(ports) > 1)
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create what changes."""
        return () if new.get("subsets") == old.get("subsets") else self.validate_create(new)


def _address(address: Manifest, at: str) -> list[FieldError]:
    errors = checks.ip(f"{at}.ip", address["ip"])
    if name := address.get("hostname"):
        errors += checks.label(f"{at}.hostname", name)
    if (node := address.get("nodeName")) is not None:
        errors += checks.because(f"{at}.nodeName", node, is_subdomain(node))
    return errors + checks.endpoint_ip(f"{at}.ip", address["ip"])


def _port(port: Manifest, at: str, *, named: bool) -> list[FieldError]:
    name = port.get("name", "")
    errors = checks.label(f"{at}.name", name) if name else [required(f"{at}.name")] if named else []
    errors += checks.port(f"{at}.port", port["port"])
    errors += checks.one_of(f"{at}.protocol", port.get("protocol"), checks.PROTOCOLS)
    if (application := port.get("appProtocol")) is not None:
        errors += checks.qualified(f"{at}.appProtocol", application)
    return errors


class EndpointSlices(Builtin):
    """The strategy of discovery.k8s.io/v1 EndpointSlice."""

    stored_as_null = ("endpoints", "ports")

    def warnings(self, obj: Manifest) -> Sequence[str]:
        """Tell that names are no addresses any more."""
        return ["spec.addressType: FQDN endpoints are deprecated"] if obj["addressType"] == "FQDN" else ()

    def update_warnings(self, obj: Manifest) -> Sequence[str]:  # noqa: ARG002
        """Tell nothing."""
        return ()

    def generation_changes(self, new: Manifest, old: Manifest) -> bool:
        """Return whether anything but most of the metadata changes."""

        def kept(obj: Manifest) -> Manifest:
            meta = obj["metadata"]
            return {**obj, "metadata": {k: meta.get(k) for k in ("labels", "annotations")}}

        return kept(new) != kept(old)

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the type of addresses, ports and endpoints."""
        kind = obj["addressType"]
        return [
            *checks.one_of("addressType", kind, _ADDRESS_TYPES),
            *_slice_ports(obj.get("ports") or []),
            *_endpoints(obj.get("endpoints") or [], kind),
        ]

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; the type may not change."""
        return [*self.validate_create(new), *immutable("addressType", new["addressType"], old["addressType"])]


def _slice_ports(ports: list[Manifest]) -> list[FieldError]:
    if len(ports) > _MOST_PORTS:
        return [too_many("ports", len(ports), _MOST_PORTS)]
    errors: list[FieldError] = []
    names: set[str] = set()
    for i, port in enumerate(ports):
        at, name = f"ports[{i}]", port["name"]
        if name:
            errors += checks.label(f"{at}.name", name)
        if name in names:
            errors.append(duplicate(f"{at}.name", name))
        names.add(name)
        if port["protocol"] not in checks.PROTOCOLS:
            errors.append(not_supported(f"{at}.protocol", port["protocol"], checks.PROTOCOLS))
        if (application := port.get("appProtocol")) is not None:
            errors += checks.qualified(f"{at}.appProtocol", application)
    return errors


def _endpoints(endpoints: list[Manifest], kind: str) -> list[FieldError]:
    if len(endpoints) > _MOST_ENDPOINTS:
        return [too_many("endpoints", len(endpoints), _MOST_ENDPOINTS)]
    errors: list[FieldError] = []
    for i, endpoint in enumerate(endpoints):
        at, addresses = f"endpoints[{i}]", endpoint.get("addresses") or []
        if not addresses:
            errors.append(required(f"{at}.addresses", "must contain at least 1 address"))
        elif len(addresses) > _MOST_ADDRESSES:
            errors.append(too_many(f"{at}.addresses", len(addresses), _MOST_ADDRESSES))
        for n, address in enumerate(addresses):
            errors += _slice_address(address, kind, f"{at}.addresses", n)
        if (node := endpoint.get("nodeName")) is not None:
            errors += checks.because(f"{at}.nodeName", node, is_subdomain(node))
        errors += checks.labels(f"{at}.deprecatedTopology", endpoint.get("deprecatedTopology"))
        if (name := endpoint.get("hostname")) is not None:
            errors += checks.label(f"{at}.hostname", name)
        errors += _hints(endpoint.get("hints"), f"{at}.hints")
    return errors


def _slice_address(address: str, kind: str, at: str, n: int) -> list[FieldError]:
    path = f"{at}[{n}]"
    if kind == "FQDN":
        return checks.domain(path, address)
    if kind not in _ADDRESS_TYPES:
        return []
    if errors := checks.ip(path, address):
        return errors
    found = parse_ip(address)
    version = 4 if kind == "IPv4" else 6
    if found is not None and kind == "IPv6" and str(found) != address:
        return [invalid(path, address, f'must be in canonical form ("{found}")')]
    wrong = found is not None and found.version != version
    article = [invalid(at, address, f"must be an {kind} address")] if wrong else []
    return article + checks.endpoint_ip(path, address)


def _hints(hints: Manifest | None, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    for part, rule in (("forZones", bad_label_value), ("forNodes", is_subdomain)):
        given = (hints or {}).get(part) or []
        if len(given) > _MOST_HINTS:
            return [*errors, too_many(f"{at}.{part}", len(given), _MOST_HINTS)]
        names: set[str] = set()
        for i, hint in enumerate(given):
            path, name = f"{at}.{part}[{i}].name", hint["name"]
            if name in names:
                errors.append(duplicate(path, name))
            names.add(name)
            errors += checks.because(path, name, rule(name))
    return errors

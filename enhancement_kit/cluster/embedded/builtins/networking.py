"""Ingresses, IngressClasses and NetworkPolicies: defaults and validity (pkg/apis/networking of Kubernetes)."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Sequence

from ..fielderrors import FieldError, forbidden, invalid, not_supported, required, too_long
from ..ip_addresses import parse_cidr, parse_ip
from ..names import is_label, is_subdomain
from ..objects import Manifest, mapping
from . import checks
from .common import Builtin, immutable
from .service_rules import bad_port_name

_CLASS_NOTE = "kubernetes.io/ingress.class"
_PATH_TYPES = ("Exact", "ImplementationSpecific", "Prefix")
_BAD_PARTS = ("//", "/./", "/../", "%2f", "%2F")
_BAD_ENDS = ("/..", "/.")
_CONTROLLER_LIMIT = 250
_POLICY_TYPES = ("Ingress", "Egress")


class Ingresses(Builtin):
    """The strategy of networking.k8s.io/v1 Ingress."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check backends, rules, TLS and class."""
        errors = self._spec(obj["spec"])
        note, name = mapping(obj["metadata"].get("annotations")).get(_CLASS_NOTE), obj["spec"].get("ingressClassName")
        if note is not None and name is not None and note != name:
            text = "must match `ingressClassName` when both are specified"
            errors.append(invalid(f"annotations.{_CLASS_NOTE}", note, text))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check the spec as on create."""
        return self._spec(new["spec"])

    @staticmethod
    def _spec(spec: Manifest) -> list[FieldError]:
        errors: list[FieldError] = []
        rules, backend = spec.get("rules") or [], spec.get("defaultBackend")
        if not rules and backend is None:
            errors.append(invalid("spec", None, "either `defaultBackend` or `rules` must be specified"))
        if backend is not None:
            errors += _backend(backend, "spec.defaultBackend")
        for i, rule in enumerate(rules):
            errors += _rule(rule, f"spec.rules[{i}]")
        for i, tls in enumerate(spec.get("tls") or ()):
            for n, host in enumerate(tls.get("hosts") or ()):
                errors += checks.host(f"spec.tls[{i}].hosts[{n}]", host)
            if name := tls.get("secretName"):
                errors += checks.because(f"spec.tls[{i}].secretName", name, is_subdomain(name))
        if (name := spec.get("ingressClassName")) is not None:
            errors += checks.subdomain("spec.ingressClassName", name)
        return errors


def _rule(rule: Manifest, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    if host := rule.get("host"):
        if parse_ip(host) is not None:
            errors.append(invalid(f"{at}.host", host, "must be a DNS name, not an IP address"))
        errors += checks.host(f"{at}.host", host)
    http = rule.get("http")
    if http is None:
        return errors
    paths = http.get("paths") or []
    if not paths:
        errors.append(required(f"{at}.http.paths"))
    for i, path in enumerate(paths):
        errors += _path(path, f"{at}.http.paths[{i}]")
    return errors


def _path(path: Manifest, at: str) -> list[FieldError]:
    kind, text = path.get("pathType"), path.get("path", "")
    if kind is None:
        return [required(f"{at}.pathType", "pathType must be specified")]
    errors: list[FieldError] = []
    if kind not in _PATH_TYPES:
        errors.append(not_supported(f"{at}.pathType", kind, _PATH_TYPES))
    elif not text.startswith("/") and (text or kind != "ImplementationSpecific"):
        errors.append(invalid(f"{at}.path", text, "must be an absolute path"))
    if kind in ("Exact", "Prefix"):
        errors += [invalid(f"{at}.path", text, f"must not contain '{part}'") for part in _BAD_PARTS if part in text]
        errors += [invalid(f"{at}.path", text, f"cannot end with '{end}'") for end in _BAD_ENDS if text.endswith(end)]
    return errors + _backend(path["backend"], f"{at}.backend")


def _backend(backend: Manifest, at: str) -> list[FieldError]:
    service, other = backend.get("service"), backend.get("resource")
    if service is not None and other is not None:
        return [invalid(at, "", "cannot set both resource and service backends")]
    if other is not None:
        return _reference(other, f"{at}.resource")
    if service is None:
        return [invalid(at, "", "resource or service backend is required")]
    name, port = service["name"], service["port"]
    errors = checks.because(f"{at}.service.name", name, is_label(name)) if name else [required(f"{at}.service.name")]
    if port.get("name") and port.get("number"):
        errors.append(invalid(at, "", "cannot set both port name & port number"))
    elif port.get("name"):
        errors += checks.because(f"{at}.service.port.name", port["name"], bad_port_name(port["name"]))
    elif port.get("number"):
        errors += checks.port(f"{at}.service.port.number", port["number"])
    else:
        errors.append(required(at, "port name or number is required"))
    return errors


def _reference(reference: Manifest, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    if (group := reference.get("apiGroup")) is not None:
        errors += checks.subdomain(f"{at}.apiGroup", group)
    return errors + checks.segment(f"{at}.kind", reference["kind"]) + checks.segment(f"{at}.name", reference["name"])


class IngressClasses(Builtin):
    """The strategy of networking.k8s.io/v1 IngressClass."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check controller and parameters."""
        spec = obj["spec"]
        controller = spec.get("controller", "")
        errors = [too_long("spec.controller", _CONTROLLER_LIMIT)] if len(controller) > _CONTROLLER_LIMIT else []
        errors += checks.domain_path("spec.controller", controller)
        at, parameters = "spec.parameters", spec.get("parameters")
        if parameters is None:
            return errors
        errors += _reference(parameters, at)
        scope, namespace = parameters["scope"], parameters.get("namespace")
        if scope not in ("Cluster", "Namespace"):
            errors.append(not_supported(f"{at}.scope", scope, ("Cluster", "Namespace")))
        elif scope == "Cluster" and namespace is not None:
            errors.append(forbidden(f"{at}.namespace", "`parameters.scope` is set to 'Cluster'"))
        elif scope == "Namespace" and namespace is None:
            errors.append(required(f"{at}.namespace", "`parameters.scope` is set to 'Namespace'"))
        elif scope == "Namespace":
            errors += checks.label(f"{at}.namespace", namespace or "")
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; the controller may not change."""
        changed = immutable("spec.controller", new["spec"].get("controller", ""), old["spec"].get("controller", ""))
        return [*changed, *self.validate_create(new)]


class NetworkPolicies(Builtin):
    """The strategy of networking.k8s.io/v1 NetworkPolicy."""

    def default(self, obj: Manifest) -> None:
        """Set the types of the policy by its rules."""
        spec = obj["spec"]
        if not spec.get("policyTypes"):
            spec["policyTypes"] = ["Ingress", *(["Egress"] if spec.get("egress") else [])]

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check selectors, ports, peers and types."""
        spec = obj["spec"]
        errors = checks.selector("spec.podSelector", spec["podSelector"])
        for part, peers in (("ingress", "from"), ("egress", "to")):
            for i, rule in enumerate(spec.get(part) or ()):
                at = f"spec.{part}[{i}]"
                errors += [
                    e for n, p in enumerate(rule.get("ports") or ()) for e in _policy_port(p, f"{at}.ports[{n}]")
                ]
                errors += [e for n, p in enumerate(rule.get(peers) or ()) for e in _peer(p, f"{at}.{peers}[{n}]")]
        types = spec.get("policyTypes") or []
        if len(types) > len(_POLICY_TYPES):
            return [*errors, invalid("spec.policyTypes", types, "may not specify more than two policyTypes")]
        return errors + [
            not_supported(f"spec.policyTypes[{i}]", name, _POLICY_TYPES)
            for i, name in enumerate(types)
            if name not in _POLICY_TYPES
        ]

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)


def _policy_port(port: Manifest, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    if port["protocol"] not in ("TCP", "UDP", "SCTP"):
        errors.append(not_supported(f"{at}.protocol", port["protocol"], ("TCP", "UDP", "SCTP")))
    number, end = port.get("port"), port.get("endPort")
    if number is None:
        text = "may not be specified when `port` is not specified"
        return errors if end is None else [*errors, invalid(f"{at}.endPort", end, text)]
    if isinstance(number, str):
        if end is not None:
            errors.append(invalid(f"{at}.endPort", end, "may not be specified when `port` is non-numeric"))
        return errors + checks.because(f"{at}.port", number, bad_port_name(number))
    errors += checks.port(f"{at}.port", number)
    if end is not None:
        if end < number:
            errors.append(invalid(f"{at}.endPort", number, "must be greater than or equal to `port`"))
        errors += checks.port(f"{at}.endPort", end)
    return errors


def _peer(peer: Manifest, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    for name in ("podSelector", "namespaceSelector"):
        errors += checks.selector(f"{at}.{name}", peer.get(name))
    given = [name for name in ("podSelector", "namespaceSelector", "ipBlock") if peer.get(name) is not None]
    if "ipBlock" in given:
        errors += _block(peer["ipBlock"], f"{at}.ipBlock")
    if not given:
        errors.append(required(at, "must specify a peer"))
    elif len(given) > 1 and "ipBlock" in given:
        errors.append(forbidden(at, "may not specify both ipBlock and another peer"))
    return errors


def _block(block: Manifest, at: str) -> list[FieldError]:
    if not block["cidr"]:
        return [required(f"{at}.cidr")]
    errors = checks.cidr(f"{at}.cidr", block["cidr"])
    whole = parse_cidr(block["cidr"], strict=False)
    if whole is None:
        return errors
    for i, text in enumerate(block.get("except") or ()):
        errors += checks.cidr(f"{at}.except[{i}]", text)
        part = parse_cidr(text, strict=False)
        if part is None:
            continue
        inside = part.version == whole.version and part.ip in whole.network
        if not inside or whole.network.prefixlen >= part.network.prefixlen:
            errors.append(invalid(f"{at}.except[{i}]", text, "must be a strict subset of `cidr`"))
    return errors

"""What makes the spec of a Pod invalid (ValidatePodSpec of Kubernetes): its containers, probes, mounts, volumes."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from ..fielderrors import NOT_FOUND, FieldError, duplicate, forbidden, invalid, not_supported, required
from ..names import is_subdomain
from ..objectmeta import bad_label_key, bad_label_value
from ..objects import Manifest, mapping
from . import checks, quantities
from .service_rules import bad_port_name

_DNS = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")
_RESTARTS = ("Always", "OnFailure", "Never")
_PULLS = ("Always", "IfNotPresent", "Never")
_MESSAGES = ("File", "FallbackToLogsOnError")
_HANDLERS = ("exec", "httpGet", "tcpSocket", "grpc", "sleep")
_TOLERANCES = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_NUMBERS = ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")
_STANDARD = ("cpu", "memory", "ephemeral-storage")
_QUALITY = ("cpu", "memory")
_ENV_SOURCES = ("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef")
_ENV_TEXT = "a valid environment variable name must consist only of printable ASCII characters other than '='"
_ENV_NONE = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
_SECONDS = 2**31 - 1
_QUANTITY = "must be greater than or equal to 0"


def pod_spec_errors(spec: Manifest, at: str, more_volumes: Sequence[str] = ()) -> list[FieldError]:
    """Return the errors of a spec. `more_volumes` come with the Pod from elsewhere."""
    volumes, errors = _volumes(spec.get("volumes") or [], f"{at}.volumes", set(more_volumes))
    containers = spec.get("containers") or []
    if not containers:
        errors.append(required(f"{at}.containers"))
    names: set[str] = set()
    for i, container in enumerate(containers):
        errors += _container(container, f"{at}.containers[{i}]", names, volumes)
        errors += _probes(container, f"{at}.containers[{i}]")
    for i, container in enumerate(spec.get("initContainers") or ()):
        errors += _container(container, f"{at}.initContainers[{i}]", names, volumes)
    if spec["restartPolicy"] not in _RESTARTS:
        errors.append(not_supported(f"{at}.restartPolicy", spec["restartPolicy"], _RESTARTS))
    if spec.get("dnsPolicy", _DNS[1]) not in _DNS:
        errors.append(not_supported(f"{at}.dnsPolicy", spec["dnsPolicy"], _DNS))
    errors += checks.labels(f"{at}.nodeSelector", spec.get("nodeSelector"))
    for name in ("serviceAccountName", "nodeName", "priorityClassName", "runtimeClassName"):
        if text := spec.get(name):
            errors += checks.because(f"{at}.{name}", text, is_subdomain(text))
    seconds = spec.get("activeDeadlineSeconds")
    if seconds is not None and not 1 <= seconds <= _SECONDS:
        text = f"must be between 1 and {_SECONDS}, inclusive"
        errors.append(invalid(f"{at}.activeDeadlineSeconds", seconds, text))
    for name in ("hostname", "subdomain"):
        if text := spec.get(name):
            errors += checks.label(f"{at}.{name}", text)
    for i, toleration in enumerate(spec.get("tolerations") or ()):
        errors += _toleration(toleration, f"{at}.tolerations[{i}]")
    for i, alias in enumerate(spec.get("hostAliases") or ()):
        errors += checks.ip(f"{at}.hostAliases[{i}].ip", alias.get("ip", ""))
        for n, name in enumerate(alias.get("hostnames") or ()):
            errors += checks.subdomain(f"{at}.hostAliases[{i}].hostnames[{n}]", name)
    policy = spec.get("preemptionPolicy")
    if policy is not None and policy not in ("PreemptLowerPriority", "Never"):
        path = f"{at}.preemptionPolicy"
        errors.append(not_supported(path, policy, ("PreemptLowerPriority", "Never")))
    return errors


def _volumes(volumes: list[Manifest], at: str, more: set[str]) -> tuple[set[str], list[FieldError]]:
    """Return the names of the valid volumes, and the errors of the others."""
    names: set[str] = set()
    errors: list[FieldError] = []
    for i, volume in enumerate(volumes):
        where, name = f"{at}[{i}]", volume.get("name", "")
        if name in more:
            continue
        sources = [key for key, value in volume.items() if key != "name" and value is not None]
        found = [] if sources else [required(where, "must specify a volume type")]
        found += [forbidden(f"{where}.{key}", "may not specify more than 1 volume type") for key in sources[1:]]
        found += _source(volume, where)
        found += checks.label(f"{where}.name", name) if name else [required(f"{where}.name")]
        if name in names:
            found.append(duplicate(f"{where}.name", name))
        if found:
            errors += found
        else:
            names.add(name)
    return names | more, errors


def _source(volume: Manifest, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    if (path := volume.get("hostPath")) is not None:
        if not path.get("path"):
            errors.append(required(f"{at}.hostPath.path"))
        elif ".." in path["path"].split("/"):
            errors.append(invalid(f"{at}.hostPath.path", path["path"], "must not contain '..'"))
    for source, field in (("configMap", "name"), ("secret", "secretName")):
        if (given := volume.get(source)) is not None:
            if not given.get(field):
                errors.append(required(f"{at}.{source}.{field}"))
            mode = given.get("defaultMode")
            if mode is not None and not 0 <= mode <= 0o777:
                text = "must be a number between 0 and 0777 (octal), both inclusive"
                errors.append(invalid(f"{at}.{source}.defaultMode", mode, text))
    if (claim := volume.get("persistentVolumeClaim")) is not None and not claim.get("claimName"):
        errors.append(required(f"{at}.persistentVolumeClaim.claimName"))
    if (limit := mapping(volume.get("emptyDir")).get("sizeLimit")) is not None and quantities.read(limit)[0] < 0:
        errors.append(forbidden(f"{at}.emptyDir.sizeLimit", "SizeLimit field must be a valid resource quantity"))
    return errors


def _container(container: Manifest, at: str, names: set[str], volumes: set[str]) -> list[FieldError]:
    name = container.get("name", "")
    errors = checks.label(f"{at}.name", name) if name else [required(f"{at}.name")]
    if not container.get("image"):
        errors.append(required(f"{at}.image"))
    policy = container.get("terminationMessagePolicy", _MESSAGES[0])
    if policy not in _MESSAGES:
        errors.append(not_supported(f"{at}.terminationMessagePolicy", policy, _MESSAGES))
    errors += _ports(container.get("ports") or [], f"{at}.ports")
    for i, variable in enumerate(container.get("env") or ()):
        errors += _variable(variable, f"{at}.env[{i}]")
    errors += _mounts(container.get("volumeMounts") or [], f"{at}.volumeMounts", volumes)
    errors += checks.one_of(f"{at}.imagePullPolicy", container.get("imagePullPolicy", _PULLS[0]), _PULLS)
    errors += _resources(mapping(container.get("resources")), f"{at}.resources")
    if name and name in names:
        errors.append(duplicate(f"{at}.name", name))
    names.add(name)
    return errors


def _ports(ports: list[Manifest], at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    names: set[str] = set()
    for i, port in enumerate(ports):
        where = f"{at}[{i}]"
        if name := port.get("name"):
            if why := bad_port_name(name):
                errors += checks.because(f"{where}.name", name, why)
            elif name in names:
                errors.append(duplicate(f"{where}.name", name))
            names.add(name)
        number = port.get("containerPort")
        path = f"{where}.containerPort"
        errors += checks.port(path, number) if number else [required(path)]
        if port.get("hostPort"):
            errors += checks.port(f"{where}.hostPort", port["hostPort"])
        errors += checks.one_of(f"{where}.protocol", port.get("protocol"), checks.PROTOCOLS)
    return errors


def _variable(variable: Manifest, at: str) -> list[FieldError]:
    name, source = variable.get("name", ""), variable.get("valueFrom")
    errors = [] if name else [required(f"{at}.name")]
    if not (name.isascii() and name.isprintable()) or "=" in name:
        errors.append(invalid(f"{at}.name", name, _ENV_TEXT))
    if source is None:
        return errors
    given = [key for key in _ENV_SOURCES if source.get(key) is not None]
    if not given:
        errors.append(invalid(f"{at}.valueFrom", "", _ENV_NONE))
    elif variable.get("value"):
        errors.append(invalid(f"{at}.valueFrom", "", "may not be specified when `value` is not empty"))
    elif len(given) > 1:
        errors.append(invalid(f"{at}.valueFrom", "", "may not have more than one field specified at a time"))
    for key in ("configMapKeyRef", "secretKeyRef"):
        if key in given and not source[key].get("key"):
            errors.append(required(f"{at}.valueFrom.{key}.key"))
    return errors


def _mounts(mounts: list[Manifest], at: str, volumes: set[str]) -> list[FieldError]:
    errors: list[FieldError] = []
    paths: set[str] = set()
    for i, mount in enumerate(mounts):
        where, name, path = f"{at}[{i}]", mount.get("name", ""), mount.get("mountPath", "")
        if not name:
            errors.append(required(f"{where}.name"))
        if name not in volumes:
            errors.append(FieldError(NOT_FOUND, f"{where}.name", name))
        if not path:
            errors.append(required(f"{where}.mountPath"))
        if path in paths:
            errors.append(invalid(f"{where}.mountPath", path, "must be unique"))
        paths.add(path)
    return errors


def _resources(resources: Manifest, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    limits = mapping(resources.get("limits"))
    for part in ("limits", "requests"):
        for name, text in mapping(resources.get(part)).items():
            path = f"{at}.{part}[{name}]"
            errors += _resource_name(path, name)
            value = quantities.read(text)[0]
            if value < 0:
                errors.append(invalid(path, text, _QUANTITY))
            elif _whole(name) and value % 1:
                errors.append(invalid(path, text, "must be an integer"))
            if part == "requests":
                errors += _within(at, name, text, value, limits.get(name))
    return errors


def _within(at: str, name: str, text: str, value: Decimal, limit: str | None) -> list[FieldError]:
    shared = "/" not in name and not name.startswith("hugepages-")
    if limit is None:
        return [] if shared else [required(f"{at}.limits", "Limit must be set for non overcommitable resources")]
    most = quantities.read(limit)[0]
    if not shared and value != most:
        return [invalid(f"{at}.requests", text, f"must be equal to {name} limit of {limit}")]
    if value > most:
        return [invalid(f"{at}.requests", text, f"must be less than or equal to {name} limit of {limit}")]
    return []


def _whole(name: str) -> bool:
    return "/" in name and not name.startswith("kubernetes.io/")


def _resource_name(path: str, name: str) -> list[FieldError]:
    errors = checks.because(path, name, bad_label_key(name))
    if "/" in name:
        return errors
    if name not in _STANDARD and not name.startswith("hugepages-"):
        if not errors:
            errors.append(invalid(path, name, "must be a standard resource type or fully qualified"))
        errors.append(invalid(path, name, "must be a standard resource for containers"))
    return errors


def _probes(container: Manifest, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    for kind in ("livenessProbe", "readinessProbe", "startupProbe"):
        probe, path = container.get(kind), f"{at}.{kind}"
        if probe is None:
            continue
        errors += _handler(probe, path) + checks.all_nonnegative(path, probe, _NUMBERS)
        seconds = probe.get("terminationGracePeriodSeconds")
        if seconds is not None and seconds <= 0:
            errors.append(invalid(f"{path}.terminationGracePeriodSeconds", seconds, "must be greater than 0"))
        if kind == "readinessProbe" and seconds is not None:
            text = "must not be set for readinessProbes"
            errors.append(invalid(f"{path}.terminationGracePeriodSeconds", seconds, text))
        if kind != "readinessProbe" and probe["successThreshold"] != 1:
            errors.append(invalid(f"{path}.successThreshold", probe["successThreshold"], "must be 1"))
    return errors


def _handler(handler: Manifest, at: str) -> list[FieldError]:
    given = [name for name in _HANDLERS if handler.get(name) is not None]
    if not given:
        return [required(at, "must specify a handler type")]
    errors = [forbidden(f"{at}.{name}", "may not specify more than 1 handler type") for name in given[1:]]
    kind, action, path = given[0], handler[given[0]], f"{at}.{given[0]}"
    if kind == "exec" and not action.get("command"):
        errors.append(required(f"{path}.command"))
    elif kind == "httpGet":
        errors += checks.port_or_name(f"{path}.port", action["port"])
        if action["scheme"] not in ("HTTP", "HTTPS"):
            errors.append(not_supported(f"{path}.scheme", action["scheme"], ("HTTP", "HTTPS")))
    elif kind in ("tcpSocket", "grpc"):
        errors += checks.port_or_name(f"{path}.port", action["port"])
    return errors


def _toleration(toleration: Manifest, at: str) -> list[FieldError]:
    key, operator, effect = (toleration.get(name, "") for name in ("key", "operator", "effect"))
    value = toleration.get("value", "")
    errors = checks.qualified(f"{at}.key", key) if key else []
    if not key and operator != "Exists":
        text = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
        errors.append(invalid(f"{at}.operator", operator, text))
    if toleration.get("tolerationSeconds") is not None and effect != "NoExecute":
        text = "effect must be 'NoExecute' when `tolerationSeconds` is set"
        errors.append(invalid(f"{at}.effect", effect, text))
    if operator in ("", "Equal"):
        if why := bad_label_value(value):
            errors.append(invalid(f"{at}.operator", value, ";".join(why)))
    elif operator == "Exists":
        if value:
            errors.append(invalid(f"{at}.operator", value, "value must be empty when `operator` is 'Exists'"))
    elif operator in ("Lt", "Gt"):
        errors.append(not_supported(f"{at}.operator", operator, ("Equal", "Exists", "Lt", "Gt")))
    else:
        errors.append(not_supported(f"{at}.operator", operator, ("Equal", "Exists")))
    if effect and effect not in _TOLERANCES:
        errors.append(not_supported(f"{at}.effect", effect, _TOLERANCES))
    return errors


def quality(spec: Manifest) -> str:
    """Return the class of a Pod by what its containers ask for."""
    containers = [*(spec.get("containers") or ()), *(spec.get("initContainers") or ())]
    asked = [mapping(c.get("resources")) for c in containers]
    counted: dict[str, list[bool]] = {name: [] for name in _QUALITY}
    anything = False
    for resources in asked:
        limits, requests = mapping(resources.get("limits")), mapping(resources.get("requests"))
        for name in _QUALITY:
            limit, request = (quantities.read(part.get(name, "0"))[0] for part in (limits, requests))
            anything = anything or limit > 0 or request > 0
            counted[name].append(limit > 0 and (request == limit or name not in requests))
    if not anything:
        return "BestEffort"
    return "Guaranteed" if all(all(fits) for fits in counted.values()) else "Burstable"

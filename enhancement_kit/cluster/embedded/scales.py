"""The scale subresource."""

from __future__ import annotations

import re
from typing import Any

from . import applying, status
from .builtins import go_schemas, go_types
from .builtins.common import Builtin
from .decoding import decode
from .fielderrors import invalid
from .managedfields import Managers
from .managedfields import decode as fields_of
from .objects import Manifest, clone, mapping
from .options import Options
from .resource import Resource

_VERSION = "autoscaling/v1"
KIND = Resource("autoscaling", "v1", "Scale", "scales", True, Builtin("V1Scale"))
"""What clients send and get: every kind with a scale has the same."""
_MANAGER = re.compile(r" using [^ :]+(?: at [0-9T:Z.-]+Z)?")
"""What a conflict says of a manager beyond its name."""


def scale_of(resource: Resource, obj: Manifest) -> Manifest:
    """Return the scale of an object."""
    meta = {
        k: obj["metadata"][k]
        for k in ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
        if k in obj["metadata"]
    }
    wanted, present = (_at(obj, path) for path in resource.scale)
    state: Manifest = {"replicas": present or 0}
    if selector := _selector(resource, obj):
        state["selector"] = selector
    return {
        "kind": "Scale",
        "apiVersion": "autoscaling/v1",
        "metadata": meta,
        "spec": {"replicas": wanted} if wanted else {},
        "status": state,
    }


def _selector(resource: Resource, obj: Manifest) -> str:
    if not resource.custom:
        return _text(mapping(_at(obj, ".spec.selector")))
    found = _at(obj, resource.scale_selector) if resource.scale_selector else None
    return found if isinstance(found, str) else ""


def _path(resource: Resource) -> tuple[str, ...]:
    return tuple(f"f:{step}" for step in resource.scale[0].strip(".").split("."))


def _disown(resource: Resource, obj: Manifest) -> None:
    """Remove the wanted number from what is managed."""
    found = Managers(obj)
    found.take_from_others({}, {_path(resource)})
    found.write(obj)


def managers(resource: Resource, obj: Manifest) -> list[Manifest]:
    """Return the managers of the wanted number as those of the scale."""
    path = _path(resource)
    return [
        {
            **{key: entry[key] for key in ("manager", "operation") if key in entry},
            "apiVersion": _VERSION,
            **({"time": entry["time"]} if entry.get("time") else {}),
            "fieldsType": "FieldsV1",
            "fieldsV1": {"f:spec": {"f:replicas": {}}},
            **({"subresource": entry["subresource"]} if entry.get("subresource") else {}),
        }
        for entry in obj["metadata"].get("managedFields", ())
        if path in fields_of(mapping(entry.get("fieldsV1")))
    ]


def patched(resource: Resource, obj: Manifest) -> Manifest:
    """Return the scale of an object as patches see it, with its managers."""
    scale = scale_of(resource, obj)
    if found := managers(resource, obj):
        scale["metadata"]["managedFields"] = found
    return scale


def _text(selector: Manifest) -> str:
    """Return a selector, with or without expressions, as the text that a list takes."""
    if not {"matchLabels", "matchExpressions"} & selector.keys():
        selector = {"matchLabels": selector}
    parts = {key: f"{key}={value}" for key, value in mapping(selector.get("matchLabels")).items()}
    for requirement in selector.get("matchExpressions") or ():
        key, values = requirement.get("key", ""), ",".join(sorted(requirement.get("values") or ()))
        forms = {"In": f"{key} in ({values})", "NotIn": f"{key} notin ({values})", "Exists": key}
        parts[key] = forms.get(requirement.get("operator", ""), f"!{key}")
    return ",".join(text for _, text in sorted(parts.items()))


def _at(obj: Manifest, path: str) -> Any:
    value: Any = obj
    for step in path.strip(".").split("."):
        value = mapping(value).get(step)
    return value


def applied(resource: Resource, live: Manifest, body: Any, options: Options) -> Manifest:
    """Return what applying a scale applies to the object. Raises ApiError 400, 409 and 500."""
    scale = applying.check_body(body, "Scale", _VERSION)
    managed = bool(managers(resource, live))
    if resource.custom and not managed:
        raise not_converted(resource, live)
    applying.check_typed(scale, go_schemas.schema_of(go_types.root_of(_VERSION, "Scale")))
    replicas = mapping(scale.get("spec")).get("replicas")
    current = _at(live, resource.scale[0])
    if not (managed or options.force) and current and replicas not in (None, current):
        raise _unmanaged()
    name, namespace = live["metadata"]["name"], live["metadata"].get("namespace", "")
    given = mapping(scale.get("metadata")).get("name") or name
    if given != name:
        raise status.bad_request(f"the name of the object ({given}) does not match the name on the URL ({name})")
    meta = {"name": name, **({"namespace": namespace} if namespace else {})}
    out: Manifest = {"apiVersion": resource.api_version, "kind": resource.kind, "metadata": meta}
    if replicas is not None:
        _put(out, resource.scale[0], replicas)
    return out


def _unmanaged() -> status.ApiError:
    """Return the conflict with whoever has set replicas that nobody manages any more."""
    who = f'conflict with "before-first-apply" with subresource "scale" using {_VERSION}'
    cause = {"reason": "FieldManagerConflict", "message": who, "field": ".spec.replicas"}
    text = f"Apply failed with 1 conflict: {who}: .spec.replicas"
    return status.ApiError(409, "Conflict", text, {"causes": [cause]})


def conflict(error: status.ApiError) -> status.ApiError:
    """Return the conflict of an applied scale: it speaks of the scale's managers, which have no times."""
    causes = [
        {**cause, "message": _MANAGER.sub(f" using {_VERSION}", cause["message"])}
        for cause in mapping(error.details).get("causes") or ()
    ]
    details = {**mapping(error.details), "causes": causes}
    return status.ApiError(error.code, error.reason, _MANAGER.sub(f" using {_VERSION}", error.message), details)


def not_converted(resource: Resource, obj: Manifest) -> status.ApiError:
    """Return the 500 of a scale that is applied to a custom resource, which the real server cannot do."""
    why = f"request to convert CR to an invalid group/version: {_VERSION}"
    if managers(resource, obj):
        what = f"failed to convert new object (/{obj['metadata']['name']}; {_VERSION}, Kind=Scale)"
    else:
        what = "failed to create manager for existing fields: failed to convert live object "
        what += f"(/; {_VERSION}, Kind=Scale)"
    return status.ApiError(500, "", f"{what} to proper version: {why}")


def read(resource: Resource, namespace: str, name: str, body: Any, options: Options) -> Manifest:
    """Return the scale that a client has sent, or that a patch has made. Raises ApiError."""
    try:
        scale = decode(KIND, namespace, body, options)
    except status.ApiError as error:
        if resource.custom and error.code == 400 and not options.patched:
            # the real server looks for the kind where custom resources are
            why = 'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"'
            raise status.bad_request(why) from None
        raise
    given = scale["metadata"].get("name", "")
    if not given:
        why = f"the name of the object ({name} based on URL) was undeterminable: name must be provided"
        raise status.bad_request(why)
    if given != name:
        raise status.bad_request(f"the name of the object ({given}) does not match the name on the URL ({name})")
    return scale


def scaled(resource: Resource, obj: Manifest, scale: Manifest, options: Options) -> Manifest:
    """Return the object with the replicas of a scale. Raises ApiError 422."""
    replicas = mapping(scale.get("spec")).get("replicas", 0)
    if replicas < 0 and not resource.custom:
        wrong = invalid("spec.replicas", replicas, "must be greater than or equal to 0")
        raise status.invalid_object("autoscaling", "Scale", obj["metadata"]["name"], [wrong])
    out: Manifest = clone(obj)
    _put(out, resource.scale[0], replicas)
    # a scale without replicas has none to manage, and nobody manages a scale that has lost its managers
    options.recorded = not (replicas and managers(resource, obj))
    if not replicas:
        _disown(resource, out)
    for key in ("resourceVersion", "uid"):
        if given := scale["metadata"].get(key):
            out["metadata"][key] = given
    return out


def _put(obj: Manifest, path: str, value: Any) -> None:
    *parents, last = path.strip(".").split(".")
    for step in parents:
        obj = obj.setdefault(step, {})
    obj[last] = value

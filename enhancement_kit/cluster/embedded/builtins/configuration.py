"""ConfigMaps, Secrets, Namespaces, Nodes and Events: defaults and validity."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence

from ..fielderrors import FieldError, forbidden, invalid
from ..objects import Manifest, mapping
from ..resource import is_label
from .common import Builtin, fill, immutable

_DATA_KEY = re.compile(r"[-._a-zA-Z0-9]+\Z")
_DATA_KEY_TEXT = (
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or "
    "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
)
_FROZEN_TEXT = "field is immutable when `immutable` is set"


def _keys(data: Manifest, path: str) -> list[FieldError]:
    return [invalid(f"{path}[{key}]", key, _DATA_KEY_TEXT) for key in data if not _DATA_KEY.match(key)]


def _frozen(new: Manifest, old: Manifest, names: Sequence[str]) -> list[FieldError]:
    if not old.get("immutable"):
        return []
    errors = [forbidden(name, _FROZEN_TEXT) for name in names if mapping(new.get(name)) != mapping(old.get(name))]
    if not new.get("immutable"):
        errors.insert(0, forbidden("immutable", _FROZEN_TEXT))
    return errors


class ConfigMaps(Builtin):
    """The strategy of core/v1 ConfigMap."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Key names."""
        errors = _keys(mapping(obj.get("data")), "data") + _keys(mapping(obj.get("binaryData")), "binaryData")
        doubled = set(mapping(obj.get("data"))) & set(mapping(obj.get("binaryData")))
        return errors + [
            invalid(f"data[{key}]", key, "duplicate of key present in binaryData") for key in sorted(doubled)
        ]

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """As on create; an immutable one stays."""
        return [*self.validate_create(new), *_frozen(new, old, ("data", "binaryData"))]


class Secrets(Builtin):
    """The strategy of core/v1 Secret."""

    def default(self, obj: Manifest) -> None:
        """The type, and `stringData` merged into `data`."""
        fill(obj, {"type": "Opaque"})
        plain = obj.pop("stringData", None)
        if plain:
            data = obj.setdefault("data", {})
            data.update({k: base64.b64encode(v.encode()).decode() for k, v in plain.items()})

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Key names and base64."""
        errors = _keys(mapping(obj.get("data")), "data")
        for key, value in mapping(obj.get("data")).items():
            try:
                base64.b64decode(value, validate=True)
            except (binascii.Error, ValueError):
                errors.append(invalid(f"data[{key}]", "<secret contents redacted>", "must be base64 encoded"))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """As on create; the type may not change, an immutable one stays."""
        return [
            *self.validate_create(new),
            *immutable("type", new.get("type"), old.get("type")),
            *_frozen(new, old, ("data",)),
        ]


class Namespaces(Builtin):
    """The strategy of core/v1 Namespace."""

    name_rule = staticmethod(is_label)

    def default(self, obj: Manifest) -> None:
        """The label that carries the name, the finalizer in the spec."""
        fill(obj, {"spec": {}})
        if name := obj["metadata"].get("name"):
            obj["metadata"].setdefault("labels", {})["kubernetes.io/metadata.name"] = name

    def prepare_create(self, obj: Manifest) -> None:
        """A new namespace is active."""
        obj["spec"] = {"finalizers": ["kubernetes"]}
        obj["status"] = {"phase": "Active"}

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """The finalizers of the spec and the status have subresources of their own."""
        super().prepare_update(new, old)
        new["spec"] = old["spec"]


class Events(Builtin):
    """The strategy of core/v1 Event."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """The event lives in the namespace of the object it is about."""
        involved = mapping(obj.get("involvedObject"))
        namespace = obj["metadata"].get("namespace", "")
        about = involved.get("namespace", "")
        if about != namespace and not (not about and namespace == "default"):
            return [invalid("involvedObject.namespace", about, "does not match event.namespace")]
        return []

"""ConfigMaps, Secrets, Namespaces and Nodes: defaults and validity."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence

from ..fielderrors import FieldError, forbidden, invalid, not_supported, required, too_long
from ..names import is_label
from ..objectmeta import bad_finalizer, bad_label_key, bad_label_value
from ..objects import Manifest, mapping, now
from ..resource import Decoded, carry
from ..status import bad_request
from .common import Builtin, fill, immutable, needed

_DATA_KEY = re.compile(r"[-._a-zA-Z0-9]+\Z")
_DATA_KEY_TEXT = (
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or "
    "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
)
_BASE64 = re.compile(r"[A-Za-z0-9+/=]")
_NEEDED: dict[str, tuple[str, ...]] = {
    "kubernetes.io/tls": ("tls.crt", "tls.key"),
    "kubernetes.io/dockercfg": (".dockercfg",),
    "kubernetes.io/dockerconfigjson": (".dockerconfigjson",),
    "kubernetes.io/basic-auth": ("username", "password"),
    "kubernetes.io/ssh-auth": ("ssh-privatekey",),
}
_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_DATA_LIMIT = 1024 * 1024
"""Bytes of all values of a ConfigMap or a Secret (k8s.io/kubernetes, MaxSecretSize)."""
_FROZEN_TEXT = "field is immutable when `immutable` is set"


def _keys(data: Manifest, path: str) -> list[FieldError]:
    return [invalid(f"{path}[{key}]", key, why) for key in data for why in _bad_key(key)]


def _decoded_size(data: Manifest) -> int:
    return sum(len(text) * 3 // 4 - text.count("=", -2) for text in data.values() if text)


def _bad_key(key: str) -> list[str]:
    out = ["must be no more than 253 characters"] if len(key) > 253 else []
    if not _DATA_KEY.match(key):
        out.append(_DATA_KEY_TEXT)
    if key in (".", ".."):
        out.append(f"must not be '{key}'")
    elif key.startswith(".."):
        out.append("must not start with '..'")
    return out


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
        """Check the names of the keys, and the size."""
        errors = _keys(mapping(obj.get("data")), "data") + _keys(mapping(obj.get("binaryData")), "binaryData")
        data, binary = mapping(obj.get("data")), mapping(obj.get("binaryData"))
        doubled = sorted(set(data) & set(binary))
        errors += [invalid(f"data[{key}]", key, "duplicate of key present in binaryData") for key in doubled]
        size = sum(len(text) if text.isascii() else len(text.encode()) for text in data.values())
        if size + _decoded_size(binary) > _DATA_LIMIT:
            errors.append(too_long("[]", _DATA_LIMIT))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; an immutable ConfigMap may not change."""
        return [*self.validate_create(new), *_frozen(new, old, ("data", "binaryData"))]


class Secrets(Builtin):
    """The strategy of core/v1 Secret."""

    write_only = frozenset({"stringData"})

    def default(self, obj: Manifest) -> None:
        """Set the type, and merge `stringData` into `data`."""
        fill(obj, {"type": "Opaque"})
        plain = obj.pop("stringData", None)
        if plain:
            data = obj.setdefault("data", {})
            data.update({k: base64.b64encode(v.encode()).decode() for k, v in plain.items()})

    def decode(self, obj: Manifest) -> Decoded:
        """Decode as other kinds do, and check that data is base64. Raises ApiError 400."""
        decoded = super().decode(obj)
        for text in mapping(decoded.obj.get("data")).values():
            try:
                base64.b64decode(text, validate=True)
            except (binascii.Error, ValueError):
                at = next((i for i, c in enumerate(text) if not _BASE64.match(c)), len(text))
                raise bad_request(
                    f'Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte {at}'
                ) from None
        return decoded

    def warnings(self, obj: Manifest) -> Sequence[str]:
        """Tell that a certificate is not one."""
        data = mapping(obj.get("data"))
        if obj.get("type") != "kubernetes.io/tls" or not {"tls.crt", "tls.key"} <= set(data):
            return ()
        found = b"-----BEGIN" in base64.b64decode(data["tls.crt"] or "")
        return () if found else ["tls: failed to find any PEM data in certificate input"]

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the names of the keys, the size, and the data that the type requires."""
        data, kind = mapping(obj.get("data")), obj.get("type", "")
        errors = _keys(data, "data")
        if _decoded_size(data) > _DATA_LIMIT:
            errors.append(too_long("data", _DATA_LIMIT))
        if kind == "kubernetes.io/service-account-token":
            note = "kubernetes.io/service-account.name"
            return errors + needed(
                f"metadata.annotations[{note}]", mapping(obj["metadata"].get("annotations")).get(note)
            )
        wanted = _NEEDED.get(kind, ())
        if kind == "kubernetes.io/basic-auth" and any(key in data for key in wanted):
            wanted = ()
        return errors + [required(f"data[{key}]") for key in wanted if key not in data]

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; the type may not change, nor anything of an immutable Secret."""
        return [
            *self.validate_create(new),
            *immutable("type", new.get("type"), old.get("type")),
            *_frozen(new, old, ("data",)),
        ]


class Namespaces(Builtin):
    """The strategy of core/v1 Namespace."""

    name_rule = staticmethod(is_label)
    returns_deleted = True
    parts = frozenset({"finalize"})

    def deleted(self, obj: Manifest) -> Manifest:
        """Return the namespace marked as Terminating: it is removed only after its contents."""
        return {**obj, "metadata": {**obj["metadata"], "deletionTimestamp": now()}, "status": {"phase": "Terminating"}}

    def default(self, obj: Manifest) -> None:
        """Set the label with the name, and a spec."""
        fill(obj, {"spec": {}})
        _label(obj)

    def prepare_create(self, obj: Manifest) -> None:
        """Add the finalizer of the spec, and set the phase Active; by now a generated name is known, too."""
        _label(obj)
        given = obj["spec"].get("finalizers") or []
        obj["spec"] = {"finalizers": given if "kubernetes" in given else [*given, "kubernetes"]}
        obj["status"] = {"phase": "Active"}

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Keep the spec: its finalizers can be changed only through a subresource."""
        super().prepare_update(new, old)
        new["spec"] = old["spec"]

    def prepare_part(self, part: str, new: Manifest, old: Manifest) -> None:  # noqa: ARG002
        """Keep the status: only the finalizers of the spec can be changed."""
        carry(new, old, "status")

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:  # noqa: ARG002
        """Check that the phase tells whether the namespace is being deleted."""
        phase, going = mapping(new.get("status")).get("phase", ""), "deletionTimestamp" in new["metadata"]
        wanted = "Terminating" if going else "Active"
        if phase == wanted:
            return ()
        state = "not empty" if going else "empty"
        return [invalid("status.Phase", phase, f"may only be '{wanted}' if `deletionTimestamp` is {state}")]

    def validate_part(self, part: str, new: Manifest, old: Manifest) -> Sequence[FieldError]:  # noqa: ARG002
        """Check the finalizers."""
        names = list(enumerate(mapping(new.get("spec")).get("finalizers") or ()))
        return [invalid(f"spec.finalizers[{i}]", name, why) for i, name in names for why in bad_finalizer(name)]

    def waits(self, obj: Manifest) -> bool:
        """Return whether a finalizer is left, in the metadata or in the spec."""
        return super().waits(obj) or bool(mapping(obj.get("spec")).get("finalizers"))


def _label(namespace: Manifest) -> None:
    if name := namespace["metadata"].get("name"):
        namespace["metadata"].setdefault("labels", {})["kubernetes.io/metadata.name"] = name


class Nodes(Builtin):
    """The strategy of core/v1 Node."""

    def prepare_create(self, obj: Manifest) -> None:
        """Keep the status: a kubelet registers its node with one."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the taints."""
        return self._taints(obj)

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check the taints; a provider ID may not change."""
        errors = self._taints(new)
        before = mapping(old.get("spec")).get("providerID")
        if before and mapping(new.get("spec")).get("providerID") != before:
            text = 'node updates may not change providerID except from "" to valid'
            errors.insert(0, forbidden("spec.providerID", text))
        return errors

    @staticmethod
    def _taints(obj: Manifest) -> list[FieldError]:
        errors: list[FieldError] = []
        for i, taint in enumerate(mapping(obj.get("spec")).get("taints") or ()):
            at, key, effect = f"metadata.taints[{i}]", taint.get("key", ""), taint.get("effect", "")
            errors += [invalid(f"{at}.key", key, why) for why in bad_label_key(key)]
            if wrong := bad_label_value(taint.get("value") or ""):
                errors.append(invalid(f"{at}.value", taint["value"], ";".join(wrong)))
            if not effect:
                errors.append(required(f"{at}.effect"))
            elif effect not in _EFFECTS:
                errors.append(not_supported(f"{at}.effect", effect, _EFFECTS))
        return errors

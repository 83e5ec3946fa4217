"""Object metadata: what clients may set, and what makes it invalid (apimachinery pkg/api/validation/objectmeta.go)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .fielderrors import FieldError, forbidden, invalid, required
from .objects import Manifest, mapping

_QUALIFIED = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]\Z")
_PREFIX = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\Z")
_QUALIFIED_TEXT = (
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
    "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)
_VALUE_TEXT = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)
_ANNOTATIONS_LIMIT = 256 * 1024

_STRINGS = (
    "name",
    "generateName",
    "namespace",
    "uid",
    "resourceVersion",
    "selfLink",
    "creationTimestamp",
    "deletionTimestamp",
)
_FIELDS: dict[str, Callable[[Any], bool]] = {
    **{name: lambda v: isinstance(v, str) for name in _STRINGS},
    "generation": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "deletionGracePeriodSeconds": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "labels": lambda v: _string_map(v),
    "annotations": lambda v: _string_map(v),
    "finalizers": lambda v: isinstance(v, list) and all(isinstance(x, str) for x in v),
    "ownerReferences": lambda v: isinstance(v, list) and all(isinstance(x, dict) for x in v),
    "managedFields": lambda v: isinstance(v, list) and all(isinstance(x, dict) for x in v),
}
_REFERENCE_FIELDS = ("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion")


def _string_map(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(v, str) for v in value.values())


class BadMetadata(Exception):
    """Metadata that is no ObjectMeta; the message tells the field."""


def coerce(meta: Any, path: str = "metadata") -> tuple[Manifest, list[str]]:
    """Metadata as the server keeps it, and the paths of fields it does not know.

    Raises BadMetadata where a field has the wrong type. Null values count as absent, empty maps and lists are dropped
    as Go's omitempty drops them.
    """
    if meta is None:
        return {}, []
    if not isinstance(meta, dict):
        raise BadMetadata(f"{path}: expected an object")
    out: Manifest = {}
    unknown = [f"{path}.{key}" for key in meta if key not in _FIELDS]
    for key, fits in _FIELDS.items():
        value = meta.get(key)
        if value is None or value in ("", {}, []):
            continue
        if key in ("labels", "annotations") and isinstance(value, dict):
            value = {k: "" if v is None else v for k, v in value.items()}
        if not fits(value):
            raise BadMetadata(f"cannot convert {path}.{key}: wrong type")
        out[key] = value
    return out, unknown


def validate(meta: Manifest, path: str = "metadata") -> list[FieldError]:
    """What is wrong with labels, annotations, finalizers and owner references."""
    errors: list[FieldError] = []
    labels = mapping(meta.get("labels"))
    for key, value in labels.items():
        errors += [invalid(f"{path}.labels", key, why) for why in bad_label_key(key)]
        errors += [invalid(f"{path}.labels", value, why) for why in bad_label_value(value)]
    size = 0
    for key, value in mapping(meta.get("annotations")).items():
        errors += [invalid(f"{path}.annotations", key, why) for why in bad_label_key(key.lower())]
        size += len(key.encode()) + len(value.encode())
    if size > _ANNOTATIONS_LIMIT:
        errors.append(
            FieldError("Too long", f"{path}.annotations", "", f"may not be more than {_ANNOTATIONS_LIMIT} bytes")
        )
    controllers = 0
    for i, reference in enumerate(meta.get("ownerReferences") or ()):
        at = f"{path}.ownerReferences[{i}]" if i else f"{path}.ownerReferences"
        for name in ("apiVersion", "kind", "name", "uid"):
            if not reference.get(name):
                errors.append(
                    invalid(
                        f"{path}.ownerReferences.{name}",
                        "",
                        f"{name.replace('apiVersion', 'version')} must not be empty",
                    )
                )
        controllers += reference.get("controller") is True
        if controllers > 1:
            errors.append(invalid(at, reference, "Only one reference can have Controller set to true"))
    for finalizer in meta.get("finalizers") or ():
        errors += [invalid(f"{path}.finalizers", finalizer, why) for why in bad_label_key(finalizer)]
    return errors


def validate_update(new: Manifest, old: Manifest) -> list[FieldError]:
    """What an update may not change."""
    errors: list[FieldError] = []
    if old.get("deletionTimestamp"):
        added = [f for f in new.get("finalizers") or () if f not in (old.get("finalizers") or ())]
        if added:
            names = ", ".join(f'"{f}"' for f in added)
            errors.append(
                forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers "
                    f"[]string{{{names}}}",
                )
            )
    if "uid" in new and new["uid"] != old.get("uid"):
        errors.append(invalid("metadata.uid", new["uid"], "field is immutable"))
    return errors


def bad_label_key(key: str) -> list[str]:
    """Why a text is no label key (a qualified name)."""
    prefix, slash, name = key.rpartition("/")
    if key.count("/") > 1:
        return [
            "a valid label key must consist of alphanumeric characters, '-', '_' or '.', with an optional DNS "
            "subdomain prefix and '/' (e.g. 'example.com/MyName')"
        ]
    out: list[str] = []
    if slash and not prefix:
        out.append("prefix part must be non-empty")
    elif slash and not _PREFIX.match(prefix):
        out.append(
            "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.'"
            ", and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
            r"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
        )
    if not name:
        out.append("name part must be non-empty")
    elif len(name) > 63:
        out.append("name part must be no more than 63 bytes")
    if not _QUALIFIED.match(name):
        out.append(_QUALIFIED_TEXT)
    return out


def bad_label_value(value: str) -> list[str]:
    """Why a text is no label value."""
    out = ["must be no more than 63 bytes"] if len(value) > 63 else []
    return out if not value or _QUALIFIED.match(value) else [*out, _VALUE_TEXT]


def missing_name() -> FieldError:
    """The error of an object with neither name nor generateName."""
    return required("metadata.name", "name or generateName is required")

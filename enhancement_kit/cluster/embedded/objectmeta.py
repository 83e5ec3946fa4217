"""Object metadata: what clients may set, and what makes it invalid (apimachinery pkg/api/validation/objectmeta.go)."""

from __future__ import annotations

import json
import re
from typing import Any

from . import go_times
from .fielderrors import FieldError, Verbatim, forbidden, invalid, quote, required
from .gojson import name_of
from .gonumbers import is_int64
from .names import is_label, is_path_segment
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

_STRING, _TIME, _NUMBER, _MAP, _LIST, _UID = "string", "time", "int64", "map[string]string", "[]string", "types.UID"
_FIELDS = {
    **dict.fromkeys(("name", "generateName", "namespace", "resourceVersion", "selfLink"), _STRING),
    "uid": _UID,
    **dict.fromkeys(("creationTimestamp", "deletionTimestamp"), _TIME),
    **dict.fromkeys(("generation", "deletionGracePeriodSeconds"), _NUMBER),
    **dict.fromkeys(("labels", "annotations"), _MAP),
    "finalizers": _LIST,
    "ownerReferences": "[]v1.OwnerReference",
    "managedFields": "[]v1.ManagedFieldsEntry",
}
"""The fields of ObjectMeta and their Go types."""
_SET_BY_DELETE = ("deletionTimestamp", "deletionGracePeriodSeconds")
_STANDARD_FINALIZERS = frozenset({"kubernetes", "foregroundDeletion", "orphan"})
_UNQUALIFIED_FINALIZER = "name is neither a standard finalizer name nor is it fully qualified"
_BANNED_OWNERS = frozenset({("v1", "Event")})


def _named(value: Any, wanted: str) -> str:
    """Return Go's name of a value that does not fit; where a whole number is wanted, one of another kind is told."""
    if isinstance(value, int) and not isinstance(value, bool) and not is_int64(value):
        return f"number {value}"
    return f"number {value!r}" if isinstance(value, float) and wanted == _NUMBER else name_of(value)


def _misfit(value: Any, go_type: str) -> tuple[Any, str] | None:
    """Return the value that does not fit, and the Go type it should have."""
    if go_type in (_STRING, _TIME, _UID):
        return None if isinstance(value, str) else (value, _STRING if go_type == _TIME else go_type)
    if go_type == _NUMBER:
        fits = isinstance(value, int) and not isinstance(value, bool) and is_int64(value)
        return None if fits else (value, go_type)
    if go_type == _MAP:
        if not isinstance(value, dict):
            return value, go_type
        return next(((v, _STRING) for v in value.values() if not isinstance(v, str)), None)
    if not isinstance(value, list):
        return value, go_type
    item: type = str if go_type == _LIST else dict
    return next(((v, go_type.removeprefix("[]")) for v in value if not isinstance(v, item)), None)


class BadMetadata(Exception):
    """Metadata that is not an ObjectMeta; the message names the field. `ends`: Go reads no further then."""

    def __init__(self, text: str, *, ends: bool = False) -> None:
        super().__init__(text)
        self.ends = ends


def coerce(meta: Any, path: str = "metadata", go: tuple[str, str] = ("", "")) -> tuple[Manifest, list[str]]:
    """Return metadata as the server keeps it, and the paths of fields it does not know.

    `go` is the struct that has the metadata and the path of the fields, as messages give them. Raises BadMetadata where
    a field has the wrong type. Null values count as absent, empty maps and lists are dropped as Go's omitempty drops
    them.
    """
    if meta is None:
        return {}, []
    if not isinstance(meta, dict):
        wanted = (
            f"Go struct field {go[0]}.metadata of type v1.ObjectMeta" if go[0] else "Go value of type v1.ObjectMeta"
        )
        raise BadMetadata(f"json: cannot unmarshal {name_of(meta)} into {wanted}")
    out: Manifest = {}
    unknown = [f"{path}.{key}" for key in meta if key not in _FIELDS]
    wrong: dict[str, BadMetadata] = {}
    for key, go_type in _FIELDS.items():
        value = meta.get(key)
        if value is None:
            continue
        if go_type == _MAP and isinstance(value, dict):
            value = {k: "" if v is None else v for k, v in value.items()}
        elif isinstance(value, list):
            value = [("" if go_type == _LIST else {}) if item is None else item for item in value]
        misfit = _misfit(value, go_type)
        if misfit is not None:
            wrong[key] = BadMetadata(
                f"json: cannot unmarshal {_named(*misfit)} into Go struct field ObjectMeta.{go[1]}{key} of type "
                f"{misfit[1]}"
            )
            continue
        if go_type == _TIME and (why := go_times.unreadable(str(value))):
            wrong[key] = BadMetadata(why, ends=True)
            continue
        if value in ("", {}, []) or (key == "generation" and value == 0):
            continue
        out[key] = value
    if wrong:
        # what is read as a Go type is read as it was sent, other metadata in the order of the names
        order = [key for key in (meta if go[0] else sorted(meta)) if key in wrong]
        raise wrong[next((key for key in order if wrong[key].ends), order[0])]
    return out, unknown


def validate(meta: Manifest, path: str = "metadata") -> list[FieldError]:
    """Return the errors of labels, annotations and owner references."""
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
    return errors + _owners(meta.get("ownerReferences") or [], f"{path}.ownerReferences")


def validate_embedded(meta: Manifest, path: str) -> list[FieldError]:
    """Return the errors of the metadata of an embedded resource, of which the server sets nothing."""
    base, name, namespace = (meta.get(key, "") for key in ("generateName", "name", "namespace"))
    # what a generated name begins with may be a dot
    errors = [invalid(f"{path}.generateName", base, why) for why in is_path_segment(base) if base.strip(".")]
    errors += [invalid(f"{path}.name", name, why) for why in is_path_segment(name)]
    errors += [invalid(f"{path}.namespace", namespace, why) for why in (is_label(namespace) if namespace else ())]
    if meta.get("generation", 0) < 0:
        errors.append(invalid(f"{path}.generation", meta["generation"], "must be greater than or equal to 0"))
    return errors + validate(meta, path) + finalizers(meta, path=path)


def _owners(references: list[Manifest], path: str) -> list[FieldError]:
    errors: list[FieldError] = []
    controller = ""
    for reference in references:
        version, kind = (str(reference.get(key) or "") for key in ("apiVersion", "kind"))
        if not version.rpartition("/")[2] or version.count("/") > 1:
            errors.append(invalid(f"{path}.apiVersion", version, "version must not be empty"))
        for name in ("kind", "name", "uid"):
            if not reference.get(name):
                errors.append(invalid(f"{path}.{name}", "", "must not be empty"))
        if (version, kind) in _BANNED_OWNERS:
            text = f"/{version}, Kind={kind} is disallowed from being an owner"
            errors.append(invalid(path, Verbatim(_shown(reference)), text))
        if reference.get("controller") is True:
            this = f"{kind}/{reference.get('name', '')}"
            if controller:
                text = (
                    f'Only one reference can have Controller set to true. Found "true" in references for {controller}'
                )
                shown = "[" + ",".join(map(_shown, references)) + "]"
                errors.append(invalid(path, Verbatim(shown), f"{text} and {this}"))
            controller = controller or this
    return errors


def _shown(reference: Manifest) -> str:
    fields = ("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion")
    return json.dumps({k: reference[k] for k in fields if k in reference}, separators=(",", ":"))


def finalizers(meta: Manifest, *, strict: bool = False, path: str = "metadata") -> list[FieldError]:
    """Return the errors of finalizers; built-in kinds are strict about names without a domain."""
    names = meta.get("finalizers") or ()
    errors = [invalid(f"{path}.finalizers", name, why) for name in names for why in bad_label_key(name)]
    if {"orphan", "foregroundDeletion"} <= set(names):
        text = "finalizer orphan and foregroundDeletion cannot be both set"
        errors.append(invalid(f"{path}.finalizers", list(names), text))
    return errors + (unqualified_finalizers(meta) if strict else [])


def unqualified_finalizers(meta: Manifest) -> list[FieldError]:
    """Return the errors of finalizers without a domain, which built-in kinds refuse."""
    return [
        invalid(f"metadata.finalizers[{i}]", name, _UNQUALIFIED_FINALIZER)
        for i, name in enumerate(meta.get("finalizers") or ())
        if _is_unqualified(name)
    ]


def bad_finalizer(name: str) -> list[str]:
    """Return why a text is not the name of a finalizer in the spec of a namespace."""
    return [*bad_label_key(name), *([_UNQUALIFIED_FINALIZER] if _is_unqualified(name) else [])]


def _is_unqualified(name: str) -> bool:
    return "/" not in name and name not in _STANDARD_FINALIZERS


def finalizer_warnings(meta: Manifest, before: Manifest) -> list[str]:
    """Return the warnings about a custom resource's new finalizers."""
    out: list[str] = []
    for name in sorted(set(meta.get("finalizers") or ()) - set(before.get("finalizers") or ())):
        texts = bad_label_key(name)
        if _is_unqualified(name):
            how = " including a path (/)" if "." in name else ""
            other = "to avoid accidental conflicts with other finalizer writers"
            texts.append(f"prefer a domain-qualified finalizer name{how} {other}")
        out += [f"metadata.finalizers: {quote(name)}: {text}" for text in texts]
    return out


def validate_update(new: Manifest, old: Manifest) -> list[FieldError]:
    """Return the errors of an update that changes immutable metadata."""
    errors: list[FieldError] = []
    if old.get("deletionTimestamp"):
        added = sorted(set(new.get("finalizers") or ()) - set(old.get("finalizers") or ()))
        if added:
            names = ", ".join(f'"{f}"' for f in added)
            errors.append(
                forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers "
                    f"[]string{{{names}}}",
                )
            )
    changed = [name for name in _SET_BY_DELETE if new.get(name) != old.get(name)]
    return errors + [invalid(f"metadata.{name}", new[name], "field is immutable") for name in changed]


def bad_label_key(key: str) -> list[str]:
    """Return why a text is not a label key (a qualified name)."""
    prefix, slash, name = key.rpartition("/")
    if key.count("/") > 1:
        whole = _QUALIFIED_TEXT.replace("name part", "a valid label key", 1)
        return [f"{whole} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"]
    out: list[str] = []
    if slash and not prefix:
        out.append("prefix part must be non-empty")
    elif slash and len(prefix) > 253:
        out.append("prefix part must be no more than 253 bytes")
    if prefix and not _PREFIX.match(prefix):
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
    """Return why a text is not a label value."""
    out = ["must be no more than 63 bytes"] if len(value) > 63 else []
    return out if not value or _QUALIFIED.match(value) else [*out, _VALUE_TEXT]


def missing_name() -> FieldError:
    """Return the error of an object with neither name nor generateName."""
    return required("metadata.name", "name or generateName is required")

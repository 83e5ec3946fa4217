"""What makes a CustomResourceDefinition invalid, but for its schemas (apiextensions pkg/apis/.../validation)."""

from __future__ import annotations

from collections.abc import Sequence

from .cel.rules import RuleError, field_path
from .crdconversion import choice_errors, conversion_errors
from .crdprinting import shown_versions
from .crdschemas import schema_errors
from .fielderrors import FieldError, duplicate, invalid, required
from .names import is_label_1035, is_subdomain
from .objects import Manifest, mapping
from .schema.structural import Schema
from .urls import UrlError, parse_request_uri

_APPROVAL = "api-approved.kubernetes.io"
_COLUMN_TYPES = ("boolean", "date", "integer", "number", "string")
_COLUMN_FORMATS = ("byte", "date", "date-time", "double", "float", "int32", "int64", "password")
_SELECTABLE = ("string", "boolean", "integer")
_SELECTABLE_TEXT = (
    "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed."
)
_STORED = (
    "missing from spec.versions; {0} was previously a storage version, and must remain in spec.versions until a "
    "storage migration ensures no data remains persisted in {0} and removes {0} from status.storedVersions"
)
_MAX_SELECTABLE = 8
_IMMUTABLE = ("spec.scope", "spec.names.kind", "spec.group", "spec.names.plural")
Errors = list[FieldError]


def crd_errors(crd: Manifest) -> Errors:
    """Return the errors of a new definition, besides those that the name of any object may have."""
    spec, name = crd["spec"], crd["metadata"].get("name", "")
    names = mapping(spec.get("names"))
    errors: Errors = []
    if name and name != f"{names.get('plural', '')}.{spec.get('group', '')}":
        errors.append(invalid("metadata.name", name, 'must be spec.names.plural+"."+spec.group'))
    return errors + _errors(crd)


def _errors(crd: Manifest) -> Errors:
    spec = crd["spec"]
    errors = _spec(spec)
    errors += _stored(mapping(crd.get("status")).get("storedVersions") or [], spec.get("versions") or [])
    errors += _approval(crd, spec.get("group", ""))
    if spec.get("preserveUnknownFields"):
        instead = "set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"
        errors.append(invalid("spec.preserveUnknownFields", True, f"cannot set to true, {instead}"))
    return errors


def crd_update_errors(new: Manifest, old: Manifest) -> Errors:
    """Return the errors of a changed definition."""
    errors = _errors(new)
    for path in _IMMUTABLE:
        now, before = ((_at(crd, path)) for crd in (new, old))
        if now != before:
            errors.append(invalid(path, now, "field is immutable"))
    return errors


def _at(crd: Manifest, path: str) -> object:
    value: object = crd
    for step in path.split("."):
        value = mapping(value).get(step)
    return value


def _stored(stored: Sequence[str], versions: Sequence[Manifest]) -> Errors:
    path = "status.storedVersions"
    if not stored:
        return [invalid(path, None, "must have at least one stored version")]
    have = [v.get("name", "") for v in versions]
    errors = [
        invalid(path, list(stored), f"must have the storage version {have[i]}")
        for i, v in enumerate(versions)
        # a stored version counts for the first version of its name
        if v.get("storage") and (have[i] not in stored or have[i] in have[:i])
    ]
    return errors + [invalid(f"{path}[{i}]", v, _STORED.format(v)) for i, v in enumerate(stored) if v not in have]


def _approval(crd: Manifest, group: str) -> Errors:
    if not (group in ("k8s.io", "kubernetes.io") or group.endswith((".k8s.io", ".kubernetes.io"))):
        return []
    path = f"metadata.annotations[{_APPROVAL}]"
    note = mapping(crd["metadata"].get("annotations")).get(_APPROVAL, "")
    text, see = f'protected groups must have approval annotation "{_APPROVAL}"', "see https://github.com/kubernetes"
    see += "/enhancements/pull/1111"
    if not note:
        return [required(path, f"{text}, {see}")]
    if note.startswith("unapproved"):
        return []
    try:
        url = parse_request_uri(note)
    except UrlError:
        url = None
    if url is not None and url.host and url.scheme:
        return []
    return [invalid(path, note, f'{text} with either a URL or a reason starting with "unapproved", {see}')]


# the spec


def _spec(spec: Manifest) -> Errors:
    group, scope, versions = spec.get("group", ""), spec.get("scope", ""), spec.get("versions") or []
    errors: Errors = []
    if not group:
        errors.append(required("spec.group"))
    elif wrong := is_subdomain(group):
        errors.append(invalid("spec.group", group, ",".join(wrong)))
    elif "." not in group:
        errors.append(invalid("spec.group", group, "should be a domain with at least one dot"))
    errors += choice_errors("spec.scope", scope, ("Cluster", "Namespaced"))
    schemas = [mapping(v.get("schema")).get("openAPIV3Schema") for v in versions]
    errors += [required(f"spec.versions[{i}].schema.openAPIV3Schema") for i, raw in enumerate(schemas) if raw is None]
    shared = _Shared(versions)
    for i, version in enumerate(versions):
        errors += _version(version, f"spec.versions[{i}]", shared)
    errors += _versions(versions, shown_versions(spec.get("versions"), shared.parts if versions else set()))
    errors += _names(mapping(spec.get("names")))
    if versions:
        # the server moves what all versions have in common to the top, and its messages use those paths
        errors += _parts(versions[0], "spec", shared, top=True)
    return errors + conversion_errors(mapping(spec.get("conversion")))


class _Shared:
    """Which parts are the same in all versions."""

    def __init__(self, versions: Sequence[Manifest]) -> None:
        first = versions[0] if versions else {}
        names = ("schema", "subresources", "additionalPrinterColumns", "selectableFields")
        self.parts = {n for n in names if all(v.get(n) == first.get(n) for v in versions)}
        self.status = any("status" in mapping(v.get("subresources")) for v in versions)


def _version(version: Manifest, path: str, shared: _Shared) -> Errors:
    name, errors = version.get("name", ""), []
    if wrong := is_label_1035(name):
        errors.append(invalid(f"{path}.name", name, ",".join(wrong)))
    note = version.get("deprecationWarning")
    if note is not None and not version.get("deprecated"):
        errors.append(invalid(f"{path}.deprecationWarning", note, "can only be set for deprecated versions"))
    elif note is not None and not note:
        errors.append(invalid(f"{path}.deprecationWarning", note, "must not be an empty string"))
    elif note is not None and len(note) > 256:
        errors.append(invalid(f"{path}.deprecationWarning", note, "must be <= 256 characters long"))
    return errors + _parts(version, path, shared, top=False)


def _parts(version: Manifest, path: str, shared: _Shared, *, top: bool) -> Errors:
    errors: Errors = []
    raw = mapping(version.get("schema")).get("openAPIV3Schema")
    if isinstance(raw, dict) and ("schema" in shared.parts) is top:
        at = "spec.validation.openAPIV3Schema" if top else f"{path}.schema.openAPIV3Schema"
        has_status = shared.status if top else "status" in mapping(version.get("subresources"))
        errors += schema_errors(raw, at, has_status)
    if ("subresources" in shared.parts) is top:
        errors += _subresources(mapping(version.get("subresources")), f"{path}.subresources")
    if ("additionalPrinterColumns" in shared.parts) is top:
        for i, column in enumerate(version.get("additionalPrinterColumns") or ()):
            errors += _column(column, f"{path}.additionalPrinterColumns[{i}]")
    selectable = version.get("selectableFields") or []
    if ("selectableFields" in shared.parts) is top and selectable:
        if ("schema" in shared.parts) is not top or not isinstance(raw, dict):
            # the schema has been moved to the other place
            text = "validations.schema is included" if top else "`version.schema.openAPIV3Schema` is not included"
            errors.append(invalid(f"{path}.selectableFields", "", f"may only be set when {text}"))
        else:
            errors += _selectable(selectable, Schema(raw), f"{path}.selectableFields")
    return errors


def _versions(versions: Sequence[Manifest], shown: str) -> Errors:
    errors: Errors = []
    names = [v.get("name", "") for v in versions]
    if len(set(names)) != len(names):
        errors.append(invalid("spec.versions", shown, "must contain unique version names"))
    if sum(v.get("storage") is True for v in versions) != 1:
        errors.append(invalid("spec.versions", shown, "must have exactly one version marked as storage version"))
    if names and names[0] and (wrong := is_label_1035(names[0])):
        errors.append(invalid("spec.version", names[0], ",".join(wrong)))
    return errors


def _names(names: Manifest) -> Errors:
    errors: Errors = []
    parts = ("plural", "singular", "kind", "listKind")
    errors += [required(f"spec.names.{n}") for n in parts if not names.get(n)]
    for name in parts:
        value = names.get(name) or ""
        mixed = name in ("kind", "listKind")
        wrong = is_label_1035(value.lower() if mixed else value) if value else []
        if wrong:
            start = "may have mixed case, but should otherwise match: " if mixed else ""
            errors.append(invalid(f"spec.names.{name}", value, start + ",".join(wrong)))
    errors += _labels(names.get("shortNames") or [], "spec.names.shortNames")
    if names.get("kind") and names["kind"] == names.get("listKind"):
        errors.append(invalid("spec.names.listKind", names["kind"], "kind and listKind may not be the same"))
    return errors + _labels(names.get("categories") or [], "spec.names.categories")


def _labels(values: Sequence[str], path: str) -> Errors:
    return [
        invalid(f"{path}[{i}]", value, ",".join(wrong))
        for i, value in enumerate(values)
        if (wrong := is_label_1035(value))
    ]


# what versions have besides their schema


def _simple_path(path: str, value: str) -> Errors:
    return [] if value.startswith(".") else [invalid(path, value, "must be a simple json path starting with .")]


def _subresources(subresources: Manifest, path: str) -> Errors:
    scale, errors = subresources.get("scale"), []
    if not isinstance(scale, dict):
        return []
    for name, below in (("specReplicasPath", ".spec"), ("statusReplicasPath", ".status")):
        at, value = f"{path}.scale.{name}", scale.get(name) or ""
        if not value:
            errors.append(required(at))
        elif wrong := _simple_path(at, value):
            errors += wrong
        elif not value.startswith(below + "."):
            errors.append(invalid(at, value, f"should be a json path under {below}"))
    at, value = f"{path}.scale.labelSelectorPath", scale.get("labelSelectorPath") or ""
    if value and (wrong := _simple_path(at, value)):
        errors += wrong
    elif value and not value.startswith((".spec.", ".status.")):
        errors.append(invalid(at, value, "should be a json path under either .spec or .status"))
    return errors


def _column(column: Manifest, path: str) -> Errors:
    errors: Errors = [] if column.get("name") else [required(f"{path}.name")]
    kind, form = column.get("type") or "", column.get("format") or ""
    if not kind:
        errors.append(required(f"{path}.type", f"must be one of {','.join(_COLUMN_TYPES)}"))
    elif kind not in _COLUMN_TYPES:
        errors.append(invalid(f"{path}.type", kind, f"must be one of {','.join(_COLUMN_TYPES)}"))
    if form and form not in _COLUMN_FORMATS:
        errors.append(invalid(f"{path}.format", form, f"must be one of {','.join(_COLUMN_FORMATS)}"))
    where = column.get("jsonPath") or ""
    return errors + (_simple_path(f"{path}.JSONPath", where) if where else [required(f"{path}.JSONPath")])


def _selectable(fields: Sequence[Manifest], schema: Schema, path: str) -> Errors:
    errors: Errors = []
    seen: set[str] = set()
    for i, entry in enumerate(fields):
        at, value = f"{path}[{i}].jsonPath", entry.get("jsonPath") or ""
        if not value:
            errors.append(required(at))
            continue
        try:
            found, node = field_path(value, schema, arrays=False)
        except RuleError as e:
            errors.append(invalid(at, value, f"is an invalid path: {e.detail}"))
            continue
        if found.partition(".")[0] == "metadata":
            errors.append(invalid(at, value, "must not point to fields in metadata"))
        if node.type not in _SELECTABLE:
            errors.append(invalid(at, value, _SELECTABLE_TEXT))
        if found in seen:
            errors.append(duplicate(at, value))
        seen.add(found)
    if len(seen) > _MAX_SELECTABLE:
        errors.append(FieldError("Too many", path, len(seen), f"must have at most {_MAX_SELECTABLE} items"))
    return errors

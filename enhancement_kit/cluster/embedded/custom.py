"""Custom resources: defaulting, pruning and validation by a CRD's schema and rules."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import objectmeta
from .bounded import Bounded
from .cel.rules import Evaluation, RuleError, RuleNode
from .conversion import Conversion
from .crdcosts import Costs, costs
from .fielderrors import BLOCKING, NEW_STYLE, FieldError, go_plain, go_type, invalid
from .objects import Manifest, clone
from .resource import Decoded, Strategy
from .schema import invariants, shaping, validation
from .schema.structural import Schema
from .status import bad_request

_UNCHECKED = (
    "some validation rules were not checked because the object was invalid; correct the existing errors to complete "
    "validation"
)
_OUTSIDE_SPEC = ("metadata", "status", "apiVersion", "kind")


def _unscaled(obj: Manifest, path: str, kind: type[int] | type[str]) -> FieldError | None:
    """Return why there is no number that counts replicas, or no text, at a path."""
    value: Any = obj
    wanted, empty = ("int64", 0) if kind is int else ("string", "")
    steps = path.strip(".").split(".")
    for i, step in enumerate(steps):
        if not isinstance(value, dict):
            why = f"{go_plain(value)} is of the type {go_type(value)}, expected map[string]interface{{}}"
            return invalid(path, empty, f".{'.'.join(steps)} accessor error: {why}")
        if step not in value:
            return None
        value = value[step]
        if i < len(steps) - 1 and value is None:
            return None
    if not isinstance(value, kind) or isinstance(value, bool):
        why = f"{go_plain(value)} is of the type {go_type(value)}, expected {wanted}"
        return invalid(path, empty, f".{'.'.join(steps)} accessor error: {why}")
    if isinstance(value, int) and value < 0:
        return invalid(path, value, "should be a non-negative integer")
    return None


@dataclass(frozen=True)
class Compiled:
    """A schema ready for use. Shared by all servers of the process."""

    schema: Schema
    rules: RuleNode | None
    lists: bool
    embedded: bool
    troubles: tuple[tuple[Schema, int, RuleError], ...]
    """Rules that do not compile: a CRD with one is refused when it is written."""

    @functools.cached_property
    def costs(self) -> Costs:
        """What the rules cost at most."""
        return costs(self.schema, {(id(s), i): trouble.part for s, i, trouble in self.troubles})

    @functools.cached_property
    def metered(self) -> bool:
        """Whether costs have to be counted when rules are evaluated."""
        return self.costs.may_exceed


_compiled: Bounded[str, Compiled] = Bounded(256)
_known: dict[int, tuple[Manifest, Compiled]] = {}
"""By identity, to spare the hash: schemas of prepared definitions are never changed."""


def remember(raw: Manifest) -> None:
    """Cache a compiled schema by identity, without hashing: the caller must not change the schema any more."""
    _known[id(raw)] = (raw, compile_schema(raw))


def compile_schema(raw: Manifest) -> Compiled:
    """Compile a schema; cached by content, since the same CRDs are installed again and again."""
    same = _known.get(id(raw))
    if same is not None and same[0] is raw:
        return same[1]
    mark = hashlib.sha256(json.dumps(raw, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    found = _compiled.get(mark)
    if found is None:
        schema = Schema(raw)
        lists, embedded = invariants.has_list_types(schema), invariants.has_embedded(schema)
        troubles: list[tuple[Schema, int, RuleError]] = []
        rules = RuleNode(schema, lambda s, i, e: troubles.append((s, i, e)), root=True)
        found = Compiled(schema, rules if rules else None, lists, embedded, tuple(troubles))
        _compiled[mark] = found
    return found


class Custom(Strategy):
    """The strategy of one version of a custom resource."""

    has_generation = True
    unconditional_update = False
    typed = False

    def __init__(
        self,
        compiled: Compiled,
        has_status: bool,
        style: str = NEW_STYLE,
        version: str = "",
        conversion: Conversion | None = None,
    ) -> None:
        """Read and write a version; `conversion` to and from the other versions, where there are any."""
        self.compiled = compiled
        self.schema = compiled.schema
        self.has_status = has_status
        self.style = style
        self.scale: tuple[str, str, str] | None = None
        """Where the scale subresource has the wanted and the present number, and its selector; if there is one."""
        self._version = version
        self._conversion = conversion
        self.asks = conversion is not None and conversion.webhook is not None
        self._inherited: dict[int, tuple[Manifest, Manifest]] = {}
        self.forgiven: list[str] = []
        """Warnings of the validation that came last."""

    def inherit(self, objects: Sequence[Manifest]) -> None:
        """Read objects stored under another schema through this one; what is stored stays as it is."""
        for obj in objects:
            if self._conversion is not None and obj["apiVersion"] != self._version:
                continue
            seen = clone(obj)
            shaping.shape(seen, self.compiled.schema)
            if seen != obj:
                self._inherited[id(obj)] = (obj, seen)

    def view(self, obj: Manifest) -> Manifest:
        """Return the object under the present schema."""
        if self._inherited:
            found = self._inherited.get(id(obj))
            if found is not None and found[0] is obj:
                obj = found[1]
        return obj if self._conversion is None else self._conversion.convert(obj, self._version)

    def views(self, objects: Sequence[Manifest]) -> Sequence[Manifest]:
        """Return stored objects in this version; webhooks are asked for all that need it together."""
        if self._conversion is None or not self.asks:
            return [self.view(obj) for obj in objects]
        return self._conversion.convert_all(objects, self._version)

    def glimpse(self, obj: Manifest) -> Manifest:
        """Return the object in this version as far as that is known, or as it is stored."""
        if self._conversion is None or not self.asks:
            return self.view(obj)
        return self._conversion.remembered(obj, self._version) or obj

    def view_now(self, obj: Manifest) -> Manifest:
        """Return the object in this version, asking a webhook at once. Raises ApiError."""
        if self._conversion is None or not self.asks:
            return self.view(obj)
        return self._conversion.convert_now(obj, self._version)

    def stored(self, obj: Manifest) -> Manifest:
        """Return an object of this version in the storage version."""
        return obj if self._conversion is None else self._conversion.convert(obj, self._conversion.storage, "write")

    def answered(self, obj: Manifest) -> Manifest:
        """Return an object of the storage version in this one."""
        return obj if self._conversion is None else self._conversion.convert(obj, self._version, "answer")

    def is_outdated(self, obj: Manifest) -> bool:
        """Return whether an object is stored in a version that was the storage version before."""
        return self._conversion is not None and obj["apiVersion"] != self._conversion.storage

    def reads_as_stored(self) -> bool:
        """Return whether no object comes from another schema or version."""
        return not self._inherited and self._conversion is None

    def merging(self, obj: Manifest) -> Schema:  # noqa: ARG002
        """Return the schema: it says how lists and maps merge."""
        return self.compiled.schema

    def decode(self, obj: Manifest) -> Decoded:
        """Decode nulls, defaults, unknown fields, metadata of embedded resources. Raises ApiError 400."""
        return self._decode(obj, keep_nulls=False)

    def decode_applied(self, obj: Manifest) -> Decoded:
        """Decode as `decode` does, but keep nulls. Raises ApiError 400."""
        return self._decode(obj, keep_nulls=True)

    def _decode(self, obj: Manifest, *, keep_nulls: bool) -> Decoded:
        unknown = shaping.shape(obj, self.compiled.schema, keep_nulls=keep_nulls)
        if self.compiled.embedded:
            try:
                invariants.coerce_embedded(obj, self.compiled.schema, "", unknown)
            except objectmeta.BadMetadata as e:
                kind, version = obj["kind"], obj["apiVersion"].rpartition("/")[2]
                text = f'{kind} in version "{version}" cannot be handled as a {kind}: {e}'
                raise bad_request(text) from None
        return Decoded(obj, unknown)

    def generation_changes(self, new: Manifest, old: Manifest) -> bool:
        """Return whether anything changed but metadata, and status where it is a subresource."""
        skipped = _OUTSIDE_SPEC if self.has_status else ("metadata", "apiVersion", "kind")
        one = {k: v for k, v in new.items() if k not in skipped}
        return one != {k: v for k, v in old.items() if k not in skipped}

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Validate schema, embedded resources, list types, then rules."""
        c = self.compiled
        errors = validation.validate(obj, c.schema)
        if c.embedded:
            errors += invariants.embedded(obj, c.schema)
        if c.lists:
            errors += invariants.duplicates(obj, c.schema)
        return self._rules(errors + self._scale_errors(obj), obj, None)

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Validate as on create, with ratcheting."""
        c = self.compiled
        errors = validation.validate(new, c.schema, "", old)
        if c.embedded:
            # no difference is made between new and old embedded resources
            errors += invariants.embedded(new, c.schema)
        return self._rules(errors + self._scale_errors(new) + self._doubles(new, old), new, old)

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Validate the schema of the status alone, then list types and rules of the whole object."""
        errors: list[FieldError] = []
        schema = self.compiled.schema.properties.get("status")
        if schema is not None and "status" in new:
            before = old.get("status", validation.UNRELATED)
            errors = validation.validate(new["status"], schema, "status", before)
        return self._rules(errors + self._doubles(new, old), new, old)

    def _scale_errors(self, obj: Manifest) -> list[FieldError]:
        """Return what keeps the scale subresource from reading an object."""
        if self.scale is None:
            return []
        wanted, present, selector = self.scale
        errors = [e for path in (wanted, present) if (e := _unscaled(obj, path, int))]
        if selector and (wrong := _unscaled(obj, selector, str)):
            errors.append(wrong)
        return errors

    def told(self) -> Sequence[str]:
        """Return what the rules have forgiven, since nothing has changed there."""
        told, self.forgiven = self.forgiven, []
        return told

    def _doubles(self, new: Manifest, old: Manifest) -> list[FieldError]:
        """Return what is in a list twice, unless the object was stored with such: it may keep them."""
        schema = self.compiled.schema
        if self.compiled.lists and (found := invariants.duplicates(new, schema)):
            return [] if invariants.duplicates(old, schema) else found
        return []

    def _rules(self, errors: list[FieldError], new: Manifest, old: Manifest | None) -> list[FieldError]:
        rules = self.compiled.rules
        if rules is None:
            return errors
        if any(e.kind in BLOCKING for e in errors):
            return [*errors, invalid("", None, _UNCHECKED)]
        evaluation = Evaluation(self.style, metered=self.compiled.metered)
        found = evaluation.run(rules, new) if old is None else evaluation.run(rules, new, old)
        self.forgiven += (e.text(self.style) for e in evaluation.forgiven)
        return errors + found

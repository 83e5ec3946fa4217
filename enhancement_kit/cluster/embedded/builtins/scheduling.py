"""PriorityClasses: defaults and validity."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Sequence

from ..fielderrors import FieldError, forbidden, not_supported
from ..objects import Manifest
from .common import Builtin, fill, immutable

_HIGHEST = 1_000_000_000
_SYSTEM = "system-"
_KNOWN = {"system-node-critical": 2_000_001_000, "system-cluster-critical": 2_000_000_000}
_POLICIES = ("PreemptLowerPriority", "Never")


class PriorityClasses(Builtin):
    """The strategy of scheduling.k8s.io/v1 PriorityClass."""

    def generation_changes(self, new: Manifest, old: Manifest) -> bool:
        """Return that no update raises the generation."""
        return False

    def default(self, obj: Manifest) -> None:
        """Let it preempt."""
        fill(obj, {"preemptionPolicy": _POLICIES[0]})

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the value and the policy."""
        errors: list[FieldError] = []
        name, value = obj["metadata"].get("name", ""), obj["value"]
        if name.startswith(_SYSTEM):
            if why := self._unknown(name, value, default=bool(obj.get("globalDefault"))):
                text = f"priority class names with '{_SYSTEM}' prefix are reserved for system use only. error: {why}"
                errors.append(forbidden("metadata.name", text))
        elif value > _HIGHEST:
            errors.append(forbidden("value", f"maximum allowed value of a user defined priority is {_HIGHEST}"))
        if obj["preemptionPolicy"] not in _POLICIES:
            errors.append(not_supported("preemptionPolicy", obj["preemptionPolicy"], _POLICIES))
        return errors

    @staticmethod
    def _unknown(name: str, value: int, *, default: bool) -> str:
        if name not in _KNOWN:
            return f"{name} is not a known system priority class"
        if value != _KNOWN[name]:
            return f"value of {name} PriorityClass must be {_KNOWN[name]}"
        return f"globalDefault of {name} PriorityClass must be false" if default else ""

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check that neither value nor policy changes."""
        changed = [forbidden("value", "may not be changed in an update.")] if new["value"] != old["value"] else []
        return [*changed, *immutable("preemptionPolicy", new["preemptionPolicy"], old["preemptionPolicy"])]

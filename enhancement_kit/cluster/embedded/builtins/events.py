"""Events: one storage, shown by the core group and by events.k8s.io under different names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..fielderrors import FieldError, invalid, required
from ..objectmeta import bad_label_key
from ..objects import Manifest, mapping
from .common import Builtin, immutable, needed

CORE, NEW = "v1", "events.k8s.io/v1"
_NAMES = {
    "involvedObject": "regarding",
    "source": "deprecatedSource",
    "message": "note",
    "firstTimestamp": "deprecatedFirstTimestamp",
    "lastTimestamp": "deprecatedLastTimestamp",
    "count": "deprecatedCount",
    "reportingComponent": "reportingController",
}
"""Fields of the core group and what events.k8s.io calls them."""
_RENAMED = {NEW: _NAMES, CORE: {new: core for core, new in _NAMES.items()}}
_ALWAYS: dict[str, dict[str, Any]] = {
    CORE: {
        "source": {},
        "firstTimestamp": None,
        "lastTimestamp": None,
        "eventTime": None,
        "reportingComponent": "",
        "reportingInstance": "",
    },
    NEW: {"deprecatedSource": {}, "deprecatedFirstTimestamp": None, "deprecatedLastTimestamp": None, "eventTime": None},
}
"""Fields that Go prints although they are empty."""
_LIMIT, _NOTE_LIMIT = 128, 1024


def _renamed(obj: Manifest, version: str) -> Manifest:
    if obj["apiVersion"] == version:
        return obj
    names = _RENAMED[version]
    return {names.get(key, key): value for key, value in obj.items()}


class Events(Builtin):
    """The strategy of Event in one of its groups."""

    creates_on_update = True

    def __init__(self, version: str) -> None:
        super().__init__("CoreV1Event" if version == CORE else "EventsV1Event")
        self.version = version

    def view(self, obj: Manifest) -> Manifest:
        """Return the event with the field names of the group."""
        head = {key: obj[key] for key in ("kind", "apiVersion", "metadata")}
        return {**head, **_ALWAYS[self.version], **_renamed(obj, self.version)}

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Validate what holds for every event, and in events.k8s.io what holds for a new one."""
        core = _renamed(obj, CORE)
        errors = self._every(core)
        if self.version == NEW:
            errors += self._new(core)
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check that in events.k8s.io nothing but the series changes."""
        one, two = _renamed(new, CORE), _renamed(old, CORE)
        errors = self._every(one)
        if self.version == NEW:
            errors += self._series(one) if one.get("series") != two.get("series") else []
            fields = ("involvedObject", "reason", "message", "type", "eventTime", "action", "related")
            errors += [e for f in fields for e in immutable(f, one.get(f), two.get(f))]
        return errors

    def _every(self, core: Manifest) -> list[FieldError]:
        errors: list[FieldError] = []
        namespace = core["metadata"].get("namespace", "")
        about = mapping(core.get("involvedObject")).get("namespace", "")
        homes = ("default", "kube-system") if core.get("eventTime") else ("default",)
        if (about or core.get("eventTime") is None) and about != namespace and not (not about and namespace in homes):
            errors.append(invalid("involvedObject.namespace", about, "does not match event.namespace"))
        if not core.get("eventTime"):
            return errors
        controller = "reportingComponent" if self.version == CORE else "reportingController"
        errors += needed(controller, core.get("reportingComponent"))
        errors += [
            invalid(controller, core.get("reportingComponent", ""), why)
            for why in bad_label_key(core.get("reportingComponent", ""))
        ]
        for name in ("reportingInstance", "action", "reason"):
            errors += needed(name, core.get(name)) + _short(name, core.get(name), _LIMIT)
        return errors + _short("message", core.get("message"), _NOTE_LIMIT)

    def _new(self, core: Manifest) -> list[FieldError]:
        errors = self._series(core) + needed("eventTime", core.get("eventTime"))
        if core.get("type") not in ("Normal", "Warning"):
            errors.append(invalid("type", "", f"has invalid value: {core.get('type', '')}"))
        for name in ("firstTimestamp", "lastTimestamp", "count", "source"):
            if core.get(name):
                errors.append(invalid(name, "", "needs to be unset"))
        return errors

    @staticmethod
    def _series(core: Manifest) -> list[FieldError]:
        series = core.get("series")
        if series is None:
            return []
        errors = [invalid("series.count", "", "should be at least 2")] if series.get("count", 0) < 2 else []
        return errors if series.get("lastObservedTime") else [*errors, required("series.lastObservedTime")]


def _short(name: str, text: Any, limit: int) -> list[FieldError]:
    return [invalid(name, "", f"can have at most {limit} characters")] if len(text or "") > limit else []

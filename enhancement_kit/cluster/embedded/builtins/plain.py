"""Kinds whose rules are a few lines: kinds of storage, RuntimeClass, Lease."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Sequence

from ..fielderrors import FieldError, invalid
from ..objects import Manifest, mapping
from .common import Builtin, fill, needed

_DRIVER: Manifest = {
    "attachRequired": True,
    "podInfoOnMount": False,
    "volumeLifecycleModes": ["Persistent"],
    "storageCapacity": False,
    "fsGroupPolicy": "ReadWriteOnceWithFSType",
    "requiresRepublish": False,
    "seLinuxMount": False,
}


class Returned(Builtin):
    """A kind of which a delete answers with the object."""

    returns_deleted = True


class Conditional(Builtin):
    """A kind of which an update has to say what it is based on."""

    unconditional_update = False


class CsiNodes(Returned):
    """The strategy of storage.k8s.io/v1 CSINode."""

    unconditional_update = False


class CsiDrivers(Returned):
    """The strategy of storage.k8s.io/v1 CSIDriver."""

    unconditional_update = False

    def default(self, obj: Manifest) -> None:
        """Fill in the spec."""
        fill(obj.setdefault("spec", {}), _DRIVER)


class VolumeAttachments(Returned):
    """The strategy of storage.k8s.io/v1 VolumeAttachment."""

    unconditional_update = False


class LimitRanges(Builtin):
    """The strategy of core/v1 LimitRange: any limits."""

    creates_on_update = True


class RuntimeClasses(Builtin):
    """The strategy of node.k8s.io/v1 RuntimeClass."""

    unconditional_update = False
    creates_on_update = True

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check that there is a handler."""
        return needed("handler", obj.get("handler"))


class Leases(Builtin):
    """The strategy of coordination.k8s.io/v1 Lease."""

    unconditional_update = False
    creates_on_update = True

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the numbers."""
        spec = mapping(obj.get("spec"))
        seconds, transitions = spec.get("leaseDurationSeconds"), spec.get("leaseTransitions")
        errors = []
        if seconds is not None and seconds <= 0:
            errors.append(invalid("spec.leaseDurationSeconds", seconds, "must be greater than 0"))
        if transitions is not None and transitions < 0:
            errors.append(invalid("spec.leaseTransitions", transitions, "must be greater than or equal to 0"))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)

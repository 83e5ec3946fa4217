"""PersistentVolumeClaims, PersistentVolumes, StorageClasses: defaults and validity."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..fielderrors import FieldError, forbidden, invalid, not_supported, required
from ..names import is_subdomain
from ..objects import Manifest, mapping, now
from . import checks, quantities
from .common import Builtin, fill, immutable

_MODES = ("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod")
_POSITIVE = "must be greater than zero"
_FROZEN = "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims"


def access_modes(at: str, modes: Sequence[str] | None, why: str) -> list[FieldError]:
    """Return the errors of access modes."""
    path, given = f"{at}.accessModes", modes or ()
    errors = [] if given else [required(path, why)]
    errors += [not_supported(path, mode, _MODES) for mode in given if mode not in _MODES]
    if _MODES[-1] in given and any(mode in _MODES[:-1] for mode in given):
        errors.append(forbidden(path, f"may not use {_MODES[-1]} with other access modes"))
    return errors


def positive(path: str, text: str) -> list[FieldError]:
    """Return the error of a quantity that is not above zero."""
    return [] if quantities.read(text)[0] > 0 else [invalid(path, text, _POSITIVE)]


def claim_errors(spec: Manifest, at: str) -> list[FieldError]:
    """Return the errors of what a claim asks for."""
    errors = access_modes(at, spec.get("accessModes"), "at least 1 access mode is required")
    errors += checks.selector(f"{at}.selector", spec.get("selector"))
    wanted, where = mapping(spec["resources"].get("requests")).get("storage"), f"{at}.resources[storage]"
    errors += [required(where)] if wanted is None else positive(where, wanted)
    if name := spec.get("storageClassName"):
        errors += checks.because(f"{at}.storageClassName", name, is_subdomain(name))
    if (mode := spec.get("volumeMode")) is not None and mode not in ("Block", "Filesystem"):
        errors.append(not_supported(f"{at}.volumeMode", mode, ("Block", "Filesystem")))
    if name := spec.get("volumeAttributesClassName"):
        errors += checks.because(f"{at}.volumeAttributesClassName", name, is_subdomain(name))
    return errors


class Claims(Builtin):
    """The strategy of core/v1 PersistentVolumeClaim."""

    returns_deleted = True

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check access modes, requests, selector and class."""
        return claim_errors(obj["spec"], "spec")

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; of a claim that is not bound nothing changes."""
        errors = claim_errors(new["spec"], "spec")
        before, after = dict(old["spec"]), dict(new["spec"])
        bound = mapping(old.get("status")).get("phase") == "Bound"
        free = ("resources", "volumeAttributesClassName") if bound else ()
        for name in ("volumeName", *free):
            if name in free or not before.get(name):
                before.pop(name, None)
                after.pop(name, None)
        if before != after:
            errors.append(forbidden("spec", _FROZEN))
        return [*errors, *immutable("volumeMode", new["spec"].get("volumeMode"), old["spec"].get("volumeMode"))]


class Volumes(Builtin):
    """The strategy of core/v1 PersistentVolume."""

    returns_deleted = True

    def prepare_create(self, obj: Manifest) -> None:
        """Set that the volume is pending, and since when."""
        super().prepare_create(obj)
        obj["status"]["lastPhaseTransitionTime"] = now()

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check access modes, capacity, reclaim policy, mode and class."""
        spec = obj["spec"]
        errors = access_modes("spec", spec.get("accessModes"), "")
        capacity = mapping(spec.get("capacity"))
        if not capacity:
            errors.append(required("spec.capacity"))
        if set(capacity) != {"storage"}:
            errors.append(not_supported("spec.capacity", capacity, ("storage",)))
        errors += [e for name, text in capacity.items() for e in positive(f"spec.capacity[{name}]", text)]
        policies = ("Delete", "Recycle", "Retain")
        if spec["persistentVolumeReclaimPolicy"] not in policies:
            path = "spec.persistentVolumeReclaimPolicy"
            errors.append(not_supported(path, spec["persistentVolumeReclaimPolicy"], policies))
        if name := spec.get("storageClassName"):
            errors += checks.because("spec.storageClassName", name, is_subdomain(name))
        if spec["volumeMode"] not in ("Block", "Filesystem"):
            errors.append(not_supported("spec.volumeMode", spec["volumeMode"], ("Block", "Filesystem")))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)


class StorageClasses(Builtin):
    """The strategy of storage.k8s.io/v1 StorageClass."""

    returns_deleted = True

    def default(self, obj: Manifest) -> None:
        """Set what becomes of volumes, and when they are bound."""
        fill(obj, {"reclaimPolicy": "Delete", "volumeBindingMode": "Immediate"})

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check provisioner, policy and mode."""
        errors: list[FieldError] = []
        provisioner = obj["provisioner"]
        errors += checks.qualified("provisioner", provisioner.lower()) if provisioner else [required("provisioner")]
        for name, allowed in (
            ("reclaimPolicy", ("Delete", "Retain")),
            ("volumeBindingMode", ("Immediate", "WaitForFirstConsumer")),
        ):
            if obj[name] and obj[name] not in allowed:
                errors.append(not_supported(name, obj[name], allowed))
        if "" in mapping(obj.get("parameters")):
            errors.append(invalid("parameters", "", "field can not be empty."))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check that nothing but the expansion and topologies changes."""

        def kept(name: str, empty: Any = None) -> list[FieldError]:
            return immutable(name, new.get(name) or empty, old.get(name) or empty)

        names = ("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode")
        return [error for name in names for error in kept(name)]

"""Checks and changes that writes make on the stored object: preconditions, metadata order, whether anything changes."""

from __future__ import annotations

from typing import Any

from . import gonumbers, status
from .objects import Manifest, clone
from .options import DeleteOptions
from .resource import Resource

_PLACES = {"services": "services/specs", "endpoints": "services/endpoints"}
"""Where etcd has kinds that are not under their own names."""


def other_uid(resource: Resource, meta: Manifest, uid: str) -> str:
    """Return why an update that names another uid conflicts."""
    return _precondition(resource, meta.get("namespace", ""), meta["name"], uid, meta["uid"])


def absent_uid(resource: Resource, namespace: str, name: str, uid: str) -> str:
    """Return why an update that would create an object may not name a uid."""
    return _precondition(resource, namespace, name, uid, "")


def _precondition(resource: Resource, namespace: str, name: str, wanted: str, found: str) -> str:
    return (
        f"StorageError: invalid object, Code: 4, Key: {storage_key(resource, namespace, name)}, ResourceVersion: 0, "
        f"AdditionalErrorMsg: Precondition failed: UID in precondition: {wanted}, UID in object meta: {found}"
    )


def storage_key(resource: Resource, namespace: str, name: str) -> str:
    """Return the key under which etcd has an object."""
    group = f"{resource.group}/" if resource.custom else ""
    place = "/".join(filter(None, (namespace, name)))
    plural = resource.plural if resource.custom else _PLACES.get(resource.plural, resource.plural)
    return f"/registry/{group}{plural}/{place}"


def version_number(text: Any) -> int:
    """Return the number of a resource version; 0 where none is given. Raises ApiError 500, as the real server does."""
    if not text:
        return 0
    try:
        return gonumbers.parse(text, signed=False)
    except ValueError as error:
        raise status.ApiError(500, "", str(error)) from None


def refuse_version(text: Any) -> None:
    """Raise ApiError 500 for a new object that has a resource version; one that is no number does not count."""
    if not text:
        return
    try:
        number = gonumbers.parse(text, signed=False)
    except ValueError:
        return
    if number:
        raise status.ApiError(500, "", "resourceVersion should not be set on objects to be created")


def check_preconditions(resource: Resource, name: str, meta: Manifest, options: DeleteOptions) -> None:
    """Raise ApiError 409 where an object does not meet the preconditions of a delete."""
    why = ""
    if options.uid is not None and options.uid != meta["uid"]:
        why = (
            f"the UID in the precondition ({options.uid}) does not match the UID in record ({meta['uid']}). The object "
            "might have been deleted and then recreated"
        )
    elif options.version is not None and options.version != meta["resourceVersion"]:
        why = (
            f"the ResourceVersion in the precondition ({options.version}) does not match the ResourceVersion in record "
            f"({meta['resourceVersion']}). The object might have been modified"
        )
    if why:
        # the real server names the kind here, not the resource
        raise status.conflict(resource.group, resource.kind, name, why)


def kept_of(given: Any, decoded: Any) -> Any:
    """Return the given value without what decoding dropped; a null stays null instead of becoming a default."""
    if given is None:
        return None
    if isinstance(given, dict) and isinstance(decoded, dict):
        return {k: kept_of(v, decoded[k]) for k, v in given.items() if k in decoded}
    if isinstance(given, list) and isinstance(decoded, list) and len(given) == len(decoded):
        return [kept_of(a, b) for a, b in zip(given, decoded, strict=True)]
    return clone(decoded)


_META_ORDER = (
    "name",
    "generateName",
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "labels",
    "annotations",
    "ownerReferences",
    "finalizers",
    "managedFields",
)


def ordered(meta: Manifest) -> Manifest:
    """Return metadata in the order in which Go prints it."""
    return {key: meta[key] for key in _META_ORDER if key in meta}


def same(new: Manifest, old: Manifest) -> bool:
    """Return whether an update changes nothing, the times in managedFields aside: such a write is not stored."""
    if new == old:
        return True
    if new.keys() != old.keys() or any(new[k] != old[k] for k in new if k != "metadata"):
        return False
    one = {k: v for k, v in new["metadata"].items() if k != "managedFields"}
    two = {k: v for k, v in old["metadata"].items() if k != "managedFields"}
    if one != two:
        return False

    def timeless(meta: Manifest) -> list[Manifest]:
        return [{k: v for k, v in entry.items() if k != "time"} for entry in meta.get("managedFields") or []]

    return timeless(new["metadata"]) == timeless(old["metadata"])

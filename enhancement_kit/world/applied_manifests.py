"""The manifests that an admin applies, before a cluster's components start or later."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import yaml

from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients.kubernetes import KINDS, Admin, Manifest, writers

CAPABILITIES = ("CloudControllerManager", "CloudCredential", "ImageRegistry", "Ingress", "MachineAPI", "Storage")
"""The optional capabilities that components of these enhancements belong to."""
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(text: str) -> list[Manifest]:
    """Read the manifests in a text. Raises UsageError for invalid YAML and for a kind that the kit does not know."""
    try:
        found = [document for document in yaml.load_all(text, Loader=_LOADER) if document]
    except yaml.YAMLError as error:
        raise UsageError(f"the manifests are no YAML: {error}") from error
    for manifest in found:
        kind = manifest.get("kind") if isinstance(manifest, dict) else None
        if kind not in KINDS:
            raise UsageError(f"{kind!r} is no kind that scenarios apply; known: {', '.join(sorted(KINDS))}")
    return found


def apply(admin: Admin, manifest: Manifest) -> None:
    """Create an object, or merge the manifest into the one that is there. Raises ApiError."""
    meta = manifest["metadata"]
    if admin.find(manifest["kind"], meta["name"], namespace=meta.get("namespace")) is None:
        admin.create(manifest)
    else:
        admin.patch(manifest["kind"], meta["name"], manifest, namespace=meta.get("namespace"))


def disabled_capabilities(manifests: Sequence[Manifest]) -> frozenset[str]:
    """Return the capabilities that the ClusterVersion among the manifests disables; none without a ClusterVersion."""
    for manifest in manifests:
        wanted = manifest.get("spec", {}).get("capabilities") if manifest["kind"] == "ClusterVersion" else None
        if wanted and wanted.get("baselineCapabilitySet") == "None":
            return frozenset(CAPABILITIES) - set(wanted.get("additionalEnabledCapabilities") or ())
    return frozenset()


def missing(manifest: Any, current: Any, path: str = "") -> str:
    """Return the first path at which an object differs from a manifest, or an empty text. Added fields do not count."""
    if isinstance(manifest, Mapping):
        if not isinstance(current, Mapping):
            return path or "everything"
        below = (missing(value, current.get(key), f"{path}.{key}" if path else key) for key, value in manifest.items())
        return next(filter(None, below), "")
    if isinstance(manifest, list):
        if not isinstance(current, list) or len(current) != len(manifest):
            return path
        pairs = enumerate(zip(manifest, current, strict=True))
        return next(filter(None, (missing(one, other, f"{path}[{n}]") for n, (one, other) in pairs)), "")
    return "" if manifest == current else path


def foreign_change(admin: Admin, manifest: Manifest, components: Collection[str]) -> str:
    """Describe how somebody else than the admin has changed an applied object; return an empty text if nobody has.

    The status is not the admin's: components may answer a request there.
    """
    meta = manifest["metadata"]
    title = f"{manifest['kind']} {meta['name']}"
    current = admin.find(manifest["kind"], meta["name"], namespace=meta.get("namespace"))
    if current is None:
        return f"{title} is gone"
    place = missing({k: v for k, v in manifest.items() if k not in ("apiVersion", "status")}, current)
    if place:
        return f"{title} has another {place}"
    others = writers(current, status=False) & set(components)
    return f"{title} was written by {', '.join(sorted(others))}" if others else ""

"""Config operators that pass over what they cannot stitch, and that take bytes for no cloud config."""

from __future__ import annotations

from .source_editing import edited

STITCHING = "config_operator.stitching"

MUTANTS = [
    edited(
        "ccmo-keeps-bytes-that-are-gone",
        "CRE-194",
        "never removes bytes from the manager's copy",
        "cluster_cloud_controller_manager_operator.config_sync:reconcile",
        'if name not in ("data", "binaryData")}',
        'if name != "data"}',
    ),
    edited(
        "ccmo-keeps-text-that-is-gone",
        "CRE-194",
        "never removes text from the manager's copy",
        "cluster_cloud_controller_manager_operator.config_sync:reconcile",
        "store.update(CONFIG_MAP, {**kept, **wanted})",
        'store.update(CONFIG_MAP, {**kept, **wanted, "data": {**(current.get("data") or {}), **wanted["data"]}})',
    ),
    edited(
        "config-operator-needs-the-key",
        "CRE-193",
        "cannot stitch without the key that the Infrastructure names",
        f"{STITCHING}:text_of",
        'source.binary.get(key, "")',
        'source.binary.get(key, "nothing")',
    ),
    edited(
        "config-operator-stitches-what-it-cannot-read",
        "CRE-190.a",
        "adds overrides to a text that is no configuration",
        f"{STITCHING}:check_source",
        'raise StitchingError(f"failed to read the cloud.conf: {error}") from error',
        "return",
    ),
    edited(
        "config-operator-takes-bytes-for-nothing",
        "CRE-190.a",
        "takes bytes that are no text for an empty configuration",
        f"{STITCHING}:text_of",
        'raise StitchingError(f"failed to read the cloud.conf: {error}") from error',
        'return ""',
    ),
    edited(
        "config-operator-takes-a-missing-source-for-empty",
        "CRE-190.b",
        "takes a cloud config that is missing for an empty one",
        "config_operator.cloud_config:read_source",
        'raise ReconcileError(f"failed to get configmap {SOURCE_NAMESPACE}/{name}: {error}") from error',
        "return Content()",
    ),
    edited(
        "config-operator-stitches-bytes-as-text",
        "CRE-191",
        "writes the stitched configuration as text beside the admin's bytes",
        f"{STITCHING}:with_overrides",
        "if key in source.binary and key not in source.data:",
        "if key in source.binary and key in source.data:",
    ),
    edited(
        "config-operator-reads-only-text",
        "CRE-191",
        "loses what the admin stores as bytes",
        f"{STITCHING}:text_of",
        'source.binary.get(key, "")',
        '""',
    ),
    edited(
        "config-operator-overlooks-the-type-in-spec",
        "CRE-192.a",
        "does not compare the platforms of specification and status",
        "config_operator.mirror:check_type",
        'if kind and kind != "AWS":',
        "if not found:",
    ),
    edited(
        "config-operator-signs-for-no-region",
        "CRE-192.b",
        "stitches overrides without a region",
        f"{STITCHING}:with_overrides",
        "if not region:",
        "if not found:",
    ),
    edited(
        "config-operator-trusts-the-deprecated-platform",
        "CRE-192.c",
        "stitches overrides for a platform that only the deprecated field names",
        f"{STITCHING}:with_overrides",
        'if status.get("type") != "AWS":',
        'if status.get("type") not in ("AWS", ""):',
    ),
    edited(
        "config-operator-falls-back-in-silence",
        "EXT-198",
        "does not warn that it reads the deprecated platform",
        "config_operator.infrastructure:platform",
        'op.recorder.event(infrastructure, "Warning", "PlatformTypeMissing", text)',
        "op.log.info(text)",
    ),
    edited(
        "config-operator-always-reads-the-deprecated-platform",
        "EXT-198",
        "reads the deprecated platform also where the status has a type",
        "config_operator.infrastructure:platform",
        "if kind:",
        "if not kind:",
    ),
]

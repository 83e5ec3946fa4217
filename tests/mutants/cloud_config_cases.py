"""Config operators and consumers of the cloud config that get one case, or one part of the outcome, wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .source_editing import edited

DIFFERENT = "if current is not None and Content.of(current) == wanted:"


def _changed_crd(change: Callable[[dict[str, Any]], None]) -> Callable[[Patcher], None]:
    """Change the schema of the Infrastructure in releases before custom endpoints."""

    def edit(crds: list[dict[str, Any]]) -> None:
        crd = next(c for c in crds if c["metadata"]["name"] == "infrastructures.config.openshift.io")
        root = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
        if "platformSpec" not in root["spec"]["properties"]:
            change(root)

    return lambda patcher: patcher.crds(edit)


def _without_region(root: dict[str, Any]) -> None:
    del root["status"]["properties"]["platformStatus"]["properties"]["aws"]["properties"]["region"]


def _without_cloud_config(root: dict[str, Any]) -> None:
    del root["spec"]["properties"]["cloudConfig"]


MUTANTS = [
    edited(
        "stitching-restores-only-what-is-gone",
        "CRE-018.a",
        "does not look at what is in its ConfigMap",
        "config_operator.cloud_config:apply",
        DIFFERENT,
        "unchanged, op.last = getattr(op, 'last', wanted) == wanted, wanted\n    if current is not None and unchanged:",
    ),
    edited(
        "stitching-restores-only-what-is-there",
        "CRE-018.b",
        "does not bring its ConfigMap back",
        "config_operator.cloud_config:apply",
        "    if current is None:\n",
        "    if current is None and getattr(op, 'brought', False):\n        return\n"
        "    op.brought = True\n    if current is None:\n",
    ),
    edited(
        "stitching-adds-no-override",
        "CRE-080.2",
        "passes the admin's text on",
        "config_operator.stitching:with_overrides",
        "stitched = text + overrides(endpoints, region)",
        "stitched = text",
    ),
    edited(
        "stitching-replaces-the-admins-text",
        "CRE-080.1",
        "begins with an empty section of its own",
        "config_operator.stitching:with_overrides",
        "stitched = text + overrides(endpoints, region)",
        'stitched = "[Global]\\n" + overrides(endpoints, region)',
    ),
    edited(
        "stitching-knows-one-region",
        "CRE-085",
        "writes overrides for us-east-1 in any region",
        "config_operator.stitching:with_overrides",
        "stitched = text + overrides(endpoints, region)",
        'stitched = text + overrides(endpoints, "us-east-1")',
    ),
    edited(
        "stitching-knows-one-name",
        "CRE-095.b",
        "reads the ConfigMap that installers make, whatever the reference says",
        "config_operator.cloud_config:read_source",
        "op.store.view(CONFIG_MAP, SOURCE_NAMESPACE, name)",
        'op.store.view(CONFIG_MAP, SOURCE_NAMESPACE, "cloud-provider-config")',
    ),
    edited(
        "stitching-knows-one-key",
        "CRE-095.c",
        "reads the key that installers write where there is one",
        "config_operator.cloud_config:reconcile",
        'str(reference.get("key") or "")',
        '"config" if "config" in source.data else str(reference.get("key") or "")',
    ),
    edited(
        "stitching-needs-a-reference",
        "CRE-083.a",
        "waits for a reference to a cloud config as long as there is none",
        "config_operator.cloud_config:reconcile",
        'reference = (found.get("spec") or {}).get("cloudConfig") or {}',
        'reference = (found.get("spec") or {}).get("cloudConfig")\n'
        "    if reference is None and infrastructure.endpoints_in_status(found):\n        return Result()\n"
        "    reference = reference or {}",
    ),
    edited(
        "stitching-follows-an-empty-reference",
        "CRE-083.b",
        "takes an empty reference for one that leads nowhere",
        "config_operator.cloud_config:reconcile",
        'reference = (found.get("spec") or {}).get("cloudConfig") or {}',
        'reference = (found.get("spec") or {}).get("cloudConfig", {"name": ""})\n'
        '    if "name" not in reference:\n        raise ReconcileError("spec.cloudConfig.name: Required value")',
    ),
    edited(
        "stitching-leaves-its-reference",
        "CRE-084.a",
        "refers in status to a ConfigMap that is gone",
        "config_operator.cloud_config:reconcile",
        "refer(op, found, {} if wanted.empty else",
        "wanted.empty or refer(op, found, ",
    ),
    edited(
        "stitching-always-makes-its-config-map",
        "CRE-084.a CRE-084.b",
        "makes an empty ConfigMap",
        "config_operator.cloud_config:apply",
        "    if wanted.empty:\n",
        '    if wanted.empty and (current or {}).get("data"):\n',
    ),
    edited(
        "kubelet-trims-its-cloud-config",
        "CRE-081.b",
        "takes white space off the kubelets' cloud config",
        "bootstrap_host:_render_machine_config",
        'text = str((found.get("data") or {}).get(stitching.KEY, ""))',
        'text = str((found.get("data") or {}).get(stitching.KEY, "")).strip()',
    ),
    edited(
        "stitching-redirects-the-reference",
        "CRE-097.2",
        "lets spec.cloudConfig refer to the target",
        "config_operator.cloud_config:refer",
        "    current = ",
        '    op.store.patch(INFRASTRUCTURE, found, {"spec": {"cloudConfig": reference}})\n    current = ',
    ),
    edited(
        "stitching-makes-no-config-map",
        "CRE-097.3",
        "changes a ConfigMap that is there, but makes none",
        "config_operator.cloud_config:apply",
        "op.store.create(CONFIG_MAP, body)",
        "return",
    ),
    edited(
        "upgrade-writes-a-specification",
        "CRE-161.2",
        "begins with an empty specification of AWS",
        "config_operator.mirror:reconcile",
        "    wanted = ordered(asked)\n",
        '    op.store.patch(INFRASTRUCTURE, found, {"spec": {"platformSpec": {"type": "AWS", "aws": {}}}})\n'
        "    wanted = ordered(asked)\n",
    ),
    Mutant(
        "downgrade-drops-the-region", ("CRE-166.2",), "drops what both releases have", _changed_crd(_without_region)
    ),
    Mutant(
        "downgrade-drops-the-reference", ("CRE-166.2",), "drops spec.cloudConfig", _changed_crd(_without_cloud_config)
    ),
]

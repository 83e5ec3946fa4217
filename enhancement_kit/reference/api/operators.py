"""The kinds in which operators report and keep what they derive: ClusterOperator, KubeControllerManager, MachineConfig.

Minimal schemas of what the components here write (config/v1, operator/v1 and machineconfiguration/v1 types).
"""

from __future__ import annotations

from typing import Any

from .schema import array, conditions, definition, free_form, integer, obj, string

PLAIN = (
    # group, kind, plural, whether it lies in a namespace
    ("operator.openshift.io", "KubeAPIServer", "kubeapiservers", False),
    ("operator.openshift.io", "Storage", "storages", False),
    ("operator.openshift.io", "ClusterCSIDriver", "clustercsidrivers", False),
    ("imageregistry.operator.openshift.io", "Config", "configs", False),
    ("cloudcredential.openshift.io", "CredentialsRequest", "credentialsrequests", True),
    ("cloud.network.openshift.io", "CloudPrivateIPConfig", "cloudprivateipconfigs", False),
    ("config.openshift.io", "ClusterVersion", "clusterversions", False),
)
"""Kinds whose content is left to who writes it."""


def operator_crds() -> tuple[dict[str, Any], ...]:
    """Build the CRDs of all these kinds."""
    version = obj({"name": string(), "version": string()}, required=("name", "version"))
    return (
        definition(
            group="config.openshift.io",
            kind="ClusterOperator",
            plural="clusteroperators",
            spec=free_form(),
            status=obj({"conditions": conditions(), "versions": array(version), "relatedObjects": array(free_form())}),
            required=("spec",),
        ),
        definition(
            group="operator.openshift.io",
            kind="KubeControllerManager",
            plural="kubecontrollermanagers",
            spec=obj(
                {
                    "managementState": string(pattern="^(Managed|Force)$"),
                    "observedConfig": free_form(nullable=True),
                    "unsupportedConfigOverrides": free_form(nullable=True),
                }
            ),
            status=obj({"conditions": conditions(), "observedGeneration": integer("int64")}),
            required=("spec",),
        ),
        definition(
            group="machineconfiguration.openshift.io",
            kind="MachineConfig",
            plural="machineconfigs",
            spec=obj({"config": free_form(), "osImageURL": string(), "kernelType": string()}),
            status=None,
        ),
        definition(
            group="machineconfiguration.openshift.io",
            kind="MachineConfigPool",
            plural="machineconfigpools",
            spec=obj(
                {
                    "machineConfigSelector": free_form(),
                    "nodeSelector": free_form(),
                    "paused": {"type": "boolean"},
                    "configuration": obj({"name": string(), "source": array(free_form())}),
                }
            ),
            status=obj({"conditions": conditions(), "observedGeneration": integer("int64")}),
            required=("spec",),
        ),
        *(
            definition(
                group=group,
                kind=kind,
                plural=plural,
                namespaced=namespaced,
                spec=free_form(),
                status=free_form(),
                required=("spec",),
            )
            for group, kind, plural, namespaced in PLAIN
        ),
    )

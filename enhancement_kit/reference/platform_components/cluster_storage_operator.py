"""The cluster storage operator: the platform's CSI driver and the storage class that goes with it.

Source: section "Cluster Storage Operator" of the enhancement.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.conditions import Condition
from ..runtime.resources import CLUSTER_CSI_DRIVER, DEPLOYMENT, STORAGE, STORAGE_CLASS, Resource
from . import reactions, workloads
from .operator import Operator, Outcome, Situation

NAME = "cluster-storage-operator"
NAMESPACE = "openshift-cluster-csi-drivers"
CONTROLLER = "DefaultStorageClassController"
DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class"

CLASSES: Mapping[str, str] = {
    "ebs.csi.aws.com": "gp3-csi",
    "disk.csi.azure.com": "managed-csi",
    "pd.csi.storage.gke.io": "standard-csi",
    "cinder.csi.openstack.org": "standard-csi",
    "csi.vsphere.vmware.com": "thin-csi",
    "vpc.block.csi.ibm.io": "ibmc-vpc-block-10iops-tier",
    "powervs.csi.ibm.com": "ibm-powervs-tier1",
}
"""The default storage class of each driver."""


def driver_objects(driver: str) -> list[tuple[Resource, dict[str, Any]]]:
    """Return the objects that a driver consists of."""
    operator = driver.replace(".", "-") + "-driver-operator"
    storage_class = {
        "metadata": {"name": CLASSES[driver], "annotations": {DEFAULT_CLASS: "true"}},
        "provisioner": driver,
        "volumeBindingMode": "WaitForFirstConsumer",
    }
    return [
        (CLUSTER_CSI_DRIVER, {"metadata": {"name": driver}, "spec": {"managementState": "Managed"}}),
        (DEPLOYMENT, workloads.deployment(NAMESPACE, operator, workloads.Container(operator, operator))),
        (STORAGE_CLASS, storage_class),
    ]


def idle() -> list[Condition]:
    """Return the conditions for a platform without a driver."""
    return [
        Condition(f"{CONTROLLER}Disabled", "True", "UnsupportedPlatform", "unsupported platform"),
        Condition(f"{CONTROLLER}Available", "True", "", "No default StorageClass for this platform"),
        Condition(f"{CONTROLLER}Progressing", "False"),
        Condition(f"{CONTROLLER}Upgradeable", "True"),
    ]


def decide(situation: Situation) -> Outcome:
    """Decide on the driver: none where the platform has none; what admins create stays theirs."""
    if situation.reaction == reactions.NOTHING:
        return Outcome(detail=idle())
    text = "StorageClass provided by supplied CSI Driver instead of the cluster-storage-operator"
    detail = [
        Condition(f"{CONTROLLER}Available", "True", "", text),
        Condition(f"{CONTROLLER}Progressing", "False"),
    ]
    return Outcome(driver_objects(situation.reaction), detail=detail)


OPERATOR = Operator(
    NAME,
    lambda situation: decide(situation),
    cluster_operator="storage",
    owns=(CLUSTER_CSI_DRIVER, DEPLOYMENT, STORAGE_CLASS),
    config=STORAGE,
)

"""What each component does on which platform: one table, read by the components and changed in one place.

Source: section "Affected components" of the enhancement; for profile `shipped` the code of the components. A platform
type that a row does not name counts as OTHER: that is also what a component does on a type it does not know. The order
of the rows is the order in which the components run.
"""

from __future__ import annotations

from collections.abc import Mapping

from .library_go import Reading

OTHER = "any other"
NOTHING = "nothing"
GENERIC = "generic controllers"
ON_PREMISE = "on-premise networking"
REMOVED, EMPTY_DIR, S3 = "removed", "emptyDir", "s3"
USER_ADDRESS, MACHINE_ADDRESS = "address given by the user", "address of the machine"
RENDERED = "rendered"
AS_DECIDED = "as library-go decides"

Row = Mapping[str, str]

REACTIONS: Mapping[str, Row] = {
    # arguments of the operand: library-go alone knows about platforms
    "kube-apiserver-operator": {OTHER: AS_DECIDED},
    "kube-controller-manager-operator": {OTHER: AS_DECIDED},
    # static pods for virtual addresses and DNS; the kubelet's flags are as library-go decides
    "machine-config-operator": {
        "None": NOTHING, "External": NOTHING, OTHER: NOTHING,
        **dict.fromkeys(("BareMetal", "Nutanix", "OpenStack", "oVirt", "VSphere"), ON_PREMISE),
    },
    # the cloud controller manager to deploy, where library-go says that there is an external one
    "cluster-cloud-controller-manager-operator": {
        "None": NOTHING, "External": NOTHING, OTHER: NOTHING,
        "AWS": "aws", "Azure": "azure", "GCP": "gcp", "IBMCloud": "ibm", "Nutanix": "nutanix", "OpenStack": "openstack",
        "PowerVS": "powervs", "VSphere": "vsphere",
    },
    # the provider whose machine controller runs beside the generic controllers
    "machine-api-operator": {
        "None": NOTHING, "External": NOTHING, OTHER: NOTHING,
        "AWS": "aws", "Azure": "azure", "BareMetal": "baremetal", "GCP": "gcp", "IBMCloud": "ibmcloud",
        "Nutanix": "nutanix", "OpenStack": "openstack", "PowerVS": "powervs", "VSphere": "vsphere",
    },
    # the CSI driver
    "cluster-storage-operator": {
        "None": NOTHING, "External": NOTHING, OTHER: NOTHING,
        "AWS": "ebs.csi.aws.com", "Azure": "disk.csi.azure.com", "GCP": "pd.csi.storage.gke.io",
        "IBMCloud": "vpc.block.csi.ibm.io", "OpenStack": "cinder.csi.openstack.org",
        "PowerVS": "powervs.csi.ibm.com", "VSphere": "csi.vsphere.vmware.com",
    },
    # the provider whose credentials are minted
    "cloud-credential-operator": {"None": NOTHING, "External": NOTHING, OTHER: NOTHING, "AWS": "aws"},
    # the storage that a new configuration of the registry has (interpretation EXT-A14)
    "image-registry-operator": {
        "None": REMOVED, "External": REMOVED, OTHER: EMPTY_DIR,
        "AWS": S3, "Azure": "azure", "GCP": "gcs", "IBMCloud": "ibmcos", "OpenStack": "swift", "PowerVS": "ibmcos",
        **dict.fromkeys(("AlibabaCloud", "BareMetal", "EquinixMetal", "KubeVirt", "Nutanix", "VSphere"), REMOVED),
    },
    # whether the cloud-network-config-controller is rendered
    "cluster-network-operator": {
        "None": NOTHING, "External": NOTHING, OTHER: NOTHING,
        **dict.fromkeys(("AWS", "Azure", "GCP", "OpenStack"), RENDERED),
    },
    # what the kubelet of a Windows instance is told about its address (interpretation EXT-A15)
    "windows-machine-config-operator": {
        "None": USER_ADDRESS, "External": USER_ADDRESS, "Nutanix": USER_ADDRESS, OTHER: MACHINE_ADDRESS,
    },
}  # fmt: skip
"""By component and platform type."""

LATER: Mapping[str, Row] = {"machine-api-operator": {"External": GENERIC}}
"""What takes the place of a cell in a later phase of the document (interpretation EXT-A21); none of it shipped."""


def reaction(component: str, kind: str, reading: Reading) -> str:
    """Return what a component does on a platform type; NOTHING for a component without a row."""
    later = LATER.get(component, {}) if reading.later_phase else {}
    row = REACTIONS.get(component, {OTHER: NOTHING})
    return later.get(kind) or row.get(kind) or row[OTHER]

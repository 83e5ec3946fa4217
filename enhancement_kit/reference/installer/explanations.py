"""The descriptions of install-config fields, as `install explain` prints them.

Source: aws-lb-subnet-selection, Installer Updates (the comments of the fields); aws-custom-regions-and-endpoints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .errors import UnknownField
from .install_config import FIELDS
from .shapes import Fields, ListOf, hint

ROOT = "installconfig"

DESCRIPTIONS: Mapping[str, str] = {
    "": "An install-config describes the cluster to install.",
    "baseDomain": "The domain below which the cluster gets its own.",
    "metadata.name": "The name of the cluster, and of its domain below baseDomain.",
    "publish": "External, the default, publishes the cluster to the world; Internal keeps it inside its network.",
    "featureSet": "The set of feature gates of the cluster; TechPreviewNoUpgrade holds the previews.",
    "controlPlane": "The machines of the control plane.",
    "compute": "The machines for everything else.",
    "platform": "Where the cluster runs: exactly one of the platforms.",
    "platform.aws": "Settings of a cluster on AWS.",
    "platform.aws.region": "The region to install into.",
    "platform.aws.subnets": (
        "Existing subnets, by id, for the resources of the cluster; the installer decides what each is for. Without "
        "them, and without subnetsConfig, it makes a VPC.\n\nDeprecated: Use subnetsConfig"
    ),
    "platform.aws.subnetsConfig": (
        "Existing subnets of one VPC and what each is for. Without any role the installer decides; the VPC must then "
        "contain no subnet without a tag kubernetes.io/cluster/<cluster-id>. With roles every subnet needs one, and "
        "every role a subnet. Without the list, and without subnets, the installer makes a VPC.\n\n"
        "Only available in Tech Preview."
    ),
    "platform.aws.subnetsConfig.id": "The id of an existing subnet: subnet- and 17 letters or digits.",
    "platform.aws.subnetsConfig.rolesOverride": (
        "What the subnet is for, each at most once: ClusterNode, IngressControllerLB, ControlPlaneExternalLB, "
        "ControlPlaneInternalLB."
    ),
    "platform.aws.lbType": "The type of load balancer of IngressControllers: Classic, the default, or NLB.",
    "platform.aws.amiID": "The image of the machines.",
    "platform.aws.serviceEndpoints": "Endpoints that take the place of the default ones of AWS services.",
    "platform.aws.serviceEndpoints.name": "The service, for example ec2.",
    "platform.aws.serviceEndpoints.url": "An https URL.",
    "platform.none": "A cluster that no cloud is known for.",
    "platform.external": "A cluster on a platform that the product does not know.",
    "platform.external.platformName": "The name of that platform.",
}


def explain(field: str) -> str:
    """Describe a field and those below it; the path is `platform.aws` or `installconfig.platform.aws`.

    Raises UnknownField.
    """
    path = re.sub(r"\[\d*\]", "", field).removeprefix(ROOT).strip(".")
    shape: Any = FIELDS
    for name in path.split(".") if path else ():
        known = _fields(shape)
        if name not in known:
            raise UnknownField(f"an install-config has no field {path}: {name} is not known; {hint(name, known)}")
        shape = known[name]
    return "\n".join(_lines(path, shape))


def _lines(path: str, shape: Any) -> Iterator[str]:
    yield f"FIELD: {path or ROOT} ({_type(shape)})"
    yield ""
    yield DESCRIPTIONS.get(path, "No description.")
    below = _fields(shape)
    if below:
        yield ""
        yield "FIELDS:"
        for name, inner in below.items():
            yield f"  {name} ({_type(inner)})"


def _fields(shape: Any) -> Mapping[str, Any]:
    """Return the fields of a mapping, or of the mappings in a list; none of anything else."""
    inside = shape.element if isinstance(shape, ListOf) else shape
    return inside.known if isinstance(inside, Fields) else {}


def _type(shape: Any) -> str:
    if isinstance(shape, ListOf):
        return f"a list, each {_type(shape.element)}"
    return "a mapping" if isinstance(shape, Fields) else str(shape)

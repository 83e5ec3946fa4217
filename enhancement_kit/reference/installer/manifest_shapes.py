"""The shape of the files that the installer reads again, since an admin may edit them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .findings import Finding
from .install_config import MOST_MACHINES
from .shapes import FLAG, LABEL, REGION, TEXT, Fields, Form, ListOf, MapOf, Number, check

API_VERSION = Form(re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?/)?v[a-z0-9]{1,30}"), "an API version")
KIND = Form(re.compile(r"[A-Za-z][A-Za-z0-9]{0,62}"), "the name of a kind")
OBJECT_NAME = Form(re.compile(r"[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?"), "the name of an object")
TEXTS = MapOf(TEXT)
METADATA = Fields({"name": OBJECT_NAME, "namespace": LABEL, "labels": TEXTS, "annotations": TEXTS}, required=("name",))
_ENVELOPE = {"apiVersion": API_VERSION, "kind": KIND, "metadata": METADATA}
_NAMES = tuple(_ENVELOPE)

_REFERENCE = Fields({"id": TEXT}, required=("id",))
_BALANCER = Fields({"name": LABEL, "scheme": TEXT, "subnets": ListOf(TEXT, null=False)}, required=("name", "scheme"))
_SUBNET = Fields(
    {"id": TEXT, "availabilityZone": TEXT, "isPublic": FLAG}, required=("id", "availabilityZone", "isPublic")
)
_TAG = Fields({"name": TEXT, "value": TEXT}, required=("name", "value"))
"""A tag of a machine."""


_VALUE = Fields(
    {"instanceType": TEXT, "subnet": _REFERENCE, "tags": ListOf(_TAG, null=False)},
    required=("instanceType", "subnet", "tags"),
)
_PROVIDER = Fields({"value": _VALUE}, required=("value",))
_TEMPLATE = Fields({"spec": Fields({"providerSpec": _PROVIDER}, required=("providerSpec",))}, required=("spec",))
_MACHINE_SET = Fields(
    {"replicas": Number(0, MOST_MACHINES), "template": _TEMPLATE},
    required=("replicas", "template"),
)


def _manifest(spec: Fields) -> Fields:
    return Fields({**_ENVELOPE, "spec": spec}, required=(*_NAMES, "spec"))


OF_KIND: Mapping[str, Fields] = {
    "AWSCluster": _manifest(
        Fields(
            {
                "network": Fields(
                    {"vpc": _REFERENCE, "subnets": ListOf(_SUBNET, null=False)},
                    required=("vpc", "subnets"),
                ),
                "controlPlaneLoadBalancer": _BALANCER,
                "secondaryControlPlaneLoadBalancer": _BALANCER,
                "additionalTags": TEXTS,
            },
            required=("network", "additionalTags"),
        )
    ),
    "AWSMachine": _manifest(
        Fields(
            {"instanceType": TEXT, "subnet": _REFERENCE, "ami": _REFERENCE, "additionalTags": TEXTS},
            required=("instanceType", "subnet", "additionalTags"),
        )
    ),
    "MachineSet": _manifest(_MACHINE_SET),
}
"""What the infrastructure is made from, by kind; only that is used of it."""

_ANY = Fields(_ENVELOPE, required=_NAMES)
STATE = Fields({"infra_id": LABEL, "cluster_id": LABEL}, closed=True, required=("infra_id", "cluster_id"))
_ENDPOINT = Fields({"name": TEXT, "url": TEXT}, required=("name", "url"))
CREATED = Fields(
    {
        "clusterName": TEXT,
        "clusterID": LABEL,
        "infraID": LABEL,
        "aws": Fields(
            {"region": REGION, "clusterDomain": TEXT, "serviceEndpoints": ListOf(_ENDPOINT, null=False)},
        ),
    },
    required=("infraID", "clusterID", "aws"),
)
"""What the installer leaves about a cluster that it has created."""


def manifest_findings(manifest: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what any manifest lacks."""
    yield from check(manifest, _ANY, "")


def infrastructure_findings(manifest: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what a manifest lacks for what is made from it; nothing for a kind that nothing is made from."""
    shape = OF_KIND.get(str(manifest["kind"]))
    if shape is not None:
        yield from check(manifest, shape, "")

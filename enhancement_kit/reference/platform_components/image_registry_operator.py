"""The image registry operator: the platform decides the storage of a new registry, afterwards the admin does.

Source: section "Cluster Image Registry Operator" of the enhancement (interpretation EXT-A14).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from ..runtime.aws_networks import CLUSTER_PREFIX, tag_list
from ..runtime.conditions import Condition
from ..runtime.resources import DEPLOYMENT, INFRASTRUCTURE, REGISTRY_CONFIG
from . import aws, cluster_operator, reactions, workloads
from .component import SINGLETON, Component
from .operator import Operator, Outcome, Situation, Unsupported

NAME = "image-registry-operator"
NAMESPACE = "openshift-image-registry"
REGISTRY = "image-registry"
GONE = "The registry is removed"
FILE_SYSTEMS = ("emptyDir", "pvc")


def bootstrapped(reaction: str) -> dict[str, Any]:
    """Build the spec of a configuration that nobody has written."""
    if reaction == reactions.REMOVED:
        return {"managementState": "Removed", "storage": {}, "replicas": 1}
    return {
        "managementState": "Managed",
        "storage": {reaction: {}},
        "replicas": 1 if reaction == reactions.EMPTY_DIR else 2,
    }


def configuration(component: Component, reaction: str) -> Mapping[str, Any]:
    """Return the spec of the registry's configuration, created if it is missing; an admin's is left as it is."""
    found = component.store.find(REGISTRY_CONFIG, "", SINGLETON)
    if found is None:
        made = {"metadata": {"name": SINGLETON}, "spec": bootstrapped(reaction)}
        found = component.store.create(REGISTRY_CONFIG, made)
    spec: Mapping[str, Any] = found["spec"]
    return spec


def backend(spec: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the storage of a configuration and its settings; empty where there is none."""
    for kind, settings in (spec.get("storage") or {}).items():
        if isinstance(settings, Mapping):
            return kind, settings
    return "", {}


def registry(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Build the Deployment of the registry with its storage."""
    kind, settings = backend(spec)
    volumes: tuple[Mapping[str, Any], ...] = ()
    if kind in FILE_SYSTEMS:
        env = {"REGISTRY_STORAGE": "filesystem", "REGISTRY_STORAGE_FILESYSTEM_ROOTDIRECTORY": "/registry"}
        source = (
            {"persistentVolumeClaim": {"claimName": str(settings.get("claim") or "image-registry-storage")}}
            if kind == "pvc"
            else {"emptyDir": {}}
        )
        volumes = ({"name": "registry-storage", **source},)
    else:
        env = {"REGISTRY_STORAGE": kind}
        env |= {f"REGISTRY_STORAGE_{kind}_{name}".upper(): str(value) for name, value in settings.items()}
    container = workloads.Container("registry", "docker-registry", env=env)
    replicas = int(spec.get("replicas") or 1)
    return workloads.deployment(NAMESPACE, REGISTRY, container, replicas=replicas, volumes=volumes)


def bucket_of(situation: Situation) -> str:
    """Return the name of the bucket that the operator creates for the cluster."""
    infrastructure = situation.component.store.view(INFRASTRUCTURE, "", SINGLETON)
    name = str(infrastructure["status"].get("infrastructureName", ""))
    return f"{name}-image-registry-{aws.region(situation.status)}"


def make_bucket(situation: Situation, settings: Mapping[str, Any]) -> None:
    """Create the bucket for the images, and check the key that encrypts it. Raises Unsupported where AWS refuses."""
    try:
        if settings.get("keyID"):
            aws.client(situation.component, situation.status, "kms").describe_key(KeyId=str(settings["keyID"]))
        s3, bucket = aws.client(situation.component, situation.status, "s3"), bucket_of(situation)
        if bucket in {one["Name"] for one in s3.list_buckets()["Buckets"]}:
            return
        region = aws.region(situation.status)
        # us-east-1 is the default of S3, which refuses it as an explicit location
        place = {} if region == "us-east-1" else {"CreateBucketConfiguration": {"LocationConstraint": region}}
        s3.create_bucket(Bucket=bucket, **place)
        owner = {CLUSTER_PREFIX + bucket.partition("-image-registry-")[0]: "owned"}
        s3.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": tag_list(owner)})
    except (ClientError, BotoCoreError) as error:
        raise Unsupported(f"Unable to apply resources: unable to sync storage configuration: {error}") from error


def removed() -> list[Condition]:
    """Return the conditions of a registry that is not wanted."""
    return [
        Condition("Available", "True", "Removed", GONE),
        Condition("Progressing", "False", "Removed", "All registry resources are removed"),
        Condition("Degraded", "False", "Removed", GONE),
        Condition("Upgradeable", "True", cluster_operator.AS_EXPECTED),
    ]


def decide(situation: Situation) -> Outcome:
    """Decide on the registry that the configuration asks for."""
    spec = configuration(situation.component, situation.reaction)
    if spec.get("managementState") == "Removed":
        return Outcome(conditions=removed(), detail=[*removed()[:3], Condition("Removed", "True", "Removed", GONE)])
    if not backend(spec)[0]:
        text = "Unable to apply resources: storage backend not configured"
        failing = cluster_operator.failing("StorageNotConfigured", text)
        unavailable = Condition("Available", "False", "StorageNotConfigured", text)
        return Outcome(conditions=[unavailable, *failing[1:]], detail=[unavailable])
    kind, settings = backend(spec)
    if kind == reactions.S3 and situation.kind == "AWS":
        make_bucket(situation, settings)
    return Outcome(
        [(DEPLOYMENT, registry(spec))],
        detail=[*cluster_operator.healthy()[:3], Condition("Removed", "False")],
    )


OPERATOR = Operator(
    NAME,
    lambda situation: decide(situation),
    cluster_operator="image-registry",
    owns=(DEPLOYMENT,),
    config=REGISTRY_CONFIG,
)

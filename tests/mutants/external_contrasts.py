"""Components that do nothing on any platform, or that do something everywhere: External is then no different either.

And what an admin or installer wants on External and does not get.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import names, strategy
from enhancement_kit.reference.platform_components import reactions
from enhancement_kit.reference.runtime.resources import INFRASTRUCTURE, SERVICE

from .source_editing import edited

REFERENCE = "enhancement_kit.reference"
OPERATOR = f"{REFERENCE}.ingress_operator"
TABLE = f"{REFERENCE}.platform_components.reactions:REACTIONS"


def _cells(component: str, cell: str, *platforms: str) -> Callable[[Patcher], None]:
    """Put one cell into the row of a component, for the platforms or for all of its row."""
    row = reactions.REACTIONS[component]
    changed = {**row, **dict.fromkeys(platforms or row, cell)}
    return lambda patcher: patcher.replace(TABLE, {**reactions.REACTIONS, component: changed})


def _platform(op: Any) -> str:
    return str(op.store.view(INFRASTRUCTURE, "", "cluster")["status"]["platformStatus"]["type"])


def _published(ic: Mapping[str, Any]) -> str:
    return str(ic["status"]["endpointPublishingStrategy"]["type"])


def _records_host_network_on(*platforms: str) -> Callable[[Patcher], None]:
    def wrapped(old: Callable[..., Any]) -> Callable[..., Any]:
        def ensure(op: Any, ic: Mapping[str, Any], service: Any) -> Any:
            if _published(ic) != strategy.HOST_NETWORK or _platform(op) not in platforms:
                return old(op, ic, service)
            status = {**ic["status"], "endpointPublishingStrategy": {"type": strategy.LOAD_BALANCER}}
            address = {"status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}}
            return old(op, {**ic, "status": status}, address)

        return ensure

    return lambda patcher: patcher.wrap(f"{OPERATOR}.dnsrecord:ensure", wrapped)


def _service(change: Callable[[Callable[..., Any], Any, Any, Any, Any], Any]) -> Callable[[Patcher], None]:
    """Let `change(old, op, ic, wanted, deployment)` take the place of what ensures the Service on External."""

    def wrapped(old: Callable[..., Any]) -> Callable[..., Any]:
        def ensure(op: Any, ic: Any, wanted: Any, deployment: Any) -> Any:
            how = change if wanted.cluster.platform == "External" else None
            return how(old, op, ic, wanted, deployment) if how else old(op, ic, wanted, deployment)

        return ensure

    return lambda patcher: patcher.wrap(f"{OPERATOR}.service:ensure", wrapped)


def _service_on_host_network(old: Callable[..., Any], op: Any, ic: Any, wanted: Any, deployment: Any) -> Any:
    name = ic["metadata"]["name"]
    if _published(ic) != strategy.HOST_NETWORK:
        return old(op, ic, wanted, deployment)
    if op.store.find(SERVICE, names.OPERAND_NAMESPACE, names.router(name)) is None:
        labels = {names.OWNING_LABEL: name}
        spec = {"type": "LoadBalancer", "ports": [{"name": "http", "port": 80}]}
        meta = {"name": names.router(name), "namespace": names.OPERAND_NAMESPACE, "labels": labels}
        op.store.create(SERVICE, {"metadata": meta, "spec": spec})
    return None


def _no_service_of(holds: Callable[[str], bool]) -> Callable[..., Any]:
    def ensure(old: Callable[..., Any], op: Any, ic: Any, wanted: Any, deployment: Any) -> Any:
        return None if holds(ic["metadata"]["name"]) else old(op, ic, wanted, deployment)

    return ensure


def _own_address(old: Callable[..., Any], op: Any, ic: Any, wanted: Any, deployment: Any) -> Any:
    found = old(op, ic, wanted, deployment)
    if found is None or (found.get("status") or {}).get("loadBalancer"):
        return found
    return op.store.update_status(SERVICE, {**found, "status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}})


def _annotations(change: Callable[[str, str, dict[str, str]], dict[str, str]]) -> Callable[[Patcher], None]:
    """Let `change(platform, scope, annotations)` have the last word on the annotations of Services."""

    def wrapped(old: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
        def desired(wanted: Any) -> dict[str, str]:
            scope = str((wanted.effective.get("loadBalancer") or {}).get("scope"))
            return change(wanted.cluster.platform, scope, old(wanted))

        return desired

    return lambda patcher: patcher.wrap(f"{OPERATOR}.annotations:desired", wrapped)


def _annotates(scope: str, key: str) -> Callable[[Patcher], None]:
    """Annotate Services on External for a provider, with one scope."""

    def change(platform: str, found: str, annotations: dict[str, str]) -> dict[str, str]:
        own = platform == "External" and found == scope
        return {**annotations, key: "true"} if own else annotations

    return _annotations(change)


def _leaves_out(scope: str, key: str) -> Callable[[Patcher], None]:
    """Forget an annotation on AWS, with one scope."""

    def change(platform: str, found: str, annotations: dict[str, str]) -> dict[str, str]:
        own = platform == "AWS" and found == scope
        return {name: value for name, value in annotations.items() if not (own and name == key)}

    return _annotations(change)


MUTANTS = [
    # nothing anywhere
    edited(
        "mco-gives-no-flags",
        "EXT-048",
        "gives the kubelet no flag on any platform",
        "platform_components.kubelet:cloud_flags",
        "return {**provider_flags(status, reading), **of_images}",
        "return {}",
    ),
    edited(
        "mco-knows-no-virtual-addresses",
        "EXT-190",
        "sets up on-premise networking nowhere",
        "platform_components.machine_config_operator:rendered",
        "== reactions.ON_PREMISE",
        '== "nowhere"',
    ),
    edited(
        "ccmo-forgets-the-proxy",
        "EXT-061",
        "runs the manager on AWS without the proxy settings",
        "platform_components.cluster_cloud_controller_manager_operator:manager",
        "arguments, proxy_settings(situation))",
        "arguments, {})",
    ),
    edited(
        "ccmo-forgets-the-proxy-of-https",
        "EXT-061",
        "takes one proxy for all protocols",
        "platform_components.cluster_cloud_controller_manager_operator:proxy_settings",
        "if spec.get(key)}",
        'if spec.get(key) and key != "httpsProxy"}',
    ),
    Mutant(
        "mao-deploys-nowhere",
        ("EXT-069",),
        "deploys nothing on any platform",
        _cells("machine-api-operator", reactions.NOTHING),
    ),
    Mutant(
        "storage-deploys-nowhere",
        ("EXT-186",),
        "deploys no driver on any platform",
        _cells("cluster-storage-operator", reactions.NOTHING),
    ),
    Mutant(
        "cco-mints-nowhere",
        ("EXT-081",),
        "ignores requests on every platform",
        _cells("cloud-credential-operator", reactions.NOTHING),
    ),
    Mutant(
        "registry-is-removed-everywhere",
        ("EXT-085",),
        "removes the registry on every platform",
        _cells("image-registry-operator", reactions.REMOVED),
    ),
    Mutant(
        "operator-publishes-on-the-host-everywhere",
        ("EXT-091",),
        "uses the host network on every platform",
        lambda patcher: patcher.replace(f"{OPERATOR}.strategy:DEFAULT_TYPES", {}),
    ),
    Mutant(
        "operator-has-no-dns-provider",
        ("EXT-097",),
        "publishes records on no platform",
        lambda patcher: patcher.replace(f"{OPERATOR}.dns:PROVIDERS", frozenset()),
    ),
    edited(
        "kaso-gives-no-flags",
        "EXT-189",
        "gives the API server no flag on any platform",
        "platform_components.config_observer:observed_config",
        "if arguments else {}",
        'if arguments and operand.arguments != "apiServerArguments" else {}',
    ),
    edited(
        "installer-lets-credentials-go-everywhere",
        "EXT-187",
        "lets capability CloudCredential be disabled on AWS",
        "installer.static_rules:credentials_wanted",
        "config.platform not in NO_OP_PLATFORMS",
        "False",
    ),
    edited(
        "installer-writes-no-cloud-config",
        "EXT-188",
        "names a cloud config on AWS and does not write it",
        "installer.cluster_manifests:cloud_provider_config",
        'if plan.config.platform != "aws":',
        "if plan.config:",
    ),
    # something everywhere
    Mutant(
        "cno-renders-everywhere",
        ("EXT-103",),
        "deploys the cloud-network-config-controller on every platform",
        _cells("cluster-network-operator", reactions.RENDERED),
    ),
    edited(
        "installer-writes-a-cloud-config-everywhere",
        "EXT-111.2",
        "writes a cloud config on every platform",
        "installer.cluster_manifests:cloud_provider_config",
        'if plan.config.platform != "aws":',
        "if not plan.config:",
    ),
    edited(
        "installer-writes-a-cloud-config-on-external",
        "EXT-111.1",
        "writes a cloud config on External",
        "installer.cluster_manifests:cloud_provider_config",
        'if plan.config.platform != "aws":',
        'if plan.config.platform == "none":',
    ),
    edited(
        "installer-places-routers-by-the-platform",
        "EXT-184.b",
        "places routers on the control plane of every cluster without a provider",
        "installer.ingress_manifests:placement",
        "config.control_plane_replicas == 1 and",
        "config.control_plane_replicas == 1 or",
    ),
    # an installer that does not pass on what it is told
    edited(
        "installer-forgets-the-name",
        "EXT-117",
        "calls every provider Unknown",
        "installer.cluster_manifests:infrastructure",
        'settings.get("platformName") or "Unknown"',
        '"Unknown"',
    ),
    edited(
        "installer-writes-an-empty-name",
        "EXT-117",
        "writes an empty name where none is given",
        "installer.cluster_manifests:infrastructure",
        'settings.get("platformName") or "Unknown"',
        'settings.get("platformName", "Unknown")',
    ),
    edited(
        "installer-expects-no-manager",
        "EXT-182.a",
        "writes state None whatever is asked for",
        "installer.cluster_manifests:infrastructure",
        'settings.get("cloudControllerManager") or "None"',
        '"None"',
    ),
    edited(
        "installer-expects-a-manager",
        "EXT-182.b",
        "writes state External whatever is asked for, as releases did for a time",
        "installer.cluster_manifests:infrastructure",
        'settings.get("cloudControllerManager") or "None"',
        '"External"',
    ),
    # the image registry
    edited(
        "registry-waits-for-storage",
        "EXT-078",
        "is not available until it has storage",
        "platform_components.image_registry_operator:removed",
        'Condition("Available", "True", "Removed", GONE)',
        'Condition("Available", "False", "StorageNotConfigured", GONE)',
    ),
    edited(
        "registry-claims-a-volume-of-its-own",
        "EXT-089.a",
        "uses the default claim whatever the admin names",
        "platform_components.image_registry_operator:registry",
        'str(settings.get("claim") or "image-registry-storage")',
        '"image-registry-storage"',
    ),
    edited(
        "registry-ignores-the-settings-of-an-object-store",
        "EXT-089.b",
        "looks for the admin's bucket in AWS",
        "platform_components.image_registry_operator:registry",
        "for name, value in settings.items()}",
        'for name, value in settings.items() if name != "regionEndpoint"}',
    ),
    # the ingress operator
    Mutant(
        "operator-makes-a-service-on-the-host-network",
        ("EXT-094.2",),
        "makes a LoadBalancer Service on External beside the host network",
        _service(_service_on_host_network),
    ),
    edited(
        "operator-runs-routers-off-the-host-network",
        "EXT-094.3",
        "runs routers in the network of pods on External",
        "ingress_operator.deployment:desired_deployment",
        'if wanted.effective.get("type") == strategy.HOST_NETWORK:',
        'if wanted.effective.get("type") == strategy.HOST_NETWORK and wanted.cluster.platform != "External":',
    ),
    Mutant(
        "operator-records-the-host-network-without-provider",
        ("EXT-098.a",),
        "makes a DNSRecord for the host network on None and External",
        _records_host_network_on("External", "None"),
    ),
    Mutant(
        "operator-records-the-host-network-on-aws",
        ("EXT-098.b",),
        "makes a DNSRecord for the host network where it has a DNS provider",
        _records_host_network_on("AWS"),
    ),
    Mutant(
        "operator-publishes-only-default-on-external",
        ("EXT-099.a",),
        "makes no Service on External for an IngressController of the admin",
        _service(_no_service_of(lambda name: name != names.DEFAULT)),
    ),
    Mutant(
        "operator-never-publishes-default-on-external",
        ("EXT-099.b",),
        "makes no Service on External for the default IngressController",
        _service(_no_service_of(lambda name: name == names.DEFAULT)),
    ),
    Mutant(
        "operator-annotates-external-for-azure",
        ("EXT-100.1", "EXT-100.b"),
        "annotates internal Services on External for Azure",
        _annotates("Internal", "service.beta.kubernetes.io/azure-load-balancer-internal"),
    ),
    Mutant(
        "operator-annotates-external-for-ibm",
        ("EXT-100.1", "EXT-100.a"),
        "annotates external Services on External for IBM Cloud",
        _annotates("External", "service.kubernetes.io/ibm-load-balancer-cloud-provider-enable-features"),
    ),
    Mutant(
        "operator-forgets-internal-on-aws",
        ("EXT-100.2", "EXT-100.b"),
        "does not say on AWS that a Service is internal",
        _leaves_out("Internal", "service.beta.kubernetes.io/aws-load-balancer-internal"),
    ),
    Mutant(
        "operator-forgets-the-type-on-aws",
        ("EXT-100.2", "EXT-100.a"),
        "does not say on AWS which type a load balancer has",
        _leaves_out("External", "service.beta.kubernetes.io/aws-load-balancer-type"),
    ),
    Mutant(
        "operator-gives-services-an-address",
        ("EXT-101.1",),
        "does not wait on External for somebody to fulfil the Service",
        _service(_own_address),
    ),
    edited(
        "operator-sees-only-host-names",
        "EXT-101.2",
        "takes only a host name for an address",
        "ingress_operator.conditions:provisioned",
        'any(entry.get("hostname") or entry.get("ip") for entry in ingress)',
        'any(entry.get("hostname") for entry in ingress)',
    ),
]

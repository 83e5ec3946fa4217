"""Cluster operators of which one, or one client of one, goes by other endpoints than those in effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.api import service_endpoints
from enhancement_kit.reference.platform_components import operator
from enhancement_kit.reference.runtime.resources import INFRASTRUCTURE, MACHINE

from .source_editing import edited

AWS = "enhancement_kit.reference.platform_components.aws"
MACHINES = "enhancement_kit.reference.platform_components.machine_controller"
ENDPOINTS = "enhancement_kit.reference.api.service_endpoints"
MIRROR = "enhancement_kit.reference.config_operator.mirror"
KNOWN = ("ec2", "elasticloadbalancing", "iam", "route53", "s3", "tagging")


def _seeing(name: str, see: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]) -> Callable[[Patcher], None]:
    """Let one operator's clients be made for another platformStatus.aws than there is."""

    def client(old: Callable[..., Any]) -> Callable[..., Any]:
        def make(component: Any, status: Mapping[str, Any], service: str) -> Any:
            if component.name == name:
                status = {**status, "aws": see(component, status.get("aws") or {})}
            return old(component, status, service)

        return make

    return lambda patcher: patcher.wrap(f"{AWS}:client", client)


def _as_asked_for(component: Any, aws: Mapping[str, Any]) -> Mapping[str, Any]:
    spec = component.store.view(INFRASTRUCTURE, "", "cluster")["spec"]["platformSpec"]
    return {**aws, "serviceEndpoints": (spec.get("aws") or {}).get("serviceEndpoints") or []}


def _as_at_first() -> Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]:
    first: dict[int, Mapping[str, Any]] = {}

    def see(component: Any, aws: Mapping[str, Any]) -> Mapping[str, Any]:
        return first.setdefault(id(component.store), aws) if aws.get("serviceEndpoints") else aws

    return see


def _client_named_otherwise(name: str) -> Callable[[Patcher], None]:
    known = {client: prefix for client, prefix in service_endpoints.PREFIXES.items() if client != name}
    return lambda patcher: patcher.replace(f"{ENDPOINTS}:PREFIXES", known)


def _told_again(patcher: Patcher) -> None:
    """Write the endpoints into Machines whenever the controller looks at one."""

    def with_endpoints(old: Callable[..., Any]) -> Callable[..., Any]:
        def reconcile(component: Any, key: str) -> Any:
            result = old(component, key)
            namespace, _, name = key.partition("/")
            found = component.store.find(MACHINE, namespace, name)
            status = component.store.view(INFRASTRUCTURE, "", "cluster")["status"]["platformStatus"]
            told = {e["name"]: e["url"] for e in (status.get("aws") or {}).get("serviceEndpoints") or []}
            if found is not None and found["spec"]["providerSpec"]["value"].get("endpoints") != told:
                # a merge patch keeps what it does not name
                gone = dict.fromkeys(found["spec"]["providerSpec"]["value"].get("endpoints") or {})
                change = {"spec": {"providerSpec": {"value": {"endpoints": {**gone, **told}}}}}
                component.store.patch(MACHINE, found, change)
            return result

        return reconcile

    patcher.wrap(f"{MACHINES}:reconcile_machine", with_endpoints)


def _mirrors_known_services(patcher: Patcher) -> None:
    patcher.wrap(f"{MIRROR}:ordered", lambda old: lambda found: [e for e in old(found) if e["name"] in KNOWN])


def _comes_once(patcher: Patcher) -> None:
    """Let operators not look at the Infrastructure again."""

    def watching(old: Callable[..., Any]) -> Callable[..., Any]:
        def controllers(self: operator.Operator, component: Any) -> Any:
            for found in old(self, component):
                yield type(found)(
                    found.name,
                    tuple(w for w in found.watches if w.resource != INFRASTRUCTURE),
                    found.reconcile,
                    found.log,
                )

        return lambda self, component: list(controllers(self, component))

    patcher.wrap("enhancement_kit.reference.platform_components.operator:Operator.controllers", watching)


PLACE = "ingress_operator.cluster_config:Cluster.endpoint"
LOOK_UP = 'return service_endpoints.for_client([{"name": n, "url": u} for n, u in self.endpoints], service)'
LISTED = 'settings(status).get("serviceEndpoints") or ()'

OPERATORS = {
    "registry": ("image-registry-operator", "b"),
    "credentials": ("cloud-credential-operator", "c"),
    "machines": ("machine-api-operator", "d"),
}

OVERRIDE = "override = config.override(OVERRIDE_NAMES[provider.profile][service])"
MANAGER = {"ec2": "CRE-002.c CRE-002.d", "elb": "CRE-002.c", "elbv2": "CRE-002.d"}
"""By client of the cloud controller manager: the cases in which it calls the service."""

MUTANTS = [
    *(
        edited(
            f"ccm-ignores-the-endpoint-of-{service}",
            cases,
            f"takes no override for its client {service}",
            "cloud_controller_manager.context:client",
            OVERRIDE,
            f'{OVERRIDE} if service != "{service}" else None',
        )
        for service, cases in MANAGER.items()
    ),
    edited(
        "ccm-reads-its-config-once",
        "CRE-110.e",
        "keeps the configuration that it began with once it has overrides",
        "cloud_controller_manager.service_controller:ready_provider",
        "if manager.provider is None or manager.content != content:",
        "if manager.provider is None or not manager.provider.config.overrides:",
    ),
    edited(
        "operator-ignores-route53",
        "CRE-109.a CRE-113.1",
        "takes every endpoint but that of Route 53",
        PLACE,
        LOOK_UP,
        LOOK_UP.replace("return", 'return None if service == "route53" else'),
    ),
    edited(
        "operator-ignores-load-balancing",
        "CRE-109.g",
        "looks up the zones of load balancers at the default endpoint",
        PLACE,
        LOOK_UP,
        LOOK_UP.replace("return", 'return None if service in ("elb", "elbv2") else'),
    ),
    edited(
        "operator-ignores-network-load-balancing",
        "CRE-109.g",
        "looks up the zones of network load balancers at the default endpoint",
        PLACE,
        LOOK_UP,
        LOOK_UP.replace("return", 'return None if service == "elbv2" else'),
    ),
    edited(
        "operator-ignores-tagging",
        "CRE-109.b CRE-115.c",
        "looks up hosted zones at the default endpoint",
        PLACE,
        LOOK_UP,
        LOOK_UP.replace("return", 'return None if service == "resourcegroupstaggingapi" else'),
    ),
    *(
        Mutant(
            f"{word}-read-endpoints-in-spec", (f"CRE-075.{case}",), "takes what is not in effect", _seeing(name, see)
        )
        for word, (name, case) in OPERATORS.items()
        for see in (_as_asked_for,)
    ),
    edited(
        "stitching-reads-endpoints-in-spec",
        "CRE-075.e",
        "stitches what is not in effect",
        "config_operator.stitching:with_overrides",
        "endpoints = infrastructure.endpoints_in_status(found)",
        "endpoints = infrastructure.endpoints_in_spec(found)",
    ),
    *(
        Mutant(
            f"{word}-read-endpoints-once",
            (f"CRE-110.{case}", *(("CRE-118.1",) if word == "machines" else ())),
            "misses a change",
            _seeing(name, _as_at_first()),
        )
        for word, (name, case) in OPERATORS.items()
    ),
    edited(
        "operators-have-endpoints-without-a-list",
        "CRE-111.a",
        "brings endpoints of its own where there is no list",
        "platform_components.aws:endpoints",
        LISTED,
        'settings(status).get("serviceEndpoints", [{"name": "iam", "url": "https://iam.us-gov.amazonaws.com"}])',
    ),
    edited(
        "operators-fill-an-empty-list",
        "CRE-111.b",
        "takes an empty list for a reason to bring endpoints of its own",
        "platform_components.aws:endpoints",
        LISTED,
        'settings(status).get("serviceEndpoints", ()) '
        'or ([{"name": "s3", "url": "https://s3.other"}] if "serviceEndpoints" in settings(status) else ())',
    ),
    Mutant(
        "operators-know-no-classic-client",
        ("CRE-115.a", "CRE-116.2"),
        "looks up the endpoint of the classic client by another name",
        _client_named_otherwise("elb"),
    ),
    Mutant(
        "operators-know-no-tagging-client",
        ("CRE-115.c", "CRE-109.b"),
        "looks up the endpoint of the tagging client by another name",
        _client_named_otherwise("resourcegroupstaggingapi"),
    ),
    edited(
        "machines-end-at-the-default",
        "CRE-116.3",
        "terminates instances at the default endpoint",
        "platform_components.machine_controller:take_away",
        'aws.client(component, status, "ec2")',
        'component.aws("ec2", region=aws.region(status), endpoint=None)',
    ),
    Mutant("machines-are-told-again", ("CRE-118.2",), "writes endpoints into Machines that run", _told_again),
    Mutant(
        "endpoints-of-known-services-only",
        ("CRE-157.1",),
        "puts no endpoint of a further service into effect",
        _mirrors_known_services,
    ),
    Mutant("operators-come-once", ("CRE-157.2",), "does not look at the Infrastructure again", _comes_once),
]

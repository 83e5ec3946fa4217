"""What there is to try, by enhancement: the gates of the cluster, its platform, and commands to paste.

In this order each can be tried beside those before it: the default subnets and endpoints of later ones concern all.
In commands, `{pub-a}` is the id of a subnet and `{eip-1}` that of an Elastic IP.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.specification.variants import INGRESS_DEFAULTS, LATER_SUBNETS, NLB_EIPS

REGION = "us-east-1"
SUBNETS = tuple(
    SubnetSpec(f"{short}-{zone}", f"{REGION}{zone}", visibility)
    for short, visibility in (("pub", "public"), ("priv", "private"))
    for zone in "ab"
)
ADDRESSES = ("eip-1", "eip-2", "eip-3", "eip-4")


@dataclass(frozen=True)
class Try:
    """One thing to try."""

    shows: str
    command: str
    refused: bool = False
    """Whether the last command is one that the API refuses."""


@dataclass(frozen=True)
class Scene:
    """One enhancement in the playground."""

    title: str
    """As its document has it."""
    tries: tuple[Try, ...]
    platform: str = "AWS"


def _ingress_controller(name: str, parameters: str) -> str:
    return f"""\
oc create -f - <<EOF
apiVersion: operator.openshift.io/v1
kind: IngressController
metadata:
  name: {name}
  namespace: openshift-ingress-operator
spec:
  domain: {name}.apps.mycluster.kit.example.com
  replicas: 2
  endpointPublishingStrategy:
    type: LoadBalancerService
    loadBalancer:
      scope: External
      dnsManagementPolicy: Managed
      providerParameters:
        type: AWS
        aws: {parameters}
EOF"""


def _patch(name: str, parameters: str) -> str:
    strategy = f'{{"endpointPublishingStrategy":{{"loadBalancer":{{"providerParameters":{{"aws":{parameters}}}}}}}}}'
    patch = f"--type=merge --patch='{{\"spec\":{strategy}}}'"
    return f"oc -n openshift-ingress-operator patch ingresscontrollers/{name} {patch}"


def _await(name: str, condition: str) -> str:
    return f"\noc -n openshift-ingress-operator wait ingresscontroller/{name} --for=condition={condition} --timeout=60s"


def _endpoint(url: str) -> str:
    spec = f'{{"platformSpec":{{"aws":{{"serviceEndpoints":[{{"name":"ec2","url":"{url}"}}]}}}}}}'
    return f"oc patch infrastructure cluster --type=merge --patch='{{\"spec\":{spec}}}'"


def _manager(state: str) -> str:
    status = f'{{"platformStatus":{{"external":{{"cloudControllerManager":{{"state":"{state}"}}}}}}}}'
    patch = f"--subresource=status --type=merge --patch='{{\"status\":{status}}}'"
    return f"oc patch infrastructure cluster {patch}"


AUTO_DELETE = (
    "oc -n openshift-ingress-operator annotate ingresscontrollers/test "
    "ingress.operator.openshift.io/auto-delete-load-balancer="
)
SCENES: Mapping[str, Scene] = {
    "nlb_eip_allocations": Scene(
        "set_eip_nlb_ingress",
        (
            Try(
                "an IngressController with Elastic IPs, one for each public subnet",
                _ingress_controller(
                    "test", '{type: NLB, networkLoadBalancer: {eipAllocations: ["{eip-1}", "{eip-2}"]}}'
                )
                + _await("test", "Available")
                + "\noc get svc router-test -n openshift-ingress -o yaml",
            ),
            Try(
                "other Elastic IPs, with an operator that may replace the load balancer by itself",
                AUTO_DELETE
                + "\n"
                + _patch("test", '{"networkLoadBalancer":{"eipAllocations":["{eip-3}","{eip-4}"]}}')
                + "\naws elbv2 describe-load-balancers --query 'LoadBalancers[].AvailabilityZones[]'",
            ),
            Try(
                "Elastic IPs that AWS does not know: the IngressController's status says so",
                _patch(
                    "test",
                    '{"networkLoadBalancer":{"eipAllocations":["eipalloc-0000000000000000a","eipalloc-0000000000000000b"]}}',
                )
                + _await("test", "LoadBalancerReady=False")
                + "\noc -n openshift-ingress-operator get ingresscontroller test -o yaml"
                + "\noc logs cloud-controller-manager -n openshift-cloud-controller-manager",
            ),
        ),
    ),
    "ingress_lb_subnets": Scene(
        "lb-subnet-selection-aws",
        (
            Try(
                "an IngressController whose load balancer lies in a subnet of the admin's choice",
                _ingress_controller("placed", '{type: NLB, networkLoadBalancer: {subnets: {ids: ["{pub-a}"]}}}'),
            ),
            Try(
                "another subnet: the operator says what it takes (see Progressing), and does it once it is told to",
                _patch("placed", '{"networkLoadBalancer":{"subnets":{"ids":["{pub-b}"]}}}')
                + _await("placed", "Progressing")
                + "\noc -n openshift-ingress-operator get ingresscontroller placed"
                + " -o jsonpath='{.status.conditions[?(@.type==\"Progressing\")].message}'"
                + "\noc -n openshift-ingress delete svc/router-placed",
            ),
            Try(
                "the API refuses a subnet that is listed twice",
                _patch("placed", '{"networkLoadBalancer":{"subnets":{"ids":["{pub-a}","{pub-a}"]}}}'),
                refused=True,
            ),
        ),
    ),
    "installer_subnet_roles": Scene(
        "aws-lb-subnet-selection",
        (
            Try(
                "the default subnets of IngressControllers, as an admin sets them after the installation",
                "oc patch ingresses.config.openshift.io cluster --type=merge --patch='"
                '{"spec":{"loadBalancer":{"platform":{"type":"AWS","aws":{"type":"NLB",'
                '"networkLoadBalancer":{"subnets":{"ids":["{pub-a}"]}}}}}}}\'',
            ),
            Try(
                "a new IngressController takes them",
                _ingress_controller("defaulting", "{type: NLB}")
                + _await("defaulting", "Available")
                + "\noc -n openshift-ingress-operator get ingresscontroller defaulting -o yaml",
            ),
            Try(
                "what an install-config may say about subnets",
                "ekit install explain platform.aws.subnetsConfig",
            ),
        ),
    ),
    "aws_custom_endpoints": Scene(
        "aws-custom-regions-and-endpoints",
        (
            Try(
                "a custom endpoint for EC2: the operator checks it and takes it into the status",
                _endpoint("https://ec2.example.com")
                + "\noc get infrastructure cluster -o jsonpath='{.status.platformStatus.aws}'",
            ),
            Try(
                "where the components find it",
                "oc -n openshift-config-managed get configmap kube-cloud-config -o yaml",
            ),
            Try("the API refuses an endpoint without TLS", _endpoint("http://ec2.example.com"), refused=True),
        ),
    ),
    "external_platform": Scene(
        "infrastructure-external-platform-type",
        (
            Try("the platform as the installer wrote it", "oc get infrastructure cluster -o yaml"),
            Try(
                "an installer that brings a cloud controller manager says so; the API refuses to take it back",
                "\n".join(map(_manager, ("External", "None"))),
                refused=True,
            ),
            Try("what the operators make of it", "oc get clusteroperators"),
        ),
        platform="External",
    ),
}
GATES = frozenset({NLB_EIPS, LATER_SUBNETS, INGRESS_DEFAULTS})
"""On every cluster of the playground: none of them excludes another."""


def filled(command: str, ids: Mapping[str, str]) -> str:
    """A command with ids in place of aliases."""
    for alias, identifier in ids.items():
        command = command.replace("{" + alias + "}", identifier)
    return command

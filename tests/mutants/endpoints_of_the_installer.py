"""Installers that use the custom endpoints of an install-config for most of what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .infrastructure_editing import written_with
from .source_editing import edited

INSTALLER = "enhancement_kit.reference.installer"
AT_ENDPOINT = "endpoint = service_endpoints.for_client(plain(endpoints), service)"
ACCEPTED = "validated = accepted(self._validated(folder))"


def _destroying(service: str) -> Callable[[Patcher], None]:
    """Let the installer destroy with one kind of client at the default endpoint."""

    def destroy(old: Callable[..., None]) -> Callable[..., None]:
        def at_default(aws: Any, metadata: Any) -> None:
            def clients(name: str, *, region: str) -> Any:
                made = aws.clients(name, region=region)
                if made.meta.service_model.endpoint_prefix != service:
                    return made
                return bare[0](name, region=region)

            old(type(aws)(clients, aws.region), metadata)

        return at_default

    bare: list[Callable[..., Any]] = []

    def knowing(old: Callable[..., Any]) -> Callable[..., Any]:
        def clients(make: Callable[..., Any], endpoints: Any) -> Any:
            bare[:] = [make]
            return old(make, endpoints)

        return clients

    def apply(patcher: Patcher) -> None:
        patcher.wrap(f"{INSTALLER}.endpoints:clients", knowing)
        patcher.wrap(f"{INSTALLER}.teardown:destroy", destroy)

    return apply


def _of_no_type(manifest: dict[str, Any]) -> None:
    manifest["spec"]["platformSpec"]["type"] = ""


def _of_another_region(manifest: dict[str, Any]) -> None:
    manifest["status"]["platformStatus"]["aws"]["region"] = "us-east-2"


CLIENTS = {
    "ec2": ("ec2", ""),
    "elasticloadbalancing": ("elb", "elbv2"),
    "route53": ("route53", ""),
    "iam": ("iam", ""),
    "tagging": ("resourcegroupstaggingapi", ""),
}
"""boto3's names of the clients of a service."""
SERVICES = ("ec2", "elasticloadbalancing", "iam", "route53", "s3", "tagging")
LEFT = {
    "load-balancers": "delete_load_balancers(aws, tagged)",
    "instances": "terminate_instances(aws, infra_id)",
    "security-groups": "delete_security_groups(aws, infra_id)",
    "image": "images.deregister(aws, infra_id)",
    "tags": "unshare(aws, infra_id)",
    "zone": "delete_records(aws, metadata)",
}

MUTANTS = [
    edited(
        "installer-finds-no-subnets",
        "CRE-010.1",
        "takes subnets that are not there",
        "installer.existing_network:_listed",
        'raise Unusable([Finding(field, INVALID, f"failed to find {one}") for one in missing])',
        "ids = [one for one in ids if one in by_id]",
    ),
    edited(
        "installer-validates-at-the-default",
        "CRE-010.2",
        "validates with clients that know no endpoint",
        "installer.validation:validate",
        "ec2 = endpoints.clients(aws, config.aws.service_endpoints)",
        "ec2 = endpoints.clients(aws, ())",
    ),
    edited(
        "installer-knows-the-endpoint-of-ec2-only",
        "CRE-132.b CRE-132.2",
        "calls the default endpoint of EC2 alone, and the custom ones of others nowhere",
        "installer.endpoints:clients",
        AT_ENDPOINT,
        'endpoint = service_endpoints.for_client([e for e in plain(endpoints) if e["name"] == "ec2"], service)',
    ),
    edited(
        "installer-creates-before-it-validates",
        "CRE-043.a CRE-043.b",
        "makes the private zone first",
        "installer.component:Installer.create_cluster",
        ACCEPTED,
        "validated = self._validated(folder)\n"
        '    infrastructure.make_private_zone(self._cloud(_config(validated)), "x.example.com", "x", "")\n'
        "    validated = accepted(validated)",
    ),
    edited(
        "installer-creates-with-an-invalid-list",
        "CRE-043.a",
        "refuses an invalid list after it has made something",
        "installer.component:Installer.create_cluster",
        ACCEPTED,
        "validated = self._validated(folder)\n"
        '    if any(f.path.endswith(".name") for f in validated.findings):\n'
        '        self._cloud(_config(validated))("ec2", "create_security_group", GroupName="x", Description="x")\n'
        "    validated = accepted(validated)",
    ),
    edited(
        "installer-creates-before-it-reaches",
        "CRE-043.b",
        "tries the endpoints after it has made something",
        "installer.component:Installer.create_cluster",
        ACCEPTED,
        "validated = self._validated(folder)\n"
        '    if any("failed to connect" in f.message for f in validated.findings):\n'
        '        self._cloud(_config(validated))("ec2", "create_security_group", GroupName="x", Description="x")\n'
        "    validated = accepted(validated)",
    ),
    edited(
        "installer-tries-endpoints-of-known-regions",
        "CRE-037.b",
        "leaves the endpoints of a region that it does not know untried",
        "installer.validation:validate",
        "or reachability.findings(config, reach)",
        'or (() if config.aws.region.startswith("custom") else reachability.findings(config, reach))',
    ),
    *(
        Mutant(
            f"installer-destroys-at-the-default-of-{service}",
            ("CRE-053", *(("CRE-052.2",) if service != "s3" else ())),
            f"destroys what {service} has at the default endpoint",
            _destroying(service),
        )
        for service in SERVICES
    ),
    *(
        edited(
            f"installer-leaves-the-{what}", "CRE-052.1", f"leaves the {what}", "installer.teardown:destroy", call, ""
        )
        for what, call in LEFT.items()
    ),
    *(
        edited(
            f"installer-ignores-the-endpoint-of-{prefix}",
            f"CRE-031.{case}",
            f"calls {prefix} where it always is",
            "installer.endpoints:clients",
            AT_ENDPOINT,
            f"endpoint = None if service in {clients} else{AT_ENDPOINT.partition('=')[2]}",
        )
        for case, (prefix, clients) in zip("abcde", CLIENTS.items(), strict=True)
    ),
    Mutant("manifests-have-no-type", ("CRE-057.1",), "leaves the type in spec empty", written_with(_of_no_type)),
    Mutant(
        "manifests-have-another-region",
        ("CRE-057.3",),
        "writes its default region",
        written_with(_of_another_region),
    ),
    edited(
        "control-plane-is-told-of-endpoints",
        "CRE-117.a",
        "writes endpoints into the Machines of the control plane",
        "installer.machine_manifests:_aws_machine",
        '"publicIP": public,',
        '"publicIP": public, "endpoints": [e.url for e in plan.config.aws.service_endpoints],',
    ),
    edited(
        "installer-lists-defaults",
        "CRE-029.a CRE-029.b",
        "brings an endpoint of its own where none is listed",
        "installer.endpoints:clients",
        AT_ENDPOINT,
        f'{AT_ENDPOINT} or ("https://route53.amazonaws.com" if service == "route53" and not endpoints else None)',
    ),
]

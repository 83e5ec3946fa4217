"""Installers and discoveries that fail in one situation and work in the others."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant

from .crd_editing import change
from .ingress_config_crd import AWS, TYPES, _refuses, _with
from .source_editing import edited

INGRESS = "installer.ingress_manifests"
MACHINES = "installer.machine_manifests"
ZONES = "installer.network_rules"
NETWORK = "installer.infrastructure"
STATIC = "installer.static_rules"
CONFIG = "installer.install_config"
CRD = "ingresses.config.openshift.io"
EVERY_ROLE = "    for role in _balanced(config):\n"
LISTED = "[entry.id for entry in config.aws.entries]"
PINNED = f'{{"classicLoadBalancer": {{"subnets": {{"ids": {LISTED}}}}}}}'
UNTAG = """    for one in aws("ec2", "describe_subnets", SubnetIds=list(ids))["Subnets"]:
        foreign = [t for t in one.get("Tags", []) if t["Key"].startswith("kubernetes.io/cluster/")]
        if foreign:
            aws("ec2", "delete_tags", Resources=[one["SubnetId"]], Tags=foreign)
"""
TAG = '    aws("ec2", "create_tags"'


def _refusing(name: str, violates: str, story: str, when: str) -> Mutant:
    """Refuse a list under a condition, in the words of Python."""
    more = f'    if {when}:\n        yield Finding(LIST, FORBIDDEN, "is not supported")\n'
    return edited(name, violates, story, f"{ZONES}:zones_served", EVERY_ROLE, more + EVERY_ROLE)


def _choosing(name: str, violates: str, story: str, when: str) -> Mutant:
    """Name subnets for load balancers of the control plane without roles, under a condition."""
    chosen = '{"subnets": [s.id for s in plan.network.listed if s.public == (role == fields.EXTERNAL_LB)]}'
    return edited(
        name,
        violates,
        story,
        f"{MACHINES}:lb_subnets",
        "if plan.config.aws.manual else {}",
        f"if plan.config.aws.manual else {chosen} if {when} else {{}}",
    )


MUTANTS = [
    _refusing(
        "installer-misses-an-absent-role",
        "ISS-170.a",
        "misses ControlPlaneExternalLB in a private cluster whose zones are equal",
        "config.aws.manual and not config.external"
        " and all(_zones(config, network, r) == nodes for r in _balanced(config))",
    ),
    _refusing(
        "installer-refuses-nlb-roles",
        "ISS-260",
        "refuses roles together with an lbType of NLB",
        'config.aws.lb_type == "NLB"',
    ),
    _refusing(
        "installer-wants-nodes-to-share",
        "ISS-264.a",
        "refuses a subnet for nodes alone",
        "any(set(entry.roles) == {fields.CLUSTER_NODE} for entry in config.aws.subnets_config)",
    ),
    _refusing(
        "installer-wants-nodes-alone",
        "ISS-264.b",
        "refuses nodes beside the internal control plane load balancer",
        "any({fields.CLUSTER_NODE, fields.INTERNAL_LB} <= set(entry.roles) for entry in config.aws.subnets_config)",
    ),
    _refusing(
        "installer-wants-ingress-without-nodes",
        "ISS-284",
        "refuses nodes beside the load balancers of IngressControllers",
        "any({fields.CLUSTER_NODE, fields.INGRESS_LB} <= set(entry.roles) for entry in config.aws.subnets_config)",
    ),
    edited(
        "installer-pins-discovered-subnets-of-external-clusters",
        "ISS-179.a ISS-257",
        "writes the listed subnets into the Ingress config of an external cluster without roles",
        f"{INGRESS}:default_subnets",
        "if ids else {}",
        f"if ids else {PINNED} if config.external else {{}}",
    ),
    edited(
        "installer-pins-discovered-subnets-of-internal-clusters",
        "ISS-179.b",
        "writes the listed subnets into the Ingress config of an internal cluster without roles",
        f"{INGRESS}:default_subnets",
        "if ids else {}",
        f"if ids else {{}} if config.external else {PINNED}",
    ),
    edited(
        "installer-names-no-internal-subnets-of-private-clusters",
        "ISS-183.1",
        "leaves the subnets of the internal load balancer of a private cluster to the provider",
        f"{MACHINES}:internal_lb",
        "**lb_subnets(plan, fields.INTERNAL_LB)",
        "**(lb_subnets(plan, fields.INTERNAL_LB) if plan.config.external else {})",
    ),
    _choosing(
        "installer-chooses-from-the-new-list",
        "ISS-184.a",
        "names subnets for control plane load balancers without roles",
        "plan.config.aws.subnets_config",
    ),
    _choosing(
        "installer-chooses-from-the-old-list",
        "ISS-184.b",
        "names subnets of the deprecated list for control plane load balancers",
        "plan.config.aws.subnets",
    ),
    edited(
        "installer-tags-local-zones",
        "ISS-193.a",
        "tags listed subnets of Local Zones",
        "installer.component:shared_subnets",
        "network_rules.regular(network)",
        'network.listed if subnet.zone_type != "wavelength-zone"',
    ),
    edited(
        "installer-tags-wavelength-zones",
        "ISS-193.b",
        "tags listed subnets of Wavelength Zones",
        "installer.component:shared_subnets",
        "network_rules.regular(network)",
        'network.listed if subnet.zone_type != "local-zone"',
    ),
    edited(
        "installer-places-machines-in-local-zones",
        "ISS-363.a",
        "places machines in listed subnets of Local Zones",
        "installer.plan:node_subnets",
        "if not subnet.edge",
        'if subnet.zone_type != "wavelength-zone"',
    ),
    edited(
        "installer-places-machines-in-wavelength-zones",
        "ISS-363.b",
        "places machines in listed subnets of Wavelength Zones",
        "installer.plan:node_subnets",
        "if not subnet.edge",
        'if subnet.zone_type != "local-zone"',
    ),
    edited(
        "installer-boots-in-edge-zones",
        "ISS-363",
        "places the bootstrap machine in a listed subnet of an edge zone",
        "installer.plan:bootstrap_subnet",
        "if not subnet.edge and",
        "if",
    ),
    edited(
        "installer-balances-in-edge-zones",
        "ISS-363",
        "chooses subnets of edge zones for control plane load balancers",
        f"{NETWORK}:outside_edge_zones",
        'if s["availabilityZone"] not in edge',
        "if edge or True",
    ),
    edited(
        "installer-takes-tags-of-other-clusters-off",
        "ISS-195.1",
        "takes the tags of other clusters off the subnets that it tags",
        f"{NETWORK}:share_subnets",
        TAG,
        UNTAG + TAG,
    ),
    edited(
        "installer-renames-subnets",
        "ISS-195.2",
        "names the subnets that it tags after the cluster",
        f"{NETWORK}:share_subnets",
        "tag_list(shared_tag(infra_id))",
        'tag_list({**shared_tag(infra_id), "Name": infra_id})',
    ),
    edited(
        "installer-leaves-subnets-of-other-clusters-untagged",
        "ISS-195.3 ISS-196",
        "does not tag a listed subnet that has the tag of another cluster",
        "installer.component:shared_subnets",
        "network_rules.regular(network)",
        "network_rules.regular(network) if not subnet.tagged",
    ),
    edited(
        "ccm-overlooks-the-unmanaged-tag",
        "ISS-292.a",
        "takes the tag of unmanaged subnets for none",
        "cloud_controller_manager.subnets:is_candidate",
        "for key in tags)",
        'for key in tags if not key.endswith("/unmanaged"))',
    ),
    edited(
        "ccm-overlooks-tags-of-other-clusters",
        "ISS-292.b",
        "leaves out unmanaged subnets only",
        "cloud_controller_manager.subnets:is_candidate",
        "for key in tags)",
        'for key in tags if key.endswith("/unmanaged"))',
    ),
    edited(
        "ccm-hides-the-cause",
        "ISS-320",
        "says which step of a sync failed and not why",
        "cloud_controller_manager.service_controller:step",
        'f"{words}: {aws.text(error, manager.profile)}"',
        "words",
    ),
    edited(
        "installer-sets-replicas-of-the-admins-ingresscontroller",
        "ISS-325 ISS-326",
        "creates IngressControllers of the admin with one replica",
        "installer.bootstrap:Bootstrap._create",
        "self._store.create(resource, manifest)",
        "self._store.create(resource, {**manifest, 'spec': {**manifest['spec'], 'replicas': 1}}"
        " if manifest['kind'] == 'IngressController' else manifest)",
    ),
    edited(
        "installer-misplaces-a-missing-region",
        "ISS-364.a",
        "complains about the platform where the region is missing",
        f"{STATIC}:region_given",
        '"platform.aws.region"',
        '"platform.aws"',
    ),
    edited(
        "installer-publishes-in-small-letters",
        "ISS-364.b",
        "takes external for External",
        f"{STATIC}:publishing_known",
        "config.publish not in",
        "config.publish.capitalize() not in",
    ),
    edited(
        "installer-takes-any-lb-type",
        "ISS-364.c",
        "takes any word for a load balancer type",
        f"{STATIC}:lb_type_known",
        "config.aws.lb_type not in LB_TYPES",
        "not config.aws.lb_type.isalpha()",
    ),
    edited(
        "installer-takes-an-unknown-platform",
        "ISS-364.d",
        "accepts a platform that it does not know",
        f"{STATIC}:platform_known",
        "not in fields.PLATFORMS",
        'not in (*fields.PLATFORMS, "azure")',
    ),
    edited(
        "installer-misplaces-a-missing-domain",
        "ISS-364.e",
        "complains about the metadata where the base domain is missing",
        f"{CONFIG}:missing_findings",
        '"baseDomain": (',
        '"metadata.baseDomain": (',
    ),
    edited(
        "installer-misplaces-a-missing-name",
        "ISS-364.f",
        "complains about all metadata where the name is missing",
        f"{CONFIG}:missing_findings",
        '"metadata.name": (',
        '"metadata": (',
    ),
    Mutant(
        "ingress-config-crd-with-a-demanded-type",
        ("ISS-200.a",),
        "demands parameters for one of the load balancer types",
        change(CRD, (AWS,), _refuses("has(self.classicLoadBalancer) || has(self.networkLoadBalancer)")),
    ),
    Mutant(
        "ingress-config-crd-with-demanded-classic-subnets",
        ("ISS-200.b",),
        "demands subnets where there are parameters for Classic load balancers",
        change(CRD, (f"{AWS}.{TYPES[0]}",), _with(required=["subnets"])),
    ),
    Mutant(
        "ingress-config-crd-with-demanded-nlb-subnets",
        ("ISS-200.c",),
        "demands subnets where there are parameters for NLBs",
        change(CRD, (f"{AWS}.{TYPES[1]}",), _with(required=["subnets"])),
    ),
    Mutant(
        "ingress-config-crd-for-good",
        ("ISS-269",),
        "refuses other default subnets than the first ones",
        change(CRD, (AWS,), _refuses("!has(oldSelf.classicLoadBalancer) || self == oldSelf")),
    ),
    Mutant(
        "ingresscontroller-crd-with-a-type-for-good",
        ("ISS-279",),
        "refuses another load balancer type than the first one",
        change(
            "ingresscontrollers.operator.openshift.io",
            ("spec.endpointPublishingStrategy.loadBalancer.providerParameters.aws",),
            _refuses("self.type == oldSelf.type"),
        ),
    ),
]

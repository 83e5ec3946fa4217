"""Installers that break conventions of the installer that no enhancement repeats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .rule_editing import INSTALLER
from .source_editing import edited

NETWORK_RULES = "installer.network_rules"
CLUSTER = "installer.cluster_manifests"
FEWER = "config.control_plane_replicas < FEWEST_MEMBERS"
MACHINES = "installer.machine_manifests"
PLACEMENT = "installer.ingress_manifests:placement"
SINGLE = "config.control_plane_replicas == 1 and config.platform in NO_OP_PLATFORMS"


def _any_type(patcher: Patcher) -> None:
    def lenient(old: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        return lambda source, *more: [f for f in old(source, *more) if not f.message.startswith("must be")]

    patcher.wrap(f"{INSTALLER}.install_config:decoding_findings", lenient)


MUTANTS = [
    edited(
        "installer-keeps-routers-on-workers",
        "ISS-371.a",
        "places routers on workers where there is one machine for everything",
        PLACEMENT,
        SINGLE,
        "False",
    ),
    edited(
        "installer-places-routers-by-platform",
        "ISS-371.b",
        "places routers on the control plane of every cluster on platform None",
        PLACEMENT,
        SINGLE,
        "config.platform in NO_OP_PLATFORMS",
    ),
    edited(
        "installer-places-routers-by-size",
        "ISS-371.c",
        "places routers on the control plane of every cluster with one control plane machine",
        PLACEMENT,
        SINGLE,
        "config.control_plane_replicas == 1",
    ),
    edited(
        "installer-needs-no-private-subnets",
        "ISS-374.a ISS-374.b ISS-374.c",
        "installs without a subnet for machines",
        f"{NETWORK_RULES}:private_subnets_given",
        "if not config.aws.manual and",
        "if config.aws.manual and",
    ),
    edited(
        "installer-looks-for-private-subnets-in-the-new-list",
        "ISS-374.b",
        "does not look for private subnets in the deprecated list",
        f"{NETWORK_RULES}:private_subnets_given",
        "if not config.aws.manual and",
        "if config.aws.subnets_config and not config.aws.manual and",
    ),
    edited(
        "installer-looks-for-private-subnets-in-the-old-list",
        "ISS-374.a ISS-374.c",
        "does not look for private subnets in the new list",
        f"{NETWORK_RULES}:private_subnets_given",
        "if not config.aws.manual and",
        "if config.aws.subnets and",
    ),
    edited(
        "installer-takes-edge-zones-for-zones-of-machines",
        "ISS-374.c",
        "takes a private subnet of a Local Zone for one of machines",
        f"{NETWORK_RULES}:private_subnets_given",
        "regular(network)",
        "network.listed",
    ),
    edited(
        "installer-needs-no-public-subnets",
        "ISS-375 ISS-375.a",
        "does not look for public subnets in the zones of machines",
        f"{NETWORK_RULES}:public_beside_private",
        "lonely = sorted(zones[False] - zones[True])",
        "lonely = []",
    ),
    edited(
        "installer-counts-zones-of-public-subnets",
        "ISS-375.b",
        "is content with as many public subnets as private ones",
        f"{NETWORK_RULES}:public_beside_private",
        "lonely = sorted(zones[False] - zones[True])",
        "lonely = sorted(zones[False] - zones[True]) if sum(s.public for s in network.listed) < 2 else []",
    ),
    edited(
        "installer-wants-public-subnets-in-private-clusters",
        "ISS-375",
        "wants public subnets in a cluster that publishes Internal, too",
        f"{NETWORK_RULES}:public_beside_private",
        "config.external and lonely",
        "lonely",
    ),
    edited(
        "installer-takes-the-zone-around-the-base-domain",
        "ISS-376",
        "takes any public zone for that of the base domain",
        "installer.component:Installer._public_zone",
        'name = f"{config.base_domain}."',
        'name = config.base_domain.partition(".")[2] + "."',
    ),
    edited(
        "installer-hides-the-answer-of-aws",
        "ISS-377",
        "does not say what AWS answered",
        "installer.existing_network:_known",
        "        raise\n",
        "        raise InstallError('AWS does not answer')\n",
    ),
    edited(
        "installer-wants-four-control-plane-machines",
        "ISS-378",
        "does not believe that three control plane machines survive the loss of one",
        f"{CLUSTER}:topologies",
        FEWER,
        "config.control_plane_replicas <= FEWEST_MEMBERS",
    ),
    edited(
        "installer-is-content-with-two-control-plane-machines",
        "ISS-378",
        "believes that two control plane machines survive the loss of one",
        f"{CLUSTER}:topologies",
        FEWER,
        "config.control_plane_replicas < 2",
    ),
    edited(
        "installer-takes-any-control-plane-for-a-large-one",
        "ISS-378",
        "believes that every control plane survives the loss of a machine",
        f"{CLUSTER}:topologies",
        FEWER,
        "False",
    ),
    edited(
        "installer-asks-the-control-plane-about-workers",
        "ISS-378",
        "takes the topology of the control plane for that of the workers",
        f"{CLUSTER}:topologies",
        "{0: control_plane, 1: ONE_MACHINE}.get(config.compute_replicas, SEVERAL_MACHINES)",
        "control_plane",
    ),
    edited(
        "installer-takes-no-worker-for-one",
        "ISS-378",
        "takes a cluster without compute machines for one with a single compute machine",
        f"{CLUSTER}:topologies",
        "0: control_plane",
        "0: ONE_MACHINE",
    ),
    edited(
        "installer-spells-platforms-as-in-the-file",
        "ISS-379.1",
        "writes the platform into the status as the install-config spells it",
        f"{CLUSTER}:infrastructure",
        '"platform": kind,',
        '"platform": config.platform,',
    ),
    edited(
        "installer-names-no-cloud-config",
        "ISS-379.2 ISS-379.a",
        "does not say where the cloud configuration is",
        f"{CLUSTER}:infrastructure",
        '{"cloudConfig": dict(CLOUD_CONFIG), **spec}',
        "{**spec}",
    ),
    edited(
        "installer-names-a-cloud-config-on-any-platform",
        "ISS-379.2 ISS-379.b",
        "names a cloud configuration on platforms without one",
        f"{CLUSTER}:infrastructure",
        'if config.platform == "aws":',
        "if config.platform:",
    ),
    edited(
        "installer-puts-the-api-below-the-base-domain",
        "ISS-379.3",
        "writes the URL of the API without the name of the cluster",
        f"{CLUSTER}:infrastructure",
        "https://api.{config.domain}:6443",
        "https://api.{config.base_domain}:6443",
    ),
    edited(
        "installer-gives-nodes-small-networks",
        "ISS-380",
        "gives each node a /24 for its pods",
        f"{CLUSTER}:network",
        '"hostPrefix": 23',
        '"hostPrefix": 24',
    ),
    edited(
        "installer-hides-the-bootstrap-machine",
        "ISS-381.a",
        "places the bootstrap machine in a private subnet whatever the cluster publishes",
        "installer.plan:bootstrap_subnet",
        "subnet.public == config.external",
        "not subnet.public",
    ),
    edited(
        "installer-exposes-the-bootstrap-machine",
        "ISS-381.b",
        "places the bootstrap machine in a public subnet whatever the cluster publishes",
        "installer.plan:bootstrap_subnet",
        "subnet.public == config.external",
        "subnet.public",
    ),
    edited(
        "installer-boots-at-the-edge",
        "ISS-381",
        "places the bootstrap machine in a Local Zone",
        "installer.plan:bootstrap_subnet",
        "if not subnet.edge and ",
        "if ",
    ),
    edited(
        "installer-refers-to-one-subnet-for-all-zones",
        "ISS-382",
        "names the private subnet of the first zone for the machines of all zones",
        f"{MACHINES}:subnet_reference",
        "subnet-private-{zone}",
        "subnet-private-{plan.zones[0]}",
    ),
    edited(
        "installer-names-a-private-bootstrap-subnet",
        "ISS-382",
        "names a private subnet for the bootstrap machine of a published cluster",
        f"{MACHINES}:bootstrap_machine",
        '"public" if external else "private"',
        '"private"',
    ),
    edited(
        "installer-names-a-public-bootstrap-subnet",
        "ISS-382",
        "names a public subnet for the bootstrap machine of a private cluster",
        f"{MACHINES}:bootstrap_machine",
        '"public" if external else "private"',
        '"public"',
    ),
    edited(
        "installer-asks-for-no-field",
        "ISS-383.a",
        "does not miss a field",
        "installer.install_config:missing_findings",
        "if not given",
        "if given is False",
    ),
    Mutant(
        "installer-takes-values-of-any-type",
        ("ISS-383.b",),
        "takes a value for what it is",
        _any_type,
    ),
    edited(
        "installer-runs-one-machine-by-default",
        "ISS-384",
        "runs one machine of each kind where the install-config gives no number",
        "installer.install_config:_replicas",
        "3 if given is None",
        "1 if given is None",
    ),
    edited(
        "installer-fills-the-last-zone-of-the-control-plane",
        "ISS-384.1",
        "places two control plane machines in the last zone",
        f"{MACHINES}:control_plane_machines",
        "zones[n % len(zones)]",
        "zones[-1 - n % len(zones)]",
    ),
    edited(
        "installer-fills-the-last-zone-of-workers",
        "ISS-384.2",
        "gives the last zones the rest of the compute machines",
        f"{MACHINES}:machine_sets",
        "(index < rest)",
        "(index >= len(plan.zones) - rest)",
    ),
    edited(
        "installer-calls-the-image-after-the-cluster-alone",
        "ISS-384.3",
        "leaves the region out of the name of the image",
        "installer.images:encrypted_copy",
        "-ami-{aws.region}",
        "-ami",
    ),
    edited(
        "installer-looks-for-resources-of-any-cluster",
        "ISS-385",
        "looks into AWS to destroy a cluster without a cloud",
        "installer.component:Installer.destroy_cluster",
        "if metadata.region:",
        "if metadata.infra_id:",
    ),
    Mutant(
        "installer-knows-one-answer-of-aws",
        ("ISS-104",),
        "takes an id that AWS finds malformed for a failure of AWS",
        lambda patcher: patcher.replace(f"{INSTALLER}.existing_network:MISSING", ("InvalidSubnetID.NotFound",)),
    ),
    edited(
        "installer-repeats-what-is-missing",
        "ISS-101",
        "takes entries without an id for entries with the same id",
        "installer.static_rules:ids_unique",
        "for entry in config.aws.subnets_config if entry.id",
        "for entry in config.aws.subnets_config",
    ),
]

"""The installer: validate, create manifests, create cluster, destroy cluster, each on one directory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ..runtime import Store
from ..runtime.aws_networks import PLAIN_ZONE
from . import (
    bootstrap,
    dialects,
    directory,
    endpoints,
    images,
    infrastructure,
    machine_types,
    manifests,
    network_rules,
    plan,
    reachability,
    teardown,
    terraform,
    validation,
)
from .directory import Metadata
from .errors import InstallError, Refused
from .existing_network import Network
from .findings import INVALID, Finding
from .infrastructure import Aws
from .install_config import InstallConfig
from .plan import Identity, Plan
from .validation import Validated

NAME = "installer"
PROFILES = tuple(dialects.DIALECTS)
"""The readings by which it validates."""
WRITING = ("document",)
"""The readings by which it writes manifests."""

Manifest = dict[str, Any]


@dataclass(frozen=True)
class Installer:
    """The installer's dependencies, shared by its commands."""

    aws: Callable[..., Any]
    """Makes boto3 clients: (service, *, region, endpoint)."""
    api_client: Callable[[], Any]
    """Makes the `kubernetes.client.ApiClient` of the new cluster; called once the cluster is created."""
    clock: Any
    profile: str = "document"
    gates: frozenset[str] = frozenset()
    """Feature gates that are on by default in the release."""
    reach: reachability.Reach = reachability.everywhere
    """Why the host of the installer cannot reach a URL; an empty text where it can."""

    def validate(self, folder: Path) -> Sequence[Finding]:
        """Return what is wrong with the install-config. Raises UnusableDirectory where it cannot be read."""
        return self._validated(folder).findings

    def _validated(self, folder: Path) -> Validated:
        return validation.validate(folder, self.aws, self.profile, self.gates, self.reach)

    def create_manifests(self, folder: Path) -> Mapping[str, Manifest]:
        """Write the manifests and return them by file name. Raises Refused, UnusableDirectory, InstallError."""
        validated = accepted(self._validated(folder))
        self._write_manifests(folder, validated)
        return directory.read_manifests(folder)

    def _write_manifests(self, folder: Path, validated: Validated) -> Identity:
        """Write the manifests and return the names in them."""
        config = _config(validated)
        if self.profile not in WRITING:
            raise InstallError(
                f"manifests of profile {self.profile} cannot be written; only validation knows that profile"
            )
        names = plan.identity(config, self.clock.now())
        try:
            found = manifests.generate(self._plan(validated, names))
        except Refused as error:
            raise Refused(validated.placed(error.findings)) from None
        directory.write_manifests(folder, found, names)
        return names

    def create_cluster(self, folder: Path) -> None:
        """Create the infrastructure and pass the manifests to the API.

        Manifests that create_manifests left in the folder are used as they are. Raises what create_manifests raises.
        """
        validated = accepted(self._validated(folder))
        names = directory.read_identity(folder) or self._write_manifests(folder, validated)
        found = directory.read_manifests(folder)
        config = _config(validated)
        if validated.network is not None:
            directory.check_infrastructure(folder, found)
        directory.write_metadata(folder, metadata_of(config, names))
        if config.platform == "aws":
            directory.write_terraform(folder, terraform.files(config))
            found = self._provision(validated, names, found)
        applied = (manifests.CLUSTER, manifests.OPENSHIFT)
        bootstrap.Bootstrap(Store(self.api_client(), NAME)).apply(
            {name: manifest for name, manifest in found.items() if name.startswith(applied)}
        )

    def _provision(self, validated: Validated, names: Identity, found: Mapping[str, Manifest]) -> dict[str, Manifest]:
        """Create the infrastructure and return the manifests with the image that was made for them."""
        config = _config(validated)
        aws = self._cloud(config)
        if validated.network is None:
            raise InstallError(
                "making a new VPC is not possible here; list existing subnets in platform.aws.subnetsConfig"
            )
        cluster = infrastructure.of_kind(found.values(), "AWSCluster")[0]
        infrastructure.share_subnets(aws, shared_subnets(validated.network), names.infra_id)
        vpc = cluster["spec"]["network"]["vpc"]["id"]
        infrastructure.make_private_zone(aws, config.domain, names.infra_id, vpc)
        infrastructure.make_load_balancers(aws, cluster)
        group = infrastructure.make_node_group(aws, cluster)
        home = Aws(endpoints.clients(self.aws, ()), images.HOME)
        image = images.encrypted_copy(aws, images.source(config, aws, home), names.infra_id)
        found = images.booting_from(found, image)
        machines = infrastructure.of_kind(found.values(), "AWSMachine")
        sets = infrastructure.of_kind(found.values(), "MachineSet")
        for instance in infrastructure.control_plane_instances(filter(_stays, machines)):
            infrastructure.run(aws, instance, group)
        for instance in infrastructure.compute_instances(sets):
            infrastructure.run(aws, instance, group)
        return found

    def destroy_cluster(self, folder: Path) -> None:
        """Delete what the cluster owns and the tags it set. Raises UnusableDirectory, InstallError."""
        metadata = directory.read_metadata(folder)
        if metadata.region:
            clients = endpoints.clients(self.aws, metadata.endpoints)
            teardown.destroy(Aws(clients, metadata.region), metadata)

    def _plan(self, validated: Validated, names: Identity) -> Plan:
        config = _config(validated)
        if config.platform != "aws":
            return Plan(config, names, None, ())
        types = machine_types.chosen(config, self._cloud(config))
        if undecided := tuple(machine_types.undecided(config, types)):
            raise Refused(undecided)
        if validated.network is not None:
            zones = [subnet.zone for subnet in plan.node_subnets(config, validated.network)]
        else:
            zones = self._regular_zones(config)
        return Plan(config, names, validated.network, tuple(zones), types, self._public_zone(config))

    def _cloud(self, config: InstallConfig) -> Aws:
        """Build the AWS clients for the region of the cluster, at its custom endpoints."""
        return Aws(endpoints.clients(self.aws, config.aws.service_endpoints), config.aws.region)

    def _regular_zones(self, config: InstallConfig) -> list[str]:
        found = self._cloud(config)("ec2", "describe_availability_zones")["AvailabilityZones"]
        return [z["ZoneName"] for z in found if z.get("ZoneType", PLAIN_ZONE) == PLAIN_ZONE]

    def _public_zone(self, config: InstallConfig) -> str:
        """Return the public zone of the base domain. Raises Refused where a published cluster has none."""
        if not config.external:
            return ""
        name = f"{config.base_domain}."
        aws = self._cloud(config)
        found = aws("route53", "list_hosted_zones_by_name", DNSName=name)["HostedZones"]
        zone = next((z for z in found if z["Name"] == name and not z["Config"].get("PrivateZone")), None)
        if zone is None:
            text = f"cannot find the public Route 53 zone {config.base_domain}; make it first"
            raise Refused([Finding("baseDomain", INVALID, text, config.base_domain)])
        return str(zone["Id"]).rpartition("/")[2]


def accepted(validated: Validated) -> Validated:
    """Return a validation without findings. Raises Refused if there are any."""
    if validated.findings:
        raise Refused(validated.findings)
    return validated


def shared_subnets(network: Network) -> list[str]:
    """Return the subnets to tag: all that are listed, whatever their role, except in edge zones (ISS-A55)."""
    return [subnet.id for subnet in network_rules.regular(network)]


def metadata_of(config: InstallConfig, names: Identity) -> Metadata:
    """Build the metadata that destroying the cluster will need, its custom endpoints included."""
    aws = config.aws
    return Metadata(names.infra_id, names.cluster_id, aws.region, config.domain, aws.service_endpoints)


def _config(validated: Validated) -> InstallConfig:
    """Return the install-config of a validation without findings; it is decoded."""
    return cast(InstallConfig, validated.config)


def _stays(machine: Mapping[str, Any]) -> bool:
    """Tell whether a machine outlives the installation: the bootstrap machine does not, and is not run here."""
    return "install.openshift.io/bootstrap" not in (machine["metadata"].get("labels") or {})

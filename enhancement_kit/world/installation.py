"""The installation of a scenario's cluster: the installer's commands, and what the kit does around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from enhancement_kit.targets.interface import Environment, Finding, Installer
from enhancement_kit.world import default_objects
from enhancement_kit.world.cluster import ScenarioCluster
from enhancement_kit.world.installer_directory import InstallerDirectory
from enhancement_kit.world.network import Network
from enhancement_kit.world.vocabulary import released_installer, subnet_users
from enhancement_kit.world.vocabulary.install_configs import InstallConfig


@dataclass
class _Begun:
    """An installation that has a directory."""

    directory: InstallerDirectory
    environment: Environment
    base_domain: str
    prepared: bool = False
    """Whether the admin has made what an installation needs; validating an install-config does without it."""


class Installation:
    """The installer at work. It begins with the first use, in a temporary directory, unless `begin` names another."""

    def __init__(self, installer: Installer, cluster: ScenarioCluster, network: Network, profile: str) -> None:
        self._installer, self._cluster, self._network, self._profile = installer, cluster, network, profile
        self._begun: _Begun | None = None

    def begin(self, folder: Path | None = None, base_domain: str = default_objects.BASE_DOMAIN) -> None:
        """Begin with the install-config in `folder`, or with a temporary directory."""
        self._cluster.release = self._cluster.built()
        self._begun = _Begun(InstallerDirectory(folder), self._cluster.environment, base_domain)

    @property
    def has_begun(self) -> bool:
        """Whether there is a directory."""
        return self._begun is not None

    @property
    def directory(self) -> InstallerDirectory:
        """The directory that the installer works on."""
        return self._work().directory

    def _work(self) -> _Begun:
        if self._begun is None:
            self.begin()
        assert self._begun is not None
        return self._begun

    def _prepared_work(self) -> _Begun:
        work = self._work()
        if not work.prepared:
            work.prepared = True
            self._network.prepare_installation(work.base_domain)
        return work

    def prepare(self) -> None:
        """Make what an admin has before installing, once: the public zone of the base domain, and images."""
        self._prepared_work()

    def write_config(self, config: InstallConfig) -> None:
        """Write an install-config for the installer, in the dialect of the profile that is run."""
        is_public = self._network.public_subnets.__contains__
        self.directory.write(released_installer.written(config, self._profile, is_public))

    def validate(self) -> Sequence[Finding]:
        """Return the complaints of the installer about the install-config."""
        work = self._work()
        return self._installer.validate(work.directory.folder, work.environment)

    def explain(self, field: str) -> str:
        """Return the installer's explanation of a field of install-configs. Raises UsageError for an unknown one."""
        return self._installer.explain(field)

    def create_manifests(self) -> None:
        """Let the installer write manifests. Raises Refused."""
        work = self._prepared_work()
        self._installer.create_manifests(work.directory.folder, work.environment)

    def create_cluster(self) -> None:
        """Let the installer create the cluster, then start its components. Raises Refused.

        The CRDs, namespaces and configuration that no installer writes are the release's, and are there first. Nodes
        are the kit's stand-in for the kubelets on the instances that the installer ran.
        """
        work = self._work()
        if not self._cluster.served:
            # not so after an installation that was refused
            self._cluster.serve(self._cluster.release)
            self._cluster.create_namespaces()
            self._cluster.client_of("kit").create(default_objects.api_server())
        self._prepared_work()
        self._installer.create_cluster(work.directory.folder, work.environment)
        instances = subnet_users.running_instances(self._network.aws, work.directory.infra_id)
        self._cluster.create_nodes([(i["Placement"]["AvailabilityZone"], i["InstanceId"]) for i in instances])
        self._cluster.start()

    def destroy_cluster(self) -> None:
        """Stop the components and let the installer destroy the cluster.

        In a temporary directory the installer finds the metadata of the cluster and nothing else.
        """
        work = self._work()
        self._cluster.stop()
        work.directory.forget_state()
        self._installer.destroy_cluster(work.directory.folder, work.environment)

    def close(self) -> None:
        """Remove a temporary directory."""
        if self._begun is not None:
            self._begun.directory.close()

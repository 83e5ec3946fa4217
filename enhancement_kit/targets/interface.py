"""The implementation under test as the kit sees it: an installer, running components, and the CRDs they bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from enhancement_kit.errors import TargetError

Manifest = dict[str, Any]


ApiClient = Any
"""A `kubernetes.client.ApiClient`, or what passes for one; the library brings no types."""


class Clock(Protocol):
    """Time as components see it. Never compared with a server's timestamps."""

    def now(self) -> datetime:
        """Return the current time, timezone-aware."""


class AwsClients(Protocol):
    """Makes the boto3 clients of one component."""

    def __call__(self, service: str, *, region: str, endpoint: str | None = None) -> Any:
        """Return a boto3 client for `service` (`ec2`, `elb`, `elbv2`, `route53`, `sts`), at `endpoint` if given."""


@dataclass(frozen=True)
class Release:
    """What a component was built as: the version an upgrade moves, the gates that are on, the reading it follows."""

    version: str = "4.y"
    """`4.y`, the release that has the enhancement, or `4.(y-1)`, the one before it.

    `4.(x-1)` is the last release without custom endpoints.
    """
    gates: frozenset[str] = frozenset()
    profile: str = "document"
    feature_set: str = ""
    """Where it is given, only those of the gates are on that the target's release has in this feature set."""
    disabled: frozenset[str] = frozenset()
    """Capabilities that the cluster does without, components and CRDs included."""


@dataclass(frozen=True)
class ProgramEnvironment:
    """What a program outside this process is told about one scenario's world."""

    kubeconfig: Callable[[], Mapping[str, Any]]
    """A kubeconfig document with every right."""
    variables: Callable[[str], Mapping[str, str]]
    """`component`: the environment variables with which its program reaches AWS. Raises HarnessError where none can."""
    facts: Callable[[], Mapping[str, str]]
    """`platform`, `region`, `vpc`, `subnet`, `cluster_id`; empty where the world has none."""


@dataclass(frozen=True)
class Environment:
    """What a target is given to work with."""

    api_client: Callable[[str], ApiClient]
    """The client of the Kubernetes API by component."""
    aws_clients: Callable[[str], AwsClients]
    """What makes the boto3 clients, by component."""
    clock: Clock
    release: Release = field(default_factory=Release)
    reach: Callable[[str, str], str] = field(default=lambda *_: "")
    """`(component, url)`: why a component cannot reach a URL, with an empty text where it can."""
    platform_operators: frozenset[str] = frozenset()
    """The platform operators that run: components that only derive something from the platform. Others of them do not.

    Most scenarios do without any.
    """
    for_programs: ProgramEnvironment | None = None
    """The same for programs; None where no program can be run."""


class Components(Protocol):
    """The cluster's running parts: operators, controllers."""

    names: Sequence[str]
    """For example `ingress-operator`, `cloud-controller-manager`."""

    def start(self, environment: Environment) -> None:
        """Start all components on a cluster that is ready for them."""

    def settle(self) -> None:
        """Run the components until nothing changes any more. Raises NeverSettles."""

    def advance(self, seconds: float) -> None:
        """Advance the clock, run all that falls due on the way, and settle (needs capability `clock`)."""

    def restart(self, component: str, release: Release) -> None:
        """Restart `component` in another release, as an upgrade does."""

    def logs(self, component: str) -> list[str]:
        """Return the lines that the component has logged since the start."""

    def stop(self) -> None:
        """Stop all components; safe to call twice."""


@dataclass(frozen=True)
class Finding:
    """One complaint of an install-config validation."""

    path: str
    """The field, for example `platform.aws.subnetsConfig[1].id`."""
    kind: str
    """As Kubernetes prints it: `Forbidden`, `Invalid value`, `Required value`."""
    message: str
    text: str
    """The whole complaint as the installer prints it, the value complained about included."""
    line: int | None = None
    """The line of the install-config, where the installer knows it."""

    def __str__(self) -> str:
        return self.text


class Refused(TargetError):
    """The installer refused the install-config: nothing was written, nothing was changed in AWS."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        """Store the findings."""
        super().__init__("the install-config is not valid: " + "; ".join(map(str, findings)))
        self.findings = tuple(findings)


class Installer(Protocol):
    """openshift-install as the kit drives it: each command works on one directory, in the environment given."""

    def validate(self, directory: Path, environment: Environment) -> Sequence[Finding]:
        """Validate `install-config.yaml` in `directory` and return the findings; none where it is accepted.

        Raises UsageError where the file is missing or no YAML.
        """

    def explain(self, field: str) -> str:
        """Explain a field of install-configs, given by its path. Raises UsageError for an unknown field."""

    def offers_region(self, region: str) -> bool:
        """Check whether the prompt lists a region, and hence accepts it as an answer."""

    def create_manifests(self, directory: Path, environment: Environment) -> Mapping[str, Manifest]:
        """Write the manifests and return the documents by file name. Raises Refused, and as `validate` does."""

    def create_cluster(self, directory: Path, environment: Environment) -> None:
        """Create the cluster's infrastructure and hand the manifests to the API.

        Manifests that are there already are used as they are. Raises as `create_manifests` does.
        """

    def destroy_cluster(self, directory: Path, environment: Environment) -> None:
        """Delete what the cluster owns, and remove the tags that `create_cluster` set."""


class BootstrapHost(Protocol):
    """The host that a cluster starts from, before there is an API: components' commands that make files from files."""

    def run(self, words: Sequence[str], directory: Path) -> None:
        """Run a command such as `config-operator render --...`; files are named from `directory`.

        Raises TargetError where it fails, UsageError for a command that there is not.
        """


class Target(Protocol):
    """One implementation of the enhancements."""

    name: str
    identity: Mapping[str, str]
    """What reports say about it: name, version."""
    capabilities: frozenset[str]
    actors: frozenset[str]
    """The actors whose requirements it can prove, as catalogues call them; all of them where none is named."""
    installer: Installer
    components: Components
    bootstrap_host: BootstrapHost

    def crds(self, release: Release) -> Sequence[Manifest]:
        """Return the CustomResourceDefinitions that this implementation brings for these gates."""

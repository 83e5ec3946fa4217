"""The lanes and backends as data: what can be chosen, and what each name means.

A lane is a supported combination of one cluster, one cloud, one target and one profile. What options say about lanes
comes from the two tables below, so that a new backend is one entry here and one class elsewhere.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.local.variables.row import AWS, KUBERNETES, NETWORK

KINDS = ("cluster", "cloud", "target")
PROFILES = ("document", "shipped")
VARIANT_CHOICES = ("default", "all")
DEFAULT_LANE = "default"
COMPONENTS = Path(__file__).parents[1] / "targets" / "external" / "lanes"
"""The folder with the component files and the files of expected failures that lanes bring along."""


@dataclass(frozen=True)
class Backend:
    """One implementation of a cluster, a cloud or a target."""

    kind: str
    """`cluster`, `cloud` or `target`."""
    name: str
    description: str
    path: str
    """`module:Class`, made with the settings in `takes`."""
    strict: bool = True
    """Of a target: whether AWS is corrected toward its documentation. A target without an implementation turns this
    off, so that no scenario passes only because the kit's AWS is right."""
    offline: bool = True
    """Whether it works on loopback alone: the network guard is on only where all three backends of a run do."""

    keeps: frozenset[str] = frozenset()
    """The groups of environment variables (local/variables/) that are the user's where it is used. A run clears the
    others."""

    takes: tuple[str, ...] = ()
    """The names of the settings that it is made with: `aws_endpoint_url` is the option --aws-endpoint-url."""
    notice: str = ""
    """`module:function` that takes these settings, and returns a line for the header of a run or raises UsageError."""

    def make(self, settings: Mapping[str, Any] | None = None) -> Any:
        """Create an instance with the settings that it takes.

        Raises HarnessError naming module and class where it cannot be imported or made.
        """
        module, _, attribute = self.path.partition(":")
        try:
            given = {name: value for name, value in (settings or {}).items() if name in self.takes}
            return getattr(importlib.import_module(module), attribute)(**given)
        except Exception as error:
            raise HarnessError(
                f"{self.kind} {self.name} cannot be made from {self.path}: {type(error).__name__}: {error}"
            ) from error

    def notices(self, settings: Mapping[str, Any]) -> list[str]:
        """Return its lines for the header of a run. Raises UsageError for settings that it cannot work with."""
        if not self.notice:
            return []
        module, _, function = self.notice.partition(":")
        given = {name: settings[name] for name in self.takes}
        return [f"{self.kind} {self.name}: {getattr(importlib.import_module(module), function)(**given)}"]


@dataclass(frozen=True)
class Lane:
    """A supported, tested combination of backends."""

    name: str
    cluster: str
    cloud: str
    target: str
    profile: str
    description: str
    components: str = ""
    """The name of the component file that target external uses where --components names none."""


_BACKENDS: dict[tuple[str, str], Backend] = {}
_LANES: dict[str, Lane] = {}


def register_backend(backend: Backend) -> Callable[[], None]:
    """Add a backend or replace the one of the same kind and name; the returned function undoes it.

    For the tests of the kit, which use the runner with small fakes, and for code with a backend of its own. Call it
    before options are read: at the top of a conftest.py.
    """
    return _put(_BACKENDS, (backend.kind, backend.name), backend)


def register_lane(lane: Lane) -> Callable[[], None]:
    """Add a lane or replace the one of the same name; the returned function undoes it. See register_backend."""
    return _put(_LANES, lane.name, lane)


def _put(table: dict[Any, Any], key: Any, value: Any) -> Callable[[], None]:
    before = table.get(key)
    table[key] = value

    def undo() -> None:
        if before is None:
            table.pop(key, None)
        else:
            table[key] = before

    return undo


def lanes() -> tuple[Lane, ...]:
    """Return all lanes, in the order of the table."""
    return tuple(_LANES.values())


def backends(kind: str) -> tuple[Backend, ...]:
    """Return all backends of a kind, in the order of the table."""
    return tuple(backend for backend in _BACKENDS.values() if backend.kind == kind)


def find_lane(name: str) -> Lane:
    """Return the lane of that name. Raises UsageError that lists the known ones and the nearest."""
    if name not in _LANES:
        raise UsageError(unknown("--lane", name, _LANES))
    return _LANES[name]


def find_backend(kind: str, name: str) -> Backend:
    """Return the backend of that kind and name. Raises UsageError that lists the known ones and the nearest."""
    if (kind, name) not in _BACKENDS:
        raise UsageError(unknown(f"--{kind}", name, (backend.name for backend in backends(kind))))
    return _BACKENDS[kind, name]


def components_of(lane: str) -> str:
    """Return the path of a lane's component file, or an empty string where it has none."""
    return _own_file(lane, "yaml")


def expected_failures_of(lane: str) -> str:
    """Return the path of a lane's file of expected failures, or an empty string where it has none."""
    return _own_file(lane, "expected-failures.yaml")


def _own_file(lane: str, ending: str) -> str:
    path = COMPONENTS / f"{find_lane(lane).components}.{ending}"
    return str(path) if path.is_file() else ""


def unknown(option: str, value: str, known: Iterable[str]) -> str:
    """Return the message about an unknown value of an option, with the nearest known value and all of them."""
    names = list(known)
    near = nearest(value, names)
    hint = f"did you mean {near}? " if near else ""
    return f"{option} {value}: there is no such value; {hint}Known: {', '.join(names)}"


def nearest(value: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most similar to `value`; None where none is similar."""
    return next(iter(difflib.get_close_matches(value, list(known), n=1, cutoff=0.5)), None)


for _backend in (
    Backend(
        "cluster",
        "embedded",
        "the kit's own API server, in this process",
        "enhancement_kit.cluster.embedded:EmbeddedCluster",
    ),
    Backend(
        "cluster",
        "envtest",
        "a real kube-apiserver and etcd",
        "enhancement_kit.cluster.envtest:EnvtestCluster",
    ),
    Backend(
        "cluster",
        "kind",
        "a kind cluster that the kit creates and deletes; needs Docker",
        "enhancement_kit.cluster.kind:KindCluster",
        takes=("kind_name", "kind_image", "keep_cluster", "worker"),
        notice="enhancement_kit.cluster.kind:notice",
    ),
    Backend(
        "cluster",
        "kubeconfig",
        "an existing cluster, named by --context",
        "enhancement_kit.cluster.kubeconfig:KubeconfigCluster",
        offline=False,
        # a kubeconfig may name a program that logs in, such as the one of AWS
        keeps=frozenset({KUBERNETES, NETWORK, AWS}),
        takes=("kubeconfig", "context", "yes_this_cluster", "processes"),
        notice="enhancement_kit.cluster.kubeconfig:notice",
    ),
    Backend(
        "cloud",
        "simulated",
        "moto in this process, with strictness rules",
        "enhancement_kit.cloud.simulated:SimulatedCloud",
    ),
    Backend(
        "cloud",
        "served",
        "the simulated AWS, also served over HTTPS on loopback, for other programs",
        "enhancement_kit.cloud.simulated:ServedCloud",
    ),
    Backend(
        "cloud",
        "endpoint",
        "any AWS-compatible URL",
        "enhancement_kit.cloud.remote:EndpointCloud",
        offline=False,
        keeps=frozenset({NETWORK}),
        takes=("aws_endpoint_url",),
        notice="enhancement_kit.cloud.remote.endpoint:notice",
    ),
    Backend(
        "cloud",
        "account",
        "a real AWS account from the allow list kit_aws_accounts",
        "enhancement_kit.cloud.remote:AccountCloud",
        offline=False,
        keeps=frozenset({AWS, NETWORK}),
        takes=("aws_account", "kit_aws_accounts", "aws_endpoint_url"),
        notice="enhancement_kit.cloud.remote.account:notice",
    ),
    Backend(
        "target",
        "reference",
        "the reference implementation in this repository",
        "enhancement_kit.targets.reference:ReferenceTarget",
    ),
    Backend(
        "target",
        "none",
        "no implementation: every scenario fails",
        "enhancement_kit.targets.none:NoTarget",
        strict=False,
    ),
    Backend(
        "target",
        "external",
        "programs, or components that already run in the cluster, listed in a file",
        "enhancement_kit.targets.external:ExternalTarget",
        takes=("components",),
        notice="enhancement_kit.targets.external:notice",
    ),
):
    register_backend(_backend)

for _lane in (
    Lane("default", "embedded", "simulated", "reference", "document", "needs only Python"),
    Lane("shipped", "embedded", "simulated", "reference", "shipped", "default, but expects what OpenShift released"),
    Lane("real-api", "envtest", "simulated", "reference", "document", "the reference on a real kube-apiserver"),
    Lane(
        "real-ccm",
        "envtest",
        "served",
        "external",
        "shipped",
        "the real cloud controller manager",
        components="real-ccm",
    ),
    Lane(
        "real-ccm-document",
        "envtest",
        "served",
        "external",
        "document",
        "the real cloud controller manager, compared with the documents as written",
        components="real-ccm",
    ),
    Lane("kind", "kind", "simulated", "reference", "document", "the reference on a kind cluster"),
    Lane("live", "kubeconfig", "account", "external", "shipped", "an existing cluster and a real account"),
):
    register_lane(_lane)

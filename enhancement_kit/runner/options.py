"""The options of a feature run, what they choose, and the teaching errors for values that cannot be chosen."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.reporting.run_info import RunInfo
from enhancement_kit.runner import lanes, shards
from enhancement_kit.runner.selection import left_out

ACCOUNTS = "kit_aws_accounts"
"""The ini option with the accounts that may be used."""
CHOICE = pytest.StashKey["Choice"]()


@dataclass(frozen=True)
class Choice:
    """What one run is made of."""

    lane: str
    cluster: lanes.Backend
    cloud: lanes.Backend
    target: lanes.Backend
    profile: str
    variants: str
    overridden: tuple[str, ...] = ()
    """The options that depart from the lane, as given."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What backends are told beside that: option values by name."""
    notices: tuple[str, ...] = ()
    """What backends have to say before the run starts."""
    target_notices: tuple[str, ...] = ()
    """Those of the target, which reports show too: what the verdicts are about."""

    @property
    def offline(self) -> bool:
        """Whether nothing of this run may leave loopback."""
        return all(backend.offline for backend in (self.cluster, self.cloud, self.target))

    def describe(self) -> str:
        """One line for headers and reports."""
        return (
            f"lane {self.lane}, cluster {self.cluster.name}, cloud {self.cloud.name}, target {self.target.name}, "
            f"profile {self.profile}, variants {self.variants}"
        )


def add_options(parser: pytest.Parser) -> None:
    """Add the options of a feature run to pytest."""
    group = parser.getgroup("enhancement kit", "the enhancement conformance kit")
    group.addoption("--lane", metavar="NAME", default=lanes.DEFAULT_LANE, help=_lane_help())
    for kind in lanes.KINDS:
        names = ", ".join(f"{backend.name} ({backend.description})" for backend in lanes.backends(kind))
        group.addoption(
            f"--{kind}", metavar="NAME", default=None, help=f"instead of the {kind} of the lane: {names}. Untested."
        )
    add_cluster_options(group)
    group.addoption("--aws-endpoint-url", metavar="URL", default="", help="the AWS-compatible API of --cloud endpoint.")
    group.addoption(
        "--aws-account",
        metavar="ID",
        default="",
        help="the account of --cloud account; it costs money, see the header.",
    )
    group.addoption(
        "--components",
        metavar="FILE",
        default="",
        help="what --target external consists of: programs, or what runs in the cluster already. See docs/lanes.md.",
    )
    group.addoption(
        "--expected-failures",
        metavar="FILE",
        default="",
        help="the scenarios that the target is known to fail, with reason, link and last day. See docs/lanes.md.",
    )
    parser.addini(ACCOUNTS, "ids of the AWS accounts that --aws-account may name", type="args", default=[])
    group.addoption(
        "--profile",
        metavar="NAME",
        default=None,
        help="which reading: document (the enhancement as written) or shipped (what OpenShift released).",
    )
    group.addoption(
        "--variants",
        metavar="default|all",
        default="default",
        help="all also runs the optional variants (LSS backport, EXT phase3). Default: default.",
    )
    group.addoption("--shard", metavar="i/n", default="", help="only the i-th of n parts that take about equally long.")
    group.addoption(
        "--shard-by",
        metavar="REPORT",
        default="",
        help="cut shards by the durations in this conformance-report.yaml; all shards need the same one. "
        f"Default: {shards.DURATIONS}.",
    )
    group.addoption(
        "--repeat",
        metavar="N",
        type=int,
        default=1,
        help="run every scenario N times, each round in another order; what does not always end alike fails.",
    )
    group.addoption("--seed", metavar="S", type=int, default=None, help="the same as --randomly-seed, for all rounds.")


def add_cluster_options(group: pytest.OptionGroup) -> None:
    """Add what clusters are told."""
    group.addoption(
        "--kubeconfig",
        metavar="FILE",
        default="",
        help="the file for --cluster kubeconfig. Default: that of $KUBECONFIG, or ~/.kube/config.",
    )
    group.addoption(
        "--context",
        metavar="NAME",
        default="",
        help="the context of --cluster kubeconfig; it has to be named, the current context does not count. One run at "
        "a time has the cluster; what it makes there goes at the end, nothing else is touched.",
    )
    group.addoption(
        "--yes-this-cluster",
        metavar="NAME",
        default="",
        help="that a cluster is meant although it looks as if it mattered (another machine, OpenShift, a cloud, more "
        "than three nodes): its name as the kubeconfig has it.",
    )

    group.addoption(
        "--kind-name",
        metavar="NAME",
        default="conformance-kit",
        help="the name of the cluster of --cluster kind; with -n each process adds its own. Default: %(default)s.",
    )
    group.addoption(
        "--kind-image",
        metavar="IMAGE",
        default="",
        help="the node image of --cluster kind, which decides on the Kubernetes version. Default: that of kind.",
    )
    group.addoption(
        "--keep-cluster",
        action="store_true",
        help="--cluster kind: use the cluster of that name if it is there, and keep it for the next run, emptied.",
    )


def _settings(config: pytest.Config) -> dict[str, Any]:
    """What backends are told."""
    processes = getattr(config.option, "numprocesses", None)
    return {
        "kubeconfig": config.getoption("--kubeconfig"),
        "context": config.getoption("--context"),
        "yes_this_cluster": config.getoption("--yes-this-cluster"),
        "kind_name": config.getoption("--kind-name"),
        "kind_image": config.getoption("--kind-image"),
        "keep_cluster": config.getoption("--keep-cluster"),
        "worker": getattr(config, "workerinput", {}).get("workerid", ""),
        "processes": processes if isinstance(processes, int) else 1,
        "aws_endpoint_url": config.getoption("--aws-endpoint-url"),
        "aws_account": config.getoption("--aws-account"),
        "components": config.getoption("--components") or lanes.components_of(config.getoption("--lane")),
        ACCOUNTS: config.getini(ACCOUNTS),
    }


def _lane_help() -> str:
    rows = "; ".join(
        f"{lane.name}: {lane.cluster}, {lane.cloud}, {lane.target}, profile {lane.profile} ({lane.description})"
        for lane in lanes.lanes()
    )
    return f"a supported combination of cluster, cloud, target and profile. {rows}. Default: {lanes.DEFAULT_LANE}."


def choose(config: pytest.Config) -> Choice:
    """Turn the options into a choice and keep it with the configuration.

    Raises UsageError for values that do not exist (with the nearest and all known ones) and for what is not built:
    nothing falls back in silence.
    """
    if CHOICE in config.stash:
        return config.stash[CHOICE]
    choice = resolve(
        lane=config.getoption("--lane"),
        cells={kind: config.getoption(f"--{kind}") for kind in lanes.KINDS},
        profile=config.getoption("--profile"),
        variants=config.getoption("--variants"),
    )
    settings = _settings(config)
    found = {kind: getattr(choice, kind).notices(settings) for kind in lanes.KINDS}
    notices = tuple(line for lines in found.values() for line in lines)
    choice = replace(choice, settings=settings, notices=notices, target_notices=tuple(found["target"]))
    config.stash[CHOICE] = choice
    return choice


def resolve(*, lane: str, cells: dict[str, str | None], profile: str | None, variants: str) -> Choice:
    """The choice that these option values make. Raises UsageError as `choose` does."""
    row = lanes.find_lane(lane)
    for option, value, known in (
        ("--profile", profile or row.profile, lanes.PROFILES),
        ("--variants", variants, lanes.VARIANT_CHOICES),
    ):
        if value not in known:
            raise UsageError(lanes.unknown(option, value, known))
    chosen = {kind: lanes.find_backend(kind, cells[kind] or getattr(row, kind)) for kind in lanes.KINDS}
    unbuilt = [backend for backend in chosen.values() if backend.path is None]
    if unbuilt:
        built = [other.name for other in lanes.lanes() if not lanes.missing(other)]
        raise UsageError(
            "; ".join(
                f"{_asked(backend, cells[backend.kind], lane)} is not built yet: {backend.reason}"
                for backend in unbuilt
            )
            + f". Lanes that can start: {', '.join(built)}"
        )
    overridden = [f"--{kind} {cells[kind]}" for kind in lanes.KINDS if cells[kind] not in (None, getattr(row, kind))]
    if profile not in (None, row.profile):
        overridden.append(f"--profile {profile}")
    return Choice(
        lane,
        chosen["cluster"],
        chosen["cloud"],
        chosen["target"],
        profile=profile or row.profile,
        variants=variants,
        overridden=tuple(overridden),
    )


def _asked(backend: lanes.Backend, given: str | None, lane: str) -> str:
    return f"--{backend.kind} {backend.name}" if given else f"{backend.kind} {backend.name} of lane {lane}"


def untested(choice: Choice) -> str:
    """The sentence about a combination that is no lane, or an empty string."""
    if not choice.overridden:
        return ""
    return f"{', '.join(choice.overridden)} departs from lane {choice.lane}: this combination is untested"


def header_lines(choice: Choice) -> list[str]:
    """What the head of a run says about its choice."""
    return [line for line in (choice.describe(), untested(choice), *choice.notices) if line]


def run_info(choice: Choice, identities: Mapping[str, Mapping[str, str]] | None = None) -> RunInfo:
    """What reports say about the choice, and about the backends that were made of it."""
    return RunInfo(
        lane=choice.lane,
        profile=choice.profile,
        variants=choice.variants,
        backends={kind: getattr(choice, kind).name for kind in lanes.KINDS},
        identities=identities or {},
        left_out=functools.partial(left_out, profile=choice.profile, variants=choice.variants),
        arguments=arguments(choice),
        notes=tuple(filter(None, [untested(choice), *choice.target_notices])),
    )


def arguments(choice: Choice) -> tuple[str, ...]:
    """The options that make this choice again."""
    taken = {name for kind in lanes.KINDS for name in getattr(choice, kind).takes}
    told = {name: str(value) for name, value in choice.settings.items() if name in taken and isinstance(value, str)}
    return (
        f"--lane={choice.lane}",
        *(option.replace(" ", "=", 1) for option in choice.overridden),
        *([f"--variants={choice.variants}"] if choice.variants != "default" else []),
        *(f"--{name.replace('_', '-')}={value}" for name, value in told.items() if value),
    )

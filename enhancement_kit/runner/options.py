"""The options of a feature run, the choice that they make, and the errors for values that cannot be chosen."""

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
"""The ini option that lists the AWS accounts that may be used."""
CHOICE = pytest.StashKey["Choice"]()


@dataclass(frozen=True)
class Choice:
    """The backends, the profile and the variants of one run."""

    lane: str
    cluster: lanes.Backend
    cloud: lanes.Backend
    target: lanes.Backend
    profile: str
    variants: str
    overridden: tuple[str, ...] = ()
    """The options that depart from the lane, as given."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further settings for backends: option values by name."""
    notices: tuple[str, ...] = ()
    """The lines of the backends for the header of the run."""
    target_notices: tuple[str, ...] = ()
    """Those of the target; reports show them too, since they say what the verdicts are about."""

    @property
    def offline(self) -> bool:
        """Whether nothing of this run may leave loopback."""
        return all(backend.offline for backend in (self.cluster, self.cloud, self.target))

    @property
    def kept(self) -> frozenset[str]:
        """The groups of environment variables that are the user's in this run (local/variables/)."""
        return frozenset().union(*(backend.keeps for backend in (self.cluster, self.cloud, self.target)))

    def describe(self) -> str:
        """Describe the choice on one line, for headers and reports."""
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
            f"--{kind}", metavar="NAME", default=None, help=f"replace the {kind} of the lane (untested): {names}."
        )
    add_cluster_options(group)
    group.addoption("--aws-endpoint-url", metavar="URL", default="", help="the URL for --cloud endpoint.")
    group.addoption(
        "--aws-account",
        metavar="ID",
        default="",
        help="the id of the account for --cloud account; a run costs money, and its header shows the maximum.",
    )
    group.addoption(
        "--components",
        metavar="FILE",
        default="",
        help="the file that lists the components of --target external: programs, or components that already run in the "
        "cluster. See docs/lanes.md.",
    )
    group.addoption(
        "--expected-failures",
        metavar="FILE",
        default="",
        help="the file that lists scenarios expected to fail, with reason, link and last day. See docs/lanes.md.",
    )
    parser.addini(ACCOUNTS, "ids of the AWS accounts that --aws-account may name", type="args", default=[])
    group.addoption(
        "--profile",
        metavar="NAME",
        default=None,
        help="which behaviour to expect: document (the enhancement as written) or shipped (what OpenShift released). "
        "Default: that of the lane.",
    )
    group.addoption(
        "--variants",
        metavar="default|all",
        default="default",
        help="all: also run the variants that enhancement.yaml calls optional. Default: default.",
    )
    group.addoption("--shard", metavar="i/n", default="", help="run only the i-th of n shards of about equal duration.")
    group.addoption(
        "--shard-by",
        metavar="REPORT",
        default="",
        help="split by the durations in this conformance-report.yaml, which must be the same for all shards. "
        f"Default: {shards.DURATIONS}.",
    )
    group.addoption(
        "--repeat",
        metavar="N",
        type=int,
        default=1,
        help="run every scenario N times, each round in another order; flaky scenarios fail.",
    )
    group.addoption(
        "--seed", metavar="S", type=int, default=None, help="seed of the random order; sets --randomly-seed."
    )


def add_cluster_options(group: pytest.OptionGroup) -> None:
    """Add the options of clusters."""
    group.addoption(
        "--kubeconfig",
        metavar="FILE",
        default="",
        help="the kubeconfig file for --cluster kubeconfig. Default: that of $KUBECONFIG, or ~/.kube/config.",
    )
    group.addoption(
        "--context",
        metavar="NAME",
        default="",
        help="the context for --cluster kubeconfig; required, since the current context is not used. Only one run at a "
        "time can use the cluster; what it creates there is deleted at its end, and nothing else is touched.",
    )
    group.addoption(
        "--yes-this-cluster",
        metavar="NAME",
        default="",
        help="confirm the use of a cluster that looks important (on another machine, OpenShift, in a cloud, more than "
        "three nodes) by its name in the kubeconfig.",
    )

    group.addoption(
        "--kind-name",
        metavar="NAME",
        default="conformance-kit",
        help="the name of the cluster for --cluster kind; with -n, each worker appends its id. Default: %(default)s.",
    )
    group.addoption(
        "--kind-image",
        metavar="IMAGE",
        default="",
        help="the node image for --cluster kind, which sets the Kubernetes version. Default: that of kind.",
    )
    group.addoption(
        "--keep-cluster",
        action="store_true",
        help="for --cluster kind: use the cluster of that name if it exists, and keep it, emptied, for the next run.",
    )


def _settings(config: pytest.Config) -> dict[str, Any]:
    """Return the settings for backends."""
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
    return f"which combination of cluster, cloud, target and profile to use. {rows}. Default: {lanes.DEFAULT_LANE}."


def choose(config: pytest.Config) -> Choice:
    """Turn the options into a choice and keep it with the configuration.

    Raises UsageError for values that do not exist, naming the nearest and all known ones: nothing falls back silently.
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
    """Resolve option values to a choice. Raises UsageError as `choose` does."""
    row = lanes.find_lane(lane)
    for option, value, known in (
        ("--profile", profile or row.profile, lanes.PROFILES),
        ("--variants", variants, lanes.VARIANT_CHOICES),
    ):
        if value not in known:
            raise UsageError(lanes.unknown(option, value, known))
    chosen = {kind: lanes.find_backend(kind, cells[kind] or getattr(row, kind)) for kind in lanes.KINDS}
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


def untested(choice: Choice) -> str:
    """Return the warning about a combination that is not a lane, or an empty string."""
    if not choice.overridden:
        return ""
    return f"{', '.join(choice.overridden)} departs from lane {choice.lane}: this combination is untested"


def header_lines(choice: Choice) -> list[str]:
    """Return the lines about the choice in the header of a run."""
    return [line for line in (choice.describe(), untested(choice), *choice.notices) if line]


def run_info(choice: Choice, identities: Mapping[str, Mapping[str, str]] | None = None) -> RunInfo:
    """Return what reports say about the choice, and about the backends that were made from it."""
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
    """Return the options that make this choice again."""
    taken = {name for kind in lanes.KINDS for name in getattr(choice, kind).takes}
    told = {name: str(value) for name, value in choice.settings.items() if name in taken and isinstance(value, str)}
    return (
        f"--lane={choice.lane}",
        *(option.replace(" ", "=", 1) for option in choice.overridden),
        *([f"--variants={choice.variants}"] if choice.variants != "default" else []),
        *(f"--{name.replace('_', '-')}={value}" for name, value in told.items() if value),
    )

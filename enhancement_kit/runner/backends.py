"""The backends of one process: made on first use, shared by all its scenarios, stopped at its end whatever happens."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import pytest

from enhancement_kit.errors import HarnessError, KitError
from enhancement_kit.runner.lanes import Lane
from enhancement_kit.runner.options import Choice, choose
from enhancement_kit.world.clock import START, VirtualClock

if TYPE_CHECKING:
    from enhancement_kit.cloud.interface import Cloud
    from enhancement_kit.cluster.interface import Cluster
    from enhancement_kit.targets.interface import Target

BACKENDS = pytest.StashKey["Backends"]()
FAILURE = pytest.StashKey[HarnessError]()


@dataclass
class Backends:
    """The backends that all scenarios of this process share."""

    choice: Choice
    cluster: Cluster
    cloud: Cloud
    target: Target
    clock: VirtualClock = field(default_factory=VirtualClock)

    @property
    def lane(self) -> Lane:
        """The lane that is run, with the backends and the profile that options have replaced."""
        choice = self.choice
        return Lane(
            choice.lane,
            choice.cluster.name,
            choice.cloud.name,
            choice.target.name,
            choice.profile,
            choice.describe(),
        )

    @property
    def profile(self) -> str:
        """The profile that is run: `document` or `shipped`."""
        return self.choice.profile

    @property
    def identities(self) -> Mapping[str, Mapping[str, str]]:
        """The name and the version of each backend by kind, for reports."""
        return {
            "cluster": {"name": self.cluster.name, "version": f"Kubernetes {self.cluster.version}"},
            "cloud": {"name": self.cloud.name, "version": self.cloud.version},
            "target": self.target.identity,
        }

    def has(self, capability: str) -> bool:
        """Check whether cluster, cloud or target have the capability that `@needs.<capability>` asks for.

        Each is asked: their sets cannot be joined, since that of target `none` holds everything and cannot be listed.
        """
        return any(capability in part.capabilities for part in (self.cluster, self.cloud, self.target))

    def stop(self) -> None:
        """Stop components, cloud and cluster; safe to call twice.

        All of them are tried. Raises HarnessError naming every part that could not be stopped.
        """
        parts = (
            (f"the components of target {self.target.name}", self.target.components.stop),
            (f"cloud {self.cloud.name}", self.cloud.stop),
            (f"cluster {self.cluster.name}", self.cluster.stop),
        )
        problems = []
        for what, stop in parts:
            try:
                stop()
            except Exception as error:
                problems.append(f"{what} could not be stopped: {type(error).__name__}: {error}")
        if problems:
            raise HarnessError("; ".join(problems))


def check_wall_clock(now: datetime) -> None:
    """Check that the clock of the machine is not behind the time in which scenarios begin. Raises HarnessError.

    Certificates and expected failures have dates, which are compared with it.
    """
    if now < START:
        raise HarnessError(f"the clock of this machine says {now:%Y-%m-%d %H:%M} UTC, which is past: set it")


def make_backends(choice: Choice) -> Backends:
    """Make and start the backends of a choice. Raises HarnessError, after stopping what had been started."""
    check_wall_clock(datetime.now(UTC))
    with contextlib.ExitStack() as undo:
        cluster: Cluster = choice.cluster.make(choice.settings)
        _start("cluster", cluster, cluster.start)
        undo.callback(cluster.stop)
        cloud: Cloud = choice.cloud.make(choice.settings)
        _start("cloud", cloud, cloud.start if choice.target.strict else partial(cloud.start, strict=False))
        undo.callback(cloud.stop)
        target: Target = choice.target.make(choice.settings)
        undo.pop_all()
        return Backends(choice, cluster, cloud, target)


def _start(kind: str, backend: Cluster | Cloud, start: Callable[[], None]) -> None:
    try:
        start()
    except Exception as error:
        what = str(error) if isinstance(error, KitError) else f"{type(error).__name__}: {error}"
        # a half-started backend may hold ports or threads, and what it made may be left: that is said too
        try:
            backend.stop()
        except Exception as left:
            what += f"; it could not be stopped: {left}" if str(left) not in what else ""
        raise HarnessError(f"{kind} {backend.name} does not start: {what}") from error


def get_backends(config: pytest.Config) -> Backends:
    """Return the backends of this process, made on first use.

    Raises HarnessError where they cannot be made; later calls raise it again without another attempt.
    """
    if BACKENDS in config.stash:
        return config.stash[BACKENDS]
    if FAILURE in config.stash:
        raise config.stash[FAILURE]
    try:
        backends = make_backends(choose(config))
    except HarnessError as error:
        failure = HarnessError(f"the world cannot be made: {error}")
        failure.__cause__ = error.__cause__
        config.stash[FAILURE] = failure
        raise failure from error.__cause__
    config.stash[BACKENDS] = backends
    # needed where the session ends without pytest_sessionfinish
    config.add_cleanup(backends.stop)
    return backends


def stop_backends(config: pytest.Config) -> str:
    """Stop the backends of this process, if any were made; return what went wrong, or an empty string."""
    if BACKENDS not in config.stash:
        return ""
    try:
        config.stash[BACKENDS].stop()
    except HarnessError as error:
        return str(error)
    return ""

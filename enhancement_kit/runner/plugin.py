"""The pytest plugin of feature runs: options, collection, static checks, preflight, states and exit codes.

Loaded by the root conftest.py. A run that selects no feature file only gets the options and the marks.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit import temporary
from enhancement_kit.errors import HarnessError, UsageError, claim
from enhancement_kit.local import environment
from enhancement_kit.local.variables.row import ALWAYS, GROUPS
from enhancement_kit.reporting.run_info import RUN_INFO
from enhancement_kit.runner import backends as worlds
from enhancement_kit.runner import capabilities, garbage_collection, hooks, lanes, options, shards, states, step_index
from enhancement_kit.runner.checks import check_features, ids_in
from enhancement_kit.runner.collection import FeatureFile, ScenarioItem
from enhancement_kit.runner.exit_status import VERDICT, Keeper, Verdict, tell
from enhancement_kit.runner.expected_failures import Entry, judge, load
from enhancement_kit.runner.failure_causes import BROKEN, broken_observation, broken_outside, told
from enhancement_kit.runner.lanes import PROFILES
from enhancement_kit.runner.repetition import rounds
from enhancement_kit.runner.selected_files import features_dir, is_feature_run
from enhancement_kit.runner.selected_lines import node_ids
from enhancement_kit.runner.selection import SMOKE, left_out
from enhancement_kit.runner.termination import end_well
from enhancement_kit.specification.enhancements import read_enhancements
from enhancement_kit.specification.findings import FindingsError
from enhancement_kit.specification.requirements import load_catalogues
from enhancement_kit.world import World
from enhancement_kit.world.aftermath import left_behind

LOG_LINES = 30
"""How many of a log's last lines are shown with a failure."""
EXPECTED = pytest.StashKey[Mapping[str, Entry]]()


def is_worker(config: pytest.Config) -> bool:
    """Check whether this process is a worker of pytest-xdist."""
    return hasattr(config, "workerinput")


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Add the hooks of the runner."""
    pluginmanager.add_hookspecs(hooks)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of a feature run, and clear variables that are never the user's before anything reads them."""
    environment.settle(ALWAYS)
    options.add_options(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Read the options, register marks, and prepare a run of features: its network guard, its step search."""
    config.stash[VERDICT] = Verdict()
    config.pluginmanager.register(Keeper(config), "enhancement kit verdict")
    register_marks(config)
    try:
        config.args[:] = node_ids(config.args, config.invocation_params.dir, features_dir(config))
        choice = options.choose(config)
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    config.stash[RUN_INFO] = options.run_info(choice)
    if is_feature_run(config):
        settle_environment(config, choice)
        check_parts(config)
        config.pluginmanager.register(Parts(), "enhancement kit parts")
        end_well(config)
        try:
            temporary.root()
        except HarnessError as error:
            pytest.exit(str(error), returncode=states.EXIT_HARNESS)
        if choice.offline:
            shut_network(config)
        problems = step_index.internals_changed()
        if problems:
            raise pytest.UsageError(step_index.changed_message(problems))
        step_index.install()


def settle_environment(config: pytest.Config, choice: options.Choice) -> None:
    """Clear the variables that this run's lane does not leave to the user, until its end. Raises pytest.UsageError."""
    try:
        environment.refuse()
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    config.add_cleanup(environment.settle(GROUPS - choice.kept))


def check_parts(config: pytest.Config) -> None:
    """Check the options that split and repeat a run, before anything is collected, and set its seed."""
    shard, by, seed = config.getoption("--shard"), config.getoption("--shard-by"), config.getoption("--seed")
    try:
        if shard:
            shards.parse(shard)
        if by:
            shards.measured(config.invocation_params.dir / by)
        if by and not shard:
            raise UsageError("--shard-by says how to cut shards; add --shard i/n")
        if config.getoption("--repeat") < 1:
            raise UsageError(f"--repeat {config.getoption('--repeat')}: give the number of rounds, 1 or more")
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    if seed is not None:
        config.option.randomly_seed = seed


def register_marks(config: pytest.Config) -> None:
    """Register the tags that are no ids, and the ids that `-m` names; other ids come with the files that carry them.

    There are thousands of ids: all of them would slow down the start, and bury the other marks in `pytest --markers`.
    """
    # what is wrong with a file is for the static checks to say
    enhancements, _ = read_enhancements(features_dir(config))
    marks = {
        SMOKE: "a small selection that touches every part of the kit",
        **{profile: f"only in profile {profile}" for profile in PROFILES},
        **dict.fromkeys(sorted(enhancements.variant_tags), "a variant of an enhancement"),
        **{f"{capabilities.TAG_PREFIX}{name}": f"needs {what}" for name, what in capabilities.CAPABILITIES.items()},
        "PREFIX-NNN": "ids of features/*/requirements.yaml, for example ISS-041: the scenarios that prove it",
    }
    # not checked here: the static checks report an id that does not exist, with the remedy
    marks.update((given, "an id") for given in ids_in(config.option.markexpr))
    for name, meaning in marks.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")


def shut_network(config: pytest.Config) -> None:
    """Install the network guard until the end of this run, unless it is already installed."""
    from enhancement_kit.runner import guard

    if not guard.installed():
        guard.install()
        config.add_cleanup(guard.uninstall)


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Show the lane, the backends, the profile and the variants of a run of features."""
    return options.header_lines(options.choose(config)) if is_feature_run(config) else []


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Check all selected features once, before workers start; all findings are shown, and end the run (exit code 4)."""
    config = session.config
    if is_worker(config) or not is_feature_run(config):
        return
    findings = check_features(config)
    try:
        expected_failures(config)
    except FindingsError as error:
        findings.extend(error.findings)
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    if findings:
        raise pytest.UsageError(*(str(finding) for finding in findings))


def expected_failures(config: pytest.Config) -> Mapping[str, Entry]:
    """Return the expected failures in this run's profile by the id of their scenario, read once. Raises UsageError."""
    if EXPECTED not in config.stash:
        choice = options.choose(config)
        path = config.getoption("--expected-failures") or lanes.expected_failures_of(choice.lane)
        entries = load(Path(path), config.rootpath) if path else ()
        config.stash[EXPECTED] = {
            entry.id: entry for entry in entries if not entry.profiles or choice.profile in entry.profiles
        }
    return config.stash[EXPECTED]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> FeatureFile | None:
    """Collect a feature file as a test file."""
    if file_path.suffix != ".feature":
        return None
    file: FeatureFile = FeatureFile.from_parent(parent, path=file_path)
    return file


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the scenarios that the profile and the variants of the run leave out."""
    if not any(isinstance(item, ScenarioItem) for item in items):
        return
    choice = options.choose(config)
    catalogues = load_catalogues(features_dir(config))
    kept: list[pytest.Item] = []
    dropped: list[pytest.Item] = []
    for item in items:
        out = isinstance(item, ScenarioItem) and left_out(
            item.tags, item.folder, profile=choice.profile, variants=choice.variants, catalogues=catalogues
        )
        (dropped if out else kept).append(item)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept


class Parts:
    """Pytest plugin for --shard and --repeat, which apply to what all other options have selected."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep only the scenarios of the shard, and repeat them for every round."""
        shard, count = config.getoption("--shard"), config.getoption("--repeat")
        if shard:
            by = config.getoption("--shard-by")
            measured = shards.measured(config.invocation_params.dir / by) if by else {}
            chosen = shards.chosen([item.nodeid for item in items], shard, config.rootpath, measured)
            config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
            items[:] = [item for item in items if item.nodeid in chosen]
        if count > 1:
            items[:] = rounds(items, count, str(getattr(config.option, "randomly_seed", 0)))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Record the scenarios to run; from now on no step definition is added."""
    step_index.forget(session._fixturemanager)
    session.config.stash[VERDICT].collect(item.nodeid for item in session.items)
    garbage_collection.keep_all()
    if is_feature_run(session.config):
        session.config.pluginmanager.register(garbage_collection.Garbage(), "enhancement kit garbage")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    """Record the scenarios to run, as a worker collected them."""
    node.config.stash[VERDICT].collect(ids)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Start the backends before anything runs, so that broken ones are one harness error and not one per scenario.

    Without workers, the process keeps these backends. With workers, it stops them again: the workers start meanwhile,
    and make their own.
    """
    config = session.config
    in_front = config.pluginmanager.hasplugin("dsession")
    scenarios = any(isinstance(item, ScenarioItem) for item in session.items)
    if is_worker(config) or config.option.collectonly or not (scenarios or (in_front and is_feature_run(config))):
        return None
    try:
        backends = worlds.get_backends(config)
        config.stash[RUN_INFO] = options.run_info(backends.choice, backends.identities)
        problem = worlds.stop_backends(config) if in_front else ""
    except HarnessError as error:
        problem = str(error)
    if problem:
        config.stash[VERDICT].stopped = True
        tell(config, problem)
    return True if problem else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Check that this run has the capabilities and the actors that the scenario needs."""
    if not isinstance(item, ScenarioItem):
        return
    item.stash[BROKEN] = ""
    try:
        backends = worlds.get_backends(item.config)
    except HarnessError as error:
        # happens only in a worker whose backends do not start although those of the controlling process did
        item.session.shouldstop = str(error)
        raise
    who = f"lane {backends.lane.name} with target {backends.target.name}"
    capabilities.require(item.tags, backends.has, who)
    if backends.target.actors:
        capabilities.require_actor(item.tags, backends.target.actors, load_catalogues(features_dir(item.config)))


def pytest_bdd_before_step(request: pytest.FixtureRequest, step: Any, step_func: Callable[..., object]) -> None:
    """Remember the step, so that a failure names its line."""
    if isinstance(request.node, ScenarioItem):
        request.node.enter(step, step_func)


@pytest.hookimpl(trylast=True)
def pytest_bdd_before_step_call(request: pytest.FixtureRequest) -> None:
    """Mark the body of the step as running, so that an exception from here on is the implementation's failure."""
    if isinstance(request.node, ScenarioItem):
        request.node.in_step = True


@pytest.hookimpl(tryfirst=True)
def pytest_bdd_after_step(request: pytest.FixtureRequest) -> None:
    """Forget the step, which has ended."""
    if isinstance(request.node, ScenarioItem):
        request.node.leave()


def pytest_bdd_step_error(
    request: pytest.FixtureRequest, step: Any, step_func_args: dict[str, Any], exception: BaseException
) -> None:
    """Record what broke, so that reports can group the scenarios that the same cause has broken."""
    request.node.stash[BROKEN] = broken_observation(step, step_func_args, exception)


def pytest_bdd_after_scenario(request: pytest.FixtureRequest) -> None:
    """Fail a scenario whose steps all passed if the implementation has left something that no step asked for."""
    item = request.node
    if not isinstance(item, ScenarioItem) or item.stash.get(BROKEN, "") or "world" not in request.fixturenames:
        return
    world: World = request.getfixturevalue("world")
    item.in_step = True
    left = list(left_behind(world))
    claim(not left, f"at the end of the scenario there is {'; '.join(left)}")
    item.leave()


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give the report of a scenario its state, reason and link, before any other plugin sees it."""
    report = yield
    if isinstance(item, ScenarioItem):
        error = call.excinfo.value if call.excinfo else None
        outcome = states.classify(error, in_step=item.in_step and call.when == "call")
        entry = expected_failures(item.config).get(item.nodeid)
        if entry is not None and (call.when == "call" or outcome.state == states.FAILED):
            outcome = judge(entry, outcome, datetime.date.today())
        report.kit_state = outcome.state  # type: ignore[attr-defined]
        red = outcome.state in (states.FAILED, states.HARNESS_ERROR)
        report.kit_reason = told(outcome.reason, error) if red else outcome.reason  # type: ignore[attr-defined]
        report.kit_link = outcome.link  # type: ignore[attr-defined]
        report.kit_usage = outcome.usage  # type: ignore[attr-defined]
        report.kit_where = item.where if error else ""  # type: ignore[attr-defined]
        in_call = item.stash.get(BROKEN, "") if call.when == "call" else ""
        report.kit_broken = (in_call or broken_outside(call.when, error)) if error else ""  # type: ignore[attr-defined]
        if outcome.state == states.FAILED and call.when == "call":
            report.sections.extend(logs_of_programs(item.config))
        if outcome.state in (states.NOT_APPLICABLE, states.SKIPPED):
            report.outcome = "skipped"
            file, line = item.place
            report.longrepr = (file, line, f"{outcome.state}: {outcome.reason}")
        elif outcome.state == states.FAILED and not call.excinfo:
            report.outcome = "failed"
            report.longrepr = f"{item.where}\n{outcome.reason}"
        elif call.excinfo and call.when != "call":
            # pytest uses the item's own representation only for a failure of the call
            report.longrepr = item.repr_failure(call.excinfo)
        if call.when == "call":
            item.leave()
    return report


def logs_of_programs(config: pytest.Config) -> list[tuple[str, str]]:
    """Return the last log lines of each of the target's external components, with a title."""
    target = worlds.get_backends(config).target
    logs = {name: target.components.logs(name)[-LOG_LINES:] for name in sorted(target.actors)}
    return [(f"log of {name}", "\n".join(lines)) for name, lines in logs.items() if lines]


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
    """Show a harness error as an error and a failure as a failure, in whatever phase they happened."""
    state = getattr(report, "kit_state", None)
    if state == states.HARNESS_ERROR:
        return "error", "E", "HARNESS ERROR"
    if state == states.FAILED:
        return "failed", "F", "FAILED"
    if state == states.NOT_APPLICABLE:
        return states.NOT_APPLICABLE, "n", "NOT APPLICABLE"
    return None

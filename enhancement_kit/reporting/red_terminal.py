"""What the terminal shows of a red run: one whole failure of each cause, a line for each scenario, the causes last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from enhancement_kit.reporting.failure_groups import Group, group_lines, red_line

_PLAIN_STYLE: Final = "auto"
"""pytest's own style of failures, unless somebody asks for another one."""
_FAILURES: Final = "fE"
"""The letters for failures among those of `-r`."""


def take_over(config: pytest.Config) -> bool:
    """Keep pytest from printing every failure, if nobody has asked for a style of them; tell whether it does not."""
    reporter = config.pluginmanager.getplugin("terminalreporter")
    if reporter is None or config.option.tbstyle != _PLAIN_STYLE or config.option.fulltrace:
        return False
    config.option.tbstyle = "no"
    reporter.reportchars = "".join(letter for letter in reporter.reportchars if letter not in _FAILURES)
    return True


def show_failures(reporter: Any, found: Sequence[Group]) -> None:
    """Print the whole failure of the first scenario of each group, then one line for each red scenario."""
    reports = [report for state in ("error", "failed") for report in reporter.stats.get(state, ())]
    reporter.section("failures, one for each cause", sep="=")
    for group in found:
        first = group.results[0].identity
        for report in reports:
            if report.nodeid == first.node:
                reporter.write_sep("_", f"{first.file}:{first.line} {first.unique_name}")
                report.toterminal(reporter.config.get_terminal_writer())
                for title, text in report.sections:
                    reporter.write_sep("-", title)
                    reporter.line(text.rstrip("\n"))
    reporter.section("red scenarios", sep="=")
    for group in found:
        for result in group.results:
            reporter.line(f"{result.state}: {red_line(result)}")


def show_groups(reporter: Any, found: Sequence[Group]) -> None:
    """Print the causes."""
    reporter.section("what broke, by cause", sep="=")
    for line in group_lines(found):
        reporter.line(line)

"""Merges the conformance reports of a run's shards into one, as a run of all their scenarios would have written it."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

from enhancement_kit.errors import UsageError
from enhancement_kit.reporting.conformance import LEFT_OUT, NOT_SELECTED, TIME_KEY, count
from enhancement_kit.reporting.matrix import Cells
from enhancement_kit.reporting.saved.comparing import shown_setting
from enhancement_kit.reporting.saved.reading import Report
from enhancement_kit.reporting.verdicts import NO_SCENARIO, NOT_AUTOMATABLE, NOT_RUN, verdict_of

_SAME: Final = ("lane", "profile", "variants", "backends")


def merge(named: Sequence[tuple[str, Report]]) -> Report:
    """Merge the reports of all scenarios, given with the names of their files, into a new one.

    Raises UsageError where the runs differ in kit, lane, profile, variants, backends, documents or requirements, or
    where two of them disagree about a scenario that both ran.
    """
    for one, other in pairwise(named):
        _demand_same(one, other)
    reports = [report for _, report in named]
    merged = copy.deepcopy(reports[0])
    _demand_agreement(named)
    for enhancement in merged["enhancements"]:
        parts = [_part(report, enhancement["folder"]) for report in reports]
        enhancement["scenarios"] = _scenarios(parts)
        ran = {scenario["id"] for scenario in enhancement["scenarios"]}
        enhancement[LEFT_OUT] = _left_out(parts, ran)
    carriers: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for enhancement in merged["enhancements"]:
        for scenario in enhancement["scenarios"]:
            for tag in scenario.get("tags", ()):
                carriers[tag].append(scenario)
    for enhancement in merged["enhancements"]:
        enhancement["requirements"] = [
            _requirement(entry, carriers[entry["id"]]) for entry in enhancement["requirements"]
        ]
    merged[TIME_KEY] = _times(reports)
    merged["run"]["selection"] = _selection(merged, reports)
    merged["run"]["notes"] = list(dict.fromkeys(note for report in reports for note in report["run"]["notes"]))
    merged["problems"] = sorted({problem for report in reports for problem in report["problems"]})
    merged["matrix"] = _matrix(reports)
    count(merged)
    return merged


def _demand_same(one: tuple[str, Report], other: tuple[str, Report]) -> None:
    """Refuse reports that cannot come from the same run."""
    (first, a), (second, b) = one, other

    def refuse(what: str, was: Any, now: Any) -> None:
        raise UsageError(
            f"{first} and {second} cannot be merged: {what} {shown_setting(was)} and {shown_setting(now)}; "
            "merge reports of one kind of run only, or look at them with ekit report compare"
        )

    if a["kit"] != b["kit"]:
        refuse("they are of kit", a["kit"]["version"], b["kit"]["version"])
    for key in _SAME:
        if a["run"][key] != b["run"][key]:
            refuse(f"they are of {key}", a["run"][key], b["run"][key])
    folders = ([e["folder"] for e in a["enhancements"]], [e["folder"] for e in b["enhancements"]])
    if folders[0] != folders[1]:
        refuse("they have the enhancements", *(", ".join(names) for names in folders))
    for left, right in zip(a["enhancements"], b["enhancements"], strict=True):
        for key in ("document", "revision", "status"):
            if left.get(key) != right.get(key):
                refuse(f"{key} of {left['folder']} is", left.get(key), right.get(key))
        requirements = [[(r["id"], r["level"], r.get("proof")) for r in e["requirements"]] for e in (left, right)]
        if requirements[0] != requirements[1]:
            changed = sorted({entry[0] for entry in set(requirements[0]) ^ set(requirements[1])}) or [
                right["requirements"][0]["id"]
            ]
            refuse(f"their catalogues of {left['folder']} differ, for example in {changed[0]}:", *_sizes(requirements))


def _sizes(requirements: list[list[tuple[Any, ...]]]) -> tuple[str, str]:
    one, other = (f"{len(entries)} requirements" for entries in requirements)
    return one, other


def _demand_agreement(named: Sequence[tuple[str, Report]]) -> None:
    """Refuse reports that contradict each other about a scenario."""
    seen: dict[str, tuple[str, str]] = {}
    for name, report in named:
        for enhancement in report["enhancements"]:
            for scenario in enhancement["scenarios"]:
                node, state = scenario["id"], scenario["state"]
                other, before = seen.setdefault(node, (name, state))
                if before != state:
                    raise UsageError(
                        f"{other} and {name} do not agree about {node}: {before} and {state}; "
                        "leave one of them out, or find out why the results differ"
                    )


def _part(report: Report, folder: str) -> dict[str, Any]:
    found: dict[str, Any] = next(entry for entry in report["enhancements"] if entry["folder"] == folder)
    return found


def _scenarios(parts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    taken: dict[str, dict[str, Any]] = {}
    for part in parts:
        for scenario in part["scenarios"]:
            taken.setdefault(scenario["id"], scenario)
    return sorted(taken.values(), key=lambda scenario: (scenario["file"], scenario["line"], scenario["id"]))


def _left_out(parts: Sequence[dict[str, Any]], ran: set[str]) -> list[dict[str, Any]]:
    """Return what no part ran, by the reason for leaving it out.

    All parts give the same reason, except that a part's selection may have left it out.
    """
    reasons: dict[str, str] = {}
    for part in parts:
        for group in part[LEFT_OUT]:
            for node in group["scenarios"]:
                if node not in ran and reasons.get(node, NOT_SELECTED) == NOT_SELECTED:
                    reasons[node] = group["reason"]
    grouped: dict[str, list[str]] = {}
    for node, reason in reasons.items():
        grouped.setdefault(reason, []).append(node)
    return [{"reason": reason, "scenarios": nodes} for reason, nodes in sorted(grouped.items())]


def _requirement(entry: dict[str, Any], own: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if own:
        verdict = verdict_of(scenario["state"] for scenario in own)
    else:
        verdict = entry["verdict"] if entry["verdict"] in (NO_SCENARIO, NOT_AUTOMATABLE) else NOT_RUN
    kept = {key: value for key, value in entry.items() if key not in ("verdict", "scenarios")}
    named = {"scenarios": [scenario["id"] for scenario in own]} if own else {}
    return {**kept, "verdict": verdict, **named}


def _times(reports: Sequence[Report]) -> dict[str, Any]:
    """Return the first start, the last end and the sum of the seconds, since shards run side by side."""
    times = [report[TIME_KEY] for report in reports]
    return {
        "started": min(time["started"] for time in times),
        "finished": max(time["finished"] for time in times),
        "seconds": round(sum(time["seconds"] for time in times), 3),
        "seed": ", ".join(dict.fromkeys(time["seed"] for time in times)),
    }


def _selection(merged: Report, reports: Sequence[Report]) -> str:
    """Return `all` where together the runs left out nothing by selection, else the selection of each."""
    missing = any(group["reason"] == NOT_SELECTED for e in merged["enhancements"] for group in e[LEFT_OUT])
    given = dict.fromkeys(report["run"]["selection"] for report in reports)
    return " and ".join(given) if missing else "all"


def _matrix(reports: Sequence[Report]) -> list[dict[str, Any]]:
    cells = Cells()
    for report in reports:
        for cell in report["matrix"]:
            for entry in cell["seen"]:
                for node in entry["scenarios"]:
                    cells.add(cell, entry["values"], node)
    return cells.in_order()

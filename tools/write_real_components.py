"""Write docs/real-components.md from conformance reports of lane real-ccm; --check compares instead of writing."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.runner.expected_failures import PREFIX
from enhancement_kit.specification.requirements import Catalogue, Requirement, load_catalogues

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "real-components.md"
ACTOR = "cloud-controller-manager"
MODULE = ROOT / "tools" / "control_plane" / "cloud_controller" / "go.mod"
PROFILES = {"shipped": "as released", "document": "as documented"}
AGREED, NOT_PART = "agreed", "not part of this profile"

HEAD = """# Real components

This page shows how the real cloud controller manager of AWS (cloud-provider-aws {version}) behaves, compared with the
documents. The scenarios whose requirements have the actor `{actor}` run it on a real
kube-apiserver and the served simulated AWS, together with the reference's operators. `make real-ccm` runs both lanes
and fails if this page is out of date. `tools/write_real_components.py` generates the page from the reports of both
lanes.

*As released* is lane `real-ccm` (profile `shipped`), and *as documented* is lane `real-ccm-document` (profile
`document`). *Agreed*: every scenario that carries the id passes. *Deviates*: a scenario is expected to fail, for the
reason given. *Interpretation*: the interpretations of the requirement. Where an interpretation resolves a contradiction
in favour of what was released, the manager agrees with it.

{totals}
"""


def main(arguments: Sequence[str]) -> int:
    """Write or check the page; 0 when written or up to date, 1 where it is out of date, 2 for a wrong call."""
    paths = [Path(argument) for argument in arguments if argument != "--check"]
    try:
        reports = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in paths]
        by_profile = {report["run"]["profile"]: report for report in reports}
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        print(f"no conformance report: {error}", file=sys.stderr)
        return 2
    if set(by_profile) != set(PROFILES) or len(paths) != len(PROFILES):
        print(
            "usage: write_real_components.py [--check] REPORT REPORT    (profiles shipped and document)",
            file=sys.stderr,
        )
        return 2
    text = render(by_profile)
    if "--check" not in arguments:
        PAGE.write_text(text, encoding="utf-8")
        print(f"written: {PAGE}")
        return 0
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print(
            f"{PAGE} is out of date: real components behave differently; write the page again and review the difference"
        )
        return 1
    print(f"{PAGE} is up to date")
    return 0


def render(reports: Mapping[str, Any]) -> str:
    """Render the page."""
    findings = {profile: _findings(report) for profile, report in reports.items()}
    catalogues = [c for c in load_catalogues(ROOT / "features") if any(_own(c))]
    totals = ["| profile | agreed | deviates | other |", "|---|---|---|---|"]
    for profile, title in PROFILES.items():
        found = [findings[profile][r.id] for c in catalogues for r in _own(c)]
        agreed = found.count(AGREED)
        deviating = sum(text.startswith("deviates") for text in found)
        totals.append(f"| {title} | {agreed} | {deviating} | {len(found) - agreed - deviating} |")
    version = re.search(r"^\s*k8s\.io/cloud-provider-aws (v\S+)", MODULE.read_text(encoding="utf-8"), re.M)
    head = HEAD.format(version=version[1] if version else "of unknown version", actor=ACTOR, totals="\n".join(totals))
    return "\n".join([head, *(line for catalogue in catalogues for line in _section(catalogue, findings))])


def _own(catalogue: Catalogue) -> Iterator[Requirement]:
    return (requirement for requirement in catalogue.requirements if requirement.actor == ACTOR)


def _section(catalogue: Catalogue, findings: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    yield f"## {catalogue.enhancement.name}\n"
    yield f"| id | requirement | interpretation | {' | '.join(PROFILES.values())} |"
    yield f"|---|---|---|{'---|' * len(PROFILES)}"
    for requirement in _own(catalogue):
        interpretations = ", ".join(one.id for one in catalogue.interpretations if requirement.id in one.about)
        cells = [interpretations, *(findings[profile][requirement.id] for profile in PROFILES)]
        yield f"| {requirement.id} | {_cell(requirement.text)} | {' | '.join(map(_cell, cells))} |"
    yield ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _findings(report: Mapping[str, Any]) -> dict[str, str]:
    """Return the finding about each requirement, by its id."""
    found: dict[str, str] = {}
    # a scenario may carry ids of another enhancement
    scenarios = {scenario["id"]: scenario for e in report["enhancements"] for scenario in e["scenarios"]}
    for enhancement in report["enhancements"]:
        for requirement in enhancement["requirements"]:
            own = [scenarios[name] for name in requirement.get("scenarios", ())]
            found[requirement["id"]] = _finding(requirement["verdict"], own)
    return found


def _finding(verdict: str, scenarios: Sequence[Mapping[str, Any]]) -> str:
    if verdict == "proven":
        return AGREED
    reasons = list(dict.fromkeys(str(s.get("reason", "")) for s in scenarios if s["state"] not in ("passed",)))
    known = [reason.removeprefix(PREFIX) for reason in reasons if reason.startswith(PREFIX)]
    if known and verdict != "failed":
        return f"deviates: {'; '.join(known)}"
    if verdict == "not run":
        return NOT_PART
    return ": ".join(filter(None, (verdict, "; ".join(reasons))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

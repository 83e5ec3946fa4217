"""The page about the strictness rules, written from the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable

from enhancement_kit.cloud.simulated.strictness import RULES
from enhancement_kit.cloud.simulated.strictness.engine import Rule

_SERVICES = {
    "elb": "Classic Load Balancers",
    "elbv2": "Network and Application Load Balancers",
    "ec2": "EC2",
    "route53": "Route 53",
    "sts": "Security Token Service",
    "resourcegroupstaggingapi": "Resource groups tagging API",
}

_HEAD = """\
# Strictness: where the simulated AWS corrects moto

<!-- Written by tools/write_strictness.py from the rules; a test compares. Do not edit. -->

moto accepts what AWS refuses in the places that the enhancements are about. Each rule below is one correction; it acts
on moto's backends, so that clients in the process, over HTTP and over HTTPS meet the same. Every rule has a test with
it and one without it, so that a correction upstream is noticed. Nothing here was run against AWS.

*Quoted* means that code and message, or the behaviour, were found in the source named; *guessed* means that the rule is
documented and code or message are not, so that no scenario may quote them.
"""


def render() -> str:
    """Render the page as Markdown."""
    rules = list(RULES.values())
    guessed = sum(not rule.verified for rule in rules)
    parts = [_HEAD, f"{len(rules)} rules, {len(rules) - guessed} quoted, {guessed} guessed.\n"]
    for service, title in _SERVICES.items():
        parts.append(f"## {title}\n")
        parts += map(_entry, _of(service, rules))
    return "\n".join(parts)


def _of(service: str, rules: Iterable[Rule]) -> list[Rule]:
    return sorted((rule for rule in rules if rule.calls[0].split()[0] == service), key=lambda rule: rule.id)


def _entry(rule: Rule) -> str:
    lines = [
        f"### {rule.id}\n",
        f"- Calls: {', '.join(call.split()[1] for call in dict.fromkeys(rule.calls))}",
        f"- moto {rule.moto}.",
        f"- AWS {rule.aws}.",
    ]
    if rule.code:
        lines.append(f"- Error: `{rule.code}`: `{rule.message}`")
    lines += [f"- Source: {rule.source}", f"- Status: {'quoted' if rule.verified else 'guessed'}\n"]
    return "\n".join(lines)

"""What each enhancement has to try: its commands, on a network with subnets and Elastic IPs that all of them share.

In the commands of an enhancement.yaml `{pub-a}` is the id of a subnet and `{eip-1}` that of an Elastic IP.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.specification.enhancements import Enhancements, Try
from enhancement_kit.specification.findings import Finding, choices_remedy

PLATFORM = "AWS"
"""Where an enhancement is tried that names no platform."""
REGION = "us-east-1"
SUBNETS = tuple(
    SubnetSpec(f"{short}-{zone}", f"{REGION}{zone}", visibility)
    for short, visibility in (("pub", "public"), ("priv", "private"))
    for zone in "ab"
)
ADDRESSES = ("eip-1", "eip-2", "eip-3", "eip-4")

_ALIASES = frozenset({*(subnet.alias for subnet in SUBNETS), *ADDRESSES})
# braces are also JSON's; an alias is a word with a hyphen and no quotes around it
_ALIAS = re.compile(r"\{([a-z0-9]+(?:-[a-z0-9]+)+)\}")


@dataclass(frozen=True)
class Scene:
    """One enhancement in the playground."""

    folder: str
    name: str
    """Of its document."""
    title: str
    tries: tuple[Try, ...]
    platform: str


def scenes(enhancements: Enhancements) -> tuple[Scene, ...]:
    """Return the enhancements that have something to try, in their order."""
    return tuple(
        Scene(found.folder, found.name, found.title, found.playground.tries, found.playground.platform or PLATFORM)
        for found in enhancements
        if found.playground is not None
    )


def gates(enhancements: Enhancements) -> frozenset[str]:
    """Return the feature gates of every cluster of the playground: those that some enhancement asks for."""
    return frozenset(gate for found in enhancements if found.playground for gate in found.playground.gates)


def filled(command: str, ids: Mapping[str, str]) -> str:
    """Put ids in place of the aliases in a command."""
    for alias, identifier in ids.items():
        command = command.replace("{" + alias + "}", identifier)
    return command


def check_aliases(enhancements: Enhancements) -> Iterator[Finding]:
    """Find aliases that the playground does not have."""
    for found in enhancements:
        for number, one in enumerate(found.playground.tries if found.playground else ()):
            for alias in dict.fromkeys(_ALIAS.findall(one.commands)):
                if alias not in _ALIASES:
                    message = f"{{{alias}}} is no subnet and no Elastic IP of the playground"
                    line = found.line("playground", "try", number, "commands")
                    yield Finding(found.file, line, message, choices_remedy(alias, _ALIASES, "aliases"))

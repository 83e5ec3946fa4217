"""The configuration of the cloud provider (cloud.conf) as a reader sees it, for claims about what it says."""

from __future__ import annotations

import configparser
from collections.abc import Mapping

from enhancement_kit.errors import ClaimFailed

Sections = Mapping[str, Mapping[str, str]]


def sections(text: str) -> Sections:
    """Values by section and key, quotes around values dropped. Fails the scenario for a text that cannot be read."""
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, empty_lines_in_values=False)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ClaimFailed(f"the cloud config cannot be read: {error}; it is {text!r}") from error
    return {name: {key: value.strip().strip('"') for key, value in parser.items(name)} for name in parser.sections()}


def overrides(found: Sections) -> list[Mapping[str, str]]:
    """The sections that give a service another endpoint, in their order."""
    return [values for name, values in found.items() if name.split()[0].lower() == "serviceoverride"]


def others(found: Sections) -> Sections:
    """All other sections."""
    return {name: values for name, values in found.items() if name.split()[0].lower() != "serviceoverride"}

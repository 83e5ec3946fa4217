"""The configuration of the cloud provider (cloud.conf), parsed for claims about its content."""

from __future__ import annotations

import configparser
from collections.abc import Mapping

from enhancement_kit.errors import ClaimFailed

Sections = Mapping[str, Mapping[str, str]]


def sections(text: str) -> Sections:
    """Parse values by section and key, without quotes around values. Fails the scenario for an invalid text."""
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, empty_lines_in_values=False)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ClaimFailed(f"the cloud config cannot be read: {error}; it is {text!r}") from error
    return {name: {key: value.strip().strip('"') for key, value in parser.items(name)} for name in parser.sections()}


def overrides(found: Sections) -> list[Mapping[str, str]]:
    """Return the sections that give a service another endpoint, in their order."""
    return [values for name, values in found.items() if name.split()[0].lower() == "serviceoverride"]


def others(found: Sections) -> Sections:
    """Return all other sections."""
    return {name: values for name, values in found.items() if name.split()[0].lower() != "serviceoverride"}

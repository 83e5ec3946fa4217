"""The file that says what runs in the place of the reference: programs, or what runs in the cluster already."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.errors import UsageError
from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.specification.findings import Finding, FindingsError, choices_remedy
from enhancement_kit.specification.yaml_reader import Field, YamlReader, line_of

from .placeholders import PLACEHOLDERS, used

REFERENCE, NOBODY = "reference", "nobody"
MARKER, QUIET = "marker", "quiet"

_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
_VARIABLE = re.compile(r"(?s)[A-Za-z_][A-Za-z0-9_]*=.*")
_HEAD: Mapping[str, Field] = {
    "others": Field(values=frozenset({REFERENCE, NOBODY}), required=True),
    "capabilities": Field("texts"),
    "components": Field("mappings", required=True),
}
_COMPONENT: Mapping[str, Field] = {
    "name": Field(required=True, pattern=_NAME, example="cloud-controller-manager"),
    "running": Field("bool"),
    "program": Field(),
    "remedy": Field(),
    "arguments": Field("texts"),
    "environment": Field("texts", pattern=_VARIABLE, example="NAME=value"),
    "files": Field("mappings"),
    "platforms": Field("texts"),
    "settled": Field(values=frozenset({MARKER, QUIET})),
}
_FILE: Mapping[str, Field] = {
    "name": Field(required=True, pattern=re.compile(r"[\w.-]+"), example="cloud.conf"),
    "content": Field(required=True),
}


@dataclass(frozen=True)
class Component:
    """One component that is not the reference's."""

    name: str
    """As scenarios and the catalogues call it: `cloud-controller-manager`."""
    running: bool = False
    """Whether it runs in the cluster already, so that nothing is started."""
    program: str = ""
    """A name to look for, or a path, from the file's folder where it is relative."""
    remedy: str = ""
    """How to get the program."""
    arguments: Sequence[str] = ()
    environment: Sequence[str] = ()
    """`NAME=value`, on top of what it needs to reach AWS."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Content by name, written into the folder of the program before it starts."""
    platforms: Sequence[str] = ()
    """The platforms on which it runs; all where none is named."""
    settled: str = QUIET
    """How the end of its work is seen: by a marker Service that its queue has reached, or by quiet."""

    @property
    def placeholders(self) -> frozenset[str]:
        """What has to be known of a scenario's world before it can start."""
        return used(*self.arguments, *self.environment, *self.files.values())


@dataclass(frozen=True)
class Setup:
    """One implementation that is made of several programs."""

    path: Path
    others: str
    """Which target provides the components that are not named: the reference, or none."""
    capabilities: frozenset[str]
    components: Sequence[Component]

    @property
    def names(self) -> frozenset[str]:
        """The components that are not the reference's."""
        return frozenset(component.name for component in self.components)


def load(path: Path) -> Setup:
    """Read the file. Raises FindingsError with every finding, UsageError where it cannot be read."""
    try:
        raw = read_bytes(path)
    except Unreadable as error:
        raise UsageError(
            f"{path}: the file of components cannot be read ({error.reason}); name an existing one with --components"
        ) from error
    findings: list[Finding] = []
    reader = YamlReader(str(path), findings)
    node = reader.compose(raw)
    head = reader.mapping(node, _HEAD, "the file of components") if node is not None else {}
    components = [_component(reader, child) for child in head.get("components", ())]
    if node is not None and "components" in head and not components:
        reader.add(line_of(node), "no component is named", "name one below components")
    names = [component.name for component in components if component is not None]
    for name in sorted({name for name in names if names.count(name) > 1}):
        reader.add(1, f"the component {name} is named twice", "keep one of them")
    if findings:
        raise FindingsError(findings)
    return Setup(
        path,
        head["others"],
        frozenset(head.get("capabilities", ())),
        [component for component in components if component is not None],
    )


def _component(reader: YamlReader, node: yaml.Node) -> Component | None:
    before = len(reader.findings)
    values: dict[str, Any] = reader.mapping(node, _COMPONENT, "a component")
    line, name = line_of(node), values.get("name", "a component")
    if values.get("running") and "program" in values:
        reader.add(line, f"{name} runs already and has a program", "remove running or program")
    if not values.get("running") and "program" not in values:
        reader.add(line, f"{name} has no program", "name its program, or write running: true")
    entries = [reader.mapping(child, _FILE, f"a file of {name}") for child in values.pop("files", ())]
    files = {entry["name"]: entry["content"] for entry in entries if len(entry) == len(_FILE)}
    for word in sorted(used(*values.get("arguments", ()), *values.get("environment", ()), *files.values())):
        if word not in PLACEHOLDERS:
            message = f"{name} uses {{{word}}}, for which there is no value"
            reader.add(line, message, choices_remedy(word, PLACEHOLDERS, "placeholders"))
    return None if len(reader.findings) > before else Component(**values, files=files)

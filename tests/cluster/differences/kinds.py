"""The kinds that requests are about, with valid objects of each; see kinds.yaml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import yaml

from ..conftest import Json

FILE = Path(__file__).with_name("kinds.yaml")


@dataclass(frozen=True)
class Kind:
    """One kind in one version."""

    name: str
    api_version: str
    path: str
    bodies: tuple[Json, ...]
    cluster: bool = False
    weight: float = 1
    scale: bool = False
    selectable: tuple[str, ...] = ()

    @property
    def custom(self) -> bool:
        return self.api_version.startswith("example.test/")

    @property
    def model(self) -> str:
        """The name of its Go type, as the models of the embedded server have it."""
        if self.name == "Event":
            return "CoreV1Event"
        return "V1" + self.name


def load() -> list[Kind]:
    """Return all kinds."""
    out = []
    for row in yaml.safe_load(FILE.read_text(encoding="utf-8")):
        path = re.sub(r"^\$(?!core|widgets)[a-z]+", f"/apis/{row['apiVersion']}/namespaces/$ns", row["path"])
        more = {key: row[key] for key in ("cluster", "weight", "scale") if key in row}
        selectable = tuple(row.get("selectable", ()))
        out.append(Kind(row["kind"], row["apiVersion"], path, tuple(row["bodies"]), selectable=selectable, **more))
    return out

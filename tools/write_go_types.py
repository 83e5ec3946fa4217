"""Write the fields of the Go types of built-in kinds: what each is, and when it is left out of JSON.

Run: python tools/write_go_types.py API APIMACHINERY

The two folders are the sources of the Go modules k8s.io/api and k8s.io/apimachinery, of the release that
tools/control_plane/go.mod pins: `go list -m -f '{{.Dir}}' k8s.io/api` there. Only what the kinds that the embedded API
serves are made of is written. A field reads `name type`: `name!` is written even if it is empty, `.Name` is a struct
whose fields are inlined; a scalar with a name of its own reads `v1.PodPhase=string`; `~set`, `~map:a+b` and `~atomic`
say how lists and maps merge.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from write_protobuf_fields import Package, Reader

from enhancement_kit.cluster.embedded.builtins.go_types import FILE

LINE = re.compile(r"^\t(?:(\w+)[ \t]+)?([\w.*\[\]]+)[ \t]+`(.*)`")
MARK = re.compile(r"^\t*//\s*\+(listType|listMapKey|mapType|structType)=(\w+)", re.M)
ATOMIC = re.compile(r"^((?://.*\n)+)type (\w+) struct", re.M)


class Types(Reader):
    """Follows types from package to package, with what JSON needs to know."""

    def __init__(self, api: Path, machinery: Path) -> None:
        """Store the folders of the packages."""
        super().__init__(api, machinery)
        self.atomic: set[str] = set()

    def message(self, name: str) -> str:
        """Add a struct, and every struct in it, to those found; return its name."""
        if name in self.found:
            return name
        self.found[name] = ""
        place, _, kind = name.rpartition(".")
        package = self._package(place)
        if kind in _atomic(package, self._folder(place)):
            self.atomic.add(name)
        fields, marks = [], []
        for line in package.structs[kind].splitlines():
            if mark := MARK.match(line):
                marks.append(mark.groups())
            elif found := LINE.match(line):
                own, go_type, tags = found.groups()
                if shown := self._field(own or "", go_type, tags, place):
                    fields.append(shown + _merging(marks))
                marks = []
        self.found[name] = ", ".join(fields)
        return name

    def _field(self, own: str, go_type: str, tags: str, place: str) -> str:
        json_name = re.search(r'json:"([^"]*)"', tags)
        name, *options = (json_name[1] if json_name else own).split(",")
        if go_type.endswith("TypeMeta") or name == "-":
            return ""
        if "inline" in options or not name:
            return f".{own or go_type.rpartition('.')[2].lstrip('*')} {self._type(go_type, place)}"
        omitted = "omitempty" in options, "omitzero" in options
        kept = "!" if not any(omitted) else "?" if omitted[1] else ""
        return f"{name}{kept} {self._type(go_type, place)}"

    def _scalar(self, go_type: str) -> str:
        return go_type

    def _own_word(self, name: str) -> str:
        own = super()._own_word(name)
        # a list of texts has no JSON of its own
        return "" if own == "texts" else own

    def _named(self, place: str, kind: str) -> str:
        return f"{place.rpartition('/')[2]}.{kind}={super()._named(place, kind)}"


def _atomic(package: Package, folder: Path) -> set[str]:
    out = set()
    for path in folder.glob("*.go"):
        if "_test" not in path.name and "generated" not in path.name:
            for comment, kind in ATOMIC.findall(path.read_text(encoding="utf-8")):
                if "+structType=atomic" in comment and kind in package.structs:
                    out.add(kind)
    return out


def _merging(marks: list[tuple[str, ...]]) -> str:
    kind = next((value for mark, value in marks if mark in ("listType", "mapType", "structType")), "")
    keys = "+".join(value for mark, value in marks if mark == "listMapKey")
    return f"~{kind}:{keys}" if keys else f"~{kind}" if kind and kind != "granular" else ""


def main(api: str, machinery: str) -> None:
    """Write the table."""
    reader = Types(Path(api), Path(machinery))
    kinds = {**reader.roots(), "autoscaling/v1 Scale": reader.message("autoscaling/v1.Scale")}
    # the body of a delete
    reader.message("meta/v1.DeleteOptions")
    table = {
        "kinds": dict(sorted(kinds.items())),
        "atomic": sorted(reader.atomic),
        "structs": dict(sorted(reader.found.items())),
    }
    FILE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Write which field of a built-in kind has which number in Kubernetes' protobuf: read from the tags of its Go types.

Run: python tools/write_protobuf_fields.py API APIMACHINERY

The two folders are the sources of the Go modules k8s.io/api and k8s.io/apimachinery, of the release that
tools/control_plane/go.mod pins: `go list -m -f '{{.Dir}}' k8s.io/api` there. Only what the kinds that the embedded API
serves are made of is written.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from enhancement_kit.cluster.embedded.builtins import resources
from enhancement_kit.cluster.embedded.core import Core
from enhancement_kit.cluster.embedded.protobuf import FIELDS

META = "meta/v1"
PLACES = {
    META: "pkg/apis/meta/v1",
    "resource": "pkg/api/resource",
    "intstr": "pkg/util/intstr",
    "runtime": "pkg/runtime",
    "types": "pkg/types",
}
"""Folders of apimachinery; those of API are named as they are."""
OWN_WORDS = {
    f"{META}.Time": "time",
    f"{META}.MicroTime": "micro",
    f"{META}.FieldsV1": "json",
    f"{META}.Duration": "duration",
    "resource.Quantity": "quantity",
    "intstr.IntOrString": "either",
    "runtime.RawExtension": "raw",
    **{f"{group}/v1.ExtraValue": "texts" for group in ("authentication", "authorization", "certificates")},
}
"""Types that JSON and protobuf write in ways of their own."""
SCALARS = {"string": "text", "bool": "truth", "int32": "int", "int64": "int", "float64": "float", "byte": "int"}
ALSO = ("DeleteOptions",)
STRUCT = re.compile(r"^type (\w+) struct \{\n(.*?)^\}", re.M | re.S)
FIELD = re.compile(r"^\t(?:(\w+)[ \t]+)?([\w.*\[\]]+)[ \t]+`(.*)`", re.M)
NAMED = re.compile(r"^type (\w+) ([\w.*\[\]]+)$", re.M)
IMPORT = re.compile(r'^\t(?:(\w+) )?"k8s\.io/(api|apimachinery)/([\w/]+)"', re.M)


class Package:
    """One package of Go types."""

    def __init__(self, place: str, folder: Path) -> None:
        """Read the package's types.go, or whatever file has its types."""
        # generated files name other packages as they like
        files = (p for p in sorted(folder.glob("*.go")) if "_test" not in p.name and "generated" not in p.name)
        source = "\n".join(p.read_text(encoding="utf-8") for p in files)
        self.place = place
        self.structs = dict(STRUCT.findall(source))
        self.named = dict(NAMED.findall(source))
        self.imports = {
            (alias or path.rpartition("/")[2]): next((k for k, v in PLACES.items() if v == path), path)
            for alias, _, path in IMPORT.findall(source)
        }


class Reader:
    """Follows types from package to package."""

    def __init__(self, api: Path, machinery: Path) -> None:
        """Store the folders of the packages; none is read yet."""
        self._api, self._machinery = api, machinery
        self._packages: dict[str, Package] = {}
        self.found: dict[str, str] = {}

    def _package(self, place: str) -> Package:
        if place not in self._packages:
            self._packages[place] = Package(place, self._folder(place))
        return self._packages[place]

    def _folder(self, place: str) -> Path:
        return self._machinery / PLACES[place] if place in PLACES else self._api / place

    def message(self, name: str) -> str:
        """Add a message, and every message in it, to those found; return its name."""
        if name not in self.found:
            self.found[name] = ""
            place, _, kind = name.rpartition(".")
            fields = []
            for own, go_type, tags in FIELD.findall(self._package(place).structs[kind]):
                number = re.search(r'protobuf:"\w+,(\d+),', tags)
                if number:
                    json_name = re.search(r'json:"([^,"]*)', tags)
                    shown = json_name[1] if json_name else own
                    fields.append(f"{number[1]} {shown or '.'} {self._type(go_type, place)}")
            self.found[name] = ", ".join(fields)
        return name

    def _type(self, go_type: str, place: str) -> str:
        if go_type.startswith("*"):
            return "*" + self._type(go_type[1:], place)
        if go_type == "[]byte":
            return "bytes"
        if go_type.startswith("[]"):
            return "[]" + self._type(go_type[2:], place)
        if found := re.fullmatch(r"map\[[\w.]+\](.*)", go_type):
            return "{}" + self._type(found[1], place)
        if go_type in SCALARS:
            return self._scalar(go_type)
        package = self._package(place)
        alias, _, kind = go_type.rpartition(".")
        there = package.imports[alias] if alias else place
        name = f"{there}.{kind}"
        if own := self._own_word(name):
            return own
        if kind in self._package(there).named:
            return self._named(there, kind)
        return self.message(name)

    def _scalar(self, go_type: str) -> str:
        return SCALARS[go_type]

    def _own_word(self, name: str) -> str:
        return OWN_WORDS.get(name, "")

    def _named(self, place: str, kind: str) -> str:
        return self._type(self._package(place).named[kind], place)

    def roots(self) -> dict[str, str]:
        """Follow the types of all kinds that the embedded API serves; return their names by version and kind."""
        found = {}
        for resource in (*resources(list), *(action.kind for action in Core().actions.known.values())):
            group = resource.group.partition(".")[0] or "core"
            name = f"{group}/{resource.version}.{resource.kind}"
            found[f"{resource.api_version} {resource.kind}"] = self.message(name)
        for kind in ALSO:
            found[f"v1 {kind}"] = self.message(f"{META}.{kind}")
        return found


def main(api: str, machinery: str) -> None:
    """Write the table."""
    reader = Reader(Path(api), Path(machinery))
    roots = reader.roots()
    # what the subresource of several kinds takes
    roots["autoscaling/v1 Scale"] = reader.message("autoscaling/v1.Scale")
    table = {"kinds": dict(sorted(roots.items())), "messages": dict(sorted(reader.found.items()))}
    FIELDS.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The grammar of requests: sessions of a handful that share objects, in the form of the behaviours."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any
from urllib.parse import quote

import yaml

from ..conftest import Json
from .kinds import Kind
from .mutations import LONG, doubled, mutated

NAMES = ("a", "b")
ODD_NAMES = ("A", "a_b", "-a", "a.b", "none", LONG, "a%20b", "a:b")
LABELS = ("x=y", "x!=y", "x", "!x", "x in (y,z)", "x notin (y)", "x=y,in", "x==", "x in ()", "x=A b!", ",", "x>1", "=")
FORMS = (
    "table",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json",
    "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    "application/yaml",
    "text/plain",
    "*/*",
    "application/json;as=Table;v=v2;g=meta.k8s.io",
)
DOCUMENTS = (
    "/api",
    "/apis",
    "/api/v1",
    "/apis/$group",
    "/apis/$version",
    "/nothing",
    "/apis/none",
    "/api/v2",
)
WRITES = (
    ("dryRun=All", 4),
    ("fieldManager=m", 3),
    ("fieldValidation=Strict", 3),
    ("fieldValidation=Ignore", 2),
    ("pretty=true", 1),
    ("dryRun=None", 0.3),
    ("fieldValidation=Other", 0.3),
    ("fieldManager=" + "x" * 200, 0.3),
    ("fieldManager=%01", 0.3),
    ("force=true", 0.3),
)
DELETES = (
    ("dryRun=All", 3),
    ("propagationPolicy=Background", 2),
    ("propagationPolicy=Other", 0.5),
    ("gracePeriodSeconds=0", 1),
    ("gracePeriodSeconds=-1", 0.3),
    ("orphanDependents=false", 0.5),
    ("dryRun=x", 0.3),
)
READS = (
    ("limit=1", 3),
    ("resourceVersion=0", 1),
    ("resourceVersion=1&resourceVersionMatch=NotOlderThan", 0.5),
    ("resourceVersionMatch=Exact", 0.5),
    ("resourceVersion=x", 0.5),
    ("resourceVersion=99999999", 0.2),
    ("limit=-1", 0.3),
    ("limit=x", 0.3),
    ("continue=x", 0.3),
    ("pretty=true", 0.5),
)


def session(random: Random, kinds: list[Kind]) -> list[Json]:
    """Return the requests of one session."""
    kind = random.choices(kinds, [k.weight for k in kinds])[0]
    writer = _Writer(random, kind)
    out = [writer.create()]
    out += [writer.any() for _ in range(random.choice((1, 2, 3, 4, 5)))]
    return out


class _Writer:
    """Writes requests about one kind."""

    def __init__(self, random: Random, kind: Kind) -> None:
        self.random = random
        self.kind = kind
        self.kept: list[str] = []
        self.acts = (
            (self.create, 6),
            (self.get, 3),
            (self.list, 4),
            (self.update, 6),
            (self.merge, 5),
            (self.strategic, 2),
            (self.json_patch, 3),
            (self.apply, 5),
            (self.status, 2),
            (self.scale, 2 if kind.scale else 0.2),
            (self.delete, 3),
            (self.delete_collection, 0.7),
            (self.watch, 0.12),
            (self.odd, 1.2),
        )

    def any(self) -> Json:
        return self.random.choices([act for act, _ in self.acts], [weight for _, weight in self.acts])[0]()

    # parts of requests

    def name(self) -> str:
        if self.random.random() < 0.04:
            return self.random.choice(ODD_NAMES)
        return ("$ns-" if self.kind.cluster else "") + self.random.choice((*NAMES, "a"))

    def one(self) -> str:
        return f"{self.kind.path}/{self.name()}"

    def options(self, table: tuple[tuple[str, float], ...], chance: float = 0.4, **fixed: str) -> str:
        chosen = [f"{k}={quote(v, safe='$')}" for k, v in fixed.items()]
        while self.random.random() < chance:
            option = self.random.choices([o for o, _ in table], [w for _, w in table])[0]
            if not any(o.partition("=")[0] == option.partition("=")[0] for o in chosen):
                chosen.append(option)
        return "?" + "&".join(chosen) if chosen else ""

    def object(self) -> Json:
        """Return a valid object."""
        meta: Json = {"name": ("$ns-" if self.kind.cluster else "") + self.random.choice((*NAMES, "a"))}
        if self.kind.cluster:
            meta["labels"] = {"in": "$ns"}
        if self.random.random() < 0.3:
            meta.setdefault("labels", {})["x"] = self.random.choice(("y", "z", ""))
        if self.random.random() < 0.1:
            meta["annotations"] = {"example.com/a": "b"}
        if self.random.random() < 0.05:
            meta["finalizers"] = ["example.com/f"]
        if self.random.random() < 0.05:
            meta["generateName"] = meta.pop("name") + "-"
        body = deepcopy(self.random.choice(self.kind.bodies))
        return {"apiVersion": self.kind.api_version, "kind": self.kind.name, "metadata": meta, **body}

    def changed(self, chance: float = 0.55) -> Json:
        """Return an object, perhaps a wrong one."""
        obj = self.object()
        if self.random.random() < chance:
            return mutated(self.random, obj, "" if self.kind.custom else self.kind.model)
        return obj

    def keep(self) -> str:
        name = self.random.choice(NAMES)
        self.kept.append(name)
        return name

    def accept(self, chance: float = 0.15) -> Json:
        return {"accept": self.random.choice(FORMS)} if self.random.random() < chance else {}

    # requests

    def create(self) -> Json:
        out: Json = {"ask": f"POST {self.kind.path}{self.options(WRITES, 0.25)}"}
        obj, draw = self.changed(), self.random.random()
        if draw < 0.04:
            return {**out, "body": doubled(self.random, obj)}
        if draw < 0.07:
            return {**out, "type": "yaml", "body": yaml.safe_dump(obj)}
        if draw < 0.09:
            text = json.dumps(obj)
            return {**out, "body": text[: self.random.randrange(len(text))]}
        if draw < 0.1:
            return {
                **out,
                "type": self.random.choice(("text/plain", "merge", "application/json;charset=utf-8")),
                "body": obj,
            }
        if draw < 0.11:
            return {**out, "body": self.random.choice(([], "text", "1", "null"))}
        if draw < 0.13:
            return {**out, **self.accept(1), "body": obj}
        return {**out, "body": obj, "keep": self.keep()}

    def get(self) -> Json:
        return {
            "ask": f"GET {self.one()}{self.options((('pretty=true', 1), ('resourceVersion=0', 1)), 0.1)}",
            **self.accept(),
        }

    def list(self) -> Json:
        return {"ask": f"GET {self.kind.path}{self._selection(READS)}", **self.accept()}

    def _selection(self, table: tuple[tuple[str, float], ...]) -> str:
        fixed: dict[str, str] = {}
        if self.kind.cluster:
            fixed["labelSelector"] = "in=$ns"
        elif self.random.random() < 0.25:
            fixed["labelSelector"] = self.random.choice(LABELS)
        if self.random.random() < 0.15:
            field = self.random.choice(("metadata.name", "metadata.namespace", "spec.none", *self.kind.selectable * 2))
            value = self.random.choice(("a", "", "default", "t", "true", "0"))
            fixed["fieldSelector"] = field + self.random.choice(("=", "!=", "==", "")) + value
        return self.options(table, 0.25, **fixed)

    def update(self) -> Json:
        out: Json = {"ask": f"PUT {self.one()}{self.options(WRITES, 0.2)}"}
        if self.kept and self.random.random() < 0.6:
            wanted = self.changed()
            del wanted["kind" if self.random.random() < 0.02 and "kind" in wanted else _first(wanted, "apiVersion")]
            parts = {k: v for k, v in wanted.items() if k not in ("metadata", "apiVersion", "kind")}
            return {**out, "body": {"$from": self.random.choice(self.kept), "$with": parts}}
        return {**out, "body": self.changed()}

    def partial(self) -> Any:
        """Return a part of an object, perhaps a wrong one, for a patch."""
        obj = self.changed()
        for key in ("apiVersion", "kind", "metadata"):
            if self.random.random() < 0.9:
                obj.pop(key, None)
        if self.random.random() < 0.1:
            obj["metadata"] = self.random.choice(
                ({"labels": {"x": None}}, {"labels": {"n": "m"}}, {"finalizers": None})
            )
        if self.random.random() < 0.03:
            return self.random.choice(([], 1, "text", None))
        return obj

    def merge(self) -> Json:
        return {"ask": f"PATCH {self.one()}{self.options(WRITES, 0.2)}", "type": "merge", "body": self.partial()}

    def strategic(self) -> Json:
        return {"ask": f"PATCH {self.one()}{self.options(WRITES, 0.2)}", "type": "strategic", "body": self.partial()}

    def json_patch(self) -> Json:
        operations = [self._operation() for _ in range(self.random.choice((1, 1, 2)))]
        return {"ask": f"PATCH {self.one()}{self.options(WRITES, 0.2)}", "type": "json-patch", "body": operations}

    def _operation(self) -> Any:
        path, value = self.random.choice(_pointers(self.object()))
        op = self.random.choice(("add", "replace", "remove", "test", "copy", "none"))
        if self.random.random() < 0.4:
            path, value = self.random.choice(("/metadata/labels/n", "/zz", "", "/metadata/name", "no")), "v"
        return {"op": op, "path": path, **({"from": "/metadata"} if op == "copy" else {"value": value})}

    def apply(self) -> Json:
        managers = (("fieldManager=one", 4), ("fieldManager=two", 4), ("force=true", 2), *WRITES[:1], *WRITES[2:4])
        fixed = {"fieldManager": self.random.choice(("one", "two"))} if self.random.random() < 0.97 else {}
        obj = self.changed(0.4)
        meta = obj.get("metadata")
        if isinstance(meta, dict) and "generateName" in meta:
            meta["name"] = str(meta.pop("generateName")).rstrip("-")
        name = meta.get("name") if isinstance(meta, dict) and self.random.random() < 0.95 else None
        path = f"{self.kind.path}/{name}" if isinstance(name, str) and name.isascii() and name else self.one()
        return {"ask": f"PATCH {path}{self.options(managers, 0.2, **fixed)}", "type": "apply", "body": obj}

    def status(self) -> Json:
        one = f"{self.one()}/status"
        draw = self.random.random()
        if draw < 0.25:
            return {"ask": f"GET {one}"}
        value = self.random.choice(
            ({}, {"phase": "Good"}, {"conditions": []}, {"replicas": 1}, {"zz": 1}, {"phase": 1}, None)
        )
        if draw < 0.6 or not self.kept:
            return {"ask": f"PATCH {one}", "type": "merge", "body": {"status": value}}
        return {"ask": f"PUT {one}", "body": {"$from": self.random.choice(self.kept), "$with": {"status": value}}}

    def scale(self) -> Json:
        one = f"{self.one()}/scale"
        draw = self.random.random()
        if draw < 0.3:
            return {"ask": f"GET {one}"}
        replicas = self.random.choice((0, 1, 3, -1, "1", None))
        if draw < 0.7:
            return {"ask": f"PATCH {one}", "type": "merge", "body": {"spec": {"replicas": replicas}}}
        scale = {
            "apiVersion": "autoscaling/v1",
            "kind": "Scale",
            "metadata": {"name": "a"},
            "spec": {"replicas": replicas},
        }
        return {"ask": f"PUT {one}", "body": scale}

    def delete(self) -> Json:
        out: Json = {"ask": f"DELETE {self.one()}{self.options(DELETES, 0.25)}"}
        if self.random.random() < 0.25:
            body: Json = {"kind": "DeleteOptions", "apiVersion": "v1"}
            body |= self.random.choice(
                (
                    {"preconditions": {"uid": "0"}},
                    {"preconditions": {"resourceVersion": "1"}},
                    {"propagationPolicy": "Background"},
                    {"dryRun": ["All"]},
                    {"zz": 1},
                    {"preconditions": 1},
                    {"gracePeriodSeconds": 0},
                )
            )
            out["body"] = body
        return out

    def delete_collection(self) -> Json:
        return {"ask": f"DELETE {self.kind.path}{self._selection(DELETES)}"}

    def watch(self) -> Json:
        choice = self.random.choice(
            ("", "resourceVersion=0", "resourceVersion=x", "allowWatchBookmarks=true", "sendInitialEvents=true")
        )
        fixed = "labelSelector=in%3D$ns" if self.kind.cluster else ""
        return {"ask": f"WATCH {self.kind.path}?{'&'.join(filter(None, (fixed, choice)))}".rstrip("?")}

    def odd(self) -> Json:
        group = self.kind.api_version.rpartition("/")[0]
        document = (
            self.random.choice(DOCUMENTS).replace("$group", group or "apps").replace("$version", self.kind.api_version)
        )
        return self.random.choice(
            (
                {"ask": f"GET {document}"},
                {"ask": f"GET {self.one()}/none"},
                {"ask": f"POST {self.one()}", "body": self.object()},
                {"ask": f"PUT {self.kind.path}", "body": self.object()},
                {"ask": f"PATCH {self.one()}", "type": "text/plain", "body": "text"},
                {"ask": f"PATCH {self.kind.path}", "type": "merge", "body": {}},
                {"ask": f"GET {self.one()}/status/more"},
                {"ask": f"DELETE {self.one()}/status"},
                {"ask": f"POST {self.one()}/status", "body": {}},
                {"ask": f"GET {self.kind.path}/"},
            )
        )


def _first(obj: Json, wanted: str) -> str:
    return wanted if wanted in obj else next(iter(obj))


def _pointers(value: Any, at: str = "") -> list[tuple[str, Any]]:
    out: list[tuple[str, Any]] = [(at, value)] if at else []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        out += _pointers(inner, f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}")
    return out

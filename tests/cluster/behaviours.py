"""The behaviours of a Kubernetes API as data: what is asked, and what kube-apiserver answers.

`behaviours/*.yaml` hold them, answers as a real kube-apiserver gave them (see `record`). They are sent to whatever
server an `Http` talks to, so that the same table judges the embedded server and a real one.

A file has `behaviours` (requests in order, each with its answer), `samples` (a schema for one field, a value for it,
and what becomes of an object that has it) or `definitions` (CustomResourceDefinitions that are written as a dry run).
`{$times: [TEXT, NUMBER]}` in a body is a text repeated. With `authorization: rbac` its behaviours are those of a server
that judges what users may do; `token` and `headers` of an exchange say who asks. With `stand_ins: false` they are those
of a server where no controller and no kubelet acts.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from .conftest import CRDS, Http, Json, Reply, crd

FOLDER = Path(__file__).with_name("behaviours")
ABSENT = "<absent>"
ANY = "<any>"
PATIENCE = 60.0
"""Seconds that a real server's controllers get where an exchange is marked `eventually`."""
SAMPLES_IN_ONE = 20
MEDIA = {
    "json": "application/json",
    "yaml": "application/yaml",
    "merge": "application/merge-patch+json",
    "strategic": "application/strategic-merge-patch+json",
    "json-patch": "application/json-patch+json",
    "apply": "application/apply-patch+yaml",
}
ACCEPT = {"table": "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_VARIABLE = re.compile(r"\$\{([a-z]+)\.([\w.]+)\}|\$([a-z]+)")


@cache
def load() -> dict[str, Json]:
    """Return the files by stem."""
    return {path.stem: yaml.load(path.read_text(encoding="utf-8"), _LOADER) for path in sorted(FOLDER.glob("*.yaml"))}


def rows(kind: str, authorization: str = "", *, stand_ins: bool = True) -> Iterator[tuple[str, Json]]:
    """Yield the rows of one kind, each with a unique name, of files for servers like this."""
    for stem, content in load().items():
        if (content.get("authorization", ""), content.get("stand_ins", True)) != (authorization, stand_ins):
            continue
        for row in content.get(kind, ()):
            yield f"{stem}: {row['name']}", row


def at(value: Any, path: str) -> Any:
    """Return the value at a dotted path (`a.b[0].c[name=x]`); ABSENT where there is none."""
    for key, wanted, index, name in re.findall(r"\[(\w+)=([^\]]+)\]|\[(\d+)\]|([^.\[\]]+)", path):
        try:
            if key:
                value = next(item for item in value if item.get(key) == wanted)
            else:
                value = value[int(index)] if index else value[name]
        except (KeyError, IndexError, TypeError, StopIteration):
            return ABSENT
    return value


class Teller:
    """Checks behaviours on one server, in one namespace."""

    def __init__(self, http: Http, namespace: str) -> None:
        self.http = http
        self.namespace = namespace
        self.kept: dict[str, Any] = {}

    def ask(self, exchange: Json) -> Reply:
        """Send an exchange's request."""
        method, _, path = str(self.filled(exchange["ask"])).partition(" ")
        if method == "WATCH":
            return self.watch(path)
        body = exchange.get("body")
        if isinstance(body, dict) and "$from" in body:
            body = self.built(body)
        elif isinstance(body, dict) and "$parts" in body:
            body = b"".join(self.part(part) for part in body["$parts"])
        elif isinstance(body, str):
            body = self.filled(body).encode()
        else:
            body = self.filled(body)
        media = MEDIA.get(exchange.get("type", "json"), exchange.get("type", ""))
        accept = exchange.get("accept", "")
        token, headers = self.filled(exchange.get("token")), self.filled(exchange.get("headers"))
        reply = self.http(method, path, body, media, ACCEPT.get(accept, accept), token, headers)
        if "keep" in exchange:
            self.kept[exchange["keep"]] = reply.body
        return reply

    def watch(self, path: str) -> Reply:
        """Return what a watch sends in a second: `events` as a list of `TYPE name`, and their `objects`.

        Bookmarks that only tell how far the watch has come are left out: a server sends them when it sees fit.
        """
        mark = "&" if "?" in path else "?"
        reply = self.http("GET", f"{path}{mark}watch=1&timeoutSeconds=1")
        if reply.code != 200:
            return reply
        events = reply.body if isinstance(reply.body, list) else [reply.body] if reply.body else []
        events = [e for e in events if e["type"] != "BOOKMARK" or "annotations" in e["object"]["metadata"]]
        about = [e["object"].get("metadata", {}).get("name") or e["object"].get("code", "") for e in events]
        told = [f"{e['type']} {name}".strip() for e, name in zip(events, about, strict=True)]
        return Reply(reply.code, {"events": told, "objects": [e["object"] for e in events]}, reply.warnings)

    def close(self) -> None:
        """Delete what a server has only one of (addresses, node ports), and the namespace."""
        self.http("DELETE", f"/api/v1/namespaces/{self.namespace}/services")
        self.http("DELETE", f"/api/v1/namespaces/{self.namespace}")

    def built(self, body: Json) -> Any:
        """Build a body from an answer that was kept: `$from` names it, `$with` is merged in."""
        out = deepcopy(self.kept[body["$from"]])
        _merge(out, self.filled(body.get("$with") or {}))
        return out

    def part(self, part: Any) -> bytes:
        """Return a part of a body: a text, a text that is repeated (`[text, times]`), or bytes (`{hex: digits}`)."""
        if isinstance(part, dict):
            return bytes.fromhex(part["hex"])
        text, times = part if isinstance(part, list) else (part, 1)
        return str(self.filled(text)).encode() * int(times)

    def filled(self, value: Any) -> Any:
        """Return a value with the variables replaced; `$times` repeats a text."""
        if isinstance(value, dict) and "$times" in value:
            text, number = value["$times"]
            return text * number
        if isinstance(value, dict):
            return {self.filled(k): self.filled(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.filled(v) for v in value]
        if not isinstance(value, str):
            return value
        places = {
            "ns": self.namespace,
            "core": f"/api/v1/namespaces/{self.namespace}",
            "maps": f"/api/v1/namespaces/{self.namespace}/configmaps",
            "widgets": f"/apis/example.test/v1/namespaces/{self.namespace}/widgets",
            "crds": CRDS,
        }

        def put(found: re.Match[str]) -> str:
            if found[1]:
                return str(at(self.kept[found[1]], found[2]))
            return places.get(found[3], found[0])

        return _VARIABLE.sub(put, value)

    def differences(self, exchange: Json, reply: Reply) -> list[str]:
        """Return how an answer differs from the expected one."""
        out: list[str] = []

        def compare(what: str, wanted: Any, found: Any) -> None:
            wanted = self.filled(wanted)
            if not (wanted == ANY and found != ABSENT) and (wanted != found or type(wanted) is not type(found)):
                out.append(f"{what}: wanted {json.dumps(wanted)}, got {json.dumps(found)}")

        compare("code", exchange["code"], reply.code)
        if "reason" in exchange:
            compare("reason", exchange["reason"], at(reply.body, "reason"))
        if "message" in exchange:
            compare("message", exchange["message"], reply.message)
        if "holds" in exchange and self.filled(exchange["holds"]) not in reply.message:
            out.append(f"message: wanted one that holds {exchange['holds']!r}, got {reply.message!r}")
        for path, wanted in (exchange.get("see") or {}).items():
            compare(path, wanted, at(reply.body, path))
        compare("warnings", exchange.get("warnings", []), [w.removeprefix("299 - ") for w in reply.warnings])
        return out

    def tell(self, exchange: Json) -> list[str]:
        """Ask until the answer fits; once, where no controller is involved."""
        until = time.monotonic() + (PATIENCE if exchange.get("eventually") else 0)
        while found := self.differences(exchange, self.ask(exchange)):
            if time.monotonic() >= until:
                return [f"{exchange['ask']}: {difference}" for difference in found]
            time.sleep(0.05)
        return []


def _merge(target: Any, changes: Json) -> None:
    for key, value in changes.items():
        if value == ABSENT:
            target.pop(key, None)
        elif isinstance(value, dict) and isinstance(target.get(key), dict):
            _merge(target[key], value)
        else:
            target[key] = value


# setting a server up

KEYED: Json = {
    "type": "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    "items": {
        "type": "object",
        "required": ["name"],
        "properties": {"name": {"type": "string"}, "port": {"type": "integer"}},
    },
}
_TEXTS: Json = {"type": "array", "items": {"type": "string"}}
_WIDGET: Json = {
    "type": "object",
    "description": "What is wanted of the widget.",
    "properties": {
        "a": {"type": "string", "description": "A text."},
        "n": {"type": "integer"},
        "tags": {**_TEXTS, "x-kubernetes-list-type": "set"},
        "plain": _TEXTS,
        "ports": KEYED,
        "atomic": {"type": "object", "additionalProperties": {"type": "string"}, "x-kubernetes-map-type": "atomic"},
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
        "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
    },
}
_COLUMNS = (
    {"name": "A", "type": "string", "jsonPath": ".spec.a", "description": "The text"},
    {"name": "N", "type": "integer", "jsonPath": ".spec.n", "priority": 1},
    {"name": "Port", "type": "integer", "jsonPath": '.spec.ports[?(@.name=="x")].port'},
    {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
)


def fixed_crds() -> list[Json]:
    """Return the definitions that behaviours use: widgets, plains (cluster-scoped, no status), gadgets (scale)."""
    widgets = crd(_WIDGET, names={"kind": "Widget", "plural": "widgets", "shortNames": ["wd"], "categories": ["toys"]})
    widgets["spec"]["versions"][0]["additionalPrinterColumns"] = list(_COLUMNS)
    widgets["spec"]["versions"][0]["selectableFields"] = [{"jsonPath": ".spec.a"}]
    older = {**deepcopy(widgets["spec"]["versions"][0]), "name": "v1beta1", "storage": False, "deprecated": True}
    widgets["spec"]["versions"].append(older)
    plains = crd(
        {"type": "object", "properties": {"a": {"type": "string"}}}, plural="plains", kind="Plain", scope="Cluster"
    )
    del plains["spec"]["versions"][0]["subresources"]
    gadgets = crd({"type": "object", "properties": {"replicas": {"type": "integer"}}}, plural="gadgets", kind="Gadget")
    gadgets["spec"]["versions"][0]["subresources"]["scale"] = {
        "specReplicasPath": ".spec.replicas",
        "statusReplicasPath": ".status.count",
        "labelSelectorPath": ".status.selector",
    }
    status = gadgets["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["status"]
    status["properties"]["selector"] = {"type": "string"}
    return [widgets, plains, gadgets]


def install(http: Http, crds: list[Json]) -> None:
    """Install these definitions on a server anew. Raises AssertionError with its answer where that fails."""
    names = [definition["metadata"]["name"] for definition in crds]
    for definition in crds:
        _release(http, definition)
    for name in names:
        http("DELETE", f"{CRDS}/{name}")
    for name in names:
        wait(lambda name=name: http("GET", f"{CRDS}/{name}").code == 404, f"{name} goes")
    for paths in map(_paths, crds):
        # a real server notices some time later that a definition has gone, and serves by the old one until then
        _await(http, paths, 404)
    for definition in crds:
        reply = http("POST", CRDS, definition)
        assert reply.code == 201, reply.message
    for paths in map(_paths, crds):
        _await(http, paths, 200)


def _paths(definition: Json) -> list[str]:
    """Return where a definition's objects are served."""
    spec = definition["spec"]
    return [f"/apis/{spec['group']}/{version['name']}/{spec['names']['plural']}" for version in spec["versions"]]


def _await(http: Http, paths: list[str], code: int) -> None:
    for path in paths:
        wait(lambda path=path: http("GET", path).code == code, f"{path} answers {code}")


def _release(http: Http, definition: Json) -> None:
    """Remove the finalizers of objects that an earlier run left."""
    spec = definition["spec"]
    path = f"/apis/{spec['group']}/{spec['versions'][0]['name']}"
    listed = http("GET", f"{path}/{spec['names']['plural']}")
    for meta in (item["metadata"] for item in (listed.body["items"] if listed.code == 200 else ())):
        inside = f"/namespaces/{meta['namespace']}" if "namespace" in meta else ""
        place = f"{path}{inside}/{spec['names']['plural']}/{meta['name']}"
        http("PATCH", place, {"metadata": {"finalizers": None}}, MEDIA["merge"])


def namespace_for(http: Http, name: str) -> str:
    """Create a new namespace."""
    reply = http("POST", "/api/v1/namespaces", {"metadata": {"generateName": f"{name}-".replace("_", "-")}})
    assert reply.code == 201, reply.message
    return str(reply.body["metadata"]["name"])


def wait(done: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, f"waited {PATIENCE:.0f} s in vain: {what}"
        time.sleep(0.05)


# samples: one definition carries many of them, each as a field of its own


def batches(contents: dict[str, Json] | None = None) -> list[list[tuple[str, Json]]]:
    """Group the samples, as many together as share a definition; those of one file stay together."""
    out: list[list[tuple[str, Json]]] = []
    for stem, content in (load() if contents is None else contents).items():
        found = [(f"{stem}: {row['name']}", row) for row in content.get("samples", ())]
        out += [found[i : i + SAMPLES_IN_ONE] for i in range(0, len(found), SAMPLES_IN_ONE)]
    return out


def field(place: int) -> str:
    """Return the field of a sample in its definition."""
    return f"sample{place}"


def samples_crd(number: int, batch: list[tuple[str, Json]]) -> Json:
    """Return the definition of a batch."""
    fields = {field(i): sample["schema"] for i, (_, sample) in enumerate(batch)}
    return crd({"type": "object", "properties": fields}, plural=f"samples{number}", kind=f"Sample{number}")


def tell_sample(http: Http, namespace: str, number: int, place: int, sample: Json) -> list[Json]:
    """Send a sample's value, then the values it is changed to, and return the answers."""
    path = f"/apis/example.test/v1/namespaces/{namespace}/samples{number}"
    head = {"apiVersion": "example.test/v1", "kind": f"Sample{number}", "metadata": {"name": "s"}}
    reply = http("POST", path, {**head, "spec": {field(place): sample["value"]}})
    answers = [_sample_answer(number, place, reply)]
    stored = reply.body
    for change in sample.get("changes", ()):
        reply = http("PUT", path + "/s", {**stored, "spec": {field(place): change["value"]}})
        answers.append(_sample_answer(number, place, reply))
        stored = reply.body if reply.code == 200 else stored
    http("DELETE", path + "/s")
    return answers


def _sample_answer(number: int, place: int, reply: Reply) -> Json:
    """Return `stored` with the value, or `refused` with the errors, the field called `sample`."""
    if reply.code in (200, 201):
        return {"stored": at(reply.body, f"spec.{field(place)}")}
    text = reply.message.replace(f'Sample{number}.example.test "s" is invalid: ', "").replace(
        f"Sample{number}", "Sample"
    )
    return {"refused": re.sub(rf"\b(spec\.)?{field(place)}\b", "sample", text)}


# definitions: written as a dry run


def definition_answer(http: Http, row: Json) -> str:
    """Return a server's answer to a definition: `accepted`, or the errors."""
    definition = crd(row.get("schema") or {"type": "object"}, plural="trials", kind="Trial")
    if "root" in row:
        definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"] = row["root"]
    _merge(definition, row.get("change") or {})
    reply = http("POST", f"{CRDS}?dryRun=All", definition)
    if reply.code == 201:
        return "accepted"
    text = reply.message.removeprefix("CustomResourceDefinition.apiextensions.k8s.io ")
    return text.removeprefix('"trials.example.test" is invalid: ').replace(_SPEC, "$spec")


_SPEC = "spec.validation.openAPIV3Schema.properties[spec]"

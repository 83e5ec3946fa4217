"""Requests to the embedded Kubernetes API: valid ones by the grammar of `tests.cluster.differences`, made hostile.

They are whole HTTP/1.1 requests. A server has to refuse some of them at each level: bytes, HTTP, media type,
options, JSON or YAML, the rules of the kind. `prepare` installs the CustomResourceDefinitions that they are about.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import quote

from tests.cluster import random_rules
from tests.cluster.behaviours import MEDIA, fixed_crds, install
from tests.cluster.conftest import CRDS, Http, Json, crd
from tests.cluster.differences import grammar, kinds

from . import hostile, hostile_words, kube_words

TOKEN = "fuzzing"
"""The bearer token that the requests send: the server is to be started with it."""
HOST = "localhost"
"""The server's name in the requests, which embedded clusters accept whatever their port is."""
DOCUMENTED = kube_words.DOCUMENTED
RULED = "ruleds"
_NAMESPACE = kube_words.NAMESPACE
_LARGEST = 4 << 20
"""Bytes of a body that is sent: more than a server reads."""
_KINDS = kinds.load()
_VARIABLES = {
    "ns": _NAMESPACE,
    "core": f"/api/v1/namespaces/{_NAMESPACE}",
    "maps": f"/api/v1/namespaces/{_NAMESPACE}/configmaps",
    "widgets": f"/apis/example.test/v1/namespaces/{_NAMESPACE}/widgets",
    "crds": CRDS,
}


def prepare(url: str, token: str = TOKEN) -> None:
    """Install the definitions that the requests are about. Raises AssertionError with the server's answer."""
    install(Http(url, token=token), fixed_crds())


def requests(rng: Random) -> Iterator[bytes]:
    """Return whole requests without end; the same for the same random numbers."""
    while True:
        for make in rng.choices([make for make, _ in _SOURCES], [weight for _, weight in _SOURCES]):
            for method, path, media, body in make(rng):
                if len(body) < _LARGEST:
                    yield _framed(rng, method, path, media, body)


Part = tuple[str, str, str, bytes]
"""Method, path, media type and body."""


def _session(rng: Random) -> Iterator[Part]:
    """Return the requests of a session about one kind, in some of which something is hostile."""
    for exchange in grammar.session(rng, _KINDS):
        method, _, path = _filled(exchange["ask"]).partition(" ")
        if method == "WATCH":
            method, path = "GET", path + ("&" if "?" in path else "?") + "watch=1&timeoutSeconds=1"
        body, media = exchange.get("body"), MEDIA.get(exchange.get("type", "json"), exchange.get("type", ""))
        if isinstance(body, dict) and "$from" in body:
            body = {
                "metadata": {"name": "a", "resourceVersion": rng.choice(("1", "x", "9" * 5000, "٣"))},
                **body.get("$with", {}),
            }
        if rng.random() < 0.25:
            path = _with_options(rng, path)
        yield method, path, media, _body(rng, media, body)


def _body(rng: Random, media: str, body: Any) -> bytes:
    if body is None:
        return b""
    if isinstance(body, str):
        return _filled(body).encode()
    text = _filled(hostile.text_of(rng, body))
    if "yaml" in media and rng.random() < 0.3:
        text = hostile.yaml_of(rng, text)
    return text.encode(errors="surrogatepass")


def _filled(text: str) -> str:
    return re.sub(r"\$(ns|core|maps|widgets|crds)\b", lambda found: _VARIABLES[found[1]], text)


def _with_options(rng: Random, path: str) -> str:
    more = []
    for _ in range(rng.choice((1, 1, 2, 4))):
        value = rng.choice((*hostile_words.WORDS, *hostile_words.NUMBERS))
        text = value.encode(errors="surrogatepass")
        more.append(f"{rng.choice(kube_words.OPTIONS)}={quote(text) if rng.random() < 0.9 else quote(quote(text))}")
    return path + ("&" if "?" in path else "?") + "&".join(more)


def _selection(rng: Random) -> Iterator[Part]:
    """Return a list by selectors of any size."""
    kind = rng.choice(_KINDS)
    odd = rng.choice(hostile_words.WORDS)
    one = rng.choice(("a=b", "a in (b,c)", "a notin (b)", "!a", "a>1", "a<" + "9" * 30, "a", "x.y/a=b", odd))
    labels = ",".join([one] * rng.choice((1,) * 10 + (2, 2000))) if rng.random() < 0.7 else "(" * rng.randrange(1000)
    field = rng.choice(("metadata.name", "metadata.namespace", "spec.a", "\\", *kind.selectable)) + rng.choice(
        ("=", "!=", "==", "")
    )
    fields = ",".join([field + rng.choice(("a", "\\,", *hostile_words.WORDS))] * rng.choice((1,) * 10 + (3, 500)))
    chosen = {"labelSelector": labels, "fieldSelector": fields}
    wanted = rng.sample(sorted(chosen), rng.choice((1, 1, 2)))
    query = "&".join(f"{name}={quote(chosen[name].encode(errors='surrogatepass'))}" for name in wanted)
    path = f"{_filled(kind.path)}?{query}"
    yield rng.choice(("GET", "GET", "GET", "DELETE")), path, MEDIA["json"], b""


def _definition(rng: Random) -> Iterator[Part]:
    """Return a definition with random rules, and objects of it."""
    schema = random_rules.schema(rng)
    rules = []
    for _ in range(rng.choice((1, 1, 3))):
        rule = {"rule": random_rules.rule(rng, rng.choice((1, 2, 4)))}
        if rng.random() < 0.2:
            rule["rule"] = hostile.mutated(rng, rule["rule"].encode()).decode(errors="replace")
        if rng.random() < 0.3:
            rule["messageExpression"] = rng.choice(("self.s + 'x'", "string(self.i)", "self.ls.join('')", rule["rule"]))
        rules.append(rule)
    schema["x-kubernetes-validations"] = rules
    for field in rng.sample(sorted(schema["properties"]), 2):
        if schema["properties"][field].get("type") == "string":
            schema["properties"][field] |= {"pattern": rng.choice(hostile_words.WORDS)}
    made = crd(schema, plural=RULED, kind="Ruled")
    path = f"/apis/example.test/v1/namespaces/{_NAMESPACE}/{RULED}"
    yield "DELETE", f"{CRDS}/{RULED}.example.test", MEDIA["json"], b""
    yield "POST", CRDS, MEDIA["json"], _body(rng, "", made) if rng.random() < 0.3 else json.dumps(made).encode()
    size = rng.choice((1, 3, 120, 400))
    for _ in range(rng.choice((1, 3))):
        spec = {name: _value(rng, inner, size) for name, inner in schema["properties"].items() if rng.random() < 0.9}
        obj = {"apiVersion": "example.test/v1", "kind": "Ruled", "metadata": {"name": "a"}, "spec": spec}
        yield "POST", path, MEDIA["json"], _body(rng, "", obj)
        yield "PATCH", f"{path}/a", MEDIA["merge"], _body(rng, "", {"spec": spec})
    yield "DELETE", path, MEDIA["json"], b""


_FORMATS = {
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "byte": "YQ==",
    "duration": "1h",
    "date-time": "2024-01-01T00:00:00Z",
}


def _value(rng: Random, schema: Json, size: int) -> Any:
    """Return a value of a schema, with up to this many items."""
    if "enum" in schema:
        return rng.choice(schema["enum"])
    many = min(size, schema.get("maxItems", schema.get("maxProperties", size)))
    match schema.get("type"):
        case "array":
            return [_value(rng, schema["items"], 2) for _ in range(many)]
        case "object" if "additionalProperties" in schema:
            return {f"k{i}": _value(rng, schema["additionalProperties"], 2) for i in range(many)}
        case "object":
            return {name: _value(rng, inner, size) for name, inner in schema.get("properties", {}).items()}
        case "string":
            return _FORMATS.get(schema.get("format", ""), "abc"[: schema.get("maxLength", 3)])
        case "number":
            return 1.5
        case "boolean":
            return True
    return rng.randrange(100)


def _policy(rng: Random) -> Iterator[Part]:
    """Return an admission policy with random expressions, which is not stored."""
    expression = rng.choice(
        (
            "object.spec.x == 1",
            "variables.v.all(x, x > 0)",
            "authorizer.path('/a').check('get').allowed()",
            *hostile_words.WORDS,
        )
    )
    body = {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingAdmissionPolicy",
        "metadata": {"name": "p"},
        "spec": {
            "matchConstraints": {
                "resourceRules": [
                    {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}
                ]
            },
            "variables": [{"name": "v", "expression": "object.spec.?y.orValue([1])"}],
            "validations": [{"expression": expression, "messageExpression": "'a' + string(object.x)"}],
            "matchConditions": [{"name": "m", "expression": random_rules.rule(rng, 1)}],
        },
    }
    path = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All"
    yield "POST", path, MEDIA["json"], _body(rng, "", body)


def _json_patch(rng: Random) -> Iterator[Part]:
    """Return a JSON patch whose paths and operations nest, copy, move and test."""
    kind = rng.choice(_KINDS)
    places = (
        "/metadata",
        "/metadata/labels",
        "/spec",
        "/spec/free",
        "/spec/free/a",
        "/spec/ports/0",
        "/spec/ports/-",
        "/spec/ports/-1",
        "",
        "/",
        "x",
    )
    steps = []
    for _ in range(rng.choice((1, 3, 20))):
        step = {"op": rng.choice(("add", "copy", "move", "test", "remove", "replace", "")), "path": rng.choice(places)}
        step |= {"from": rng.choice(places), "value": rng.choice((None, 1, {"a": {}}, [[]], "x"))}
        if rng.random() < 0.2:
            step["path"] += rng.choice(("/a" * 300, "/" + "9" * 5000, "/~2", "/٣", "/-0", "/1e1"))
        steps += [step] * rng.choice((1,) * 20 + (30, 3000))
    yield "PATCH", f"{_filled(kind.path)}/a", MEDIA["json-patch"], _body(rng, "", steps)


def _review(rng: Random) -> Iterator[Part]:
    path, kind, spec = rng.choice(kube_words.REVIEWS)
    body: Json = {"kind": kind, "metadata": {"name": "a"}, **({"spec": spec} if spec else {"target": {"name": "n"}})}
    yield "POST", path, MEDIA["json"], _body(rng, "", body)


def _document(rng: Random) -> Iterator[Part]:
    method = rng.choice(("GET",) * 6 + ("POST", "OPTIONS", "HEAD", "TRACE", "BREW", "PUT", "DELETE", ""))
    yield method, rng.choice(kube_words.DOCUMENTS), rng.choice(kube_words.MEDIA), rng.choice((b"", b"{}", b"null"))


def _emptied(rng: Random) -> Iterator[Part]:
    """Return what empties a kind, so that what is stored does not grow."""
    yield "DELETE", _filled(rng.choice(_KINDS).path), MEDIA["json"], b'{"gracePeriodSeconds":0}'


_SOURCES: tuple[tuple[Callable[[Random], Iterator[Part]], float], ...] = (
    (_session, 10),
    (_definition, 2),
    (_policy, 1),
    (_selection, 3),
    (_json_patch, 2),
    (_review, 1),
    (_document, 1),
    (_emptied, 3),
)


def _framed(rng: Random, method: str, path: str, media: str, body: bytes) -> bytes:
    """Return the bytes of a request, some of which are wrong on the wire as well."""
    if rng.random() < 0.03:
        media = rng.choice(kube_words.MEDIA)
    if rng.random() < 0.08:
        body = hostile.mutated(rng, body)
    lines = [f"Host: {HOST}", f"Authorization: Bearer {TOKEN}", f"Content-Type: {media}"]
    if rng.random() < 0.1:
        lines.append(f"Accept: {rng.choice(kube_words.ACCEPT)}")
    if rng.random() < 0.06:
        lines += rng.sample(kube_words.HEADERS, rng.choice((1, 1, 3)))
    if any(line.startswith("Transfer-Encoding") for line in lines):
        size = max(len(body) + rng.choice((0, 0, 0, 1, -1, 1 << 40)), 0)
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (size, body)
    elif rng.random() < 0.99:
        lines.append(f"Content-Length: {len(body)}")
    version = "HTTP/1.1" if rng.random() < 0.99 else rng.choice(("HTTP/1.0", "HTTP/3"))
    start = f"{method} {path.replace(' ', '%20')} {version}"
    whole = ("\r\n".join([start, *lines]) + "\r\n\r\n").encode("latin-1", "replace") + body
    if rng.random() < 0.03:
        whole = hostile.mutated(rng, whole)
    return whole[: rng.randrange(len(whole))] if rng.random() < 0.02 else whole

"""Requests to the simulated AWS: valid ones by botocore's models of what it serves, made hostile.

They are whole HTTP/1.1 requests, signed with `SECRET` unless the signature itself is wrong. `prepare` makes what they
are about; ids are equal in every run, because the simulated AWS draws them from a seed.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any
from urllib.parse import quote_plus, urlencode

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.compat import HTTPHeaders
from botocore.credentials import Credentials
from botocore.serialize import create_serializer

from enhancement_kit.cloud.simulated.operations import called
from enhancement_kit.cloud.simulated.services import SERVED, service

from .aws_world import KNOWN, REGION, SECRET, prepare
from .hostile import mutated
from .words import DOCUMENTS, HEADERS, HOSTILE, KEYS, right

__all__ = ["DOCUMENTED", "SECRET", "prepare", "probe", "requests"]

DOCUMENTED: Mapping[int, bytes] = {501: rb"<Code>NotImplemented|\"__type\": \"NotImplemented"}
"""Statuses from 500 on that are no fault, with what is said then: codings of bodies that no server has."""
HOST = "localhost"
_TIME = "20260101T000000Z"
_REMOVING = ("Delete", "Terminate", "Release", "Deregister", "Detach", "Remove", "Untag")
"""What would leave nothing to ask about: most of these calls name what does not exist."""


def requests(rng: Random) -> Iterator[bytes]:
    """Return whole requests without end; the same for the same random numbers."""
    chosen = [(name, operation) for name in SERVED for operation in called().get(name, ())]
    while True:
        name, operation = rng.choice(chosen)
        yield _request(rng, name, operation)


def probe() -> bytes:
    """Return a request whose answer costs the server next to nothing."""
    call = {
        "method": "POST",
        "path": "/",
        "headers": {"Content-Type": _FORM},
        "body": b"Action=GetCallerIdentity&Version=2011-06-15",
    }
    return _written(Random(0), _signed("sts", call), [], "HTTP/1.1")


_FORM = "application/x-www-form-urlencoded; charset=utf-8"


def _request(rng: Random, name: str, operation: str) -> bytes:
    call = _call(rng, name, operation)
    draw = rng.random()
    if draw < 0.08:
        call["body"] = rng.choice(DOCUMENTS)
    elif draw < 0.25:
        call["body"] = mutated(rng, call["body"], _ODD)
    if rng.random() < 0.08:
        call["path"] = _path(rng, call["path"])
    if rng.random() < 0.05:
        call["method"] = rng.choice(("GET", "PUT", "DELETE", "HEAD", "OPTIONS", "BREW", "POST"))
    if rng.random() < 0.03:
        call["path"], call["method"] = "/?" + call["body"].decode("latin-1").replace(" ", "+"), "GET"
    call = _signed(name, call, **_wrong_signature(rng))
    extra = rng.sample(HEADERS, rng.choice((0,) * 12 + (1, 1, 3)))
    whole = _written(rng, call, extra, rng.choice(("HTTP/1.1",) * 40 + ("HTTP/1.0", "HTTP/3")))
    if rng.random() < 0.04:
        whole = mutated(rng, whole, _ODD)
    return whole[: rng.randrange(len(whole))] if rng.random() < 0.02 else whole


def _wrong_signature(rng: Random) -> dict[str, str]:
    draw = rng.random()
    if draw > 0.04:
        return {}
    return {
        rng.choice(("region", "key", "secret", "signing_name")): rng.choice(
            ("x", "eu-west-1", "aws-global", "a/b", "é", "", "9" * 500)
        )
    }


@functools.cache
def _serializer(protocol: str) -> Any:
    return create_serializer(protocol, False)


@functools.cache
def _model(name: str) -> Any:
    import botocore.session

    return botocore.session.get_session().get_service_model(name)


@functools.cache
def _operation(name: str, operation: str) -> Any:
    return _model(name).operation_model(operation)


def _call(rng: Random, name: str, operation: str) -> dict[str, Any]:
    """Return a call of an operation: method, path, headers and body; some of its values are hostile."""
    model, protocol = _operation(name, operation), service(name).protocol
    share = rng.choice((0.0, 0.0, 0.05, 0.15))
    removes = operation.startswith(_REMOVING)
    parameters = _structure(rng, model.input_shape, share, 0, removes=removes) if model.input_shape else {}
    made = _serializer(protocol).serialize_to_request(parameters, model)
    path, query, body = made["url_path"], made["query_string"], made["body"]
    headers = {str(key): str(value) for key, value in made["headers"].items()}
    if protocol in ("ec2", "query"):
        body = _form(rng, body, share)
        headers["Content-Type"] = _FORM
    elif "json" in protocol and share:
        body = _spoilt(rng, json.loads(body), share)
    if query:
        path += ("&" if "?" in path else "?") + (
            query if isinstance(query, str) else urlencode(query, errors="surrogatepass")
        )
    return {
        "method": made["method"],
        "path": quote_plus(path, safe="/?&=%+~.:-_"),
        "headers": headers,
        "body": body if isinstance(body, bytes) else str(body).encode(errors="surrogatepass"),
    }


def _structure(rng: Random, shape: Any, share: float, depth: int, *, removes: bool) -> dict[str, Any]:
    found = {}
    for name, member in shape.members.items():
        wanted = name in shape.required_members or rng.random() < (0.3 if depth < 2 else 0.5 if depth < 4 else 0.0)
        if wanted and name != "DryRun":
            found[name] = _value(rng, name, member, share, depth + 1, removes=removes)
    return found


def _value(rng: Random, name: str, shape: Any, share: float, depth: int, *, removes: bool) -> Any:
    match shape.type_name:
        case "structure":
            return _structure(rng, shape, share, depth, removes=removes)
        case "list":
            many = rng.choice((1, 1, 1, 2, 2, 3, 0)) if depth < 6 else 0
            inner = "FiltersName" if name == "Filters" else name
            return [_value(rng, inner, shape.member, share, depth + 1, removes=removes) for _ in range(many)]
        case "map":
            return {"a": _value(rng, name, shape.value, share, depth + 1, removes=removes)}
        case "boolean":
            return rng.random() < 0.5
        case "integer" | "long":
            return rng.choice((1, 2, 5, 10, 80, 443, 0, 65535, -1, 300, 86400))
        case "float" | "double":
            return rng.choice((1.5, 0.0, -1.0))
        case "timestamp":
            return "2026-01-01T00:00:00Z"
        case "blob":
            return b"a"
    if share and rng.random() < share and shape.serialization.get("location") != "uri":
        return rng.choice(HOSTILE)
    if shape.enum:
        return rng.choice(shape.enum)
    if removes and rng.random() < 0.8 and name.endswith(("Id", "Ids", "Arn", "Name", "Names")):
        return rng.choice(("vpc-0123456789abcdef0", "none", "sg-0123456789abcdef0"))
    return rng.choice([*right(name, KNOWN), "a"] if rng.random() < 0.1 else right(name, KNOWN) or ("a", "b", "80"))


def _form(rng: Random, form: Mapping[str, Any], share: float) -> str:
    """Write a form, in which values and names are hostile to a share."""
    pairs = [(name, str(value)) for name, value in form.items()]
    if share:
        pairs = [(name, rng.choice(HOSTILE) if rng.random() < share / 2 else value) for name, value in pairs]
        if rng.random() < share:
            pairs += [(rng.choice(KEYS), rng.choice(HOSTILE)) for _ in range(rng.choice((1, 1, 3)))]
        if rng.random() < share:
            pairs.append((rng.choice(pairs)[0], rng.choice(HOSTILE)))
        if rng.random() < share / 3:
            pairs += [(f"Filter.{n}.Value.{n}", "a") for n in range(1, rng.choice((200, 1900, 5000)))]
        elif rng.random() < share / 3:
            pairs += [(f"Filter.1.Value.{n}", f"a{n}") for n in range(1, rng.choice((150, 250, 1900)))]
            pairs.append(("Filter.1.Name", "vpc-id"))
        elif rng.random() < share / 3:
            names = [name for name, _ in pairs if name.rpartition(".")[2].isdigit()] or ["InstanceId.1"]
            stem = rng.choice(names).rpartition(".")[0]
            pairs += [(f"{stem}.{n}", f"i-{n:017x}") for n in range(1, rng.choice((100, 1900)))]
    return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in pairs)


def _quoted(text: str) -> str:
    return quote_plus(text.encode(errors="surrogatepass"))


def _spoilt(rng: Random, value: Any, share: float) -> str:
    """Write a JSON document, parts of which are hostile."""
    if rng.random() < share:
        return rng.choice(
            (json.dumps(rng.choice(HOSTILE)), "null", "[]", "{}", "1e400", "9" * 5000, "[[]]", "true", "NaN", "-1")
        )
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{_spoilt(rng, inner, share)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join([_spoilt(rng, inner, share) for inner in value] * rng.choice((1, 1, 1, 60))) + "]"
    return json.dumps(value)


def _path(rng: Random, path: str) -> str:
    return rng.choice(
        (
            *("//", "/%", "/%00", "/%ff", "/..", "/" + "a/" * 300, "*", "http://x/", "//[", "/?" + "a=b&" * 3000),
            *("/#", "/?%ed%a0%80=%ff"),
            *(path + "/", path + "%00", path + "?a=b", path.replace("2013", "2099")),
            *("/2013-04-01/hostedzone/%2e%2e/rrset", path + "\xff"),
            *("/2013-04-01/hostedzone/" + "Z" * 5000, "/2013-04-01/hostedzone?maxitems=" + "9" * 5000),
            "/2013-04-01/hostedzone?marker=%ff",
            *("/2013-04-01/hostedzonesbyname?dnsname=" + "a." * 500, "/2013-04-01/tags/x/y"),
            "/2013-04-01/hostedzone/Z/rrset?type=x&name=&identifier=1",
        )
    )


class _Signer(SigV4Auth):  # type: ignore[misc]
    """Signs few headers, so that others can be added."""

    def headers_to_sign(self, request: Any) -> Any:
        """Return host and time."""
        chosen = HTTPHeaders()
        for name in ("host", "x-amz-date"):
            chosen[name] = request.headers[name]
        return chosen


def _signed(
    name: str,
    call: dict[str, Any],
    *,
    key: str = "fuzzing",
    secret: str = SECRET,
    region: str = REGION,
    signing_name: str = "",
) -> dict[str, Any]:
    """Return a call with the headers of its signature."""
    headers = {**call["headers"], "Host": HOST, "X-Amz-Date": _TIME}
    signer = _Signer(Credentials(key, secret), signing_name or service(name).signing_name, region)
    target = call["path"] if call["path"].startswith("/") else "/"
    request = AWSRequest(call["method"], f"http://aws{target}", headers, call["body"])
    request.context["timestamp"] = _TIME
    made = signer.signature(signer.string_to_sign(request, signer.canonical_request(request)), request)
    scope = f"{key}/{_TIME[:8]}/{region}/{signing_name or service(name).signing_name}/aws4_request"
    text = f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host;x-amz-date, Signature={made}"
    return {**call, "headers": {**headers, "Authorization": text}}


def _written(rng: Random, call: Mapping[str, Any], extra: Sequence[str], version: str) -> bytes:
    """Write a request, with further headers."""
    lines = [
        f"{call['method']} {call['path']} {version}",
        *(f"{name}: {value}" for name, value in call["headers"].items()),
    ]
    body = call["body"]
    if any(line.startswith("Transfer-Encoding") for line in extra):
        size = max(len(body) + rng.choice((0, 0, 0, 1, -1, 1 << 40)), 0)
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (size, body)
    elif not any(line.startswith("Content-Length") for line in extra):
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join([*lines, *extra]) + "\r\n\r\n").encode("utf-8", "surrogatepass") + bytes(body)


_ODD = (
    b"\x00",
    b"\xff",
    b"\r\n",
    b"&",
    b"=",
    b"<",
    b">",
    b'"',
    b"%",
    b"\xed\xa0\x80",
    b"\xc0\x80",
    b".",
    b"9999999",
    b"{",
    b"]",
)

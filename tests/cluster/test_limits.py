"""Requests that are malformed, slow or too many; recorded answers to what is too large are in behaviours/limits.yaml.

With `KUBE_API_URL` in the environment, as for the behaviours, the table of requests is sent to that server.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from aiohttp import web

from enhancement_kit.cluster.embedded import EmbeddedCluster, gojson, goyaml, limits, protobuf, watching
from enhancement_kit.cluster.embedded.origins import Origins
from enhancement_kit.cluster.embedded.protobuf import wire as wire_format
from enhancement_kit.cluster.embedded.status import ApiError
from enhancement_kit.local.connections import Limits
from enhancement_kit.local.loopback import Loopback

from .behaviours import fixed_crds
from .conftest import WIDGETS, Http, Json, widget
from .wire import Wire

MAPS = "/api/v1/namespaces/default/configmaps"
BODY = b'{"metadata":{"name":"h"}}'
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
GET = "GET /version HTTP/1.1\r\n"
POST = f"POST {MAPS}?dryRun=All HTTP/1.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def asked() -> Iterator[Http]:
    """Provide the server that the table asks: an embedded one, or that of the environment."""
    url = os.environ.get("KUBE_API_URL", "")
    if url:
        yield Http(url, token=os.environ.get("KUBE_API_TOKEN", ""), ca=os.environ.get("KUBE_API_CA", ""))
        return
    cluster = EmbeddedCluster(token="secret")
    cluster.start()
    yield Http(cluster.url, token="secret")
    cluster.stop()


def _length(text: str) -> str:
    return f"Content-Length: {text}\r\n"


FRAMED = _length(str(len(BODY)))
# name, first line and headers of the request, its body, the code of a real server, and that of the embedded one where
# it is another: its parser refuses what Go's reads in one of two ways, and all that comes at once with what it refuses
WRITTEN: tuple[tuple[str, str, bytes, int, int], ...] = (
    ("a header of a megabyte", GET + f"X: {'a' * 1_000_000}\r\n", b"", 200, 0),
    ("a larger header", GET + f"X: {'a' * 1_100_000}\r\n", b"", 431, 0),
    ("ten thousand headers", GET + "".join(f"X-{i}: a\r\n" for i in range(10_000)), b"", 200, 0),
    ("too many headers", GET + "".join(f"X-{i}: aaaaaaaaa\r\n" for i in range(70_000)), b"", 431, 0),
    ("a path of a megabyte", f"GET /version?a={'a' * 1_000_000} HTTP/1.1\r\n", b"", 200, 0),
    ("a longer path", f"GET /version?a={'a' * 1_100_000} HTTP/1.1\r\n", b"", 431, 0),
    ("a chunked body", POST + "Transfer-Encoding: chunked\r\n", CHUNKED, 201, 0),
    ("a chunked body with trailers", POST + "Transfer-Encoding: chunked\r\n", CHUNKED[:-2] + b"X: y\r\n\r\n", 201, 0),
    ("chunks, and a length", POST + "Transfer-Encoding: chunked\r\n" + _length("5"), CHUNKED, 201, 400),
    ("compressed chunks", POST + "Transfer-Encoding: gzip, chunked\r\n", CHUNKED, 501, 0),
    ("chunks in chunks", POST + "Transfer-Encoding: chunked, chunked\r\n", CHUNKED, 501, 400),
    ("chunks twice", POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", CHUNKED, 501, 400),
    ("an unknown encoding", POST + "Transfer-Encoding: xchunked\r\n", CHUNKED, 501, 400),
    ("a space before a colon", POST + "Transfer-Encoding : chunked\r\n", CHUNKED, 400, 0),
    ("one length twice", POST + FRAMED + FRAMED, BODY, 201, 400),
    ("two lengths", POST + FRAMED + _length("26"), BODY, 400, 0),
    ("a length that is none", POST + _length("abc"), BODY, 400, 0),
    ("a negative length", POST + _length("-1"), BODY, 400, 0),
    ("a length with a sign", POST + _length(f"+{len(BODY)}"), BODY, 400, 0),
    ("a hexadecimal length", POST + _length("0x19"), BODY, 400, 0),
    ("a list of lengths", POST + _length("25, 25"), BODY, 400, 0),
    ("an endless length", POST + _length("9" * 23), BODY, 400, 0),
    ("an empty length", POST + _length(""), BODY, 400, 0),
    ("a body without length", POST, BODY, 400, 0),
    ("a body that is longer than its length", POST + _length("10"), BODY, 400, 0),
    ("no size of a chunk", POST + "Transfer-Encoding: chunked\r\n", b"zz\r\n0\r\n\r\n", 500, 400),
    ("a chunk that is longer than its size", POST + "Transfer-Encoding: chunked\r\n", b"5" + CHUNKED[2:], 500, 400),
    ("an endless chunk", POST + "Transfer-Encoding: chunked\r\n", b"f" * 17 + CHUNKED[2:], 500, 400),
    ("a get with a body", GET + _length("5"), b"hello", 200, 0),
    ("a client that asks whether to send", POST + FRAMED + "Expect: 100-continue\r\n", BODY, 201, 0),
    ("a client that expects something else", POST + FRAMED + "Expect: x\r\n", BODY, 417, 0),
    ("an unknown version", "GET /version HTTP/9.9\r\n", b"", 505, 400),
    ("an unknown method", "G@T{ /version HTTP/1.1\r\n", b"", 400, 0),
    ("a path with a space", "GET /ver sion HTTP/1.1\r\n", b"", 400, 0),
    ("a header with a zero byte", GET + "X: a\0b\r\n", b"", 400, 0),
    ("a header without a colon", GET + "Xab\r\n", b"", 400, 0),
    ("a header whose name has a space", GET + "X a: b\r\n", b"", 400, 0),
    ("two hosts", GET + "Host: other\r\n", b"", 400, 0),
)


@pytest.mark.parametrize(("start", "body", "real", "own"), [pytest.param(*row[1:], id=row[0]) for row in WRITTEN])
def test_what_is_written_on_the_wire(asked: Http, start: str, body: bytes, real: int, own: int) -> None:
    wire = Wire(asked)
    answer = wire.ask(f"{start}{wire.head}Connection: close\r\n\r\n".encode() + body)
    assert answer.code == (own if own and not asked.ca else real), answer.text[:300]
    assert answer.closed
    assert asked("GET", "/version").code == 200


def test_node_ports_run_out(asked: Http) -> None:
    services = "/api/v1/namespaces/default/services"
    last = 2768

    def make(name: str, ports: int, **spec: Any) -> Any:
        listed = [{"name": f"p{number}", "port": number + 1} for number in range(ports)]
        return asked("POST", services, {"metadata": {"name": name}, "spec": {"ports": listed, **spec}})

    local = {"type": "LoadBalancer", "externalTrafficPolicy": "Local", "allocateLoadBalancerNodePorts": False}
    try:
        assert make("most", last, type="NodePort").code == 201
        refused = [make("one", 1, type="NodePort"), make("one", 1, **local)]
        assert [(one.code, one.message) for one in refused] == [
            (500, "Internal error occurred: failed to allocate a nodePort: range is full"),
            (500, "Internal error occurred: failed to allocate a HealthCheck NodePort 0: range is full"),
        ]
    finally:
        asked("DELETE", f"{services}/most")
    assert make("most", last + 1, type="NodePort").message == refused[0].message


def test_a_request_without_host_is_refused(asked: Http) -> None:
    answer = Wire(asked).ask(b"GET /version HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert (answer.code, answer.text) == (400, "400 Bad Request: missing required Host header")


def test_the_body_of_a_get_is_not_the_next_request(asked: Http) -> None:
    wire = Wire(asked)
    hidden = f"GET {MAPS}/hidden HTTP/1.1\r\n{wire.head}\r\n"
    first = f"{GET}{wire.head}{_length(str(len(hidden)))}\r\n{hidden}"
    answer = wire.ask(f"{first}{GET}{wire.head}Connection: close\r\n\r\n".encode())
    assert answer.code == 200
    assert "hidden" not in answer.text
    assert answer.text.count("gitVersion") == 2


# what this server does not bear, though kube-apiserver does


@pytest.fixture
def widgets(cluster: EmbeddedCluster) -> Http:
    """Provide a server with widgets."""
    cluster.install_crds(fixed_crds())
    return Http(cluster.url)


def _nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize("depth", [limits.DEPTH + 1, 900, 5000, 9990])
def test_what_is_too_deep_for_python_is_refused_by_every_verb(widgets: Http, depth: int) -> None:
    head = b'{"apiVersion":"example.test/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"free":{"x":'
    body, patch = head + _nested(depth) + b"}}}", b'{"spec":{"free":{"x":' + _nested(depth) + b"}}}"
    assert widgets("POST", WIDGETS, widget()).code == 201
    asked = [
        widgets("POST", WIDGETS, body),
        widgets("POST", WIDGETS, body, "application/yaml"),
        widgets("PUT", WIDGETS + "/w", body),
        widgets("PATCH", WIDGETS + "/w", patch, "application/merge-patch+json"),
        widgets("PATCH", WIDGETS + "/w", b'[{"op":"add","path":"/x","value":%s}]' % _nested(depth), JSON_PATCH),
        widgets("PATCH", WIDGETS + "/w?fieldManager=f", body, "application/apply-patch+yaml"),
        widgets("DELETE", WIDGETS + "/w", b'{"x":%s}' % _nested(depth)),
    ]
    assert [reply.code for reply in asked] == [400] * len(asked)
    assert all("exceeded max depth" in reply.message for reply in asked)


JSON_PATCH = "application/json-patch+json"


@pytest.mark.parametrize(
    "step",
    [
        {"op": "copy", "from": "/spec/free", "path": "/spec/free/a"},
        {"op": "move", "from": "/spec/free", "path": "/spec/map/a"},
        {"op": "add", "path": "/spec/free" + "/a" * 40, "value": {"a": {}}},
    ],
    ids=lambda step: step["op"],
)
def test_no_series_of_patches_makes_an_object_that_nobody_can_read(widgets: Http, step: Json) -> None:
    assert widgets("POST", WIDGETS, widget(free={"a": {}}, map={})).code == 201
    deeper: Any = {}
    for _ in range(limits.DEPTH - 10):
        deeper = {"a": deeper}
    assert widgets("PATCH", WIDGETS + "/w", {"spec": {"free": deeper}}, "application/merge-patch+json").code == 200
    for _ in range(3):
        reply = widgets("PATCH", WIDGETS + "/w", [step] * 20, JSON_PATCH)
        assert reply.code in (200, 422), reply.message
    assert widgets("GET", WIDGETS + "/w").code == 200
    assert widgets("GET", WIDGETS).code == 200


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ('["' + "]" * 300 + '", ' + "[" * 199 + "]" * 199 + "]", False),
        ('["]",' * 300 + "1" + "]" * 300, True),
        (r'["\\","]\"[",' * 300 + "1" + "]" * 300, True),
        ('["' + "[" * 300 + '"]', False),
        ('{"a":[' * 101 + "]}" * 101, True),
        ('{"a":[' * 100 + "]}" * 100, False),
        ("[" + "[]," * 1000 + "[]]", False),
    ],
)
def test_brackets_in_strings_do_not_count(text: str, deep: bool) -> None:
    json.loads(text)
    if deep:
        with pytest.raises(gojson.BadJson, match="exceeded max depth"):
            gojson.loads(text.encode())
    else:
        assert gojson.loads(text.encode())[0] == json.loads(text)


def _peak(body: bytes) -> int:
    tracemalloc.start()
    try:
        with pytest.raises(goyaml.BadYaml, match="document contains excessive aliasing"):
            goyaml.loads(body)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_aliases_are_counted_before_anything_is_built() -> None:
    steps = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    assert _peak("\n".join(["a0: &a0 [lol, lol, lol]", *steps]).encode()) < 2 * limits.MIB


def test_aliases_of_a_long_text_are_refused() -> None:
    """Count bytes too: kube-apiserver counts values only, and writes the text as often as it is named."""
    body = b"a: &a " + b"x" * limits.MIB + b"\nb: [" + b"*a," * 1000 + b"]"
    assert _peak(body) < 8 * limits.MIB


def test_what_aliases_name_twice_is_not_shared() -> None:
    value = goyaml.loads(b"a: &a {b: [c]}\nd: *a\n").value
    value["a"]["b"].append("e")
    assert value["d"] == {"b": ["c"]}


def _protobuf(kind: str, content: bytes, version: str = "v1") -> bytes:
    about = wire_format.field(1, version) + wire_format.field(2, kind)
    return b"k8s\x00" + wire_format.field(1, about) + wire_format.field(2, content)


def test_protobuf_that_python_cannot_hold_is_refused(http: Http) -> None:
    field = wire_format.field
    meta = field(1, "c")
    # creationTimestamp, and the fields of an entry of managedFields
    endless = field(8, field(1, 1 << 62))
    unread = field(17, field(7, field(1, b"[" * 5000)))
    large = field(17, field(7, field(1, b"9" * 5000 + b"x")))
    for wrong in (endless, unread, large):
        reply = http("POST", MAPS, _protobuf("ConfigMap", field(1, meta + wrong)), protobuf.MEDIA)
        assert (reply.code, reply.body["reason"]) == (400, "BadRequest"), reply.message
    assert http("POST", MAPS, _protobuf("ConfigMap", field(1, meta)), protobuf.MEDIA).code == 201


# time and numbers


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """Provide the loop of a server, which a test opens."""
    made = Loopback("limited")
    yield made
    made.stop()


def _ended(connection: socket.socket) -> bool:
    """Return whether the server ends a connection on which nothing more comes."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


_begun = threading.Event()
"""Set when a slow request is being answered."""


def _served(loopback: Loopback, **settings: Any) -> Wire:
    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/slow":
            _begun.set()
            await asyncio.Event().wait()
        await request.read()
        return web.Response(text="here")

    port = loopback.open(answer, limits=Limits(**settings))
    return Wire(Http(f"http://127.0.0.1:{port.number}"))


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\nX"])
def test_a_client_that_sends_no_request_is_cut_off(loopback: Loopback, sent: bytes) -> None:
    wire = _served(loopback, head_seconds=0.2)
    assert wire.ask(sent).closed


def test_a_client_that_is_idle_between_requests_is_cut_off(loopback: Loopback) -> None:
    answer = _served(loopback, idle_seconds=0.2).ask(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert (answer.code, answer.text, answer.closed) == (200, "here", True)


def test_a_client_that_begins_a_second_request_is_cut_off_too(loopback: Loopback) -> None:
    with _served(loopback, head_seconds=1).connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert connection.recv(10_000).endswith(b"here")
        connection.sendall(b"GET / HTTP/1.1\r\nHo")
        assert _ended(connection)


def test_a_request_that_is_being_answered_has_time(loopback: Loopback) -> None:
    wire = _served(loopback, head_seconds=1, idle_seconds=1)
    assert not wire.ask(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n", seconds=1.5).closed


def test_headers_without_end_are_refused(loopback: Loopback) -> None:
    wire = _served(loopback, head=10_000)
    endless = b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: aaaaaaaa\r\n" * 5000
    with wire.connect() as connection:
        connection.sendall(endless[:20_000])
        assert connection.recv(100).startswith(b"HTTP/1.1 431 Request Header Fields Too Large")


@pytest.mark.parametrize("start", ["", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc"])
def test_the_connection_that_waits_longest_for_its_client_gives_way(loopback: Loopback, start: str) -> None:
    wire = _served(loopback, connections=10)
    with ExitStack() as stack:
        busy = stack.enter_context(wire.connect())
        _begun.clear()
        busy.sendall(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        assert _begun.wait(10)
        idle = [stack.enter_context(wire.connect()) for _ in range(30)]
        for connection in idle:
            with suppress(ConnectionError):
                # some have given way already
                connection.sendall(start.encode())
        answer = wire.ask(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert answer.code == 200
        assert _ended(idle[0])
        busy.settimeout(0.2)
        with pytest.raises(TimeoutError):
            busy.recv(1)


@pytest.mark.parametrize("framing", [_length("100"), "Transfer-Encoding: chunked\r\n"])
def test_a_body_that_does_not_come_is_not_waited_for(http: Http, monkeypatch: pytest.MonkeyPatch, framing: str) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.2)
    wire = Wire(http)
    answer = wire.ask(f"{POST}{wire.head}{framing}\r\n".encode() + b"5\r\nab")
    assert (answer.code, answer.closed) == (408, True)
    assert answer.message == "Timeout: the body did not come in 0.2 seconds"


def test_idle_connections_do_not_stop_the_service() -> None:
    command = [sys.executable, "-m", "enhancement_kit", "serve", "cluster", "--token", "t"]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2048)), hard))
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process, ExitStack() as stack:
            assert process.stdout is not None
            http = Http(json.loads(process.stdout.readline())["url"], token="t")
            wire = Wire(http)
            for _ in range(limits.CONNECTIONS + 200):
                stack.enter_context(wire.connect())
            assert http("GET", MAPS).code == 200
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_watch_that_nobody_reads_is_cut_off(
    cluster: EmbeddedCluster, http: Http, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "WATCH_EVENTS", 20)
    watchers = cluster.core.store.watchers
    wire = Wire(http)
    text = "x" * 500_000
    with wire.connect(receive_buffer=4096) as connection:
        connection.sendall(f"GET {MAPS}?watch=1 HTTP/1.1\r\n{wire.head}\r\n".encode())
        assert connection.recv(10)
        (take,) = itertools.chain(*watchers.values())
        for number in range(60):
            http("POST", MAPS, {"metadata": {"name": f"c{number}"}, "data": {"a": text}})
        # although the client has not read anything yet
        assert take not in itertools.chain(*watchers.values())
        with pytest.raises(ConnectionResetError):
            _drain(connection)


def _drain(connection: socket.socket) -> None:
    """Read until the end; a stream that ends well has a last chunk, and then nothing."""
    last = b""
    while part := connection.recv(65536):
        last = (last + part)[-5:]
    if last != b"0\r\n\r\n":
        raise ConnectionResetError("the stream ends within an event")


# who may ask


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "127.0.0.1:1234"},
        {"Host": "localhost"},
        {"Host": "LOCALHOST:80"},
        {"Host": "[::1]:80"},
        {"Host": "api.example.test"},
        {"Host": "a.wild.test:443"},
        {"Host": "localhost", "Origin": "http://127.0.0.1:8080"},
        {},
    ],
)
def test_own_names_are_accepted(headers: dict[str, str]) -> None:
    Origins(["api.example.test", "*.wild.test"]).check(headers)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.test"},
        {"Host": "evil.test:8080"},
        {"Host": "localhost.evil.test"},
        {"Host": "127.0.0.1.evil.test"},
        {"Host": "10.0.0.1"},
        {"Host": "a b"},
        {"Host": "[::1"},
        {"Host": "evil.test@127.0.0.1.evil.test"},
        {"Host": "a.b.wild.test"},
        {"Host": "localhost", "Origin": "null"},
        {"Host": "localhost", "Origin": "https://evil.test"},
        {"Host": "localhost", "Origin": ""},
    ],
)
def test_other_names_and_pages_are_refused(headers: dict[str, str]) -> None:
    with pytest.raises(ApiError) as refused:
        Origins(["*.wild.test"]).check(headers)
    assert refused.value.code == 403


def test_a_web_page_cannot_use_the_server(http: Http) -> None:
    wire = Wire(http)
    for headers in ("Host: evil.test\r\n", wire.head + "Origin: http://evil.test\r\n"):
        answer = wire.ask(f"DELETE {MAPS} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n".encode())
        assert (answer.code, "--allow-host" in answer.message) == (403, True)


def test_names_of_the_certificate_and_given_ones_are_accepted() -> None:
    cluster = EmbeddedCluster(hosts=["kit.example"])
    cluster.start()
    try:
        wire = Wire(Http(cluster.url))
        for name, code in (("kit.example", 200), ("other.example", 403)):
            assert wire.ask(f"{GET}Host: {name}\r\nConnection: close\r\n\r\n".encode()).code == code
    finally:
        cluster.stop()


def test_only_loopback_is_listened_on(cluster: EmbeddedCluster) -> None:
    port = int(cluster.url.rpartition(":")[2])
    with socket.socket() as other:
        # every other address of the machine is free
        other.bind(("127.0.0.2", port))

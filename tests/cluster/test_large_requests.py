"""Requests that are large and valid: what they cost grows with their size only, so that no one blocks all others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import (
    EmbeddedCluster,
    bounded,
    custom,
    fielderrors,
    gojson,
    labelselectors,
    limits,
    patches,
    prepared,
    replies,
    selectors,
)

from .conftest import Http, Json

MAPS = "/api/v1/namespaces/default/configmaps"
RATIO = 5
"""How much longer twice the size may take: less than four times, and what a busy machine adds."""


def _seconds(action: Callable[[], Any]) -> float:
    """Return the processor time of the fastest of some runs."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def _grows(make: Callable[[int], Callable[[], Any]], size: int) -> float:
    """Return how much longer four times the size takes."""
    return _seconds(make(4 * size)) / max(_seconds(make(size)), 0.001)


def _env(count: int, value: str, step: int = 1) -> list[Json]:
    return [{"name": f"E{i}", "value": value} for i in range(count)][::step]


def _strategic(size: int) -> Callable[[], Any]:
    old = {"env": _env(size, "x")}
    patch = {"env": _env(size, "y", -1), "$setElementOrder/env": [{"name": f"E{i}"} for i in range(size)]}
    return lambda: patches.strategic_patch(old, patch)


def _deleting(size: int) -> Callable[[], Any]:
    old = {"env": _env(size, "x")}
    return lambda: patches.strategic_patch(old, {"env": [{"name": f"E{i}", "$patch": "delete"} for i in range(size)]})


def _doubled(size: int) -> Callable[[], Any]:
    body = b"{" + b",".join(b'"a%d":1,"a%d":2' % (i, i) for i in range(size)) + b"}"
    return lambda: gojson.loads(body)


def test_the_depth_of_a_megabyte_of_brackets_is_found_at_once() -> None:
    body = (b"[" * 90 + b"]" * 90 + b",") * 5000
    assert _seconds(lambda: gojson.check_depth(body)) < 1
    with pytest.raises(gojson.BadJson, match="exceeded max depth"):
        gojson.check_depth(body + b"[" * 300)


@pytest.mark.parametrize("make", [_strategic, _deleting, _doubled])
def test_time_grows_with_the_size(make: Callable[[int], Callable[[], Any]]) -> None:
    # quadratic ones take sixteen times as long
    assert _grows(make, 1500) < 2 * RATIO


@pytest.mark.parametrize("term", ["a!=x{}", "!z{}", "a>-{}", "a notin (x{})"])
def test_labels_are_looked_at_once_however_long_a_selector_is(term: str) -> None:
    objects = [{"metadata": {"labels": {"a": str(i), "b": "c"}}} for i in range(2000)]

    def matching(terms: int) -> Callable[[], Any]:
        # a bound is the number of a label, which has no sign
        text = ",".join(term.format(i) for i in range(terms)).replace(">-", ">")
        matches = labelselectors.labels(text)
        assert matches is not None
        return lambda: list(map(matches, objects))

    assert _seconds(matching(4000)) < RATIO * max(_seconds(matching(4)), 0.001)


def test_fields_are_looked_at_once_however_long_a_selector_is() -> None:
    objects = [{"metadata": {"name": str(i)}} for i in range(2000)]

    def matching(terms: int) -> Callable[[], Any]:
        matches = selectors.fields(",".join(f"metadata.name!=x{i}" for i in range(terms)), "ConfigMap")
        assert matches is not None
        return lambda: list(map(matches, objects))

    assert _seconds(matching(4000)) < RATIO * max(_seconds(matching(4)), 0.001)


@pytest.mark.parametrize(
    ("selector", "labels", "passes"),
    [
        ("a in (x,y),a in (y,z)", {"a": "y"}, True),
        ("a in (x,y),a in (y,z)", {"a": "x"}, False),
        ("a=x,a=y", {"a": "x"}, False),
        ("a!=x,a notin (y)", {}, True),
        ("a!=x,a notin (y)", {"a": "y"}, False),
        ("a>3,a>5,a<9,a<8", {"a": "6"}, True),
        ("a>3,a>5,a<9,a<8", {"a": "5"}, False),
        ("a>3,a<9,a<8", {"a": "8"}, False),
        ("a>3", {"a": "x"}, False),
        ("a>3", {}, False),
        ("a,!b", {"a": ""}, True),
        ("a,!b", {"a": "", "b": ""}, False),
        ("a,b", {"a": ""}, False),
    ],
)
def test_requirements_about_one_label_count_together(selector: str, labels: Json, passes: bool) -> None:
    matches = labelselectors.labels(selector)
    assert matches is not None
    assert matches({"metadata": {"labels": labels}}) is passes


def test_lists_merge_as_before() -> None:
    old = {"env": _env(4, "x"), "metadata": {"finalizers": ["a", "b", "c"]}}
    merged = patches.strategic_patch(
        old,
        {
            "env": [{"name": "E3", "value": "y"}, {"name": "E1", "$patch": "delete"}, {"name": "N", "value": "z"}],
            "metadata": {"$deleteFromPrimitiveList/finalizers": ["b"], "finalizers": ["d", "a"]},
        },
    )
    assert [(item["name"], item["value"]) for item in merged["env"]] == [
        ("E0", "x"),
        ("E2", "x"),
        ("E3", "y"),
        ("N", "z"),
    ]
    assert merged["metadata"]["finalizers"] == ["d", "a", "c"]


@pytest.mark.parametrize(
    ("directive", "what"),
    [
        ("$retainKeys", "retainKeys"),
        ("$setElementOrder/finalizers", "setElementOrder list"),
        ("$deleteFromPrimitiveList/finalizers", "primitive list"),
    ],
)
@pytest.mark.parametrize("value", [1, "a", {"a": "b"}, None])
def test_directives_are_lists(http: Http, directive: str, what: str, value: Any) -> None:
    assert http("POST", MAPS, {"metadata": {"name": "c", "finalizers": ["a.b/c"]}}).code == 201
    patch = {"metadata": {directive: value}}
    reply = http("PATCH", MAPS + "/c", patch, "application/strategic-merge-patch+json")
    assert (reply.code, reply.message) == (400, f"invalid patch format of {what}")


def test_lists_are_not_moved_without_end(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATCH_MOVES", 10_000)
    assert http("POST", MAPS, {"metadata": {"name": "c", "finalizers": ["a.b/c"]}}).code == 201
    insert = {"op": "add", "path": "/metadata/finalizers/0", "value": "a.b/c"}
    for count, code in ((120, 200), (200, 422)):
        path, media = MAPS + "/c?dryRun=All", "application/json-patch+json"
        assert http("PATCH", path, [insert] * count, media).code == code


YAML = "metadata: {name: c}\ndata:\n" + "".join(f"  k{i}: v\n" for i in range(8000))


@pytest.mark.parametrize("applied", [False, True])
@pytest.mark.parametrize(("text", "code"), [(YAML, 201), (YAML + "x: [", 400)])
def test_large_documents_of_yaml_are_read_while_others_are_answered(
    http: Http, monkeypatch: pytest.MonkeyPatch, text: str, code: int, applied: bool
) -> None:
    threads = []

    def noted(body: bytes, media: str) -> bytes:
        threads.append(threading.current_thread())
        return read(body, media)

    read = prepared._prepared
    monkeypatch.setattr(prepared, "_prepared", noted)
    if applied:
        body = ("apiVersion: v1\nkind: ConfigMap\n" + text).encode()
        reply = http("PATCH", MAPS + "/c?fieldManager=m", body, "application/apply-patch+yaml")
    else:
        reply = http("POST", MAPS, text.encode(), "application/yaml")
    assert reply.code == code
    assert [thread.name == "embedded-cluster" for thread in threads] == [False]
    if code == 201:
        assert len(http("GET", MAPS + "/c").body["data"]) == 8000


@pytest.mark.parametrize("size", [100, 100_000])
def test_large_answers_of_yaml_are_written_while_others_are_answered(
    http: Http, cluster: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    threads = []

    def noted(body: Any) -> bytes:
        threads.append(threading.current_thread().name)
        return write(body)

    write = replies._yaml
    monkeypatch.setattr(replies, "_yaml", noted)
    assert http("POST", MAPS, {"metadata": {"name": "c"}, "data": {"a": "b" * size}}).code == 201
    assert http("GET", MAPS, accept="application/yaml").body["items"][0]["data"]["a"] == "b" * size
    assert [name == "embedded-cluster" for name in threads] == [size < limits.QUICK_YAML]
    url, headers = f"{cluster.url}{MAPS}/d", {"Accept": "application/yaml"}
    direct = cluster.client("c").rest_client.pool_manager.request("GET", url, headers=headers)
    assert b"kind: Status" in direct.data


def test_owners_that_are_named_twice_are_found_among_many(http: Http) -> None:
    owners = [{"apiVersion": "v1", "kind": "ConfigMap", "name": f"n{i}", "uid": f"u{i}"} for i in range(2000)]
    start = time.monotonic()
    reply = http("POST", MAPS, {"metadata": {"name": "c", "ownerReferences": owners + owners[:1]}})
    assert reply.code == 201
    assert reply.warnings[0].endswith('duplicate UID(s) observed: u0"')
    assert len(reply.body["metadata"]["ownerReferences"]) == 2000
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    "value",
    [
        {"b": [1, '<&>\u2028é\x07"'], "a": {"d": None, "c": True}},
        {"b": [1.5, {"z": 1e21, "y": 1e-7}], "a": -0.0},
        ["x", [], {}],
        1e300,
        "\ud83d\ude00",
    ],
)
def test_json_is_written_as_go_writes_it(value: Any) -> None:
    def written(value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ",".join(f"{written(k)}:{written(value[k])}" for k in sorted(value)) + "}"
        if isinstance(value, list):
            return "[" + ",".join(map(written, value)) + "]"
        return fielderrors.go_json(value)

    assert fielderrors.go_json(value, sort_keys=True) == written(value)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("plain é", '"plain é"'),
        ('a"b\\', '"a\\"b\\\\"'),
        ("\a\b\f\n\r\t\v\x01\x7f", '"\\a\\b\\f\\n\\r\\t\\v\\x01\\x7f"'),
        ("\u2028\U000e0001", '"\\u2028\\U000e0001"'),
    ],
)
def test_texts_are_quoted_as_go_quotes_them(text: str, quoted: str) -> None:
    assert fielderrors.quote(text) == quoted


def test_histories_of_large_objects_are_shorter(
    http: Http, cluster: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HISTORY_BYTES", 3_000_000)
    secrets = "/api/v1/namespaces/default/secrets"
    first = http("POST", secrets, {"metadata": {"name": "s"}}).body["metadata"]["resourceVersion"]
    oldest = http("POST", MAPS, {"metadata": {"name": "c"}}).body["metadata"]["resourceVersion"]
    for number in range(5):
        assert http("PUT", MAPS + "/c", {"metadata": {"name": "c"}, "data": {"a": f"{number}" * 900_000}}).code == 200
    assert sum(shelf.size for shelf in cluster.core.store.shelves.values()) < 3_000_000
    assert http("GET", f"{MAPS}?resourceVersion={oldest}&resourceVersionMatch=Exact").code == 410
    assert http("GET", f"{secrets}?resourceVersion={first}&resourceVersionMatch=Exact").code == 200
    newest = http("GET", MAPS).body["metadata"]["resourceVersion"]
    assert http("GET", f"{MAPS}?resourceVersion={newest}&resourceVersionMatch=Exact").code == 200
    cluster.core.store.forget_history()
    assert sum(shelf.size for shelf in cluster.core.store.shelves.values()) == 0


def test_what_clients_invent_is_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    cache: bounded.Bounded[int, int] = bounded.Bounded(3)
    for number in range(5):
        cache[number] = number
    assert cache == {2: 2, 3: 3, 4: 4}
    monkeypatch.setattr(custom, "_compiled", bounded.Bounded(3))
    schemas = [{"type": "object", "description": str(number)} for number in range(5)]
    first = custom.compile_schema(schemas[0])
    assert custom.compile_schema(schemas[0]) is first
    for schema in schemas[1:]:
        custom.compile_schema(schema)
    assert custom.compile_schema(schemas[0]) is not first

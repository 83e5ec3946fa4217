"""Rules over so many items that the engine gives up: the real cost decides, and nothing of the engine is told."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.cel import engine, literals, metering, optional_values
from enhancement_kit.cluster.embedded.cel.parser import parse

from .conftest import CRDS, WIDGETS, Http, Json, crd, widget

SPEC: Json = {
    "type": "object",
    "properties": {
        "l": {"type": "array", "maxItems": 400, "items": {"type": "integer"}},
        "o": {
            "type": "array",
            "maxItems": 400,
            "items": {"type": "object", "properties": {"k": {"type": "string", "maxLength": 9}}},
        },
    },
}
EVERY = "self.l.all(x, self.l.all(y, {}))"
BODIES = (
    "optional.of(x).hasValue()",
    "optional.of(x).optMap(v, v + 1).value() == x + 1",
    "optional.of(x).optFlatMap(v, optional.none()).or(optional.of(x)).value() == x",
    "self.l[?x].orValue(x) == x",
    "self.o[0].?k.orValue('') == 'k0'",
    "!format.named('nope').hasValue()",
    r"'\u00e4\n' == 'ä\n'",
    r"b'\xff' != b'a'",
    "uint(x) >= 0u",
    "duration('1h') > duration('1m')",
    "string(x > y) in ['true', 'false']",
)


def _defined(http: Http, *rules: Json) -> None:
    spec = {**SPEC, "x-kubernetes-validations": list(rules)}
    made = http("POST", CRDS, crd(spec))
    assert made.code == 201, made.message


def _items(count: int) -> Json:
    return {"l": list(range(count)), "o": [{"k": f"k{i}"} for i in range(count)]}


@pytest.mark.parametrize("body", BODIES)
def test_what_the_engine_does_not_finish_is_evaluated_by_steps(
    http: Http, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _defined(http, {"rule": EVERY.format(body)})
    gave_up = []

    def evaluated(expression: Any, data: Any) -> Any:
        try:
            return finishes(expression, data)
        except engine.TooManySteps:
            gave_up.append(body)
            raise

    finishes = engine.evaluated
    monkeypatch.setattr(engine, "evaluated", evaluated)
    reply = http("POST", WIDGETS, widget(**_items(110)))
    assert reply.code == 201, reply.message
    assert gave_up == [body]


@pytest.mark.parametrize("body", ["optional.of(x).hasValue()", "self.l[?x].hasValue()"])
def test_what_costs_too_much_by_steps_is_refused_as_by_the_real_server(
    http: Http, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metering, "PER_OBJECT", 50_000)
    rule = EVERY.format(body)
    _defined(http, {"rule": rule})
    reply = http("POST", WIDGETS, widget(**_items(110)))
    assert reply.code == 422
    assert reply.message.endswith(
        "'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost "
        f"exceeds limit for rule: {rule}"
    )


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("self.l[x + 1] >= 0", "index out of bounds: 110"),
        ("x / (109 - y) >= 0", "division by zero"),
        ("type(x) == int", "the embedded API cannot evaluate so many steps with the type int"),
    ],
)
def test_a_failure_after_many_steps_is_told_in_words_of_cel(http: Http, body: str, told: str) -> None:
    _defined(http, {"rule": f"self.l.all(y, self.l.all(x, {body}))"})
    reply = http("POST", WIDGETS, widget(**_items(110)))
    assert reply.code == 422
    assert f": {told} evaluating rule: " in reply.message


def test_old_values_and_messages_take_many_steps_too(http: Http) -> None:
    each = "self.l.{}(x, self.l.exists(y, y == x{}))"
    _defined(
        http,
        {
            "rule": f"!oldSelf.hasValue() || {each.format('all', ' && oldSelf.hasValue()')}",
            "optionalOldSelf": True,
        },
        {
            "rule": "self.l.size() != 150",
            "messageExpression": f"{each.format('all', '')} ? 'all are there' : ''",
        },
    )
    assert http("POST", WIDGETS, widget(**_items(4))).code == 201
    merge = "application/merge-patch+json"
    assert http("PATCH", WIDGETS + "/w", {"spec": _items(149)}, merge).code == 200
    assert http("PATCH", WIDGETS + "/w", {"spec": _items(150)}, merge).message.endswith("all are there")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"'a\'b\\'", "a'b\\"),
        (r'"\x41\u00e4\U0001F600\101\a"', "Aä😀A\a"),
        (r"r'\n'", "\\n"),
        ("'''a'b'''", "a'b"),
        (r"b'\xff\377ä\u00e4'", b"\xff\xff" + "ää".encode()),
        (r"rb'\x'", b"\\x"),
    ],
)
def test_literals(text: str, value: str | bytes) -> None:
    assert literals.read(text) == value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("l.transformMap(i, v, v % 2 == 0, v + i)", {0: 0, 2: 4}),
        ("l.transformMapEntry(i, v, {string(v): i})", {"0": 0, "1": 1, "2": 2}),
        ("old.?a.b.hasValue()", True),
        ("old.?c.b.orValue(7)", 7),
        ("none.?a.orValue(7)", 7),
    ],
)
def test_values_by_steps(source: str, value: Any) -> None:
    variables = {
        "l": [0, 1, 2],
        "old": optional_values.Optional({"a": {"b": 1}}),
        "none": optional_values.NONE,
    }
    found = metering.evaluate(source, parse(source), variables)
    assert (found.value, found.exact) == (value, False)


@pytest.mark.parametrize(
    "rule",
    ["self.a" + ".a" * 5000, "1" + " + 1" * 3000 + " > 0", "true" + " || true" * 5000, "self.a" + "[0]" * 4000],
    ids=["fields", "sum", "choice", "items"],
)
def test_chains_that_are_too_long_to_be_walked_through(http: Http, rule: str) -> None:
    reply = http("POST", CRDS, crd({"type": "object", "x-kubernetes-validations": [{"rule": rule}]}))
    assert reply.code == 422
    assert reply.message.endswith("compilation failed: ERROR: <input>:-1:0: max recursion depth exceeded")


def test_a_choice_of_many_parts_is_walked_through(http: Http) -> None:
    rule = "self.a == 'b'" + " || self.a == 'b'" * 200
    spec = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 1}}}
    assert http("POST", CRDS, crd({**spec, "x-kubernetes-validations": [{"rule": rule}]})).code == 201


def test_what_a_format_makes_is_bounded(http: Http, cluster: EmbeddedCluster) -> None:
    _defined(http, {"rule": "'%.999999999f'.format([1.0]) != ''"})
    reply = http("POST", WIDGETS, widget())
    assert (reply.code, "precision out of range" in reply.message) == (422, True), cluster.url

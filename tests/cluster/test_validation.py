"""Schema validation: texts, defaults, pruning, ratcheting, list types, both styles."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.custom import Custom, compile_schema
from enhancement_kit.cluster.embedded.fielderrors import NEW_STYLE, OLD_STYLE, aggregate, go_number, quote
from enhancement_kit.cluster.embedded.schema.formats import checker
from enhancement_kit.cluster.embedded.schema.shaping import shape
from enhancement_kit.cluster.embedded.schema.structural import Schema

from .conftest import WIDGETS, Http, Json, crd, widget


def strategy(properties: Json, style: str = NEW_STYLE, **more: Any) -> Custom:
    compiled = compile_schema({"type": "object", "properties": properties, **more})
    assert not compiled.troubles, [t[2].detail for t in compiled.troubles]
    return Custom(compiled, False, style)


def errors(properties: Json, value: Any, style: str = NEW_STYLE, old: Any = None, **more: Any) -> str:
    rules = strategy(properties, style, **more)
    found = rules.validate_create(value) if old is None else rules.validate_update(value, old)
    return aggregate(found, style) if found else ""


LIST = {"type": "array", "items": {"type": "string"}}
KEYED: Json = {
    "type": "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
    "items": {
        "type": "object",
        "required": ["k"],
        "properties": {"k": {"type": "string"}, "v": {"type": "string", "maxLength": 1}},
    },
}


def test_duplicate_keys_in_both_styles() -> None:
    value = {"a": [{"k": "x"}, {"k": "x", "v": "1"}]}
    assert errors({"a": KEYED}, value) == 'a[1]: Duplicate value: {"k":"x"}'
    assert errors({"a": KEYED}, value, OLD_STYLE) == 'a[1]: Duplicate value: map[string]interface {}{"k":"x"}'


def test_rules_are_not_run_on_what_the_schema_refuses() -> None:
    rules = [{"rule": "self.a != 'xy'", "message": "no xy"}]
    more = {"x-kubernetes-validations": rules}
    unchecked = (
        "<nil>: Invalid value: {}: some validation rules were not checked because the object was invalid; correct the "
        "existing errors to complete validation"
    )
    schema: Json = {"a": {"type": "string", "maxLength": 1}}
    too_long = "a: Too long: may not be more than 1 byte"
    assert errors(schema, {"a": "xy"}, **more) == f"[{too_long}, {unchecked.format('null')}]"
    assert (
        errors(schema, {"a": "xy"}, OLD_STYLE, **more)
        == f"[{too_long}, {unchecked.format(chr(34) + 'null' + chr(34))}]"
    )
    schema = {"a": {"type": "string", "pattern": "^z"}}
    assert errors(schema, {"a": "xy"}, **more) == (
        "[a: Invalid value: \"xy\": a in body should match '^z', <nil>: Invalid value: no xy]"
    )


def test_what_is_unchanged_is_forgiven() -> None:
    schema: Json = {"a": {"type": "string", "maxLength": 1}, "b": {"type": "string"}, "l": KEYED, "plain": LIST}
    old = {"a": "too long", "b": "1", "l": [{"k": "x", "v": "too long"}]}
    assert errors(schema, {**old, "b": "2"}, old=old) == ""
    assert errors(schema, {**old, "a": "longer"}, old=old) == "a: Too long: may not be more than 1 byte"
    moved = [{"k": "new"}, {"k": "x", "v": "too long"}]
    assert errors(schema, {**old, "l": moved}, old=old) == "", "list items are found by their keys"
    strict: Json = {"l": {"type": "array", "items": {"type": "string", "maxLength": 1}}}
    before = {"l": ["xx"]}
    assert errors(strict, {"l": ["xx", "y"]}, old=before) == "l[0]: Too long: may not be more than 1 byte"


def test_duplicates_that_were_stored_may_stay() -> None:
    old = {"a": [{"k": "x"}, {"k": "x"}], "b": "1"}
    assert errors({"a": KEYED, "b": {"type": "string"}}, {**old, "b": "2"}, old=old) == ""


@pytest.mark.parametrize(
    ("schema", "value", "wanted", "unknown"),
    [
        ({"a": {"type": "string", "default": "d"}}, {}, {"a": "d"}, []),
        ({"a": {"type": "string", "default": "d"}}, {"a": None}, {"a": "d"}, []),
        ({"a": {"type": "string", "default": "d", "nullable": True}}, {"a": None}, {"a": None}, []),
        ({"a": {"type": "string"}}, {"a": None}, {}, []),
        ({"o": {"type": "object", "properties": {"a": {"type": "string", "default": "d"}}}}, {}, {}, []),
        (
            {"o": {"type": "object", "properties": {"a": {"type": "string", "default": "d"}}}},
            {"o": {}},
            {"o": {"a": "d"}},
            [],
        ),
        ({"a": {"type": "string"}}, {"a": "x", "b": {"c": 1}}, {"a": "x"}, ["b"]),
        (
            {"l": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}}},
            {"l": [{"a": "x", "b": 1}]},
            {"l": [{"a": "x"}]},
            ["l[0].b"],
        ),
        (
            {
                "o": {
                    "type": "object",
                    "x-kubernetes-preserve-unknown-fields": True,
                    "properties": {"k": {"type": "object"}},
                }
            },
            {"o": {"any": {"thing": 1}, "k": {"gone": 1}}},
            {"o": {"any": {"thing": 1}, "k": {}}},
            ["o.k.gone"],
        ),
        (
            {"m": {"type": "object", "additionalProperties": {"type": "string"}}},
            {"m": {"a": None, "b": "x"}},
            {"m": {"b": "x"}},
            [],
        ),
    ],
)
def test_nulls_defaults_and_unknown_fields(schema: Json, value: Json, wanted: Json, unknown: list[str]) -> None:
    assert shape(value, Schema({"type": "object", "properties": schema})) == unknown
    assert value == wanted


def test_a_status_is_validated_by_its_own_schema(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds([crd({"type": "object", "properties": {"a": {"type": "string"}}})])
    made = http("POST", WIDGETS, widget(a="x")).body
    made["status"] = {"phase": "Ugly", "count": "many"}
    answer = http("PUT", WIDGETS + "/w/status", made)
    assert answer.code == 422
    assert 'status.phase: Unsupported value: "Ugly": supported values: "Good", "Bad"' in answer.message
    assert 'status.count: Invalid value: "string": count in body must be of type integer: "string"' in answer.message


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        (
            "date-time",
            ["2020-01-02T03:04:05Z", "2020-01-02T03:04:05.123+01:00"],
            ["2020-13-02T03:04:05Z", "2020-01-02"],
        ),
        ("date", ["2020-02-29"], ["2021-02-29", "x"]),
        ("duration", ["1h30m", "10s", "0", "2d"], ["1x", "", "h"]),
        ("byte", ["aGk="], ["a", "!!"]),
        ("uri", ["https://h/p", "/only/path"], ["no scheme", "https://h:8200#x", "https://a b"]),
        ("cidr", ["10.0.0.0/8", "fd00::/8"], ["10.0.0.0", "10.0.0.0/33"]),
        ("ipv4", ["1.2.3.4", "01.2.3.4"], ["1.2.3", "::1"]),
        ("ipv6", ["::1"], ["1.2.3.4", "fe80::1%eth0"]),
        ("uuid", ["6b1f2f4c-5d3c-4b1b-8f9e-1c2d3e4f5a6b"], ["x", "6b1f2f4c"]),
        ("mac", ["00:00:5e:00:53:01", "0000.5e00.5301"], ["00:00:5e:00:53", "x"]),
        ("email", ["a@example.test"], ["a", "@b"]),
        ("hostname", ["example.test"], ["-x.example", "a b"]),
    ],
)
def test_formats(name: str, good: list[str], bad: list[str]) -> None:
    check = checker(name)
    assert check is not None
    assert [v for v in good if not check(v)] == []
    assert [v for v in bad if check(v)] == []


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (3, "3"),
        (1.5, "1.5"),
        (1e6, "1e+06"),
        (123456.0, "123456"),
        (1234567.5, "1.2345675e+06"),
        (1e-7, "1e-07"),
        (0.0001, "0.0001"),
        (-2.0, "-2"),
    ],
)
def test_numbers_as_go_prints_them(number: float, text: str) -> None:
    assert go_number(number) == text


def test_strings_as_go_quotes_them() -> None:
    assert quote('a"b\\c\n\x00é\u200b') == '"a\\"b\\\\c\\n\\x00é\\u200b"'

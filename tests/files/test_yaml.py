"""YAML is read as nodes that any walk over them survives, and as the values that Kubernetes knows."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest
import yaml

from enhancement_kit.files.yaml_nodes import DEPTH, BadYaml, compose, compose_all
from enhancement_kit.files.yaml_values import plain


def bomb(levels: int, width: int) -> str:
    """Write a document of a few lines that stands for width ** levels nodes."""
    rows = [f"a0: &a0 [{', '.join('x' * width)}]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (bomb(9, 9), 1, "aliases repeat this too often"),
        ("a: &a x\nb: [" + "*a," * 200_000 + "]", 1, "aliases repeat this too often"),
        ("a: &a " + "x" * 200_000 + "\nb: [" + "*a," * 80 + "]\nc: [" + "y," * 20_000 + "]", None, ""),
        ("a: &a " + "x" * 1_000_000 + "\nb: [" + "*a," * 20 + "]", 1, "aliases repeat this too often"),
        ("a: 1\nb: &b [*b]", 2, "what an alias stands for contains the alias itself"),
        ("a: 1\nb: &b\n  c: {d: [*b, *b]}", 2, "what an alias stands for contains the alias itself"),
        ("a: &a {<<: *a}", 1, "what an alias stands for contains the alias itself"),
        ("[" * (DEPTH + 1) + "]" * (DEPTH + 1), 1, "lists and mappings are nested more than 100 deep"),
        ("[" * DEPTH + "]" * DEPTH, None, ""),
        ("{a: " * 100_000, 1, "lists and mappings are nested more than 100 deep"),
        ("- " * 100_000, 1, "lists and mappings are nested more than 100 deep"),
        ("a: 1\nb: [\nc", 4, "broken YAML: did not find expected ',' or ']'"),
        ("a: 1\n---\nb: 1", 2, "a second YAML document begins here"),
        ("a: 1\nb: \x07", 2, "broken YAML: the character U+0007 is not allowed"),
        ("a: 1\x00", 1, "broken YAML: the character U+0000 is not allowed"),
        ('a: 1\nb: "\\ud800"', 2, "broken YAML: found invalid Unicode character escape code"),
        ("a: 1\nb: !!python/name:os.system x", 2, "the tag !!python/name:os.system does not fit here"),
        ("a: 1\nb: !mine {}", 2, "the tag !mine does not fit here"),
        ("a: 1\nb: !!binary aGk=", 2, "the tag !!binary does not fit here"),
        ("a: 1\nb: !!str [x]", 2, "the tag !!str does not fit here"),
        ("a: 1\nb: *none", 2, "broken YAML: found undefined alias"),
        ("%YAML 9.0\n---\na: 1", 1, "broken YAML: found incompatible YAML document"),
    ],
)
def test_what_no_walk_would_survive_is_refused_with_its_line(text: str, line: int | None, problem: str) -> None:
    began = time.perf_counter()
    if line is None:
        assert compose(text.encode()) is not None
    else:
        with pytest.raises(BadYaml) as raised:
            compose(text.encode())
        assert (raised.value.line, raised.value.problem) == (line, problem)
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    ("raw", "line"),
    [(b"\xff\xfea\0:\0", 1), (b"a: 1\nb: \xe4", 2), (b"a: \xed\xa0\x80", 1), (b"\xef\xbb\xbfa: 1\n\xff", 2)],
)
def test_other_encodings_are_refused(raw: bytes, line: int) -> None:
    with pytest.raises(BadYaml, match="the file is not UTF-8 text; save it as UTF-8") as raised:
        compose(raw)
    assert raised.value.line == line


def test_an_empty_text_has_no_node() -> None:
    assert [compose(raw) for raw in (b"", b"\xef\xbb\xbf", b"# nothing\n", b"---\n")][:3] == [None] * 3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: 1, b: -0x1F, c: 0b11, d: 017, e: 1_000}", {"a": 1, "b": -31, "c": 3, "d": 15, "e": 1000}),
        ("{a: 1.5, b: 1.0e+3, c: .inf, d: -.inf}", {"a": 1.5, "b": 1000.0, "c": math.inf, "d": -math.inf}),
        ("[yes, Off, TRUE, ~, null, '', 'null']", [True, False, True, None, None, "", "null"]),
        ("[2020-01-01, 2020-99-99, 1:30, =, !!str 1]", ["2020-01-01", "2020-99-99", "1:30", "=", "1"]),
        ("9" * 5000, "9" * 5000),
        ("99999999999999999999", 99999999999999999999.0),
        ("{1: a, yes: b}", {"1": "a", "yes": "b"}),
        ("{a: 1, a: 2}", {"a": 2}),
        ("x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}", {"x": {"a": 1, "b": 2}, "y": {"a": 1, "b": 3}}),
        ("{<<: [{a: 1}, {a: 2, b: 2}], c: 3}", {"a": 1, "b": 2, "c": 3}),
    ],
)
def test_values_are_those_of_kubernetes(text: str, value: Any) -> None:
    node = compose(text.encode())
    assert node is not None
    assert plain(node) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("? [a]\n: 1", "a key is a list; write a text as the key"),
        ("? {a: b}\n: 1", "a key is a mapping; "),
        ("~: 1", "a key is null; "),
        ("<<: 1", "<< merges something that is no mapping; "),
        ("!!int abc", "abc is no number; correct the value or quote it"),
        ("!!bool maybe", "maybe is neither true nor false; "),
        ("!!null something", "something is not null; "),
    ],
)
def test_what_is_no_value_is_refused(text: str, message: str) -> None:
    node = compose(text.encode())
    assert node is not None
    with pytest.raises(BadYaml, match=message):
        plain(node)


def test_plain_values_are_those_of_the_library() -> None:
    text = yaml.safe_dump({"a": [1, 2.5, True, None, "yes", "1", "x: y", "é", "a\nb"], "b": {"c": {}, "d": []}})
    (node,) = compose_all(text.encode())
    assert plain(node) == yaml.safe_load(text)

"""What random requests are made wrong with: values of JSON, texts in queries, documents of YAML, and changed bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

_DIGITS = "9" * 5000
NUMBERS = (
    *("1e400", "-1e400", "1e308", "-0", "-0.0", "1e-400", "0.1", "1E+2", "1.0", "1e2"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "2147483648"),
    *(_DIGITS, "-" + _DIGITS, "0." + _DIGITS, "1" + "0" * 300, "1e" + "9" * 400, "1e-" + "9" * 400, "0e" + "9" * 30),
)
"""Numbers of JSON, as they are written."""
WORDS = (
    *("", " ", "\\", "'", '"', "%", "\0", "\n", "\x7f", "\u2028", "\ufeff", "é", "e\u0301", "٣", "𝟙", "🜚", "\ud800", "\udfff\ud800"),
    *("a" * 300, "a." * 200, "/" * 300, "-", ".", "..", "*", "None", "null", "true", "0", "-1", "08", "0x1F", "1_000", "+1", " 1"),
    *(_DIGITS, "-" + _DIGITS, _DIGITS + "%", "100%", "٣%", _DIGITS + "Ki", "1e" + "9" * 30, "1e-" + "9" * 30, "1e999999999"),
    *("1E", "1e3", ".5", "5.", "1.5Gi", "0.0000000000001", "1" * 30, "1" * 40 + "Ei", "-1n", "1e2147483648", "123456789012345678.5k"),
    *("1.2.3", "v1" + "0" * 60, "1." * 30 + "0", _DIGITS + ".0.0", "1.0.0-" + "0" * 5000, "10.0.0.0/" + _DIGITS, "::/0", "::ffff:1.2.3.4"),
    *("fe80::1%eth0", "1.2.3.04", "256.0.0.1", "http://[::1", "http://a:" + "9" * 400, "//", "a@b@c", "a@[1]", "%zz", "%ed%a0%80"),
    *("* * * * *", "*/" + _DIGITS + " * * * *", "@every " + _DIGITS + "h", "TZ=x * * * * *", "1-2-3 * * * *", _DIGITS + " 0 0 0 0"),
    *("1h", _DIGITS + "h", "1h" * 500, "-1.5h", "9223372036854775808ns", "P1Y", "0001-01-01T00:00:00Z", "9999-12-31T23:59:60Z"),
    *("2024-02-30T00:00:00Z", "2024-01-01T00:00:00." + "9" * 40 + "Z", "2024-01-01T00:00:00+99:99", "0000-00-00", "2024-01-01"),
    *("(a+)+$", "(" * 500, "a{1000}{1000}", "[", "\\", "(?P<n>a)", "(a|aa)*" * 20, "\\p{Greek}", "(?!a)", "{.a[?(@.b==" + "9" * 10),
    *("=====", "YQ", "YQ==\n", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "a=b", "a in (b", "!", "a>" + _DIGITS),
    *("metadata.name=a", "metadata.name=a,metadata.name!=a", "spec.a==b", "$patch", "$(A)", "{{.x}}", "a/b/c", "/a", "a/", "kubernetes.io/a"),
)
"""Texts, which become values, keys, and options."""
KEYS = (
    *("", "$patch", "$retainKeys", "$setElementOrder/ports", "$deleteFromPrimitiveList/finalizers", "f:", "k:{", ".", "metadata", "kind"),
    *("apiVersion", "status", "items", "managedFields", "labels", "__proto__", "__class__", "self", "\ud800", "a" * 300, "\0", "~0", "a/b"),
    *("x-kubernetes-validations", "resourceVersion", "generation", "deletionTimestamp", "ownerReferences", "creationTimestamp"),
)
NESTED = ("[" * 150 + "]" * 150, "[" * 250 + "]" * 250, '{"a":' * 190 + "1" + "}" * 190, "[" * 20000, "[{}," * 300 + "1" + "]" * 300)
_YAML = (
    "a: &a [1, 2]\nb: [*a, *a, *c]\n",
    "a: &a {b: *a}\n",
    "? [a]\n: b\n<<: {c: d}\n",
    "".join(["a0: &a0 [lol, lol]\n", *(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 9))]),
    "<<: [{a: b}, {a: c}]\n<<: 1\n",
    "!!python/object/apply:os.system [a]\n",
    "!!binary x\n...\n---\nb: c\n",
    "a: !!int 1e400\nb: !!float x\nc: !!timestamp 2024-13-01\nd: 0o17\ne: 0b2\nf: 1_0\ng: " + _DIGITS + "\n",
    "%YAML 9.9\n---\na: b\n",
    "a: |\n" + " x\n" * 2000,
    "- " * 3000,
    "{" * 3000,
    '"\\ud800": "\\ud800"\n',
    "1e400: .nan\n.inf: ~\nnull: 1\n",
)
ODD_BYTES = (b"\x00", b"\xff", b"\r\n", b"{", b"]", b'"', b"\\", b":", b"&a", b"\xed\xa0\x80", b"\xc0\x80", b"\xef\xbb\xbf", b"\\ud800", b"1e999")


def token(rng: Random) -> str:
    """Return the JSON text of a hostile value."""
    draw = rng.random()
    if draw < 0.35:
        return rng.choice(NUMBERS)
    if draw < 0.8:
        return json.dumps(rng.choice(WORDS))
    if draw < 0.9:
        return rng.choice(("null", "true", "[]", "{}", "[[]]", "[null]", '{"":null}', "0", '""', '{"a":1,"a":2}'))
    if draw < 0.95:
        return rng.choice(NESTED)
    return json.dumps("x" * 10 ** rng.choice((3, 3, 3, 4, 5, 6)))


def text_of(rng: Random, value: Any) -> str:
    """Return a value as JSON, some of whose parts and keys are replaced by hostile ones."""
    text = json.dumps(value)
    if rng.random() < 0.4:
        return text
    # about one or two parts of a small value, and not too many of a large one
    return _written(rng, value, min(rng.choice((0.02, 0.06, 0.2)), 200 / len(text)))


def _written(rng: Random, value: Any, share: float) -> str:
    if rng.random() < share:
        return token(rng)
    if isinstance(value, dict):
        pairs = [(json.dumps(key if rng.random() > share / 3 else rng.choice(KEYS)), inner) for key, inner in value.items()]
        if rng.random() < share:
            pairs.append((json.dumps(rng.choice(KEYS)), rng.choice((None, 1, "a", [], {}, [{}], {"a": "b"}))))
        return "{" + ",".join(f"{key}:{_written(rng, inner, share)}" for key, inner in pairs) + "}"
    if isinstance(value, list):
        items = [_written(rng, inner, share) for inner in value]
        return "[" + ",".join(items * (1 if rng.random() > share else rng.choice((2, 50)))) + "]"
    return json.dumps(value)


def yaml_of(rng: Random, text: str) -> str:
    """Return a document of YAML: JSON, which is YAML too, with or before something hostile."""
    draw = rng.random()
    return text if draw < 0.4 else rng.choice(_YAML) if draw < 0.7 else rng.choice(_YAML) + text


def mutated(rng: Random, content: bytes) -> bytes:
    """Return a content with some of its bytes changed, repeated or missing."""
    out = bytearray(content)
    for _ in range(rng.choice((1, 1, 3, 10))):
        at = rng.randrange(len(out) + 1)
        _CHANGES[rng.randrange(len(_CHANGES))](rng, out, at)
    return bytes(out)


def _put(rng: Random, out: bytearray, at: int) -> None:
    out[at : at + rng.randrange(2)] = rng.choice(ODD_BYTES)


def _drop(rng: Random, out: bytearray, at: int) -> None:
    del out[at : at + rng.randrange(1, 8)]


def _repeat(rng: Random, out: bytearray, at: int) -> None:
    out[at:at] = out[max(at - 20, 0) : at] * rng.randrange(1, 20)


_CHANGES: tuple[Callable[[Random, bytearray, int], None], ...] = (_put, _drop, _repeat)

"""Texts that somebody might hand over in place of a good YAML file: wrong types, bombs, other encodings, broken bytes.

The same seed makes the same texts. `KIT_FUZZ=1000` makes that many, from another seed in every run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml

SEED = random.randrange(1 << 32) if "KIT_FUZZ" in os.environ else 42
Random = random.Random


def budget(usual: int) -> int:
    """Return how many texts a test tries."""
    return int(os.environ.get("KIT_FUZZ", "0")) or usual


def bomb(levels: int, width: int) -> str:
    """Write one line that stands for width ** levels nodes."""
    rows = [f"a0: &a0 [{', '.join('x' * width)}]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "{" + ", ".join(rows) + "}"


VALUES: tuple[str, ...] = (
    *("~", "''", "' '", "[]", "{}", "[~]", "[[]]", "{a: {b: 1}}", "{'': ~}", "[{}, 1, x]", "true", "no"),
    *(
        "0",
        "-1",
        "3",
        "2.5",
        "99999999999999999999",
        "9" * 5000,
        "1e999",
        ".nan",
        ".inf",
        "-.inf",
        "0x7fff",
    ),
    *("1:30", "2020-01-01", "2020-99-99", "2001-12-14t21:59:43.10-05:00", "=", "<<", "0o17", "017", "1_0"),
    *("!!binary aGk=", "!!binary '***'", "!!int x", "!!float x", "!!bool x", "!!null x", "!!timestamp x", "!!str 3"),
    *("!!set {a}", "!!omap [a: 1]", "!!pairs [a: 1]", "!!python/object/apply:os.system [id]", "!mine x", "!!map x"),
    *("&z [*z]", "&z {<<: *z}", "{<<: 1}", "{<<: [1]}", "{<<: {a: 1}, a: 2}", "*unknown", "&same x", "{? [x] : y}"),
    *("{~: 1}", "{1: 2}", "{a: 1, a: 2}", '{"\\n": 1}', f"{{{'k' * 3000}: 1}}", '"\\ud800"', '"\\x1b[31m"', '"\\0"'),
    *('"a\\nb"', '"\\u202e"', '"\\ufffe"', "é", "x" * 50_000, "../../../etc", "a/b", "-", "a b", "a.b", "%s{0}${x}"),
    *("[" * 150 + "]" * 150, "[" * 3000, "{a: " * 90 + "1" + "}" * 90, bomb(9, 9), bomb(3, 9), "javascript:alert(1)"),
)
KEYS: tuple[str, ...] = (
    "? [x]\n",
    "~",
    "''",
    '"\\n"',
    '"\\x1b[31m"',
    "k" * 3000,
    "<<",
    "1",
    "true",
    "é",
    "a.b",
    "a[0]",
    "=",
)
_MARK = "the-place-of-a-mutation"


def mutated(good: Any, random: Random) -> bytes:
    """Return one hostile version of a good document."""
    text = _at_a_random_place(good, random) if random.random() < 0.75 else yaml.safe_dump(good, sort_keys=False)
    raw = text.encode()
    if random.random() < 0.35:
        raw = random.choice(_WHOLE)(raw, random)
    return raw


def many(good: Any, number: int) -> Iterator[bytes]:
    """Yield hostile versions of a good document."""
    for one in range(number):
        yield mutated(good, Random(SEED + one))


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value in a document, the whole one included."""
    yield path
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def put(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    """Return a copy of a document with another value at a path."""
    if not path:
        return new
    first, *rest = path
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
    copied = {key: put(inner, tuple(rest), new) if key == first else inner for key, inner in pairs}
    return copied if isinstance(value, Mapping) else list(copied.values())


def _at_a_random_place(good: Any, random: Random) -> str:
    path = random.choice(list(places(good)))
    if random.random() < 0.8 or not isinstance(path[-1] if path else 0, str):
        text = yaml.safe_dump(put(good, path, _MARK), sort_keys=False)
        return text.replace(_MARK, random.choice(VALUES), 1)
    parent = good
    for step in path[:-1]:
        parent = parent[step]
    renamed = {_MARK if key == path[-1] else key: inner for key, inner in parent.items()}
    text = yaml.safe_dump(put(good, path[:-1], renamed), sort_keys=False)
    return text.replace(_MARK, random.choice((*KEYS, *(str(key) for key in parent))), 1)


def _flipped(raw: bytes, random: Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(random.randint(1, 8)):
        if changed:
            changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _cut(raw: bytes, random: Random) -> bytes:
    return raw[: random.randrange(len(raw) + 1)]


def _shuffled(raw: bytes, random: Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    random.shuffle(lines)
    return b"".join(lines)


def _inserted(raw: bytes, random: Random) -> bytes:
    at = random.randrange(len(raw) + 1)
    what = (b"\0", b"\t", b"\x1b", b"\xff", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\r", b": ", b"- ", b"&x ", b"*x ", b"'")
    return raw[:at] + random.choice(what) + raw[at:]


_WHOLE: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flipped,
    _cut,
    _shuffled,
    _inserted,
    lambda raw, random: b"\xef\xbb\xbf" + raw,
    lambda raw, random: raw.decode(errors="replace").encode("utf-16"),
    lambda raw, random: raw.replace(b"\n", b"\r\n"),
    lambda raw, random: raw + b"---\n" + raw,
    lambda raw, random: b"%YAML 9.9\n---\n" + raw,
    lambda raw, random: raw + b"...\n",
    lambda raw, random: b"",
    lambda raw, random: random.randbytes(random.randrange(300)),
    lambda raw, random: b"- " * random.randrange(3000) + b"x",
)

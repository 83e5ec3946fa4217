"""What random requests are made wrong with: values of JSON, texts in queries, documents of YAML, and changed bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from .hostile_words import KEYS, NESTED, NUMBERS, ODD_BYTES, WORDS, YAML


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
        pairs = [
            (json.dumps(key if rng.random() > share / 3 else rng.choice(KEYS)), inner) for key, inner in value.items()
        ]
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
    return text if draw < 0.4 else rng.choice(YAML) if draw < 0.7 else rng.choice(YAML) + text


def mutated(rng: Random, content: bytes, odd: Sequence[bytes] = ODD_BYTES) -> bytes:
    """Return a content with some of its bytes changed to odd ones, repeated or missing."""
    out = bytearray(content)
    for _ in range(rng.choice((1, 1, 3, 10))):
        at = rng.randrange(len(out) + 1)
        match rng.randrange(3):
            case 0:
                out[at : at + rng.randrange(2)] = rng.choice(odd)
            case 1:
                del out[at : at + rng.randrange(1, 8)]
            case _:
                out[at:at] = out[max(at - 20, 0) : at] * rng.randrange(1, 20)
    return bytes(out)

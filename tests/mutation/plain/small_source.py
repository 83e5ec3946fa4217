"""Small modules that stand for an implementation."""

from __future__ import annotations

from pathlib import Path

from enhancement_kit.mutation.plain.drawing import Plain, Source, draw


def source(text: str, path: str = "part/module.py") -> Source:
    return Source(f"kit.{path.removesuffix('.py').replace('/', '.')}", path, Path(path), False, text)


def mutants(text: str, path: str = "part/module.py") -> list[Plain]:
    return draw([source(text, path)])

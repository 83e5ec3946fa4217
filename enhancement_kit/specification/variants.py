"""The variants of an enhancement: forms of what its document describes, each with the feature gates it needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Variant:
    """One form of an enhancement. A default variant with an empty name has no tag of its own."""

    name: str
    gates: frozenset[str]
    optional: bool = False
    """Runs only with `--variants all`."""
    bare_network: bool = False
    """VPCs carry no cluster tag unless a scenario says so: it is the installer that tags them."""
    platform_operators: bool = False
    """Components run too that only derive something from the platform: it is what the enhancement is about.

    `components` in enhancement.yaml says which of them.
    """


@dataclass(frozen=True)
class Variants:
    """The variants of one enhancement; scenarios without a variant tag run in `default`."""

    default: Variant
    others: tuple[Variant, ...] = ()
    default_at: int = 0
    """Where among the others the default one is written."""

    def __iter__(self) -> Iterator[Variant]:
        return iter((self.default, *self.others))

    @property
    def written(self) -> tuple[Variant, ...]:
        """All of them, in the order written."""
        return (*self.others[: self.default_at], self.default, *self.others[self.default_at :])

    @property
    def names(self) -> frozenset[str]:
        """The tags that stand for a variant."""
        return frozenset(variant.name for variant in self if variant.name)

    def named(self, name: str) -> Variant | None:
        """Return the variant of that name, or None."""
        return next((variant for variant in self if variant.name == name), None)

    def of(self, tags: Iterable[str]) -> Variant:
        """Return the variant that tags name, or the default one."""
        carried = frozenset(tags)
        return next((variant for variant in self if variant.name and variant.name in carried), self.default)


PLAIN = Variants(Variant("", frozenset()))
"""Of an enhancement that names no variant."""

"""Which of the collected scenarios belong to a run: the rule for profiles and variants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from enhancement_kit.runner import lanes

if TYPE_CHECKING:
    from enhancement_kit.specification.requirements import Catalogues

SMOKE = "smoke"


def left_out(tags: Iterable[str], folder: str, catalogues: Catalogues, *, profile: str, variants: str) -> str:
    """Say why a scenario is no part of this run; an empty text where it is.

    A scenario is left out, as if it had not been written, in three cases:

    - it carries a profile tag (`@document`, `@shipped`), and none for the profile that is run;
    - every requirement it carries is restricted by `profiles:` in its catalogue, and none to the profile that is run;
    - it carries the tag of an optional variant of its enhancement, and `--variants all` was not given.

    Interpretation ids decide nothing: a scenario that carries only them runs in both profiles.
    """
    carried = frozenset(tags)
    profile_tags = carried & frozenset(lanes.PROFILES)
    if profile_tags and profile not in profile_tags:
        return f"is tagged for profile {', '.join(sorted(profile_tags))}"
    requirements = [catalogues.requirements[tag] for tag in carried if tag in catalogues.requirements]
    if requirements and all(entry.profiles and profile not in entry.profiles for entry in requirements):
        return f"proves only what profile {profile} does not have"
    if variants != "all":
        for variant in catalogues.enhancements.variants_of(folder):
            if variant.optional and variant.name in carried:
                return f"belongs to the optional variant {variant.name}"
    return ""

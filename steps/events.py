"""Phrases about events on objects."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.world import World
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from steps.phrases import phrase, same_text


@then(phrase("the events on the Service of {name:Name} are"))
@columns("type", "reason", optional=("message",), words={"type": ("Normal", "Warning")})
def events_are(world: World, name: str, datatable: list[list[str]]) -> None:
    """Check that the service controller's events are exactly these, in the order of their first occurrence.

    An empty cell below message stands for any. Repeats count as the event that they repeat.
    """
    found = sorted(world.observed.events(name), key=lambda e: (e["firstTimestamp"], e["metadata"]["name"]))
    printed = [(e["type"], e["reason"], same_text(e["message"])) for e in found]
    wanted = rows(datatable)
    alike = len(printed) == len(wanted) and all(
        (kind, reason) == (row["type"], row["reason"]) and row.get("message", "") in ("", message)
        for (kind, reason, message), row in zip(printed, wanted, strict=False)
    )
    claim(alike, f"the events are {printed}")
    others = {e["source"].get("component") for e in found} - {"service-controller"}
    claim(not others, f"events come from {', '.join(map(str, others))}")

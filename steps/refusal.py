"""Phrases about the answer of the API server (accepted, or refused with a field and a reason) and the installer."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary import refused_fields
from steps.phrases import phrase, same_text


@then("it is accepted")
def accepted(act: Act) -> None:
    """Check that the API server took the request, or the installer the install-config, and that nothing failed."""
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")
    claim(not act.failure, f"it failed: {act.failure}")
    claim(not act.findings, "the installer refused it: " + "; ".join(map(str, act.findings)))


@then(phrase("the API server refuses the {parameter:Field} because"))
def refused(world: World, act: Act, parameter: str, docstring: str) -> None:
    """Check for 422 Invalid with the reason at exactly that field; `EIPs[0]` is the first element.

    Kubernetes prints a value or a type before the reason, differently from release to release, so the reason is
    matched as a part of the complaint.
    """
    if act.refusal is None:
        claim(False, "the API server accepted it")
        return
    claim(act.refusal.code == 422, f"the API server answered {act.refusal}")
    reason = same_text(docstring)
    said = [f"{cause.field}: {cause.message}" for cause in act.refusal.causes]
    for path in refused_fields.fields(parameter, world.cluster.parameters, sent=act.sent, stored=act.stored):
        there = any(cause.field == path and reason in same_text(cause.message) for cause in act.refusal.causes)
        claim(there, f"no complaint at {path} says {reason!r}; the API server said " + "; ".join(said))


@then("the API server refuses it because")
def refused_as_a_whole(act: Act, docstring: str) -> None:
    """Check that the request is refused, whatever the field, with the reason in the answer."""
    if act.refusal is None:
        claim(False, "the API server accepted it")
        return
    reason = same_text(docstring)
    claim(reason in same_text(act.refusal.message), f"the API server said {act.refusal}")

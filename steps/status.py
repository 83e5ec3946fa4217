"""Phrases about the conditions of an IngressController and what their messages say."""

from __future__ import annotations

import json
import re

from pytest_bdd import then, when

from enhancement_kit.errors import ClaimFailed, claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.clients.kubernetes import MEDIA_TYPES, Manifest
from enhancement_kit.world.vocabulary import change_messages, condition_words
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from steps.phrases import phrase, same_text

MORE = "..."
"""A last line that stands for any further lines."""
# Either ending of the sentence warns of the disruption (interpretation EIP-A03).
WARNING = "This will most likely cause the new load-balancer to have a different host name and IP address "
ENDINGS = ("from the old one's.", "and cause disruption.")
# Documents quote errors as the AWS SDK for Go v1 printed them; v2 says the operation first (interpretations LSS-A06 and
# EIP-A13).
SDK_FRAME = re.compile(r"operation error [^:]+: \w+, https response error StatusCode: \d+, RequestID: [\w-]+, ")
# The request ids that AWS hands out are never the document's.
REQUEST_ID = re.compile(r"(?<=Request ID: )[\w-]+|(?<=request id: )[\w-]+")
# How v1 ends an error; v2 says these things first.
SDK_TAIL = re.compile(r"\\n\\tstatus code: \d+, request id: [\w-]+")
QUOTING = re.compile("One or more status conditions indicate (progressing|unavailable): ")
PATCH = re.compile(
    r"oc -n openshift-ingress-operator patch ingresscontrollers/(?P<name>[\w.-]+) --type=merge --patch='(?P<patch>.*?)'"
)


def _same(what: str, found: str, wanted: str) -> None:
    claim(found == wanted, f"{what} is {found!r}, not {wanted!r}")


@then(phrase("{condition:Name} of {name:Name} is {status:Status} with reason {reason:Name}"), target_fixture="message")
def condition_is(world: World, name: str, condition: str, status: str, reason: str) -> str:
    """Check status and reason of a condition; `its message` in later steps is the message of this one."""
    found = world.observed.condition(name, condition)
    _same(f"{condition} of {name}", f"{found['status']} ({found.get('reason', '')})", f"{status} ({reason})")
    return str(found.get("message", ""))


@then(phrase("the conditions of {name:Name} are"))
@columns(
    "condition",
    "status",
    optional=("reason", "message"),
    words={"condition": condition_words.TYPES, "status": condition_words.STATUSES},
)
def conditions_are(world: World, name: str, datatable: list[list[str]]) -> None:
    """Check several conditions; an empty cell below reason or message means that it is empty."""
    for row in rows(datatable):
        found = world.observed.condition(name, row["condition"])
        for column in ("status", "reason", "message"):
            if column in row:
                _same(f"{column} of {row['condition']}", same_text(found.get(column) or ""), row[column])


@then(
    phrase("the {condition:Name} message of {name:Name} names the change from {old} to {new}"), target_fixture="message"
)
def condition_names_change(world: World, name: str, condition: str, old: str, new: str) -> str:
    """Check that it names both values of a scope, a type, subnets or Elastic IPs, in this direction (EIP-A03)."""
    message = str(world.observed.condition(name, condition).get("message", ""))
    named = change_messages.names_change(same_text(message), old, new, world.network.addresses, world.network.subnets)
    claim(named, f"no change from {old} to {new} is named in {message!r}")
    return message


@then("it offers the command")
def offers_command(message: str, docstring: str) -> None:
    """Check that the message has the command between backticks."""
    claim(f"`{same_text(docstring)}`" in same_text(message), f"the message offers no such command: {message!r}")


def _offered_patch(message: str, name: str) -> Manifest:
    found = PATCH.search(same_text(message))
    if found is None or found["name"] != name:
        raise ClaimFailed(f"the message offers no command that patches the IngressController {name}: {message!r}")
    try:
        patch = json.loads(found["patch"])
    except ValueError as error:
        raise ClaimFailed(f"the patch that the message offers is no JSON ({error}): {found['patch']}") from error
    return dict(patch)


@when(
    phrase("the admin applies the patch that the {condition:Name} message of {name:Name} offers"), target_fixture="act"
)
def applies_patch(world: World, name: str, condition: str) -> Act:
    """Apply the patch of that IngressController, as an admin does who follows the message; it has no unknown field."""
    patch = _offered_patch(str(world.observed.condition(name, condition).get("message", "")), name)
    admin, warnings = world.cluster.admin, list[str]()

    def apply() -> None:
        path = admin.path("IngressController", name)
        warnings.extend(admin.exchange("PATCH", path, patch, media=MEDIA_TYPES["merge"])[1])

    act = world.actions.act(apply, sent=patch)
    claim(not warnings, f"the API server warns about the patch that the message offers: {'; '.join(warnings)}")
    return act


@then("its message warns that host name and address will change")
def warns(message: str) -> None:
    """Check for the sentence of the document, or for the one that shipped."""
    claim(
        any(WARNING + ending in same_text(message) for ending in ENDINGS), f"the message gives no warning: {message!r}"
    )


@then(phrase("its message quotes {conditions}"))
def quotes(world: World, message: str, conditions: str) -> None:
    """Check that after its own sentence it quotes exactly these conditions of one IngressController in full."""
    plain = same_text(message)
    begins = QUOTING.match(plain)
    claim(begins is not None, f"the message begins otherwise: {plain!r}")
    quoted = plain[begins.end() :] if begins else ""
    texts = [_quotation(controller, split(conditions)) for controller in world.cluster.admin.all("IngressController")]
    claim(quoted in texts, f"no IngressController's {conditions} read {quoted!r}")


def _quotation(controller: Manifest, kinds: list[str]) -> str:
    found = {c["type"]: c for c in controller.get("status", {}).get("conditions", [])}
    states = [(kind, found.get(kind, {})) for kind in kinds]
    parts = [f"{k}={c.get('status')} ({c.get('reason')}: {c.get('message')})" for k, c in states]
    return same_text(", ".join(parts))


@then("its message is")
def message_is(world: World, message: str, docstring: str) -> None:
    """Check the message line by line; `...` stands for any further lines.

    Request ids do not count. In profile shipped the frame of the SDK does not count either.
    """
    found, wanted = (_folded(text) for text in (message, docstring.strip()))
    if wanted[-1] == MORE:
        found, wanted = found[: len(wanted) - 1], wanted[:-1]
    if world.profile == "shipped":
        found = [SDK_FRAME.sub("", line) for line in found]
        wanted = [SDK_TAIL.sub("", line) for line in wanted]
    _same("the message", *("\n".join(REQUEST_ID.sub("<id>", line) for line in lines) for lines in (found, wanted)))


def _folded(text: str) -> list[str]:
    """Return the lines of a text, the white space in each folded."""
    return [same_text(line) for line in text.splitlines()]


@then(phrase("only the transition times of {conditions} have moved"))
def transition_times(world: World, act: Act, conditions: str) -> None:
    """Check that exactly these have another lastTransitionTime than before the act; `maybe X` leaves X open."""
    named = split(conditions)
    left_open = {name.removeprefix("maybe ") for name in named if name.startswith("maybe ")}
    moved = set()
    for name, before in act.before.controllers.items():
        times = {c["type"]: c["lastTransitionTime"] for c in before.get("status", {}).get("conditions", [])}
        for condition in world.observed.controller(name).get("status", {}).get("conditions", []):
            if times.get(condition["type"]) != condition["lastTransitionTime"]:
                moved.add(condition["type"])
    expected = {name for name in named if not name.startswith("maybe ")}
    claim(moved - left_open == expected, f"the transition times of {', '.join(sorted(moved)) or 'none'} have moved")

"""What platform External brings to the Infrastructure: its members of platformSpec and platformStatus, with rules.

Source: section "API Extensions" of the enhancement, and config/v1 types_infrastructure.go for profile `shipped`.
"""

from __future__ import annotations

from collections.abc import Mapping

from .schema import Rules, Schema, enum, obj, string, with_rules

TYPE = "External"
UNNAMED = "Unknown"
STATES = ("", "External", "None")

# interpretation EXT-A10: only what shipped fixes the name once it is given
PLATFORM_NAME_RULES: Mapping[str, Rules] = {
    "document": {},
    "shipped": {"immutable": ("oldSelf == 'Unknown' || self == oldSelf", "platform name cannot be changed once set")},
}
STATE_RULES: Rules = {"immutable": ("self == oldSelf", "state is immutable once set")}
MANAGER_RULES: Rules = {
    "presence": (
        '(has(self.state) == has(oldSelf.state)) || (!has(oldSelf.state) && self.state != "External")',
        "state may not be added or removed once set",
    )
}
_SAME_PRESENCE = "has(self.cloudControllerManager) == has(oldSelf.cloudControllerManager)"
# interpretation EXT-A05: one rule, two wordings
STATUS_RULES: Mapping[str, Rules] = {
    "document": {"presence": (_SAME_PRESENCE, "cloudControllerManager added or removed once set")},
    "shipped": {"presence": (_SAME_PRESENCE, "cloudControllerManager may not be added or removed once set")},
}


def spec(profile: str) -> Schema:
    """Build the schema of ExternalPlatformSpec: the provider's name, for information only."""
    return obj({"platformName": with_rules(string(default=UNNAMED), PLATFORM_NAME_RULES[profile])})


def status(profile: str, extent: str) -> Schema:
    """Build the schema of ExternalPlatformStatus, which tells whether a cloud controller manager is expected.

    While it was gated, the default feature set had it `empty`, and Tech Preview `without its own rule` (EXT-A06).
    """
    if extent == "empty":
        return obj({})
    state = with_rules(enum(*STATES), STATE_RULES)
    manager = with_rules(obj({"state": state}), MANAGER_RULES)
    return with_rules(obj({"cloudControllerManager": manager}), STATUS_RULES[profile] if extent == "whole" else {})

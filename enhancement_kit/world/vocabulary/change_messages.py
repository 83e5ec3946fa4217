"""How conditions name a change of a parameter: one pattern for each parameter, and the lists printed in any form."""

from __future__ import annotations

import re
from collections.abc import Mapping

from enhancement_kit.world.vocabulary.aliases import EMPTY_LIST, NOTHING, Aliases, split

# The parameter that a pair of words belongs to, and the field that the message names.
CHOICES: Mapping[str, tuple[frozenset[str], str]] = {
    "scope": (frozenset({"Internal", "External"}), "scope"),
    "load balancer": (frozenset({"Classic", "NLB"}), r"loadBalancer\.providerParameters\.aws\.type"),
}
EIPS = "(eips|eipAllocations)"
SUBNETS = re.compile(r"subnets? (?:were|was) changed from (?P<old>.*?) to (?P<new>.*?)\.")
SUBNET = re.compile(r"subnet-[0-9A-Za-z]+")


def names_change(message: str, old: str, new: str, addresses: Aliases, subnets: Aliases) -> bool:
    """Tell whether a message names the change of a scope, a load balancer type, subnets or Elastic IPs.

    It has to name it in this direction. The format of lists and quotes does not matter (interpretation EIP-A03), nor
    the order of subnets (ISS-A34).
    """
    plain = message.replace('\\"', "").replace('"', "")
    words = [*split(old), *split(new)]
    if words and all(word in subnets for word in words):
        found = SUBNETS.search(plain)
        wanted = [set(subnets.ids_of(words)) if words != NOTHING else set() for words in (old, new)]
        return found is not None and [set(SUBNET.findall(found[part])) for part in ("old", "new")] == wanted
    field, before, after = _printed(old, new, addresses)
    return bool(re.search(rf"{field} (were|was) changed from {before} to {after}\.", plain))


def _printed(old: str, new: str, addresses: Aliases) -> tuple[str, str, str]:
    for words, field in CHOICES.values():
        if {old, new} <= words:
            return field, old, new
    return EIPS, _list(old, addresses), _list(new, addresses)


def _list(words: str, addresses: Aliases) -> str:
    values = [] if words == EMPTY_LIST else addresses.ids_of(words)
    return re.escape(f"[{','.join(values)}]")

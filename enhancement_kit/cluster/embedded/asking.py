"""Asking webhooks without holding the server's lock: a request is answered again with what they have said.

A webhook may itself call the API. So where an answer is missing, `Ask` ends the attempt to answer the request; whoever
tries asks the webhook, keeps its answer in `Said`, and tries anew.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from .objects import Manifest, new_uid


@dataclass
class Answer:
    """What a webhook has answered to a review, or why there is no answer."""

    response: Manifest = field(default_factory=dict)
    failure: str = ""


@dataclass
class Said:
    """The answers of webhooks about one request, and what all attempts to answer it share."""

    answers: dict[Hashable, Answer] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """The name generated for each generateName."""
    uid: str = field(default_factory=new_uid)


class Ask(Exception):
    """A webhook has to be asked before the request can be answered."""

    def __init__(self, key: Hashable, webhook: Manifest, review: Manifest) -> None:
        super().__init__(f"{webhook['name']} is to be asked")
        self.key, self.webhook, self.review = key, webhook, review

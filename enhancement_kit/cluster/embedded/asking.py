"""Asking webhooks without holding the server's lock: a request is answered again with what they have said.

A webhook may itself call the API. So where an answer is missing, `Ask` ends the attempt to answer the request; whoever
tries asks the webhook, keeps its answer in `Said`, and tries anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
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
    """Webhooks have to be asked before the request can be answered: by what their answers are kept, and how to ask."""

    def __init__(self, asks: Mapping[Hashable, Callable[[], Answer]]) -> None:
        super().__init__(f"{len(asks)} webhooks are to be asked")
        self.asks = asks

"""Who asks: the user of a request, as authentication finds it and as reviews show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .objects import Manifest

MASTERS, AUTHENTICATED, UNAUTHENTICATED = "system:masters", "system:authenticated", "system:unauthenticated"


@dataclass(frozen=True)
class User:
    """A person or program that sends requests."""

    name: str
    uid: str = ""
    groups: tuple[str, ...] = ()
    extra: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def info(self) -> Manifest:
        """Return the user as authentication.k8s.io shows it."""
        shown: dict[str, Any] = {
            "username": self.name,
            "uid": self.uid,
            "groups": list(self.groups),
            "extra": {key: list(values) for key, values in sorted(self.extra.items())},
        }
        return {key: value for key, value in shown.items() if value}

    def authenticated(self) -> User:
        """Return the user as a member of the group of all who are authenticated."""
        if AUTHENTICATED in self.groups or UNAUTHENTICATED in self.groups:
            return self
        return User(self.name, self.uid, (*self.groups, AUTHENTICATED), self.extra)


ADMIN = User("kubernetes-admin", groups=(MASTERS, AUTHENTICATED))
"""Whoever has the server's own token, or anyone where the server asks for no credentials."""
ANONYMOUS = User("system:anonymous", groups=(UNAUTHENTICATED,))

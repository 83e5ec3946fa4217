"""Impersonation: who sends a request as somebody else, and whether they may.

There are several ways to be allowed to, which are tried in order; the last one is the oldest. The first refusal is what
the client is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote

from multidict import CIMultiDictProxy

from .. import status
from ..names import is_subdomain
from ..users import ANONYMOUS, MASTERS, UNAUTHENTICATED, User
from .attributes import Attributes
from .authorizer import Authorizer, forbidden

_PREFIX = "impersonate-"
_EXTRA = "impersonate-extra-"
_GROUP = "authentication.k8s.io"
_NODES, _NODE_NAME = "system:nodes", "authentication.kubernetes.io/node-name"
_ACCOUNT = re.compile(r"system:serviceaccount:([^:]+):([^:]+)\Z")
_KEY = re.compile(r"[^/]+/[A-Za-z0-9/\-._~%!$&'()*+,;=:]+\Z")


def is_wanted(headers: CIMultiDictProxy[str]) -> bool:
    """Return whether a request asks to be somebody else's."""
    return any(name[:12].lower() == _PREFIX for name in headers)


class Impersonation:
    """Decides whether users may act as others."""

    def __init__(self, authorizer: Authorizer) -> None:
        self._authorizer = authorizer
        self._worked: dict[str, _Way] = {}
        """The way that worked last for a user: it is tried first."""

    def user(self, headers: CIMultiDictProxy[str], wanted: Attributes) -> User:
        """Return the user that a request is to be of; `wanted` is what it is about. Raises ApiError 400 and 403."""
        person = _named(headers)
        requestor = wanted.user
        if person is None:
            return requestor
        ways = [way for way in _WAYS if way.fits(person, requestor)]
        worked = self._worked.get(requestor.name)
        if worked in ways:
            ways.remove(worked)
            ways.insert(0, worked)
        refusals = []
        for way in ways:
            try:
                for attributes in way.checks(person, wanted):
                    self._check(attributes)
            except status.ApiError as error:
                refusals.append(error)
                continue
            self._worked[requestor.name] = way
            return _grouped(way.person(person))
        raise refusals[0]

    def _check(self, wanted: Attributes) -> None:
        decision = self._authorizer.decide(wanted)
        if not decision.allowed:
            raise forbidden(wanted, decision.reason)


def _named(headers: CIMultiDictProxy[str]) -> User | None:
    """Return the user as the headers name it. Raises ApiError 400 where they name none but something of one."""
    name, uid = headers.get("Impersonate-User", ""), headers.get("Impersonate-Uid", "")
    groups = tuple(headers.getall("Impersonate-Group", ()))
    extra: dict[str, tuple[str, ...]] = {}
    for header, value in headers.items():
        if header.lower().startswith(_EXTRA):
            key = unquote(header[len(_EXTRA) :].lower())
            extra[key] = (*extra.get(key, ()), value)
    if name:
        return User(name, uid, groups, extra)
    if uid or groups or extra:
        shown = f'&user.DefaultInfo{{Name:"", UID:{json.dumps(uid)}, Groups:{_go(groups)}, Extra:{_go_map(extra)}}}'
        raise status.bad_request(f"requested {shown} without impersonating a user name")
    return None


def _go(values: tuple[str, ...]) -> str:
    return f"[]string{{{', '.join(map(json.dumps, values))}}}" if values else "[]string(nil)"


def _go_map(values: Mapping[str, tuple[str, ...]]) -> str:
    inner = ", ".join(f"{json.dumps(key)}:{_go(texts)}" for key, texts in sorted(values.items()))
    return f"map[string][]string{{{inner}}}" if values else "map[string][]string(nil)"


def _grouped(user: User) -> User:
    """Return a user in the group of all who are authenticated, or of all who are not."""
    if user.name == ANONYMOUS.name:
        return user if UNAUTHENTICATED in user.groups else replace(user, groups=(*user.groups, UNAUTHENTICATED))
    return user.authenticated()


def _node(user: User) -> str:
    name = user.name.removeprefix("system:node:")
    return name if name != user.name and not is_subdomain(name) else ""


def _only_name(user: User) -> bool:
    return not (user.uid or user.groups or user.extra)


class _Way:
    """One way to be allowed to act as others: to be somebody of a kind, for requests of a kind."""

    def __init__(self, mode: str, fits: Callable[[User, User], bool]) -> None:
        self.mode = mode
        self.fits = fits

    def person(self, wanted: User) -> User:
        """Return who the request then comes from."""
        found = _ACCOUNT.match(wanted.name)
        if found is not None and not wanted.groups:
            return replace(wanted, groups=("system:serviceaccounts", f"system:serviceaccounts:{found[1]}"))
        return replace(wanted, groups=(_NODES,)) if _node(wanted) else wanted

    def checks(self, wanted: User, request: Attributes) -> Iterator[Attributes]:
        """Yield all that has to be allowed. Raises ApiError 403 for somebody whom nobody may be in this way."""
        yield replace(request, verb=f"impersonate-on:{self.mode}:{request.verb}")
        yield from self._checks(wanted, request.user, f"impersonate:{self.mode}", _GROUP)

    def _checks(self, wanted: User, requestor: User, verb: str, group: str) -> Iterator[Attributes]:
        ask = Attributes(requestor, verb)
        account = _ACCOUNT.match(wanted.name)
        if account is not None:
            yield replace(ask, group=group, resource="serviceaccounts", namespace=account[1], name=account[2])
        elif self.mode and (node := _node(wanted)):
            name = "*" if self.mode == "associated-node" else node
            yield replace(ask, group=group, resource="nodes", name=name)
        else:
            yield replace(ask, group=group, resource="users", name=wanted.name)
        if wanted.uid:
            yield replace(ask, group=_GROUP, resource="uids", name=wanted.uid)
        yield from self._groups(replace(ask, group=group, resource="groups"), wanted.groups)
        yield from self._extras(replace(ask, group=_GROUP, resource="userextras"), wanted.extra)

    def _groups(self, ask: Attributes, wanted: Sequence[str]) -> Iterator[Attributes]:
        for name in wanted:
            yield replace(ask, name=name)

    def _extras(self, ask: Attributes, wanted: Mapping[str, tuple[str, ...]]) -> Iterator[Attributes]:
        for key, values in wanted.items():
            for value in values:
                yield replace(ask, subresource=key, name=value)


class _Anybody(_Way):
    """The way to be anybody but a node or a service account."""

    def _groups(self, ask: Attributes, wanted: Sequence[str]) -> Iterator[Attributes]:
        if "" in wanted:
            raise forbidden(ask, "impersonating the empty string group is not allowed")
        if MASTERS in wanted:
            raise forbidden(replace(ask, name=MASTERS), f"impersonating the {MASTERS} group is not allowed")
        yield from super()._groups(ask, wanted)

    def _extras(self, ask: Attributes, wanted: Mapping[str, tuple[str, ...]]) -> Iterator[Attributes]:
        for key, values in wanted.items():
            if _KEY.match(key) is None or is_subdomain(key.partition("/")[0]):
                raise forbidden(ask, "impersonating an invalid key in extra is not allowed")
            if "" in values:
                raise forbidden(ask, "impersonating the empty string value in extra is not allowed")
        yield from super()._extras(ask, wanted)


class _Oldest(_Way):
    """The way that is not restricted to requests of a kind."""

    def person(self, wanted: User) -> User:
        """Return anybody."""
        return super().person(wanted) if _ACCOUNT.match(wanted.name) else wanted

    def checks(self, wanted: User, request: Attributes) -> Iterator[Attributes]:
        """Yield all that has to be allowed."""
        yield from self._checks(wanted, request.user, "impersonate", "")


def _is_associated(wanted: User, requestor: User) -> bool:
    at = requestor.extra.get(_NODE_NAME, ())
    return _only_name(wanted) and _ACCOUNT.match(requestor.name) is not None and at == (_node(wanted),)


_WAYS = (
    _Way("associated-node", _is_associated),
    _Way("arbitrary-node", lambda wanted, _: _only_name(wanted) and bool(_node(wanted))),
    _Way("serviceaccount", lambda wanted, _: _only_name(wanted) and _ACCOUNT.match(wanted.name) is not None),
    _Anybody("user-info", lambda wanted, _: not _node(wanted) and _ACCOUNT.match(wanted.name) is None),
    _Oldest("", lambda _wanted, _requestor: True),
)

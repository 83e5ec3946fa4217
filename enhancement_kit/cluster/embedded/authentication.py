"""Authentication: finds the user of a request by its client certificate, its bearer token, or neither."""

from __future__ import annotations

import csv
import functools
import hashlib
import io
from collections.abc import Callable, Mapping
from pathlib import Path

from aiohttp import web
from cryptography import x509
from cryptography.x509.oid import NameOID, ObjectIdentifier
from multidict import CIMultiDictProxy

from enhancement_kit.errors import UsageError
from enhancement_kit.files.reading import Unreadable, read_text

from . import status
from .users import ADMIN, ANONYMOUS, User

CREDENTIAL = "authentication.kubernetes.io/credential-id"
"""The extra that names the credential a user came with."""
_EXTRA_SPACE = "the provided Authorization header contains extra space before the bearer token, and is ignored"
_UID = ObjectIdentifier("1.3.6.1.4.1.57683.2")
"""The attribute of a certificate's subject that holds the user's uid."""


class TokenRefused(ValueError):
    """A token that the server knows and does not accept; the message says why."""


class Authenticator:
    """Finds who sends a request."""

    def __init__(
        self,
        token: str | None = None,
        tokens: Mapping[str, User] | None = None,
        *,
        certificates: bool = False,
        anonymous: bool = False,
    ) -> None:
        """Take the administrator's token, those of others, and what else is accepted.

        Without any of them, whoever sends no credentials is the administrator. Where there are, requests without
        credentials are refused, or are those of the anonymous user.
        """
        self.certificates = certificates
        self._tokens = {value: user.authenticated() for value, user in (tokens or {}).items()}
        if token:
            self._tokens[token] = ADMIN
        self._headers = {f"Bearer {value}": user for value, user in self._tokens.items()}
        guarded = bool(self._tokens) or certificates
        self._stranger = (ANONYMOUS if anonymous else None) if guarded else ADMIN
        self.issued: Callable[..., tuple[User, list[str]] | None] = lambda *_: None
        """Finds the user and the audiences of a token that is none of these, as the server issued it."""

    def user(self, headers: CIMultiDictProxy[str], certificate: bytes = b"") -> User:
        """Return the user of a request, whose connection has this verified certificate. Raises ApiError 401."""
        if certificate:
            found = user_of_certificate(certificate)
            if found is not None:
                return found
        given = headers.get("Authorization", "")
        if given:
            known = self._headers.get(given)
            if known is not None:
                return known
            token = bearer_token(given)
            if token:
                return self._user_of_token(token)
        if self._stranger is None:
            raise unauthorized()
        return self._stranger

    def known(self, token: str) -> User | None:
        """Return the user of a token that was configured; None for another one."""
        return self._tokens.get(token)

    def _user_of_token(self, token: str) -> User:
        try:
            found = self.issued(token)
        except TokenRefused:
            raise unauthorized() from None
        known = self.known(token) if found is None else found[0]
        if known is None:
            raise unauthorized()
        return known


def unauthorized() -> status.ApiError:
    """Return the 401 of a request whose user is not known."""
    return status.ApiError(401, "Unauthorized", "Unauthorized")


def bearer_token(header: str) -> str:
    """Return the token of an Authorization header; empty for a header that has none."""
    parts = header.strip().split(" ", 2)
    return parts[1] if len(parts) > 1 and parts[0].lower() == "bearer" else ""


def certificate_of(request: web.BaseRequest) -> bytes:
    """Return the verified client certificate of a request's connection; empty for one without."""
    connection = request.transport.get_extra_info("ssl_object") if request.transport else None
    return (connection.getpeercert(binary_form=True) or b"") if connection else b""


def header_warnings(header: str) -> list[str]:
    """Return what a client is told of an Authorization header that is ignored."""
    parts = header.strip().split(" ", 2)
    odd = len(parts) == 3 and parts[0].lower() == "bearer" and not parts[1]
    return [_EXTRA_SPACE] if odd else []


@functools.lru_cache(maxsize=1024)
def user_of_certificate(encoded: bytes) -> User | None:
    """Return the user that a certificate names: the common name, the organizations as groups. None without a name."""
    subject = x509.load_der_x509_certificate(encoded).subject

    def values(oid: ObjectIdentifier) -> tuple[str, ...]:
        return tuple(str(attribute.value) for attribute in subject.get_attributes_for_oid(oid))

    names, uids = values(NameOID.COMMON_NAME), values(_UID)
    if not names or not names[-1]:
        return None
    if len(uids) > 1 or "" in uids:
        raise unauthorized()
    credential = f"X509SHA256={hashlib.sha256(encoded).hexdigest()}"
    groups = values(NameOID.ORGANIZATION_NAME)
    return User(names[-1], "".join(uids), groups, {CREDENTIAL: (credential,)}).authenticated()


def read_tokens(path: Path) -> dict[str, User]:
    """Read a token file of kube-apiserver: token, user, uid, and perhaps groups in one column. Raises UsageError."""
    found: dict[str, User] = {}
    try:
        lines = csv.reader(io.StringIO(read_text(path), newline=""))
        for row in lines:
            if 0 < len(row) < 3:
                why = f"must have at least 3 columns (token, user name, user uid), found {len(row)}"
                raise UsageError(f"{path}:{lines.line_num}: {why}")
            if row and row[0]:
                groups = tuple(row[3].split(",")) if len(row) > 3 else ()
                found[row[0]] = User(row[1], row[2], groups)
    except (Unreadable, csv.Error) as error:
        raise UsageError(f"{path}: cannot be read as a token file: {error}") from None
    return found

"""A private certificate authority, and the good and bad server certificates that endpoints show."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta

import trustme

from enhancement_kit import temporary
from enhancement_kit.errors import UsageError

KINDS = ("good", "untrusted", "self-signed", "expired", "other-name")
"""What a certificate can be: signed by the authority for the right name, by an authority that nobody trusts, by itself,
too old, or good for another name."""

_OTHER_NAME = "other.kit.invalid"


class Authority:
    """The authority that clients trust and a second one that they do not; files last as long as this object."""

    def __init__(self) -> None:
        """Create both authorities."""
        self._folder = temporary.make("simulated-aws-")
        self._trusted = trustme.CA(organization_name="simulated AWS")
        self._unknown = trustme.CA(organization_name="an authority that nobody trusts")
        self.bundle = str(self._folder / "ca.pem")
        """The file that clients verify servers with."""
        self._trusted.cert_pem.write_to_path(self.bundle)
        self._contexts: dict[tuple[str, str], ssl.SSLContext] = {}

    def context(self, kind: str, host: str) -> ssl.SSLContext:
        """Return the TLS context of a server that shows such a certificate. Raises UsageError for an unknown kind."""
        if kind not in KINDS:
            raise UsageError(f"there is no certificate of kind {kind!r}; there are {', '.join(KINDS)}")
        if (kind, host) not in self._contexts:
            self._contexts[kind, host] = self._make(kind, host)
        return self._contexts[kind, host]

    def _make(self, kind: str, host: str) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        if kind == "self-signed":
            # trustme issues only what an authority signs
            from werkzeug.serving import make_ssl_devcert

            context.load_cert_chain(*make_ssl_devcert(f"{self._folder}/{len(self._contexts)}", host))
            return context
        signer = self._unknown if kind == "untrusted" else self._trusted
        name = _OTHER_NAME if kind == "other-name" else host
        yesterday = datetime.now(UTC) - timedelta(days=1)
        signer.issue_cert(name, not_after=yesterday if kind == "expired" else None).configure_cert(context)
        return context

    def remove(self) -> None:
        """Delete the certificate files."""
        temporary.remove(self._folder)

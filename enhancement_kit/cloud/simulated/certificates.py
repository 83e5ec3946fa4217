"""A private certificate authority, and the good and bad server certificates that endpoints show."""

from __future__ import annotations

import ipaddress
import ssl
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from enhancement_kit.errors import UsageError

KINDS = ("good", "untrusted", "self-signed", "expired", "other-name")
"""What a certificate can be: signed by the authority for the right name, by an authority that nobody trusts, by itself,
too old, or good for another name."""

_OTHER_NAME = "other.kit.invalid"
_DAY = timedelta(days=1)


class Authority:
    """The authority that clients trust and a second one that they do not; files last as long as this object."""

    def __init__(self) -> None:
        """Create both authorities."""
        self._folder = tempfile.TemporaryDirectory(prefix="simulated-aws-")
        self._trusted, self._unknown = _Signer("simulated AWS"), _Signer("an authority that nobody trusts")
        self.bundle = str(Path(self._folder.name) / "ca.pem")
        """The file that clients verify servers with."""
        Path(self.bundle).write_bytes(_pem(self._trusted.certificate))
        self._contexts: dict[tuple[str, str], ssl.SSLContext] = {}

    def context(self, kind: str, host: str) -> ssl.SSLContext:
        """Return the TLS context of a server that shows such a certificate. Raises UsageError for an unknown kind."""
        if kind not in KINDS:
            raise UsageError(f"there is no certificate of kind {kind!r}; there are {', '.join(KINDS)}")
        if (kind, host) not in self._contexts:
            self._contexts[kind, host] = self._make(kind, host)
        return self._contexts[kind, host]

    def _make(self, kind: str, host: str) -> ssl.SSLContext:
        signer = {"untrusted": self._unknown, "self-signed": None}.get(kind, self._trusted)
        name = _OTHER_NAME if kind == "other-name" else host
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = _certificate(name, key, signer, expired=kind == "expired")
        path = Path(self._folder.name) / f"{len(self._contexts)}.pem"
        path.touch(mode=0o600)
        path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            + _pem(certificate)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    def remove(self) -> None:
        """Delete the certificate files."""
        self._folder.cleanup()


class _Signer:
    """An authority: its key and certificate."""

    def __init__(self, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = (
            _builder(self.name, self.name, self.key, expired=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs=True), critical=True)
            .sign(self.key, hashes.SHA256())
        )


def _certificate(host: str, key: Any, signer: _Signer | None, *, expired: bool) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    issuer, signing = (signer.name, signer.key) if signer else (name, key)
    return (
        _builder(name, issuer, key, expired=expired)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key()), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(signing, hashes.SHA256())
    )


def _builder(subject: x509.Name, issuer: x509.Name, key: Any, *, expired: bool) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 30 * _DAY)
        .not_valid_after(now + (-1 if expired else 30) * _DAY)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)

"""A certificate for 127.0.0.1, made for one run."""

from __future__ import annotations

import base64
import ssl
from pathlib import Path

import trustme
from cryptography import x509

from enhancement_kit import temporary
from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.files.reading import Unreadable, read_text
from enhancement_kit.files.writing import write_private
from enhancement_kit.local.addresses import HOST

_LOCAL = "localhost"


class Given:
    """A server certificate in files that others have made; they know its authority."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self._certificate, self._key = certificate, key
        content = certificate.read_bytes()
        self.authority, self.data = str(certificate), base64.b64encode(content).decode()
        self.names = _names(certificate, content)

    def context(self, client_ca: Path | str | None = None) -> ssl.SSLContext:
        """Return a TLS context for a server with this certificate, which asks for certificates of these authorities.

        Raises UsageError where the files cannot be read, and HarnessError where that of the authorities cannot.
        """
        try:
            return _context(self._certificate, self._key, client_ca)
        except (ssl.SSLError, OSError) as error:
            raise UsageError(f"{self._certificate}: is no certificate with the key {self._key}: {error}") from None

    def remove(self) -> None:
        """Leave the files to those who have made them."""


class Certificate:
    """A server certificate, its key and the certificate of its authority, in files that go with this object."""

    def __init__(self) -> None:
        self._folder = folder = temporary.make("embedded-cluster-")
        authority = trustme.CA(organization_name="embedded-cluster")
        issued = authority.issue_cert(_LOCAL, HOST)
        self.authority = str(folder / "ca.pem")
        """The file that clients verify the server with."""
        self.data = base64.b64encode(authority.cert_pem.bytes()).decode()
        """Its contents, as a kubeconfig has them."""
        self.names = [_LOCAL, HOST]
        self.certificate, self.key = str(folder / "server.pem"), str(folder / "key.pem")
        authority.cert_pem.write_to_path(self.authority)
        issued.cert_chain_pems[0].write_to_path(self.certificate)
        write_private(Path(self.key), issued.private_key_pem.bytes().decode())

    def context(self, client_ca: Path | str | None = None) -> ssl.SSLContext:
        """Return a TLS context for a server with this certificate, which asks for certificates of these authorities.

        Raises HarnessError where the file of the authorities cannot be used.
        """
        return _context(self.certificate, self.key, client_ca)

    def remove(self) -> None:
        """Delete the files."""
        temporary.remove(self._folder)


def _names(path: Path, content: bytes) -> list[str]:
    """Return the names and addresses of a certificate. Raises UsageError where there is none."""
    try:
        found = x509.load_pem_x509_certificate(content)
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return []
    except ValueError as error:
        raise UsageError(f"{path}: is no certificate: {error}") from None
    return [*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))]


def _context(certificate: Path | str, key: Path | str, client_ca: Path | str | None) -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate, key)
    if client_ca is not None:
        try:
            made.load_verify_locations(cadata=read_text(Path(client_ca)))
        except (Unreadable, OSError, ValueError) as error:
            raise HarnessError(f"{client_ca}: holds no certificates of authorities: {error}") from None
        made.verify_mode = ssl.CERT_OPTIONAL
        # an authority may be one that another has signed
        made.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return made

"""A certificate for 127.0.0.1, made for one run."""

from __future__ import annotations

import base64
import ssl
import tempfile
from pathlib import Path

import trustme


class Certificate:
    """A server certificate, its key and the certificate of its authority, in files that go with this object."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="embedded-cluster-")
        folder = Path(self._folder.name)
        authority = trustme.CA(organization_name="embedded-cluster")
        issued = authority.issue_cert("localhost", "127.0.0.1")
        self.authority = str(folder / "ca.pem")
        """The file that clients verify the server with."""
        self.data = base64.b64encode(authority.cert_pem.bytes()).decode()
        """Its contents, as a kubeconfig has them."""
        self.certificate, self.key = str(folder / "server.pem"), str(folder / "key.pem")
        authority.cert_pem.write_to_path(self.authority)
        issued.cert_chain_pems[0].write_to_path(self.certificate)
        Path(self.key).touch(mode=0o600)
        issued.private_key_pem.write_to_path(self.key)

    def context(self) -> ssl.SSLContext:
        """Return a TLS context for a server with this certificate."""
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.load_cert_chain(self.certificate, self.key)
        return made

    def remove(self) -> None:
        """Delete the files."""
        self._folder.cleanup()

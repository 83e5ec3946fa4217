"""Certificates of one etcd: it answers those alone who show one of its own authority, on each of its ports.

Other users of the machine reach its ports, too. What they could read are all objects and Secrets of the cluster, and
what they could write kube-apiserver would take for its own.
"""

from __future__ import annotations

import ssl
from pathlib import Path

import trustme

from enhancement_kit.files.writing import write_private
from enhancement_kit.local.addresses import HOST

_CLIENT = "kube-apiserver"


class EtcdCertificates:
    """An authority that only this etcd trusts, and the certificates of the member and of its clients."""

    def __init__(self, folder: Path) -> None:
        """Write them to a folder. Keys can be read by their owner only, from the start."""
        authority = trustme.CA(organization_name="etcd")
        self.authority = folder / "etcd-ca.pem"
        self.authority.write_bytes(authority.cert_pem.bytes())
        # etcd asks itself as a client where requests are JSON, and its peers' port asks for certificates of both sides
        self.certificate, self.key = _write(authority.issue_cert(HOST, "localhost"), folder, "etcd")
        self.client_certificate, self.client_key = _write(authority.issue_cert(_CLIENT), folder, "client")

    def server_flags(self) -> list[str]:
        """Return the flags with which etcd asks everybody for a certificate."""
        return [
            f"{flag}={path}"
            for prefix in ("", "peer-")
            for flag, path in (
                (f"--{prefix}cert-file", self.certificate),
                (f"--{prefix}key-file", self.key),
                (f"--{prefix}trusted-ca-file", self.authority),
                (f"--{prefix}client-cert-auth", "true"),
            )
        ]

    def client_flags(self) -> list[str]:
        """Return the flags with which kube-apiserver shows its certificate."""
        return [
            f"--etcd-cafile={self.authority}",
            f"--etcd-certfile={self.client_certificate}",
            f"--etcd-keyfile={self.client_key}",
        ]

    def context(self) -> ssl.SSLContext:
        """Return the TLS context of a client."""
        made = ssl.create_default_context(cafile=str(self.authority))
        made.load_cert_chain(self.client_certificate, self.client_key)
        return made


def _write(issued: trustme.LeafCert, folder: Path, name: str) -> tuple[Path, Path]:
    certificate, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
    certificate.write_bytes(b"".join(pem.bytes() for pem in issued.cert_chain_pems))
    write_private(key, issued.private_key_pem.bytes().decode())
    return certificate, key

"""`kube-apiserver` for tests that start one: the embedded API behind the flags that envtest sets."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from enhancement_kit.errors import UsageError
from enhancement_kit.local.addresses import HOST
from enhancement_kit.local.serving import check_port, stop_asked

from .flags import note_ignored


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kube-apiserver",
        description="Serve the embedded Kubernetes API in place of kube-apiserver. Other flags have no effect.",
        allow_abbrev=False,
    )
    parser.add_argument("--secure-port", type=int, default=6443, help="port of HTTPS (default: 6443)")
    parser.add_argument("--bind-address", default=HOST, help=f"only {HOST}")
    parser.add_argument("--cert-dir", type=Path, help="folder with apiserver.crt and apiserver.key")
    parser.add_argument("--tls-cert-file", type=Path, help="certificate of the server")
    parser.add_argument("--tls-private-key-file", type=Path, help="key of the server")
    parser.add_argument("--client-ca-file", type=Path, help="who signed the certificates of clients")
    parser.add_argument(
        "--authorization-mode", default="AlwaysAllow", help="with RBAC among the modes, roles say what users may do"
    )
    return parser


def run(argv: Sequence[str]) -> int:
    """Serve until SIGINT or SIGTERM; return the exit code. Raises UsageError for flags that cannot be followed."""
    options, others = _parser().parse_known_args(list(argv))
    note_ignored("kube-apiserver", others)
    check_port(options.secure_port)
    if options.bind_address not in (HOST, "localhost"):
        raise UsageError(f"kube-apiserver: --bind-address {options.bind_address}: only {HOST} is served")
    certificate, key = _certificate(options)
    # `--help`, which envtest reads twice before it starts the server, is quick without them
    from ..embedded import EmbeddedCluster
    from ..embedded.authorization import ALWAYS_ALLOW, RBAC
    from ..embedded.certificate import Given

    cluster = EmbeddedCluster(
        port=options.secure_port,
        tls=Given(certificate, key),
        client_ca=options.client_ca_file,
        anonymous=True,
        stand_ins=False,
        authorization=RBAC if "RBAC" in options.authorization_mode.split(",") else ALWAYS_ALLOW,
    )
    try:
        with stop_asked() as asked:
            cluster.start()
            print(f"kube-apiserver of the conformance kit: serves {cluster.url}", flush=True)
            asked.wait()
    finally:
        cluster.stop()
    return 0


def _certificate(options: argparse.Namespace) -> tuple[Path, Path]:
    folder = options.cert_dir or Path()
    certificate = options.tls_cert_file or folder / "apiserver.crt"
    key = options.tls_private_key_file or folder / "apiserver.key"
    for flag, path in (("--tls-cert-file", certificate), ("--tls-private-key-file", key)):
        if not path.is_file():
            raise UsageError(
                f"kube-apiserver: {flag} {path}: there is no such file; name it, or its folder by --cert-dir"
            )
    return certificate, key

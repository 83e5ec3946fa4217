"""Serving the simulated AWS alone, for clients outside this process."""

from __future__ import annotations

import argparse
import json
import secrets
from collections.abc import Sequence

from enhancement_kit.cloud.simulated import limits
from enhancement_kit.cloud.simulated.cloud import SimulatedCloud
from enhancement_kit.local.serving import add_port, check_port, stop_asked

_COMPONENT = "guest"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ekit serve cloud",
        description="Serve the simulated AWS, with the same strictness rules as in scenarios. The access key id of a "
        "client is the name under which its calls are recorded; requests have to be signed with the secret access key.",
    )
    add_port(parser)
    parser.add_argument("--tls", action="store_true", help="serve HTTPS, with a new private certificate authority")
    parser.add_argument("--region", default="us-east-1", help="region in the printed environment (default: us-east-1)")
    secret = parser.add_mutually_exclusive_group()
    secret.add_argument(
        "--secret-key",
        metavar="KEY",
        help="secret access key that requests must be signed with (default: a new random one, which is printed)",
    )
    secret.add_argument(
        "--any-secret-key",
        action="store_true",
        help="verify no signature: every program and every user of this machine can change everything that is served",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="answer also requests whose Host or Origin header has this name, or *.NAME; without it only those to "
        "addresses of loopback, localhost and the default endpoints of AWS, so that no web page can use the server",
    )
    return parser


def run(argv: Sequence[str]) -> int:
    """Serve until SIGINT or SIGTERM; return the exit code. Prints a JSON line (url, bundle, environment) when ready."""
    options = _parser().parse_args(list(argv))
    check_port(options.port)
    secret = None if options.any_secret_key else options.secret_key or secrets.token_urlsafe(24)
    cloud = SimulatedCloud(calls=limits.CALLS)
    try:
        with stop_asked() as asked:
            cloud.start()
            served = cloud.serve(options.port, tls=options.tls, secret=secret, hosts=options.allow_host)
            environment = served.environment(_COMPONENT, options.region)
            print(json.dumps({"url": served.url, "bundle": served.bundle, "environment": environment}), flush=True)
            asked.wait()
    finally:
        cloud.stop()
    return 0

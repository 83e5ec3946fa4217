"""Serving the simulated AWS alone, for clients outside this process."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from enhancement_kit.cloud.simulated.cloud import SimulatedCloud
from enhancement_kit.local.serving import add_port, check_port, stop_asked

_COMPONENT = "guest"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ekit serve cloud",
        description="Serve the simulated AWS, with the same strictness rules as in scenarios. The access key id of a "
        "client is the name under which its calls are recorded; secret keys are not checked.",
    )
    add_port(parser)
    parser.add_argument("--tls", action="store_true", help="serve HTTPS, with a new private certificate authority")
    parser.add_argument("--region", default="us-east-1", help="region in the printed environment (default: us-east-1)")
    return parser


def run(argv: Sequence[str]) -> int:
    """Serve until SIGINT or SIGTERM; return the exit code. Prints a JSON line (url, bundle, environment) when ready."""
    options = _parser().parse_args(list(argv))
    check_port(options.port)
    cloud = SimulatedCloud()
    try:
        with stop_asked() as asked:
            cloud.start()
            served = cloud.serve(options.port, tls=options.tls)
            environment = served.environment(_COMPONENT, options.region)
            print(json.dumps({"url": served.url, "bundle": served.bundle, "environment": environment}), flush=True)
            asked.wait()
    finally:
        cloud.stop()
    return 0

"""Serving the simulated AWS alone, for clients outside this process."""

from __future__ import annotations

import argparse
import json
import signal
import threading
from collections.abc import Sequence

from enhancement_kit.cloud.simulated.cloud import SimulatedCloud
from enhancement_kit.errors import UsageError

_COMPONENT = "guest"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ekit serve cloud",
        description="Serve the simulated AWS, as strict as scenarios meet it. The access key id of a client is the "
        "name under which its calls are recorded; secrets are not checked.",
    )
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (default: a free one)")
    parser.add_argument("--tls", action="store_true", help="serve HTTPS with a certificate of an authority made now")
    parser.add_argument("--region", default="us-east-1", help="the region of the environment printed (us-east-1)")
    return parser


def run(argv: Sequence[str]) -> int:
    """Serve until SIGINT or SIGTERM. Prints a JSON line (url, bundle, environment) when ready. Gives the exit code."""
    options = _parser().parse_args(list(argv))
    if not 0 <= options.port <= 65535:
        raise UsageError(f"--port {options.port}: choose a port from 0 (a free one) to 65535")
    cloud = SimulatedCloud()
    asked = threading.Event()
    # installed before the port opens, so that a stop in between is heard too
    previous = {s: signal.signal(s, lambda *_: asked.set()) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        cloud.start()
        served = cloud.serve(options.port, tls=options.tls)
        environment = served.environment(_COMPONENT, options.region)
        print(json.dumps({"url": served.url, "bundle": served.bundle, "environment": environment}), flush=True)
        asked.wait()
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        cloud.stop()
    return 0

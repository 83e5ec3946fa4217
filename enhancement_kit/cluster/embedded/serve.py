"""Running the embedded cluster alone, for clients outside this process."""

from __future__ import annotations

import argparse
import json
import secrets
from collections.abc import Sequence
from pathlib import Path

import yaml

from enhancement_kit import temporary
from enhancement_kit.errors import UsageError
from enhancement_kit.local.serving import add_port, check_port, stop_asked

from .authentication import read_tokens
from .authorization import ALWAYS_ALLOW, MODES
from .objects import Manifest, mapping
from .server import EmbeddedCluster

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


FEATURE_SET = "release.openshift.io/feature-set"
"""The annotation that lists the feature sets in which a manifest counts; one without it counts in all."""


def read_crds(folder: Path, feature_set: str = "") -> list[Manifest]:
    """Read the CustomResourceDefinitions in a folder's YAML and JSON files, of one feature set where one is named.

    Raises UsageError for unreadable files, two definitions of one name, and a feature set that no manifest knows.
    """
    if not folder.is_dir():
        raise UsageError(f"--crds {folder}: there is no such folder; name one that holds CRD manifests")
    found: dict[str, tuple[Path, Manifest]] = {}
    known: set[str] = set()
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".yaml", ".yml", ".json")):
        for document in _documents(path):
            meta = mapping(document.get("metadata"))
            sets = {s.strip() for s in str(mapping(meta.get("annotations")).get(FEATURE_SET, "")).split(",")} - {""}
            known |= sets
            if feature_set and sets and feature_set not in sets:
                continue
            name = str(meta.get("name"))
            if name in found:
                how = "keep one of them in the folder" if feature_set or not sets else "choose by --feature-set"
                raise UsageError(f"{path}: defines {name}, which {found[name][0]} defines too; {how}")
            found[name] = (path, document)
    if feature_set and feature_set not in known:
        names = ", ".join(sorted(known)) or "none"
        raise UsageError(f"--feature-set {feature_set}: no manifest in {folder} is of it; there are {names}")
    return [document for _, document in found.values()]


def _documents(path: Path) -> list[Manifest]:
    try:
        documents = list(yaml.load_all(path.read_text(encoding="utf-8"), Loader=_LOADER))
    except (yaml.YAMLError, OSError, UnicodeDecodeError) as e:
        raise UsageError(f"{path}: cannot be read as YAML: {' '.join(str(e).split())}") from None
    return [d for d in documents if isinstance(d, dict) and d.get("kind") == "CustomResourceDefinition"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ekit serve cluster", description="Serve the embedded Kubernetes API.")
    add_port(parser)
    token = parser.add_mutually_exclusive_group()
    token.add_argument("--token", help="bearer token that clients must send (default: a new random one)")
    token.add_argument(
        "--random-token",
        action="store_true",
        help="require a new random token, which is the default: it is in the kubeconfig, or else printed",
    )
    token.add_argument(
        "--no-token",
        action="store_true",
        help="require no token: every program and every user of this machine can change everything that is served",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="answer also requests whose Host or Origin header has this name, or *.NAME; without it only those with "
        "addresses of loopback, localhost and the names of the certificate, so that no web page can use the server",
    )
    parser.add_argument("--kubeconfig", type=Path, help="write a kubeconfig to this file")
    parser.add_argument("--crds", type=Path, help="folder with CRD manifests to install")
    parser.add_argument(
        "--feature-set",
        default="",
        help=f"install only CRDs whose annotation {FEATURE_SET} lists this set, and CRDs without the annotation",
    )
    parser.add_argument("--tls", action="store_true", help="serve HTTPS with a certificate made for this run")
    parser.add_argument(
        "--client-ca",
        type=Path,
        metavar="FILE",
        help="accept client certificates of the authorities in this file: the common name is the user, the "
        "organizations are groups; needs --tls",
    )
    parser.add_argument(
        "--token-auth-file",
        type=Path,
        metavar="FILE",
        help='accept the bearer tokens in this CSV file: token,user,uid,"group1,group2"',
    )
    parser.add_argument(
        "--authorization",
        choices=MODES,
        default=ALWAYS_ALLOW,
        help="who may do what: everybody everything, or what roles and bindings say (default: %(default)s)",
    )
    parser.add_argument(
        "--anonymous-auth",
        action=argparse.BooleanOptionalAction,
        help="whether requests without credentials are accepted, as system:anonymous, where credentials are configured "
        "(default: with --authorization rbac only)",
    )
    parser.add_argument(
        "--stand-ins",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="whether Deployments become available, dependents go with their owners and objects with their namespace "
        "(default); without, no controllers run, as with envtest",
    )
    return parser


def run(argv: Sequence[str]) -> int:
    """Serve until SIGINT or SIGTERM; return the exit code. Prints JSON when ready: url, kubeconfig, version."""
    options = _parser().parse_args(list(argv))
    check_port(options.port)
    if options.feature_set and not options.crds:
        raise UsageError("--feature-set chooses among the manifests of a folder: name it by --crds")
    if options.client_ca and not options.tls:
        raise UsageError("--client-ca: certificates need TLS: add --tls")
    crds = read_crds(options.crds, options.feature_set) if options.crds else []
    token = None if options.no_token else options.token or secrets.token_urlsafe(16)
    cluster = EmbeddedCluster(
        port=options.port,
        token=token,
        tls=options.tls,
        client_ca=options.client_ca,
        tokens=read_tokens(options.token_auth_file) if options.token_auth_file else None,
        anonymous=options.anonymous_auth,
        authorization=options.authorization,
        stand_ins=options.stand_ins,
        hosts=options.allow_host,
    )
    try:
        with stop_asked() as asked:
            cluster.start()
            if crds:
                cluster.install_crds(crds)
            kubeconfig = str(options.kubeconfig) if options.kubeconfig else None
            if kubeconfig:
                _write_kubeconfig(options.kubeconfig, cluster)
            ready = {"url": cluster.url, "kubeconfig": kubeconfig, "version": cluster.version}
            if kubeconfig is None and not options.token and cluster.token:
                # it is written nowhere else
                ready["token"] = cluster.token
            print(json.dumps(ready), flush=True)
            asked.wait()
    finally:
        cluster.stop()
    return 0


def _write_kubeconfig(path: Path, cluster: EmbeddedCluster) -> None:
    try:
        temporary.write_private(path, yaml.safe_dump(dict(cluster.kubeconfig())))
    except OSError as e:
        raise UsageError(f"--kubeconfig {path}: cannot be written: {e.strerror}") from None

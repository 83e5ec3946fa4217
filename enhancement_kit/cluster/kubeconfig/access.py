"""Access to a cluster: one context of one kubeconfig file."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema

from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.files.printing import one_line
from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.files.yaml_nodes import BadYaml, compose
from enhancement_kit.files.yaml_values import plain

from ..interface import Manifest
from .server_address import ServerAddress, read_address

VARIABLE = "KUBECONFIG"
_TEXT = {"type": ["string", "null"]}


def _listed(kind: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a list of named entries."""
    inner = {"type": ["object", "null"], "properties": fields}
    entry = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, kind: inner}}
    return {"type": ["array", "null"], "items": entry}


_VALIDATOR = jsonschema.Draft202012Validator(
    {
        "type": "object",
        "properties": {
            "clusters": _listed("cluster", {"server": _TEXT, "certificate-authority": _TEXT}),
            "users": _listed("user", {"client-certificate": _TEXT, "client-key": _TEXT, "tokenFile": _TEXT}),
            "contexts": _listed("context", {"cluster": _TEXT, "user": _TEXT}),
        },
    }
)
"""What is used here of a kubeconfig."""
_FILES = ("certificate-authority", "client-certificate", "client-key", "tokenFile")


@dataclass(frozen=True)
class Access:
    """A context with its cluster and credentials."""

    path: Path
    context: str
    cluster: str
    """The name that the file gives the cluster."""
    address: ServerAddress
    document: Manifest
    """A kubeconfig with this context alone. Clients are made from it, so that no other reading of the file counts."""

    @property
    def server(self) -> str:
        """The URL of the API server."""
        return self.address.url

    @property
    def host(self) -> str:
        """The host of the API server."""
        return self.address.host

    @property
    def cluster_entry(self) -> Manifest:
        """What the file says of the cluster."""
        return dict(self.document["clusters"][0]["cluster"])

    @property
    def user_entry(self) -> Manifest:
        """What the file says of the credentials."""
        return dict(self.document["users"][0]["user"])

    def configuration(self) -> Any:
        """Return a `kubernetes.client.Configuration`. Raises HarnessError where the credentials cannot be obtained."""
        from kubernetes import client, config

        made = client.Configuration()
        load: Any = config.load_kube_config_from_dict
        try:
            load(copy.deepcopy(self.document), self.context, client_configuration=made, persist_config=False)
        except config.ConfigException as error:
            raise HarnessError(f"context {self.context} of {self.path} cannot be used: {error}") from error
        if made.host != self.server:
            raise HarnessError(f"context {self.context} of {self.path} leads to {made.host}, not to {self.server}")
        # a proxy of the environment would be asked for this machine's loopback
        if self.address.is_here and not self.cluster_entry.get("proxy-url"):
            made.proxy = None
        made.retries = False
        return made


def find_access(kubeconfig: str, context: str) -> Access:
    """Return the context of that name in a file, or without a file in that of $KUBECONFIG or ~/.kube/config.

    Raises UsageError where no context is named, or file or context cannot be used. The file's current context does not
    count: it is whatever somebody used last.
    """
    path = _file(kubeconfig)
    document = _read(path)
    contexts = {str(entry["name"]): entry.get("context") or {} for entry in _entries(document, "context", path)}
    known = ", ".join(sorted(contexts)) or "none"
    if not context:
        raise UsageError(f"cluster kubeconfig needs --context NAME; in {path} there are: {known}")
    if context not in contexts:
        raise UsageError(f"--context {context}: there is no such context in {path}; there are: {known}")
    names = contexts[context]
    cluster = _named(document, "cluster", str(names.get("cluster")), path)
    if not str(cluster.get("server", "")).startswith(("http://", "https://")):
        raise UsageError(f"{path}: cluster {names.get('cluster')} has no server that is a URL")
    address = read_address(str(cluster["server"]), f"{path}: cluster {names['cluster']}")
    user = _named(document, "user", str(names["user"]), path) if names.get("user") else {}
    alone = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": names["cluster"], "cluster": {**_absolute(cluster, path), "server": address.url}}],
        "users": [{"name": names.get("user", ""), "user": _absolute(user, path)}],
        "contexts": [{"name": context, "context": names}],
        "current-context": context,
    }
    return Access(path, context, str(names["cluster"]), address, alone)


def _file(named: str) -> Path:
    if named:
        return Path(named)
    several = os.environ.get(VARIABLE, "")
    if os.pathsep in several:
        raise UsageError(f"{VARIABLE} names several files: name the one that is meant with --kubeconfig FILE")
    return Path(several) if several else Path.home() / ".kube" / "config"


def _read(path: Path) -> Manifest:
    if path.exists() and not path.is_file():
        # the client reads the file again, which a pipe does not allow
        raise UsageError(f"--kubeconfig {path}: is no regular file; name one")
    try:
        node = compose(read_bytes(path))
        document: Any = None if node is None else plain(node)
    except Unreadable as error:
        raise UsageError(f"--kubeconfig {path}: cannot be read: {error.reason}") from None
    except BadYaml as error:
        raise UsageError(f"--kubeconfig {path}:{error.line}: {error}") from None
    problem = next(_VALIDATOR.iter_errors(document), None)
    if problem is not None:
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem.absolute_path)
        why = one_line(problem.message, 200)
        raise UsageError(f"--kubeconfig {path}: is no kubeconfig: {place[1:] or 'the file'}: {why}")
    return dict(document)


def _entries(document: Manifest, kind: str, path: Path) -> list[Manifest]:
    """Return the named entries of a kind. Raises UsageError for a name that two have: readers would differ."""
    found: list[Manifest] = document.get(f"{kind}s") or []
    names = [entry["name"] for entry in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{path}: two {kind}s have the name {name}; rename one")
    return found


def _named(document: Manifest, kind: str, name: str, path: Path) -> Manifest:
    for entry in _entries(document, kind, path):
        if entry["name"] == name:
            return dict(entry.get(kind) or {})
    raise UsageError(f"{path}: there is no {kind} {name}, which the context names")


def _absolute(entry: Manifest, path: Path) -> Manifest:
    """Return the entry with absolute paths to the files that it names."""
    folder = path.parent.resolve()
    found = entry | {key: str(folder / entry[key]) for key in _FILES if entry.get(key)}
    program = found.get("exec")
    if isinstance(program, dict) and "/" in str(program.get("command", "")):
        found["exec"] = {**program, "command": str(folder / program["command"])}
    return found

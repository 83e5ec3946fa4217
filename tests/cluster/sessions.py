"""Sessions of kubectl as data: what is typed, and what kubectl prints and leaves when a real kube-apiserver answers.

`sessions/*.yaml` hold them, for the embedded server and a real one. What is printed was recorded with a real one
(`python -m tests.cluster.record_sessions`) and is never written by hand. Every session has a namespace of its own,
which is what kubectl uses where none is named.

A step is one of

- `run`: a command line behind `kubectl`, with `given` (manifests) as its input and `editor` (a sed script) for what
  it opens in an editor; `code`, where it is not 0, and what is `printed`;
- `follow`: a command line that goes on, and the number of lines that it `shows` at once;
- `followed`: the number of lines that it prints from then on; then it is ended.

A file with `authorization: rbac` is for servers that judge what users may do.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.cluster.interface import Cluster
from enhancement_kit.cluster.kubectl import Kubectl
from enhancement_kit.cluster.real.timeouts import ENFORCED, await_that
from enhancement_kit.world.clients.kubernetes import Admin, ApiError

from .behaviours import FOLDER as BEHAVIOURS
from .behaviours import fixed_crds

FOLDER = BEHAVIOURS.with_name("sessions")
Json = dict[str, Any]

# What no two servers, or two runs, have in common. In this order.
_VARYING = (
    # what the client logs
    (r"(?m)^[IWE]\d{4} .*\n", ""),
    (r"[a-z0-9]{8}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{12}", "UID"),
    (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| [+-]\d{4})?", "TIME"),
    (r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}", "TIME"),
    (r"https?://[^\s/\"]+", "SERVER"),
    (r"\b10\.\d+\.\d+\.\d+\b", "ADDRESS"),
    (r"\b3[0-2]\d{3}\b", "NODEPORT"),
    # whether a conflict includes its time is chance
    (r" at TIME(?=:)", ""),
    (r"(Resource Version: +)\d+", r"\1VERSION"),
    (r"(resourceVersion\\?\"?: ?)\\?\"?\d+\\?\"?", r"\1VERSION"),
    (r"\bmany-[a-z0-9]{5}\b", "GENERATED"),
    (r"/tmp/\S*?(LIVE|MERGED)-\d+", r"\1"),
    (r"(kubectl-edit|edit)-[\w.-]+\.yaml", "EDITED"),
    (r"\b\d+(?:ms|s|m)\b", "AGE"),
    (r"(?m)[ \t]+$", ""),
    (r"(?<=\S)(?: {2,}|\t)", "  "),
)


def load() -> dict[str, Json]:
    """Return the files by stem."""
    return {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.yaml"))}


def rows(authorization: str = "") -> Iterator[tuple[str, Json]]:
    """Yield every session for servers with this authorization, with a unique name."""
    for stem, content in load().items():
        if content.get("authorization", "") != authorization:
            continue
        for row in content["sessions"]:
            yield f"{stem}: {row['name']}", row


def comparable(text: str, namespace: str) -> str:
    """Return what was printed, without what differs between two runs."""
    for pattern, word in _VARYING:
        text = re.sub(pattern, word, text)
    return text.replace(namespace, "$ns").strip("\n")


def told(cluster: Cluster, row: Json) -> list[Json]:
    """Run a session on this cluster, which is emptied first, and return its steps with their results."""
    crds = fixed_crds()
    cluster.install_crds(crds)
    cluster.reset()
    admin = Admin(cluster.client("tests"))
    _await_documents(admin, crds)
    namespace = "in-" + re.sub(r"\W+", "-", row["name"])
    admin.create({"kind": "Namespace", "metadata": {"name": namespace}})
    with tempfile.TemporaryDirectory(prefix="kubectl-") as home:
        session = Session(Path(home), cluster.kubeconfig(), namespace)
        try:
            return [session.tell(step) for step in row["steps"]]
        finally:
            session.close()


def _await_documents(admin: Admin, crds: list[Json]) -> None:
    """Wait until the OpenAPI documents that `kubectl explain` reads describe these CRDs.

    A server enforces a CRD first and describes it afterwards, in its own time.
    """
    for crd in crds:
        for version in crd["spec"]["versions"]:
            path = f"/openapi/v3/apis/{crd['spec']['group']}/{version['name']}"
            wanted = (crd["spec"]["names"]["kind"], _spec(version["schema"]["openAPIV3Schema"]))
            await_that(
                lambda path=path, wanted=wanted: wanted in _described(admin, path),  # type: ignore[misc]
                ENFORCED,
                lambda path=path, wanted=wanted: f"{path} does not describe {wanted[0]}",  # type: ignore[misc]
            )


def _described(admin: Admin, path: str) -> list[tuple[str, frozenset[str]]]:
    try:
        document = admin.request("GET", path)
    except ApiError as error:
        if error.refusal.code == 404:
            return []
        raise
    return [
        (described["kind"], _spec(schema))
        for schema in document["components"]["schemas"].values()
        for described in schema.get("x-kubernetes-group-version-kind", ())
    ]


def _spec(schema: Json) -> frozenset[str]:
    return frozenset(schema.get("properties", {}).get("spec", {}).get("properties", {}))


class Session:
    """Runs one session against one server."""

    def __init__(self, home: Path, kubeconfig: Any, namespace: str) -> None:
        self._kubectl = Kubectl(home, kubeconfig, namespace=namespace)
        self._namespace = namespace
        self._home = home
        self._followed: subprocess.Popen[str] | None = None

    def tell(self, step: Json) -> Json:
        """Carry out a step; return the step with its result."""
        words = shlex.split(str(step.get("run") or step.get("follow") or "").replace("$ns", self._namespace))
        if "follow" in step:
            self._followed = self._kubectl.start(words)
            # output for objects that exist already: later steps add to it
            return {**step, "printed": self._lines(step["shows"])}
        if "followed" in step:
            printed = self._lines(step["followed"])
            self.close()
            return {**step, "printed": printed}
        done = self._kubectl(*words, given=self._given(step.get("given")), editor=self._editor(step.get("editor")))
        told = {key: step[key] for key in ("run", "given", "editor") if key in step}
        if done.code:
            told["code"] = done.code
        printed = comparable(done.printed + done.complained, self._namespace)
        return {**told, "printed": printed} if printed else told

    def close(self) -> None:
        """End the command that still runs."""
        if self._followed is not None:
            self._followed.kill()
            self._followed.communicate()
            self._followed = None

    def _given(self, manifests: Any) -> str | None:
        if manifests is None:
            return None
        listed = manifests if isinstance(manifests, list) else [manifests]
        return str(yaml.safe_dump_all(listed)).replace("$ns", self._namespace)

    def _editor(self, script: str | None) -> str:
        if script is None:
            return ""
        program = self._home / "editor.sh"
        program.write_text(f'#!/bin/sh\nsed -i -e {shlex.quote(script)} "$1"\n', encoding="utf-8")
        program.chmod(0o755)
        return str(program)

    def _lines(self, wanted: int) -> str:
        assert self._followed is not None, "nothing is followed"
        assert self._followed.stdout is not None
        seen = [self._followed.stdout.readline() for _ in range(wanted)]
        return comparable("".join(seen), self._namespace)

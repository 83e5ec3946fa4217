"""The playground's folder: what is pasted into a shell, the program `oc`, and the logs of components."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit import temporary
from enhancement_kit.cluster.kubectl import find_kubectl

LOGS = {
    "cloud-controller-manager": "openshift-cloud-controller-manager",
    "ingress-operator": "openshift-ingress-operator",
}
"""Components whose pods' logs people read, and the namespaces of these pods."""
_OC = """\
#!/bin/sh
# oc of the playground: kubectl, and for the logs of pods, which there are none of, the logs of the components
previous=
namespace=
logs=
for word; do
  case "$previous" in -n | --namespace) namespace=$word ;; esac
  case "$word" in --namespace=*) namespace=${word#*=} ;; logs) logs=yes ;; esac
  previous=$word
done
if [ -n "$logs" ]; then
  cat FOLDER/logs/"$namespace"/*.log 2>/dev/null && exit 0
  echo "no component of the playground logs in namespace '$namespace'; those in FOLDER/logs do" >&2
  exit 1
fi
exec KUBECTL "$@"
"""


class Place:
    """The folder. It goes with the playground."""

    def __init__(self, folder: Path, kubeconfig: Mapping[str, Any], aws: Mapping[str, str]) -> None:
        """Write the kubeconfig and, where there is a kubectl, the program `oc`."""
        self._folder = folder
        self._told: dict[str, int] = {}
        config = folder / "kubeconfig"
        temporary.write_private(config, yaml.safe_dump(dict(kubeconfig)))
        self.variables = {"KUBECONFIG": str(config), **aws}
        self.has_oc = self._write_oc()
        for component in LOGS:
            self._log_of(component).touch()

    def _write_oc(self) -> bool:
        kubectl = find_kubectl()
        if kubectl is None:
            return False
        programs = self._folder / "bin"
        programs.mkdir()
        text = _OC.replace("KUBECTL", shlex.quote(kubectl)).replace("FOLDER", shlex.quote(str(self._folder)))
        (programs / "oc").write_text(text, encoding="utf-8")
        (programs / "oc").chmod(0o755)
        (programs / "kubectl").symlink_to(kubectl)
        return True

    def lines(self) -> list[str]:
        """Return what is to be pasted into a shell."""
        pasted = [f"export {name}={shlex.quote(value)}" for name, value in self.variables.items()]
        return [*pasted, f"export PATH={shlex.quote(str(self._folder / 'bin'))}:$PATH"] if self.has_oc else pasted

    def log(self, component: str, lines: Sequence[str]) -> None:
        """Append what a component logged since the last time."""
        known = self._told.get(component, 0)
        if len(lines) == known:
            return
        with self._log_of(component).open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines[known:])
        self._told[component] = len(lines)

    def _log_of(self, component: str) -> Path:
        folder = self._folder / "logs" / LOGS.get(component, "")
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{component}.log"

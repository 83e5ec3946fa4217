"""Deployments as operators write them: names, containers and their settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

APP = "app"


@dataclass(frozen=True)
class Container:
    """One container of a pod."""

    name: str
    image: str
    arguments: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """Convert the container to the form in the API."""
        made: dict[str, Any] = {"name": self.name, "image": f"openshift/{self.image}:reference"}
        if self.arguments:
            made["args"] = list(self.arguments)
        if self.env:
            made["env"] = [{"name": name, "value": value} for name, value in self.env.items()]
        return made


def deployment(
    namespace: str,
    name: str,
    *containers: Container,
    replicas: int = 1,
    volumes: tuple[Mapping[str, Any], ...] = (),
) -> dict[str, Any]:
    """Build a Deployment."""
    pod: dict[str, Any] = {"containers": [container.plain() for container in containers]}
    if volumes:
        pod["volumes"] = [dict(volume) for volume in volumes]
    return {
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": {APP: name}},
            "template": {"metadata": {"labels": {APP: name}}, "spec": pod},
        },
    }

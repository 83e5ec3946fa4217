"""What the installer makes of one install-config on two platforms, made comparable."""

from __future__ import annotations

import copy
from typing import Any

from enhancement_kit.world.installation import Installation
from enhancement_kit.world.platform_comparison import Comparison, Trace, flat, title
from enhancement_kit.world.vocabulary import install_configs
from enhancement_kit.world.vocabulary.install_configs import InstallConfig
from enhancement_kit.world.world import World

NAME = "installer"
OWN = (("spec", "platformSpec"), ("status", "platformStatus"))
"""Where the Infrastructure says which platform it is about: the type, and what only External has."""


def compare(world: World, config: InstallConfig, platforms: tuple[str, str]) -> Comparison:
    """Manifests and refusals on both platforms; type and external structures aside, which are no deviation."""
    one, other = (_trace(world, config, platform) for platform in platforms)
    return Comparison(one, other)


def _trace(world: World, config: InstallConfig, platform: str) -> Trace:
    since = world.cloud.record.mark()
    installation = Installation(world.target.installer, world.environment)
    try:
        installation.write(install_configs.on_platform(config, platform.lower()))
        findings = installation.validate()
        facts = {f"refused: {finding}".replace(platform.lower(), "<platform>"): "there" for finding in findings}
        if not findings:
            installation.create_manifests()
            facts = _facts(installation.manifests)
    finally:
        installation.close()
    calls = world.cloud.record.calls(since=since, component=NAME)
    return Trace(platform, facts, tuple(f"{c.service} {c.operation}" for c in calls))


def _facts(manifests: list[dict[str, Any]]) -> dict[str, str]:
    infrastructure = next((m for m in manifests if m["kind"] == "Infrastructure"), {})
    identity = str((infrastructure.get("status") or {}).get("infrastructureName") or "no such name")
    facts: dict[str, str] = {}
    for manifest in manifests:
        plain = _without_platform(manifest) if manifest["kind"] == "Infrastructure" else manifest
        facts[title(plain)] = "there"
        for path, value in flat(plain, ""):
            facts[f"{title(plain)} {path}"] = value.replace(identity, "<infrastructure>")
    return facts


def _without_platform(infrastructure: dict[str, Any]) -> dict[str, Any]:
    result = copy.deepcopy(infrastructure)
    for part, member in OWN:
        for key in ("type", "external"):
            result[part].get(member, {}).pop(key, None)
    result["status"].pop("platform", None)
    return result

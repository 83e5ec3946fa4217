"""The comparison of what the installer makes of one install-config on two platforms."""

from __future__ import annotations

import copy

from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.installer_directory import InstallerDirectory
from enhancement_kit.world.traces import Comparison, Trace, flat, title
from enhancement_kit.world.vocabulary import install_configs
from enhancement_kit.world.vocabulary.install_configs import InstallConfig
from enhancement_kit.world.world import World

NAME = "installer"
OWN = (("spec", "platformSpec"), ("status", "platformStatus"))
"""Where the Infrastructure names its platform: the type, and the settings that only External has."""


def compare(world: World, config: InstallConfig, platforms: tuple[str, str]) -> Comparison:
    """Compare manifests and refusals on both platforms, without type and external settings, which have to differ."""
    one, other = (_trace(world, config, platform) for platform in platforms)
    return Comparison(one, other)


def _trace(world: World, config: InstallConfig, platform: str) -> Trace:
    since = world.cloud.record.mark()
    installer, environment = world.target.installer, world.cluster.environment
    directory = InstallerDirectory()
    try:
        directory.write(install_configs.on_platform(config, platform.lower()))
        findings = installer.validate(directory.folder, environment)
        facts = {f"refused: {finding}".replace(platform.lower(), "<platform>"): "there" for finding in findings}
        if not findings:
            installer.create_manifests(directory.folder, environment)
            facts = _facts(directory.manifests)
    finally:
        directory.close()
    calls = world.cloud.record.calls(since=since, component=NAME)
    return Trace(platform, facts, tuple(f"{c.service} {c.operation}" for c in calls))


def _facts(manifests: list[Manifest]) -> dict[str, str]:
    infrastructure = next((m for m in manifests if m["kind"] == "Infrastructure"), {})
    identity = str((infrastructure.get("status") or {}).get("infrastructureName") or "no such name")
    facts: dict[str, str] = {}
    for manifest in manifests:
        plain = _without_platform(manifest) if manifest["kind"] == "Infrastructure" else manifest
        facts[title(plain)] = "there"
        for path, value in flat(plain, ""):
            facts[f"{title(plain)} {path}"] = value.replace(identity, "<infrastructure>")
    return facts


def _without_platform(infrastructure: Manifest) -> Manifest:
    result = copy.deepcopy(infrastructure)
    for part, member in OWN:
        for key in ("type", "external"):
            result[part].get(member, {}).pop(key, None)
    result["status"].pop("platform", None)
    return result

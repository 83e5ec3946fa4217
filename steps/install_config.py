"""Phrases about install-configs: how they assign subnets, and what the installer says about them."""

from __future__ import annotations

import pytest
from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.targets.interface import Finding
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary import install_configs
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from enhancement_kit.world.vocabulary.install_configs import InstallConfig
from steps.phrases import phrase

KINDS = ("Required value", "Invalid value", "Unsupported value", "Duplicate value", "Forbidden")
"""The kinds of complaints, as Kubernetes prints them."""


def _ids(world: World, roles: install_configs.Roles) -> install_configs.Roles:
    return {world.network.subnet_id(alias): held for alias, held in roles.items()}


@given(phrase("an install-config that publishes {publish:Name}, with {subnets}"), target_fixture="install_config")
def with_listed_subnets(world: World, publish: str, subnets: str) -> InstallConfig:
    """Create an install-config that lists existing subnets: `<roles> on <subnets>`, joined by ` and `.

    Roles are `the public roles` (IngressControllerLB, ControlPlaneExternalLB), `the private roles`
    (ControlPlaneInternalLB, ClusterNode), `all required roles` (these four; without ControlPlaneExternalLB where the
    cluster publishes Internal), `no roles`, or names. Subnets may be a range of zones: `pub-a to pub-j`. There is also
    `the deprecated list of subnets pub-a, priv-a`, without the Tech Preview.
    """
    listed = install_configs.listed(subnets, publish)
    return install_configs.install_config(
        region=world.network.region, publish=publish, ids=_ids(world, listed.roles), old_list=listed.old_list
    )


@given(phrase("an install-config for platform {platform:Name}"), target_fixture="install_config")
def for_platform(world: World, platform: str) -> InstallConfig:
    """Create an install-config without subnets for a platform that has no settings: None or External."""
    config = install_configs.install_config(region=world.network.region, publish="External", ids={})
    return install_configs.on_platform(config, platform.lower())


@given(phrase("an install-config that publishes {publish:Name} with"), target_fixture="install_config")
@columns("subnet", optional=("roles",), words={"roles": install_configs.role_problem})
def with_subnets(world: World, publish: str, datatable: list[list[str]]) -> InstallConfig:
    """Create an install-config with existing subnets and their roles; an empty cell gives a subnet none."""
    roles = {row["subnet"]: split(row["roles"]) if row.get("roles") else [] for row in rows(datatable)}
    return install_configs.install_config(region=world.network.region, publish=publish, ids=_ids(world, roles))


@given(phrase("the install-config that is printed as {example:Name}"), target_fixture="install_config")
def as_printed(request: pytest.FixtureRequest, example: str) -> InstallConfig:
    """Read an example of the document, kept beside the feature; `[...]` stands for what any install-config has."""
    return install_configs.printed(request.path.with_suffix("") / f"{example}.yaml")


@given(phrase("{subnet:Name} holds {roles}"), target_fixture="install_config")
def holds(world: World, install_config: InstallConfig, subnet: str, roles: str) -> InstallConfig:
    """Give a subnet exactly these roles, or `no roles`; a subnet that was not listed is added at the end."""
    install_configs.hold(install_config, world.network.subnet_id(subnet), install_configs.role_names(roles))
    return install_config


@given(phrase("its {field:Field_path} is {value}"), target_fixture="install_config")
def its_field(world: World, install_config: InstallConfig, field: str, value: str) -> InstallConfig:
    """Set a field by its path in the file, from the top or below platform.aws; `absent` removes it."""
    install_configs.set_field(install_config, field, value, world.network.id_or_word)
    return install_config


@when("the install-config is validated", target_fixture="act")
def validated(world: World, install_config: InstallConfig) -> Act:
    """Let the installer validate the install-config and write nothing."""
    world.installation.write_config(install_config)
    return world.actions.of_installer(world.installation.validate)


def _names(world: World, finding: Finding, words: str) -> bool:
    wanted = [world.network.subnet_id_or_word(word) for word in split(words)]
    said = finding.text.removeprefix(finding.path)
    return all(word in said for word in wanted)


@then(phrase("it is refused at {field:Field_path} because of {words}"))
def refused_at(world: World, act: Act, field: str, words: str) -> None:
    """Check that there is exactly one finding, at that field, and that it names all these words and subnets."""
    _refused(world, act, [{"field": field, "names": words}])


@then("it is refused because of")
@columns("field", optional=("names", "message"))
def refused_because(world: World, act: Act, datatable: list[list[str]]) -> None:
    """Check that there is one finding for each row, with that field, all these words and exactly that message."""
    _refused(world, act, rows(datatable))


def _refused(world: World, act: Act, wanted: list[dict[str, str]]) -> None:
    said = "; ".join(map(str, act.findings)) or "nothing"
    left = list(act.findings)
    for row in wanted:
        found = next(
            (
                f
                for f in left
                if f.path == row["field"]
                and ("names" not in row or _names(world, f, row["names"]))
                and row.get("message") in (None, "", f.message)
            ),
            None,
        )
        wanted_words = row.get("message") or row.get("names")
        claim(found is not None, f"no finding at {row['field']} says {wanted_words}; the installer said {said}")
        if found is not None:
            left.remove(found)
            claim(found.kind in KINDS, f"the complaint at {found.path} is of no kind that Kubernetes knows: {found}")
    claim(not left, "the installer also said " + "; ".join(map(str, left)))
    claim(
        not world.installation.directory.written,
        f"the installer has written {', '.join(world.installation.directory.written)}",
    )

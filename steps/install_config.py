"""Phrases about install-configs: how they assign subnets, and what the installer says about them."""

from __future__ import annotations

from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.harness.tables import columns, rows
from enhancement_kit.harness.world import Act, World, install_configs
from enhancement_kit.harness.world.aliases import split
from enhancement_kit.harness.world.install_configs import InstallConfig
from enhancement_kit.targets.interface import Finding
from steps.phrases import phrase


def _config(world: World, publish: str, roles: install_configs.Roles, lb_type: str | None = None) -> InstallConfig:
    ids = {world.subnets.id_of(alias): held for alias, held in roles.items()}
    return install_configs.install_config(region=world.region, publish=publish, ids=ids, lb_type=lb_type)


@given(phrase("an install-config with layout {layout:Name}"), target_fixture="install_config")
def with_layout(world: World, layout: str) -> InstallConfig:
    """One of the layouts that the first entry of the catalogue defines."""
    chosen = install_configs.layout(layout)
    config = _config(world, chosen.publish, chosen.roles, chosen.lb_type)
    return config if chosen.platform == "aws" else install_configs.on_platform(config, chosen.platform)


@given(phrase("an install-config that publishes {publish:Name} with"), target_fixture="install_config")
@columns("subnet", optional=("roles",))
def with_subnets(world: World, publish: str, datatable: list[list[str]]) -> InstallConfig:
    """Existing subnets with their roles; without the column, or with an empty cell, a subnet has none."""
    roles = {row["subnet"]: split(row["roles"]) if row.get("roles") else [] for row in rows(datatable)}
    return _config(world, publish, roles)


@given(phrase("{subnet:Name} holds {roles}"), target_fixture="install_config")
def holds(world: World, install_config: InstallConfig, subnet: str, roles: str) -> InstallConfig:
    """The subnet has exactly these roles in the install-config; one that was not listed is added at the end."""
    install_configs.hold(install_config, world.subnets.id_of(subnet), split(roles))
    return install_config


@given(phrase("its {field:Name} is {value}"), target_fixture="install_config")
def its_field(install_config: InstallConfig, field: str, value: str) -> InstallConfig:
    """A field of the install-config by its own name; `nothing` leaves it out."""
    install_configs.set_field(install_config, field, value)
    return install_config


@when("the install-config is validated", target_fixture="act")
def validated(world: World, install_config: InstallConfig) -> Act:
    """The installer looks at the install-config and writes nothing."""
    world.installation.write(install_config)
    return world.act_of_installer(world.installation.validate)


def _names(world: World, finding: Finding, words: str) -> bool:
    wanted = [world.subnets.id_of(word) if word in world.subnets else word for word in split(words)]
    said = finding.text.removeprefix(finding.path)
    return all(word in said for word in wanted)


@then(phrase("it is refused at {field:Field_path} because of {words}"))
def refused_at(world: World, act: Act, field: str, words: str) -> None:
    """One finding and no other: at that field, naming all these words and subnets."""
    _refused(world, act, [{"field": field, "names": words}])


@then("it is refused because of")
@columns("field", "names", optional=("message",))
def refused_because(world: World, act: Act, datatable: list[list[str]]) -> None:
    """As many findings as rows, each at that field and naming all these words and subnets, or with that message."""
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
                and _names(world, f, row["names"])
                and row.get("message") in (None, "", f.message)
            ),
            None,
        )
        claim(found is not None, f"no finding at {row['field']} names {row['names']}; the installer said {said}")
        if found is not None:
            left.remove(found)
    claim(not left, "the installer also said " + "; ".join(map(str, left)))
    claim(not world.installation.written, f"the installer has written {', '.join(world.installation.written)}")

"""Installers that get the fields of an install-config wrong: the entries of the subnets list, and their types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.installer import explanations, install_config, static_rules
from enhancement_kit.reference.installer.errors import Refused
from enhancement_kit.reference.installer.findings import FORBIDDEN, INVALID, REQUIRED, Finding
from enhancement_kit.reference.installer.install_config import LIST, OLD_LIST

from .rule_editing import INSTALLER, STATIC, instead, refusing, without

# name of the rule -> requirements
DROPPED: dict[str, tuple[str, ...]] = {
    "one_list": ("ISS-088", "ISS-125"),
    "preview_enabled": ("ISS-099",),
    "ids_given": ("ISS-101",),
    "ids_well_formed": ("ISS-102", "ISS-103", "ISS-345"),
    "ids_of_right_length": ("ISS-105", "ISS-106"),
    "ids_unique": ("ISS-095", "ISS-096"),
    "roles_known": ("ISS-005.2", "ISS-021", "ISS-111"),
    "roles_unique": ("ISS-109",),
    "few_ingress_subnets": ("ISS-098", "ISS-126"),
    "no_external_lb_in_private_cluster": ("ISS-142", "ISS-143"),
}
SUBNET = re.compile(r"subnet-[0-9a-f]{17}")
DECODING = f"{INSTALLER}.install_config:decoding_findings"


def _constant(name: str, value: Any) -> Callable[[Patcher], None]:
    return lambda patcher: patcher.replace(f"{INSTALLER}.static_rules:{name}", value)


def _counts_every_subnet(config: Any) -> Iterator[Finding]:
    if len(config.aws.entries) > static_rules.MOST_INGRESS_SUBNETS:
        yield Finding(LIST, FORBIDDEN, "too many subnets")


def _names_one_role(config: Any) -> Iterator[Finding]:
    for finding in static_rules.other_roles_assigned(config):
        yield replace(finding, message=re.sub(r"\[(\w+) [^]]*\]", r"[\1]", finding.message))


def _distinguishes_empty_from_absent(patcher: Patcher) -> None:
    def both(config: Any) -> Iterator[Finding]:
        given = config.platform_settings
        if "subnets" in given and "subnetsConfig" in given:
            yield Finding(OLD_LIST, FORBIDDEN, "cannot use both subnets and subnetsConfig")
        elif "subnetsConfig" in given and not given["subnetsConfig"]:
            yield Finding(LIST, REQUIRED, "list a subnet")

    def mixed(config: Any) -> Iterator[Finding]:
        entries = config.platform_settings.get("subnetsConfig") or []
        if len({"rolesOverride" in entry for entry in entries}) > 1:
            yield Finding(LIST, FORBIDDEN, "all or none need roles")

    rules = {**static_rules.RULES, "one_list": both, "all_or_nothing": mixed}
    patcher.replace(STATIC, rules)


def _decodes(change: Callable[[Finding], bool]) -> Callable[[Patcher], None]:
    """Decode without the findings for which `change` holds."""
    return lambda patcher: patcher.wrap(
        DECODING, lambda old: lambda source, *more: [f for f in old(source, *more) if not change(f)]
    )


def _drops_unknown_fields(finding: Finding) -> bool:
    return finding.message.startswith("unknown field")


def _calls_the_field_roles(patcher: Patcher) -> None:
    def decode(old: Callable[..., list[Finding]]) -> Callable[..., list[Finding]]:
        def found(source: Any, *more: Any) -> list[Finding]:
            known = [finding for finding in old(source, *more) if not finding.path.endswith(".roles")]
            wrong = [path for path in source.lines if path.endswith(".rolesOverride")]
            return [*known, *(Finding(path, FORBIDDEN, "unknown field rolesOverride") for path in wrong)]

        return found

    patcher.wrap(DECODING, decode)


def _knows_no(field: str) -> Callable[[Patcher], None]:
    def apply(patcher: Patcher) -> None:
        known = {name: shape for name, shape in install_config.AWS_FIELDS.known.items() if name != field}
        aws = replace(install_config.AWS_FIELDS, known=known)
        platform = install_config.FIELDS.known["platform"]
        fields = {
            **install_config.FIELDS.known,
            "platform": replace(platform, known={**platform.known, "aws": aws}),
        }
        patcher.replace(f"{INSTALLER}.install_config:FIELDS", replace(install_config.FIELDS, known=fields))

    return apply


def _looks_around(patcher: Patcher) -> None:
    def curious(old: Callable[..., Any]) -> Callable[..., Any]:
        def validate(directory: Any, aws: Any, *more: Any) -> Any:
            validated = old(directory, aws, *more)
            aws("ec2", region=validated.config.aws.region).describe_subnets()
            return validated

        return validate

    patcher.wrap(f"{INSTALLER}.validation:validate", curious)


def _believes_every_id(patcher: Patcher) -> None:
    def trusting(old: Callable[..., Any]) -> Callable[..., Any]:
        def validate(directory: Any, aws: Any, *more: Any) -> Any:
            validated = old(directory, aws, *more)
            kept = tuple(f for f in validated.findings if not f.message.startswith("failed to find"))
            return replace(validated, findings=kept)

        return validate

    patcher.wrap(f"{INSTALLER}.validation:validate", trusting)


def _hides_the_deprecation(patcher: Patcher) -> None:
    told = {path: text.partition("\n\nDeprecated")[0] for path, text in explanations.DESCRIPTIONS.items()}
    patcher.replace(f"{INSTALLER}.explanations:DESCRIPTIONS", told)


def _judges_manifests(patcher: Patcher) -> None:
    def judging(old: Callable[..., Any]) -> Callable[..., Any]:
        def read(folder: Any) -> Any:
            found = old(folder)
            listed = set(SUBNET.findall((folder / install_config.FILE).read_text()))
            for manifest in found.values():
                text = str(manifest)
                if manifest["kind"] == "IngressController" and set(SUBNET.findall(text)) - listed:
                    raise Refused([Finding("manifests", INVALID, "names a subnet that the install-config does not")])
            return found

        return read

    patcher.wrap(f"{INSTALLER}.directory:read_manifests", judging)


MUTANTS = [
    *(
        Mutant(f"installer-without-{rule.replace('_', '-')}", ids, f"lacks the rule {rule}", without(STATIC, rule))
        for rule, ids in DROPPED.items()
    ),
    Mutant(
        "installer-wants-lower-case-ids",
        ("ISS-104",),
        "refuses capitals in an id before it looks the subnet up",
        _constant("SUBNET_ID", re.compile("subnet-[0-9a-z]+")),
    ),
    Mutant("installer-wants-short-ids", ("ISS-107",), "takes ids of the old form only", _constant("ID_LENGTH", 15)),
    Mutant(
        "installer-takes-nine-ingress-subnets",
        ("ISS-127",),
        "takes less than ten IngressControllerLB subnets, as the message has it",
        _constant("MOST_INGRESS_SUBNETS", 9),
    ),
    Mutant(
        "installer-counts-every-subnet",
        ("ISS-128",),
        "applies the limit of IngressControllerLB subnets to all subnets",
        instead(STATIC, "few_ingress_subnets", _counts_every_subnet),
    ),
    Mutant(
        "installer-names-one-missing-role",
        ("ISS-077",),
        "names the first of several missing roles",
        instead(STATIC, "other_roles_assigned", _names_one_role),
    ),
    Mutant(
        "installer-is-content-with-nodes",
        ("ISS-077", "ISS-255"),
        "misses no role where there are ClusterNode subnets",
        without(STATIC, "other_roles_assigned"),
    ),
    Mutant(
        "installer-distinguishes-empty-from-absent",
        ("ISS-343",),
        "takes an empty list for one that was given",
        _distinguishes_empty_from_absent,
    ),
    Mutant(
        "installer-drops-unknown-fields",
        ("ISS-066", "ISS-110", "ISS-345"),
        "goes on without a field that it does not know",
        _decodes(_drops_unknown_fields),
    ),
    Mutant(
        "installer-calls-the-field-roles",
        ("ISS-110",),
        "knows roles where the API says rolesOverride",
        _calls_the_field_roles,
    ),
    Mutant(
        "installer-knows-no-subnets-config",
        ("ISS-062", "ISS-085", "ISS-049.a"),
        "does not have the new field",
        _knows_no("subnetsConfig"),
    ),
    Mutant(
        "installer-knows-no-subnets",
        ("ISS-089.a", "ISS-049.b"),
        "has given up the deprecated field",
        _knows_no("subnets"),
    ),
    Mutant(
        "installer-wants-subnets",
        ("ISS-089.b", "ISS-091.1"),
        "demands a list of existing subnets",
        refusing(lambda config: not config.aws.entries),
    ),
    Mutant(
        "installer-looks-around",
        ("ISS-091.2",),
        "looks at existing subnets although none are listed",
        _looks_around,
    ),
    Mutant(
        "installer-believes-every-id",
        ("ISS-336", "ISS-329.b"),
        "goes on with subnets that AWS does not know",
        _believes_every_id,
    ),
    Mutant(
        "installer-judges-manifests",
        ("ISS-329.a",),
        "refuses a manifest whose subnets the install-config does not list",
        _judges_manifests,
    ),
    Mutant(
        "installer-hides-the-deprecation",
        ("ISS-004", "ISS-090"),
        "explains the deprecated field without saying so",
        _hides_the_deprecation,
    ),
]

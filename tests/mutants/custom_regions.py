"""Installers that treat unknown regions, instance types and images wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.installer import images, machine_types, regions, static_rules
from enhancement_kit.reference.installer.findings import NOT_SUPPORTED, REQUIRED, Finding
from enhancement_kit.reference.installer.install_config import InstallConfig

INSTALLER = "enhancement_kit.reference.installer"


def _with(rule: static_rules.Rule) -> Callable[[Patcher], None]:
    more = {**static_rules.RULES, "more": rule}
    return lambda patcher: patcher.replace(f"{INSTALLER}.static_rules:RULES", more)


def _replacing(place: str, new: Any) -> Callable[[Patcher], None]:
    return lambda patcher: patcher.replace(f"{INSTALLER}.{place}", new)


# ---- regions ---------------------------------------------------------------------------------------------------------


def _known_only(config: InstallConfig) -> Iterator[Finding]:
    if not regions.known(config.aws.region):
        yield Finding("platform.aws.region", NOT_SUPPORTED, "region", config.aws.region)


def _more_services(config: InstallConfig) -> Iterator[Finding]:
    names = {endpoint.name for endpoint in config.aws.service_endpoints}
    if not regions.known(config.aws.region) and "sts" not in names:
        yield Finding("platform.aws.serviceEndpoints", REQUIRED, "sts")


def _image_required(config: InstallConfig) -> Iterator[Finding]:
    if not regions.known(config.aws.region) and not config.aws.ami:
        yield Finding("platform.aws.amiID", REQUIRED, "AMI must be provided")


def _few_endpoints(config: InstallConfig) -> Iterator[Finding]:
    if len(config.aws.service_endpoints) > 6:
        yield Finding("platform.aws.serviceEndpoints", REQUIRED, "too many")


def _one_suffices(patcher: Patcher) -> None:
    patcher.wrap(
        f"{INSTALLER}.regions:missing", lambda old: lambda config: [] if config.aws.service_endpoints else old(config)
    )


def _any_alias(patcher: Patcher) -> None:
    names = {"elb": "elasticloadbalancing", "resourcegroupstaggingapi": "tagging", "EC2": "ec2"}

    def lenient(old: Callable[[InstallConfig], list[str]]) -> Callable[[InstallConfig], list[str]]:
        def missing(config: InstallConfig) -> list[str]:
            given = {names.get(endpoint.name) for endpoint in config.aws.service_endpoints}
            return [service for service in old(config) if service not in given]

        return missing

    patcher.wrap(f"{INSTALLER}.regions:missing", lenient)


# ---- instance types --------------------------------------------------------------------------------------------------


def _first_candidate(patcher: Patcher) -> None:
    def bold(old: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
        def chosen(config: InstallConfig, aws: Any) -> dict[str, str]:
            return {place: name or machine_types.CANDIDATES[place][0] for place, name in old(config, aws).items()}

        return chosen

    patcher.wrap(f"{INSTALLER}.machine_types:chosen", bold)


def _does_not_ask(patcher: Patcher) -> None:
    patcher.replace(f"{INSTALLER}.machine_types:offered", lambda aws, types: set(types))


def _one_type(patcher: Patcher) -> None:
    def same(old: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
        def chosen(config: InstallConfig, aws: Any) -> dict[str, str]:
            found = old(config, aws)
            return dict.fromkeys(found, next(filter(None, found.values()), ""))

        return chosen

    patcher.wrap(f"{INSTALLER}.machine_types:chosen", same)


def _ignores_explicit_types(patcher: Patcher) -> None:
    patcher.replace(f"{INSTALLER}.machine_types:given", lambda config: dict.fromkeys(machine_types.CANDIDATES, ""))


def _ignores_failures(patcher: Patcher) -> None:
    def trusting(old: Callable[..., set[str]]) -> Callable[..., set[str]]:
        def offered(aws: Any, types: list[str]) -> set[str]:
            try:
                aws("ec2", "describe_instance_type_offerings", LocationType="region")
            except images.infrastructure.InstallError:
                return set(types)
            return old(aws, types)

        return offered

    patcher.wrap(f"{INSTALLER}.machine_types:offered", trusting)


# ---- images ----------------------------------------------------------------------------------------------------------


def _boots_from_the_source(patcher: Patcher) -> None:
    patcher.wrap(f"{INSTALLER}.images:booting_from", lambda old: lambda found, image: old(found, "ami-other"))


def _copies(change: Callable[[dict[str, Any]], None]) -> Callable[[Patcher], None]:
    """Change the parameters of the CopyImage call."""

    def changed(old: Callable[..., str]) -> Callable[..., str]:
        def encrypted_copy(aws: Any, origin: Any, infra_id: str) -> str:
            def call(service: str, operation: str, **parameters: Any) -> Any:
                change(parameters)
                return aws(service, operation, **parameters)

            call.region = aws.region  # type: ignore[attr-defined]
            return old(call, origin, infra_id)

        return encrypted_copy

    return lambda patcher: patcher.wrap(f"{INSTALLER}.images:encrypted_copy", changed)


def _ignores_the_users_image(patcher: Patcher) -> None:
    def published(old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda config, aws, home: old(replace(config, aws=replace(config.aws, ami="")), aws, home)

    patcher.wrap(f"{INSTALLER}.images:source", published)


def _uses_the_users_image(patcher: Patcher) -> None:
    def direct(old: Callable[..., str]) -> Callable[..., str]:
        def encrypted_copy(aws: Any, origin: Any, infra_id: str) -> str:
            return str(origin.id) if origin.region == aws.region else old(aws, origin, infra_id)

        return encrypted_copy

    patcher.wrap(f"{INSTALLER}.images:encrypted_copy", direct)


UNKNOWN = ("CRE-004", "CRE-019", "CRE-121", "CRE-129")

MUTANTS = [
    Mutant("installer-takes-known-regions-only", UNKNOWN, "refuses regions that it does not know", _with(_known_only)),
    Mutant(
        "installer-wants-sts-too",
        ("CRE-004", "CRE-126", "CRE-129", "CRE-155"),
        "demands an endpoint for a seventh service",
        _with(_more_services),
    ),
    Mutant("installer-takes-six-endpoints", ("CRE-129",), "takes six endpoints at most", _with(_few_endpoints)),
    Mutant("installer-wants-an-image", ("CRE-150",), "demands an image in an unknown region", _with(_image_required)),
    Mutant(
        "installer-demands-no-endpoints",
        ("CRE-127", "CRE-126", "CRE-128", "CRE-130", "CRE-019", "CRE-123", "CRE-124", "CRE-125"),
        "takes an unknown region without endpoints",
        _replacing("regions:missing", lambda config: []),
    ),
    Mutant(
        "installer-is-happy-with-one-endpoint",
        ("CRE-128",),
        "demands endpoints only where there are none",
        _one_suffices,
    ),
    Mutant("installer-knows-aliases", ("CRE-130",), "takes other names of a service", _any_alias),
    Mutant(
        "installer-knows-regions-by-image",
        ("CRE-122", "CRE-124"),
        "knows a region that the SDK does not list",
        _replacing("regions:in_sdk", lambda region: True),
    ),
    Mutant(
        "installer-knows-regions-by-sdk",
        ("CRE-122", "CRE-123"),
        "knows a region that has no image",
        _replacing("regions:has_image", lambda region: True),
    ),
    Mutant(
        "installer-knows-no-region",
        ("CRE-121", "CRE-122", "CRE-125"),
        "demands endpoints in every region",
        _replacing("regions:known", lambda region: False),
    ),
    Mutant(
        "installer-takes-the-first-type",
        ("CRE-136", "CRE-138.a", "CRE-138.b", "CRE-140.a"),
        "takes its first candidate where none is offered",
        _first_candidate,
    ),
    Mutant(
        "installer-looks-up-no-type",
        ("CRE-133", "CRE-134", "CRE-135", "CRE-136"),
        "takes a default without asking",
        _does_not_ask,
    ),
    Mutant(
        "installer-prefers-small-types",
        ("CRE-134", "CRE-135", "CRE-139.2"),
        "takes other sizes",
        _replacing("machine_types:CANDIDATES", dict.fromkeys(machine_types.CANDIDATES, ("m5.2xlarge", "m6i.xlarge"))),
    ),
    Mutant(
        "installer-has-one-type",
        ("CRE-135", "CRE-138.a", "CRE-138.b", "CRE-137"),
        "gives all pools the same type",
        _one_type,
    ),
    Mutant("installer-ignores-types", ("CRE-137",), "ignores the types of the pools", _ignores_explicit_types),
    Mutant(
        "installer-ignores-failed-look-ups", ("CRE-140.a",), "takes a failed look-up for success", _ignores_failures
    ),
    Mutant(
        "installer-looks-up-at-the-default",
        ("CRE-139.1",),
        "looks at the default endpoint for what a region has",
        _replacing(
            "component:Installer._cloud",
            lambda self, config: images.Aws(
                lambda service, *, region: self.aws(service, region=region), config.aws.region
            ),
        ),
    ),
    Mutant(
        "installer-boots-from-another-image",
        ("CRE-143.3",),
        "names another image in the manifests",
        _boots_from_the_source,
    ),
    Mutant(
        "installer-leaves-the-copy",
        ("CRE-144.2",),
        "does not take the copy away",
        _replacing("images:deregister", lambda aws, infra_id: None),
    ),
    Mutant(
        "installer-copies-plainly",
        ("CRE-142.1", "CRE-147.1", "CRE-020", "CRE-023"),
        "does not encrypt the copy",
        _copies(lambda parameters: parameters.pop("Encrypted")),
    ),
    Mutant(
        "installer-names-a-key",
        ("CRE-142.2",),
        "encrypts with a key of its own",
        _copies(lambda parameters: parameters.update(KmsKeyId="alias/own")),
    ),
    Mutant(
        "installer-ignores-the-users-image",
        ("CRE-146", "CRE-022"),
        "copies the published image",
        _ignores_the_users_image,
    ),
    Mutant(
        "installer-uses-the-image-directly",
        ("CRE-147.1", "CRE-147.2", "CRE-023"),
        "makes no copy of it",
        _uses_the_users_image,
    ),
]

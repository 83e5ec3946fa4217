"""Installers that get the custom AWS endpoints of an install-config wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.api import service_endpoints
from enhancement_kit.reference.installer import endpoints, static_rules
from enhancement_kit.reference.installer.findings import DUPLICATE, FORBIDDEN, NOT_SUPPORTED, REQUIRED, Finding
from enhancement_kit.reference.installer.install_config import InstallConfig, ServiceEndpoint

from .infrastructure_editing import written_with

INSTALLER = "enhancement_kit.reference.installer"
NEEDED = ("ec2", "elasticloadbalancing", "s3", "iam", "route53", "tagging")


def _without(*rules: str) -> Callable[[Patcher], None]:
    kept = {name: rule for name, rule in static_rules.RULES.items() if name not in rules}
    assert len(kept) + len(rules) == len(static_rules.RULES)
    return lambda patcher: patcher.replace(f"{INSTALLER}.static_rules:RULES", kept)


def _with(rule: static_rules.Rule) -> Callable[[Patcher], None]:
    more = {**static_rules.RULES, "more": rule}
    return lambda patcher: patcher.replace(f"{INSTALLER}.static_rules:RULES", more)


def _all_or_none(config: InstallConfig) -> Iterator[Finding]:
    names = {endpoint.name for endpoint in config.aws.service_endpoints}
    if names and not names.issuperset(NEEDED):
        yield Finding(endpoints.LIST, REQUIRED, "an endpoint for each service")


def _a_few(config: InstallConfig) -> Iterator[Finding]:
    if len(config.aws.service_endpoints) > 5:
        yield Finding(endpoints.LIST, FORBIDDEN, "too many")


def _list_required(config: InstallConfig) -> Iterator[Finding]:
    if not config.aws.service_endpoints:
        yield Finding(endpoints.LIST, REQUIRED, "list the endpoints")


def _closed_list(config: InstallConfig) -> Iterator[Finding]:
    for endpoint in config.aws.service_endpoints:
        if endpoint.name not in NEEDED:
            yield Finding(endpoints.LIST, NOT_SUPPORTED, endpoint.name)


def _unique_urls(config: InstallConfig) -> Iterator[Finding]:
    urls = [endpoint.url for endpoint in config.aws.service_endpoints]
    if len(urls) != len(set(urls)):
        yield Finding(endpoints.LIST, DUPLICATE, "a URL")


def _no_port(config: InstallConfig) -> Iterator[Finding]:
    for endpoint in config.aws.service_endpoints:
        if endpoint.url.count(":") > 1:
            yield Finding(endpoints.LIST, FORBIDDEN, "a port")


def _blames_the_first(patcher: Patcher) -> None:
    def first(found: Any, path: str) -> Iterator[Any]:
        for problem in reversed_duplicates(found, path):
            yield dataclasses.replace(problem, path=f"{path}[0].name")

    reversed_duplicates = service_endpoints.duplicates
    patcher.replace("enhancement_kit.reference.api.service_endpoints:duplicates", first)


def _ignores_them(patcher: Patcher) -> None:
    patcher.wrap(f"{INSTALLER}.endpoints:clients", lambda old: lambda make, given: old(make, ()))


def _uses_one_for_all(patcher: Patcher) -> None:
    def greedy(make: Callable[..., Any], given: Any) -> Callable[..., Any]:
        url = next((endpoint.url for endpoint in given), None)
        return lambda service, *, region: make(service, region=region, endpoint=url)

    patcher.replace(f"{INSTALLER}.endpoints:clients", greedy)


def _forgets_them(patcher: Patcher) -> None:
    patcher.wrap(
        f"{INSTALLER}.component:metadata_of",
        lambda old: lambda config, names: dataclasses.replace(old(config, names), endpoints=()),
    )


def _not_in_spec(manifest: dict[str, Any]) -> None:
    manifest["spec"]["platformSpec"]["aws"].pop("serviceEndpoints", None)


def _not_in_status(manifest: dict[str, Any]) -> None:
    manifest["status"]["platformStatus"]["aws"].pop("serviceEndpoints", None)


def _reversed(manifest: dict[str, Any]) -> None:
    manifest["spec"]["platformSpec"]["aws"].get("serviceEndpoints", []).reverse()


def _always_some(manifest: dict[str, Any]) -> None:
    default = [{"name": "ec2", "url": "https://ec2.us-east-1.amazonaws.com"}]
    manifest["spec"]["platformSpec"]["aws"].setdefault("serviceEndpoints", default)


def _invents_them(patcher: Patcher) -> None:
    default = (ServiceEndpoint("ec2", "https://ec2.us-east-1.amazonaws.com"),)
    patcher.wrap(
        f"{INSTALLER}.component:metadata_of",
        lambda old: (
            lambda config, names: dataclasses.replace(
                old(config, names), endpoints=config.aws.service_endpoints or default
            )
        ),
    )


MUTANTS = [
    Mutant(
        "install-config-needs-all-endpoints",
        ("CRE-003", "CRE-132.a", "CRE-132.b", "CRE-132.1"),
        "demands an endpoint for every service as soon as there is one",
        _with(_all_or_none),
    ),
    Mutant("install-config-takes-few-endpoints", ("CRE-003",), "takes five endpoints at most", _with(_a_few)),
    Mutant(
        "install-config-needs-endpoints",
        ("CRE-003", "CRE-029.a", "CRE-029.b", "CRE-131"),
        "demands a list of endpoints in a known region",
        _with(_list_required),
    ),
    Mutant(
        "install-config-knows-six-services", ("CRE-032",), "refuses services that it does not know", _with(_closed_list)
    ),
    Mutant(
        "install-config-may-repeat-a-service",
        ("CRE-033.a", "CRE-033.b", "CRE-033.c"),
        "takes two endpoints for one service",
        _without("endpoints_unique"),
    ),
    Mutant(
        "install-config-blames-the-first",
        ("CRE-033.a", "CRE-033.b", "CRE-033.c"),
        "reports the first of two entries",
        _blames_the_first,
    ),
    Mutant("install-config-wants-unique-urls", ("CRE-034",), "takes a URL only once", _with(_unique_urls)),
    Mutant(
        "install-config-takes-any-url",
        ("CRE-038", "CRE-039"),
        "does not look at the URL of an endpoint",
        _without("endpoints_https"),
    ),
    Mutant("install-config-wants-no-port", ("CRE-038",), "refuses a URL with a port", _with(_no_port)),
    Mutant(
        "install-config-takes-half-an-entry",
        ("CRE-030",),
        "takes an entry without name or url",
        _without("endpoints_named", "endpoints_located"),
    ),
    Mutant(
        "installer-ignores-endpoints",
        (
            "CRE-002.a",
            "CRE-010.2",
            "CRE-031.a",
            "CRE-031.b",
            "CRE-031.c",
            "CRE-031.d",
            "CRE-031.e",
            "CRE-044",
            "CRE-045",
        ),
        "calls every service where it always is",
        _ignores_them,
    ),
    Mutant(
        "installer-uses-one-endpoint-for-all",
        (
            "CRE-031.a",
            "CRE-031.b",
            "CRE-031.c",
            "CRE-031.d",
            "CRE-031.e",
            "CRE-044",
            "CRE-045",
            "CRE-002.a",
            "CRE-132.2",
        ),
        "calls every service at the first endpoint",
        _uses_one_for_all,
    ),
    Mutant("installer-forgets-endpoints", ("CRE-050", "CRE-052.2"), "leaves them out of metadata.json", _forgets_them),
    Mutant(
        "manifests-ask-for-no-endpoint",
        ("CRE-008", "CRE-013", "CRE-028", "CRE-057.2"),
        "leaves the endpoints out of the Infrastructure's spec",
        written_with(_not_in_spec),
    ),
    Mutant(
        "manifests-put-no-endpoint-into-effect",
        ("CRE-058",),
        "leaves the endpoints out of the Infrastructure's status",
        written_with(_not_in_status),
    ),
    Mutant("manifests-reorder-endpoints", ("CRE-028", "CRE-057.2"), "turns the list round", written_with(_reversed)),
    Mutant(
        "manifests-always-have-endpoints",
        ("CRE-171",),
        "writes the default endpoints out",
        written_with(_always_some),
    ),
    Mutant("metadata-always-has-endpoints", ("CRE-051",), "writes the default endpoints out", _invents_them),
]

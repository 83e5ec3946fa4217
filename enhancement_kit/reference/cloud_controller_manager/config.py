"""Parsing of cloud.conf: gcfg syntax, of which the sections and keys for load balancers are read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..runtime import gcfg
from ..runtime.gcfg import Section


class ConfigError(Exception):
    """cloud.conf cannot be used; the text names the reason."""


@dataclass(frozen=True)
class Override:
    """One [ServiceOverride] section: another endpoint for a service in a region."""

    service: str
    region: str
    url: str
    signing_region: str


@dataclass(frozen=True)
class CloudConfig:
    """The [Global] section and the overrides."""

    region: str = ""
    vpc: str = ""
    subnet: str = ""
    cluster_id: str = ""
    overrides: tuple[Override, ...] = ()

    def override(self, service: str) -> Override | None:
        """Return the override of a service in the cluster's region, or None. Names are compared exactly."""
        return next((o for o in self.overrides if (o.service, o.region) == (service, self.region)), None)


@dataclass(frozen=True)
class Instance:
    """The values that the manager's own instance provides where cloud.conf does not."""

    region: str = ""
    vpc: str = ""
    subnet: str = ""
    cluster_id: str = ""


ZONE = re.compile(r"([a-zA-Z]+-)+\d+")
"""The region that a zone begins with."""


def region_of(zone: str) -> str:
    """Return the region of an availability, local or wavelength zone. Raises ConfigError."""
    found = ZONE.match(zone)
    if found is None:
        raise ConfigError(f"invalid AZ: {zone}")
    return found.group()


def parse(content: str) -> CloudConfig:
    """Read cloud.conf; unknown sections and keys are ignored. Raises ConfigError."""
    try:
        sections = gcfg.read(content)
    except gcfg.GcfgError as error:
        raise ConfigError(f"unable to read AWS cloud provider config file: {error}") from error
    values: dict[str, str] = {}
    for section in sections:
        if section.name == "global":
            values.update(section.values)

    def get(name: str) -> str:
        return values.get(name, "")

    return CloudConfig(
        region=get("region"),
        vpc=get("vpc"),
        subnet=get("subnetid"),
        cluster_id=get("kubernetesclusterid"),
        overrides=overrides([s for s in sections if s.name == "serviceoverride"]),
    )


# The keys that an override needs, with the error message for a blank value.
REQUIRED: Mapping[str, str] = {
    "service": 'service name is missing [Service is ""] in override {}',
    "region": 'service region is missing [Region is ""] in override {}',
    "url": 'url is missing [URL is ""] in override {}',
    "signingregion": 'signingRegion is missing [SigningRegion is ""] in override {}',
}


def overrides(sections: Sequence[Section]) -> tuple[Override, ...]:
    """Parse the service overrides. Raises ConfigError naming the one that is incomplete or given twice."""
    found: dict[tuple[str, str], Override] = {}
    for section in sections:
        for key, complaint in REQUIRED.items():
            if not section.values.get(key, "").strip():
                text = complaint.format(section.subsection)
                raise ConfigError(f"unable to validate custom endpoint overrides: {text}")
        service, region, url, signing_region = (section.values[key].strip() for key in REQUIRED)
        if (service, region) in found:
            text = f"duplicate entry found for service override [{section.subsection}] ({service} in {region})"
            raise ConfigError(f"unable to validate custom endpoint overrides: {text}")
        found[service, region] = Override(service, region, url, signing_region)
    return tuple(found.values())


def complete(config: CloudConfig, instance: Instance) -> CloudConfig:
    """Fill gaps of a configuration from the manager's instance. Raises ConfigError where neither has a cluster id."""
    whole = replace(
        config,
        region=instance.region,
        vpc=config.vpc or instance.vpc,
        subnet=config.subnet or instance.subnet,
        cluster_id=config.cluster_id or instance.cluster_id,
    )
    if not whole.cluster_id:
        raise ConfigError("AWS cloud failed to find ClusterID")
    return whole

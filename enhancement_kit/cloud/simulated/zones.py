"""Regions and zones beyond those moto knows: custom regions, further zones, Local and Wavelength Zones."""

from __future__ import annotations

import copy
import re
from typing import Any

from enhancement_kit.cloud.simulated.backends import LOCK
from enhancement_kit.errors import UsageError

# <region><letter> is a regular zone; <region>-<city>-<n><letter> a Local Zone; with `wl` a Wavelength Zone. Names of
# both kinds: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-regions-availability-zones.html
_REGULAR = re.compile(r"^(?P<region>.+-\d+)(?P<letter>[a-z])$")
_LOCAL = re.compile(r"^(?P<group>(?P<region>.+-\d+)-(?P<city>[a-z]{3})-\d+)(?P<letter>[a-z])$")
_WAVELENGTH = re.compile(r"^(?P<region>.+-\d+)-(?P<group>wl\d+)-[a-z]{3}-wlz-\d+$")

_PRISTINE: dict[str, list[Any]] = {}


def ensure_region(region: str) -> None:
    """Ensure that a region has zones; one that moto does not know gets a, b and c."""
    table = _table()
    with LOCK:
        if region not in table:
            table[region] = [_zone(region, f"{region}{letter}", "availability-zone") for letter in "abc"]


def ensure_zone(region: str, name: str) -> None:
    """Ensure that a region has the zone. Raises UsageError for a name that cannot be a zone of the region."""
    ensure_region(region)
    zones = _table()[region]
    with LOCK:
        if any(zone.name == name for zone in zones):
            return
        for pattern, kind in (
            (_REGULAR, "availability-zone"),
            (_LOCAL, "local-zone"),
            (_WAVELENGTH, "wavelength-zone"),
        ):
            match = pattern.match(name)
            if match and match["region"] == region:
                zones.append(_zone(region, name, kind))
                return
    raise UsageError(
        f"{name!r} is no zone of region {region}: use {region}a, {region}-nyc-1a (Local Zone) "
        f"or {region}-wl1-nyc-wlz-1 (Wavelength Zone)."
    )


def zone_group(name: str) -> str:
    """Return the zone group of a zone, which is also the network border group of a Local or Wavelength Zone."""
    if match := _WAVELENGTH.match(name):
        return f"{match['region']}-{match['group']}"
    for pattern, key in ((_REGULAR, "region"), (_LOCAL, "group")):
        if match := pattern.match(name):
            return match[key]
    return name


def restore_zones() -> None:
    """Remove the zones that a scenario added; regions stay, since they are not resources."""
    table = _table()
    with LOCK:
        for region, zones in _PRISTINE.items():
            table[region] = list(zones)


def _zone(region: str, name: str, kind: str) -> Any:
    from moto.ec2.models.availability_zones_and_regions import Zone

    number = len(_table().get(region, [])) + 1
    return Zone(region_name=region, name=name, zone_id=f"{name.removesuffix(name[-1])}-az{number}", zone_type=kind)


def _table() -> dict[str, list[Any]]:
    """Return moto's own table of zones, shared by all its backends."""
    from moto.ec2.models.availability_zones_and_regions import RegionsAndZonesBackend

    table: dict[str, list[Any]] = RegionsAndZonesBackend.zones
    with LOCK:
        if not _PRISTINE:
            _PRISTINE.update({region: copy.copy(zones) for region, zones in table.items()})
    return table

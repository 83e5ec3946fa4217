"""Regions and zones beyond those moto knows: custom regions, further zones, Local and Wavelength Zones."""

from __future__ import annotations

import copy
import functools
import re
from typing import Any

from enhancement_kit.cloud.simulated.backends import LOCK
from enhancement_kit.errors import UsageError

# <region><letter> is a regular zone; <region>-<city>-<n><letter> a Local Zone; with `wl` a Wavelength Zone. Names of
# both kinds: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-regions-availability-zones.html
_REGULAR = re.compile(r"^(?P<region>.+-\d+)(?P<letter>[a-z])$")
_LOCAL = re.compile(r"^(?P<group>(?P<region>.+-\d+)-(?P<city>[a-z]{3})-\d+)(?P<letter>[a-z])$")
_WAVELENGTH = re.compile(r"^(?P<region>.+-\d+)-(?P<group>wl\d+-(?P<city>[a-z]{3})-wlz-\d+)$")
_CITIES = {
    "atl": "Atlanta",
    "bos": "Boston",
    "chi": "Chicago",
    "dfw": "Dallas",
    "iah": "Houston",
    "mci": "Kansas City 2",
    "mia": "Miami",
    "msp": "Minneapolis",
    "nyc": "New York City",
    "phl": "Philadelphia",
    "den": "Denver",
    "las": "Las Vegas",
    "lax": "Los Angeles",
    "pdx": "Portland",
    "phx": "Phoenix",
    "sea": "Seattle",
}

_PRISTINE: dict[str, list[Any]] = {}


def ensure_region(region: str) -> None:
    """Ensure that a region has zones; one that moto does not know gets a, b and c."""
    table = _table()
    with LOCK:
        if region not in table:
            table[region] = [_zone(region, f"{region}{letter}", "availability-zone") for letter in "abc"]


def known_zones(region: str) -> list[Any]:
    """Return moto's zones of a region; none where there is no such region."""
    return list(_table().get(region, ()))


def has_region(region: str) -> bool:
    """Tell whether there is a region of that name."""
    return region in _table()


def can_have(region: str, invented: int) -> bool:
    """Tell whether there is a region of that name, or can be one where there may be this many that moto lacks."""
    table = _table()
    with LOCK:
        return region in table or len(table) - len(_PRISTINE) < invented


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
    if _WAVELENGTH.match(name):
        return name
    if local := _LOCAL.match(name):
        return local["group"]
    regular = _REGULAR.match(name)
    return f"{regular['region']}-zg-1" if regular else name


def zone_group_name(name: str, region: str) -> str:
    """Return the long name of a zone's group: `US East (Ohio) 1`, `US East (New York City)`."""
    title = _title(region)
    match = _LOCAL.match(name) or _WAVELENGTH.match(name)
    if match is None:
        return f"{title} 1"
    return f"{title.partition(' (')[0]} ({_CITIES.get(match['city'], match['city'])})"


def zone_id(region: str, name: str) -> str:
    """Return the id of a zone of a region, or its name where there is none."""
    return str(next((zone.zone_id for zone in _table().get(region, []) if zone.name == name), name))


def zone_kind(region: str, name: str) -> str:
    """Return the kind of a zone: `availability-zone`, `local-zone` or `wavelength-zone`."""
    found = (zone.zone_type for zone in _table().get(region, []) if zone.name == name)
    return str(next(found, "availability-zone"))


@functools.cache
def _title(region: str) -> str:
    from botocore.loaders import create_loader

    for partition in create_loader().load_data("endpoints")["partitions"]:
        if region in partition["regions"]:
            return str(partition["regions"][region]["description"])
    return region


def restore_zones() -> None:
    """Remove the zones that a scenario added; regions stay, since they are not resources."""
    table = _table()
    with LOCK:
        for region, zones in _PRISTINE.items():
            table[region] = list(zones)


def _zone(region: str, name: str, kind: str) -> Any:
    from moto.ec2.models.availability_zones_and_regions import Zone

    there = _table().get(region, [])
    start = there[0].zone_id.partition("-az")[0] if there else region
    place = name.removeprefix(f"{region}-")
    if kind == "local-zone":
        identifier = f"{start}-{place[:-1].replace('-', '')}-az{ord(place[-1]) - ord('a') + 1}"
    elif kind == "wavelength-zone":
        identifier = f"{start}-{place.replace('wlz-', 'wlz')}"
    else:
        identifier = f"{start}-az{len(there) + 1}"
    return Zone(region_name=region, name=name, zone_id=identifier, zone_type=kind)


def _table() -> dict[str, list[Any]]:
    """Return moto's own table of zones, shared by all its backends."""
    from moto.ec2.models.availability_zones_and_regions import RegionsAndZonesBackend

    table: dict[str, list[Any]] = RegionsAndZonesBackend.zones
    with LOCK:
        if not _PRISTINE:
            _PRISTINE.update({region: copy.copy(zones) for region, zones in table.items()})
    return table

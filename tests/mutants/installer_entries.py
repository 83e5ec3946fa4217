"""Installers that overlook private zones, Local Zones, empty entries, and installations that failed."""

from __future__ import annotations

from .source_editing import edited

COMPONENT = "installer.component:Installer"
CONFIG = "installer.install_config"

MUTANTS = [
    edited(
        "installer-publishes-in-a-private-zone",
        "ISS-400",
        "takes a private zone for the public one of the base domain",
        f"{COMPONENT}._public_zone",
        'not z["Config"].get("PrivateZone")',
        "True",
    ),
    edited(
        "installer-plans-machines-in-local-zones",
        "ISS-401",
        "takes Local Zones for zones of machines where it makes the VPC",
        f"{COMPONENT}._regular_zones",
        'if z.get("ZoneType", PLAIN_ZONE) == PLAIN_ZONE',
        "",
    ),
    edited(
        "installer-skips-empty-mappings",
        "ISS-402.a ISS-402.d",
        "skips an empty entry of a list of mappings",
        f"{CONFIG}:mappings",
        "element or {} for element in settings.get(name) or ()",
        "element for element in settings.get(name) or () if element",
    ),
    edited(
        "installer-skips-empty-roles",
        "ISS-402.b",
        "skips an empty role",
        f"{CONFIG}:_aws",
        'role or "" for role in entry.get("rolesOverride") or ()',
        'role for role in entry.get("rolesOverride") or () if role',
    ),
    edited(
        "installer-skips-empty-ids",
        "ISS-402.c",
        "skips an empty id of the deprecated list",
        f"{CONFIG}:_aws",
        'one or "" for one in settings.get("subnets") or ()',
        'one for one in settings.get("subnets") or () if one',
    ),
    edited(
        "installer-cannot-destroy-what-it-did-not-make",
        "ISS-407",
        "fails to destroy a cluster that shares no subnet",
        "installer.teardown:unshare",
        "if shared:",
        "if True:",
    ),
    edited(
        "installer-explains-fields-only",
        "ISS-408",
        "explains the parts of an install-config and not the whole",
        "installer.explanations:_lines",
        "if below:",
        "if path and below:",
    ),
]

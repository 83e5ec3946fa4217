"""cloud.conf: gcfg syntax, of which the sections and keys for load balancers are read."""

from __future__ import annotations

from dataclasses import dataclass


class ConfigError(Exception):
    """cloud.conf cannot be used; the text names the reason."""


@dataclass(frozen=True)
class CloudConfig:
    """The [Global] section."""

    region: str = ""
    vpc: str = ""
    subnet: str = ""
    cluster_id: str = ""
    legacy_tag: bool = False
    elb_security_group: str = ""
    disable_security_group_ingress: bool = False
    nlb_security_group_mode: str = ""


def parse(content: str) -> CloudConfig:
    """Read cloud.conf. Section and key names are case-insensitive, unknown ones are ignored. Raises ConfigError."""
    values: dict[tuple[str, str], str] = {}
    section = ""
    for number, raw in enumerate(content.splitlines(), 1):
        line = raw.split("#", 1)[0].split(";", 1)[0].strip() if '"' not in raw else raw.strip()
        if not line:
            continue
        if line.startswith("["):
            if not line.endswith("]"):
                raise ConfigError(f"unable to read AWS cloud provider config file: {number}: expected ']' in {raw!r}")
            section = line[1:-1].strip().lower()
            continue
        if not section:
            raise ConfigError(f"unable to read AWS cloud provider config file: {number}: {raw!r} is in no section")
        name, _, value = line.partition("=")
        values[section, name.strip().lower()] = value.strip().strip('"')

    def get(name: str) -> str:
        return values.get(("global", name), "")

    cluster_id, tag = get("kubernetesclusterid"), get("kubernetesclustertag")
    if cluster_id and tag and cluster_id != tag:
        raise ConfigError(f'clusterID tags did not match: "{cluster_id}" vs "{tag}"')
    if not cluster_id and not tag:
        raise ConfigError("AWS cloud failed to find ClusterID")
    zone = get("zone")
    region = get("region")
    if zone:
        region = zone.rstrip("abcdefghijklmnopqrstuvwxyz")
    if not region:
        raise ConfigError("AWS cloud config has no region: set Region in section [Global] of cloud.conf")
    return CloudConfig(
        region=region,
        vpc=get("vpc"),
        subnet=get("subnetid"),
        cluster_id=cluster_id or tag,
        legacy_tag=bool(tag),
        elb_security_group=get("elbsecuritygroup"),
        disable_security_group_ingress=get("disablesecuritygroupingress").lower() == "true",
        nlb_security_group_mode=get("nlbsecuritygroupmode"),
    )

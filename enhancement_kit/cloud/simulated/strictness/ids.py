"""Rules of EC2 about ids: AWS tells malformed ones and ones that nothing has apart, for every kind, in every call."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from enhancement_kit.cloud.simulated.backends import ACCOUNT, LOCK
from enhancement_kit.cloud.simulated.strictness.ec2_requests import ERRORS
from enhancement_kit.cloud.simulated.strictness.engine import Asking, OnCall, Refusal, Rule
from enhancement_kit.cloud.simulated.strictness.results import asked, table

_HEX = re.compile(r"[0-9a-f]{8}|[0-9a-f]{17}")
_RESOURCES = "Resources"
_ABOUT_OTHERS = frozenset({"Filters", "Filter", "TagSpecifications", "Tags"})
"""Parameters in which ids are values like any other."""


@dataclass(frozen=True)
class Kind:
    """A kind of ids, as `ids.yaml` describes it."""

    prefix: str
    parameters: Sequence[str]
    absent: str
    message: str
    malformed: str | None = None
    words: str = 'Invalid id: "{id}"'
    expecting: bool = False
    several: str | None = None
    reserved: Sequence[str] = ()
    only: Sequence[str] = ()

    def is_well_formed(self, one: str) -> bool:
        """Check whether an id has the form of its kind: eight hexadecimal digits, or seventeen."""
        return one.startswith(self.prefix) and _HEX.fullmatch(one[len(self.prefix) :]) is not None

    def refuse_malformed(self, one: str) -> None:
        """Raise what AWS answers to a malformed id, where it tells that from an absent one."""
        if self.malformed:
            hint = f' (expecting "{self.prefix}...")' if self.expecting and not one.startswith(self.prefix) else ""
            raise Refusal(self.malformed, self.words.format(id=one) + hint)

    def refuse_absent(self, ids: Sequence[str]) -> None:
        """Raise what AWS answers to ids that nothing has."""
        if self.several and len(ids) > 1:
            quoted, plain = ", ".join(f"'{one}'" for one in ids), ", ".join(ids)
            raise Refusal(self.absent, self.several.format(ids=quoted, plain=plain))
        raise Refusal(self.absent, self.message.format(id=ids[0]))


@functools.cache
def kinds() -> Mapping[str, Kind]:
    """Return the kinds of ids by name."""
    return {name: Kind(**entry) for name, entry in table("ids.yaml").items()}


def _instances(ec2: Any) -> Iterator[str]:
    return (instance.id for reservation in list(ec2.reservations.values()) for instance in reservation.instances)


def _associations(ec2: Any) -> Iterator[str]:
    yield from (address.association_id for address in ec2.addresses if address.association_id)
    for one in list(ec2.route_tables.values()):
        yield from one.all_associations_ids


def _rules(ec2: Any) -> Iterator[str]:
    for groups in list(ec2.groups.values()):
        for group in list(groups.values()):
            yield from (rule.id for rule in (*group.ingress_rules, *group.egress_rules))


def _names_in_default_vpc(ec2: Any) -> Iterator[str]:
    """Names stand for groups of the default VPC only."""
    for vpc in list(ec2.vpcs.values()):
        if vpc.is_default:
            yield from (group.name for group in list(ec2.groups.get(vpc.id, {}).values()))


_HELD: Mapping[str, Callable[[Any], Iterable[str] | Mapping[str, Any]]] = {
    "vpc": lambda ec2: ec2.vpcs,
    "subnet": lambda ec2: (one for zone in list(ec2.subnets.values()) for one in zone),
    "security-group": lambda ec2: (one for groups in list(ec2.groups.values()) for one in groups),
    "security-group-rule": _rules,
    "network-interface": lambda ec2: ec2.enis,
    "internet-gateway": lambda ec2: ec2.internet_gateways,
    "route-table": lambda ec2: ec2.route_tables,
    "nat-gateway": lambda ec2: ec2.nat_gateways,
    "address": lambda ec2: (address.allocation_id for address in ec2.addresses),
    "association": _associations,
    "instance": _instances,
    # moto remembers deregistered images, which AWS still shows for a while
    "image": lambda ec2: (*ec2.amis, *ec2.deleted_amis),
    "snapshot": lambda ec2: ec2.snapshots,
    "volume": lambda ec2: ec2.volumes,
    "network-acl": lambda ec2: ec2.network_acls,
    "dhcp-options": lambda ec2: ec2.dhcp_options_sets,
    # moto has no pools of addresses
    "ipam-pool": lambda _ec2: (),
    "launch-template": lambda ec2: ec2.launch_templates,
    "security-group-name": _names_in_default_vpc,
    "public-address": lambda ec2: (address.public_ip for address in ec2.addresses),
}
"""What has ids of each kind in moto's EC2 backend."""


@functools.cache
def _by_parameter() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, kind in kinds().items():
        for parameter in kind.parameters:
            found[parameter] = (*found.get(parameter, ()), name)
    return found


@functools.cache
def _by_prefix() -> Sequence[tuple[str, str]]:
    return sorted(((kind.prefix, name) for name, kind in kinds().items() if kind.prefix), reverse=True)


def _asked(call: Asking) -> Iterator[tuple[str, list[str]]]:
    """Find the ids in a call of EC2: the name of the kind, and the ids of one parameter."""
    for parameter, values in walk(call.parameters) if call.service == "ec2" else ():
        for name in _by_parameter().get(parameter, ()):
            kind = kinds()[name]
            if not kind.only or call.operation in kind.only:
                yield name, [one for one in values if one not in kind.reserved]
        if parameter == _RESOURCES and call.operation == "CreateTags":
            for one in values:
                yield from ((name, [one]) for prefix, name in _by_prefix() if one.startswith(prefix))


def walk(parameters: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Find the texts in a call at any depth, by the name of the parameter that holds them."""
    for name, value in parameters.items():
        if isinstance(value, str):
            yield name, [value]
        elif isinstance(value, Mapping):
            yield from walk(value)
        elif isinstance(value, (list, tuple)) and value and name not in _ABOUT_OTHERS:
            if isinstance(value[0], str):
                yield name, list(value)
            else:
                for item in value:
                    yield from walk(item)


def _missing(call: Asking, name: str, ids: Sequence[str]) -> list[str]:
    """Return the ids of a kind that nothing has, each once."""
    with LOCK:
        from moto.ec2.models import ec2_backends

        held = _HELD[name](ec2_backends[ACCOUNT][call.region])
        known = held if isinstance(held, Mapping) else set(held)
        return [one for one in dict.fromkeys(ids) if one not in known]


def _well_formed(call: Asking) -> None:
    for name, ids in _asked(call):
        kind = kinds()[name]
        wrong = [one for one in ids if not kind.is_well_formed(one)] if kind.malformed else []
        # a literal id that a scenario gave away has any form
        for one in _missing(call, name, wrong) if wrong else ():
            kind.refuse_malformed(one)


def _known(call: Asking) -> None:
    for name, ids in _asked(call):
        if missing := _missing(call, name, ids):
            kinds()[name].refuse_absent(missing)


def _once(response: Any, _operation: str) -> None:
    """Take ids that are given twice once."""
    if response.service_name == "ec2":
        for name, value in response.params.items():
            if isinstance(value, list) and len(value) > 1 and name in _by_parameter():
                response.params[name] = list(dict.fromkeys(value))


_SOURCE = f"{ERRORS} (codes)"
_CALLS = ("ec2 *",)

RULES = (
    Rule(
        id="ec2-malformed-id",
        calls=_CALLS,
        moto="treats a malformed id as one that does not exist, or ignores it",
        aws="returns an error of its own, for every kind of ids and every call that takes them",
        code="Invalid<kind>ID.Malformed",
        message='Invalid id: "<id>" (expecting "<prefix>-...")',
        source=f"{_SOURCE}; genevieve/leftovers issue 7 (security groups), "
        "F5Networks/f5-cloud-failover-extension issue 150 (interfaces), terraform-linters/tflint pull request 90 "
        "(route tables; an id with the right beginning), hashicorp/terraform issue 22172 (images), "
        "cloudavail/aws-missing-tools issue 59 (volumes); others alike",
        corrections=(OnCall(_well_formed),),
    ),
    Rule(
        id="ec2-unknown-id",
        calls=_CALLS,
        moto="names any of the ids, even one that exists, in words of its own, or ignores an id that does not exist",
        aws="names the first that does not exist, for every kind of ids and every call that takes them",
        code="Invalid<kind>ID.NotFound",
        message="The <kind> ID '<id>' does not exist",
        source=f"{_SOURCE}; lb-subnet-selection-aws (subnets); set_eip_nlb_ingress, Support Procedures (several "
        "addresses); inspec/inspec issue 3518 (VPCs), C2Devel/terraform-examples issue 8 (route tables), "
        "kubernetes-csi/external-snapshotter issue 695 (volumes), aws/aws-sdk issue 97 (images); others alike",
        corrections=(OnCall(_known),),
    ),
    Rule(
        id="ec2-repeated-id",
        calls=_CALLS,
        moto="breaks where an id is given twice, or says that it does not exist",
        aws="shows the resource once",
        source="cloud-provider-aws counts the subnets found against the ids asked for to notice repeated ones",
        corrections=(asked(_once),),
    ),
)

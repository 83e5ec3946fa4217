"""Rules of EC2 about the rules of security groups: all those of a call are added or removed, or none is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from enhancement_kit.cloud.simulated.strictness.ec2_requests import BACKEND, ERRORS, Request, first
from enhancement_kit.cloud.simulated.strictness.engine import Around, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

_PROTOCOLS = {"6": "tcp", "17": "udp", "1": "icmp"}
_NAMES = frozenset({"tcp", "udp", "icmp", "icmpv6"})
"""https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_IpPermission.html"""
_EVERY = "-1"
_LAST_PORT, _LAST_PROTOCOL = 65535, 255
DEFAULT_RULES = 60
"""https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html: rules per security group and direction."""
_PORTS = frozenset({"tcp", "udp"})
_FOREIGN = "You have specified two resources that belong to different networks."
_NO_PROTOCOL = "Invalid value 'null' for protocol. VPC security group rules must specify protocols explicitly."
_WAYS = (("ingress", "ingress_rules"), ("egress", "egress_rules"))

Key = tuple[str, Any, Any, str]
"""What tells one rule from another: protocol, ports, peer."""


def _holder(request: Request) -> Any | None:
    return request.ec2.get_security_group_by_name_or_id(request["GroupName"] or request["GroupId"])


def _permissions(request: Request) -> list[Any]:
    """Return what a call says of rules, in either of its two forms."""
    if request["IpPermissions"] is not None:
        return request.all("IpPermissions")
    if request["IpProtocol"] is None:
        return []
    ranges = [{"CidrIp": request["CidrIp"]}] if request["CidrIp"] else []
    return [
        {
            "IpProtocol": request["IpProtocol"],
            "FromPort": request["FromPort"],
            "ToPort": request["ToPort"],
            "IpRanges": ranges,
        }
    ]


def _pairs(request: Request) -> Iterator[str]:
    """Yield the ids of the groups that the rules of a call refer to."""
    for permission in _permissions(request):
        for pair in permission.get("UserIdGroupPairs") or ():
            if pair.get("GroupId"):
                yield pair["GroupId"]


def _keys(request: Request, group: Any) -> Iterator[Key]:
    """Yield each single rule of a call."""
    for permission in _permissions(request):
        protocol = str(permission.get("IpProtocol")).lower()
        protocol = _PROTOCOLS.get(protocol, protocol)
        ports = (None, None) if protocol == _EVERY else (permission.get("FromPort"), permission.get("ToPort"))
        for peer in _peers(request, permission, group):
            yield (protocol, *ports, peer)


def _peers(request: Request, permission: Any, group: Any) -> Iterator[str]:
    for one in permission.get("IpRanges") or ():
        yield str(one.get("CidrIp"))
    for one in permission.get("Ipv6Ranges") or ():
        yield str(one.get("CidrIpv6"))
    for one in permission.get("PrefixListIds") or ():
        yield str(one.get("PrefixListId"))
    for pair in permission.get("UserIdGroupPairs") or ():
        found = None
        if not pair.get("GroupId"):
            found = request.ec2.get_security_group_from_name(pair.get("GroupName"), group.vpc_id)
        yield str(found.id if found is not None else pair.get("GroupId"))


def _key_of(rule: Any) -> Key:
    peer = rule.cidr_ipv4 or rule.cidr_ipv6 or rule.source_group.get("GroupId") or rule.prefix_list_id
    return str(rule.ip_protocol), rule.from_port, rule.to_port, str(peer)


def _told(key: Key) -> str:
    """Return a rule as AWS names it in messages."""
    protocol, low, high, peer = key
    if protocol == _EVERY:
        return f"peer: {peer}, ALL, ALLOW"
    if protocol in _PORTS:
        return f"peer: {peer}, {protocol.upper()}, from port: {low}, to port: {high}, ALLOW"
    if protocol == "icmp":
        kind, code = ("ALL" if part == -1 else part for part in (low, high))
        return f"peer: {peer}, ICMP, type: {kind}, code: {code}, ALLOW"
    return f"peer: {peer}, protocol: {protocol}, ALLOW"


def _once(request: Request) -> None:
    group = _holder(request)
    keys = list(_keys(request, group)) if group is not None else []
    if len(set(keys)) < len(keys):
        refuse("ec2", "InvalidParameterValue", "The same permission must not appear multiple times")


def _new(held: str) -> Any:
    def check(request: Request) -> None:
        group = _holder(request)
        if group is None:
            return
        known = {_key_of(rule) for rule in getattr(group, held)}
        for key in _keys(request, group):
            if key in known:
                refuse("ec2", "InvalidPermission.Duplicate", f'the specified rule "{_told(key)}" already exists')

    return check


def _held(held: str) -> Any:
    def check(request: Request) -> None:
        group = _holder(request)
        # of the default VPC, AWS says that it returns what it did not find instead of an error
        if group is None or request.ec2.vpcs[group.vpc_id].is_default:
            return
        known = {_key_of(rule) for rule in getattr(group, held)}
        if not known.issuperset(_keys(request, group)):
            text = "The specified rule does not exist in this security group."
            refuse("ec2", "InvalidPermission.NotFound", text)

    return check


def _some(request: Request) -> None:
    if not _permissions(request) and not request.all("SecurityGroupRuleIds"):
        text = "Either 'ipPermissions' or 'securityGroupRuleIds' should be provided."
        refuse("ec2", "MissingParameter", text)


def _in_network(request: Request) -> None:
    group = _holder(request)
    if group is None:
        return
    for other_id in _pairs(request):
        other = request.ec2.get_security_group_from_id(other_id)
        if other is not None and other.vpc_id != group.vpc_id and not _peered(request.ec2, group.vpc_id, other.vpc_id):
            refuse("ec2", "InvalidGroup.NotFound", _FOREIGN)


def _peered(ec2: Any, vpc_id: str, other_id: str) -> bool:
    return any(
        {one.vpc.id, one.peer_vpc.id} == {vpc_id, other_id} and one._status.code == "active"
        for one in ec2.vpc_pcxs.values()
    )


def _with_ports(request: Request) -> None:
    for permission in _permissions(request):
        protocol = str(permission.get("IpProtocol")).lower()
        if _PROTOCOLS.get(protocol, protocol) in _PORTS and (wrong := _wrong_ports(permission)):
            refuse("ec2", "InvalidParameterValue", wrong)


def _wrong_ports(permission: Any) -> str | None:
    """Return what AWS says of the ports of a rule for TCP or UDP; None where they are right."""
    ends = {"from": permission.get("FromPort"), "to": permission.get("ToPort")}
    if None in ends.values():
        return "Invalid value for portRange. Must specify both from and to ports with TCP/UDP."
    for end, port in ends.items():
        if not 0 <= int(port) <= _LAST_PORT:
            return f"TCP/UDP ({end}) port ({port}) out of range"
    if int(ends["from"]) > int(ends["to"]):
        return f"Invalid TCP/UDP port range ({ends['from']}:{ends['to']})"
    return None


def _known_protocol(request: Request) -> None:
    for permission in _permissions(request):
        if permission.get("IpProtocol") is None:
            refuse("ec2", "InvalidParameterValue", _NO_PROTOCOL)
        protocol = str(permission["IpProtocol"])
        numbered = protocol.removeprefix("-").isdecimal() and -1 <= int(protocol) <= _LAST_PROTOCOL
        if not numbered and protocol.lower() not in _NAMES:
            text = f"Invalid value '{protocol}' for IP protocol. Unknown protocol."
            refuse("ec2", "InvalidParameterValue", text)


def set_rule_quota(ec2: Any, quota: int) -> None:
    """Set how many rules a security group may have in each direction in the region of a backend."""
    ec2.kit_rule_quota = quota


def _within_quota(held: str) -> Any:
    def check(request: Request) -> None:
        group = _holder(request)
        if group is None:
            return
        quota = getattr(request.ec2, "kit_rule_quota", DEFAULT_RULES)
        if len(getattr(group, held)) + len(list(_keys(request, group))) > quota:
            text = "The maximum number of rules per security group has been reached."
            refuse("ec2", "RulesPerSecurityGroupLimitExceeded", text)

    return check


def _adding(check: Any) -> tuple[Any, ...]:
    """Let a check look at both calls that add rules."""
    return tuple(first(f"authorize_security_group_{way}", check) for way, _ in _WAYS)


def _removing(check: Any) -> tuple[Any, ...]:
    """Let a check look at both calls that remove rules."""
    return tuple(first(f"revoke_security_group_{way}", check) for way, _ in _WAYS)


_ADD = ("ec2 AuthorizeSecurityGroupIngress", "ec2 AuthorizeSecurityGroupEgress")
_REMOVE = ("ec2 RevokeSecurityGroupIngress", "ec2 RevokeSecurityGroupEgress")

RULES = (
    Rule(
        id="ec2-rule-ports",
        calls=(*_ADD, *_REMOVE),
        moto="breaks where a rule for TCP or UDP has no ports, and accepts those that are none",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="Invalid value for portRange. Must specify both from and to ports with TCP/UDP. | TCP/UDP (from) port "
        "(<port>) out of range | Invalid TCP/UDP port range (<port>:<port>)",
        source="moto's ModifySecurityGroupRules, which quotes AWS (none); aws/aws-cli issue 1066 (out of range); "
        "Eucalyptus (order)",
        corrections=(*_adding(_with_ports), *_removing(_with_ports)),
    ),
    Rule(
        id="ec2-rule-protocol",
        calls=(*_ADD, *_REMOVE),
        moto="accepts any text as a protocol",
        aws="refuses the call",
        code="InvalidParameterValue",
        message=f"Invalid value '<protocol>' for IP protocol. Unknown protocol. | {_NO_PROTOCOL}",
        source="hashicorp/terraform-provider-aws issue 1793, hashicorp/terraform issue 9092; moto's "
        "ModifySecurityGroupRules, which quotes AWS (no protocol)",
        corrections=(*_adding(_known_protocol), *_removing(_known_protocol)),
    ),
    Rule(
        id="ec2-rule-quota",
        calls=_ADD,
        moto="counts the rules of each permission by itself, and adds those before the one that is too much",
        aws="adds none of a call's rules where they would be more than the quota",
        code="RulesPerSecurityGroupLimitExceeded",
        message="The maximum number of rules per security group has been reached.",
        source=f"{ERRORS} (code); moto (message)",
        corrections=(
            *(first(f"authorize_security_group_{way}", _within_quota(held)) for way, held in _WAYS),
            Around(BACKEND, "_verify_group_will_respect_rule_count_limit", lambda _: None),
        ),
    ),
    Rule(
        id="ec2-rule-network",
        calls=_ADD,
        moto="adds rules that refer to a group of another VPC",
        aws="refuses the call, unless the VPCs are peered",
        code="InvalidGroup.NotFound",
        message=_FOREIGN,
        source="philips-software/go-hsdp-api issue 43; ansible/ansible-modules-core issue 1987",
        corrections=_adding(_in_network),
    ),
    Rule(
        id="ec2-repeated-rule",
        calls=_ADD,
        moto="adds the rule and says of the second one that it exists",
        aws="refuses a call that gives a rule twice, and adds none of its rules",
        code="InvalidParameterValue",
        message="The same permission must not appear multiple times",
        source="public notes on Terraform and the CDK quote code and message",
        corrections=_adding(_once),
    ),
    Rule(
        id="ec2-duplicate-rule",
        calls=_ADD,
        moto="adds the rules of the call before the one that exists, and does not name that",
        aws="adds none, and names it",
        code="InvalidPermission.Duplicate",
        message='the specified rule "peer: <range or group>, TCP, from port: <port>, to port: <port>, ALLOW" already '
        "exists",
        source="terraform-aws-modules/terraform-aws-security-group issue 351; lucidsoftware/cumulus issue 101 (ALL); "
        "ansible/ansible-modules-core issue 3258 (other protocols); for ICMP by analogy",
        corrections=tuple(first(f"authorize_security_group_{way}", _new(held)) for way, held in _WAYS),
    ),
    Rule(
        id="ec2-no-rules",
        calls=_REMOVE,
        moto="accepts a call that names no rule",
        aws="refuses the call",
        code="MissingParameter",
        message="Either 'ipPermissions' or 'securityGroupRuleIds' should be provided.",
        source="public notes on removing the rules of default groups quote code and message",
        corrections=_removing(_some),
    ),
    Rule(
        id="ec2-missing-rule",
        calls=_REMOVE,
        moto="removes the rules of the call before the one that does not exist",
        aws="removes none (in the default VPC it removes those that exist)",
        code="InvalidPermission.NotFound",
        message="The specified rule does not exist in this security group.",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RevokeSecurityGroupIngress.html (rule); "
        f"{ERRORS} (message)",
        corrections=tuple(first(f"revoke_security_group_{way}", _held(held)) for way, held in _WAYS),
    ),
)

"""Cases of the rules about security groups and the interfaces that have them, with and without the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import World

_WEB = {"IpProtocol": "tcp", "FromPort": 80, "ToPort": 80, "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
_OTHER = {"IpProtocol": "udp", "FromPort": 53, "ToPort": 53, "IpRanges": [{"CidrIp": "10.0.0.0/8"}]}
_ALL = {"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
_PING = {"IpProtocol": "icmp", "FromPort": 8, "ToPort": -1, "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
_ESP = {"IpProtocol": "50", "FromPort": -1, "ToPort": -1, "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}

Act = Callable[[World], Any]


def _group(w: World, name: str = "web", vpc: str | None = None) -> str:
    made = w.client("ec2").create_security_group(GroupName=name, Description="x", VpcId=vpc or w.vpc.id)
    return str(made["GroupId"])


def _foreign(w: World) -> tuple[str, str]:
    """Create a VPC with a subnet and return both ids."""
    subnet = w.isolated_subnet()
    return w.client("ec2").describe_subnets(SubnetIds=[subnet])["Subnets"][0]["VpcId"], subnet


def _launch(w: World, **more: Any) -> str:
    asked: dict[str, Any] = {"SubnetId": w.subnets["a"], **more}
    made = w.client("ec2").run_instances(ImageId=w.image(), MinCount=1, MaxCount=1, InstanceType="m6i.large", **asked)
    return str(made["Instances"][0]["InstanceId"])


def _delete(w: World, group: str) -> str:
    w.client("ec2").delete_security_group(GroupId=group)
    return "deleted"


def _group_of_classic(w: World) -> str:
    group = _group(w)
    w.classic("a", SecurityGroups=[group])
    return _delete(w, group)


def _group_of_network(w: World) -> str:
    group = _group(w)
    w.network("a", SecurityGroups=[group])
    return _delete(w, group)


def _group_of_instance(w: World) -> str:
    group = _group(w)
    _launch(w, SecurityGroupIds=[group])
    return _delete(w, group)


def _group_of_interface(w: World) -> str:
    group = _group(w)
    w.client("ec2").create_network_interface(SubnetId=w.subnets["a"], Groups=[group])
    return _delete(w, group)


def _group_of_rule(way: str) -> Act:
    def act(w: World) -> str:
        group, other = _group(w), _group(w, "nodes")
        rule = {"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": group}]}
        getattr(w.client("ec2"), f"authorize_security_group_{way}")(GroupId=other, IpPermissions=[rule])
        return _delete(w, group)

    return act


def _default_group(w: World) -> str:
    filters = [{"Name": "vpc-id", "Values": [w.vpc.id]}, {"Name": "group-name", "Values": ["default"]}]
    return _delete(w, w.client("ec2").describe_security_groups(Filters=filters)["SecurityGroups"][0]["GroupId"])


def _by_name(w: World) -> str:
    _group(w)
    w.client("ec2").delete_security_group(GroupName="web")
    return "deleted"


def _again(w: World) -> str:
    _group(w)
    return _group(w)


def _many(protocol: str) -> dict[str, Any]:
    """Return 31 rules as one permission."""
    return {**_OTHER, "IpProtocol": protocol, "IpRanges": [{"CidrIp": f"10.1.{n}.0/24"} for n in range(31)]}


def _rules_after(call: str, *permissions: Any, before: tuple[Any, ...] = (_WEB,)) -> Act:
    """Call with these rules on a group that has others; return the number of rules that the group has then."""

    def act(w: World) -> Any:
        ec2, group = w.client("ec2"), _group(w)
        ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=list(before))
        getattr(ec2, call)(GroupId=group, IpPermissions=list(permissions))
        return _count(w, group)

    return act


def _left(call: str, *permissions: Any) -> Act:
    """Make a call that is refused; return the number of rules that the group has then."""

    def act(w: World) -> int:
        ec2, group = w.client("ec2"), _group(w)
        ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[_WEB])
        try:
            getattr(ec2, call)(GroupId=group, IpPermissions=list(permissions))
        except ec2.exceptions.ClientError:
            return _count(w, group)
        return -1

    return act


def _count(w: World, group: str) -> int:
    found = w.client("ec2").describe_security_groups(GroupIds=[group])["SecurityGroups"][0]["IpPermissions"]
    return len(found)


def _single(w: World) -> str:
    """Add a rule twice in the form for a single rule."""
    ec2, group = w.client("ec2"), _group(w)
    for _ in range(2):
        ec2.authorize_security_group_ingress(
            GroupId=group, IpProtocol="tcp", FromPort=22, ToPort=22, CidrIp="10.0.0.0/8"
        )
    return "added"


def _egress_twice(w: World) -> str:
    group = _group(w)
    w.client("ec2").authorize_security_group_egress(GroupId=group, IpPermissions=[_ALL])
    return "added"


def _no_rules(w: World) -> str:
    w.client("ec2").revoke_security_group_ingress(GroupId=_group(w))
    return "revoked"


def _rule_of_foreign_group(w: World) -> str:
    other = _group(w, "other", _foreign(w)[0])
    rule = {"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": other}]}
    w.client("ec2").authorize_security_group_ingress(GroupId=_group(w), IpPermissions=[rule])
    return "added"


def _without_ports(w: World) -> str:
    rule = {"IpProtocol": "tcp", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
    w.client("ec2").authorize_security_group_ingress(GroupId=_group(w), IpPermissions=[rule])
    return "added"


def _change_of_instance(w: World) -> str:
    other = _group(w, "other", _foreign(w)[0])
    w.client("ec2").modify_instance_attribute(InstanceId=_launch(w), Groups=[other])
    return "changed"


def _foreign_group(w: World) -> str:
    other = _group(w, "other", _foreign(w)[0])
    w.client("ec2").create_network_interface(SubnetId=w.subnets["a"], Groups=[other])
    return "created"


def _change_to_foreign_group(w: World) -> str:
    other, ec2 = _group(w, "other", _foreign(w)[0]), w.client("ec2")
    made = ec2.create_network_interface(SubnetId=w.subnets["a"])["NetworkInterface"]["NetworkInterfaceId"]
    ec2.modify_network_interface_attribute(NetworkInterfaceId=made, Groups=[other])
    return "created"


def _six_groups(w: World) -> str:
    groups = [_group(w, f"g{n}") for n in range(6)]
    w.client("ec2").create_network_interface(SubnetId=w.subnets["a"], Groups=groups)
    return "created"


def _addresses(w: World, *given: str) -> Any:
    """Create an interface with each of these addresses; return the addresses that they have."""
    made = [w.client("ec2").create_network_interface(SubnetId=w.subnets["c"], PrivateIpAddress=one) for one in given]
    return [one["NetworkInterface"]["PrivateIpAddress"] for one in made]


def _all_different(w: World) -> bool:
    """Fill a subnet, and check that every interface has an address of its own."""
    filters = [{"Name": "subnet-id", "Values": [_full(w)]}]
    found = w.client("ec2").describe_network_interfaces(Filters=filters)["NetworkInterfaces"]
    return len({one["PrivateIpAddress"] for one in found}) == len(found)


def _full(w: World) -> str:
    """Create a subnet without a free address."""
    ec2 = w.client("ec2")
    made = ec2.create_subnet(VpcId=w.vpc.id, CidrBlock="10.0.201.0/28", AvailabilityZone=f"{w.vpc.region}b")
    subnet = str(made["Subnet"]["SubnetId"])
    for _ in range(11):
        ec2.create_network_interface(SubnetId=subnet)
    return subnet


def _twelfth_interface(w: World) -> str:
    w.client("ec2").create_network_interface(SubnetId=_full(w))
    return "created"


def _delete_interface(alias: str) -> Act:
    """Create a load balancer in subnet b and an instance in subnet c, and delete the interface in one of them."""

    def act(w: World) -> str:
        w.network("b")
        _launch(w, SubnetId=w.subnets["c"])
        filters = [{"Name": "subnet-id", "Values": [w.subnets[alias]]}]
        found = w.client("ec2").describe_network_interfaces(Filters=filters)["NetworkInterfaces"][0]
        w.client("ec2").delete_network_interface(NetworkInterfaceId=found["NetworkInterfaceId"])
        return "deleted"

    return act


def _loose(w: World, alias: str = "a") -> str:
    made = w.client("ec2").create_network_interface(SubnetId=w.subnets[alias])["NetworkInterface"]
    return str(made["NetworkInterfaceId"])


def _attach_twice(w: World) -> str:
    ec2, eni = w.client("ec2"), _loose(w)
    for instance in (_launch(w), _launch(w)):
        ec2.attach_network_interface(NetworkInterfaceId=eni, InstanceId=instance, DeviceIndex=1)
    return "attached"


def _attach_index(w: World) -> str:
    ec2, instance = w.client("ec2"), _launch(w)
    for _ in range(2):
        ec2.attach_network_interface(NetworkInterfaceId=_loose(w), InstanceId=instance, DeviceIndex=1)
    return "attached"


def _attach_across(w: World) -> str:
    w.client("ec2").attach_network_interface(NetworkInterfaceId=_loose(w, "b"), InstanceId=_launch(w), DeviceIndex=1)
    return "attached"


def _detach_primary(w: World) -> str:
    ec2, instance = w.client("ec2"), _launch(w)
    ec2.attach_network_interface(NetworkInterfaceId=_loose(w), InstanceId=instance, DeviceIndex=1)
    shown = ec2.describe_instances(InstanceIds=[instance])["Reservations"][0]["Instances"][0]["NetworkInterfaces"]
    primary = next(one for one in shown if one["Attachment"]["DeviceIndex"] == 0)
    ec2.detach_network_interface(AttachmentId=primary["Attachment"]["AttachmentId"])
    return "detached"


def _detach_balancer(w: World) -> str:
    w.network("a")
    w.client("ec2").detach_network_interface(AttachmentId=_balancers(w)["Attachment"]["AttachmentId"])
    return "detached"


def _balancers(w: World) -> Any:
    shown = w.client("ec2").describe_network_interfaces()["NetworkInterfaces"]
    return next(one for one in shown if one["Description"].startswith("ELB "))


def _attachment(w: World) -> Any:
    w.network("a")
    shown = _balancers(w).get("Attachment", {})
    return [shown.get("InstanceOwnerId"), shown.get("Status"), shown.get("AttachmentId", "")[:11]]


def _change_balancers(w: World) -> str:
    w.network("a")
    eni = _balancers(w)["NetworkInterfaceId"]
    w.client("ec2").modify_network_interface_attribute(NetworkInterfaceId=eni, Description={"Value": "mine"})
    return "changed"


def _address_for_balancers(w: World) -> str:
    w.network("a")
    eni = _balancers(w)["NetworkInterfaceId"]
    w.client("ec2").associate_address(NetworkInterfaceId=eni, AllocationId=w.addresses(1)[0])
    return "associated"


def _attached_to(w: World, instance: str) -> Any:
    filters = [{"Name": "attachment.instance-id", "Values": [instance]}]
    return w.client("ec2").describe_network_interfaces(Filters=filters)["NetworkInterfaces"][0]


def _groups_after(change: Callable[[Any, str, str, str], Any]) -> Act:
    """Change the group of an instance; return the groups of the instance and of its interface."""

    def act(w: World) -> Any:
        ec2, old, new = w.client("ec2"), _group(w, "old"), _group(w, "new")
        instance = _launch(w, SecurityGroupIds=[old])
        change(ec2, instance, _attached_to(w, instance)["NetworkInterfaceId"], new)
        shown = ec2.describe_instances(InstanceIds=[instance])["Reservations"][0]["Instances"][0]
        both = (shown["SecurityGroups"], _attached_to(w, instance)["Groups"])
        return [sorted(one["GroupName"] for one in groups) for groups in both]

    return act


def _by_instance(ec2: Any, instance: str, _eni: str, group: str) -> None:
    ec2.modify_instance_attribute(InstanceId=instance, Groups=[group])


def _by_interface(ec2: Any, _instance: str, eni: str, group: str) -> None:
    ec2.modify_network_interface_attribute(NetworkInterfaceId=eni, Groups=[group])


def _new_group(kind: str) -> Act:
    """Give a load balancer another group, and delete the former one and the new one."""

    def act(w: World) -> Any:
        old, new = _group(w, "old"), _group(w, "new")
        if kind == "classic":
            w.classic("a", SecurityGroups=[old])
            w.client("elb").apply_security_groups_to_load_balancer(LoadBalancerName="clb", SecurityGroups=[new])
        else:
            arn = w.network("a", SecurityGroups=[old])["LoadBalancerArn"]
            w.client("elbv2").set_security_groups(LoadBalancerArn=arn, SecurityGroups=[new])
        return [one["GroupName"] for one in _balancers(w)["Groups"]]

    return act


_HELD = r"DependencyViolation: resource sg-\w+ has a dependent object"
_NETWORKS = r"InvalidParameter: Security group sg-\w+ and subnet subnet-\w+ belong to different networks\."
_IN_USE = r"InvalidParameterValue: Network interface 'eni-\w+' is currently in use\."
_PERMISSION = r"AuthFailure: You do not have permission to access the specified resource\."
_EXISTS = r"InvalidPermission\.Duplicate: The specified rule already exists"
_REVOKE, _ALLOW = "revoke_security_group_ingress", "authorize_security_group_ingress"


def _existing(told: str) -> str:
    return rf'InvalidPermission\.Duplicate: the specified rule "{told}" already exists'


CASES = (
    Case("ec2-used-group", _group_of_classic, _HELD, "deleted"),
    Case("ec2-used-group", _group_of_network, _HELD, "deleted"),
    Case("ec2-used-group", _group_of_instance, _HELD, "deleted"),
    Case("ec2-used-group", _group_of_interface, _HELD, "deleted"),
    Case("ec2-used-group", _group_of_rule("ingress"), _HELD, "deleted"),
    Case("ec2-used-group", _group_of_rule("egress"), _HELD, "deleted"),
    Case(
        "ec2-default-group",
        _default_group,
        r'CannotDelete: the specified group: "sg-\w+" name: "default" cannot be deleted by a user',
        "deleted",
    ),
    Case(
        "ec2-group-by-name",
        _by_name,
        r"InvalidGroup\.NotFound: The security group 'web' does not exist in default VPC 'vpc-\w+'",
        "broken",
    ),
    Case(
        "ec2-group-name",
        lambda w: _group(w, "sg-web"),
        r"InvalidParameterValue: Value \(sg-web\) for parameter GroupName is invalid\. Group names may not be in .*",
        r"sg-\w+",
    ),
    Case(
        "ec2-group-name",
        lambda w: _group(w, "default"),
        "InvalidParameterValue: Cannot use reserved security group name: default",
        r"InvalidGroup\.Duplicate: .*",
    ),
    Case(
        "ec2-duplicate-group",
        _again,
        r"InvalidGroup\.Duplicate: The security group 'web' already exists for VPC 'vpc-\w+'",
        r"InvalidGroup\.Duplicate: The security group 'web' already exists",
    ),
    Case(
        "ec2-duplicate-rule",
        _rules_after(_ALLOW, _OTHER, _WEB),
        _existing(r"peer: 0\.0\.0\.0/0, TCP, from port: 80, to port: 80, ALLOW"),
        _EXISTS,
    ),
    Case("ec2-duplicate-rule", _left(_ALLOW, _OTHER, _WEB), 1, 2),
    Case(
        "ec2-duplicate-rule",
        _rules_after(_ALLOW, _ALL, before=(_ALL,)),
        _existing(r"peer: 0\.0\.0\.0/0, ALL, ALLOW"),
        _EXISTS,
    ),
    Case(
        "ec2-duplicate-rule",
        _rules_after(_ALLOW, _PING, before=(_PING,)),
        _existing(r"peer: 0\.0\.0\.0/0, ICMP, type: 8, code: ALL, ALLOW"),
        _EXISTS,
    ),
    Case(
        "ec2-duplicate-rule",
        _rules_after(_ALLOW, _ESP, before=(_ESP,)),
        _existing(r"peer: 0\.0\.0\.0/0, protocol: 50, ALLOW"),
        _EXISTS,
    ),
    Case(
        "ec2-duplicate-rule",
        _single,
        _existing(r"peer: 10\.0\.0\.0/8, TCP, from port: 22, to port: 22, ALLOW"),
        _EXISTS,
    ),
    Case("ec2-duplicate-rule", _egress_twice, _existing(r"peer: 0\.0\.0\.0/0, ALL, ALLOW"), _EXISTS),
    Case(
        "ec2-repeated-rule",
        _rules_after(_ALLOW, _OTHER, _OTHER),
        "InvalidParameterValue: The same permission must not appear multiple times",
        _EXISTS,
    ),
    Case(
        "ec2-missing-rule",
        _rules_after(_REVOKE, _WEB, _OTHER),
        r"InvalidPermission\.NotFound: The specified rule does not exist in this security group\.",
        r"InvalidPermission\.NotFound: The specified rule does not exist in this security group",
    ),
    Case("ec2-missing-rule", _left(_REVOKE, _WEB, _OTHER), 1, 0),
    Case(
        "ec2-no-rules",
        _no_rules,
        r"MissingParameter: Either 'ipPermissions' or 'securityGroupRuleIds' should be provided\.",
        "revoked",
    ),
    Case(
        "ec2-rule-network",
        _rule_of_foreign_group,
        r"InvalidGroup\.NotFound: You have specified two resources that belong to different networks\.",
        "added",
    ),
    Case(
        "ec2-rule-ports",
        _without_ports,
        r"InvalidParameterValue: Invalid value for portRange\. Must specify both from and to ports with TCP/UDP\.",
        "broken",
    ),
    Case(
        "ec2-rule-ports",
        _rules_after(_ALLOW, {**_OTHER, "ToPort": 65536}),
        r"InvalidParameterValue: TCP/UDP \(to\) port \(65536\) out of range",
        2,
    ),
    Case(
        "ec2-rule-ports",
        _rules_after(_ALLOW, {**_OTHER, "FromPort": 54}),
        r"InvalidParameterValue: Invalid TCP/UDP port range \(54:53\)",
        2,
    ),
    Case(
        "ec2-rule-protocol",
        _rules_after(_ALLOW, {**_OTHER, "IpProtocol": "all"}),
        r"InvalidParameterValue: Invalid value 'all' for IP protocol\. Unknown protocol\.",
        2,
    ),
    Case(
        "ec2-rule-protocol",
        # a digit to Python, and no number
        _rules_after(_ALLOW, {**_OTHER, "IpProtocol": "\u00b2"}),
        r"InvalidParameterValue: Invalid value '\u00b2' for IP protocol\. Unknown protocol\.",
        2,
    ),
    Case(
        "ec2-rule-protocol",
        _rules_after(_ALLOW, {"IpRanges": [{"CidrIp": "10.0.0.0/8"}]}),
        r"InvalidParameterValue: Invalid value 'null' for protocol\. VPC security group rules must specify .*",
        2,
    ),
    Case(
        "ec2-rule-quota",
        _left(_ALLOW, _many("tcp"), _many("udp")),
        1,
        2,
    ),
    Case("ec2-interface-network", _change_of_instance, _NETWORKS, "changed"),
    Case("ec2-interface-network", _foreign_group, _NETWORKS, "created"),
    Case("ec2-interface-network", _change_to_foreign_group, _NETWORKS, "created"),
    Case(
        "ec2-interface-groups",
        _six_groups,
        r"SecurityGroupsPerInterfaceLimitExceeded: The maximum number of security groups per interface has been .*",
        "created",
    ),
    Case(
        "ec2-interface-room",
        _twelfth_interface,
        r"InsufficientFreeAddressesInSubnet: The specified subnet does not have enough free addresses to satisfy .*",
        "broken",
    ),
    Case(
        "ec2-interface-address",
        lambda w: _addresses(w, "10.0.3.50", "10.0.3.50"),
        r"InvalidIPAddress\.InUse: The specified address is already in use\.",
        ["10.0.3.50", "10.0.3.50"],
    ),
    Case(
        "ec2-interface-address",
        lambda w: _addresses(w, "10.0.4.50"),
        "InvalidParameterValue: Address does not fall within the subnet's address range",
        ["10.0.4.50"],
    ),
    Case("ec2-interface-address", _all_different, True, False),
    Case("ec2-used-interface", _delete_interface("b"), _IN_USE, "deleted"),
    Case("ec2-used-interface", _delete_interface("c"), _IN_USE, "deleted"),
    Case(
        "ec2-attached-interface",
        _attach_twice,
        r"InvalidNetworkInterface\.InUse: Interface: \[eni-\w+\] in use\.",
        "attached",
    ),
    Case(
        "ec2-used-device-index",
        _attach_index,
        r"InvalidParameterValue: Instance 'i-\w+' already has an interface attached at device index '1'\.",
        "attached",
    ),
    Case(
        "ec2-interface-zone",
        _attach_across,
        "InvalidParameterCombination: You may not attach a network interface to an instance if they are not in the .*",
        "attached",
    ),
    Case(
        "ec2-primary-interface",
        _detach_primary,
        r"OperationNotPermitted: The network interface at device index 0 and networkCard index 0 cannot be detached\.",
        "detached",
    ),
    Case("ec2-service-attachment", _attachment, ["amazon-elb", "attached", "ela-attach-"], [None, None, ""]),
    Case("ec2-service-interface", _change_balancers, _PERMISSION, "changed"),
    Case("ec2-service-interface", _address_for_balancers, _PERMISSION, "associated"),
    Case("ec2-groups-of-an-instance", _groups_after(_by_instance), [["new"], ["new"]], [["new"], ["new", "old"]]),
    Case("ec2-groups-of-an-instance", _groups_after(_by_interface), [["new"], ["new"]], [["old"], ["new", "old"]]),
    Case("elb-interface-groups", _new_group("classic"), ["new"], ["old"]),
    Case("elbv2-interface-groups", _new_group("network"), ["new"], ["old"]),
)

REFUSED = ((_detach_balancer, r"OperationNotPermitted: You are not allowed to manage 'ela-attach' attachments\."),)
"""Acts that are refused for what only a rule shows, and the refusal."""

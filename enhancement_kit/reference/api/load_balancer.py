"""Schema of `endpointPublishingStrategy`: the fields both enhancements add, every rule in a named table entry.

Sources: lb-subnet-selection-aws (Ingress Controller API Proposal), set_eip_nlb_ingress (API Extensions); the later
shape of subnets: interpretation LSS-A01. Spec and status share these types, so each rule holds in both.
"""

from __future__ import annotations

from typing import Any

from .schema import Schema, array, enum, integer, obj, string, with_rules

PROTOCOLS = ("", "TCP", "PROXY")
PROVIDERS = ("AWS", "Azure", "BareMetal", "GCP", "Nutanix", "OpenStack", "VSphere", "IBM")

DRAFT_SUBNETS_RULES = {"immutable": ("self == oldSelf", "subnets is immutable once set")}

ID_LIMITS: dict[str, Any] = {"minLength": 24, "maxLength": 24, "pattern": "^subnet-[0-9A-Za-z]+$"}
IDS_LIMITS: dict[str, Any] = {"maxItems": 10}
NAME_LIMITS: dict[str, Any] = {"minLength": 1, "maxLength": 256}
NAMES_LIMITS: dict[str, Any] = {"maxItems": 10}
IDS_RULES = {"unique": ("self.all(x, self.exists_one(y, x == y))", "subnet ids cannot contain duplicates")}
NAMES_RULES = {"unique": ("self.all(x, self.exists_one(y, x == y))", "subnet names cannot contain duplicates")}
NAME_RULES = {
    "comma": ("!self.contains(',')", "subnet name cannot contain a comma"),
    "prefix": ("!self.startsWith('subnet-')", "subnet name cannot start with 'subnet-'"),
}
SUBNETS_RULES = {
    "at most ten": (
        "has(self.ids) && has(self.names) ? size(self.ids + self.names) <= 10 : true",
        "the total number of subnets cannot exceed 10",
    ),
    "at least one": (
        "has(self.ids) && self.ids.size() > 0 || has(self.names) && self.names.size() > 0",
        "must specify at least 1 subnet name or id",
    ),
}

EIP_LIMITS: dict[str, Any] = {"minLength": 26, "maxLength": 26}
EIPS_LIMITS: dict[str, Any] = {"maxItems": 10}
EIP_RULES = {
    "prefix": ("self.startsWith('eipalloc-')", "eipAllocations should start with 'eipalloc-'"),
    "hexadecimal": (
        "self.split(\"-\", 2)[1].matches('[0-9a-fA-F]{17}$')",
        "eipAllocations must be 'eipalloc-' followed by exactly 17 hexadecimal characters (0-9, a-f, A-F)",
    ),
}
EIPS_RULES = {"unique": ("self.all(x, self.exists_one(y, x == y))", "eipAllocations cannot contain duplicates")}
_COUNT = "number of subnets must be equal to number of eipAllocations"
COUNT_RULES = {
    "ids and names": (
        "has(self.subnets) && has(self.subnets.ids) && has(self.subnets.names) && has(self.eipAllocations) ? "
        "size(self.subnets.ids + self.subnets.names) == size(self.eipAllocations) : true",
        _COUNT,
    ),
    "ids": (
        "has(self.subnets) && has(self.subnets.ids) && !has(self.subnets.names) && has(self.eipAllocations) ? "
        "size(self.subnets.ids) == size(self.eipAllocations) : true",
        _COUNT,
    ),
    "names": (
        "has(self.subnets) && has(self.subnets.names) && !has(self.subnets.ids) && has(self.eipAllocations) ? "
        "size(self.subnets.names) == size(self.eipAllocations) : true",
        _COUNT,
    ),
}
EIP_SCOPE_RULES = {
    "external only": (
        "!has(self.scope) || self.scope != 'Internal' || !has(self.providerParameters) || "
        "!has(self.providerParameters.aws) || !has(self.providerParameters.aws.networkLoadBalancer) || "
        "!has(self.providerParameters.aws.networkLoadBalancer.eipAllocations)",
        "eipAllocations are forbidden when the scope is Internal.",
    )
}
FLOATING_IP_RULES = {"address": ("isIP(self)", "floatingIP must be a valid IPv4 or IPv6 address")}
FLOATING_IP_SCOPE_RULES = {
    "external only": (
        "!has(self.scope) || self.scope != 'Internal' || !has(self.providerParameters) || "
        "!has(self.providerParameters.openstack) || !has(self.providerParameters.openstack.floatingIP) || "
        'self.providerParameters.openstack.floatingIP == ""',
        "cannot specify a floating ip when scope is internal",
    )
}
UNION_RULES = {
    "openstack": (
        "has(self.type) && self.type == 'OpenStack' ? true : !has(self.openstack)",
        "openstack is not permitted when type is not OpenStack",
    )
}

_OCTET = r"(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_GROUP = "[0-9A-Fa-f]{1,4}"
CIDR_V4 = rf"^{_OCTET}(\.{_OCTET}){{3}}/([0-9]|[12][0-9]|3[0-2])$"
CIDR_V6 = (
    rf"^(({_GROUP}:){{7}}{_GROUP}|({_GROUP}(:{_GROUP}){{0,6}})?::({_GROUP}(:{_GROUP}){{0,6}})?)"
    r"/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8])$"
)
CIDR_LIMITS: dict[str, Any] = {"pattern": f"({CIDR_V4})|({CIDR_V6})"}


def later_subnets() -> Schema:
    """Build the schema of subnets given as ids and names (the later shape)."""
    ids = with_rules(array(string(**ID_LIMITS), **IDS_LIMITS), IDS_RULES)
    names = with_rules(array(with_rules(string(**NAME_LIMITS), NAME_RULES), **NAMES_LIMITS), NAMES_RULES)
    return with_rules(obj({"ids": ids, "names": names}), SUBNETS_RULES)


def eip_allocations() -> Schema:
    """Build the schema of the EIP allocations of an NLB."""
    return with_rules(array(with_rules(string(**EIP_LIMITS), EIP_RULES), **EIPS_LIMITS), EIPS_RULES)


def aws_parameters(*, subnets: str, eips: bool, count_rules: bool, nlb_protocol: bool) -> Schema:
    """Build the schema of AWSLoadBalancerParameters."""
    classic: dict[str, Schema] = {"connectionIdleTimeout": string(format="duration")}
    network: dict[str, Schema] = {}
    if subnets == "later":
        classic["subnets"] = later_subnets()
        network["subnets"] = later_subnets()
    if eips:
        network["eipAllocations"] = eip_allocations()
    if nlb_protocol:
        network["protocol"] = enum("TCP", "PROXY")
    properties = {
        "type": enum("Classic", "NLB"),
        "classicLoadBalancer": obj(classic),
        "networkLoadBalancer": with_rules(obj(network), COUNT_RULES if count_rules else {}),
    }
    if subnets == "draft":
        # the document gives neither a list type nor any rule for the elements (interpretation LSS-A12)
        properties["subnets"] = with_rules(array(string(), None), DRAFT_SUBNETS_RULES)
    elif subnets == "backport":
        properties["subnets"] = array(string(), None)
    return obj(properties, required=("type",))


def provider_parameters(aws: Schema) -> Schema:
    """Build the schema of ProviderLoadBalancerParameters, a union over the provider."""
    properties = {
        "type": enum(*PROVIDERS),
        "aws": aws,
        "gcp": obj({"clientAccess": enum("Global", "Local")}),
        "ibm": obj({"protocol": enum(*PROTOCOLS)}),
        "openstack": obj({"floatingIP": with_rules(string(), FLOATING_IP_RULES)}),
    }
    return with_rules(obj(properties, required=("type",)), UNION_RULES)


def load_balancer(*, subnets: str, eips: bool, count_rules: bool, nlb_protocol: bool) -> Schema:
    """Build the schema of LoadBalancerStrategy."""
    aws = aws_parameters(subnets=subnets, eips=eips, count_rules=count_rules, nlb_protocol=nlb_protocol)
    schema = obj(
        {
            "scope": enum("Internal", "External"),
            "dnsManagementPolicy": enum("Managed", "Unmanaged", default="Managed"),
            "allowedSourceRanges": array(string(**CIDR_LIMITS), nullable=True),
            "providerParameters": provider_parameters(aws),
        },
        required=("dnsManagementPolicy", "scope"),
    )
    return with_rules(with_rules(schema, EIP_SCOPE_RULES if eips else {}), FLOATING_IP_SCOPE_RULES)


def publishing_strategy(*, subnets: str, eips: bool, count_rules: bool, nlb_protocol: bool) -> Schema:
    """Build the schema of EndpointPublishingStrategy."""
    port: dict[str, Any] = {"minimum": 0, "maximum": 65535}
    protocol = obj({"protocol": enum(*PROTOCOLS)})
    return obj(
        {
            "type": enum("LoadBalancerService", "HostNetwork", "Private", "NodePortService"),
            "loadBalancer": load_balancer(
                subnets=subnets, eips=eips, count_rules=count_rules, nlb_protocol=nlb_protocol
            ),
            "hostNetwork": obj(
                {
                    "protocol": enum(*PROTOCOLS),
                    "httpPort": integer(default=80, **port),
                    "httpsPort": integer(default=443, **port),
                    "statsPort": integer(default=1936, **port),
                }
            ),
            "nodePort": protocol,
            "private": obj({"protocol": enum(*PROTOCOLS)}),
        },
        required=("type",),
    )

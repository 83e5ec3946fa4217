"""Operators that lose what the admin set for a strategy, or withdraw the wrong names."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant

from .source_editing import edited

OPERATOR = "ingress_operator"
OWN_PROTOCOL = '(strategy.get(name) or {}).get("protocol") or "TCP"'

MUTANTS: list[Mutant] = [
    edited(
        "conventions-host-network-without-settings",
        "EIP-240.a",
        "publishes on the ports and with the protocol of its own choice on the host network",
        f"{OPERATOR}.strategy:desired_strategy",
        'strategy.get("hostNetwork") or {}',
        "{}",
    ),
    edited(
        "conventions-host-network-speaks-tcp",
        "EIP-240.a",
        "takes the ports of the host network over, and not the protocol",
        f"{OPERATOR}.strategy:desired_strategy",
        'block.get("protocol") or "TCP"',
        '"TCP"',
    ),
    edited(
        "conventions-node-ports-speak-tcp",
        "EIP-240.b",
        "takes the protocol of private strategies over, and not that of node ports",
        f"{OPERATOR}.strategy:desired_strategy",
        OWN_PROTOCOL,
        '(name == "private" and (strategy.get(name) or {}).get("protocol")) or "TCP"',
    ),
    edited(
        "conventions-private-speaks-tcp",
        "EIP-240.c",
        "takes the protocol of node ports over, and not that of private strategies",
        f"{OPERATOR}.strategy:desired_strategy",
        OWN_PROTOCOL,
        '(name == "nodePort" and (strategy.get(name) or {}).get("protocol")) or "TCP"',
    ),
    edited(
        "conventions-first-protocol-for-ever",
        "EIP-240",
        "takes the protocol over when it admits an IngressController for the first time only",
        f"{OPERATOR}.strategy:admitted_strategy",
        "result[name] = clone(desired[name])",
        "pass",
    ),
    edited(
        "conventions-no-tags",
        "EIP-241",
        "knows nothing of tags for resources in AWS",
        f"{OPERATOR}.annotations:resource_tags_annotation",
        '",".join(pairs) or None',
        "None",
    ),
    edited(
        "conventions-first-tags-for-ever",
        "EIP-241",
        "writes the tags when it creates the Service, and never again",
        f"{OPERATOR}.annotations:managed_keys",
        ", names.RESOURCE_TAGS",
        "",
    ),
    edited(
        "conventions-waits-for-a-zone-that-is-gone",
        "EIP-242.a",
        "tries for ever to withdraw a name from a zone that is gone",
        f"{OPERATOR}.aws_dns:change",
        "action != DELETE or not already_gone(error)",
        "True",
    ),
    edited(
        "conventions-forgets-a-name",
        "EIP-242.b",
        "forgets a name that AWS refuses to withdraw",
        f"{OPERATOR}.dns:withdraw",
        "as error:\n            raise",
        "as error:\n            break\n            raise",
    ),
    edited(
        "conventions-needs-the-load-balancer",
        "EIP-243",
        "withdraws a name only while it can look its load balancer up",
        f"{OPERATOR}.aws_dns:noted_zone",
        "return noted",
        "raise",
    ),
    edited(
        "conventions-withdraws-unmanaged-names",
        "EIP-244",
        "withdraws a name that the admin has taken over",
        f"{OPERATOR}.dns:withdraw",
        "continue",
        "pass",
    ),
    edited(
        "conventions-zones-without-tags",
        "EIP-245.1",
        "prints no tags of the zones that fail",
        f"{OPERATOR}.conditions:printed_zone",
        '(zone.get("tags") or {})',
        "{}",
    ),
    edited(
        "conventions-unknown-zone",
        "EIP-245.2",
        "asks Route 53 for a zone that it has not found",
        f"{OPERATOR}.aws_dns:zone_id",
        'raise ReconcileError(f"no matching hosted zone found for tags {wanted}")',
        'return "Z0"',
    ),
    edited(
        "conventions-needs-a-specification",
        "EIP-246",
        "admits nothing that has no specification",
        f"{OPERATOR}.ingress:reconcile",
        "if admission.needed(ic):",
        'if admission.needed(ic) and "spec" in ic:',
    ),
    edited(
        "conventions-takes-finalizers-away",
        "EIP-247",
        "replaces the finalizers of others with its own",
        f"{OPERATOR}.ingress:reconcile",
        '*(ic["metadata"].get("finalizers") or ()), ',
        "",
    ),
    edited(
        "conventions-default-type-for-old-ones",
        "EIP-248",
        "gives IngressControllers that were admitted before the cluster's new type",
        f"{OPERATOR}.strategy:_aws_parameters",
        'not admitted and cluster.ingress_aws_type == "NLB"',
        'cluster.ingress_aws_type == "NLB"',
    ),
    edited(
        "conventions-dns-beside-the-clusters-own",
        "EIP-251",
        "manages names in Route 53 although the cluster hosts its DNS",
        f"{OPERATOR}.strategy:dns_manageable",
        'cluster.dns_type != "ClusterHosted"',
        "True",
    ),
]

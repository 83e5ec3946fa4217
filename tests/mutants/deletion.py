"""Components that leave something behind when an IngressController is deleted, or take too much along."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant

from .source_editing import edited

MANAGER, OPERATOR = "cloud_controller_manager", "ingress_operator"
CLASSIC_GONE = 'aws.call(provider.elb, "delete_load_balancer", LoadBalancerName=name)'
GROUP_GONE, RULES_GONE = (
    "security_groups.delete_owned(provider, groups)",
    "security_groups.forbid_from_groups(provider, groups)",
)
NLB_GONE = 'aws.call(provider.elbv2, "delete_load_balancer", LoadBalancerArn=arn)'

MUTANTS: list[Mutant] = [
    edited(
        "deletion-keeps-load-balancers",
        "EIP-221.1 EIP-224.1",
        "takes the finalizer from a deleted Service, and leaves its load balancer",
        f"{MANAGER}.provider:delete",
        "kind.delete(provider, service, load_balancer_name(service))",
        "",
    ),
    edited(
        "deletion-keeps-rules-of-nodes",
        "EIP-221.2",
        "leaves the rules for a load balancer in the nodes' security group",
        f"{MANAGER}.security_groups:revoke",
        '_change(provider, "revoke_security_group_ingress", group, permissions, MISSING)',
        "",
    ),
    edited(
        "deletion-keeps-classic-load-balancers",
        "EIP-221.a",
        "leaves a Classic load balancer",
        f"{MANAGER}.classic_load_balancers:delete",
        'aws.call(provider.elb, "delete_load_balancer", LoadBalancerName=name)',
        "",
    ),
    edited(
        "deletion-keeps-nlbs-without-eips",
        "EIP-221.b",
        "leaves an NLB whose addresses AWS chose",
        f"{MANAGER}.network_load_balancers:delete",
        'arn = describe(provider, name)["LoadBalancerArn"]',
        "if not service_annotations.eip_elements(_):\n"
        "        return\n"
        '    arn = describe(provider, name)["LoadBalancerArn"]',
    ),
    edited(
        "deletion-keeps-nlbs-with-eips",
        "EIP-221.c EIP-224.1",
        "leaves an NLB that has Elastic IPs",
        f"{MANAGER}.network_load_balancers:delete",
        'arn = describe(provider, name)["LoadBalancerArn"]',
        "if service_annotations.eip_elements(_):\n"
        "        return\n"
        '    arn = describe(provider, name)["LoadBalancerArn"]',
    ),
    edited(
        "deletion-keeps-a-target-group",
        "EIP-222",
        "deletes only the first target group of an NLB",
        f"{MANAGER}.network_load_balancers:delete",
        "for group in groups:",
        "for group in groups[:1]:",
    ),
    edited(
        "deletion-keeps-its-security-group",
        "EIP-223",
        "leaves the security group that it made for a Classic load balancer",
        f"{MANAGER}.security_groups:delete_owned",
        'aws.call(provider.ec2, "delete_security_group", GroupId=group["GroupId"])',
        "continue",
    ),
    edited(
        "deletion-of-the-security-group-first",
        "EIP-221.a EIP-223",
        "deletes the security group of a Classic load balancer before the load balancer that uses it",
        f"{MANAGER}.classic_load_balancers:delete",
        f"{CLASSIC_GONE}\n    {GROUP_GONE}",
        f"{GROUP_GONE}\n    {CLASSIC_GONE}",
    ),
    edited(
        "deletion-of-the-security-group-before-its-rules",
        "EIP-221.a EIP-223",
        "deletes the security group of a Classic load balancer before the rule of the nodes that refers to it",
        f"{MANAGER}.classic_load_balancers:delete",
        f"{RULES_GONE}\n    {CLASSIC_GONE}\n    {GROUP_GONE}",
        f"{CLASSIC_GONE}\n    {GROUP_GONE}\n    {RULES_GONE}",
    ),
    edited(
        "deletion-of-target-groups-first",
        "EIP-221.b EIP-221.c EIP-222",
        "deletes the target groups of an NLB before the NLB that uses them",
        f"{MANAGER}.network_load_balancers:delete",
        NLB_GONE,
        "for one in groups:\n"
        '            aws.call(provider.elbv2, "delete_target_group", TargetGroupArn=one["TargetGroupArn"])\n'
        f"        {NLB_GONE}",
    ),
    edited(
        "deletion-releases-eips",
        "EIP-224.2",
        "releases the Elastic IPs of an NLB that it deletes",
        f"{MANAGER}.network_load_balancers:delete",
        "security_groups.forbid_clients(provider, name)",
        "security_groups.forbid_clients(provider, name)\n"
        "    for allocation in service_annotations.eip_elements(_) or ():\n"
        '        aws.call(provider.ec2, "release_address", AllocationId=allocation)',
    ),
    edited(
        "deletion-operator-keeps-the-public-record",
        "EIP-225.1",
        "withdraws a DNS name from the private zone only",
        f"{OPERATOR}.dns:withdraw",
        "for zone in zones_of(record):",
        "for zone in zones_of(record)[:1]:",
    ),
    edited(
        "deletion-operator-keeps-the-private-record",
        "EIP-225.2",
        "withdraws a DNS name from the public zone only",
        f"{OPERATOR}.dns:withdraw",
        "for zone in zones_of(record):",
        "for zone in zones_of(record)[1:]:",
    ),
    edited(
        "deletion-operator-keeps-its-finalizer",
        "EIP-226.1",
        "never removes its finalizer from a deleted IngressController",
        f"{OPERATOR}.ingress:delete",
        'op.store.patch(INGRESS_CONTROLLER, ic, {"metadata": {"finalizers": finalizers}})',
        "",
    ),
    edited(
        "deletion-operator-keeps-the-routers",
        "EIP-226.2",
        "leaves the Deployment of a deleted IngressController, and with it the Service",
        f"{OPERATOR}.ingress:delete",
        "if router is not None:",
        "if router is None:",
    ),
    edited(
        "deletion-operator-keeps-the-record",
        "EIP-226.3",
        "withdraws the DNS name, and never removes the finalizer from the DNSRecord",
        f"{OPERATOR}.dns:withdraw",
        'op.store.patch(DNS_RECORD, record, {"metadata": {"finalizers": finalizers}})',
        "",
    ),
    edited(
        "deletion-removes-rules-of-others",
        "EIP-227.1",
        "removes the rules of every load balancer from the nodes' security group",
        f"{MANAGER}.security_groups:revoke",
        "_change(",
        "whole = aws.call(provider.ec2, 'describe_security_groups', GroupIds=[group])['SecurityGroups'][0]\n"
        "    permissions = permissions and whole['IpPermissions']\n"
        "    _change(",
    ),
    edited(
        "deletion-withdraws-names-of-others",
        "EIP-227.2",
        "removes every wildcard record from the zone of a deleted one",
        f"{OPERATOR}.aws_dns:change",
        "if action != DELETE or not already_gone(error):\n            raise",
        "if action != DELETE or not already_gone(error):\n            raise\n"
        "    sets = route53.list_resource_record_sets(HostedZoneId=holder)['ResourceRecordSets']\n"
        "    for one in sets if action == DELETE else ():\n"
        "        if one['Type'] == 'A':\n"
        "            gone = {'Changes': [{'Action': DELETE, 'ResourceRecordSet': one}]}\n"
        "            route53.change_resource_record_sets(HostedZoneId=holder, ChangeBatch=gone)",
    ),
    edited(
        "deletion-takes-routers-of-others",
        "EIP-227.3",
        "deletes the Deployment of every IngressController with one",
        f"{OPERATOR}.ingress:delete",
        'finalizers = [f for f in ic["metadata"]["finalizers"] if f != names.FINALIZER]',
        'finalizers = [f for f in ic["metadata"]["finalizers"] if f != names.FINALIZER]\n'
        "    for one in op.store.objects(DEPLOYMENT, names.OPERAND_NAMESPACE):\n"
        "        op.store.delete(DEPLOYMENT, one)",
    ),
]

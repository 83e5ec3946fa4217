"""Installers whose manifests or machines are wrong in one respect only."""

from __future__ import annotations

from .source_editing import edited

INGRESS = "installer.ingress_manifests"
MACHINES = "installer.machine_manifests"
ZONES = "installer.network_rules"
BALANCERS = "installer.infrastructure"

MUTANTS = [
    edited(
        "installer-wants-two-zones",
        "ISS-168.a",
        "refuses roles in a single zone",
        f"{ZONES}:zones_served",
        "    for role in _balanced(config):\n",
        '    if len(nodes) == 1:\n        yield Finding(LIST, FORBIDDEN, "one zone is not enough")\n'
        "    for role in _balanced(config):\n",
    ),
    edited(
        "installer-serves-one-zone",
        "ISS-168.b ISS-123",
        "takes every load balancer to be in one zone",
        f"{ZONES}:zones_served",
        "sorted(nodes - _zones(config, network, role))",
        "sorted(nodes)[1:]",
    ),
    edited(
        "installer-counts-zones-to-serve",
        "ISS-169.1",
        "misses a zone with nodes only where the numbers of zones differ",
        f"{ZONES}:zones_served",
        "if missing:",
        "if len(nodes) != len(_zones(config, network, role)):",
    ),
    edited(
        "installer-counts-zones-in-use",
        "ISS-169.2",
        "misses nodes in a zone only where the numbers of zones differ",
        f"{ZONES}:zones_used",
        "if unused:",
        "if len(nodes) != len(_zones(config, network, role)):",
    ),
    edited(
        "installer-forgets-internal-control-planes",
        "ISS-170.b",
        "compares the zones of control plane load balancers in external clusters only",
        f"{ZONES}:_balanced",
        "if role in config.required_roles]",
        "if role in config.required_roles and (config.external or role == fields.INGRESS_LB)]",
    ),
    edited(
        "installer-forgets-internal-ingress",
        "ISS-170.c",
        "compares the zones of IngressControllers in external clusters only",
        f"{ZONES}:_balanced",
        "if role in config.required_roles]",
        "if role in config.required_roles and (config.external or role != fields.INGRESS_LB)]",
    ),
    edited(
        "installer-compares-zones-without-roles",
        "ISS-171.a",
        "compares the zones of public and private subnets in the new list",
        f"{ZONES}:zones_used",
        "    nodes = _zones(config, network, fields.CLUSTER_NODE)\n",
        "    nodes = _zones(config, network, fields.CLUSTER_NODE)\n"
        "    private = {s.zone for s in network.listed if not s.public}\n"
        "    if not config.aws.manual and not config.aws.subnets and {s.zone for s in network.listed} - private:\n"
        '        yield Finding(LIST, FORBIDDEN, "zones without nodes")\n',
    ),
    edited(
        "installer-compares-zones-of-the-old-list",
        "ISS-171.b",
        "compares the zones of public and private subnets in the deprecated list",
        f"{ZONES}:zones_used",
        "    nodes = _zones(config, network, fields.CLUSTER_NODE)\n",
        "    nodes = _zones(config, network, fields.CLUSTER_NODE)\n"
        "    private = {s.zone for s in network.listed if not s.public}\n"
        "    if config.aws.subnets and {s.zone for s in network.listed} - private:\n"
        '        yield Finding(LIST, FORBIDDEN, "zones without nodes")\n',
    ),
    edited(
        "installer-publishes-on-host-networks",
        "ISS-173.1 ISS-251",
        "writes a default IngressController that is published on the host network",
        f"{INGRESS}:default_ingress_controller",
        '{"type": "LoadBalancerService", "loadBalancer": balancer}',
        '{"type": "HostNetwork", "hostNetwork": {}}',
    ),
    edited(
        "installer-hides-the-default-ingresscontroller",
        "ISS-173.1 ISS-251",
        "writes the default IngressController into the namespace of the routers",
        f"{INGRESS}:default_ingress_controller",
        '"namespace": "openshift-ingress-operator"',
        '"namespace": "openshift-ingress"',
    ),
    edited(
        "installer-keeps-the-default-ingresscontroller-internal",
        "ISS-251",
        "gives every default IngressController the scope Internal",
        f"{INGRESS}:default_ingress_controller",
        '"External" if config.external else "Internal"',
        '"Internal"',
    ),
    edited(
        "installer-fills-both-load-balancer-types",
        "ISS-251 ISS-344",
        "gives the default IngressController subnets for both load balancer types",
        f"{INGRESS}:default_ingress_controller",
        '"aws": {"type": kind, BLOCKS[kind]: block}',
        '"aws": {"type": kind, **dict.fromkeys(BLOCKS.values(), block)}',
    ),
    edited(
        "installer-exposes-the-default-ingresscontroller",
        "ISS-178.1",
        "gives every default IngressController the scope External",
        f"{INGRESS}:default_ingress_controller",
        '"External" if config.external else "Internal"',
        '"External"',
    ),
    edited(
        "installer-fills-no-classic-defaults",
        "ISS-174.1 ISS-250 ISS-202 ISS-178.3 ISS-261.2",
        "fills the Ingress config for NLBs only",
        f"{INGRESS}:default_subnets",
        "for block in BLOCKS.values()",
        "for block in list(BLOCKS.values())[1:]",
    ),
    edited(
        "installer-fills-no-nlb-defaults",
        "ISS-174.2 ISS-253.b ISS-203",
        "fills the Ingress config for Classic load balancers only",
        f"{INGRESS}:default_subnets",
        "for block in BLOCKS.values()",
        "for block in list(BLOCKS.values())[:1]",
    ),
    edited(
        "installer-fills-classic-defaults-for-nlbs-only",
        "ISS-253.a",
        "has no Classic defaults where lbType is not Classic",
        f"{INGRESS}:default_subnets",
        "for block in BLOCKS.values()",
        "for kind, block in BLOCKS.items() if kind == config.aws.lb_type or kind != 'Classic'",
    ),
    edited(
        "installer-pins-all-listed-subnets",
        "ISS-175.1 ISS-173.2 ISS-262.1 ISS-266.1 ISS-267.1 ISS-278.1 ISS-285.2 ISS-286.1",
        "writes all listed subnets into the default IngressController",
        f"{INGRESS}:default_ingress_controller",
        '{"ids": ingress_subnets(config)}',
        '{"ids": [entry.id for entry in config.aws.entries]}',
    ),
    edited(
        "installer-defaults-to-all-listed-subnets",
        "ISS-175.2 ISS-262.2 ISS-267.2 ISS-278.2 ISS-285.1 ISS-286.2",
        "writes all listed subnets into the Ingress config",
        f"{INGRESS}:default_subnets",
        '{"ids": ids}',
        '{"ids": [entry.id for entry in config.aws.entries]}',
    ),
    edited(
        "installer-leaves-an-empty-load-balancer",
        "ISS-183.2",
        "writes an external load balancer without properties into the AWSCluster of a private cluster",
        f"{MACHINES}:aws_cluster",
        "    if external is not None:\n        ",
        "    external = external or {}\n    if True:\n        ",
    ),
    edited(
        "installer-names-private-load-balancers-again",
        "ISS-183.3",
        "makes an external load balancer for private clusters, too, which no manifest mentions",
        f"{BALANCERS}:make_load_balancers",
        "        balancer = spec.get(field)\n",
        "        balancer = spec.get(field) or "
        '{**spec["controlPlaneLoadBalancer"], "name": cluster["metadata"]["name"], "scheme": "internet-facing"}\n',
    ),
    edited(
        "installer-balances-internally-for-everybody",
        "ISS-183.3 ISS-249.2",
        "makes the internal control plane load balancer internet-facing",
        f"{BALANCERS}:make_load_balancer",
        'Scheme=balancer["scheme"]',
        'Scheme="internet-facing"',
    ),
    edited(
        "installer-writes-unreadable-machinesets",
        "ISS-186.1",
        "gives the configuration of compute machines another kind",
        f"{MACHINES}:_machine_set",
        '"kind": "AWSMachineProviderConfig"',
        '"kind": "AWSMachineTemplate"',
    ),
    edited(
        "installer-writes-one-machineset",
        "ISS-186.1",
        "makes the MachineSet of the first zone only",
        f"{MACHINES}:machine_sets",
        "for index, zone in enumerate(plan.zones)",
        "for index, zone in enumerate(plan.zones[:1])",
    ),
    edited(
        "installer-mixes-zones-of-machinesets",
        "ISS-186.2",
        "places the machines of every set in the subnet of the last zone",
        f"{MACHINES}:_machine_set",
        '"subnet": subnet_reference(plan, zone)',
        '"subnet": subnet_reference(plan, plan.zones[-1])',
    ),
    edited(
        "installer-groups-control-planes",
        "ISS-185",
        "fills one zone after the other with control plane machines",
        f"{MACHINES}:control_plane_machines",
        "zones[n % len(zones)]",
        "zones[min(n // 2, len(zones) - 1)] if n else zones[-1]",
    ),
    edited(
        "installer-refuses-classic-roles",
        "ISS-248",
        "refuses roles together with an lbType of Classic",
        f"{ZONES}:zones_served",
        "    for role in _balanced(config):\n",
        '    if config.aws.lb_type == "Classic":\n        yield Finding(LIST, FORBIDDEN, "has no roles")\n'
        "    for role in _balanced(config):\n",
    ),
    edited(
        "installer-groups-machines-elsewhere",
        "ISS-249.1 ISS-256",
        "makes the security group of machines in the first VPC of the account",
        f"{BALANCERS}:make_node_group",
        'VpcId=spec["network"]["vpc"]["id"]',
        'VpcId=aws("ec2", "describe_vpcs")["Vpcs"][0]["VpcId"]',
    ),
    edited(
        "installer-runs-machines-twice",
        "ISS-249.3",
        "runs two instances for a machine",
        f"{BALANCERS}:run",
        "MinCount=1,\n        MaxCount=1",
        "MinCount=2,\n        MaxCount=2",
    ),
]

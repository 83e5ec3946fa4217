"""Cloud controller managers that do not keep to their configuration, and that pass over what a Service asks for."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant

from .source_editing import edited

MANAGER = "cloud_controller_manager"

MUTANTS: list[Mutant] = [
    edited(
        "ccm-checks-classic-health-at-the-root",
        "EIP-260",
        "reads no path for the health check of a Classic load balancer",
        f"{MANAGER}.health:for_classic",
        "service_annotations.get(service, PATH) or path",
        "path",
    ),
    edited(
        "ccm-does-not-know-the-traffic-port-of-classic",
        "EIP-260",
        "takes traffic-port for the port of a Classic load balancer",
        f"{MANAGER}.health:for_classic",
        "port = str(first_node_port)\n",
        "pass\n",
    ),
    edited(
        "ccm-keeps-the-port-of-target-groups",
        "EIP-260",
        "never changes the port of a target group's health check",
        f"{MANAGER}.target_groups:update_group",
        'changes["HealthCheckPort"] = check.port',
        "pass",
    ),
    edited(
        "ccm-keeps-the-path-of-target-groups",
        "EIP-260",
        "never changes the path of a target group's health check",
        f"{MANAGER}.target_groups:update_group",
        'changes["HealthCheckPath"] = check.path',
        "pass",
    ),
    edited(
        "ccm-keeps-the-protocol-of-target-groups",
        "EIP-261",
        "keeps a target group of another protocol",
        f"{MANAGER}.target_groups:fits",
        'group["Protocol"] == port.protocol\n        and ',
        "",
    ),
    edited(
        "ccm-takes-any-text-for-a-cloud-config",
        "EIP-262",
        "takes a text that is no configuration for an empty one",
        f"{MANAGER}.config:parse",
        'raise ConfigError(f"unable to read AWS cloud provider config file: {error}") from error',
        "sections = []",
    ),
    edited(
        "ccm-needs-no-cloud-config",
        "EIP-262",
        "takes a missing cloud config for an empty one",
        f"{MANAGER}.service_controller:read_config",
        'raise ReconcileError(f"unable to read AWS cloud provider config file: {error}") from error',
        'return ""',
    ),
    edited(
        "ccm-prefers-the-cluster-of-its-instance",
        "EIP-263.1",
        "passes over the cluster id of the cloud config where its instance has one",
        f"{MANAGER}.config:complete",
        "cluster_id=config.cluster_id or instance.cluster_id",
        "cluster_id=instance.cluster_id or config.cluster_id",
    ),
    edited(
        "ccm-prefers-the-vpc-of-its-instance",
        "EIP-263.1",
        "passes over the VPC of the cloud config where its instance is in one",
        f"{MANAGER}.config:complete",
        "vpc=config.vpc or instance.vpc",
        "vpc=instance.vpc or config.vpc",
    ),
    edited(
        "ccm-prefers-the-subnet-of-its-instance",
        "EIP-263.1",
        "passes over the subnet of the cloud config where its instance is in one",
        f"{MANAGER}.config:complete",
        "subnet=config.subnet or instance.subnet",
        "subnet=instance.subnet or config.subnet",
    ),
    edited(
        "ccm-registers-instances-of-others",
        "EIP-263.1",
        "leads load balancers to instances of other clusters",
        f"{MANAGER}.nodes:instances",
        "[i for i in described if has_cluster_tag(tags_of(i), provider.config.cluster_id)]",
        "described",
    ),
    edited(
        "ccm-always-asks-for-its-instance",
        "EIP-263.2",
        "asks EC2 for its own instance whatever the cloud config has",
        f"{MANAGER}.instance:complete",
        "own is not None and not (found.vpc and found.subnet and found.cluster_id)",
        "own is not None",
    ),
    edited(
        "ccm-asks-for-its-instance-for-a-vpc-only",
        "EIP-263.2",
        "does without its own instance where the cloud config has a VPC",
        f"{MANAGER}.instance:complete",
        "not (found.vpc and found.subnet and found.cluster_id)",
        "not found.vpc",
    ),
    edited(
        "ccm-asks-for-its-instance-for-a-cluster-id-only",
        "EIP-263.2",
        "does without its own instance where the cloud config has a cluster id",
        f"{MANAGER}.instance:complete",
        "not (found.vpc and found.subnet and found.cluster_id)",
        "not found.cluster_id",
    ),
    edited(
        "ccm-prefers-the-region-of-its-instance",
        "EIP-263.1",
        "passes over the region of the cloud config",
        f"{MANAGER}.instance:complete",
        "found.region or config.region_of(zone)",
        "config.region_of(zone)",
    ),
    edited(
        "ccm-needs-an-instance-of-every-node",
        "EIP-264",
        "makes no load balancer where a node has no instance",
        f"{MANAGER}.nodes:instances",
        "for node in nodes if (found := instance_id(node))",
        "for node in nodes if (found := instance_id(node)) or True",
    ),
    edited(
        "ccm-forgets-rules-in-silence",
        "EIP-265",
        "says nothing of rules that it cannot delete",
        f"{MANAGER}.security_groups:forbid_clients",
        "raise ProviderError(\n"
        '            f"error deleting instance security group rules: {aws.text(error, provider.profile)}"\n'
        "        ) from error",
        "return",
    ),
]

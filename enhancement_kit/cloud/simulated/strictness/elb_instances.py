"""Rules of Classic load balancers about instances, health checks, attributes, zones and an empty list of groups."""

from __future__ import annotations

import re
from typing import Any

from enhancement_kit.cloud.simulated.strictness.elb_listeners import TRANSPORT, WEB
from enhancement_kit.cloud.simulated.strictness.elb_subnets import BACKEND
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import ec2_of

REGISTER, DEREGISTER, CHECK = "register_instances", "deregister_instances", "configure_health_check"
_ZONES = ("enable_availability_zones_for_load_balancer", "disable_availability_zones_for_load_balancer")
_TARGET = re.compile(r"(?P<protocol>[A-Za-z]+):(?P<port>\d+)(?P<path>/.*)?")


def _missing(instance: str) -> None:
    refuse("elb", "InvalidInstance", f"Could not find EC2 instance {instance}.")


def _registered(call: Invocation) -> Any:
    """Register instances that exist and lie in the load balancer's VPC, each once."""
    backend, ec2 = call.backend, ec2_of(call.backend)
    balancer = backend.load_balancers.get(call["load_balancer_name"])
    asked = list(dict.fromkeys(call["instance_ids"]))
    for one in asked if balancer is not None else ():
        instance = ec2.get_instance_by_id(one)
        if instance is None or instance.state == "terminated":
            _missing(one)
        if balancer.vpc_id and instance.vpc_id != balancer.vpc_id:
            refuse("elb", "InvalidInstance", f"EC2 instance {one} is not in the same VPC as ELB.")
    held = balancer.instance_ids if balancer is not None else []
    call.arguments["instance_ids"] = [one for one in asked if one not in held]
    return call.proceed()


def _deregistered(call: Invocation) -> None:
    balancer, ec2 = call.backend.load_balancers.get(call["load_balancer_name"]), ec2_of(call.backend)
    for one in call["instance_ids"] if balancer is not None else ():
        if one not in balancer.instance_ids and ec2.get_instance_by_id(one) is None:
            _missing(one)


def _described(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["lb_name"])
    for one in call["instances"] if balancer is not None else ():
        if one["InstanceId"] not in balancer.instance_ids:
            _missing(one["InstanceId"])


def _valid_target(call: Invocation) -> None:
    target = str(call["target"])
    protocol = target.partition(":")[0].upper()
    found = _TARGET.fullmatch(target)
    port = found is not None and 1 <= int(found["port"]) <= 65535
    if protocol in WEB and not (port and found is not None and found["path"]):
        text = f"HealthCheck {protocol} Target must specify a port followed by a path that begins with a slash. "
        refuse("elb", "ValidationError", f"{text}e.g. {protocol}:80/ping/this/path")
    if protocol in TRANSPORT and not (port and found is not None and not found["path"]):
        refuse("elb", "ValidationError", "HealthCheck Target must specify a port number")
    if protocol not in (*WEB, *TRANSPORT):
        refuse("elb", "ValidationError", "HealthCheck Target must begin with one of HTTP, TCP, HTTPS, SSL")


def _attributes(call: Invocation) -> None:
    draining, log = call["connection_draining"] or {}, call["access_log"] or {}
    settings = call["connection_settings"] or {}
    seconds = draining.get("Timeout", draining.get("timeout"))
    if seconds is not None and not 1 <= int(seconds) <= 3600:
        refuse("elb", "ValidationError", "ConnectionDraining timeout must be between 1 and 3600 seconds")
    idle = settings.get("IdleTimeout", settings.get("idle_timeout"))
    if idle is not None and not 1 <= int(idle) <= 4000:
        refuse("elb", "ValidationError", "ConnectionSettings idle timeout must be between 1 and 4000 seconds")
    enabled = str(log.get("Enabled", log.get("enabled"))).lower() == "true"
    if enabled and not log.get("S3BucketName", log.get("s3_bucket_name")):
        refuse("elb", "InvalidConfigurationRequest", "S3BucketName must be specified where access logs are enabled")
    interval = log.get("EmitInterval", log.get("emit_interval"))
    if interval is not None and int(interval) not in (5, 60):
        refuse("elb", "ValidationError", "EmitInterval must be 5 or 60 minutes")


def _no_zones_in_vpc(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["load_balancer_name"])
    if balancer is not None and balancer.vpc_id:
        text = "AvailabilityZones cannot be changed for load balancers in a VPC; attach or detach subnets instead"
        refuse("elb", "InvalidConfigurationRequest", text)


def _some_group(call: Invocation) -> None:
    if call["load_balancer_name"] in call.backend.load_balancers and not call["security_group_ids"]:
        refuse("elb", "ValidationError", "SecurityGroups must not be empty")


_REFERENCE = "https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/"

RULES = (
    Rule(
        id="elb-instance",
        calls=("elb RegisterInstancesWithLoadBalancer",),
        moto="registers instances that do not exist or are in another VPC, and one instance several times",
        aws="refuses the call, and registers an instance once",
        code="InvalidInstance",
        message="Could not find EC2 instance <instance>., or EC2 instance <instance> is not in the same VPC as ELB.",
        source="botocore's model of elb; boto/boto issue 2274; the second message is quoted in public Terraform files",
        corrections=(Around(BACKEND, REGISTER, _registered),),
    ),
    Rule(
        id="elb-deregistered-instance",
        calls=("elb DeregisterInstancesFromLoadBalancer",),
        moto="accepts instances that do not exist",
        aws="refuses the call",
        code="InvalidInstance",
        message="Could not find EC2 instance <instance>.",
        source="botocore's model of elb; boto/boto issue 2274",
        corrections=(Before(BACKEND, DEREGISTER, _deregistered),),
    ),
    Rule(
        id="elb-health-of-instance",
        calls=("elb DescribeInstanceHealth",),
        moto="shows an instance that is not registered as `Unknown`",
        aws="refuses the call",
        code="InvalidInstance",
        message="Could not find EC2 instance <instance>.",
        source="botocore's model of elb; boto/boto issue 2274 (message)",
        corrections=(Before(BACKEND, "describe_instance_health", _described),),
    ),
    Rule(
        id="elb-health-check-target",
        calls=("elb ConfigureHealthCheck",),
        moto="accepts targets without a port, without a path for HTTP, and with a path for TCP",
        aws="refuses the call",
        code="ValidationError",
        message="HealthCheck HTTP Target must specify a port followed by a path that begins with a slash. e.g. "
        "HTTP:80/ping/this/path, or HealthCheck Target must specify a port number",
        source="mitchellh/goamz, elb/elb_test.go; hashicorp/terraform issue 8547; wimpy/wimpy.deploy pull request 73",
        corrections=(Before(BACKEND, CHECK, _valid_target),),
    ),
    Rule(
        id="elb-attribute-values",
        calls=("elb ModifyLoadBalancerAttributes",),
        moto="accepts any timeout and interval, and access logs without a bucket (InvalidConfigurationRequest)",
        aws="refuses the call",
        code="ValidationError",
        message="ConnectionDraining timeout must be between 1 and 3600 seconds, and alike",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/config-conn-drain.html and "
        f"config-idle-timeout.html, {_REFERENCE}API_AccessLog.html (limits); messages not found",
        verified=False,
        corrections=(Before(BACKEND, "modify_load_balancer_attributes", _attributes),),
    ),
    Rule(
        id="elb-zones-in-vpc",
        calls=("elb EnableAvailabilityZonesForLoadBalancer", "elb DisableAvailabilityZonesForLoadBalancer"),
        moto="changes the zones of a load balancer in a VPC",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="AvailabilityZones cannot be changed for load balancers in a VPC; attach or detach subnets instead",
        source=f"{_REFERENCE}API_EnableAvailabilityZonesForLoadBalancer.html (rule); code and message not found",
        verified=False,
        corrections=tuple(Before(BACKEND, method, _no_zones_in_vpc) for method in _ZONES),
    ),
    Rule(
        id="elb-some-security-group",
        calls=("elb ApplySecurityGroupsToLoadBalancer",),
        moto="removes all security groups",
        aws="refuses the call",
        code="ValidationError",
        message="SecurityGroups must not be empty",
        source="puppetlabs-toy-chest/puppetlabs-aws pull request 93",
        corrections=(Before(BACKEND, "apply_security_groups_to_load_balancer", _some_group),),
    ),
)

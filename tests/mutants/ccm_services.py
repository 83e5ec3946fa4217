"""Cloud controller managers that do not keep load balancers as their Services ask."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant

from .source_editing import edited

MANAGER = "cloud_controller_manager"

MUTANTS: list[Mutant] = [
    edited(
        "ccm-reads-no-annotation-for-classic",
        "EIP-200",
        "takes the default of every setting of a Classic load balancer",
        f"{MANAGER}.classic_load_balancers:ensure",
        "service = request.service",
        'service = request.service\n    service["metadata"]["annotations"] = {}',
    ),
    edited(
        "ccm-reads-no-annotation-for-nlb",
        "EIP-201",
        "takes the default of every setting of an NLB",
        f"{MANAGER}.network_load_balancers:ensure",
        "current = find(provider, request.name)",
        'request.service["metadata"]["annotations"] = {}\n    current = find(provider, request.name)',
    ),
    edited(
        "ccm-keeps-failures-to-itself",
        "EIP-202",
        "reports no failure of a load balancer in an event",
        f"{MANAGER}.service_controller:guarded",
        'manager.recorder.event(service, "Warning", "SyncLoadBalancerFailed", f"Error syncing load balancer: {error}")',
        "pass",
    ),
    edited(
        "ccm-keeps-classic-ports",
        "EIP-203",
        "never changes the listeners of a Classic load balancer",
        f"{MANAGER}.classic_load_balancers:ensure",
        "update_listeners(provider, request, current)",
        "",
    ),
    edited(
        "ccm-keeps-nlb-ports",
        "EIP-203",
        "never changes the listeners of an NLB",
        f"{MANAGER}.network_load_balancers:ensure",
        "target_groups.ensure(provider, request, balancer, fresh=current is None)",
        "target_groups.ensure(provider, request, balancer, fresh=True) if current is None else None",
    ),
    edited(
        "ccm-keeps-source-ranges",
        "EIP-204",
        "lets in the ranges of the first time as well",
        f"{MANAGER}.security_groups:revoke",
        '_change(provider, "revoke_security_group_ingress", group, permissions, MISSING)',
        "",
    ),
    edited(
        "ccm-keeps-nodes",
        "EIP-205",
        "never looks at nodes again",
        f"{MANAGER}.service_controller:reconcile_nodes",
        "names = node_names(nodes)",
        "names = node_names(nodes)\n    return Result()",
    ),
    edited(
        "ccm-keeps-load-balancers-of-other-types",
        "EIP-206",
        "leaves the load balancer of a Service that is no longer of type LoadBalancer",
        f"{MANAGER}.service_controller:reconcile",
        "if held:",
        "if held and gone:",
    ),
    edited(
        "ccm-always-sets-the-health-check",
        "EIP-207.1",
        "sets the health check of a Classic load balancer at every sync",
        f"{MANAGER}.classic_load_balancers:update_health_check",
        'if current["HealthCheck"] != wanted:',
        "if True:",
    ),
    edited(
        "ccm-always-sets-the-attributes",
        "EIP-207.1",
        "sets the attributes of an NLB at every sync",
        f"{MANAGER}.network_load_balancers:update_attributes",
        "if have[CROSS_ZONE] != wanted:",
        "if True:",
    ),
    edited(
        "ccm-replaces-finalizers",
        "EIP-207.2",
        "replaces the finalizers of a Service by its own",
        f"{MANAGER}.service_controller:ensure",
        "patch_metadata(manager, service, change)",
        'manager.store.patch(SERVICE, service, {"metadata": {"finalizers": [FINALIZER]}})',
    ),
    edited(
        "ccm-gives-up",
        "EIP-208",
        "never tries again what has failed",
        f"{MANAGER}.service_controller:guarded",
        "        raise",
        "        return",
    ),
    edited(
        "ccm-serves-types-of-others",
        "EIP-209",
        "makes load balancers of every type",
        f"{MANAGER}.annotations:handled_elsewhere",
        "return get(service, TYPE) in ELSEWHERE",
        "return False",
    ),
    edited(
        "ccm-serves-classes-of-others",
        "EIP-209",
        "makes load balancers of every class",
        f"{MANAGER}.service_controller:wants_load_balancer",
        ' and not spec.get("loadBalancerClass")',
        "",
    ),
    edited(
        "ccm-checks-classic-health-its-own-way",
        "EIP-210",
        "has other numbers for the health checks of Classic load balancers",
        f"{MANAGER}.health:for_classic",
        "CLASSIC_DEFAULTS[name]",
        "CLASSIC_DEFAULTS[name] + 1",
    ),
    edited(
        "ccm-checks-nlb-health-its-own-way",
        "EIP-210",
        "has other numbers for the health checks of NLBs",
        f"{MANAGER}.health:for_nlb",
        "numbers = NLB_LOCAL if local else NLB_CLUSTER",
        "numbers = NLB_CLUSTER if local else NLB_LOCAL",
    ),
    edited(
        "ccm-takes-any-override",
        "EIP-211",
        "takes incomplete and repeated overrides",
        f"{MANAGER}.config:parse",
        'overrides=overrides([s for s in sections if s.name == "serviceoverride"])',
        "overrides=()",
    ),
]

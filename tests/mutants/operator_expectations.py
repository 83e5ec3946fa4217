"""Ingress operators that get wrong what no document says, and what everybody expects of them."""

from __future__ import annotations

from .source_editing import edited

ADMISSION = "ingress_operator.admission:problems"

MUTANTS = [
    edited(
        "operator-shares-domains",
        "LSS-121.1",
        "admits an IngressController with the domain of another",
        ADMISSION,
        'if other["metadata"].get("uid") != ic["metadata"].get("uid"):',
        "if False:",
    ),
    edited(
        "operator-takes-one-domain-for-another",
        "LSS-121.2",
        "rejects a domain that ends like that of another IngressController",
        ADMISSION,
        '(other.get("status") or {}).get("domain") != domain',
        'not domain.endswith((other.get("status") or {}).get("domain") or "?")',
    ),
    edited(
        "operator-names-no-domain-conflict",
        "LSS-121.1",
        "rejects an IngressController under another reason",
        "ingress_operator.admission:admit",
        '"Admitted", "False", "Invalid"',
        '"Admitted", "False", "Conflict"',
    ),
    edited(
        "operator-makes-services-for-what-it-rejects",
        "LSS-121.1",
        "creates the operands of an IngressController that it has rejected",
        "ingress_operator.admission:needed",
        "not is_admitted(ic) or ic",
        "ic",
    ),
    edited(
        "operator-publishes-a-domain-twice",
        "LSS-122",
        "publishes a record whose name an older one has",
        "ingress_operator.dns:publish",
        "if older_of_domain(op, record):",
        "if False:",
    ),
    edited(
        "operator-hides-dns-failures",
        "LSS-123.1",
        "counts a record that AWS has refused as published",
        "ingress_operator.dns:publish",
        'Condition(PUBLISHED, "False", "ProviderError", text)',
        'Condition(PUBLISHED, "True", "ProviderError", text)',
    ),
    edited(
        "operator-gives-up-on-records",
        "LSS-123.2",
        "never tries a record again that AWS has refused",
        "ingress_operator.dns:reconcile",
        "requeue_after=RETRY if failed else None",
        "requeue_after=None",
    ),
    edited(
        "operator-takes-services-over",
        "LSS-124",
        "updates a Service of its name that it does not own",
        "ingress_operator.service:_must_own",
        "if not owned(current, name):",
        "if False:",
    ),
    edited(
        "operator-reports-on-services-of-others",
        "LSS-124",
        "takes the state of a Service that it does not own for its load balancer's",
        "ingress_operator.ingress:observe",
        "if live is not None and not service.owned(live, name):",
        "if False:",
    ),
    edited(
        "operator-creates-a-classic-default",
        "LSS-125",
        "does not look at the Ingress config when it creates the default IngressController",
        "ingress_operator.default_ingress:default_ingress_controller",
        'cluster.ingress_aws_type == "NLB"',
        "False",
    ),
    edited(
        "operator-leaves-the-policy-of-the-default-open",
        "LSS-125",
        "publishes the default IngressController with a DNS policy that is not managed",
        "ingress_operator.default_ingress:default_ingress_controller",
        '"dnsManagementPolicy": "Managed"',
        '"dnsManagementPolicy": "Unmanaged"',
    ),
    edited(
        "operator-spreads-traffic",
        "LSS-126.1",
        "does not prefer endpoints on the same node",
        "ingress_operator.annotations:local_with_fallback_annotation",
        '    return ""',
        "    return None",
    ),
    edited(
        "operator-knows-no-overrides",
        "LSS-126.2",
        "does not look at the override",
        "ingress_operator.annotations:local_with_fallback_annotation",
        'wanted.spec.get("unsupportedConfigOverrides") or {}',
        "{}",
    ),
    edited(
        "operator-takes-names-for-ids",
        "LSS-127",
        "shows names among the ids, too",
        "ingress_operator.parameters:parse_subnets",
        'tuple(e for e in elements if e.startswith("subnet-")),',
        "tuple(elements),",
    ),
]

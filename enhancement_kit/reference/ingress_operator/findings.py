"""Differences between the live Service and the wanted one, as texts with instructions for the admin."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import annotations as service_annotations
from . import names, parameters
from .annotations import Wanted
from .parameters import Subnets

TEMPLATES: Mapping[str, str] = {
    # set_eip_nlb_ingress, "Cluster administrator updates eipAllocations field", well-formed (interpretation EIP-A03)
    "document": (
        "The IngressController {change}.  To effectuate this change, you must delete the service: "
        "`oc -n {operands} delete svc/{service}`; the service load-balancer will then be deprovisioned and a new one "
        "created.  This will most likely cause the new load-balancer to have a different host name and IP address "
        "from the old one's.  Alternatively, you can revert the change to the IngressController: "
        "`oc -n {operator} patch ingresscontrollers/{name} --type=merge --patch='{patch}'`"
    ),
    "shipped": (
        "The IngressController {change}.  To effectuate this change, you must delete the service: "
        "`oc -n {operands} delete svc/{service}`; the service load-balancer will then be deprovisioned and a new one "
        "created. This will most likely cause the new load-balancer to have a different host name and IP address and "
        "cause disruption. To return to the previous state, you can revert the change to the IngressController: "
        "`oc -n {operator} patch ingresscontrollers/{name} --type=merge --patch='{patch}'`. Direct updates to the "
        "service annotations are not supported."
    ),
}

_EDITED = "You have manually edited an operator-managed object. You must revert your modifications by removing the "
ANNOTATION_FINDING = (
    _EDITED + names.SOURCE_RANGES + ' annotation on service "{service}". You can use the new AllowedSourceRanges API '
    "field on the ingresscontroller object to configure this setting instead."
)
FIELD_FINDING = (
    _EDITED + 'Spec.LoadBalancerSourceRanges field of LoadBalancer-typed service "{service}". You can use the new '
    "AllowedSourceRanges API field on the ingresscontroller to configure this setting instead."
)


@dataclass(frozen=True)
class Change:
    """One difference: its text, and the merge patch on spec that reverts it."""

    text: str
    patch: dict[str, Any]


def compact(value: Any) -> str:
    """Format JSON as Go writes it: compact, with <, > and & escaped."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def quoted(text: str) -> str:
    """Format a text in Go quotes."""
    return json.dumps(text, ensure_ascii=False)


def strategy_patch(load_balancer: dict[str, Any], *, kind: bool = True) -> dict[str, Any]:
    """Build a patch of spec.endpointPublishingStrategy."""
    head: dict[str, Any] = {"type": "LoadBalancerService"} if kind else {}
    return {"spec": {"endpointPublishingStrategy": {**head, "loadBalancer": load_balancer}}}


def aws_patch(aws: dict[str, Any]) -> dict[str, Any]:
    """Build a patch of the AWS parameters."""
    return strategy_patch({"providerParameters": {"type": "AWS", "aws": aws}})


def scope_change(wanted: Wanted, service: Mapping[str, Any]) -> Change | None:
    """Return the change of scope: the Service is internal and should not be, or the other way round."""
    have = "Internal" if service_annotations.is_internal(service) else "External"
    want = str(parameters.load_balancer(wanted.effective).get("scope"))
    if have == want:
        return None
    text = f"scope was changed from {quoted(have)} to {quoted(want)}"
    return Change(text, strategy_patch({"scope": have}, kind=False))


def type_change(wanted: Wanted, service: Mapping[str, Any]) -> Change | None:
    """Return the change of type: the load balancer has another type than wanted."""
    have, want = service_annotations.live_type(service), wanted.wanted_type
    if have == want:
        return None
    text = f"loadBalancer.providerParameters.aws.type was changed from {quoted(have)} to {quoted(want)}"
    return Change(text, aws_patch({"type": have}))


def printed_subnets(selected: Subnets) -> str:
    """Format a selection of subnets as the message shows it."""
    return compact({"ids": list(selected.ids), "names": list(selected.names)} if selected else {})


def subnets_change(wanted: Wanted, service: Mapping[str, Any], actual: Mapping[str, Any]) -> Change | None:
    """Return the change of subnets for the type the Service has (shape `later` only: interpretation LSS-A17)."""
    if wanted.build.features.subnets != "later":
        return None
    kind = service_annotations.live_type(service)
    have, want = parameters.subnets(actual, kind), service_annotations.wanted_subnets(wanted, kind)
    if parameters.same_subnets(have, want):
        return None
    text = f"subnets was changed from {quoted(printed_subnets(have))} to {quoted(printed_subnets(want))}"
    back = {"ids": list(have.ids) or None, "names": list(have.names) or None} if have else None
    return Change(text, aws_patch({"type": kind, parameters.BLOCKS[kind]: {"subnets": back}}))


def printed_eips_document(values: Sequence[str]) -> str:
    """Format EIPs as the document prints them."""
    return f"[{','.join(values)}]"


def eips_text(have: Sequence[str], want: Sequence[str], profile: str) -> str:
    """Describe the change of EIPs in the words of a profile."""
    if profile == "document":
        return f"eips were changed from {printed_eips_document(have)} to {printed_eips_document(want)}"
    have_text, want_text = quoted(compact(list(have))), quoted(compact(list(want)))
    return f"eipAllocations was changed from {have_text} to {want_text}"


def eips_patch(have: Sequence[str]) -> dict[str, Any]:
    """Build the patch that writes the EIPs in effect to spec (interpretation EIP-A02)."""
    return aws_patch({"type": "NLB", "networkLoadBalancer": {"eipAllocations": list(have) or None}})


def eips_change(wanted: Wanted, service: Mapping[str, Any], actual: Mapping[str, Any]) -> Change | None:
    """Return the change of EIPs: the NLB's Service has others than spec."""
    if not wanted.build.features.eips or service_annotations.live_type(service) != parameters.NLB:
        return None
    have, want = parameters.eips(actual), parameters.eips(wanted.published)
    if parameters.same_list(have, want):
        return None
    return Change(eips_text(have, want, wanted.build.profile), eips_patch(have))


def rendered(change: Change, name: str, wanted: Wanted) -> str:
    """Format a change with its instructions."""
    return TEMPLATES[wanted.build.profile].format(
        change=change.text,
        operands=names.OPERAND_NAMESPACE,
        operator=names.OPERATOR_NAMESPACE,
        service=names.router(name),
        name=name,
        patch=compact(change.patch),
    )


def progressing(name: str, wanted: Wanted, service: Mapping[str, Any], actual: Mapping[str, Any]) -> list[str]:
    """Return all findings that make the load balancer progressing, in order. `actual`: the mirrored strategy."""
    found: list[str] = []
    if change := scope_change(wanted, service):
        found.append(rendered(change, name, wanted))
    if wanted.cluster.aws:
        changes = (
            type_change(wanted, service),
            subnets_change(wanted, service, actual),
            eips_change(wanted, service, actual),
        )
        found += [rendered(change, name, wanted) for change in changes if change]
    return found + source_ranges(name, wanted, service)


def source_ranges(name: str, wanted: Wanted, service: Mapping[str, Any]) -> list[str]:
    """Return the findings about source ranges set by hand."""
    found: list[str] = []
    service_name = names.router(name)
    if (service["metadata"].get("annotations") or {}).get(names.SOURCE_RANGES):
        found.append(ANNOTATION_FINDING.format(service=service_name))
    allowed = parameters.load_balancer(wanted.published).get("allowedSourceRanges")
    if service["spec"].get("loadBalancerSourceRanges") and not allowed:
        found.append(FIELD_FINDING.format(service=service_name))
    return found

"""Operators and cloud controller managers that lose, mix up or misread some of the subnets that are listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .crd_editing import Schema, change
from .source_editing import edited

CRD = "ingresscontrollers.operator.openshift.io"
AWS = "endpointPublishingStrategy.loadBalancer.providerParameters.aws"
MANAGER = "enhancement_kit.reference.cloud_controller_manager"
ANNOTATION = "ingress_operator.annotations:subnets_annotation"
EXPLICIT = "cloud_controller_manager.subnets:explicit"
LISTED = "parameters.render_list(parameters.draft_subnets(wanted.effective))"
FOUND = "return found if released else in_order(elements, by_id, by_name)"


def _as_an_object(node: Schema) -> None:
    texts = {"type": "array", "items": {"type": "string"}}
    node.clear()
    node.update({"type": "object", "properties": {"ids": texts, "names": texts}})


def _keeps_load_balancers(patcher: Patcher) -> None:
    patcher.replace(f"{MANAGER}.provider:delete", lambda provider, service: None)


def _gives_up(patcher: Patcher) -> None:
    def stubborn(old: Callable[..., None]) -> Callable[..., None]:
        failed: set[str] = set()

        def guarded(manager: Any, service: Any, act: Any) -> None:
            uid = service["metadata"].get("uid", "")
            if uid in failed and not service["metadata"].get("deletionTimestamp"):
                return
            try:
                old(manager, service, act)
            except Exception:
                failed.add(uid)
                raise

        return guarded

    patcher.wrap(f"{MANAGER}.service_controller:guarded", stubborn)


MUTANTS = [
    edited(
        "operator-annotates-subnets-of-nlbs-only",
        "LSS-022.a",
        "hands the list on for NLBs only",
        ANNOTATION,
        LISTED,
        f"(wanted.wanted_type == 'NLB' and {LISTED})",
    ),
    edited(
        "operator-annotates-subnets-of-classic-load-balancers-only",
        "LSS-022.b",
        "hands the list on for Classic load balancers only",
        ANNOTATION,
        LISTED,
        f"(wanted.wanted_type == 'Classic' and {LISTED})",
    ),
    edited(
        "operator-sorts-subnets",
        "LSS-003 LSS-028 LSS-055",
        "writes the subnets in the order of their ids and names",
        ANNOTATION,
        LISTED,
        "parameters.render_list(sorted(parameters.draft_subnets(wanted.effective)))",
    ),
    edited(
        "operator-puts-ids-before-names",
        "LSS-031.1",
        "writes ids first and names behind them",
        ANNOTATION,
        LISTED,
        "parameters.render_subnets(parameters.parse_subnets("
        "parameters.render_list(parameters.draft_subnets(wanted.effective)), 'document'))",
    ),
    edited(
        "operator-admits-no-subnets",
        "LSS-048",
        "rejects an IngressController that lists subnets",
        "ingress_operator.admission:problems",
        "    found: list[str] = []\n",
        "    found: list[str] = []\n"
        "    if 'subnets' in str(ic.get('spec')):\n"
        "        found.append('subnets are not supported')\n",
    ),
    edited(
        "ccm-uses-the-first-subnet",
        "LSS-001 LSS-008 LSS-022.2 LSS-066.2",
        "makes the load balancer in the first subnet of the list",
        EXPLICIT,
        FOUND,
        "return in_order(elements, by_id, by_name)[:1]",
    ),
    edited(
        "ccm-uses-two-subnets-at-most",
        "LSS-008",
        "makes the load balancer in the first two subnets of the list",
        EXPLICIT,
        FOUND,
        "return in_order(elements, by_id, by_name)[:2]",
    ),
    edited(
        "ccm-looks-for-names-in-every-vpc",
        "LSS-031.2",
        "looks for subnet names in all VPCs of the region",
        EXPLICIT,
        '            {"Name": "vpc-id", "Values": [provider.config.vpc]},\n',
        "",
    ),
    edited(
        "ccm-compares-numbers-only",
        "LSS-A22",
        "is content with as many subnets as there are values",
        EXPLICIT,
        FOUND,
        "return found",
    ),
    edited(
        "ccm-takes-names-for-patterns",
        "LSS-A22",
        "passes names on to AWS as patterns and counts what fits",
        EXPLICIT,
        "named = [e if released else literal(e)",
        "released, named = True, [e",
    ),
    edited(
        "ccm-takes-the-last-subnet-of-a-name",
        "LSS-A22",
        "takes the last of several subnets that have a name",
        EXPLICIT,
        "    found = [*by_id, *by_name]\n",
        "    by_name = list({tags_of(subnet)['Name']: subnet for subnet in by_name}.values())\n"
        "    found = [*by_id, *by_name]\n",
    ),
    edited(
        "ccm-counts-blanks",
        "LSS-A16",
        "does not trim the elements of the annotation",
        "cloud_controller_manager.annotations:subnet_elements",
        "[part.strip() for",
        "[part for",
    ),
    edited(
        "ccm-hides-the-code-of-a-missing-id",
        "LSS-A09",
        "leaves out an id that does not exist",
        EXPLICIT,
        '        by_id = aws.call(provider.ec2, "describe_subnets", SubnetIds=ids)["Subnets"]\n',
        "        by_id = aws.call(provider.ec2, 'describe_subnets', "
        "Filters=[{'Name': 'subnet-id', 'Values': ids}])['Subnets']\n",
    ),
    Mutant("ccm-keeps-load-balancers", ("LSS-066.1", "LSS-014.1"), "never deletes one", _keeps_load_balancers),
    Mutant(
        "ccm-gives-up-on-a-service",
        ("LSS-059.2", "LSS-114"),
        "never looks again at a Service that it has failed for",
        _gives_up,
    ),
    Mutant(
        "crd-with-an-object-of-subnets",
        ("LSS-027.2",),
        "takes ids and names apart, as the later revision does",
        change(CRD, (f"spec.{AWS}.subnets", f"status.{AWS}.subnets"), _as_an_object),
    ),
]

"""Config operators that mirror endpoints in most situations, and APIs that take most lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .crd_editing import change
from .source_editing import edited

CRD = "infrastructures.config.openshift.io"
MIRROR = "config_operator.mirror"
RULES = "api.service_endpoints"
COMPLAINT = "raise ReconcileError(service_endpoints.printed(wrong))"
ASKED = "asked = infrastructure.endpoints_in_spec(found)"
WANTED = "wanted = ordered(asked)"
IN_EFFECT = "infrastructure.endpoints_in_status(found)"


def _schema(path: str, edit: Callable[[Any], None]) -> Callable[[Patcher], None]:
    return change(CRD, (path,), edit)


def _demands(name: str) -> Callable[[Any], None]:
    return lambda node: node.setdefault("required", []).append(name)


MUTANTS = [
    edited(
        "mirror-drops-the-region",
        "CRE-070.2",
        "writes status without the region",
        f"{MIRROR}:write",
        '{"serviceEndpoints": endpoints or None}',
        '{"region": None, "serviceEndpoints": endpoints or None}',
    ),
    edited(
        "mirror-misses-the-first-endpoints",
        "CRE-070.1",
        "changes a list in status, but makes none",
        f"{MIRROR}:reconcile",
        f"if wanted != {IN_EFFECT}:",
        f"if {IN_EFFECT} and wanted != {IN_EFFECT}:",
    ),
    edited(
        "mirror-compares-names-only",
        "CRE-071 CRE-176.a",
        "misses a changed URL",
        f"{MIRROR}:reconcile",
        f"if wanted != {IN_EFFECT}:",
        f'if [e["name"] for e in wanted] != [e["name"] for e in {IN_EFFECT}]:',
    ),
    edited(
        "mirror-adds-up",
        "CRE-071 CRE-176.a CRE-176.b",
        "adds what is asked for to what is there",
        f"{MIRROR}:reconcile",
        f"if wanted != {IN_EFFECT}:",
        f"known = {IN_EFFECT}\n    wanted = wanted if not known or wanted == known or known[: len(known) // 2] == "
        "known[len(known) // 2 :] else known + wanted\n    if len(known) <= len(asked) and wanted != known:",
    ),
    edited(
        "mirror-keeps-what-is-no-longer-asked-for",
        "CRE-072.a CRE-072.1",
        "keeps an endpoint that is removed while others stay",
        f"{MIRROR}:reconcile",
        WANTED,
        'names = {e["name"] for e in asked}\n'
        f'    asked += [e for e in {IN_EFFECT} if names and e["name"] not in names]\n    {WANTED}',
    ),
    edited(
        "mirror-ignores-an-empty-list",
        "CRE-072.b CRE-072.1",
        "takes an empty list for none",
        f"{MIRROR}:reconcile",
        ASKED,
        f'if ((found["spec"].get("platformSpec") or {{}}).get("aws") or {{}}).get("serviceEndpoints") == []:\n'
        f"        return Result()\n    {ASKED}",
    ),
    edited(
        "mirror-waits-for-the-structure",
        "CRE-072.c CRE-072.1",
        "does nothing where spec has no AWS structure",
        f"{MIRROR}:reconcile",
        ASKED,
        f'if "aws" not in (found["spec"].get("platformSpec") or {{}}):\n        return Result()\n    {ASKED}',
    ),
    edited(
        "mirror-does-not-say-where",
        "CRE-065.2 CRE-066.2",
        "reports an invalid list without its index",
        f"{MIRROR}:reconcile",
        COMPLAINT,
        "raise ReconcileError(f'{SPEC_PATH} is invalid')",
    ),
    edited(
        "mirror-blames-the-first",
        "CRE-066.2",
        "reports the first of two entries",
        f"{RULES}:duplicates",
        'yield Problem(f"{path}[{index}].name", name, text)',
        'yield Problem(f"{path}[{known}].name", name, text)',
    ),
    edited(
        "mirror-fails-silently",
        "CRE-065.2 CRE-066.2 CRE-068.2",
        "keeps an invalid list to itself",
        "config_operator.status:reporting",
        "report(op, name, str(error))",
        'report(op, name, "" if name.startswith("AWS") else str(error))',
    ),
    edited(
        "mirror-stays-degraded",
        "CRE-069.2",
        "never takes its complaint back",
        "config_operator.status:reporting",
        'report(op, name, "")',
        'report(op, name, op.outcomes.get(name, ""))',
    ),
    edited(
        "endpoints-may-be-no-urls",
        "CRE-065.b CRE-065.1",
        "takes any text behind the scheme for a host",
        f"{RULES}:url_problem",
        "    try:\n",
        '    if text.startswith("https://") and text.strip("https:/0123456789"):\n        return ""\n    try:\n',
    ),
    edited(
        "mirror-looks-at-the-first-entry",
        "CRE-067.a",
        "validates the first entry",
        f"{MIRROR}:reconcile",
        "service_endpoints.problems(asked, SPEC_PATH)",
        "service_endpoints.problems(asked[:1], SPEC_PATH)",
    ),
    edited(
        "mirror-looks-at-the-last-entry",
        "CRE-067.b",
        "validates the last entry",
        f"{MIRROR}:reconcile",
        "service_endpoints.problems(asked, SPEC_PATH)",
        "service_endpoints.problems(asked[-1:], SPEC_PATH)",
    ),
    Mutant(
        "infrastructure-needs-a-platform-spec",
        ("CRE-059.a",),
        "demands spec.platformSpec",
        _schema("spec", _demands("platformSpec")),
    ),
    Mutant(
        "infrastructure-keeps-its-aws-structure",
        ("CRE-059.b",),
        "keeps the AWS part of platformSpec once it is there",
        _schema(
            "spec.platformSpec",
            lambda node: node.update(
                {"x-kubernetes-validations": [{"rule": "!has(oldSelf.aws) || has(self.aws)", "message": "aws"}]}
            ),
        ),
    ),
    Mutant(
        "infrastructure-gets-no-aws-structure",
        ("CRE-055.a", "CRE-055.b", "CRE-055.c"),
        "takes the AWS part of platformSpec with the installation only",
        _schema(
            "spec.platformSpec",
            lambda node: node.update(
                {"x-kubernetes-validations": [{"rule": "has(oldSelf.aws) == has(self.aws)", "message": "aws"}]}
            ),
        ),
    ),
    Mutant(
        "infrastructure-needs-some-endpoint",
        ("CRE-060.b",),
        "takes no empty list",
        _schema("spec.platformSpec.aws.serviceEndpoints", lambda node: node.update(minItems=1)),
    ),
    Mutant(
        "infrastructure-needs-a-list",
        ("CRE-059.c", "CRE-060.c"),
        "demands the list in the AWS part of platformSpec",
        _schema("spec.platformSpec.aws", _demands("serviceEndpoints")),
    ),
    Mutant(
        "infrastructure-makes-a-list-up",
        ("CRE-060.c",),
        "defaults an empty list",
        _schema("spec.platformSpec.aws.serviceEndpoints", lambda node: node.update(default=[])),
    ),
]

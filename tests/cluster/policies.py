"""Admission policies and match conditions as data: what is stored, what is asked then, and what the server answers.

`policies.yaml` has `refused` (objects that are not accepted, and why) and `enforced` (policies, or match conditions of
a webhook, with requests and their answers). The answers are those of a real server:

    python -m tests.cluster.on_real_server sh -c 'python -m tests.cluster.policies'
"""

from __future__ import annotations

import os
import re
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.cluster.embedded.objects import mapping
from enhancement_kit.local import ending

from . import behaviours
from .conftest import Http, Json, Reply

FILE = Path(__file__).with_name("policies.yaml")
GROUP = "/apis/admissionregistration.k8s.io/v1"
POLICIES, BINDINGS = f"{GROUP}/validatingadmissionpolicies", f"{GROUP}/validatingadmissionpolicybindings"
CONFIGURATIONS = f"{GROUP}/validatingwebhookconfigurations"
NAME = "judged.example.test"
NOWHERE = "https://127.0.0.1:1/asked"
_PROBED = "has(object.metadata.labels) && 'probe' in object.metadata.labels"
_PROBE = {"expression": f"object == null || !({_PROBED})", "message": "probe"}
_RULE = {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["*"], "resources": ["configmaps"]}
_UID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


def load() -> Json:
    """Return the content of the file."""
    content: Json = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return content


def stored(kind: str, spec: Json) -> Json:
    """Return an object of the group, complete but for what a case says."""
    body: Json = {"apiVersion": "admissionregistration.k8s.io/v1", "kind": kind, "metadata": {"name": NAME}}
    if kind == "ValidatingAdmissionPolicy":
        body["spec"] = {"matchConstraints": {"resourceRules": [_RULE]}, **spec}
    elif kind == "ValidatingAdmissionPolicyBinding":
        body["spec"] = {"policyName": NAME, "validationActions": ["Deny"], **spec}
    else:
        hook = {
            "name": NAME,
            "clientConfig": {"url": NOWHERE},
            "rules": [_RULE],
            "sideEffects": "None",
            "admissionReviewVersions": ["v1"],
        }
        body["webhooks"] = [{**hook, **spec}]
    return body


_PATHS = {
    "ValidatingAdmissionPolicy": POLICIES,
    "ValidatingAdmissionPolicyBinding": BINDINGS,
    "ValidatingWebhookConfiguration": CONFIGURATIONS,
}


def refusal(server: Http, case: Json) -> Json:
    """Return what a server answers to an object that is written as a dry run."""
    reply = server("POST", f"{_PATHS[case['kind']]}?dryRun=All", stored(case["kind"], case["spec"]))
    found = {"code": reply.code}
    if reply.code == 201:
        body = reply.body.get("spec") or reply.body["webhooks"]
        return {**found, "stored": body}
    causes = [f"{one['field']}: {one['reason']}: {one['message']}" for one in reply.body["details"].get("causes", ())]
    return {**found, "causes": causes}


class Judged:
    """Policies and bindings, or a configuration, that a server follows in a namespace of their own."""

    def __init__(self, server: Http, case: Json) -> None:
        self.server = server
        self.space = behaviours.namespace_for(server, "judged")
        self.core = f"/api/v1/namespaces/{self.space}"
        self.made: list[str] = []
        self.case = self._placed(case)

    def _placed(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {self._placed(key): self._placed(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._placed(item) for item in value]
        return value.replace("$ns", self.space) if isinstance(value, str) else value

    def store(self) -> None:
        """Store everything, and wait until the server follows it."""
        for path, body in self.case.get("before", {}).items():
            assert self.server("POST", path, body).code == 201, path
        chosen = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": self.space}}}
        if "webhook" in self.case:
            self._post(CONFIGURATIONS, stored("ValidatingWebhookConfiguration", {**chosen, **self.case["webhook"]}))
            # the first condition fails for a probe and lets other requests pass
            behaviours.wait(lambda: self._probe().code != 201, "the configuration is followed")
            return
        policy = deepcopy(self.case["policy"])
        policy.setdefault("matchConstraints", {"resourceRules": [_RULE]})
        policy["validations"] = [_PROBE, *policy.get("validations", ())]
        if self.case.get("bound", True):
            policy["matchConstraints"] = {**chosen, **policy["matchConstraints"]}
        self._post(POLICIES, stored("ValidatingAdmissionPolicy", policy))
        self._post(BINDINGS, stored("ValidatingAdmissionPolicyBinding", self.case.get("binding", {})))
        behaviours.wait(lambda: self._follows(self._probe()), "the policy is followed")

    def _post(self, path: str, body: Json) -> None:
        reply = self.server("POST", path, body)
        assert reply.code == 201, reply.message
        self.made.append(f"{path}/{NAME}")

    def _follows(self, reply: Reply) -> bool:
        # a policy that is not set up yet refuses as well
        told = reply.message.endswith(": probe") or self.case.get("misconfigured", "webhook" in self.case)
        return (reply.code != 201 and bool(told)) or bool(reply.warnings)

    def _probe(self) -> Reply:
        body = {"metadata": {"generateName": "probe-", "labels": {"probe": "yes", **self.case.get("labels", {})}}}
        return self.server("POST", f"{self.core}/configmaps?dryRun=All", body)

    def answers(self) -> list[Json]:
        """Return the answers to the requests of the case."""
        out = []
        for request in self.case["requests"]:
            method, _, path = request["ask"].partition(" ")
            path = path if path.startswith("/") else f"{self.core}/{path}"
            media = behaviours.MEDIA["merge" if method == "PATCH" else "json"]
            reply = self.server(method, path, request.get("body"), media)
            found: Json = {"code": reply.code}
            if reply.code >= 400:
                found |= {"message": reply.message, "reason": reply.body.get("reason")}
                found["details"] = reply.body.get("details")
            if reply.warnings:
                found["warnings"] = reply.warnings
            base = mapping(mapping(request.get("body")).get("metadata")).get("generateName")
            general = self._general(found)
            out.append(
                yaml.safe_load(re.sub(rf"{base}\w{{5}}", "$generated", yaml.safe_dump(general))) if base else general
            )
        return out

    def _general(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._general(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._general(item) for item in value]
        return _UID.sub("$uid", value.replace(self.space, "$ns")) if isinstance(value, str) else value

    def remove(self) -> None:
        """Remove what was stored, and wait until the server no longer follows it."""
        for path in reversed(self.made):
            self.server("DELETE", path)
        behaviours.wait(lambda: not self._follows(self._probe()), "the policy is gone")
        self.server("DELETE", f"/api/v1/namespaces/{self.space}")


def judged(server: Http, case: Json) -> list[Json]:
    """Return the answers of a server that follows a case."""
    found = Judged(server, case)
    try:
        found.store()
        return found.answers()
    finally:
        found.remove()


def main() -> None:
    """Record the answers of the real server in the environment."""
    environment = os.environ
    server = Http(environment["KUBE_API_URL"], token=environment["KUBE_API_TOKEN"], ca=environment["KUBE_API_CA"])
    content = load()
    for case in content["refused"]:
        case["answer"] = refusal(server, case)
    for case in content["enforced"]:
        for request, answer in zip(case["requests"], judged(server, case), strict=True):
            request["answer"] = answer
    head = "".join(line for line in FILE.read_text(encoding="utf-8").splitlines(keepends=True) if line.startswith("#"))
    text = yaml.safe_dump(content, sort_keys=False, width=118, allow_unicode=True)
    FILE.write_text(head + text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(ending.run(main))

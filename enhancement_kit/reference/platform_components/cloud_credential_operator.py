"""The cloud credential operator: credentials for the components that request them, on the platforms it supports.

Source: section "Cloud Credential Operator" of the enhancement. On every other platform it is in no-op mode.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from ..runtime.aws_networks import CLUSTER_PREFIX, tag_list
from ..runtime.conditions import Condition, merge
from ..runtime.events import timestamp
from ..runtime.resources import CREDENTIALS_REQUEST, INFRASTRUCTURE, SECRET
from . import aws, reactions
from .component import SINGLETON
from .operator import Operator, Outcome, Situation

NAME = "cloud-credential-operator"
PROVIDERS = {"AWSProviderSpec": "AWS"}
"""Platform by the kind of provider that a request names."""


def ignored(request: Mapping[str, Any], kind: str, reaction: str) -> Condition:
    """Compute the Ignored condition: True for a request that is not for this platform."""
    wanted = PROVIDERS.get(str((request["spec"].get("providerSpec") or {}).get("kind")))
    if reaction == reactions.NOTHING or wanted != kind:
        text = f"CredentialsRequest is not for platform {kind}"
        return Condition("Ignored", "True", "InfrastructureMismatch", text)
    return Condition("Ignored", "False")


def answer(situation: Situation, request: Mapping[str, Any]) -> None:
    """Fulfil a request for credentials, and write its status."""
    component = situation.component
    condition = ignored(request, situation.kind, situation.reaction)
    if condition.status == "False":
        provide(situation, request)
    before = request.get("status") or {}
    merged = merge(before.get("conditions"), [condition], timestamp(component.clock.now()))
    status = {"provisioned": condition.status == "False", "conditions": merged}
    if status != before:
        component.store.update_status(CREDENTIALS_REQUEST, {**request, "status": status})


def provide(situation: Situation, request: Mapping[str, Any]) -> None:
    """Create the Secret that a request names, with credentials of a new user; an existing one is left alone."""
    store = situation.component.store
    where = request["spec"]["secretRef"]
    if store.find(SECRET, where["namespace"], where["name"]) is not None:
        return
    encoded = {key: base64.b64encode(text.encode()).decode() for key, text in minted(situation, request).items()}
    store.create(SECRET, {"metadata": {"name": where["name"], "namespace": where["namespace"]}, "data": encoded})


def minted(situation: Situation, request: Mapping[str, Any]) -> dict[str, str]:
    """Create an IAM user that may do what the request lists, and return its keys."""
    infrastructure = situation.component.store.view(INFRASTRUCTURE, "", SINGLETON)
    user = f"{infrastructure['status'].get('infrastructureName', '')}-{request['metadata']['name']}"
    iam = aws.client(situation.component, situation.status, "iam")
    owner = {CLUSTER_PREFIX + str(infrastructure["status"].get("infrastructureName", "")): "owned"}
    iam.create_user(UserName=user, Tags=tag_list(owner))
    entries = request["spec"]["providerSpec"].get("statementEntries") or []
    statement = [{"Effect": e["effect"], "Action": e["action"], "Resource": e["resource"]} for e in entries]
    policy = json.dumps({"Version": "2012-10-17", "Statement": statement})
    iam.put_user_policy(UserName=user, PolicyName=f"{user}-policy", PolicyDocument=policy)
    key = iam.create_access_key(UserName=user)["AccessKey"]
    return {"aws_access_key_id": key["AccessKeyId"], "aws_secret_access_key": key["SecretAccessKey"]}


def decide(situation: Situation) -> Outcome:
    """Answer every request."""
    for request in situation.component.store.objects(CREDENTIALS_REQUEST):
        answer(situation, request)
    return Outcome()


OPERATOR = Operator(
    NAME,
    lambda situation: decide(situation),
    cluster_operator="cloud-credential",
    reads=(CREDENTIALS_REQUEST,),
)

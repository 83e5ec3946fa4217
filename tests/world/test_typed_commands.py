"""The admin's commands and the changes that messages name, without a cluster."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients import aws_cli, oc
from enhancement_kit.world.clients.kubernetes import Admin
from enhancement_kit.world.vocabulary import change_messages
from enhancement_kit.world.vocabulary.aliases import Aliases


def served(kind: str, plural: str, *short: str) -> dict[str, Any]:
    names = {"resource": plural, "singularResource": kind.lower(), "shortNames": list(short)}
    return {"responseKind": {"kind": kind}, "scope": "Namespaced", "verbs": ["list"], **names}


def group(name: str, *kinds: dict[str, Any]) -> dict[str, Any]:
    return {"items": [{"metadata": {"name": name}, "versions": [{"version": "v1", "resources": list(kinds)}]}]}


LISTED = {
    "/api": group("", served("Service", "services", "svc")),
    "/apis": {
        "items": [
            *group("operator.openshift.io", served("IngressController", "ingresscontrollers"))["items"],
            *group("config.openshift.io", served("Infrastructure", "infrastructures"))["items"],
        ]
    },
}


class Answering(Admin):
    """An API that serves three kinds and gives one answer to every request but discovery."""

    def __init__(self, answer: Any) -> None:
        super().__init__(Connection())
        self.answer = answer
        self.requests: list[tuple[str, str]] = []

    def exchange(self, verb: str, path: str, body: Any = None, **_: Any) -> tuple[Any, list[str]]:
        self.requests.append((verb, path))
        return LISTED.get(path, self.answer), ['unknown field "spec.x"']


class Connection:
    """A client of the official library that is never used."""


def printed(command: str, answer: Any = None, given: str = "") -> str:
    return oc.run(command.split(), given, Answering(answer), lambda component: [f"line of {component}"])


def test_a_patch_prints_warnings_and_whether_anything_changed() -> None:
    same = {"metadata": {"resourceVersion": "1"}}
    text = printed("-n openshift-ingress-operator patch ingresscontrollers/test --type=merge --patch={}", same)
    assert text == ('Warning: unknown field "spec.x"\ningresscontroller.operator.openshift.io/test patched (no change)')


def test_a_patch_may_be_of_the_status() -> None:
    api = Answering({"metadata": {"resourceVersion": "1"}})
    words = ["patch", "infrastructure", "cluster", "--subresource=status", "--type=merge", "-p", "{}"]
    oc.run(words, "", api, lambda _: [])
    assert api.requests[-1][0] == "PATCH"
    assert api.requests[-1][1].endswith("/infrastructures/cluster/status")


def test_a_jsonpath_prints_plain_values() -> None:
    tree = {"status": {"infrastructureName": "mycluster"}, "metadata": {"annotations": {"a.b/c": "d"}}}
    assert printed("get infrastructure cluster -o jsonpath={.status.infrastructureName}", tree) == "mycluster"
    assert oc.jsonpath(tree, "{.metadata.annotations.a\\.b/c} and {.spec.none}") == "d and "


def test_logs_are_those_of_a_component_in_its_namespace() -> None:
    text = printed("logs cloud-controller-manager -n openshift-cloud-controller-manager")
    assert text == "line of cloud-controller-manager"
    with pytest.raises(UsageError, match="there is no pod 'router' in openshift-ingress"):
        printed("logs router -n openshift-ingress")


def test_apply_and_create_take_several_manifests() -> None:
    given = "kind: Service\nmetadata: {name: one}\n---\nkind: Service\nmetadata: {name: two, namespace: other}\n"
    for command, verb, done in (("create", "POST", "created"), ("apply --server-side", "PATCH", "serverside-applied")):
        api = Answering({})
        text = oc.run([*command.split(), "-f", "-", "-n", "own"], given, api, lambda _: [])
        assert [line for line in text.splitlines() if done in line] == [f"service/one {done}", f"service/two {done}"]
        sent = [path.partition("?")[0] for word, path in api.requests if word == verb]
        assert ["/own/" in sent[0], "/other/" in sent[1]] == [True, True]


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("scale deployment/router", "the kit knows no command `oc scale"),
        ("get widgets/one", "the kit knows no kind 'widgets'"),
        ("get svc", "an object is missing"),
        ("get svc/one -o wide", "oc get prints yaml"),
        ("patch svc/one --type=none --patch={}", "oc patch takes --type merge or json"),
        ("create -f -", "the command is given no manifest"),
        ("get svc/one --watch", "oc get: unrecognized arguments: --watch"),
    ],
)
def test_what_oc_does_not_know_is_refused(command: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        printed(command, {})


@pytest.fixture
def ec2(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Record the calls to EC2."""
    calls: list[dict[str, Any]] = []

    def answer(_: Any, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
        calls.append({"operation": operation, **parameters})
        return {"Vpcs": [{"VpcId": "vpc-1"}], "ResponseMetadata": {}}

    monkeypatch.setattr("botocore.client.BaseClient._make_api_call", answer)
    return calls


def client(service: str) -> Any:
    import boto3

    return boto3.client(service, region_name="us-east-1", aws_access_key_id="kit", aws_secret_access_key="kit")


def test_aws_shorthand_becomes_parameters_and_a_query_picks(ec2: list[dict[str, Any]]) -> None:
    words = "ec2 describe-vpcs --filters Name=tag-key,Values=a,b Name=state,Values=available --query Vpcs[].VpcId"
    assert aws_cli.run(words.split(), client) == '["vpc-1"]'
    filters = [{"Name": "tag-key", "Values": ["a", "b"]}, {"Name": "state", "Values": ["available"]}]
    assert ec2 == [{"operation": "DescribeVpcs", "Filters": filters}]


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("ec2", "names a service and an operation"),
        ("ec2 fly-away", "service ec2 has no operation fly-away"),
        ("ec2 describe-vpcs --colour red", "aws ec2 describe-vpcs has no parameter --colour"),
        ("ec2 describe-vpcs red", "'red' belongs to no parameter"),
        ("ec2 describe-vpcs --filters Colour=red", "'Colour=red' is no shorthand of Name, Values"),
    ],
)
def test_what_aws_does_not_know_is_refused(command: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        aws_cli.run(command.split(), client)


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("The IngressController eips were changed from [eipalloc-1] to [].  To", "one", "an empty list"),
        ('eipAllocations was changed from "[\\"eipalloc-1\\"]" to "[]". To', "one", "an empty list"),
        ('scope was changed from "External" to "Internal". To', "External", "Internal"),
        ('loadBalancer.providerParameters.aws.type was changed from "Classic" to "NLB". To', "Classic", "NLB"),
        (
            'subnets was changed from "{\\"ids\\":[\\"subnet-1\\"]}" to "{\\"ids\\":[\\"subnet-2\\"]}". To',
            "pub-a",
            "pub-b",
        ),
        ('subnets was changed from "{}" to "{\\"ids\\":[\\"subnet-2\\"]}".', "nothing", "pub-b"),
    ],
)
def test_a_change_is_recognised_in_its_direction_only(message: str, old: str, new: str) -> None:
    addresses = Aliases("Elastic IP", ("eipal",))
    addresses.add({"one": "eipalloc-1"})
    subnets = Aliases("subnet", ("subnet-",))
    subnets.add({"pub-a": "subnet-1", "pub-b": "subnet-2"})
    assert change_messages.names_change(message, old, new, addresses, subnets)
    assert not change_messages.names_change(message, new, old, addresses, subnets)

"""Numbers, texts and types that Python and Go read otherwise: each is refused or kept as kube-apiserver does it."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from enhancement_kit.cluster.embedded.builtins import quantities, schedules
from enhancement_kit.cluster.embedded.cel import scalars

from .conftest import CRDS, Http, Json, crd
from .wire import Wire

MAPS = "/api/v1/namespaces/default/configmaps"
LONG = "9" * 5000
JSON_PATCH = "application/json-patch+json"

# numbers


def _map(name: str = "c", **meta: Any) -> Json:
    return {"metadata": {"name": name, **meta}}


def test_versions_of_thousands_of_digits(http: Http) -> None:
    assert http("POST", MAPS, _map()).code == 201
    reply = http("PUT", MAPS + "/c", _map(resourceVersion=LONG))
    assert (reply.code, reply.message) == (500, f'strconv.ParseUint: parsing "{LONG}": value out of range')
    assert http("POST", MAPS, _map("d", resourceVersion=LONG)).code == 201
    reply = http("POST", MAPS, _map("e", resourceVersion=str(1 << 63)))
    assert (reply.code, reply.message) == (500, "resourceVersion should not be set on objects to be created")


@pytest.mark.parametrize("value", [LONG, "-" + LONG, "٣"])
def test_labels_are_compared_with_numbers_of_64_bits(http: Http, value: str) -> None:
    reply = http("GET", f"{MAPS}?labelSelector=a%3E{quote(value)}")
    why = f"Invalid value: \"{value}\": for 'Gt', 'Lt' operators, the value must be an integer"
    assert (reply.code, why in reply.message) == (400, True), reply.message
    assert http("POST", MAPS, _map(labels={"a": "9" * 60})).code == 201
    assert http("GET", MAPS + "?labelSelector=a%3E1").body["items"] == []


def test_indices_of_thousands_of_digits(http: Http) -> None:
    assert http("POST", MAPS, _map(finalizers=["a.b/c"])).code == 201
    for index in (LONG, "-" + LONG, "٣"):
        operation = {"op": "remove", "path": f"/metadata/finalizers/{index}"}
        assert http("PATCH", MAPS + "/c", [operation], JSON_PATCH).code == 422


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{LONG} * * * *", f'failed to parse int from {LONG}: strconv.Atoi: parsing "{LONG}": value out of range'),
        ("٣ * * * *", 'failed to parse int from ٣: strconv.Atoi: parsing "٣": invalid syntax'),
        ("-1 * * * *", 'failed to parse int from : strconv.Atoi: parsing "": invalid syntax'),
    ],
)
def test_schedules(text: str, why: str) -> None:
    assert schedules.wrong(text) == why


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1" * 40, "1" * 40),
        ("100000000000000000000000000000", "100000000000E"),
        ("1e30", "1e30"),
        ("1e-30", "1e-9"),
        ("99999999999999999999Ki", str((1 << 63) - 1)),
        ("0.00000000000000000000000000000000000001", "1n"),
    ],
)
def test_large_and_small_quantities(text: str, shown: str) -> None:
    assert quantities.read(text)[1] == shown


@pytest.mark.parametrize("text", [LONG, "1e" + LONG, "1e999999999", "1e-999999999", "1E99999999999999999999"])
def test_quantities_that_nobody_can_calculate_with(text: str) -> None:
    with pytest.raises(quantities.BadQuantity, match="unable to parse"):
        quantities.read(text)
    assert scalars.parse_quantity(text) is None


@pytest.mark.parametrize("text", [f"{LONG}.0.0", f"1.{1 << 64}.0", f"1.0.0-{LONG}"])
def test_versions_with_numbers_of_more_than_64_bits_are_none(text: str) -> None:
    assert scalars.parse_semver(text) is None
    assert scalars.parse_semver(f"1.{(1 << 64) - 1}.0") == (1, (1 << 64) - 1, 0, "")


def test_percentages_of_thousands_of_digits(http: Http) -> None:
    pods = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "i"}]}}
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": pods}
    spec["updateStrategy"] = {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": LONG + "%", "maxSurge": 0}}
    reply = http("POST", "/apis/apps/v1/namespaces/default/daemonsets", {"metadata": {"name": "d"}, "spec": spec})
    assert (reply.code, "must not be greater than 100%" in reply.message) == (422, True)


def test_a_generation_that_is_no_number(http: Http) -> None:
    path, pods = "/apis/apps/v1/namespaces/default/daemonsets", {"metadata": {"labels": {"a": "b"}}}
    pods["spec"] = {"containers": [{"name": "a", "image": "i"}]}  # type: ignore[assignment]
    body: Json = {"metadata": {"name": "d"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": pods}}
    assert http("POST", path, body).code == 201
    for number in ("٣", "²", LONG):
        change = {"metadata": {"annotations": {"deprecated.daemonset.template.generation": number}}}
        assert http("PATCH", path + "/d", change, "application/merge-patch+json").code == 200
        assert http("PATCH", path + "/d", {"spec": {"minReadySeconds": 1}}, "application/merge-patch+json").code == 200


def test_columns_name_items_that_there_are_not(http: Http) -> None:
    definition = crd({"type": "object", "properties": {"l": {"type": "array", "items": {"type": "string"}}}})
    paths = [".spec.l[-9]", ".spec.l[-1]", f".spec.l[{LONG}]", ".spec.l[5]"]
    columns = [{"name": f"C{i}", "type": "string", "jsonPath": path} for i, path in enumerate(paths)]
    definition["spec"]["versions"][0]["additionalPrinterColumns"] = columns
    assert http("POST", CRDS, definition).code == 201
    path = "/apis/example.test/v1/namespaces/default/widgets"
    body = {"apiVersion": "example.test/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": {"l": ["a", "b"]}}
    assert http("POST", path, body).code == 201
    table = http("GET", path, accept="application/json;as=Table;v=v1;g=meta.k8s.io")
    assert table.body["rows"][0]["cells"] == ["w", None, "b", None, None]


# texts


def test_what_is_no_character_does_not_poison_a_kind(http: Http) -> None:
    wire = Wire(http)
    texts = {
        "User-Agent: a\xffb/1": b'{"metadata":{"name":"agent"},"data":{"a":"b"}}',
        "X: y": b'{"metadata":{"name":"value","annotations":{"a":"\\ud800"}},"data":{"a":"\xed\xa0\x80"}}',
        "X: z": b'{"metadata":{"name":"key","annotations":{"\\udc00x":"a"}}}',
        "X: w": b'{"metadata":{"name":"\\ud800"}}',
        "Impersonate-User: \xff": b'{"metadata":{"name":"user"}}',
    }
    for header, body in texts.items():
        head = (
            f"POST {MAPS} HTTP/1.1\r\n{wire.head}{header}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        assert wire.ask(head.encode("latin-1") + body).code in (201, 422)
    for accept in ("application/json", "application/yaml", "application/json;as=Table;v=v1;g=meta.k8s.io"):
        assert http("GET", MAPS, accept=accept).code == 200
    stored = {item["metadata"]["name"]: item for item in http("GET", MAPS).body["items"]}
    assert stored["agent"]["metadata"]["managedFields"][0]["manager"] == "a\ufffdb"
    assert stored["value"]["metadata"]["annotations"] == {"a": "\ufffd"}
    assert stored["value"]["data"] == {"a": "\ufffd" * 3}
    assert set(stored) == {"agent", "value", "user"}


@pytest.mark.parametrize("agent", ["a\tb", "x" * 127 + "é" + "/1", "/", ""])
def test_managers_are_what_can_be_printed_of_the_user_agent(http: Http, agent: str) -> None:
    wire = Wire(http)
    body = b'{"metadata":{"name":"c"},"data":{"a":"b"}}'
    head = f"POST {MAPS} HTTP/1.1\r\n{wire.head}User-Agent: {agent}\r\nContent-Length: {len(body)}\r\n"
    assert wire.ask(f"{head}Connection: close\r\n\r\n".encode() + body).code == 201
    manager = http("GET", MAPS + "/c").body["metadata"]["managedFields"][0]["manager"]
    assert manager == ({"a\tb": "ab"}.get(agent) or agent.partition("/")[0].removesuffix("é") or "unknown")


def test_warnings_fit_into_headers(http: Http) -> None:
    body = {"metadata": {"name": "c"}, **{f"{i}" + "x" * 400: 1 for i in range(100)}, "a\nb": 1}
    reply = http("POST", MAPS + "?dryRun=All", body)
    assert reply.code == 201
    assert len(reply.warnings) == 16
    assert {len(text) for text in reply.warnings} == {256 + len('299 - "\\"')}
    reply = http("POST", MAPS + "?dryRun=All", {"metadata": {"name": "c"}, "a\nb": 1, "c": 1})
    assert reply.warnings == ['299 - "unknown field \\"c\\""']


# types


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (
            {"items": {"maxLength": "x"}},
            "json: cannot unmarshal string into Go struct field JSONSchemaProps.maxLength of type int64",
        ),
        (
            {"items": {"maxLength": 1.5}},
            "json: cannot unmarshal number 1.5 into Go struct field JSONSchemaProps.maxLength of type int64",
        ),
        (
            {"items": {"pattern": [1]}},
            "json: cannot unmarshal array into Go struct field JSONSchemaProps.pattern of type string",
        ),
        (
            {"additionalProperties": {"enum": 1}},
            "json: cannot unmarshal number into Go struct field JSONSchemaProps.enum of type []v1.JSON",
        ),
        ({"additionalProperties": "x"}, "boolean or JSON schema expected"),
        ({"items": [1]}, "json: cannot unmarshal number into Go value of type v1.JSONSchemaProps"),
    ],
)
def test_schemas_in_schemas_have_types_too(http: Http, schema: Json, why: str) -> None:
    reply = http("POST", CRDS, crd({"type": "object", "properties": {"a": schema}}))
    text = 'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: '
    assert (reply.code, reply.message) == (400, text + why)


def test_a_rule_that_is_null(http: Http) -> None:
    reply = http("POST", CRDS, crd({"type": "object", "x-kubernetes-validations": [None]}))
    assert (reply.code, "x-kubernetes-validations[0].rule: Required value" in reply.message) == (422, True)

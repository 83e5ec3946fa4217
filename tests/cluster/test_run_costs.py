"""Rules that cost too much when they run. With `KUBE_API_URL` in the environment, a real server is asked instead."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

from . import behaviours
from .conftest import CRDS, Http, Json

GROUP, PLURAL = "cost.test", "dears"
PATH = f"/apis/{GROUP}/v1/{PLURAL}"
TEXT = "a" + "b" * 21
INTEGERS: Json = {"type": "array", "maxItems": 900, "items": {"type": "integer"}}
TEXTS: Json = {"type": "array", "maxItems": 250, "items": {"type": "string", "maxLength": 30}}
OBJECTS: Json = {
    "type": "array",
    "maxItems": 500,
    "items": {
        "type": "object",
        "properties": {"a": {"type": "object", "properties": {"b": {"type": "integer"}}}},
    },
}
CALL = (
    "'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost "
    "exceeds limit for rule: "
)
RULES = {
    "self.l.all(x, self.l.all(y, x + y >= 0))": 378,
    "self.l.all(x, self.l.exists_one(y, x == y))": 576,
    "self.l.all(i, self.l.all(y, self.l[i] == i))": 354,
    "self.l.all(x, self.l.all(y, x > y ? x >= 0 : y >= 0 && x >= 0))": 333,
    "self.l.all(x, self.l.all(y, has(self.l) && !has(self.s) && size(self.l) > 0))": 316,
    "self.l.all(x, self.l.all(y, string(x) != 'a'))": 408,
    "self.s.all(x, self.s.all(y, x.startsWith('a') && y.contains('b') && x + y != ''))": 236,
    "self.o.all(x, self.o.all(y, x.a.b == y.a.b))": 316,
}
"""From rules to the number of items with which a real server first finds them too dear."""


@pytest.fixture(scope="module")
def server() -> Iterator[Http]:
    url = os.environ.get("KUBE_API_URL", "")
    if url:
        yield Http(url, token=os.environ.get("KUBE_API_TOKEN", ""), ca=os.environ.get("KUBE_API_CA", ""))
        return
    cluster = EmbeddedCluster()
    cluster.start()
    yield Http(cluster.url, token=cluster.token or "")
    cluster.stop()


@pytest.fixture(scope="module", autouse=True)
def defined(server: Http) -> Iterator[None]:
    """Define one kind with a field for each rule, and one for many."""
    fields = {}
    every = {"l": INTEGERS, "s": TEXTS, "o": OBJECTS}
    for i, rule in enumerate(RULES):
        fields[f"rule{i}"] = _field(every, [rule])
    long = {"l": {"type": "array", "maxItems": 12, "items": {"type": "string", "maxLength": 3000}}}
    fields["many"] = _field(long, [f"self.l.all(x, !x.matches('{'a' * 1000}')) && {i} >= 0" for i in range(14)])
    parts = [dict(list(fields.items())[i : i + 4]) for i in range(0, len(fields), 4)]
    for number, part in enumerate(parts):
        definition = _definition(number, part)
        made = server("POST", CRDS, definition)
        assert made.code == 201, made.message
        behaviours.wait(lambda number=number: server("GET", f"{PATH}{number}").code == 200, "the kind is served")
    yield
    for number in range(len(parts)):
        server("DELETE", f"{CRDS}/{PLURAL}{number}.{GROUP}")


def _field(every: Json, rules: list[str]) -> Json:
    return {"type": "object", "properties": every, "x-kubernetes-validations": [{"rule": rule} for rule in rules]}


def _definition(number: int, fields: Json) -> Json:
    schema = {"type": "object", "properties": fields}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{PLURAL}{number}.{GROUP}"},
        "spec": {
            "group": GROUP,
            "names": {"kind": f"Dear{number}", "plural": f"{PLURAL}{number}"},
            "scope": "Cluster",
            "versions": [version],
        },
    }


def ask(server: Http, place: int, name: str, rule: str, count: int) -> Any:
    """Write an object with so many items in a field."""
    items: Json = {"l": list(range(count))} if "self.l" in rule else {"s": [TEXT] * count}
    if "self.o" in rule:
        items = {"o": [{"a": {"b": 1}}] * count}
    number = place // 4
    body = {"apiVersion": f"{GROUP}/v1", "kind": f"Dear{number}", "metadata": {"name": "x"}, name: items}
    return server("POST", f"{PATH}{number}?dryRun=All", body)


@pytest.mark.parametrize(("place", "rule"), list(enumerate(RULES)), ids=lambda value: str(value))
def test_one_call_may_cost_a_million(server: Http, place: int, rule: str) -> None:
    count = RULES[rule]
    assert ask(server, place, f"rule{place}", rule, count - 1).code == 201
    refused = ask(server, place, f"rule{place}", rule, count)
    assert refused.code == 422
    assert refused.message.endswith(f'rule{place}: Invalid value: "object": {CALL}{rule}')


def test_the_rules_of_one_object_may_cost_ten_million(server: Http) -> None:
    number = len(RULES) // 4

    def asked(count: int) -> Any:
        body = {"apiVersion": f"{GROUP}/v1", "kind": f"Dear{number}", "metadata": {"name": "x"}}
        return server("POST", f"{PATH}{number}?dryRun=All", {**body, "many": {"l": ["b" * 2999] * count}})

    assert asked(9).code == 201
    why = "validation failed due to running out of cost budget, no further validation rules will be run"
    refused = asked(12)
    assert refused.message.endswith(f'many: Invalid value: "object": {why}'), refused.message

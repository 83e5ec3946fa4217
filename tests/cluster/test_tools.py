"""Tools around the embedded API: its OpenAPI documents, its measurements, the comparison with a peer's suite."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from enhancement_kit.bench import embedded_api
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.builtins import stored_structurally

from .behaviours import fixed_crds
from .conftest import Http
from .peer_suite import compare, settled


def test_openapi_describes_what_is_served(cluster: EmbeddedCluster, http: Http) -> None:
    before = http("GET", "/openapi/v3").body["paths"]
    assert "apis/example.test/v1" not in before
    cluster.install_crds(fixed_crds())
    paths = http("GET", "/openapi/v3").body["paths"]
    document = http("GET", paths["apis/example.test/v1"]["serverRelativeURL"]).body
    assert paths["api/v1"] != before["api/v1"], "the hash tells clients that cache documents"
    widget = document["components"]["schemas"]["test.example.v1.Widget"]
    assert widget["properties"]["spec"]["description"] == "What is wanted of the widget."
    kind = {"group": "example.test", "version": "v1", "kind": "Widget"}
    assert widget["x-kubernetes-group-version-kind"] == [kind]
    patch = document["paths"]["/apis/example.test/v1/namespaces/{namespace}/widgets/{name}"]["patch"]
    assert patch["x-kubernetes-group-version-kind"] == kind
    assert "fieldValidation" in [p["name"] for p in patch["parameters"]]
    schemas = http("GET", paths["api/v1"]["serverRelativeURL"]).body["components"]["schemas"]
    ports = schemas["io.k8s.api.v1.ServiceSpec"]["properties"]["ports"]
    assert ports["x-kubernetes-patch-merge-key"] == "port"
    assert ports["items"] == {"$ref": "#/components/schemas/io.k8s.api.v1.ServicePort"}
    assert http("GET", "/openapi/v3/apis/nothing.test/v1").code == 404


def test_the_measurements_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_api, "_LARGE", 20)
    monkeypatch.setattr(embedded_api, "_SMALL", 10)
    monkeypatch.setattr(embedded_api, "_WRITES", 5)
    monkeypatch.setattr(embedded_api, "_LISTED", 10)
    found = embedded_api.run()
    assert set(found) == {"start_ms", "creates_per_s", "growth_ratio", "list_1000_ms", "patch_ms", "watch_ms"}
    assert all(value > 0 for value in found.values())


REFUSED, AGAIN = ["POST", False, "no"], ["POST", True, ""]


def test_a_refusal_that_was_overcome_by_repetition_is_left_out() -> None:
    assert settled([REFUSED, AGAIN, ["PUT", False, "no"]]) == [AGAIN, ["PUT", False, "no"]]
    assert settled([AGAIN, REFUSED]) == [AGAIN, REFUSED]


def test_cases_are_compared_write_by_write() -> None:
    real = {
        "a": {"writes": [AGAIN]},
        "b": {"writes": [REFUSED, AGAIN]},
        "c": {"writes": [REFUSED]},
        "d": {"writes": []},
    }
    here = {"a": {"writes": [AGAIN]}, "b": {"writes": [AGAIN]}, "c": {"writes": [["POST", False, "never"]]}}
    same, repeated, other = compare(real, here)
    assert (same, repeated) == (1, 1)
    assert [line.partition("\n")[0] for line in other] == ["c", "d"]


def test_the_documentation_names_the_kinds_that_are_stored_structurally() -> None:
    text = (Path(__file__).parents[2] / "docs" / "embedded-api.md").read_text(encoding="utf-8")
    told = text.partition("Structural only")[2].partition("\n\n")[0]
    kinds = {kind.partition(" ")[0] for kind in stored_structurally()}
    assert {kind for kind in kinds if not re.search(rf"\b{kind}\b", told)} == set()
    groups = {kind.partition("(")[2].rstrip(")") for kind in stored_structurally()}
    assert {group for group in groups if group not in told} == set()

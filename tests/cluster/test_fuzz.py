"""Random objects and patches: never a crash, never a lost object, and reading gives what was answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.cel.parser import SyntaxTrouble, parse

from .conftest import WIDGETS, Http, Json, crd

SPEC: Json = {
    "type": "object",
    "required": ["a"],
    "properties": {
        "a": {"type": "string", "maxLength": 4, "default": "d"},
        "b": {"type": "integer", "minimum": 0, "nullable": True},
        "l": {
            "type": "array",
            "maxItems": 3,
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k"],
            "items": {
                "type": "object",
                "required": ["k"],
                "properties": {"k": {"type": "string"}, "v": {"type": "number"}},
            },
        },
        "s": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        "m": {"type": "object", "additionalProperties": {"type": "string", "format": "cidr"}},
        "x": {"x-kubernetes-preserve-unknown-fields": True},
        "i": {"x-kubernetes-int-or-string": True},
    },
    "x-kubernetes-validations": [
        {"rule": "!has(self.l) || self.l.all(x, x.k != self.a)", "message": "no key may be a"},
        {"rule": "!has(oldSelf.b) || has(self.b)", "message": "b stays"},
    ],
}
SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-5, 5) | st.text("abd10.0/8", max_size=6)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abklmsvxi"), inner, max_size=5),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.sampled_from("ablsmxi?"), VALUES, max_size=5)
MEDIA = st.sampled_from(["application/merge-patch+json", "application/json-patch+json", "application/apply-patch+yaml"])
FAST = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def widgets(shared_cluster: EmbeddedCluster) -> Http:
    shared_cluster.reset()
    shared_cluster.install_crds([crd(SPEC)])
    return Http(shared_cluster.url)


@FAST
@given(spec=OBJECTS, patch=VALUES, media=MEDIA)
def test_objects_and_patches(
    widgets: Http, shared_cluster: EmbeddedCluster, spec: Json, patch: Any, media: str
) -> None:
    shared_cluster.install_crds([crd(SPEC)])
    widgets("DELETE", WIDGETS)
    head = {"apiVersion": "example.test/v1", "kind": "Widget", "metadata": {"name": "w"}}
    made = widgets("POST", WIDGETS, {**head, "spec": spec})
    assert made.code in (201, 422), made.body
    seen = widgets("GET", WIDGETS + "/w")
    assert seen.code == (200 if made.code == 201 else 404)
    if made.code == 201:
        assert seen.body == made.body
    body: Any = {**head, "spec": patch}
    if media.startswith("application/json-patch"):
        body = [{"op": "add", "path": "/spec/" + str((spec and next(iter(spec))) or "a"), "value": patch}]
    changed = widgets("PATCH", WIDGETS + "/w?fieldManager=fuzz&force=true", body, media)
    undeclared = media.startswith("application/apply") and changed.message.startswith(
        "failed to create typed patch object"
    )
    assert changed.code in (200, 201, 400, 404, 422) or (changed.code == 500 and undeclared), changed.body
    after = widgets("GET", WIDGETS + "/w")
    assert after.body == (changed.body if changed.code in (200, 201) else seen.body)
    if changed.code in (200, 201):
        again = widgets("PUT", WIDGETS + "/w", after.body)
        assert (again.code, again.body) == (200, after.body), "what is stored is valid and stays as it is"


@FAST
@given(body=VALUES, media=MEDIA)
def test_any_body_gets_a_status(widgets: Http, body: Any, media: str) -> None:
    for method, path in (("POST", WIDGETS), ("PUT", WIDGETS + "/none"), ("PATCH", WIDGETS + "/none?fieldManager=f")):
        answer = widgets(method, path, body, media if method == "PATCH" else "application/json")
        assert 400 <= answer.code < 500, (answer.code, answer.body)
        assert answer.body["kind"] == "Status"


@FAST
@given(text=st.text("self.a[0]()?:&|!<>=+-*/%\"'x ,{}", max_size=30))
def test_the_parser_reads_or_refuses(text: str) -> None:
    try:
        tree = parse(text)
    except SyntaxTrouble:
        return
    assert 0 <= tree.start <= tree.end <= len(text)

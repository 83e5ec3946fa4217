"""The paths of the API, and what follows from writes to them."""

from __future__ import annotations

import pytest

from enhancement_kit.cluster.real.paths import Place, place_of

DEPLOYMENTS = "/apis/apps/v1/namespaces/a/deployments"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (f"{DEPLOYMENTS}?fieldManager=x", Place(DEPLOYMENTS, "apps", "deployments", "", "")),
        (f"{DEPLOYMENTS}/d", Place(DEPLOYMENTS, "apps", "deployments", "d", "")),
        (f"{DEPLOYMENTS}/d/status", Place(DEPLOYMENTS, "apps", "deployments", "d", "status")),
        ("/api/v1/nodes/n", Place("/api/v1/nodes", "", "nodes", "n", "")),
        ("/api/v1/namespaces", Place("/api/v1/namespaces", "", "namespaces", "", "")),
        ("/api/v1/namespaces/a", Place("/api/v1/namespaces", "", "namespaces", "a", "")),
        ("/api/v1/namespaces/a/finalize", Place("/api/v1/namespaces", "", "namespaces", "a", "finalize")),
        ("/api/v1/namespaces/a/pods", Place("/api/v1/namespaces/a/pods", "", "pods", "", "")),
        ("/version", None),
        ("/apis/apps/v1", None),
    ],
)
def test_paths_are_taken_apart(path: str, place: Place | None) -> None:
    assert place_of(path) == place
    if place is not None:
        assert path.startswith(place.object)

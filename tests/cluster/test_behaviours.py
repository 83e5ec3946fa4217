"""The embedded server gives the answers that a real kube-apiserver gave; another server can be asked too.

With `KUBE_API_URL` in the environment (and `KUBE_API_TOKEN`, `KUBE_API_CA`) that server gets the same requests: a real
kube-apiserver with the garbage collector and the namespace controller, whose definitions in the group example.test are
replaced. `KUBE_API_AUTHORIZATION` says whether RBAC judges there what users may do: then it gets the behaviours of such
servers, and otherwise all others.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

from . import behaviours
from .conftest import USERS, Http, Json

RBAC = "rbac"


@contextmanager
def _server(authorization: str, *, stand_ins: bool = True) -> Iterator[Http]:
    url = os.environ.get("KUBE_API_URL", "")
    cluster = None
    if not url:
        judging = {"authorization": RBAC, "tokens": USERS} if authorization else {}
        cluster = EmbeddedCluster(stand_ins=stand_ins, **judging)
        cluster.start()
        token = cluster.token or ""
        http = Http(cluster.url, token=token)
    elif os.environ.get("KUBE_API_AUTHORIZATION", "") != authorization:
        pytest.skip("the server judges otherwise what users may do")
    else:
        http = Http(url, token=os.environ.get("KUBE_API_TOKEN", ""), ca=os.environ.get("KUBE_API_CA", ""))
    behaviours.install(http, behaviours.fixed_crds())
    yield http
    if cluster is not None:
        cluster.stop()


@pytest.fixture(scope="module")
def server() -> Iterator[Http]:
    """Provide a server with the definitions that behaviours use."""
    with _server("") as http:
        yield http


@pytest.fixture(scope="module")
def judging() -> Iterator[Http]:
    """Provide a server that judges what users may do."""
    with _server(RBAC) as http:
        yield http


@pytest.fixture(scope="module")
def alone() -> Iterator[Http]:
    """Provide a server without controllers and kubelet."""
    with _server("", stand_ins=False) as http:
        yield http


def _named(kind: str, authorization: str = "", *, stand_ins: bool = True) -> list[object]:
    return [pytest.param(row, id=name) for name, row in behaviours.rows(kind, authorization, stand_ins=stand_ins)]


@pytest.mark.parametrize("row", _named("behaviours"))
def test_behaviour(server: Http, row: Json) -> None:
    _tell(server, row)


@pytest.mark.parametrize("row", _named("behaviours", RBAC))
def test_behaviour_of_a_server_that_judges(judging: Http, row: Json) -> None:
    _tell(judging, row)


@pytest.mark.parametrize("row", _named("behaviours", stand_ins=False))
def test_behaviour_of_a_server_alone(alone: Http, row: Json) -> None:
    _tell(alone, row)


def _tell(server: Http, row: Json) -> None:
    teller = behaviours.Teller(server, behaviours.namespace_for(server, "behaviour"))
    found = [difference for exchange in row["exchanges"] for difference in teller.tell(exchange)]
    teller.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("row", _named("definitions"))
def test_definition(server: Http, row: Json) -> None:
    assert behaviours.definition_answer(server, row) == row["answer"]


@pytest.fixture(scope="module")
def samples(server: Http) -> str:
    """Return the namespace of samples, with their definitions installed."""
    crds = [behaviours.samples_crd(number, batch) for number, batch in enumerate(behaviours.batches())]
    behaviours.install(server, crds)
    return behaviours.namespace_for(server, "samples")


@pytest.mark.parametrize(
    ("number", "place", "sample"),
    [
        pytest.param(number, place, sample, id=name)
        for number, batch in enumerate(behaviours.batches())
        for place, (name, sample) in enumerate(batch)
    ],
)
def test_sample(server: Http, samples: str, number: int, place: int, sample: Json) -> None:
    wanted = [{k: s[k] for k in ("stored", "refused") if k in s} for s in (sample, *sample.get("changes", ()))]
    found = behaviours.tell_sample(server, samples, number, place, sample)
    if os.environ.get("KUBE_API_URL"):
        wanted, found = ([_unordered(outcome) for outcome in outcomes] for outcomes in (wanted, found))
    assert found == wanted


def _unordered(outcome: Json) -> Json:
    """Sort the errors of a refusal: where a real server iterates over Go's maps, they have a new order in each run."""
    return {k: sorted(v.strip("[]").split(", ")) if k == "refused" else v for k, v in outcome.items()}

"""Which objects the kit waits for after a delete, whichever dependent the garbage collector takes first."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from enhancement_kit.cluster.answers import Answer
from enhancement_kit.cluster.real.write_effects import WriteEffects
from enhancement_kit.errors import HarnessError

HOST = "https://api.test"
MAPS = "/api/v1/namespaces/a/configmaps"
GONE = Answer(404, {})
Json = dict[str, Any]


def configmap(name: str, owner: str = "", **meta: Any) -> Json:
    owners = {"ownerReferences": [{"uid": f"uid-{owner}"}]} if owner else {}
    return {"kind": "ConfigMap", "metadata": {"name": name, "uid": f"uid-{name}", **owners, **meta}}


CHAIN = (configmap("top"), configmap("middle", "top"), configmap("last", "middle"))


class NoRollouts:
    def written(self, path: str) -> list[tuple[str, Json]]:
        return []


class Looks:
    """An API that answers each request for an object with the next of its given answers, and repeats the last."""

    def __init__(self, **answers: list[Answer]) -> None:
        self.left = answers

    def __call__(self, method: str, path: str) -> Answer:
        left = self.left[path.rpartition("/")[2]]
        return left.pop(0) if len(left) > 1 else left[0]


def delete_top(looks: Looks, within: float = 5) -> None:
    """Write the chain and delete its first object, through a request that waits for the dependents."""
    write_effects = WriteEffects(looks, NoRollouts(), within)  # type: ignore[arg-type]

    def request(method: str, url: str, body: Json) -> Any:
        return SimpleNamespace(status=200, read=lambda: json.dumps(body))

    client = write_effects.around(request, HOST)
    for written in CHAIN:
        client("POST", HOST + MAPS, written)
    client("DELETE", f"{HOST}{MAPS}/top", {"kind": "Status", "details": {"uid": "uid-top"}})


@pytest.mark.parametrize("seen", [[], [Answer(200, CHAIN[1])]], ids=["at once", "after a look"])
def test_what_depends_on_a_dependent_is_awaited_too(seen: list[Answer]) -> None:
    looks = Looks(top=[GONE], middle=[*seen, GONE], last=[Answer(200, CHAIN[2]), GONE])
    delete_top(looks)
    assert looks.left["last"] == [GONE], "it was looked at until it was gone"


@pytest.mark.parametrize(
    "live",
    [configmap("last"), configmap("last", "middle", deletionTimestamp="now"), configmap("last", "middle", uid="new")],
    ids=["names the owner no more", "is being deleted", "is another of that name"],
)
def test_what_the_collector_leaves_is_not_awaited(live: Json) -> None:
    delete_top(Looks(top=[GONE], middle=[GONE], last=[Answer(200, live)]))


def test_a_collector_that_does_nothing_is_an_error() -> None:
    with pytest.raises(HarnessError, match=f"the garbage collector has not done its work on {MAPS}/last"):
        delete_top(Looks(top=[GONE], middle=[GONE], last=[Answer(200, CHAIN[2])]), within=0)

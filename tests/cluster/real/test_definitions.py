"""When the kit tells its controllers of kinds, and when it waits for them."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cluster.answers import Answer
from enhancement_kit.cluster.real.definitions import DEFINITIONS, Definitions

from ..conftest import crd
from ..kubeconfig.test_cluster import STRING

Json = dict[str, Any]
WIDGETS = crd(STRING)
GADGETS = crd(STRING, plural="gadgets", kind="Gadget")


class Server:
    """An API that enforces each CRD at once, and its controllers; `told` records what happened, in order."""

    def __init__(self, late: int = 0) -> None:
        """`late`: how many requests for a kind that is gone are answered as if it were there."""
        self.told: list[str] = []
        self.late = late
        self._crds: dict[str, Json] = {}

    def __call__(self, method: str, path: str, body: Any = None, **_: Any) -> Answer:
        if path == "/apis":
            return Answer(200, {"items": [self._group()]})
        if not path.startswith(DEFINITIONS):
            plural = path.partition("?")[0].rpartition("/")[2]
            if f"{plural}.example.test" not in self._crds:
                self.late -= 1
                return Answer(200, {"items": []}) if self.late >= 0 else Answer(404, {})
            columns = self._crds[f"{plural}.example.test"]["spec"]["versions"][0]["additionalPrinterColumns"]
            return Answer(200, {"columnDefinitions": [{}, *columns]})
        name = path.removeprefix(f"{DEFINITIONS}/")
        if method == "DELETE":
            del self._crds[name]
        elif method != "GET":
            name = body["metadata"]["name"]
            self._crds[name] = {**body, "metadata": {"name": name, "resourceVersion": "1"}}
        if method != "GET":
            self.told.append(f"{method} {name}")
        return Answer(200, self._crds.get(name)) if name in self._crds or method == "DELETE" else Answer(404, {})

    def _group(self) -> Json:
        resources = [{"resource": crd["spec"]["names"]["plural"]} for crd in self._crds.values()]
        return {"metadata": {"name": "example.test"}, "versions": [{"version": "v1", "resources": resources}]}

    def must(self, method: str, path: str, body: Any = None) -> Any:
        return self(method, path, body).body

    def look_after_new_kinds(self) -> None:
        self.told.append("look after new kinds")

    def await_work(self) -> None:
        self.told.append("await work")


def told(*steps: list[Json]) -> list[str]:
    """Return what happens when the last of these sets of CRDs is installed after the others."""
    server = Server()
    definitions = Definitions(server, lambda *_: None, server, shared=False)  # type: ignore[arg-type]
    for crds in steps:
        server.told.clear()
        definitions.install(crds, keep_objects=False)
    return server.told


def test_controllers_are_told_of_a_kind_that_is_new() -> None:
    assert told([WIDGETS])[-2:] == ["POST widgets.example.test", "look after new kinds"]
    assert told([WIDGETS], [WIDGETS]) == []


def test_a_kind_goes_only_when_the_controllers_work() -> None:
    assert told([WIDGETS, GADGETS], [WIDGETS]) == ["await work", "DELETE gadgets.example.test"]


def test_a_kind_that_comes_back_is_new() -> None:
    assert told([WIDGETS, GADGETS], [WIDGETS], [WIDGETS, GADGETS])[-1] == "look after new kinds"


def test_a_kind_is_gone_when_the_server_no_longer_serves_it() -> None:
    server = Server(late=2)
    definitions = Definitions(server, lambda *_: None, server, shared=False)  # type: ignore[arg-type]
    definitions.install([WIDGETS, GADGETS], keep_objects=False)
    definitions.install([WIDGETS], keep_objects=False)
    assert server.late == -1

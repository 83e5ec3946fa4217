"""Random rules on the embedded server and on a real one: equal estimates of their cost. Asked for by `KUBE_API_URL`.

Each rule is repeated in a list whose bound brings the estimate to little above the limit, where the refusal names the
factor with six decimals: the answers prove the estimates. `KIT_FUZZ=1000` compares that many other rules.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.crdcosts import RULE_LIMIT
from enhancement_kit.cluster.embedded.custom import compile_schema

from .conftest import CRDS, Http, Json, crd
from .random_rules import rule, schema

pytestmark = pytest.mark.skipif(
    "KUBE_API_URL" not in os.environ, reason="KUBE_API_URL names no real server (`make real-behaviours` starts one)"
)
WANTED = int(os.environ.get("KIT_FUZZ", "0"))
_BATCH = 10


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Http, Http]]:
    """Provide the embedded server and the real one."""
    cluster = EmbeddedCluster()
    cluster.start()
    token, ca = os.environ.get("KUBE_API_TOKEN", ""), os.environ.get("KUBE_API_CA", "")
    yield Http(cluster.url), Http(os.environ["KUBE_API_URL"], token=token, ca=ca)
    cluster.stop()


def repeated(node: Json) -> Json:
    """Return a list of nodes, of as many that their rule costs little more than it may."""
    compiled = compile_schema({"type": "object", "properties": {"a": node}})
    own = compiled.costs.rules[id(compiled.schema.properties["a"])][0].rule
    count = -(-RULE_LIMIT // own) if own else 1
    return {"type": "array", "maxItems": max(count + (own * count == RULE_LIMIT), 1), "items": node}


def answer(http: Http, fields: Json) -> dict[str, list[str]]:
    """Return the errors of a definition by the field of the batch."""
    definition = crd({"type": "object", "properties": fields}, plural="trials", kind="Trial")
    reply = http("POST", f"{CRDS}?dryRun=All", definition)
    out: dict[str, list[str]] = {}
    for cause in (reply.body.get("details") or {}).get("causes") or [] if isinstance(reply.body, dict) else []:
        if "contributed to" in cause["message"]:
            continue  # which of several equal ones are named is chance on the real server
        place = str(cause["field"]).partition("properties[spec].properties[")[2].partition("]")[0]
        out.setdefault(place, []).append(f"{cause['field']}: {cause['message']}")
    return {k: sorted(v) for k, v in out.items()}


def differences(servers: tuple[Http, Http], seed: int, depth: int) -> list[Any]:
    """Return the rules of a batch with unequal answers, and those. Those that either does not compile are left out."""
    rand = random.Random(seed)
    fields = {}
    for n in range(_BATCH):
        node = schema(rand)
        node["x-kubernetes-validations"] = [{"rule": rule(rand, depth)}]
        fields[f"f{n}"] = repeated(node)
    here, real = (answer(http, fields) for http in servers)
    rules = {k: node["items"]["x-kubernetes-validations"][0]["rule"] for k, node in fields.items()}
    return [
        (rules.get(k, ""), here.get(k), real.get(k), fields.get(k))
        for k in sorted({*here, *real})
        if here.get(k) != real.get(k)
        and not re.search("(compilation|instantiation) failed", f"{here.get(k)}{real.get(k)}")
    ]


@pytest.mark.parametrize("number", range((WANTED or 300) // _BATCH))
def test_random_rules_cost_the_same(servers: tuple[Http, Http], number: int) -> None:
    """Both servers answer each rule with the same factor."""
    seed = (random.randrange(2**31) if WANTED else 0) + number
    found = differences(servers, seed, 1 + number % 4)
    assert not found, f"seed {seed}: {found}"

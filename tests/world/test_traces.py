"""Differences between two platforms: what counts, and how it is printed."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.interface import Call
from enhancement_kit.world.traces import Comparison, Trace, summary, trace

WRITTEN = [{"manager": "operator"}]


def config_map(uid: str, data: dict[str, Any], manager: str = "operator") -> dict[str, Any]:
    meta = {"name": "m", "namespace": "n", "uid": uid, "resourceVersion": uid, "managedFields": [{"manager": manager}]}
    return {"kind": "ConfigMap", "metadata": meta, "data": data}


def event(message: str) -> dict[str, Any]:
    about = {"kind": "Node", "name": "x"}
    return {
        "kind": "Event",
        "metadata": {"name": "e", "managedFields": WRITTEN},
        "involvedObject": about,
        "type": "Warning",
        "reason": "R",
        "message": message,
    }


def compared(one: list[dict[str, Any]], other: list[dict[str, Any]], calls: list[Call] | None = None) -> Comparison:
    return Comparison(trace("None", one, [], ["operator"]), trace("External", other, calls or [], ["operator"]))


def test_identities_and_other_writers_do_not_count() -> None:
    foreign = config_map("3", {"k": "other"}, "kit")
    assert compared([config_map("1", {"k": "v"})], [config_map("2", {"k": "v"}), foreign]).differences() == []


def test_the_status_that_only_others_write_does_not_count() -> None:
    def deployment(text: str, *managers: str) -> dict[str, Any]:
        made = config_map("1", {"k": "v"})
        status = [{"manager": manager, "subresource": "status"} for manager in managers]
        made["metadata"]["managedFields"] += status
        return {**made, "status": {"conditions": [{"type": "Progressing", "message": text}]}}

    controller = [deployment(f"ReplicaSet d-{mark} has progressed", "kube-controller-manager") for mark in ("a", "b")]
    assert compared(controller[:1], controller[1:]).differences() == []
    for managers in ((), ("operator",), ("kube-controller-manager", "operator")):
        assert compared([deployment("a", *managers)], [deployment("b", *managers)]).differences() == [
            "ConfigMap n/m status.conditions[Progressing].message: a on None, b on External"
        ]


def test_a_difference_names_object_path_and_both_values() -> None:
    found = compared([config_map("1", {"k": "v"})], [config_map("2", {"k": "w", "more": "x"})]).differences()
    assert found == [
        "ConfigMap n/m data.k: v on None, w on External",
        "ConfigMap n/m data.more: missing on None, x on External",
    ]


def test_texts_of_many_lines_are_compared_by_line() -> None:
    found = compared([config_map("1", {"k": "a\nb"})], [config_map("2", {"k": "a\nc"})]).differences()
    assert found == [
        "ConfigMap n/m data.k, line b: there on None, missing on External",
        "ConfigMap n/m data.k, line c: missing on None, there on External",
    ]


def test_a_message_may_name_its_own_platform() -> None:
    assert compared([event("not for platform None")], [event("not for platform External")]).differences() == []
    found = compared([event("scope None")], [event("scope External")]).differences()
    assert found[0] == "Warning event R on Node x (scope External): missing on None, there on External"


def test_calls_are_compared_in_order() -> None:
    call = Call(1, "operator", "route53", "ListHostedZones", {}, "us-east-1", "https://x")
    assert compared([], [], [call]).differences() == ["AWS calls: none on None; route53 ListHostedZones on External"]


def test_a_long_list_is_cut() -> None:
    many = Trace("None", {f"f{n:02}": "x" for n in range(20)}, ())
    text = summary(Comparison(many, Trace("External", {}, ())).differences())
    assert text.startswith("f00: x on None, missing on External; f01")
    assert text.endswith("; and 8 more")

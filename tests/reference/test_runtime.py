"""The loop that settles: fixed points, retries, virtual time, errors that name the writers; events and logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from enhancement_kit.reference.runtime import (
    AlreadyExists,
    Cache,
    ComponentLog,
    Conflict,
    Controller,
    NeverSettled,
    NotFound,
    ReconcileError,
    Recorder,
    Result,
    Runner,
    Store,
    Watch,
)
from enhancement_kit.reference.runtime.controller import Keys, own_name
from enhancement_kit.reference.runtime.resources import EVENT, SERVICE

from .memory import MemoryApi, VirtualClock


class Lab:
    """A runner with one controller on Services."""

    def __init__(self, reconcile: Callable[[Lab, str], Result], keys: Keys = own_name) -> None:
        self.api, self.clock, self.cache = MemoryApi(), VirtualClock(), Cache()
        self.admin = Store(self.api, "admin")
        self.store = Store(self.api, "worker", self.cache)
        self.log = ComponentLog(self.clock, "worker")
        self.calls: list[str] = []

        def act(key: str) -> Result:
            self.calls.append(key)
            return reconcile(self, key)

        self.runner = Runner(
            self.store,
            self.cache,
            self.clock,
            [Controller("services", (Watch(SERVICE, keys),), act, self.log)],
        )

    def service(self, name: str = "one", **spec: Any) -> dict[str, Any]:
        return self.admin.create(SERVICE, {"metadata": {"name": name, "namespace": "ns"}, "spec": spec})

    def write(self, name: str, **spec: Any) -> None:
        self.store.patch(SERVICE, {"metadata": {"name": name, "namespace": "ns"}}, {"spec": spec})


def idle(_: Lab, __: str) -> Result:
    return Result()


def restless(lab: Lab, _: str) -> Result:
    lab.write("one", n=len(lab.calls))
    return Result()


def same_write(lab: Lab, _: str) -> Result:
    lab.write("one", n=1)
    return Result()


def test_runs_until_nothing_changes() -> None:
    def count_up(lab: Lab, key: str) -> Result:
        obj = lab.store.get(SERVICE, *key.split("/"))
        if obj["spec"]["n"] < 3:
            lab.write(obj["metadata"]["name"], n=obj["spec"]["n"] + 1)
        return Result()

    lab = Lab(count_up)
    lab.service(n=0)
    lab.runner.settle()
    assert lab.admin.get(SERVICE, "ns", "one")["spec"]["n"] == 3
    lab.calls.clear()
    lab.runner.settle()
    assert lab.calls == []


def test_a_loop_without_end_names_object_and_writer() -> None:
    lab = Lab(restless)
    lab.service(n=0)
    with pytest.raises(NeverSettled, match=r"Service ns/one \(\d+ writes by worker\)"):
        lab.runner.settle()


def test_a_write_that_changes_nothing_is_no_change() -> None:
    lab = Lab(same_write)
    lab.service(n=0)
    lab.runner.settle()
    assert len(lab.calls) == 2


def test_a_failed_key_is_tried_again_only_after_a_change() -> None:
    def second_needs_first(lab: Lab, key: str) -> Result:
        first = lab.store.get(SERVICE, "ns", "z-first")
        if key == "ns/z-first":
            lab.write("z-first", ready=True)
        elif not first["spec"].get("ready"):
            raise ReconcileError("not ready")
        return Result()

    lab = Lab(second_needs_first)
    lab.service("a-second")
    lab.service("z-first")
    lab.runner.settle()
    assert lab.calls.count("ns/a-second") == 2
    assert any("not ready" in line and 'object="ns/a-second"' in line for line in lab.log.lines)


def test_a_hopeless_key_is_tried_once_in_each_settle() -> None:
    def refuse(lab: Lab, key: str) -> Result:
        raise ReconcileError("never")

    lab = Lab(refuse)
    lab.service()
    for expected in (1, 2, 3):
        lab.runner.settle()
        assert len(lab.calls) == expected


def test_recovers_once_the_world_outside_has_changed() -> None:
    external = {"ok": False}

    def depends(lab: Lab, key: str) -> Result:
        if not external["ok"]:
            raise ReconcileError("AWS says no")
        return Result()

    lab = Lab(depends)
    lab.service()
    lab.runner.settle()
    external["ok"] = True
    lab.runner.settle()
    lab.runner.settle()
    assert len(lab.calls) == 2


def test_due_keys_run_in_order_of_time() -> None:
    seen: list[tuple[str, float]] = []

    def periodic(lab: Lab, key: str) -> Result:
        seen.append((key, (lab.clock.now() - start).total_seconds()))
        return Result(requeue_after=20 if key == "ns/slow" else 15)

    lab = Lab(periodic)
    start = lab.clock.now()
    lab.service("slow")
    lab.service("fast")
    lab.runner.settle()
    seen.clear()
    lab.runner.advance(45)
    assert seen == [("ns/fast", 15), ("ns/slow", 20), ("ns/fast", 30), ("ns/slow", 40), ("ns/fast", 45)]
    assert (lab.clock.now() - start).total_seconds() == 45


def test_a_deleted_object_wakes_its_key() -> None:
    lab = Lab(idle)
    obj = lab.service()
    lab.runner.settle()
    lab.admin.delete(SERVICE, obj)
    lab.calls.clear()
    lab.runner.settle()
    assert lab.calls == ["ns/one"]


def test_a_restarted_controller_sees_everything_anew() -> None:
    lab = Lab(idle)
    lab.service()
    lab.runner.settle()
    lab.calls.clear()
    lab.runner.replace(lab.runner.controllers)
    lab.runner.settle()
    assert lab.calls == ["ns/one"]


def test_errors_are_typed_and_carry_the_servers_message() -> None:
    lab = Lab(idle)
    old = lab.service(n=0)
    with pytest.raises(AlreadyExists, match='"one" already exists'):
        lab.service()
    lab.write("one", n=1)
    with pytest.raises(Conflict, match="has been modified"):
        lab.store.update(SERVICE, old)
    with pytest.raises(NotFound, match="not found"):
        lab.admin.get(SERVICE, "ns", "other")


def test_repeated_events_are_counted() -> None:
    lab = Lab(idle)
    about = {**lab.service(), "kind": "Service", "apiVersion": "v1"}
    recorder = Recorder(lab.store, lab.clock, "service-controller")
    recorder.event(about, "Normal", "Done", "text")
    lab.clock.advance(10)
    recorder.event(about, "Normal", "Done", "text")
    recorder.event(about, "Warning", "Failed", "other text")
    events = lab.admin.fetch_list(EVENT, "ns")
    assert [(e["reason"], e["count"]) for e in events] == [("Done", 2), ("Failed", 1)]
    assert events[0]["firstTimestamp"] == "2024-04-10T00:20:00Z"
    assert events[0]["lastTimestamp"] == "2024-04-10T00:20:10Z"
    assert events[0]["source"] == {"component": "service-controller"}


def test_events_do_not_count_as_changes() -> None:
    def talkative(lab: Lab, key: str) -> Result:
        about = {**lab.store.get(SERVICE, *key.split("/")), "kind": "Service"}
        Recorder(lab.store, lab.clock, "x").event(about, "Normal", "Seen", f"call {len(lab.calls)}")
        raise ReconcileError("still failing")

    lab = Lab(talkative)
    lab.service()
    lab.runner.settle()
    assert len(lab.calls) == 1


def test_a_log_entry_stays_one_line() -> None:
    log = ComponentLog(VirtualClock(), "worker")
    log.error("went wrong", error='two\nlines and "quotes"')
    assert len(log.lines[0].splitlines()) == 1
    assert log.lines[0].startswith('E0410 00:20:00.000000 worker] "went wrong" error="two\\nlines')


def test_what_a_reconcile_saw_does_not_wake_it_again() -> None:
    """Check that an object made in the same round, before the queued controller runs, causes one call and not two."""
    api, clock, cache = MemoryApi(), VirtualClock(), Cache()
    store = Store(api, "worker", cache)
    log = ComponentLog(clock, "worker")
    calls: list[tuple[str, bool]] = []

    def maker(key: str) -> Result:
        if store.find(SERVICE, *key.split("/")) is None:
            store.create(SERVICE, {"metadata": {"name": "one", "namespace": "ns"}, "spec": {}})
        return Result()

    def watcher(key: str) -> Result:
        calls.append((key, store.find(SERVICE, *key.split("/")) is not None))
        return Result()

    watches = (Watch(SERVICE, own_name),)
    controllers = [Controller("maker", watches, maker, log), Controller("watcher", watches, watcher, log)]
    runner = Runner(store, cache, clock, controllers)
    admin = Store(api, "admin")
    made = admin.create(SERVICE, {"metadata": {"name": "one", "namespace": "ns"}, "spec": {}})
    runner.settle()
    admin.delete(SERVICE, made)
    calls.clear()
    runner.settle()
    assert calls == [("ns/one", True)]


@pytest.mark.parametrize("number", [10, 100])
def test_an_object_is_looked_at_as_often_among_many_as_among_few(number: int) -> None:
    looked = 0

    def counting(obj: Mapping[str, Any]) -> tuple[str, ...]:
        nonlocal looked
        looked += 1
        return own_name(obj)

    def write_once(lab: Lab, key: str) -> Result:
        lab.write(key.partition("/")[2], n=1)
        return Result()

    lab = Lab(write_once, counting)
    for index in range(number):
        lab.service(f"s-{index}")
    lab.runner.settle()
    assert looked / number <= 8

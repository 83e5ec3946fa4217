"""The deterministic loop: run reconcilers until nothing changes any more, with virtual time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from .api import Cache, Store
from .controller import Controller
from .errors import ApiError, NeverSettled, ReconcileError
from .resources import Resource
from .unseen import Unseen

ROUNDS = 50
"""More rounds than any chain of causes among these reconcilers needs, by far."""

Job = tuple[int, str]
"""Index of a controller, key."""


class Runner:
    """Runs controllers to a fixed point, in the order they were given and of their keys."""

    def __init__(self, store: Store, cache: Cache, clock: Any, controllers: Sequence[Controller]) -> None:
        """Run `controllers`, which share `cache`; `store` is used to list what they watch."""
        self._store = store
        self._cache = cache
        self._clock = clock
        self.controllers = list(controllers)
        self._unseen = [Unseen(controller, cache) for controller in self.controllers]
        self._queue: set[Job] = {(i, key) for i, c in enumerate(self.controllers) for key in c.always}
        self._failed: dict[Job, int] = {}
        """Failed jobs with the number of writes there were when they failed."""
        self._due: dict[Job, datetime] = {}

    def replace(self, controllers: Sequence[Controller]) -> None:
        """Replace controllers by others of the same names, as a restart does: the new ones see every object anew."""
        by_name = {controller.name: controller for controller in controllers}
        for index, old in enumerate(self.controllers):
            new = by_name.get(old.name)
            if new is None:
                continue
            self.controllers[index] = new
            self._unseen[index] = Unseen(new, self._cache)
            for jobs in (self._queue, self._failed, self._due):
                for job in [job for job in jobs if job[0] == index]:
                    jobs.discard(job) if isinstance(jobs, set) else jobs.pop(job)
            self._queue.update((index, key) for key in new.always)

    def settle(self) -> None:
        """Run until a fixed point.

        A failed key is tried again as long as anything changed since it failed; one that failed before this call
        is tried once in any case, since AWS may have changed. Raises NeverSettled.
        """
        self._list(self._watched())
        self._due_now()
        self._run(retry_all=True)

    def advance(self, seconds: float) -> None:
        """Let time pass: run what falls due on the way, in order of time, then settle. Raises NeverSettled."""
        end = self._clock.now() + timedelta(seconds=seconds)
        # earlier changes are reconciled before time passes
        self._list(self._watched())
        self._run(retry_all=False)
        while self._due and (moment := min(self._due.values())) <= end:
            ahead = (moment - self._clock.now()).total_seconds()
            if ahead > 0:
                self._clock.advance(ahead)
            self._due_now()
            self._run(retry_all=False)
        rest = (end - self._clock.now()).total_seconds()
        if rest > 0:
            self._clock.advance(rest)
        self.settle()

    def _watched(self) -> list[Resource]:
        return sorted({watch.resource for controller in self.controllers for watch in controller.watches})

    def _list(self, resources: Sequence[Resource]) -> None:
        for resource in resources:
            try:
                self._cache.replace(resource, self._store.fetch_list(resource))
            except ApiError as error:
                if error.code != 404:
                    raise
                # the kind is not served (its CRD is not installed): there are no such objects
                self._cache.replace(resource, ())

    def _due_now(self) -> None:
        now = self._clock.now()
        for job in [job for job, moment in self._due.items() if moment <= now]:
            del self._due[job]
            self._queue.add(job)

    def _run(self, *, retry_all: bool) -> None:
        """Run rounds until the queue stays empty. `retry_all`: failed keys of earlier calls get one try."""
        untried = dict(self._failed) if retry_all else {}
        self._cache.written.clear()
        for number in range(ROUNDS):
            if number == ROUNDS // 2:
                # whoever still writes from here on causes the endless loop; the ordinary work is done
                self._cache.written.clear()
            self._list(sorted(self._cache.stale))
            self._enqueue_changes()
            for job, writes in self._failed.items():
                if writes != self._cache.writes:
                    self._queue.add(job)
            if not self._queue:
                self._queue.update(job for job in untried if job in self._failed)
                if not self._queue:
                    return
            jobs = sorted(self._queue)
            self._queue.clear()
            for job in jobs:
                untried.pop(job, None)
                self._reconcile(job)
        raise NeverSettled(self._complaint())

    def _reconcile(self, job: Job) -> None:
        controller, key = self.controllers[job[0]], job[1]
        self._failed.pop(job, None)
        self._due.pop(job, None)
        self._note_changes()
        self._unseen[job[0]].show(key)
        try:
            result = controller.reconcile(key)
        except (ReconcileError, ApiError) as error:
            controller.log.error("Reconciler error", controller=controller.name, object=key, error=error)
            self._failed[job] = self._cache.writes
            return
        if result.requeue_after is not None:
            self._due[job] = self._clock.now() + timedelta(seconds=result.requeue_after)

    def _note_changes(self) -> None:
        for place in self._cache.take_changes():
            for unseen in self._unseen:
                unseen.note(place)

    def _enqueue_changes(self) -> None:
        self._note_changes()
        for index, unseen in enumerate(self._unseen):
            self._queue.update((index, key) for key in unseen.take())

    def _complaint(self) -> str:
        counts = Counter(self._cache.written)
        tail: Mapping[tuple[str, str], int] = dict(counts.most_common(5))
        named = ", ".join(f"{what} ({count} writes by {writer})" for (writer, what), count in tail.items())
        failing = ", ".join(f"{self.controllers[i].name} {key}" for i, key in sorted(self._failed)[:5])
        text = f"the reference did not settle within {ROUNDS} rounds; objects that keep changing: {named or 'none'}"
        return text + (f"; keys that keep failing: {failing}" if failing else "")

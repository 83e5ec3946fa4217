"""Run plain mutants of the embedded API's validation against the recorded behaviours, and show what no row notices.

Run: python -m tests.cluster.mutants [PATTERN] [--sample N] [--seed S] [--jobs N]

A plain mutant is a small change of the source that nobody chose (`enhancement_kit/mutation/plain`). Each gets a child
process, which imports the embedded API with the change and asks it the rows that execute the changed place, until one
answer is another than the recorded one. Nothing is written into the working tree. Exit code 1: fewer are killed than
the bar allows, or `equivalent_mutants.yaml` is wrong. 130: Ctrl-C, SIGTERM or a closed terminal has ended it.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

from enhancement_kit.local import ending
from enhancement_kit.mutation.plain import bars, children, drawing, equivalents, loading
from enhancement_kit.mutation.plain.children import Child, Ended
from enhancement_kit.mutation.plain.coverage import Coverage, Mentions, Scenario, concerned, executing
from enhancement_kit.mutation.plain.judging import EQUIVALENT, KILLED, SURVIVED, UNEXECUTED, Judgement, Score, judge
from enhancement_kit.mutation.plain.recording import Recorder
from enhancement_kit.mutation.plain.running import Run

from . import behaviours
from .conftest import USERS, Http, Json, Reply

ROOT = Path(__file__).parents[2]
PACKAGE = "enhancement_kit.cluster.embedded"
MODULES = (
    *("schema/*", "crdvalidation.py", "crdschemas.py", "objectmeta.py", "fielderrors.py", "applying.py"),
    *("managedfields.py", "patches.py", "labelselectors.py", "selectors.py", "decoding.py", "operations.py"),
    *("writes.py", "custom.py", "crdconversion.py", "crdprinting.py", "jsonpatches.py"),
)
"""The modules that decide what is valid, and what is told about it."""
RBAC = "rbac"
EQUIVALENTS = Path(__file__).with_name("equivalent_mutants.yaml")
BAR = 91.0
"""The least share of mutants that rows have to notice, in percent; equivalent ones do not count.

The goal is 95. This is what a sample has reached: raise it with every survivor that is dealt with, and never lower it.
"""
PATIENCE = 20.0
"""Seconds of processor time for a start and for each row."""
NAME = "validation"


class Direct(Http):
    """Requests that need no socket, to a cluster in this process."""

    def __init__(self, cluster: Any) -> None:
        super().__init__(cluster.url, token=cluster.token or "")
        self._pool = cluster.client(self.manager).rest_client.pool_manager

    def _send(self, method: str, path: str, data: bytes | None, headers: dict[str, str]) -> Reply:
        answer = self._pool.request(method, self.url + path, body=data, headers=headers)
        return self._reply(answer.status, answer.data, answer.headers)


class Table:
    """The rows of all behaviours by name, each a check of one server."""

    def __init__(self) -> None:
        self.rows: dict[str, Callable[[Server], bool]] = {}
        for authorization in ("", RBAC):
            for name, row in behaviours.rows("behaviours", authorization):
                # a watch waits for a second, and is no validation
                if not any(exchange["ask"].startswith("WATCH") for exchange in row["exchanges"]):
                    self.rows[f"behaviour {name}"] = partial(Server.behaves, row=row, authorization=authorization)
        for name, row in behaviours.rows("definitions"):
            self.rows[f"definition {name}"] = partial(Server.defines, row=row)
        self.batches = behaviours.batches()
        for number, batch in enumerate(self.batches):
            for place, (name, row) in enumerate(batch):
                self.rows[f"sample {name}"] = partial(Server.keeps, number=number, place=place, row=row)


class Server:
    """New servers of the modules that are imported now: one that lets everybody do everything, and one that judges."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._installed: set[int] = set()
        self._clusters: dict[str, tuple[Any, Direct]] = {}
        self.http = self.of("")

    def of(self, authorization: str) -> Direct:
        """Return how to ask the server with this authorization, which starts when it is asked for."""
        if authorization not in self._clusters:
            cluster = _cluster(authorization)
            cluster.start()
            http = Direct(cluster)
            self._clusters[authorization] = cluster, http
            behaviours.install(http, behaviours.fixed_crds())
        return self._clusters[authorization][1]

    def stop(self) -> None:
        """Let the ports go."""
        for cluster, _ in self._clusters.values():
            cluster.stop()

    def behaves(self, row: Json, authorization: str) -> bool:
        """Check a row of `behaviours`."""
        http = self.of(authorization)
        teller = behaviours.Teller(http, behaviours.namespace_for(http, "behaviour"))
        fits = not any(teller.tell(exchange) for exchange in row["exchanges"])
        teller.close()
        return fits

    def defines(self, row: Json) -> bool:
        """Check a row of `definitions`."""
        return behaviours.definition_answer(self.http, row) == row["answer"]

    def keeps(self, number: int, place: int, row: Json) -> bool:
        """Check a row of `samples`."""
        if number not in self._installed:
            self._installed.add(number)
            behaviours.install(self.http, [behaviours.samples_crd(number, self._table.batches[number])])
        wanted = [{k: s[k] for k in ("stored", "refused") if k in s} for s in (row, *row.get("changes", ()))]
        return behaviours.tell_sample(self.http, "default", number, place, row) == wanted


def _cluster(authorization: str) -> Any:
    package = importlib.import_module(PACKAGE)
    if not authorization:
        return package.EmbeddedCluster()
    user = importlib.import_module(f"{PACKAGE}.users").User
    users = {token: user(known.name, known.uid, known.groups) for token, known in USERS.items()}
    return package.EmbeddedCluster(authorization=authorization, tokens=users)


def sources() -> list[drawing.Source]:
    """Return the modules of the embedded API."""
    return drawing.read_sources(ROOT.joinpath(*PACKAGE.split(".")), PACKAGE)


def record(found: Sequence[drawing.Source], table: Table) -> Coverage:
    """Run every row once, and note what it executes. Raises SystemExit where one is red."""
    recorder = Recorder()
    codes = {source.module: recorder.code(source) for source in found}
    scenarios, red = [], []
    with recorder.at_work(), loading.replaced(found, codes):
        with recorder.caches():
            for source in found:
                importlib.import_module(source.module)
        server = Server(table)
        imported = recorder.seen()
        for name, check in table.rows.items():
            recorder.start()
            before = time.process_time()
            if not check(server):
                red.append(name)
            seconds = time.process_time() - before
            scenarios.append(Scenario(name, seconds, sum(1 << number for number in recorder.seen())))
        server.stop()
    if red:
        sys.exit("the embedded API answers these otherwise without any mutant:\n  " + "\n  ".join(red))
    return Coverage(recorder.names, sum(1 << number for number in imported), scenarios)


@dataclass(frozen=True)
class Work:
    """What every child is forked with."""

    sources: Sequence[drawing.Source]
    codes: Mapping[str, CodeType]
    table: Table


def ask(work: Work, mutant: drawing.Plain, rows: Sequence[str], child: Child) -> None:
    """Ask a server with a mutant these rows, in a child, until one is red."""
    child.step(PATIENCE)
    with loading.replaced(work.sources, {**work.codes, mutant.source.module: mutant.code()}):
        try:
            server = Server(work.table)
        except Exception as error:
            child.tell({"red": "", "reason": f"it does not start: {type(error).__name__}: {error}"})
            return
        for name in rows:
            child.step(PATIENCE)
            child.tell({"runs": name})
            try:
                fits = work.table.rows[name](server)
            except Exception as error:
                child.tell({"red": name, "reason": f"{type(error).__name__}: {error}"})
                return
            if not fits:
                child.tell({"red": name, "reason": "another answer"})
                return
    child.tell({"green": len(rows)})


def result(ended: Ended) -> dict[str, Any]:
    """Say how a mutant ended."""
    last = ended.messages[-1] if ended.messages else {}
    ran = sum("runs" in message for message in ended.messages)
    if "green" in last:
        return {"verdict": SURVIVED, "ran": ran}
    by, reason = last.get("red", last.get("runs", "")), last.get("reason", last.get("broken", "no end in its time"))
    return {"verdict": KILLED, "by": by, "state": "failed", "reason": reason, "ran": ran}


def run(mutants: Sequence[drawing.Plain], jobs: int) -> Run:
    """Run mutants, each in the rows that it concerns."""
    found, table = sources(), Table()
    behaviours.PATIENCE = 0.0  # the stand-ins act within the request
    coverage, mentions = record(found, table), Mentions.of(found)
    out, queue = Run(), []
    work = Work(found, loading.compiled(found), table)
    for mutant in mutants:
        out.executed[mutant.id] = executing(mutant, coverage, mentions)
        out.concerned[mutant.id] = concerned(mutant, coverage, mentions)
        if out.concerned[mutant.id]:
            queue.append((mutant.id, partial(ask, work, mutant, [s.id for s in out.concerned[mutant.id]])))
        elif out.executed[mutant.id]:
            out.results[mutant.id] = {"verdict": SURVIVED, "ran": 0}
    children.alone()
    begun = told = time.monotonic()
    with contextlib.closing(children.run_all(queue, jobs)) as run:
        for number, ended in enumerate(run, start=1):
            out.results[ended.key] = result(ended)
            if time.monotonic() - told >= 20:
                told = time.monotonic()
                print(f"{number} of {len(queue)} mutants, {told - begun:.0f} s", file=sys.stderr, flush=True)
    return out


def wanted(drawn: Sequence[drawing.Plain], pattern: str) -> list[drawing.Plain]:
    """Return the mutants of the modules in MODULES, or those that a pattern names."""
    return drawing.chosen(drawn, ",".join(MODULES) if pattern == "all" else pattern)


def report(judgement: Judgement, *, sample: bool) -> Iterator[str]:
    """Yield the lines that are printed at the end but for what is wrong."""
    for verdict in judgement.of(SURVIVED, UNEXECUTED):
        yield f"{verdict.verdict.upper() if verdict.verdict == SURVIVED else 'UNEXECUTED'} {verdict.text}"
    by_module: dict[str, Score] = {}
    for verdict in judgement.verdicts:
        by_module.setdefault(verdict.mutant.source.path, Score()).counts[verdict.verdict] += 1
    for path, score in sorted(by_module.items()):
        yield f"    {path}: {score.percent:.0f} %, {score.counts[KILLED]} of {score.judged}"
    whole = total(judgement)
    kind = "of a sample" if sample else "of all"
    yield (
        f"{whole.percent:.1f} % {kind}: {whole.counts[KILLED]} of {whole.judged} killed, {whole.counts[SURVIVED]} "
        f"survived, {whole.counts[UNEXECUTED]} executed by no row, {whole.counts[EQUIVALENT]} equivalent"
    )


def total(judgement: Judgement) -> Score:
    """Return the numbers of all modules together."""
    return Score(Counter(verdict.verdict for verdict in judgement.verdicts))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the mutants; return 1 where too many survive or the list of equivalent ones is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pattern", nargs="?", default="all", help="modules or ids (shell patterns, comma-separated)")
    parser.add_argument("--sample", type=int, default=0, help="run so many, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    drawn = drawing.draw(sources())
    chosen = wanted(drawn, options.pattern)
    mutants = drawing.sample(chosen, options.sample, options.seed) if options.sample else chosen
    listed = equivalents.read_equivalents(EQUIVALENTS, ROOT)
    judgement = judge(mutants, run(mutants, options.jobs), listed, ())
    sample = len(mutants) < len(chosen)
    print("\n".join(report(judgement, sample=sample)))
    wrong = [*equivalents.unknown(listed, drawn), *judgement.findings]
    low = bars.below({NAME: total(judgement)}, {NAME: BAR}, sample=sample) if options.pattern == "all" else []
    for line in [*map(str, wrong), *low]:
        print(line)
    return 1 if wrong or low else 0


if __name__ == "__main__":
    sys.exit(ending.run(main))

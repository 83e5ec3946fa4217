"""Compare the embedded API server with a real kube-apiserver by random requests.

Each session creates an object of some kind and sends a handful of further requests about it, valid and wrong ones, to
both servers. Where an answer differs, the session is made as small as possible and printed as a row of
tests/cluster/behaviours, with the real server's answers: paste it into a file there, and mend the embedded server.
Equal differences are printed once, the most frequent first. The last line says how many requests were sent, how many
answers were alike, and how many differed in known and in unknown ways; --output saves the same and all rows as JSON,
of which `tools/write_embedded_api.py` makes a table.

The same seed sends the same requests. The real server is the one that `make control-plane` has built, started for the
run; KUBE_API_URL, KUBE_API_TOKEN and KUBE_API_CA name another one, whose definitions in the group example.test are
replaced. Ctrl-C, SIGTERM and a closed terminal end the run, which prints what was found.

Exit code 0: no difference but those of known.yaml (each with its reason), and these are few. 1: others, or many. 3: a
server does not start. 130: the run was ended before it could compare.

examples:
  python -m tests.cluster.differences --requests 2000            what `make differences` runs
  python -m tests.cluster.differences --seed 7 --seconds 300     other requests, for five minutes
  python -m tests.cluster.differences --kinds Job,CronJob        about two kinds only
  python -m tests.cluster.differences --session 42               one session alone, every answer shown
  python -m tests.cluster.differences --output differential.json   save what was counted and found
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import sys
import time
from itertools import count
from pathlib import Path
from random import Random
from typing import TextIO

import yaml

from enhancement_kit.errors import HarnessError
from enhancement_kit.local import ending

from ..conftest import Json
from .doors import both_servers
from .grammar import session
from .kinds import Kind, load
from .playing import Found, Player

KNOWN = Path(__file__).with_name("known.yaml")


def known(signature: str, entries: list[Json]) -> Json | None:
    """Return the entry of the known differences that a signature fits."""
    return next((entry for entry in entries if re.search(entry["match"], signature)), None)


def _arguments() -> argparse.Namespace:
    text = __doc__ or ""
    parser = argparse.ArgumentParser(
        prog="python -m tests.cluster.differences",
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1, help="which requests are sent (1)")
    parser.add_argument("--requests", type=int, default=2000, help="end after so many requests (2000)")
    parser.add_argument("--seconds", type=float, help="end after so many seconds, whatever --requests says")
    parser.add_argument("--kinds", default="", help="only about these kinds, by commas")
    parser.add_argument("--session", type=int, help="play only the session of this number, and show its answers")
    parser.add_argument("--alike", type=float, default=0.9, help="the share that has to be answered alike (0.9)")
    parser.add_argument("--shrink", type=float, default=60, help="seconds to spend on making sessions small (60)")
    parser.add_argument("--output", type=Path, help="save the counts and the rows to this file, as JSON")
    parser.add_argument("--all", action="store_true", help="print known differences, too")
    return parser.parse_args()


def chosen(kinds: list[Kind], wanted: str) -> list[Kind]:
    """Return the kinds with these names. Raises HarnessError where there is none."""
    names = set(filter(None, wanted.split(",")))
    if unknown := names - {kind.name for kind in kinds}:
        raise HarnessError(f"no such kinds: {', '.join(sorted(unknown))}; see {Path(__file__).with_name('kinds.yaml')}")
    return [kind for kind in kinds if not names or kind.name in names]


def hunt(player: Player, options: argparse.Namespace, found: dict[str, Found], progress: TextIO) -> None:
    """Play sessions until the budget is spent, and collect the differences."""
    started = shown = time.monotonic()
    for number in [options.session] if options.session is not None else count():
        now = time.monotonic()
        spent = now - started >= options.seconds if options.seconds else player.asked >= options.requests
        if spent:
            return
        if now - shown > 5:
            shown = now
            print(f"{player.asked} requests, {player.asked - player.equal} different", file=progress, flush=True)
        requests = session(Random(f"{options.seed} {number}"), player.kinds)
        for i, difference, reply, _ in player.play(requests):
            player.asked += 1
            player.equal += difference is None
            if options.session is not None:
                mark = f"  differs: {difference.real} | {difference.embedded}" if difference else ""
                print(yaml.safe_dump(requests[i], default_flow_style=None, width=116), reply.code, reply.message, mark)
            if difference is None:
                continue
            if one := found.get(difference.signature):
                one.times += 1
            else:
                found[difference.signature] = Found(difference, requests[: i + 1])


def shrink(player: Player, found: list[Found], seconds: float, progress: TextIO) -> None:
    """Make the sessions of differences small, the most frequent first, and record the real server's answers."""
    until = time.monotonic() + seconds
    for n, one in enumerate(found):
        if time.monotonic() > until:
            print(f"{len(found) - n} differences are printed as they were found", file=progress)
            return
        one.session, one.difference = player.smallest(one.session, one.difference)
        one.row = player.row(one.session, one.difference)


def wanted(found: dict[str, Found], entries: list[Json], everything: bool) -> list[Found]:
    """Return the differences to print, the most frequent first: those that are not known, or all."""
    chosen = [one for one in found.values() if everything or known(one.difference.signature, entries) is None]
    return sorted(chosen, key=lambda one: -one.times)


def count_all(player: Player, found: dict[str, Found], entries: list[Json], seed: int) -> Json:
    """Return how many requests were sent, and how their answers compare."""
    total = sum(one.times for one in found.values())
    unknown = sum(one.times for one in wanted(found, entries, False))
    by_kind = {"alike": player.equal, "known": total - unknown, "unknown": unknown}
    return {"seed": seed, "requests": player.asked, **by_kind}


def saved_row(one: Found, entries: list[Json]) -> Json:
    """Return a difference as it is saved."""
    entry = known(one.difference.signature, entries)
    told = {"signature": one.difference.signature, "times": one.times, "reason": entry["reason"] if entry else ""}
    return {**told, "real": one.difference.real, "embedded": one.difference.embedded, "exchanges": one.session}


def report(rows: list[Found], out: TextIO) -> None:
    """Print differences as rows."""
    for one in rows:
        print(f"# {one.times} times; real | embedded:", file=out)
        print(f"#   {one.difference.signature}", file=out)
        for line in filter(None, (one.difference.real, one.difference.embedded)):
            print(f"#   {line[:400]}", file=out)
        row = one.row or {"name": "not made small", "exchanges": one.session}
        text = yaml.safe_dump([row], width=116, sort_keys=False, allow_unicode=True, default_flow_style=None)
        print(text, file=out)


def main() -> int:
    """Compare, and report."""
    options = _arguments()
    # a bug of the embedded server is a difference like any other
    logging.disable(logging.CRITICAL)
    entries = yaml.safe_load(KNOWN.read_text(encoding="utf-8"))
    found: dict[str, Found] = {}
    started = time.monotonic()
    try:
        with both_servers() as (real, embedded):
            player = Player(real, embedded, chosen(load(), options.kinds))
            try:
                hunt(player, options, found, sys.stderr)
                shrink(player, wanted(found, entries, options.all), options.shrink, sys.stderr)
            except KeyboardInterrupt:
                print("interrupted; what was found until then:", file=sys.stderr)
            player.close()
    except HarnessError as error:
        print(error, file=sys.stderr)
        return 3
    report(wanted(found, entries, options.all), sys.stdout)
    counted = count_all(player, found, entries, options.seed)
    print(
        f"{counted['requests']} requests, {counted['alike']} alike, {counted['known']} known, "
        f"{counted['unknown']} unknown, in {time.monotonic() - started:.0f} s",
        file=sys.stderr,
    )
    if options.output:
        saved = {**counted, "rows": [saved_row(one, entries) for one in wanted(found, entries, True)]}
        options.output.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    new = wanted(found, entries, False)
    few = player.equal >= player.asked * options.alike
    if not few:
        print(f"fewer than {options.alike:.0%} of the requests were answered alike", file=sys.stderr)
    return 1 if new or not few else 0


if __name__ == "__main__":
    sys.exit(ending.run(main))

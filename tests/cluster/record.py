"""Write a real kube-apiserver's answers into the behaviours.

Run: python -m tests.cluster.record URL [--token T] [--ca FILE] [--authorization rbac] [--only STEM...]

Requests are kept, answers are replaced. Look at the changes before they are committed: they say what the real server
does, and the embedded one has to follow.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import yaml

from . import behaviours
from .behaviours import install, namespace_for
from .conftest import Http, Json, Reply


def answered(teller: behaviours.Teller, exchange: Json, reply: Reply) -> Json:
    """Return the exchange with the server's answer."""
    asked = ("ask", "token", "headers", "type", "accept", "body", "keep", "eventually")
    out: Json = {k: exchange[k] for k in exchange if k in asked}
    out["code"] = reply.code

    def named(text: str) -> str:
        return _named(teller, text)

    if isinstance(reply.body, dict) and reply.body.get("status") == "Failure":
        out["reason"] = behaviours.at(reply.body, "reason")
        if out["reason"] == behaviours.ABSENT:
            del out["reason"]
    if reply.code >= 400:
        if teller.filled(exchange.get("message", "")) == reply.message:
            out["message"] = exchange["message"]
        elif "holds" in exchange and teller.filled(exchange["holds"]) in reply.message:
            out["holds"] = exchange["holds"]
        else:
            out["message"] = named(reply.message)
    see = exchange.get("see") or ()
    if see:
        wanted = see if isinstance(see, dict) else dict.fromkeys(see)
        out["see"] = {path: _seen(teller, wanted[path], behaviours.at(reply.body, path)) for path in wanted}
    if reply.warnings:
        out["warnings"] = [named(w.removeprefix("299 - ")) for w in reply.warnings]
    return out


def _named(teller: behaviours.Teller, text: str) -> str:
    """Put variables in place of what another run has otherwise."""
    for key, body in teller.kept.items():
        uid = behaviours.at(body, "metadata.uid")
        text = text.replace(uid, f"${{{key}.metadata.uid}}") if uid != behaviours.ABSENT else text
    return text.replace(teller.namespace, "$ns")


def _seen(teller: behaviours.Teller, before: Any, found: Any) -> Any:
    if before is not None and (
        teller.filled(before) == found or (before == behaviours.ANY and found != behaviours.ABSENT)
    ):
        return before
    return json.loads(_named(teller, json.dumps(found)))


def record(http: Http, stem: str, content: Json) -> None:
    """Replace the answers in a file's content."""
    for n, row in enumerate(content.get("behaviours", ())):
        teller = behaviours.Teller(http, namespace_for(http, f"{stem}-{n}"))
        told = []
        for exchange in row["exchanges"]:
            if exchange.get("eventually"):
                # the answer to wait for has to be known: a first guess is written by hand
                wanted = {k: v for k, v in exchange.items() if k != "see" or isinstance(v, dict)}
                teller.tell(wanted)
            told.append(answered(teller, exchange, teller.ask(exchange)))
        row["exchanges"] = told
        teller.close()
    for row in content.get("definitions", ()):
        row["answer"] = behaviours.definition_answer(http, row)


def record_samples(http: Http, contents: dict[str, Json]) -> None:
    """Replace the answers of all samples."""
    for number, batch in enumerate(behaviours.batches(contents)):
        install(http, [behaviours.samples_crd(number, batch)])
        namespace = namespace_for(http, f"samples-{number}")
        for place, (_, row) in enumerate(batch):
            answers = behaviours.tell_sample(http, namespace, number, place, row)
            for key in ("stored", "refused"):
                row.pop(key, None)
            row.update(answers[0])
            for change, answer in zip(row.get("changes", ()), answers[1:], strict=True):
                for key in ("stored", "refused"):
                    change.pop(key, None)
                change.update(answer)


def write(path: Path, content: Json) -> None:
    """Write a file in the format of this tool."""
    text = yaml.safe_dump(content, width=116, sort_keys=False, allow_unicode=True, default_flow_style=None)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Record all files, or those named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("url")
    parser.add_argument("--token", default="")
    parser.add_argument("--ca", default="")
    parser.add_argument("--authorization", default="", help="of the server: only files for such servers are recorded")
    parser.add_argument("--only", nargs="*", help="stems of files")
    options = parser.parse_args()
    http = Http(options.url, token=options.token, ca=options.ca)
    contents = {
        k: v
        for k, v in behaviours.load().items()
        if v.get("authorization", "") == options.authorization and (not options.only or k in options.only)
    }
    install(http, behaviours.fixed_crds())
    for stem, content in contents.items():
        record(http, stem, content)
        write(behaviours.FOLDER / f"{stem}.yaml", content)
    record_samples(http, contents)
    for stem, content in contents.items():
        write(behaviours.FOLDER / f"{stem}.yaml", content)
    print(f"recorded {', '.join(contents)}")


if __name__ == "__main__":
    main()

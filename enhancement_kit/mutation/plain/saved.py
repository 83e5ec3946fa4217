"""The result of a run in a file: what docs/power.md is made of, and what a later run can update."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import jsonschema

from enhancement_kit.errors import UsageError
from enhancement_kit.files.printing import one_line
from enhancement_kit.files.reading import REPORT, Unreadable, read_bytes
from enhancement_kit.files.writing import write_together
from enhancement_kit.files.yaml_nodes import BadYaml, compose
from enhancement_kit.files.yaml_values import plain
from enhancement_kit.mutation.plain.drawing import Plain
from enhancement_kit.mutation.plain.judging import EQUIVALENT, KILLED, NOT_RUN, Judgement

FILE = Path("reports", "plain-mutants.json")
"""The saved run that the documentation shows, in a checkout."""


@dataclass(frozen=True)
class Kept:
    """A mutant that was not killed."""

    id: str
    key: str
    component: str
    verdict: str
    scenarios: int = 0
    telling: int = 0
    requirements: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The key without the path, for lists below the path."""
        return self.key.partition(" in ")[2]


@dataclass
class Saved:
    """A saved run."""

    how: str
    """How it was asked for: pattern, sample, seed, lanes."""
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    """By component and verdict."""
    digests: dict[str, str] = field(default_factory=dict)
    """By module: what its mutants were."""
    kept: list[Kept] = field(default_factory=list)


def _object(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


def _exactly(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "required": list(fields), "properties": fields}


_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}
_KEPT = _exactly(
    {
        **dict.fromkeys(("id", "key", "component", "verdict"), _TEXT),
        **dict.fromkeys(("scenarios", "telling"), _NUMBER),
        "requirements": {"type": "array", "items": _TEXT},
    }
)
_VALIDATOR = jsonschema.Draft202012Validator(
    _exactly(
        {
            "how": _TEXT,
            "counts": _object(_object(_NUMBER)),
            "digests": _object(_TEXT),
            "kept": {"type": "array", "items": _KEPT},
        }
    )
)


def digests(drawn: Iterable[Plain]) -> dict[str, str]:
    """Return a digest of the mutants of each module."""
    found: dict[str, Any] = {}
    for mutant in drawn:
        found.setdefault(mutant.source.path, hashlib.sha256()).update(mutant.key.encode() + b"\0")
    return {path: digest.hexdigest()[:12] for path, digest in found.items()}


def saved(how: str, judgement: Judgement, drawn: Sequence[Plain]) -> Saved:
    """Return what is kept of a run."""
    paths = {verdict.mutant.source.path for verdict in judgement.verdicts}
    return Saved(
        how,
        {name: dict(sorted(score.counts.items())) for name, score in judgement.scores.items()},
        {path: digest for path, digest in digests(drawn).items() if path in paths},
        [
            Kept(v.mutant.id, v.mutant.key, v.mutant.component, v.verdict, v.scenarios, v.telling, v.requirements[:5])
            for v in judgement.verdicts
            if v.verdict not in (KILLED, EQUIVALENT, NOT_RUN)
        ],
    )


def write(file: Path, content: Saved) -> None:
    """Save it. Raises UsageError where that is impossible."""
    try:
        write_together({file: json.dumps(asdict(content), indent=1, ensure_ascii=False) + "\n"})
    except OSError as error:
        raise UsageError(f"--output {file}: it cannot be written ({error.strerror}); name another file") from error


def read(file: Path) -> Saved:
    """Read a saved run. Raises UsageError."""
    try:
        node = compose(read_bytes(file, REPORT))
        data: Any = None if node is None else plain(node)
    except Unreadable as error:
        raise UsageError(
            f"{file}: it cannot be read ({error.reason}); write it with ekit kill --plain all --output"
        ) from error
    except BadYaml as error:
        raise UsageError(f"{file}:{error.line}: {error}") from error
    problem = next(_VALIDATOR.iter_errors(data), None)
    if problem is not None:
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem.absolute_path)
        raise UsageError(
            f"{file} is no result of ekit kill --plain --output: {where[1:] or 'the file'} does not fit "
            f"({one_line(problem.message, 200)}); write it anew"
        )
    kept = [Kept(**{**one, "requirements": tuple(one["requirements"])}) for one in data.pop("kept")]
    return Saved(**data, kept=kept)


def gone(content: Saved, drawn: Iterable[Plain]) -> list[Kept]:
    """Return the mutants of a saved run that are not drawn any more."""
    keys = {mutant.key for mutant in drawn}
    return [kept for kept in content.kept if kept.key not in keys]


def changed(content: Saved, drawn: Iterable[Plain]) -> list[str]:
    """Return the modules of a saved run whose mutants are others now."""
    now = digests(drawn)
    return sorted(path for path, digest in content.digests.items() if now.get(path) != digest)

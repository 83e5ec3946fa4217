"""The feature files as the kit reads them: features, rules, scenarios, and every row of an outline with its tags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gherkin.errors import CompositeParserException, ParserError, ParserException
from gherkin.parser import Parser

from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.specification.findings import Finding, FindingsError, shown_path
from enhancement_kit.specification.parts import with_owners

Cells = tuple[tuple[str, str], ...]
"""One row of an Examples table: (column, value) in the order written; empty for a plain scenario."""

InstanceKey = tuple[str, str, Cells]
"""What tells one instance from all others: absolute path, scenario name as written (placeholders and all), cells."""


class FeaturesError(FindingsError):
    """One or more feature files are not valid Gherkin."""


@dataclass(frozen=True)
class Step:
    """One step as written; `kind` is given, when or then, also for And, But and `*`."""

    kind: str
    keyword: str
    text: str
    line: int
    table: tuple[tuple[str, ...], ...] | None = None
    doc_string: str | None = None
    row_lines: tuple[int, ...] = ()
    """The lines of the table's rows, the header's first."""


@dataclass(frozen=True)
class Examples:
    """One Examples table of an outline."""

    name: str
    tags: tuple[str, ...]
    line: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    row_lines: tuple[int, ...]


@dataclass(frozen=True)
class Scenario:
    """A scenario or an outline. `tags` are its own, `inherited` those of its feature and rule."""

    path: Path
    file: str
    keyword: str
    name: str
    description: str
    line: int
    tags: tuple[str, ...]
    inherited: tuple[str, ...]
    steps: tuple[Step, ...]
    background: tuple[Step, ...]
    """The steps of the backgrounds that run before `steps`."""
    is_outline: bool
    examples: tuple[Examples, ...] = ()
    rule: str = ""

    def instances(self) -> tuple[Instance, ...]:
        """Return what runs: the scenario itself, or one instance per row of an outline."""
        base = with_owners((*self.inherited, *self.tags))
        if not self.is_outline:
            return (Instance(self, (), base, self.line, self.line),)
        return tuple(
            Instance(
                self, tuple(zip(table.columns, row, strict=True)), with_owners((*base, *table.tags)), line, table.line
            )
            for table in self.examples
            for row, line in zip(table.rows, table.row_lines, strict=True)
        )


@dataclass(frozen=True)
class Instance:
    """A scenario, or one row of an outline, with its effective tags (without `@`).

    A tag that names a part of a requirement brings the requirement's own.
    """

    scenario: Scenario
    cells: Cells
    tags: tuple[str, ...]
    line: int
    """Of the scenario, or of the row."""
    tagged_at: int
    """Of what carries the tags nearest to it: the scenario, or the Examples table."""

    @property
    def key(self) -> InstanceKey:
        """Finds this instance from what a pytest item knows."""
        return (str(self.scenario.path), self.scenario.name, self.cells)

    @property
    def title(self) -> str:
        """The name as written, with the row's values in the place of the placeholders."""
        title = self.scenario.name
        for column, value in self.cells:
            title = title.replace(f"<{column}>", value)
        return title


@dataclass(frozen=True)
class Rule:
    """A Rule of a feature; scenarios outside any rule are in one with an empty name."""

    name: str
    description: str
    tags: tuple[str, ...]
    line: int
    scenarios: tuple[Scenario, ...]


@dataclass(frozen=True)
class FeatureFile:
    """One `.feature` file. `folder` is the name of the enhancement's folder under the features directory."""

    path: Path
    file: str
    folder: str
    name: str
    description: str
    tags: tuple[str, ...]
    line: int
    rules: tuple[Rule, ...]

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """All scenarios in the order written."""
        return tuple(scenario for rule in self.rules for scenario in rule.scenarios)


@dataclass(frozen=True)
class Features:
    """All feature files below one directory, and what is wrong with those that could not be read."""

    files: tuple[FeatureFile, ...]
    findings: tuple[Finding, ...] = ()
    _by_key: dict[InstanceKey, Instance] = field(default_factory=dict, compare=False, repr=False)

    def __iter__(self) -> Iterator[FeatureFile]:
        return iter(self.files)

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """All scenarios, by file and in the order written."""
        return tuple(scenario for file in self.files for scenario in file.scenarios)

    def instances(self) -> Iterator[tuple[FeatureFile, Instance]]:
        """Yield every scenario and every row of an outline, with its file."""
        for file in self.files:
            for scenario in file.scenarios:
                for instance in scenario.instances():
                    yield file, instance

    def instance(self, key: InstanceKey) -> Instance | None:
        """Return the instance of that key, or None where the files do not have it."""
        if not self._by_key:
            self._by_key.update({instance.key: instance for _, instance in self.instances()})
        return self._by_key.get(key)

    def checked(self) -> Features:
        """Return itself, or raise FeaturesError where a file is not valid Gherkin."""
        if self.findings:
            raise FeaturesError(self.findings)
        return self


_cache: dict[tuple[Path, Path], tuple[tuple[int, int], FeatureFile | Finding]] = {}


def load_features(root: Path) -> Features:
    """Load all `.feature` files below `root`, sorted by path; an unreadable file becomes a finding in the result.

    Files are kept in memory until they change.
    """
    base = root.resolve()
    paths = sorted(base.rglob("*.feature")) if base.is_dir() else [base]
    loaded = [load_feature(path, base) for path in paths]
    return Features(
        tuple(item for item in loaded if isinstance(item, FeatureFile)),
        tuple(item for item in loaded if isinstance(item, Finding)),
    )


def load_feature(path: Path, root: Path) -> FeatureFile | Finding:
    """Load one feature file below the features directory `root`, or return the finding that says what is wrong."""
    resolved = path.resolve()
    file = shown_path(resolved, root.resolve().parent)
    try:
        stat = resolved.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        cached = _cache.get((resolved, root.resolve()))
        if cached is not None and cached[0] == stamp:
            return cached[1]
        text = read_bytes(resolved).decode("utf-8-sig")
    except OSError as error:
        # by its own name, also where it is a link to nowhere
        file = (Path(shown_path(path.parent, root.resolve().parent)) / path.name).as_posix()
        return Finding(file, 1, f"the file cannot be read ({error.strerror})", "make it a readable file")
    except Unreadable as error:
        return Finding(file, 1, f"the file cannot be read ({error.reason})", "make it a readable file")
    except UnicodeDecodeError:
        return Finding(file, 1, "the file is not UTF-8 text", "save it as UTF-8")
    result = _parse(text, resolved, file, root.resolve())
    _cache[resolved, root.resolve()] = (stamp, result)
    return result


def _parse(text: str, path: Path, file: str, root: Path) -> FeatureFile | Finding:
    try:
        document: Mapping[str, Any] = Parser().parse(text)
    except ParserError as error:
        first = error.errors[0] if isinstance(error, CompositeParserException) else error
        line = first.location["line"] if isinstance(first, ParserException) and first.location else 1
        problem = str(first).partition(": ")[2] or str(first)
        return Finding(file, line, f"broken Gherkin: {problem}", "correct the text at this line")
    feature = document.get("feature")
    if not feature:
        return Finding(file, 1, "the file has no Feature", "begin it with Feature: and a name, or remove it")
    try:
        folder = path.relative_to(root).parts[0] if path.parent != root else root.name
    except ValueError:
        folder = path.parent.name
    tags = _tags(feature)
    own: list[Scenario] = []
    rules: list[Rule] = []
    background: tuple[Step, ...] = ()
    for child in feature["children"]:
        if "background" in child:
            background = _steps(child["background"]["steps"])
        elif "scenario" in child:
            own.append(_scenario(child["scenario"], path, file, tags, background, ""))
        else:
            rules.append(_rule(child["rule"], path, file, tags, background))
    if own:
        rules.insert(0, Rule("", "", (), own[0].line, tuple(own)))
    return FeatureFile(
        path, file, folder, feature["name"], _prose(feature), tags, feature["location"]["line"], tuple(rules)
    )


def _rule(
    data: Mapping[str, Any], path: Path, file: str, inherited: tuple[str, ...], background: tuple[Step, ...]
) -> Rule:
    tags = _tags(data)
    scenarios: list[Scenario] = []
    for child in data["children"]:
        if "background" in child:
            background = (*background, *_steps(child["background"]["steps"]))
        else:
            both = (*inherited, *tags)
            scenarios.append(_scenario(child["scenario"], path, file, both, background, data["name"]))
    return Rule(data["name"], _prose(data), tags, data["location"]["line"], tuple(scenarios))


def _scenario(
    data: Mapping[str, Any],
    path: Path,
    file: str,
    inherited: tuple[str, ...],
    background: tuple[Step, ...],
    rule: str,
) -> Scenario:
    examples = tuple(_examples(table) for table in data["examples"])
    return Scenario(
        path=path,
        file=file,
        keyword=data["keyword"],
        name=data["name"],
        description=_prose(data),
        line=data["location"]["line"],
        tags=_tags(data),
        inherited=inherited,
        steps=_steps(data["steps"]),
        background=background,
        # pytest-bdd runs `Scenario:` with Examples as an outline too; an outline without Examples has no rows
        is_outline=bool(examples) or "outline" in data["keyword"].lower() or "template" in data["keyword"].lower(),
        examples=examples,
        rule=rule,
    )


def _examples(data: Mapping[str, Any]) -> Examples:
    header = data.get("tableHeader")
    rows = data.get("tableBody") or ()
    return Examples(
        data["name"],
        _tags(data),
        data["location"]["line"],
        tuple(cell["value"] for cell in header["cells"]) if header else (),
        tuple(tuple(cell["value"] for cell in row["cells"]) for row in rows),
        tuple(row["location"]["line"] for row in rows),
    )


_KINDS = {"Context": "given", "Action": "when", "Outcome": "then"}


def _steps(data: list[Mapping[str, Any]]) -> tuple[Step, ...]:
    steps: list[Step] = []
    kind = "given"
    for step in data:
        kind = _KINDS.get(step["keywordType"], kind)
        table = step.get("dataTable")
        doc_string = step.get("docString")
        steps.append(
            Step(
                kind,
                step["keyword"].strip(),
                step["text"],
                step["location"]["line"],
                tuple(tuple(cell["value"] for cell in row["cells"]) for row in table["rows"]) if table else None,
                doc_string["content"] if doc_string else None,
                tuple(row["location"]["line"] for row in table["rows"]) if table else (),
            )
        )
    return tuple(steps)


def _tags(data: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(tag["name"].lstrip("@") for tag in data["tags"])


def _prose(data: Mapping[str, Any]) -> str:
    return "\n".join(line.strip() for line in (data.get("description") or "").splitlines()).strip()

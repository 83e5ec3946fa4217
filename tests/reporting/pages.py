"""Reads a page as a browser does, as far as tests ask: a tree of elements, and what became of the scenarios in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "input", "br"}
CLOSED_BY = {"th": {"th", "td", "tr"}, "td": {"th", "td", "tr"}, "dt": {"dt", "dd", "dl"}, "dd": {"dt", "dd", "dl"}}
"""Elements whose end tag may be left out, and what ends them."""


@dataclass
class Element:
    """One element; `children` are elements and texts in order."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, tag: str, kind: str = "") -> list[Element]:
        """Return all descendants with that tag and, if given, that word among their classes."""
        return [e for e in self.walk() if e.tag == tag and (not kind or kind in e.attributes.get("class", "").split())]

    def with_id(self, wanted: str) -> Element:
        [found] = [e for e in self.walk() if e.attributes.get("id") == wanted]
        return found

    @property
    def text(self) -> str:
        parts = (child if isinstance(child, str) else child.text for child in self.children)
        return re.sub(r"\s+", " ", "".join(parts)).strip()


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.stack = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while tag in CLOSED_BY.get(self.stack[-1].tag, ()) and tag != "tr" and tag != "dl":
            self.stack.pop()
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.stack[-1].children.append(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_endtag(self, tag: str) -> None:
        while tag in CLOSED_BY.get(self.stack[-1].tag, ()) and self.stack[-1].tag != tag:
            self.stack.pop()
        opened = self.stack.pop()
        assert opened.tag == tag, f"line {self.getpos()[0]}: </{tag}> ends <{opened.tag}>"

    def handle_data(self, data: str) -> None:
        self.stack[-1].children.append(data)


def parse(html: str) -> Element:
    """Parse the page into a tree. Fails where tags do not match."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert len(builder.stack) == 1, f"<{builder.stack[-1].tag}> is never ended"
    return builder.stack[0]


def states(page: Element) -> dict[str, str]:
    """Read from the page the state of each scenario by title; for an outline, that of each of its rows."""
    found: dict[str, str] = {}
    for details in page.all("details"):
        summary = details.all("summary")[0]
        if not details.all("pre") or details.attributes.get("class"):
            continue
        badge = summary.all("span", "badge")[0].text
        rows_told = "".join(span.text for span in summary.all("span", "rows"))
        title = summary.text.removeprefix(badge).removesuffix(rows_told).strip()
        columns = [cell.text for cell in details.all("th")[:-1]]
        rows = [row for row in details.all("tr") if row.all("td")]
        if not rows:
            found[title] = badge
        for row in rows:
            name = title
            for column, cell in zip(columns, row.all("td"), strict=False):
                name = name.replace(f"<{column}>", cell.text)
            found[name] = row.all("span", "badge")[0].text
    return found

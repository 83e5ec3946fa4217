"""Validation of a list of AWS service endpoints: one entry for each service, https, a host.

Document: `Validations for service endpoints`, `Infrastructure global configuration for service endpoints`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

Endpoint = Mapping[str, Any]


# The endpoint prefixes, by which entries name services, of clients that are named otherwise (interpretation CRE-A06).
PREFIXES: Mapping[str, str] = {
    "elb": "elasticloadbalancing",
    "elbv2": "elasticloadbalancing",
    "resourcegroupstaggingapi": "tagging",
}


@dataclass(frozen=True)
class Problem:
    """One invalid value; its text is that of a Kubernetes field error."""

    path: str
    value: str
    detail: str

    def __str__(self) -> str:
        """Format the problem as `<path>: Invalid value: "<value>": <detail>`."""
        return f"{self.path}: Invalid value: {json.dumps(self.value, ensure_ascii=False)}: {self.detail}"


def without_host(url: SplitResult) -> str:
    """Describe the error of a URL without a host, hence also one without a scheme (interpretation CRE-A04)."""
    return "" if url.hostname else "host cannot be empty, empty host provided"


def other_scheme(url: SplitResult) -> str:
    """Describe the error of a scheme other than https."""
    return "" if url.scheme == "https" else f"invalid scheme {url.scheme}, only https allowed"


def with_request(url: SplitResult) -> str:
    """Describe the error of a path or a query (interpretation CRE-A05); a bare slash is fine."""
    asked = (url.path or "/") + (f"?{url.query}" if url.query else "")
    return "" if asked == "/" else f'no path or request parameters must be provided, "{asked}" was provided'


URL_RULES: tuple[Callable[[SplitResult], str], ...] = (without_host, other_scheme, with_request)
"""The first one that objects is reported; an empty text is no objection."""


def url_problem(text: str) -> str:
    """Describe what is wrong with a URL; return an empty text if nothing is."""
    try:
        url = urlsplit(text)
        if any(character.isspace() for character in url.netloc):
            return f'parse "{text}": invalid character " " in host name'
    except ValueError as error:
        return f'parse "{text}": {error}'
    return next((problem for rule in URL_RULES if (problem := rule(url))), "")


def duplicates(endpoints: Sequence[Endpoint], path: str) -> Iterator[Problem]:
    """Yield a problem for each entry whose service an earlier entry has; the first entry is never reported."""
    first: dict[str, int] = {}
    for index, endpoint in enumerate(endpoints):
        name = str(endpoint.get("name") or "")
        known = first.setdefault(name, index)
        if known != index:
            text = (
                f"duplicate service endpoint not allowed for {name}, service endpoint already defined at "
                f"{path}[{known}]"
            )
            yield Problem(f"{path}[{index}].name", name, text)


def unnamed(endpoints: Sequence[Endpoint], path: str) -> Iterator[Problem]:
    """Yield a problem for each entry that names no service."""
    for index, endpoint in enumerate(endpoints):
        if not endpoint.get("name"):
            yield Problem(f"{path}[{index}].name", "", "name cannot be empty, empty name provided")


def invalid_urls(endpoints: Sequence[Endpoint], path: str) -> Iterator[Problem]:
    """Yield a problem for each entry whose URL no component may use."""
    for index, endpoint in enumerate(endpoints):
        url = str(endpoint.get("url") or "")
        if problem := url_problem(url):
            yield Problem(f"{path}[{index}].url", url, problem)


def for_client(endpoints: Sequence[Endpoint], service: str) -> str | None:
    """Return the URL for a boto3 client of a service, or None for the default and also where the URL is empty.

    boto3 refuses an empty text as an endpoint (interpretation CRE-A34).
    """
    prefix = PREFIXES.get(service, service)
    return next((str(e["url"]) for e in endpoints if e.get("name") == prefix and e.get("url")), None)


def printed(found: Sequence[Problem]) -> str:
    """Format problems as one text: several in brackets, a single one as it is."""
    texts = [str(problem) for problem in found]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def problems(endpoints: Sequence[Endpoint], path: str) -> list[Problem]:
    """Return everything that is wrong with the list at a path."""
    return [*unnamed(endpoints, path), *duplicates(endpoints, path), *invalid_urls(endpoints, path)]

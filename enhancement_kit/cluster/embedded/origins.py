"""How this server refuses what was asked under another name, or by a page of another site."""

from __future__ import annotations

from collections.abc import Mapping

from enhancement_kit.local.origins import OwnNames

from .fielderrors import quote
from .status import ApiError


class Origins(OwnNames):
    """The names under which the server may be asked, besides addresses of loopback."""

    def check(self, headers: Mapping[str, str]) -> None:
        """Raise ApiError 403 for a request to another server, or of a page of another site."""
        foreign = self.foreign(headers)
        if foreign is not None:
            raise _refused(*foreign)


def _refused(header: str, value: str) -> ApiError:
    why = f"this server is not asked as {quote(value[:100])} ({header} header); --allow-host NAME accepts another name"
    return ApiError(403, "Forbidden", f"forbidden: {why}", {})

"""What pages and Allure may link to: addresses of the web. A script or data in place of one stays text."""

from __future__ import annotations

import re

_WEB = re.compile(r"https?://[^\s\x00-\x1f]+")


def is_web_address(text: str) -> bool:
    """Tell whether a text is an http or https URL."""
    return _WEB.fullmatch(text) is not None

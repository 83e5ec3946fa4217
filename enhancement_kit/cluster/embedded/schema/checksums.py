"""Numbers with a check digit that formats know: books and credit cards."""

from __future__ import annotations

import re

_SEPARATORS = re.compile(r"[\s-]+", re.ASCII)
_ISBN_10 = re.compile(r"[0-9]{9}[0-9X]\Z")
_ISBN_13 = re.compile(r"[0-9]{13}\Z")
_CARD = re.compile(
    r"(4[0-9]{12}([0-9]{3})?|5[1-5][0-9]{14}|6(011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(0[0-5]|[68][0-9])[0-9]{11}|"
    r"(2131|1800|35[0-9]{3})[0-9]{11})\Z"
)


def is_isbn_10(text: str) -> bool:
    """Check the number of a book with ten digits, of which the last may be X."""
    digits = _SEPARATORS.sub("", text)
    if not _ISBN_10.match(digits):
        return False
    return sum(place * (10 if digit == "X" else int(digit)) for place, digit in enumerate(digits, 1)) % 11 == 0


def is_isbn_13(text: str) -> bool:
    """Check the number of a book with thirteen digits."""
    digits = _SEPARATORS.sub("", text)
    if not _ISBN_13.match(digits):
        return False
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10 == 0


def is_credit_card(text: str) -> bool:
    """Check the digits of a credit card; all other characters are ignored."""
    digits = re.sub("[^0-9]", "", text)
    if not _CARD.match(digits):
        return False
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0

"""What comes from elsewhere does nothing to a terminal."""

from __future__ import annotations

from enhancement_kit.files.printing import one_line, printable


def test_control_characters_are_escaped() -> None:
    assert printable("é\x1b[31m\u202e\n\x7f\U000e0001") == "é\\u001b[31m\\u202e\n\\u007f\\U000e0001"
    assert one_line("a\nb\r\tc") == "a\\nb\\r\\tc"


def test_a_line_has_an_end() -> None:
    assert one_line("x" * 20, 10) == "xxxxxxx..."
    assert one_line("x" * 10, 10) == "x" * 10

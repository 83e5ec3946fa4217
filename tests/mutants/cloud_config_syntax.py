"""Operators that read a cloud config otherwise than the cloud provider does."""

from __future__ import annotations

from .source_editing import edited

READ = "runtime.gcfg:read"
ENTRY = "if variable is None:"

MUTANTS = [
    edited(
        "stitching-refuses-a-repeated-key",
        "CRE-198.a",
        "takes a key with several values for a mistake",
        READ,
        ENTRY,
        'if variable is None or variable["name"].lower() in values:',
    ),
    edited(
        "stitching-refuses-a-comment-after-a-section",
        "CRE-198.b",
        "refuses whatever follows a section's name",
        "runtime.gcfg:_header",
        "if not _END.fullmatch(rest[1:]):",
        "if rest[1:].strip():",
    ),
    edited(
        "stitching-sees-comments-in-quotes",
        "CRE-198.c",
        "takes the sign of a comment for one, also between quotes",
        READ,
        'variable["value"] or ""',
        '(variable["value"] or "").split("#")[0].split(";")[0]',
    ),
    edited(
        "stitching-sees-sections-in-quotes",
        "CRE-198.c",
        "takes a bracket for the beginning of a section wherever it is",
        READ,
        'if line.startswith("["):',
        'if "[" in line:',
    ),
    edited(
        "stitching-knows-quotes-around-a-value-only",
        "CRE-198.c",
        "refuses quotes in the midst of a value",
        READ,
        ENTRY,
        """if variable is None or re.search(r'= *[^" ;#]+"', line):""",
    ),
    edited(
        "stitching-refuses-a-key-without-value",
        "CRE-198.d",
        "refuses a key that has no value, or an empty one",
        READ,
        ENTRY,
        'if variable is None or not (variable["value"] or "").strip():',
    ),
    edited(
        "stitching-refuses-a-backslash",
        "CRE-198.d",
        "knows no escapes",
        READ,
        ENTRY,
        'if variable is None or "\\\\" in line:',
    ),
]

"""The syntax of cloud.conf, as the reference and the kit's claims read it."""

from __future__ import annotations

import pytest

from enhancement_kit.errors import ClaimFailed
from enhancement_kit.reference.runtime import gcfg
from enhancement_kit.world.vocabulary import cloud_conf


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('[Global] ; the "main" one\nZone = us-east-1a # a\n', {"zone": "us-east-1a"}),
        ('[ global ]\nVPC="a; b"   c ; "x\n', {"vpc": "a; b   c"}),
        ('[Global]\nURL = "http://x#y"\nALONE\nEmpty =\n', {"url": "http://x#y", "alone": "", "empty": ""}),
        ("[Global]\nVPC = a \\\n  b\n", {"vpc": "a   b"}),
        ('[Global]\nVPC = "a \\" \\\\ b"\n', {"vpc": 'a " \\ b'}),
        ("", None),
        ("# nothing\n", None),
    ],
)
def test_what_can_be_read(text: str, values: dict[str, str] | None) -> None:
    assert [dict(one.values) for one in gcfg.read(text)] == ([] if values is None else [values])
    assert len(cloud_conf.sections(text)) == (values is not None)


def test_sections_have_names_of_their_own() -> None:
    found = gcfg.read('[ServiceOverride "1"]\n[ServiceOverride"2 \\" b"]\n')
    assert [(one.name, one.subsection) for one in found] == [("serviceoverride", "1"), ("serviceoverride", '2 " b')]


def test_a_repeated_key() -> None:
    text = "[Global]\nNodeIPFamilies = ipv6\nNodeIPFamilies = ipv4\n"
    assert gcfg.read(text)[0].values == {"nodeipfamilies": "ipv4"}
    assert cloud_conf.sections(text) == {"Global": {"nodeipfamilies": "ipv6\nipv4"}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[Global\nVPC = 1", "1: expected ']' in '[Global'"),
        ("\n[Global] x", "2: expected nothing but a comment after ']'"),
        ("[]", "1: '[]' is no section name"),
        ('[Global ""]', "1: expected ']'"),
        ("x = 1", "1: 'x = 1' is in no section"),
        ('[Global]\nV = "a', "2: a quote or an escape does not end"),
        ("[Global]\n? = 1", "2: expected '='"),
        ("[Global]\nVPC = a\\q", "2: unknown escape sequence \\q"),
    ],
)
def test_what_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(gcfg.GcfgError) as caught:
        gcfg.read(text)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    "text", ["[Global\nVPC = 1", "[Global] x", "[]", "x = 1", '[Global]\nV = "a', "[Global]\n? = 1"]
)
def test_a_claim_about_what_cannot_be_read_fails(text: str) -> None:
    with pytest.raises(ClaimFailed, match="the cloud config cannot be read: line"):
        cloud_conf.sections(text)

"""Values of the environment disappear in every encoding that a report can hold."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from enhancement_kit.reporting.redaction import REDACTED, filtering, redact, redact_bytes, register_environment
from enhancement_kit.reporting.redaction.environment import secrets_of
from enhancement_kit.reporting.redaction.known_values import KnownValues, plain_form
from enhancement_kit.reporting.redaction.words import is_ordinary, is_word
from tests.reporting.encodings import AWKWARD, BINARY, ESCAPES, encode, left

EXAMPLES = int(os.environ.get("REDACTION_EXAMPLES", "100"))
PRINTABLE = st.characters(min_codepoint=33, max_codepoint=126)
SECRETS = st.one_of(
    st.text(PRINTABLE, min_size=8, max_size=60),
    st.text(PRINTABLE, min_size=8, max_size=60).map(lambda text: f"/{text}"),
    st.text(st.sampled_from("abcXYZ019+/=_-"), min_size=16, max_size=50),
    st.text(st.sampled_from("ab c\"'\\%&<ü€😀"), min_size=12, max_size=40).map(str.strip),
    st.lists(st.text(PRINTABLE, min_size=20, max_size=70), min_size=2, max_size=4).map("\n".join),
)


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filtering, "_known", KnownValues())


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    secret=SECRETS,
    binary=st.sampled_from([None, *BINARY]),
    escapes=st.lists(st.sampled_from(list(ESCAPES)), min_size=1, max_size=3),
)
def test_a_secret_disappears_in_every_encoding(secret: str, binary: str | None, escapes: list[str]) -> None:
    assume(not is_ordinary(secret) and not is_word(secret) and len(set(secret)) > 3 and len(secret.strip()) >= 8)
    assume(len(plain_form(secret.encode())) >= 6)
    # the blanks of a form are plus signs, which would be characters of base64 if they were encoded again
    escapes = [escape for escape in escapes if escape != "form"] + ["form"] * ("form" in escapes)
    encoded = encode(secret, binary, escapes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filtering, "_known", KnownValues())
        register_environment({"SOME_TOKEN": secret})
        found = redact(f"before {encoded}\nafter")
        assert redact(found) == found
    assert REDACTED in found
    assert found.startswith("before ")
    assert found.endswith("after")
    assert not left(secret, binary, escapes, found), (encoded, found)


@pytest.mark.parametrize("escape", ESCAPES)
@pytest.mark.parametrize("binary", [None, *BINARY])
def test_each_encoding_by_itself_and_in_json(binary: str | None, escape: str) -> None:
    register_environment({"SOME_TOKEN": AWKWARD})
    for escapes in ([escape], [escape, "JSON"], [escape, "JSON", "JSON"]):
        found = redact(encode(AWKWARD, binary, escapes))
        assert REDACTED in found
        assert not left(AWKWARD, binary, escapes, found), found


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOKEN_TYPE", "bearer"),
        ("AUTH_MODE", "kubernetes"),
        ("SECRET_NAMESPACE", "openshift-ingress"),
        ("KEY_REGION", "us-east-1"),
        ("SECRETS_ENABLED", "disabled"),
        ("ACCOUNT_KEY", "123456789012"),
        ("KMS_KEY", "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"),
        ("KEY_ADDRESS", "eipalloc-0123456789abcdef0"),
        ("TOKEN_URL", "https://sso.example.com/token"),
        ("TOKEN_FILE", "/var/run/secrets/token"),
        ("SSH_AUTH_SOCK", "/tmp/ssh-x/agent.1"),
        ("TOKEN_PLACE", str(Path(__file__).parent)),
        ("GIT_AUTHOR_NAME", "Somebody Else"),
        ("KEYBOARD", "qwertz-layout"),
        ("PATTERN", "some-pattern-1"),
        ("HOME", "/home/somebody"),
    ],
)
def test_ordinary_values_are_no_secrets(name: str, value: str) -> None:
    assert list(secrets_of({name: value})) == []


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("DB_PASSWORD", "swordfish", "swordfish"),
        ("DbPassword", "swordfish1", "swordfish1"),
        ("APIKEY", "a1b2c3d4", "a1b2c3d4"),
        ("SIGNING_KEY", "/a1b2/c3d4", "/a1b2/c3d4"),
        ("MY_PAT", "a1b2c3d4", "a1b2c3d4"),
        ("REGISTRY_AUTH", "dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        ("AWS_CREDENTIALS", "user:hunter22", "user:hunter22"),
        ("DATABASE", "postgres://me:hunter%2122@db/x", "hunter!22"),
        ("HTTPS_PROXY", "http://me:hunter22@proxy:3128", "hunter22"),
        ("ANYTHING", "ghp_0123456789abcdefABCDEF0123456789abcd", "ghp_0123456789abcdefABCDEF0123456789abcd"),
        ("PULL_SECRET", '{"auths": {"quay.io": {"auth": "bWU6aHVudGVyMjI="}}}', "hunter22"),
        ("GOOGLE_CREDENTIALS", '{"type": "service_account", "private_key": "-----x-----"}', "-----x-----"),
    ],
)
def test_what_is_secret_in_an_environment(name: str, value: str, secret: str) -> None:
    assert secret in list(secrets_of({name: value}))


def test_a_word_counts_as_a_whole_word_only() -> None:
    register_environment({"DB_PASSWORD": "swordfish", "SHORT_TOKEN": "abc1234"})
    assert redact("swordfish, swordfishes, a-swordfish, Swordfish, abc1234") == (
        "[redacted], swordfishes, a-[redacted], Swordfish, abc1234"
    )
    assert redact(r"\u0073wordfish %73wordfish") == "[redacted] [redacted]"
    assert redact(base64.b64encode(b"it is a swordfish!").decode()) == REDACTED


def test_lines_of_a_secret_disappear_one_by_one() -> None:
    register_environment({"SOME_KEY": "0123456789abcdefghij\nklmnopqrstuvwxyz-9876\nshort"})
    assert redact("+klmnopqrstuvwxyz-9876\n-0123456789abcdefghij") == "+[redacted]\n-[redacted]"


def test_bytes_that_are_no_text_are_redacted_too() -> None:
    register_environment({"SOME_KEY": "0123456789abcdefghij"})
    assert redact_bytes(b"\xff 0123456789abcdefghij \xfe") == b"\xff [redacted] \xfe"
    assert redact_bytes(b"\x89PNG\0 0123456789abcdefghij\0password: x1x2x3x4") == (
        b"\x89PNG\0 [redacted]\0password: x1x2x3x4"
    )


def test_lines_that_pytest_marks_hold_one_secret() -> None:
    register_environment({"SOME_KEY": AWKWARD})
    encoded = encode(AWKWARD, "base64, wrapped", [])
    marked = "\n".join(f"E       {line}" for line in encoded.splitlines())
    assert not left(AWKWARD, "base64, wrapped", [], redact(f"E   it failed:\n{marked}"))


@pytest.mark.parametrize("escape", ["as it is", "JSON", "URL, whole", "HTML"])
def test_a_secret_of_quotes_disappears_in_the_usual_spellings(escape: str) -> None:
    secret = "0000'\"\\\"'"
    register_environment({"SOME_KEY": secret})
    assert "0000" not in redact(f"before {ESCAPES[escape](secret)} after")

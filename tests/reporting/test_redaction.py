"""The redactor: what must disappear, and what must stay readable."""

from __future__ import annotations

import pytest

from enhancement_kit.reporting import redaction
from enhancement_kit.reporting.redaction import redact, redact_tree

SECRETS = [
    ("the key AKIAABCDEFGHIJKLMNOP.", "AKIAABCDEFGHIJKLMNOP"),
    ("ASIAABCDEFGHIJKLMNOP", "ASIAABCDEFGHIJKLMNOP"),
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI"),
    ('{"SecretAccessKey": "wJalrXUtnFEMI K7MDENG"}', "wJalrXUtnFEMI"),
    ("password: hunter22", "hunter22"),
    ("sessionToken='abc def'", "abc def"),
    ("pullSecret: '{\"auths\": {}}'", "auths"),
    ("api_key = 0123456789", "0123456789"),
    ("Authorization: AWS4-HMAC-SHA256 Credential=x/y, Signature=z", "Signature"),
    ("{'Authorization': 'Basic dXNlcjpwYXNz'}", "dXNlcjpwYXNz"),
    ("sent bearer abcdefghijklmnop.qrst", "abcdefghijklmnop"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", "eyJ"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "MIIE"),
    ("-----BEGIN PRIVATE KEY-----\nMIIE", "MIIE"),
    ("https://user:pass1@host/x", "pass1"),
    ("https://s3/x?X-Amz-Signature=abcdef&X-Amz-Date=1", "abcdef"),
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_secrets_disappear(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text)
    assert redaction.REDACTED in redact(text)
    # reports pass the filter more than once: in the worker, in the controlling process, in the file
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "the bearer of good news",
        "secretRef: router-certs-default",
        "nextToken=None",
        "the token expired: try again",
        "arn:aws:elasticloadbalancing:us-east-2:123456789012:loadbalancer/net/a/b",
        "subnets: subnet-0123456789abcdef0, eipalloc-0123456789abcdef0",
        "oc -n openshift-ingress delete svc/router-test",
        "https://github.com/openshift/enhancements",
    ],
)
def test_the_rest_stays(text: str) -> None:
    assert redact(text) == text


def test_registered_values_disappear_wherever_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "_literals", set())
    monkeypatch.setattr(redaction, "_literal_pattern", None)
    redaction.register_environment({"MY_PASSWORD": "correct-horse", "TOKEN": "short", "HOME": "/home/somebody"})
    redaction.register("correct-horse-battery")
    assert redact("a correct-horse-battery, a correct-horse, short, /home/somebody") == (
        "a [redacted], a [redacted], short, /home/somebody"
    )
    assert redact_tree({"correct-horse": ["x", ("correct-horse", 1)]}) == {"correct-horse": ["x", ["[redacted]", 1]]}

"""The redactor: what must disappear, and what must stay readable."""

from __future__ import annotations

import base64
import json
import re

import pytest

from enhancement_kit.__main__ import main
from enhancement_kit.reporting import redaction
from enhancement_kit.reporting.redaction import filtering, redact, redact_tree
from enhancement_kit.reporting.redaction.known_values import KnownValues

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
    monkeypatch.setattr(filtering, "_known", KnownValues())
    redaction.register_environment({"MY_PASSWORD": "correct-horse", "TOKEN": "short", "HOME": "/home/somebody"})
    redaction.register("correct-horse-battery")
    assert redact("a correct-horse-battery, a correct-horse, short, /home/somebody") == (
        "a [redacted], a [redacted], short, /home/somebody"
    )
    assert redact_tree({"correct-horse": ["x", ("correct-horse", 1)]}) == {"[redacted]": ["x", ["[redacted]", 1]]}


FORMS = [
    r'{"a": "{\"password\": \"hunter22\\\"x\", \"b\": 1}"}',
    r"{\\\"token\\\":\\\"hunter22\\\"}",
    "password: |\n  hunter22\n  second\nnext: 1",
    "a:\n  password: >-\n    hunter22\n    second\n  next: 1",
    "passphrase: correct horse hunter22\nnext: 1",
    "- token: 'it''s hunter22'\n  b: 1",
    'password: "ab hunter22\n  more hunter22"\nnext: 1',
    "+  password: hunter22\n-  password: hunter23x\n   other: 1",
    "token:\n  hunter22\nx: 1",
    '{"auths":{"quay.io":{"auth":"aHVudGVyMjI6eA=="}}}',
    "auth: aHVudGVyMjI=",
    ".dockerconfigjson: eyJhdXRocyI6e319",
    "data:\n  anything: aHVudGVyMjI=\n  other: eA==\nkind: Secret\nmetadata:\n  name: x",
    "apiVersion: v1\nkind: Secret\nstringData:\n  a: |\n    hunter22\n    x\n  b: hunter22\nmetadata:\n  name: x",
    '{"apiVersion":"v1","data":{"a":"aHVudGVyMjI="},"kind":"Secret","metadata":{"name":"x"}}',
    r'last: "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"aHVudGVyMjI=\"},\"kind\":\"Secret\",\"metadata\":{}}"',
    "items:\n- apiVersion: v1\n  data:\n    open: value\n  kind: ConfigMap\n"
    "- apiVersion: v1\n  data:\n    a: aHVudGVyMjI=\n  kind: Secret",
    "client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ==\nuser: x",
    r"key: -----BEGIN EC PRIVATE KEY-----\nMIIEhunter22\n-----END EC PRIVATE KEY-----\n and more",
    "-----BEGIN%20PRIVATE%20KEY-----%0AMIIEhunter22%0A-----END%20PRIVATE%20KEY-----",
    '{"key": "-----BEGIN PRIVATE KEY-----\\nhunter22", "b": 1}',
    "env:\n- name: DB_PASSWORD\n  value: hunter22\n- name: OTHER\n  value: x",
    '{"name": "DB_PASSWORD", "value": "hunter22"}',
    "('Authorization', 'Bearer hunter22')",
    "headers: [('x-api-key', 'hunter22')]",
    "kubectl --token hunter22 get",
    "kubectl --token=hunter22 get",
    "curl -u me:hunter22 https://x",
    "<SecretAccessKey>hunter22</SecretAccessKey>",
    "&lt;password&gt;hunter22&lt;/password&gt;",
    "password%3Dhunter22",
    "{&quot;password&quot;:&quot;hunter22&quot;}",
    "https://me:hun@ter22@host/x",
    "https%3A%2F%2Fme%3Ahunter22%40host",
    "postgres://:hunter22@h",
    "redis:\\/\\/me:hunter22@h",
    "token sha256~hunter22hunter22hunter22hunter22hunter22abc",
    "glpat-hunter22hunter22abcd",
    "_authToken=hunter22",
    "//registry.npmjs.org/:_authToken=hunter22",
    "cookie: session=hunter22; x=y",
    "AWS_SECRET_ACCESS_KEY = hunter22\n",
    "aws_session_token=hunter22hunter22",
    "PASSWORD=hunter22 run it",
    "password => hunter22",
    "Password:\thunter22",
]
"""Secrets with the name of one, and such as are known by sight, in the forms in which reports hold them."""


@pytest.mark.parametrize("text", FORMS)
def test_a_secret_disappears_in_every_form(text: str) -> None:
    found = redact(text)
    assert redaction.REDACTED in found
    for part in ("hunter", "aHVudGV", "eyJhdXRo", "LS0tLS1C"):
        assert part not in found
    assert redact(found) == found
    # what stands around it stays
    for part in re.findall(r"next: 1|other: 1|b: 1|x: 1|open: value|name: x|ConfigMap|OTHER| and more", text):
        assert part in found


@pytest.mark.parametrize("text", FORMS)
def test_it_disappears_inside_of_base64(text: str) -> None:
    encoded = base64.b64encode(f"first of all\n{text}".encode()).decode()
    assert redact(f"data: {encoded}.") == f"data: {redaction.REDACTED}."


ORDINARY = [
    "the bearer of good news",
    "basic authentication is off",
    "secretRef: router-certs-default",
    "imagePullSecrets:\n- name: x",
    "secretName: tls-of-the-router",
    "pull secret: see the docs",
    "volumes:\n- name: certs\n  secret:\n    secretName: my-certs-secret",
    "automountServiceAccountToken: true",
    "tokenPath: /var/run/secrets/token",
    "password: <password>",
    "password: ${PASSWORD}",
    "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "quay.io/openshift/origin@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "uid: 6d1f2a0e-9a55-5b0c-8f0b-2f6a4d3c7e10",
    'resourceVersion: "123456"',
    "kubernetes.io/service-account-token",
    "service.beta.kubernetes.io/aws-load-balancer-eip-allocations: eipalloc-0123456789abcdef0,eipalloc-0",
    "arn:aws:iam::123456789012:role/openshift-ingress-operator",
    "the account 123456789012",
    "NextToken is None",
    "clientToken=None",
    "kind: Secret",
    "Secret router-certs is missing; kind: Secret is required",
    "kind: ConfigMap\ndata:\n  a: b",
    "key: value\nkeys: more",
    "author: somebody",
    "authority: x-y-z-somebody",
    "git@github.com:openshift/enhancements.git",
    "mail me@example.com",
    "http://127.0.0.1:4566/a@b",
    "@EIP-025 @LSS-037.a",
    "a-long-name/of_A_Path/With-Capitals-And-0123456789/inside/it/that/is/long",
    "certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t",
    "the ASIAN market",
    "AKIA is a prefix",
    "tokens: 3",
    "max_tokens=4096",
    "Authorization is needed",
    "the network guard refused to connect to aws.kit.invalid port 443",
    "Given the token 'x' is\n  | token |\n  | abc |",
]


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == text


TOKEN = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ0bC2eF4hJ6"
"""36 letters and digits."""


@pytest.mark.parametrize(
    "token",
    [
        *(f"gh{kind}_{TOKEN}" for kind in "opsur"),
        f"github_pat_{TOKEN}",
        f"glpat-{TOKEN[:20]}",
        f"npm_{TOKEN}",
        f"pypi-AgEIcHlwaS5vcmc{TOKEN}",
        f"xoxb-123456789012-{TOKEN}",
        f"https://hooks.slack.com/services/T0/B0/{TOKEN}",
        f"IQoJb3JpZ2luX2VjE{TOKEN}",
        f"AIza{TOKEN[:35]}",
        f"ya29.{TOKEN}",
        f"GOCSPX-{TOKEN[:28]}",
        f"abc8Q~{TOKEN[:34]}",
        f"https://x.blob.core.windows.net/c?se=1&sig={TOKEN}%3D",
        f"DefaultEndpointsProtocol=https;AccountKey={TOKEN}{TOKEN}==",
        f"sha256~{TOKEN}1234567",
        f"dckr_pat_{TOKEN[:27]}",
        f"hvs.{TOKEN}",
        f"sk_live_{TOKEN}",
        f"sk-ant-{TOKEN}",
        f"https://s3.amazonaws.com/b?X-Amz-Security-Token={TOKEN}&X-Amz-Date=1",
        f"https%3A%2F%2Fs3%3FX-Amz-Signature%3D{TOKEN}",
    ],
)
def test_tokens_are_known_by_sight(token: str) -> None:
    for text in (token, f"found {token}, and more", json.dumps({"a": f"x\\n{token}"}), f"a%3D{token}"):
        found = redact(text)
        assert TOKEN[:16] not in found
        assert redact(found) == found


def test_a_tree_knows_the_names_of_its_values() -> None:
    tree = {
        "password": "hunter22",
        "list": [{"name": "API_TOKEN", "value": "hunter22"}, {"name": "x", "value": "open"}],
    }
    assert redact_tree(tree) == {
        "password": "[redacted]",
        "list": [{"name": "API_TOKEN", "value": "[redacted]"}, {"name": "x", "value": "open"}],
    }


def test_keys_with_secrets_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filtering, "_known", KnownValues())
    redaction.register("correct-horse")
    assert redact_tree({"a correct-horse": 1, "a [redacted]": 2}) == {"a [redacted]": 1, "a [redacted] 2": 2}


def test_an_error_of_ekit_shows_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clean", "--aws-account", "https://me:hunter22@host", "--region", "us-east-1"]) == 4
    assert "--aws-account https://me:[redacted]@host: the id" in capsys.readouterr().err

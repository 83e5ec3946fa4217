"""Secrets that are known by sight, whatever stands before them: the table of their patterns and where it comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from .searching import searcher


@dataclass(frozen=True)
class Token:
    """A kind of secret."""

    kind: str
    hint: str
    """What every text with such a secret matches, in any case; RE2 takes it, and searches faster than `re`."""
    pattern: str
    """What is replaced; after a group `name`, which stays."""
    source: str

    @cached_property
    def searcher(self) -> Any:
        """The hint."""
        return searcher(self.hint)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern."""
        return re.compile(self.pattern)

    @property
    def keeps_name(self) -> bool:
        """Whether a part of the match stays."""
        return "(?P<name>" in self.pattern


_GITHUB = "https://github.blog/engineering/behind-githubs-new-authentication-token-formats"
_GITLAB = "https://docs.gitlab.com/security/tokens/#token-prefixes"
_AWS = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids"
_SIGNED = "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html"
_GITLEAKS = "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml"

# A letter or digit before would make it a part of something else. Backslashes, percents and the letters of escapes may
# stand before it: \nghp_..., %3Dghp_...
_START = r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2})|(?<=\\u[0-9a-fA-F]{4}))"

TOKENS: Final = (
    Token("GitHub token", "gh[opsur]_", rf"{_START}gh[opsur]_[A-Za-z0-9_]{{30,255}}", _GITHUB),
    Token("fine-grained token of GitHub", "github_pat_", rf"{_START}github_pat_[A-Za-z0-9_]{{22,255}}", _GITHUB),
    Token(
        "GitLab token",
        "gl[a-z]{2,5}-",
        rf"{_START}gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct)-[\w.-]{{20,300}}",
        _GITLAB,
    ),
    Token("npm token", "npm_", rf"{_START}npm_[A-Za-z0-9]{{36}}", _GITLEAKS),
    Token("PyPI token", "pypi-", rf"{_START}pypi-Ag[\w-]{{16,}}", "https://pypi.org/help/#apitoken"),
    Token("Slack token", "xox[a-z][.-]", rf"{_START}xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{{10,}}", _GITLEAKS),
    Token("Slack app token", "xapp-", rf"{_START}xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+", _GITLEAKS),
    Token(
        "Slack webhook",
        r"hooks\.slack\.com",
        r"(?P<name>hooks\.slack\.com/(?:services|workflows)/)[\w/+-]{20,}",
        _GITLEAKS,
    ),
    Token(
        "AWS access key id",
        "a(?:ki|si|bi|cc)a[a-z0-9]{16}",
        rf"{_START}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{{16}}(?![A-Za-z0-9])",
        _AWS,
    ),
    Token(
        "AWS session token",
        "iqojb3jpz2lu|f[wq]ogzxivyxdz",
        rf"{_START}(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9+/=%_-]{{20,}}",
        _GITLEAKS,
    ),
    Token("Google API key", "aiza", rf"{_START}AIza[\w-]{{35}}", _GITLEAKS),
    Token("Google OAuth token", r"ya29\.", rf"{_START}ya29\.[\w.-]{{20,}}", _GITLEAKS),
    Token("Google client secret", "gocspx-", rf"{_START}GOCSPX-[\w-]{{28}}", _GITLEAKS),
    Token("Azure client secret", "q~", rf"{_START}[\w~.-]{{3}}\dQ~[\w~.-]{{31,34}}", _GITLEAKS),
    Token(
        "Azure shared access signature",
        "sig=",
        r"(?P<name>[?&;]sig=)[A-Za-z0-9%+/=_-]{20,}",
        "https://learn.microsoft.com/azure/storage/common/storage-sas-overview",
    ),
    Token(
        "OpenShift OAuth token",
        "sha256~",
        r"sha256~[\w-]{20,}",
        "https://docs.redhat.com/en/documentation/openshift_container_platform/4.18/html/authentication_and_authorization",
    ),
    Token("Docker token", "dckr_", rf"{_START}dckr_[a-z]{{2,5}}_[\w-]{{20,}}", _GITLEAKS),
    Token("Vault token", r"hv[bsr]\.", rf"{_START}hv[bsr]\.[\w-]{{20,}}", _GITLEAKS),
    Token("Stripe key", "_live_", rf"{_START}[rs]k_live_[A-Za-z0-9]{{10,}}", _GITLEAKS),
    Token("OpenAI or Anthropic key", "sk-", rf"{_START}sk-(?:ant-|proj-|svcacct-)?[\w-]{{32,}}", _GITLEAKS),
    Token("Hugging Face token", "hf_", rf"{_START}hf_[A-Za-z]{{34}}", _GITLEAKS),
    Token("DigitalOcean token", "do[opr]_v1_", rf"{_START}do[opr]_v1_[a-f0-9]{{64}}", _GITLEAKS),
    Token(
        "JSON Web Token", r"eyj[\w-]{8,}\.", r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?", "RFC 7519"
    ),
    Token(
        "bearer token",
        r"bearer(?:\s|%20|\+)+[\w.~+/=%-]{16}",
        r"(?P<name>(?i:\bbearer(?:\s|%20|\+)+))[A-Za-z0-9._~+/=%-]{16,}",
        "RFC 6750",
    ),
    Token(
        "basic credentials",
        r"basic(?:\s|%20)+[a-z0-9+/]{12}",
        r"(?P<name>(?i:\bbasic)(?:\s|%20)+)(?=[A-Za-z0-9+/]*[A-Z0-9+/])[A-Za-z0-9+/]{12,}={0,2}(?![\w-])",
        "RFC 7617",
    ),
    Token(
        "signature of AWS",
        "x-amz-(?:sig|sec|cred)",
        r"(?P<name>(?i:X-Amz-(?:Signature|Security-Token|Credential))[\\\"']*\s*(?:[=:]|%(?:25)*3[dD])\s*[\\\"']*)[^&\s\\\"',<]+",
        _SIGNED,
    ),
    Token("signature in a header of AWS", "signature=", r"(?P<name>\bSignature=)[0-9a-f]{32,}", _SIGNED),
    Token(
        "password in a URL",
        r":(?:\\*/){2}[^/\s@]*:[^/\s]*@",
        r"(?P<name>\b[a-z][a-z0-9+.-]{0,20}:(?:\\*/){2}[^/\s:@\\\"'<>?#]*:)[^/\s\\\"'<>]+(?=@)",
        "RFC 3986",
    ),
    Token(
        "password in an encoded URL",
        "%40",
        r"(?P<name>(?i:%3A%2F%2F[^/\s:@%&]*%3A))[^\s/&\"'<>]+?(?=(?i:%40)[A-Za-z0-9])",
        "RFC 3986",
    ),
    Token(
        "password of curl",
        r"curl\b.*\s(?:-u|--user)",
        r"(?P<name>\bcurl\b[^\n|;]*?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']+:)[^\s\"']+",
        "curl(1)",
    ),
    Token(
        "PEM private key",
        r"begin.*private.*key",
        # also on one line, escaped, encoded for URLs, or cut off
        r"-----BEGIN(?:[A-Z0-9 +]|%20|\\+u0020)*?PRIVATE(?: |\+|%20|\\+u0020)KEY(?:(?: |\+|%20)BLOCK)?-----"
        r"(?:(?:(?!-----BEGIN)[\s\S]){0,65536}?-----END(?:[A-Z0-9 +]|%20|\\+u0020)*?KEY(?:(?: |\+|%20)BLOCK)?-----"
        r"|[A-Za-z0-9+/=:,\s\\%&#;-]*)",
        "RFC 7468",
    ),
)

"""Signatures of requests: who signed for what, and whether with a secret key that is known here.

Where a secret is set, every name signs with it, since access key ids are names of components here; what IAM and STS
have handed out here signs with its own key. The age of a signature is not looked at.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from enhancement_kit.cloud.simulated import limits
from enhancement_kit.cloud.simulated.backends import ACCOUNT, LOCK
from enhancement_kit.cloud.simulated.services import SERVED, Service, service

UNSIGNED = frozenset({"AssumeRoleWithSAML", "AssumeRoleWithWebIdentity"})
"""Operations that need no signature, since the request brings a token of somebody else."""
_SCHEME = "AWS4-HMAC-SHA256"
_SCOPE = re.compile(r"(?P<key>[^/,\s]+)/(?P<day>\d{8})/(?P<region>[^/,\s]+)/(?P<service>[^/,\s]+)/aws4_request")
_REGION = re.compile(r"[a-z0-9-]{1,63}")
_TIME = re.compile(r"\d{8}T\d{6}Z")
_STS = "sts"
NO_PROVIDER = (
    "Couldn't retrieve verification key from your identity provider, please reference AssumeRoleWithWebIdentity "
    "documentation for requirements"
)
_UNEQUAL = (
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key "
    "and signing method. Consult the service documentation for details."
)


class Unreadable(Exception):
    """A request that no service takes: code and message as AWS answers them, and the service where it is known."""

    def __init__(self, code: str, message: str, service_name: str = _STS) -> None:
        """Store the code and message of the error."""
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.service = code, message, service_name


@dataclass(frozen=True)
class Signature:
    """What the header of a signed request says."""

    key: str
    region: str
    service: str
    """As it is signed for: `elasticloadbalancing` stands for two."""
    day: str
    headers: tuple[str, ...]
    value: str


def signature_of(headers: Mapping[str, str]) -> Signature | None:
    """Return the signature of a request, None where there is none. Raises Unreadable for a header that lacks parts."""
    text = headers.get("Authorization", "")
    if not text.startswith(_SCHEME):
        return None
    parts = dict(one.strip().partition("=")[::2] for one in text.removeprefix(_SCHEME).split(","))
    scope = _SCOPE.fullmatch(parts.get("Credential", ""))
    named = likely_service(headers)
    lacking = [name for name in ("Credential", "Signature", "SignedHeaders") if not parts.get(name)]
    if scope is None or lacking:
        code = "IncompleteSignatureException" if "json" in service(named).protocol else "IncompleteSignature"
        told = [f"Authorization header requires '{name}' parameter." for name in lacking or ["Credential"]]
        raise Unreadable(code, " ".join(told), named)
    if not _REGION.fullmatch(scope["region"]) or len(scope["key"]) > limits.ACCESS_KEY or not scope["key"].isascii():
        raise bad_region(named, scope["region"])
    signed = tuple(parts["SignedHeaders"].lower().split(";"))
    return Signature(scope["key"], scope["region"], scope["service"], scope["day"], signed, parts["Signature"])


def likely_service(headers: Mapping[str, str], path: str = "", version: str = "") -> str:
    """Return the service that a request seems to be for, whatever is wrong with it; STS where nothing tells.

    `version` is that of the form.
    """
    found = re.search(r"/([a-z0-9]+)/aws4_request", headers.get("Authorization", ""))
    target = headers.get("X-Amz-Target", "").partition(".")[0]
    for facts in map(service, SERVED):
        if found and found[1] == facts.signing_name and version in ("", facts.version):
            return facts.name
        if not found and ((version and version == facts.version) or (target and target == facts.target_prefix)):
            return facts.name
        if not found and facts.protocol == "rest-xml" and path.startswith(f"/{facts.version}/"):
            return facts.name
    return _STS


def bad_region(name: str, region: str) -> Unreadable:
    """Return how a service refuses a signature for a region that cannot be."""
    why = f"Credential should be scoped to a valid region, not '{region[:100]}'. "
    return Unreadable(*_refused(service(name), why), name)


def unsigned(name: str) -> Unreadable:
    """Return how a service refuses a request without a signature."""
    facts = service(name)
    if facts.protocol == "ec2":
        # test-kitchen/kitchen-ec2 issue 440
        return Unreadable("MissingParameter", "The request must contain the parameter AWSAccessKeyId", name)
    if "json" in facts.protocol:
        return Unreadable("MissingAuthenticationTokenException", "Missing Authentication Token", name)
    return Unreadable("MissingAuthenticationToken", "Request is missing Authentication Token", name)


def verify(
    secret: str, signature: Signature, facts: Service, method: str, path: str, headers: Mapping[str, str], body: bytes
) -> None:
    """Raise Unreadable where a request was not signed with the secret, or with the key that it names.

    `path` is the path and the query as they were sent.
    """
    time = headers.get("X-Amz-Date", "")
    if not _TIME.fullmatch(time) or not time.startswith(signature.day) or "host" not in signature.headers:
        raise Unreadable(*_refused(facts, _UNEQUAL), facts.name)
    for key in (secret, *_handed_out(signature.key)):
        try:
            expected = _calculated(key, signature, time, method, path, headers, body)
        except UnicodeEncodeError:
            # a signed header is not UTF-8
            break
        if hmac.compare_digest(expected.encode(), signature.value.encode(errors="replace")):
            return
    raise Unreadable(*_refused(facts, _UNEQUAL), facts.name)


def _refused(facts: Service, why: str) -> tuple[str, str]:
    if facts.protocol == "ec2":
        # elastic/elasticsearch-cloud-aws issue 219
        return "AuthFailure", "AWS was not able to validate the provided access credentials"
    return "InvalidSignatureException" if "json" in facts.protocol else "SignatureDoesNotMatch", why


def _calculated(
    secret: str, signature: Signature, time: str, method: str, path: str, headers: Mapping[str, str], body: bytes
) -> str:
    from botocore.auth import SigV4Auth
    from botocore.awsrequest import AWSRequest
    from botocore.compat import HTTPHeaders
    from botocore.credentials import Credentials

    class Again(SigV4Auth):  # type: ignore[misc]
        """Signs the headers that the client has signed."""

        def headers_to_sign(self, request: Any) -> Any:
            """Return them in lower case."""
            del request
            chosen = HTTPHeaders()
            for name in signature.headers:
                chosen[name] = headers.get(name, "")
            return chosen

    # over http the content of a body counts, whatever the client says of it
    request = AWSRequest(method, f"http://aws{path}", {}, body)
    request.context["timestamp"] = time
    signer = Again(Credentials(signature.key, secret), signature.service, signature.region)
    return str(signer.signature(signer.string_to_sign(request, signer.canonical_request(request)), request))


def _handed_out(key: str) -> list[str]:
    """Return the secret keys that IAM and STS have handed out here under an access key id."""
    from moto.iam.models import iam_backends
    from moto.sts.models import sts_backends

    with LOCK:
        found: list[Any] = [backend.access_keys.get(key) for backend in iam_backends[ACCOUNT].values()]
        for backend in sts_backends[ACCOUNT].values():
            found += [role for role in backend.assumed_roles if role.access_key_id == key]
    return [str(one.secret_access_key) for one in found if one is not None]

"""Tokens of ServiceAccounts: the subresource `token` issues them, authentication accepts them."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from . import status
from .actions import Actions, Call, kind
from .authentication import CREDENTIAL, TokenRefused
from .builtins.common import Builtin, fill
from .fielderrors import FieldError, invalid
from .objects import Manifest, mapping, new_uid, now
from .store import Store
from .users import User
from .writes import ordered

ISSUER = "https://kubernetes.default.svc"
"""The issuer of tokens, and the audience that the server itself is."""
GROUPS = "system:serviceaccounts"
_GROUP = "authentication.k8s.io"
_ACCOUNTS = ("", "serviceaccounts")
_EXTRA = "authentication.kubernetes.io"
_DEFAULT_SECONDS, _LEAST_SECONDS, _MOST_SECONDS = 3600, 600, 1 << 32
_LEEWAY = 60.0
_ALGORITHM = "ES256"
KEYS = "application/jwk-set+json"
"""The media type of keys."""
_WIDTH = 32
"""Bytes of each of the two numbers that are a signature."""
_REMEMBERED = 512
_BOUND = {"Pod": "pods", "Secret": "secrets", "Node": "nodes"}


class TokenRequests(Builtin):
    """The strategy of authentication.k8s.io/v1 TokenRequest."""

    def __init__(self) -> None:
        super().__init__("AuthenticationV1TokenRequest")

    def default(self, obj: Manifest) -> None:
        """Fill in the duration, and what is always shown."""
        fill(obj.setdefault("spec", {}), {"expirationSeconds": _DEFAULT_SECONDS})


class ServiceAccountTokens:
    """Issues and reads tokens, with a key of this server."""

    def __init__(self, store: Store, actions: Actions) -> None:
        self._store = store
        self._read: dict[str, Manifest] = {}
        """The claims of tokens whose signature was found good."""
        request = kind(_GROUP, "TokenRequest", "tokenrequests", TokenRequests())
        actions.add((*_ACCOUNTS, "token"), request, self.issue)

    # issuing

    def issue(self, call: Call) -> Manifest:
        """Answer a TokenRequest. Raises ApiError 400, 404, 409, 422."""
        meta, spec = call.obj["metadata"], call.obj["spec"]
        account = self._store.get(_ACCOUNTS, (call.namespace, call.name))
        if meta.get("name", call.name) != call.name:
            text = "must match the service account name if specified"
            raise _refusal(call.name, [invalid("metadata.name", meta["name"], text)])
        if account is None:
            raise status.not_found("", "serviceaccounts", call.name)
        uid = account["metadata"]["uid"]
        if meta.get("uid", uid) != uid:
            why = f"the UID in the token request ({meta['uid']}) does not match the UID of the service account ({uid})"
            raise status.conflict(_GROUP, "TokenRequest", call.name, why)
        seconds = spec["expirationSeconds"]
        at = "spec.expirationSeconds"
        if seconds < _LEAST_SECONDS:
            raise _refusal("", [invalid(at, seconds, "may not specify a duration less than 10 minutes")])
        if seconds > _MOST_SECONDS:
            raise _refusal("", [invalid(at, seconds, "may not specify a duration larger than 2^32 seconds")])
        audiences = spec.get("audiences") or [ISSUER]
        moment = int(time.time())
        holder = {"name": call.name, "uid": uid}
        bound = self._bound(call, mapping(spec.get("boundObjectRef")))
        claims = {
            "aud": audiences,
            "exp": moment + seconds,
            "iat": moment,
            "iss": ISSUER,
            "jti": new_uid(),
            "kubernetes.io": {"namespace": call.namespace, **bound, "serviceaccount": holder},
            "nbf": moment,
            "sub": f"system:serviceaccount:{call.namespace}:{call.name}",
        }
        ends = datetime.fromtimestamp(moment + seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return {
            "kind": "TokenRequest",
            "apiVersion": f"{_GROUP}/v1",
            "metadata": ordered({**meta, "name": call.name, "uid": uid, "creationTimestamp": now()}),
            "spec": {
                "audiences": audiences,
                "expirationSeconds": seconds,
                "boundObjectRef": spec.get("boundObjectRef"),
            },
            "status": {"token": self._signed(claims), "expirationTimestamp": ends},
        }

    def _bound(self, call: Call, reference: Manifest) -> Manifest:
        """Return the claims about the object that the token ends with. Raises ApiError 400, 404, 409."""
        if not reference:
            return {}
        name, bound_to, version = (reference.get(key, "") for key in ("name", "kind", "apiVersion"))
        plural = "" if "/" in version else _BOUND.get(bound_to, "")
        if not plural:
            group, _, short = version.rpartition("/")
            raise status.bad_request(f"cannot bind token to object of type {group}/{short}, Kind={bound_to}")
        found = self._store.get(("", plural), ("" if plural == "nodes" else call.namespace, name))
        if found is None:
            raise status.not_found("", plural, name)
        uid = found["metadata"]["uid"]
        if plural == "pods" and found["spec"].get("serviceAccountName") != call.name:
            why = "to pod running with different serviceaccount name."
            raise status.bad_request(f'cannot bind token for serviceaccount "{call.name}" {why}')
        if reference.get("uid") not in (None, "", uid):
            why = (
                f"the UID in the bound object reference ({reference['uid']}) does not match the UID in record. The "
                "object might have been deleted and then recreated"
            )
            raise status.conflict("", bound_to, name, why)
        claims: Manifest = {bound_to.lower(): {"name": name, "uid": uid}}
        if plural == "pods" and (node := found["spec"].get("nodeName")):
            there = self._store.get(("", "nodes"), ("", node))
            claims["node"] = {"name": node, **({"uid": there["metadata"]["uid"]} if there else {})}
        return claims

    # reading

    def user(self, token: str, audiences: Sequence[str] = (ISSUER,)) -> tuple[User, list[str]] | None:
        """Return the user of a token, and its audiences among those wanted; None for a token of someone else.

        Raises TokenRefused where this server issued the token, but it is not good any more.
        """
        claims = self._claims(token)
        if claims is None:
            return None
        common = [audience for audience in claims["aud"] if audience in audiences]
        if not common:
            wanted = [_texts(claims["aud"]), _texts(audiences)]
            raise TokenRefused(f"token audiences {wanted[0]} is invalid for the target audiences {wanted[1]}")
        moment = time.time()
        if moment > claims["exp"] + _LEEWAY:
            raise TokenRefused("service account token has expired")
        return self._holder(claims), common

    def _holder(self, claims: Manifest) -> User:
        about = claims["kubernetes.io"]
        namespace, name, uid = about["namespace"], about["serviceaccount"]["name"], about["serviceaccount"]["uid"]
        account = self._store.get(_ACCOUNTS, (namespace, name))
        if account is None:
            raise TokenRefused(f'serviceaccounts "{name}" not found')
        present = account["metadata"]["uid"]
        if present != uid:
            raise TokenRefused(f"service account UID ({present}) does not match claim ({uid})")
        extra = {CREDENTIAL: (f"JTI={claims['jti']}",)}
        for bound_to, plural in _BOUND.items():
            reference = about.get(bound_to.lower())
            if reference is None:
                continue
            if not (bound_to == "Node" and "pod" in about):
                self._check_bound(plural, "" if bound_to == "Node" else namespace, bound_to, reference)
            if bound_to != "Secret":
                extra[f"{_EXTRA}/{bound_to.lower()}-name"] = (reference["name"],)
                if "uid" in reference:
                    extra[f"{_EXTRA}/{bound_to.lower()}-uid"] = (reference["uid"],)
        groups = (GROUPS, f"{GROUPS}:{namespace}")
        return User(claims["sub"], uid, groups, extra).authenticated()

    def _check_bound(self, plural: str, namespace: str, bound_to: str, reference: Manifest) -> None:
        found = self._store.get(("", plural), (namespace, reference["name"]))
        if found is None:
            raise TokenRefused("service account token has been invalidated")
        uid = found["metadata"]["uid"]
        if uid != reference["uid"]:
            claim = f"service account {bound_to.lower()} ref claim ({reference['uid']})"
            raise TokenRefused(f"{bound_to} UID ({uid}) does not match {claim}")

    def _claims(self, token: str) -> Manifest | None:
        known = self._read.get(token)
        if known is not None:
            return known
        parts = token.split(".")
        if len(parts) != 3:
            return None
        try:
            claims = json.loads(_decoded(parts[1]))
            signature = _decoded(parts[2])
        except ValueError:
            return None
        if mapping(claims).get("iss") != ISSUER:
            return None
        numbers = (int.from_bytes(signature[:_WIDTH]), int.from_bytes(signature[_WIDTH:]))
        try:
            self._key.public_key().verify(
                encode_dss_signature(*numbers), f"{parts[0]}.{parts[1]}".encode(), ec.ECDSA(hashes.SHA256())
            )
        except InvalidSignature:
            raise TokenRefused("invalid signature, no keys found") from None
        if len(self._read) == _REMEMBERED:
            self._read.clear()
        self._read[token] = claims
        return dict(claims)

    # the key

    def keys(self) -> Manifest:
        """Return the document of `/openid/v1/jwks`: the public key, for whoever checks tokens by themselves."""
        numbers = self._key.public_key().public_numbers()
        point = {name: _encoded(number.to_bytes(_WIDTH)) for name, number in (("x", numbers.x), ("y", numbers.y))}
        head = {"use": "sig", "kty": "EC", "kid": self._key_id, "crv": "P-256", "alg": _ALGORITHM}
        return {"keys": [{**head, **point}]}

    @staticmethod
    def configuration(address: str) -> Manifest:
        """Return the document of `/.well-known/openid-configuration`."""
        return {
            "issuer": ISSUER,
            "jwks_uri": f"https://{address}/openid/v1/jwks",
            "response_types_supported": ["id_token"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": [_ALGORITHM],
        }

    @functools.cached_property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        return ec.generate_private_key(ec.SECP256R1())

    @functools.cached_property
    def _key_id(self) -> str:
        form = serialization.PublicFormat.SubjectPublicKeyInfo
        public = self._key.public_key().public_bytes(serialization.Encoding.DER, form)
        return _encoded(hashlib.sha256(public).digest())

    def _signed(self, claims: Manifest) -> str:
        header = {"alg": _ALGORITHM, "kid": self._key_id}
        text = ".".join(_encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (header, claims))
        one, two = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{_encoded(one.to_bytes(_WIDTH) + two.to_bytes(_WIDTH))}"


def _refusal(name: str, errors: list[FieldError]) -> status.ApiError:
    return status.invalid_object(_GROUP, "TokenRequest", name, errors)


def _texts(values: Sequence[str]) -> str:
    """Return texts as Go's %q prints a list."""
    return "[" + " ".join(json.dumps(value) for value in values) + "]"


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _decoded(text: str) -> Any:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

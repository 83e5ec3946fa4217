"""CertificateSigningRequests: who asks, what may be asked, approval (pkg/apis/certificates of Kubernetes)."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.x509.oid import NameOID

from ..durations import human_duration
from ..fielderrors import FieldError, duplicate, forbidden, invalid, not_supported, required
from ..names import is_label, is_path_segment, is_subdomain
from ..objects import Manifest, mapping, now
from ..resource import Column
from ..status import forbidden as refused
from ..users import MASTERS, User
from .columns import AGE
from .common import Builtin

APPROVAL = "approval"
_USAGES = (
    "any",
    "cert sign",
    "client auth",
    "code signing",
    "content commitment",
    "crl sign",
    "data encipherment",
    "decipher only",
    "digital signature",
    "email protection",
    "encipher only",
    "ipsec end system",
    "ipsec tunnel",
    "ipsec user",
    "key agreement",
    "key encipherment",
    "microsoft sgc",
    "netscape sgc",
    "ocsp signing",
    "s/mime",
    "server auth",
    "signing",
    "timestamping",
)
_JUDGEMENTS = ("Approved", "Denied")
_ALL_TRUE = (*_JUDGEMENTS, "Failed")
_CLIENTS, _LEGACY = "kubernetes.io/kube-apiserver-client", "kubernetes.io/legacy-unknown"
_LEAST_SECONDS = 600
_PEM = re.compile(r"-----BEGIN ([^-\n]+)-----\n(.*?)-----END \1-----[ \t]*(?:\n|\Z)", re.DOTALL)
_LATEST_FORM = "must be a fully qualified domain and path of the form 'example.com/signer-name'"


class SigningRequests(Builtin):
    """The strategy of CertificateSigningRequest."""

    name_rule = staticmethod(is_path_segment)
    parts = frozenset({APPROVAL})

    def claim(self, obj: Manifest, user: User) -> None:
        """Write who asks into the spec, whatever it says. Raises ApiError 403 where a client would get every right."""
        names = (("username", user.name), ("uid", user.uid), ("groups", list(user.groups)))
        spec = {k: v for k, v in obj["spec"].items() if k not in ("username", "uid", "groups", "extra")}
        spec |= {key: value for key, value in names if value}
        if user.extra:
            spec["extra"] = {key: list(values) for key, values in user.extra.items()}
        obj["spec"] = spec
        if spec.get("signerName") == _CLIENTS and MASTERS in _organizations(spec.get("request", "")):
            why = f"use of {_CLIENTS} signer with {MASTERS} group is not allowed"
            name = obj["metadata"].get("name", "")
            raise refused("certificates.k8s.io", "certificatesigningrequests", name, why)

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Keep spec and status: only metadata changes."""
        new["spec"], new["status"] = old["spec"], old.get("status", {})

    def prepare_status(self, new: Manifest, old: Manifest) -> None:
        """Keep all but the status, and in it the judgements that were there."""
        super().prepare_status(new, old)
        status = new.setdefault("status", {})
        conditions = list(status.get("conditions") or ())
        for name in _JUDGEMENTS:
            before, places = _of_type(old, name), [i for i, c in enumerate(conditions) if c.get("type") == name]
            if len(before) == len(places):
                for i, condition in zip(places, before, strict=True):
                    conditions[i] = condition
        _set_conditions(status, _dated(conditions, old))

    def prepare_part(self, part: str, new: Manifest, old: Manifest) -> None:
        """Take only the conditions of an approval."""
        conditions = _dated(list(mapping(new.get("status")).get("conditions") or ()), old)
        super().prepare_status(new, old)
        new["status"] = dict(mapping(old.get("status")))
        _set_conditions(new["status"], conditions)

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the request, the usages, the signer and the duration."""
        spec = obj["spec"]
        errors: list[FieldError] = []
        if why := _bad_request(spec.get("request") or ""):
            errors.append(invalid("spec.request", spec.get("request"), why))
        usages = spec.get("usages") or ()
        if not usages:
            errors.append(required("spec.usages"))
        errors += [not_supported(f"spec.usages[{i}]", u, _USAGES) for i, u in enumerate(usages) if u not in _USAGES]
        errors += [duplicate(f"spec.usages[{i}]", u) for i, u in enumerate(usages) if u in usages[:i]]
        name = spec.get("signerName", "")
        if name == _LEGACY:
            errors.append(invalid("spec.signerName", name, "the legacy signerName is not allowed via this API version"))
        else:
            errors += _bad_signer(name)
        seconds = spec.get("expirationSeconds")
        if seconds is not None and seconds < _LEAST_SECONDS:
            text = "may not specify a duration less than 600 seconds (10 minutes)"
            errors.append(invalid("spec.expirationSeconds", seconds, text))
        return errors

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check conditions and certificate; judgements are made elsewhere."""
        errors = _conditions(new)
        certificate, before = (mapping(obj.get("status")).get("certificate") for obj in (new, old))
        if certificate and certificate != before and (why := _bad_certificate(certificate)):
            errors.append(invalid("status.certificate", "<certificate data>", why))
        for name in ("Approved", "Denied"):
            errors += _unchanged(name, new, old, may_add=False)
        errors += _unchanged("Failed", new, old, may_add=True)
        if before and certificate != before:
            errors.append(forbidden("status.certificate", "updates may not modify existing certificate content"))
        return errors

    def validate_part(self, part: str, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check conditions; none of a judgement may go."""
        errors = _conditions(new)
        for name in _ALL_TRUE:
            errors += _unchanged(name, new, old, may_add=True)
        return errors


def _duration(obj: Manifest) -> str:
    seconds = obj["spec"].get("expirationSeconds")
    return "<none>" if seconds is None else human_duration(seconds)


def _condition(obj: Manifest) -> str:
    state = "Denied" if _of_type(obj, "Denied") else "Approved" if _of_type(obj, "Approved") else "Pending"
    issued = mapping(obj.get("status")).get("certificate")
    return state + (",Failed" if _of_type(obj, "Failed") else "") + (",Issued" if issued else "")


COLUMNS = (
    AGE,
    Column("SignerName", ".spec.signerName"),
    Column("Requestor", ".spec.username"),
    Column("RequestedDuration", "", cell=_duration),
    Column("Condition", "", cell=_condition),
)


def _of_type(obj: Manifest, name: str) -> list[Manifest]:
    return [c for c in mapping(obj.get("status")).get("conditions") or () if c.get("type") == name]


def _set_conditions(status: Manifest, conditions: list[Manifest]) -> None:
    status.pop("conditions", None)
    if conditions:
        status["conditions"] = conditions


def _dated(conditions: list[Manifest], old: Manifest) -> list[Manifest]:
    """Return conditions with their times."""
    out, moment = [], now()
    for condition in conditions:
        dated = dict(condition)
        dated.setdefault("lastUpdateTime", moment)
        if not dated.get("lastTransitionTime"):
            same = [c for c in _of_type(old, dated.get("type", "")) if c.get("status") == dated.get("status")]
            dated["lastTransitionTime"] = next(
                (c["lastTransitionTime"] for c in same if c.get("lastTransitionTime")), moment
            )
        out.append(dated)
    return out


def _conditions(obj: Manifest) -> list[FieldError]:
    at, errors = "status.conditions", []
    seen: set[str] = set()
    judged = ""
    for i, condition in enumerate(mapping(obj.get("status")).get("conditions") or ()):
        name, state = condition.get("type", ""), condition.get("status", "")
        allowed = ("True",) if name in _ALL_TRUE else ("False", "True", "Unknown")
        if not name:
            errors.append(required(f"{at}[{i}].type"))
        if not state:
            errors.append(required(f"{at}[{i}].status"))
        elif state not in allowed:
            errors.append(not_supported(f"{at}[{i}].status", state, allowed))
        if name in _JUDGEMENTS and judged not in ("", name):
            errors.append(invalid(at, name, "Approved and Denied conditions are mutually exclusive"))
        judged = name if name in _JUDGEMENTS else judged
        if name in seen:
            errors.append(duplicate(f"{at}[{i}].type", name))
        seen.add(name)
    return errors


def _unchanged(name: str, new: Manifest, old: Manifest, *, may_add: bool) -> list[FieldError]:
    before, after = _of_type(old, name), _of_type(new, name)
    if len(after) < len(before):
        return [forbidden("status.conditions", f'updates may not remove a condition of type "{name}"')]
    if len(after) > len(before) and not may_add:
        return [forbidden("status.conditions", f'updates may not add a condition of type "{name}"')]
    return []


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""


def _request(text: str) -> x509.CertificateSigningRequest | None:
    plain = _decoded(text)
    found = _PEM.search(plain)
    if found is None or found[1] != "CERTIFICATE REQUEST":
        return None
    return x509.load_pem_x509_csr(found[0].encode())


def _bad_request(text: str) -> str:
    try:
        request = _request(text)
    except ValueError as error:
        return str(error)
    if request is None:
        return "PEM block type must be CERTIFICATE REQUEST"
    try:
        signed = request.is_signature_valid
    except (InvalidSignature, ValueError) as error:
        return str(error)
    return "" if signed else "x509: signature verification failed"


def _organizations(text: str) -> list[str]:
    try:
        request = _request(text)
    except ValueError:
        return []
    if request is None:
        return []
    return [str(a.value) for a in request.subject.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)]


def _bad_certificate(text: str) -> str:
    found = _PEM.findall(_decoded(text))
    for name, _ in found:
        if name != "CERTIFICATE":
            return f'only CERTIFICATE PEM blocks are allowed, found "{name}"'
    if not found:
        return "must contain at least one CERTIFICATE PEM block"
    try:
        x509.load_pem_x509_certificates(_decoded(text).encode())
    except ValueError as error:
        return str(error)
    return ""


def _bad_signer(name: str) -> list[FieldError]:
    if not name:
        return [required("spec.signerName")]
    domain, slash, path = name.partition("/")
    if not slash or "/" in path:
        return [invalid("spec.signerName", name, _LATEST_FORM)]
    wrong = is_subdomain(domain)
    if "." not in domain:
        wrong = [*wrong, "should be a domain with at least two segments separated by dots"]
    wrong += [why for part in path.split(".") for why in is_label(part)]
    return [invalid("spec.signerName", name, why) for why in wrong]

"""What depends on who writes an object and on what it says: beyond what the request as such shows."""

from __future__ import annotations

from ..objects import Manifest, mapping
from ..options import Options
from ..resource import Resource
from .attributes import Attributes
from .authorizer import denied, forbidden
from .escalation import Escalation
from .rbac import Rbac

_CERTIFICATES = "certificates.k8s.io"
_REQUESTS = (_CERTIFICATES, "certificatesigningrequests")
_SIGNING = {"approval": "approve", "status": "sign"}


class Guard:
    """Judges writes by their content."""

    def __init__(self, rbac: Rbac) -> None:
        self._rbac = rbac
        self._escalation = Escalation(rbac)

    def before(
        self, resource: Resource, key: tuple[str, str], new: Manifest, old: Manifest | None, by: Options
    ) -> None:
        """Check a write before it is validated; `key` is what the path names. Raises ApiError 403."""
        self._escalation.check(resource.storage, *key, new, old, by.user)

    def after(self, resource: Resource, key: tuple[str, str], new: Manifest, old: Manifest | None, by: Options) -> None:
        """Check a valid write. Raises ApiError 403."""
        if old is None:
            if by.applied:
                wanted = Attributes(by.user, "create", resource.group, resource.plural, "", *key)
                decision = self._rbac.decide(wanted)
                if not decision.allowed:
                    raise forbidden(wanted, decision.reason)
        elif resource.storage == _REQUESTS and by.subresource in _SIGNING and _is_signed(by.subresource, new, old):
            self._check_signer(by, old)

    def _check_signer(self, by: Options, old: Manifest) -> None:
        verb, signer = _SIGNING[by.subresource], str(mapping(old.get("spec")).get("signerName", ""))
        for name in (signer, f"{signer.partition('/')[0]}/*"):
            if self._rbac.decide(Attributes(by.user, verb, _CERTIFICATES, "signers", name=name)).allowed:
                return
        why = f'user not permitted to {verb} requests with signerName "{signer}"'
        raise denied(*_REQUESTS, old["metadata"]["name"], why)


def _is_signed(subresource: str, new: Manifest, old: Manifest) -> bool:
    if subresource == "approval":
        return True
    one, two = mapping(new.get("status")), mapping(old.get("status"))
    return any(one.get(key) != two.get(key) for key in ("certificate", "conditions"))

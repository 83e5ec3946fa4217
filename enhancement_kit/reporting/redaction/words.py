"""What ordinary text looks like: values that are no secret, whatever names them so."""

from __future__ import annotations

import re
from typing import Final

REDACTED: Final = "[redacted]"
MARK: Final = REDACTED.encode()

_WORDS: Final = """
access account admin administrator anonymous apiserver application auth auto automatic aws azure basic bearer bucket
ca cert certificate certs changed client cloud cluster component config configmap configuration console controller
credential credentials custom daemon data default denied deny dev development disable disabled document dummy east
embedded enable enabled endpoint env environment example external false features file gateway github gitlab google
guest header host https identity image ingress instance internal ip issuer key keys kit kube kubernetes local
localhost login machine main manager manual master mint mode name namespace network node none north null oauth
openid openshift operator optional passthrough password platform plugin policy pool private production profile
project provider proxy public pull read redacted reference region registry release required root route router scope
secret secrets server service session shared shipped simulated south ssh staging standard static storage string
subnet svc system target test testing testuser tls token true type unknown unmanaged unset user username users value
vault version web webhook west worker workload write zone
"""
_COMMON: Final = frozenset(_WORDS.split())
"""Words of this field: a value that consists of them alone would blank out ordinary text."""

_SHORT: Final = 3
_NUMBER: Final = 16
"""Numbers of fewer digits are accounts, times and ports."""

_PUBLIC: Final = re.compile(
    r"arn:[\w-]+:\S+"  # what AWS names things by
    r"|[a-z]{1,12}-(?:[0-9a-f]{8}|[0-9a-f]{17})"  # ids of EC2: vpc-..., eipalloc-...
    r"|(?:[\w./:-]+@)?sha256:[0-9a-f]{64}"  # images
    r"|https?://[^\s@?#]*"  # an address without credentials
    r"|\[redacted\]"
)


def is_word(value: str) -> bool:
    """Check whether a value is letters of one case, which count as a whole word only."""
    return value.isascii() and value.isalpha() and (value.islower() or value.isupper() or value.istitle())


def is_ordinary(value: str) -> bool:
    """Check whether a value is made of common words, short parts and small numbers, or names something public."""
    if _PUBLIC.fullmatch(value):
        return True
    parts = [part for part in re.split(r"[-_.:/\s]+", value.lower()) if part]
    if all(part.isdigit() for part in parts):
        return len("".join(parts)) < _NUMBER
    return any(part in _COMMON for part in parts) and all(
        part in _COMMON or len(part) <= _SHORT or (part.isdigit() and len(part) < _NUMBER) for part in parts
    )

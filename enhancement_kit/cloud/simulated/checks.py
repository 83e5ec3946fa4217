"""Whether the simulated AWS is the one that scenarios are written for: checked when it starts, before any scenario."""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Iterable, Iterator
from typing import Any

import moto

from enhancement_kit.cloud.simulated.backends import ACCOUNT, PRIVATE, Backends
from enhancement_kit.cloud.simulated.zones import known_zones
from enhancement_kit.errors import HarnessError

REGION, ZONES = "us-east-1", ("us-east-1a", "us-east-1b", "us-east-1c")
"""The region and the zones that scenarios use unless they name others."""


def missing_internals(names: Iterable[tuple[str, str]] = PRIVATE) -> list[str]:
    """Return the names that the kit needs of moto and botocore, and that the installed ones lack."""
    return [f"{module}.{name}" for module, name in names if not _has(module, name)]


def _has(module: str, name: str) -> bool:
    try:
        functools.reduce(getattr, name.split("."), importlib.import_module(module))
    except (ImportError, AttributeError):
        return False
    return True


def wrong(backends: Backends) -> Iterator[str]:
    """Yield what is not as scenarios need it, each with the way out.

    No client is made: the process that only starts others would wait for it.
    """
    lacking = missing_internals()
    if lacking:
        yield (
            f"moto {moto.__version__} does not fit this kit, it lacks {', '.join(lacking)}: install the version that "
            "constraints.txt names"
        )
        return
    account = answering_account(backends)
    if account != ACCOUNT:
        yield f"STS answers account {account}, the world is made for {ACCOUNT}: unset MOTO_ACCOUNT_ID"
    zones = {zone.name for zone in known_zones(REGION)}
    absent = sorted(set(ZONES) - zones)
    if absent:
        yield (
            f"region {REGION} lacks the zones {', '.join(absent)}: install the versions of moto and boto3 that "
            "constraints.txt names"
        )


def answering_account(backends: Backends) -> str:
    """Return the id of the account that STS answers. Raises HarnessError where it answers none."""
    from botocore.awsrequest import AWSPreparedRequest

    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Authorization": f"AWS4-HMAC-SHA256 Credential=kit/20260101/{REGION}/sts/aws4_request",
    }
    body = b"Action=GetCallerIdentity&Version=2011-06-15"
    request: Any = AWSPreparedRequest("POST", f"https://sts.{REGION}.amazonaws.com/", headers, body, False)
    _, _, answer = backends.answer("sts", request)
    found = re.search(rb"<Account>(\d+)</Account>", answer)
    if found is None:
        raise HarnessError("STS of the simulated AWS does not say which account it is")
    return found[1].decode()

"""The only access to moto: its backends by region, one request answered at a time, reset, and what it needs of moto.

moto has no public way to answer a single request, so private names are used here. `PRIVATE` lists them; a test of the
kit compares the list with the installed moto and botocore.
"""

from __future__ import annotations

import functools
import importlib
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from enhancement_kit.cloud.simulated import in_process
from enhancement_kit.cloud.simulated.partitions import partitions
from enhancement_kit.cloud.simulated.services import SERVED
from enhancement_kit.errors import HarnessError
from enhancement_kit.local import environment
from enhancement_kit.local.variables.row import MOTO

ACCOUNT = "123456789012"
"""The one account of the simulated AWS (moto's default)."""

PRIVATE: tuple[tuple[str, str], ...] = (
    ("moto.core.botocore_stubber", "BotocoreStubber.process_request"),
    ("moto.core.botocore_stubber", "MockRawResponse"),
    ("moto.core.base_backend", "BackendDict._instances"),
    ("moto.core.model_instances", "reset_model_data"),
    ("moto.core.responses", "method_names_from_class"),
    ("moto.moto_api._internal", "mock_random.seed"),
    ("moto.ec2.models.subnets", "Subnet._base_avail_ip_iterator.cache_clear"),
    ("moto.ec2.models.vpcs", "VPCBackend.vpc_refs"),
    ("moto.ec2.models.vpc_peering_connections", "VPCPeeringConnectionBackend.vpc_pcx_refs"),
    ("moto.ec2.models.transit_gateway_attachments", "TransitGatewayAttachmentBackend.backend_refs"),
    ("moto.ec2.models.subnets", "random_subnet_id"),
    ("moto.ec2.models.subnets", "Subnet.available_ip_address_count"),
    ("moto.ec2.models.elastic_ip_addresses", "random_eip_allocation_id"),
    ("moto.ec2.models.availability_zones_and_regions", "RegionsAndZonesBackend.zones"),
    ("moto.core.routing", "get_service_router"),
    ("moto.core.parse", "PROTOCOL_PARSERS"),
    ("moto.core.parse", "RequestParserError"),
    ("moto.core.utils", "get_service_model"),
    ("moto.backend_index", "backend_url_patterns"),
    ("moto.utilities.utils", "PARTITION_NAMES"),
    ("moto.utilities.utils", "REGION_PREFIX_TO_PARTITION"),
    ("moto.core.responses", "BaseResponse.call_action"),
    ("moto.core.responses", "BaseResponse._enrich_response"),
    ("moto.core.responses", "BaseResponse.serialized"),
    ("moto.core.responses", "ActionContext"),
    ("moto.core.serialize", "AttributePickerContext"),
    ("moto.core.serialize", "XFormedAttributePicker.get_possible_keys"),
    ("moto.core.serialize", "TimestampSerializer._convert_timestamp_to_str"),
    ("moto.core.serialize", "SERIALIZERS"),
    ("urllib3.connection", "HTTPConnection._new_conn"),
    ("urllib3.connection", "HTTPSConnection._new_conn"),
    ("botocore.httpsession", "URLLib3Session.send"),
    ("botocore.awsrequest", "AWSHTTPConnectionPool.ConnectionCls"),
    ("botocore.awsrequest", "AWSHTTPSConnectionPool.ConnectionCls"),
    ("botocore.awsrequest", "AWSPreparedRequest"),
    ("botocore.awsrequest", "AWSResponse"),
)

# IAM keeps access keys only; making its backend anew for each scenario costs more than it could leak. It is reset when
# a scenario has called it.
_KEPT_UNLESS_CALLED = frozenset({"iam"})

LOCK = threading.RLock()
"""Held while moto works: its backends are not safe for threads."""


class Backends:
    """moto's backends of one account, by service and region."""

    def __init__(self) -> None:
        # moto reads some of its variables only when it is imported
        environment.settle({MOTO})
        from moto.core.botocore_stubber import BotocoreStubber

        self._stubber = BotocoreStubber()
        self._called: set[str] = set()
        self._patches: pytest.MonkeyPatch | None = None

    def start(self) -> None:
        """Tell moto of the partitions that it lacks, and remove two costs that it has at every call.

        They are looking up the actions of a service, and finding its URL among those of some two hundred others.
        """
        if self._patches is not None:
            return
        responses: Any = importlib.import_module("moto.core.responses")
        index: Any = importlib.import_module("moto.backend_index")
        patterns = sorted(index.backend_url_patterns, key=lambda one: one[0] not in SERVED)
        self._patches = pytest.MonkeyPatch()
        self._patches.setattr(responses, "method_names_from_class", functools.cache(responses.method_names_from_class))
        self._patches.setattr(index, "backend_url_patterns", patterns)
        _add_partitions(self._patches)

    def stop(self) -> None:
        """Restore moto's own functions."""
        if self._patches is not None:
            self._patches.undo()
        self._patches = None

    def answer(self, service: str, request: Any) -> tuple[int, dict[str, str], bytes]:
        """Return moto's answer to a prepared request for an AWS host.

        Raises HarnessError where moto has none or fails: then nothing can be said about the caller's behaviour.
        """
        answer = self._asked(service, lambda: self._stubber.process_request(request))
        if answer is None:
            raise HarnessError(f"The simulated AWS has no service for {request.url}.")
        status, headers, body = answer
        return int(status), dict(headers), body.encode() if isinstance(body, str) else bytes(body)

    def act(
        self, service: str, region: str, operation: str, form: Mapping[str, Any]
    ) -> tuple[int, dict[str, str], bytes, dict[str, Any] | None]:
        """Answer an operation that bypasses the wire protocol, its parameters as the query protocols write them.

        Where moto does not refuse, the answer is what the client reads, and the body is empty. Raises as `answer`.
        """
        status, headers, body = self._asked(service, lambda: in_process.act(service, region, ACCOUNT, operation, form))
        if isinstance(body, dict):
            return int(status), dict(headers), b"", body
        return int(status), dict(headers), body.encode() if isinstance(body, str) else bytes(body), None

    def _asked(self, service: str, ask: Callable[[], Any]) -> Any:
        with LOCK:
            self._called.add(service)
            try:
                return ask()
            except Exception as error:
                raise HarnessError(
                    f"The simulated AWS broke at a call of {service} ({type(error).__name__}: {error}); "
                    "add a strictness rule or report it to moto."
                ) from error

    def ec2(self, region: str) -> Any:
        """Return the EC2 backend of a region."""
        from moto.ec2.models import ec2_backends

        return ec2_backends[ACCOUNT][region]

    def elb(self, region: str) -> Any:
        """Return the backend of Classic load balancers of a region."""
        from moto.elb.models import elb_backends

        return elb_backends[ACCOUNT][region]

    def elbv2(self, region: str) -> Any:
        """Return the backend of Network and Application load balancers of a region."""
        from moto.elbv2.models import elbv2_backends

        return elbv2_backends[ACCOUNT][region]

    def reset(self, seed: int) -> None:
        """Drop every region that was used, and restart the ids.

        Regions are dropped, not reset: a reset would build a default VPC that the next scenario may not need.
        """
        from moto.core.base_backend import BackendDict
        from moto.core.model_instances import reset_model_data
        from moto.ec2.models.subnets import Subnet
        from moto.moto_api._internal import mock_random

        with LOCK:
            used: list[Any] = BackendDict._instances  # type: ignore[misc]
            for backend in used:
                if backend.service_name in _KEPT_UNLESS_CALLED - self._called:
                    continue
                for account in backend.values():
                    dict.clear(account)
            # Without these, moto would keep every model of every scenario for as long as the process lives, and a
            # reference to each backend that there was.
            reset_model_data()
            Subnet._base_avail_ip_iterator.cache_clear()
            for references in _references():
                references.clear()
            if "s3" in self._called:
                _forget_buckets()
            mock_random.seed(seed)
            self._called.clear()


def _add_partitions(patches: pytest.MonkeyPatch) -> None:
    """Let moto keep apart what partitions hold that it takes for the commercial one, with ARNs of their own."""
    utils: Any = importlib.import_module("moto.utilities.utils")
    lacking = [one for one in partitions() if one.id not in utils.PARTITION_NAMES]
    for one in lacking:
        for region in one.regions:
            patches.setitem(utils.REGION_PREFIX_TO_PARTITION, "-".join(region.split("-")[:2]) + "-", one.id)
    patches.setattr(utils, "PARTITION_NAMES", [*utils.PARTITION_NAMES, *(one.id for one in lacking)])


def _forget_buckets() -> None:
    """Clear moto's table of bucket names, which spans all accounts and is kept outside the backends."""
    from moto.s3.models import s3_backends

    s3_backends.bucket_accounts.clear()


def _references() -> tuple[Any, ...]:
    """Return the lists in which moto's classes keep references to all their backends."""
    from moto.ec2.models.transit_gateway_attachments import TransitGatewayAttachmentBackend
    from moto.ec2.models.vpc_peering_connections import VPCPeeringConnectionBackend
    from moto.ec2.models.vpcs import VPCBackend

    return VPCBackend.vpc_refs, VPCPeeringConnectionBackend.vpc_pcx_refs, TransitGatewayAttachmentBackend.backend_refs


@contextmanager
def literal(module: Any, name: str, value: str | None) -> Iterator[None]:
    """Let a module's random id function hand out one literal id: `with literal(module, "random_subnet_id", id):`."""
    with LOCK, pytest.MonkeyPatch.context() as patch:
        if value is not None:
            patch.setattr(module, name, lambda *_args, **_kwargs: value)
        yield

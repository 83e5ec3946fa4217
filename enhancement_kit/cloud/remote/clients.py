"""boto3 clients of an AWS outside this process: every call recorded, what they create tagged where asked for."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from enhancement_kit.cloud.record import Record
from enhancement_kit.cloud.tags import tag_list
from enhancement_kit.errors import HarnessError

_MAKES = ("Create", "Allocate", "Run", "Copy", "Register")
# EC2 takes tags by resource type, which the name of the call does not tell
_KINDS = {
    "AllocateAddress": "elastic-ip",
    "CopyImage": "image",
    "CreateInternetGateway": "internet-gateway",
    "CreateNatGateway": "natgateway",
    "CreateNetworkInterface": "network-interface",
    "CreateRouteTable": "route-table",
    "CreateSecurityGroup": "security-group",
    "CreateSubnet": "subnet",
    "CreateTransitGateway": "transit-gateway",
    "CreateVpc": "vpc",
    "RegisterImage": "image",
    "RunInstances": "instance",
}


# what has to be deleted by its own id; everything else lies in VPCs
_REMEMBERED: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], str]]] = {
    "CreateVpc": ("vpc", lambda answer: answer["Vpc"]["VpcId"]),
    "AllocateAddress": ("address", lambda answer: answer["AllocationId"]),
    "CreateHostedZone": ("zone", lambda answer: answer["HostedZone"]["Id"].rpartition("/")[2]),
}


@dataclass(frozen=True)
class Made:
    """Something that a component made: a `vpc`, an `address` or a `zone`."""

    kind: str
    id: str
    region: str


class Clients:
    """The client factory: clients cached by component, service, region and endpoint."""

    def __init__(
        self,
        record: Record,
        *,
        session: Callable[[], Any],
        endpoint: str | None,
        keys: Callable[[str], Mapping[str, str]],
        tags: Mapping[str, str],
        owner: str = "",
    ) -> None:
        """Store the settings; `keys` returns a component's credentials, or nothing where those of the session apply.

        With `owner`, a new VPC of another account is an error: nothing else is made then.
        """
        self._owner = owner
        self._record, self._session, self._endpoint = record, session, endpoint
        self._keys, self._tags = keys, tags
        self._lock = threading.Lock()
        self._clients: dict[tuple[str, str, str, str | None], Any] = {}
        self.made: list[Made] = []
        """What all components made, oldest first."""

    def client(self, component: str, service: str, region: str, endpoint: str | None) -> Any:
        """Return the client of a component for a service, creating it at the first request."""
        key = (component, service, region, endpoint or self._endpoint)
        with self._lock:
            if key not in self._clients:
                self._clients[key] = self._make(*key)
        return self._clients[key]

    def _make(self, component: str, service: str, region: str, endpoint: str | None) -> Any:
        made = self._session().client(service, region_name=region, endpoint_url=endpoint, **self._keys(component))
        hooks = _Hooks(self._record, self.made, made, component, service, region, self._tags, self._owner)
        events = made.meta.events
        events.register_first("before-parameter-build", hooks.before)
        events.register_first("before-sign", hooks.signed)
        events.register_last("after-call", hooks.after)
        events.register_last("after-call-error", hooks.failed)
        return made

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            for made in self._clients.values():
                made.close()
            self._clients.clear()


class _Hooks:
    """The hooks around each call of one client."""

    def __init__(
        self,
        record: Record,
        made: list[Made],
        client: Any,
        component: str,
        service: str,
        region: str,
        tags: Mapping[str, str],
        owner: str,
    ) -> None:
        self._owner = owner
        self._record, self._made, self._client, self._tags = record, made, client, tags
        self._component, self._service, self._region = component, service, region
        self._threads = threading.local()

    def before(self, params: dict[str, Any], model: Any, **_: Any) -> None:
        if self._tags and model.name.startswith(_MAKES):
            _tag(params, model, self._tags)
        self._threads.parameters = copy.deepcopy(params)

    def signed(self, region_name: str, **_: Any) -> None:
        # of services without regions it is another one than the client's
        self._threads.region = region_name

    def after(self, model: Any, parsed: Mapping[str, Any], **_: Any) -> None:
        error = parsed.get("Error") or {}
        self._note(model.name, error.get("Code"), error.get("Message"))
        if error or model.name not in _REMEMBERED:
            return
        kind, identify = _REMEMBERED[model.name]
        made = Made(kind, identify(parsed), self._region)
        self._made.append(made)
        found = str((parsed.get("Vpc") or {}).get("OwnerId") or self._owner)
        if self._owner and found != self._owner:
            # an account without any VPC could not be told before
            raise HarnessError(f"EC2 made {made.id} in account {found}, --aws-account names {self._owner}")
        if self._tags and kind == "zone":
            # the call itself accepts no tags
            self._client.change_tags_for_resource(
                ResourceType="hostedzone", ResourceId=made.id, AddTags=tag_list(self._tags)
            )

    def failed(self, exception: Exception, event_name: str, **_: Any) -> None:
        self._note(event_name.rsplit(".", 1)[-1], type(exception).__name__, str(exception))

    def _note(self, operation: str, error: str | None, message: str | None) -> None:
        parts = urlsplit(self._client.meta.endpoint_url)
        self._record.add(
            component=self._component,
            service=self._service,
            operation=operation,
            parameters=getattr(self._threads, "parameters", {}),
            region=getattr(self._threads, "region", self._region),
            endpoint=f"{parts.scheme}://{parts.netloc}",
            error=error,
            message=message,
        )


def _tag(params: dict[str, Any], model: Any, tags: Mapping[str, str]) -> None:
    """Add tags to a call that creates something, where it accepts any."""
    members = model.input_shape.members if model.input_shape is not None else {}
    if "TagSpecifications" in members and model.name in _KINDS:
        kind = _KINDS[model.name]
        given = [dict(one) for one in params.get("TagSpecifications", [])]
        mine = next((one for one in given if one["ResourceType"] == kind), None)
        if mine is None:
            given.append({"ResourceType": kind, "Tags": tag_list(tags)})
        else:
            mine["Tags"] = [*mine["Tags"], *tag_list(tags)]
        params["TagSpecifications"] = given
    elif "Tags" in members and model.name.startswith("Create"):
        params["Tags"] = [*params.get("Tags", []), *tag_list(tags)]

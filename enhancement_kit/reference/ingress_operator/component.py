"""The ingress operator as a set of controllers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import Controller, Watch
from ..runtime.controller import own_name
from ..runtime.resources import (
    API_SERVER_CONFIG,
    DEPLOYMENT,
    DNS_CONFIG,
    DNS_RECORD,
    INFRASTRUCTURE,
    INGRESS_CONFIG,
    INGRESS_CONTROLLER,
    NETWORK_CONFIG,
    SERVICE,
)
from . import default_ingress, dns, ingress, names
from .build import Operator

NAME = "ingress-operator"


def controllers(op: Operator) -> list[Controller]:
    """Build the operator's controllers, in the order they run."""

    def every_ingress_controller(_: Mapping[str, Any]) -> list[str]:
        return [key for ic in op.store.objects(INGRESS_CONTROLLER) for key in own_name(ic)]

    def every_record(_: Mapping[str, Any]) -> list[str]:
        return [key for record in op.store.objects(DNS_RECORD) for key in own_name(record)]

    def owner(obj: Mapping[str, Any]) -> list[str]:
        name = (obj["metadata"].get("labels") or {}).get(names.OWNING_LABEL)
        return [names.key(name)] if name else []

    def nobody(_: Mapping[str, Any]) -> list[str]:
        return []

    configs = (DNS_CONFIG, INGRESS_CONFIG, INFRASTRUCTURE)
    # read on every pass, but a change does not trigger one
    read_only = (API_SERVER_CONFIG, NETWORK_CONFIG)
    return [
        Controller(
            "default-ingresscontroller",
            (),
            lambda key: default_ingress.reconcile(op, key),
            op.log,
            always=(names.key(names.DEFAULT),),
        ),
        Controller(
            "ingress",
            (
                Watch(INGRESS_CONTROLLER, own_name),
                Watch(DEPLOYMENT, owner),
                Watch(SERVICE, owner),
                Watch(DNS_RECORD, owner),
                *(Watch(config, every_ingress_controller) for config in configs),
                *(Watch(config, nobody) for config in read_only),
            ),
            lambda key: ingress.reconcile(op, key),
            op.log,
        ),
        Controller(
            "dns",
            (Watch(DNS_RECORD, own_name), Watch(DNS_CONFIG, every_record)),
            lambda key: dns.reconcile(op, key),
            op.log,
        ),
    ]

"""The ingress operator as a set of controllers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import Controller, Watch
from ..runtime.controller import own_name
from ..runtime.resources import (
    DEPLOYMENT,
    DNS_CONFIG,
    DNS_RECORD,
    INFRASTRUCTURE,
    INGRESS_CONFIG,
    INGRESS_CONTROLLER,
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

    def asks_for_more(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> bool:
        """Tell whether more than status and annotations has changed, so that a failed record waits for its retry."""

        def asked(record: Mapping[str, Any] | None) -> tuple[Any, ...]:
            meta = (record or {}).get("metadata", {})
            return tuple(meta.get(key) for key in ("uid", "generation", "deletionTimestamp"))

        return asked(before) != asked(after)

    configs = (DNS_CONFIG, INGRESS_CONFIG, INFRASTRUCTURE)
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
            ),
            lambda key: ingress.reconcile(op, key),
            op.log,
        ),
        Controller(
            "dns",
            (Watch(DNS_RECORD, own_name, asks_for_more), Watch(DNS_CONFIG, every_record)),
            lambda key: dns.reconcile(op, key),
            op.log,
        ),
    ]

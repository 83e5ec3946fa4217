"""The config operator as a set of controllers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import Controller, Result, Watch
from ..runtime.resources import CONFIG_MAP, INFRASTRUCTURE
from . import cloud_config, mirror
from .build import SINGLETON, Operator
from .status import reporting


def controllers(op: Operator) -> list[Controller]:
    """Build the operator's controllers; mirroring runs first, since its result is what gets stitched.

    In a release without the operator they exist, but are idle.
    """
    if not op.features.custom_endpoints:
        return [Controller(name, (), lambda _: Result(), op.log) for name in (mirror.NAME, cloud_config.NAME)]

    def singleton(_: Mapping[str, Any]) -> list[str]:
        return [SINGLETON]

    def cloud_configs(config_map: Mapping[str, Any]) -> list[str]:
        namespace = config_map["metadata"]["namespace"]
        return [SINGLETON] if namespace in (cloud_config.SOURCE_NAMESPACE, cloud_config.TARGET_NAMESPACE) else []

    return [
        Controller(
            mirror.NAME,
            (Watch(INFRASTRUCTURE, singleton),),
            # looked up at each pass, like the other modules of the operator
            reporting(op, mirror.NAME, lambda op, key: mirror.reconcile(op, key)),
            op.log,
        ),
        Controller(
            cloud_config.NAME,
            (Watch(INFRASTRUCTURE, singleton), Watch(CONFIG_MAP, cloud_configs)),
            reporting(op, cloud_config.NAME, lambda op, key: cloud_config.reconcile(op, key)),
            op.log,
        ),
    ]

"""The operations of AWS that the kit and what it tests call, read from operations.yaml."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

import yaml


@functools.cache
def called() -> Mapping[str, tuple[str, ...]]:
    """Return the names of the operations by service, both as botocore writes them."""
    text = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
    return {service: tuple(names) for service, names in yaml.safe_load(text).items()}

"""Components that only derive something from the platform here, and report that they are healthy.

What each does on which platform is one table, `reactions.REACTIONS`. The code of a row is in the module with the
component's name. It has an `OPERATOR` or, if that does not fit or is not enough, a function `controllers`.
"""

# no `from __future__ import annotations` here: it would hide the module of that name
from collections.abc import Callable, Mapping
from importlib import import_module

from ..runtime import Controller
from . import reactions
from .component import Component
from .library_go import Reading
from .operator import Operator

__all__ = ["Component", "Operator", "Reading", "components"]

Build = Callable[[Component], list[Controller]]


def components() -> Mapping[str, Build]:
    """Return the function that builds the controllers of each component, in the order of the table's rows.

    Raises ImportError for a row without a module.
    """
    return {name: _builder(name) for name in reactions.REACTIONS}


def _builder(name: str) -> Build:
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    build: Build | None = getattr(module, "controllers", None)
    operator: Operator | None = getattr(module, "OPERATOR", None)
    if build is None and operator is not None:
        build = operator.controllers
    if build is None:
        raise ImportError(f"{module.__name__} has neither an OPERATOR nor a function controllers; add one of them")
    return build

"""Import the implementation anew, with other code for some of its modules.

A mutant may change what runs only once, at import: a table, a default argument, a decorator, the fields of a dataclass.
Other modules copy such values when they are imported themselves. Therefore a mutant is not put into modules that exist
already: the process forgets all modules of the implementation, and imports them again with the changed code in place of
the original. That costs a tenth of a second, is the same for every kind of mutant, and a mutant that cannot be imported
behaves as an implementation that does not start.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType, ModuleType

from enhancement_kit.mutation.plain.drawing import Source

BRIDGE = "enhancement_kit.targets.reference"
"""The only module outside the implementation that holds parts of it."""


class _Loader(importlib.abc.Loader):
    def __init__(self, code: CodeType) -> None:
        self._code = code

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Leave it to Python."""
        del spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the code that was handed in."""
        exec(self._code, module.__dict__)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, sources: Mapping[str, Source], codes: Mapping[str, CodeType]) -> None:
        self._sources, self._codes = sources, codes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return what is to be imported under a name of the implementation."""
        del path, target
        source = self._sources.get(fullname)
        if source is None:
            return None
        places = [str(source.file.parent)] if source.is_package else None
        return importlib.util.spec_from_file_location(
            fullname, source.file, loader=_Loader(self._codes[fullname]), submodule_search_locations=places
        )


def compiled(sources: Iterable[Source]) -> dict[str, CodeType]:
    """Compile modules as they are, by name."""
    return {s.module: compile(s.text, str(s.file), "exec", dont_inherit=True) for s in sources}


def forget(sources: Iterable[Source]) -> None:
    """Forget all modules of the implementation, so that they are imported again when somebody needs them."""
    for name in (BRIDGE, *(source.module for source in sources)):
        sys.modules.pop(name, None)


@contextmanager
def replaced(sources: Iterable[Source], codes: Mapping[str, CodeType]) -> Iterator[None]:
    """Import the implementation's modules with this code; on exit, forget them again."""
    by_name = {source.module: source for source in sources}
    finder = _Finder(by_name, codes)
    forget(by_name.values())
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        forget(by_name.values())


def import_all(sources: Iterable[Source]) -> None:
    """Import the bridge, and every module of the implementation."""
    importlib.import_module(BRIDGE)
    for source in sources:
        importlib.import_module(source.module)

"""The end of a run by a signal: it writes its reports, as after Ctrl-C."""

from __future__ import annotations

import pytest

from enhancement_kit.local import ending


def end_well(config: pytest.Config) -> None:
    """Treat SIGTERM, which CI sends before it kills a run, and SIGHUP, of a closed terminal, like Ctrl-C.

    In each process until its part of the run has ended, unless something else handles them.
    """
    config.add_cleanup(ending.install())

"""The table of environment variables that could change a run: who reads them, and what the kit does about each.

`local/environment.py` applies it. The sources are the documentation and the source of the programs in `reader`; a test
looks for variables of the installed packages that no row covers.
"""

from __future__ import annotations

from enhancement_kit.local.variables.process import PROCESS_ROWS
from enhancement_kit.local.variables.row import Variable
from enhancement_kit.local.variables.simulated import MOTO_ROWS
from enhancement_kit.local.variables.systems import AWS_ROWS, KUBERNETES_ROWS, NETWORK_ROWS, PROGRAMS_ROWS

VARIABLES: tuple[Variable, ...] = (
    *MOTO_ROWS,
    *AWS_ROWS,
    *NETWORK_ROWS,
    *KUBERNETES_ROWS,
    *PROGRAMS_ROWS,
    *PROCESS_ROWS,
)
"""The first row that covers a variable counts."""

"""The command `ekit`: reads the command line, hands over to one subcommand, and turns errors into one line."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

from enhancement_kit import __version__
from enhancement_kit.commands import COMMANDS, Command
from enhancement_kit.errors import HarnessError, KitError, UsageError
from enhancement_kit.files.output import writes_its_output
from enhancement_kit.files.printing import printable
from enhancement_kit.local import ending, environment
from enhancement_kit.local.variables.row import GROUPS

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_HARNESS = 3
EXIT_USAGE = 4
EXIT_INTERRUPTED = 130

# The first class that an error is an instance of decides.
EXIT_CODES: tuple[tuple[type[BaseException], int], ...] = (
    (UsageError, EXIT_USAGE),
    (HarnessError, EXIT_HARNESS),
    (KitError, EXIT_FAILED),
)

EPILOG = """\
To run scenarios, use pytest:
  pytest features/                       all scenarios, in the default lane
  pytest features/ -m smoke              a small selection
  pytest features/ -m ISS-041            the scenarios of one requirement
  pytest features/ --lane shipped        another lane; see "the enhancement conformance kit" in pytest --help

Exit codes: 0 success, 1 something failed, 3 the kit or its environment is broken, 4 usage error, 130 interrupted.
"""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors end with the exit code of every usage error of the kit."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Print one line that names the remedy, and exit with the usage code."""
        self.exit(EXIT_USAGE, f"{self.prog}: {message}; see {self.prog} --help\n")


def make_parser(commands: Sequence[Command], chosen: str) -> tuple[Parser, ModuleType | None]:
    """Build the parser of all commands, and return it with the module of the chosen one.

    Only that module is imported: a command starts quickly, and works while another one is broken.
    """
    parser = Parser(
        prog="ekit",
        description="Tools of the enhancement conformance kit. Its scenarios run with pytest.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"ekit {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    module = None
    for command in commands:
        subparser = subparsers.add_parser(
            command.name, help=command.summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if command.name == chosen:
            module = importlib.import_module(command.module)
            subparser.description = getattr(module, "DESCRIPTION", module.__doc__)
            module.add_arguments(subparser)
    return parser, module


@writes_its_output(failed=EXIT_HARNESS)
def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    chosen = next((word for word in words if not word.startswith("-")), "")
    given = dict(os.environ)
    kept = next((command.keeps for command in COMMANDS if command.name == chosen), frozenset())
    restore = environment.settle(GROUPS - kept)
    try:
        parser, module = make_parser(COMMANDS, chosen)
        arguments = parser.parse_args(words)
        if module is None:
            return EXIT_USAGE
        with ending.interruptible():
            return int(module.run(arguments))
    except KitError as error:
        print(f"ekit: {printable(_without_secrets(str(error), given))}", file=sys.stderr)
        return next(code for kind, code in EXIT_CODES if isinstance(error, kind))
    except KeyboardInterrupt as interrupt:
        print(f"ekit: {interrupt}" if str(interrupt) else "ekit: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # the reader of a pipe (head, less) has seen enough; nothing more can be written, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    finally:
        restore()


def _without_secrets(message: str, given: Mapping[str, str]) -> str:
    """Return an error message without secrets of the environment that the command was given, or known by sight."""
    from enhancement_kit.reporting.redaction import redact, register_environment

    register_environment(given)
    return redact(message)


if __name__ == "__main__":
    sys.exit(main())

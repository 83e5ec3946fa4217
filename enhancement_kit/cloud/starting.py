"""What a scenario starts from in AWS: where AWS refuses it, the world is broken and says nothing of a target."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from enhancement_kit.errors import HarnessError, KitError


@contextmanager
def start_of_scenario(what: str) -> Iterator[None]:
    """Make an error of AWS, while the kit itself creates `what`, an error of the kit. Also works as a decorator.

    Raises HarnessError; errors of the kit, such as that of a wrong row of a table, stay what they are.
    """
    try:
        yield
    except KitError:
        raise
    except Exception as error:
        raise HarnessError(f"AWS does not give the scenario {what} to start from: {error}") from error

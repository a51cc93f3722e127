"""Refusing an order: one sentence that says why it cannot be."""

from collections.abc import Callable
from typing import TypeVar

from pi_companion.errors import InputError

Value = TypeVar("Value")


class OrderRefusedError(Exception):
    """An order cannot be carried out; the message says why in one sentence. It never leaves the referee."""


def wanted(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - it is what is asserted
    """Refuse where a condition does not hold.

    Raises:
        OrderRefusedError: It does not.
    """
    if not condition:
        raise OrderRefusedError(otherwise)


def checked(make: Callable[[], Value]) -> Value:
    """Make a value of the rules; what they refuse is refused.

    Raises:
        OrderRefusedError: The rules know no such value.
    """
    try:
        return make()
    except InputError as error:
        raise OrderRefusedError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error

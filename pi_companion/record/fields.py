"""The fields of a JSON object, each read with a check of its form and a message that names it."""

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from pi_companion.errors import InputError
from pi_companion.rules import Position, Side

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]
JsonObject = dict[str, JsonValue]

DICE = 2
FACES = range(1, 7)

Choice = TypeVar("Choice", bound=Enum)


class Fields:
    """One JSON object, asked field by field; every reader raises InputError where the form is wrong."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object]) -> None:
        """Take the object as `json.loads` gave it."""
        self._values = values

    def text(self, name: str, usual: str | None = None) -> str:
        """Read a text; `usual` stands for a field that may be left out."""
        value = self._values.get(name, usual)
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        return value

    def integer(self, name: str) -> int:
        """Read a whole number."""
        value = self._values.get(name)
        if type(value) is not int:
            raise self._wrong(name, "a whole number")
        return value

    def number(self, name: str) -> float:
        """Read a number."""
        value = self._values.get(name)
        if type(value) not in (int, float):
            raise self._wrong(name, "a number")
        return float(str(value))

    def optional_number(self, name: str) -> float | None:
        """Read a number, or null."""
        return None if self._values.get(name) is None else self.number(name)

    def flag(self, name: str, *, usual: bool | None = None) -> bool:
        """Read true or false; `usual` stands for a field that may be left out."""
        value = self._values.get(name, usual)
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def choice(self, name: str, kind: type[Choice]) -> Choice:
        """Read one value of an enum by its wire name."""
        return self._member(name, kind, self._values.get(name))

    def optional(self, name: str, kind: type[Choice]) -> Choice | None:
        """Read one value of an enum by its wire name, or null."""
        return None if self._values.get(name) is None else self.choice(name, kind)

    def inner(self, name: str) -> "Fields | None":
        """Read an object inside this one; None where it is missing."""
        value = self._values.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self._wrong(name, "an object")
        return Fields(value)

    def objects(self, name: str) -> list[dict[str, object]]:
        """Read a list of objects."""
        values = self._values.get(name)
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self._wrong(name, "a list of objects")
        return values

    def choices(self, name: str, kind: type[Choice]) -> list[Choice]:
        """Read a list of values of an enum by their wire names."""
        values = self._values.get(name)
        if not isinstance(values, list):
            raise self._wrong(name, "a list")
        return [self._member(name, kind, value) for value in values]

    def side(self, name: str) -> Side:
        """Read a side."""
        return self.choice(name, Side)

    def dice(self, name: str) -> tuple[int, int]:
        """Read two dice, as they stand there."""
        value = self._values.get(name)
        if isinstance(value, list) and len(value) == DICE and all(type(die) is int and die in FACES for die in value):
            return value[0], value[1]
        raise self._wrong(name, "two dice from 1 to 6")

    def position(self, name: str) -> Position:
        """Read a position."""
        return Position.from_json(self._values.get(name))

    def _member(self, name: str, kind: type[Choice], value: object) -> Choice:
        for member in kind:
            if member.value == value:
                return member
        raise self._wrong(name, "one of " + ", ".join(str(member.value) for member in kind))

    def _wrong(self, name: str, wanted: str) -> InputError:
        event = self._values.get("event")
        came = repr(self._values[name])[:60] if name in self._values else "nothing"
        return InputError(f"the field {name!r} of the event {event!r} wants {wanted}, but {came} came; correct it")

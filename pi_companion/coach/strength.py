"""How strongly the companion plays: a word of the settings, apart from all that an engine needs."""

from enum import Enum


class Strength(Enum):
    """How strongly the companion plays."""

    AVERAGE = "average"
    CLEVER = "clever"
    RUTHLESS = "ruthless"

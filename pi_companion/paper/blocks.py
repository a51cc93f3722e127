"""A text with headings, tables and drawings, before it is known on what it will stand."""

from dataclasses import dataclass

from pi_companion.paper.ink import Drawing


@dataclass(frozen=True, slots=True)
class Heading:
    """A line above what follows."""

    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with words below it."""

    drawing: Drawing
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """Drawings side by side."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a row of names; all rows are as long as it."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Words | Figures | Table


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its title."""

    title: str
    blocks: tuple[Block, ...]
    note: str = ""
    """A small line at the foot of each page."""

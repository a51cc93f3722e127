"""A plot of one or two lines that go up and down over the turns of a match."""

from dataclasses import dataclass

from pi_companion.paper.ink import Anchor, Drawing, Label, Line, Mark

_WIDTH, _HEIGHT = 180.0, 62.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 12.0, 4.0, 8.0, 10.0
_GREY = "#888888"
_STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
_MOST_STEPS = 6


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a plot."""

    name: str
    values: tuple[float, ...]
    """At 0, 1, 2 and so on."""

    colour: str


def plot(
    title: str, curves: tuple[Curve, ...], below: str, marks_at: tuple[tuple[int, str], ...] = (), base: float = 0.0
) -> Drawing:
    """Plot curves over a common axis.

    Args:
        title: What is plotted.
        curves: The lines; none is empty.
        below: What the axis counts.
        marks_at: Places on the axis with words to stand there, such as where games begin.
        base: What all is compared with; it is always shown.
    """
    values = [value for curve in curves for value in curve.values] + [base]
    low, high = min(values), max(values)
    step = next((each for each in _STEPS if (high - low) / each <= _MOST_STEPS), _STEPS[-1])
    low, high = step * (low // step), step * -(-high // step) or step
    last = max(1, *(len(curve.values) - 1 for curve in curves))
    wide, tall = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def place(number: float, value: float) -> tuple[float, float]:
        return _LEFT + wide * number / last, _TOP + tall * (high - value) / (high - low)

    marks: list[Mark] = []
    for count in range(round((high - low) / step) + 1):
        value = low + count * step
        colour = _GREY if abs(value - base) < step / 2 else "#dddddd"
        marks.append(Line((place(0, value), place(last, value)), colour, 0.2))
        marks.append(
            Label(
                _LEFT - 1, place(0, value)[1] + 1, f"{value:g}" if step >= 1 else f"{value:.1f}", 2.8, _GREY, Anchor.END
            )
        )
    for number, words in marks_at:
        x = place(number, base)[0]
        marks.append(Line(((x, _TOP), (x, _TOP + tall)), "#dddddd", 0.2))
        marks.append(Label(x + 0.5, _TOP + tall + 3.5, words, 2.6, _GREY))
    for curve in curves:
        points = tuple(place(number, value) for number, value in enumerate(curve.values))
        marks.append(Line(points, curve.colour, 0.5))
    apart = min(60.0, wide / max(1, len(curves)))
    for number, curve in enumerate(curves):
        x = _LEFT + number * apart
        marks.append(Line(((x, 4), (x + 6, 4)), curve.colour, 0.8))
        marks.append(Label(x + 8, 5, curve.name, 3.2))
    marks.append(Label(_WIDTH - _RIGHT, _HEIGHT - 1.5, below, 2.8, _GREY, Anchor.END))
    return Drawing(_WIDTH, _HEIGHT, tuple(marks), title)

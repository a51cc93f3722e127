"""Players who wait for the companion: a moment stays until the panel shows what it should, then comes the next."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.hil.guest import bench
from tests.hil.guest.bench import ALARM, BLACK, CUBE, READY, TURN, WHITE
from tests.hil.guest.game import Moment

BUTTON = {"white": WHITE, "black": BLACK}
PANEL_S = 8.0
"""How long players wait for the panel before they play on."""


@dataclass
class Seen:
    """What the panel and the log did while a game was played."""

    asked: int = 0
    """How many times the panel was looked at."""

    wrong: list[str] = field(default_factory=list)
    """What the panel did not come to show."""

    answers_s: list[float] = field(default_factory=list)
    """From each finger on a button to the panel's answer."""

    rulings_s: list[float] = field(default_factory=list)
    """From each finger on a button to the line that tells how the turn ended."""


def play(moments: Iterable[Moment], *, buttons: bool = True) -> Seen:
    """Play a game before the camera.

    Args:
        moments: The pictures.
        buttons: Whether every other turn is ended by its player's button; else by lifting the dice.
    """
    seen = Seen()
    for moment in moments:
        bench.show_and_wait(moment.image)
        before = time.monotonic()
        look_at_panel(moment, seen)
        time.sleep(max(0.0, moment.seconds - (time.monotonic() - before)))
        if buttons and moment.kind == "played" and moment.roller and (moment.turn % 2 == 0 or moment.illegal):
            end_turn(moment, seen)
    return seen


def look_at_panel(moment: Moment, seen: Seen) -> None:
    """See whether dice, turn and cube come to stand on the panel as they lie on the table."""
    if moment.roller is None or moment.kind not in ("rolled", "played"):
        return
    wanted = {
        "dice": lambda: bench.dice() == list(moment.dice),
        "turn": lambda: [side for side, pin in TURN.items() if bench.driven(pin)] == [moment.roller],
        "cube": lambda: (
            [side for side, pin in CUBE.items() if bench.driven(pin)] == [side for side in CUBE if side == moment.cube]
        ),
    }
    seen.asked += len(wanted)
    until_s = time.monotonic() + PANEL_S
    for name, shows in wanted.items():
        if bench.wait(shows, until_s - time.monotonic()) is None:
            seen.wrong.append(f"{moment.image} {name}: {bench.dice()} for {list(moment.dice)} of {moment.roller}")


def end_turn(moment: Moment, seen: Seen) -> None:
    """Press the player's button, and see how soon the panel answers and the turn is told."""
    pin, told = BUTTON[moment.roller or "white"], len(bench.LOG.lines)
    bench.wait(lambda: bench.steady(READY), PANEL_S)
    begun_s = time.monotonic()
    bench.pull(pin, "pull-down")
    answered = bench.wait(lambda: not bench.driven(READY), PANEL_S)
    if answered is not None:
        seen.answers_s.append(answered)
    time.sleep(max(0.0, 0.15 - (time.monotonic() - begun_s)))
    bench.pull(pin, "pull-up")
    if bench.wait(lambda: len(bench.LOG.lines) > told, PANEL_S) is not None:
        seen.rulings_s.append(time.monotonic() - begun_s)
    if moment.illegal:
        seen.asked += 1
        if bench.wait(lambda: bench.steady(ALARM), PANEL_S) is None:
            seen.wrong.append(f"{moment.image} alarm: none for an illegal play")


def median(values: list[float]) -> str:
    """Say the middle of some times."""
    return f"{sorted(values)[len(values) // 2]:.2f} s of {len(values)}" if values else "none"

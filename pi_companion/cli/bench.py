"""`bench`: how fast the rooms work on this machine."""

import dataclasses
from pathlib import Path

from pi_companion.bench import referee, rules, service, vision
from pi_companion.cli.output import Output, Status


def bench_rules(output: Output) -> Status:
    """Measure how fast legal plays are found, beside a plain enumeration."""
    speed = rules.run()
    output.json(
        {
            "bench": "rules",
            "positions": speed.positions,
            "rolls": speed.rolls,
            "plays": speed.plays,
            "plays_per_second": round(speed.plays_per_second),
            "plain_plays_per_second": round(speed.plain_plays_per_second),
            "ratio": round(speed.ratio, 2),
        }
    )
    for line in rules.report_lines(speed):
        output.text(line)
    return Status.DONE


def bench_referee(output: Output, vectors: Path | None = None) -> Status:
    """Measure how long the referee takes to decide.

    Args:
        output: Where to.
        vectors: JSON lines with positions and rolls; None takes turns from games of careless play.

    Raises:
        InputError: The file cannot be read, or is no such file.
    """
    speed = referee.run(referee.cases_of_play() if vectors is None else referee.cases_of_vectors(vectors))
    output.json({"bench": "referee", **dataclasses.asdict(speed)})
    for line in referee.report_lines(speed):
        output.text(line)
    return Status.DONE


def bench_vision(output: Output) -> Status:
    """Measure how long seeing takes.

    Raises:
        PictureError: No rendered board could be calibrated.
    """
    speed = vision.run()
    output.json({"bench": "vision", **dataclasses.asdict(speed)})
    for line in vision.report_lines(speed):
        output.text(line)
    return Status.DONE


def bench_service(output: Output, game: Path | None = None) -> Status:
    """Measure how soon the service is ready, what it takes, and how soon it answers.

    Args:
        output: Where to.
        game: A recorded game with its labels; None renders one.

    Raises:
        PictureError: The board could not be calibrated, or a picture cannot be read.
        InputError: A label is broken.
        DeviceError: The service did not start, or too many turns were not understood.
    """
    speed = service.run(game)
    output.json({"bench": "service", "game": speed.game, **speed.figures()})
    for line in service.report_lines(speed):
        output.text(line)
    return Status.DONE

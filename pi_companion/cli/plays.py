"""`legal` and `check`: what may be played, and why a play is not legal."""

from pi_companion.cli.output import Output, Status
from pi_companion.errors import InputError
from pi_companion.record.draw import Beside, draw_board
from pi_companion.rules import Position, Roll, Side, Xgid, judge, legal_plays, parse_play


def legal(xgid: str, output: Output) -> Status:
    """List the legal plays.

    Raises:
        InputError: The XGID is broken or has no dice.
    """
    position, side, roll = _read(xgid)
    plays = legal_plays(position, side, roll)
    for play in plays:
        output.json({"play": str(play), "result": play.result.to_json()})
    output.text(draw_board(position, Beside(on_roll=side, dice=roll.dice), seen_by=side))
    output.text("")
    output.text(
        f"{side.label} cannot play {roll}." if not plays else f"{side.label} can play {roll} in {_ways(len(plays))}:"
    )
    for number, play in enumerate(plays, start=1):
        output.text(f"{number:5}. {play}")
    return Status.DONE


def check_play(xgid: str, text: str, output: Output) -> Status:
    """Judge a play in notation.

    Raises:
        InputError: The XGID or the play is broken, or the play starts where no checker is.
    """
    position, side, roll = _read(xgid)
    return _check(position, side, roll, parse_play(text, position, side, roll).result, output)


def check_after(xgid: str, after: str, output: Output) -> Status:
    """Judge a play by the position after it.

    Raises:
        InputError: One of the two XGIDs is broken.
    """
    position, side, roll = _read(xgid)
    return _check(position, side, roll, _position(after), output)


def _check(before: Position, side: Side, roll: Roll, after: Position, output: Output) -> Status:
    ruling = judge(before, side, roll, after)
    output.json(
        {
            "legal": ruling.legal,
            "breaches": [breach.value for breach in ruling.breaches],
            "explanation": ruling.explanation,
        }
    )
    output.text(f"{'Legal' if ruling.legal else 'Not legal'}. {ruling.explanation}".rstrip())
    return Status.DONE if ruling.legal else Status.NO


def _read(text: str) -> tuple[Position, Side, Roll]:
    xgid = Xgid.parse(text)
    if xgid.roll is None:
        raise InputError(
            f"wanted an XGID with rolled dice, but its dice field is {xgid.action.value!r}; write the roll, such as 31"
        )
    return xgid.position, xgid.on_roll, xgid.roll


def _position(text: str) -> Position:
    """Read the position after a play: a whole XGID or its 26 letters; upper case is the same player as before."""
    if ":" in text:
        return Xgid.parse(text).position
    return Position.from_xgid(text.removeprefix("XGID="), on_roll=Side.WHITE)


def _ways(count: int) -> str:
    return "one way" if count == 1 else f"{count} ways"

"""The rules of backgammon on a few pages that a club may hand out."""

from collections.abc import Iterator

from pi_companion.paper.blocks import Block, Document, Figure, Figures, Heading, Table, Words
from pi_companion.paper.board import Scene, draw
from pi_companion.paper.ink import Drawing
from pi_companion.rules import BAR, CHECKERS, OFF, Cube, Position, Roll, Side, legal_plays

_ENTERING_ROLL = Roll(6, 3)


def rules_sheet() -> Document:
    """Set the rules out: set-up, movement, hitting, entering, bearing off, cube, scoring, questions."""
    return Document("The rules of backgammon", tuple(_blocks()), "Printed by pi-companion. Copy it and hand it on.")


def _board(white: dict[int, int], black: dict[int, int]) -> Position:
    def counts(placed: dict[int, int]) -> tuple[int, ...]:
        held = [placed.get(place, 0) for place in range(26)]
        held[OFF] = CHECKERS - sum(held[1:])
        return tuple(held)

    return Position(counts(white), counts(black))


def _shown(position: Position, scene: Scene, caption: str) -> Figure:
    return Figure(_titled(draw(position, scene), caption), caption)


def _titled(drawing: Drawing, title: str) -> Drawing:
    return Drawing(drawing.width, drawing.height, drawing.marks, title)


def _blocks() -> Iterator[Block]:
    yield from _start()
    yield from _moving()
    yield from _entering()
    yield from _bearing_off()
    yield from _cube()
    yield from _questions()


def _start() -> Iterator[Block]:
    start = Position.start()
    yield Heading("The aim and the set-up")
    yield Words(
        "Two players, White and Black, have fifteen checkers each. They bring them round the board into their own home "
        "board, and from there off the board. Whoever has borne off all fifteen first wins the game. White moves from "
        "the 24-point down to the 1-point; Black moves the opposite way, so that White's 24-point is Black's 1-point. "
        "Each player counts the points from the own side."
    )
    yield Figures(
        (
            _shown(start, Scene(cube=Cube(), title="The start position"), "The start, as White sees it. The home board "
                   "of White is at the lower right, that of Black above it. The bar is the ridge in the middle."),
            _shown(start, Scene(arrows=((24, 18), (18, 13), (13, 7), (8, 5))), "White's checkers go this way: across "
                   "the top to the left, then along the near side to the right, and off."),
        )
    )  # fmt: skip
    yield Words(
        f"Set up two checkers on the 24-point, five on the 13-point, three on the 8-point and five on the 6-point, "
        f"each player by the own count. Both then have {start.pip_count(Side.WHITE)} pips to go in all."
    )
    yield Heading("The first roll")
    yield Words(
        "Each player throws one die. The higher number begins, and plays both dice as the first roll. If the dice are "
        "equal, both throw again. After that the players take turns and throw two dice, on the half of the board to "
        "their right. A die that leaves that half, leans, or lies on a checker is cocked: both dice are thrown again."
    )


def _moving() -> Iterator[Block]:
    yield Heading("Moving and hitting")
    yield Words(
        "Each die is a move of its own: one checker goes forward by that number. The two dice may move two checkers or "
        "one checker twice, if it can also stop after the first die. Equal dice, a double, are played four times. A "
        "checker may go to any point that is empty, holds own checkers, or holds a single checker of the opponent. Two "
        "or more opposing checkers block a point."
    )
    yield Words(
        "A single checker is a blot. If a checker lands on an opposing blot, it hits it, and the blot goes to the bar."
    )
    yield Words(
        "As much of a roll must be played as can be. If both dice can be played in some way, both must be. If only one "
        "of them can be, and either would do, the larger is played. If none can be played, the turn is over. The turn "
        "ends when the player lifts the dice; until then a play may be changed."
    )
    position = _board({13: 3, 8: 3, 6: 5, 24: 2, 5: 2}, {24: 2, 18: 1, 13: 5, 8: 3, 6: 4})
    yield Figures(
        (
            _shown(
                Position.start(),
                Scene(dice=(3, 1), on_roll=Side.WHITE, arrows=((8, 5), (6, 5))),
                "3-1 from the start: 8/5 6/5 makes the 5-point. Two checkers there are safe.",
            ),
            _shown(
                position,
                Scene(dice=(6, 1), on_roll=Side.WHITE, arrows=((13, 7), (8, 7))),
                "6-1: Black has a blot on White's 7-point. 13/7* 8/7 hits it and makes the point.",
            ),
        )
    )


def _entering() -> Iterator[Block]:
    position = _board({BAR: 1, 13: 5, 8: 3, 6: 4, 5: 2}, {24: 2, 13: 4, 8: 3, 6: 2, 5: 2, 4: 2})
    plays = legal_plays(position, Side.WHITE, _ENTERING_ROLL)
    entered = [play for play in plays if play.moves[0].start == BAR]
    example = entered[0]
    blocked = BAR - _ENTERING_ROLL.dice[0]
    entry = next(move for move in example.moves if move.start == BAR)
    yield Heading("Entering from the bar")
    yield Words(
        "A checker on the bar enters in the opponent's home board: a 1 on the point farthest from home, which is the "
        "own 24-point, a 6 on the own 19-point. The point must be open. Nothing else may be moved while a checker "
        "waits on the bar. If neither die enters, the turn is over."
    )
    yield Figures(
        (
            _shown(
                position,
                Scene(dice=_ENTERING_ROLL.dice, on_roll=Side.WHITE, arrows=((BAR, entry.end),)),
                f"A worked example. White has a checker on the bar and rolls {_ENTERING_ROLL}.",
            ),
        )
    )
    yield Words(
        f"The {_ENTERING_ROLL.dice[0]} would enter on White's {blocked}-point, but Black holds it with two checkers. "
        f"The {_ENTERING_ROLL.dice[1]} enters on White's {entry.end}-point, which is open. So the checker enters with "
        f"the {_ENTERING_ROLL.dice[1]}, written bar/{entry.end}. Then the {_ENTERING_ROLL.dice[0]} is played with any "
        f"checker that can move by it: here there are {len(plays)} legal plays, such as {example}."
    )


def _bearing_off() -> Iterator[Block]:
    position = _board({6: 1, 4: 2, 3: 3, 2: 2, 1: 3}, {6: 2, 4: 3, 2: 4, 1: 2})
    gap = _board({4: 2, 3: 3, 2: 2, 1: 3}, {6: 2, 4: 3, 2: 4, 1: 2})
    yield Heading("Bearing off")
    yield Words(
        "When all of a player's checkers that are still in play stand in the own home board, they may be borne off: a "
        "die takes a checker off the point of its number, or moves one inside the home board. A number higher than "
        "every point held takes a checker off the highest point held. If a number's own point is empty and checkers "
        "stand higher up, one of those must be moved instead. A checker that is hit must come all the way round again "
        "before bearing off goes on."
    )
    yield Figures(
        (
            _shown(
                position,
                Scene(dice=(6, 5), on_roll=Side.WHITE, arrows=((6, OFF), (4, OFF))),
                "6-5: the 6 takes off the checker from the 6-point. Then none is higher than 4, so the 5 takes one "
                "off the 4-point.",
            ),
            _shown(
                gap,
                Scene(dice=(4, 1), on_roll=Side.WHITE, arrows=((4, OFF),)),
                "4-1: the 4 takes one off the 4-point. The 1 takes one off the 1-point or moves a checker by one.",
            ),
        )
    )


def _cube() -> Iterator[Block]:
    yield Heading("The doubling cube and the score")
    yield Words(
        "A game is played for one point. The cube shows 64 at first and lies in the middle, which stands for 1. A "
        "player whose turn it is may double before rolling. The opponent either drops, and loses what the cube was "
        "worth until then, or takes, and plays on for twice as much. Who takes owns the cube, and only the owner may "
        "double next."
    )
    yield Table(
        ("The game ends", "and it counts"),
        (
            ("The loser has borne off at least one checker", "the cube"),
            ("Gammon: the loser has borne off none", "twice the cube"),
            (
                "Backgammon: none borne off, and a checker of the loser is on the bar or in the winner's home board",
                "three times the cube",
            ),
            ("A double is dropped", "the cube as it was before the double"),
            ("A player resigns for a single game, a gammon or a backgammon", "as resigned, if the opponent agrees"),
        ),
    )
    yield Words(
        "A match goes to a number of points. The Crawford rule: when a player first comes within one point of winning "
        "the match, the next game is played without the cube. After that game it is in use again. The Jacoby rule, for "
        "money play only: gammons and backgammons count as single games while the cube has not been turned."
    )


_QUESTIONS = (
    ("Must I hit a blot?", "No, unless every legal play of the roll hits."),
    ("May I stop halfway with one checker on a blocked point?", "No. Each die is a move, and each must end open."),
    (
        "Can I pass because every play is bad?",
        "No. What can be played must be played.",
    ),
    (
        "How many checkers may stand on a point?",
        "As many as you like, of one colour.",
    ),
    ("May I move back?", "Never. Only a hit sends a checker back."),
    (
        "I see a better play and have not lifted the dice. May I change it?",
        "Yes. Put the checkers back as they were and play again.",
    ),
    (
        "My opponent has played wrongly. What now?",
        "Say so before you roll or double. After that it stands.",
    ),
    (
        "What is 13/7* 8/7?",
        "A play in writing: from 13 to 7, hitting there, and from 8 to 7.",
    ),
)


def _questions() -> Iterator[Block]:
    yield Heading("Common questions")
    yield Table(("You ask", "The answer"), _QUESTIONS)

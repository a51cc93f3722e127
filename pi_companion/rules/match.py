"""The score of a match, the Crawford rule, and who begins a game."""

from dataclasses import dataclass, replace

from pi_companion.errors import InputError
from pi_companion.rules.scoring import GameResult
from pi_companion.rules.side import FACES, Side


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score before a game.

    >>> from pi_companion.rules.scoring import WinKind
    >>> MatchScore(5, white=4, black=2, crawford=True).after_game(GameResult(Side.BLACK, 1, WinKind.SINGLE))
    MatchScore(length=5, white=4, black=3, crawford=False, post_crawford=True)
    """

    length: int
    """Points to win; 0 is money play, which never ends by itself."""

    white: int = 0
    black: int = 0
    crawford: bool = False
    """Whether this is the Crawford game: the first after a side came within a point of winning, played with no cube."""

    post_crawford: bool = False
    """Whether the Crawford game has been played."""

    def __post_init__(self) -> None:
        """Refuse what no match can come to."""
        if self.length < 0 or self.white < 0 or self.black < 0:
            message = (
                f"a match wants a length and scores of 0 or more, but length {self.length} and score "
                f"{self.white}-{self.black} came; correct them"
            )
            raise InputError(message)
        if self.crawford and self.post_crawford:
            message = "a game is the Crawford game or comes after it, but both came; give one of them"
            raise InputError(message)

    def points(self, side: Side) -> int:
        """Give one side's score."""
        return self.white if side is Side.WHITE else self.black

    def away(self, side: Side) -> int:
        """Give how many points a side still needs; 0 when it has won or when it is money play."""
        return max(0, self.length - self.points(side))

    @property
    def winner(self) -> Side | None:
        """The side that has won the match; None while it goes on."""
        if not self.length:
            return None
        return next((side for side in Side if self.points(side) >= self.length), None)

    def after_game(self, result: GameResult) -> "MatchScore":
        """Give the score before the next game; points beyond the length are kept, as 6-4 in a match to 5.

        Raises:
            InputError: The match is over already.
        """
        if self.winner is not None:
            message = f"the match is over at {self.white}-{self.black}, but another game came; begin a new match"
            raise InputError(message)
        score = replace(
            self,
            white=self.white + (result.points if result.winner is Side.WHITE else 0),
            black=self.black + (result.points if result.winner is Side.BLACK else 0),
        )
        played = self.crawford or self.post_crawford
        due = not played and score.winner is None and any(score.away(side) == 1 for side in Side)
        return replace(score, crawford=due, post_crawford=played)


def first_to_play(white: int, black: int) -> Side | None:
    """Tell who begins after each side threw one die; None on a tie, which is thrown again.

    >>> first_to_play(3, 1), first_to_play(2, 2)
    (<Side.WHITE: 'white'>, None)

    Raises:
        InputError: A die shows no number from 1 to 6.
    """
    if white not in FACES or black not in FACES:
        message = f"an opening roll wants a die from 1 to 6 each, but {white} and {black} came; read the dice again"
        raise InputError(message)
    if white == black:
        return None
    return Side.WHITE if white > black else Side.BLACK

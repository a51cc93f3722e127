"""Orders as people write them: on the command line, in bug reports and in scripts."""

from collections.abc import Callable
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from pi_companion.errors import InputError
from pi_companion.referee.inputs import (
    Adopted,
    Answer,
    BeaverMade,
    ClockGoesOn,
    ClockHeld,
    Condoned,
    CubeAnswerReplaced,
    CubeDropped,
    CubeOffered,
    CubePutRight,
    CubeTaken,
    GaveUp,
    Order,
    PlayReplaced,
    Redo,
    ResignationAnswered,
    ResignationOffered,
    RollCalledOff,
    RollReplaced,
    RollTold,
    ScorePutRight,
    SeenAdopted,
    TermsChanged,
    TurnEnded,
    TurnPutRight,
    Undo,
)
from pi_companion.referee.terms import ClockTerms, Terms
from pi_companion.rules import Position, Side

FORMS = (
    "undo [N]",
    "redo [N]",
    "roll 6-1 [TURNS BACK]",
    "rolled 6-1",
    "play 8/5 6/5",
    "answer take|drop",
    "cube VALUE white|black|centre",
    "score WHITE-BLACK [crawford]",
    "turn white|black",
    "adopt seen|XGID white|black",
    "double white|black",
    "take",
    "drop",
    "beaver",
    "resign white|black 1|2|3",
    "agree",
    "refuse",
    "concede white|black 1|2|3",
    "condone",
    "void",
    "over white|black",
    "hold",
    "go on",
    "terms NAME VALUE",
)
"""Every form of an order."""

_PAIR = 2
_ON, _OFF = ("yes", "on", "true"), ("no", "off", "false")


def parse_order(text: str, terms: Terms) -> Order:
    """Read an order.

    >>> parse_order("undo 2", Terms())
    Undo(count=2)
    >>> parse_order("roll 6-1", Terms())
    RollReplaced(dice=(6, 1), turns_back=0)

    Args:
        text: The order in one of `FORMS`.
        terms: The terms that hold, for an order that changes one of them.

    Raises:
        InputError: It is none.
    """
    words = text.split()
    form = _FORMS.get(words[0].lower()) if words else None
    if form is None:
        raise _wrong(text)
    try:
        return form(words[1:], terms)
    except (ValueError, LookupError) as error:
        if isinstance(error, InputError):
            raise
        raise _wrong(text) from error


def _wrong(text: str) -> InputError:
    return InputError(f"an order was wanted, but {text!r} came; the orders are: {'; '.join(FORMS)}")


def _only(words: list[str], most: int) -> None:
    if len(words) > most:
        raise LookupError(words[most])


def _number(words: list[str], index: int, usual: int) -> int:
    return int(words[index][:9]) if len(words) > index else usual


def _pair(word: str) -> tuple[int, int]:
    first, second = word.split("-")
    return int(first[:9]), int(second[:9])


def _plain(order: Order) -> Callable[[list[str], Terms], Order]:
    def read(words: list[str], _terms: Terms) -> Order:
        _only(words, 0)
        return order

    return read


def _undo(words: list[str], _terms: Terms) -> Order:
    _only(words, 1)
    return Undo(_number(words, 0, 1))


def _redo(words: list[str], _terms: Terms) -> Order:
    _only(words, 1)
    return Redo(_number(words, 0, 1))


def _roll(words: list[str], _terms: Terms) -> Order:
    _only(words, _PAIR)
    return RollReplaced(_pair(words[0]), _number(words, 1, 0))


def _rolled(words: list[str], _terms: Terms) -> Order:
    _only(words, 1)
    return RollTold(_pair(words[0]))


def _play(words: list[str], _terms: Terms) -> Order:
    return PlayReplaced(" ".join(words))


def _answer(words: list[str], _terms: Terms) -> Order:
    _only(words, 1)
    return CubeAnswerReplaced({"take": Answer.YES, "drop": Answer.NO}[words[0]])


def _cube(words: list[str], _terms: Terms) -> Order:
    _only(words, _PAIR)
    return CubePutRight(int(words[0][:9]), None if words[1] in {"centre", "center", "middle"} else Side(words[1]))


def _score(words: list[str], _terms: Terms) -> Order:
    _only(words, _PAIR)
    if len(words) == _PAIR and words[1] != "crawford":
        raise LookupError(words[1])
    return ScorePutRight(*_pair(words[0]), crawford=len(words) == _PAIR)


def _turn(words: list[str], _terms: Terms) -> Order:
    _only(words, 1)
    return TurnPutRight(Side(words[0]))


def _adopt(words: list[str], _terms: Terms) -> Order:
    _only(words, _PAIR)
    side = Side(words[1])
    return SeenAdopted(side) if words[0] == "seen" else Adopted(Position.from_xgid(words[0], on_roll=Side.WHITE), side)


def _double(words: list[str], _terms: Terms) -> Order:
    _only(words, 1)
    return CubeOffered(Side(words[0]))


def _resign(words: list[str], _terms: Terms) -> Order:
    _only(words, _PAIR)
    return ResignationOffered(Side(words[0]), int(words[1][:9]))


def _concede(words: list[str], _terms: Terms) -> Order:
    _only(words, _PAIR)
    return GaveUp(Side(words[0]), int(words[1][:9]))


def _over(words: list[str], _terms: Terms) -> Order:
    _only(words, 1)
    return TurnEnded(Side(words[0]))


def _go_on(words: list[str], _terms: Terms) -> Order:
    if words != ["on"]:
        raise LookupError(words)
    return ClockGoesOn()


def _terms_changed(words: list[str], terms: Terms) -> Order:
    _only(words, _PAIR)
    return TermsChanged(with_term(terms, words[0], words[1]))


def with_term(terms: Terms, name: str, text: str) -> Terms:
    """Change one of the terms by its name and value as text; `clock` takes off, or its seconds as 12+120.

    Raises:
        InputError: There is no such term, or it has no such value.
    """
    key = name.replace("-", "_")
    known = {each.name: getattr(Terms(), each.name) for each in fields(Terms)}
    if key not in known:
        raise InputError(f"a term was wanted, but {name!r} came; the terms are {', '.join(known)}")
    try:
        return replace(terms, **{key: _value(key, known[key], text)})
    except (ValueError, KeyError) as error:
        raise InputError(f"the term {name} wants {_wish(key, known[key])}, but {text!r} came; correct it") from error


def _value(key: str, usual: object, text: str) -> Any:  # noqa: ANN401 -- of the term's own type
    if key == "clock":
        if text in _OFF:
            return None
        delay, a_point = text.split("+")
        return ClockTerms(int(delay), int(a_point))
    match usual:
        case bool():
            return {**dict.fromkeys(_ON, True), **dict.fromkeys(_OFF, False)}[text]
        case Enum():
            return type(usual)(text)
        case _:
            return int(text)


def _wish(key: str, usual: object) -> str:
    if key == "clock":
        return "off, or seconds of delay and seconds a point such as 12+120"
    match usual:
        case bool():
            return "yes or no"
        case Enum():
            return "one of " + ", ".join(str(member.value) for member in type(usual))
        case _:
            return "a whole number"


_FORMS: dict[str, Callable[[list[str], Terms], Order]] = {
    "undo": _undo,
    "redo": _redo,
    "roll": _roll,
    "rolled": _rolled,
    "play": _play,
    "answer": _answer,
    "cube": _cube,
    "score": _score,
    "turn": _turn,
    "adopt": _adopt,
    "double": _double,
    "take": _plain(CubeTaken()),
    "drop": _plain(CubeDropped()),
    "beaver": _plain(BeaverMade()),
    "resign": _resign,
    "agree": _plain(ResignationAnswered(Answer.YES)),
    "refuse": _plain(ResignationAnswered(Answer.NO)),
    "concede": _concede,
    "condone": _plain(Condoned()),
    "void": _plain(RollCalledOff()),
    "over": _over,
    "hold": _plain(ClockHeld()),
    "go": _go_on,
    "terms": _terms_changed,
}

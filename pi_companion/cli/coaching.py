"""`coach`: what a position holds, why a play is not legal, and hints in three steps."""

from pathlib import Path

from pi_companion.cli.output import Output, Status, complain
from pi_companion.cli.writing import whole_file
from pi_companion.coach.choices import thought
from pi_companion.coach.engine import EngineError, Level, Ranked
from pi_companion.coach.gnubg import Gnubg
from pi_companion.coach.hints import Hint, hint
from pi_companion.coach.lesson import legal_plays_told, lesson_document
from pi_companion.coach.telling import tell
from pi_companion.coach.why import why_not
from pi_companion.errors import InputError
from pi_companion.paper.html import to_html
from pi_companion.paper.pages import Paper, set_pages
from pi_companion.paper.pdf import to_pdf
from pi_companion.record.draw import Beside, draw_board
from pi_companion.rules import Xgid, parse_play


def look(text: str, step: Hint | None, output: Output) -> Status:
    """Tell what a position holds; with dice also one thing to think about, or the hint that was asked for.

    Raises:
        InputError: The XGID is broken, or a hint is wanted where nothing was rolled.
    """
    xgid = Xgid.parse(text)
    told = tell(xgid.position, xgid.on_roll)
    advice = None
    if step is not None:
        advice = _hint(xgid, step)
    elif xgid.roll is not None:
        advice = thought(xgid.position, xgid.on_roll, xgid.roll)
    output.json({"told": list(told), "hint": advice})
    dice = xgid.roll.dice if xgid.roll else None
    output.text(draw_board(xgid.position, Beside(on_roll=xgid.on_roll, dice=dice), seen_by=xgid.on_roll))
    output.text("")
    for line in told:
        output.text(line)
    if advice is not None:
        output.text(f"\n{advice}")
    return Status.DONE


def _hint(xgid: Xgid, step: Hint) -> str:
    if xgid.roll is None:
        raise InputError("a hint is for a roll, but the XGID has no dice; write them in its dice field, such as 31")
    ranked: tuple[Ranked, ...] = ()
    if step is not Hint.NUDGE:
        try:
            with Gnubg() as engine:
                ranked = engine.plays(xgid, Level.DEEP)
        except EngineError as error:
            complain(error)
    return hint(xgid.position, xgid.on_roll, xgid.roll, step, ranked)


def explain(text: str, play: str, target: Path | None, output: Output) -> Status:
    """Explain why a play is not legal.

    Returns:
        NO for an illegal play, DONE for a legal one.

    Raises:
        InputError: The XGID or the play is broken, or the page cannot be written.
    """
    if target is not None and target.suffix.lower() not in {".html", ".pdf"}:
        came = target.suffix or "no suffix"
        raise InputError(f"a lesson is written as .html or .pdf, but {came} came; name the file so")
    xgid = Xgid.parse(text)
    if xgid.roll is None:
        raise InputError("a play is of a roll, but the XGID has no dice; write them in its dice field, such as 31")
    after = parse_play(play, xgid.position, xgid.on_roll, xgid.roll).result
    lesson = why_not(xgid.position, xgid.on_roll, xgid.roll, after)
    if lesson is None:
        output.json({"legal": True, "explanation": "", "rules": []})
        output.text("That play is legal.")
        return Status.DONE
    rules = [{"name": rule.name, "text": rule.text} for rule in lesson.rules]
    plays = [str(each) for each in lesson.legal]
    output.json({"legal": False, "explanation": lesson.explanation, "rules": rules, "plays": plays})
    output.text(draw_board(xgid.position, Beside(on_roll=xgid.on_roll, dice=xgid.roll.dice), seen_by=xgid.on_roll))
    output.text(f"\n{lesson.explanation}")
    for rule in lesson.rules:
        output.text(f"\n{rule.name}. {rule.text}")
    output.text(f"\nLegal: {legal_plays_told(lesson)}")
    if target is not None:
        document = lesson_document(lesson)
        html = target.suffix.lower() == ".html"
        content = to_html(document).encode() if html else to_pdf(set_pages(document, Paper.A4), document.title)
        with whole_file(target) as part:
            part.write_bytes(content)
        output.text(f"\nWrote {target}.")
    return Status.NO

"""`print`: sheets for the club and the table, as PDF or SVG."""

from collections.abc import Callable
from pathlib import Path

from pi_companion.cli.output import Output, Status
from pi_companion.cli.writing import whole_file
from pi_companion.errors import InputError
from pi_companion.paper.ink import Drawing
from pi_companion.paper.pages import Paper, set_pages
from pi_companion.paper.pdf import to_pdf
from pi_companion.paper.sheets.board_map import board_map
from pi_companion.paper.sheets.markers import marker_sheet
from pi_companion.paper.sheets.rules import rules_sheet
from pi_companion.paper.sheets.score_sheet import score_sheet
from pi_companion.paper.svg import to_svg

SHEETS: dict[str, Callable[[Paper], tuple[Drawing, ...]]] = {
    "rules": lambda paper: set_pages(rules_sheet(), paper),
    "markers": lambda paper: (marker_sheet(paper),),
    "board-map": lambda paper: set_pages(board_map(), paper),
    "score-sheet": lambda paper: (score_sheet(paper),),
}
PAPERS = {"a4": Paper.A4, "letter": Paper.LETTER}


def print_sheet(name: str, paper: Paper, target: Path | None, output: Output) -> Status:
    """Write a sheet to a file; its suffix, .pdf or .svg, says the form.

    An SVG has one page; a sheet of several pages becomes files with -1, -2 and so on before the suffix.

    Raises:
        InputError: The suffix is neither, or the file cannot be written.
    """
    target = target or Path(f"{name}.pdf")
    pages = SHEETS[name](paper)
    match target.suffix.lower():
        case ".pdf":
            written = [target]
            with whole_file(target) as part:
                part.write_bytes(to_pdf(pages, pages[0].title.removesuffix(", page 1")))
        case ".svg":
            written = _one_each(target, len(pages))
            for path, page in zip(written, pages, strict=True):
                with whole_file(path) as part:
                    part.write_text(to_svg(page), encoding="utf-8")
        case other:
            raise InputError(f"a sheet is written as .pdf or .svg, but {other or 'no suffix'} came; name the file so")
    for path in written:
        output.json({"sheet": name, "file": str(path)})
        output.text(f"Wrote {path}.")
    output.text("Print it without scaling, at 100 %, so that sizes are true.")
    return Status.DONE


def _one_each(target: Path, pages: int) -> list[Path]:
    if pages == 1:
        return [target]
    return [target.with_name(f"{target.stem}-{number}{target.suffix}") for number in range(1, pages + 1)]

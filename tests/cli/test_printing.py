"""`print`: the files it writes."""

from pathlib import Path

from tests.program import Run


def test_a_sheet_is_written_as_pdf_or_svg(run: Run, tmp_path: Path) -> None:
    assert run("print", "markers").status == 0
    assert (tmp_path / "markers.pdf").read_bytes().startswith(b"%PDF")
    outcome = run("print", "rules", "--paper", "letter", "-o", "rules.svg", "--json")
    files = [line["file"] for line in outcome.lines]
    assert files[0] == "rules-1.svg"
    assert all((tmp_path / name).read_text(encoding="utf-8").startswith("<svg") for name in files)


def test_another_form_is_refused(run: Run) -> None:
    outcome = run("print", "markers", "-o", "markers.png")
    assert (outcome.status, outcome.out) == (2, "")
    assert ".png came" in outcome.err

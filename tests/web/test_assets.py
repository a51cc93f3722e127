"""The page's own files: every word has its key, every import its file, and nothing leads outside."""

import json
import re
from pathlib import Path

import pytest

from pi_companion.coach.seat import Stand
from pi_companion.coach.strength import Strength
from pi_companion.rules import Breach
from pi_companion.web.files import FOLDER, load_files

SCRIPTS = sorted(FOLDER.glob("*.js"))
ENGLISH = json.loads((FOLDER / "lang" / "en.json").read_text(encoding="utf-8"))

# Keys that are put together: the beginning that stands in the script, and what may follow it.
FOLLOWS = {
    "breach_": (),
    "does_": ("double", "take", "drop", "beaver"),
    "hint_": ("nudge", "idea", "play"),
    "legal_plays_": ("0", "1"),
    "mode_": ("log", "monitor", "teach"),
    "mode_short_": ("log", "monitor", "teach"),
    "resigns_": ("1", "2", "3"),
    "spar_": tuple(stand.value.replace(" ", "_") for stand in Stand if stand is not Stand.IDLE),
    "strength_": tuple(strength.value for strength in Strength),
    "times_": ("1", "2", "3"),
    "trouble_": ("disk", "power", "button"),
    "waits_": ("set_up", "opening", "roll", "play", "answer", "consent", "correction", "over"),
}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_word_is_in_the_catalogue(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    asked = set(re.findall(r'\bt\(\s*"([^"]+)"', text))
    for choice in re.findall(r'\bt\([^"`)]*\?\s*"([^"]+)"\s*:\s*"([^"]+)"', text):
        asked |= set(choice)
    for start in re.findall(r"\bt\(`([a-z_]+)\$", text):
        asked |= {start + end for end in FOLLOWS.get(start, ())}
    assert asked <= set(ENGLISH), sorted(asked - set(ENGLISH))


def test_every_breach_has_its_words() -> None:
    assert {f"{what}_{breach.name}" for breach in Breach for what in ("breach", "rule")} <= set(ENGLISH)


def test_every_line_of_what_a_side_holds_has_its_words() -> None:
    told = re.findall(r"^  (fact_\w+):", (FOLDER / "lesson.js").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(told) > 1
    assert set(told) <= set(ENGLISH)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_import_is_there(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    wanted = re.findall(r'(?:from|module:) "\./([^"]+)"', text)
    assert all((FOLDER / name).is_file() for name in wanted), wanted


@pytest.mark.parametrize("name", sorted(load_files()))
def test_nothing_leads_outside_and_nothing_stands_inline(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    hosts = set(re.findall(r"\bhttps?://([^/\s\"'`)]+)", text))
    assert hosts <= {"www.w3.org"}, "only the names of XML's vocabularies"
    if name.endswith(".html"):
        assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=", text)


def test_the_first_view_is_small() -> None:
    """All that the live table loads, packed, in one language."""
    files = load_files()
    weight = sum(len(file.packed) for name, file in files.items() if not name.startswith("lang/"))
    weight += len(files["lang/en.json"].packed)
    assert weight < 150 * 1024

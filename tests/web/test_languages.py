"""All catalogues say the same things: every key, every value in its place, and nothing left in English."""

import json
import re
from pathlib import Path

import pytest

from pi_companion.web.files import FOLDER

FOLDERS = FOLDER / "lang"
ENGLISH: dict[str, str] = json.loads((FOLDERS / "en.json").read_text(encoding="utf-8"))
OTHERS = sorted(path for path in FOLDERS.glob("*.json") if path.stem != "en")


def twice(pairs: list[tuple[str, str]]) -> dict[str, str]:
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), {name for name in names if names.count(name) > 1}
    return dict(pairs)


def catalogue(path: Path) -> dict[str, str]:
    words = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=twice)
    assert isinstance(words, dict)
    return words


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


def test_the_languages_that_the_page_offers_are_there() -> None:
    offered = re.findall(r'(\w\w): "', (FOLDER / "words.js").read_text(encoding="utf-8").partition("};")[0])
    assert sorted(offered) == sorted(path.stem for path in FOLDERS.glob("*.json"))
    assert {"de", "fr", "tr", "el"} <= set(offered)


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_every_language_has_the_same_keys(path: Path) -> None:
    words = catalogue(path)
    assert set(words) == set(ENGLISH), sorted(set(words) ^ set(ENGLISH))


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_every_value_has_its_place_in_every_language(path: Path) -> None:
    words = catalogue(path)
    wrong = [key for key in ENGLISH if places(words.get(key, "")) != places(ENGLISH[key])]
    assert not wrong


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_sentences_are_translated(path: Path) -> None:
    """A sentence of four words that is the same in two languages was forgotten."""
    words = catalogue(path)
    sentences = {
        key for key, text in ENGLISH.items() if len(re.findall(r"[A-Za-z]{2,}", re.sub(r"{.*?}", "", text))) > 3
    }
    assert not [key for key in sentences if words[key] == ENGLISH[key]]


def test_no_key_stands_twice_in_english() -> None:
    assert catalogue(FOLDERS / "en.json") == ENGLISH

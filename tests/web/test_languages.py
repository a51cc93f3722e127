"""All catalogues say the same things: every key, every value in its place, and nothing left in English."""

import json
import re
from pathlib import Path

import pytest

from pi_companion.web.desk.app import FOLDER as DESK
from pi_companion.web.files import FOLDER

FOLDERS = [FOLDER / "lang", DESK / "lang"]
"""Of the table's page, and of the desk's."""

OTHERS = sorted(path for folder in FOLDERS for path in folder.glob("*.json") if path.stem != "en")


def twice(pairs: list[tuple[str, str]]) -> dict[str, str]:
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), {name for name in names if names.count(name) > 1}
    return dict(pairs)


def catalogue(path: Path) -> dict[str, str]:
    words = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=twice)
    assert isinstance(words, dict)
    return words


def english(path: Path) -> dict[str, str]:
    return catalogue(path.with_name("en.json"))


def named(path: Path) -> str:
    return f"{'desk' if path.is_relative_to(DESK) else 'table'}-{path.stem}"


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


def test_the_languages_that_the_page_offers_are_there() -> None:
    offered = re.findall(r'(\w\w): "', (FOLDER / "words.js").read_text(encoding="utf-8").partition("};")[0])
    for folder in FOLDERS:
        assert sorted(offered) == sorted(path.stem for path in folder.glob("*.json"))
    assert {"de", "fr", "tr", "el"} <= set(offered)


@pytest.mark.parametrize("path", OTHERS, ids=named)
def test_every_language_has_the_same_keys(path: Path) -> None:
    words = catalogue(path)
    assert set(words) == set(english(path)), sorted(set(words) ^ set(english(path)))


@pytest.mark.parametrize("path", OTHERS, ids=named)
def test_every_value_has_its_place_in_every_language(path: Path) -> None:
    words = catalogue(path)
    wrong = [key for key, text in english(path).items() if places(words.get(key, "")) != places(text)]
    assert not wrong


@pytest.mark.parametrize("path", OTHERS, ids=named)
def test_sentences_are_translated(path: Path) -> None:
    """A sentence of four words that is the same in two languages was forgotten."""
    words, own = catalogue(path), english(path)
    sentences = {key for key, text in own.items() if len(re.findall(r"[A-Za-z]{2,}", re.sub(r"{.*?}", "", text))) > 3}
    assert not [key for key in sentences if words[key] == own[key]]

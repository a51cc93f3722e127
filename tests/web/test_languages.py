"""All catalogues say the same things: every key, every value in its place, and nothing left in English."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_companion.web.desk.app import FOLDER as DESK
from pi_companion.web.files import FOLDER

FOLDERS = [FOLDER / "lang", DESK / "lang"]
"""Of the table's page, and of the desk's."""

EN = FOLDER / "lang" / "en.json"
WEB = FOLDER.parent
PROGRAM = WEB.parent
SPEAKING = ("cli", "coach", "referee", "rules", "service", "web", "web/desk")
"""The rooms of which people hear sentences on the page."""

NOT_TYPED = ("count", "play", "position")
"""Fields that the page itself fills in."""

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


def text_of(node: ast.AST) -> str | None:
    """Give the text that an expression is, with {} for each value that is put into it; None where it is none."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case _:
            return None


def nodes(*paths: Path) -> Iterator[ast.AST]:
    for path in paths:
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def translated() -> set[str]:
    return {re.sub(r"{\w+}", "{}", text) for key, text in catalogue(EN).items() if key.startswith("says_")}


def test_what_is_translated_of_the_program_is_what_it_says() -> None:
    """The page knows the program's sentences by their English; one that is put otherwise there would stay English."""
    paths = [path for room in SPEAKING for path in (PROGRAM / room).glob("*.py")]
    said = {text for node in nodes(*paths) if (text := text_of(node))}
    assert len(translated()) > 50
    assert translated() <= said, sorted(translated() - said)


def test_what_people_type_wrongly_is_told_in_their_language() -> None:
    errors = [
        node.args
        for node in nodes(WEB / "orders.py", WEB / "sessions.py")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "FieldError"
    ]
    told = {text_of(sentence) for name, sentence in errors if text_of(name) not in NOT_TYPED}
    assert len(told) > 5
    assert told <= translated(), told - translated()

"""Documents set on pages and as HTML."""

from html.parser import HTMLParser

from pi_companion.paper.blocks import Document, Figure, Figures, Heading, Table, Words
from pi_companion.paper.board import Scene, draw
from pi_companion.paper.html import to_html
from pi_companion.paper.ink import Disc, Label
from pi_companion.paper.pages import Paper, set_pages, wrapped
from pi_companion.paper.pdf import text_width
from pi_companion.rules import Cube, Position, Side


def texts(document: Document) -> list[list[str]]:
    pages = set_pages(document, Paper.A4)
    return [[mark.text for mark in page.marks if isinstance(mark, Label)] for page in pages]


def test_lines_are_broken_where_they_are_full() -> None:
    lines = wrapped("one two three four five six seven", 4.0, 25.0)
    assert " ".join(lines) == "one two three four five six seven"
    assert len(lines) > 1
    assert all(text_width(line, 4.0) <= 25.0 for line in lines)


def test_a_heading_stays_with_what_follows() -> None:
    filler = tuple(Words("word " * 60) for _ in range(30))
    for count in range(1, 30):
        pages = texts(Document("T", (*filler[:count], Heading("Last"), Words("after"))))
        assert any("Last" in page and "after" in page for page in pages)


def test_a_long_table_goes_on_to_the_next_page() -> None:
    rows = tuple((str(number), "x") for number in range(100))
    pages = texts(Document("T", (Table(("n", "y"), rows),)))
    assert len(pages) > 1
    assert [text for page in pages for text in page if text.isdecimal()] == [str(number) for number in range(100)]


def test_every_checker_is_drawn_where_it_stands() -> None:
    drawing = draw(Position.start())
    discs = [mark for mark in drawing.marks if isinstance(mark, Disc)]
    assert [disc.fill for disc in discs].count("#ffffff") == 15
    assert len(discs) == 30


def test_black_sees_the_board_from_the_other_side() -> None:
    white, black = draw(Position.start()), draw(Position.start(), seen_by=Side.BLACK)
    place = {(mark.x, mark.y): mark.fill for mark in white.marks if isinstance(mark, Disc)}
    other = {(mark.x, mark.y): mark.fill for mark in black.marks if isinstance(mark, Disc)}
    assert place.keys() == other.keys()
    assert all(place[spot] != other[spot] for spot in place)


def test_the_cube_shows_64_until_it_is_turned() -> None:
    def faces(cube: Cube) -> list[str]:
        return [m.text for m in draw(Position.start(), Scene(cube=cube)).marks if isinstance(m, Label) and m.size > 4]

    assert faces(Cube()) == ["64"]
    assert faces(Cube(4, Side.BLACK)) == ["4"]


class Links(HTMLParser):
    """Collects what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in {"src", "href"}]
        assert tag != "script"


def test_html_needs_no_network_and_no_name_can_break_it() -> None:
    drawing = draw(Position.start(), Scene(title="<b>"))
    page = to_html(Document("A <i>& B", (Words("<script>x</script>"), Figures((Figure(drawing, "<u>"),)))))
    links = Links()
    links.feed(page)
    assert links.found == []
    assert "<i>" not in page
    assert "<u>" not in page
    assert "<b>" not in page

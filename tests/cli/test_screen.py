"""The terminal of a match that is under way."""

import io

from pi_companion.cli.screen import Screen

BOARD = "\n".join(f"board line {number}" for number in range(13))


class Terminal(io.StringIO):
    """A stream that says it is a terminal, and what a person would see on it now."""

    def isatty(self) -> bool:
        return True

    def seen(self) -> list[str]:
        last = self.getvalue().split("\033[H")[-1]
        return last.replace("\033[K", "").replace("\033[J", "").splitlines()


def test_a_terminal_shows_the_board_above_the_last_lines() -> None:
    terminal = Terminal()
    screen = Screen(terminal, size=(80, 21))
    screen.board(BOARD)
    for number in range(9):
        screen.line(f"play {number}")
    screen.status("watching")
    assert terminal.seen() == [*BOARD.splitlines(), "", "play 5", "play 6", "play 7", "play 8", "watching"]
    assert len(terminal.seen()) < 21
    screen.close()
    assert terminal.seen()[-1] == ""


def test_a_panel_stands_between_the_board_and_the_lines_and_takes_their_room() -> None:
    terminal = Terminal()
    screen = Screen(terminal, size=(80, 24))
    screen.board(BOARD)
    screen.panel("die   die\nready")
    for number in range(9):
        screen.line(f"play {number}")
    shown = ["", "die   die", "ready", "", "play 5", "play 6", "play 7", "play 8"]
    assert terminal.seen()[13:-1] == shown
    assert len(terminal.seen()) < 24


def test_without_a_terminal_the_panel_is_left_behind_with_the_board() -> None:
    stream = io.StringIO()
    screen = Screen(stream)
    screen.board("the board")
    screen.panel("the panel")
    assert stream.getvalue() == ""
    screen.close()
    assert stream.getvalue() == "\nthe board\n\nthe panel\n\n"


def test_a_low_terminal_still_shows_some_lines() -> None:
    terminal = Terminal()
    screen = Screen(terminal, size=(80, 5))
    for number in range(9):
        screen.line(f"play {number}")
    assert [row for row in terminal.seen() if row] == ["play 6", "play 7", "play 8"]


def test_without_a_terminal_lines_come_one_after_the_other_and_the_board_last() -> None:
    stream = io.StringIO()
    screen = Screen(stream)
    screen.board("first board")
    screen.line("play 1")
    screen.status("watching")
    screen.board("last board")
    screen.line("play 2")
    screen.close()
    assert stream.getvalue() == "play 1\nplay 2\n\nlast board\n\n"


def test_a_long_line_is_folded_so_that_nothing_scrolls_away() -> None:
    terminal = Terminal()
    screen = Screen(terminal, size=(40, 24))
    screen.line("White 3-1: " + "not legal, since " * 5)
    rows = [row for row in terminal.seen() if row]
    assert len(rows) == 3
    assert all(len(row) < 40 for row in rows)

"""A terminal with the board on top, a panel where one is drawn, and the last lines; elsewhere plain lines."""

import shutil
import textwrap
from collections import deque
from typing import TextIO

_BOARD_LINES = 13
_SPARE_LINES = 4
"""The blank line below the board, the status line, and where the cursor waits."""

_FEWEST_LINES = 3
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\033[H", "\033[K", "\033[J"
_CLEAR_ALL = "\033[2J"


class Screen:
    """Shows a match that is under way.

    Args:
        stream: Where to write; asked once whether it is a terminal.
        size: Columns and lines of the terminal; None asks the system.
    """

    def __init__(self, stream: TextIO, size: tuple[int, int] | None = None) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._width, self._rows = size or shutil.get_terminal_size()
        self._lines: deque[str] = deque(maxlen=max(_FEWEST_LINES, self._rows - _BOARD_LINES - _SPARE_LINES))
        self._board = ""
        self._panel = ""
        self._status = ""
        if self._live:
            self._stream.write(_CLEAR_ALL)

    def line(self, text: str) -> None:
        """Add a line."""
        self._lines += textwrap.wrap(text, self._width - 1, subsequent_indent=" " * 10) or [""]
        if self._live:
            self._paint()
        else:
            print(text, file=self._stream, flush=True)

    def board(self, text: str) -> None:
        """Show the board as it stands now; without a terminal only `close` writes it."""
        self._board = text
        if self._live:
            self._paint()

    def panel(self, text: str) -> None:
        """Show the panel below the board; without a terminal only `close` writes it."""
        if text != self._panel:
            self._panel = text
            if self._live:
                self._paint()

    def status(self, text: str) -> None:
        """Show what is going on at the foot of a terminal."""
        self._status = text
        if self._live:
            self._paint()

    def close(self) -> None:
        """Leave the last board behind, and the terminal as it was."""
        if self._live:
            self._status = ""
            self._paint()
        elif self._board:
            shown = "\n\n".join(part for part in (self._board, self._panel) if part)
            print(f"\n{shown}\n", file=self._stream, flush=True)

    def _paint(self) -> None:
        panel = [*self._panel.splitlines(), ""] if self._panel else []
        room = max(_FEWEST_LINES, self._rows - _BOARD_LINES - _SPARE_LINES - len(panel))
        rows = [*self._board.splitlines(), "", *panel, *list(self._lines)[-room:], self._status]
        text = "".join(f"{row}{_CLEAR_LINE}\n" for row in rows)
        self._stream.write(f"{_HOME}{text}{_CLEAR_BELOW}")
        self._stream.flush()

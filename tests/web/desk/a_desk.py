"""A desk without a broker: what it is told is put into its register."""

from pathlib import Path

from pi_companion.club.messages import Call, Ending, Heard, Kind
from pi_companion.club.register import Register
from pi_companion.record.outbox import next_mark
from pi_companion.rules import Side
from pi_companion.web.access import Access, Role
from pi_companion.web.desk.app import DeskParts, build_desk
from pi_companion.web.desk.view import DeskPage
from pi_companion.web.server import PageServer
from tests.devices.fakes import Clock
from tests.web.serving import WALL_S, Browser

STATE = {
    "table": "table-1",
    "journal": "j1",
    "match": 5,
    "length": 7,
    "white": "Ada",
    "black": "Bo",
    "white_points": 2,
    "black_points": 1,
    "game": 3,
    "crawford": False,
    "on_roll": "white",
    "doing": "playing",
    "cube_value": 2,
    "cube_owner": "black",
    "winner": None,
    "troubles": ["camera"],
    "last": 0,
    "mark": "",
}


class ADesk:
    def __init__(self, folder: Path) -> None:
        self.register = Register(folder / "desk.sqlite", lambda: WALL_S)
        self.page = DeskPage("run1", self.register, lambda: WALL_S)
        self.access, _ = Access.new(Clock(), lambda: WALL_S)
        self.forgotten: list[str] = []
        self.server = PageServer(self.page.hub, "127.0.0.1", 0)
        parts = DeskParts(self.page, self.access, "http://desk/", ("localhost",), self.refresh, self.forgotten.append)
        self.server.start(build_desk(parts))
        self._mark = ""
        self._number = 0

    def refresh(self) -> None:
        self.page.refresh(is_heard=True)

    def browser(self, role: Role) -> Browser:
        return Browser(self.server.port, "" if role is Role.SPECTATOR else self.access.session(role))

    def hear(self, told: Ending | Call, revision: int = 1) -> None:
        kind = Kind.CALL if isinstance(told, Call) else told.kind
        self._number += 1
        self._mark = next_mark(self._mark, told.key, revision)
        self.register.take(Heard("table-1", "j1", self._number, self._mark, revision, kind, told))
        self.refresh()

    def won(self, winner: str, loser: str, match: str) -> None:
        self.hear(Ending(Kind.MATCH, match, None, winner, loser, 1, Side.WHITE, 1, None, 1, 0, WALL_S))

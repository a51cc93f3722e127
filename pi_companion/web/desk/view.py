"""What the desk's page shows, computed from what was heard; words are the page's own, in its language."""

from collections.abc import Callable

from pi_companion.club.ladder import Ladder, climb
from pi_companion.club.register import Place, Register, Told
from pi_companion.record.fields import JsonObject
from pi_companion.web.hub import Hub

SHOWN_RESULTS = 40


class DeskPage:
    """The desk as its page knows it.

    Args:
        run: Names this run of the program.
        register: What was heard.
        wall: Seconds since 1970.
    """

    def __init__(self, run: str, register: Register, wall: Callable[[], float]) -> None:
        self.hub = Hub(run)
        self.register = register
        self._wall = wall

    def refresh(self, *, is_heard: bool) -> None:
        """Show what the register has by now.

        Args:
            is_heard: Whether the broker is there.

        Raises:
            JournalError: The register cannot be read.
        """
        self.hub.publish(snapshot(self.register, is_heard=is_heard), [])

    def ladder(self) -> Ladder:
        """Rate all matches that were heard.

        Raises:
            JournalError: The register cannot be read.
        """
        return climb(self.register.matches(), self._wall())


def snapshot(register: Register, *, is_heard: bool) -> JsonObject:
    """Give all that the page shows but the ladder."""
    return {
        "heard": is_heard,
        "ladder_from": [register.count(), dict(register.players().renamed)],
        "tables": [_table(place) for place in register.places()],
        "calls": [
            {
                "key": call.call.key,
                "table": call.place,
                "name": call.call.name,
                "at_s": call.heard_s if call.call.wall_s is None else call.call.wall_s,
            }
            for call in register.calls()
        ],
        "results": [_result(told) for told in register.results(SHOWN_RESULTS)],
    }


def ladder_to_wire(ladder: Ladder, register: Register) -> JsonObject:
    """Give the ladder and the renamings."""
    return {
        "rungs": [
            {
                "place": rung.place,
                "name": rung.standing.name,
                "rating": rung.shown,
                "week": round(rung.week, 1),
                "won": rung.standing.won,
                "lost": rung.standing.lost,
                "experience": rung.standing.experience,
            }
            for rung in ladder.rungs
        ],
        "renamed": dict(sorted(register.players().renamed.items())),
    }


def _table(place: Place) -> JsonObject:
    state = None if place.state is None else place.state.to_wire()
    return {"name": place.name, "online": place.online, "heard_s": place.heard_s, "state": state}


def _result(told: Told) -> JsonObject:
    ending = told.ending
    at_s = told.heard_s if ending.wall_s is None else ending.wall_s
    return {"table": told.place, "kind": ending.kind.value, "at_s": at_s, **ending.to_wire()}

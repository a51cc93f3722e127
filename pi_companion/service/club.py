"""What the club is told of this table."""

from typing import Protocol

from pi_companion.club.messages import Trouble
from pi_companion.club.telling import TableReport
from pi_companion.devices.camera import CameraHealth
from pi_companion.referee import State
from pi_companion.rules import Side
from pi_companion.service.panel import Ailments


class Club(Protocol):
    """Tells the club; nothing here may take time or fail."""

    def show(self, now: TableReport) -> None:
        """Take the table as it is."""
        ...

    def call(self, side: Side | None) -> None:
        """Call the director."""
        ...


class NoClub:
    """A table that belongs to no club."""

    def show(self, now: TableReport) -> None:
        """See `Club`."""

    def call(self, side: Side | None) -> None:
        """See `Club`."""


def table_report(match: int, state: State, ailments: Ailments) -> TableReport:
    """Give the table as the club is told of it."""
    ails = {
        Trouble.CAMERA: ailments.camera not in (CameraHealth.LIVE, CameraHealth.STARTING),
        Trouble.MOVED: state.moved,
        Trouble.OUT_OF_STEP: bool(state.puzzled),
        Trouble.DISK: ailments.disk,
        Trouble.POWER: ailments.power,
        Trouble.BUTTON: ailments.button,
    }
    return TableReport(match, state, tuple(trouble for trouble, is_so in ails.items() if is_so))

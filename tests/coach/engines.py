"""Engines that stand in for gnubg, with answers that a test chooses."""

from dataclasses import dataclass, field

from pi_companion.coach.engine import CubeView, EngineError, Level, Outlook, Ranked
from pi_companion.rules import Xgid, legal_plays

NO_DOUBLE_TAKE = CubeView(0.2, 0.2, 0.1, 1.0)
DOUBLE_TAKE = CubeView(0.6, 0.5, 0.6, 1.0)
DOUBLE_DROP = CubeView(1.0, 0.8, 1.4, 1.0)
TOO_GOOD = CubeView(1.3, 1.3, 1.6, 1.0)


@dataclass
class Chosen:
    """An engine that ranks plays by their writing, a tenth behind each other, and has one view of all else."""

    view: CubeView = NO_DOUBLE_TAKE
    chances: Outlook = field(default_factory=lambda: Outlook(0.5, 0.1, 0.0))
    step: float = 0.1
    best: float = 0.5
    asked: list[tuple[str, Xgid, Level]] = field(default_factory=list)

    def plays(self, xgid: Xgid, level: Level) -> tuple[Ranked, ...]:
        self.asked.append(("plays", xgid, level))
        assert xgid.roll is not None
        plays = sorted(legal_plays(xgid.position, xgid.on_roll, xgid.roll), key=str)
        return tuple(Ranked(play, self.best - number * self.step) for number, play in enumerate(plays))

    def cube(self, xgid: Xgid, level: Level) -> CubeView:
        self.asked.append(("cube", xgid, level))
        return self.view

    def outlook(self, xgid: Xgid, level: Level) -> Outlook:
        self.asked.append(("outlook", xgid, level))
        return self.chances


class Broken:
    """An engine that cannot answer."""

    def plays(self, xgid: Xgid, level: Level) -> tuple[Ranked, ...]:
        raise EngineError(f"the engine has died over {xgid}, {level}")

    def cube(self, xgid: Xgid, level: Level) -> CubeView:
        raise EngineError(f"the engine has died over {xgid}, {level}")

    def outlook(self, xgid: Xgid, level: Level) -> Outlook:
        raise EngineError(f"the engine has died over {xgid}, {level}")

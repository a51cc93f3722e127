"""When a camera's own exposure and colour have found their values, and whether held values really hold.

Cameras apply a setting some frames after it was made, and some never say that they have settled; so both are judged
by what comes with the frames, with a limit.
"""

from dataclasses import dataclass, replace

SETTLE_FRAMES = 8
"""So many frames in a row with nearly the same values have settled."""

STEADY_SHARE = 0.02
HOLD_SHARE = 0.06
"""A sensor rounds exposure to lines and gain to steps."""

SETTLE_TIMEOUT_S = 3.0
FRAMES_TO_FORCE = 8
"""After so many frames a setting has come into force."""

HOLD_FRAMES = 20
"""So many frames a held value may take to show, rounding and all."""

LAMP_PERIOD_US = {50: 10_000, 60: 8_333}
"""By the mains' frequency: lamps flicker at twice 50 or 60 Hz; an exposure of whole periods does not see it."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a frame was taken with."""

    time_us: int
    gain: float
    colour_gains: tuple[float, float] | None = None
    """Red and blue; None for a camera without colour."""

    def near(self, other: "Exposure", share: float) -> bool:
        """Tell whether two are the same but for a share."""
        mine, theirs = self.numbers(), other.numbers()
        return len(mine) == len(theirs) and all(
            abs(one - two) <= share * max(abs(one), abs(two)) for one, two in zip(mine, theirs, strict=True)
        )

    def numbers(self) -> tuple[float, ...]:
        """Give all of it in a row."""
        return (self.time_us, self.gain, *(self.colour_gains or ()))

    def without_flicker(self, period_us: int) -> "Exposure":
        """Round the time to whole periods of the lamp and let the gain make up for it; short ones stay as they are."""
        periods = round(self.time_us / period_us)
        if periods == 0:
            return self
        time_us = periods * period_us
        return replace(self, time_us=time_us, gain=max(1.0, self.gain * self.time_us / time_us))


@dataclass(frozen=True, slots=True)
class SettlingExposure:
    """Follows the frames while the camera finds its values; start with `SettlingExposure(now)`."""

    begun_s: float
    last: Exposure | None = None
    alike: int = 0

    def step(self, exposure: Exposure, now_s: float, *, said_so: bool) -> tuple["SettlingExposure", bool]:
        """Take in what one frame was taken with.

        Args:
            exposure: Its values.
            now_s: Monotonic seconds.
            said_so: Whether the camera itself says that it has settled.

        Returns:
            What to go on with, and whether the values may be held now: they are steady, or will never be.
        """
        steady = self.last is not None and exposure.near(self.last, STEADY_SHARE)
        alike = self.alike + 1 if steady else 0
        done = (said_so and steady) or alike >= SETTLE_FRAMES or now_s - self.begun_s > SETTLE_TIMEOUT_S
        return SettlingExposure(self.begun_s, exposure, alike), done

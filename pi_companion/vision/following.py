"""Reading picture after picture of a board that may be knocked in between."""

from pi_companion.vision.align import Locator
from pi_companion.vision.arrays import Picture
from pi_companion.vision.observation import Observation, View
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.reader import Reader

LOST = (View.MOVED, View.NO_BOARD)


class FollowingReader:
    """A board's reader that looks for the board where it is not in its place, and goes on from there.

    Args:
        profile: the board as calibration found it.
        locator: shared with others where there is one already.
    """

    def __init__(self, profile: BoardProfile, locator: Locator | None = None) -> None:
        self.profile = profile
        self.geometry = profile.geometry
        """Where the board was last."""

        self.moved = False
        """Whether the last picture showed it elsewhere than the one before."""

        self.reader = Reader(profile, locator)
        self._clear: Picture | None = None
        """The last picture that was read."""

    def observe(self, picture: Picture) -> Observation:
        """What a picture (H, W, 3; B, G, R) shows, wherever the board now lies.

        Raises:
            ProfileError: the picture has another size than the profile's.
        """
        self.moved = False
        observation = self.reader.observe(picture, self.geometry)
        if observation.view in LOST:
            found = self.reader.find_again(picture, self.geometry, self._clear)
            if found is None:
                return observation
            self.geometry, self.moved = found, True
            observation = self.reader.observe(picture, found)
        if observation.view is View.CLEAR:
            self._clear = picture
        return observation

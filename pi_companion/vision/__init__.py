"""Pixels to what stands on the board: evidence for each place with its doubt, never corrected toward what is legal."""

from pi_companion.vision.align import Locator
from pi_companion.vision.calibrate import Calibration, Calibrator, WhiteIs
from pi_companion.vision.geometry import BoardGeometry, Home
from pi_companion.vision.learn import learn_profile
from pi_companion.vision.observation import CubeSeen, DieSeen, Observation, View
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.reader import Reader
from pi_companion.vision.settle import Motion, Settling
from pi_companion.vision.solve import Reading, read_position
from pi_companion.vision.telling import columns_json, observation_json
from pi_companion.vision.unprofiled import ColumnReading, UnprofiledReader

__all__ = [
    "BoardGeometry",
    "BoardProfile",
    "Calibration",
    "Calibrator",
    "ColumnReading",
    "CubeSeen",
    "DieSeen",
    "Home",
    "Locator",
    "Motion",
    "Observation",
    "Reader",
    "Reading",
    "Settling",
    "UnprofiledReader",
    "View",
    "WhiteIs",
    "columns_json",
    "learn_profile",
    "observation_json",
    "read_position",
]

"""Turns the pinhole canvas into what the camera delivers: lens distortion, blur, tone, noise, JPEG."""

from functools import cache, lru_cache

import cv2
import numpy as np

from pi_companion.simulation.arrays import AnyArray, Picture, Points
from pi_companion.simulation.camera import Camera
from pi_companion.simulation.solids import View

_NOISE_PX = 2048


def pinhole(camera: Camera) -> View:
    """Return the pinhole view whose canvas covers all that the camera's lens shows."""
    x, y = camera.undistorted_grid()
    focal = camera.focal_px
    left, right = float(x.min() * focal) - 2, float(x.max() * focal) + 2
    upper, lower = float(y.min() * focal) - 2, float(y.max() * focal) + 2
    shape = (int(np.ceil(lower - upper)) + 1, int(np.ceil(right - left)) + 1)
    return View(np.array(camera.eye), np.array(camera.rotation), focal, np.array([-left, -upper]), shape)


@lru_cache(maxsize=4)
def _lens_maps(camera: Camera) -> tuple[AnyArray, AnyArray]:
    view = pinhole(camera)
    width, height = camera.size
    maps = []
    for grid, middle in zip(camera.undistorted_grid(), view.middle, strict=True):
        rows, columns = grid.shape
        spread = np.array([[(columns - 1) / (width - 1), 0, 0], [0, (rows - 1) / (height - 1), 0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        full = cv2.warpAffine(grid * camera.focal_px + np.float32(middle), spread, (width, height), flags=flags)
        maps.append(np.asarray(full, np.float32))
    fixed = cv2.convertMaps(maps[0], maps[1], cv2.CV_16SC2)
    return np.asarray(fixed[0]), np.asarray(fixed[1])


def through_lens(camera: Camera, canvas: Picture) -> Picture:
    """Bend the canvas (H, W) or (H, W, 3) to the camera's picture."""
    maps = _lens_maps(camera)
    return np.asarray(cv2.remap(canvas, maps[0], maps[1], cv2.INTER_LINEAR), np.uint8)


@cache
def _noise_bank(kind: int) -> Picture:
    """Return noise round 128 with deviation 32: single pixels for 0, blotches for 1."""
    rng = np.random.default_rng([77, kind])
    raw = rng.standard_normal((_NOISE_PX, _NOISE_PX, 3)).astype(np.float32)
    if kind:
        raw = np.asarray(cv2.GaussianBlur(raw, (0, 0), 1.2), np.float32)
    joined = raw * (1, 0.8, 1) + 0.4 * raw.mean(2, keepdims=True)
    return np.asarray(np.clip(128 + joined * (32 / joined.std()), 0, 255), np.uint8)


def exposed(camera: Camera, picture: Picture, rng: np.random.Generator) -> Picture:
    """Return the picture with the sensor's blur, tone, noise and JPEG in it."""
    sensor = camera.sensor
    if sensor.blur_px > 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sensor.blur_px), np.uint8)
    if sensor.motion_px:
        picture = np.asarray(cv2.filter2D(picture, -1, _streak(sensor.motion_px, sensor.motion_angle)), np.uint8)
    if sensor.vignette > 0.02:
        picture = np.asarray(cv2.multiply(picture, _vignette(camera.size, sensor.vignette), scale=1 / 255), np.uint8)
    picture = _toned(camera, picture)
    if sensor.sharpen:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = np.asarray(cv2.addWeighted(picture, 1 + sensor.sharpen, soft, -sensor.sharpen, 0), np.uint8)
    for kind, share in enumerate((1 - sensor.grain, sensor.grain)):
        picture = _noisy(picture, kind, sensor.noise * share, rng)
    if sensor.jpeg:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _noisy(picture: Picture, kind: int, deviation: float, rng: np.random.Generator) -> Picture:
    if deviation < 0.1:
        return picture
    height, width = picture.shape[:2]
    top, left = rng.integers(0, (max(1, _NOISE_PX - height), max(1, _NOISE_PX - width)))
    noise = _noise_bank(kind)[top : top + height, left : left + width]
    weight = deviation / 32
    return np.asarray(cv2.addWeighted(picture, 1.0, noise, weight, -128 * weight), np.uint8)


def _streak(length: float, angle: float) -> Points:
    size = int(2 * np.ceil(length) + 1)
    kernel = np.zeros((size, size), np.float32)
    reach = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * length / 2
    one, other = (np.round((size // 2 + sign * reach) * 16).astype(int) for sign in (-1, 1))
    cv2.line(kernel, (int(one[0]), int(one[1])), (int(other[0]), int(other[1])), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / max(float(kernel.sum()), 1e-6), float)


@lru_cache(maxsize=4)
def _vignette(size: tuple[int, int], share: float) -> Picture:
    across = np.linspace(-1, 1, size[0], dtype=np.float32)[None]
    down = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    kept = 255 * (1 - share * ((across**2 + down**2) / 2) ** 1.3)
    return np.ascontiguousarray(np.repeat(kept[..., None], 3, 2).astype(np.uint8))


def _toned(camera: Camera, picture: Picture) -> Picture:
    sensor = camera.sensor
    level = np.arange(256, dtype=np.float32) / 255
    table = np.empty((1, 256, 3), np.uint8)
    for channel, gain in enumerate(sensor.white_balance):
        value = level * (sensor.exposure * gain) ** (1 / 2.2)
        # Highlights roll off instead of clipping hard.
        value = np.where(value > 0.8, 0.8 + 0.2 * (1 - np.exp(-(value - 0.8) / 0.2)), value)
        curve = value * value * (3 - 2 * value)
        table[0, :, channel] = np.clip(255 * (value + sensor.contrast * 0.6 * (curve - value)), 0, 255)
    if abs(sensor.saturation - 1) > 0.03:
        keep, rest = sensor.saturation, 1 - sensor.saturation
        weights = np.array([0.114, 0.587, 0.299]) * rest
        picture = np.asarray(cv2.transform(picture, np.tile(weights, (3, 1)) + np.eye(3) * keep), np.uint8)
    return np.asarray(cv2.LUT(picture, table), np.uint8)

"""A hand and its arm over the board: chains of round limbs, shaded from their outlines."""

from dataclasses import dataclass

import cv2
import numpy as np

from pi_companion.simulation.arrays import Colour, Floats, Picture, Points, mixed, tint
from pi_companion.simulation.geometry import Geometry
from pi_companion.simulation.light import Caster, Light, as_seen
from pi_companion.simulation.materials import Stuff, Surface, cloudy, noise, paint, random_surface
from pi_companion.simulation.setting import Hand
from pi_companion.simulation.solids import View

_SHIFT = 4
_ROUND = np.stack([np.cos(np.arange(14) * np.pi / 7), np.sin(np.arange(14) * np.pi / 7)], 1)
_SKINS: tuple[Colour, ...] = (
    (175, 195, 230),
    (140, 172, 222),
    (110, 145, 200),
    (75, 105, 160),
    (50, 72, 115),
    (35, 48, 75),
)


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """A finger, palm or sleeve: balls along a line, wrapped."""

    balls: Points
    """(N, 4) world position and radius of each ball."""

    stuff: Colour | Surface
    """Skin colour, or the cloth of a sleeve."""


@dataclass(frozen=True, slots=True, eq=False)
class HandShape:
    """A posed hand, ready to draw."""

    below: tuple[Limb, ...]
    """Painted before a held checker, in order: sleeve, arm, palm, outer fingers."""

    above: tuple[Limb, ...]
    """Painted after it: index finger and thumb."""

    grip: Points
    """World position of what the fingers hold."""


def pose(hand: Hand, geometry: Geometry) -> HandShape:
    """Work out the limbs of a hand."""
    who, now = np.random.default_rng(hand.seed), np.random.default_rng([hand.seed, hand.pose])
    scale = float(who.uniform(0.85, 1.2))
    one, other = who.integers(0, len(_SKINS), 2)
    skin = mixed(_SKINS[one], _SKINS[other], float(who.random()))
    tip = np.array(geometry.to_world(hand.x, hand.y, hand.z))
    ahead = np.array([np.cos(hand.heading), np.sin(hand.heading), 0.0])
    aside = np.array([-ahead[1], ahead[0], 0.0]) * (1 if who.random() < 0.75 else -1)  # toward the little finger
    lift = float(now.uniform(0.7, 2.2))
    wrist = tip - ahead * 4.2 * scale + [0, 0, lift] + aside * now.normal(0.3, 0.3)
    turned = float(now.normal(0, 0.35))
    back = ahead * np.cos(turned) + aside * np.sin(turned)
    elbow = wrist - back * 7.0 * scale + [0, 0, now.uniform(0.3, 2.5)]
    shoulder = elbow - (back + aside * now.normal(0, 0.25)) * 14.0 + [0, 0, now.uniform(0, 5)]
    palm = wrist + (tip + np.array([0, 0, lift * 0.7]) - wrist) * 0.36
    limbs: list[Limb] = []
    sleeve = random_surface(who, {Stuff.CLOTH: 3.0, Stuff.PLAIN: 1.0, Stuff.PLAID: 1.0, Stuff.FELT: 1.0})
    bare = float(who.uniform(0.05, 1.0)) if who.random() < 0.75 else 2.0
    cuff = wrist + (elbow - wrist) * min(bare, 1.0)
    if bare < 2.0:
        limbs.append(_limb(sleeve, (shoulder, 1.9 * scale), (elbow, 1.45 * scale), (cuff, 1.02 * scale)))
        limbs.append(_limb(skin, (cuff, 0.82 * scale), (wrist, 0.68 * scale)))
        limbs.reverse()  # the sleeve lies over the arm
    else:
        limbs.append(_limb(skin, (shoulder, 1.5 * scale), (elbow, 1.15 * scale), (wrist, 0.68 * scale)))
    fingers = _fingers(now, scale, skin, (tip, palm, wrist), aside)
    limbs.append(
        _limb(
            skin,
            (wrist, 0.66 * scale),
            (palm - aside * 0.25 * scale, 0.92 * scale),
            (palm + aside * 0.35 * scale, 0.85 * scale),
        )
    )
    return HandShape((*limbs, *fingers[2:]), (fingers[1], fingers[0]), tip - [0, 0, 0.1])


def _fingers(
    now: np.random.Generator, scale: float, skin: Colour, places: tuple[Points, Points, Points], aside: Points
) -> list[Limb]:
    """Return thumb, index, middle, ring and little finger; spread flat, or pinching with the others curled."""
    tip, palm, wrist = places
    forward = tip - palm
    spread = float(now.uniform(0.3, 1.0))
    curl = float(now.uniform(0.1, 0.75)) if now.random() < 0.6 else float(now.uniform(0, 0.2))
    thumb_tip = tip - aside * now.uniform(0.25, 1.0) - forward * now.uniform(0.0, 0.3)
    thumb = _limb(
        skin,
        (wrist + (palm - wrist) * 0.4 - aside * 0.5 * scale, 0.5 * scale),
        (palm - aside * 0.95 * scale + forward * 0.25 + [0, 0, 0.2], 0.36 * scale),
        (thumb_tip, 0.27 * scale),
    )
    fingers = [thumb]
    for number in range(4):
        off = (number - 1.2) * 0.48 * scale
        knuckle = palm + forward * 0.24 + aside * off + [0, 0, 0.35]
        bend = 0.0 if number == 0 else curl * (0.75 + 0.25 * number / 3)
        length = (1.0, 1.06, 1.0, 0.82)[number]
        end = (
            palm
            + forward * length * (1 - 0.72 * bend)
            + aside * off * (0.4 + 0.9 * spread)
            - [0, 0, 0.15 * number * bend]
        )
        middle = (knuckle + end) / 2 + [0, 0, 0.45 + 0.35 * bend] + forward * 0.25 * bend
        fingers.append(
            _limb(
                mixed(skin, (90, 90, 200), 0.04 * number),
                (knuckle, 0.36 * scale),
                (middle, 0.31 * scale),
                (end, 0.23 * scale),
            )
        )
    return fingers


def _limb(stuff: Colour | Surface, *joints: tuple[Points, float]) -> Limb:
    """Return a limb through the joints, rounded off between them."""
    ends = np.array([[*place, radius] for place, radius in joints], float)
    share = np.linspace(0, len(ends) - 1, 5 * (len(ends) - 1) + 1)
    straight = np.stack([np.interp(share, np.arange(len(ends)), ends[:, part]) for part in range(4)], 1)
    smooth = straight.copy()
    smooth[1:-1] = (straight[:-2] + 2 * straight[1:-1] + straight[2:]) / 4
    return Limb(smooth, stuff)


def shadows(shape: HandShape) -> list[Caster]:
    """Return what of the hand throws shadows."""
    casters = []
    for limb in (*shape.below, *shape.above):
        for one, two in zip(limb.balls[:-2:2], limb.balls[2::2], strict=False):
            rim = np.concatenate([one[:2] + _ROUND * one[3], two[:2] + _ROUND * two[3]]).astype(np.float32)
            outline = np.asarray(cv2.convexHull(rim).reshape(-1, 2), float)
            low = min(one[2] - one[3] * 0.5, two[2] - two[3] * 0.5)
            casters.append(Caster(outline, float(max(low, 0.2)), float(max(one[2], two[2], 0.3)), soft=True))
    return casters


def draw_limbs(view: View, limbs: tuple[Limb, ...], light: Light, canvas: Picture, mask: Picture, seed: int) -> None:
    """Paint limbs onto the canvas, in order, and add them to the mask (H, W) of 0..255."""
    rng = np.random.default_rng([seed, len(limbs)])
    for limb in limbs:
        _draw(view, limb, light, canvas, mask, rng)


def _draw(view: View, limb: Limb, light: Light, canvas: Picture, mask: Picture, rng: np.random.Generator) -> None:
    centre = view.project(limb.balls[:, :3])
    depth = (limb.balls[:, :3] - view.eye) @ view.rotation[2]
    ahead = depth > 1.0  # balls behind the camera's plane are left out
    if ahead.sum() < 2:
        return
    centre, radius = centre[ahead], (limb.balls[:, 3] * view.focal_px)[ahead] / depth[ahead]
    low, high = (centre - radius[:, None]).min(0) - 3, (centre + radius[:, None]).max(0) + 4
    x0, y0 = (int(max(0, value)) for value in low)
    x1, y1 = (int(min(size, value)) for size, value in zip(view.shape[::-1], high, strict=True))
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    # The outline runs on past the canvas, so that the limb stays round where the picture ends.
    cover = np.zeros((y1 - y0, x1 - x0), np.uint8)
    for one in range(len(centre) - 1):
        rim = np.concatenate([centre[one] + _ROUND * radius[one], centre[one + 1] + _ROUND * radius[one + 1]])
        hull = cv2.convexHull((rim - [x0, y0]).astype(np.float32))
        cv2.fillConvexPoly(cover, np.round(hull * 2**_SHIFT).astype(np.int32), 255, cv2.LINE_AA, _SHIFT)
    height = _bulge(cover, radius)
    lit = _shaded(view, limb, light, cover.shape, height, rng)
    share = (cover.astype(np.float32) / 255)[..., None]
    target = canvas[y0:y1, x0:x1]
    target[:] = (target * (1 - share) + lit * share).astype(np.uint8)
    np.maximum(mask[y0:y1, x0:x1], cover, out=mask[y0:y1, x0:x1])


def _bulge(cover: Picture, radius: Points) -> Floats:
    """Return how far each pixel stands out toward the camera, in pixels, for a round limb."""
    inside = cv2.distanceTransform(
        (cv2.copyMakeBorder(cover, 1, 1, 1, 1, cv2.BORDER_REPLICATE) > 127).astype(np.uint8), cv2.DIST_L2, 3
    )
    depth = inside[1:-1, 1:-1]
    reach = np.float32(max(float(np.median(radius)), 2.0))
    short = np.clip(depth / reach, 0, 1)
    round_ = np.sqrt(np.maximum(0, 1 - (1 - short) ** 2)) * reach
    return np.asarray(cv2.GaussianBlur(round_, (0, 0), max(1.0, float(reach) * 0.12)), np.float32)


def _shaded(
    view: View, limb: Limb, light: Light, shape: tuple[int, ...], height: Floats, rng: np.random.Generator
) -> Floats:
    size = (shape[0], shape[1])
    right, down = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=1 / 8)
    unit = float(view.focal_px / np.linalg.norm(limb.balls[:, :3].mean(0) - view.eye))
    if isinstance(limb.stuff, Surface):
        flat = paint(limb.stuff, size, unit).astype(np.float32)
        folds = 0.5 * cloudy(rng, size, unit * 1.2, 2)
        right = right + 0.5 * folds
    else:
        blotches = 1 + 0.05 * cloudy(rng, size, unit * 0.5, 3) + 0.02 * noise(rng, size, 1.5)
        flat = np.array(limb.stuff, np.float32) * blotches[..., None]
        red = np.clip(cloudy(rng, size, unit * 0.6, 2), 0, 1)[..., None] * 0.12
        flat = flat * (1 - red) + np.array(tint(mixed(limb.stuff, (70, 70, 190), 0.5), 1.0), np.float32) * red
    length = 1 / np.sqrt(right**2 + down**2 + 1)
    total = (0.55 + 0.45 * length)[..., None] * np.array(light.ambient, np.float32)
    middle = limb.balls[:, :3].mean(0)
    for lamp in light.lamps:
        toward = np.array(lamp.place) - middle
        toward = view.rotation @ (toward / np.linalg.norm(toward))
        slant = np.maximum((-right * toward[0] - down * toward[1] - toward[2]) * length, 0)
        total += (lamp.strength * slant)[..., None] * np.array(lamp.colour, np.float32)
    return np.asarray(np.clip(flat * as_seen(total), 0, 255), np.float32)

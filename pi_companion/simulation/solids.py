"""Draws the solid things by casting a ray for each pixel: checkers and cups (discs), dice, cube and phones (blocks)."""

from dataclasses import dataclass

import cv2
import numpy as np

from pi_companion.simulation.arrays import Floats, Points
from pi_companion.simulation.light import Level, Lighting, as_seen

_FEW_PX = 4
_SMALL_PX = 34
_DULL = 0.03
_DAZZLE, _SHARP = 1.6, 60.0
"""How much brighter than the lamp makes it a mirror image may be; the sharper that of a block is, the more."""

_SHIFT = 4
_EDGE_LEAN = 0.9
"""How steep a rounded edge is at its outermost: a little less than half a right angle."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera that draws on a canvas; the canvas is bent to the lens's picture at the end."""

    eye: Points
    rotation: Points
    focal_px: float
    middle: Points
    """Canvas pixel of the optical axis."""

    shape: tuple[int, int]
    """Rows and columns of the canvas."""

    def project(self, world: Points) -> Points:
        """Return the canvas pixels (N, 2) of world points (N, 3)."""
        seen = (world - self.eye) @ self.rotation.T
        return np.asarray(seen[:, :2] / np.maximum(seen[:, 2:], 1e-6) * self.focal_px + self.middle)

    def scale_at(self, x: float, y: float) -> float:
        """Return the pixels a checker diameter at a place on the felt, seen square on."""
        return float(self.focal_px / np.linalg.norm(self.eye - np.array([x, y, 0.0])))

    def rays(self, x0: int, y0: int, shape: tuple[int, int], step: float) -> tuple[Floats, Floats, Floats]:
        """Return the world directions, three (H, W), of pixels `step` apart from a corner pixel's corner."""
        across = (x0 - 0.5 + (np.arange(shape[1]) + 0.5) * step - self.middle[0]) / self.focal_px
        down = (y0 - 0.5 + (np.arange(shape[0]) + 0.5) * step - self.middle[1]) / self.focal_px
        right, low, forward = self.rotation
        one, two, three = (
            (across[None] * right[axis] + down[:, None] * low[axis] + forward[axis]).astype(np.float32)
            for axis in range(3)
        )
        return one, two, three


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """An upright or tilted cylinder."""

    centre: Points
    """World position of the middle of its lower face."""

    turn: Points
    """3 x 3; its columns are the disc's own axes in the world, the last one its axis."""

    radius: float
    height: float
    albedo: Floats
    """Flat colours of the top, (N, N, 3)."""

    wall: tuple[float, float, float]
    """Flat colour of the side."""

    slopes: Floats
    """How steeply the top falls outwards, from centre to edge."""

    bulge: float
    """How much the side rounds off toward its edges."""

    gloss: float
    sharpness: float
    glow: float


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A box, turned any way."""

    centre: Points
    turn: Points
    """3 x 3; its columns are the block's own axes in the world."""

    half: Points
    """Half of its three edges."""

    faces: Floats
    """(6, N, N, 3) flat colours of +x, -x, +y, -y, +z, -z."""

    cut: float
    """Radius of the ball that cuts off the corners, in half edges; 2 or more cuts nothing."""

    gloss: float
    sharpness: float
    bevel: float = 0.0
    """Width of the rounded edges, in half edges: there lamps are mirrored whichever way they stand."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A drawn solid."""

    x0: int
    y0: int
    colour: Floats
    """(H, W, 3), already times its cover."""

    cover: Floats
    """(H, W), 0..1."""

    top: Floats
    """(H, W), 0..1: how much of the pixel is its top face."""


def _region(view: View, points: Points) -> tuple[int, int, int, int] | None:
    pixels = view.project(points)
    low = np.floor(pixels.min(0)).astype(int) - 1
    high = np.ceil(pixels.max(0)).astype(int) + 2
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(view.shape[1], int(high[0])), min(view.shape[0], int(high[1]))
    if x1 - x0 < _FEW_PX or y1 - y0 < _FEW_PX:
        return None
    return x0, y0, x1, y1


_CIRCLE = np.stack([np.cos(np.linspace(0, 2 * np.pi, 41)[:40]), np.sin(np.linspace(0, 2 * np.pi, 41)[:40])], 1)


def disc_rim(disc: Disc, height: float) -> Points:
    """Return 40 world points (40, 3) on the disc's rim at a height along its axis."""
    flat = _CIRCLE * disc.radius
    local = np.concatenate([flat, np.full((40, 1), height)], 1)
    return np.asarray(disc.centre + local @ disc.turn.T)


def draw_disc(view: View, disc: Disc, lighting: Lighting, base_z: float) -> Patch | None:
    """Draw a disc; None when it is not in the picture. `base_z` is the height of what it stands on."""
    region = _region(view, np.concatenate([disc_rim(disc, 0.0), disc_rim(disc, disc.height)]))
    if region is None:
        return None
    x0, y0, x1, y1 = region
    finer = 2 if (x1 - x0) < _SMALL_PX else 1
    shape = ((y1 - y0) * finer, (x1 - x0) * finer)
    rays = view.rays(x0, y0, shape, 1 / finer)
    to_local = disc.turn.T.astype(np.float32)
    dx, dy, dz = (sum(to_local[axis, part] * rays[part] for part in range(3)) for axis in range(3))
    ox, oy, oz = (float(value) for value in to_local @ (view.eye - disc.centre))
    cap_z = disc.height if oz > disc.height / 2 else 0.0
    reach = (cap_z - oz) / dz
    px, py = ox + reach * dx, oy + reach * dy
    square = px * px + py * py
    radius = disc.radius
    a, b = dx * dx + dy * dy, ox * dx + oy * dy
    inside = b * b - a * (ox * ox + oy * oy - radius * radius)
    side_t = (-b - np.sqrt(np.maximum(inside, 0))) / np.maximum(a, 1e-9)
    side_z = oz + side_t * dz
    # Every pixel gets the colour of top or side, also those that only touch the outline: the masks cut it out smoothly.
    top = (square <= radius * radius) | (side_z > disc.height if cap_z else side_z < 0)
    side_z = np.clip(side_z, 0, disc.height)
    # Normals: the top's from its profile, the side's outwards with rounded edges.
    distance = np.sqrt(np.maximum(square, 1e-9))
    fall = disc.slopes[np.minimum(distance * (len(disc.slopes) - 1) / radius, len(disc.slopes) - 1).astype(np.int32)]
    sign = 1.0 if cap_z else -1.0
    length = 1 / np.sqrt(1 + fall * fall)
    sx, sy = (ox + side_t * dx) / radius, (oy + side_t * dy) / radius
    middle = side_z * (2 / disc.height) - 1
    lean = disc.bulge * middle * middle * middle
    lean_length = 1 / np.sqrt(1 + lean * lean)
    nx = np.where(top, fall * length * px / distance, sx * lean_length)
    ny = np.where(top, fall * length * py / distance, sy * lean_length)
    nz = np.where(top, sign * length, lean * lean_length)
    count = disc.albedo.shape[0]
    half = count / 2
    u = np.clip(px * (half / radius) + half, 0, count - 1).astype(np.int32)
    v = np.clip(py * (half / radius) + half, 0, count - 1).astype(np.int32)
    colour = np.where(top[..., None], disc.albedo[v, u], np.array(disc.wall, np.float32))
    lx, ly = np.where(top, px, sx * radius * 1.2), np.where(top, py, sy * radius * 1.2)
    lz = np.where(top, np.float32(cap_z), side_z)
    wx, wy = _turned(disc.turn, disc.centre, lx, ly, lz)
    normal = _rotated(disc.turn, nx, ny, nz)
    upper = float(disc.centre[2] + disc.turn[2, 2] * disc.height) if abs(disc.turn[2, 2]) > 0.5 else base_z + radius
    surface = _Surface(colour, normal, top, wx, wy, disc.gloss, disc.sharpness, disc.glow)
    lit = _lit(surface, lighting, lighting.above(upper), lighting.level(base_z), view.eye - disc.centre)
    if finer > 1:
        lit = np.asarray(cv2.resize(lit, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA), np.float32)
    cap = disc_rim(disc, cap_z)
    face = _outline_mask(view.project(cap) - [x0, y0], lit.shape)
    both = np.concatenate([cap, disc_rim(disc, disc.height - cap_z)])
    cover = _outline_mask(view.project(both) - [x0, y0], lit.shape)
    return Patch(x0, y0, lit * cover[..., None], cover, face)


def _outline_mask(pixels: Points, shape: tuple[int, ...]) -> Floats:
    """Return the share of each pixel, (H, W), that lies within the convex outline of some points."""
    mask = np.zeros(shape[:2], np.uint8)
    hull = cv2.convexHull(pixels.astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 2**_SHIFT).astype(np.int32), 255, cv2.LINE_AA, _SHIFT)
    return np.asarray(mask.astype(np.float32) / 255, np.float32)


def draw_block(view: View, block: Block, lighting: Lighting, base_z: float) -> Patch | None:
    """Draw a block; None when it is not in the picture. `base_z` is the height of what it stands on."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    region = _region(view, block.centre + (signs * block.half) @ block.turn.T)
    if region is None:
        return None
    x0, y0, x1, y1 = region
    finer = 3 if (x1 - x0) < 60 else (2 if (x1 - x0) < 150 else 1)
    shape = ((y1 - y0) * finer, (x1 - x0) * finer)
    rays = view.rays(x0, y0, shape, 1 / finer)
    to_local = block.turn.T.astype(np.float32)
    origin = to_local @ (view.eye - block.centre)
    half = block.half.astype(np.float32)
    ray = [
        np.asarray(sum(to_local[axis, part] * rays[part] for part in range(3)), np.float32) / half[axis]
        for axis in range(3)
    ]
    start = origin / half  # in half edges, so that the block is the cube from -1 to 1
    safe = [np.where(np.abs(part) < 1e-7, np.float32(1e-7), part) for part in ray]
    enters = np.stack([(-np.sign(safe[axis]) - start[axis]) / safe[axis] for axis in range(3)])
    leaves = np.stack([(np.sign(safe[axis]) - start[axis]) / safe[axis] for axis in range(3)])
    near, axis_hit, far = enters.max(0), enters.argmax(0), leaves.min(0)
    rounded = np.zeros(shape, bool)
    if block.cut < 1.74:
        a, b = sum(part * part for part in ray), sum(float(s) * part for s, part in zip(start, ray, strict=True))
        inside = b * b - a * (float((start**2).sum()) - block.cut**2)
        root = np.sqrt(np.maximum(inside, 0))
        ball_near, ball_far = (-b - root) / a, (-b + root) / a
        rounded = ball_near > near
        near = np.maximum(near, ball_near)
        far = np.where(inside > 0, np.minimum(far, ball_far), -1)
    hit = (near < far) & (near > 0)
    point = [np.clip(start[axis] + near * ray[axis], -1, 1) for axis in range(3)]
    face = axis_hit * 2 + np.choose(axis_hit, [part > 0 for part in ray])
    across, down = (
        np.choose(axis_hit, [point[1], point[0], point[0]]),
        np.choose(axis_hit, [point[2], point[2], point[1]]),
    )
    count = block.faces.shape[1]
    u = ((across + 1) * (count / 2)).astype(np.int32).clip(0, count - 1)
    v = ((1 - down) * (count / 2)).astype(np.int32).clip(0, count - 1)
    colour = block.faces[face, v, u]
    flat = [np.where(axis_hit == axis, -np.sign(ray[axis]), 0).astype(np.float32) for axis in range(3)]
    normal = _rotated(block.turn, *_block_normal(block, point, flat, rounded))
    local = [point[axis] * half[axis] for axis in range(3)]
    wx, wy = _turned(block.turn, block.centre, *local)
    reach = np.where(axis_hit == 2, 0, 0.12).astype(np.float32)
    top = normal[2] > 0.7
    outside = wx + normal[0] * reach, wy + normal[1] * reach
    dazzle = max(_DAZZLE, block.sharpness / _SHARP)
    surface = _Surface(colour, normal, top, *outside, block.gloss, block.sharpness, 0.0, dazzle, mirrors=True)
    upper = float(block.centre[2] + np.abs(block.turn[2] * block.half).sum())
    lit = _lit(surface, lighting, lighting.above(upper), lighting.level(base_z), view.eye - block.centre)
    return _patch(x0, y0, finer, lit, hit, hit & top)


def _block_normal(
    block: Block, point: list[Floats], flat: list[Floats], rounded: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> list[Floats]:
    """Return the surface's normal along the block's axes: flat faces that round off at the edges, cut corners."""
    leans = [0.06 * part for part in point]
    if block.bevel:
        over = [np.maximum(np.abs(part) - (1 - block.bevel), 0) / block.bevel for part in point]
        leans = [
            lean + np.where(face == 0, _EDGE_LEAN * np.sign(part) * out**1.5, 0)
            for lean, part, out, face in zip(leans, point, over, flat, strict=True)
        ]
    normal = [0.94 * face + lean for face, lean in zip(flat, leans, strict=True)]
    length = np.sqrt(sum(part * part for part in normal))
    return [
        np.asarray(np.where(rounded, part / max(block.cut, 1e-3), one / length), np.float32)
        for part, one in zip(point, normal, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Surface:
    colour: Floats
    normal: tuple[Floats, Floats, Floats]
    top: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    x: Floats
    y: Floats
    gloss: float
    sharpness: float
    glow: float
    dazzle: float = _DAZZLE
    mirrors: bool = False
    """Whether the room's windows are mirrored in it."""


def _rotated(turn: Points, x: Floats, y: Floats, z: Floats) -> tuple[Floats, Floats, Floats]:
    rows = turn.astype(np.float32)
    one, two, three = (np.asarray(row[0] * x + row[1] * y + row[2] * z, np.float32) for row in rows)
    return one, two, three


def _turned(turn: Points, centre: Points, x: Floats, y: Floats, z: Floats) -> tuple[Floats, Floats]:
    rows = turn.astype(np.float32)
    wx = rows[0, 0] * x + rows[0, 1] * y + rows[0, 2] * z + np.float32(centre[0])
    wy = rows[1, 0] * x + rows[1, 1] * y + rows[1, 2] * z + np.float32(centre[1])
    return wx, wy


def _lit(surface: _Surface, lighting: Lighting, upper: Level, lower: Level, view: Points) -> Floats:
    """Return the lit colours, (H, W, 3) gamma-coded."""
    row, column = upper.index(surface.x, surface.y)
    low_row, low_column = lower.index(surface.x, surface.y)
    nx, ny, nz = surface.normal
    hollow = np.where(surface.top, upper.hollow[row, column], lower.hollow[low_row, low_column])
    light = lighting.light
    open_sky = hollow * (0.62 + 0.38 * nz)
    total = open_sky[..., None] * np.array(light.ambient, np.float32) + surface.glow * 0.5
    shine = np.zeros(nx.shape, np.float32)
    toward_eye = view / np.linalg.norm(view)
    centre = np.array([float(surface.x.mean()), float(surface.y.mean()), 0.0])
    for lamp, above, below in zip(light.lamps, upper.lamps, lower.lamps, strict=True):
        toward = np.array(lamp.place) - centre
        toward /= np.linalg.norm(toward)
        reached = np.where(surface.top, above[row, column], below[low_row, low_column])
        slant = np.maximum(nx * np.float32(toward[0]) + ny * np.float32(toward[1]) + nz * np.float32(toward[2]), 0)
        total += (reached * slant)[..., None] * np.array(lamp.colour, np.float32)
        if surface.gloss < _DULL:
            continue
        half = toward + toward_eye
        half /= np.linalg.norm(half)
        close = np.maximum(nx * np.float32(half[0]) + ny * np.float32(half[1]) + nz * np.float32(half[2]), 0)
        power = surface.sharpness / (1 + 6 * lamp.size)
        shine += reached * close ** np.float32(power) * (0.5 + power / 60)
    if surface.mirrors and surface.gloss >= _DULL:
        shine += hollow * light.mirrored(surface.normal, toward_eye, surface.sharpness)
    # A dim mirror image of the room brightens polished surfaces that face sideways.
    rim = surface.gloss * 12 * (1 - np.abs(nz)) * hollow
    lit = surface.colour * as_seen(total) + (surface.gloss * 170 * np.minimum(shine, surface.dazzle) + rim)[..., None]
    return np.asarray(np.clip(lit, 0, 255), np.float32)


def _patch(
    x0: int,
    y0: int,
    finer: int,
    lit: Floats,
    hit: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    top: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
) -> Patch:
    cover = hit.astype(np.float32)
    face = (hit & top).astype(np.float32)
    colour = lit * cover[..., None]
    if finer > 1:
        size = (lit.shape[1] // finer, lit.shape[0] // finer)
        colour, cover, face = (
            np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.float32)
            for part in (colour, cover, face)
        )
    return Patch(x0, y0, colour, cover, face)

"""How each network is trained: examples from shards, changed at random, and the loss that fits its head."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from pi_companion.training.closeups import SETS_PER_BOARD
from pi_companion.training.data import (
    CROWDS_PER_BOARD,
    DICE_STORE_PX,
    HIDDEN,
    LEANING,
    NO_MARK,
    ON_CHECKER,
    SCENES_PER_BOARD,
    UNKNOWN,
)
from pi_companion.vision.align import clockwise_from_top_left
from pi_companion.vision.geometry import BAR_STRIP_PX, CANVAS_PX, DEPTH_PX, STRIP_PX, STRIP_RAIL_PX, column_centres
from pi_companion.vision.nets import (
    BAR_COUNTS,
    CORNER_PX,
    CORNER_SCALE,
    CUBE_CLASSES,
    CUBE_PATCH_PX,
    DICE_PATCH_PX,
    DICE_STRIDE,
    FACE_PATCH_PX,
    GRID_STRIDE,
    HALF_PX,
)

Batch = tuple[NDArray[np.float32], tuple[NDArray[np.float32] | NDArray[np.int64], ...]]
RAIL_PX = (CANVAS_PX[1] - DEPTH_PX) // 2
HAND_HEAT, HAND_LEVEL = 3, 100
"""Which heat map shows hands, and from which value (0..255) a hand is in a view at all."""

Report = Callable[[str], None]


class Examples:
    """All shards of a folder; the last ones are held out to watch the loss (their boards are seen nowhere else)."""

    def __init__(self, folder: Path, held_out: int = 2) -> None:
        shards = [
            {path.stem: np.load(path, mmap_mode="r") for path in shard.glob("*.npy")}
            for shard in sorted(folder.glob("[sc]*-[0-9]*"))
        ]
        whole, close = ([shard for shard in shards if ("views" in shard) is whole] for whole in (True, False))
        self.train = whole[:-held_out] + close[:-held_out]
        self.valid = whole[-held_out:] + close[-held_out:]
        self.boards = sum(len(shard["views"]) for shard in whole[:-held_out]) // (SCENES_PER_BOARD + CROWDS_PER_BOARD)
        self.boards += sum(len(shard["corners"]) for shard in close[:-held_out]) // (4 * SETS_PER_BOARD)
        self._hands: dict[bool, list[tuple[dict[str, NDArray[np.generic]], int]]] = {}

    def draw(
        self, rng: np.random.Generator, names: tuple[str, ...], number: int, *, valid: bool = False
    ) -> list[tuple[NDArray[np.generic], ...]]:
        """`number` random examples: for each the entries of the named arrays."""
        shards = [shard for shard in (self.valid if valid else self.train) if names[0] in shard]
        sizes = np.array([len(shard[names[0]]) for shard in shards])
        out = []
        for index in rng.integers(sizes.sum(), size=number):
            which = int(np.searchsorted(np.cumsum(sizes), index, side="right"))
            inner = int(index - (sizes[:which].sum()))
            out.append(tuple(shards[which][name][inner] for name in names))
        return out

    def draw_hands(
        self, rng: np.random.Generator, number: int, *, valid: bool = False
    ) -> list[tuple[NDArray[np.generic], ...]]:
        """`number` random views with a hand in them, and their heat maps."""
        if valid not in self._hands:
            self._hands[valid] = [
                (shard, int(index))
                for shard in (self.valid if valid else self.train)
                if "heats" in shard
                for index in np.nonzero(shard["heats"][:, HAND_HEAT].max(axis=(1, 2)) > HAND_LEVEL)[0]
            ]
        chosen = [self._hands[valid][index] for index in rng.integers(len(self._hands[valid]), size=number)]
        return [(shard["views"][index], shard["heats"][index]) for shard, index in chosen]


_NOISE = np.random.default_rng(7).standard_normal(1 << 22, dtype=np.float32)


def change_colours(x: NDArray[np.float32], rng: np.random.Generator, strength: float = 1.0) -> NDArray[np.float32]:
    """Random gains, contrast, noise and blur on the first three channels of (N, C, H, W) in 0..1."""
    number, size = len(x), x[0, :3].size
    tint = rng.normal(0, 0.10 * strength, (number, 3)) + rng.normal(0, 0.12 * strength, (number, 1))
    bend = rng.normal(0, 0.25 * strength, number).astype(np.float32)
    noise = np.abs(rng.normal(0, 0.015 * strength, number)).astype(np.float32)
    for index in range(number):
        colour = x[index, :3]
        colour *= np.exp(tint[index]).astype(np.float32)[:, None, None]
        np.minimum(colour, 1, out=colour)
        if rng.random() < 0.5:
            colour += bend[index] * colour * (1 - colour)
        if rng.random() < 0.15 * strength:
            colour[:] = (colour + np.roll(colour, 1, -1) + np.roll(colour, 1, -2)) / 3
        start = int(rng.integers(len(_NOISE) - size))
        colour += _NOISE[start : start + size].reshape(colour.shape) * noise[index]
    return x


def _stacked(pieces: Sequence[NDArray[np.generic]]) -> NDArray[np.float32]:
    """Pictures (H, W, C), 0..255, as (N, C, H, W), 0..1."""
    x = np.ascontiguousarray(np.stack(pieces).transpose(0, 3, 1, 2), dtype=np.float32)
    x *= np.float32(1 / 255)
    return x


def point_batch(
    examples: Examples, rng: np.random.Generator, *, valid: bool = False, scenes: int = 32, strips: int = 8
) -> Batch:
    """Neighbouring strips in rows (N, 5, 176, 48 n), signed counts (N, n), and whether likeness is blank (N,)."""
    width, height = STRIP_PX
    top = (CANVAS_PX[1] - DEPTH_PX) // 2 - STRIP_RAIL_PX
    rows, labels = [], []
    for view, bar, counts in examples.draw(rng, ("views", "bars", "counts"), scenes, valid=valid):
        centres = column_centres(float(bar))
        chosen = (int(rng.integers(24)) + np.arange(strips)) % 24
        pieces = []
        for strip in chosen:
            dx, dy = (0, 0) if valid else rng.integers(-2, 3, 2)
            left = round(centres[strip % 12] - width / 2) + dx
            side = view[::-1] if strip >= 12 else view
            pieces.append(side[top + dy : top + dy + height, left : left + width])
        row, signed = np.concatenate(pieces, axis=1), np.asarray(counts)[chosen].astype(np.int64)
        if rng.random() < 0.5:
            row, signed = row[:, ::-1], signed[::-1]
        if rng.random() < 0.5:
            row, signed = row[..., [0, 1, 2, 4, 3]], np.where(signed == UNKNOWN, UNKNOWN, -signed)
        rows.append(row)
        labels.append(signed)
    x = _stacked(rows)
    if not valid:
        x = change_colours(x, rng)
    blank = rng.random(len(x)) < (0.0 if valid else 0.2)
    x[blank, 3:] = 0
    return x, (np.stack(labels), blank.astype(np.float32))


def point_loss(logits: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Cross entropy; where the colours are blank only the count matters."""
    counts, blank = targets
    known = counts != UNKNOWN
    log_p = F.log_softmax(logits[:, :, 0], dim=1).permute(0, 2, 1)[known]
    wanted, colourless = counts[known], blank[:, None].expand_as(counts)[known]
    signed = log_p.gather(1, (15 + wanted)[:, None])[:, 0]
    mirrored = log_p.gather(1, (15 - wanted)[:, None])[:, 0]
    either = torch.where(wanted == 0, signed, torch.logaddexp(signed, mirrored))
    return -torch.where(colourless > 0, either, signed).mean()


def point_score(logits: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Share of strips whose count and colour are right."""
    known = targets[0] != UNKNOWN
    return float((logits[:, :, 0].argmax(1) == 15 + targets[0])[known].float().mean())


def bar_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, scenes: int = 64) -> Batch:
    """Bars (N, 5, 352, 64) and the two counts (N, 2)."""
    left = (CANVAS_PX[0] - BAR_STRIP_PX[0]) // 2
    pieces, labels = [], []
    for view, counts in examples.draw(rng, ("views", "bar_counts"), scenes, valid=valid):
        if counts[0] == UNKNOWN:
            continue
        dx = 0 if valid else int(rng.integers(-2, 3))
        piece = view[:, left + dx : left + dx + BAR_STRIP_PX[0]]
        pair = np.minimum(counts, BAR_COUNTS - 1)
        if rng.random() < 0.5:
            piece = piece[:, ::-1]
        if rng.random() < 0.5:
            piece = piece[::-1]
        if rng.random() < 0.5:
            piece, pair = piece[..., [0, 1, 2, 4, 3]], pair[::-1]
        pieces.append(piece)
        labels.append(pair)
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng)), (np.array(labels, np.int64),)


def bar_loss(logits: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Cross entropy of both sides."""
    pair = logits.view(-1, 2, BAR_COUNTS)
    return F.cross_entropy(pair[:, 0], targets[0][:, 0]) + F.cross_entropy(pair[:, 1], targets[0][:, 1])


def bar_score(logits: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Share of bars with both counts right."""
    return float((logits.view(-1, 2, BAR_COUNTS).argmax(2) == targets[0]).all(1).float().mean())


def tray_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, number: int = 64) -> Batch:
    """What lies beside home boards (N, 3, 176, 88), and borne-off checkers or that there is no tray for them (N,)."""
    pieces, labels = [], []
    for piece, count in examples.draw(rng, ("trays", "tray_counts"), number, valid=valid):
        order = rng.permutation(3) if not valid and rng.random() < 0.5 else np.arange(3)
        shown = np.ascontiguousarray(piece[..., order], np.uint8)
        pieces.append(shown if valid else _nudged(shown, rng))
        labels.append(int(count))
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng, 2.0)), (np.array(labels, np.int64),)


def _nudged(piece: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The piece a little larger or smaller, aslant, shifted and blurred."""
    height, width = piece.shape[:2]
    turn = np.eye(2) * np.exp(rng.normal(0, 0.05)) + rng.normal(0, 0.02, (2, 2))
    middle = np.array([width, height]) / 2
    matrix = np.column_stack([turn, middle - turn @ middle + rng.normal(0, 2.5, 2)])
    moved = cv2.warpAffine(piece, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.4:
        moved = cv2.GaussianBlur(moved, (0, 0), float(rng.uniform(0.3, 1.6)))
    return np.asarray(moved, np.uint8)


def board_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, scenes: int = 16) -> Batch:
    """Half views (N, 3, 352, 280) and their heat maps (N, 4, 88, 70); in every other one there is a hand."""
    pieces, labels = [], []
    plain = examples.draw(rng, ("views", "heats"), scenes - scenes // 2, valid=valid)
    for number, (view, heats) in enumerate([*plain, *examples.draw_hands(rng, scenes // 2, valid=valid)]):
        left = int(rng.integers(0, 71))
        if number >= len(plain):
            columns = np.nonzero(heats[HAND_HEAT].max(axis=0) > HAND_LEVEL)[0]
            middle = int(columns[rng.integers(len(columns))])
            left = int(np.clip(middle - rng.integers(5, 66), 0, 70))
        piece, heat = view[:, 4 * left : 4 * left + 280, :3], heats[:, :, left : left + 70]
        if rng.random() < 0.5:
            piece, heat = piece[:, ::-1], heat[:, :, ::-1]
        if rng.random() < 0.5:
            piece, heat = piece[::-1], heat[:, ::-1]
        if not valid and number >= len(plain) and rng.random() < 0.5:
            piece = _moving(piece, heat[HAND_HEAT], rng)
        if not valid and rng.random() < 0.5:
            piece = _sparkling(piece, rng)
        pieces.append(piece)
        labels.append(heat)
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng)), (np.stack(labels).astype(np.float32) / np.float32(255),)


def _moving(piece: NDArray[np.generic], hand: NDArray[np.generic], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The piece (352, 280, 3) with its hand (88, 70) smeared along a line, as hands are in most pictures."""
    length = int(rng.integers(3, 14))
    angle = rng.uniform(0, np.pi)
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    end = np.array([np.cos(angle), np.sin(angle)]) * length
    first, last = ((length - end).round().astype(int), (length + end).round().astype(int))
    cv2.line(kernel, (int(first[0]), int(first[1])), (int(last[0]), int(last[1])), 1.0)
    kernel /= kernel.sum()
    still = np.ascontiguousarray(piece, np.uint8)
    mask = cv2.resize(np.ascontiguousarray(hand, np.uint8), (still.shape[1], still.shape[0]))
    cover = cv2.filter2D((mask.astype(np.float32) / 255), -1, kernel)[..., None]
    smeared = cv2.filter2D(still.astype(np.float32), -1, kernel)
    return np.asarray(still + cover * (smeared - still), np.uint8)


def _sparkling(piece: NDArray[np.generic], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The piece (352, 280, 3) with small mirror images of lamps here and there, as on polished checkers: no dice."""
    lit = np.array(piece, np.float32)
    height, width = lit.shape[:2]
    for _ in range(int(rng.integers(1, 9))):
        x, y = rng.uniform(6, width - 6), rng.uniform(6, height - 6)
        axes = rng.uniform(0.8, 3.5, 2) * (1, rng.uniform(1, 2.5))
        drawn = np.zeros((25, 25), np.float32)
        turned, middle = float(rng.uniform(0, 180)), 12 * 16
        size = tuple(int(axis * 16) for axis in axes)
        cv2.ellipse(drawn, (middle, middle), size, turned, 0, 360, float(rng.uniform(60, 255)), -1, cv2.LINE_AA, 4)
        glow = cv2.GaussianBlur(drawn, (0, 0), float(rng.uniform(0.4, 1.5)))
        left, top = int(x) - 12, int(y) - 12
        part = np.s_[max(0, top) : top + 25, max(0, left) : left + 25]
        room = lit[part].shape
        shift = max(0, -top), max(0, -left)
        lit[part] += glow[shift[0] : shift[0] + room[0], shift[1] : shift[1] + room[1], None]
    return np.asarray(np.minimum(lit, 255), np.uint8)


def heat_loss(logits: Tensor, heat: Tensor) -> Tensor:
    """Focal loss on peaks: a cell near a peak counts less as background the nearer it is."""
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.85).float()
    positive = -torch.log(p) * (1 - p) ** 2 * peak
    negative = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - peak)
    return (positive.sum() + negative.sum()) / peak.sum().clamp(min=1)


def hand_loss(logits: Tensor, cover: Tensor) -> Tensor:
    """Overlap and weighted cross entropy: hands are rare, and few of a picture's cells."""
    p = torch.sigmoid(logits)
    overlap = 2 * (p * cover).sum() / (p.square().sum() + cover.square().sum() + 1)
    weight = 1 + 7 * cover
    return 1 - overlap + 4 * (weight * F.binary_cross_entropy_with_logits(logits, cover, reduction="none")).mean()


def board_loss(logits: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Peaks of dice, cube and checkers; coverage of the hand."""
    heats = targets[0]
    peaks = sum((heat_loss(logits[:, channel], heats[:, channel]) for channel in range(3)), torch.zeros(()))
    return peaks + 3 * hand_loss(logits[:, 3], heats[:, 3])


def board_score(logits: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Mean of: dice peaks found, cube peaks found, and overlap of the hand with what is said to be one."""
    p, heats = torch.sigmoid(logits), targets[0]
    found = []
    for channel in (0, 1):
        peaks = heats[:, channel] > 0.93
        near = F.max_pool2d(p[:, channel : channel + 1], 3, 1, 1)[:, 0]
        found.append(float((near[peaks] > 0.3).float().mean()) if bool(peaks.any()) else 1.0)
    said, hand = p[:, 3] > 0.5, heats[:, 3] > 0.5
    overlap = float((said & hand).sum()) / max(1.0, float((said | hand).sum())) if bool(hand.any()) else 1.0
    return (found[0] + found[1] + overlap) / 3


@dataclass(frozen=True, slots=True)
class PieceChange:
    """How far stored pieces are changed at random, so that dice and cubes of any size and sharpness are known."""

    size: int
    shift: float
    """Pixels that the piece's middle may be off."""

    scales: tuple[float, float]
    turn: float
    """Largest turn, radians: a camera hangs a little askew, and near the picture's edge things lean."""

    shear: float
    blur: float


DICE_CHANGE = PieceChange(DICE_PATCH_PX, 15.0, (0.65, 1.15), 0.3, 0.06, 1.6)
CUBE_CHANGE = PieceChange(CUBE_PATCH_PX, 9.0, (0.65, 1.2), 0.3, 0.06, 1.4)


def _changed_piece(
    stored: NDArray[np.uint8], change: PieceChange, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """One piece mirrored, turned, scaled, shifted, blurred and sometimes with a highlight; and the (2, 3) matrix."""
    angle = rng.uniform(-change.turn, change.turn)
    scale = rng.uniform(*change.scales)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale
    turn = turn @ np.array([[1, rng.normal(0, change.shear)], [0, np.exp(rng.normal(0, change.shear))]])
    middle = (stored.shape[0] - 1) / 2
    target = (change.size - 1) / 2 + rng.uniform(-change.shift, change.shift, 2)
    matrix = np.column_stack([turn, target - turn @ (middle, middle)])
    piece = cv2.warpAffine(
        stored, matrix, (change.size, change.size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    if rng.random() < 0.5:
        piece = cv2.GaussianBlur(piece, (0, 0), float(rng.uniform(0.3, change.blur)))
    if rng.random() < 0.2:
        step = float(rng.uniform(0.35, 0.8))
        small = cv2.resize(piece, None, fx=step, fy=step, interpolation=cv2.INTER_AREA)
        piece = cv2.resize(small, (change.size, change.size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.35:
        y, x = np.mgrid[0 : change.size, 0 : change.size]
        at, spread = rng.normal(change.size / 2, change.size / 5, 2), rng.uniform(0.8, 5.0, 2)
        glow = np.exp(-(((x - at[0]) / spread[0]) ** 2) - ((y - at[1]) / spread[1]) ** 2) * rng.uniform(40, 200)
        piece = np.clip(piece + glow[..., None], 0, 255)
    return np.asarray(piece, np.uint8), np.asarray(matrix, np.float64)


DIE_REACH_PX = (9.0, 20.0)
"""How far from the middle of a die's top its edges are in a piece."""


def _glinting(piece: NDArray[np.uint8], place: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.uint8]:
    """A piece with the mirror images of lamps on a die: small, bright, much like pips; most on its rounded edges."""
    y, x = np.mgrid[0 : piece.shape[0], 0 : piece.shape[1]]
    lit = piece.astype(np.float32)
    for _ in range(int(rng.integers(1, 4))):
        turned, spread = rng.uniform(0, np.pi), rng.uniform(0.8, 3.5, 2)
        if rng.random() < 0.6:
            way = rng.uniform(0, 2 * np.pi)
            at = place + rng.uniform(*DIE_REACH_PX) * np.array([np.cos(way), np.sin(way)])
            if rng.random() < 0.5:  # along the edge
                turned, spread = (
                    way + np.pi / 2 + rng.normal(0, 0.4),
                    np.array([rng.uniform(2, 7), rng.uniform(0.7, 2)]),
                )
        else:
            at = place + rng.normal(0, 6.0, 2)
        across, along = x - at[0], y - at[1]
        one = across * np.cos(turned) + along * np.sin(turned)
        other = along * np.cos(turned) - across * np.sin(turned)
        shape = np.exp(-(((one / spread[0]) ** 2 + (other / spread[1]) ** 2) ** 2))
        lit += (shape * rng.uniform(60, 255))[..., None]
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def dice_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, number: int = 96) -> Batch:
    """Pieces (N, 3, 64, 64); and (N, 16, 16) each: heat, face or -1, leaning or -1, weight of the heat's loss."""
    cells = DICE_PATCH_PX // DICE_STRIDE
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    pieces = []
    heats = np.zeros((number, cells, cells), np.float32)
    faces = np.full((number, cells, cells), -1, np.int64)
    leaning = np.full((number, cells, cells), -1, np.float32)
    weights = np.ones((number, cells, cells), np.float32)
    for row, (stored, marks) in enumerate(examples.draw(rng, ("dice", "die_marks"), number, valid=valid)):
        piece, matrix = _changed_piece(np.asarray(stored, np.uint8), DICE_CHANGE, rng)
        places = [matrix @ (x, y, 1.0) for x, y, label in np.asarray(marks, np.float64) if label != NO_MARK]
        if places and rng.random() < 0.5:
            piece = _glinting(piece, places[int(rng.integers(len(places)))], rng)
        elif rng.random() < 0.3:
            piece = _glinting(piece, rng.uniform(10, DICE_PATCH_PX - 10, 2), rng)
        flip = rng.random() < 0.5
        pieces.append(piece[:, ::-1] if flip else piece)
        for x, y, label in np.asarray(marks, np.float64):
            if label == NO_MARK:
                continue
            px, py = matrix @ (x, y, 1.0)
            cx, cy = ((DICE_PATCH_PX - 1 - px if flip else px), py)
            apart = ((xs - (cx + 0.5) / DICE_STRIDE + 0.5) ** 2 + (ys - (cy + 0.5) / DICE_STRIDE + 0.5) ** 2).astype(
                np.float32
            )
            if label == HIDDEN:
                weights[row][apart < 3.0**2] = 0
                continue
            heats[row] = np.maximum(heats[row], np.exp(-apart / (2 * 0.8**2)))
            near = apart < 1.3**2
            leaning[row][near] = float(label == LEANING or label >= ON_CHECKER)
            faces[row][near] = -1 if label == LEANING else int(label) % ON_CHECKER
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng, 1.5)), (heats, faces, leaning, weights)


def dice_loss(outputs: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Focal loss on where dice are; cross entropy of faces and of leaning round each."""
    heats, faces, leaning, weights = targets
    p = torch.sigmoid(outputs[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heats > 0.8).float() * weights
    positive = -torch.log(p) * (1 - p) ** 2 * peak
    negative = -torch.log(1 - p) * p**2 * (1 - heats) ** 4 * (1 - peak) * weights
    where = (positive.sum() + negative.sum()) / peak.sum().clamp(min=1)
    which = F.cross_entropy(outputs[:, 1:7], faces, ignore_index=-1, label_smoothing=0.01)
    known = leaning >= 0
    leans = F.binary_cross_entropy_with_logits(outputs[:, 7][known], leaning[known])
    return where + 2 * which + leans


def dice_score(outputs: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Share of dice that lie flat whose place is noticed and whose face is right."""
    heats, faces, _, _ = targets
    peaks = (heats > 0.93) & (faces >= 0)
    near = F.max_pool2d(torch.sigmoid(outputs[:, :1]), 3, 1, 1)[:, 0]
    right = (outputs[:, 1:7].argmax(1) == faces) & (near > 0.3)
    return float(right[peaks].float().mean()) if bool(peaks.any()) else 1.0


FACE_CHANGE = replace(DICE_CHANGE, size=FACE_PATCH_PX, shift=0.0)
FACE_OFF_PX, FACE_OFF_MOST_PX = 1.4, 4.0
"""How far the middle of a piece is from that of the die's top: spread and most."""

BESIDE_PX = (9.0, 24.0)
"""How far from the middle of a top lies what is no die's middle any more: a side, a shadow, the felt."""

FACES_SHARE = 0.6
"""Share of pieces with a die in their middle."""


GLINTS = (0.6, 0.4)
"""Share of the pieces with lamps mirrored in their middle: of those that show no die there, and of the dice."""


def _beside(places: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64] | None:
    """A place in a stored piece that is no die's middle; oftenest beside one of the `places` (N, 2)."""
    middle = (DICE_STORE_PX - 1) / 2
    for _ in range(5):
        place = rng.uniform(middle - 25, middle + 25, 2)
        if len(places) and rng.random() < 0.8:
            way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(*BESIDE_PX)
            place = places[rng.integers(len(places))] + reach * np.array([np.cos(way), np.sin(way)])
        far = not len(places) or np.linalg.norm(places - place, axis=1).min() >= BESIDE_PX[0]
        if far and np.abs(place - middle).max() < MOST_OFF_MIDDLE_PX:
            return np.asarray(place, np.float64)
    return None


MOST_OFF_MIDDLE_PX = 26.0
"""Dice farther from the middle of a stored piece are too near to its edge to be shown whole."""


def face_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, number: int = 128) -> Batch:
    """Pieces (N, 3, 48, 48); and (N,) each: face or -1, leaning or -1, on a checker or -1, a die or not."""
    middle = (DICE_STORE_PX - 1) / 2
    pieces, labels = [], []
    for stored, marks in examples.draw(rng, ("dice", "die_marks"), number, valid=valid):
        known = np.asarray(marks, np.float64)[marks[:, 2] != NO_MARK]
        seen = known[(known[:, 2] != HIDDEN) & (np.abs(known[:, :2] - middle).max(axis=1) < MOST_OFF_MIDDLE_PX)]
        if len(seen) and rng.random() < FACES_SHARE:
            x, y, label = seen[rng.integers(len(seen))]
            place = np.array([x, y])
            off = np.clip(rng.normal(0, FACE_OFF_PX, 2), -FACE_OFF_MOST_PX, FACE_OFF_MOST_PX)
            flat = label != LEANING
            labels.append(
                (int(label) % ON_CHECKER if flat else -1, int(not flat), int(label >= ON_CHECKER) if flat else -1, 1)
            )
        else:
            beside = _beside(known[:, :2], rng)
            if beside is None:
                continue
            place, off = beside, np.zeros(2)
            labels.append((-1, -1, -1, 0))
        glints = 0.0 if valid else GLINTS[labels[-1][3]]
        pieces.append(_face_piece(np.asarray(stored, np.uint8), place, off, rng, glints))
    x = _stacked(pieces)
    answers = np.array(labels, np.int64)
    return (x if valid else change_colours(x, rng, 1.5)), (
        answers[:, 0],
        *(answers[:, n].astype(np.float32) for n in (1, 2, 3)),
    )


def _face_piece(
    stored: NDArray[np.uint8],
    place: NDArray[np.float64],
    off: NDArray[np.float64],
    rng: np.random.Generator,
    glints: float,
) -> NDArray[np.uint8]:
    """The piece (48, 48, 3) round a place of a stored one, changed at random; so often with glints."""
    middle = (DICE_STORE_PX - 1) / 2
    shift = np.column_stack([np.eye(2), middle - place])
    centred = cv2.warpAffine(stored, shift, (DICE_STORE_PX, DICE_STORE_PX), borderMode=cv2.BORDER_REFLECT)
    piece, _ = _changed_piece(np.asarray(centred, np.uint8), FACE_CHANGE, rng)
    if rng.random() < glints:
        piece = _glinting(piece, np.full(2, (FACE_PATCH_PX - 1) / 2), rng)
    moved = np.asarray(np.column_stack([np.eye(2), off]), np.float64)
    piece = np.asarray(cv2.warpAffine(piece, moved, piece.shape[:2], borderMode=cv2.BORDER_REFLECT), np.uint8)
    return piece[:, ::-1] if rng.random() < 0.5 else piece


def face_loss(outputs: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Cross entropy of the faces of what lies flat, of leaning and lying on a checker, and of being a die."""
    faces, *answers = targets
    total = F.cross_entropy(outputs[:, :6], faces, ignore_index=-1, label_smoothing=0.01)
    for output, answer, weight in zip(outputs[:, 6:].T, answers, (2.0, 2.0, 1.0), strict=True):
        known = answer >= 0
        total = total + weight * F.binary_cross_entropy_with_logits(output[known], answer[known])
    return total


def face_score(outputs: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Share of pieces that are told right: no die, a die that leans, or one that lies flat and which face it shows."""
    faces, leaning, _, dice = targets
    die, leans = outputs[:, 8] > 0, outputs[:, 6] > 0
    right = torch.where(faces >= 0, die & ~leans & (outputs[:, :6].argmax(1) == faces), (die & leans) == (leaning > 0))
    return float(torch.where(dice > 0, right, ~die).float().mean())


def cube_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, number: int = 96) -> Batch:
    """Pieces (N, 3, 64, 64) and labels (N,); every value as often as any other."""
    pieces, labels = [], []
    drawn = examples.draw(rng, ("cubes", "cube_labels"), 3 * number, valid=valid)
    counts = np.bincount([int(label) for _, label in drawn], minlength=CUBE_CLASSES)
    for stored, label in drawn:
        if rng.random() < min(1.0, number / CUBE_CLASSES * 1.3 / counts[int(label)]):
            pieces.append(_changed_piece(np.asarray(stored, np.uint8), CUBE_CHANGE, rng)[0])
            labels.append(int(label))
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng, 1.5)), (np.array(labels, np.int64),)


def class_loss(logits: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Cross entropy with a little smoothing: no patch is worth certainty."""
    return F.cross_entropy(logits, targets[0], label_smoothing=0.02)


def class_score(logits: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Share of patches named right."""
    return float((logits.argmax(1) == targets[0]).float().mean())


def grid_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, number: int = 12) -> Batch:
    """Halves (N, 3, 176, 560) of canonical views that fit badly, and heat maps (N, 44, 140) of the points' tips."""
    width, height = HALF_PX
    ys, xs = np.mgrid[0 : height // GRID_STRIDE, 0 : width // GRID_STRIDE].astype(np.float32)
    pieces, labels = [], []
    for view, bar, length in examples.draw(rng, ("views", "bars", "point_lengths"), number, valid=valid):
        near = rng.random() < 0.5
        half = np.ascontiguousarray((view[::-1] if near else view)[:height, :, :3], np.uint8)
        scale, slant = np.exp(rng.normal(0, 0.03, 2)), rng.normal(0, 0.02, 2)
        turn = np.array([[scale[0], slant[0]], [slant[1], scale[1]]])
        middle = np.array([width / 2, height / 2])
        matrix = np.column_stack([turn, middle - turn @ middle + rng.normal(0, (9.0, 4.0))])
        piece = cv2.warpAffine(half, matrix, HALF_PX)
        tips = np.column_stack([column_centres(float(bar)), np.full(12, RAIL_PX - near + float(length) * DEPTH_PX)])
        placed = tips @ matrix[:, :2].T + matrix[:, 2]
        if rng.random() < 0.5:
            piece, placed = piece[:, ::-1], placed * (-1, 1) + (width - 1, 0)
        pieces.append(piece)
        cells = (placed + 0.5) / GRID_STRIDE - 0.5
        bumps = [np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 1.1**2)) for x, y in cells]
        labels.append(np.max(bumps, axis=0))
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng, 1.3)), (np.asarray(labels, np.float32),)


def grid_loss(logits: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Focal loss on the tips."""
    return heat_loss(logits[:, 0], targets[0])


def grid_score(logits: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Share of tips that are noticed where they are."""
    peaks = targets[0] > 0.85
    return float((torch.sigmoid(logits[:, 0])[peaks] > 0.3).float().mean())


def finder_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, number: int = 24) -> Batch:
    """Pictures (N, 3, 180, 320) and corner heat maps (N, 4, 45, 80)."""
    pieces, labels = [], []
    ys, xs = np.mgrid[0:45, 0:80].astype(np.float32)
    for stored, corners in examples.draw(rng, ("pictures", "picture_corners"), number, valid=valid):
        picture, points = stored, np.asarray(corners, np.float64)
        if rng.random() < 0.5:
            picture, points = picture[:, ::-1], np.column_stack([320 - points[:, 0], points[:, 1]])
        ordered = clockwise_from_top_left(points)
        pieces.append(picture)
        cells = ordered / 4 - 0.5
        labels.append([np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 1.5**2)) for x, y in cells])
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng, 1.5)), (np.asarray(labels, np.float32),)


def finder_loss(logits: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Cross entropy of each map as a distribution over the picture."""
    heat = targets[0].flatten(2)
    wanted = heat / heat.sum(2, keepdim=True).clamp(min=1e-6)
    return -(wanted * F.log_softmax(logits.flatten(2), dim=2)).sum(2).mean()


def finder_score(logits: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Share of corners whose peak is within two cells."""
    width = logits.shape[3]
    said, wanted = logits.flatten(2).argmax(2), targets[0].flatten(2).argmax(2)
    dx, dy = (said % width - wanted % width).abs(), (said // width - wanted // width).abs()
    return float(((dx <= 2) & (dy <= 2)).float().mean())


def align_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, number: int = 48) -> Batch:
    """Roughly rectified boards (N, 3, 160, 224) and targets (N, 10)."""
    pieces, labels = [], []
    for stored, target in examples.draw(rng, ("aligned", "align_targets"), number, valid=valid):
        picture, goal = stored, np.asarray(target, np.float32).copy()
        if rng.random() < 0.5:
            picture = picture[:, ::-1]
            offsets = goal[:8].reshape(4, 2)[[1, 0, 3, 2]] * (-1, 1)
            goal[:8] = offsets.ravel()
        if rng.random() < 0.5:
            picture = picture[::-1]
            offsets = goal[:8].reshape(4, 2)[[3, 2, 1, 0]] * (1, -1)
            goal[:8] = offsets.ravel()
        pieces.append(picture)
        labels.append(goal)
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng, 1.5)), (np.asarray(labels, np.float32),)


def align_loss(outputs: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Absolute error of offsets and bar (in tenths) where it is a board, and whether it is one."""
    goal = targets[0]
    good = goal[:, 9]
    error = F.smooth_l1_loss(outputs[:, :8], goal[:, :8] * 10, beta=0.02, reduction="none").mean(1)
    bar = F.smooth_l1_loss(outputs[:, 8], goal[:, 8] * 10, beta=0.02, reduction="none")
    return ((error + 0.3 * bar) * good).sum() / good.sum().clamp(min=1) + 0.1 * F.binary_cross_entropy_with_logits(
        outputs[:, 9], good
    )


def align_score(outputs: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Minus the mean error of the corners in percent of the picture's size."""
    goal = targets[0]
    good = goal[:, 9] > 0.5
    return -float((outputs[:, :8] / 10 - goal[:, :8]).abs()[good].mean()) * 100


def corner_batch(examples: Examples, rng: np.random.Generator, *, valid: bool = False, number: int = 96) -> Batch:
    """Corner pieces (N, 3, 64, 64), turned so that each is a top left corner, and where the corner is, (N, 2)."""
    pieces, labels = [], []
    for stored, place in examples.draw(rng, ("corners", "corner_places"), number, valid=valid):
        spread = float(rng.choice([2.0, 6.0, 14.0], p=[0.45, 0.35, 0.2]))
        goal = rng.normal(0, spread, 2).clip(-22, 22)
        left, top = (int(value) for value in np.round(np.asarray(place, np.float64) - goal - (CORNER_PX - 1) / 2))
        left, top = (int(np.clip(value, 0, stored.shape[0] - CORNER_PX)) for value in (left, top))
        piece = stored[top : top + CORNER_PX, left : left + CORNER_PX]
        offset = np.asarray(place, np.float64) - (left, top) - (CORNER_PX - 1) / 2
        if rng.random() < 0.5:  # mirrored along the diagonal it is a top left corner still
            piece, offset = piece.transpose(1, 0, 2), offset[::-1]
        pieces.append(piece)
        labels.append(offset / CORNER_SCALE)
    x = _stacked(pieces)
    return (x if valid else change_colours(x, rng, 1.5)), (np.asarray(labels, np.float32),)


def corner_loss(outputs: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Absolute error, rounded off below a tenth of a pixel."""
    return F.smooth_l1_loss(outputs, targets[0], beta=0.01)


def corner_score(outputs: Tensor, targets: tuple[Tensor, ...]) -> float:
    """Minus the median distance in pixels of the pieces."""
    return -float(torch.linalg.vector_norm(outputs - targets[0], dim=1).median()) * CORNER_SCALE


@dataclass(frozen=True, slots=True)
class Recipe:
    """What to train, on which batches, for how long."""

    model: Callable[[], nn.Module]
    batch: Callable[..., Batch]
    loss: Callable[[Tensor, tuple[Tensor, ...]], Tensor]
    score: Callable[[Tensor, tuple[Tensor, ...]], float]
    steps: int
    rate: float = 2e-3


def train(recipe: Recipe, examples: Examples, seed: int, report: Report, start: nn.Module | None = None) -> nn.Module:
    """Train one network; prints loss and held-out score on the way."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = (start or recipe.model()).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimiser = torch.optim.AdamW(model.parameters(), lr=recipe.rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.rate, total_steps=recipe.steps + 1, pct_start=0.15)
    running = 0.0
    model.train()
    for step, (x, targets) in enumerate(_prefetch(recipe, examples, rng), start=1):
        loss = recipe.loss(model(x), targets)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        running += float(loss.detach())
        if step % max(1, recipe.steps // 12) == 0:
            mean, held_out = running / max(1, recipe.steps // 12), validate(recipe, model, examples)
            report(f"step {step}/{recipe.steps} loss {mean:.4f} held out {held_out:.4f}")
            running = 0.0
            model.train()
    return model.eval()


def _tensors(batch: Batch) -> tuple[Tensor, tuple[Tensor, ...]]:
    x, targets = batch
    return torch.from_numpy(x).contiguous(memory_format=torch.channels_last), tuple(
        torch.from_numpy(t) for t in targets
    )


def _prefetch(
    recipe: Recipe, examples: Examples, rng: np.random.Generator
) -> Iterator[tuple[Tensor, tuple[Tensor, ...]]]:
    for _ in range(recipe.steps):
        yield _tensors(recipe.batch(examples, rng))


@torch.no_grad()
def validate(recipe: Recipe, model: nn.Module, examples: Examples, batches: int = 8) -> float:
    """Mean score on held-out boards."""
    model.eval()
    rng = np.random.default_rng(1)
    scores = []
    for _ in range(batches):
        x, targets = _tensors(recipe.batch(examples, rng, valid=True))
        scores.append(recipe.score(model(x), targets))
    return float(np.mean(scores))

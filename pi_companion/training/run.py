"""`python -m pi_companion.training.run`: render the examples, train the networks, write the weights and their card."""

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from pi_companion.training import loops, models
from pi_companion.training.closeups import make_close_shard
from pi_companion.training.data import make_shard
from pi_companion.training.resume import take_over
from pi_companion.vision.geometry import BAR_STRIP_PX, CANVAS_PX, STRIP_PX, TRAY_STRIP_PX
from pi_companion.vision.nets import (
    ALIGN_PX,
    CORNER_PX,
    CUBE_PATCH_PX,
    DICE_PATCH_PX,
    FACE_PATCH_PX,
    FINDER_PX,
    HALF_PX,
    WEIGHTS,
)

RECIPES = {
    "point": loops.Recipe(models.PointNet, loops.point_batch, loops.point_loss, loops.point_score, 3000),
    "bar": loops.Recipe(models.BarNet, loops.bar_batch, loops.bar_loss, loops.bar_score, 1000),
    "tray": loops.Recipe(models.TrayNet, loops.tray_batch, loops.class_loss, loops.class_score, 2500),
    "board": loops.Recipe(models.BoardNet, loops.board_batch, loops.board_loss, loops.board_score, 3000),
    "dice": loops.Recipe(models.DiceNet, loops.dice_batch, loops.dice_loss, loops.dice_score, 4000),
    "face": loops.Recipe(models.FaceNet, loops.face_batch, loops.face_loss, loops.face_score, 4000),
    "cube": loops.Recipe(models.CubeNet, loops.cube_batch, loops.class_loss, loops.class_score, 2500),
    "grid": loops.Recipe(models.GridNet, loops.grid_batch, loops.grid_loss, loops.grid_score, 1500),
    "finder": loops.Recipe(models.FinderNet, loops.finder_batch, loops.finder_loss, loops.finder_score, 2000),
    "corner": loops.Recipe(models.CornerNet, loops.corner_batch, loops.corner_loss, loops.corner_score, 2000),
    "align": loops.Recipe(models.AlignNet, loops.align_batch, loops.align_loss, loops.align_score, 2000),
}

INPUTS = {
    "point": (5, STRIP_PX[1], 24 * STRIP_PX[0]),
    "bar": (5, BAR_STRIP_PX[1], BAR_STRIP_PX[0]),
    "tray": (3, TRAY_STRIP_PX[1], TRAY_STRIP_PX[0]),
    "board": (3, CANVAS_PX[1], CANVAS_PX[0]),
    "dice": (3, DICE_PATCH_PX, DICE_PATCH_PX),
    "face": (3, FACE_PATCH_PX, FACE_PATCH_PX),
    "cube": (3, CUBE_PATCH_PX, CUBE_PATCH_PX),
    "grid": (3, HALF_PX[1], HALF_PX[0]),
    "finder": (3, FINDER_PX[1], FINDER_PX[0]),
    "corner": (3, CORNER_PX, CORNER_PX),
    "align": (3, ALIGN_PX[1], ALIGN_PX[0]),
}


def say(text: str) -> None:
    """Progress, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def render_shard(folder: Path, seed: int, boards: int, *, close: bool) -> Path:
    """One shard on disk; an existing one is kept, so that an interrupted run goes on."""
    cv2.setNumThreads(1)
    name = f"close-{seed:05d}" if close else f"shard-{seed:05d}"
    path = folder / name
    if not path.exists():
        part = folder / f".part-{name}"
        (make_close_shard(seed, boards) if close else make_shard(seed, boards)).save(part)
        part.rename(path)
    return path


UNFOLDING = 4
"""So many batches tell a network that goes on what its layers give."""

CLOSE_BOARDS = 4
"""So many times the boards of a usual shard are in one of close-ups."""


def render(folder: Path, shards: int, boards: int, first_seed: int, processes: int, *, close: bool) -> None:
    """All shards of one kind."""
    boards *= CLOSE_BOARDS if close else 1
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(render_shard, folder, first_seed + n, boards, close=close) for n in range(shards)]
        for done, job in enumerate(as_completed(jobs), start=1):
            say(f"rendered {done}/{shards} shards, {time.monotonic() - began:.0f} s: {job.result().name}")


def export(name: str, model: nn.Module, folder: Path) -> Path:
    """Write a trained network as ONNX, any batch size."""
    path = folder / f"{name}.onnx"
    example = torch.zeros((1, *INPUTS[name]))
    axes = {"pictures": {0: "n"}, "scores": {0: "n"}}
    torch.onnx.export(
        model.to(memory_format=torch.contiguous_format),  # type: ignore[call-overload]
        (example,),
        str(path),
        opset_version=11,
        dynamo=False,
        input_names=["pictures"],
        output_names=["scores"],
        dynamic_axes=axes,
    )
    return path


def train_all(
    folder: Path, names: list[str], seed: int, scale: float, start: Path | None, out: Path, rate: float | None = None
) -> None:
    """Train and export the named networks; the card is brought up to date for each."""
    examples = loops.Examples(folder)
    out.mkdir(parents=True, exist_ok=True)
    for name in names:
        recipe = RECIPES[name]
        recipe = loops.Recipe(
            recipe.model, recipe.batch, recipe.loss, recipe.score, int(recipe.steps * scale), rate or recipe.rate
        )
        model = recipe.model()
        if start is not None:
            rng = np.random.default_rng(seed)
            batch = torch.cat([torch.from_numpy(recipe.batch(examples, rng)[0]) for _ in range(UNFOLDING)])
            say(f"{name}: {take_over(model, start / f'{name}.onnx', batch)} layers go on from {start.name}")
        began = time.monotonic()
        trained = loops.train(recipe, examples, seed, lambda text, name=name: say(f"{name}: {text}"), model)  # type: ignore[misc]
        score = loops.validate(recipe, trained, examples, 40)
        export(name, trained, out)
        boards = examples.boards
        stage: dict[str, float] = {"boards": boards, "seed": seed, "steps": recipe.steps}
        if rate is not None:
            stage["rate"] = rate
        _card(out, name, trained, stage, score, goes_on=start is not None)
        spent = time.monotonic() - began
        say(f"{name}: held-out boards {score:.4f}, {models.count_weights(trained)} weights, {spent:.0f} s")


def _card(out: Path, name: str, model: nn.Module, stage: dict[str, float], score: float, *, goes_on: bool) -> None:
    """Say in `card.json` how the network came to be: one stage for each run of training that it went through."""
    path = out / "card.json"
    card = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    earlier = card.get(name, {}).get("stages", []) if goes_on else []
    card[name] = {
        "weights": models.count_weights(model),
        "trained_on": "boards rendered by pi_companion.simulation; no photograph, no recording",
        "stages": [*earlier, stage],
        "held_out_score": round(score, 5),
        "score": " ".join((RECIPES[name].score.__doc__ or "").split()),
    }
    path.write_text(json.dumps(card, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    """Command line of the training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["render", "closeups", "train"])
    parser.add_argument("--folder", type=Path, default=Path("build/training"))
    parser.add_argument("--shards", type=int, default=100)
    parser.add_argument("--boards", type=int, default=16, help="boards in a shard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--names", nargs="+", choices=list(RECIPES), default=list(RECIPES))
    parser.add_argument("--scale", type=float, default=1.0, help="share of the usual number of steps")
    parser.add_argument("--rate", type=float, help="highest rate of learning, where not the usual one")
    parser.add_argument("--start", type=Path, help="folder of exported networks to go on from")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    args = parser.parse_args()
    if args.what != "train":
        close = args.what == "closeups"
        render(args.folder, args.shards, args.boards, args.seed, args.processes, close=close)
    else:
        train_all(args.folder, args.names, args.seed, args.scale, args.start, args.out, args.rate)


if __name__ == "__main__":
    main()

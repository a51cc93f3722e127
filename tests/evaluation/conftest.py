import json
import shutil
from pathlib import Path

import pytest

GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    """A folder of recordings with the first moments of one game, as `make eval` wants it."""
    folder = tmp_path / "frames" / "game4"
    shutil.copytree(GAME, folder)
    about = {"name": "game4", "start": "f0001.jpg", "white_is": "lighter", "white_home": "near-right"}
    (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")
    return folder.parent


@pytest.fixture
def photos(tmp_path: Path, frames: Path) -> Path:
    """The same game's pictures labelled as photographs are: columns as they show them."""
    from pi_companion.evaluation.truth import load_recording  # noqa: PLC0415 - only here

    folder = tmp_path / "photos"
    (folder / "img").mkdir(parents=True)
    lines = []
    for truth in load_recording(frames / "game4").pictures[:4]:
        shutil.copy(truth.path, folder / "img" / f"club-{truth.path.name}")
        rolled = [die.value for die in truth.dice if die.rolled]
        label = {
            "image": f"club-{truth.path.name}",
            "board": "rendered",
            "corners_px": truth.upright_px.tolist(),
            "columns": {"top": truth.columns[:12], "bottom": truth.columns[12:]},
            "bar": {"light": truth.position.white[25], "dark": truth.position.black[25]},
            "dice": rolled or None,
            "complete": not truth.covered,
            "side": 15,
        }
        lines.append(json.dumps(label if not truth.covered else {**label, "columns": None}))
    (folder / "labels.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder

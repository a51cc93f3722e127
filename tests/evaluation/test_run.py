"""The whole evaluation on the first moments of a recording, as `make eval` runs it."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pi_companion.devices import load_image, save_image
from pi_companion.evaluation.run import WORDS, main, parser
from pi_companion.vision import nets


def figures(out: Path) -> dict[tuple[str, str], dict[str, Any]]:
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    return {(row["part"], row["measure"]): row for row in report["figures"]}


def test_a_recording_is_judged_from_its_start_picture_to_its_turns(
    frames: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["--frames", str(frames), "--only", "games,corners-given,replay", "--out", str(out)]) == 0
    found = figures(out)
    points = found["games", "point, colour and count"]
    assert points["of"] % 24 == 0
    assert points["share"] > 0.97
    assert found["corners given", "point, colour and count"]["of"] == points["of"]
    assert found["games", "start picture gives a profile"]["count"] == 1
    assert found["replay", "turn"]["share"] > 0.7
    assert "whole position" in capsys.readouterr().out
    assert (out / "report.md").read_text(encoding="utf-8").startswith("# Evaluation")


def test_photographs_are_read_without_and_with_a_profile(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["--photos", str(photos), "--only", "photos,learnt", "--out", str(out)]) == 0
    found = figures(out)
    assert found["photos", "point, colour and count"]["share"] > 0.9
    learnt = found["learnt", "point, colour and count"]
    assert learnt["share"] > 0.95
    assert learnt["of"] >= 2 * 24


def test_stills_are_read_as_they_show_the_board(frames: Path, tmp_path: Path) -> None:
    stills = (frames / "game4").rename(frames / "stills")
    labels = (stills / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    (stills / "labels.jsonl").write_text("\n".join(labels[:3]), encoding="utf-8")
    out = tmp_path / "out"
    assert main(["--frames", str(frames), "--only", "stills", "--out", str(out)]) == 0
    assert figures(out)["stills", "point, colour and count"]["share"] > 0.9


def test_a_start_picture_that_gives_no_profile_costs_every_reading(frames: Path, tmp_path: Path) -> None:
    game = frames / "game4"
    save_image(game / "f0001.jpg", np.full_like(load_image(game / "f0001.jpg"), 90))
    out = tmp_path / "out"
    assert main(["--frames", str(frames), "--only", "games", "--out", str(out)]) == 0
    whole = figures(out)["games", "whole position"]
    assert (whole["count"], whole["refused"]) == (0, whole["of"])
    assert (out / "worst-games-corners.jpg").exists()


def test_a_missing_folder_is_one_plain_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--photos", str(tmp_path / "none"), "--only", "photos", "--out", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--photos" in line


def test_an_unknown_recording_is_named_with_the_known_ones(
    frames: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["--frames", str(frames), "--only", "games", "--recordings", "game9", "--out", str(tmp_path)]
    assert main(told) == 2
    assert "game4" in capsys.readouterr().err


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "games,posters"])
    assert "posters" in capsys.readouterr().err


def test_other_weights_are_tried_and_then_put_away(photos: Path, tmp_path: Path) -> None:
    usual = nets.WEIGHTS
    others = tmp_path / "weights"
    others.mkdir()
    (others / "bar.onnx").write_bytes(b"no network")
    told = ["--photos", str(photos), "--only", "photos", "--out", str(tmp_path / "out"), "--weights", str(others)]
    assert main(told) == 2
    assert usual == nets.WEIGHTS
    (others / "bar.onnx").write_bytes((usual / "bar.onnx").read_bytes())
    assert main(told) == 0
    assert usual == nets.WEIGHTS


def test_a_folder_without_weights_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--weights", str(tmp_path), "--out", str(tmp_path)]) == 2
    assert "*.onnx" in capsys.readouterr().err


def test_an_earlier_report_is_laid_beside_this_one(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    earlier = tmp_path / "earlier.json"
    row = {"part": "photos", "measure": "die", "share": 0.125}
    earlier.write_text(json.dumps({"figures": [row]}), encoding="utf-8")
    told = ["--photos", str(photos), "--only", "photos", "--out", str(out), "--against", str(earlier)]
    assert main(told) == 0
    lines = capsys.readouterr().out.splitlines()
    dice, other = (next(line for line in lines if line.startswith(name)) for name in ("  die ", "  point"))
    assert "before 12.50 %" in dice
    assert "before" not in other


def test_a_report_that_is_none_is_refused_before_anything_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "earlier.json").write_text("[]", encoding="utf-8")
    assert main(["--against", str(tmp_path / "earlier.json"), "--out", str(tmp_path)]) == 2
    assert "earlier.json" in capsys.readouterr().err


def test_what_the_page_tells_to_type_is_understood() -> None:
    page = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    shown = re.findall(r'^make eval ARGS="(.*)"$', page, re.MULTILINE)
    assert len(shown) >= 3
    assert all(parser().parse_args(shlex.split(options)).only for options in shown)
    assert set(re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)) == set(WORDS)

"""The ring of pictures: before and after each turn, bounded, and never a trouble to the match."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_companion.record.evidence import EvidenceRing, When


def picture(shade: int, noise: int = 0) -> NDArray[np.uint8]:
    rng = np.random.default_rng(shade)
    values = np.clip(shade + rng.integers(-noise - 1, noise + 1, (120, 160, 3)), 0, 255)
    noisy: NDArray[np.uint8] = values.astype(np.uint8)
    return noisy


def shade(path: Path) -> int:
    image = cv2.imread(str(path))
    assert image is not None
    return round(float(np.asarray(image).mean()))


def test_each_turn_has_the_picture_before_it_and_after_it(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path / "ring", 1)
    ring.keep(7, 4, picture(50))
    ring.keep(7, 6, picture(100))
    kept = {(each.seq, each.when): shade(each.path) for each in ring.pictures()}
    assert sorted(kept, key=str) == sorted([(4, When.AFTER), (6, When.BEFORE), (6, When.AFTER)], key=str)
    assert abs(kept[6, When.BEFORE] - 50) <= 1
    assert abs(kept[6, When.AFTER] - 100) <= 1


def test_a_match_does_not_begin_with_the_last_picture_of_another(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 1)
    ring.keep(1, 4, picture(50))
    ring.keep(2, 4, picture(90))
    assert [(each.match, each.when) for each in ring.pictures()] == [(1, When.AFTER), (2, When.AFTER)]


def test_nothing_seen_before_an_objection_comes_after_it(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 1)
    ring.keep(1, 4, picture(50))
    ring.forget_last()
    ring.keep(1, 8, picture(90))
    assert [(each.seq, each.when) for each in ring.pictures()] == [(4, When.AFTER), (8, When.AFTER)]


def test_the_oldest_pictures_go_first(tmp_path: Path) -> None:
    ring = EvidenceRing(tmp_path, 1)
    for number in range(1, 80):
        ring.keep(1, number, picture(number, noise=60))
    kept = ring.pictures()
    assert sum(each.path.stat().st_size for each in kept) <= 1_000_000
    assert kept[-1].seq == 79
    assert kept[0].seq > 1
    assert {each.seq for each in kept} >= set(range(kept[0].seq + 1, 80))


def test_a_bound_of_nothing_keeps_nothing(tmp_path: Path) -> None:
    EvidenceRing(tmp_path / "ring", 0).keep(1, 4, picture(50))
    assert not (tmp_path / "ring").exists()


def test_a_disk_that_refuses_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "ring").write_text("a file where the folder should be", encoding="utf-8")
    ring = EvidenceRing(tmp_path / "ring", 1)
    ring.keep(1, 4, picture(50))
    assert ring.pictures() == ()


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "holiday.jpg"
    other.write_bytes(b"x" * 3_000_000)
    EvidenceRing(tmp_path, 1).keep(1, 4, picture(50))
    assert other.exists()

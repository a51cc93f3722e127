"""Frames from folders, videos and files, and what is said where they cannot be read."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_companion.devices import Frame, FrameWriter, load_image, open_source, save_image
from pi_companion.devices.pictures import Image
from pi_companion.errors import PictureError


def picture(level: int) -> Image:
    """A picture of one grey level, in which noise keeps the file from being tiny."""
    noise = np.random.default_rng(level).integers(0, 20, (96, 128, 3))
    return (noise + level).astype(np.uint8)


def folder_of(path: Path, levels: dict[str, int]) -> Path:
    path.mkdir()
    for name, level in levels.items():
        save_image(path / name, picture(level))
    return path


def test_a_picture_comes_back_as_it_was_written(tmp_path: Path) -> None:
    save_image(tmp_path / "a.png", picture(100))
    assert np.array_equal(load_image(tmp_path / "a.png"), picture(100))


@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.95])
def test_a_cut_picture_is_refused(tmp_path: Path, name: str, share: float) -> None:
    path = tmp_path / name
    save_image(path, picture(100))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PictureError, match=r"cut short|damaged"):
        load_image(path)


def test_a_cut_jpeg_with_a_whole_thumbnail_inside_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    save_image(path, picture(100))
    data = path.read_bytes()
    # An APP1 segment with a thumbnail, as cameras write it, put right after the start mark.
    thumbnail = data[2:200] + b"\xff\xda\0\0\xff\xd9"
    segment = b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    path.write_bytes((data[:2] + segment + data[2:])[:-500])
    with pytest.raises(PictureError, match="cut short"):
        load_image(path)


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "is empty"), (b"Once upon a time\n", "is text"), (b"\x00\x01\x02\xff" * 100, "another kind")],
)
def test_what_is_no_picture_is_refused_with_what_it_is(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=says):
        load_image(path)


def test_a_missing_picture_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no file"):
        load_image(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        load_image(tmp_path)


def test_a_thumbnail_is_refused(tmp_path: Path) -> None:
    save_image(tmp_path / "a.png", np.zeros((20, 20, 3), dtype=np.uint8))
    with pytest.raises(PictureError, match="thumbnail"):
        load_image(tmp_path / "a.png")


def test_a_grey_picture_comes_in_three_channels(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((80, 80), 77, dtype=np.uint8))
    assert load_image(tmp_path / "a.png").shape == (80, 80, 3)


def test_a_picture_is_not_written_where_the_disk_refuses(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="choose another folder"):
        save_image(tmp_path / "missing" / "a.png", picture(1))
    with pytest.raises(PictureError, match="rename"):
        save_image(tmp_path / "a.nonsense", picture(1))


def test_a_folder_is_read_in_name_order_with_numbers_as_numbers(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "game", {"f10.png": 10, "f2.png": 2, "f1.png": 1})
    frames = list(open_source(folder))
    assert [frame.name for frame in frames] == ["f1.png", "f2.png", "f10.png"]
    assert [frame.t_s for frame in frames] == [0.0, 0.5, 1.0]


def test_a_listing_says_when_and_how_often(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "game", {"a.png": 10, "b.png": 200})
    (folder / "frames.csv").write_text("t_s,image\n0.0,b.png\n2.5,b.png\n4,a.png\n", encoding="utf-8")
    frames = list(open_source(folder))
    assert [(frame.t_s, frame.name) for frame in frames] == [(0.0, "b.png"), (2.5, "b.png"), (4.0, "a.png")]
    assert frames[0].image is frames[1].image


@pytest.mark.parametrize(
    ("listing", "says"),
    [
        ("t_s,image\n", "names none"),
        ("time,file\n1,a.png\n", "line 2"),
        ("t_s,image\nsoon,a.png\n", "line 2"),
        ("t_s,image\n5,a.png\n4,a.png\n", "runs back"),
        ("t_s,image\n5\n", "line 2"),
    ],
)
def test_a_broken_listing_is_refused(tmp_path: Path, listing: str, says: str) -> None:
    folder = folder_of(tmp_path / "game", {"a.png": 10})
    (folder / "frames.csv").write_text(listing, encoding="utf-8")
    with pytest.raises(PictureError, match=says):
        open_source(folder)


def test_a_listed_picture_that_is_missing_is_named(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "game", {"a.png": 10})
    (folder / "frames.csv").write_text("t_s,image\n0,a.png\n1,gone.png\n", encoding="utf-8")
    with pytest.raises(PictureError, match=r"gone\.png"):
        open_source(folder)


def test_an_empty_folder_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="holds no picture"):
        open_source(tmp_path)
    with pytest.raises(PictureError, match="nothing at"):
        open_source(tmp_path / "none")


def test_one_picture_is_a_source(tmp_path: Path) -> None:
    save_image(tmp_path / "a.png", picture(9))
    assert [frame.name for frame in open_source(tmp_path / "a.png")] == ["a.png"]


def test_a_video_is_thinned_and_timed(tmp_path: Path) -> None:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (128, 96))
    if not writer.isOpened():
        pytest.skip("this OpenCV writes no video")
    for number in range(20):
        writer.write(picture(10 * number))
    writer.release()
    frames = list(open_source(path))
    assert [round(frame.t_s, 1) for frame in frames] == [0.0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8]
    assert abs(float(frames[3].image.mean()) - float(picture(90).mean())) < 3


def test_a_text_file_is_no_video(tmp_path: Path) -> None:
    path = tmp_path / "game.mp4"
    path.write_text("no video\n", encoding="utf-8")
    with pytest.raises(PictureError, match="video"):
        open_source(path)


def test_written_frames_can_be_read_again_and_are_never_overwritten(tmp_path: Path) -> None:
    writer = FrameWriter(tmp_path / "kept")
    writer.write(picture(50), 0.0)
    writer.write(picture(150), 0.5)
    frames = list(open_source(tmp_path / "kept"))
    assert [(frame.t_s, frame.name) for frame in frames] == [(0.0, "f00000.jpg"), (0.5, "f00001.jpg")]
    with pytest.raises(PictureError, match="already holds"):
        FrameWriter(tmp_path / "kept")


def test_a_frame_is_checked_where_it_enters() -> None:
    with pytest.raises(PictureError, match="uint8"):
        Frame(np.zeros((10, 10), dtype=np.uint8), 0.0, "grey")


def test_a_jpeg_that_ends_too_early_is_refused_although_its_end_mark_is_there(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jpg"
    save_image(path, picture(100))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 3 // 4] + b"\xff\xd9")
    with pytest.raises(PictureError, match="damaged"):
        load_image(path)
    assert capfd.readouterr().err == ""


def test_a_png_with_a_wrong_byte_is_refused_in_one_voice(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.png"
    save_image(path, picture(100))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(PictureError, match="damaged"):
        load_image(path)
    assert capfd.readouterr().err == ""


def test_a_file_larger_than_any_picture_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "a.jpg").open("wb") as file:
        file.truncate(200 << 20)
    with pytest.raises(PictureError, match="at most 128 MB"):
        load_image(tmp_path / "a.jpg")


@pytest.mark.parametrize("line", ["nan,a.png", "inf,a.png", "0,", "0", "zero,a.png", ",a.png"])
def test_a_line_of_the_list_of_frames_that_says_nothing_is_refused(tmp_path: Path, line: str) -> None:
    folder_of(tmp_path / "game", {"a.png": 100})
    (tmp_path / "game" / "frames.csv").write_text(f"t_s,image\n{line}\n", encoding="utf-8")
    with pytest.raises(PictureError, match="line 2: wanted t_s,image") as refusal:
        open_source(tmp_path / "game")
    assert "{" not in str(refusal.value)


def test_frames_are_not_kept_among_other_pictures(tmp_path: Path) -> None:
    game = folder_of(tmp_path / "game", {"f00000.jpg": 100})
    before = (game / "f00000.jpg").read_bytes()
    with pytest.raises(PictureError, match="already holds pictures"):
        FrameWriter(game)
    assert [(path.name, path.read_bytes()) for path in game.iterdir()] == [("f00000.jpg", before)]


def test_a_cut_video_delivers_what_it_has_and_is_then_called_cut(tmp_path: Path) -> None:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (128, 96))
    if not writer.isOpened():
        pytest.skip("this OpenCV writes no video")
    for number in range(20):
        writer.write(picture(10 * number))
    writer.release()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(PictureError, match="of 20 frames; copy it again"):
        list(open_source(path))
    frames = iter(open_source(path))
    assert next(frames).t_s == 0

"""What was told of a recording beside what happened: one slip is one fault."""

from pi_companion.evaluation.replays import Event, compare


def roll(side: str, *dice: int) -> Event:
    return {"event": "roll", "side": side, "dice": [*dice]}


def play(side: str, mark: int, *, optional: bool = False) -> Event:
    event: Event = {"event": "play", "side": side, "dice": [3, 1], "position": {"white": [mark], "black": [0]}}
    return {**event, "optional": True} if optional else event


COURSE = [roll("white", 3, 1), play("white", 1), roll("black", 6, 2), play("black", 2), roll("white", 5, 5)]


def test_what_was_told_as_it_happened_has_no_fault() -> None:
    told = [{"event": "game_started", "game": 1}, *COURSE, {"event": "covered"}]
    course = compare(COURSE, told)
    assert len(course.heard) == 5
    assert not course.missed
    assert not course.unreal


def test_one_misread_play_is_missed_and_unreal_once() -> None:
    course = compare(COURSE, [*COURSE[:3], play("black", 9), *COURSE[4:]])
    assert course.missed == (COURSE[3],)
    assert course.unreal == (play("black", 9),)


def test_an_event_left_out_does_not_shift_the_others() -> None:
    course = compare(COURSE, [*COURSE[:2], *COURSE[3:]])
    assert course.missed == (COURSE[2],)
    assert not course.unreal


def test_a_last_play_that_the_recording_does_not_end_may_be_told_or_not() -> None:
    happened = [*COURSE, play("white", 3, optional=True)]
    assert not compare(happened, COURSE).missed
    assert not compare(happened, [*COURSE, play("white", 3)]).unreal


def test_an_illegal_play_that_was_none_is_unreal() -> None:
    alarm: Event = {"event": "illegal_play", "side": "white", "dice": [3, 1], "position": {}}
    assert compare(COURSE, [*COURSE, alarm]).unreal == (alarm,)


def test_nothing_told_misses_everything() -> None:
    assert len(compare(COURSE, []).missed) == 5

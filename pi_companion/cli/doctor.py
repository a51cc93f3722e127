"""`doctor`: what the companion needs, looked at one by one; each line says what to do."""

import io
import json
import queue
import re
import tarfile
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from pi_companion.cli.output import Output, Status
from pi_companion.cli.places import board_of
from pi_companion.config import Settings
from pi_companion.devices import checks, unit
from pi_companion.devices.buttons import Buttons, Edge
from pi_companion.devices.cameras import USUAL_PX, CameraWish
from pi_companion.devices.checks import Finding, Verdict
from pi_companion.devices.lock import LOCK_NAME, only_one
from pi_companion.devices.panel.drivers import open_panel
from pi_companion.devices.panel.view import PanelState, PanelView
from pi_companion.devices.pins import release_pins, use_pins
from pi_companion.devices.wiring import BARE, PanelKind, Wiring, load_wiring
from pi_companion.errors import CompanionError, DeviceError, JournalError
from pi_companion.record.journal import Journal
from pi_companion.rules import Side
from pi_companion.vision.profile import BoardProfile

PATTERN_S = 0.7
BUTTON_S = 10.0
_MARKS = {Verdict.GOOD: "good", Verdict.NOTE: "note", Verdict.BAD: "BAD "}
_PAUSE = (
    "to try them, with the service stopped meanwhile: "
    "sudo pi-companion --settings /etc/pi-companion/settings.toml doctor --pause"
)
_NAMES = (("match", "white"), ("match", "black"), ("club", "broker"), ("club", "table"), ("club", "user"))
_PERSON = re.compile(r"(/home/)[^/\s\"]+")
_ADDRESS = re.compile(r"\b\d{1,3}(\.\d{1,3}){3}\b")

PATTERN = (
    *(PanelView(PanelState.READY, (number, 7 - number), 2**number) for number in range(1, 7)),
    PanelView(PanelState.ILLEGAL, (6, 6), 64, Side.WHITE, Side.WHITE),
    PanelView(PanelState.ILLEGAL, (6, 6), 64, Side.BLACK, Side.BLACK),
    PanelView(PanelState.SCORE, score=(3, 5)),
)
"""Every light of every panel is in it."""


def doctor(
    settings: Settings, journal: Path, output: Output, *, hands_on: bool, pause: bool, bundle: Path | None
) -> Status:
    """Look at everything.

    Args:
        settings: What the service would use.
        journal: Where the matches are.
        output: Where it is told.
        hands_on: Whether a person stands by: the panel shows a pattern, and buttons are waited for.
        pause: Whether a service that runs is stopped meanwhile, so that camera and pins can be tried.
        bundle: A file for a report of a fault; None for none.

    Raises:
        DeviceError: The bundle cannot be written, or the service cannot be stopped.
    """
    findings = []
    for finding in _all(settings, journal, hands_on=hands_on, pause=pause):
        findings.append(finding)
        output.json(_json(finding))
        output.text(f"{_MARKS[finding.verdict]}  {finding.check:<12} {finding.found}")
        if finding.todo:
            output.text(f"{'':>18} → {finding.todo}")
    if bundle is not None:
        _pack(bundle, findings, settings, journal)
        output.text(f"\nWrote {bundle}: these lines and the settings, without names, addresses and pictures.")
    return Status.NO if any(finding.verdict is Verdict.BAD for finding in findings) else Status.DONE


def _all(settings: Settings, journal: Path, *, hands_on: bool, pause: bool) -> Iterator[Finding]:
    yield Finding("version", Verdict.GOOD, f"pi-companion {version('pi-companion')}")
    yield from checks.machine()
    yield checks.disk(journal)
    yield _journal(journal)
    size, finding = _board(board_of(settings, journal))
    yield finding
    wiring, trouble = _wiring(settings)
    yield from trouble
    yield from checks.pins(wiring)
    fares = unit.status()
    if fares is not None and not pause:
        yield Finding("service", Verdict.NOTE, f"it runs ({fares}); camera and pins are in its hands", _PAUSE)
        return
    with unit.paused() if fares is not None else nullcontext():
        yield from _with_hands_free(settings, journal, size, wiring, hands_on=hands_on)


def _with_hands_free(
    settings: Settings, journal: Path, size: tuple[int, int], wiring: Wiring, *, hands_on: bool
) -> Iterator[Finding]:
    """Look at what only one program can have."""
    try:
        with only_one(journal.absolute().with_name(LOCK_NAME)):
            yield from checks.cameras(CameraWish(settings.camera.source, size, mains_hz=settings.camera.mains_hz))
            if hands_on:
                yield from _try(wiring, settings)
    except DeviceError as error:
        yield Finding("service", Verdict.NOTE, f"camera and pins were not tried: {error}", _PAUSE)


def _journal(path: Path) -> Finding:
    if not path.exists():
        return Finding("record", Verdict.GOOD, "no match yet")
    try:
        with Journal.read(path) as book:
            return Finding("record", Verdict.GOOD, f"{len(book.matches())} matches")
    except JournalError as error:
        return Finding("record", Verdict.BAD, str(error), "make a copy of the file before anything else")


def _board(profile: Path) -> tuple[tuple[int, int], Finding]:
    if not profile.exists():
        todo = "set the board up for the start, open the page as director, and calibrate"
        return USUAL_PX, Finding("board", Verdict.NOTE, "no board profile yet", todo)
    try:
        board = BoardProfile.load(profile)
    except CompanionError as error:
        return USUAL_PX, Finding("board", Verdict.BAD, str(error), "calibrate again")
    width, height = board.picture_px
    return board.picture_px, Finding("board", Verdict.GOOD, f"{profile}, made from pictures of {width}×{height}")


def _wiring(settings: Settings) -> tuple[Wiring, list[Finding]]:
    path = settings.hardware.wiring
    if path is None:
        return BARE, []
    try:
        return load_wiring(path), []
    except CompanionError as error:
        return BARE, [Finding("wiring", Verdict.BAD, str(error), "correct the profile, or take one of hardware/wiring")]


def _try(wiring: Wiring, settings: Settings) -> Iterator[Finding]:
    """Let a person see the panel's pattern and press the buttons."""
    if wiring.panel is PanelKind.NONE and not wiring.buttons:
        return
    try:
        use_pins(settings.hardware.gpio_chip)
        try:
            yield from _show_pattern(wiring)
            yield from _await_presses(wiring)
        finally:
            release_pins()
    except Exception as error:  # noqa: BLE001 - a panel's library may raise anything, and doctor is there to tell it
        yield Finding("panel", Verdict.BAD, str(error), "see to its plug and to the wiring drawing")


def _show_pattern(wiring: Wiring) -> Iterator[Finding]:
    panel = open_panel(wiring)
    if panel is None:
        return
    try:
        for view in PATTERN:
            panel.show(view, 0.0, 1.0)
            time.sleep(PATTERN_S)
    finally:
        panel.close()
    todo = "did every light shine, and each die count to six? If not, compare with the wiring drawing"
    yield Finding("panel", Verdict.NOTE, "the pattern was shown", todo)


def _await_presses(wiring: Wiring) -> Iterator[Finding]:
    if not wiring.buttons:
        return
    edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    buttons = Buttons(wiring.buttons, edges.put, time.monotonic)
    waiting, held = set(range(len(wiring.buttons))), buttons.held
    until_s = time.monotonic() + BUTTON_S
    buttons.listen()
    try:
        while waiting and time.monotonic() < until_s:
            try:
                edge = edges.get(timeout=max(0.0, until_s - time.monotonic()))
            except queue.Empty:
                break
            if edge.down:
                waiting.discard(edge.button)
    finally:
        buttons.close()
    for number, button in enumerate(wiring.buttons):
        if button in held:
            yield Finding(button.label, Verdict.BAD, "down all the time", "its wires touch, or something lies on it")
        elif number in waiting:
            todo = f"press it within {BUTTON_S:.0f} s of the pattern's end; if you did, compare with the wiring drawing"
            yield Finding(button.label, Verdict.BAD, f"no press came on GPIO {button.pin}", todo)
        else:
            yield Finding(button.label, Verdict.GOOD, f"pressed, GPIO {button.pin}")


def _json(finding: Finding) -> dict[str, object]:
    return {
        "check": finding.check,
        "verdict": finding.verdict.value,
        "found": finding.found,
        "todo": finding.todo,
    }


def _pack(bundle: Path, findings: Iterable[Finding], settings: Settings, journal: Path) -> None:
    """Pack what helps with a fault: no names, no addresses, no pictures, no plays."""
    told = "".join(f"{json.dumps(_json(finding), ensure_ascii=False)}\n" for finding in findings)
    plain = asdict(settings)
    for section, name in _NAMES:
        plain[section][name] = "(a name)"
    texts = {
        "findings.jsonl": told,
        "settings.json": json.dumps(plain, default=str, indent=1),
        "journal.txt": _journal(journal).found + "\n",
    }
    try:
        with tarfile.open(bundle, "w:gz") as archive:
            for name, text in texts.items():
                data = _without_places(text).encode()
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    except OSError as error:
        raise DeviceError(f"wanted to write {bundle}: {error.strerror}; give another path") from error


def _without_places(text: str) -> str:
    """Leave out this person's home folder and the network's addresses."""
    return _PERSON.sub(r"\1(user)", _ADDRESS.sub("(address)", text.replace(str(Path.home()), "~")))

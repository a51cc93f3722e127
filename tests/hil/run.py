#!/usr/bin/env python3
"""Boots User Mode Linux on a root, which stays as it is, once for each set of checks, and says what came of them.

Usage: run.py ROOT KERNEL BOOT... ; the exit status is 1 where a check failed. Wanted in the environment, if at all:
HIL_GAME (a folder with a recorded game), HIL_OUT (where results and the guest's journal go), HIL_PARTS (which faults,
by the names in guest/faults.py; all where it says none), HIL_BREAK=1 (break what the boot's checks guard), HIL_SLOW
(how many seconds of this machine a second of the guest takes, what own_clock.c makes up for aside).
"""

import importlib
import json
import lzma
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
GAMES = (PROJECT.parent / "shared/frames/game4", PROJECT / "tests/data/vision/game4")
"""The whole recorded game where it is, else its beginning."""

BOOTS = {"cut": ("cut", "after-cut")}
"""Boots that are more than one: the card stays, all else is new."""

PRELOADED = ("own_clock", "wide_registers", "forgetful")
"""What stands between the kernel and this machine."""

KERNEL_LINE = """
    mem=2G root=/dev/root rootfstype=hostfs ro init=/hil-init con=null con0=null,fd:1 quiet loglevel=3
    systemd.show_status=0 systemd.log_level=warning systemd.condition_needs_update=no v4l2loopback.video_nr=0
    v4l2loopback.exclusive_caps=1 v4l2loopback.card_label=Table vivid.n_devs=0 panic=1
"""
MOST_S = 7200.0
LOOK_S = 0.05


def prepare(work: Path, root: Path, kernel: Path) -> None:
    """Lay out what the guest sees of the outside as /hil."""
    program = work / "linux"
    program.write_bytes(lzma.decompress(kernel.read_bytes()) if kernel.suffix == ".xz" else kernel.read_bytes())
    program.chmod(0o755)
    for package in (work / "tests", work / "tests/hil"):
        package.mkdir()
    shutil.copytree(HERE / "guest", work / "tests/hil/guest")
    game = Path(os.environ.get("HIL_GAME") or next(folder for folder in GAMES if folder.is_dir()))
    shutil.copytree(game, work / "game")
    (work / "chance").write_bytes(os.urandom(256))
    (work / "out").mkdir()
    for name in PRELOADED:
        library = ["-shared", "-fPIC", "-o", str(work / f"{name}.so"), str(HERE / f"{name}.c"), "-ldl"]
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", *library], check=True)
    shutil.copyfile(HERE / "guest/init.sh", root / "hil-init")
    (root / "hil-init").chmod(0o755)
    (root / "mnt").mkdir(exist_ok=True)


def boot(work: Path, root: Path, name: str) -> int:
    """Boot once and run the checks of one name; 0 where all is well."""
    out = work / "out"
    for old in ("status", "cut"):
        (out / old).unlink(missing_ok=True)
    environment = {"SCENARIO": name, "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {key: os.environ[key] for key in ("HIL_BREAK", "HIL_PARTS") if key in os.environ}
    (work / "environment").write_text("".join(f"{key}={value}\n" for key, value in environment.items()))
    command = [str(work / "linux"), f"rootflags={root}", f"hil={work}", *KERNEL_LINE.split()]
    memory = os.environ.get("UMLTMP", "/dev/shm")  # noqa: S108 - the guest's memory is a file there
    around = {"TMPDIR": memory, "LD_PRELOAD": ":".join(f"{work}/{name}.so" for name in PRELOADED)}
    around |= {"FORGETFUL_CARD": str(work / "card"), "FORGETFUL_KEPT": str(work / "kept")}
    begun_s = time.monotonic()
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, env=os.environ | around, start_new_session=True
    ) as machine:
        try:
            while machine.poll() is None and not (out / "cut").exists() and time.monotonic() - begun_s < MOST_S:
                time.sleep(LOOK_S)
        finally:
            # All its processes at once, at whatever they are: so goes the power.
            if machine.poll() is None:
                os.killpg(machine.pid, signal.SIGKILL)
    status = 0 if (out / "cut").exists() else int((out / "status").read_text() if (out / "status").exists() else 125)
    print(f"       boot {name}: {time.monotonic() - begun_s:.0f} s", flush=True)
    return status


def run(root: Path, kernel: Path, name: str, results: Path) -> int:
    """Run one set of checks, which may take two boots on one card."""
    with tempfile.TemporaryDirectory(prefix="pi-companion-hil-") as folder:
        work = Path(folder)
        work.chmod(0o755)  # the service reads pictures in it
        prepare(work, root, kernel)
        boots = BOOTS.get(name, (name,))
        if len(boots) > 1:
            (work / "card").mkdir()
        status = 0
        for each in boots:
            if (work / "kept").exists():
                forget(work / "card", work / "kept")
            if len(boots) > 1:
                (work / "kept").mkdir()
            status = status or boot(work, root, each)
        shutil.copytree(work / "out", results / name, dirs_exist_ok=True)
    return status


def forget(card: Path, kept: Path) -> None:
    """Leave on a card what was synced of its files: what was taken away since is gone, another name counts."""
    for old in [file for file in kept.rglob("*") if file.is_file() and not (card / file.relative_to(kept)).exists()]:
        named = (file for file in card.rglob("*") if file.is_file() and not (kept / file.relative_to(card)).exists())
        new = next((file for file in named if file.read_bytes() == old.read_bytes()), None)
        if new is None:
            old.unlink()
        else:
            (kept / new.relative_to(card)).parent.mkdir(parents=True, exist_ok=True)
            old.rename(kept / new.relative_to(card))
    shutil.rmtree(card)
    kept.rename(card)


def seen(results: Path, name: str) -> bool:
    """Whether the check that guards what was broken for this boot failed."""
    sys.path.insert(0, str(PROJECT))
    breakages = importlib.import_module("tests.hil.guest.breakages")
    breakage = breakages.BY_BOOT[name]
    failed = any(line["check"] == breakage.reddens and not line["ok"] for line in told(results, name))
    print(f"{'ok  ' if failed else 'FAIL'} - seen: {breakage.name}", flush=True)
    return failed


def told(results: Path, name: str) -> list[dict[str, Any]]:
    """What the checks of a boot said."""
    path = results / name / "results.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def main() -> int:
    """Run all that are named."""
    # Ended from outside, it takes the machine that it started with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    root, kernel, names = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:]
    results = Path(os.environ.get("HIL_OUT", Path(tempfile.gettempdir()) / "pi-companion-hil"))
    failed, count = [], 0
    for name in names:
        print(f"{name}:", flush=True)
        shutil.rmtree(results / name, ignore_errors=True)
        status = run(root, kernel, name, results)
        lines = told(results, name)
        count += len(lines)
        good = seen(results, name) if os.environ.get("HIL_BREAK") else status == 0 and all(line["ok"] for line in lines)
        if not good:
            failed.append(name)
    print(f"{count} checks; failed: {', '.join(failed) or 'none'}; see {results}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())

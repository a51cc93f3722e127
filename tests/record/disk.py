"""A disk between SQLite and the real one: it notes every write, forgets what was not forced, refuses, or is slow.

It is a layer of SQLite's own (a VFS) in the library that Python uses, so that the code under test opens its journal
as ever. Only what an unplugged disk would keep is modelled: the log's index in shared memory is not.
"""

import ctypes
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

SECTOR = 512
SQLITE_OK = 0
SQLITE_FULL = 13

_P, _INT, _I64, _STR = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_char_p
_OPEN = ctypes.CFUNCTYPE(_INT, _P, _P, _P, _INT, _P)
_DELETE = ctypes.CFUNCTYPE(_INT, _P, _STR, _INT)
_WRITE = ctypes.CFUNCTYPE(_INT, _P, _P, _INT, _I64)
_TRUNCATE = ctypes.CFUNCTYPE(_INT, _P, _I64)
_SYNC = ctypes.CFUNCTYPE(_INT, _P, _INT)


class _Vfs(ctypes.Structure):
    """sqlite3_vfs, version 3; what is not replaced is only carried along."""

    _fields_ = (
        ("version", _INT),
        ("file_size", _INT),
        ("longest_path", _INT),
        ("next", _P),
        ("name", _STR),
        ("data", _P),
        ("open", _P),
        ("delete", _P),
        ("others", _P * 14),
    )


class _Methods(ctypes.Structure):
    """sqlite3_io_methods, version 3."""

    _fields_ = (
        ("version", _INT),
        ("close", _P),
        ("read", _P),
        ("write", _P),
        ("truncate", _P),
        ("sync", _P),
        ("others", _P * 13),
    )


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes written to a file, or its new length where there are none."""

    path: str
    at: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Forced:
    """All of a file that was written before is on the disk now."""

    path: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """A file is gone."""

    path: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What the test itself notes between the writes."""

    what: object


Happened = Write | Forced | Deleted | Mark


@dataclass(slots=True)
class Disk:
    """Everything that happened on it, in order, and what it is to do next."""

    happened: list[Happened] = field(default_factory=list)
    refuses: Callable[[], bool] = lambda: False
    """Asked before each write: whether it fails."""

    delays: Callable[[], None] = lambda: None
    """Called at each write that is forced: a slow disk takes its time here."""

    def mark(self, what: object) -> None:
        """Note something between the writes."""
        self.happened.append(Mark(what))


def after_power_cut(happened: list[Happened], folder: Path, chance: random.Random | None) -> None:
    """Lay in a folder what would be on the disk had the power gone after these.

    Args:
        happened: What had happened by then.
        folder: Where the files are laid; it is empty.
        chance: Says of each write that was not forced whether it got there, whole or torn; None where none did.
    """
    files: dict[str, bytearray] = {}
    waiting: dict[str, list[Write]] = {}
    for each in happened:
        match each:
            case Write(path):
                waiting.setdefault(path, []).append(each)
            case Forced(path):
                for write in waiting.pop(path, []):
                    _apply(files, write)
            case Deleted(path):
                files.pop(path, None)
                waiting.pop(path, None)
            case Mark():
                pass
    for write in (write for writes in waiting.values() for write in writes):
        if chance is not None and chance.random() < 0.6:
            _apply(files, _torn(write, chance))
    for name, data in files.items():
        (folder / Path(name).name).write_bytes(data)


def _torn(write: Write, chance: random.Random) -> Write:
    if write.data is None or chance.random() < 0.7:
        return write
    return Write(write.path, write.at, write.data[: chance.randrange(0, len(write.data) + 1, SECTOR)])


def _apply(files: dict[str, bytearray], write: Write) -> None:
    file = files.setdefault(write.path, bytearray())
    if write.data is None:
        del file[write.at :]
        file.extend(bytes(write.at - len(file)))
        return
    file.extend(bytes(max(0, write.at - len(file))))
    file[write.at : write.at + len(write.data)] = write.data


@contextmanager
def recorded() -> Iterator[Disk]:
    """Let every journal that is opened meanwhile write through this layer."""
    library, disk = _library(), Disk()
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    real = library.sqlite3_vfs_find(None)
    layer = _Layer(real, disk)
    library.sqlite3_vfs_register(ctypes.byref(layer.vfs), 1)
    try:
        yield disk
    finally:
        library.sqlite3_vfs_register(real, 1)
        library.sqlite3_vfs_unregister(ctypes.byref(layer.vfs))


def _library() -> ctypes.CDLL:
    """Find the library that Python's own module uses."""
    sqlite3.connect(":memory:").close()
    for line in Path("/proc/self/maps").read_text().splitlines():
        if "libsqlite3" in line:
            return ctypes.CDLL(line.split(maxsplit=5)[5])
    pytest.skip("this Python has SQLite built in, where no layer can be put below it")


class _Layer:
    """The functions that stand in for the real ones; kept as long as SQLite may call them."""

    def __init__(self, real: "ctypes._Pointer[_Vfs]", disk: Disk) -> None:
        self._disk = disk
        self._real = real
        self._paths: dict[int, str] = {}
        self._methods: dict[int, _Methods] = {}
        self._kept: list[object] = []
        self._real_open = _OPEN(real.contents.open)
        self._real_delete = _DELETE(real.contents.delete)
        self.vfs = _Vfs.from_buffer_copy(real.contents)
        self.vfs.name = b"recorded"
        self.vfs.open = self._keep(_OPEN(self._open))
        self.vfs.delete = self._keep(_DELETE(self._delete))

    def _keep(self, function: Any) -> int | None:
        self._kept.append(function)
        return ctypes.cast(function, _P).value

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        code: int = self._real_open(vfs, name, file, flags, out)
        pointer = _P.from_address(file)
        if code == SQLITE_OK and name and pointer.value:
            self._paths[file] = ctypes.string_at(name).decode()
            pointer.value = ctypes.addressof(self._in_place_of(pointer.value))
        return code

    def _delete(self, vfs: int, name: bytes, forced: int) -> int:
        self._disk.happened.append(Deleted(name.decode()))
        code: int = self._real_delete(vfs, name, forced)
        return code

    def _in_place_of(self, address: int) -> _Methods:
        if address in self._methods:
            return self._methods[address]
        real = _Methods.from_address(address)
        write, truncate, force = _WRITE(real.write), _TRUNCATE(real.truncate), _SYNC(real.sync)
        disk, paths = self._disk, self._paths

        def on_write(file: int, data: int, size: int, at: int) -> int:
            if disk.refuses():
                return SQLITE_FULL
            disk.happened.append(Write(paths[file], at, ctypes.string_at(data, size)))
            return int(write(file, data, size, at))

        def on_truncate(file: int, size: int) -> int:
            disk.happened.append(Write(paths[file], size, None))
            return int(truncate(file, size))

        def on_force(file: int, flags: int) -> int:
            disk.delays()
            disk.happened.append(Forced(paths[file]))
            return int(force(file, flags))

        mine = _Methods.from_buffer_copy(real)
        mine.write = self._keep(_WRITE(on_write))
        mine.truncate = self._keep(_TRUNCATE(on_truncate))
        mine.sync = self._keep(_SYNC(on_force))
        self._methods[address] = mine
        return mine

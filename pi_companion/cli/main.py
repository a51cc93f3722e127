"""One command from its arguments to its exit status: one line on standard error and an exit status, never a traceback.

Exit status: 0 done; 1 a definite no; 2 wrong usage or input; as shells have it, 130 after Ctrl-C and 141 when the
reader of the output went away.
"""

import contextlib
import errno
import io
import os
import sys
import warnings
from collections.abc import Sequence
from typing import TextIO

from pi_companion.cli.commands import Handler, build_parser
from pi_companion.cli.output import Form, Output, Status, complain
from pi_companion.cli.parser import parse
from pi_companion.errors import CompanionError, PictureError

_INTERRUPTED = 130
_READER_GONE = 141
_SHOW_MISTAKES = "PI_COMPANION_DEBUG"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    _prepare_streams()
    with warnings.catch_warnings():
        if not os.environ.get(_SHOW_MISTAKES):
            warnings.showwarning = _keep_quiet
        return _finish(arguments)


def _finish(arguments: Sequence[str] | None) -> int:
    """Run the command and turn every way in which it can end into an exit status."""
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except CompanionError as error:
        complain(error)
        return Status.NO if isinstance(error, PictureError) else Status.WRONG_INPUT
    except BrokenPipeError:
        _silence()
        return _READER_GONE
    except KeyboardInterrupt:
        _silence()
        return _INTERRUPTED
    except OSError as error:
        _silence()
        complain(_explain_os_error(error))
        return Status.WRONG_INPUT
    except Exception as error:  # a mistake of ours is one line too; the variable shows where it is
        if os.environ.get(_SHOW_MISTAKES):
            raise
        _silence()
        complain(
            f"this is a mistake in the program ({type(error).__name__}: {error}); "
            f"run the command again with {_SHOW_MISTAKES}=1 before it and report what it prints"
        )
        return Status.WRONG_INPUT
    return status


def _prepare_streams() -> None:
    """Make sure that writing a line can fail only where it should."""
    # OpenCV and FFmpeg would explain a broken file on standard error, line upon line, before we do in one.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # Where the caller has closed a stream, Python has None, and the next file that is opened would get its number.
    if sys.stdout is None:
        sys.stdout = _nowhere(1)
    if sys.stderr is None:
        sys.stderr = _nowhere(2)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows ? and goes on


def _nowhere(number: int) -> TextIO:
    """Open a stream of that number that takes everything and keeps nothing."""
    null = os.open(os.devnull, os.O_WRONLY)
    if null != number:
        os.dup2(null, number)
        os.close(null)
    return os.fdopen(number, "w", encoding="utf-8")


def _keep_quiet(*_warning: object, **_more: object) -> None:
    """Say nothing of a library's warning: it is for those who program, and they see it under tests."""


def _run(arguments: Sequence[str]) -> Status:
    parser, commands = build_parser()
    try:
        options = parse(parser, arguments, commands)
    except SystemExit:  # --help and --version end so, after they have printed
        return Status.DONE
    if "handler" not in options:
        parser.print_help()
        return Status.DONE if not arguments else Status.WRONG_INPUT
    handler: Handler = options.handler
    return handler(options, Output(Form.JSON if options.json else Form.PERSON, sys.stdout))


def _explain_os_error(error: OSError) -> str:
    if error.errno == errno.ENOSPC:
        return "the disk is full, so the output is not complete; make room and run the command again"
    where = f" ({error.filename})" if error.filename else ""
    return f"the system refused: {error.strerror or error}{where}; check the path and its permissions"


def _silence() -> None:
    """Let nothing more be written, so that Python's own flush at exit cannot fail with a traceback."""
    with contextlib.suppress(io.UnsupportedOperation):  # where a test stands in for standard output
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)

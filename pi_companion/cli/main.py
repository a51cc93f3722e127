"""The commands, and what becomes of errors: one line on standard error and an exit status, never a traceback.

Exit status: 0 done; 1 a definite no; 2 wrong usage or input; as shells have it, 130 after Ctrl-C and 141 when the
reader of the output went away.
"""

import argparse
import contextlib
import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from pi_companion.cli.output import Form, Output, Status
from pi_companion.cli.parser import Parser, parse
from pi_companion.errors import CompanionError, PictureError

_INTERRUPTED = 130
_READER_GONE = 141
_SHOW_MISTAKES = "PI_COMPANION_DEBUG"

_CORNERS_HELP = "the four outer corners of the playing field in pixels, in any order, where they cannot be found"

Handler = Callable[[argparse.Namespace, Output], Status]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    _prepare_streams()
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except CompanionError as error:
        _complain(error)
        return Status.NO if isinstance(error, PictureError) else Status.WRONG_INPUT
    except BrokenPipeError:
        _silence()
        return _READER_GONE
    except KeyboardInterrupt:
        _silence()
        return _INTERRUPTED
    except OSError as error:
        _silence()
        _complain(_explain_os_error(error))
        return Status.WRONG_INPUT
    except Exception as error:  # a mistake of ours is one line too; the variable shows where it is
        if os.environ.get(_SHOW_MISTAKES):
            raise
        _silence()
        _complain(
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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows ? and goes on


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


def _complain(message: object) -> None:
    """Say on standard error, in one line, what was wrong."""
    print(f"pi-companion: {' '.join(str(message).split())}", file=sys.stderr)


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


def build_parser() -> tuple[Parser, tuple[str, ...]]:
    """Describe all commands; gives the parser and the commands' names."""
    shared = Parser(add_help=False, allow_abbrev=False)
    shared.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="write one JSON object a line, nothing else"
    )
    shared.add_argument(
        "--journal", type=Path, metavar="PATH", default=argparse.SUPPRESS, help="where the matches are kept"
    )
    parser = Parser(
        prog="pi-companion",
        description="A companion for a real backgammon board: it watches, referees and keeps the record.",
        parents=[shared],
        allow_abbrev=False,
    )
    parser.set_defaults(json=False, journal=None)
    parser.add_argument("--version", action="version", version=f"pi-companion {version('pi-companion')}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    _add_legal(commands, shared)
    _add_check(commands, shared)
    _add_calibrate(commands, shared)
    _add_bench(commands, shared)
    return parser, tuple(commands.choices)


_Commands = argparse._SubParsersAction  # noqa: SLF001 - the type has no public name


def _add_legal(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = commands.add_parser("legal", parents=[shared], allow_abbrev=False, help="list the legal plays of an XGID")
    command.add_argument("xgid", metavar="XGID", help="a whole XGID with the dice, with or without XGID=")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import plays

        return plays.legal(options.xgid.strip(), output)

    command.set_defaults(handler=handle)


def _add_check(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = commands.add_parser(
        "check", parents=[shared], allow_abbrev=False, help="say whether a play is legal, and why"
    )
    command.add_argument("xgid", metavar="XGID", help="the position before the play, with the dice")
    after = command.add_mutually_exclusive_group(required=True)
    after.add_argument("--play", metavar="PLAY", help='the play, such as "8/5 6/5"')
    after.add_argument("--after", metavar="XGID", help="the position after the play instead")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import plays

        if options.play is not None:
            return plays.check_play(options.xgid.strip(), options.play, output)
        return plays.check_after(options.xgid.strip(), options.after.strip(), output)

    command.set_defaults(handler=handle)


def _add_bench(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = commands.add_parser("bench", parents=[shared], allow_abbrev=False, help="measure speed on this machine")
    command.add_argument("room", choices=("rules",), help="what is measured")

    def handle(_options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import bench

        return bench.bench_rules(output)

    command.set_defaults(handler=handle)


def _add_calibrate(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = commands.add_parser(
        "calibrate",
        parents=[shared],
        allow_abbrev=False,
        help="make a board profile from a picture of the start position",
    )
    command.add_argument("--start", type=Path, metavar="IMG", required=True, help="a picture of the start position")
    command.add_argument("--empty", type=Path, metavar="IMG", help="a picture of the empty board by the same camera")
    command.add_argument("--corners", nargs=4, metavar="X,Y", help=_CORNERS_HELP)
    command.add_argument(
        "--white", choices=("light", "dark"), default="light", help="which checkers are White (default: %(default)s)"
    )
    command.add_argument("-o", "--output", type=Path, metavar="FILE", required=True, help="the profile, a TOML file")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import boards
        from pi_companion.vision.calibrate import WhiteIs

        return boards.calibrate(
            options.start, options.empty, options.corners, WhiteIs(options.white), options.output, output
        )

    command.set_defaults(handler=handle)

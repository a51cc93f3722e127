"""The commands and their arguments; what each does is imported when it is run."""

import argparse
import dataclasses
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from pi_companion.cli.output import Output, Status, complain
from pi_companion.cli.parser import Parser
from pi_companion.cli.places import JOURNAL_NAME, journal_of, settings_of
from pi_companion.errors import InputError

Handler = Callable[[argparse.Namespace, Output], Status]

_MODES = ("log", "monitor", "teach")
_STRENGTHS = ("average", "clever", "ruthless")
_PANELS = ("leds", "digits", "matrix")

_Commands = argparse._SubParsersAction  # noqa: SLF001 - the type has no public name

_CORNERS_HELP = "the four outer corners of the playing field in pixels, in any order, where nothing else gives them"
_BOARD_HELP = "the board's profile, from `pi-companion calibrate`"
_CAMERA_HELP = "auto, picamera2, a device such as /dev/video0, or a recording to play"
_SPAR_HELP = "the companion plays Black, so strongly,"
_MODE_HELP = "log says nothing of plays, monitor flags illegal ones, teach explains (default: monitor)"
_MATCH_HELP = "the match's number in the journal, or last"


def build_parser() -> tuple[Parser, tuple[str, ...]]:
    """Describe all commands; gives the parser and the commands' names."""
    parser = Parser(
        prog="pi-companion",
        description="A companion for a real backgammon board: it watches, referees and keeps the record.",
        parents=[_common_options()],
        allow_abbrev=False,
    )
    # Set apart from the options, which stand before the command or after it and there must not undo each other.
    parser.set_defaults(json=False, journal=None, settings=None)
    shared = _common_options()
    parser.add_argument("--version", action="version", version=f"pi-companion {version('pi-companion')}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    _add_legal(commands, shared)
    _add_check(commands, shared)
    _add_calibrate(commands, shared)
    _add_read(commands, shared)
    _add_replay(commands, shared)
    _add_demo(commands, shared)
    _add_matches(commands, shared)
    _add_show(commands, shared)
    _add_export(commands, shared)
    _add_correct(commands, shared)
    _add_import(commands, shared)
    _add_bench(commands, shared)
    _add_run(commands, shared)
    _add_pins(commands, shared)
    _add_picture(commands, shared)
    _add_doctor(commands, shared)
    _add_backup(commands, shared)
    _add_print(commands, shared)
    _add_report(commands, shared)
    _add_ladder(commands, shared)
    _add_desk(commands, shared)
    _add_coach(commands, shared)
    return parser, tuple(commands.choices)


def _common_options() -> Parser:
    """Options of every command, without defaults."""
    shared = Parser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="write one JSON object a line")
    shared.add_argument("--journal", type=Path, metavar="PATH", help="where the matches are kept")
    shared.add_argument("--settings", type=Path, metavar="FILE", help="the settings, a TOML file")
    return shared


def _add(commands: "_Commands[Parser]", shared: Parser, name: str, purpose: str) -> Parser:
    return commands.add_parser(name, parents=[shared], allow_abbrev=False, help=purpose, description=f"{purpose}.")


def _add_legal(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "legal", "list the legal plays of an XGID")
    command.add_argument("xgid", metavar="XGID", help="a whole XGID with the dice, with or without XGID=")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import plays

        return plays.legal(options.xgid.strip(), output)

    command.set_defaults(handler=handle)


def _add_check(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "check", "say whether a play is legal, and why")
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


def _add_run(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "run", "watch the table live: camera, buttons, panel; the service runs this")
    command.add_argument("--board", type=Path, metavar="PROFILE", help=_BOARD_HELP)
    command.add_argument("--camera", metavar="SOURCE", help=_CAMERA_HELP)
    command.add_argument("--spar", choices=_STRENGTHS, help=f"{_SPAR_HELP} or the side that [sparring] names")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import live
        from pi_companion.coach.strength import Strength

        settings = settings_of(options)
        if options.board is not None:
            settings = dataclasses.replace(settings, board=dataclasses.replace(settings.board, profile=options.board))
        if options.camera is not None:
            camera = dataclasses.replace(settings.camera, source=options.camera)
            settings = dataclasses.replace(settings, camera=camera)
        if options.spar is not None:
            sparring = dataclasses.replace(settings.sparring, on=True, strength=Strength(options.spar))
            settings = dataclasses.replace(settings, sparring=sparring)
        return live.run(settings, journal_of(options), output)

    command.set_defaults(handler=handle)


def _add_pins(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "pins", "draw new PINs for the page at the table")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import pins

        return pins.pins(journal_of(options), output)

    command.set_defaults(handler=handle)


def _add_picture(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "picture", "take a picture with the table's camera, to calibrate with")
    command.add_argument("file", type=Path, metavar="FILE", help="the picture, .jpg or .png")
    command.add_argument("--camera", metavar="SOURCE", help=_CAMERA_HELP)

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import picture

        camera = settings_of(options).camera
        if options.camera is not None:
            camera = dataclasses.replace(camera, source=options.camera)
        return picture.take(camera, journal_of(options), options.file, output)

    command.set_defaults(handler=handle)


def _add_doctor(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "doctor", "look at camera, pins, disk and all else, and say what to do")
    command.add_argument("--try", dest="hands_on", action="store_true", help="light up the panel, wait for the buttons")
    command.add_argument(
        "--pause", action="store_true", help="stop a service that runs meanwhile, to try what it holds"
    )
    command.add_argument("--bundle", type=Path, metavar="FILE", help="pack the findings for a report, without names")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import doctor

        return doctor.doctor(
            settings_of(options),
            journal_of(options),
            output,
            hands_on=options.hands_on,
            pause=options.pause,
            bundle=options.bundle,
        )

    command.set_defaults(handler=handle)


def _add_backup(commands: "_Commands[Parser]", shared: Parser) -> None:
    backup = _add(commands, shared, "backup", "copy all matches into one file, also while the service runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy, a new file")
    restore = _add(commands, shared, "restore", "put a copy in the journal's place; what was there is kept aside")
    restore.add_argument("file", type=Path, metavar="FILE", help="the copy, from `pi-companion backup`")

    def save(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import backups

        return backups.save(journal_of(options), options.file, output)

    def bring_back(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import backups

        return backups.bring_back(options.file, journal_of(options), output)

    backup.set_defaults(handler=save)
    restore.set_defaults(handler=bring_back)


def _add_bench(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "bench", "measure speed on this machine")
    command.add_argument("room", choices=("rules", "referee", "vision", "service"), help="what is measured")
    command.add_argument(
        "--vectors", type=Path, metavar="FILE", help="referee: JSON lines of positions and rolls, in place of games"
    )
    command.add_argument(
        "--game", type=Path, metavar="FOLDER", help="service: a recorded game with labels, in place of a rendered one"
    )

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import bench

        if options.room == "referee":
            return bench.bench_referee(output, options.vectors)
        if options.room == "service":
            return bench.bench_service(output, options.game)
        return (bench.bench_rules if options.room == "rules" else bench.bench_vision)(output)

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


def _add_read(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "read", "say what stands on the board in pictures")
    command.add_argument("images", nargs="+", type=Path, metavar="IMG", help="pictures, JPEG or PNG")
    command.add_argument("--board", type=Path, metavar="PROFILE", help=_BOARD_HELP)
    command.add_argument("--corners", nargs=4, metavar="X,Y", help=_CORNERS_HELP)

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import reading

        board = options.board
        if board is None and options.corners is None:
            board = settings_of(options).board.profile
        return reading.read(options.images, board, options.corners, output, complain)

    command.set_defaults(handler=handle)


def _add_replay(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "replay", "let the companion watch a recorded match")
    command.add_argument("source", type=Path, metavar="SOURCE", help="a video, or a folder of pictures in name order")
    command.add_argument("--board", type=Path, metavar="PROFILE", help=_BOARD_HELP)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--length", type=int, metavar="POINTS", help="points to win, 0 for money play (default: 5)")
    which.add_argument(
        "--resume", metavar="MATCH", help="go on with a match in the journal that was cut off while it was watched"
    )
    command.add_argument(
        "--jacoby",
        action=argparse.BooleanOptionalAction,
        help="money play: whether gammons count only after the cube was turned (default: they do)",
    )
    command.add_argument("--mode", choices=_MODES, help=_MODE_HELP)
    command.add_argument("--record", type=Path, metavar="DIR", help="keep the journal in this folder")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import replay
        from pi_companion.referee.terms import Mode

        settings = settings_of(options)
        board = options.board or settings.board.profile
        if board is None:
            raise InputError("wanted --board PROFILE; make one with `pi-companion calibrate`")
        journal = journal_of(options) if options.record is None else options.record / JOURNAL_NAME
        if options.resume is not None:
            if options.jacoby is not None:
                raise InputError("--jacoby is for a new match, but --resume came too; leave one of them out")
            if options.mode is not None:
                raise InputError("--mode is for a new match, but --resume came too; leave one of them out")
            return replay.resume(options.source, board, options.resume, journal, output)
        told = {name: getattr(options, name) for name in ("length", "jacoby") if getattr(options, name) is not None}
        match = dataclasses.replace(settings.match, **told)
        mode = None if options.mode is None else Mode(options.mode)
        return replay.replay(options.source, board, match, journal, output, mode)

    command.set_defaults(handler=handle)


def _add_demo(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "demo", "watch a match at a table that needs no hardware")
    command.add_argument("--seed", type=int, default=1, help="another number, another table and match (default: 1)")
    command.add_argument("--length", type=int, default=1, metavar="POINTS", help="points to win (default: 1)")
    command.add_argument(
        "--speed", type=float, default=0.0, metavar="X", help="1: as at a real table; 0: as fast as it can (default)"
    )
    command.add_argument("--no-errors", action="store_true", help="the players never err")
    command.add_argument("--mode", choices=_MODES, help=_MODE_HELP)
    command.add_argument("--save-frames", type=Path, metavar="DIR", help="keep the frames in a new folder, for replay")
    command.add_argument("--spar", choices=_STRENGTHS, help=f"{_SPAR_HELP} against a simulated person")
    command.add_argument("--panel", choices=_PANELS, help="draw what a panel of that kind shows, here and on the page")
    command.add_argument("--no-page", action="store_true", help="serve no page meanwhile")
    command.add_argument("--port", type=int, metavar="N", help="where the page is served (default: 8080, or as set)")
    command.add_argument("--stay", action="store_true", help="leave the page open after the match, until Ctrl-C")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import demo
        from pi_companion.coach.strength import Strength
        from pi_companion.devices.wiring import PanelKind
        from pi_companion.referee.terms import Mode

        error_rate = 0.0 if options.no_errors else demo.ERROR_RATE
        mode = None if options.mode is None else Mode(options.mode)
        web = settings_of(options).web
        port = web.port if options.port is None else options.port
        web = dataclasses.replace(web, on=web.on and not options.no_page, port=port)
        spar = None if options.spar is None else Strength(options.spar)
        settings = demo.DemoSettings(
            options.seed,
            options.length,
            options.speed,
            error_rate,
            options.save_frames,
            mode,
            spar,
            PanelKind.NONE if options.panel is None else PanelKind(options.panel),
            web,
            options.stay,
        )
        return demo.demo(settings, journal_of(options), output)

    command.set_defaults(handler=handle)


def _add_matches(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "matches", "list the matches in the journal")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import matches

        return matches.matches(journal_of(options), output)

    command.set_defaults(handler=handle)


def _add_show(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "show", "tell a match turn by turn")
    command.add_argument("match", metavar="MATCH", help=_MATCH_HELP)
    how = command.add_mutually_exclusive_group()
    how.add_argument("--boards", action="store_true", help="draw the board after every turn")
    how.add_argument(
        "--turn", metavar="[GAME.]TURN", help="one turn before its play, or all, with XGID and GNUBG ID: 14, 2.14, all"
    )

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import matches, turns
        from pi_companion.record.summary import Boards

        if options.turn is not None:
            return turns.show_turn(journal_of(options), options.match, options.turn, output)
        boards = Boards.EVERY_TURN if options.boards else Boards.LAST
        return matches.show(journal_of(options), options.match, boards, output)

    command.set_defaults(handler=handle)


def _add_correct(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "correct", "put a match right: undo, redo, another roll, play, score and more")
    command.add_argument("match", metavar="MATCH", help=_MATCH_HELP)
    command.add_argument(
        "order", nargs="+", metavar="ORDER", help='such as "undo 2", "roll 6-1", "play 8/5 6/5"; "help" lists all'
    )
    command.add_argument(
        "--by",
        choices=("white", "black", "director", "table"),
        default="director",
        help="who says it (default: director)",
    )
    command.add_argument("--key", help="a name for the order: given again under the same name it counts once")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import correcting
        from pi_companion.referee.events import Person

        words = " ".join(options.order)
        return correcting.correct(journal_of(options), options.match, words, Person(options.by), options.key, output)

    command.set_defaults(handler=handle)


def _add_import(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "import", "bring a match from another program into the journal")
    command.add_argument("file", type=Path, metavar="FILE.mat", help="a match as GNU Backgammon and XG write it")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import importing

        return importing.import_match(options.file, journal_of(options), output)

    command.set_defaults(handler=handle)


def _add_export(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "export", "write a match for other programs")
    command.add_argument("match", metavar="MATCH", help=_MATCH_HELP)
    command.add_argument(
        "--format",
        choices=("mat", "sgf", "json", "html", "pdf"),
        required=True,
        help="mat: for GNU Backgammon, XG and others; sgf: for GNU Backgammon, with the rules that were played; "
        "html, pdf: the match judged, to read",
    )
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to (default: standard output)")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import matches

        if options.format in {"html", "pdf"}:
            from pi_companion.cli import reporting

            suffix = f".{options.format}"
            return reporting.export_report(journal_of(options), options.match, suffix, options.output, output)
        form = matches.ExportFormat(options.format)
        return matches.export(journal_of(options), options.match, form, options.output, output)

    command.set_defaults(handler=handle)


def _add_print(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "print", "make sheets to print: rules, corner markers, a map of the board, scores")
    command.add_argument("sheet", choices=("rules", "markers", "board-map", "score-sheet"), help="which sheet")
    command.add_argument("--paper", choices=("a4", "letter"), default="a4", help="size of the paper (default: a4)")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="a .pdf or .svg (default: SHEET.pdf here)")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import printing

        return printing.print_sheet(options.sheet, printing.PAPERS[options.paper], options.output, output)

    command.set_defaults(handler=handle)


def _add_report(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "report", "judge a match with GNU Backgammon and write a report for its players")
    command.add_argument("match", metavar="MATCH", help=_MATCH_HELP)
    command.add_argument(
        "--level",
        choices=("quick", "careful", "deep"),
        default="quick",
        help="how far the engine looks ahead: 0, 1 or 2 rolls (default: quick)",
    )
    command.add_argument("--paper", choices=("a4", "letter"), default="a4", help="size of a .pdf's pages (default: a4)")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="a .html or .pdf (default: match-N.html)")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import printing, reporting

        level, paper = reporting.LEVELS[options.level], printing.PAPERS[options.paper]
        return reporting.write_report(journal_of(options), options.match, level, paper, options.output, output)

    command.set_defaults(handler=handle)


def _add_desk(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "desk", "show all tables of the club on a page, as they tell the broker")
    command.add_argument("--file", type=Path, metavar="PATH", help="where the desk keeps what it has heard")
    command.add_argument("--port", type=int, metavar="PORT", help="the page's port (default: 8090)")
    command.add_argument("--new-pins", action="store_true", help="draw new PINs; who was signed in is so no longer")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import desk

        settings = settings_of(options)
        told = {name: getattr(options, name) for name in ("file", "port") if getattr(options, name) is not None}
        wish = dataclasses.replace(settings.desk, **told)
        file = wish.file or journal_of(options).with_name(desk.FILE_NAME)
        return desk.desk(settings.club, wish, file, output, new_pins=options.new_pins)

    command.set_defaults(handler=handle)


def _add_ladder(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "ladder", "rate the players by their finished matches in the journal")
    how = command.add_mutually_exclusive_group()
    how.add_argument("-o", "--output", type=Path, metavar="FILE", help="write it with a plot, as .html or .pdf")
    how.add_argument(
        "--rename", nargs=2, metavar=("OLD", "NEW"), help="call a player otherwise; a name that is there makes them one"
    )
    how.add_argument("--forget", metavar="OLD", help="take a renaming back")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from time import time

        from pi_companion.cli import club

        journal = journal_of(options)
        if options.rename is not None:
            old, new = options.rename
            return club.rename(journal, old, new, output)
        if options.forget is not None:
            return club.forget(journal, options.forget, output)
        return club.ladder(journal, time(), options.output, output)

    command.set_defaults(handler=handle)


def _add_coach(commands: "_Commands[Parser]", shared: Parser) -> None:
    command = _add(commands, shared, "coach", "tell what a position holds, why a play is not legal, or a hint")
    command.add_argument("xgid", metavar="XGID", help="a whole XGID, with or without XGID=; hints and plays want dice")
    how = command.add_mutually_exclusive_group()
    how.add_argument("--hint", choices=("nudge", "idea", "play"), help="how much to give away")
    how.add_argument("--play", metavar="PLAY", help="say why this play is not legal, and by which rule")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="with --play: a .html or .pdf with drawings")

    def handle(options: argparse.Namespace, output: Output) -> Status:
        from pi_companion.cli import coaching
        from pi_companion.coach.hints import Hint

        xgid = options.xgid.strip()
        if options.play is not None:
            return coaching.explain(xgid, options.play, options.output, output)
        if options.output is not None:
            raise InputError("--output is for the drawings of an illegal play, but no --play came; give one")
        return coaching.look(xgid, None if options.hint is None else Hint(options.hint), output)

    command.set_defaults(handler=handle)

"""The command ``scoring``; `scoring.cli.terminal` explains its exit status."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from msgspec import UNSET
from msgspec.structs import replace

from card_data import DataError, Game, Problem
from card_data.game import called
from card_data.limits import LARGEST_SEED, MOST_PLAYERS
from card_data.program.command import (
    AT_FAULT,
    OWN,
    PRINT,
    PROGRAMS,
    TABLE,
    DataOpt,
    VersionOpt,
    application,
    at_home,
    by_name,
    progress,
    run,
    say,
    status_of,
)
from card_data.reading.documents import Document, read_stream
from scoring import games
from scoring.cli import history as recording
from scoring.cli import show
from scoring.cli.advise import OneJson, advise
from scoring.cli.history import DateOpt
from scoring.cli.serving import serve
from scoring.cli.site import site
from scoring.cli.terminal import (
    HouseOpt,
    ReportingCommand,
    known_game,
    reader_for,
    refuse,
    report_error,
    say_json,
    say_styled,
    status,
)
from scoring.play.engines import engine_of
from scoring.positions import dump, positions
from scoring.positions.display import Highlights, Span, draw_position
from scoring.positions.positions import PositionFile, PositionReader, Report

if TYPE_CHECKING:
    from scoring.play.simulate import Plan, Summary
    from scoring.play.workers import OpenExecutor

app = application(
    "Score, play and replay games, by the numbered clauses of their rules.", ReportingCommand
)

STDIN = "-"  # the file that stands for standard input
FORM = ".pdf"  # what the names of PDF forms end in
Reading = tuple[str, Callable[[], PositionFile]]  # a position's name, and what reads it
Then = Callable[[str, PositionFile, Report], recording.Noted]  # what else becomes of a score
Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Position files, YAML or JSON; - is standard input. PDF forms of one game are one "
        "position together.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, a line for each file.")]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        callback=by_name,
        help="A game, by its title or the name of its folder.",
    ),
]


@app.callback()
def common(
    version: VersionOpt = False,
) -> None:
    """Score, play and replay games, by the numbered clauses of their rules."""


def score(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Position files, YAML or JSON; - is standard input. PDF forms of one game are one "
            "position together. Or a game, to enter its score question by question.",
        ),
    ],
    as_json: AsJson = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file for the position that you enter."),
    ] = None,
    last: Annotated[
        bool, typer.Option("--last", help="Resume entering the score that you left last.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Add the game to your log: scoring history.")
    ] = False,
    date: DateOpt = None,
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Score positions: points, places, who won and by which clause."""
    if date is not None and not keep:
        refuse("--date", "needs --keep")
    then = recording.keeper(date) if keep else None
    game = asked_game(files, out or last, data, as_json)
    reader = reader_for(data, option, game)
    if game is not None:
        from scoring.cli import score_dialog
        from scoring.cli.screen import Dialog, Screen

        screen = Screen()
        kept = score_dialog.ask(reader.game(game), reader, screen, out, last=last)
        if kept is None:
            raise typer.Exit(AT_FAULT)
        files = [str(kept)]
        then = then or recording.offer(data)
        tell = Dialog(screen).say
        each_file(files, as_json, reader, positions.score, show.entered, then, tell=tell)
    else:
        each_file(files, as_json, reader, positions.score, show.scored, then)


def asked_game(files: list[str], only: object, data: Path | None, as_json: bool) -> str | None:
    """Return the game that is named instead of files; None for files. Raise `DataError` for
    anything else, and for options that need a game."""
    file, *others = files
    plain = not others and file != STDIN and not Path(file).suffix and Path(file).name == file
    if plain and not Path(file).is_file():
        if as_json:
            refuse("--json", "needs a file, and cannot be combined with questions")
        return known_game(called(file, data), data)
    if only:
        such = "such as scoring score dice_archive --out our_game.yaml"
        refuse(file, f"expected a game alone, {such}")
    return None


def photo(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Photos of the sheets of one evening, JPEG or PNG."),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file for the position.")],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            callback=by_name,
            help="The game, by its title or the name of its folder; by default told from the "
            "first photo, which takes longer.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Who played, in the order of the pad, such as Ann,Bo."),
    ] = None,
    no_input: Annotated[
        bool, typer.Option("--no-input", help="Ask nothing: what is in doubt stays unanswered.")
    ] = False,
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Read photos of filled-in sheets into a position, and check it.

    Asks for what is in doubt, and for all letters and names.
    """
    try:
        from scoring.cli import photo as reading
    except ModuleNotFoundError:
        refuse("scoring photo", "it needs opencv: pip install 'printkit[photo]'")
    from scoring.cli.screen import Screen

    named = known_game(game, data) if game else None
    reader = reader_for(data, option, named)
    reading.read_into(out, files, named, players, reader, Screen(), asking=not no_input)
    each_file([str(out)], False, reader, positions.check, show.checked)


def check(
    files: Files, as_json: AsJson = False, option: HouseOpt = None, data: DataOpt = None
) -> None:
    """Check positions against the rules, without scoring them."""
    each_file(files, as_json, reader_for(data, option), positions.check, show.checked)


def show_position(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="A position file, YAML or JSON; - is standard input. Or the PDF forms of a game.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it into an .svg or .png file.")
    ] = None,
    dpi: Annotated[
        int, typer.Option(metavar="N", min=20, max=1200, help="Dots per inch of a PNG.")
    ] = 150,
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Draw a position, or its filled-in sheets, with mistakes marked."""
    file, read = only(files, reader_for(data, option))
    filled = read()
    report = with_fixes(filled, positions.check(filled))
    if out is None:
        say_styled(draw_position(filled.position, filled.game, Highlights(report.findings)))
    else:
        from scoring.sheets import picture

        picture.write(filled, report, out, dpi, data)
        say([str(out)])
    say(show.notes_on(report))
    say(show.problem_lines(file, report, data))
    raise typer.Exit(status(report))


def read_form(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="The PDF forms of one game.")
    ],
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Print the position in filled PDF forms as YAML.

    Comments name the fields.
    """
    if others := [file for file in files if not is_form(file)]:
        message = f"expected a PDF form, named {FORM}"
        raise DataError(*[Problem(message=message, file=file, typed=True) for file in others])
    file, read = only(files, reader_for(data, option))
    filled = read()
    say(show.extracted(file, filled))
    raise typer.Exit(status(positions.check(filled)))


def fill_form(
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION", help="A position or a record of a game; - is standard input."
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the filled sheets.")],
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="COMPONENT", help="Fill in only this component; may be repeated."),
    ] = None,
    paper: Annotated[
        str | None, typer.Option(metavar="PAPER", help="The paper of the sheets; by default a4.")
    ] = None,
    low_ink: Annotated[
        bool, typer.Option("--low-ink", help="Outlines and hatching in place of large fills.")
    ] = False,
    large_print: Annotated[
        bool, typer.Option("--large-print", help="Sheets as large as possible.")
    ] = False,
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Write a position or the end of a record into its PDF forms."""
    from scoring.cli import form_fill
    from scoring.sheets.fill import write

    if is_form(position):
        refuse(position, "a PDF form; scoring form read prints the position in it, to be filled in")
    filled, notes = form_fill.position_in(source(position), position, reader_for(data, option))
    done = write(
        filled, out, only or (), paper=paper, data=data, low_ink=low_ink, large_print=large_print
    )
    report = positions.check(filled)
    notes += form_fill.notes_on(position, filled, report, data, done.left_over)
    say([str(file) for file in done.files])
    say([f"Note: {note}." for note in notes], err=True)
    lost = done.left_over and not only  # else some sheets alone were asked for
    raise typer.Exit(AT_FAULT if lost else status(report))


def template(game: GameName, option: HouseOpt = None, data: DataOpt = None) -> None:
    """Print an empty position to fill in.

    It names the data and the house rules that it is for.
    """
    named = known_game(game, data)
    say(show.blank(reader_for(data, option, named).game(named)))


def list_games(data: DataOpt = None) -> None:
    """List the games: who can play them, and what each can do."""
    say(show.listed(data))


def replay(
    record: Annotated[
        str, typer.Argument(metavar="FILE", help="A record of a game; - is standard input.")
    ],
    as_json: OneJson = False,
    option: HouseOpt = None,
    data: DataOpt = None,
    until: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Stop after this many moves.")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Step through the game move by move.")
    ] = False,
) -> None:
    """Replay a record by the rules, to its end or its first mistake.

    Prints the end position, with the score in comments, or where it stops and why.
    """
    from scoring.cli import playing
    from scoring.cli.screen import Screen
    from scoring.play import records

    recorded = records.read(source(record), data, reader_for(data, option).house)
    played = records.play_back(recorded, until)
    report = played.report()
    if as_json:
        answer = report.answer()
        if played.play is not None and not played.findings:
            answer = replace(answer, position=dump.mapping(played.play.filled()))
        say_json(answer)
    else:
        if watch and not playing.watch(played, Screen()):
            raise typer.Exit(status(report))
        stopped = playing.stopped_lines(played, recorded)
        if played.play is None or played.findings:
            say(show.notes_on(report))
            say_styled(stopped)
            say(show.scored(record, report, data))
        else:  # a position, also when it goes into a file: the rest are comments in it
            say(show.commented(show.notes_on(report)))
            say(dump.lines(played.play.filled()))
            say_styled([Span("# "), *line] for line in stopped)
            say(show.commented(show.scored(record, report, data)))
    raise typer.Exit(status(report))


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            callback=by_name,
            help="A game, by its title or the name of its folder; not needed to resume a record.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Who plays, in the order of seats, such as Ann,Bo."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=BOT]",
            help="A player for the program, and the bot: random, greedy, advice or a module:Class; "
            "by default advice, or random in games without it; may be repeated.",
        ),
    ] = None,
    real: Annotated[
        bool | None,
        typer.Option(
            "--real/--roll",
            help="Type in what your real dice or cards show, or let the program roll and deal; by "
            "default it deals, and asks whether dice are real.",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file to save every move to, or to resume; by default one in your own folder.",
        ),
    ] = None,
    last: Annotated[
        bool, typer.Option("--last", help="Resume the game that you played last.")
    ] = False,
    open_hands: Annotated[
        bool, typer.Option("--open", help="Hide no hands, as nobody passes the screen around.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="SEED",
            min=0,
            max=LARGEST_SEED,
            help="Random seed of what the program rolls and deals.",
        ),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="Draw the table only when you type table; suits screen readers."
        ),
    ] = False,
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Play a game by the full rules, against bots or each other."""
    from scoring.cli import new_game, playing
    from scoring.cli.screen import Screen

    find_own(bot)
    wanted = new_game.Wanted(game, players, tuple(bot or ()), real, seed, record, last)
    reader = reader_for(data, option, game if game in games.names() else None)
    with refused_by_rules(game or "scoring play"):
        playing.play(wanted, reader, Screen(), open_hands=open_hands, plain=plain)


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 100,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MOST_PLAYERS, help="How many players; by default the minimum."
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            metavar="SEED",
            min=0,
            max=LARGEST_SEED,
            help="Random seed of the first game; each later game adds 1.",
        ),
    ] = 1,
    as_json: OneJson = False,
    option: HouseOpt = None,
    data: DataOpt = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder to write each game's record to."),
    ] = None,
    opening: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MOVE",
            help="A move that every game begins with, such as level 3; may be repeated.",
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            help="Who plays: random, greedy, advice or a module:Class; repeated, for the seats in "
            "order.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="How many processes share the games.")
    ] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A dask scheduler whose workers share the games."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            callback=at_home,
            help="Also play as many games by the rules in this folder.",
        ),
    ] = None,
) -> None:
    """Play random games to the end and sum up the results."""
    from card_data.effects import Effects
    from scoring.play.simulate import Plan

    if against and records:
        refuse("--records", "cannot be combined with --against")
    find_own(bot)
    named = known_game(game, data, play=True)
    executor = crew(workers, cluster, game)
    summaries: list[Summary] = []
    with refused_by_rules(game):
        for folder in [data, against] if against else [data]:
            loaded = reader_for(folder, option, named).game(named)
            effects = Effects(loaded).problems(folder, engine_of(named).EFFECTS)
            say([f"Note: {one}" for one in effects], err=True)
            number = loaded.head.players.min if players is None else players
            plan = Plan(number, tuple(opening or ()), tuple(bot or ()))
            summaries.append(played(loaded, games, plan, seed, executor, records))
    for folder, summary in zip((data, against), summaries, strict=False):
        if as_json:
            say_json(summary.answer())
        else:
            say([f"By the rules in {folder or 'the kit'}:"] if against else [])
            say(show.summary_lines(summary))


def played(
    game: Game[Any],
    games: int,
    plan: Plan,
    seed: int,
    executor: OpenExecutor | None,
    folder: Path | None,
) -> Summary:
    """Return random games; their records go into ``folder``, if there is one."""
    from scoring.play.records import file_name_and_text, record_writer
    from scoring.play.simulate import do_nothing, simulate

    keeping = record_writer(folder) if folder else nullcontext(do_nothing)
    keep = file_name_and_text if folder else do_nothing
    with keeping as store, progress() as watch:

        def show_progress(done: int) -> None:
            watch("games", done, games)

        return simulate(
            game, games, plan, seed, keep, executor=executor, store=store, watch=show_progress
        )


def crew(workers: int, cluster: str | None, game: str) -> OpenExecutor | None:
    """Return the workers for simulated games; None for this process alone."""
    from scoring.play import workers as sharing

    if cluster is None:
        return partial(sharing.processes, workers) if workers > 1 else None
    if workers > 1:
        refuse("--workers", "cannot be combined with --cluster, which has workers of its own")
    return partial(sharing.cluster, cluster, game, lambda line: say([line], err=True))


def find_own(bots: list[str] | None) -> None:
    """Add the current folder to the end of the import path if a module of bots is named."""
    if any(":" in bot for bot in bots or ()) and "" not in sys.path:
        sys.path.append("")


def rule(
    clause: Annotated[
        str,
        typer.Argument(
            metavar="CLAUSE",
            help="A clause, such as WA-6.1; a card or other piece, by its title; or the prefix of "
            "a game, such as WA, for all its rules.",
        ),
    ],
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Print a clause of the rules, or all rules of a game."""
    from scoring import clauses

    house = reader_for(data, option).house.all
    if booklet := clauses.booklet(clause, data, house):
        say(show.booklet_lines(booklet))
        return
    try:
        say(show.clause_lines(clauses.find(clause, data, house)))
    except clauses.NoClauseError as error:
        report_error(error, as_json=False)
        say(show.clause_lines(error.nearest))
        raise typer.Exit(status_of(error)) from None


def schema(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files go.")] = Path(
        "output/schema"
    ),
    data: DataOpt = None,
) -> None:
    """Write JSON Schemas of positions, records and what --json prints."""
    from card_data.program.staging import Staging
    from scoring.cli.schemas import schemas

    texts = schemas(data)
    with Staging(out) as staging:
        for name, text in texts.items():
            staging.write(out / name, text)
        staging.move_all()
    say([str(file) for file in staging.targets()])


@contextmanager
def refused_by_rules(what: str) -> Iterator[None]:
    """Raise `DataError` if the rules refuse something inside; ``what`` is to blame."""
    from scoring.play.play import IllegalMove  # few commands play

    try:
        yield
    except IllegalMove as error:
        refuse(what, str(error))


def source(file: str) -> Path | Document:
    """Return the source to read for a file of the command line; `STDIN` means standard input."""
    return read_stream(sys.stdin.buffer, STDIN) if file == STDIN else Path(file)


def is_form(file: str) -> bool:
    """Return whether a file of the command line is a PDF, by its name."""
    return file.lower().endswith(FORM)


def readings(files: list[str], reader: PositionReader) -> Iterator[Reading]:
    """Yield each position in the files of the command line: its name, and a function that reads it.

    PDF forms are read where the first of them stands, those of a game as one position.
    """
    forms = [file for file in files if is_form(file)]
    for file in files:
        if not is_form(file):
            yield file, partial(read_file, file, reader)
        elif forms:
            yield from form_readings(forms, reader)
            forms = []


def read_file(file: str, reader: PositionReader) -> PositionFile:
    return reader.read(source(file))


def form_readings(files: list[str], reader: PositionReader) -> Iterator[Reading]:
    from scoring.sheets import read

    try:
        found = read.gather_forms([Path(file) for file in files], reader.data)
    except DataError as error:
        yield files[0], partial(raised, error)
        return
    yield from [(one.name, partial(one.filled, reader)) for one in found]


def raised(error: DataError) -> NoReturn:
    raise error


def only(files: list[str], reader: PositionReader) -> Reading:
    """Return the only position in the files; raise `DataError` if there are more."""
    first, *others = readings(files, reader)
    if others:
        refuse(others[0][0], f"found {1 + len(others)} positions, expected one")
    return first


def say_all(*lines: str) -> None:
    say(lines)


def each_file(
    files: list[str],
    as_json: bool,
    reader: PositionReader,
    judge: Callable[[PositionFile], Report],
    describe: Callable[[str, Report, Path | None], Iterable[str]],
    then: Then | None = None,
    tell: Callable[..., None] = say_all,
) -> None:
    """Judge every position, ``tell`` the results, and pass them to ``then``; exit with the highest
    status of them."""
    worst, told = 0, set[Problem]()  # what is wrong with a game is told once
    for index, (file, read) in enumerate(readings(files, reader)):
        try:
            filled = read()
            report = with_fixes(filled, judge(filled))
        except DataError as error:
            if as_json or not told.issuperset(error.problems):
                report_error(error, as_json)
            told.update(error.problems)
            worst = max(worst, status_of(error))
            continue
        noted = then(file, filled, report) if then else recording.Noted()
        worst = max(worst, status(report), noted.status)
        if as_json:
            say_json(replace(report.answer(), kept=noted.id or UNSET))
        else:
            if index:
                typer.echo()
            tell(*show.notes_on(report), *describe(file, report, reader.data))
        if noted.said:
            say([noted.said], err=True)
    raise typer.Exit(worst)


def with_fixes(filled: PositionFile, report: Report) -> Report:
    """Return the report of a position, with likely fixes if it has findings."""
    if not report.findings:
        return report
    from scoring.positions import likely  # few positions are impossible

    return replace(report, fixes=likely.fixes(filled, report.findings))


SCORING, PLAYING, FORMS = "guide/scoring.md", "guide/playing.md", "guide/forms.md"
HISTORY, PHONES, SITE = "guide/history.md", "guide/phones.md", "guide/site.md"
PHOTOS = "guide/photos.md"
FILES = ("files", "file", "position", "data")
form = application("Fill in PDF forms from a position, or read one from them.", ReportingCommand)
app.add_typer(form, name="form", rich_help_panel=PRINT)
form.add(
    fill_form, "scoring form fill our_game.yaml --out filled", FORMS, "fill", group=PRINT,
    reads=FILES, writes=("out",),
)  # fmt: skip
form.add(
    read_form, "scoring form read pad-fillable.pdf > our_game.yaml", FORMS, "read", group=PRINT,
    reads=FILES,
)  # fmt: skip
app.add(
    show_position, "scoring show our_game.yaml --out our_game.png", SCORING, "show", group=PRINT,
    reads=FILES,
)  # fmt: skip
app.add(
    simulate, "scoring simulate winstons_archive --games 1000 --players 4", SCORING, group=OWN,
    reads=(),
)  # fmt: skip
app.add(site, "scoring site --data mine --out site", SITE, group=OWN, reads=())
app.add(
    score, "scoring score our_game.yaml", SCORING, group=TABLE, reads=FILES, writes=("out", ".")
)
app.add(
    photo, "scoring photo board.jpg forms.jpg --out evening.yaml", PHOTOS, group=TABLE,
    reads=FILES, imports=("scoring.photo.photos",),
)  # fmt: skip
app.add(check, "scoring check our_game.yaml", SCORING, group=TABLE, reads=FILES)
app.add(template, "scoring template winstons_archive > our_game.yaml", SCORING, group=TABLE)
app.add(serve, "scoring serve --lan", PHONES, group=TABLE, reads=())
app.add(
    recording.history, "scoring history --table", HISTORY, group=TABLE, reads=(), writes=("qr",)
)
app.add(play, "scoring play dice_archive --players Ann,Bo --bot Bo", PLAYING, group=TABLE, reads=())
app.add(replay, "scoring replay saturday.yaml --watch", PLAYING, group=TABLE, reads=FILES)
app.add(
    advise, 'scoring advise nineteen_eighty_four --roll "r4 g2 b3 w5 y1 p6"',
    "games/nineteen_eighty_four.md", group=TABLE, reads=("record", "data"),
)  # fmt: skip
app.add(rule, "scoring rule WA-5.5", SCORING, group=TABLE)
app.add(list_games, "scoring list --data mine", SCORING, "list", group=TABLE)
app.add(schema, "scoring schema --out schema", SCORING, group=PROGRAMS)


def main() -> None:
    """Run the command, with hardly any garbage collection: there are next to no cycles."""
    gc.set_threshold(500_000)
    try:
        run(app, "scoring")
    finally:
        gc.freeze()  # or the interpreter would collect all of it once more at exit

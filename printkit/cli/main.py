"""The command ``printkit``."""

import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from card_data.command import DataOpt, VersionOpt, application, say, with_called_alone
from printkit.cli import completion, cutting, exports
from printkit.cli.common import (
    BleedOpt,
    CopiesOpt,
    GamesArg,
    GutterOpt,
    LayoutOpt,
    LowInkOpt,
    OutOpt,
    PackedOpt,
    PaperOpt,
    PlayersOpt,
    problems_reported,
    report,
)

if TYPE_CHECKING:
    from card_data import Game
    from printkit.printing.home_press import Built
    from printkit.sheets.printers import Printer

app = application("Print tabletop games from data files and templates.")

Flip = Literal["long", "short"]
NARROW = 60  # columns: what printkit list fits into
FlipOpt = Annotated[Flip, typer.Option("--flip", help="The edge your printer turns sheets on.")]
PrinterOpt = Annotated[
    str | None,
    typer.Option(
        "--printer",
        metavar="NAME",
        help="Correct sheets for this printer (see printkit proof).",
        autocompletion=completion.printers,
    ),
]


@app.callback()
def common(
    version: VersionOpt = False,
) -> None:
    """Print tabletop games from data files and templates."""


@app.command()
def build(
    games: GamesArg = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="COMPONENT",
            help="Only this component; may be repeated.",
            autocompletion=completion.components,
        ),
    ] = None,
    out: OutOpt = None,
    paper: PaperOpt = "a4",
    flip: FlipOpt = "long",
    layout: LayoutOpt = "duplex",
    gutter: GutterOpt = None,
    bleed: BleedOpt = False,
    packed: PackedOpt = False,
    low_ink: LowInkOpt = False,
    printer: PrinterOpt = None,
    per_page: Annotated[
        int | None, typer.Option("--per-page", metavar="N", help="How many forms to a page.")
    ] = None,
    forms: Annotated[
        int | None,
        typer.Option(
            "--forms", metavar="N", help="How many forms in all; one full page if left out."
        ),
    ] = None,
    players: PlayersOpt = None,
    draw: Annotated[
        int | None,
        typer.Option(
            "--draw",
            metavar="SEED",
            help="Of cards among which chance chooses, only those of the game with this seed.",
        ),
    ] = None,
    copies: CopiesOpt = None,
    booklet: Annotated[
        bool,
        typer.Option("--booklet", help="Impose the rules for folding and stapling, A5 from A4."),
    ] = False,
    large_print: Annotated[
        bool,
        typer.Option("--large-print", help="Aids, pads, sheets and rules as large as they can be."),
    ] = False,
    one_file: Annotated[
        bool,
        typer.Option("--one-file", help="Only one PDF a game: a cover sheet, then all of it."),
    ] = False,
    instead: Annotated[
        list[str] | None,
        typer.Option(
            "--instead",
            metavar="COMPONENT",
            help="This component instead of the one whose place it may take; may be repeated.",
            autocompletion=completion.components,
        ),
    ] = None,
    profile: Annotated[
        str,
        typer.Option(
            "--profile",
            metavar="NAME",
            help="Files for a press or a card printer that printkit list shows.",
            autocompletion=completion.profiles,
        ),
    ] = "home",
    zipped: Annotated[
        bool, typer.Option("--zip", help="And one ZIP a game, with its PDFs and a README.")
    ] = False,
    no_audit: Annotated[
        bool, typer.Option("--no-audit", help="Do not read the files back to check them.")
    ] = False,
    open_them: Annotated[
        bool, typer.Option("--open", help="Then open the file, or the folder of several.")
    ] = False,
    data: DataOpt = None,
) -> None:
    """Build the PDF files of one game, several or all."""
    from printkit.printing.builder import build as build_files
    from printkit.sheets.layout import Options

    notes: list[str] = []
    with problems_reported(), watcher() as watch:
        options = Options(
            *(paper, flip, layout, data, per_page, forms, players, draw, copies, booklet),
            instead=tuple(instead or ()),
            gutter=gutter, bleed=bleed, packed=packed, printer=known_printer(printer),
            low_ink=low_ink, profile=profile, large_print=large_print,
        )  # fmt: skip
        built = build_files(
            *(games or (), only or (), out),
            options=options, audit=not no_audit, one_file=one_file, zipped=zipped, watch=watch,
            note=notes.append,
        )  # fmt: skip
    print_built(built)
    say(notes)
    if zipped:
        say(dict.fromkeys(f"{component.file.parent}.zip" for component in built))
    if draw is not None:
        for game in dict.fromkeys(component.game for component in built):
            print_drawn(game, data, draw)
    if open_them:
        show_files([component.file for component in built])


def known_printer(name: str | None) -> "Printer | None":
    """The printer that was calibrated under this name, if one is named."""
    if name is None:
        return None
    from printkit.sheets.printers import load_printer

    return load_printer(name)


def show_files(files: Sequence[Path]) -> None:
    """Open a file, or the folder of several, as a click on it would."""
    target = files[0] if len(files) == 1 else Path(os.path.commonpath(files))
    if typer.launch(str(target)):
        say([f"{target}: no program to open it was found"], err=True)


@contextmanager
def watcher() -> Iterator[Callable[[str, int, int], None]]:
    """Who is told how far a build has come: on a terminal a progress bar, else nobody."""
    if not sys.stderr.isatty():
        yield lambda title, done, of: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    from card_data.problems import printable

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def watch(title: str, done: int, of: int) -> None:
            shown = escape(printable(title))
            progress.update(task, description=shown, completed=done, total=of)

        yield watch


def print_built(built: "list[Built]") -> None:
    """A line a component: what it is, its pieces and pages, its file."""
    rows = [("component", "pieces", "pages", "file")]
    rows += [
        (
            f"{component.game} {component.component}".rstrip(),
            str(component.pieces),
            str(component.pages),
            str(component.file),
        )
        for component in built
    ]
    print_table(rows, right=(1, 2))


def print_drawn(name: str, data: Path | None, seed: int) -> None:
    """The cards in the game that a seed draws: of each table all of them, or those drawn."""
    import card_data

    game = card_data.load(name, data)
    drawn = game.drawn(seed)
    for component in game.components.values():
        tables = [face.rows for face in component.faces if face.rows]
        if not drawn.keys() & set(tables):
            continue
        say(["", f"{game.title}: {component.title}, drawn with seed {seed}"])
        for table in tables:
            rows = game.rows(table)
            if table not in drawn:
                say([f"all {len(rows)} {table}"])
                continue
            say([f"{len(drawn[table])} of {len(rows)} {table}:"])
            chosen = [row for row in rows if row.id in drawn[table]]
            print_table([(f"  {row.id}", getattr(row, "title", "")) for row in chosen])


def print_table(
    rows: Sequence[tuple[str, ...]], right: tuple[int, ...] = (), width: int = 0, indent: str = ""
) -> None:
    """Columns as wide as they need to be; those in ``right`` are set flush right.

    Where ``width`` is given, the last column is broken to lines so that all fit.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    before = len(indent) + sum(widths[:-1]) + 2 * (len(widths) - 1)
    for *cells, last in rows:
        set_out = "".join(
            (cell.rjust(wide) if column in right else cell.ljust(wide)) + "  "
            for column, (cell, wide) in enumerate(zip(cells, widths, strict=False))
        )
        lines = textwrap.wrap(last, max(12, width - before)) if width else [last]
        say([f"{indent}{set_out}{''.join(lines[:1])}".rstrip()])
        for line in lines[1:]:
            say([f"{'':{before}}{line}"])


@app.command(name="list")
def list_games(
    games: GamesArg = None,
    players: PlayersOpt = None,
    ink: Annotated[
        bool, typer.Option("--ink", help="How much of the paper ink covers, in full and low ink.")
    ] = False,
    data: DataOpt = None,
) -> None:
    """Show the games, their components, how many pieces each has, the papers and the profiles.

    With --players, the pieces that a game of so many needs.
    """
    from printkit.printing.jobs import load_all

    with problems_reported(writes=False):
        loaded = load_all(games or (), data, players)
        if ink:
            print_ink(loaded, players, data)
        elif players is None:
            print_components(loaded, data)
        else:
            print_needed(loaded, players)


def print_components(games: "Sequence[Game[Any]]", data: Path | None) -> None:
    """A line a component, the papers and the profiles."""
    from printkit.sheets.profiles import profiles
    from printkit.sheets.settings import sheet_settings

    for game in games:
        say([f"{game.id}: {game.title}"])
        rows = [("component", "pieces", "size", "title")]
        for key, component in game.components.items():
            pieces = str(game.counts(key).total())
            rows.append((key, pieces, component.size, component.title))
        print_table(rows, right=(1,), width=NARROW, indent="  ")
        typer.echo()
    papers = [("paper", "mm")]
    for name, (width, height) in sheet_settings(data).papers.items():
        papers.append((name, f"{width:g} x {height:g}"))
    print_table(papers)
    typer.echo()
    print_table([
        ("profile", "for", "files"),
        ("home", "your own printer", "sheets of paper"),
        *((name, one.title, one.summary) for name, one in profiles(data).items()),
    ])  # fmt: skip


def print_ink(games: "Sequence[Game[Any]]", players: int | None, data: Path | None) -> None:
    """The share of fronts and backs that ink covers, a table a game."""
    from printkit.sheets.layout import Options
    from printkit.workshop.coverage import measured

    head = ("component", "fronts", "low ink", "backs", "low ink", "pages")
    for number, game in enumerate(games):
        if number:
            typer.echo()
        say([f"{game.title}: % of the paper that ink covers"])
        rows = [head, *(one.cells() for one in measured(game, Options(players=players, data=data)))]
        print_table(rows, right=(1, 2, 3, 4, 5))


def print_needed(games: "Sequence[Game[Any]]", players: int) -> None:
    """The pieces that a game of so many needs, a table a game."""
    from card_data.words import counted
    from printkit.printing.jobs import needed

    for number, game in enumerate(games):
        if number:
            typer.echo()
        say([f"{game.title}, {counted(players, 'player')}"])
        rows = [("component", "pieces", "of", "which"), *needed(game, players)]
        print_table(rows, right=(1, 2), width=NARROW)


@app.command()
def check(
    games: GamesArg = None,
    paper: PaperOpt = "a4",
    data: DataOpt = None,
    accept: Annotated[
        list[str] | None,
        typer.Option(
            "--accept",
            metavar="ID",
            help="First note that play follows this card's new text; may be repeated.",
        ),
    ] = None,
) -> None:
    """Read all data, typeset every component and look at it; list everything that is wrong."""
    from printkit.printing.builder import accept_effects
    from printkit.printing.builder import check as check_games

    with problems_reported(writes=bool(accept)):
        if accept:
            accept_effects(games or (), accept, data)
        for line in check_games(games or (), paper, data):
            say([line])


@app.command()
def audit(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="PDF files written by printkit build.")
    ],
    data: DataOpt = None,
) -> None:
    """Read built PDF files back and compare them with the data."""
    import logging

    from printkit.audit.match import audit_file

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # the audit says what is wrong
    findings: list[str] = []
    with problems_reported(writes=False):
        for file in files:
            found = audit_file(file, data)
            findings += found
            if not found:
                say([f"{file}: matches the data"])
    if findings:
        report(findings, writes=False)


app.command()(exports.svg)
app.command()(exports.png)
app.command()(exports.tabletop)
app.command()(cutting.die)
app.command()(cutting.tuckbox)


@app.command()
def proof(
    out: OutOpt = None,
    paper: PaperOpt = "a4",
    flip: FlipOpt = "long",
    printer: PrinterOpt = None,
    data: DataOpt = None,
) -> None:
    """Print a calibration sheet, to see what your printer does and where it puts backs."""
    from printkit.printing.jobs import output_folder
    from printkit.sheets.layout import Options
    from printkit.workshop.proof import write_proof

    file = (out or output_folder(data)) / "proof.pdf"
    with problems_reported():
        options = Options(paper, flip, data=data, printer=known_printer(printer))
        write_proof(file, options)
    say([str(file)])


@app.command(name="printer")
def calibrate(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="What you call the printer; all are listed if left out.",
            autocompletion=completion.printers,
        ),
    ] = None,
    readings: Annotated[
        str | None,
        typer.Option(
            "--readings",
            metavar="TOP,BOTTOM,LEFT,RIGHT",
            help="What the four scales of printkit proof say, in mm.",
        ),
    ] = None,
    back_offset: Annotated[
        str | None,
        typer.Option(
            "--back-offset",
            metavar="X,Y",
            help="How far backs lie to the right and too low, seen from the back, in mm.",
        ),
    ] = None,
    skew: Annotated[
        float | None,
        typer.Option(
            "--skew", metavar="DEGREES", help="How far backs are turned clockwise, as seen there."
        ),
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option("--scale", metavar="S", help="How long 1 mm comes out, such as 0.995."),
    ] = None,
    add: Annotated[
        bool, typer.Option("--add", help="These are faults that were left after correction.")
    ] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Keep the printer no longer.")] = False,
) -> None:
    """Keep what a printer does wrong, for builds with --printer NAME; or show what is kept."""
    from printkit.sheets.printers import forget_printer, keep_printer
    from printkit.workshop.calibration import calibrated, told

    values = (readings, back_offset, skew, scale)
    given = any(value is not None for value in values)
    with problems_reported(writes=given or forget):
        if name is None:
            if given or add or forget:
                raise typer.BadParameter("name the printer")
            lines = told()
        elif forget:
            lines = [f"{name} is forgotten: {forget_printer(name)}"]
        elif given:
            printer = calibrated(name, *values, add=add)
            lines = [f"{printer.said}: kept in {keep_printer(printer)}"]
        else:
            lines = told(name)
    say(lines)


@app.command()
def schema(
    out: OutOpt = None,
    data: DataOpt = None,
) -> None:
    """Write JSON Schemas of the data files, for editors that complete and check YAML."""
    from card_data.staging import Staging
    from printkit.printing.jobs import output_folder
    from printkit.workshop.schemas import schemas

    folder = out or output_folder(data) / "schema"
    with problems_reported(), Staging(folder) as staging:
        for name, text in schemas(data).items():
            staging.write(folder / name, text)
        staging.move_all()
    for file in staging.targets():
        say([str(file)])


@app.command()
def new(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="The game to copy, or with --blank the name of yours.",
            autocompletion=completion.games,
        ),
    ],
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="It goes to DIR/GAME.")
    ] = None,
    blank: Annotated[
        bool,
        typer.Option(
            "--blank", help="Start a game of your own; --blank DIR leaves its name for later."
        ),
    ] = False,
) -> None:
    """Copy a game's data and templates, to edit them and build with --data DIR; or start a game."""
    from shlex import quote

    from printkit.workshop.new_game import UNNAMED, blank_game, copy_game

    if folder is None and not blank:
        raise typer.BadParameter("name a game and a folder, or give --blank and a folder")
    if folder is None:
        game, folder = UNNAMED, Path(game)
    with problems_reported():
        made = blank_game(game, folder) if blank else copy_game(game, folder)
    say([f"{made}: edit the files here, then run:"])
    say([f"printkit build {quote(game)} --data {quote(str(folder))}"])


def run() -> None:
    """Run the command; a character that the output cannot show is escaped, a closed pipe is no
    error."""
    for stream in filter(None, (sys.stdout, sys.stderr)):  # one may be closed
        stream.reconfigure(errors="backslashreplace")
    try:
        with_called_alone(app, sys.argv[1:])(prog_name="printkit")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:  # what is printed goes to a full disk, say
        typer.echo(f"{error.filename or 'output'}: {error.strerror or error}", err=True)
        sys.exit(1)

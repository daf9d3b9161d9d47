"""The command ``printkit``."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from card_data.problems import quote
from card_data.program.command import (
    OWN,
    PRINT,
    PROGRAMS,
    DataOpt,
    VersionOpt,
    application,
    at_home,
    say,
)
from printkit.cli import building, cutting, exports, listing, printers, snapshots, watching
from printkit.cli.common import (
    GameArg,
    GamesArg,
    OutOpt,
    print_table,
    problems_reported,
    report,
    takes,
)
from printkit.options import Options

app = application("Print tabletop games from data files and templates.")


@app.callback()
def common(version: VersionOpt = False) -> None:
    """Print tabletop games from data files and templates."""


@takes("paper", "house", "data", writes=False)
def check(
    games: GamesArg = None,
    *,
    options: Options,
    accept: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="Record that the program follows this card's new text; may be repeated.",
        ),
    ] = None,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix", help="Correct misspelt names in your files where the right one is clear."
        ),
    ] = False,
) -> None:
    """Read, typeset and inspect everything; list what is wrong."""
    from printkit.printing.checking import accept_effects
    from printkit.printing.checking import check as check_games

    if accept:
        with problems_reported():
            accept_effects(games or (), accept, options.data)
    with problems_reported(writes=False):
        checked = partial(check_games, games or (), options.paper, options.data, options.house)
        if fix:
            from printkit.tools.fix_spelling import check_and_fix  # few checks ask for it

            checked = partial(
                check_and_fix, checked, games or (), options.data, lambda line: say([line])
            )
        say(checked())


def audit(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="PDF files of any source.")
    ],
    profile: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The print service that they are for; by default any."),
    ] = None,
    data: DataOpt = None,
) -> None:
    """List what a press would reject in PDF files."""
    from printkit.inspection.preflight import preflight
    from printkit.sheets.profiles import Profile, profile_named

    findings: list[str] = []
    with problems_reported(writes=False):
        asked = profile_named(profile, data) if profile else Profile("any press")
    for file in files:
        found = preflight(file, asked)
        findings += [f"{file}: {finding}" for finding in found.findings]
        if not found.findings:
            say([f"{file}: nothing that {asked.title} would refuse ({found.summary})"])
    if findings:
        report(findings, writes=False)


def schema(out: OutOpt = None, data: DataOpt = None) -> None:
    """Write JSON Schemas of the data files, for editors of YAML."""
    from card_data.program.staging import Staging
    from printkit.cache.manifest import output_folder
    from printkit.tools.schemas import schemas

    folder = out or output_folder(data) / "schema"
    with problems_reported(), Staging(folder) as staging:
        for name, text in schemas(data).items():
            staging.write(folder / name, text)
        staging.move_all()
    for file in staging.targets():
        say([str(file)])


def new(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="The game or example to copy, or with --blank the name of yours."
        ),
    ] = None,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The game goes to DIR/GAME.")
    ] = None,
    blank: Annotated[
        bool,
        typer.Option(
            "--blank", help="Start a game of your own; with --blank DIR you name it later."
        ),
    ] = False,
    example: Annotated[
        bool,
        typer.Option("--example", help="Start from a small example; --example alone lists them."),
    ] = False,
    csv: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Start a game with the rows of a spreadsheet or a JSON file, such as deck.csv or "
            "deck.xlsx#Cards; may be repeated; --csv FILE DIR calls it like the file.",
        ),
    ] = None,
) -> None:
    """Start a game, or copy one to edit it and build with --data DIR."""
    from shlex import quote

    from printkit.tools.new_game import UNNAMED, blank_game, copy_game, example_game, examples

    if sum(map(bool, (blank, csv, example))) > 1:
        raise typer.BadParameter("--blank, --csv and --example exclude each other")
    if game is None and example:
        print_table([("example", "what it is"), *((one.id, one.head.genre) for one in examples())])
        return
    if game is None and (blank or csv):
        started = " ".join(f"--csv {one}" for one in csv or ()) or "--blank"
        raise typer.BadParameter(f"name a folder for it: printkit new DIR {started}")
    if game is None or (folder is None and not (blank or csv)):
        raise typer.BadParameter("name a game and a folder, or give --blank and a folder")
    if folder is None:
        game, folder = "" if csv else UNNAMED, Path(game)
    notes: list[str] = []
    with problems_reported():
        if csv:
            from printkit.tools.from_spreadsheet import sheet_game

            begun = sheet_game(csv, game, folder)
            made, notes = begun.folder, [*begun.notes()]
        else:
            start = blank_game if blank else example_game if example else copy_game
            made = start(game, folder)
    say(notes)
    say([f"{made}: edit the files here, then run:"])
    say([f"printkit build {quote(made.name)} --data {quote(str(folder))}"])


def to_csv(
    game: GameArg,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table of the game.")],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            callback=at_home,
            help="The file, such as cards.csv; without it, the table is printed.",
        ),
    ] = None,
    data: DataOpt = None,
) -> None:
    """Write a table as CSV, which the game can use in place of YAML."""
    from card_data.program.staging import write_file
    from printkit.tools.to_csv import table_as_csv

    if out is not None and out.suffix.lower() != ".csv":
        message = f"--out: found {quote(out.name)}, expected a file such as cards.csv"
        raise typer.BadParameter(message)
    with problems_reported():
        text = table_as_csv(game, table, data)
        if out is not None:
            write_file(out, text.encode("utf-8-sig"))
    if out is None:
        typer.echo(text.encode(), nl=False)  # whose line ends are those of CSV
    else:
        say([str(out)])


PRINTING, TABLES, MAKING = "guide/printing.md", "guide/other-tables.md", "guide/make-a-game.md"
CHANGED, SHEETS = "guide/changes.md", "guide/spreadsheets.md"
app.add(building.build, "printkit build {game} --paper letter", PRINTING, group=PRINT)
app.add(listing.list_games, "printkit list {game}", PRINTING, "list", group=PRINT)
app.add(
    audit, "printkit audit output/{game}/press/aid.pdf --profile press", "guide/press.md",
    group=PRINT, reads=("files", "data"),
)  # fmt: skip
app.add(printers.proof, "printkit proof --paper letter", PRINTING, group=PRINT)
app.add(
    printers.calibrate, "printkit printer inky --back-offset 1.5,-0.2", PRINTING, "printer",
    group=PRINT,
)  # fmt: skip
app.add(cutting.tuckbox, "printkit tuckbox {game} --thickness 0.3", PRINTING, group=PRINT)
app.add(cutting.die, "printkit die {game} --only aid", PRINTING, group=PRINT)
app.add(snapshots.snapshot, "printkit snapshot {game} --name first", CHANGED, group=PRINT)
app.add(snapshots.changes, "printkit changes {game} --since first", CHANGED, group=PRINT)
app.add(
    new, "printkit new {game} my_games", MAKING, group=OWN, reads=("csv",),
    writes=("folder", "game"),
)  # fmt: skip
app.add(check, "printkit check {game}", MAKING, group=OWN, writes=("data",))
app.add(watching.watch, "printkit watch {game}", "guide/watch.md", group=OWN, reads=())
app.add(to_csv, "printkit to-csv {game} aids --out aids.csv", SHEETS, "to-csv", group=OWN)
app.add(exports.html, "printkit html {game}", "guide/html.md", group=PRINT)
app.add(exports.virtual_table, "printkit tabletop {game}", TABLES, "tabletop", group=PROGRAMS)
app.add(exports.svg, "printkit svg {game} --only aid", TABLES, group=PROGRAMS)
app.add(exports.png, "printkit png {game} --only aid --dpi 300 --corners", TABLES, group=PROGRAMS)
app.add(schema, "printkit schema --out schema", MAKING, group=PROGRAMS)

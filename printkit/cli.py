"""The command ``printkit``."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

if TYPE_CHECKING:
    from card_data import Game
    from printkit.builder import Built
    from printkit.layout import Options

app = typer.Typer(
    help="Print tabletop games from data files and templates.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Flip = Literal["long", "short"]
GamesArg = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="All games if left out.")
]
GameArg = Annotated[str, typer.Argument(metavar="GAME", help="The game's folder name.")]
ComponentArg = Annotated[
    str, typer.Argument(metavar="COMPONENT", help="A component that printkit list shows.")
]
DataOpt = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="A folder of your own games, read in place of the shipped ones.",
    ),
]
PaperOpt = Annotated[
    str, typer.Option("--paper", metavar="PAPER", help="A paper that printkit list shows.")
]
OutOpt = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files go.")]
PlayersOpt = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="Only what a game of so many players needs."),
]
CardsOpt = Annotated[
    list[str] | None, typer.Option("--card", metavar="ID", help="Only this card; may be repeated.")
]
ContactOpt = Annotated[bool, typer.Option("--contact", help="One contact sheet of all faces.")]


def show_version(wanted: bool) -> None:
    """Print the kit's version and stop."""
    if wanted:
        from card_data.version import version

        typer.echo(f"printkit {version()}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=show_version, help="Show the version."),
    ] = False,
) -> None:
    """Print tabletop games from data files and templates."""


@contextmanager
def problems_reported(*, writes: bool = True) -> Iterator[None]:
    """Print the problems of bad input, a line each, and leave with status 1.

    ``writes``: the command writes files, of which a problem leaves none.
    """
    from card_data import DataError
    from printkit.errors import AuditError

    try:
        yield
    except DataError as error:
        lines = [str(problem) for problem in error.problems]
    except AuditError as error:
        lines = [f"audit: {finding}" for finding in error.findings]
    except BrokenPipeError:
        raise  # nobody reads on, which is no problem
    except OSError as error:
        lines = [f"{error.filename or 'file'}: {error.strerror or error}"]
    else:
        return
    report(lines, writes=writes)


def report(problems: Sequence[str], *, writes: bool) -> NoReturn:
    """Print problems and how many they are, and leave with status 1."""
    from printkit.errors import several

    for problem in problems:
        typer.echo(problem, err=True)
    count = several(len(problems), "problem")
    typer.echo(f"{count}; nothing was written." if writes else f"{count} found.", err=True)
    raise typer.Exit(1)


@app.command()
def build(
    games: GamesArg = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="COMPONENT", help="Only this component; may be repeated."),
    ] = None,
    out: OutOpt = Path("output"),
    paper: PaperOpt = "a4",
    flip: Annotated[
        Flip, typer.Option("--flip", help="The edge your printer turns sheets on.")
    ] = "long",
    fronts_only: Annotated[
        bool, typer.Option("--fronts-only", help="Leave the backs out.")
    ] = False,
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
    no_audit: Annotated[
        bool, typer.Option("--no-audit", help="Do not read the files back to check them.")
    ] = False,
    data: DataOpt = None,
) -> None:
    """Build the PDF files of one game, several or all."""
    from printkit.builder import build as build_files
    from printkit.layout import Options

    options = Options(paper, flip, fronts_only, data, per_page, forms, players, draw)
    with problems_reported():
        if sys.stderr.isatty():
            built = build_watched(games, only, out, options, audit=not no_audit)
        else:
            built = build_files(games or (), only or (), out, options=options, audit=not no_audit)
        print_built(built)
        if draw is not None:
            for game in dict.fromkeys(component.game for component in built):
                print_drawn(game, data, draw)


def build_watched(
    games: list[str] | None, only: list[str] | None, out: Path, options: Options, *, audit: bool
) -> list[Built]:
    """Build with a progress bar."""
    from rich.console import Console
    from rich.progress import Progress

    from printkit.builder import build as build_files

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def watch(title: str, done: int, of: int) -> None:
            progress.update(task, description=title, completed=done, total=of)

        return build_files(games or (), only or (), out, options=options, audit=audit, watch=watch)


def print_built(built: list[Built]) -> None:
    """A line a component: what it is, its pieces and pages, its file."""
    rows = [("component", "pieces", "pages", "file")]
    rows += [
        (
            f"{component.game} {component.component}",
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
        typer.echo(f"\n{game.title}: {component.title}, drawn with seed {seed}")
        for table in tables:
            rows = game.rows(table)
            if table not in drawn:
                typer.echo(f"all {len(rows)} {table}")
                continue
            typer.echo(f"{len(drawn[table])} of {len(rows)} {table}:")
            chosen = [row for row in rows if row.id in drawn[table]]
            print_table([(f"  {row.id}", getattr(row, "title", "")) for row in chosen])


def print_table(rows: Sequence[tuple[str, ...]], right: tuple[int, ...] = ()) -> None:
    """Columns as wide as they need to be; those in ``right`` are set flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        typer.echo("  ".join(cells).rstrip())


@app.command(name="list")
def list_games(games: GamesArg = None, players: PlayersOpt = None, data: DataOpt = None) -> None:
    """Show the games, their components, how many pieces each has, and the papers.

    With --players, the pieces that a game of so many needs.
    """
    from printkit.jobs import load_all

    with problems_reported(writes=False):
        loaded = load_all(games or (), data, players)
        if players is None:
            print_components(loaded, data)
        else:
            print_needed(loaded, players)


def print_components(games: Sequence[Game[Any]], data: Path | None) -> None:
    """A line a component, and the papers."""
    from printkit.papers import sheet_settings

    rows = [("game", "component", "pieces", "size", "title")]
    for game in games:
        for key, component in game.components.items():
            pieces = str(game.counts(key).total())
            rows.append((game.id, key, pieces, component.size, f"{game.title}: {component.title}"))
    papers = [("paper", "mm")]
    for name, (width, height) in sheet_settings(data).papers.items():
        papers.append((name, f"{width:g} x {height:g}"))
    print_table(rows, right=(2,))
    typer.echo()
    print_table(papers)


def print_needed(games: Sequence[Game[Any]], players: int) -> None:
    """The pieces that a game of so many needs, a table a game."""
    from printkit.errors import several
    from printkit.jobs import needed

    for number, game in enumerate(games):
        if number:
            typer.echo()
        typer.echo(f"{game.title}, {several(players, 'player')}")
        print_table([("component", "pieces", "of", "which"), *needed(game, players)], right=(1, 2))


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
    """Read all data and typeset every component; list everything that is wrong."""
    from printkit.builder import accept_effects
    from printkit.builder import check as check_games

    with problems_reported(writes=bool(accept)):
        if accept:
            accept_effects(games or (), accept, data)
        for line in check_games(games or (), paper, data):
            typer.echo(line)


@app.command()
def audit(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="PDF files written by printkit build.")
    ],
    data: DataOpt = None,
) -> None:
    """Read built PDF files back and compare them with the data."""
    from printkit.audit import audit_file

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # the audit says what is wrong
    findings: list[str] = []
    with problems_reported(writes=False):
        for file in files:
            found = audit_file(file, data)
            findings += found
            if not found:
                typer.echo(f"{file}: matches the data")
    if findings:
        report(findings, writes=False)


@app.command()
def svg(
    game: GameArg,
    component: ComponentArg,
    out: OutOpt = Path("output/svg"),
    card: CardsOpt = None,
    contact: ContactOpt = False,
    paper: PaperOpt = "a4",
    data: DataOpt = None,
) -> None:
    """Export faces as SVG files, one per face or one contact sheet."""
    export_as("svg", game, component, out, card, contact, paper, data, 0)


@app.command()
def png(
    game: GameArg,
    component: ComponentArg,
    out: OutOpt = Path("output/png"),
    card: CardsOpt = None,
    contact: ContactOpt = False,
    dpi: Annotated[int, typer.Option(min=20, max=1200, help="Dots per inch.")] = 150,
    paper: PaperOpt = "a4",
    data: DataOpt = None,
) -> None:
    """Export faces as PNG files, drawn from the real PDF."""
    export_as("png", game, component, out, card, contact, paper, data, dpi)


def export_as(
    kind: str,
    game: str,
    component: str,
    out: Path,
    cards: list[str] | None,
    contact: bool,
    paper: str,
    data: Path | None,
    dpi: int,
) -> None:
    from printkit.export import export
    from printkit.layout import Options

    with problems_reported():
        files = export(
            (game, component), kind, out, Options(paper=paper, data=data),
            cards=cards or (), together=contact, dpi=dpi,
        )  # fmt: skip
        shown = str(files[0]) if len(files) == 1 else f"{len(files)} files in {files[0].parent}"
        typer.echo(shown)


@app.command()
def schema(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files go.")] = Path(
        "output/schema"
    ),
    data: DataOpt = None,
) -> None:
    """Write JSON Schemas of the data files, for editors that complete and check YAML."""
    from card_data.schema import schemas
    from card_data.staging import Staging

    with problems_reported(), Staging() as staging:
        for name, text in schemas(data).items():
            staging.write(out / name, text)
        staging.move_all()
        for file in staging.targets():
            typer.echo(str(file))


@app.command()
def new(
    game: GameArg,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The copy goes to DIR/GAME.")],
) -> None:
    """Copy a game's data and templates, to edit them and build with --data DIR."""
    from printkit.new_game import copy_game

    with problems_reported():
        copy = copy_game(game, folder)
        typer.echo(f"{copy}: edit the files here, then run: printkit build {game} --data {folder}")


def main() -> None:
    """Run the command; a closed pipe is no error."""
    gc.set_threshold(50_000)  # a build makes records by the ten thousand and hardly a cycle
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)

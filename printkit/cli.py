"""The command ``printkit``."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from printkit.builder import Built
    from printkit.layout import Options

app = typer.Typer(
    help="Print tabletop games from data files and templates.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Paper = Literal["a4", "letter", "common"]
Flip = Literal["long", "short"]
GamesArg = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="All games if left out.")
]
GameArg = Annotated[str, typer.Argument(metavar="GAME", help="The game's folder name.")]
ComponentArg = Annotated[str, typer.Argument(metavar="COMPONENT", help="A name that list shows.")]
DataOpt = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Edited games to read in place of the shipped ones."
    ),
]
PaperOpt = Annotated[
    Paper, typer.Option("--paper", help="common: 210 x 279.4 mm, which A4 and Letter share.")
]
OutOpt = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files go.")]
CardsOpt = Annotated[
    list[str] | None, typer.Option("--card", metavar="ID", help="Only this card; may be repeated.")
]
ContactOpt = Annotated[bool, typer.Option("--contact", help="One contact sheet of all faces.")]


@contextmanager
def problems_named() -> Iterator[None]:
    """Print the problems of bad input, a line each, and leave with status 1."""
    from card_data import DataError

    try:
        yield
    except DataError as error:
        lines = [str(problem) for problem in error.problems]
    except OSError as error:
        lines = [f"{error.filename or 'file'}: {error.strerror or error}"]
    except Exception as error:
        from printkit.builder import AuditError

        if not isinstance(error, AuditError):
            raise
        lines = [f"audit: {finding}" for finding in error.findings]
    else:
        return
    for line in lines:
        typer.echo(line, err=True)
    count = "1 problem" if len(lines) == 1 else f"{len(lines)} problems"
    typer.echo(f"{count}; nothing was written.", err=True)
    raise typer.Exit(1)


@app.command()
def build(
    games: GamesArg = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="COMPONENT", help="May be repeated.")
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
        int | None, typer.Option("--per-page", metavar="N", help="How many forms on a page.")
    ] = None,
    no_audit: Annotated[
        bool, typer.Option("--no-audit", help="Do not read the files back.")
    ] = False,
    data: DataOpt = None,
) -> None:
    """Build the PDF files of one game, several or all."""
    from printkit.builder import build as build_files
    from printkit.layout import Options

    options = Options(paper, flip, fronts_only, data, per_page)
    with problems_named():
        if sys.stderr.isatty():
            built = build_watched(games, only, out, options, audit=not no_audit)
        else:
            built = build_files(games or (), only or (), out, options=options, audit=not no_audit)
        print_built(built)


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
        (f"{one.game} {one.component}", str(one.pieces), str(one.pages), str(one.file))
        for one in built
    ]
    print_table(rows, right=(1, 2))


def print_table(rows: Sequence[tuple[str, ...]], right: tuple[int, ...] = ()) -> None:
    """Columns as wide as they need to be; those in ``right`` are set flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        typer.echo("  ".join(cells).rstrip())


@app.command(name="list")
def list_games(data: DataOpt = None) -> None:
    """Show the games, their components, and how many pieces each has."""
    import card_data

    with problems_named():
        rows = [("game", "component", "pieces", "size", "title")]
        for name in card_data.names(data):
            game = card_data.load(name, data)
            for key, component in game.components.items():
                pieces = game.counts(key).total()
                rows.append(
                    (name, key, str(pieces), component.size, f"{game.title}: {component.title}")
                )
        print_table(rows, right=(2,))


@app.command()
def check(games: GamesArg = None, paper: PaperOpt = "a4", data: DataOpt = None) -> None:
    """Read all data and typeset every component; name everything that is wrong."""
    from printkit.builder import check as check_games

    with problems_named():
        for line in check_games(games or (), paper, data):
            typer.echo(line)


@app.command()
def audit(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="PDF files that build wrote.")
    ],
    data: DataOpt = None,
) -> None:
    """Read built PDF files back and hold them against the data."""
    from printkit.audit import audit_file

    findings = []
    with problems_named():
        for file in files:
            found = audit_file(file, data)
            findings += found
            if not found:
                typer.echo(f"{file}: as the data says")
    for finding in findings:
        typer.echo(finding, err=True)
    if findings:
        raise typer.Exit(1)


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
    """Export faces as SVG files, one a face or a contact sheet."""
    export_as("svg", game, component, out, card, contact, paper, data, 0)


@app.command()
def png(
    game: GameArg,
    component: ComponentArg,
    out: OutOpt = Path("output/png"),
    card: CardsOpt = None,
    contact: ContactOpt = False,
    dpi: Annotated[int, typer.Option(min=20, max=1200, help="Dots an inch.")] = 150,
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
    paper: Paper,
    data: Path | None,
    dpi: int,
) -> None:
    from printkit.export import export
    from printkit.layout import Options

    with problems_named():
        files = export(
            (game, component), kind, out, Options(paper=paper, data=data),
            cards=cards or (), together=contact, dpi=dpi,
        )  # fmt: skip
        shown = str(files[0]) if len(files) == 1 else f"{len(files)} files in {files[0].parent}"
        typer.echo(shown)


@app.command()
def schema(
    out: Annotated[Path, typer.Option("--out", metavar="DIR")] = Path("output/schema"),
) -> None:
    """Write JSON Schemas of the data files, for editors that complete and check YAML."""
    from card_data.schema import schemas
    from printkit.builder import Staging

    with problems_named(), Staging() as staging:
        for name, text in schemas().items():
            staging.file_for(out / name).write_text(text, "utf-8")
        staging.move_all()
        for file in staging.staged():
            typer.echo(str(file))


@app.command()
def new(
    game: GameArg,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The copy goes to DIR/GAME.")],
) -> None:
    """Copy a game's data and templates, to edit them and build with --data DIR."""
    from printkit.faces import copy_game

    with problems_named():
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

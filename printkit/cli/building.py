"""The command that builds files, and its report."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from card_data.program.command import progress, say
from printkit.cli.common import (
    GamesArg,
    OnlyOpt,
    OutOpt,
    components_of,
    print_table,
    problems_reported,
    show,
    takes,
)
from printkit.options import Options
from printkit.printing.build import build as build_files

if TYPE_CHECKING:
    from printkit.cache.manifest import BuildResult


def use_preset(ctx: typer.Context, name: str | None) -> str | None:
    """Take options that are not typed from the preset of this name."""
    if name is not None and not ctx.resilient_parsing:
        from printkit.cli import presets  # few builds use one

        with problems_reported():
            ctx.default_map = presets.values_of(presets.named(name), ctx)
    return name


@takes()
def build(
    games: GamesArg = None,
    preset: Annotated[  # it has set the other options before they come here
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            is_eager=True,
            callback=use_preset,
            help="A preset of your printkit.toml; options that you type override it.",
        ),
    ] = None,
    only: OnlyOpt = None,
    out: OutOpt = None,
    *,
    options: Options,
    changed: Annotated[
        bool,
        typer.Option("--changed", help="Print only what has changed since the latest snapshot."),
    ] = False,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="With --changed, compare with the snapshot of this name.",
        ),
    ] = None,
    clean: Annotated[bool, typer.Option("--clean", help="Rebuild everything.")] = False,
    open_them: Annotated[
        bool, typer.Option("--open", help="Open the file when done, or the folder of several.")
    ] = False,
) -> None:
    """Build the PDF files of one game, several or all."""
    typed = games or (), components_of(only), out
    notes: list[str] = []
    note = notes.append
    with problems_reported(), progress() as watch:
        if changed:
            from printkit.snapshots.changed import build_changed  # few are of these

            built = build_changed(*typed, since=since, options=options, watch=watch, note=note)
        else:
            judge_since(since)
            built = build_files(*typed, options=options, clean=clean, watch=watch, note=note)
    if built or not changed:
        print_built(built)
    say(notes)
    if options.deal is not None:
        for game in dict.fromkeys(component.game for component in built):
            print_drawn(game, options, options.deal)
    if open_them and built:
        files = [component.file for component in built]
        show(files[0] if len(files) == 1 else os.path.commonpath(files))


def judge_since(since: str | None) -> None:
    """Raise `DataError` for ``--since`` without ``--changed``."""
    from card_data import DataError, Problem

    if since is not None:
        message = "goes with --changed alone: printkit build --changed --since NAME"
        raise DataError(Problem(message=message, file="--since"))


def print_built(built: "list[BuildResult]") -> None:
    rows = [("component", "pieces", "pages", "file")]
    for one in built:
        named = f"{one.game} {one.component}".rstrip()
        rows.append((named, str(one.pieces), str(one.pages), str(one.file)))
    print_table(rows, right=(1, 2))
    if all(one.unchanged for one in built):
        say(["Nothing has changed."])


def print_drawn(name: str, options: Options, seed: int) -> None:
    """The cards of the game with this seed: of each table all of them, or those drawn."""
    import card_data

    game = card_data.load(name, options.data, options.house)
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

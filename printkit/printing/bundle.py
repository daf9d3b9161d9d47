"""One ZIP per game to pass on: its PDF files, and a README that says how to print them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from card_data import Game
from card_data.house import applied, in_full
from card_data.staging import Staging, naming
from card_data.words import counted
from printkit.options import Options
from printkit.printing.archive import pack
from printkit.sheets.settings import paper_title

if TYPE_CHECKING:
    from printkit.kept.manifest import Built

README = "README.txt"
WIDE = 78  # columns of the README
HOW = {
    "duplex": "on both sides of the sheet, turned on the {flip} edge",
    "gutterfold": "on one side: fold each sheet along its line before you cut",
    "fronts": "on one side: the backs are left out",
    "alternate": "in two runs: first the pages with fronts, then those with backs",
}


def bundle(
    staging: Staging, folder: Path, game: Game[Any], built: Sequence[Built], options: Options
) -> Path:
    """Write a game's ZIP beside its folder, from files that were built but not moved yet, or are
    there already."""
    target = folder / f"{game.id}.zip"
    files = list(dict.fromkeys(one.file for one in built))
    contents: list[tuple[str, Path | str]] = [(README, readme(game, built, options))]
    contents += [(file.name, staging.files.get(file, file)) for file in files]
    part = staging.file_for(target)
    with naming(target):
        pack(part, [(f"{game.id}/{name}", source) for name, source in contents])
    return target


def readme(game: Game[Any], built: Sequence[Built], options: Options) -> str:
    """The README: what the game is, how to print it and what is in each file."""
    head = game.head
    how = HOW[options.backs].format(flip=options.flip)
    paper = paper_title(options.paper)
    paragraphs = [
        game.title,
        f"{head.players.words().capitalize()}. {head.blurb}",
        f"Print at 100 % (actual size) on {paper} paper, {how}. The ruler at the edge of a page "
        "says whether the size is right. Cut along the crop marks.",
        "\n".join(contents_of(game, built)),
        *in_full(applied(game)),
        f"Design: {', '.join(head.credits.design)}. {head.credits.ours}",
    ]
    return "\n\n".join(map(wrapped, paragraphs)) + "\n"


def contents_of(game: Game[Any], built: Sequence[Built]) -> Iterator[str]:
    """The contents of each file, a line each; the file of the whole game comes first."""
    whole_first = sorted(built, key=lambda one: bool(one.component))
    for file, ones in groupby(whole_first, key=lambda one: one.file):
        those = list(ones)
        pages = counted(those[0].pages, "page")
        if not those[0].component:
            blank = "behind what has one side there is a blank one, for printing on both sides"
            yield f"{file.name}: the whole game after a cover sheet, {pages}; {blank}"
            continue
        if those[0].fillable:
            yield f"{file.name}: {those[0].title}, {pages}, to fill in on a screen"
            continue
        component = game.components[those[0].component]
        titles = ", ".join(one.title for one in those)
        count = counted(sum(one.pieces for one in those), "piece")
        many = pages if component.booklet else f"{count} on {pages}"
        yield f"{file.name}: {titles}, {many}, on {component.stock}"


def wrapped(paragraph: str) -> str:
    """A paragraph, or lines of a list, at most `WIDE` columns wide."""
    return "\n".join(
        textwrap.fill(line, WIDE, subsequent_indent="  " if "\n" in paragraph else "")
        for line in paragraph.splitlines()
    )

"""The files that a game is made of, to be kept as they are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

import card_data
from card_data import DataError, Game, Problem
from card_data.documents import content, leads_out, read_bytes
from card_data.limits import LARGEST_FONT, LARGEST_TEMPLATE, MOST_TEMPLATES
from printkit.faces.memory.fonts import declared
from printkit.templating.loader import TEMPLATES

OF_FOLDER = ("sheets.yaml", "profiles.yaml", "legibility.yaml")  # beside the games of a folder
OF_GAME = ("rulebook.yaml", "set_up.yaml")  # beside the files that every game has


def files_of(game: Game[Any]) -> Iterator[tuple[Path, bytes]]:
    """Each file that a folder for ``--data`` needs to print the game as it is now, by its place in
    there: its data, its own templates, and those of the kit that it may use.

    Raise `DataError` for files that cannot be read.
    """
    folder = game.folder
    for name in dict.fromkeys((*game.digests, *OF_GAME, *examples_of(game))):
        if os.path.lexists(folder / name):
            yield Path(game.id, name), read_bytes(folder / name, str(folder / name), folder)
    for name in {one.face.file for one in declared(game)}:
        yield Path(game.id, name), content(folder / name, LARGEST_FONT)
    for name in () if game.shipped else OF_FOLDER:
        if os.path.lexists(file := folder.parent / name):
            yield Path(name), read_bytes(file, str(file), folder.parent)
    for file in icons_of(game):
        yield Path(game.id, file), read_bytes(folder / file, str(folder / file), folder)
    found = dict[Path, tuple[Path, Path]]()  # what has it is looked for in this order
    for kept, templates, home in templates_of(game):
        for file in within(templates):
            found.setdefault(kept / file, (templates / file, home))
    for place, (file, home) in found.items():
        if not leads_out(file, home) and len(raw := content(file, LARGEST_TEMPLATE)) <= (
            LARGEST_TEMPLATE
        ):
            yield Path(game.id, "templates", place), raw


def examples_of(game: Game[Any]) -> Iterator[str]:
    """The files of the records and positions in the rulebook's examples."""
    rulebook = card_data.load_rulebook(game)
    for example in rulebook.examples.values() if rulebook else ():
        file = example.record or example.position or ""
        if file and not PurePath(file).is_absolute() and ".." not in PurePath(file).parts:
            yield file


def icons_of(game: Game[Any]) -> Iterator[Path]:
    """The files of the icons of a game's own, by their places in its folder."""
    if game.head.icons:
        icons = within(game.folder / game.head.icons)
        yield from (game.head.icons / file for file in icons if file.suffix.lower() == ".svg")


def templates_of(game: Game[Any]) -> Iterator[tuple[Path, Path, Path]]:
    """The folders that a game's templates are looked for in: where each lies among the game's own,
    the folder, and the home that its files may not lead out of."""
    if not game.shipped:
        yield Path(), game.folder / "templates", game.folder
    yield Path(), TEMPLATES / game.id, TEMPLATES
    yield Path("common"), TEMPLATES / "common", TEMPLATES
    yield Path("icons.svg"), TEMPLATES / "icons.svg", TEMPLATES


def within(folder: Path) -> Iterator[Path]:
    """The files in a folder by their places in it; itself if it is a file. Raise `DataError` where
    they are too many."""
    if folder.is_file():
        yield Path()
    found = [*islice(folder.rglob("*"), MOST_TEMPLATES + 1)]
    if len(found) > MOST_TEMPLATES:
        message = f"found more than {MOST_TEMPLATES:,} files, expected at most so many templates"
        raise DataError(Problem(message=message, file=str(folder)))
    yield from (file.relative_to(folder) for file in sorted(found) if file.is_file())

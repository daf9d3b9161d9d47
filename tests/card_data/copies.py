"""Copies of games to edit, so that each test breaks one thing and reads the problems."""

from __future__ import annotations

import shutil
from pathlib import Path

import card_data

SHIPPED = Path(card_data.__file__).parent
WINSTON = "winstons_archive"
ERRATA = "errata"
TINY = Path(__file__).parent.parent / "tiny_game"


def copied(game: str, folder: Path, *, rulebook: bool = False) -> Path:
    """A shipped game's data in ``folder``, as ``--data`` takes it; returns its own folder.

    Without its ``rulebook`` it prints its clauses alone, in a tenth of the time.
    """
    target = folder / game
    target.mkdir(parents=True)
    for file in (SHIPPED / game).glob("**/*.yaml" if rulebook else "*.yaml"):
        if rulebook or file.name != "rulebook.yaml":
            to = target / file.relative_to(SHIPPED / game)
            to.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, to)
    return target


def winston(folder: Path) -> Path:
    """Winston's Archive's data in ``folder``; returns its own folder."""
    return copied(WINSTON, folder)


def errata(folder: Path) -> Path:
    """The tiny game, which has no ``model.py``, in ``folder``; returns its own folder.

    Without its ``score.yaml``, which names its columns, and what its rulebook tells of that: so
    these may be edited.
    """
    left_out = shutil.ignore_patterns("score.yaml", "final_position.yaml")
    made = shutil.copytree(
        TINY / ERRATA, folder / ERRATA, ignore=left_out, copy_function=shutil.copyfile
    )
    book = Path(made) / "rulebook.yaml"
    before, _, rest = book.read_text("utf-8").partition("  - title: The end\n")
    _, title, after = rest.partition("  - title: What people ask\n")
    book.write_text(before + title + after.partition("examples:\n")[0], "utf-8")
    return Path(made)


def edit(file: Path, old: str, new: str, count: int = 1) -> int:
    """Replace ``old`` by ``new`` in ``file``; the number of the line where the edit begins."""
    text = file.read_text("utf-8")
    assert old in text, f"{old!r} does not stand in {file.name}"
    file.write_text(text.replace(old, new, count), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def problems(game: Path) -> tuple[card_data.Problem, ...]:
    """The problems of the data in ``game``; none if all is well."""
    try:
        card_data.load(game.name, game.parent)
    except card_data.DataError as error:
        return error.problems
    return ()

"""Start a game from a spreadsheet: guess what its columns hold, and write a card that shows each of
them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import msgspec

from card_data import DataError, Problem
from card_data.checks import duplicates
from card_data.columns import TableDecoder
from card_data.loader import table_file_type
from card_data.model import Column, Row
from card_data.placeholders import filler
from card_data.problems import Problems, quote, shorten
from card_data.reading.documents import read_bytes
from card_data.spreadsheets.grid import ENDINGS, Grid
from card_data.spreadsheets.heads import column_name, distinct_names
from card_data.spreadsheets.reading import ALIASES, NOTE, TableReader, cells_of
from card_data.spreadsheets.values import NO, YES
from card_data.tables import IN_EVERY_TABLE, row_type
from card_data.text import plural
from printkit.errors import MarkupError
from printkit.pictures.files import read_picture
from printkit.tools.first_card import MANY, Card, placeholder
from printkit.tools.new_game import BLANK, blank_components, blank_files, check_name, write_game

TABLE, ICONS = "cards", "icons"
COLOUR = re.compile("#[0-9A-Fa-f]{6}")
WHOLE = re.compile("-?(0|[1-9][0-9]{0,14})")
MOST_WORDS = 30  # characters of an item of a list; longer ones are sentences with semicolons
MOST_TOLD = 5  # pictures
HAND, HAND_SIZE = "{hand}", "{hand_size}"  # in cells the first is an icon
WORDS = {"hand_size": 3}  # the numbers of a blank game


class NewGame(NamedTuple):
    """A game started from a spreadsheet: its folder, the cells that its rows come from, and the
    pictures named in cells that were not found beside it."""

    folder: Path
    grid: Grid
    missing: Sequence[str]
    card: Card

    def notes(self, said: str) -> Iterator[str]:
        """Yield remarks for the user; ``said`` is the spreadsheet as the user named it."""
        name, _, asked = said.partition("#")
        if self.grid.others and not asked:
            known = ", ".join(quote(one) for one in self.grid.others)
            sheet = quote(self.grid.sheet)
            yield f"the cards are those of the sheet {sheet}; {name}#SHEET takes another"
            yield f"(the others: {known})"
        yield from self.grid.remarks()
        if self.grid.pictures:
            inside = plural(self.grid.pictures, "picture")
            yield f"left out: {inside} inside {name}; save them as files, and name them in a column"
        if crowded := self.card.crowded():
            cards = plural(len(crowded), "card")
            told = f"type below 5 pt on {cards} with more than {MANY:,} characters"
            yield f"{told}, such as {crowded[0]}"
        if self.card.icons:
            told = f"no icons, so letters stand for them: {', '.join(self.card.icons)}"
            yield f"{told}; draw them in {self.folder / ICONS}"
        if self.missing:
            shown = ", ".join(shorten(one) for one in self.missing[:MOST_TOLD])
            more = ", …" if len(self.missing) > MOST_TOLD else ""
            yield f"put {plural(len(self.missing), 'picture')} into {self.folder}: {shown}{more}"


def sheet_game(said: str, game: str, folder: Path) -> NewGame:
    """Start a game with the rows of a spreadsheet, such as ``deck.xlsx#Cards``, in
    ``folder/game``, which must not exist yet; without a name it is called like the file, and
    ``deck.csv`` makes ``deck_game``. The pictures that cells name are copied from beside it.

    Raise `DataError` with what is wrong in the sheet.
    """
    name, _, sheet = said.partition("#")
    file = Path(name)
    if file.suffix.lower() not in ENDINGS:
        message = f"found {quote(said)}, expected a file that ends in {', '.join(ENDINGS)}"
        message += ": save or download it as one of them"
        raise DataError(Problem(message=message, file="--csv"))
    if not game:
        game = re.sub(r"[^\w.-]+", "_", file.stem).strip("_.-").lower()
        game = f"{game}_game" if game in blank_components() else game
    check_name(game)
    raw = read_bytes(file, name)
    columns, rows, grid = read_sheet(raw, name, sheet)
    kept = f"{column_name(file.stem) or TABLE}{file.suffix.lower()}"
    card = Card(columns, rows, file.parent)
    files = files_of(game, kept + (f"#{grid.sheet}" if grid.sheet else ""), card)
    missing: list[str] = []

    def everything() -> Iterator[tuple[PurePath, bytes]]:
        yield PurePath(kept), raw
        yield from ((path, text.encode()) for path, text in files.items())
        written = {*files}
        for name in card.named():
            try:
                picture, dots = read_picture(name, file.parent)
                place = picture.relative_to(file.parent)
                if place not in written:
                    yield place, dots
                    written.add(place)
            except MarkupError:
                missing.append(name)

    return NewGame(write_game(folder / game, everything()), grid, missing, card)


def read_sheet(raw: bytes, name: str, sheet: str) -> tuple[dict[str, Column], Sequence[Row], Grid]:
    """Return the columns of a sheet, with guesses of what they hold, its rows, and its cells."""
    problems = Problems()
    grid = cells_of(raw, sheet, TableReader(TABLE, tuple[Row, ...], name, problems))
    columns = {head: held for head, held in guesses(grid) if head}
    if not columns:
        message = "expected a row of heads, such as title and text, and rows under it"
        raise DataError(Problem(message=message, file=name))
    kind: Any = tuple[row_type(TABLE, columns), ...]  # type: ignore[misc]
    document = TableReader(TABLE, kind, name, problems).document(grid)
    problems.raise_if_any()
    found = TableDecoder(document, WORDS, filler, problems).read(table_file_type(TABLE, kind))
    rows: Sequence[Row] = getattr(found, TABLE, ())
    if not rows and not problems:
        message = "expected rows under the heads: there is nothing to print"
        problems.add(message, file=name, line=grid.line(0), cell=grid.cell(0, 0))
    ids = (((TABLE, at), row.id) for at, row in enumerate(rows))
    for path, message in duplicates(ids, document):
        problems.add(message, **document.place(path))
    if problems:
        note = f"; with {NOTE} before its head the column is a note"
        raise DataError(*(
            msgspec.structs.replace(one, message=one.message + note * (one.field == "id"))
            for one in problems
        ))  # fmt: skip
    return columns, rows, grid


def guesses(grid: Grid) -> Iterator[tuple[str, Column]]:
    """Guess what each column holds, but for those that every table has."""
    heads = ["" if head.startswith(NOTE) else head for head in grid.heads]
    for at, name in enumerate(distinct_names(heads, ALIASES)):
        if name and name not in (*IN_EVERY_TABLE, *ALIASES):
            cells = [row[at].strip() if at < len(row) else "" for row in grid.rows]
            yield name, guess(cells[1:])


def guess(cells: Sequence[str]) -> Column:
    """Guess what a column holds from all of its cells, so that a card shows what they do: what is
    more than digits, such as 50 %, is a text.

    >>> guess(["1", "50 %"]), guess(["1", ""]), guess(["yes", ""]), guess(["#1f4e5f"])
    ('text', 'number', 'flag', 'ink')
    >>> guess(["bird; red", "fish"])
    'list'
    """
    said = [cell for cell in cells if cell]
    flags = {cell.casefold() for cell in said}
    if flags and flags <= YES | NO and not flags <= {"0", "1"}:
        return "flag"
    if said and all(map(WHOLE.fullmatch, said)):
        return "number"
    if said and all(COLOUR.fullmatch(cell) for cell in cells):
        return "ink"
    items = [item for cell in said for item in unescape(cell).split(";")]
    if len(items) > len(said) and all(len(item) <= MOST_WORDS for item in items):
        return "list"
    return "text"


def files_of(game: str, sheet: str, card: Card) -> dict[PurePath, str]:
    """The files of the game beside the sheet: those of a blank one, with other columns."""
    declared = ", ".join(f"{name}: {held}" for name, held in card.columns.items())
    blank = {name: text.replace(HAND, HAND_SIZE) for name, text in blank_files(game).items()}
    head = re.sub(r"\bhand: ", "hand_size: ", blank["game.yaml"])
    head = head[: head.index(f"  {TABLE}: ")] + f"  {TABLE}: {{{declared}}}\n"
    head += f"files:\n  {TABLE}: {json.dumps(sheet, ensure_ascii=False)}\n"
    pad = r"  pad:\n(?:    .*\n)+"  # how it is scored, no sheet says
    head += f"icons: {ICONS}\n" if card.icons else ""
    return {
        PurePath("game.yaml"): head,
        PurePath("print.yaml"): re.sub(pad, "", blank["print.yaml"]),
        PurePath("rules.yaml"): blank["rules.yaml"],
        PurePath("templates/card.svg"): card.template(),
        PurePath("templates/back.svg"): (BLANK / "templates" / "back.svg").read_text("utf-8"),
        **{PurePath(ICONS, f"{icon}.svg"): placeholder(icon) for icon in card.icons},
    }

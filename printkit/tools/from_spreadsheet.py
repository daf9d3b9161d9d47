"""Start a game from spreadsheets: guess what their columns hold, and write cards that show each of
them."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from card_data.spreadsheets.grid import ENDINGS, NOTE, Grid
from card_data.spreadsheets.heads import column_name, distinct_names
from card_data.spreadsheets.reading import ALIASES, SheetDocument, TableReader, cells_of
from card_data.spreadsheets.values import NO, YES
from card_data.tables import IN_EVERY_TABLE, RESERVED, row_type
from card_data.text import join_first, plural
from printkit.errors import MarkupError
from printkit.pictures.files import read_picture
from printkit.templating.markup import MarkedText, WrongMarkupError
from printkit.tools.first_card import MANY, Card, label, letters_for, placeholder, texts_in
from printkit.tools.new_game import BLANK, check_name, prefix_of, title_of, write_game

CARDS, DECK, ICONS = "cards", "deck", "icons"
COLOUR = re.compile("#[0-9A-Fa-f]{6}")
WHOLE = re.compile("-?(0|[1-9][0-9]{0,14})")
MOST_WORDS = 30  # characters of an item of a list; longer ones are sentences with semicolons
HEAD = """\
title: {title}
prefix: {prefix}                     # clause IDs begin with it, in rules.yaml
players: {{min: 2, max: 4}}
tables:                        # and their columns: text, number, flag, list, colour, ink
"""
COMPONENT = """\
  {name}:
    title: {title}
    size: poker                # a name of sheets.yaml, 70 x 120 (mm), or page
    corner: 3                  # mm; for tokens instead of it shape: round, or hex
    bleed: 3
    back: back.svg
    faces:
      - {{rows: {table}, template: {template}}}
"""


class Sheet(NamedTuple):
    """A sheet that a game begins with: its file, its cells, and the card of its rows; ``said`` is
    what the user called it."""

    said: str
    file: Path
    grid: Grid
    card: Card


class NewGame(NamedTuple):
    """A game started from sheets: its folder, and the pictures named in cells that were not found
    beside them."""

    folder: Path
    sheets: Sequence[Sheet]
    missing: Sequence[str]

    def notes(self) -> Iterator[str]:
        """Yield remarks for the user."""
        for sheet in self.sheets:
            said = f"{sheet.said}: " if len(self.sheets) > 1 else ""
            yield from (f"{said}{note}" for note in notes_of(sheet))
        if icons := icons_of(self.sheets):
            told = f"no icons, so letters stand for them: {', '.join(icons)}"
            yield f"{told}; draw them in {self.folder / ICONS}"
        if self.missing:
            shown = join_first([shorten(one) for one in self.missing])
            told = f"put {plural(len(self.missing), 'picture')} into {self.folder}"
            files = join_first([*dict.fromkeys(str(sheet.file) for sheet in self.sheets)])
            yield f"{told}: {shown}; beside {files} there is none to read"


def notes_of(sheet: Sheet) -> Iterator[str]:
    """Yield what is left out of a sheet, and what on its cards is small."""
    said, _, grid, card = sheet
    name, _, asked = said.partition("#")
    if grid.others and not asked:
        each = (shlex.quote(f"{name}#{one}") for one in (grid.sheet, *grid.others))
        told = f"the cards are those of the sheet {quote(grid.sheet)}; for those of each sheet give"
        yield f"{told} --csv {' --csv '.join(each)}"
    yield from grid.remarks()
    names = [column_name(head) for head in grid.heads]
    if (counts := next((one for one in names if one in ALIASES), "")) and "copies" not in names:
        told = f"{quote(grid.heads[names.index(counts)])} is how many copies to print"
        yield f"{told}; for one of each card, declare {counts}: number in game.yaml"
    if grid.pictures:
        inside = plural(grid.pictures, "picture")
        yield f"left out: {inside} inside {name}; save them as files, and name them in a column"
    if several := [f"[{name}]" for name, cells in card.bracketed().items() if cells > 1]:
        told = f"printed as words: {join_first(several)}"
        yield f"{told}; for an icon write braces, as in {{{several[0][1:-1]}}}"
    if crowded := card.crowded():
        cards = plural(len(crowded), "card")
        told = f"type below 5 pt on {cards} with more than {MANY:,} characters"
        yield f"{told}, such as {crowded[0]}"
    if unnamed := card.unnamed():
        told = f"no {card.labels[card.title]} in {plural(len(unnamed), 'row')}"
        yield f"{told}, such as card {unnamed[0]}; a row of 0 copies is not printed"


def icons_of(sheets: Iterable[Sheet]) -> Sequence[str]:
    """The icons that cards name and the kit does not have."""
    return [*dict.fromkeys(icon for sheet in sheets for icon in sheet.card.icons)]


def sheet_game(said: Sequence[str], game: str, folder: Path) -> NewGame:
    """Start a game with the rows of spreadsheets, such as ``deck.xlsx#Cards``, in ``folder/game``,
    which must not exist yet; without a name it is called like the first file, and ``deck.csv``
    makes ``deck_game``. The pictures that cells name are copied from beside their sheet.

    Raise `DataError` with what is wrong in a sheet.
    """
    sheets = [read_sheet(one) for one in said]
    tables = tables_of(sheets)
    components = [*tables] if len(sheets) > 1 else [DECK]
    if not game:
        game = re.sub(r"[^\w.-]+", "_", sheets[0].file.stem).strip("_.-").lower()
        game = f"{game}_game" if game in components else game
    check_name(game, components)
    paths = [*dict.fromkeys(sheet.file for sheet in sheets)]
    stems = distinct_names([column_name(path.stem) or CARDS for path in paths], {})
    kept = {path: f"{stem}{path.suffix.lower()}" for path, stem in zip(paths, stems, strict=True)}
    missing: list[str] = []

    def everything() -> Iterator[tuple[PurePath, bytes]]:
        files = files_of(game, tables, components, kept)
        yield from ((PurePath(kept[path]), read_bytes(path, str(path))) for path in kept)
        yield from ((path, text.encode()) for path, text in files.items())
        written = {*files}
        for sheet in sheets:
            for name in sheet.card.named():
                try:
                    picture, dots = read_picture(name, sheet.file.parent)
                    place = picture.relative_to(sheet.file.parent)
                    if place not in written:
                        yield place, dots
                        written.add(place)
                except MarkupError:
                    missing.append(name)

    return NewGame(write_game(folder / game, everything()), sheets, missing)


def tables_of(sheets: Sequence[Sheet]) -> dict[str, Sheet]:
    """The sheets by the names of their tables: ``cards`` for one alone, others by what the sheet is
    called, or the file."""
    if len(sheets) == 1:
        return {CARDS: sheets[0]}
    taken = sorted({"back", "null", *RESERVED})
    called = [column_name(one.grid.sheet or one.file.stem) or CARDS for one in sheets]
    names = [*distinct_names([*taken, *called], {})][len(taken) :]
    return dict(zip(names, sheets, strict=True))


def read_sheet(said: str) -> Sheet:
    """Read a sheet, with guesses of what its columns hold."""
    name, _, wanted = said.partition("#")
    file = Path(name)
    if file.suffix.lower() not in ENDINGS:
        message = f"found {quote(said)}, expected a file that ends in {', '.join(ENDINGS)}"
        message += ": save or download it as one of them"
        raise DataError(Problem(message=message, file="--csv"))
    problems = Problems()
    raw = read_bytes(file, name)
    grid = cells_of(raw, wanted, TableReader(CARDS, tuple[Row, ...], name, problems))
    columns, labels = {}, {}
    for head, column, held in guesses(grid):
        columns[column], labels[column] = held, label(column, head)
    if not columns:
        message = "expected a row of heads, such as title and text, and rows under it"
        raise DataError(Problem(message=message, file=name))
    kind: Any = tuple[row_type(CARDS, columns), ...]  # type: ignore[misc]
    document = TableReader(CARDS, kind, name, problems).document(grid)
    problems.raise_if_any()
    found = TableDecoder(document, {}, filler, problems).read(table_file_type(CARDS, kind))
    rows: Sequence[Row] = getattr(found, CARDS, ())
    if not rows and not problems:
        message = "expected rows under the heads: there is nothing to print"
        problems.add(message, file=name, line=grid.line(0), cell=grid.cell(0, 0))
    card = Card(columns, labels, rows, file.parent)
    check_rows(card, document, problems)
    return Sheet(said, file, grid, card)


def check_rows(card: Card, document: SheetDocument, problems: Problems) -> None:
    """Raise `DataError` with what is wrong in the rows of a card: the ``problems``, IDs twice, and
    texts whose markup cannot be drawn."""
    ids = (((CARDS, at), row.id) for at, row in enumerate(card.rows))
    for path, message in duplicates(ids, document):
        problems.add(message, **document.place(path))
    for at, row in enumerate(card.rows):
        for column in (card.title, *card.texts):
            for text in texts_in(getattr(row, column)):
                try:
                    MarkedText(text).markup()
                except WrongMarkupError as error:
                    problems.add(error.told(text), **document.place((CARDS, at, column)))
    if problems:
        note = f"; with {NOTE} before its head the column is a note"
        raise DataError(*(
            msgspec.structs.replace(one, message=one.message + note * (one.field == "id"))
            for one in problems
        ))  # fmt: skip


def guesses(grid: Grid) -> Iterator[tuple[str, str, Column]]:
    """Yield the head and the name of each column, but for those that every table has, and a guess
    of what it holds."""
    heads = ["" if head.startswith(NOTE) else head for head in grid.heads]
    for at, name in enumerate(distinct_names(heads, ALIASES)):
        if name and name not in (*IN_EVERY_TABLE, *ALIASES):
            cells = [row[at].strip() if at < len(row) else "" for row in grid.rows]
            yield grid.heads[at].strip(), name, guess(cells[1:])


def guess(cells: Sequence[str]) -> Column:
    """Guess what a column holds from all of its cells, so that a card shows what they do: what is
    more than digits, such as 50 %, is a text.

    >>> guess(["1", "-"]), guess(["1", ""]), guess(["yes", "-"]), guess(["#1f4e5f"])
    ('text', 'number', 'flag', 'ink')
    >>> guess(["bird; red", "fish"])
    'list'
    """
    said = [cell for cell in cells if cell]
    flags = {cell.casefold() for cell in said}
    if flags <= YES | NO and flags & YES - {"1"}:
        return "flag"
    if said and all(map(WHOLE.fullmatch, said)):
        return "number"
    if said and all(COLOUR.fullmatch(cell) for cell in cells):
        return "ink"
    items = [item for cell in said for item in unescape(cell).split(";")]
    if len(items) > len(said) and all(len(item) <= MOST_WORDS for item in items):
        return "list"
    return "text"


def files_of(
    game: str, tables: Mapping[str, Sheet], components: Sequence[str], kept: Mapping[Path, str]
) -> dict[PurePath, str]:
    """The files of the game beside the sheets, which are ``kept`` under these names."""
    title = title_of(game)
    head = HEAD.format(title=as_yaml(title), prefix=prefix_of(title))
    where, printed = "files:\n", "components:\n"
    icons = letters_for(icons_of(tables.values()))
    files = {
        PurePath(ICONS, f"{icon}.svg"): placeholder(letters) for icon, letters in icons.items()
    }
    for component, (table, sheet) in zip(components, tables.items(), strict=True):
        declared = ", ".join(f"{name}: {held}" for name, held in sheet.card.columns.items())
        head += f"  {table}: {{{declared}}}\n"
        name = "#".join(filter(None, (kept[sheet.file], sheet.grid.sheet)))
        where += f"  {table}: {as_yaml(name)}\n"
        template = "card.svg" if len(tables) == 1 else f"{table}.svg"
        printed += COMPONENT.format(
            name=component, title=as_yaml(title_of(component)), table=table, template=template
        )
        files[PurePath("templates", template)] = sheet.card.template()
    return files | {
        PurePath("game.yaml"): head + where + (f"icons: {ICONS}\n" if icons else ""),
        PurePath("print.yaml"): printed,
        PurePath("templates/back.svg"): (BLANK / "templates" / "back.svg").read_text("utf-8"),
    }


def as_yaml(text: str) -> str:
    """A text in quotes."""
    return json.dumps(text, ensure_ascii=False)

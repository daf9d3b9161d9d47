"""Start a game from a spreadsheet: guess what its columns hold, and write a card that shows each of
them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from card_data import DataError, Problem
from card_data.checks import duplicates
from card_data.columns import TableDecoder
from card_data.limits import MOST_ENTRIES
from card_data.loader import table_file_type
from card_data.model import Column, Row
from card_data.placeholders import filler
from card_data.problems import Problems, quote, shorten
from card_data.reading.documents import read_bytes
from card_data.spreadsheets.grid import ENDINGS, Grid, letters
from card_data.spreadsheets.reading import ALIASES, NOTE, TableReader, cells_of, column_name
from card_data.spreadsheets.values import NO, YES
from card_data.tables import IN_EVERY_TABLE, TITLES, row_type
from card_data.text import plural
from printkit.errors import MarkupError
from printkit.pictures.files import (
    MissingPictureError,
    is_known,
    names_file,
    read_picture,
    split_element,
)
from printkit.tools.new_game import BLANK, blank_components, blank_files, check_name, write_game

TABLE = "cards"
COLOUR = re.compile("#[0-9A-Fa-f]{6}")
WHOLE = re.compile("-?(0|[1-9][0-9]{0,14})")
MOST_WORDS = 30  # characters of an item of a list; longer ones are sentences with semicolons
MOST_TOLD = 5  # pictures
WORDS = {"hand": 3}  # the numbers of a blank game
PICTURES = ("picture", "pic", "image", "img", "art", "artwork", "illustration", "icon", "photo")
FILE = re.compile(r".{1,100}\.\w{2,4}")  # what may name a file by its ending
A_ROW = 4  # numbers beside one another


class NewGame(NamedTuple):
    """A game started from a spreadsheet: its folder, the cells that its rows come from, and the
    pictures named in cells that were not found beside it."""

    folder: Path
    grid: Grid
    missing: Sequence[str]

    def notes(self, said: str) -> Iterator[str]:
        """Yield remarks for the user; ``said`` is the spreadsheet as the user named it."""
        name, _, asked = said.partition("#")
        if self.grid.others and not asked:
            known = ", ".join(quote(one) for one in self.grid.others)
            sheet = quote(self.grid.sheet)
            yield f"the cards are those of the sheet {sheet}; {name}#SHEET takes another"
            yield f"(the others: {known})"
        if self.grid.above:
            heads = f"the heads are those of row {self.grid.numbers[0]}"
            yield f"{heads}; what stands above them is left out: {quote(self.grid.above)}"
        if headless := [letters(at) for at in self.grid.headless()]:
            yield f"no heads, so left out: the values of the columns {', '.join(headless)}"
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
            except MissingPictureError:
                missing.append(name)
            except MarkupError:
                pass  # it is told at its cell whenever the game is read

    return NewGame(write_game(folder / game, everything()), grid, missing)


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
    problems.raise_if_any()
    rows: Sequence[Row] = getattr(found, TABLE)
    ids = (((TABLE, at), row.id) for at, row in enumerate(rows))
    for path, message in duplicates(ids, document):
        told = f"{message}; with {NOTE} before its head the column is a note"
        problems.add(told, **document.place(path))
    problems.raise_if_any()
    return columns, rows, grid


def guesses(grid: Grid) -> Iterator[tuple[str, Column]]:
    """Guess what each column holds, but for those that every table has."""
    known = {*IN_EVERY_TABLE, *(other for others in ALIASES.values() for other in others)}
    for at, head in enumerate(grid.heads):
        name = column_name(head)
        if head and not head.startswith(NOTE) and name not in known:
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
    items = [item for cell in said for item in cell.split(";")]
    if len(items) > len(said) and all(len(item) <= MOST_WORDS for item in items):
        return "list"
    return "text"


def files_of(game: str, sheet: str, card: Card) -> dict[PurePath, str]:
    """The files of the game beside the sheet: those of a blank one, with other columns."""
    declared = ", ".join(f"{name}: {held}" for name, held in card.columns.items())
    blank = blank_files(game)
    head = blank["game.yaml"]
    head = head[: head.index(f"  {TABLE}: ")] + f"  {TABLE}: {{{declared}}}\n"
    head += f"files:\n  {TABLE}: {json.dumps(sheet, ensure_ascii=False)}\n"
    pad = r"  pad:\n(?:    .*\n)+"  # how it is scored, no sheet says
    return {
        PurePath("game.yaml"): head,
        PurePath("print.yaml"): re.sub(pad, "", blank["print.yaml"]),
        PurePath("rules.yaml"): blank["rules.yaml"],
        PurePath("templates/card.svg"): card.template(),
        PurePath("templates/back.svg"): (BLANK / "templates" / "back.svg").read_text("utf-8"),
    }


INK = "#1a1a1a"
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg">
  <background><stack><rect fill="{{{{ {accent} }}}}"/></stack></background>
  <stack pad="3.5">
    <rect rx="2" fill="#ffffff"/>
    <column pad="2.5" gap="1" align="center" font-size="10pt">
"""
FOOT = """\
    </column>
  </stack>
</svg>
"""


class Card:
    """A template that shows each column below the other, by what it holds; the pictures that cells
    name may lie in ``folder``."""

    def __init__(self, columns: Mapping[str, Column], rows: Sequence[Row], folder: Path) -> None:
        self.columns, self.rows, self.folder = columns, rows, folder
        texts = [name for name, held in columns.items() if held == "text"]
        self.pictures = [name for name in texts if self.shows(name)]
        texts = [name for name in texts if name not in self.pictures]
        called = [name for name in TITLES if name in texts]
        short = [name for name in texts if self.longest(name) <= MOST_WORDS]
        self.title = next(iter([*called, *short]), "id")
        self.texts = [
            name for name, held in columns.items()
            if held in ("text", "list") and name not in (self.title, *self.pictures)
        ]  # fmt: skip

    def shows(self, name: str) -> bool:
        """Whether a column names pictures: most of its cells, as far as they are not empty."""
        said = [value for row in self.rows if (value := getattr(row, name))]
        called = name.rstrip("s") in PICTURES
        named = [
            value for value in said
            if is_known(PurePath(split_element(value)[0]))
            or ((called or FILE.fullmatch(value)) and names_file(value, self.folder))
        ]  # fmt: skip
        return len(said) <= 2 * len(named) > 0

    def named(self) -> Sequence[str]:
        said = (getattr(row, name) for row in self.rows for name in self.pictures)
        files = (split_element(name)[0] for name in said if name)
        return [*islice(dict.fromkeys(files), MOST_ENTRIES)]

    def longest(self, name: str) -> int:
        return max((len(str(getattr(row, name))) for row in self.rows), default=0)

    def held(self, *kinds: Column) -> Sequence[str]:
        return [name for name, held in self.columns.items() if held in kinds]

    def template(self) -> str:
        ink = next(iter(self.held("ink")), None)
        parts = [
            f'<textbox field="{self.title}" height="11" valign="middle" font-family="display" '
            f'font-weight="bold" font-size="15pt" min-font-size="5pt" fill="{INK}">'
            f"{{{{ card.{self.title}|rich }}}}</textbox>"
        ]
        if numbers := self.held("number"):
            columns = min(len(numbers), A_ROW)
            parts.append(f'<grid columns="{columns}">{"".join(map(number, numbers))}</grid>')
        if flags := self.held("flag"):
            said = "".join(f"{{% if card.{one} %}}{label(one)} {{% endif %}}" for one in flags)
            parts.append(box("", said, "7pt"))
        if self.pictures:
            parts.append(f'<row weight="1" gap="1">{"".join(map(picture, self.pictures))}</row>')
        main = max(self.texts, key=self.longest, default="")
        for name in self.texts:
            value = f'card.{name}|join(", ")' if self.columns[name] == "list" else f"card.{name}"
            named = "" if name == main else f"<b>{label(name)}</b> "
            shown = box(name, f"{named}{{{{ {value}|rich }}}}", "10pt")
            parts.append(f"{{% if card.{name} %}}{shown}{{% endif %}}")
        accent = f"card.{ink}" if ink else "game.head.accent"
        inside = "".join(f"      {part}\n" for part in parts)
        return HEAD.format(accent=accent) + inside + FOOT


def box(field: str, said: str, size: str) -> str:
    """Return a textbox that shrinks where there is little room."""
    named = f' field="{field}"' if field else ""
    return f'<textbox{named} font-size="{size}" min-font-size="4pt" fill="{INK}">{said}</textbox>'


def number(column: str) -> str:
    return (
        f'<column align="center"><text field="{column}" font-weight="bold" font-size="12pt" '
        f'fill="{INK}">{{{{ card.{column} }}}}</text>'
        f'<textbox font-size="6pt" min-font-size="4pt" fill="{INK}">{label(column)}</textbox>'
        "</column>"
    )


def picture(column: str) -> str:
    return (
        f'{{% if card.{column} %}}<image href="{{{{ card.{column} }}}}" field="{column}" '
        'fit="contain"/>{% endif %}'
    )


def label(column: str) -> str:
    return column.strip("_").replace("_", " ").capitalize()

"""Start a game from a spreadsheet: guess what its columns hold, and write a card that shows each of
them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
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
from card_data.spreadsheets.heads import column_name, distinct_names
from card_data.spreadsheets.reading import ALIASES, NOTE, TableReader, cells_of
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
WORD = re.compile(r"[^\W\d_]{3}")
WHOLE = re.compile("-?(0|[1-9][0-9]{0,14})")
MOST_WORDS = 30  # characters of an item of a list; longer ones are sentences with semicolons
MOST_TOLD = 5  # pictures
WORDS = {"hand_size": 3}  # the numbers of a blank game
PICTURES = ("picture", "pic", "image", "img", "art", "artwork", "illustration", "icon", "photo")
FILE = re.compile(r".{1,100}\.\w{2,4}")  # what may name a file by its ending
A_ROW, MANY_A_ROW = 4, 6  # numbers beside one another


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
        if self.grid.system:
            yield f"letters are read as those of {self.grid.system} in Western Europe: if any look"
            yield "wrong, save the file as UTF-8 (in Excel: CSV UTF-8) and begin again"
        if self.grid.pictures:
            inside = plural(self.grid.pictures, "picture")
            yield f"left out: {inside} inside {name}; save them as files, and name them in a column"
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


HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg">
  <background><stack><rect fill="{{{{ {accent} }}}}"/></stack></background>
  <stack pad="3.5">
    <rect rx="2" fill="#ffffff"/>
    <column pad="2.5" gap="{gap:.2g}" align="{align}" fill="#1a1a1a">
"""
FOOT = """\
    </column>
  </stack>
</svg>
"""
SHORT = 40  # characters of a text that may stand beside another
FEW = 3  # short texts that need no second column
PICTURE = 18  # mm: what texts leave a picture of the height


class Card:
    """A template that shows each column below the other, by what it holds; the pictures that cells
    name may lie in ``folder``."""

    def __init__(self, columns: Mapping[str, Column], rows: Sequence[Row], folder: Path) -> None:
        self.columns, self.rows, self.folder = columns, rows, folder
        texts = [name for name, held in columns.items() if held == "text"]
        self.pictures = [name for name in texts if self.shows(name)]
        texts = [name for name in texts if name not in self.pictures]
        called = [name for name in TITLES if name in texts]
        short = [name for name in texts if self.longest(name) <= SHORT]
        self.title = next(iter(called), max(short, key=self.names, default="id"))
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

    def names(self, column: str) -> int:
        """How many different words a column has, which may be the names of the cards."""
        return len({said for row in self.rows if WORD.search(said := getattr(row, column))})

    def longest(self, name: str) -> int:
        return max((len(str(getattr(row, name))) for row in self.rows), default=0)

    def held(self, *kinds: Column) -> Sequence[str]:
        return [name for name, held in self.columns.items() if held in kinds]

    def template(self) -> str:
        """The template. Type shrinks together, as far as a card needs, so that every card fits."""
        lengths = {name: self.longest(name) for name in self.texts}
        main = max(lengths, key=lengths.__getitem__, default="")
        short = [name for name in lengths if lengths[name] <= SHORT and name != main]
        short = short if len(short) > FEW else []
        display = 'height="11" align="center" valign="middle" font-family="display"'
        parts = [
            textbox(self.title, self.value(self.title), 15, f'{display} font-weight="bold"'),
            *self.numbers(),
            *self.flags(),
            *self.drawn(),
        ]
        for at in range(0, len(short), 2):
            pair = short[at : at + 2]
            row = "".join(self.text(name, 8) for name in pair)
            parts.append(where(either(pair), f'<row gap="2">{row}</row>'))
        parts += [self.text(name, 10, main) for name in lengths if name not in short]
        ink = next(iter(self.held("ink")), None)
        accent = f"card.{ink}" if ink else "game.head.accent"
        align = "left" if short else "center"
        head = HEAD.format(accent=accent, gap=min(1, 8 / len(parts)), align=align)
        return head + "".join(f"      {part}\n" for part in parts) + FOOT

    def value(self, name: str) -> str:
        joined = '|join(", ")' if self.columns.get(name) == "list" else ""
        return f"{{{{ card.{name}{joined}|rich }}}}"

    def text(self, name: str, size: int, main: str = "") -> str:
        """A text after its label, which the main one of a card does not need."""
        named = "" if name == main else f"<b>{label(name)}</b> "
        return where(f"card.{name}", textbox(name, f"{named}{self.value(name)}", size))

    def numbers(self) -> Iterator[str]:
        """The lines of a grid of numbers above their labels."""
        if names := self.held("number", "required number"):
            columns = min(len(names), A_ROW if len(names) <= 2 * A_ROW else MANY_A_ROW)
            some = ", ".join(f"card.{name}" for name in names)
            yield f"{{% if [{some}]|reject('none') %}}"
            yield f'<grid columns="{columns}" gap="1 0.5" align="center">'
            for name in names:
                digits = textbox(name, f"{{{{ card.{name} }}}}", 12, 'font-weight="bold"')
                one = f"<column>{digits}{textbox('', label(name), 6)}</column>"
                yield f"  {where(f'card.{name} is not none', one)}"
            yield "</grid>{% endif %}"

    def flags(self) -> Iterator[str]:
        if names := self.held("flag"):
            yield textbox("", "".join(where(f"card.{one}", f"{label(one)} ") for one in names), 8)

    def drawn(self) -> Iterator[str]:
        """The lines of a row of pictures."""
        if self.pictures:
            yield f"{{% if {either(self.pictures)} %}}"
            yield f'<row weight="1" min-height="{PICTURE}" gap="1">'
            for name in self.pictures:
                href = f'href="{{{{ card.{name} }}}}" field="{name}" fit="contain"'
                yield f"  {where(f'card.{name}', f'<image {href}/>')}"
            yield "</row>{% endif %}"


def textbox(field: str, said: str, size: int, more: str = "") -> str:
    """Return a text that shrinks from a size in points as far as it must."""
    named = f' field="{field}"' if field else ""
    shrinks = f'font-size="{size}pt" min-font-size="1pt" size-step="{size / 20:g}pt"'
    more = f" {more}" if more else ""
    return f'<textbox{named}{more} {shrinks} overflow-wrap="anywhere">{said}</textbox>'


def where(condition: str, markup: str) -> str:
    return f"{{% if {condition} %}}{markup}{{% endif %}}"


def either(columns: Sequence[str]) -> str:
    return " or ".join(f"card.{one}" for one in columns)


def label(column: str) -> str:
    return column.strip("_").replace("_", " ").capitalize()

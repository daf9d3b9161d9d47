"""A game begun with a spreadsheet: its columns looked at, and a card that shows each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from card_data import DataError, Problem
from card_data.columns import TableDecoder
from card_data.documents import read_bytes
from card_data.limits import MOST_ENTRIES
from card_data.loader import holder
from card_data.model import Column, Row
from card_data.placeholders import filler
from card_data.problems import Problems, clip
from card_data.spreadsheets.formats import numeral
from card_data.spreadsheets.grid import ENDINGS, Grid
from card_data.spreadsheets.numerals import decimal_sign, plain
from card_data.spreadsheets.reading import ALIASES, NAMED, NOTE, Reader, cells_of, column_name
from card_data.spreadsheets.values import NO, YES
from card_data.staging import Staging
from card_data.tables import IN_EVERY_TABLE, row_type
from card_data.words import counted
from printkit.errors import MarkupError
from printkit.pictures.files import is_known, read_picture
from printkit.workshop.new_game import (
    BLANK,
    blank_components,
    blank_files,
    judge_name,
    refuse_old,
)

TABLE = "cards"
COLOUR = re.compile("#[0-9A-Fa-f]{6}")
WHOLE = re.compile("-?(0|[1-9][0-9]{0,14})")
MOST_WORDS = 30  # characters of an item of a list; longer ones are sentences with semicolons
MOST_TOLD = 5  # pictures
WORDS = {"hand": 3}  # the numbers of a blank game


class Begun(NamedTuple):
    """A game that was begun with a spreadsheet: its folder, the sheet that its rows come from and
    the others of a workbook, the pictures that its cells name and that were not beside it."""

    folder: Path
    sheet: str
    others: Sequence[str]
    missing: Sequence[str]

    def notes(self, said: str) -> Iterator[str]:
        """What there is to know about it; ``said`` is how the spreadsheet was named."""
        name, _, asked = said.partition("#")
        if self.others and not asked:
            known = ", ".join(clip(one) for one in self.others)
            yield f"the cards are those of the sheet {clip(self.sheet)}; {name}#SHEET takes another"
            yield f"(the others: {known})"
        if self.missing:
            shown = ", ".join(clip(one, quoted=False) for one in self.missing[:MOST_TOLD])
            more = ", …" if len(self.missing) > MOST_TOLD else ""
            yield f"put {counted(len(self.missing), 'picture')} into {self.folder}: {shown}{more}"


def sheet_game(said: str, game: str, folder: Path) -> Begun:
    """Start a game with the rows of a spreadsheet, such as ``deck.xlsx#Cards``, in
    ``folder/game``, which must not exist yet; without a name it is called like the file, and
    ``deck.csv`` makes ``deck_game``. The pictures that cells name are copied from beside it.

    Raise `DataError` with what is wrong in the sheet.
    """
    name, _, sheet = said.partition("#")
    file = Path(name)
    if file.suffix.lower() not in ENDINGS:
        message = f"found {clip(said)}, expected a file that ends in {', '.join(ENDINGS)}"
        raise DataError(Problem(message=message, file="--csv"))
    if not game:
        game = re.sub(r"[^\w.-]+", "_", file.stem).strip("_.-").lower()
        game = f"{game}_game" if game in blank_components() else game
    judge_name(game)
    raw = read_bytes(file, name)
    columns, rows, grid = looked_into(raw, name, sheet)
    kept = f"{column_name(file.stem) or TABLE}{file.suffix.lower()}"
    card = Card(columns, rows)
    files = files_of(game, kept + (f"#{grid.sheet}" if grid.sheet else ""), card)
    target, missing = folder / game, list[str]()
    with Staging(folder) as staging:
        staging.begin()
        refuse_old(target)
        staging.write(target / kept, raw)
        for path, text in files.items():
            staging.write(target / path, text)
        for picture in card.named():
            try:
                if PurePath(picture) not in files:
                    staging.write(target / picture, read_picture(picture, file.parent))
            except MarkupError:
                missing.append(picture)
        staging.move_all()
    return Begun(target, grid.sheet, grid.others, missing)


def looked_into(raw: bytes, name: str, sheet: str) -> tuple[dict[str, Column], Sequence[Row], Grid]:
    """The columns of a sheet, with what they hold by their looks, its rows, and its cells."""
    problems = Problems()
    grid = cells_of(raw, sheet, Reader(TABLE, tuple[Row, ...], name, problems))
    columns = {head: held for head, held in guesses(grid) if head}
    if not columns:
        message = "expected a row of heads, such as title and text, and rows under it"
        raise DataError(Problem(message=message, file=name))
    kind: Any = tuple[row_type(TABLE, columns), ...]  # type: ignore[misc]
    document = Reader(TABLE, kind, name, problems).document(grid)
    problems.stop_if_any()
    found = TableDecoder(document, WORDS, filler, problems).read(holder(TABLE, kind))
    problems.stop_if_any()
    return columns, getattr(found, TABLE), grid


def guesses(grid: Grid) -> Iterator[tuple[str, Column]]:
    """What each column holds that no table has anyway."""
    heads = [cell.strip() for cell in grid.rows[0]] if grid.rows else []
    known = {*IN_EVERY_TABLE, *(other for others in ALIASES.values() for other in others)}
    for at, head in enumerate(heads):
        name = column_name(head)
        if head and not head.startswith(NOTE) and name not in known:
            cells = [row[at].strip() if at < len(row) else "" for row in grid.rows]
            for row, numbers in grid.exact.items():
                cells[row] = numeral(numbers[at]) if at in numbers else cells[row]
            yield name, guess(cells[1:], grid.decimal)


def guess(cells: Sequence[str], usual: str) -> Column:
    """What a column holds, by all of its cells.

    >>> guess(["1", "2.5"], "."), guess(["1", ""], "."), guess(["yes", ""], ".")
    ('text', 'text', 'flag')
    >>> guess(["1,000", "2"], "."), guess(["#1f4e5f"], "."), guess(["bird; red", "fish"], ".")
    ('number', 'ink', 'list')
    """
    said = [cell for cell in cells if cell]
    flags = {cell.casefold() for cell in said}
    if flags and flags <= YES | NO and not flags <= {"0", "1"}:
        return "flag"
    decimal = decimal_sign(said, usual)
    if said and all(WHOLE.fullmatch(plain(cell, decimal)) for cell in cells):
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
    printed = re.sub(pad, "", blank["print.yaml"])
    return {
        PurePath("game.yaml"): head,
        PurePath("print.yaml"): printed.replace("size: poker", f"size: {card.size.name}"),
        PurePath("rules.yaml"): blank["rules.yaml"],
        PurePath("templates/card.svg"): card.template(),
        PurePath("templates/back.svg"): (BLANK / "templates" / "back.svg").read_text("utf-8"),
    }


class Size(NamedTuple):
    """A size of sheets.yaml, in mm."""

    name: str
    width: float
    height: float


SIZES = (Size("poker", 63.5, 88.9), Size("tarot", 69.85, 120.65), Size("jumbo", 88.9, 127))
EDGE = 6.0  # mm from the cut to what is printed
TITLE, STRIP, LINE = 11.0, 9.0, 3.3  # mm: the title, a row of numbers, a line of text at 8 pt
A_ROW = 4  # numbers beside one another
WIDTH = 1.55  # mm of a character at 8 pt
LEAST = 0.62  # of that size: 5 pt
GAP = 1.5  # mm below pictures
PICTURED = 0.5  # of the room for texts: what pictures get
INK = "#1a1a1a"


class Card:
    """A template that shows each column, by what it holds and how long it is."""

    def __init__(self, columns: Mapping[str, Column], rows: Sequence[Row]) -> None:
        self.columns, self.rows = columns, rows
        texts = [name for name, held in columns.items() if held == "text"]
        self.pictures = [name for name in texts if self.shows(name)]
        texts = [name for name in texts if name not in self.pictures]
        called = [name for name in NAMED if name in texts]
        short = [name for name in texts if self.longest(name) <= MOST_WORDS]
        self.title = next(iter([*called, *short]), "id")
        self.numbers = [name for name, held in columns.items() if held == "number"]
        self.flags = [name for name, held in columns.items() if held == "flag"]
        self.inks = [name for name, held in columns.items() if held == "ink"]
        self.texts = [
            name for name, held in columns.items()
            if held in ("text", "list") and name not in (self.title, *self.pictures)
        ]  # fmt: skip
        self.main = max(self.texts, key=self.longest, default="")
        fitting = (one for one in SIZES if self.lines(one) * LINE * LEAST**2 <= self.room(one))
        self.size = next(fitting, SIZES[-1])

    def shows(self, name: str) -> bool:
        """Whether each cell of a column names a picture, as far as it is not empty."""
        said = [value for row in self.rows if (value := getattr(row, name))]
        return bool(said) and all(is_known(PurePath(value)) for value in said)

    def named(self) -> Sequence[str]:
        """The pictures that cells name, each once."""
        said = (getattr(row, name) for row in self.rows for name in self.pictures)
        return [*islice(dict.fromkeys(filter(None, said)), MOST_ENTRIES)]

    def longest(self, name: str) -> int:
        """The most characters in a column."""
        return max((len("; ".join(value) if isinstance(value, tuple) else value)
                    for row in self.rows for value in [getattr(row, name)]), default=0)  # fmt: skip

    def room(self, size: Size) -> float:
        """How high the texts may be."""
        share = (PICTURED if self.texts else 1.0) if self.pictures else 0.0
        return self.left(size) * (1 - share)

    def left(self, size: Size) -> float:
        """How high the texts and the pictures may be."""
        strips = -(-len(self.numbers) // A_ROW)
        return size.height - 2 * EDGE - TITLE - strips * STRIP - bool(self.flags) * LINE

    def lines_of(self, name: str, size: Size) -> int:
        """The lines that a column may need."""
        breaks = max((str(getattr(row, name)).count("<br/>") for row in self.rows), default=0)
        label = 0 if name == self.main else len(name) + 2
        return 1 + breaks + int((self.longest(name) + label) * WIDTH / (size.width - 2 * EDGE))

    def lines(self, size: Size) -> int:
        return sum(self.lines_of(name, size) for name in self.texts)

    def template(self) -> str:
        """The template as text."""
        accent = f"card.{self.inks[0]}" if self.inks else "game.head.accent"
        y = EDGE
        parts = [
            '<svg xmlns="http://www.w3.org/2000/svg">',
            '  <background><rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" '
            f'height="{{{{ h + 2 * bleed }}}}" fill="{{{{ {accent} }}}}"/></background>',
            '  <rect x="3.5" y="3.5" width="{{ w - 7 }}" height="{{ h - 7 }}" rx="2" '
            'fill="#ffffff"/>',
            box(self.title, y, TITLE - 1.5, f"{{{{ card.{self.title}|rich }}}}",
                f'align="center" font-family="display" font-weight="bold" fill="{INK}"', 15),
        ]  # fmt: skip
        y += TITLE
        for at in range(0, len(self.numbers), A_ROW):
            parts += self.strip(self.numbers[at : at + A_ROW], y)
            y += STRIP
        if self.flags:
            said = "".join(f"{{% if card.{one} %}}{label(one)} {{% endif %}}" for one in self.flags)
            parts.append(box("", y, LINE, said, f'align="center" fill="{INK}"', 8))
            y += LINE
        high = self.left(self.size) - self.room(self.size)
        for at, name in enumerate(self.pictures):
            parts.append(picture(name, at, len(self.pictures), y, high - GAP))
        y += high
        each = self.room(self.size) / max(1, self.lines(self.size))
        for name in self.texts:
            high = each * self.lines_of(name, self.size)
            parts.append(self.text(name, y, high))
            y += high
        return "\n".join([*parts, "</svg>", ""])

    def strip(self, names: Sequence[str], y: float) -> Iterator[str]:
        """A row of numbers, each over its name."""
        share = f"(w - {2 * EDGE:g}) / {len(names)}"
        for at, name in enumerate(names):
            x = f"{{{{ {EDGE:g} + {at} * {share} }}}}"
            for high, said, font in (
                (0.0, f"{{{{ card.{name} }}}}", 'font-weight="bold" font-size="12pt"'),
                (5.0, label(name), 'font-size="6pt"'),
            ):
                yield (
                    f'  <textbox x="{x}" y="{y + high:.1f}" width="{{{{ {share} }}}}" '
                    f'height="{5.0 if not high else 3.0:g}" align="center" valign="middle" {font} '
                    f'min-font-size="4pt" fill="{INK}">{said}</textbox>'
                )

    def text(self, name: str, y: float, high: float) -> str:
        """A text or a list; all but the longest with their names before them."""
        value = f'card.{name}|join(", ")' if self.columns[name] == "list" else f"card.{name}"
        said = f"{{{{ {value}|rich }}}}"
        if name != self.main:
            said = f"{{% if card.{name} %}}<b>{label(name)}</b> {said}{{% endif %}}"
        kind = 'align="center"' if name == self.main else 'align="left"'
        return box(name, y, high, said, f'{kind} fill="{INK}"', 10)


def box(field: str, y: float, high: float, said: str, style: str, points: int) -> str:
    """A text as wide as the card."""
    named = f' field="{field}"' if field else ""
    return (
        f'  <textbox{named} x="{EDGE:g}" y="{y:.1f}" width="{{{{ w - {2 * EDGE:g} }}}}" '
        f'height="{high:.1f}" valign="middle" {style} font-size="{points}pt" '
        f'min-font-size="5pt">{said}</textbox>'
    )


def picture(column: str, at: int, of: int, y: float, high: float) -> str:
    """One of the pictures that stand beside one another."""
    share = f"(w - {2 * EDGE:g}) / {of}"
    return (
        f'  {{% if card.{column} %}}<image href="{{{{ card.{column} }}}}" field="{column}" '
        f'x="{{{{ {EDGE:g} + {at} * {share} }}}}" y="{y:.1f}" width="{{{{ {share} }}}}" '
        f'height="{high:.1f}" fit="contain"/>{{% endif %}}'
    )


def label(column: str) -> str:
    """A column's name as people read it."""
    return column.strip("_").replace("_", " ").capitalize()

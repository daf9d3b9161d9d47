"""The fields of sheets as the document from which a position was read: places instead of lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from os.path import commonprefix
from typing import Any, NamedTuple

import msgspec

from card_data.reading.documents import Document, Location, Steps
from scoring.positions.findings import OnSheet, Squares, Where

LISTS = ("players",)  # of which sheets have entries that stay empty


class SheetField(NamedTuple):
    """A field of a sheet: its place in the position, the value of a mark, its square of a grid, and
    its place on the sheet."""

    name: str
    value: str
    square: tuple[int, int]
    at: OnSheet


class SheetDocument(Document):
    """The fields of one or several sheets, in the order of filling in.

    ``file`` names all of the sheets. ``seats`` are the entries of players that are filled in;
    ``notes`` are further notes on the sheets.
    """

    def __init__(self, file: str, fields: Sequence[SheetField], notes: Sequence[str] = ()) -> None:
        super().__init__(file, None)
        self.fields, self.notes = fields, tuple(notes)
        self.seats: tuple[int, ...] = ()

    def read(self, root: Any, names: Iterable[str]) -> None:
        """Store the position that the fields contain, of which ``names`` are not empty."""
        self.root = root
        steps = (name.split(".") for name in names)
        self.seats = tuple(
            sorted({int(path[1]) for path in steps if path[0] in LISTS and path[1:]})
        )

    @cached_property
    def groups(self) -> Mapping[str, Sequence[SheetField]]:
        """The fields at and inside each place."""
        found: dict[str, list[SheetField]] = defaultdict(list)
        for field in self.fields:
            place = field.name
            while place:
                found[place].append(field)
                place = place.rpartition(".")[0]
        return found

    def has(self, path: Steps) -> bool:
        """Return whether there is a field at a place or inside it, by the numbers on the sheets."""
        return ".".join(map(str, path)) in self.groups

    def place(self, path: Steps, *, key: bool = False) -> Location:
        """Return the place of a problem, which has a page and a label but no line."""
        return problem_place(self.at(tuple(map(str, path))))

    def at(self, where: Where, squares: Squares = ()) -> OnSheet:
        """Return the place on the sheets of a place in the position: its field, the first of those
        inside it, or else of those around it."""
        return self.nearest(self.on_sheet(where), self.text(where), squares)

    def nearest(self, name: str, value: str = "", squares: Squares = ()) -> OnSheet:
        """Return the place of the field of a name, or of the nearest one."""
        while name and name not in self.groups:
            name = name.rpartition(".")[0]
        fields = self.groups.get(name, ())
        if not fields or name in LISTS:
            return OnSheet(self.file)
        own = [one for one in fields if one.name == name]
        fields = (
            [one for one in own if one.square in squares][:1]
            or [one for one in own if value and one.value == value]
            or fields
        )
        label = common_label([one.at.label for one in fields])
        return msgspec.structs.replace(fields[0].at, label=label)

    def field(self, where: Where) -> OnSheet | None:
        """Return the place of the field, or of the box of a mark; None if no sheet has it."""
        name, value = self.on_sheet(where), self.text(where)
        row = self.groups.get(name.rpartition(".")[0], ()) if where else ()
        marked = any(one.value and one.value == value for one in row)
        return self.at(where) if name in self.groups or marked else None

    def on_sheet(self, where: Where) -> str:
        """Return the name of the field for a place, by the numbers on the sheets."""
        if where[:1] and where[0] in LISTS and len(where) > 1 and int(where[1]) < len(self.seats):
            where = (where[0], str(self.seats[int(where[1])]), *where[2:])
        return ".".join(where)

    def text(self, where: Where) -> str:
        """Return the value at a place, if it is a single text."""
        value = self.value(where)
        return str(value) if isinstance(value, str) else ""

    def lacks(self, where: Where) -> bool:
        """Return whether no sheet has a field for a place."""
        return self.on_sheet(where) not in self.groups


def problem_place(at: OnSheet) -> Location:
    """Return the place of a problem on a sheet, as messages give it."""
    return Location(file=at.shown, line=0, column=0, item=at.label, field="")


def common_label(labels: Sequence[str]) -> str:
    """Return the common beginning of several labels.

    >>> common_label(["Player 1: left page, row 1", "Player 1: left page, row 18"])
    'Player 1: left page'
    >>> common_label(["Player 1: name", "Player 2: name"])
    ''
    """
    if len(set(labels)) == 1:
        return labels[0]
    alike = commonprefix(list(labels))  # noqa: RUF071 - letter by letter
    return alike[: max(alike.rfind(":"), alike.rfind(","), 0)]

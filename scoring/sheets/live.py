"""The printed sheets of a game for a page: a picture of each, and the places to fill in.

>>> import card_data
>>> board, *forms, pad = live_sheets(card_data.load("dice_archive"), 2)
>>> board.sheet.title, [(one.sheet.title, one.sheet.seat) for one in forms]
('Archive board', [('Dice Registry forms', 0), ('Dice Registry forms', 1)])
>>> [(one.path, one.mark) for one in forms[1].sheet.fields][1]
('players.1.tasks.left', 1)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from card_data import Game
from card_data.limits import MOST_FORMS
from card_data.model import Model
from card_data.reading.decode import bare_type
from card_data.scoresheet.table import NO_MARK, TRUE
from printkit.drawing.geometry import box_under
from printkit.drawing.shapes import Face, FieldKind, Symbol, Text
from printkit.drawing.traversal import traverse
from printkit.exports.filled_sheets import sheets as sheets_of
from printkit.faces.filling_in import FieldOnFace, fields_on_face
from printkit.options import Options
from printkit.painting.svg import SvgPainter
from printkit.sheets.layout import Layout
from printkit.sheets.sheet import Placement, Sheet
from printkit.sheets.typesetting import Typesetter
from scoring.ask.questions import PLAYERS, Questions, Titled, questions_of
from scoring.positions.field_types import is_marks

PLACES = 2  # decimals of mm


class LiveField(Model, frozen=True):
    """A place to fill in: its box is in mm from the left and the top of its sheet.

    ``path`` is the dotted path of its place in the position; of a field of kind next that of a
    list. ``label`` is what people call it, such as "Player 1: name". ``mark`` is the value of a
    mark; with ``several`` more than one of the check boxes of this path may be marked. ``list``
    names the list of its sheet from which it is chosen.
    """

    path: str
    kind: FieldKind
    label: str
    x: float
    y: float
    width: float
    height: float
    mark: int | str | bool | None = None
    several: bool = False
    rows: int = 0
    columns: int = 0
    list: int | None = None


class LiveSheet(Model, frozen=True):
    """A sheet to fill in on a page; lengths are in mm.

    ``component`` is the name of its component, ``title`` what people call that, such as "Dice
    Registry forms". ``seat`` is the seat of its player, counting from 0; None if it is for the
    whole table. ``picture`` is the name of the SVG file with everything printed on it: sheets that
    look alike share one. ``fields`` are in the order of filling in, ``lists`` are their choices.
    ``labels`` is from where to where labels of rows lie, beside columns for several players.
    """

    component: str
    title: str
    seat: int | None
    width: float
    height: float
    picture: str
    fields: tuple[LiveField, ...]
    lists: tuple[tuple[Titled, ...], ...]
    labels: tuple[float, float] | None = None


class DrawnSheet(NamedTuple):
    """A sheet, the contents of its picture, and its face with the symbols that it uses."""

    sheet: LiveSheet
    svg: str
    face: Face
    symbols: Mapping[str, Symbol]


def live_sheets(game: Game[Any], players: int, data: Path | None = None) -> list[DrawnSheet]:
    """Return the sheets of a game for this many players, a form for each where they have their own.

    ``data`` is the folder of edited games that the game came from, if any. Of sheets that may
    replace each other the usual one is included. Raise `DataError` for faults of a template.
    """
    usual = [name for name, one in game.components.items() if not one.instead_of]
    return drawn_sheets(game, players, Options(data=data), Typesetter(), usual)


def drawn_sheets(
    game: Game[Any],
    players: int,
    options: Options,
    typesetter: Typesetter,
    only: Collection[str] = (),
) -> list[DrawnSheet]:
    """Return the sheets as printed with these options; of the components named in ``only``, or of
    all. Raise `DataError` for faults of a template."""
    forms = min(max(players, 1), game.head.players.max, MOST_FORMS)
    options = msgspec.structs.replace(options, forms=forms)
    layouts = sheets_of(game, options, typesetter, only)
    model = questions_of(game)
    return [one for layout in layouts for one in draw_layout(layout, model, typesetter)]


def draw_layout(layout: Layout, model: Questions, typesetter: Typesetter) -> Iterator[DrawnSheet]:
    """Yield the sheets of one component, each once."""
    painter = SvgPainter(typesetter.fonts, layout.symbols)
    known_by: set[tuple[object, ...]] = set()
    for face in layout.faces:
        spots = sorted(fields_on_face(face.shapes), key=lambda one: one.field.order)
        names = tuple((one.field.name, one.field.value) for one in spots)
        if not spots or names in known_by:
            continue  # a second copy would say the same
        known_by.add(names)
        seats = seats_in(names)
        seat = min(seats) if layout.component.per_page and len(seats) == 1 else None
        title = layout.component.title
        svg = painter.paint(face_sheet(face), title)
        picture = f"{face.id}-{blake2b(svg.encode(), digest_size=6).hexdigest()}.svg"
        lists: dict[tuple[Titled, ...], int] = {}
        fields = tuple([live_field(one, model, lists) for one in spots])
        wide, high = rounded(face.width), rounded(face.height)
        labels = row_labels(face, spots) if len(seats) > 1 else None
        sheet = LiveSheet(
            layout.name, title, seat, wide, high, picture, fields, tuple(lists), labels
        )
        yield DrawnSheet(sheet, svg, face, layout.symbols)


def row_labels(face: Face, spots: Sequence[FieldOnFace]) -> tuple[float, float] | None:
    """Return where the labels of rows left of all fields begin and end; None without any."""
    boxes, found = [one.box for one in spots], []
    columns = min(box.x for box in boxes)
    for visit in traverse(face.shapes):
        if isinstance(text := visit.shape, Text):
            line = text.x, text.y, text.x + text.width, text.y
            start, y, end, _ = box_under(visit.matrix, line)
            if end <= columns and any(box.y < y < box.y + box.height for box in boxes):
                found.append((rounded(start), rounded(end)))
    return (min(found)[0], max(end for _, end in found)) if found else None


def seats_in(names: Iterable[tuple[str, str]]) -> set[int]:
    """Return the seats of the players in these places."""
    steps = (name.split(".") for name, _ in names)
    return {int(path[1]) for path in steps if path[0] == PLAYERS[0] and path[1:]}


def face_sheet(face: Face) -> Sheet:
    """Return a face as a sheet of its own size, cut at the trim."""
    return Sheet(face.width, face.height, (Placement(face, 0, 0),), ())


def live_field(
    one: FieldOnFace, model: Questions, lists: dict[tuple[Titled, ...], int]
) -> LiveField:
    """Return a field for a page; its choices go into the lists."""
    field = one.field
    x, y, width, height = map(rounded, one.box)
    info = model.kind(tuple(field.name.split(".")))
    choices = by_value(field.choices, model)
    return LiveField(
        field.name, field.kind, field.label, x, y, width, height,
        mark=mark_value(field.value, info) if field.value else None,
        several=field.kind == "check" and is_marks(info),
        rows=field.rows,
        columns=field.columns,
        list=lists.setdefault(choices, len(lists)) if choices else None,
    )  # fmt: skip


def mark_value(text: str, info: inspect.Type) -> int | str | bool:
    """Return the value that a mark gives its place, by the type of the place."""
    kind = bare_type(info)
    if isinstance(kind, inspect.VarTupleType):
        kind = bare_type(kind.item_type)
        if text == NO_MARK:
            return text
    if isinstance(kind, inspect.BoolType):
        return text == TRUE
    if isinstance(kind, inspect.LiteralType):
        return {str(value): value for value in kind.values if value is not None}.get(text, text)
    return int(text) if isinstance(kind, inspect.IntType) else text


def by_value(titles: Iterable[str], model: Questions) -> tuple[Titled, ...]:
    """Return titles with the IDs of their rows; a title without a row stands for itself."""
    ids = {title: known for known, title in model.titles.items()}
    return tuple([(ids.get(title, title), title) for title in titles])


def rounded(length: float) -> float:
    return round(length, PLACES)


def as_json(sheets: Iterable[DrawnSheet]) -> bytes:
    """Return the sheets as JSON for a page; their pictures are files beside it."""
    return msgspec.json.encode([one.sheet for one in sheets])

"""Turns the fields of printed sheets into a position, and back.

The contents of a sheet's fields are a list of entries: the name of a field, which is its place in
the position, and its text. A check box that is marked gives its name and its value; an empty field
gives nothing. The entries are read by the same code as a position file.

>>> import card_data
>>> game = card_data.load("dice_archive")
>>> sheet = [("board.left.1", "Ann"), ("players.0.name", "Ann"), ("players.0.tasks.left", "1")]
>>> filled = from_entries(game, [*sheet, ("players.1.name", "Bo")])
>>> filled.position.board["left"], filled.position.players[0].faces("left")
({1: 'Ann'}, (1,))
>>> entries(filled)[:3] == sheet
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import inspect

from card_data import DataError, Game
from card_data.problems import Problem, Problems, did_you_mean, quote
from card_data.reading.decode import FLAGS, bare_type
from card_data.reading.documents import Document, Quoted, Steps, path_in_words
from card_data.scoresheet.table import FALSE, NO_MARK, NOT_PLAYED, TRUE
from card_data.text import join_words
from scoring.positions.field_types import (
    HEAD,
    accepts,
    fixed_length,
    is_marks,
    may_be_left_out,
    meant,
    names_in,
    optional,
    step_into,
)
from scoring.positions.findings import Where
from scoring.positions.paths import child
from scoring.positions.positions import PositionFile, PositionReader
from scoring.positions.rules import rules_of
from scoring.positions.sheet_document import SheetDocument, problem_place

Entry = tuple[str, str]
EN_DASH = "–"
SHEET = "sheet"  # what messages call the source of entries
RUNNING = f"running={TRUE}"  # the keyword of a form: the game was not over when it was filled in


def from_entries(
    game: Game[Any], sheet: Iterable[Entry], sheets: SheetDocument | None = None
) -> PositionFile:
    """Return the position of the entries of a game's sheets.

    A player with no entry does not play. Check boxes with no mark mean that nothing is marked,
    unless a box for that is among them, as on the pad of a game with a ``score.yaml``; any other
    place without an entry is not answered. Raise `DataError` with every entry that cannot be.

    With their ``sheets``, a place without a field is not answered either, and findings have their
    place on the sheets. Without, boxes of a ``score.yaml`` are those of its pad.
    """
    form = EntryCollector(game, sheets)
    for name, text in sheet:
        form.put(name, text.strip())
    root = form.document(game.id)
    if sheets is not None:
        sheets.read(root, form.names)
        return PositionReader().decode(game, sheets)
    try:
        filled = PositionReader().decode(game, Document(SHEET, root))
    except DataError as error:
        raise DataError(*[without_line(problem) for problem in error.problems]) from None
    return PositionFile(game, filled.position)


def without_line(problem: Problem) -> Problem:
    """Return the problem in a sheet, which has no lines."""
    where = ".".join(filter(None, (problem.item, problem.field)))
    return Problem(message=problem.message, file=problem.file, field=where)


def entries(filled: PositionFile) -> list[Entry]:
    """Return the contents of the fields of the sheets for this position."""
    kind, own = inspect.type_info(type(filled.position)), filled.game.scoresheet is not None
    return [
        (name, entry_text(value))
        for name, value in answers(filled.position, kind, "")
        if name not in HEAD and (own or not (value is False or value == ()))
    ]


def entry_text(value: Any) -> str:
    """Return the entry of an answer; of one that only boxes to tick can say, what its box means."""
    if isinstance(value, bool):
        return TRUE if value else FALSE
    return {NOT_PLAYED: EN_DASH, (): NO_MARK}.get(value, str(value))


def answers(value: Any, info: inspect.Type, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the names of fields at and below a place, each with its answer, or a mark in it; with
    an empty tuple for no marks."""
    kind = bare_type(info)
    if value is None or value is msgspec.UNSET:
        return
    if isinstance(kind, inspect.StructType):
        for part in kind.fields:
            yield from answers(getattr(value, part.name), part.type, child_name(name, part.name))
    elif isinstance(kind, inspect.DictType):
        for key, part in value.items():
            yield from answers(part, kind.value_type, child_name(name, key))
    elif isinstance(kind, inspect.VarTupleType):
        marks = is_marks(info)
        if marks and not value:
            yield name, value
        for index, part in enumerate(value):
            yield from answers(part, kind.item_type, name if marks else child_name(name, index))
    else:
        yield name, value


def field_at(filled: PositionFile, where: Where) -> Entry:
    """Return the name of the field for the place ``where``, and the value of its mark in a row of
    boxes.

    >>> import scoring
    >>> filled = scoring.read("{game: dice_archive, players: [{tasks: {left: [2, 5]}}]}")
    >>> field_at(filled, ("players", "0", "tasks", "left", "1"))
    ('players.0.tasks.left', '5')
    """
    info, value = inspect.type_info(type(filled.position)), filled.position
    for depth, step in enumerate(where):
        value = child(value, step)
        if is_marks(info):
            return ".".join(where[:depth]), "" if value is None else str(value)
        info = step_into(bare_type(info), step) or inspect.AnyType()
    return ".".join(where), ""


def why_misplaced(info: inspect.Type, name: str, value: str = "") -> str:
    """Return why a field is no place in positions of a type; empty if it is one.

    ``value`` is that of a check box.

    >>> from scoring.dice_archive import Position
    >>> why_misplaced(inspect.type_info(Position), "players.0.tasks.left", "3")
    ''
    >>> why_misplaced(inspect.type_info(Position), "players.0.task.left")
    "'task' is not a place in a position; did you mean tasks?"
    """
    for step in name.split("."):
        found = step_into(bare_type(info), step)
        if found is None:
            hint = did_you_mean(step, names_in(bare_type(info)))
            return f"{quote(step)} is not a place in a position{hint}"
        info = found
    leaf = bare_type(info)
    if is_marks(info):
        leaf = bare_type(leaf.item_type) if isinstance(leaf, inspect.VarTupleType) else leaf
        if value == NO_MARK:
            return ""
    if isinstance(leaf, inspect.StructType | inspect.DictType | inspect.VarTupleType):
        return "a group of values, expected one of them"
    return "" if not value or accepts(leaf, value) else f"{quote(value)} is not a valid value here"


def child_name(name: str, step: object) -> str:
    """Return the name of a place inside the place ``name``."""
    return f"{name}.{step}" if name else str(step)


@dataclass
class Tree:
    """Entries by the steps of their names."""

    texts: list[str] = field(default_factory=list)
    inside: dict[str, Tree] = field(default_factory=dict)

    def put(self, steps: list[str], text: str) -> None:
        tree = self
        for step in steps:
            tree = tree.inside.setdefault(step, Tree())
        tree.texts.append(text)


class EntryCollector:
    """The entries of sheets, to be made into a position of a game; collects every problem."""

    def __init__(self, game: Game[Any], sheets: SheetDocument | None) -> None:
        self.info, self.sheets = inspect.type_info(rules_of(game).Position), sheets
        self.scoresheet = game.scoresheet
        self.names: list[str] = []
        self.tree = Tree()
        self.problems = Problems()

    def put(self, name: str, text: str) -> None:
        if wrong := why_misplaced(self.info, name):
            self.blame(name, wrong)
        elif text:
            self.names.append(name)
            self.tree.put(name.split("."), text)

    def blame(self, name: str, wrong: str) -> None:
        """Add a problem with the field of a name."""
        if self.sheets is None:
            self.problems.add(wrong, file=SHEET, field=name)
        else:
            self.problems.add(wrong, **problem_place(self.sheets.nearest(name)))

    def blame_all(self, path: Steps, texts: Sequence[str]) -> None:
        """Add the problem that a place has several values; on sheets, that several of its boxes are
        marked."""
        if self.sheets is None:
            both = " and ".join(texts)
            self.blame(path_in_words(path), f"two different values, {both}: expected one")
            return
        name = ".".join(map(str, path))
        row = f"{self.sheets.nearest(name).label}: "
        boxes = [self.sheets.nearest(name, text).label.removeprefix(row) for text in texts]
        self.blame(name, f"{join_words(boxes, 'and')} are marked, expected one of them")

    def document(self, game: str) -> Any:
        """Return all entries as the root of a document; raise `DataError` with every problem."""
        self.problems.raise_if_any()
        self.tree.put(["game"], game)
        root = self.value(self.tree, self.info, ())
        self.problems.raise_if_any()
        return root

    def noted(self, path: Steps) -> bool:
        """Return whether a place is in a field of a score sheet, whose every blank is told."""
        sheet = self.scoresheet
        return sheet is not None and sheet.field_at(tuple(map(str, path))) is not None

    def left_out(self, part: inspect.Field, path: Steps) -> bool:
        """Return whether a part of a record at a place is left out if it has no entry."""
        return may_be_left_out(part) or (optional(part) and self.noted((*path, part.name)))

    def has_box(self, path: Steps, value: str) -> bool:
        """Return whether the boxes at a place include one with a value."""
        if self.sheets is None:
            return self.noted(path)
        boxes = self.sheets.groups.get(".".join(map(str, path)), ())
        return any(box.value == value for box in boxes)

    def value(self, tree: Tree, info: inspect.Type, path: Steps) -> Any:
        """Return the entries in ``tree`` as the value of a document; None if they answer
        nothing."""
        kind = bare_type(info)
        lacking = self.sheets is not None and path and not self.sheets.has(path)
        if lacking and not (tree.texts or tree.inside):
            return None
        if isinstance(kind, inspect.StructType):
            parts = [
                (part.name, part.type)
                for part in kind.fields
                if part.name in tree.inside or not self.left_out(part, path)
            ]
            return self.mapping(tree, parts, path)
        if isinstance(kind, inspect.DictType):
            keys = [*dict.fromkeys([*names_in(kind), *tree.inside])]
            return self.mapping(tree, [(key, kind.value_type) for key in keys], path)
        if isinstance(kind, inspect.VarTupleType):
            return self.sequence(tree, info, path)
        if isinstance(kind, inspect.BoolType):
            said = {str(FLAGS.get(text, False)).lower() for text in tree.texts}
            if len(said) < 2:
                return said.pop() if said else None if self.has_box(path, FALSE) else FALSE
        if len(set(tree.texts)) > 1:
            self.blame_all(path, list(dict.fromkeys(tree.texts)))
        as_text = Quoted if isinstance(kind, inspect.StrType) else str
        return as_text(meant(tree.texts[0], info)) if tree.texts else None

    def mapping(
        self, tree: Tree, parts: Iterable[tuple[str, inspect.Type]], path: Steps
    ) -> dict[str, Any]:
        """Return a mapping of those parts that the entries answer, and of all rows of a score
        sheet's field."""
        values = {
            step: self.value(tree.inside.get(step, Tree()), kind, (*path, step))
            for step, kind in parts
        }
        all_rows = self.noted(path)
        return {step: value for step, value in values.items() if all_rows or value is not None}

    def sequence(self, tree: Tree, info: inspect.Type, path: Steps) -> list[Any] | None:
        """Return a list: of marks, of the records that have an entry, or of values up to the last
        entry or the last of its places; None if it is optional and has no entry."""
        kind = bare_type(info)
        assert isinstance(kind, inspect.VarTupleType)
        if is_marks(info):
            if NO_MARK in tree.texts and len(set(tree.texts)) > 1:
                self.blame_all(path, list(dict.fromkeys(tree.texts)))
            marks = [text for text in tree.texts if text != NO_MARK]
            return marks if tree.texts or not self.has_box(path, NO_MARK) else None
        entered = {int(step): inner for step, inner in tree.inside.items()}
        least, may_be_none = fixed_length(info)
        if not entered and may_be_none:
            return None
        places = range(max(least, *[place + 1 for place in entered], 0))
        if isinstance(bare_type(kind.item_type), inspect.StructType):
            places = sorted(entered)  # type: ignore[assignment]
        return [
            self.value(entered.get(place, Tree()), kind.item_type, (*path, place))
            for place in places
        ]

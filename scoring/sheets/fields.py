"""From the fields of a printed sheet to a position, and back.

What a sheet's fields hold is a list of entries: the name of a field, which is its place in the
position, and what stands there. A check box that is marked gives its name and its value; a field
left empty gives nothing. The entries are read by the same code as a position file.

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

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import yaml
from msgspec import inspect

from card_data import DataError, Game
from card_data.decode import FLAGS, NULLS, WHOLE
from card_data.documents import Document, Steps, followed
from card_data.problems import Problem, Problems, clip, near
from card_data.words import in_words
from scoring import games
from scoring.positions.findings import Where
from scoring.positions.paths import part
from scoring.positions.positions import Filled, PositionReader
from scoring.sheets.document import Sheets, placed

Entry = tuple[str, str]
HEAD = ("game", "running")  # what no sheet has a field for
SHEET = "sheet"  # what messages call the source of entries
NOWHERE = yaml.Mark("", 0, 0, 0, None, 0)
PLACE = re.compile("[0-9]{1,3}")  # in a list
TRUE = "true"  # the value of a check box that stands for yes or no


def from_entries(game: Game[Any], sheet: Iterable[Entry], sheets: Sheets | None = None) -> Filled:
    """The position that the entries of a game's sheets come to.

    A player with no entry does not play. Check boxes with no mark mean that nothing is marked; any
    other place without an entry is not answered. Raise `DataError` with every entry that cannot be.

    With the ``sheets`` that they stand in, a place that has no field there is not answered either,
    and whatever is wrong is found on them.
    """
    form = Form(games.rules(game).Position, sheets)
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
    return Filled(game, filled.position)


def without_line(problem: Problem) -> Problem:
    """The problem in a sheet, which has no lines."""
    where = ".".join(filter(None, (problem.item, problem.field)))
    return Problem(message=problem.message, file=problem.file, field=where)


def entries(filled: Filled) -> list[Entry]:
    """What the fields of the sheets hold when they say this position."""
    kind = inspect.type_info(type(filled.position))
    return [entry for entry in _entries(filled.position, kind, "") if entry[0] not in HEAD]


def _entries(value: Any, info: inspect.Type, name: str) -> Iterator[Entry]:
    """The entries at and below the place ``name``."""
    kind = known(info)
    if value is None or value is msgspec.UNSET or value is False:
        return
    if isinstance(kind, inspect.StructType):
        for part in kind.fields:
            yield from _entries(getattr(value, part.name), part.type, inside(name, part.name))
    elif isinstance(kind, inspect.DictType):
        for key, part in value.items():
            yield from _entries(part, kind.value_type, inside(name, key))
    elif isinstance(kind, inspect.VarTupleType):
        marks = is_marks(info)
        for index, part in enumerate(value):
            yield from _entries(part, kind.item_type, name if marks else inside(name, index))
    else:
        yield name, TRUE if value is True else str(value)


def field_at(filled: Filled, where: Where) -> Entry:
    """The name of the field for the place ``where``, and the value of its mark in a row of boxes.

    >>> import scoring
    >>> filled = scoring.read("{game: dice_archive, players: [{tasks: {left: [2, 5]}}]}")
    >>> field_at(filled, ("players", "0", "tasks", "left", "1"))
    ('players.0.tasks.left', '5')
    """
    info, value = inspect.type_info(type(filled.position)), filled.position
    for depth, step in enumerate(where):
        value = part(value, step)
        if is_marks(info):
            return ".".join(where[:depth]), "" if value is None else str(value)
        info = step_into(known(info), step) or inspect.AnyType()
    return ".".join(where), ""


def misplaced(info: inspect.Type, name: str, value: str = "") -> str:
    """What keeps a field from being a place in positions of a type; empty if nothing does.

    ``value`` is that of a check box.

    >>> from scoring.dice_archive import Position
    >>> misplaced(inspect.type_info(Position), "players.0.tasks.left", "3")
    ''
    >>> misplaced(inspect.type_info(Position), "players.0.task.left")
    "'task' is not a place in a position; did you mean tasks?"
    """
    for step in name.split("."):
        found = step_into(known(info), step)
        if found is None:
            return f"{clip(step)} is not a place in a position{near(step, names_in(known(info)))}"
        info = found
    leaf = known(info)
    if is_marks(info):
        leaf = known(leaf.item_type) if isinstance(leaf, inspect.VarTupleType) else leaf
    if isinstance(leaf, inspect.StructType | inspect.DictType | inspect.VarTupleType):
        return "a group of values, expected one of them"
    return "" if not value or fits(leaf, value) else f"{clip(value)} is not a valid value here"


def step_into(info: inspect.Type, step: str) -> inspect.Type | None:
    """The type of what ``step`` leads to inside a value; None if it leads nowhere."""
    if isinstance(info, inspect.StructType):
        return next((part.type for part in info.fields if part.name == step), None)
    if isinstance(info, inspect.DictType):
        return info.value_type if fits(known(info.key_type), step) else None
    if isinstance(info, inspect.VarTupleType):
        return info.item_type if PLACE.fullmatch(step) else None
    return None


def names_in(info: inspect.Type) -> list[str]:
    """The names that may stand inside a value of a type, as far as they are fixed."""
    if isinstance(info, inspect.StructType):
        return [part.name for part in info.fields]
    keys = known(info.key_type) if isinstance(info, inspect.DictType) else None
    return [str(value) for value in keys.values] if isinstance(keys, inspect.LiteralType) else []


def fits(info: inspect.Type, text: str) -> bool:
    """Whether a text can be a value of a simple type."""
    if isinstance(info, inspect.IntType):
        return WHOLE.fullmatch(text) is not None
    if isinstance(info, inspect.LiteralType):
        return text in map(str, info.values)
    if isinstance(info, inspect.BoolType):
        return text == TRUE
    return text not in NULLS


def known(info: inspect.Type) -> inspect.Type:
    """A type without what is said of it, and without the ways to leave it unanswered."""
    while isinstance(info, inspect.Metadata | inspect.UnionType):
        if isinstance(info, inspect.Metadata):
            info = info.type
        else:
            info = next(kind for kind in info.types if not isinstance(kind, inspect.NoneType))
    return info


def may_be_left_out(part: inspect.Field) -> bool:
    """Whether a value that is not there is no open answer: its default is UNSET."""
    unset = part.default is msgspec.NODEFAULT and part.default_factory is msgspec.NODEFAULT
    return unset and not part.required


def is_marks(info: inspect.Type) -> bool:
    """Whether a type is that of a row of check boxes (`scoring.positions.positions.Marks`)."""
    if isinstance(info, inspect.UnionType):
        return any(is_marks(kind) for kind in info.types)
    return isinstance(info, inspect.Metadata) and bool((info.extra or {}).get("marks"))


def places_in(info: inspect.Type) -> tuple[int, str]:
    """How many places a list has that is always as long (`scoring.scoresheet.noted`), 0 for any
    other; and what an empty one stands for."""
    if isinstance(info, inspect.UnionType):
        return max(map(places_in, info.types))
    extra = (info.extra or {}) if isinstance(info, inspect.Metadata) else {}
    return extra.get("places", 0), extra.get("empty", "null")


def inside(name: str, step: object) -> str:
    """The name of a place inside the place ``name``."""
    return f"{name}.{step}" if name else str(step)


@dataclass
class Tree:
    """Entries by the steps of their names."""

    texts: list[str] = field(default_factory=list)
    inside: dict[str, Tree] = field(default_factory=dict)

    def put(self, steps: list[str], text: str) -> None:
        """Add an entry."""
        tree = self
        for step in steps:
            tree = tree.inside.setdefault(step, Tree())
        tree.texts.append(text)


class Form:
    """The entries of sheets on their way to a position of a ``kind``; collects every problem."""

    def __init__(self, kind: type[Any], sheets: Sheets | None) -> None:
        self.info, self.sheets = inspect.type_info(kind), sheets
        self.names: list[str] = []
        self.tree = Tree()
        self.problems = Problems()

    def put(self, name: str, text: str) -> None:
        """Add an entry, if it says anything."""
        if wrong := misplaced(self.info, name):
            self.blame(name, wrong)
        elif text:
            self.names.append(name)
            self.tree.put(name.split("."), text)

    def blame(self, name: str, wrong: str) -> None:
        """Keep a problem with the field of a name."""
        if self.sheets is None:
            self.problems.add(wrong, file=SHEET, field=name)
        else:
            self.problems.add(wrong, **placed(self.sheets.nearest(name)))

    def blame_all(self, path: Steps, texts: Sequence[str]) -> None:
        """Keep that a place has several values; on sheets, that several of its boxes are marked."""
        if self.sheets is None:
            both = " and ".join(texts)
            self.blame(followed(path), f"two different values, {both}: expected one")
            return
        name = ".".join(map(str, path))
        row = f"{self.sheets.nearest(name).label}: "
        boxes = [self.sheets.nearest(name, text).label.removeprefix(row) for text in texts]
        self.blame(name, f"{in_words(boxes, 'and')} are marked, expected one of them")

    def document(self, game: str) -> yaml.Node | None:
        """All entries as the root of a document; raise `DataError` with every problem."""
        self.problems.stop_if_any()
        self.tree.put(["game"], game)
        root = self.node(self.tree, self.info, ())
        self.problems.stop_if_any()
        return root

    def node(self, tree: Tree, info: inspect.Type, path: Steps) -> yaml.Node | None:
        """The entries in ``tree`` as the node of a document; None if they answer nothing."""
        kind = known(info)
        lacking = self.sheets is not None and path and not self.sheets.has(path)
        if lacking and not (tree.texts or tree.inside):
            return None
        if isinstance(kind, inspect.StructType):
            parts = [
                (part.name, part.type)
                for part in kind.fields
                if part.name in tree.inside or not may_be_left_out(part)
            ]
            return self.mapping(tree, parts, path)
        if isinstance(kind, inspect.DictType):
            keys = [*dict.fromkeys([*names_in(kind), *tree.inside])]
            return self.mapping(tree, [(key, kind.value_type) for key in keys], path)
        if isinstance(kind, inspect.VarTupleType):
            return self.sequence(tree, info, path)
        if isinstance(kind, inspect.BoolType):
            return scalar(str(any(text in FLAGS and FLAGS[text] for text in tree.texts)).lower())
        if len(set(tree.texts)) > 1:
            self.blame_all(path, list(dict.fromkeys(tree.texts)))
        style = '"' if isinstance(kind, inspect.StrType) else None
        return scalar(tree.texts[0], style) if tree.texts else None

    def mapping(
        self, tree: Tree, parts: Iterable[tuple[str, inspect.Type]], path: Steps
    ) -> yaml.Node:
        """A mapping of those parts that the entries answer."""
        pairs = []
        for step, kind in parts:
            node = self.node(tree.inside.get(step, Tree()), kind, (*path, step))
            if node is not None:
                pairs.append((scalar(step), node))
        return yaml.MappingNode("", pairs, NOWHERE, NOWHERE)

    def sequence(self, tree: Tree, info: inspect.Type, path: Steps) -> yaml.Node:
        """A list: of marks, of the records that have an entry, or of values up to the last entry
        or the last of its places."""
        kind = known(info)
        assert isinstance(kind, inspect.VarTupleType)
        if is_marks(info):
            return listing([scalar(text) for text in tree.texts])
        entered = {int(step): inner for step, inner in tree.inside.items()}
        least, empty = places_in(info)
        places = range(max(least, *[place + 1 for place in entered], 0))
        if isinstance(known(kind.item_type), inspect.StructType):
            places = sorted(entered)  # type: ignore[assignment]
        nodes = [
            self.node(entered.get(place, Tree()), kind.item_type, (*path, place))
            for place in places
        ]
        return listing([scalar(empty) if node is None else node for node in nodes])


def scalar(text: str, style: str | None = None) -> yaml.ScalarNode:
    return yaml.ScalarNode("", text, NOWHERE, NOWHERE, style)


def listing(nodes: list[yaml.Node]) -> yaml.SequenceNode:
    return yaml.SequenceNode("", nodes, NOWHERE, NOWHERE)

"""Corrections of an invalid position: slips of the pen, taken back.

A number may be one off, two entries exchanged, a mark one too many or in the row beside its own.
The cost of a correction says how unlikely it is. `scoring.positions.likely` finds out which of them
makes the position valid.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any, NamedTuple

from msgspec import UNSET, inspect

from card_data import Game
from card_data.problems import closest_name, shorten
from card_data.reading.decode import bare_type
from card_data.reading.documents import path_in_words
from scoring import games
from scoring.positions.field_types import HEAD, is_marks
from scoring.positions.findings import Finding, Where
from scoring.positions.paths import NESTED, put
from scoring.positions.players import name_at
from scoring.positions.positions import PositionFile, own_steps
from scoring.positions.sheet_document import SheetDocument

MOST_INSIDE = 64  # values beside each other: more are no row of any sheet
FEW = (1, 2)  # of what may be left out where none is written
LARGEST = 9999  # of numbers whose digits may be mistaken

# What kinds of slips cost.
EXPECTED = 0.5  # the check says what should stand there
ONE_OFF, DIGITS, OTHER_DIGITS = 1.0, 1.0, 2.0
EXCHANGED, FAR_EXCHANGED = 1.0, 1.5
MARK, NEAR_MARK, OTHER_MARK = 1.0, 1.2, 1.4
MISSPELT, OTHER_CHOICE = 0.5, 1.4


class Edit(NamedTuple):
    """A place in a position and its new value."""

    where: Where
    value: Any


class Correction(NamedTuple):
    """A change that was possibly meant; ``describe`` returns its words."""

    cost: float
    edits: tuple[Edit, ...]
    describe: Callable[[], str]


class Node(NamedTuple):
    """A value of a position, with its type as it is declared."""

    where: Where
    value: Any
    info: inspect.Type


class Corrections:
    """Corrections that are special to a game; a game's ``corrections.py`` extends this class."""

    def choices(self, where: Where, invalid: InvalidPosition) -> Sequence[Any]:
        """Return the possible values of a place, or the items or keys of its list or mapping;
        nothing for any number."""
        return ()

    def candidates(self, invalid: InvalidPosition) -> Iterable[Correction]:
        """Return corrections besides the usual ones."""
        return ()

    def plausible(self, position: Any, game: Game[Any]) -> bool:
        """Return the result of a quick test that impossible positions may fail, to spare them the
        check."""
        return True


class InvalidPosition:
    """A position with findings, as the corrections need it."""

    def __init__(self, filled: PositionFile, findings: Sequence[Finding]) -> None:
        self.filled, self.findings = filled, findings
        self.position, self.game = filled.position, filled.game
        self.corrections: Corrections = games.corrections(filled.game) or Corrections()

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All answered values, each before those inside it."""
        top = inspect.type_info(type(self.position))
        return tuple([node for node in nodes(self.position, top, ()) if node.where])

    @cached_property
    def rows(self) -> list[list[Node]]:
        """Values that stand beside each other, in lists: those in one record, mapping or list, or
        the same value of every player."""
        found: dict[Where, list[Node]] = defaultdict(list)
        for node in self.nodes:
            found[node.where[:-1]].append(node)
            if node.where[0] == "players" and len(node.where) > 2:
                found["players", "*", *node.where[2:]].append(node)
        return list(found.values())

    @cached_property
    def names(self) -> list[str]:
        """The names of the players who have one."""
        players = getattr(self.position, "players", None) or ()
        return [name for one in players if (name := getattr(one, "name", None))]

    def keys(self, node: Node) -> list[Any]:
        """Return the possible keys of a mapping, with its type of key: texts or numbers."""
        kind = bare_type(node.info)
        assert isinstance(kind, inspect.DictType)
        keys = bare_type(kind.key_type)
        if isinstance(keys, inspect.LiteralType):
            return list(keys.values)
        as_key = int if isinstance(keys, inspect.IntType) else str
        return [as_key(key) for key in self.corrections.choices(node.where, self)]

    def label(self, where: Where) -> str:
        """Return a place in words: ``Ann's tasks left no. 2``, or the label of its field on a
        sheet."""
        who = name_at(self.position, where)
        document = self.filled.document
        if not who and isinstance(document, SheetDocument) and not document.lacks(where):
            on_sheet = document.nearest(document.on_sheet(where)).label
            if on_sheet:
                return on_sheet
        place = re.sub("_|[.](?! )", " ", path_in_words(own_steps(self.position, where)))
        return f"{who}'s {place}" if who else place


def nodes(value: Any, info: inspect.Type, where: Where) -> Iterator[Node]:
    """Yield a value and all values inside it, except those without a field on any sheet."""
    long = isinstance(value, dict | tuple) and len(value) > MOST_INSIDE
    if value is None or value is UNSET or long or where[:1] in [(name,) for name in HEAD]:
        return
    yield Node(where, value, info)
    kind = bare_type(info)
    if isinstance(kind, inspect.StructType):
        for part in kind.fields:
            yield from nodes(getattr(value, part.name), part.type, (*where, part.name))
    elif isinstance(kind, inspect.DictType):
        for key, part in value.items():
            yield from nodes(part, kind.value_type, (*where, str(key)))
    elif isinstance(kind, inspect.VarTupleType) and not is_marks(info):
        for index, part in enumerate(value):
            yield from nodes(part, kind.item_type, (*where, str(index)))


def apply_edits(position: Any, edits: Iterable[Edit]) -> Any:
    for where, value in edits:
        position = put(position, where, value)
    return position


# What may be meant


def expected(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield the value that the check expects."""
    for finding in invalid.findings:
        if finding.right is not None:
            yield replacement(invalid, EXPECTED, finding.where, finding.right)


def numbers(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield numbers one off, with digits swapped, repeated or missing; and yes for no."""
    for node in invalid.nodes:
        if isinstance(node.value, bool):
            yield replacement(invalid, MARK, node.where, not node.value)
        elif isinstance(node.value, int):
            for cost, number in other_numbers(node.value):
                yield replacement(invalid, cost, node.where, number)


def other_numbers(number: int) -> Iterator[tuple[float, int]]:
    """Yield the numbers that a number may have been misread from, with their costs.

    >>> sorted({meant for _, meant in other_numbers(18)})
    [-18, 1, 8, 17, 19, 81, 180]
    """
    yield ONE_OFF, number + 1
    yield ONE_OFF, number - 1
    if abs(number) > LARGEST:
        return
    text, sign = str(abs(number)), -1 if number < 0 else 1
    for at in range(len(text) - 1):
        turned = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        if turned[0] != "0":
            yield DIGITS, sign * int(turned)
    for at in range(len(text) if len(text) > 1 else 0):
        left = text[:at] + text[at + 1 :]
        doubled = text[at] in (text[at - 1 : at] + text[at + 1 : at + 2])
        if left[0] != "0":
            yield DIGITS if doubled else OTHER_DIGITS, sign * int(left)
    yield OTHER_DIGITS, -number
    yield OTHER_DIGITS, number * 10


def swaps(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield exchanges of two neighbouring values."""
    for row in invalid.rows:
        for (at, one), (then, other) in combinations(enumerate(row), 2):
            if bare_type(one.info) == bare_type(other.info) and one.value != other.value:
                cost = EXCHANGED if then == at + 1 else FAR_EXCHANGED
                edits = (Edit(one.where, other.value), Edit(other.where, one.value))
                yield Correction(cost, edits, partial(swap_text, invalid, edits))


def swap_text(invalid: InvalidPosition, edits: tuple[Edit, Edit]) -> str:
    """Return ``Ann's manuscripts 8 and open secrets 3, not the other way round``; without a value
    to show, ``Ann's tasks left and tasks middle exchanged``; of names, ``Ann and Bo exchanged``."""
    if edits[0].where[-1] == "name":
        return f"{edits[1].value} and {edits[0].value} exchanged"
    one, other = [labelled_value(invalid.label(where), value) for where, value in edits]
    who, apostrophe, rest = other.partition("'s ")
    if apostrophe and one.startswith(who + apostrophe):
        other = rest
    shown = one != invalid.label(edits[0].where)
    return f"{one} and {other}{', not the other way round' if shown else ' exchanged'}"


def entries(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield corrections of mappings: an entry under a neighbouring key, a surplus or a missing
    one."""
    for node in invalid.nodes:
        kind = bare_type(node.info)
        if not isinstance(kind, inspect.DictType) or not isinstance(node.value, dict):
            continue
        inner = bare_type(kind.value_type)
        if isinstance(inner, inspect.IntType | inspect.StrType):
            yield from entries_of(invalid, node, isinstance(inner, inspect.StrType))


def entries_of(invalid: InvalidPosition, node: Node, named: bool) -> Iterator[Correction]:
    """Yield the corrections of one mapping; in one of names an entry stands for a mark."""
    lacking = [key for key in invalid.keys(node) if key not in node.value]
    label = invalid.label(node.where)
    for key, value in node.value.items():
        rest = {other: kept for other, kept in node.value.items() if other != key}
        what = labelled_value(key, value)
        if named:
            yield correction(MARK, node.where, rest, f"{label} without {what}")
        for other in lacking:
            said = f"{label} {labelled_value(other, value)} in place of {what}"
            yield correction(NEAR_MARK, node.where, {**rest, other: value}, said)
    for key in lacking:
        where = (*node.where, str(key))
        for value in invalid.corrections.choices(where, invalid) if named else FEW:
            said = f"{label} {labelled_value(key, value)}, which is left out"
            if node.value:
                yield correction(MARK, where, value, said)
            else:  # nothing says of what kind its keys are
                yield correction(MARK, node.where, {key: value}, said)


def marks(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield corrections of check boxes: a mark too many, missing, or in another box."""
    for node in invalid.nodes:
        if not is_marks(node.info):
            continue
        label = invalid.label(node.where)
        may = invalid.corrections.choices(node.where, invalid)
        lacking = [one for one in may if one not in node.value]
        for at, mark in enumerate(node.value):
            rest = without(node.value, at)
            once = "once" if mark in rest else "not marked"
            yield correction(MARK, node.where, rest, f"{label}: {mark} {once}")
            for other in lacking:
                cost = NEAR_MARK if isinstance(mark, int) and abs(other - mark) == 1 else OTHER_MARK
                said = f"{label}: {other} marked in place of {mark}"
                yield correction(cost, node.where, put(node.value, (str(at),), other), said)
        for other in lacking:
            yield correction(MARK, node.where, (*node.value, other), f"{label}: {other} marked too")


def moved_marks(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield corrections that move a mark to the row beside it."""
    for row in invalid.rows:
        for one, other in combinations([node for node in row if is_marks(node.info)], 2):
            if bare_type(one.info) != bare_type(other.info):
                continue
            for source, to in ((one, other), (other, one)):
                for at, mark in enumerate(source.value):
                    taken = Edit(source.where, without(source.value, at))
                    edits = taken, Edit(to.where, (*to.value, mark))
                    said = partial(move_text, invalid, mark, source.where, to.where)
                    if mark not in to.value:
                        yield Correction(NEAR_MARK, edits, said)


def move_text(invalid: InvalidPosition, mark: Any, source: Where, to: Where) -> str:
    """Return ``Ann's tasks left: 4 marked here, not in Ann's tasks middle``."""
    return f"{invalid.label(to)}: {mark} marked here, not in {invalid.label(source)}"


def choices(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield other allowed names, the closest to an unknown one first in cost."""
    for node in invalid.nodes:
        if not isinstance(node.value, str) or "\n" in node.value or node.where[-1:] == ("name",):
            continue
        may = invalid.corrections.choices(node.where, invalid)
        unknown = any(found.where == node.where for found in invalid.findings)
        near = closest_name(node.value, may) if unknown else ""
        for name in may:
            if name != node.value:
                cost = MISSPELT if name == near else OTHER_CHOICE
                yield replacement(invalid, cost, node.where, name)


def items(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield lists of numbers without one of them."""
    for node in invalid.nodes:
        kind = bare_type(node.info)
        if not isinstance(kind, inspect.VarTupleType) or is_marks(node.info):
            continue
        if not isinstance(bare_type(kind.item_type), inspect.IntType):
            continue
        label = invalid.label(node.where)
        for at, number in enumerate(node.value):
            said = f"{label} without no. {at + 1}, {number}"
            yield correction(MARK, node.where, without(node.value, at), said)


def players(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield players' names as they are written elsewhere."""
    strangers = {node.value for node in invalid.nodes if isinstance(node.value, str)}
    for seat, name in enumerate(invalid.names):
        if near := closest_name(name, strangers - {*invalid.names}):
            yield replacement(invalid, MISSPELT, ("players", str(seat), "name"), near)


def without(row: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return (*row[:at], *row[at + 1 :])


def correction(cost: float, where: Where, value: Any, said: str) -> Correction:
    """Return a correction of one place, with its words at hand."""
    return Correction(cost, (Edit(where, value),), partial(str, said))


def replacement(invalid: InvalidPosition, cost: float, where: Where, value: Any) -> Correction:
    return Correction(cost, (Edit(where, value),), partial(replacement_text, invalid, where, value))


def replacement_text(invalid: InvalidPosition, where: Where, value: Any) -> str:
    """Return ``Bo's manuscripts 8 in place of 18``."""
    before = next((node.value for node in invalid.nodes if node.where == where), 0)
    return f"{labelled_value(invalid.label(where), value)} in place of {as_text(before)}"


def labelled_value(label: object, value: Any) -> str:
    """Return a label with a single value; a colon follows a number and a field's label.

    >>> labelled_value("manuscripts", 8), labelled_value("rounds no. 2", 34)
    ('manuscripts 8', 'rounds no. 2: 34')
    >>> labelled_value("page left", "..A\\nA..")
    'page left'
    """
    if isinstance(value, NESTED) or "\n" in str(value):
        return str(label)
    short = str(label).rpartition(" ")[2]
    apart = short.isdecimal() or len(short) == 1 or re.search("[,:] ", str(label))
    return f"{label}{':' if apart else ''} {as_text(value)}"


def as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else shorten(str(value))


def candidates(invalid: InvalidPosition) -> Iterator[Correction]:
    """Yield all corrections, in no order."""
    yield from invalid.corrections.candidates(invalid)
    for kind in USUAL:
        yield from kind(invalid)


USUAL = (expected, numbers, swaps, entries, marks, moved_marks, choices, items, players)

"""What may be meant by a position that cannot be: the commonest slips of the pen, taken back.

A number may be one off or have a digit too many, two entries may be exchanged, a name misspelt.
Each is a proposal with a cost, which says how unlikely it is; which of them makes the position
possible is not looked at here (`scoring.positions.likely`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any, NamedTuple

from msgspec import UNSET, inspect

from card_data.documents import followed
from card_data.problems import clip, closest
from scoring.positions import seating
from scoring.positions.findings import Finding, Where
from scoring.positions.kinds import HEAD, is_marks, known
from scoring.positions.paths import NESTED, put
from scoring.positions.positions import Filled, own_steps
from scoring.positions.sheets import Sheets

MOST_INSIDE = 64  # values beside each other: more are no row of any sheet
LARGEST = 9999  # of numbers whose digits may be mistaken

# What kinds of slips cost.
EXPECTED, MISSPELT = 0.5, 0.5  # the check says what should stand there; a near miss of a name
ONE_OFF, DIGITS, OTHER_DIGITS, FLAG = 1.0, 1.0, 2.0, 1.0
EXCHANGED, FAR_EXCHANGED = 1.0, 1.5


class Edit(NamedTuple):
    """What is to stand at a place instead."""

    where: Where
    value: Any


class Proposal(NamedTuple):
    """A change that may be what was meant: how unlikely its kind is, and how it is told."""

    cost: float
    edits: tuple[Edit, ...]
    said: Callable[[], str]


class Node(NamedTuple):
    """A value of a position, with its type as it is declared."""

    where: Where
    value: Any
    info: inspect.Type


class Faulty:
    """A position that cannot be, and what was found in it, as the proposals need them."""

    def __init__(self, filled: Filled, findings: Sequence[Finding]) -> None:
        self.filled, self.findings = filled, findings
        self.position, self.game = filled.position, filled.game

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every value that is answered, those inside others after them."""
        top = inspect.type_info(type(self.position))
        return tuple([node for node in nodes(self.position, top, ()) if node.where])

    @cached_property
    def rows(self) -> list[list[Node]]:
        """Values that stand beside each other: each list has those in one record, mapping or list,
        or the same value of every player."""
        found: dict[Where, list[Node]] = defaultdict(list)
        for node in self.nodes:
            found[node.where[:-1]].append(node)
            if node.where[0] == "players" and len(node.where) > 2:
                found["players", "*", *node.where[2:]].append(node)
        return list(found.values())

    @cached_property
    def names(self) -> list[str]:
        """The players, as far as they are named."""
        players = getattr(self.position, "players", None) or ()
        return [name for one in players if (name := getattr(one, "name", None))]

    def label(self, where: Where) -> str:
        """A place in words: ``Ann's tasks left no. 2``, or by the label of its field on a sheet."""
        who = seating.called(self.position, where)
        document = self.filled.document
        if not who and isinstance(document, Sheets) and not document.lacks(where):
            on_sheet = document.nearest(document.on_sheet(where)).label
            if on_sheet:
                return on_sheet
        place = re.sub("_|[.](?! )", " ", followed(own_steps(self.position, where)))
        return f"{who}'s {place}" if who else place


def nodes(value: Any, info: inspect.Type, where: Where) -> Iterator[Node]:
    """A value and all that is inside it, without what no sheet has a field for."""
    long = isinstance(value, dict | tuple) and len(value) > MOST_INSIDE
    if value is None or value is UNSET or long or where[:1] in [(name,) for name in HEAD]:
        return
    yield Node(where, value, info)
    kind = known(info)
    if isinstance(kind, inspect.StructType):
        for part in kind.fields:
            yield from nodes(getattr(value, part.name), part.type, (*where, part.name))
    elif isinstance(kind, inspect.DictType):
        for key, part in value.items():
            yield from nodes(part, kind.value_type, (*where, str(key)))
    elif isinstance(kind, inspect.VarTupleType) and not is_marks(info):
        for index, part in enumerate(value):
            yield from nodes(part, kind.item_type, (*where, str(index)))


def changed(position: Any, edits: Iterable[Edit]) -> Any:
    """A position after a change."""
    for where, value in edits:
        position = put(position, where, value)
    return position


# What may be meant


def proposals(faulty: Faulty) -> Iterator[Proposal]:
    """Everything that may be meant, in no order."""
    for kind in (expected, numbers, names, exchanged):
        yield from kind(faulty)


def expected(faulty: Faulty) -> Iterator[Proposal]:
    """What the check says should stand there."""
    for finding in faulty.findings:
        if finding.right is not None:
            yield in_place(faulty, EXPECTED, finding.where, finding.right)


def numbers(faulty: Faulty) -> Iterator[Proposal]:
    """Numbers one off, or with their digits exchanged or one too many; yes for no."""
    for node in faulty.nodes:
        if isinstance(node.value, bool):
            yield in_place(faulty, FLAG, node.where, not node.value)
        elif isinstance(node.value, int):
            for cost, number in other_numbers(node.value):
                yield in_place(faulty, cost, node.where, number)


def other_numbers(number: int) -> Iterator[tuple[float, int]]:
    """What a number may be misread from.

    >>> sorted({meant for _, meant in other_numbers(18)})
    [1, 8, 17, 19, 81]
    """
    yield ONE_OFF, number + 1
    yield ONE_OFF, number - 1
    text = str(number)
    if not 9 < number <= LARGEST:
        if 0 < number <= 9:
            yield OTHER_DIGITS, 10 * number  # of 01
        return
    for at in range(len(text)):
        left = text[:at] + text[at + 1 :]
        doubled = text[at] in (text[at - 1 : at] + text[at + 1 : at + 2])
        turned = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        yield from [(DIGITS, int(turned))] if turned[0] != "0" else []
        yield from [(DIGITS if doubled else OTHER_DIGITS, int(left))] if left[0] != "0" else []


def names(faulty: Faulty) -> Iterator[Proposal]:
    """A player as the others call them, where something is found; a player's own name as it is
    written elsewhere."""
    places = {found.where for found in faulty.findings}
    strangers = {node.value for node in faulty.nodes if isinstance(node.value, str)}
    for node in faulty.nodes:
        if isinstance(node.value, str) and "\n" not in node.value:
            own = node.where[-1] == "name"
            known_names = strangers - {*faulty.names} if own else faulty.names
            near = closest(node.value, known_names) if own or node.where in places else ""
            if near and near != node.value:
                yield in_place(faulty, MISSPELT, node.where, near)


def exchanged(faulty: Faulty) -> Iterator[Proposal]:
    """Two values beside each other, exchanged."""
    for row in faulty.rows:
        for (at, one), (then, other) in combinations(enumerate(row), 2):
            if known(one.info) == known(other.info) and one.value != other.value:
                cost = EXCHANGED if then == at + 1 else FAR_EXCHANGED
                edits = (Edit(one.where, other.value), Edit(other.where, one.value))
                yield Proposal(cost, edits, partial(told_exchanged, faulty, edits))


def told_exchanged(faulty: Faulty, edits: tuple[Edit, Edit]) -> str:
    """``Ann's manuscripts 8 and open secrets 3, not the other way round``."""
    one, other = [valued(faulty.label(where), value) for where, value in edits]
    who, apostrophe, rest = other.partition("'s ")
    if apostrophe and one.startswith(who + apostrophe):
        other = rest
    return f"{one} and {other}, not the other way round"


def in_place(faulty: Faulty, cost: float, where: Where, value: Any) -> Proposal:
    """A value in place of another."""
    return Proposal(cost, (Edit(where, value),), partial(told_in_place, faulty, where, value))


def told_in_place(faulty: Faulty, where: Where, value: Any) -> str:
    """``Bo's manuscripts 8 in place of 18``."""
    before = next((node.value for node in faulty.nodes if node.where == where), 0)
    return f"{valued(faulty.label(where), value)} in place of {shown(before)}"


def valued(label: str, value: Any) -> str:
    """A place with what stands there, if that is a single value; a number has a colon after it,
    and so has the label of a field.

    >>> valued("manuscripts", 8), valued("rounds no. 2", 34), valued("page left", "..A\\nA..")
    ('manuscripts 8', 'rounds no. 2: 34', 'page left')
    """
    if isinstance(value, NESTED) or "\n" in str(value):
        return label
    short = label.rpartition(" ")[2]
    apart = short.isdecimal() or len(short) == 1 or re.search("[,:] ", label)
    return f"{label}{':' if apart else ''} {shown(value)}"


def shown(value: Any) -> str:
    """A single value as a file has it."""
    return str(value).lower() if isinstance(value, bool) else clip(str(value), quoted=False)

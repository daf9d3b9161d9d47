"""The positions of a game with a ``score.yaml``: a type made from its fields, and their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import UNSET, Meta

from card_data.model import Model
from card_data.scoresheet.sheet import Field, Scoresheet
from card_data.scoresheet.table import NOBODY, NONE, NOT_PLAYED, PLAYERS, ROUNDS
from scoring.positions.findings import Where
from scoring.positions.paths import child, put
from scoring.positions.positions import Claim, Marks, PlayerName, Players, Running

NO_ONE = "nobody"  # who has what no player has
Reading = Callable[[Any, dict[str, int]], Any]
Owner = Annotated[str, Meta(extra={"nobody": NO_ONE})]


def literal(values: Sequence[str]) -> Any:
    """Return the type of one of some texts."""
    return Literal[tuple(values)] if values else str


def type_of(field: Field, sheet: Scoresheet) -> Any:
    """Return the type of a field's answer, inside the tables or rounds that it goes over."""
    single: Any = {"number": int, "truth": bool, "player": Owner}.get(field.holds)
    single = single or literal(field.choices)
    kind = Marks[single] if field.marks else single
    if field.may_be_not_played:
        kind |= Literal[NOT_PLAYED]
    for over in reversed(field.over):
        if over == ROUNDS:
            extra = {"places": len(sheet.keys[ROUNDS]), "optional": field.optional}
            kind = Annotated[tuple[kind | None, ...], Meta(extra=extra)]  # type: ignore[valid-type]
        else:
            kind = dict[literal(sheet.keys[over]), kind | None]  # type: ignore[misc]
            if not sheet.keys[over]:
                kind = Annotated[kind, Meta(max_length=0)]
    return kind | None


def values_of(field: Field, names: Sequence[str | None]) -> Sequence[Any] | None:
    """Return the values of which a field has one, or marks some; None for numbers without a
    limit."""
    if field.holds == "choice":
        return field.choices
    if field.holds == "truth":
        return (False, True)
    if field.holds == "player":
        return (*names, NO_ONE)
    return None if field.most is None else range(field.least, field.most + 1)


def default_of(field: Field) -> Any:
    """Return the value of an answer that is left out; None for a choice that cannot be."""
    if field.marks:
        return ()
    none = NONE if field.optional else None
    return {"number": 0, "truth": False, "player": NOBODY, "choice": none}[field.holds]


def entry_of(field: Field, sheet: Scoresheet) -> tuple[Any, ...]:
    """Return a field as `msgspec.defstruct` takes it; an optional answer is left out, not open."""
    kind = type_of(field, sheet)
    if not field.optional:
        return field.name, kind, None
    if field.over:
        made: Any = tuple if field.over[0] == ROUNDS else dict
        return field.name, kind, msgspec.field(default_factory=made)
    return field.name, kind, NO_ONE if field.holds == "player" else default_of(field)


def position_type(game: str, sheet: Scoresheet) -> type[Model]:
    """Return the type of positions: the table's fields, and an entry for each player with the
    player's fields, and where they are written down, the points of each part and the total."""
    parts: Any = literal([part.name for part in sheet.parts])
    sums: Any = dict[parts, int | None]
    player: Any = msgspec.defstruct(
        "Player",
        [
            ("name", PlayerName | None, None),
            *[entry_of(field, sheet) for field in sheet.of("player")],
            ("points", sums | None, msgspec.field(default_factory=dict)),
            ("total", Claim, UNSET),
        ],
        bases=(Model,),
        frozen=True,
    )
    position: Any = msgspec.defstruct(
        "Position",
        [
            ("game", Literal[game], game),
            *[entry_of(field, sheet) for field in sheet.of("table")],
            ("players", Players[player] | None, None),
            ("running", Running, UNSET),
        ],
        bases=(Model,),
        frozen=True,
        dict=True,
    )
    return cast(type[Model], position)


class AnswerReader:
    """Turns the answers in the fields of a position into values for a `Table`."""

    def __init__(self, sheet: Scoresheet) -> None:
        self.fields = [(field, field_reader(field, sheet)) for field in sheet.fields.values()]

    def of(self, position: Any) -> list[list[Any]]:
        """Return the values of each field by seat; those of the table are the same for each."""
        players = position.players or ()
        seats = {one.name: at for at, one in enumerate(players) if one.name is not None}
        found = []
        for field, read in self.fields:
            name = field.name
            if field.level == "player":
                found.append([read(getattr(one, name), seats) for one in players])
            else:
                found.append([read(getattr(position, name), seats)] * len(players))
        return found


def field_reader(field: Field, sheet: Scoresheet) -> Reading:
    """Return a function that turns the answer in a field into its value: nested lists, one level
    for each table or rounds that it goes over."""
    read, usual = single_reader(field), default_of(field)
    for over in reversed(field.over):
        keys = sheet.keys[over]
        reader = rounds_reader if over == ROUNDS else rows_reader
        read, usual = reader(read, keys, usual), [usual] * len(keys)
    return read


def rounds_reader(read: Reading, keys: Sequence[str], usual: Any) -> Reading:
    """Return a function that turns the answers for rounds into a list, each ``usual`` if all of
    them are left out."""

    def values(answer: Any, seats: dict[str, int]) -> list[Any]:
        if answer == ():
            return [usual] * len(keys)
        given = [NOT_PLAYED if one == NOT_PLAYED else read(one, seats) for one in answer or ()]
        return given + [None] * (len(keys) - len(given))

    return values


def rows_reader(read: Reading, keys: Sequence[str], usual: Any) -> Reading:
    """Return a function that turns the answers for rows into a list, with ``usual`` for those left
    out."""

    def values(answer: Any, seats: dict[str, int]) -> list[Any]:
        if isinstance(answer, dict) and read is unchanged:
            return [answer.get(key, usual) for key in keys]
        given = dict.fromkeys(keys) if answer is None else answer
        return [read(given[key], seats) if key in given else usual for key in keys]

    return values


def answer_at(answer: Any, steps: Sequence[str], usual: Any) -> Any:
    """Return the value at a place inside an answer; ``usual`` where it is left out, None where it
    is open."""
    for step in steps:
        if answer is None:
            return None
        if isinstance(answer, tuple):
            at = int(step) - 1
            answer = answer[at] if at < len(answer) else None
        elif step in answer:
            answer = child(answer, step)
        else:
            return usual
    return answer


def with_every_row(position: Any, sheet: Scoresheet) -> Any:
    """Return the position with its value in each row that a field leaves out, as on a sheet a blank
    is an open answer."""
    for field in sheet.fields.values():
        seats = range(len(position.players or ())) if field.level == "player" else [None]
        for seat in seats:
            where = (field.name,) if seat is None else (PLAYERS, str(seat), field.name)
            answer = position if seat is None else position.players[seat]
            rows = every_row(getattr(answer, field.name), field, field.over, sheet)
            position = put(position, where, rows)
    return position


def every_row(answer: Any, field: Field, over: Sequence[str], sheet: Scoresheet) -> Any:
    """Return an answer inside some tables or rounds with a value in each row; a field left out as a
    whole stays so, and a row that has no such value."""
    if not over or over[0] == ROUNDS or answer is None or (field.optional and answer == {}):
        return answer
    usual = NO_ONE if field.holds == "player" and not field.marks else default_of(field)
    for one in reversed(over[1:]):
        keys = sheet.keys[one]
        usual = (usual,) * len(keys) if one == ROUNDS else dict.fromkeys(keys, usual)
    return {
        key: every_row(answer.get(key, usual), field, over[1:], sheet)
        for key in sheet.keys[over[0]]
    }


def single_reader(field: Field) -> Callable[[Any, dict[str, int]], Any]:
    """Return a function that turns a single answer into its value: marks in order, each once; a
    player's seat, less than `NOBODY` for somebody who does not play."""
    if field.marks:
        known = field.choices if field.holds == "choice" else ()

        def marks(answer: Any, seats: dict[str, int]) -> Any:
            if answer is None or None in answer:
                return None
            return sorted({*answer}, key=known.index if known else None)

        return marks
    if field.holds == "player":

        def seat(answer: Any, seats: dict[str, int]) -> Any:
            if answer in (None, NOBODY):
                return answer
            return NOBODY if answer == NO_ONE else seats.get(answer, NOBODY - 1)

        return seat
    return unchanged


def unchanged(answer: Any, seats: dict[str, int]) -> Any:
    return answer


def single_answers(field: Field, value: Any, where: Where) -> list[tuple[Where, Any]]:
    """Return the single answers in a field with their paths, of marks each one; without open
    ones and rounds that were not played."""
    found = [(where, value)]
    for _ in field.over:
        found = [
            ((*path, str(step)), one)
            for path, inside in found
            if inside is not None
            for step, one in (enumerate(inside) if isinstance(inside, tuple) else inside.items())
        ]
    if field.marks:
        found = [
            ((*path, str(at)), mark) for path, marks in found for at, mark in enumerate(marks or ())
        ]
    return [(path, one) for path, one in found if one not in (None, NOT_PLAYED)]

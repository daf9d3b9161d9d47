"""Enters changes, each by its dotted path, into a position.

>>> import card_data
>>> entry = begun(card_data.load("dice_archive"), ["Ann", "Bo"])
>>> entry = changed(entry, [Change("board.left.3", "Bo"), Change("players.1.tasks.left", [3])])
>>> entry.position.board["left"], value_at(entry, "players.1.tasks.left")
({3: 'Bo'}, [3])
>>> changed(entry, [Change("players.1.name", "Cy")]).position.board["left"]
{3: 'Cy'}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import NODEFAULT, UNSET, inspect

from card_data import DataError, Game, Problem
from card_data.limits import LARGEST_TABLE, LONGEST_PATH
from card_data.problems import shorten
from card_data.reading.decode import Decoder, bare_type
from card_data.reading.documents import parse
from card_data.text import composed
from scoring.ask.answers import UnclearAnswer, Words, may_be_open, parse_answer
from scoring.ask.questions import PLAYERS, Questions, players_of, questions_of
from scoring.positions.field_types import may_be_left_out, meant, names_in
from scoring.positions.findings import Where
from scoring.positions.json_models import Change
from scoring.positions.paths import child_at, put
from scoring.positions.players import name_key, rename_players, with_seated_names
from scoring.positions.positions import PositionFile, strip_spaces
from scoring.positions.rules import rules_of

STEPS = 8  # of a path
FIXED = ("game",)  # what is not entered


def begun(game: Game[Any], names: Sequence[str] = ()) -> PositionFile:
    """Return an empty position with these players; raise as `changed` does for impossible names."""
    position = rules_of(game).Position()
    entry = PositionFile(game, questions_of(game).complete(position))
    if not hasattr(position, "players"):
        return entry
    return changed(entry, [Change("players", [{"name": name} for name in names])])


def changed(entry: PositionFile, changes: Sequence[Change]) -> PositionFile:
    """Return the position with these changes, made in order; null removes an answer.

    A renamed player is renamed wherever the position names players. Raises `DataError`, with the
    path as its field, for a value that cannot stand there.
    """
    model = questions_of(entry.game)
    position = entry.position
    for change in changes:
        position = with_seated_names(model.complete(with_change(model, position, change)))
    if len(msgspec.json.encode(position)) > LARGEST_TABLE:
        raise refused(changes[-1].path, "this is more than a table can hold")
    return PositionFile(entry.game, position, alone=entry.alone)


def value_at(entry: PositionFile, path: str) -> Any:
    """Return the value at a path as JSON, None if it is unanswered or absent.

    Raises `DataError` for a text that is no path.
    """
    found = child_at(entry.position, steps(path))
    return None if found is UNSET else plain_json(found)


def plain_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def with_change(model: Questions, position: Any, change: Change) -> Any:
    where = steps(change.path)
    info = model.kind(where)
    if where[0] in FIXED or isinstance(info, inspect.AnyType):
        raise refused(change.path, "this is no place in a position of this game")
    value = read_value(model, position, where, info, change)
    new = put_in(model, position, where, value)
    if where[:1] == PLAYERS and where[2:] == ("name",):
        new = renamed(position, new, where)
    return new


def steps(path: str) -> Where:
    """Split a dotted path into its steps; raise `DataError` if it is none."""
    where = tuple(path.split(".")) if len(path) <= LONGEST_PATH else ()
    if not all(where) or not where or len(where) > STEPS:
        raise refused(path, "expected a path such as players.0.total")
    return where


def read_value(
    model: Questions, position: Any, where: Where, info: inspect.Type, change: Change
) -> Any:
    """Read a change's value by the declared type of its place; a text as if it were typed."""
    value = change.value
    if isinstance(value, str):
        value = meant(composed(value), info)
    if value is None:
        return None
    kind = bare_type(info)
    if isinstance(value, str) and not isinstance(kind, inspect.StrType):
        words = Words(model.choices(where, position), model.key_choices(where, position))
        try:
            return parse_answer(value.strip(), info, words)
        except UnclearAnswer as error:
            raise refused(change.path, str(error)) from None
    document = parse(json.dumps(value), "entry", is_json=True)
    decoder = Decoder(document, strip_spaces)
    found = decoder.value(document.root, info, ())
    if decoder.problems:
        raise refused(change.path, "; ".join([one.message for one in decoder.problems]))
    return found


def put_in(model: Questions, position: Any, where: Where, value: Any) -> Any:
    """Return the position with a value at a place, creating the containers around it."""
    *way, last = where
    inside = child_at(position, tuple(way))
    if inside is None or inside is UNSET:
        inside = empty(bare_type(model.kind(tuple(way))))
        position = put_in(model, position, tuple(way), inside)
    if isinstance(inside, tuple):
        may_be_gap = may_be_open(model.kind(where))
        if not may_be_gap and int(last) > len(inside):
            raise refused(".".join(where), f"there are only {len(inside)} before it")
        filled = listed(inside, int(last), value, gaps=may_be_gap)
        return put_in(model, position, tuple(way), filled)
    if value is None and left_out(model, position, where):
        value = usual(bare_type(model.kind(tuple(way))), last)
    if not isinstance(inside, dict):
        return put(position, where, value)
    key = read_key(model, tuple(way), last)
    items = {**inside, key: value}
    return put(position, tuple(way), {k: v for k, v in items.items() if v is not UNSET})


def read_key(model: Questions, way: Where, step: str) -> Any:
    kind = bare_type(model.kind(way))
    assert isinstance(kind, inspect.DictType)
    return int(step) if isinstance(bare_type(kind.key_type), inspect.IntType) else step


def listed(items: tuple[Any, ...], at: int, value: Any, *, gaps: bool) -> tuple[Any, ...]:
    """Return a list with a value at an index, filled up with None before it.

    None is cut off at the end; without ``gaps`` it is removed everywhere.
    """
    filled = [*items, *[None] * (at + 1 - len(items))]
    filled[at] = value
    if not gaps:
        return tuple([one for one in filled if one is not None])
    while filled and filled[-1] is None:
        filled.pop()
    return tuple(filled)


def empty(kind: inspect.Type) -> Any:
    if isinstance(kind, inspect.StructType):
        return kind.cls()
    return {} if isinstance(kind, inspect.DictType) else ()


def left_out(model: Questions, position: Any, where: Where) -> bool:
    """Return whether a place without an answer is left out rather than open.

    That holds for sums of a score pad, places that are not asked for, and those that cannot be
    open.
    """
    if not may_be_open(model.kind(where)):
        return True
    asked = {one.where: one.asked.spare for one in model.of(position, sums=True)}
    if where in asked:
        return asked[where]
    kind = bare_type(model.kind(where[:-1]))
    if isinstance(kind, inspect.DictType):
        return where[:-1] in asked or where[-1] not in names_in(kind)
    fields = kind.fields if isinstance(kind, inspect.StructType) else ()
    return any(one.name == where[-1] and may_be_left_out(one) for one in fields)


def usual(kind: inspect.Type, step: str) -> Any:
    """Return the default of a field; UNSET if there is no such field."""
    fields = kind.fields if isinstance(kind, inspect.StructType) else ()
    field = next((one for one in fields if one.name == step), None)
    if field is None or may_be_left_out(field):
        return UNSET
    made = field.default is NODEFAULT and field.default_factory is not NODEFAULT
    return field.default_factory() if made else field.default


def renamed(old: Any, new: Any, where: Where) -> Any:
    """Replace a player's old name by the new one throughout the position."""
    before, now = child_at(old, where), child_at(new, where)
    if not before or not now or is_shared(before, old) or is_shared(now, new):
        return new  # another may be meant
    return rename_players(new, lambda name: now if name == before else name)


def is_shared(name: str, position: Any) -> bool:
    keys = [name_key(one.name) for one in players_of(position) if one.name]
    return keys.count(name_key(name)) > 1


def refused(path: str, why: str) -> DataError:
    return DataError(Problem(message=why, file="entry", field=shorten(path)))

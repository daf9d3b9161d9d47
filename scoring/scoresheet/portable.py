"""A game with a ``score.yaml`` as plain data: all that another program needs to score it.

A page scores such games without a server by ``templates/web/evaluator.js``, which is given what
`portable` makes, as JSON. Expressions are trees, as `card_data.scoresheet.tree` has them; all else
of the score sheet is as in `card_data.scoresheet.sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

import msgspec

from card_data import Game
from card_data.limits import LARGEST_VALUE, MOST_BEST
from card_data.model import Model, Players
from card_data.scoresheet import tree
from card_data.scoresheet.sheet import Scoresheet
from scoring.scoresheet.values import expressions

FORMAT = 1  # another one for what an evaluator would read wrongly


class Cells(Model, frozen=True):
    """How many rows a table has, and the values in those of its columns that expressions name."""

    rows: int
    columns: Mapping[str, tuple[Any, ...]]


class Limits(Model, frozen=True):
    """The largest number, or denominator, that may come out, and the largest limit in best(…)."""

    value: int = LARGEST_VALUE
    best: int = MOST_BEST


class Portable(Model, frozen=True):
    """A game with a score sheet: ``data`` is the fingerprint of its files, under the house options
    ``house``; ``tables`` are those that the game has, by name."""

    id: str
    title: str
    data: str
    house: Mapping[str, str]
    players: Players
    sheet: Scoresheet
    tables: Mapping[str, Cells]
    limits: Limits = Limits()
    format: int = FORMAT


def portable(game: Game[Any]) -> Portable:
    """A game with a ``score.yaml``, to be written by ``msgspec.json.encode``.

    No number in it is larger than JavaScript's are exact. Where its files lie is not told.
    """
    sheet = game.scoresheet
    assert sheet is not None
    nodes = [node for one in expressions(sheet) for node in tree.walk(one.tree)]
    named = {(node.table, node.column) for node in nodes if isinstance(node, tree.Column)}
    tables = {}
    for table in game.tables():
        rows = game.rows(table)
        columns = sorted(column for one, column in named if one == table)
        cells = {column: tuple([getattr(row, column) for row in rows]) for column in columns}
        tables[table] = Cells(len(rows), cells)
    sheet = msgspec.structs.replace(sheet, file=PurePath(sheet.file).name)
    players = game.head.players
    return Portable(game.id, game.title, game.fingerprint, game.house, players, sheet, tables)

"""Check whether the colours that distinguish the rows of a table look different to everybody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from card_data import Game, Problem
from card_data.limits import MOST_COLOURS
from card_data.model import Colour, Row
from card_data.text import apart
from printkit.drawing.colour_vision import MATRICES, Sight, difference, lightness
from printkit.faces.source_locations import SourceMap
from printkit.inspection.legibility import Legibility

TO_WHOM: dict[Sight, str] = {
    "normal": "to anybody",
    "protanopia": "to somebody with protanopia",
    "deuteranopia": "to somebody with deuteranopia",
    "tritanopia": "to somebody with tritanopia",
}


class ColourColumn(NamedTuple):
    """A column of colours in a table: the first row of each colour, and the places of all."""

    source_map: SourceMap
    table: str
    name: str
    rows: dict[str, Row]
    places: dict[str, int]

    def problem(self, row: Row, message: str) -> Problem:
        """Return the problem of a row's colour, with its place."""
        path = (self.table, str(self.places[row.id]), self.name)
        file = self.source_map.game.file_of(self.table)
        return self.source_map.in_file(message, file, path, row.id, self.name)


def too_many_colours(game: Game[Any]) -> Iterator[Problem]:
    """Yield a problem for each column of more colours than can be told apart; this needs no
    typesetting."""
    for column in columns(game):
        if len(column.rows) > MOST_COLOURS:
            found = f"found {len(column.rows):,} colours"
            message = f"{found}, expected at most {MOST_COLOURS} to tell apart"
            yield column.problem([*column.rows.values()][MOST_COLOURS], message)


def indistinct(
    game: Game[Any], signs: Collection[str], thresholds: Legibility
) -> Iterator[Problem]:
    """Yield a problem for each row whose colour looks like another's in its table to somebody.

    Rows of exactly the same colour are meant to share it. In grey, two may look alike if each has a
    sign of its own: a column in which they name different ``signs``, the drawings of the game.
    """
    for column in columns(game):
        for row, message in alike(column.rows, signs, thresholds):
            yield column.problem(row, message)


def columns(game: Game[Any]) -> Iterator[ColourColumn]:
    source_map = SourceMap(game)
    for table in game.tables():
        rows = game.rows(table)
        places = {row.id: place for place, row in enumerate(rows)}
        for name in colour_columns(rows):
            first: dict[str, Row] = {}
            for row in rows:
                first.setdefault(getattr(row, name).lower(), row)
            yield ColourColumn(source_map, table, name, first, places)


def colour_columns(rows: Sequence[Row]) -> list[str]:
    fields = msgspec.structs.fields(rows[0]) if rows else ()
    return [field.name for field in fields if field.type == Colour]


def alike(
    rows: dict[str, Row], signs: Collection[str], thresholds: Legibility
) -> Iterator[tuple[Row, str]]:
    """The later of each two ``rows``, keyed by colour, that look alike, and how alike they are."""
    for (one, before), (other, row) in combinations(rows.items(), 2):
        sight, found = worst(one, other, thresholds.apart)
        step = abs(lightness(one) - lightness(other))
        like = f"{other} looks like {one} of {before.id}"
        if found < thresholds.apart:
            least = thresholds.apart
            measure = (
                f"a difference of {apart(found, least)} (CIEDE2000), expected at least {least:g}"
            )
            yield row, f"{like} {TO_WHOM[sight]}: found {measure}"
        elif step < thresholds.grey and not distinct_by_sign(before, row, signs):
            least = thresholds.grey
            measure = f"a difference of {apart(step, least)} (L*), expected at least {least:g}"
            yield row, f"{like} in grey: found {measure}, or a sign for each of them"


def worst(one: str, other: str, least: float) -> tuple[Sight, float]:
    """The sight to which two colours look most alike, and their difference to it; normal sight if
    they differ by less than ``least`` even to that."""
    found = {sight: difference(one, other, sight) for sight in MATRICES}
    sight: Sight = "normal" if found["normal"] < least else min(found, key=found.__getitem__)
    return sight, found[sight]


def distinct_by_sign(one: Row, other: Row, signs: Collection[str]) -> bool:
    """Whether each of two rows names a drawing that the other does not, in the same column."""
    pairs = ((getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    return any(
        isinstance(mine, str) and mine in signs and yours in signs and mine != yours
        for mine, yours in pairs
    )

"""Check whether the colours that distinguish the rows of a table look different to everybody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from card_data import Game, Problem
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


def indistinct(
    game: Game[Any], signs: Collection[str], thresholds: Legibility
) -> Iterator[Problem]:
    """Yield a problem for each row whose colour looks like another's in its table to somebody.

    Rows of exactly the same colour are meant to share it. In grey, two may look alike if each has a
    sign of its own: a column in which they name different ``signs``, the drawings of the game.
    """
    source_map = SourceMap(game)
    for table in game.tables():
        rows = game.rows(table)
        for name in colour_columns(rows):
            first: dict[str, Row] = {}  # of each colour
            for row in rows:
                first.setdefault(getattr(row, name).lower(), row)
            for row, message in alike(first, signs, thresholds):
                path = (table, str(rows.index(row)), name)
                yield source_map.in_file(message, game.file_of(table), path, row.id, name)


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

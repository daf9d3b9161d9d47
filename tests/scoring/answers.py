"""Everything that anybody could write where an answer is missing, and more: as plain lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import Any

from msgspec import UNSET

from card_data import Game
from scoring.positions.findings import Where
from scoring.positions.paths import NESTED, parts

NAMES = ("Ann", "Bo", "Cy", "Di")
VERY_MANY = 10**6  # stands for any large number
FEW, MANY = range(10), (*range(24), VERY_MANY)
COUNTS = ("manuscripts", "product_over_process", "open_secrets")
SOME = (*range(40), VERY_MANY)


def subsets(values: Iterable[int]) -> list[tuple[int, ...]]:
    listed = list(values)
    return [*chain(*[combinations(listed, number) for number in range(len(listed) + 1)])]


def answers(where: Where, players: int, game: Game[Any]) -> Sequence[Any]:
    """What could be written in a place; nothing where that is not listed here."""
    names = [*NAMES[:players], "none", "Zoe"]
    match game.id, where:
        case _, ["players", _, "name"]:
            return names
        case "winstons_archive", ["players", _, "books" | "stand_ins", _]:
            return FEW
        case "winstons_archive", ["players", _, field] if field in COUNTS:
            return MANY
        case "dice_archive", ["board", _, _]:
            return names
        case "dice_archive", ["players", _, "tasks", _]:
            return subsets(range(1, 7))
        case "dice_archive", ["players", _, "tasks", _, _]:
            return FEW
        case "nineteen_eighty_four", ["level"]:
            return FEW
        case "nineteen_eighty_four", ["rounds", _]:
            return range(150)
        case "manuscript", ["players", _, "legend", _]:
            return [text.id for text in game.data.texts]
        case "manuscript", ["players", _, "tiles", _]:
            return [tile.id for tile in game.data.tiles]
        case "manuscript", ["players", _, "exemplars", _]:
            return [exemplar.id for exemplar in game.data.exemplars]
        case "verse_and_variant", ["spotlight"]:
            return ["blue", "green", "yellow", "red", "black", "none"]
        case "verse_and_variant", ["laureate"] | ["institutions", _, _]:
            return names
        case "verse_and_variant", ["institutions", _]:
            return [*product([*NAMES[:players], "none"], repeat=3)]
        case "verse_and_variant", ["unscored", _]:
            return subsets(range(1, 4))
        case "verse_and_variant", ["unscored", _, _] | ["players", _, "grants_unused"]:
            return FEW
        case "verse_and_variant", ["players", _, "eureka"]:
            return [False, True]
        case "verse_and_variant", ["players", _, "cubes_unused"]:
            return FEW
        case "verse_and_variant", ["players", _, "features", _]:
            return SOME
        case "verse_and_variant", ["players", _, "prestige" | "lacunae"]:
            return (*range(120), VERY_MANY)
    return ()


def places(value: Any, where: Where = ()) -> Iterator[Where]:
    """The paths to all that is answered."""
    for step, part in parts(value):
        if part is not UNSET:
            yield (*where, str(step))
            if isinstance(part, NESTED):
                yield from places(part, (*where, str(step)))

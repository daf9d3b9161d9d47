"""What may stand where an answer is missing in Verse & Variant."""

from __future__ import annotations

from itertools import chain, combinations
from typing import get_args

from card_data import Game
from card_data.verse_and_variant.model import Data, Feature, Suit
from scoring.positions.domains import LEFT_OUT, UNLIMITED, UNLISTED, Domain, any_name
from scoring.positions.findings import Where
from scoring.verse_and_variant.position import NONE, Position

FEATURES: tuple[Feature, ...] = get_args(Feature)
SHARED = ()  # holdings are scored one by one
COST = 2


def domain(position: Position, where: Where, game: Game[Data]) -> Domain:
    """What may stand in a place."""
    data, players = game.data, position.players or ()
    slots = range(1, len(data.numbers.institution.slots) + 1)
    names = [held.name for held in players]
    match where:
        case ["spotlight"]:
            return Domain([*get_args(Suit), NONE])
        case ["institutions" | "unscored"] | ["players", _, "features"]:
            return Domain([dict.fromkeys(FEATURES)])
        case ["institutions", _]:
            return Domain([(None,) * len(slots)])
        case ["institutions", _, _] | ["laureate"]:
            return Domain([*names, NONE])
        case ["unscored", step]:
            boards = [position.slots(feature) for feature in FEATURES if feature == step]
            cubes = [slot for slot, owner in zip(slots, *boards, strict=False) if owner != NONE]
            return Domain(chain(*[combinations(cubes, flat) for flat in range(len(cubes) + 1)]))
        case ["unscored", _, _]:
            return Domain(slots)
        case ["players", seat, "name"]:
            boards = [position.slots(feature) for feature in FEATURES]
            told = [position.laureate, *[name for owners in boards for name in owners]]
            return any_name(names, int(seat), [name for name in told if name != NONE])
        case ["players", seat, "eureka"]:
            return Domain([False, True])
        case ["players", seat, *count]:
            return counts(position, int(seat), count, data)
    return UNLISTED


def counts(position: Position, seat: int, count: list[str], data: Data) -> Domain:
    """How many of something a player may hold; of what is not limited the more the better."""
    players, numbers = position.players or (), data.numbers
    held, begun = players[seat], numbers.set_up.get(len(players))
    match count:
        case ["features", feature]:
            return tokens(position, seat, feature, data)
        case ["lacunae"]:
            if data.options.empty_supply.value != "tracks":
                return Domain((0, UNLIMITED), (0, UNLIMITED))
            return up_to(numbers.tokens.lacunas - sum([one.lacunae or 0 for one in players]))
        case ["grants_unused"]:
            return up_to(begun.grants) if begun else UNLISTED
        case ["cubes_unused"]:
            return Domain(range(begun.cubes + 1)) if begun else UNLISTED
        case ["prestige"]:
            if not isinstance(held.total, int):
                return Domain((0, UNLIMITED), (0, UNLIMITED))
            lost = begun.cubes * numbers.final.unused_cube if begun else 0
            return Domain(range(held.total - lost + 1))
    return LEFT_OUT


def up_to(most: int) -> Domain:
    """Any number up to the largest, which is best."""
    return Domain(range(most + 1), (0, most))


def tokens(position: Position, seat: int, feature: str, data: Data) -> Domain:
    """How many tokens of a Feature a player may have."""
    players, printed = position.players or (), data.numbers.tokens.features
    if data.options.empty_supply.value == "tracks":  # and one by T-5c
        return up_to(printed + 1)
    held, ends = players[seat], (0, UNLIMITED)
    others = [number for name, number in (held.features or {}).items() if name != feature]
    known = sum([number or 0 for number in others])
    if isinstance(held.features_in_all, int):
        return Domain(range(held.features_in_all - known + 1), ends)
    if None in others:
        return Domain(None, ends)
    # more than all others together bring no more sets, and more than the ladder has no more rungs
    return Domain(chain(range(max(known, len(data.numbers.ladder)) + 1), (UNLIMITED,)), ends)

"""Points of Verse & Variant (VV-7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, repeat
from typing import NamedTuple

from card_data import Game
from card_data.verse_and_variant.model import Data, Scriptorium, Slot
from scoring.findings import count
from scoring.result import Chain, Part, Result, Tally, Tiebreak, rank
from scoring.verse_and_variant.position import NONE, Holdings, Position


class Placed(NamedTuple):
    """A cube on the ``number``-th slot of an institution; ``flat`` as T-7c leaves it."""

    suit: Scriptorium
    number: int
    slot: Slot
    flat: bool


def score(position: Position, game: Game[Data]) -> Result:
    """The score of a position that the check finds sound."""
    placed: dict[str | None, list[Placed]] = {}
    for suit in game.data.suits:
        flat = position.flat(suit.feature)
        pairs = zip(position.slots(suit.feature), game.data.numbers.institution.slots, strict=False)
        for number, (owner, slot) in enumerate(pairs, 1):
            if owner != NONE:
                placed.setdefault(owner, []).append(Placed(suit, number, slot, number in flat))
    sets = kinds(game.data.numbers.sets)
    tallies = [
        tally(position, held, placed.get(held.name, ()), sets, game.data)
        for held in position.players or ()
    ]
    return rank(tallies, ties(position, game.data))


def ties(position: Position, data: Data) -> Chain:
    """The tiebreakers; without a Spotlight its own is skipped (VV-7.5)."""
    wanted = ["unused Grants", "lacunas", "Feature tokens"]
    wanted += [suit.feature_title for suit in data.suits if suit.id == position.spotlight]
    return Chain(tuple([Tiebreak("VV-7.5", f"most {thing}") for thing in wanted]), "VV-7.5")


def tally(
    position: Position, held: Holdings, placed: Sequence[Placed], sets: Kinds | None, data: Data
) -> Tally:
    """One player's points, and how they came about."""
    numbers, final = data.numbers, data.numbers.final
    features = held.features or {}
    copies = [features.get(suit.feature) or 0 for suit in data.suits]
    rungs = [ladder(number, numbers.ladder) for number in copies]
    grouped = best_sets(copies, sets)
    grants, cubes = held.grants_unused or 0, held.cubes_unused or 0
    prestige = sum([cube.slot.prestige for cube in placed if not cube.flat])
    laureate = numbers.laureate if position.laureate == held.name else 0
    spotlight = [
        number
        for suit, number in zip(data.suits, copies, strict=True)
        if suit.id == position.spotlight
    ]
    return Tally(
        held.name or "",
        (
            Part("prestige", held.prestige or 0, "VV-7.4"),
            Part("ladders", sum(rungs), "VV-7.1"),
            Part("sets", grouped.points, "VV-7.2"),
            Part("grants", grants * final.grant, "VV-7.4"),
            Part("laureate", laureate, "VV-7.4"),
            Part("institutions", prestige, "VV-7.4"),
            Part("eureka", final.eureka if held.eureka else 0, "VV-7.4"),
            Part("cubes", cubes * final.unused_cube, "VV-7.4"),
        ),
        breakers=(grants, held.lacunae or 0, sum(copies), *spotlight),
        notes=(
            *ladder_notes(copies, rungs, data),
            *set_notes(copies, grouped.numbers, data),
            *slot_notes(placed),
        ),
    )


def ladder(copies: int, points: Sequence[int]) -> int:
    """What so many tokens of one Feature score, where ``points`` are those of 1, 2, 3 … (VV-7.1).

    >>> [ladder(copies, [1, 2, 4, 7]) for copies in (0, 1, 4, 5)]
    [0, 1, 7, 7]
    """
    return points[min(copies, len(points)) - 1] if copies else 0


class Sets(NamedTuple):
    """A grouping into sets: its points, and how many sets it has of each size, largest first."""

    points: int = 0
    numbers: tuple[tuple[int, int], ...] = ()


class Kinds(NamedTuple):
    """The sets that score: the smallest size and its points, and what each larger one adds.

    ``larger`` has the largest first; ``rate`` is the best of them: points for so many Features.
    """

    size: int
    points: int
    larger: tuple[tuple[int, int], ...]
    rate: tuple[int, int]


def kinds(points: Mapping[int, int]) -> Kinds | None:
    """The sets that score, from the points of each size; None if none does."""
    if not points:
        return None
    (size, least), *rest = sorted(points.items())
    larger = tuple([(bigger, more - least) for bigger, more in reversed(rest)])
    rates = [(more, bigger - size) for bigger, more in larger]
    best = max(rates, key=lambda rate: rate[0] / rate[1], default=(0, 1))
    return Kinds(size, least, larger, best)


def best_sets(copies: Sequence[int], sets: Kinds | None) -> Sets:
    """The grouping of tokens into sets of different Features that is worth most (VV-7.2).

    ``copies`` has the tokens of each Feature. Exact: no number of sets is left out that could be
    worth more.

    >>> best_sets([2, 2, 1, 1, 1], kinds({5: 22, 4: 16, 3: 10}))
    Sets(points=26, numbers=((5, 0), (4, 1), (3, 1)))
    """
    if sets is None:
        return Sets()
    # Sets can be laid out if and only if, whatever Features are left out, the others have tokens
    # enough for what the sets still need (Gale and Ryser). It is hardest without those that have
    # the most: rooms[n] is how many tokens there are without the n Features that have the most.
    rooms = [*accumulate(sorted(copies))][::-1]
    best = Sets(-1)
    for bound, number in sorted(bounds(rooms, sets), reverse=True):
        if bound <= best.points:
            break
        base = sets.points * number
        left = [room - max(sets.size - out, 0) * number for out, room in enumerate(rooms)]
        found = enlarged(left, number, sets.size, sets.larger, bound - base)
        if base + found.points > best.points:
            rest = number - sum([many for _, many in found.numbers])
            best = Sets(base + found.points, (*found.numbers, (sets.size, rest)))
    return best


def bounds(rooms: Sequence[int], sets: Kinds) -> Iterator[tuple[int, int]]:
    """Each number of the smallest sets that have room, after the most that they can be worth.

    At most as if every token left could enlarge one, at the best rate there is.
    """
    size, points, _, (more, width) = sets
    left = [
        range(room, -1, out - size) if out < size else repeat(room)
        for out, room in enumerate(rooms[: size + 1])
    ]
    for number, spare in enumerate(map(min, *left)):
        yield points * number + spare * more // width, number


def enlarged(
    rooms: Sequence[int], sets: int, size: int, larger: Sequence[tuple[int, int]], enough: int
) -> Sets:
    """The most that so many sets of a size gain by more Features, and how many become how large.

    ``rooms`` are those that the sets leave; no more than ``enough`` can be gained.
    """
    if not larger:
        return Sets()
    (bigger, more), *others = larger
    needs = [bigger - max(out, size) for out in range(bigger)]
    most = min([sets, *[room // need for room, need in zip(rooms, needs, strict=False)]])
    if not others:
        return Sets(more * most, ((bigger, most),))
    best = Sets(-1)
    for number in range(most, -1, -1):
        gained = more * number
        left = [room - need * number for room, need in zip(rooms, needs, strict=False)]
        rest = enlarged(left, sets - number, size, others, enough - gained)
        if gained + rest.points > best.points:
            best = Sets(gained + rest.points, ((bigger, number), *rest.numbers))
        if best.points >= enough:
            break
    return best


def laid_out(
    copies: Sequence[int], numbers: Sequence[tuple[int, int]]
) -> dict[tuple[int, ...], int]:
    """How many sets there are of which Features, by index: those with the most left go first.

    >>> laid_out([2, 2, 2, 1, 1], [(4, 2)])
    {(0, 1, 2, 3): 1, (0, 1, 2, 4): 1}
    """
    left = list(copies)
    found: dict[tuple[int, ...], int] = {}
    for size, number in numbers:
        while number:
            order = sorted(range(len(left)), key=left.__getitem__, reverse=True)
            chosen = tuple(sorted(order[:size]))
            ahead = left[order[size - 1]] - (left[order[size]] if size < len(order) else 0)
            times = min(number, ahead or 1)  # for so many sets they stay those with the most
            for feature in chosen:
                left[feature] -= times
            found[chosen] = found.get(chosen, 0) + times
            number -= times
    return found


def ladder_notes(copies: Sequence[int], rungs: Sequence[int], data: Data) -> Iterator[str]:
    """What each Feature scores on its ladder."""
    found = [
        f"{number} {suit.feature_title} for {points}"
        for suit, number, points in zip(data.suits, copies, rungs, strict=True)
        if number
    ]
    if found:
        yield f"ladders: {', '.join(found)} (VV-7.1)"


def set_notes(
    copies: Sequence[int], numbers: Sequence[tuple[int, int]], data: Data
) -> Iterator[str]:
    """The sets scored, with the Features in them; equal ones together."""
    for chosen, number in laid_out(copies, numbers).items():
        titles = ", ".join([data.suits[feature].feature_title for feature in chosen])
        points = data.numbers.sets[len(chosen)]
        each = f"{points} each" if number > 1 else str(points)
        yield f"{count(number, 'set')} of {len(chosen)} for {each}: {titles} (VV-7.2)"


def slot_notes(placed: Sequence[Placed]) -> Iterator[str]:
    """The slots scored, and the cubes that lie flat."""
    found = [
        f"{cube.suit.feature_title} slot {cube.number} for {cube.slot.prestige}"
        for cube in placed
        if not cube.flat
    ]
    if found:
        yield f"institutions: {', '.join(found)} (VV-7.4)"
    for cube in placed:
        if cube.flat:
            title = cube.suit.feature_title
            yield f"{title} slot {cube.number}: the cube lies flat and scores nothing (VV-8.2)"

"""Points of Verse & Variant (VV-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from operator import floordiv
from typing import NamedTuple

from msgspec.structs import replace

from card_data import Game
from card_data.model import Model
from card_data.text import plural
from card_data.verse_and_variant.model import Data, Scriptorium, Slot
from card_data.verse_and_variant.sets import Step
from scoring.positions.result import Chain, Part, Result, Tally, Tiebreak, rank
from scoring.verse_and_variant.position import NONE, Holdings, Position

ONE_MORE = "T-5c"  # the Tool that counts as a token beyond those printed (VV-8.1)


class Placed(NamedTuple):
    """A cube on the ``number``-th slot of an institution; ``flat`` as T-7c leaves it."""

    suit: Scriptorium
    number: int
    slot: Slot
    flat: bool


class Account(Model, frozen=True):
    """How a player's points came about, put into words only when it is read."""

    copies: Sequence[int]
    rungs: Sequence[int]
    sets: Sets
    placed: Sequence[Placed]
    data: Data

    def __iter__(self) -> Iterator[str]:
        yield from self.ladder_notes()
        yield from self.set_notes()
        yield from self.slot_notes()

    def ladder_notes(self) -> Iterator[str]:
        """Yield a note on the points of each Feature on its ladder."""
        found = [
            f"{number} {suit.feature_title} for {points}"
            for suit, number, points in zip(self.data.suits, self.copies, self.rungs, strict=True)
            if number
        ]
        if found:
            yield f"ladders: {', '.join(found)} (VV-7.1)"

    def set_notes(self) -> Iterator[str]:
        """Yield a note on each set scored, with the Features in it; equal sets share a note."""
        for chosen, number in laid_out(self.copies, self.sets.numbers).items():
            titles = ", ".join([self.data.suits[feature].feature_title for feature in chosen])
            points = self.data.numbers.sets[len(chosen)]
            each = f"{points} each" if number > 1 else str(points)
            yield f"{plural(number, 'set')} of {len(chosen)} for {each}: {titles} (VV-7.2)"

    def slot_notes(self) -> Iterator[str]:
        """Yield notes on the slots scored and the cubes that lie flat."""
        found = [
            f"{cube.suit.feature_title} slot {cube.number} for {cube.slot.prestige}"
            for cube in self.placed
            if not cube.flat
        ]
        if found:
            yield f"institutions: {', '.join(found)} (VV-7.4)"
        for cube in self.placed:
            if cube.flat:
                title = cube.suit.feature_title
                yield f"{title} slot {cube.number}: the cube lies flat and scores nothing (VV-8.2)"


def score(position: Position, game: Game[Data]) -> Result:
    """Return the score of a position that passed the check."""
    result = rank(list(tallies(position, game.data)), ties(position, game.data))
    notes = tuple(substitutes(position, game.data))
    return replace(result, notes=notes) if notes else result


def substitutes(position: Position, data: Data) -> Iterator[str]:
    """Yield a note on each kind of token of which the players have more than printed, so that
    substitutes stand in (VV-8.1)."""
    if data.options.empty_supply.value != "substitute":
        return
    seated, printed = position.players or (), data.numbers.tokens
    lacunas = sum([one.lacunae or 0 for one in seated])
    held = [("lacunas", lacunas, printed.lacunas, False)]
    for suit in data.suits:
        number = sum([(one.features or {}).get(suit.feature) or 0 for one in seated])
        held.append((suit.feature_title, number, printed.features, True))
    for what, number, most, is_feature in held:
        if number > most:
            beyond = plural(number - most, "substitute")
            more = [tool.title for tool in data.tools if is_feature and tool.id == ONE_MORE]
            also = "".join([f"; {title} may be one" for title in more])
            yield f"{number} {what} with the players, {most} printed: {beyond} (VV-8.1){also}"


def tallies(position: Position, data: Data) -> Iterator[Tally]:
    """Yield the points of each player, in the order of the players."""
    placed: dict[str | None, list[Placed]] = {}
    for suit in data.suits:
        flat = position.flat(suit.feature)
        pairs = zip(position.slots(suit.feature), data.numbers.institution.slots, strict=False)
        for number, (owner, slot) in enumerate(pairs, 1):
            if owner != NONE:
                placed.setdefault(owner, []).append(Placed(suit, number, slot, number in flat))
    for held in position.players or ():
        yield tally(position, held, placed.get(held.name, ()), data)


def ties(position: Position, data: Data) -> Chain:
    """Return the tiebreakers; without a Spotlight its own is skipped (VV-7.5)."""
    wanted = ["unused Grants", "lacunas", "Feature tokens"]
    wanted += [suit.feature_title for suit in data.suits if suit.id == position.spotlight]
    return Chain(tuple([Tiebreak("VV-7.5", f"most {thing}") for thing in wanted]), "VV-7.5")


def tally(position: Position, held: Holdings, placed: Sequence[Placed], data: Data) -> Tally:
    """Return one player's points, and how they came about."""
    numbers, final = data.numbers, data.numbers.final
    features = held.features or {}
    copies = [features.get(suit.feature) or 0 for suit in data.suits]
    rungs = [ladder(number, numbers.ladder) for number in copies]
    sets = best_sets(copies, data.set_steps)
    grants, cubes = held.grants_unused or 0, held.cubes_unused or 0
    prestige = sum([cube.slot.prestige for cube in placed if not cube.flat])
    laureate = numbers.laureate if position.laureate == held.name else 0
    pairs = zip(data.suits, copies, strict=True)
    spotlight = [number for suit, number in pairs if suit.id == position.spotlight]
    return Tally(
        held.name or "",
        (
            Part("prestige", held.prestige or 0, "VV-7.4"),
            Part("ladders", sum(rungs), "VV-7.1"),
            Part("sets", sets.points, "VV-7.2"),
            Part("grants", grants * final.grant, "VV-7.4"),
            Part("laureate", laureate, "VV-7.4"),
            Part("institutions", prestige, "VV-7.4"),
            Part("eureka", final.eureka if held.eureka else 0, "VV-7.4"),
            Part("cubes", cubes * final.unused_cube, "VV-7.4"),
        ),
        breakers=(grants, held.lacunae or 0, sum(copies), *spotlight),
        explained=Account(copies, rungs, sets, placed, data),
    )


def ladder(copies: int, points: Sequence[int]) -> int:
    """Return the points of ``copies`` tokens of one Feature; ``points`` are those of 1, 2, 3 …
    (VV-7.1).

    >>> [ladder(copies, [1, 2, 4, 7]) for copies in (0, 1, 4, 5)]
    [0, 1, 7, 7]
    """
    return points[min(copies, len(points)) - 1] if copies > 0 else 0


class Sets(NamedTuple):
    """A grouping into sets: its points, and how many sets it has of each size, largest first."""

    points: int = 0
    numbers: tuple[tuple[int, int], ...] = ()


def best_sets(copies: Sequence[int], sizes: Sequence[Step]) -> Sets:
    """Return the most valuable grouping of tokens into sets of different Features (VV-7.2).

    ``copies`` has the tokens of each Feature, ``sizes`` the `steps` of the sets that score.

    >>> from card_data.verse_and_variant.sets import steps
    >>> best_sets([2, 2, 1, 1, 1], steps({5: 22, 4: 16, 3: 10}))
    Sets(points=26, numbers=((5, 0), (4, 1), (3, 1)))
    """
    # Sets can be laid out if and only if, whatever Features are left out, the others have tokens
    # enough for what the sets still need (Gale and Ryser). It is hardest without those that have
    # the most: rooms[n] is how many tokens there are without the n Features that have the most.
    rooms = [*accumulate(sorted(copies))][::-1]
    points, numbers = climb(rooms, sizes, rooms[0])
    exactly = [number - larger for number, larger in pairwise([*numbers, 0])]
    pairs = [(step.size, number) for step, number in zip(sizes, exactly, strict=True)]
    return Sets(points, tuple(reversed(pairs)))


def climb(rooms: Sequence[int], sizes: Sequence[Step], most: int) -> tuple[int, tuple[int, ...]]:
    """Return the most that up to ``most`` sets gain by these steps, and how many sets take each
    step.

    Exact: the numbers of sets for the first step are tried from the one that could be worth most,
    if every token left were used at the best rate of the steps above, up and down to those that
    could not be worth more than what was found.
    """
    if not sizes:
        return 0, ()
    step, above = sizes[0], sizes[1:]
    size, gain, needs, (more, tokens), _ = step
    most = min(most, *map(floordiv, rooms, needs))
    if not most:
        return 0, (0,) * len(sizes)
    if not above:
        number = most if gain > 0 else 0
        return gain * number, (number,)
    top = min(most, turning(rooms, step))
    best, found = -1, (0,) * len(sizes)
    for numbers in range(top, -1, -1), range(top + 1, most + 1):
        for number in numbers:
            left = [room - need * number for room, need in zip(rooms, needs, strict=False)]
            left += rooms[size:]
            bound = gain * number + min(left[: size + 1]) * more // tokens
            if bound > best:
                points, larger = climb(left, above, number)
                if gain * number + points > best:
                    best, found = gain * number + points, (number, *larger)
            if bound <= best:  # and those beyond could be worth no more
                break
    return best, found


def turning(rooms: Sequence[int], step: Step) -> int:
    """Return the number of sets up to which one more could still be worth more, by the best rate of
    the steps above: from there on the scarcest tokens are a need that is dear."""
    found = rooms[0]
    for room, others in zip(rooms, step.dear, strict=False):
        turns = [(room - rooms[other]) // more for other, more in others]
        found = min(found, max(turns, default=0))
    return found


def laid_out(
    copies: Sequence[int], numbers: Sequence[tuple[int, int]]
) -> dict[tuple[int, ...], int]:
    """Return the number of sets by their Features, as indexes: those with the most left go first.

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

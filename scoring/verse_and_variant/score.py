"""Points of Verse & Variant (VV-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from card_data import Game
from card_data.model import Model
from card_data.verse_and_variant.model import Data, Scriptorium, Slot
from card_data.words import counted
from scoring.positions.result import Chain, Part, Result, Tally, Tiebreak, rank
from scoring.verse_and_variant.position import NONE, Holdings, Position
from scoring.verse_and_variant.sets import Sets, best_sets, laid_out

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
        """What each Feature scores on its ladder."""
        found = [
            f"{number} {suit.feature_title} for {points}"
            for suit, number, points in zip(self.data.suits, self.copies, self.rungs, strict=True)
            if number
        ]
        if found:
            yield f"ladders: {', '.join(found)} (VV-7.1)"

    def set_notes(self) -> Iterator[str]:
        """The sets scored, with the Features in them; equal ones together."""
        for chosen, number in laid_out(self.copies, self.sets.numbers).items():
            titles = ", ".join([self.data.suits[feature].feature_title for feature in chosen])
            points = self.data.numbers.sets[len(chosen)]
            each = f"{points} each" if number > 1 else str(points)
            yield f"{counted(number, 'set')} of {len(chosen)} for {each}: {titles} (VV-7.2)"

    def slot_notes(self) -> Iterator[str]:
        """The slots scored, and the cubes that lie flat."""
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
    """The score of a position that the check finds sound."""
    result = rank(list(tallies(position, game.data)), ties(position, game.data))
    notes = tuple(substitutes(position, game.data))
    return replace(result, notes=notes) if notes else result


def substitutes(position: Position, data: Data) -> Iterator[str]:
    """How many of the players' tokens are more than printed, so that others stand in (VV-8.1)."""
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
            beyond = counted(number - most, "substitute")
            more = [tool.title for tool in data.tools if is_feature and tool.id == ONE_MORE]
            also = "".join([f"; {title} may be one" for title in more])
            yield f"{number} {what} with the players, {most} printed: {beyond} (VV-8.1){also}"


def tallies(position: Position, data: Data) -> Iterator[Tally]:
    """What each player scores, in the order of the players."""
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
    """The tiebreakers; without a Spotlight its own is skipped (VV-7.5)."""
    wanted = ["unused Grants", "lacunas", "Feature tokens"]
    wanted += [suit.feature_title for suit in data.suits if suit.id == position.spotlight]
    return Chain(tuple([Tiebreak("VV-7.5", f"most {thing}") for thing in wanted]), "VV-7.5")


def tally(position: Position, held: Holdings, placed: Sequence[Placed], data: Data) -> Tally:
    """One player's points, and how they came about."""
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
    """What so many tokens of one Feature score, where ``points`` are those of 1, 2, 3 … (VV-7.1).

    >>> [ladder(copies, [1, 2, 4, 7]) for copies in (0, 1, 4, 5)]
    [0, 1, 7, 7]
    """
    return points[min(copies, len(points)) - 1] if copies > 0 else 0

"""What the last week of Dice Archive can bring about, if nothing ended the game before (DA-6.5)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, islice, product
from typing import NamedTuple

from card_data import Game
from card_data.dice_archive.model import Data, Side
from scoring.dice_archive.position import SIDES, Form, Position

MOST_ROLLS = 1000  # of the dice that count for all; edited dice may have far more
Act = tuple[int, int]  # a task or an archiving: the face, the need of its table
Spot = tuple[Side, int]  # a space of the board


class Way(NamedTuple):
    """Things a player may have done in the last week, and not before it.

    ``dice`` were not locked before; ``tables`` are the full ones of the board that it filled.
    """

    dice: int
    acts: tuple[Act, ...]
    tables: frozenset[Side]

    def fits(self, roll: Mapping[int, int]) -> bool:
        """Whether a week can bring it, with so many shared dice showing each face."""
        return dice_needed(self.acts, roll) <= self.dice


def dice_needed(acts: Sequence[Act], roll: Mapping[int, int]) -> int:
    """How many own dice a player needs for all of ``acts`` in one week.

    Any face may be rolled, so an act takes as many dice as its need asks for beside the shared ones
    (DA-3.1). It uses up all that show its face: for another act with that face, each die has to be
    turned to it by overtime, which uses up one more (DA-3.5).

    >>> dice_needed([(3, 2), (5, 4)], {3: 2})
    5
    >>> dice_needed([(3, 1), (3, 2)], {3: 1})
    3
    """
    own: dict[int, list[int]] = defaultdict(list)
    for face, need in acts:
        own[face].append(max(1, need - roll.get(face, 0)))
    return sum([2 * sum(dice) - max(dice) for dice in own.values()])


class Owned(NamedTuple):
    """What is a player's: dice on the board, and tables of the form that are full."""

    form: Form
    dice: tuple[Spot, ...]
    full: tuple[Side, ...]


def owned(position: Position, form: Form, spaces: int) -> Owned:
    """What is a player's; tables have so many spaces."""
    dice = [
        (side, face)
        for side in SIDES
        for face, name in position.dice(side).items()
        if name == form.name
    ]
    full = [side for side in SIDES if len(form.faces(side)) == spaces]
    return Owned(form, tuple(dice), tuple(full))


class LastWeek:
    """The last week of a game that came to a position in which all is answered and sound."""

    def __init__(self, position: Position, game: Game[Data]) -> None:
        self.numbers = game.data.numbers
        players = position.players or ()
        self.shared = self.numbers.communal_in_play.dice(len(players))
        if game.data.options.boss_die_counts.value:  # DA-1.6
            self.shared += self.numbers.dice.boss
        spaces = self.numbers.dice.faces
        self.full = [side for side in SIDES if len(position.dice(side)) == spaces]
        self.players = [owned(position, form, spaces) for form in players]

    @property
    def tables(self) -> int:
        """How many full tables of the board got a die in it, at least (DA-4.1)."""
        return max(0, len(self.full) - self.numbers.end.board_tables + 1)

    def archived(self, player: Owned) -> int:
        """How many of a player's dice came to the board in it, at least."""
        return max(0, len(player.dice) - self.numbers.end.board_dice + 1)

    def marked(self, player: Owned) -> int:
        """How many full tables of a player's form got a mark in it, at least."""
        return max(0, len(player.full) - self.numbers.end.form_tables + 1)

    @cached_property
    def ways(self) -> list[list[Way]]:
        """For each player everything that may have been left to the last week."""
        return [[*self.ways_of(player)] for player in self.players]

    def ways_of(self, player: Owned) -> Iterator[Way]:
        """What a player may have left to the last week: never more than need be, nor what no roll
        allows even with marks on faces that no die shows."""
        needs, faces = self.numbers, range(1, self.numbers.dice.faces + 1)
        least, marks = self.archived(player), self.marked(player)
        for number in range(least, min(len(player.dice), least + self.tables) + 1):
            dice = needs.dice.a_player - len(player.dice) + number
            for brought in combinations(player.dice, number):
                if number + marks > dice or not self.archivable(player, brought):
                    continue
                tables = frozenset([side for side, _ in brought if side in self.full])
                archived = [(face, needs.board.of(side)) for side, face in brought]
                for sides in combinations(player.full, marks):
                    asked = [needs.form.of(side) for side in sides]
                    if self.fewest([*archived, *enumerate(asked, faces.stop)]) > dice:
                        continue
                    for chosen in product(faces, repeat=marks):
                        tasks = zip(chosen, asked, strict=True)
                        yield Way(dice, (*archived, *tasks), tables)

    def fewest(self, acts: Sequence[Act]) -> int:
        """How many own dice ``acts`` take if all shared dice show the face of each."""
        return dice_needed(acts, dict.fromkeys([face for face, _ in acts], self.shared))

    def archivable(self, player: Owned, last: Sequence[Spot]) -> bool:
        """Whether a player could archive all dice but the ``last`` ones, a week for each.

        With dice of the shipped needs that is always so: the highest needs come first.
        """
        before = [spot for spot in player.dice if spot not in last]
        needs = sorted([self.numbers.board.of(side) for side, _ in before], reverse=True)
        own = [max(1, need - self.shared) for need in needs]
        return all(dice <= self.numbers.dice.a_player - locked for locked, dice in enumerate(own))

    @cached_property
    def rolls(self) -> list[Counter[int]]:
        """Every roll of the shared dice, as how many show each face."""
        faces = range(1, self.numbers.dice.faces + 1)
        every = combinations_with_replacement(faces, self.shared)
        return [Counter(roll) for roll in islice(every, MOST_ROLLS + 1)]

    def allows(self, player: Owned) -> bool:
        """Whether some roll lets a player alone bring about what is theirs."""
        ways = self.ways[self.players.index(player)]
        return len(self.rolls) > MOST_ROLLS or any(
            way.fits(roll) for roll in self.rolls for way in ways
        )

    def possible(self) -> bool:
        """Whether some roll lets all players bring about everything."""
        return len(self.rolls) > MOST_ROLLS or any(map(self.possible_with, self.rolls))

    def possible_with(self, roll: Mapping[int, int]) -> bool:
        """Whether one roll lets the players fill the last spaces of enough tables of the board."""
        filled: set[frozenset[Side]] = {frozenset()}
        for ways in self.ways:
            fits = {way.tables for way in ways if way.fits(roll)}
            filled = {before | tables for before in filled for tables in fits}
        return any(len(tables) >= self.tables for tables in filled)

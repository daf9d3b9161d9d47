"""Checks whether the last week of Dice Archive can bring about a result, as no week before it ended
the game (DA-6.5)."""

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


class LastWeekActions(NamedTuple):
    """Actions possible for a player in the final week.

    ``dice`` is the number not locked before it; ``tables`` are the board's tables it completes.
    """

    dice: int
    acts: tuple[Act, ...]
    tables: frozenset[Side]

    def fits(self, roll: Mapping[int, int]) -> bool:
        """Return whether the player has dice enough, if ``roll`` counts the shared dice of each
        face."""
        return dice_needed(self.acts, roll) <= self.dice


def dice_needed(acts: Sequence[Act], roll: Mapping[int, int]) -> int:
    """Return how many dice of their own a player needs for all ``acts`` in one week.

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


class OwnedPieces(NamedTuple):
    """A player's form, their dice on the board, and the full tables of the form."""

    form: Form
    dice: tuple[Spot, ...]
    full: tuple[Side, ...]


def owned_pieces(position: Position, form: Form, spaces: int) -> OwnedPieces:
    """Collect a player's dice and full tables; each table has this many ``spaces``."""
    dice = [
        (side, face)
        for side in SIDES
        for face, name in position.dice(side).items()
        if name == form.name
    ]
    full = [side for side in SIDES if len(form.faces(side)) == spaces]
    return OwnedPieces(form, tuple(dice), tuple(full))


class LastWeek:
    """The last week of a game that ended in a complete position without violations."""

    def __init__(self, position: Position, game: Game[Data]) -> None:
        self.numbers = game.data.numbers
        players = position.players or ()
        self.shared = self.numbers.communal_in_play.dice(len(players))
        if game.data.options.boss_die_counts.value:  # DA-1.6
            self.shared += self.numbers.dice.boss
        spaces = self.numbers.dice.faces
        self.full = [side for side in SIDES if len(position.dice(side)) == spaces]
        self.players = [owned_pieces(position, form, spaces) for form in players]

    @property
    def tables(self) -> int:
        """The fewest full tables of the board that received a die in this week (DA-4.1)."""
        return max(0, len(self.full) - self.numbers.end.board_tables + 1)

    def archived(self, player: OwnedPieces) -> int:
        """Return the fewest dice that a player archived in this week."""
        return max(0, len(player.dice) - self.numbers.end.board_dice + 1)

    def marked(self, player: OwnedPieces) -> int:
        """Return the fewest full tables of a player's form that were marked in this week."""
        return max(0, len(player.full) - self.numbers.end.form_tables + 1)

    @cached_property
    def options(self) -> list[list[LastWeekActions]]:
        """For each player, all sets of actions that may have happened in this week."""
        return [[*self.options_of(player)] for player in self.players]

    def options_of(self, player: OwnedPieces) -> Iterator[LastWeekActions]:
        """Yield the sets of actions a player may have left to this week: no more than necessary,
        and none that no roll allows even with marks on faces that no die shows."""
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
                        yield LastWeekActions(dice, (*archived, *tasks), tables)

    def fewest(self, acts: Sequence[Act]) -> int:
        """Return the dice a player needs for ``acts`` if all shared dice show the face of each."""
        return dice_needed(acts, dict.fromkeys([face for face, _ in acts], self.shared))

    def archivable(self, player: OwnedPieces, last: Sequence[Spot]) -> bool:
        """Return whether a player could archive all dice but the ``last`` ones, a week for each.

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

    def allows(self, player: OwnedPieces) -> bool:
        """Return whether some roll allows this player's actions, whatever the others did."""
        options = self.options[self.players.index(player)]
        return len(self.rolls) > MOST_ROLLS or any(
            option.fits(roll) for roll in self.rolls for option in options
        )

    def possible(self) -> bool:
        """Return whether one roll allows all players' actions."""
        return len(self.rolls) > MOST_ROLLS or any(map(self.possible_with, self.rolls))

    def possible_with(self, roll: Mapping[int, int]) -> bool:
        """Return whether a roll lets the players fill the last spaces of enough tables of the
        board."""
        filled: set[frozenset[Side]] = {frozenset()}
        for options in self.options:
            fits = {option.tables for option in options if option.fits(roll)}
            filled = {before | tables for before in filled for tables in fits}
        return any(len(tables) >= self.tables for tables in filled)

"""The dice, the board and the forms of Dice Archive during play. Everything lies open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from card_data.dice_archive.model import Data, Side
from card_data.model import Model
from scoring.dice_archive.position import SIDES, Form, Position
from scoring.play.card_locations import CardLocation


@dataclass(slots=True)
class Player:
    """A player's form and dice that are not locked on the board.

    A die is ``in_hand`` until it is rolled, then one of the ``unused``, then ``used``.
    """

    name: str
    in_hand: int
    unused: list[int] = field(default_factory=list)  # the faces they show
    used: int = 0
    tasks: dict[Side, list[int]] = field(default_factory=lambda: {side: [] for side in SIDES})

    def showing(self, faces: list[int]) -> int:
        """Return how many unused dice show one of these faces."""
        return sum(map(self.unused.count, faces))

    def roll(self, dice: list[int]) -> None:
        """Roll dice from the hand, which fall on these faces."""
        self.in_hand -= len(dice)
        self.unused += dice

    def pick_up(self, dice: list[int]) -> None:
        """Take unused dice back in hand (DA-2.4)."""
        for face in dice:
            self.unused.remove(face)
        self.in_hand += len(dice)

    def use(self, face: int) -> None:
        """Use one die of a number."""
        self.unused.remove(face)
        self.used += 1

    def use_all(self, face: int) -> None:
        """Use every unused die of a number."""
        left = [die for die in self.unused if die != face]
        self.used += len(self.unused) - len(left)
        self.unused = left

    def turn(self, face: int, up: int) -> None:
        """Turn an unused die from one face to another."""
        self.unused[self.unused.index(face)] = up


class PlayerView(Model, frozen=True):
    """A player as everyone sees them: the form and the dice."""

    name: str
    """The player."""
    in_hand: int
    """How many dice are yet to be rolled."""
    unused: tuple[int, ...]
    """The faces of rolled dice that are not used yet."""
    used: int
    """How many dice have been used this week."""
    tasks: dict[Side, tuple[int, ...]]
    """The numbers marked in each table of the form, by its side, in the order of marking."""


class View(Model, frozen=True):
    """All that a player may see, which is everything."""

    week: int
    """Which week it is, from 1."""
    token: str
    """Who is the Worker of the Week."""
    communal: tuple[int, ...]
    """The faces of the communal dice."""
    boss: tuple[int, ...]
    """The face of the boss die, or of several."""
    board: dict[Side, dict[int, str]]
    """Whose die is on each filled space of the board, by its table's side and its number."""
    me: PlayerView
    """The player who looks."""
    others: tuple[PlayerView, ...]
    """The other players, clockwise from the one who looks."""


@dataclass(slots=True)
class State:
    """The whole table. ``token`` is the seat of the Worker of the Week.

    ``board`` has the owner of the die in each filled space, by table and face; ``needs`` are those
    of the tables of a form, then of the board (DA-1.3, DA-1.2).
    """

    players: list[Player]
    needs: tuple[int, ...]
    board: dict[Side, dict[int, str]] = field(default_factory=lambda: {side: {} for side in SIDES})
    communal: list[int] = field(default_factory=list)
    boss: list[int] = field(default_factory=list)
    token: int = 0
    week: int = 1
    boss_counts: bool = False  # toward needs (DA-1.6)

    @property
    def shared(self) -> list[int]:
        """The dice that count for everybody's strength (DA-3.1)."""
        return self.communal + self.boss if self.boss_counts else self.communal

    def clockwise(self, seat: int) -> list[Player]:
        """Return all players clockwise, from the one in this seat."""
        return self.players[seat:] + self.players[:seat]

    def most_motivated(self) -> int:
        """Return the seat with the most unused dice like the boss; ties go to the first from the
        token.

        Its player is most motivated (DA-2.3) or, after the rerolls, starts (DA-2.5).
        """
        matching = [player.showing(self.boss) for player in self.clockwise(self.token)]
        return (self.token + matching.index(max(matching))) % len(self.players)

    def weekend(self) -> None:
        """Take used dice back in hand, and pass the token clockwise (DA-2.7)."""
        for player in self.players:
            player.in_hand += player.used
            player.used = 0
        self.token = (self.token + 1) % len(self.players)
        self.week += 1

    def view(self, name: str) -> View:
        """Return the view of the player called ``name``."""
        seat = [player.name for player in self.players].index(name)
        me, *others = [player_view(player) for player in self.clockwise(seat)]
        return View(
            week=self.week,
            token=self.players[self.token].name,
            communal=tuple(self.communal),
            boss=tuple(self.boss),
            board={side: dict(dice) for side, dice in self.board.items()},
            me=me,
            others=tuple(others),
        )

    def card_locations(self) -> Iterator[CardLocation]:
        """Return no locations: there are no cards."""
        return iter(())

    def position(self) -> Position:
        """Return the board and the forms, as players would fill them in."""
        return Position(
            board={side: {**self.board[side]} for side in SIDES},
            players=tuple(
                [
                    Form(player.name, {side: tuple(player.tasks[side]) for side in SIDES})
                    for player in self.players
                ]
            ),
        )


def player_view(player: Player) -> PlayerView:
    """Return a player as everyone sees them."""
    tasks = {side: tuple(marks) for side, marks in player.tasks.items()}
    return PlayerView(player.name, player.in_hand, tuple(player.unused), player.used, tasks)


def new(data: Data, names: Sequence[str]) -> State:
    """Return the table before the first roll: all dice in hand."""
    numbers = data.numbers
    return State(
        players=[Player(name, numbers.dice.a_player) for name in names],
        needs=tuple([of.of(side) for of in (numbers.form, numbers.board) for side in SIDES]),
        boss_counts=data.options.boss_die_counts.value,
    )

"""The models of Dice Archive."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from card_data.limits import MOST_DICE, MOST_DIE_FACES
from card_data.model import Colour, Count, GameData, Ink, Model, Option, Row

DiceCount = Annotated[int, Meta(ge=1, le=MOST_DICE)]
Side = Literal["left", "middle", "right"]


class Dice(Model, frozen=True):
    """The dice in the box (DA-1.1)."""

    faces: Annotated[int, Meta(ge=1, le=MOST_DIE_FACES)]
    """Faces of a die, and so spaces of a table (DA-1.4)."""
    a_player: DiceCount
    """Dice of each player colour."""
    communal: DiceCount
    """White communal dice in the box."""
    boss: DiceCount
    """Black boss dice in the box."""


class CommunalInPlay(Model, frozen=True):
    """Communal dice in play with two players and with more (DA-1.5)."""

    two: DiceCount
    """Communal dice with two players."""
    more: DiceCount
    """Communal dice with more players."""

    def dice(self, players: int) -> int:
        """Return the number of communal dice that this many players use."""
        return self.two if players == 2 else self.more


class Needs(Model, frozen=True):
    """How strong a player must be for the three tables of the board or of a form."""

    left: Count
    """The need of the left table."""
    middle: Count
    """The need of the middle table."""
    right: Count
    """The need of the right table."""

    def of(self, side: Side) -> int:
        """The need of one table."""
        need: int = getattr(self, side)
        return need


class End(Model, frozen=True):
    """The conditions that end the game, of which any one suffices (DA-4.1)."""

    form_tables: Count
    """Tables of one player's form that are full."""
    board_tables: Count
    """Tables of the board that are full."""
    board_dice: Count
    """Dice of one player on the board."""


class Numbers(Model, frozen=True):
    dice: Dice
    """The dice in the box (DA-1.1)."""
    communal_in_play: CommunalInPlay
    """How many communal dice are used, by the number of players (DA-1.5)."""
    board: Needs
    """The needs of the tables of the board (DA-1.2)."""
    form: Needs
    """The needs of the tables of a form (DA-1.3)."""
    end: End
    """What ends the game (DA-4.1)."""


class Options(Model, frozen=True):
    boss_die_counts: Option[bool]
    """Whether the boss die counts towards a need (DA-1.6)."""


class Die(Row, frozen=True, kw_only=True):
    """A fold-up die."""

    name: str
    """What it is called."""
    kind: Literal["player", "communal", "boss"]
    """Whose it is: a player's, everybody's, or the boss die."""
    colour: Colour
    """The colour of the die."""
    pips: Ink
    """The colour of its pips."""
    mark: str
    """The icon on it, which tells it from the others without colour."""

    def in_words(self, titles: Mapping[str, str]) -> str:
        del titles
        return f"{self.copies} {self.kind} {'die' if self.copies == 1 else 'dice'}."


class Phase(Row, frozen=True, kw_only=True):
    """A phase of the week, for the board and the aid."""

    title: str
    """What the phase is called."""
    icon: str
    """The icon of the phase."""
    text: str
    """What happens in it."""


class Aid(Row, frozen=True, kw_only=True):
    """A line of the table aid's back."""

    icon: str
    """The icon before the line."""
    text: str
    """What the line says."""


class Data(GameData, frozen=True):
    numbers: Numbers
    options: Options
    dice: tuple[Die, ...]
    """The fold-up dice (DA-1.1)."""
    phases: tuple[Phase, ...]
    """The phases of the week in order."""
    aids: tuple[Aid, ...]
    """The lines on the back of the table aid."""

    def facts(self) -> dict[str, Any]:
        return {
            "dice_total": sum(die.copies for die in self.dice),
            "colours": sum(die.kind == "player" for die in self.dice),
        }

    def pieces_for(self, players: int) -> Mapping[str, Mapping[str, int]]:
        return {"dice": {"communal": self.numbers.communal_in_play.dice(players)}}

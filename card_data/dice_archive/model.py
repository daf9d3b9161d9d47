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
    a_player: DiceCount
    communal: DiceCount
    boss: DiceCount


class CommunalInPlay(Model, frozen=True):
    """Communal dice in play with two players and with more (DA-1.5)."""

    two: DiceCount
    more: DiceCount

    def dice(self, players: int) -> int:
        """How many communal dice so many players use."""
        return self.two if players == 2 else self.more


class Needs(Model, frozen=True):
    """How strong a player must be for the three tables of the board or of a form."""

    left: Count
    middle: Count
    right: Count

    def of(self, side: Side) -> int:
        """The need of one table."""
        need: int = getattr(self, side)
        return need


class End(Model, frozen=True):
    """What ends the game (DA-4.1)."""

    form_tables: Count
    board_tables: Count
    board_dice: Count


class Numbers(Model, frozen=True):
    dice: Dice
    communal_in_play: CommunalInPlay
    board: Needs
    form: Needs
    end: End


class Options(Model, frozen=True):
    boss_die_counts: Option[bool]


class Die(Row, frozen=True, kw_only=True):
    """A fold-up die: its colour, that of its pips, and whose it is."""

    name: str
    kind: Literal["player", "communal", "boss"]
    colour: Colour
    pips: Ink
    mark: str


class Phase(Row, frozen=True, kw_only=True):
    """A phase of the week, for the board and the aid."""

    title: str
    icon: str
    text: str


class Aid(Row, frozen=True, kw_only=True):
    """A line of the table aid's back."""

    icon: str
    text: str


class Data(GameData, frozen=True):
    numbers: Numbers
    options: Options
    dice: tuple[Die, ...]
    phases: tuple[Phase, ...]
    aids: tuple[Aid, ...]

    def facts(self) -> dict[str, Any]:
        return {"dice_total": sum(die.copies for die in self.dice)}

    def pieces_for(self, players: int) -> Mapping[str, Mapping[str, int]]:
        return {"dice": {"communal": self.numbers.communal_in_play.dice(players)}}

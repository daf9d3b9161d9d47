"""Values that rule texts can refer to in High or Low."""

from __future__ import annotations

from card_data import Game
from scoring.play.template_values import Values, key, merged, numbered, things
from tests.small_game.card_data.high_or_low.model import Data
from tests.small_game.scoring.high_or_low.position import Position
from tests.small_game.scoring.high_or_low.state import State


def of_state(state: State, game: Game[Data]) -> Values:
    """Who leads, what was called, everybody's hand and the cards that they have taken."""
    found: Values = {"leader": state.leader.name, "calls": numbered(state.calls)}
    found |= {key(player.name): {"hand": things(player.hand)} for player in state.players}
    return merged(found, of_position(state.position(), game))


def of_position(position: Position, game: Game[Data]) -> Values:
    """The cards that each player has taken."""
    players = position.players or ()
    return {key(one.name or ""): {"taken": things(one.cards or ())} for one in players}

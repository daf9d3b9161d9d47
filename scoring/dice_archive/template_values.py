"""Values that rule texts can refer to in Dice Archive."""

from __future__ import annotations

from card_data import Game
from card_data.dice_archive.model import Data
from scoring.dice_archive.position import SIDES, Position
from scoring.dice_archive.state import Player, State
from scoring.play.template_values import NOBODY, Values, key, merged, numbered, things


def of_state(state: State, game: Game[Data]) -> Values:
    """Return the dice, the token's holder, the board and the forms.

    ``token`` is the Worker of the Week; ``most_motivated`` is who rerolls first (DA-2.3), after
    the rerolls who starts (DA-2.5).
    """
    faces = range(1, game.data.numbers.dice.faces + 1)
    found: Values = {
        "week": state.week,
        "token": state.players[state.token].name,
        "most_motivated": state.players[state.most_motivated()].name,
        "communal": things(state.communal),
        "boss": things(state.boss),
    }
    found |= {key(player.name): of_player(player, state, faces) for player in state.players}
    return merged(found, of_position(state.position(), game))


def of_player(player: Player, state: State, faces: range) -> Values:
    """Return a player's dice that lie before them; ``strength`` is that for each number
    (DA-3.1)."""
    return {
        "unused": things(player.unused),
        "used": player.used,
        "in_hand": player.in_hand,
        "strength": {str(face): [*player.unused, *state.shared].count(face) for face in faces},
    }


def of_position(position: Position, game: Game[Data]) -> Values:
    """Return the owner of the die in each space of the board, and each player's dice there and
    marks on the form."""
    faces = range(1, game.data.numbers.dice.faces + 1)
    found: Values = {"board": {}}
    for side in SIDES:
        dice = position.dice(side)
        found["board"][side] = numbered([dice.get(face) or NOBODY for face in faces])
        found["board"][side]["number"] = len(dice)
    for form in position.players or ():
        found[key(form.name or "")] = {
            "tasks": {side: things(sorted(filter(None, form.faces(side)))) for side in SIDES},
            "dice": {side: list(position.dice(side).values()).count(form.name) for side in SIDES},
        }
    return found

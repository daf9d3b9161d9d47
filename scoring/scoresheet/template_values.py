"""Values that rule texts can refer to in games with a ``score.yaml``."""

from __future__ import annotations

from typing import Any

from card_data import Game
from scoring.play.template_values import Values, key, yes_or_no


def of_position(position: Any, game: Game[Any]) -> Values:
    """Return the answers in the fields of the table by their names, and those in the players'
    fields below each player's name; rounds are counted from 1."""
    sheet = game.scoresheet
    assert sheet is not None
    found: Values = {field.name: said(getattr(position, field.name)) for field in sheet.of("table")}
    for player in position.players or ():
        fields = sheet.of("player")
        found[key(player.name)] = {
            field.name: said(getattr(player, field.name)) for field in fields
        }
    return found


def said(answer: Any) -> Any:
    """Return an answer as texts refer to it: rows and rounds are steps of a path."""
    if isinstance(answer, dict):
        return {key(str(step)): said(one) for step, one in answer.items()}
    if isinstance(answer, tuple):
        return {str(number): said(one) for number, one in enumerate(answer, 1)}
    return yes_or_no(answer) if isinstance(answer, bool) else answer

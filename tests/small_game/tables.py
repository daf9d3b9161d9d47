"""The small game in the place of all others, and tables of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data import Game
from scoring import games
from scoring.env.action_tokens import MakeSpaces
from scoring.play.engines import Engine, Redeal
from scoring.play.play import Play
from scoring.play.template_values import TemplateValues
from scoring.positions.positions import PositionFile, Report, score
from scoring.positions.rules import Rules
from tests.small_game.scoring import high_or_low
from tests.small_game.scoring.high_or_low import engine, template_values
from tests.small_game.scoring.high_or_low.observation_space import spaces
from tests.small_game.scoring.high_or_low.position import Position, Taken
from tests.small_game.scoring.high_or_low.redeal import redealt

NAME = "high_or_low"
NAMES = ("Ann", "Bo", "Cy")
HERE = Path(__file__).parent
# mypy compares what the modules offer with what is asked of them
RULES: Rules = high_or_low
ENGINE: Engine = engine
FACTS: TemplateValues = template_values
REDEAL: Redeal = redealt
SPACES: MakeSpaces = spaces


def install(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """Have games looked up in this folder, which is laid out like the project."""
    monkeypatch.setattr(card_data.game, "SHIPPED", HERE / "card_data")
    monkeypatch.setattr(card_data.game, "PACKAGE", "tests.small_game.card_data")
    monkeypatch.setattr(games, "PACKAGE", "tests.small_game.scoring")
    return card_data.load(NAME)


def sit(game: Game[Any], *hands: str) -> Play:
    """A game in which each player has been dealt this hand: ``c1 c5 c9``."""
    play = Play(game, NAMES[: len(hands)])
    play.move(" ".join(hands))
    return play


def at_end(game: Game[Any], *taken: str) -> Report:
    """The score of a table at which each player has taken these cards."""
    players = [Taken(name, tuple(cards.split())) for name, cards in zip(NAMES, taken, strict=False)]
    return score(PositionFile(game, Position(players=tuple(players))))

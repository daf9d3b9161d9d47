"""Bots: random, greedy, or by advice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NoReturn

from card_data import DataError, Game, Problem
from card_data.problems import did_you_mean, quote
from card_data.text import join_words
from scoring import games
from scoring.play.advisers import Choose, adviser_of
from scoring.play.decisions import Decision
from scoring.play.greedy import Greedy, Redealt

Bot = Callable[[Random, Redealt], Choose]  # makes the player of one game
RANDOM, GREEDY, ADVICE = NAMES = "random", "greedy", "advice"


def bot(name: str, game: Game[Any]) -> Bot:
    """Return the bot of a name in `NAMES`; raise `DataError` if there is no such bot.

    A bot is called with the `Random` of the game to be played and its `Play.redealt`, and returns a
    function that chooses the moves.
    """
    if name == RANDOM:
        return lambda rng, redealt: any_move
    if name == GREEDY:
        return lambda rng, redealt: Greedy(redealt, rng)
    if name != ADVICE:
        fail(f"no bot called {quote(name)}{did_you_mean(name, NAMES)}")
    if game.id not in games.with_advice():
        fail(f"no advice for {game.id}, only for {join_words(games.with_advice(), 'or')}")
    advised = adviser_of(game.id).chooser(game)
    return lambda rng, redealt: advised


def any_move(view: Any, decision: Decision[Any]) -> str | None:
    return None


def fail(message: str) -> NoReturn:
    raise DataError(Problem(message=message, file="--bot"))

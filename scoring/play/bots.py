"""Bots: random, greedy, by advice, or a class of your own."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random
from typing import Any, NoReturn

from card_data import DataError, Game, Problem
from card_data.problems import did_you_mean, quote
from card_data.text import join_words
from scoring import games
from scoring.play.advisers import Choose, adviser_of
from scoring.play.decisions import Decision
from scoring.play.greedy import Greedy, Redealt

Bot = Callable[[Game[Any], Random, Redealt], Choose]  # makes the player of one game
RANDOM, GREEDY, ADVICE = NAMES = "random", "greedy", "advice"


def bot(name: str, game: Game[Any]) -> Bot:
    """Return the bot of a name in `NAMES`, or of ``module:Class`` for a class of the user's own.

    A bot is called with the game, the `Random` of the game to be played and its `Play.redealt`, and
    returns a function that chooses the moves. Raises `DataError` if there is no such bot.
    """
    module, colon, made = name.partition(":")
    if module and colon:
        return custom_bot(name, module, made)
    if name == RANDOM:
        return lambda game, rng, redealt: any_move
    if name == GREEDY:
        return lambda game, rng, redealt: Greedy(redealt, rng)
    if name != ADVICE:
        named = did_you_mean(name, NAMES)
        fail(f"no bot called {quote(name)}, nor is it a module:Class{named}")
    if game.id not in games.with_advice():
        fail(f"no advice for {game.id}, only for {join_words(games.with_advice(), 'or')}")
    advised = adviser_of(game.id).chooser(game)
    return lambda game, rng, redealt: advised


def any_move(view: Any, decision: Decision[Any]) -> str | None:
    return None


def custom_bot(name: str, module: str, made: str) -> Bot:
    """Return a bot from a module of the user's own; its errors name their file and line."""
    with errors_located(name):
        try:
            loaded = import_module(module)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module}.".startswith(f"{error.name}."):
                raise
            fail(f"no module called {quote(error.name)} here")
    kind = getattr(loaded, made, None)
    if not callable(kind):
        public = [one for one, value in vars(loaded).items() if isinstance(value, type)]
        fail(f"no class called {quote(made)} in {module}{did_you_mean(made, public)}")

    def make(game: Game[Any], rng: Random, redealt: Redealt) -> Choose:
        with errors_located(name):
            choose = kind(game, rng)

        def chosen(view: Any, decision: Decision[Any]) -> str | None:
            with errors_located(name):
                words = choose(view, decision)
            if not isinstance(words, str | None):
                fail(f"{name} answered {quote(repr(words))}, expected a move in words, or None")
            return words

        return chosen

    return make


@contextmanager
def errors_located(name: str) -> Iterator[None]:
    """Turn an error of a custom bot into a `DataError` with the file and line that raised it."""
    try:
        yield
    except DataError:
        raise
    except SyntaxError as error:
        message = f"{name}: {error.msg}"
        raise DataError(
            Problem(message=message, file=str(error.filename), line=error.lineno or 0)
        ) from error
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{name}: {type(error).__name__}: {error}"
        raise DataError(
            Problem(message=message, file=last.filename, line=last.lineno or 0)
        ) from error


def fail(message: str) -> NoReturn:
    raise DataError(Problem(message=message, file="--bot"))

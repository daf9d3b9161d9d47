"""Actions for programs that learn: a move is said word by word, so there are few actions.

The possible next words follow from those said before. `END` ends a move that could go on.

>>> from scoring.play.moves import Choices
>>> look = one_of(Choices([("take", 1), ("take with Eureka", 2), ("pass", 3)]))
>>> look(()), look(("take",)), look(("take", "with"))
(['take', 'pass'], ['', 'with'], ['Eureka'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from card_data import Game
from scoring import games
from scoring.env.observations import Item

Tokens = tuple[str, ...]
NextTokens = Callable[[Tokens], list[str]]  # the words that may follow those said so far
END = ""


class Spaces(NamedTuple):
    """The actions and observations of a game.

    ``words`` are the words of moves, which are the actions; ``about`` are further words that
    describe a decision; ``view`` turns a player's view into numbers; ``token_rules`` has the
    possible next words, by the type of those options that do not list their moves.
    """

    words: tuple[str, ...]
    about: tuple[str, ...]
    view: Item
    token_rules: Mapping[type[Any], Callable[[Any], NextTokens]] = {}


MakeSpaces = Callable[[Game[Any], Sequence[str]], Spaces]


def spaces_of(game: str) -> MakeSpaces:
    """Return the function that makes the `Spaces` of a game in `scoring.games.names`."""
    return cast(MakeSpaces, games.module(game, "observation_space").spaces)


def one_of(moves: Iterable[str]) -> NextTokens:
    """Say one of these moves."""
    known = [tuple(move.split()) for move in moves]

    def following(said: Tokens) -> list[str]:
        at = len(said)
        begun = [move for move in known if move[:at] == said]
        return list(dict.fromkeys([move[at] if len(move) > at else END for move in begun]))

    return following


def in_any_order(words: Iterable[str]) -> NextTokens:
    """Say all of these words, in any order."""
    every = list(words)

    def following(said: Tokens) -> list[str]:
        left = every[:]
        for word in said:
            left.remove(word)
        return list(dict.fromkeys(left)) or [END]

    return following

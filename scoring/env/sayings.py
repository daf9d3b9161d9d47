"""Moves said word by word, so that a game has as few actions as it has words.

A move is a few words; which of them may come next is told by those said before. `END` says that a
move is complete where it could go on.

>>> from scoring.play.moves import Choices
>>> look = listed(Choices([("take", 1), ("take with Eureka", 2), ("pass", 3)]))
>>> look(()), look(("take",)), look(("take", "with"))
(['take', 'pass'], ['', 'with'], ['Eureka'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from card_data import Game
from scoring import games
from scoring.env.numbers import Item

Said = tuple[str, ...]
Saying = Callable[[Said], list[str]]  # the words that may follow those that were said
END = ""


class Spaces(NamedTuple):
    """What programs say and see of a game.

    ``words`` are those that moves consist of; ``about`` are others that say what a decision is
    about; ``view`` is what a player sees; ``sayings`` has how moves are said where the options do
    not list them, by the type of the options.
    """

    words: tuple[str, ...]
    about: tuple[str, ...]
    view: Item
    sayings: Mapping[type[Any], Callable[[Any], Saying]] = {}


# From a game and its players: what programs say and see of it.
MakeSpaces = Callable[[Game[Any], Sequence[str]], Spaces]


def spaces_of(game: str) -> MakeSpaces:
    """What programs say and see of a game out of `scoring.games.names`."""
    return cast(MakeSpaces, games.module(game, "spaces").spaces)


def listed(moves: Iterable[str]) -> Saying:
    """One of some moves, in words."""
    known = [tuple(move.split()) for move in moves]

    def following(said: Said) -> list[str]:
        at = len(said)
        begun = [move for move in known if move[:at] == said]
        return list(dict.fromkeys([move[at] if len(move) > at else END for move in begun]))

    return following


def in_any_order(words: Iterable[str]) -> Saying:
    """All of some words, one after the other."""
    every = list(words)

    def following(said: Said) -> list[str]:
        left = every[:]
        for word in said:
            left.remove(word)
        return list(dict.fromkeys(left)) or [END]

    return following

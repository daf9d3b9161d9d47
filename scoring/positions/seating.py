"""Who sits at the table: how many play, and names that tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from card_data import Game
from card_data.problems import clip, suggested
from card_data.words import counted
from scoring.play.decisions import TABLE
from scoring.positions.findings import Finding, Where


def number(players: int, game: Game[Any], rule: str) -> Iterator[Finding]:
    """Too few or too many players, by the clause ``rule``."""
    bounds = game.head.players
    if not bounds.min <= players <= bounds.max:
        message = f"{counted(players, 'player')}, but the game is for {bounds.words()}"
        yield Finding(rule, ("players",), message)


def names(players: Sequence[str | None], rule: str, leaf: Where = ()) -> Iterator[Finding]:
    """Names that are empty, duplicate or reserved for the table, by the clause ``rule``.

    Each is found at ``players.N`` and then ``leaf``. None, an answer not given yet, is passed over.
    """
    seen: set[str] = set()
    for seat, name in enumerate(players):
        if name is None:
            continue
        message = ""
        if not name.strip():
            message = "the name is empty: every player needs a different name"
        elif name.strip() in seen:
            message = f"two players called {clip(name.strip())}: names must differ"
        elif name.strip().casefold() == TABLE:
            reserved = "in a record it stands for the dice and the cards"
            message = f"{clip(name)} cannot be a player's name: {reserved}"
        if message:
            yield Finding(rule, ("players", str(seat), *leaf), message)
        seen.add(name.strip())


def stranger(name: str, players: Iterable[str | None]) -> str:
    """Somebody who does not play, in words; a near miss of a player's name asks for that.

    >>> stranger("ann", ["Ann", "Bo"])
    "'ann', who is not a player in this game; did you mean Ann?"
    """
    hint = suggested(name, sorted(filter(None, players)))
    return f"{clip(name)}, who is not a player in this game{hint}"


def called(position: Any, where: Where) -> str:
    """The name of the player in whose entry of a position ``where`` lies, ``player 2`` without one.

    Empty for a place that is no single player's.
    """
    if len(where) < 2 or where[0] != "players" or not where[1].isdecimal():
        return ""
    seat, players = int(where[1]), getattr(position, "players", None) or ()
    name = getattr(players[seat], "name", None) if seat < len(players) else None
    return clip(name, quoted=False) if name else f"player {seat + 1}"

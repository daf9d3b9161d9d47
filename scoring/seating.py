"""Who sits at the table: how many play, and names that tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from card_data import Game
from card_data.problems import clip
from scoring.decisions import TABLE
from scoring.findings import Finding, Where, count


def number(players: int, game: Game[Any], rule: str) -> Iterator[Finding]:
    """Too few or too many players, by the clause ``rule``."""
    bounds = game.head.players
    if not bounds.min <= players <= bounds.max:
        message = f"{count(players, 'player')}, but the game is for {bounds.min} to {bounds.max}"
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

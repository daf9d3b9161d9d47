"""Who sits at the table: how many play, and names that tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from card_data import Game
from card_data.problems import clip
from scoring.findings import Finding, Where, count


def number(players: int, game: Game[Any], rule: str) -> Iterator[Finding]:
    """Too few or too many players, by the clause ``rule``."""
    bounds = game.head.players
    if not bounds.min <= players <= bounds.max:
        expected = f"from {bounds.min} to {bounds.max}"
        yield Finding(rule, ("players",), count(players, "player"), expected)


def names(players: Sequence[str | None], rule: str, leaf: Where = ()) -> Iterator[Finding]:
    """Names that are empty or stand twice, at ``players.N`` and then ``leaf``, by ``rule``.

    None, an answer not given yet, is passed over.
    """
    seen: set[str] = set()
    for at, name in enumerate(players):
        if name is None:
            continue
        if not name.strip() or name.strip() in seen:
            found = f"the name {clip(name)}" + (" again" if name.strip() else "")
            yield Finding(rule, ("players", str(at), *leaf), found, "a name that no other has")
        seen.add(name.strip())

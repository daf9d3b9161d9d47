"""The points so far of a position with missing answers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from card_data import DataError, Game
from card_data.problems import printable
from scoring.positions.paths import put, unanswered
from scoring.positions.rules import rules_of

PLAYERS = "players"
# The players, each with the points in words, or why there are none: "no score", or a sentence.
SoFar = tuple[tuple[str, str], ...]


def so_far(game: Game[Any], position: Any, alone: str = "") -> SoFar:
    """Return the players' points by the answers so far, in the order of seats.

    Points that depend on the others are left out while anything is open. Those who play together
    have one entry; a solitaire's player is ``alone``. Empty while nobody plays, or where the points
    cannot be worked out, as in a division by an open answer. The position breaks no rule.
    """
    entries = getattr(position, PLAYERS, None) or ()
    if hasattr(position, PLAYERS) and not entries:
        return ()
    names = [one.name or f"player {seat}" for seat, one in enumerate(entries, 1)]
    apart = game.scoresheet is None and any(True for _ in unanswered(position))
    if entries:
        named = [replace(one, name=name) for one, name in zip(entries, names, strict=True)]
        position = put(position, (PLAYERS,), tuple(named))
    try:
        totals = totals_of(game, position)
        if apart:
            totals |= {name: of_one(game, position, name) for name in names}
    except DataError:
        return ()
    if not entries:
        totals = dict.fromkeys([alone], *totals.values())
    order = names if {*names} <= {*totals} else []
    return tuple([(name, totals[name]) for name in order or totals])


def totals_of(game: Game[Any], position: Any) -> dict[str, str]:
    """Return each player's points in words; a missing answer counts as nothing."""
    result = rules_of(game).score(position, game)
    unscored = result.lead or "no score"
    return {one.player: unscored if one.total is None else str(one.total)
            for one in result.standings}  # fmt: skip


def of_one(game: Game[Any], position: Any, name: str) -> str:
    """Return the points of a player as if the others had nothing."""
    entries = getattr(position, PLAYERS)
    own = [one if one.name == name else type(one)(name=one.name) for one in entries]
    return totals_of(game, put(position, (PLAYERS,), tuple(own)))[name]


def points_so_far(found: SoFar) -> str:
    """Return the points so far in a line, ``So far: Ann 12, Bo 3.``, or why there are none; empty
    while nobody plays."""
    totals = ", ".join([f"{printable(name)} {total}".strip() for name, total in found])
    said = [total for _, total in found if total.endswith(".")]
    return said[0] if said else f"So far: {totals}." if totals else ""

"""The score while it is asked for: exact ranges where little is open, else what there is so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from card_data import Game
from card_data.problems import printable
from scoring import games
from scoring.ask.questions import PLAYERS, players_of
from scoring.positions.outlook import outlook
from scoring.positions.paths import put, unanswered
from scoring.positions.result import Tally
from scoring.positions.rules import rules_of

FEW = 3  # blanks for which all that may stand there is tried


class SoFar(NamedTuple):
    """What the players have, or may come to, each in words: ``12``, ``23 to 31``, ``no score``.

    A solitaire has one, without a name; nobody is in it of whom nothing is known.
    """

    exact: bool
    players: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        totals = ", ".join([f"{printable(name)} {total}".strip() for name, total in self.players])
        return f"{'Possible totals' if self.exact else 'So far'}: {totals}." if totals else ""


def so_far(game: Game[Any], position: Any) -> SoFar:
    """What the players have, or may come to; the position breaks no rule."""
    blanks = len([*unanswered(position)])
    if blanks <= FEW and games.blanks(game) is not None:
        found = outlook(game, position).ranges
        if found and len(found) >= len(players_of(position)):
            return SoFar(True, tuple([(one.player, one.span) for one in found]))
    return SoFar(False, tuple(now(game, position)))


def now(game: Game[Any], position: Any) -> list[tuple[str, str]]:
    """What each player has if nothing stands where an answer is missing, in words. Those who play
    together have it together."""
    seats = players_of(position)
    names = [one.name or f"player {seat}" for seat, one in enumerate(seats, 1)] or [""]
    if game.scoresheet is None:
        found = [(name, tally(game, position, seat).total) for seat, name in enumerate(names)]
    else:
        for seat, name in enumerate(names):
            position = put(position, (*PLAYERS, str(seat), "name"), name)
        standings = rules_of(game).score(position, game).standings
        totals = {one.player: one.total for one in standings}
        found = [(one, totals[one]) for one in (names if names[0] in totals else totals)]
    return [(name, "no score" if points is None else str(points)) for name, points in found]


def tally(game: Game[Any], position: Any, seat: int) -> Tally:
    """What a player has if nothing stands where an answer is missing, and the others have what
    concerns this player as this one has it, and nothing else."""
    entries = list(players_of(position))
    if entries:
        shared = {name: getattr(entries[seat], name) for name in shared_by(game)}
        for other, one in enumerate(entries):
            name = f"player {other + 1}" if one.name is None else one.name
            own = replace(one, name=name) if other == seat else type(one)(name=name, **shared)
            entries[other] = own
        position = put(position, PLAYERS, tuple(entries))
    result = rules_of(game).score(position, game)
    name = entries[seat].name if entries else ""
    found = [one.tally for one in result.standings if one.player == name or not entries]
    return found[0]


def shared_by(game: Game[Any]) -> Sequence[str]:
    """The fields of a player's entry on which the scores of others depend."""
    blanks = games.blanks(game)
    return [] if blanks is None else [*blanks.SHARED]

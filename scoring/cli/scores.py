"""The score of a game in progress, as far as the reader may know it, and at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from card_data import Game
from scoring.cli import show
from scoring.cli.show import Rows
from scoring.play.play import Play
from scoring.positions import positions
from scoring.positions.result import Result, Tally

DEALT = 12  # games like this one in which whatever a player knows must be the same
UNKNOWN = "?"


def so_far(play: Play, width: int, player: str = "") -> Iterator[str]:
    """Yield the standings with their clauses; where hands are hidden, as far as ``player`` can
    tell."""
    rows = known_to(player, play) if player else []
    if any(UNKNOWN in row for row in rows):
        yield from show.narrow(rows, width)
        yield f"{UNKNOWN} stands for what depends on cards that {player} does not see."
        yield from columns_explained(play.result(), play.game)
    else:
        yield from lines(play, width)


def lines(play: Play, width: int) -> Iterator[str]:
    """Yield the standings, the clause of each of their columns, and who won."""
    report = positions.score(play.filled())
    if report.result is not None:
        yield from show.narrow(show.table(report.result), width)
        yield from columns_explained(report.result, play.game)
    yield from show.outcome(report)


def columns_explained(result: Result, game: Game[Any]) -> Iterator[str]:
    """Yield the clause by which each column of a score counts, once for those that share it."""
    labels: dict[str, list[str]] = {}
    for part in [part for standing in result.standings for part in standing.tally.parts]:
        said = labels.setdefault(part.rule, [])
        if part.words not in said:
            said.append(part.words)
    for rule, said in labels.items():
        clause = game.clauses()[rule]
        yield f"{', '.join(said)} ({rule}): {clause.text or clause.ruling or clause.house}"


def known_to(player: str, play: Play) -> Rows:
    """Return the points of all as a table, as far as they are the same in other games that look
    like this one to a player."""
    mine = tallies(play)
    others = [tallies(play.redealt(player, Random(number))) for number in range(DEALT)]
    labels = [part.words for part in mine[player].parts]
    rows = [["seat", "player", *labels, "total"]]
    for seat, (name, tally) in enumerate(mine.items(), 1):
        possible = [{other[name].parts[at].points for other in others} for at in range(len(labels))]
        points = [
            str(part.points) if known == {part.points} else UNKNOWN
            for part, known in zip(tally.parts, possible, strict=True)
        ]
        total = UNKNOWN if UNKNOWN in points else str(tally.total)
        rows.append([str(seat), name, *points, total])
    return rows


def tallies(play: Play) -> Mapping[str, Tally]:
    """Return the score of each player as the table is now, in the order of seats."""
    found = {standing.player: standing.tally for standing in play.result().standings}
    return {name: found[name] for name in play.players}

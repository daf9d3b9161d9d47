"""The totals of many played games: who beat whom, averages, bests; printed by ``--json``.

Only places, points and winners count, so it holds for every game; where all win or lose together
nobody beats anybody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from statistics import fmean

from msgspec import UNSET, UnsetType

from card_data.model import Model
from scoring.history.played_game import PlayedGame, Seat
from scoring.positions.players import name_key


class PlayerRow(Model, frozen=True):
    """The totals of one player."""

    player: str
    """The name, as it was written last."""
    games: int
    """How many games."""
    wins: int
    """How many of them were won; a shared win is one for each."""
    beat: dict[str, int]
    """How often each of the others had a worse place, by name."""
    average: float | UnsetType | None = UNSET
    """The average of the points, of games in which the player was not out; null without any; left
    out for several games."""
    best: int | UnsetType | None = UNSET
    """The best of them; likewise, and null if the rules do not say which points are better."""


class Best(Model, frozen=True):
    """The best score of a game; whoever had it first holds it."""

    what: str
    """What it is: best score."""
    points: int
    """The points."""
    players: tuple[str, ...]
    """Who holds it."""
    evening: str
    """The ID of the played game."""
    day: str
    """Its date."""


class GameTable(Model, frozen=True):
    """The totals of the played games of one game."""

    game: str
    """The name of the game."""
    title: str
    """The title of the game."""
    evenings: int
    """How many played games there were."""
    players: tuple[PlayerRow, ...]
    """The players, those with the most wins first."""
    bests: tuple[Best, ...]
    """The best score, where there is one."""


class History(Model, frozen=True):
    """The played games in the log, and their totals."""

    evenings: tuple[PlayedGame, ...]
    """The played games, the latest first."""
    tables: tuple[GameTable, ...]
    """What they came to, game by game."""
    players: tuple[PlayerRow, ...]
    """The players in all these games together."""


def history_of(played_games: Sequence[PlayedGame]) -> History:
    """Return played games, the latest first, with their totals."""
    by_game: defaultdict[str, list[PlayedGame]] = defaultdict(list)
    for one in played_games:
        by_game[one.game].append(one)
    tables = [
        GameTable(game, own[0].title, len(own), tuple(rows(own, points=True)), tuple(bests(own)))
        for game, own in by_game.items()
    ]
    tables.sort(key=lambda table: table.title)
    return History(tuple(played_games), tuple(tables), tuple(rows(played_games, points=False)))


def rows(played_games: Sequence[PlayedGame], *, points: bool) -> list[PlayerRow]:
    """Return the totals of each player; with ``points`` if the played games are all of one game."""
    names: dict[str, str] = {}
    games, wins = Counter[str](), Counter[str]()
    totals: defaultdict[str, list[int]] = defaultdict(list)
    beat: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in played_games:
        seats = {name_key(seat.player): seat for seat in one.players}
        for key, seat in seats.items():
            names.setdefault(key, " ".join(seat.player.split()))
            totals[key] += scores(seat)
        games.update(seats.keys())
        wins.update({name_key(name) for name in one.winners})
        for (key, seat), (other, rival) in permutations(seats.items(), 2):
            beat[key][other] += seat.place < rival.place
    sign = direction(played_games)
    found = [
        PlayerRow(
            name,
            games[key],
            wins[key],
            {names[other]: times for other, times in beat[key].items()},
            (fmean(totals[key]) if totals[key] else None) if points else UNSET,
            best_of(totals[key], sign) if points else UNSET,
        )
        for key, name in names.items()
    ]
    return sorted(found, key=lambda row: (-row.wins, -row.games, name_key(row.player)))


def scores(seat: Seat) -> list[int]:
    """Return the points of a player if they count; those of one who was out do not."""
    return [] if seat.total is None or seat.out else [seat.total]


def best_of(totals: Sequence[int], sign: int) -> int | None:
    """Return the best of some points; None without any, and where none is better."""
    return max(totals, key=lambda total: sign * total, default=None) if sign else None


def direction(played_games: Sequence[PlayedGame]) -> int:
    """Return 1 if more points are better, -1 if fewer are and 0 if neither, by the rules of the
    latest game."""
    known = (one.points for one in played_games if one.points is not UNSET)
    return {"most": 1, "fewest": -1, None: 0}[next(known, "most")]


def bests(played_games: Sequence[PlayedGame]) -> Iterator[Best]:
    """Yield the best score of a game."""
    sign = direction(played_games)
    earliest = reversed(played_games)
    every = [(total, one) for one in earliest for seat in one.players for total in scores(seat)]
    if every and sign:
        points, one = max(every, key=lambda score: sign * score[0])
        players = tuple([seat.player for seat in one.players if points in scores(seat)])
        yield Best("best score", points, players, one.id, one.day)

"""What is measured of a game, whichever game it is: from its decisions, moves, result and end.

>>> import card_data
>>> from random import Random
>>> from scoring.play.play import Play
>>> play = Play(card_data.load("winstons_archive"), ["Ann", "Bo"])
>>> play.play_on(Random(1))
>>> found = Measured(play, titles(play.game.data), whole(2)).figures()
>>> found[Figure("game", "length")], found[Figure("seat", "1")], found[Figure("parts", "books")]
((29, 1), (0, 2), (12, 2))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from math import lcm
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from card_data.model import GameData, table_names
from scoring.compare.paired import Amount
from scoring.play.decisions import TABLE
from scoring.play.play import Play
from scoring.positions.result import Tally

GAP = "…"  # in a kind of move, for what it names
MOST = 400  # figures of a kind that one game can add


class Figure(NamedTuple):
    """Something measured: its kind, out of `KINDS`, and which of that kind it is."""

    kind: str
    name: str


class Kind(NamedTuple):
    """A kind of figure: how its figures are headed, and what they are counted in.

    ``share`` if they are parts of 1; ``each`` if every game counts, though it has none of it;
    ``chief`` if they are among the few that say how games go.
    """

    heading: str
    unit: str = ""
    share: bool = False
    each: bool = False
    chief: bool = False

    def rest(self, whole: int) -> int:
        """What a game counts as that has none of it."""
        return (whole if self.share else 1) if self.each else 0


CHIEFS = (
    "length", "decisions", "score", "winning score", "margin",
    "won", "shared wins", "players out",
)  # fmt: skip
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "game": Kind("Games", chief=True),
        "shares": Kind("Wins and losses", share=True, chief=True),
        "seat": Kind("Wins by seat", share=True, chief=True),
        "parts": Kind("Points of a player by their part of the score", "points"),
        "scored": Kind("Players with any points of a part of the score", share=True),
        "end": Kind("What ends games", share=True, each=True),
        "tiebreak": Kind("Tiebreakers that decide who wins", share=True, each=True),
        "action": Kind("Moves by their kind, in a game", each=True),
        "card": Kind("Moves that name a card or another row of the data, in a game", each=True),
        "with": Kind("Wins of players whose moves name it", share=True),
        "left": Kind("What the players have at the end, together", each=True),
    }
)


def place(figure: Figure) -> tuple[int, int, str]:
    """What figures are ordered by: their kinds, and within these as a game is told."""
    told = CHIEFS.index(figure.name) if figure.name in CHIEFS else len(CHIEFS)
    return [*KINDS].index(figure.kind), told, figure.name.rjust(4)


def whole(players: int) -> int:
    """What counts as 1 in a share: wins that any number of players may have to divide."""
    return lcm(*range(1, players + 1))


class Measured:
    """What one game came to that is over.

    ``rows`` has the IDs of the rows of its tables; ``whole`` counts as 1 in a share.
    """

    def __init__(self, play: Play, rows: Container[str], whole: int) -> None:
        self.play = play
        self.rows = rows
        self.whole = whole
        self.result = play.result()
        self.ending = play.engine.ending(play.state, play.game)
        self.tallies = [standing.tally for standing in self.result.standings]
        self.won = {name: whole // len(self.result.winners) for name in self.result.winners}

    def figures(self) -> dict[Figure, Amount]:
        """Every figure that there is anything of in this game."""
        found: dict[Figure, Amount] = {}
        for name, amount in self.of_the_game():
            found[Figure("game", name)] = amount
        for kind, amounts in self.others():
            for name, amount in islice(amounts, MOST):
                found[Figure(kind, name)] = amount
        return found

    def others(self) -> Iterator[tuple[str, Iterator[tuple[str, Amount]]]]:
        """The figures by their kinds, but for those of the game."""
        yield "shares", self.shares()
        yield "seat", self.seats()
        yield "parts", self.parts()
        yield "scored", self.scored()
        one = (self.whole, self.whole)
        yield "end", iter([(self.ending.why, one)])
        if self.result.decided_by:
            yield "tiebreak", iter([(self.result.decided_by, one)])
        yield "action", counted(self.actions())
        named = self.named()
        yield "card", counted(sum(named.values(), Counter()))
        yield "with", self.wins_with(named)
        yield "left", counted(left(self.play))

    def of_the_game(self) -> Iterator[tuple[str, Amount]]:
        """How long the game was, what was scored, and by how much it was won."""
        yield "length", (self.ending.length, 1)
        moves = [who for turn in self.play.turns for who in turn]
        yield "decisions", (len(moves) - moves.count(TABLE), 1)
        totals = totals_of(self.tallies)
        yield "score", (sum(totals), len(totals))
        if len(self.tallies) > 1 and totals:
            yield "winning score", (totals[0], 1)
        if len(totals) > 1:
            yield "margin", (totals[0] - totals[1], 1)

    def shares(self) -> Iterator[tuple[str, Amount]]:
        """In which games there is one winner or more, and how many players are out."""
        if len(self.play.players) == 1:
            yield "won", (self.whole * bool(self.result.winners), self.whole)
            return
        yield "shared wins", (self.whole * (len(self.result.winners) > 1), self.whole)
        out = sum([tally.out for tally in self.tallies])
        yield "players out", (self.whole * out, self.whole * len(self.tallies))

    def seats(self) -> Iterator[tuple[str, Amount]]:
        """The wins of each seat, a shared win in equal parts."""
        if len(self.play.players) > 1:
            for seat, player in enumerate(self.play.players, 1):
                yield str(seat), (self.won.get(player, 0), self.whole)

    def parts(self) -> Iterator[tuple[str, Amount]]:
        """The points of each part of the players' scores."""
        for label, points in by_label(self.tallies).items():
            yield label, (sum(points), len(points))

    def scored(self) -> Iterator[tuple[str, Amount]]:
        """How many players have any points of each part."""
        for label, points in by_label(self.tallies).items():
            yield label, (self.whole * sum(map(bool, points)), self.whole * len(points))

    def actions(self) -> Counter[str]:
        """How often the players made each kind of move: what is left of its words without names of
        rows and numbers."""
        kinds = (kind_of(words, self.rows) for who, words in self.play.moves if who != TABLE)
        return Counter([kind for kind in kinds if kind != GAP])

    def named(self) -> dict[str, Counter[str]]:
        """How often each player's moves name each row of the game's tables."""
        found = {player: Counter[str]() for player in self.play.players}
        for who, words in self.play.moves:
            if who != TABLE:
                found[who].update(names_in(words, self.rows))
        return found

    def wins_with(self, named: Mapping[str, Counter[str]]) -> Iterator[tuple[str, Amount]]:
        """How many of the players who made use of something won."""
        if len(named) == 1:
            return
        for row in dict.fromkeys(row for rows in named.values() for row in rows):
            users = [player for player, rows in named.items() if rows[row]]
            wins = sum([self.won.get(player, 0) for player in users])
            yield row, (wins, self.whole * len(users))


def names_in(move: str, rows: Container[str]) -> list[str]:
    """The rows of the game's tables that a move names.

    Its first word, if that is plain, such as ``take``, names none: it says what is done.

    >>> names_in("take red", ["red", "take"]), names_in("W-red-1", ["W-red-1"])
    (['red'], ['W-red-1'])
    """
    words = move.replace(",", " ").split()
    return [word for place, word in enumerate(words) if is_name(place, word, rows)]


def kind_of(move: str, rows: Container[str]) -> str:
    """A move's words with a gap where it names rows of the game's tables, or numbers.

    >>> kind_of("place red reroll blue white", ["red", "blue", "white", "place"])
    'place … reroll …'
    """
    words = move.replace(",", " ").split()
    kinds = [
        GAP if is_name(place, word, rows) or any(map(str.isdigit, word)) else word
        for place, word in enumerate(words)
    ]
    pairs = pairwise(["", *kinds])
    return " ".join([word for before, word in pairs if not before == word == GAP])


def is_name(place: int, word: str, rows: Container[str]) -> bool:
    """Whether a word of a move is the name of a row."""
    return word in rows and not (place == 0 and word.isalpha())


def titles(data: GameData) -> dict[str, str]:
    """The rows of a game's tables by their IDs, each with its title, if it has one."""
    tables = [getattr(data, table) for table in table_names(type(data))]
    return {row.id: str(getattr(row, "title", "")) for rows in tables for row in rows}


def totals_of(tallies: Sequence[Tally]) -> list[int]:
    """The totals of those who are in and have a score, in the order of the tallies."""
    return [tally.total for tally in tallies if not tally.out and tally.total is not None]


def by_label(tallies: Sequence[Tally]) -> dict[str, list[int]]:
    """The points of each part of a score, a number for each player who has that part."""
    found: dict[str, list[int]] = {}
    for tally in tallies:
        for part in tally.parts:
            found.setdefault(part.label, []).append(part.points)
    return found


def left(play: Play) -> Counter[str]:
    """What the players have at the end by the paths in their entries of a position: numbers, and
    how long lists are."""
    position = msgspec.to_builtins(play.state.position())
    found: Counter[str] = Counter()
    for entry in position.get("players", [position]):
        found.update(dict(numbers(entry, "")))
    return found


def numbers(value: Any, path: str) -> Iterator[tuple[str, int]]:
    """The numbers at and below a value, with their paths."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        yield path, len(value)
    elif isinstance(value, int):
        yield path, int(value)


def counted(counts: Mapping[str, int]) -> Iterator[tuple[str, Amount]]:
    """Counts as amounts in a game, the largest first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ((name, (number, 1)) for name, number in ordered)

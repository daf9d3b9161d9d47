"""How the texts, exemplars and tiles of Untitled Manuscript Game are balanced.

``python -m bench.manuscript_balance`` prints the figures that the data files and
docs/games/manuscript.md quote. They are those of whole games by the engine, all of whose players
are scribes (manuscript_scribe.py). At each table some keep margins for luxury and some do not, in
turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from statistics import mean, median

from msgspec import structs

import card_data
from bench.manuscript_scribe import Scribe, fewest_cubes
from card_data import Game
from card_data.manuscript.model import Data, Exemplar
from scoring.manuscript.actions import Borrow
from scoring.manuscript.options import Actions
from scoring.manuscript.state import OpenTable, Player, State
from scoring.play.decisions import TABLE
from scoring.play.play import Play
from scoring.positions.positions import score

BOOK = (8, 9, 10)  # texts in a book
FIRST_ROUND, LAST_ROUND = 7, 13  # of those that a book is looked at after
SECONDS = 30  # that an action takes, with the thinking
PLAYERS = ("Ann", "Bo", "Cleo", "Dan")
AT_TABLE = 3  # where one of them aims at an exemplar
GAME: Game[Data] = card_data.load("manuscript")
DATA = GAME.data
NUMBERS = DATA.numbers
MARGINS = (NUMBERS.luxury.pairs_a_page, 0)  # columns that scribes keep empty on each side
KINDS = ("single", "double")


# --- games


@dataclass(frozen=True)
class Result:
    """One player at the end of a game, or of a round: ``parts`` are the points by category."""

    scribe: Scribe
    player: Player
    complete: list[str]
    parts: dict[str, int]

    @property
    def total(self) -> int:
        return sum(self.parts.values())

    def copied(self, exemplar: Exemplar) -> int:
        return len(set(self.complete) & set(exemplar.texts))

    def paid(self, exemplar: Exemplar) -> int:
        if exemplar.id not in self.player.exemplars:
            return 0
        every = self.copied(exemplar) == len(exemplar.texts)
        tile = DATA.tile_of[exemplar.id].points if exemplar.id in self.player.tiles else 0
        return tile + (exemplar.full if every else exemplar.partial)


@dataclass(frozen=True)
class Played:
    table: OpenTable
    results: list[Result]
    actions: int
    loans: int


class PlayedGame:
    """One game, the same one for the same ``seed``; with an ``aim`` that exemplar is in play, and
    one of the scribes aims at it."""

    def __init__(
        self, players: int, seed: int, aim: Exemplar | None = None, game: Game[Data] = GAME
    ) -> None:
        self.rng = Random(seed)
        self.aim = aim
        self.play = Play(game, PLAYERS[:players])
        self.scribes = {
            name: Scribe(
                NUMBERS.end.texts,
                MARGINS[(seat + seed // players) % len(MARGINS)],
                aim if seat == seed % players else None,
            )
            for seat, name in enumerate(self.play.players)
        }
        self.actions = self.loans = 0

    def step(self) -> bool:
        decision = self.play.decision
        if decision is None:
            return False
        if decision.who != TABLE:
            words = self.scribes[decision.who].choose(decision)
            if isinstance(decision.options, Actions):
                self.actions += 1
                self.loans += isinstance(decision.options.read(words)[1], Borrow)
        else:
            words = decision.random(self.rng)
            dealt = words.split()
            if self.aim and decision.what == "deal of the exemplars" and self.aim.id not in dealt:
                words = " ".join([self.aim.id, *dealt[1:]])
        self.play.move(words)
        return True

    def end(self) -> Played:
        while self.step():
            pass
        return Played(self.table, self.results(), self.actions, self.loans)

    @property
    def table(self) -> OpenTable:
        state = self.play.state
        assert isinstance(state, State)
        return state.table

    def results(self) -> list[Result]:
        found = score(self.play.filled()).result
        assert found is not None
        return [
            Result(
                self.scribes[standing.player],
                self.table.player(standing.player),
                self.table.player(standing.player).complete(),
                {part.label: part.points for part in standing.tally.parts},
            )
            for standing in found.standings
        ]


def of_all(games: Iterable[Played]) -> list[Result]:
    return [result for game in games for result in game.results]


# --- the figures


def show_texts() -> None:
    squares = [text.squares for text in DATA.texts]
    print(f"{len(squares)} texts, {mean(squares):.1f} squares in the mean")
    for least, most in ((12, 20), (21, 36), (37, 48), (49, max(squares))):
        some = [text for text in DATA.texts if least <= text.squares <= most]
        cubes = [fewest_cubes(text.squares, NUMBERS.copy) for text in some]
        for_a_square = [mean(getattr(text, kind) / text.squares for text in some) for kind in KINDS]
        for_a_cube = [
            mean(getattr(text, kind) / fewest_cubes(text.squares, NUMBERS.copy) for text in some)
            for kind in KINDS
        ]
        print(
            f"  {least} to {most} squares: {len(some)} texts, {mean(cubes):.1f} cubes,"
            f" {for_a_square[0]:.2f} or {for_a_square[1]:.2f} points a square,"
            f" {for_a_cube[0]:.2f} or {for_a_cube[1]:.2f} a cube"
        )
    prose = [text for text in DATA.texts if text.prose]
    print(f"  prose: {len(prose)}; languages: {len({text.language for text in DATA.texts})}")


def show_games(players: int, games: list[Played]) -> None:
    rounds = [game.table.round for game in games]
    minutes = [game.actions * SECONDS / 60 for game in games]
    print(f"{players} scribes, {len(games)} games: {min(rounds)} to {max(rounds)} rounds,", end=" ")
    print(f"median {median(rounds):g}, nine in ten in {span(rounds)};", end=" ")
    print(f"{mean(minutes):.0f} minutes at {SECONDS} s an action, nine in ten {span(minutes)};")
    actions = mean(game.actions / players / game.table.round for game in games)
    print(f"  {actions:.1f} actions a round and player,", end=" ")
    print(f"{mean(game.loans for game in games):.1f} texts borrowed;", end=" ")
    winners = [max(result.total for result in game.results) for game in games]
    print(f"winners {mean(winners):.1f} points, nine in ten {span(winners)}")
    for margin in MARGINS:
        some = [one for one in of_all(games) if one.scribe.margin == margin]
        won = mean(one.scribe.margin == margin for game in games for one in game.results[:1])
        print(f"  margins of {margin}: won {won:4.0%};", points_of(some))


def points_of(some: list[Result]) -> str:
    parts = {label: mean(one.parts[label] for one in some) for label in some[0].parts}
    shown = ", ".join(f"{label} {points:.1f}" for label, points in parts.items())
    texts = mean(len(one.complete) for one in some)
    return f"{texts:.1f} texts, {mean(one.total for one in some):.1f} points: {shown}"


def span(values: Iterable[float]) -> str:
    """From the 5th to the 95th percentile."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 20]:.0f} to {ordered[-1 - len(ordered) // 20]:.0f}"


def show_rounds(number: int) -> None:
    print(f"two scribes who play on past the end, {number} games, by round")
    end = structs.replace(NUMBERS.end, texts=len(DATA.texts), rounds=LAST_ROUND)
    endless = structs.replace(DATA, numbers=structs.replace(NUMBERS, end=end))
    books: dict[int, list[Result]] = {n: [] for n in range(1, LAST_ROUND + 1)}
    for seed in range(number):
        evening = PlayedGame(2, seed, game=structs.replace(GAME, data=endless))
        last = 1
        while evening.step():
            if evening.table.round > last:
                books[last] += evening.results()
                last = evening.table.round
        books[last] += evening.results()
    for margin in MARGINS:
        for last in range(FIRST_ROUND, LAST_ROUND + 1):
            some = [one for one in books[last] if one.scribe.margin == margin]
            print(f"  margins of {margin}, {last:2}: {points_of(some)}")


def chance(texts: int, of: int, at_least: int) -> Fraction:
    """The probability that ``texts`` random texts include ``at_least`` of ``of`` given ones."""
    total = len(DATA.texts)
    ways = (comb(of, n) * comb(total - of, texts - n) for n in range(at_least, of + 1))
    return Fraction(sum(ways), comb(total, texts))


def show_exemplars(exemplars: Iterable[Exemplar], games: list[Played], number: int) -> None:
    print(f"exemplars, {number} games of {AT_TABLE} each: aimed at: minimum, followed, all, points")
    print("  for it and its tile, total; others of the table the same; by luck in a book of", *BOOK)
    for exemplar in exemplars:
        played = [PlayedGame(AT_TABLE, seed, exemplar).end() for seed in range(number)]
        games += played
        results = of_all(played)
        shown = [
            reached(exemplar, [one for one in results if (one.scribe.aim is exemplar) is aims])
            for aims in (True, False)
        ]
        luck = [float(chance(n, len(exemplar.texts), exemplar.minimum)) for n in BOOK]
        print(f"  {exemplar.id:24}", *shown, " ".join(f"{share:5.1%}" for share in luck), sep="  ")


def reached(exemplar: Exemplar, some: list[Result]) -> str:
    least = mean(one.copied(exemplar) >= exemplar.minimum for one in some)
    every = mean(one.copied(exemplar) == len(exemplar.texts) for one in some)
    followed = mean(exemplar.id in one.player.exemplars for one in some)
    paid, total = mean(one.paid(exemplar) for one in some), mean(one.total for one in some)
    return f"{least:4.0%} {followed:4.0%} {every:4.0%} {paid:4.1f} {total:4.1f}"


def show_tiles(games: list[Played]) -> None:
    print(f"tiles: squares, points; in {len(games)} games in play, taken, placed")
    for tile in sorted(DATA.tiles, key=lambda one: one.columns * one.rows):
        tables = [game.table for game in games if tile.exemplar in game.table.exemplars]
        if not tables:
            continue
        taken = mean(tile.exemplar not in table.tiles for table in tables)
        placed = mean(
            any(tile.exemplar in player.tiles for player in table.players) for table in tables
        )
        squares = tile.columns * tile.rows
        print(
            f"  {tile.id:24} {squares:3} {tile.points:3} {tile.points / squares:.2f}"
            f"  {len(tables):3} {taken:4.0%} {placed:4.0%}"
        )


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.manuscript_balance", description=__doc__)
    parser.add_argument("exemplars", nargs="*", help="only these are aimed at; all unless told")
    parser.add_argument(
        "--games", type=int, default=24, help="at each number of players; else half"
    )
    options = parser.parse_args(words)
    half = max(1, options.games // 2)
    show_texts()
    show_rounds(half)
    games = []
    for players in range(GAME.head.players.min, GAME.head.players.max + 1):
        played = [PlayedGame(players, seed).end() for seed in range(options.games)]
        show_games(players, played)
        games += played
    aims = [DATA.exemplar_by_id[name] for name in options.exemplars] or DATA.exemplars
    show_exemplars(aims, games, half)
    show_tiles(games)


if __name__ == "__main__":
    main()

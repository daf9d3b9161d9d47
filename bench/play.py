"""How fast games play, are copied and score, and how fast there is advice, beside the targets.

Random play, copies and scoring on one core; then whole processes, start-up included: ``scoring
score``, and ``scoring advise`` for random full rolls.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec

import card_data
import scoring
import scoring.games
from bench.processes import Command, run
from card_data import Game
from scoring.play.play import Play
from scoring.positions.positions import PositionFile, PositionReader
from tests.scoring import shipped_sheets

SCORED = {
    "winstons_archive": "10,000",
    "verse_and_variant": "5,000",
}  # positions a second, where a target is set
RUNS = 5  # of each measure; the best one counts
COPIED_AFTER = 50, 300  # moves, or as many as the game has
ROW = "{:38} {:>12} {:>12}"
POSITION = """\
game: winstons_archive
players:
  - {name: Ann, books: {A: 2, B: 2, C: 4, E: 5, F: 1}, stand_ins: {B: 1},
     product_over_process: 3, open_secrets: 2, manuscripts: 8}
  - {name: Bo, books: {B: 1, D: 5, E: 1, F: 6},
     product_over_process: 1, open_secrets: 3, manuscripts: 10}
"""


def seconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        before = process_time()
        work()
        times.append(process_time() - before)
    return max(min(times), 1e-9)


def random_games(name: str, players: int, games: int) -> list[Play]:
    game = card_data.load(name)
    rng = Random(players)
    plays = [Play(game, seats(players)) for _ in range(games)]
    for play in plays:
        play.play_on(rng)
    return plays


def measure(name: str, players: int, games: int) -> None:
    """Print how fast one game plays and scores with this many players."""
    plays = random_games(name, players, games)
    decisions = sum(len(play.moves) for play in plays)
    speed = decisions / seconds(lambda: random_games(name, players, games))
    print(ROW.format(f"decisions a second, {players} players", f"{speed:,.0f}", "50,000"))
    filled = [play.filled() for play in plays]
    speed = games / seconds(lambda: [scoring.score(one) for one in filled])
    target = SCORED.get(name, "")
    print(ROW.format(f"checked and scored, {players} players", f"{speed:,.0f}", target))


def copied(name: str, players: int) -> None:
    game = card_data.load(name)
    for moves in COPIED_AFTER:
        play = begun(game, players, moves)
        part = seconds(play.copy) / seconds(partial(begun, game, players, moves))
        what = f"copy / play, {len(play.moves)} moves, {players} players"
        print(ROW.format(what, f"{part:.2f}", "1.20"))


def begun(game: Game[Any], players: int, moves: int) -> Play:
    play, rng = Play(game, seats(players)), Random(players)
    while (decision := play.decision) is not None and len(play.answers) < moves:
        play.answer(decision, decision.options.draw(rng))
    return play


def seats(players: int) -> list[str]:
    return [f"P{number}" for number in range(players)]


def scored() -> None:
    """Print how long ``scoring score`` takes for a position in a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "position.yaml"
        path.write_text(POSITION, encoding="utf-8")
        command: Command = [sys.executable, "-m", "scoring", "score", path]
        spent = min(run(command).wall for _ in range(RUNS))
    print(ROW.format("seconds for `scoring score FILE`", f"{spent:.3f}", "0.250"))


def by_score_sheet(game: str, games: int) -> None:
    """Print how long checking and scoring positions takes by a ``score.yaml``, beside the game's
    own scorer."""
    with tempfile.TemporaryDirectory() as folder:
        own = shipped_sheets.write(Path(folder), game)
        sheets = PositionReader(Path(folder))
        players = card_data.load(game).head.players.max
        shipped = [play.filled() for play in random_games(game, players, games)]
        plain = [msgspec.to_builtins(one.position) for one in shipped]
        by_sheet = [sheets.read(shipped_sheets.as_own(one, own)) for one in plain]
    spent = [
        seconds(lambda found=found: [scoring.score(anew(one)) for one in found])  # type: ignore[misc]
        for found in (by_sheet, shipped)
    ]
    what = f"time by score.yaml / by its scorer, {players} players"
    print(ROW.format(what, f"{spent[0] / spent[1]:.2f}", "3.00"))


def anew(filled: PositionFile) -> PositionFile:
    """Return the position as if it had just been read, with nothing cached."""
    return replace(filled, position=msgspec.structs.replace(filled.position))


def advised(rolls: int) -> None:
    """Print how long ``scoring advise`` takes from a cold start, for full rolls."""
    rng = Random(rolls)
    ask = [sys.executable, "-m", "scoring", "advise", "nineteen_eighty_four", "--json", "--roll"]
    times = []
    for _ in range(rolls):
        times.append(run([*ask, " ".join([f"{die}{rng.randint(1, 6)}" for die in "rgbwyp"])]).wall)
    for what, found, target in ("median", median(times), "0.200"), ("worst", max(times), "1.000"):
        print(ROW.format(f"seconds for advice, {what} of {rolls:,}", f"{found:.3f}", target))


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.play", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these games; all unless told")
    parser.add_argument("--games", type=int, default=200, help="at each number of players")
    parser.add_argument("--rolls", type=int, default=100, help="that advice is asked for")
    options = parser.parse_args(words)
    for name in options.names or scoring.games.names():
        print(ROW.format(name, "measured", "target"))
        bounds = card_data.load(name).head.players
        for players in range(bounds.min, bounds.max + 1):
            measure(name, players, options.games)
        copied(name, bounds.min)
    scored()
    by_score_sheet("winstons_archive", options.games)
    advised(options.rolls)


if __name__ == "__main__":
    main()

"""How fast games play and positions score, and how fast there is advice, beside the targets.

``python bench/play.py``: random play and scoring on one core, and whole runs of the command.
``python bench/play.py ROLLS`` asks for advice on so many full rolls, a process each.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import card_data
import scoring
import scoring.games
from scoring.play.play import Play

GAMES = 200  # at each number of players
SCORED = {
    "winstons_archive": "10,000",
    "verse_and_variant": "5,000",
}  # positions a second, where a target is set
ROLLS = 100  # that advice is asked for, unless told
RUNS = 5  # of the command, and of each measure; the best one counts
ROW = "{:34} {:>12} {:>12}"
POSITION = """\
game: winstons_archive
players:
  - {name: Ann, books: {A: 2, B: 2, C: 4, E: 5, F: 1}, stand_ins: {B: 1},
     product_over_process: 3, open_secrets: 2, manuscripts: 8}
  - {name: Bo, books: {B: 1, D: 5, E: 1, F: 6},
     product_over_process: 1, open_secrets: 3, manuscripts: 10}
"""


def seconds(work: Callable[[], object]) -> float:
    """The shortest time that ``work`` takes."""
    times = []
    for _ in range(RUNS):
        before = perf_counter()
        work()
        times.append(perf_counter() - before)
    return min(times)


def random_games(name: str, players: int) -> list[Play]:
    """Full random games, the same at every call."""
    game = card_data.load(name)
    rng = Random(players)
    plays = [Play(game, [f"P{number}" for number in range(players)]) for _ in range(GAMES)]
    for play in plays:
        play.play_on(rng)
    return plays


def measure(name: str, players: int) -> None:
    """Print how fast one game plays and scores with so many players."""
    plays = random_games(name, players)
    decisions = sum(len(play.moves) for play in plays)
    speed = decisions / seconds(lambda: random_games(name, players))
    print(ROW.format(f"decisions a second, {players} players", f"{speed:,.0f}", "50,000"))
    filled = [play.filled() for play in plays]
    speed = GAMES / seconds(lambda: [scoring.score(one) for one in filled])
    target = SCORED.get(name, "")
    print(ROW.format(f"checked and scored, {players} players", f"{speed:,.0f}", target))


def advice(rolls: int) -> None:
    """Print how long ``scoring advise`` takes from a cold start, for full rolls."""
    rng = Random(rolls)
    ask = [sys.executable, "-m", "scoring", "advise", "nineteen_eighty_four", "--json", "--roll"]
    times = []
    for _ in range(rolls):
        roll = " ".join([f"{die}{rng.randint(1, 6)}" for die in "rgbwyp"])
        before = perf_counter()
        subprocess.run([*ask, roll], check=True, stdout=subprocess.DEVNULL)
        times.append(perf_counter() - before)
    for what, found, target in ("median", median(times), "0.200"), ("worst", max(times), "1.000"):
        print(ROW.format(f"seconds for advice, {what} of {rolls:,}", f"{found:.3f}", target))


def main() -> None:
    if len(sys.argv) > 1:
        advice(int(sys.argv[1]))
        return
    for name in scoring.games.names():
        print(ROW.format(name, "measured", "target"))
        bounds = card_data.load(name).head.players
        for players in range(bounds.min, bounds.max + 1):
            measure(name, players)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "position.yaml"
        path.write_text(POSITION, encoding="utf-8")
        command = [sys.executable, "-m", "scoring", "score", str(path)]
        spent = seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
    print(ROW.format("seconds for `scoring score FILE`", f"{spent:.3f}", "0.250"))
    advice(ROLLS)


if __name__ == "__main__":
    main()

"""How fast games play, are checked, scored and copied here, beside another checkout.

Processes of both in turn, so that what else the machine does slows both alike; CPU time only.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import scoring.games
from bench.processes import ROOT, Command

ROW = "{:20} {:10} {:>12} {:>12} {:>8}"


def measured(folder: Path, name: str, games: int) -> dict[str, float]:
    command: Command = [sys.executable, ROOT / "bench" / "rates.py", name, str(games)]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def compare(before: Path, name: str, games: int, runs: int) -> None:
    """Print the medians of both checkouts, and of the ratios of each pair of runs."""
    pairs = [(measured(before, name, games), measured(ROOT, name, games)) for _ in range(runs)]
    for what in pairs[0][1]:
        now = median(new[what] for _, new in pairs)
        if what in pairs[0][0]:
            then = f"{median(old[what] for old, _ in pairs):,.0f}"
            ratio = f"{median(new[what] / old[what] for old, new in pairs):.2f}"
        else:
            then = ratio = ""
        print(ROW.format(name, what, then, f"{now:,.0f}", ratio), flush=True)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.versus", description=__doc__)
    parser.add_argument("before", type=Path, help="the folder of the other checkout")
    parser.add_argument("names", nargs="*", help="only these games; all unless told")
    parser.add_argument("--games", type=int, default=40, help="at each number of players")
    parser.add_argument("--runs", type=int, default=7, help="of each checkout")
    options = parser.parse_args(words)
    print(ROW.format("a second", "", "before", "here", "ratio"))
    for name in options.names or scoring.games.names():
        compare(options.before.resolve(), name, options.games, options.runs)


if __name__ == "__main__":
    main()

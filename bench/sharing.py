"""How long many random games take: here, in two processes, on a dask cluster of two workers.

Whole processes, start-up included; the cluster runs before and is not counted. The three print the
same results, or the benchmark stops.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

ROW = "{:28} {:>10} {:>14}"


def played(what: str, games: int, *more: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "scoring", "simulate", "winstons_archive", "--json"]
    start = time.perf_counter()
    command += ["--games", str(games), *more]
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    spent = time.perf_counter() - start
    print(ROW.format(what, f"{spent:.1f}", f"{games / spent:,.0f}"), flush=True)
    found: dict[str, Any] = json.loads(said.stdout)
    del found["decisions_per_second"]
    return found


def main(words: Sequence[str] | None = None) -> None:
    from distributed import LocalCluster

    parser = argparse.ArgumentParser(prog="python -m bench.sharing", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    games = parser.parse_args(words).games
    print(ROW.format(f"{games:,} games", "seconds", "games a second"))
    found = [played("one process", games), played("two workers", games, "--workers", "2")]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:  # type: ignore[no-untyped-call]
        found.append(played("a cluster of two", games, "--cluster", local.scheduler_address))
    if any(one != found[0] for one in found):
        raise SystemExit("the results differ")


if __name__ == "__main__":
    main()

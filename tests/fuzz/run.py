"""``make fuzz``: files changed at random, to find what makes a command fail, hang or reach out.

Cases are numbered; what is found is kept in ``output/fuzz/``, and the next run with the same seed
goes on after the last one.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import pkgutil
import re
import tempfile
import time
from collections import Counter
from multiprocessing import SimpleQueue, get_context
from pathlib import Path
from typing import Any

import card_data
import printkit
import scoring
from tests.fuzz.bench import Bench, Ran, judge
from tests.fuzz.cases import KINDS, Sources, make_case, make_sources

FOUND = Path(__file__).resolve().parents[2] / "output" / "fuzz"
TWICE = 16  # one case in so many is run again in a new process, and has to do the same
REPORT = 30  # seconds from one line of figures to the next
FRAME = re.compile(r'File "[^"]*/(\w+\.py)", line \d+,? in (\S+)')


def tried(bench: Bench, sources: Sources, seed: int, number: int, only: str) -> tuple[Any, ...]:
    case = make_case(sources, seed, number, only)
    ran = bench.run(case)
    wrong = judge(case, ran)
    if not wrong and number % TWICE == 0 and not case.environment:
        again = bench.run(case, fresh=True)
        wrong = judge(case, again)
        if not wrong and again.same() != ran.same():
            wrong = [f"does something else in a new process: {again.err[-1000:]}"]
    return case, ran, wrong


def signature(wrong: str) -> str:
    """Return what distinguishes a find from others: the fault, and its place in the code."""
    frames = [".".join(frame) for frame in FRAME.findall(wrong)]
    return f"{re.sub(r'[0-9.]+', 'N', wrong.partition(':')[0])[:60]} {' '.join(frames[-1:])}"


def work(bench: Bench, sources: Sources, campaign: Campaign, first: int, end: float) -> None:
    """Try every case of a few, from the first one on, until the time is over."""
    jobs, number = campaign.jobs, first
    while time.monotonic() < end and number < campaign.cases:
        case, ran, wrong = tried(bench, sources, campaign.seed, number, campaign.only)
        campaign.results.put((number, case.kind, ran._replace(files={}), wrong))
        number += jobs
    campaign.results.put(None)


class Campaign:
    def __init__(self, asked: argparse.Namespace) -> None:
        self.seed, self.only = asked.seed, asked.only
        self.jobs, self.cases = asked.jobs, asked.cases
        self.folder = FOUND / f"seed-{self.seed}{'-' + self.only if self.only else ''}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.next_file = self.folder / "next"
        self.first = int(self.next_file.read_text()) if self.next_file.exists() else 0
        self.results: SimpleQueue[Any] = get_context("fork").SimpleQueue()
        self.cases_of: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.finds: Counter[str] = Counter()
        self.slowest = self.largest = (0.0, 0)

    def run(self, sources: Sources, seconds: float, folder: Path) -> None:
        end, report = time.monotonic() + seconds, time.monotonic() + REPORT
        for job in range(self.jobs):
            bench = Bench(sources.folder, folder / str(job))
            given = bench, sources, self, self.first + job, end
            get_context("fork").Process(target=work, args=given).start()
        last, left = self.first - 1, self.jobs
        while left:
            result = self.results.get()
            if result is None:
                left -= 1
                continue
            last = max(last, result[0])
            self.count(sources, *result)
            if time.monotonic() > report:
                report += REPORT
                print(self.line(), flush=True)
        self.next_file.write_text(str(last + 1))

    def count(self, sources: Sources, number: int, kind: str, ran: Ran, wrong: list[str]) -> None:
        self.cases_of[kind] += 1
        self.accepted[kind] += ran.status == 0
        self.slowest = max(self.slowest, (ran.seconds, number))
        self.largest = max(self.largest, (ran.megabytes, number))
        if not wrong:
            return
        sign = signature(wrong[0])
        self.finds[sign] += 1
        if self.finds[sign] > 1:
            return
        case = make_case(sources, self.seed, number, self.only)
        folder = self.folder / f"case-{number}"
        folder.mkdir(exist_ok=True)
        if isinstance(case.now, bytes):
            (folder / Path(case.file or "nothing").name).write_bytes(case.now)
        told = [f"{case._replace(now=b'')}", *wrong, ran.out[:3000], ran.err[:3000]]
        (folder / "told.txt").write_text("\n".join(told), "utf-8", errors="backslashreplace")
        print(f"{number}: {sign}\n  kept in {folder}", flush=True)

    def line(self) -> str:
        kinds = ", ".join(
            f"{count:,} {kind} ({self.accepted[kind] / count:.0%})"
            for kind, count in sorted(self.cases_of.items())
        )
        most = f"slowest {self.slowest[0]:.2f} s, largest {self.largest[0]:.0f} MB"
        finds = f"{len(self.finds)} finds in {self.finds.total()} cases"
        return f"{self.cases_of.total():,} cases (accepted): {kinds}; {most}; {finds}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=10**9, help="stop after so many in all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", choices=list(KINDS), default="")
    parser.add_argument("--case", type=int, help="run this case alone, and say what comes of it")
    asked = parser.parse_args()
    for package in (card_data, printkit, scoring):  # or each case would load them
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        sources = make_sources(folder / "sources")
        gc.freeze()
        if asked.case is not None:
            bench = Bench(sources.folder, folder / "bench")
            case, ran, wrong = tried(bench, sources, asked.seed, asked.case, asked.only)
            print(case.command, case.file, ran.out, ran.err, *wrong, sep="\n")
            print(f"status {ran.status}, {ran.seconds:.2f} s, {ran.megabytes:.0f} MB")
            return bool(wrong)
        campaign = Campaign(asked)
        campaign.run(sources, asked.seconds, folder)
    print(campaign.line())
    return bool(campaign.finds)


if __name__ == "__main__":
    raise SystemExit(main())

"""``make fuzz``: files changed at random, to find what makes a command fail, hang or reach out.

Cases are numbered; what is found is kept in ``output/fuzz/``, and the next run with the same seed
goes on after the last one.
"""

from __future__ import annotations

import argparse
import compileall
import os
import tempfile
import time
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

import card_data
import printkit
import scoring
from tests.fuzz.cases import KINDS, Sources, make_case, make_sources
from tests.fuzz.finds import Campaign
from tests.fuzz.staff import Worker, workers
from tests.fuzz.worker import DRAWN, DREW, Verdict

TWICE = 16  # one case in so many is run by two workers, whose results must be alike
REPORT = 30  # seconds from one line of figures to the next


class Job(NamedTuple):
    """A case that a worker has: its number; if it is run again, what came of it the first time."""

    number: int
    digest: str = ""
    by: Worker | None = None  # who ran it then
    built: bool = False  # by the command, though the first time it was only drawn


class Run:
    """Hands out cases until the time is over, or so many of the campaign have been tried."""

    def __init__(
        self, campaign: Campaign, sources: Sources, staff: list[Worker], jobs: int
    ) -> None:
        self.campaign, self.sources, self.staff, self.jobs = campaign, sources, staff, jobs
        self.again: list[Job] = []

    def run(self, seconds: float, cases: int) -> None:
        end = time.monotonic() + seconds
        report = time.monotonic() + REPORT
        while True:
            over = time.monotonic() > end or self.campaign.next >= cases
            for worker in sorted(self.staff, key=self.is_free):
                busy = sum(one.case is not None for one in self.staff)
                if (
                    worker.case is None
                    and busy < self.jobs
                    and (job := self.job(worker, over=over))
                ):
                    self.give(worker, job)
            if not any(worker.case for worker in self.staff):
                return
            self.take_in()
            if time.monotonic() > report:
                report += REPORT
                self.campaign.keep()
                print(self.campaign.line(), flush=True)

    def is_free(self, worker: Worker) -> bool:
        """Whether there is no case of another one for it."""
        return all(job.by is worker for job in self.again)

    def job(self, worker: Worker, *, over: bool) -> Job | None:
        """What a worker is to do next: another one's case once more, or a new one."""
        for job in self.again:
            if job.by is not worker:
                self.again.remove(job)
                return job
        if over:
            return None
        self.campaign.next += 1
        return Job(self.campaign.next - 1)

    def give(self, worker: Worker, job: Job) -> None:
        campaign = self.campaign
        case = make_case(self.sources, campaign.seed, job.number, campaign.only)
        worker.give(case, job, draw=not job.built)

    def take_in(self) -> None:
        """Wait for verdicts, and have them judged."""
        connections: list[Connection] = [one.connection for one in self.staff if one.case]
        ready = wait(connections, timeout=1)
        for worker in self.staff:
            if worker.connection in ready:
                self.judge(worker)
            else:
                worker.hurry()

    def judge(self, worker: Worker) -> None:
        case, job = worker.case, worker.key
        assert case is not None
        assert isinstance(job, Job)
        verdict: Verdict = worker.take()
        if job.built:
            self.campaign.count_built(case, verdict)
        elif not job.digest:
            self.campaign.count(job.number, case, verdict)
            if not verdict.wrong and job.number % TWICE == 0:
                self.again.append(Job(job.number, verdict.digest, worker))
                if case.kind in DRAWN:
                    self.again.append(Job(job.number, verdict.digest, worker, built=True))
        else:
            self.campaign.twice += 1
            alike = verdict.digest.startswith(DREW) == job.digest.startswith(DREW)
            if alike and verdict.digest != job.digest and not verdict.wrong:
                verdict = verdict._replace(wrong=["does something else the second time"])
        if verdict.wrong:
            self.campaign.found(job.number, case, verdict, worker)


def run_alone(sources: Sources, seed: int, number: int, only: str) -> bool:
    """Run one case and say what comes of it; whether it is well."""
    case = make_case(sources, seed, number, only)
    with workers(1, sources.folder) as (worker,):
        verdict = worker.run(case, draw=False)
    print(case.command, case.file, verdict.said, *verdict.wrong, verdict[:4], sep="\n")
    return not verdict.wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=10**9, help="stop after so many in all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", choices=list(KINDS), default="")
    parser.add_argument("--case", type=int, help="run this case alone, and say what comes of it")
    asked = parser.parse_args()
    for package in (card_data, printkit, scoring):  # or the first cases would write there
        compileall.compile_dir(Path(*package.__path__), quiet=1)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        sources = make_sources(Path(folder))
        if asked.case is not None:
            return not run_alone(sources, asked.seed, asked.case, asked.only)
        campaign = Campaign(asked.seed, asked.only)
        with workers(max(2, asked.jobs), sources.folder) as staff:  # one to run a case again
            Run(campaign, sources, staff, asked.jobs).run(asked.seconds, asked.cases)
        campaign.keep()
    print(campaign.line(), *campaign.table(), sep="\n")
    return bool(campaign.finds)


if __name__ == "__main__":
    raise SystemExit(main())

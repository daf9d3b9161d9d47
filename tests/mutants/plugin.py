"""What pytest does otherwise for a mutant: the quickest tests first, and none without end.

Each mutant is run in a process of its own until a test fails, so quick tests first save hours. A
property that fails is not shrunk, and its examples are the same in each run, so that a figure can
be had twice.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import HealthCheck, Phase, settings

TIMES_LONGER = 5  # than the unchanged code took, as the clock went
PLUS = 2  # seconds


class Endless(BaseException):
    """A test that takes far longer than with the unchanged code; no test expects this."""


def pytest_configure(config: pytest.Config) -> None:
    os.environ["PYTHONPATH"] = str(Path.cwd())  # a command that a test starts is mutated too
    settings.register_profile(
        "mutants",
        phases=(Phase.explicit, Phase.generate),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutants")
    config.pluginmanager.register(Clock(usual_times()))


def usual_times() -> dict[str, float]:
    """Seconds that each test took with the unchanged code; nothing before that run."""
    kept = Path("mutmut-stats.json")
    stats = json.loads(kept.read_text("utf-8")) if kept.exists() else {"duration_by_test": {}}
    times: dict[str, float] = stats["duration_by_test"]
    return times


class Clock:
    """Orders the tests by their usual times and ends those that go far beyond them."""

    def __init__(self, usual: dict[str, float]) -> None:
        self.usual = usual

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.usual.get(item.nodeid, 0.0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """CPU time is what counts, which a busy machine does not sway."""

        def ring(number: int, frame: FrameType | None) -> None:
            raise Endless(item.nodeid)

        if item.nodeid not in self.usual:
            return (yield)
        signal.signal(signal.SIGPROF, ring)
        signal.setitimer(signal.ITIMER_PROF, PLUS + TIMES_LONGER * self.usual[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

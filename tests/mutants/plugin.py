"""A plugin that has pytest run a mutant's quickest tests first, and none without end.

mutmut has a mutant tried by the tests that called its function when nothing was changed. What was
called for a value that is kept, by a fixture or a cache, counts for every test that uses the value,
not only for the one that came first.

Each mutant is run in a process of its own until a test fails, so quick tests first save hours. A
property that fails is not shrunk, and its examples are the same in each run, so that a figure can
be had twice.
"""

from __future__ import annotations

import functools
import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from mutmut.mutation.trampoline import get_mutant_under_test
from mutmut.state import state

TIMES_LONGER = 5  # than the unchanged code took, as the clock went
PLUS = 20  # seconds: the first to ask for a game has it built


class Endless(BaseException):
    """A test that takes far longer than with the unchanged code; no test expects this."""


def pytest_configure(config: pytest.Config) -> None:
    os.environ["PYTHONPATH"] = str(Path.cwd())  # a command that a test starts is mutated too
    settings.register_profile(
        "mutants", phases=(Phase.explicit, Phase.generate), derandomize=True, database=None,
        deadline=None, suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    settings.load_profile("mutants")
    config.pluginmanager.register(Clock(usual_times()))
    if get_mutant_under_test() == "stats":
        config.pluginmanager.register(Shared())
        functools.cache = remembered  # type: ignore[assignment]
        functools.lru_cache = remembered_by_size


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


class Shared:
    """Has mutmut know of each test what was called for the fixtures that it shares with others."""

    def __init__(self) -> None:
        self.called: dict[str, set[str]] = {}  # by the fixture's name

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        with calls() as called:
            value = yield
        if fixturedef.scope != "function":
            self.called.setdefault(fixturedef.argname, set()).update(called)
        return value

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Function) -> None:
        for name in item.fixturenames:
            state()._stats.update(self.called.get(name, ()))


def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what `functools.cache` does, but a cached value counts as all calls that made it."""
    kept = lru_cache(None)(function)
    called: dict[Any, set[str]] = {}

    @wraps(function)
    def call(*values: Any, **named: Any) -> Any:
        with calls() as now:
            value = kept(*values, **named)
        before = called.setdefault((values, *sorted(named.items())), now)
        state()._stats.update(before)
        return value

    call.cache_clear, call.cache_info = kept.cache_clear, kept.cache_info  # type: ignore[attr-defined]
    return call


def remembered_by_size(maxsize: Any = None, typed: bool = False) -> Any:
    """The same for `functools.lru_cache`, but all values are kept."""
    return remembered(maxsize) if callable(maxsize) else remembered


@contextmanager
def calls() -> Iterator[set[str]]:
    """The functions that are called meanwhile, as mutmut notes them down."""
    noted = state()._stats
    before = set(noted)
    noted.clear()
    called: set[str] = set()
    try:
        yield called
    finally:
        called.update(noted)
        noted.update(before)

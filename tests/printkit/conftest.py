"""No test of printing may hang."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

LONGEST = 20  # seconds; the slowest test needs a tenth of it


@pytest.fixture(autouse=True)
def no_test_hangs() -> Iterator[None]:
    """A loop without end, such as a size that never gets small enough, fails its test."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"still running after {LONGEST} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

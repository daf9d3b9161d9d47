"""No test of printing may hang."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

LONGEST = 20  # seconds; the slowest test needs a tenth of it
LONGEST_SOAK = 1200


@pytest.fixture(autouse=True)
def no_test_hangs(request: pytest.FixtureRequest) -> Iterator[None]:
    """A loop without end, such as a size that never gets small enough, fails its test."""
    longest = LONGEST_SOAK if request.node.get_closest_marker("soak") else LONGEST

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"still running after {longest} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, longest)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

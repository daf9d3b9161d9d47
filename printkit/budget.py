"""The budget of a component: a number of steps of work.

Counting steps makes a file that is too costly fail on every machine alike, and at the same place.
What is not counted is limited where strangers' files are worked on: `card_data.wall`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from card_data.limits import STEPS, STEPS_A_FACE
from printkit.errors import OverspentError


class Budget:
    """The steps that a component with this many ``faces`` may take, and those left; ``shared`` is
    how many were spent on what several faces share."""

    def __init__(self, faces: int = 1) -> None:
        self.steps = self.left = STEPS + STEPS_A_FACE * faces
        self.shared = 0

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return self.left < 0

    def spend(self, steps: int) -> None:
        """Spend ``steps``; raise `OverspentError` if they are used up."""
        self.left -= steps
        if self.left < 0:
            raise OverspentError(f"takes too much work: more than {self.steps:,} steps")

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """Work on what several faces share, which is done for the first of them."""
        left, shared = self.left, self.shared
        try:
            yield
        finally:
            self.shared = shared + left - self.left

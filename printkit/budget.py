"""The budget of a component: a number of steps of work, and a time limit behind it.

Counting steps makes a file that is too costly fail on every machine alike, and at the same place.
The time limit is for costs that the count does not see; it is CPU time of this process alone.
"""

from __future__ import annotations

import time

from card_data.limits import SECONDS, SECONDS_A_FACE, STEPS, STEPS_A_FACE
from printkit.errors import OverspentError

LOOK = 1000  # steps between two looks at the clock


class Budget:
    """The steps that a component with this many ``faces`` may take, and those left."""

    def __init__(self, faces: int = 1) -> None:
        self.steps = STEPS + STEPS_A_FACE * faces
        self.seconds = SECONDS + SECONDS_A_FACE * faces
        self.left = self.steps
        self.next_look = self.steps - LOOK
        self.end = time.process_time() + self.seconds
        self.over = False

    def spend(self, steps: int) -> None:
        """Spend ``steps``; raise `OverspentError` if the steps, or the time, are used up."""
        self.left -= steps
        if self.left < self.next_look:
            self.look()

    def look(self) -> None:
        """Raise `OverspentError` if nothing is left."""
        self.over = self.left < 0 or time.process_time() > self.end
        if self.left < 0:
            raise OverspentError(f"takes too much work: more than {self.steps:,} steps")
        if self.over:
            raise OverspentError(f"takes too long: more than {self.seconds:.0f} seconds")
        self.next_look = max(0, self.left - LOOK)

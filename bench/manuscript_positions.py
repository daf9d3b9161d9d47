"""How long Untitled Manuscript Game takes to check and score a full position of four players.

    python bench/manuscript_positions.py

prints milliseconds a position, parsed already, on one core: of each the best of five runs.
"""

from __future__ import annotations

import timeit
from functools import partial
from random import Random
from statistics import mean, median

from scoring.positions.positions import Filled, score
from tests.manuscript.books import GAME, full_position


def main(number: int = 200) -> None:
    rng = Random(1)
    times = []
    texts = []
    for _ in range(number):
        filled = Filled(GAME, full_position(rng))
        report = score(filled)
        times.append(min(timeit.repeat(partial(score, filled), number=1, repeat=5)) * 1000)
        texts += [len(book.legend or {}) for book in filled.position.players]
        assert report.sound, report.findings
    print(f"{number} positions of 4 books with {mean(texts):.1f} texts on average")
    print(f"check and score: median {median(times):.2f} ms, slowest {max(times):.2f} ms")


if __name__ == "__main__":
    main()

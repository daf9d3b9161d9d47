"""Values in bins, for charts and histograms."""

from __future__ import annotations

from collections.abc import Collection

STEPS = (1, 2, 5)  # widths of bins, and these times 10, 100 …


def bins(values: Collection[int], most: int) -> list[range]:
    """Bins of one width from the least of ``values`` to the most of them: at most so many, and one
    more where the first begins at a round number below the least.

    >>> bins([3, 7], 4)
    [range(2, 4), range(4, 6), range(6, 8)]
    """
    low, high = min(values), max(values)
    size = bin_size(high - low + 1, most)
    return [range(at, at + size) for at in range(low - low % size, high + 1, size)]


def bin_size(values: int, most: int) -> int:
    """How many values share a bin, of so many in a row, for at most so many bins.

    >>> bin_size(24, 24), bin_size(25, 24), bin_size(400, 24)
    (1, 2, 20)
    """
    tens = 1
    while True:
        for step in STEPS:
            if step * tens * most >= values:
                return step * tens
        tens *= 10

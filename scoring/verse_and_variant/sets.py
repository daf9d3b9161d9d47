"""Critical sets: the grouping of tokens that scores most (VV-7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import floordiv
from typing import NamedTuple

from card_data.verse_and_variant.sets import Step


class Sets(NamedTuple):
    """A grouping into sets: its points, and how many sets it has of each size, largest first."""

    points: int = 0
    numbers: tuple[tuple[int, int], ...] = ()


def best_sets(copies: Sequence[int], sizes: Sequence[Step]) -> Sets:
    """The grouping of tokens into sets of different Features that is worth most (VV-7.2).

    ``copies`` has the tokens of each Feature, ``sizes`` the `steps` of the sets that score.

    >>> from card_data.verse_and_variant.sets import steps
    >>> best_sets([2, 2, 1, 1, 1], steps({5: 22, 4: 16, 3: 10}))
    Sets(points=26, numbers=((5, 0), (4, 1), (3, 1)))
    """
    # Sets can be laid out if and only if, whatever Features are left out, the others have tokens
    # enough for what the sets still need (Gale and Ryser). It is hardest without those that have
    # the most: rooms[n] is how many tokens there are without the n Features that have the most.
    rooms = [*accumulate(sorted(copies))][::-1]
    points, numbers = climb(rooms, sizes, rooms[0])
    exactly = [number - larger for number, larger in pairwise([*numbers, 0])]
    pairs = [(step.size, number) for step, number in zip(sizes, exactly, strict=True)]
    return Sets(points, tuple(reversed(pairs)))


def climb(rooms: Sequence[int], sizes: Sequence[Step], most: int) -> tuple[int, tuple[int, ...]]:
    """The most that at most so many sets gain by these steps, and how many sets take each step.

    Exact: the numbers of sets for the first step are tried from the one that could be worth most,
    if every token left were used at the best rate of the steps above, up and down to those that
    could not be worth more than what was found.
    """
    if not sizes:
        return 0, ()
    step, above = sizes[0], sizes[1:]
    size, gain, needs, (more, tokens), _ = step
    most = min(most, *map(floordiv, rooms, needs))
    if not most:
        return 0, (0,) * len(sizes)
    if not above:
        number = most if gain > 0 else 0
        return gain * number, (number,)
    top = min(most, turning(rooms, step))
    best, found = -1, (0,) * len(sizes)
    for numbers in range(top, -1, -1), range(top + 1, most + 1):
        for number in numbers:
            left = [room - need * number for room, need in zip(rooms, needs, strict=False)]
            left += rooms[size:]
            bound = gain * number + min(left[: size + 1]) * more // tokens
            if bound > best:
                points, larger = climb(left, above, number)
                if gain * number + points > best:
                    best, found = gain * number + points, (number, *larger)
            if bound <= best:  # and those beyond could be worth no more
                break
    return best, found


def turning(rooms: Sequence[int], step: Step) -> int:
    """Up to which number of sets each more could be worth more, by the best rate of the steps
    above: from there on what is scarcest is a need that is dear."""
    found = rooms[0]
    for room, others in zip(rooms, step.dear, strict=False):
        turns = [(room - rooms[other]) // more for other, more in others]
        found = min(found, max(turns, default=0))
    return found


def laid_out(
    copies: Sequence[int], numbers: Sequence[tuple[int, int]]
) -> dict[tuple[int, ...], int]:
    """How many sets there are of which Features, by index: those with the most left go first.

    >>> laid_out([2, 2, 2, 1, 1], [(4, 2)])
    {(0, 1, 2, 3): 1, (0, 1, 2, 4): 1}
    """
    left = list(copies)
    found: dict[tuple[int, ...], int] = {}
    for size, number in numbers:
        while number:
            order = sorted(range(len(left)), key=left.__getitem__, reverse=True)
            chosen = tuple(sorted(order[:size]))
            ahead = left[order[size - 1]] - (left[order[size]] if size < len(order) else 0)
            times = min(number, ahead or 1)  # for so many sets they stay those with the most
            for feature in chosen:
                left[feature] -= times
            found[chosen] = found.get(chosen, 0) + times
            number -= times
    return found

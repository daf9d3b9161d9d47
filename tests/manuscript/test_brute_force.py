"""The checker and a brute force from the clauses agree on small pages, in both directions."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.manuscript.small_books import LETTERS, allowed, judged, points, small_book


def agree(number: int, seed: int) -> Counter[bool]:
    """Judge so many pages; how many of them were legal."""
    found: Counter[bool] = Counter()
    rng = Random(seed)
    for _ in range(number):
        small = small_book(rng)
        legal = allowed(small)
        valid, scored = judged(small)
        assert valid == legal, f"{small.cards}, tile {small.tile}, {small.corners}:\n{small}"
        found[legal] += 1
        if legal:
            expected = {
                letter: points(small, card, small.squares(letter))
                for letter, card in zip(LETTERS, small.cards, strict=False)
                if small.squares(letter)
            }
            assert scored == expected, f"{small.cards}:\n{small}"
    return found


@pytest.mark.clause("MS-5.5", "MS-5.6", "MS-5.7", "MS-5.8", "MS-3.3", "MS-3.4", "MS-3.5", "MS-3.9")
def test_legal_is_what_every_layout_counted_out_allows() -> None:
    found = agree(300, seed=18)
    assert min(found[True], found[False]) > 75


@pytest.mark.sweep
def test_legal_is_what_every_layout_of_more_pages_allows() -> None:
    found = agree(1000, seed=18)
    assert min(found[True], found[False]) > 250


@pytest.mark.soak
def test_many_small_pages() -> None:
    found = agree(100_000, seed=1)
    print(f"\n{found[True]} legal pages, {found[False]} others: all judged alike")

"""The checker and a brute force from the clauses agree on small pages, in both directions."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.manuscript.small_books import LETTERS, allowed, judged, points, small_book
from tests.sweeps import amounts


@pytest.mark.clause("MS-5.5", "MS-5.6", "MS-5.7", "MS-5.8", "MS-3.3", "MS-3.4", "MS-3.5", "MS-3.9")
@pytest.mark.parametrize("pages", amounts(300, 1000, 100_000))
def test_legal_is_what_every_layout_counted_out_allows(pages: int) -> None:
    found: Counter[bool] = Counter()
    rng = Random(18)
    for _ in range(pages):
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
    assert min(found[True], found[False]) > pages / 4

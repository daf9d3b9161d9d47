"""Numbers and names as a sentence has them."""

from __future__ import annotations

import pytest

from card_data.text import join_words, plural


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [(1, "box", "1 box"), (2, "box", "2 boxes"), (0, "book", "0 books"), (3, "book", "3 books")],
)
def test_a_number_with_its_noun(number: int, noun: str, words: str) -> None:
    assert plural(number, noun) == words


def test_a_plural_of_its_own() -> None:
    assert [plural(number, "die", "dice") for number in (1, 2)] == ["1 die", "2 dice"]


def test_lists_in_words() -> None:
    assert [join_words(range(1, last), "or") for last in (1, 2, 3, 4)] == [
        "", "1", "1 or 2", "1, 2 or 3",
    ]  # fmt: skip

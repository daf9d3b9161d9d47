"""Results computed once: cached with the object they belong to, and for no other."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import scoring
from scoring.cache import cache_per_data
from scoring.manuscript.reading import pages
from tests.manuscript.sample_books import book, filled


def test_cache_tells_equal_objects_apart() -> None:
    """Equal ones are others: telling that they are equal may cost more than the work."""
    done = []

    @cache_per_data
    def work(one: SimpleNamespace, other: list[int]) -> int:
        done.append(other)
        return len(done)

    one, twin, other = SimpleNamespace(), SimpleNamespace(), [1]
    assert [work(one, other), work(one, other), work(twin, other)] == [1, 1, 2]
    assert [work(one, [1]), work(one, other)] == [3, 4], "only the last one is kept"


def test_a_book_is_read_once_for_check_and_score(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    signs = pages.signs

    def counted(drawn: str) -> dict[str, int]:
        read.append(drawn)
        return signs(drawn)

    monkeypatch.setattr(pages, "signs", counted)
    assert scoring.score(filled(book(name="Ann"), book(name="Bo"), ended=True)).final
    assert len(read) == 4, "two pages of each"

"""Slips of the pen in full books: how many show, and that no legal book is refused.

A slip changes one square: it is blanked, filled, moved, or changed to another letter. One that
leaves a legal book cannot show: a square short at a line's end is an incomplete text. Such a book
is read so, and its readings say it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from scoring.manuscript import Book, Position
from scoring.manuscript.check import books
from scoring.manuscript.layout import SIDES
from scoring.manuscript.reading import readings
from scoring.positions.findings import Finding
from scoring.positions.positions import PositionFile, score
from tests.manuscript.sample_books import GAME, GRID, full_book, full_position
from tests.sweeps import amounts

KINDS = ("blanked", "filled", "moved", "changed")
BREAK = GRID.columns + 1


def slipped(one: Book, kind: str, rng: Random) -> Book:
    left, right = one.left or "", one.right or ""
    both = left + right
    letters = [*(one.legend or {})]
    filled = [at for at, sign in enumerate(both) if sign.isalpha()]
    blank = [at for at, sign in enumerate(both) if sign == "."]
    at = rng.choice(filled)
    changed = {at: "."}
    if kind == "filled":
        changed = {rng.choice(blank): rng.choice(letters)}
    elif kind == "moved":
        changed[rng.choice(blank)] = both[at]
    elif kind == "changed":
        changed = {at: rng.choice([letter for letter in letters if letter != both[at]])}
    signs = "".join([changed.get(at, sign) for at, sign in enumerate(both)])
    return Book(
        one.name, one.legend, signs[: len(left)], signs[len(left) :], one.tiles, one.exemplars
    )


@cache
def some_books() -> tuple[Book, ...]:
    rng = Random(22)
    return tuple([full_book(rng) for _ in range(20)])


def findings(one: Book) -> list[Finding]:
    return list(books(Position(players=(one,)), GAME))


def caught(number: int, seed: int) -> dict[str, float]:
    """The share of so many slips of each kind that is found; also ``all`` and ``at the square``.

    At the square: a finding names a square that was written wrongly.
    """
    rng = Random(seed)
    found: Counter[str] = Counter()
    made: Counter[str] = Counter()
    several = 0
    for at in range(number):
        one = some_books()[at % len(some_books())]
        kind = rng.choice(KINDS)
        wrong = slipped(one, kind, rng)
        said = findings(wrong)
        made[kind] += 1
        if said:
            found[kind] += 1
            several += len(said) > 2
            found["at the square"] += any(
                square in finding.squares for finding in said for square in differ(one, wrong)
            )
    shares = {kind: found[kind] / made[kind] for kind in KINDS}
    total = sum(found[kind] for kind in KINDS)
    return {
        **shares, "all": total / number, "at the square": found["at the square"] / total,
        "more than two findings": several / total,
    }  # fmt: skip


def differ(one: Book, other: Book) -> list[tuple[int, int]]:
    """Row and column of each square in which two books differ."""
    return [
        (at // BREAK + 1, at % BREAK + 1)
        for side in SIDES
        for at, (sign, now) in enumerate(
            zip(one.page(side) or "", other.page(side) or "", strict=True)
        )
        if sign != now
    ]


@pytest.mark.clause("MS-5.5", "MS-5.6", "MS-5.8")
@pytest.mark.parametrize("slips", amounts(250, 1000))
def test_some_slips(slips: int) -> None:
    shares = caught(slips, seed=56)
    print("\n" + "\n".join(f"{kind:24} {share:.1%}" for kind, share in shares.items()))
    assert min(shares[kind] for kind in ("filled", "moved", "changed")) >= 0.99
    assert shares["blanked"] >= 0.65, "the others leave a legal incomplete text"
    assert shares["all"] >= 0.9
    assert shares["at the square"] >= 0.99
    assert shares["more than two findings"] <= 0.01


@pytest.mark.clause("MS-5.8")
def test_a_slip_that_does_not_show_is_read_as_an_incomplete_text() -> None:
    rng = Random(31)
    hidden = 0
    for one in some_books() * 5:
        wrong = slipped(one, "blanked", rng)
        if not findings(wrong):
            hidden += 1
            assert incomplete(wrong) > incomplete(one)
    assert hidden


def incomplete(one: Book) -> int:
    return sum(read.text.squares - read.squares.bit_count() for read in readings(one, GAME))


@pytest.mark.clause("MS-5.1")
@pytest.mark.parametrize("positions", amounts(6, most=1000))
def test_no_legal_book_is_refused(positions: int) -> None:
    rng = Random(9)
    for at in range(positions):
        position = full_position(rng, players=2 + at % 3)
        report = score(PositionFile(GAME, position))
        assert report.findings == ()
        assert report.result is not None
        for one in position.players or ():
            assert len(readings(one, GAME)) == len(one.legend or {})

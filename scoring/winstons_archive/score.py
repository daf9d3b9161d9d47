"""Points of Winston's Archive (WA-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from card_data import Game
from card_data.text import plural
from card_data.winstons_archive.model import Data
from scoring.positions.result import Chain, Part, Result, Tally, rank
from scoring.winstons_archive.position import PlayerCards, Position


def score(position: Position, game: Game[Data]) -> Result:
    """Return the score of a position that passed the check."""
    players = position.players or ()
    sizes = game.data.set_sizes()
    fewest = fewest_pages([cards.manuscripts or 0 for cards in players], game.data)
    loses = len(players) >= game.data.numbers.scoring.elimination_from
    tallies = [
        tally(
            cards,
            sizes,
            game.data,
            reprimanded=seat in fewest and not loses,
            out=seat in fewest and loses,
        )
        for seat, cards in enumerate(players)
    ]
    return rank(tallies, Chain((), "WA-5.7"))


def fewest_pages(pages: Sequence[int], data: Data) -> list[int]:
    """Return the players, by index, who bear the fewest manuscript pages (WA-5.4 to WA-5.6)."""
    least = min(pages)
    tied = [seat for seat, number in enumerate(pages) if number == least]
    if len(tied) == len(pages):
        return []
    if len(tied) > 1 and data.options.tie_for_fewest.value == "nobody":
        return []
    return tied


def tally(
    cards: PlayerCards, sizes: Mapping[str, int], data: Data, *, reprimanded: bool, out: bool
) -> Tally:
    """Return one player's points; ``reprimanded`` (WA-5.4) or ``out`` (WA-5.5) by fewest pages."""
    points = data.numbers.scoring
    pages = cards.manuscripts or 0
    books, notes = complete(cards, sizes, data)
    if reprimanded:
        notes.append("fewest manuscript pages (WA-5.4)")
    if out:
        notes.append("out: fewest manuscript pages (WA-5.5)")
    parts = (
        Part("books", books * points.book, "WA-5.2"),
        Part("manuscripts", pages // points.pages_a_point, "WA-5.3"),
        Part("reprimand", points.reprimand if reprimanded else 0, "WA-5.4"),
    )
    return Tally(cards.name or "", parts, out=out, explained=tuple(notes))


def complete(cards: PlayerCards, sizes: Mapping[str, int], data: Data) -> tuple[int, list[str]]:
    """Return the number of books, stand-ins included, in the player's complete sets, and notes on
    the stand-ins.

    Locked stand-ins stay where they are (WA-4.3); the free ones go where they are worth most
    (WA-5.1).
    """
    held, locked = cards.books or {}, cards.stand_ins or {}
    free = cards.product_over_process or 0
    notes: list[str] = []
    needs: dict[str, int] = {}
    books = 0
    for letter, size in sizes.items():
        real = held.get(letter) or 0
        used = locked.get(letter) or 0
        if used:
            free -= used
            notes.append(f"{letter} completed in play with {plural(used, 'stand-in')} (WA-4.3)")
            if used + real > size:
                late = plural(used + real - size, "late book")
                notes.append(f"{late} of {letter} outside the complete set (WA-4.3)")
        if used or real >= size:  # more than there are is told by the check
            books += size
        elif real >= data.numbers.stand_in.real_books:
            needs[letter] = size - real
    best = assign(needs, sizes, free) if free > 0 else Assignment()  # fewer are held if it is open
    notes += [
        f"{letter} completed with {plural(needs[letter], 'stand-in')} (WA-5.1)"
        for letter in best.letters
    ]
    return books + best.books, notes


class Assignment(NamedTuple):
    """Sets that free stand-ins complete; the larger of two, as tuples, is the better one."""

    books: int = 0
    saved: int = 0  # stand-ins used, negative: of equal worth the fewest are used
    letters: tuple[str, ...] = ()


def assign(needs: Mapping[str, int], sizes: Mapping[str, int], free: int) -> Assignment:
    """Return the best sets to complete, each needing ``needs`` stand-ins of ``free`` in all.

    Exact: a knapsack over the sets. Of equal worth the fewest stand-ins, then the earlier sets.

    >>> assign({"C": 2, "D": 1, "E": 1}, {"C": 4, "D": 5, "E": 6}, free=2).letters
    ('D', 'E')
    """
    best = [Assignment()] * (min(free, sum(needs.values())) + 1)  # by stand-ins at hand
    for letter, need in reversed(list(needs.items())):
        for at_hand in range(len(best) - 1, need - 1, -1):
            rest = best[at_hand - need]
            taken = Assignment(
                rest.books + sizes[letter], rest.saved - need, (letter, *rest.letters)
            )
            if taken[:2] >= best[at_hand][:2]:  # equal: the earlier set, which comes last here
                best[at_hand] = taken
    return best[-1]

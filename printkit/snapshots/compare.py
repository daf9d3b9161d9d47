"""Compare two states of a game: which pieces and pages look different, which values differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

import card_data
from card_data import DataError, Problem
from card_data.game import folder_of, is_shipped
from card_data.model import Model
from card_data.problems import Problems
from card_data.version import version
from printkit.options import Options
from printkit.sheets.typesetting import Typesetter
from printkit.snapshots.capture import take_snapshot
from printkit.snapshots.records import Piece
from printkit.snapshots.store import games_with, load_snapshot, none_yet

SHIPPED = "the shipped game"
AROUND = 3  # words before and after what is different in a long text
SHORT = 30  # characters: values up to so many are told whole


class Difference(Model, frozen=True):
    """How many copies of a piece, or of a page, to throw ``away`` and how many to ``add``."""

    title: str
    away: int
    add: int

    def __str__(self) -> str:
        away, add = (f"{what} {number}" if number else "" for what, number in
                     (("throw away", self.away), ("add", self.add)))  # fmt: skip
        return f"{self.title}: {', '.join(filter(None, (away, add)))}"


class Value(Model, frozen=True):
    """A value of the data before and after; None on the side where there is none."""

    name: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        if self.before is None or self.after is None:
            return f"{self.name}: {self.before or 'nothing'} → {self.after or 'nothing'}"
        return f"{self.name}: {' → '.join(shortened(self.before, self.after))}"


class Changes(Model, frozen=True):
    """The differences between an earlier state of a game and a later one, ``before`` and ``after``
    in words: the pieces by component, and the values."""

    game: str
    title: str
    before: str
    after: str
    pieces: dict[str, tuple[Difference, ...]]
    values: tuple[Value, ...]


def compare_games(
    games: Sequence[str], data: Path | None, since: str | None = None, against: Path | None = None
) -> list[Changes]:
    """Return the differences of games of the folder ``data``, or of the shipped ones: from those of
    the folder ``against``, else from the snapshot named ``since``, else from the latest one, else
    from the shipped game of the same name. No ``games`` means all that have such a state.

    Raise `DataError` with every problem of each.
    """
    problems, typesetter = Problems(), Typesetter()
    found: list[Changes] = []
    for game in games or comparable(data, since, against):
        with problems.collecting():
            found.append(changes_of(game, data, since, against, typesetter))
    problems.raise_if_any()
    return found


def comparable(data: Path | None, since: str | None, against: Path | None) -> list[str]:
    """Return the games that have an earlier state, or all games if none has: each is then reported
    to have none."""
    known = card_data.names(data)
    kept = games_with(since) if against is None else card_data.names(against)
    ours = data is not None and against is None and since is None
    return [one for one in known if one in kept or (ours and is_shipped(one))] or known


def changes_of(
    name: str, data: Path | None, since: str | None, against: Path | None, typesetter: Typesetter
) -> Changes:
    game, options = folder_of(name, data).name, Options(data=data)
    if against is None and (since is not None or game in games_with()):
        then = load_snapshot(game, since)
        options, before = then.printed_with(data), then.called
        before += f", by printkit {then.version}" * (then.version != version())
    elif against is not None or (data is not None and is_shipped(game)):
        then = take_snapshot(game, Options(data=against), typesetter)
        before = str(against or SHIPPED)
    else:
        message = f"{none_yet(game)}, or compare two folders with --against DIR"
        raise DataError(Problem(message=message, file=game, typed=True))
    now = take_snapshot(game, options, typesetter)
    return Changes(
        *(game, now.title, before, str(data or SHIPPED)),
        pieces_between(then.components, now.components),
        tuple(values_between(then.values, now.values)),
    )


def pieces_between(
    then: Mapping[str, Sequence[Piece]], now: Mapping[str, Sequence[Piece]]
) -> dict[str, tuple[Difference, ...]]:
    """Return the pieces that differ, by component. Pieces that look alike are the same, whatever
    their titles."""
    found: dict[str, tuple[Difference, ...]] = {}
    for component in dict.fromkeys((*now, *then)):
        old, new = then.get(component, ()), now.get(component, ())
        add, away = unmatched(new, old), unmatched(old, new)
        titles = dict.fromkeys((*add, *away))
        found[component] = tuple([Difference(one, away[one], add[one]) for one in titles])
    return {component: those for component, those in found.items() if those}


def unmatched(pieces: Sequence[Piece], others: Sequence[Piece]) -> Counter[str]:
    """Count the pieces that no others look like, by their titles."""
    lacking, titles = copies(pieces) - copies(others), {one.title for one in others}
    found: Counter[str] = Counter()
    for one in sorted(pieces, key=lambda one: one.title in titles):
        number = min(one.copies, lacking[one.digest])
        lacking[one.digest] -= number
        found[one.title] += number
    return Counter({one.title: found[one.title] for one in pieces if found[one.title]})


def copies(pieces: Iterable[Piece]) -> Counter[str]:
    """Count pieces that look alike, by their digests."""
    found: Counter[str] = Counter()
    for one in pieces:
        found[one.digest] += one.copies
    return found


def values_between(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Value]:
    for name in dict.fromkeys((*now, *then)):
        before, after = then.get(name), now.get(name)
        if before != after:
            yield Value(name, before, after)


def shortened(before: str, after: str) -> tuple[str, str]:
    """Cut from two texts most of the words that both begin and end with; short texts stay whole.


    >>> shortened("3", "4")
    ('3', '4')
    >>> shortened("Whoever has the highest roll goes first.", "Whoever has the lowest roll goes.")
    ('Whoever has the highest roll goes first.', 'Whoever has the lowest roll goes.')
    """
    if max(len(before), len(after)) <= SHORT:
        return before, after
    texts = [before.split(), after.split()]
    same = shared_start(*texts)
    first = max(0, same - AROUND)
    last = max(0, shared_start(*(text[same:][::-1] for text in texts)) - AROUND)
    old, new = (
        " ".join(["…"] * bool(first) + text[first : len(text) - last] + ["…"] * bool(last))
        for text in texts
    )
    return old, new


def shared_start(words: Sequence[str], others: Sequence[str]) -> int:
    """Count the words that two texts begin with alike."""
    pairs = zip(words, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def report_lines(changes: Changes) -> Iterator[str]:
    """Yield the lines of a report; a single line if nothing has changed."""
    if not (changes.pieces or changes.values):
        yield f"Nothing has changed in {changes.title} since {changes.before}"
        return
    yield f"What has changed in {changes.title} since {changes.before}"
    pieces = [str(one) for those in changes.pieces.values() for one in those]
    for heading, lines in (("Values", map(str, changes.values)), ("Pieces and pages", pieces)):
        if found := [*lines]:
            yield from ("", heading, *(f"  {line}" for line in found))

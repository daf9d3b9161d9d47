"""Changes in words, for a terminal: numbers and rules first, then pieces and the rulebook."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import PurePosixPath
from typing import TypeVar

from card_data.words import counted, in_words
from printkit.changes.entries import PRINT, RULEBOOK, RULES, SCORE, SET_UP
from printkit.changes.records import OWN_ROW, Change, Changes, Entry, Number, Piece, Use
from printkit.changes.telling.emphasis import merged, plain
from printkit.printings.records import with_id

STEP = "  "
LEAST_WIDE = 40
SHORT = 30  # characters: values up to so many stand side by side, and have it said what they are
FEW = 6  # faces: of so many of a component the titles are told too
NOTHING = "nothing"
T = TypeVar("T")
WHOLE = (RULES, PRINT, RULEBOOK, SET_UP, SCORE)  # files of which a section tells alone
OTHERWISE = {"added": "new", "removed": "no longer there"}


def told(changes: Changes, width: int) -> Iterator[str]:
    """All that is different, in lines of at most ``width`` characters; one line if nothing is."""
    since = changes.before.name
    if changes.none:
        yield from wrapped(f"Nothing has changed in {changes.title} since {since}", width)
        return
    yield from wrapped(f"What has changed in {changes.title} since {since}", width)
    for title, lines in sections(changes):
        found = [*lines]
        if found:
            yield from ("", title)
            for depth, line in found:
                yield from wrapped(line, width, depth)


def sections(changes: Changes) -> Iterator[tuple[str, Iterable[tuple[int, str]]]]:
    """The sections in order: each with its lines, and how far these are indented."""
    yield "Numbers", lines_of(changes.numbers, number_lines)
    yield "House options", lines_of(changes.options, number_lines)
    yield "Rules", lines_of(changes.rules, entry_lines)
    yield "Cards and other rows", lines_of(changes.rows, entry_lines)
    yield "Score sheet", lines_of(changes.score, entry_lines)
    yield "What is printed", lines_of(changes.components, entry_lines)
    yield "Rulebook", lines_of(edited(changes.rulebook), entry_lines)
    yield "Templates and other files", lines_of(changes.files, entry_lines)
    yield "Cannot be drawn", ((1, problem) for problem in changes.problems)
    yield "To print again", piece_lines(changes.pieces)


def edited(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that somebody edited, not those in which a number is another."""
    return [one for one in entries if not one.because]


def lines_of(
    things: Sequence[T], lines: Callable[[T], Iterator[tuple[int, str]]]
) -> Iterator[tuple[int, str]]:
    for thing in things:
        yield from lines(thing)


def number_lines(number: Number) -> Iterator[tuple[int, str]]:
    """A value of ``game.yaml``, and its uses below it."""
    about = f" ({number.about})" if number.about else ""
    yield 1, f"{number.field}{about}: {arrow(number.before, number.after)}"
    if number.clauses:
        yield 2, f"clauses: {', '.join(number.clauses)}"
    if number.pieces:
        yield 2, f"shows on: {'; '.join(places(number.pieces))}"
    if number.examples:
        yield 2, f"examples that play out otherwise: {', '.join(number.examples)}"
    if not (number.clauses or number.pieces or number.examples):
        yield 2, "nothing shows it"


def places(uses: Iterable[Use | Piece]) -> Iterator[str]:
    """Faces and pages as people call them, those of a component together.

    >>> pages = [Use("rules", "Rules", "", "booklet", "Rules", page) for page in (1, 2, 3, 5)]
    >>> [*places([*pages, Use("deck", "Deck", "A1", "A1", "A Key")])]
    ['Rules: pages 1 to 3 and 5', 'Deck: A1 A Key']
    """
    by_component: dict[str, list[Use | Piece]] = {}
    for use in uses:
        by_component.setdefault(use.of, []).append(use)
    for of, those in by_component.items():
        pages = [use.page for use in those if use.page]
        names = dict.fromkeys(name_of(use, len(those)) for use in those if not use.page)
        named = ", ".join([*filter(None, names), *([in_pages(pages)] if pages else [])])
        yield f"{of}: {named}" if named else of


def name_of(use: Use | Piece, number: int) -> str:
    """What a face is called among a ``number`` of others: its ID, if that is for people, and its
    title if they are few or have no such ID; nothing where its component has no others."""
    if use.title == use.of:
        return ""
    called = with_id(use.id, use.title)
    return use.id if number > FEW and called.startswith(use.id) else called


def in_pages(pages: Sequence[int]) -> str:
    """Numbers of pages, three or more that follow each other as a span."""
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    spans = [
        [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(page) for page in run] for run in runs
    ]
    return f"page{'s' * (len(set(pages)) > 1)} {in_words(chain.from_iterable(spans), 'and')}"


def entry_lines(entry: Entry) -> Iterator[tuple[int, str]]:
    """An entry of a file, and what is different in it below."""
    table = PurePosixPath(entry.file).stem
    name = entry.id if entry.title in (entry.id, "") else f"{entry.id}, {entry.title}"
    name = name if entry.file in WHOLE or entry.file == entry.id else f"{table} {name}"
    by = f" (because of {in_words(entry.because, 'and')})" if entry.because else ""
    was = f", before {entry.was}" if entry.was else ""
    is_now = f": {OTHERWISE[entry.kind]}" if entry.kind in OTHERWISE else ""
    yield 1, f"{name}{was}{is_now}{by}"
    for one in entry.fields:
        yield 2, changed(one) if entry.kind != "added" else f"{one.field}: {plain(one.after or '')}"


def changed(change: Change) -> str:
    """A value before and after, on one line."""
    short = all(len(side or "") <= SHORT for side in (change.before, change.after))
    about = f" ({change.about})" if change.about and short else ""
    head = f"{change.field}{about}: " if change.field else ""
    return f"{head}{arrow(change.before, change.after)}"


def arrow(before: str | None, after: str | None) -> str:
    """What was there and what is: short values side by side, of longer texts what is different.

    >>> arrow("3", "4"), arrow("", "new"), arrow(None, None)
    ('3 → 4', 'nothing → new', 'nothing → nothing')
    """
    if before and after and max(len(before), len(after)) > SHORT:
        return merged(before, after, bracketed, "{} → {}".format)
    return " → ".join(plain(said) if said else NOTHING for said in (before, after))


def bracketed(before: str, after: str) -> str:
    """What is different within a text."""
    if not before:
        return f"[+ {after}]"
    return f"[{before} → {after}]" if after else f"[− {before}]"


def piece_lines(pieces: Sequence[Piece]) -> Iterator[tuple[int, str]]:
    """What to print again, what is new, what is no longer needed, with the reasons."""
    by_reason: dict[tuple[str, ...], list[Piece]] = {}
    for one in pieces:
        if one.kind == "changed" and one.looks:
            by_reason.setdefault(one.because, []).append(one)
    for because, those in by_reason.items():
        rows = OWN_ROW if len(those) == 1 else "their own rows"
        reasons = [rows if reason == OWN_ROW else reason for reason in because]
        by = f" (because of {in_words(reasons, 'and')})" if reasons else ""
        for place in places(those):
            yield 1, f"{place}{by}"
    for kind, said in (("added", "new"), ("removed", "no longer used")):
        for place in places(one for one in pieces if one.kind == kind):
            yield 1, f"{said}: {place}"
    for one in pieces:
        if one.kind == "renamed":
            yield 1, f"{one.of}: {one.name} has another ID and looks as before"
        elif one.copies_before != one.copies_after and one.kind == "changed":
            (place,) = places([one])
            now = counted(one.copies_after, "copy", "copies")
            yield 1, f"{place}: {one.copies_before} → {now}"


def wrapped(line: str, width: int, depth: int = 0) -> list[str]:
    """A line as lines of at most ``width`` characters, those after the first further in."""
    indent = STEP * depth
    wide = max(width, LEAST_WIDE)
    return textwrap.wrap(
        line, wide, initial_indent=indent, subsequent_indent=indent + STEP,
        break_long_words=False, break_on_hyphens=False,
    ) or [""]  # fmt: skip

"""Changes as an errata sheet for players, in Markdown: what to replace, which rules are others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from printkit.changes.records import Change, Changes, Entry, Number, Piece
from printkit.changes.telling.emphasis import merged, plain
from printkit.changes.telling.words import places
from printkit.printings.records import with_id

SIGNS = re.compile(r"([\\`*_\[\]<>#~|])")  # that mean something in Markdown
NOT_FOR_PLAYERS = ("scorer", "option", "instead")  # fields of a clause


def errata(changes: Changes, day: date) -> str:
    """An errata sheet, dated ``day``."""
    lines = [f"# Errata for {escaped(changes.title)}", "", *introduction(changes, day)]
    for title, items in sections(changes):
        if found := [*items]:
            lines += ["", f"## {title}", "", *(f"- {item}" for item in found)]
    return "\n".join(lines) + "\n"


def introduction(changes: Changes, day: date) -> Iterator[str]:
    """When the sheet was made, and for which copies of the game."""
    shown = f"{day.day} {day:%B %Y}"
    if changes.none:
        yield f"{shown}. Nothing has changed since {escaped(changes.before.name)}."
    else:
        yield f"{shown}. For copies made from {escaped(changes.before.name)}."


def sections(changes: Changes) -> Iterator[tuple[str, Iterable[str]]]:
    """The sections, each with its items."""
    pieces = changes.pieces
    looks = [one for one in pieces if one.kind == "changed" and one.looks]
    yield "Replace these pieces", map(in_bold, places(looks))
    yield "New pieces", map(in_bold, places(one for one in pieces if one.kind == "added"))
    yield "Put these away", map(in_bold, places(one for one in pieces if one.kind == "removed"))
    yield "More or fewer of these", copies(pieces)
    yield "Rules that changed", [*options(changes.options), *clauses(changes.rules)]
    drawn = {one.id for one in pieces}
    yield "Cards that read differently", cards(one for one in changes.rows if one.id in drawn)


def in_bold(place: str) -> str:
    """A place with its component in bold."""
    of, colon, names = place.partition(": ")
    return f"**{escaped(of)}**{colon}{escaped(names)}"


def copies(pieces: Sequence[Piece]) -> Iterator[str]:
    """Pieces of which there are more or fewer now."""
    for one in pieces:
        if one.kind == "changed" and one.copies_before != one.copies_after:
            (place,) = places([one])
            yield f"{in_bold(place)}: ~~{one.copies_before}~~ **{one.copies_after}**"


def options(numbers: Sequence[Number]) -> Iterator[str]:
    """House options that are set in another way."""
    for one in numbers:
        clauses = f" ({', '.join(one.clauses)})" if one.clauses else ""
        rule = escaped(one.about or one.field)
        yield f"House rule{clauses}: {rule}: {both(one.before or '', one.after or '')}"


def clauses(entries: Sequence[Entry]) -> Iterator[str]:
    """Clauses that read differently to players."""
    for entry in entries:
        said = [one for one in entry.fields if one.field not in NOT_FOR_PLAYERS]
        if not said and entry.kind == "changed":
            continue
        head = f"**{escaped(entry.id)}** ({escaped(entry.title)})"
        if entry.kind == "removed":
            yield f"{head} no longer holds."
        else:
            new = " New:" if entry.kind == "added" else ""
            yield f"{head}:{new} {' '.join(map(shown, said))}"


def cards(entries: Iterable[Entry]) -> Iterator[str]:
    """Rows that are changed: their texts and values."""
    for entry in entries:
        if entry.kind in ("changed", "renamed"):
            fields = "; ".join(f"{escaped(one.field)}: {shown(one)}" for one in entry.fields)
            name = escaped(entry.title)
            shows_id = with_id(entry.id, entry.title) != entry.title
            yield f"**{name}**{f' ({escaped(entry.id)})' * shows_id}: {fields}"


def shown(change: Change) -> str:
    """A value before and after."""
    return both(change.before or "", change.after or "")


def both(before: str, after: str) -> str:
    """Two texts as one: struck out what was there, in bold what is.

    >>> both("Deal 3 cards", "Deal 4 cards")
    'Deal ~~3~~ **4** cards'
    """
    if not before:
        return escaped(after)
    return merged(escaped(before), escaped(after), struck, struck)


def struck(before: str, after: str) -> str:
    """What is different within a text."""
    return " ".join([f"~~{before}~~"] * bool(before) + [f"**{after}**"] * bool(after))


def escaped(text: str) -> str:
    """A text that Markdown shows as it is, without tags."""
    return SIGNS.sub(r"\\\1", plain(text))

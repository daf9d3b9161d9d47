"""Fits a table into the lines of a screen: the least important parts are shortened first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.positions.display import Line, Span, cut, wrap_line


class Panel(NamedTuple):
    """A part of the table in one ``form`` or more, the fullest first; the lower its ``rank``, the
    more it matters, and below 0 it is shortened only where it has no room at all."""

    rank: int
    forms: Sequence[Sequence[Line]]


def fit_lines(parts: Sequence[Panel], width: int, height: int) -> list[Line]:
    """Return the parts, one below the other, in at most ``height`` lines cut off at ``width``.

    First each part gets its shortest form, as far as there is room; where its rank is below 0, the
    second of the forms for which there is room; then the fullest for which there is still room, the
    most important parts first. Blank lines between the parts fill the rest. An ellipsis at the end
    stands for parts without room.

    >>> some = [[Span("hand 1")], [Span("hand 2")]]
    >>> parts = [Panel(1, [some, some[:1]]), Panel(0, [[[Span("bout 1")], [Span("bout 2")]]])]
    >>> ["".join(span.text for span in line) for line in fit_lines(parts, 5, 3)]
    ['hand ', 'bout ', 'bout ']
    >>> ["".join(span.text for span in line) for line in fit_lines(parts, 9, 1)]
    ['hand 1 …']
    """
    by_rank = sorted(range(len(parts)), key=lambda at: parts[at].rank)
    shown: dict[int, Sequence[Line]] = {}
    for at in by_rank:
        forms = parts[at].forms
        least = forms[-1:] if parts[at].rank >= 0 else forms[1:] or forms
        if fits := [form for form in least if len(form) <= height]:
            shown[at] = fits[0]
            height -= len(fits[0])
    for at in [at for at in by_rank if at in shown]:
        more = [len(form) - len(shown[at]) for form in parts[at].forms]
        best = next(number for number, lines in enumerate(more) if lines <= height)
        shown[at] = parts[at].forms[best]
        height -= more[best]
    blocks = [shown[at] for at in sorted(shown) if shown[at]]
    blank: list[Line] = [[]] if len(blocks) - 1 <= height else []
    lines = [line for block in blocks for line in (*blank, *block)][len(blank) :]
    if lines and len(shown) < len(parts):
        lines[-1] = [*cut(lines[-1], 0, width - 2), Span(" …")]
    return [list(cut(line, 0, width)) for line in lines]


def wrap_lines(lines: Iterable[Line], width: int, most: int | None = None) -> list[Line]:
    """Break lines at ``width``; an ellipsis ends the last of more than ``most``.

    >>> [last] = wrap_lines([[Span("blue 1, blue 2, blue 3")]], 16, 1)
    >>> "".join(span.text for span in last)
    'blue 1, blue 2…'
    """
    found = [part for line in lines for part in wrap_line(line, width)]
    if most is None or len(found) <= most:
        return found
    text = "".join([span.text for span in found[most - 1]])[: width - 1].rstrip(" ,")
    return [*found[: most - 1], [*cut(found[most - 1], 0, len(text)), Span("…")]]

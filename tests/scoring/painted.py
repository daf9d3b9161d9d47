"""Drawings on a terminal as tests state them: each line, and below it a sign for each style."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.positions.display import FAULT, HEAD, OPEN, Line

SIGNS = {"": ".", "dim": "d", HEAD: "h", OPEN.style: "o", FAULT: "F"}


def painted(lines: Iterable[Line], signs: Mapping[str, str] | None = None) -> list[str]:
    """Each line as its text and, as long, the signs of its styles; ``signs`` for more of them.

    >>> from scoring.positions.display import Span
    >>> painted([[Span("Ann", HEAD), Span(" "), Span("3!", FAULT)]])
    ['Ann 3!', 'hhh.FF']
    """
    known = {**SIGNS, **(signs or {})}
    found = []
    for line in lines:
        found.append("".join([span.text for span in line]))
        found.append("".join([known[span.style] * len(span.text) for span in line]))
    return found

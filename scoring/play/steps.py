"""How a move is chosen on a screen: step by step, as one chooses at a table.

Which die first, then what to do with it; a text, then its place. What a move can have besides, such
as Eureka, is a switch: on or off while one chooses the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple


class Way(NamedTuple):
    """How one comes to a move: its ``steps``, and whether it is one with the ``switch`` on.

    Moves that begin alike share their first steps; no move's steps are the beginning of another's.
    """

    steps: tuple[str, ...]
    switch: bool = False


class Entry(NamedTuple):
    """What can be chosen next: its ``label``, what that stands for, and the move that it makes,
    empty where more is to be chosen."""

    label: str
    caption: str = ""
    words: str = ""


class Menu(NamedTuple):
    """What can be chosen next, and what can be switched on besides, empty if nothing can.

    ``expects`` says what may be typed where not all can be listed.
    """

    entries: Sequence[Entry]
    switch: str = ""
    expects: str = ""


def entries(
    moves: Iterable[tuple[str, Way]],
    chosen: Sequence[str],
    caption: Callable[[str], str],
    *,
    on: bool = False,
) -> list[Entry]:
    """What comes after the steps that are ``chosen``; ``on``, of the moves with the switch on.

    A step that leads to one move alone makes it.

    >>> moves = [("task left 1", Way(("1", "left"))), ("pass 1", Way(("1", "pass"))),
    ...     ("pass 2", Way(("2", "pass")))]
    >>> [(entry.label, entry.words) for entry in entries(moves, (), str.upper)]
    [('1', ''), ('2', 'pass 2')]
    >>> entries(moves, ("1",), str.upper)[1]
    Entry(label='pass', caption='PASS 1', words='pass 1')
    """
    begun = tuple(chosen)
    after: dict[str, list[str]] = {}
    for words, way in moves:
        if way.switch == on and way.steps[: len(begun)] == begun:
            after.setdefault(way.steps[len(begun)], []).append(words)
    return [
        Entry(step, caption(made[0]), made[0]) if len(made) == 1 else Entry(step)
        for step, made in after.items()
    ]

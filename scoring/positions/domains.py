"""What may stand where an answer is missing: a game's ``blanks.py`` says it of each place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

UNLIMITED = 10**19  # more than any number in a file, and not too large for MessagePack


class Domain(NamedTuple):
    """What may stand in a place: every value that the check may accept; None if that is too many.

    One value is enough for all that neither check nor score tells apart; UNSET leaves the place
    out; a value may have blanks of its own. ``ends`` are the values with which the player of the
    place does worst and best, in points and in ties, if the scores of the others do not depend on
    it; `UNLIMITED` stands for any larger number.
    """

    values: Iterable[Any] | None = None
    ends: tuple[Any, Any] | None = None


UNLISTED = Domain()
LEFT_OUT = Domain((UNSET,))  # of a sum, which is only compared with the score


def any_name(
    names: Sequence[str | None], seat: int, mentioned: Iterable[str | None] = ()
) -> Domain:
    """The names that the player on a seat may have: one that is ``mentioned`` and that nobody else
    has, or any other."""
    free = [name for name in dict.fromkeys(mentioned) if name and name not in names]
    other = f"player {seat + 1}"
    while other in (*names, *free):
        other += "."
    return Domain([*free, other])

"""Check games again and again, correcting misspelt names in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import card_data
from card_data import DataError, Problem
from card_data.game import folder_of
from card_data.reading.fixing import fix_all

ROUNDS = 8  # a name put right may show others that were not read before


def check_and_fix(
    check: Callable[[], list[str]],
    games: Sequence[str],
    data: Path | None,
    tell: Callable[[str], None],
) -> list[str]:
    """Return what ``check`` says of these games of the folder ``data``, all of them if none is
    named, once no problem is left that can be corrected; call ``tell`` with each correction.

    Raise `DataError` with the problems that are left, or for games that are not one's own.
    """
    if data is None:
        message = "the shipped games are not changed: give the folder of your own with --data"
        raise DataError(Problem(message=message, file="--fix"))
    for _ in range(ROUNDS):
        try:
            return check()
        except DataError as error:
            folders = [folder_of(name, data) for name in games or card_data.names(data)]
            changes = [one for folder in folders for one in fix_all(error.problems, folder)]
            if not changes:
                raise
            for change in dict.fromkeys(changes):
                tell(str(change))
    return check()

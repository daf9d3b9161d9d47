"""A position that several phones enter together: each change says what it takes the place of.

So two hands on one place are told from each other whatever came in between: a phone that was away,
or a server that was started again.

>>> import card_data
>>> from scoring.web.entry import begun
>>> table = SharedPosition("1f00c0de", begun(card_data.load("winstons_archive"), ["Ann", "Bo"]))
>>> change = EnteredChange("players.0.manuscripts", 8, None)
>>> table.take([change]), table.version
(True, 1)
>>> table.take([change])  # sent twice, as its answer was lost
False
>>> table.take([EnteredChange("players.0.manuscripts", 3, None)])
Traceback (most recent call last):
scoring.web.shared_position.ConflictError: players.0.manuscripts
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from card_data import DataError
from card_data.model import Model
from scoring.positions.json_models import Change
from scoring.positions.positions import PositionFile
from scoring.web.entry import changed, value_at
from scoring.web.view import view_of


class EnteredChange(Model, frozen=True):
    """A change that somebody made."""

    path: str
    """The dotted path of the place."""
    value: Any
    """What is to stand there, as a file has it; null takes an answer out."""
    was: Any = None
    """What the one who made it saw there before."""


class ConflictError(Exception):
    """Somebody else has changed the place meanwhile; ``typed`` is what was not taken."""

    def __init__(self, typed: EnteredChange, now: Any) -> None:
        super().__init__(typed.path)
        self.typed, self.now = typed, now


class SharedPosition:
    """One evening: its position, how often that has changed since it was loaded, and the view of
    it, at first without what takes longer to work out."""

    def __init__(self, id: str, entry: PositionFile) -> None:
        self.id, self.entry, self.version = id, entry, 0
        self.view = view_of(entry)

    def take(self, changes: Sequence[EnteredChange]) -> bool:
        """Take in changes, all or none; whether any of them was new.

        Raise `ConflictError` if somebody else was faster, `DataError` for what cannot stand at its
        place.
        """
        entry = self.entry
        for one in changes:
            now = value_at(entry, one.path)
            if same(now, one.value):
                continue
            if not (same(now, one.was) or stands(entry, one.path, one.was)):
                if stands(entry, one.path, one.value):
                    continue  # 3 where "3" was sent before
                raise ConflictError(one, now)
            new = changed(entry, [Change(one.path, one.value)])
            entry = entry if new.position == entry.position else new
        if entry is self.entry:
            return False
        self.view = view_of(entry)
        self.entry, self.version = entry, self.version + 1
        return True


def same(one: Any, other: Any) -> bool:
    """Whether two values are one as JSON has them: true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def stands(entry: PositionFile, path: str, value: Any) -> bool:
    """Whether a value, however it was typed, comes to what stands at a path."""
    try:
        return bool(changed(entry, [Change(path, value)]).position == entry.position)
    except DataError:
        return False

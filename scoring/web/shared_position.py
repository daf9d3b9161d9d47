"""A position that several phones enter together.

Each change has the value that it replaces. So conflicting changes are noticed even if a phone was
away or the server was restarted in between.

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
    path: str
    """The dotted path of the place."""
    value: Any
    """The new value, as in a file; null removes an answer."""
    was: Any = None
    """The value that was shown there before."""


class ConflictError(Exception):
    """A change of a place that somebody else has changed meanwhile; ``typed`` was not entered."""

    def __init__(self, typed: EnteredChange, now: Any) -> None:
        super().__init__(typed.path)
        self.typed, self.now = typed, now


class SharedPosition:
    """A table: its position, how often that has changed since it was loaded, and its view."""

    def __init__(self, id: str, entry: PositionFile) -> None:
        self.id, self.entry, self.version = id, entry, 0
        self.view = view_of(entry)

    def take(self, changes: Sequence[EnteredChange]) -> bool:
        """Enter all changes or none; return whether any of them was new.

        Raises `ConflictError` if somebody else was faster, `DataError` for an impossible value.
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
    """Return whether two values are the same JSON: true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def stands(entry: PositionFile, path: str, value: Any) -> bool:
    """Return whether a value, once read, is the present one at a path."""
    try:
        return bool(changed(entry, [Change(path, value)]).position == entry.position)
    except DataError:
        return False

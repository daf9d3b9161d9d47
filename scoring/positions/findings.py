"""A finding: one place where a position or a move breaks a clause."""

from __future__ import annotations

import re

from card_data.model import Model

Where = tuple[str, ...]
Squares = tuple[tuple[int, int], ...]


class Finding(Model, frozen=True):
    """One broken clause: what is wrong there, in words that say what was expected.

    ``where`` is the path into the document, step by step; ``line`` counts from 1 (0: no file).
    Where a grid stands there, ``squares`` may name those at fault, each by row and column from 1.
    ``who`` is the player concerned, if it lies with one; ``place`` is the path as a person follows
    it in the file, from that player's entry on.
    """

    rule: str
    where: Where
    message: str
    line: int = 0
    squares: Squares = ()
    who: str = ""
    place: str = ""

    @property
    def path(self) -> str:
        """``where`` as one dotted text, ``players.0.books.A``."""
        return ".".join(self.where)

    @property
    def said(self) -> str:
        """The message, of a player's by name: ``Ann: 3 books of set A, but the set has 2``."""
        named = not self.who or self.message.startswith(f"{self.who} ")
        return self.message if named else f"{self.who}: {self.message}"


class Unanswered(Model, frozen=True):
    """A place whose answer is not given yet; the rest as in a `Finding`."""

    where: Where
    line: int
    who: str
    place: str

    @property
    def path(self) -> str:
        return ".".join(self.where)

    @property
    def said(self) -> str:
        """``Ann: tasks left no. 2 not answered yet``."""
        label = re.sub("_|[.](?! )", " ", self.place)
        return f"{': '.join(filter(None, (self.who, label)))} not answered yet"

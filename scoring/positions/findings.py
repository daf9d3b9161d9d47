"""A finding: one place where a position or a move breaks a clause."""

from __future__ import annotations

from warnings import warn

from card_data.model import Model

Where = tuple[str, ...]
Squares = tuple[tuple[int, int], ...]


class OnSheet(Model, frozen=True):
    """A place on a sheet: the page, from 1, and the label of a field; 0 and empty if it is on no
    single page.

    ``order`` counts from 1 the fields of all sheets as they are filled in.
    """

    file: str
    page: int = 0
    label: str = ""
    order: int = 0

    @property
    def shown(self) -> str:
        """The file and the page."""
        return f"{self.file}, page {self.page}" if self.page else self.file


class Finding(Model, frozen=True):
    """One broken clause: what is wrong there, in words that say what was expected.

    ``where`` is the path into the document, step by step; ``line`` counts from 1 (0: no file). In a
    grid, ``squares`` may name those at fault, each by row and column from 1. ``also`` are further
    places at fault, such as the same count of the other players. ``who`` is the player
    concerned, if there is one; ``place`` is the path as a person follows it in the file, from that
    player's entry on. ``at`` is the place on a sheet that was read. ``right`` is the correct
    number, if it follows from the rest of the position.
    """

    rule: str
    where: Where
    message: str
    line: int = 0
    squares: Squares = ()
    also: tuple[Where, ...] = ()
    who: str = ""
    place: str = ""
    right: int | None = None
    at: OnSheet | None = None

    @property
    def path(self) -> str:
        """``where`` as one dotted text, ``players.0.books.A``."""
        return ".".join(self.where)

    @property
    def text(self) -> str:
        """The message, of a player's by name: ``Ann: 3 books of set A, but the set has 2``."""
        named = not self.who or self.message.startswith(f"{self.who} ")
        return self.message if named else f"{self.who}: {self.message}"

    @property
    def said(self) -> str:
        """The former name of ``text``, for one version more."""
        return formerly_said(self)


def order(found: Finding | Unanswered) -> int:
    """Return how far down a finding is in its file, or on its sheets, to sort by."""
    return found.at.order if found.at else found.line


class Unanswered(Model, frozen=True):
    """A place without an answer yet; the fields are those of a `Finding`.

    ``lacking``: it was read from sheets, none of which has a field for it.
    """

    where: Where
    line: int
    who: str
    place: str
    at: OnSheet | None = None
    lacking: bool = False

    @property
    def path(self) -> str:
        return ".".join(self.where)

    @property
    def text(self) -> str:
        """The message: ``Ann: tasks.left no. 2 is missing``; next to the label of a field, ``not
        answered yet (Ann)``."""
        if self.at is not None and self.at.label and not self.lacking:
            return f"not answered yet{f' ({self.who})' if self.who else ''}"
        sheet = ": it is on none of these sheets" if self.lacking else ""
        return f"{': '.join(filter(None, (self.who, self.place)))} is missing{sheet}"

    @property
    def said(self) -> str:
        """The former name of ``text``, for one version more."""
        return formerly_said(self)


def formerly_said(found: Finding | Unanswered) -> str:
    warn(f"{type(found).__name__}.said is now called text", DeprecationWarning, stacklevel=3)
    return found.text

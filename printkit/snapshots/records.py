"""A snapshot: what a printed game looks like, and the game's data as they were then."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from card_data.model import Model
from printkit.options import Options, options_in

NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"  # of a snapshot, which its file is called after


class Piece(Model, frozen=True):
    """Pieces of one title that look alike, or a page of a text: a digest of what they look like,
    back and front, and how many there are."""

    title: str
    digest: str
    copies: Annotated[int, Meta(ge=1)]


class Snapshot(Model, frozen=True):
    """The looks of a printed game: its pieces by component.

    ``name`` is the user's for it, ``when`` the time it was taken (ISO 8601, UTC), ``version`` that
    of the kit; ``options`` are the keywords of those it was printed with. ``values`` are all of the
    game's data as they were written, by file and path (``game.numbers.scoring.reprimand``).
    """

    game: str
    title: str
    name: str
    when: str
    version: str
    options: dict[str, str]
    components: dict[str, tuple[Piece, ...]]
    values: dict[str, str]

    def printed_with(self, data: Path | None) -> Options:
        """The options that it was printed with, for the games of a folder."""
        return options_in({**self.options, "game": self.game}, data)

    @property
    def day(self) -> str:
        return self.when[:10]

    @property
    def called(self) -> str:
        """Its name in a sentence."""
        return f"the snapshot {self.name}" + f" of {self.day}" * (self.day not in self.name)

    @property
    def pieces(self) -> int:
        """The number of its pieces, pages of texts included."""
        return sum(one.copies for pieces in self.components.values() for one in pieces)

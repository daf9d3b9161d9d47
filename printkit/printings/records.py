"""A printing: what a table holds, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from card_data import Game
from card_data.folders import data_folder
from card_data.limits import LONGEST_NAME, LONGEST_TITLE, MOST_FACES_DRAWN, MOST_PIECES
from card_data.model import Model
from card_data.tables import title_of
from printkit.drawing.shapes import FILE_NAME, Face
from printkit.options import Options, options_in

NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"  # of a printing, which its folder is called after
TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$"

Named = Annotated[str, Meta(max_length=LONGEST_NAME)]
Component = Annotated[str, Meta(pattern=FILE_NAME, max_length=LONGEST_NAME)]  # names its drawings
Called = Annotated[str, Meta(pattern=NAME, max_length=LONGEST_NAME)]
Said = Annotated[str, Meta(max_length=LONGEST_TITLE)]
Times = Annotated[int, Meta(ge=1, le=100 * MOST_PIECES)]
Digest = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")]
Stamp = Annotated[str, Meta(pattern="^([0-9A-HJKMNP-TV-Z]{4})?$")]


class KeptFace(Model, frozen=True):
    """A piece, or several alike, as a table holds it: the face's ``name``, ``id``, ``number`` and
    ``page``, its ``title`` for people, how many ``copies`` there are, and the ``digest`` and the
    ``stamp`` of what it looks like, back and front."""

    name: Annotated[str, Meta(pattern=FILE_NAME, max_length=2 * LONGEST_NAME)]
    id: Annotated[str, Meta(pattern=FILE_NAME, max_length=2 * LONGEST_NAME)]
    title: Said
    digest: Digest = ""
    stamp: Stamp = ""
    number: Times = 1
    page: Times = 1
    copies: Times = 1
    side: str = "front"


Pieces = Annotated[tuple[KeptFace, ...], Meta(max_length=MOST_FACES_DRAWN)]


class Printing(Model, frozen=True):
    """What a table holds of a game: its pieces by component.

    ``name`` is the user's for it, ``when`` it was kept (UTC), ``version`` that of the kit,
    ``options`` are the keywords of those it was printed with, and ``data`` is the fingerprint of
    the game's data.
    """

    game: Annotated[str, Meta(min_length=1, max_length=255)]
    title: Said
    name: Called
    when: Annotated[str, Meta(pattern=TIME)]
    version: Named
    options: dict[Named, Said]
    data: Annotated[str, Meta(pattern="^[0-9a-f]{12}$")]
    components: dict[Component, Pieces]

    def printed_with(self, data: Path | None) -> Options:
        """The options that it was printed with, for the games of a folder."""
        return options_in({**self.options, "game": self.game}, data)

    @property
    def day(self) -> str:
        """The date, such as 2026-11-23."""
        return self.when[:10]

    @property
    def pieces(self) -> int:
        """How many pieces there are of it, pages of texts included."""
        return sum(face.copies for faces in self.components.values() for face in faces)

    @property
    def folder(self) -> Path:
        """Where it is kept; the folder ``data`` in it is one of games, as ``--data`` takes it."""
        return folder_of_printings() / self.game / self.key

    @property
    def key(self) -> str:
        """What its folder is called: its name and its time."""
        return f"{self.name}.{''.join(sign for sign in self.when if sign.isdigit())}"


def folder_of_printings() -> Path:
    """The folder of all printings, with one for each game."""
    return data_folder() / "printings"


def kept_faces(game: Game[Any], component: str, faces: list[Face]) -> Iterator[KeptFace]:
    """Faces as a printing names them."""
    titles = titles_of(game, component)
    for face in faces:
        title = titles.get(face.id, face.id)[:LONGEST_TITLE]
        yield KeptFace(
            face.name, face.id, title, face.digest, face.stamp, face.number, face.page, face.copies
        )


def titles_of(game: Game[Any], component: str) -> dict[str, str]:
    """What each kind of piece is called for people, by its ID: its row's title or name, or else its
    ID; without a row, the component's title, if it has no other kinds."""
    declared = game.components[component]
    titles: dict[str, str] = {}
    for face in declared.faces:
        if face.rows is None:
            stem = face.stem
            titles[stem] = declared.title if len(declared.faces) == 1 else stem.replace("_", " ")
            continue
        titles |= {row.id: title_of(row) for row in game.rows(face.rows)}
    return titles


def with_id(key: str, title: str) -> str:
    """A piece's ID and its title. An ID that says no more than the title, or that is a name for
    programs and no number for people, is left out.

    >>> with_id("T-1b", "Ink Eraser"), with_id("the_ruin", "The Ruin"), with_id("red", "Match")
    ('T-1b Ink Eraser', 'The Ruin', 'Match')
    >>> with_id("form_2", "Ink-saving form"), with_id("M19", "M19"), with_id("red", "red")
    ('Ink-saving form', 'M19', 'red')
    """
    numbered = "_" not in key and any(map(str.isdigit, key))
    if not numbered or plain(key) in plain(title):
        return title if title != key else key.replace("_", " ")
    return f"{key} {title}"


def plain(text: str) -> str:
    """The letters and digits of a text, in small letters.

    >>> plain("The_King-of Tars!")
    'thekingoftars'
    """
    return "".join(filter(str.isalnum, text)).casefold()

"""Texts that a program of the engine plays by: which have changed since it was compared with them.

Whoever edits such a text looks at what the engine does with it, and then accepts the new text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

import msgspec

from card_data.documents import Document
from card_data.game import Game
from card_data.loader import Loader
from card_data.model import Acting
from card_data.problems import DataError, Problem, clip, near
from card_data.staging import Staging

VALUE = re.compile("""['"]?[^\\s,'"}]*['"]?""")  # an ID or a digest, as it is written


class Place(NamedTuple):
    """Where a row stands: its table, and at which index in there."""

    table: str
    at: int


class Effects:
    """The rows of a game whose effect is a program, and the texts in its files that say so."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @cached_property
    def rows(self) -> Mapping[str, tuple[Place, Acting]]:
        """Those rows by their ID."""
        return {
            row.id: (Place(table, index), row)
            for table in self.game.tables()
            for index, row in enumerate(self.game.rows(table))
            if isinstance(row, Acting)
        }

    @cached_property
    def files(self) -> Mapping[str, str]:
        """The text of each table's file in which there are such rows, spreadsheets left out."""
        tables = dict.fromkeys(place.table for place, _ in self.rows.values())
        folder = self.game.folder
        return {
            table: (folder / self.game.file_of(table)).read_bytes().decode("utf-8-sig")
            for table in tables
            if table not in self.game.sources
        }

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        """The files of the tables in which there are such rows, parsed."""
        game = self.game
        loader, kind = Loader(game.folder, shipped=game.shipped), type(game.data)
        loader.find_files(game.head, kind)
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        tables = dict.fromkeys(place.table for place, _ in self.rows.values())
        return {table: loader.rows(table, types[table]) for table in tables}

    def digest(self, place: Place, row: Acting) -> str:
        """The digest of a row's texts as they are written now.

        Spaces and line ends do not count, nor do the numbers that stand for names in braces.
        """
        texts = [self.documents[place.table].value((*place, column)) for column in row.says]
        words = "\n".join(" ".join((text or "").split()) for text in texts)
        return sha256(words.encode()).hexdigest()[:8]

    def problems(self, data: Path | None, known: Collection[str] | None) -> Iterator[Problem]:
        """Rows that have no program, and rows whose text has changed.

        ``known`` are the IDs of the programs, None if they cannot be told; ``data`` is the folder
        that the game was loaded from.
        """
        command = f"printkit check {self.game.id}" + (f" --data {quote(str(data))}" if data else "")
        for place, row in self.rows.values():
            if known is not None and row.id not in known:
                at = self.documents[place.table].place((*place, "id"))
                yield Problem(message=f"{clip(row.id, quoted=False)} has no effect in play", **at)
            elif row.effect != self.digest(place, row):
                message = (
                    "the text has changed since its effect in play was reviewed, and play follows "
                    f"the old one; if they still agree: {command} --accept {row.id}"
                )
                at = self.documents[place.table].place((*place, "text"))
                yield Problem(message=message, **at)

    def accept(self, ids: Sequence[str]) -> None:
        """Write down that the programs of these rows do what their texts now say.

        Nothing but their digests changes. Raise `DataError` for an ID that is none.
        """
        unknown = [name for name in ids if name not in self.rows]
        if unknown:
            known = self.rows
            wrong = [
                f"no card called {clip(name)} has an effect{near(name, known)}" for name in unknown
            ]
            raise DataError(*[Problem(message=message, file="--accept") for message in wrong])
        texts = dict(self.files)
        chosen = [self.rows[name] for name in dict.fromkeys(ids)]
        if by_hand := [one for one in chosen if one[0].table in self.game.sources]:
            raise DataError(*[self.to_type(*one) for one in by_hand])
        for place, row in sorted(chosen, key=by_place, reverse=True):  # so that places stay true
            texts[place.table] = self.renewed(texts[place.table], place, row)
        with Staging(self.game.folder) as staging:
            for table, text in texts.items():
                staging.write(self.game.folder / self.game.file_of(table), text)
            staging.move_all()

    def to_type(self, place: Place, row: Acting) -> Problem:
        """What to write into a spreadsheet, where only its owner writes."""
        message = f"type {self.digest(place, row)} into the column effect to accept this text"
        at = self.documents[place.table].place((*place, "effect"))
        return Problem(message=message, **at)

    def renewed(self, text: str, place: Place, row: Acting) -> str:
        """A file's text with the digest of one row as it is now."""
        document = self.documents[place.table]
        digest = f'"{self.digest(place, row)}"'
        written = document.value((*place, "effect")) is not None
        at, row_at = document.begin((*place, "effect" if written else "id")), document.begin(place)
        assert at is not None
        assert row_at is not None
        found = VALUE.match(text, at.index)
        assert found is not None
        if written:
            return f"{text[: found.start()]}{digest}{text[found.end() :]}"
        # a row of a designer's own: the digest goes after its ID
        between = ", " if text[row_at.index] == "{" else "\n" + " " * row_at.column
        return f"{text[: found.end()]}{between}effect: {digest}{text[found.end() :]}"


def by_place(one: tuple[Place, Acting]) -> Place:
    return one[0]

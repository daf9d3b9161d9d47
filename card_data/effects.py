"""Texts that a program of the engine plays by: which have changed since it was compared with them.

Whoever edits such a text looks at what the engine does with it, and then writes the digest of the
new text beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any

import msgspec

from card_data.documents import Document, Steps
from card_data.game import Game
from card_data.loader import Loader
from card_data.model import Acting
from card_data.problems import Problem, clip


class Effects:
    """The rows of a game whose effect is a program, by their IDs, each with its path: its table,
    and its place in there."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.rows: Mapping[str, tuple[Steps, Acting]] = {
            row.id: ((table, index), row)
            for table in game.tables()
            for index, row in enumerate(game.rows(table))
            if isinstance(row, Acting)
        }

    @cached_property
    def documents(self) -> Mapping[str | int, Document]:
        """The files of the tables in which there are such rows, parsed."""
        game = self.game
        loader, kind = Loader(game.folder, shipped=game.shipped), type(game.data)
        loader.find_files(game.head, kind)
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        tables = dict.fromkeys(str(path[0]) for path, _ in self.rows.values())
        return {table: loader.rows(table, types[table]) for table in tables}

    def digest(self, path: Steps, row: Acting) -> str:
        """The digest of a row's texts as they are written now.

        Spaces and line ends do not count, nor do the numbers that stand for names in braces.
        """
        texts = [self.documents[path[0]].value((*path, column)) for column in row.says]
        words = "\n".join(" ".join((text or "").split()) for text in texts)
        return sha256(words.encode()).hexdigest()[:8]

    def problems(self, known: Collection[str] | None) -> Iterator[Problem]:
        """Rows that have no program, and rows whose text has changed; ``known`` are the IDs of the
        programs, None if they cannot be told."""
        for path, row in self.rows.values():
            document = self.documents[path[0]]
            if known is not None and row.id not in known:
                message = f"{clip(row.id, quoted=False)} has no effect in play"
                yield Problem(message=message, **document.place((*path, "id")))
            elif row.effect != (digest := self.digest(path, row)):
                message = (
                    "the text has changed since its effect in play was reviewed, and play follows "
                    f"the old one; if they still agree, its effect is {digest}"
                )
                yield Problem(message=message, **document.place((*path, "text")))

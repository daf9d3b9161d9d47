"""Texts that a program of the engine plays by: which have changed since it was compared with them.

Whoever edits such a text looks at what the engine does with it, and then accepts the new text.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from card_data.game import Game
from card_data.loader import Loader
from card_data.model import EffectRow
from card_data.problems import DataError, Problem, did_you_mean, quote, shorten
from card_data.program.staging import Staging
from card_data.reading.documents import Document, Steps

VALUE = re.compile("""['"]?[^\\s,'"}]*['"]?""")  # an ID or a digest, as it is written


class Effects:
    """The rows of a game whose effect is a program, by their IDs, each with its path: its table,
    and its place in there."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.rows: Mapping[str, tuple[Steps, EffectRow]] = {
            row.id: ((table, index), row)
            for table in game.tables()
            for index, row in enumerate(game.rows(table))
            if isinstance(row, EffectRow)
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

    def digest(self, path: Steps, row: EffectRow) -> str:
        """The digest of a row's texts as they are written now.

        Spaces and line ends do not count, nor do the numbers that stand for names in braces.
        """
        texts = [self.documents[path[0]].value((*path, column)) for column in row.says]
        words = "\n".join(" ".join((text or "").split()) for text in texts)
        return sha256(words.encode()).hexdigest()[:8]

    def problems(self, data: Path | None, known: Collection[str] | None) -> Iterator[Problem]:
        """Rows that have no program, and rows whose text has changed; ``known`` are the IDs of the
        programs, None if they are unknown, ``data`` is the folder that the game is in."""
        command = f"printkit check {self.game.id}"
        command += f" --data {shlex.quote(str(data))}" if data else ""
        for path, row in self.rows.values():
            document = self.documents[path[0]]
            if known is not None and row.id not in known:
                message = f"{shorten(row.id)} has no effect in play"
                yield Problem(message=message, **document.place((*path, "id")))
            elif row.effect != self.digest(path, row):
                message = (
                    "the text has changed since its effect in play was reviewed, and play follows "
                    f"the old one; if they still agree: {command} --accept {row.id}"
                )
                yield Problem(message=message, **document.place((*path, "text")))

    def accept(self, ids: Sequence[str]) -> None:
        """Write down that the programs of these rows do what their texts now say; nothing but their
        digests changes.

        Raise `DataError` for an ID that is none, and for a row in a spreadsheet, where only its
        owner writes.
        """
        refused = [
            Problem(
                message=f"no card called {quote(name)} has an effect"
                f"{did_you_mean(name, self.rows)}",
                file="--accept",
            )
            for name in ids
            if name not in self.rows
        ]
        chosen = [self.rows[name] for name in dict.fromkeys(ids) if name in self.rows]
        for path, row in chosen:
            if path[0] in self.game.sources:
                message = (
                    f"type {self.digest(path, row)} into the column effect to accept this text"
                )
                place = self.documents[path[0]].place((*path, "effect"))
                refused.append(Problem(message=message, **place))
        if refused:
            raise DataError(*refused)
        folder, texts = self.game.folder, dict[str, str]()
        for path, row in sorted(chosen, key=lambda one: one[0], reverse=True):
            name = self.game.file_of(str(path[0]))  # from below, so that places stay true
            text = texts.get(name) or (folder / name).read_bytes().decode("utf-8-sig")
            texts[name] = self.renewed(text, path, row)
        with Staging(folder) as staging:
            for name, text in texts.items():
                staging.write(folder / name, text)
            staging.move_all()

    def renewed(self, text: str, path: Steps, row: EffectRow) -> str:
        """A file's text with the digest of one row as it is now, after its ID if it has none."""
        document, digest = self.documents[path[0]], f'"{self.digest(path, row)}"'
        written = document.value((*path, "effect")) is not None
        at = document.begin((*path, "effect" if written else "id"))
        begun = document.begin(path)
        assert at is not None
        assert begun is not None
        end = at.index + len(VALUE.match(text, at.index)[0])  # type: ignore[index]
        if written:
            return f"{text[: at.index]}{digest}{text[end:]}"
        between = ", " if text[begun.index] == "{" else "\n" + " " * begun.column
        return f"{text[:end]}{between}effect: {digest}{text[end:]}"

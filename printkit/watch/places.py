"""Where a piece comes from: its row in the data and its templates, as an editor is asked for them.

They are told and copied, never opened from here: what a page asks for must start no program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from card_data import Game
from card_data.loader import Parsed
from card_data.model import Component, FaceTemplate, Row
from printkit.faces.origins import Origins
from printkit.templating.loader import TEMPLATES, Loader, shown


class Place(msgspec.Struct, frozen=True):
    """A place in a game's files: ``what`` is there, and ``where``, such as cards.yaml:14."""

    what: str
    where: str


class Places:
    """The places of one game's pieces, looked up when a page is first told of a component; files
    that were ``parsed`` are not parsed again."""

    def __init__(self, game: Game[Any], parsed: Parsed) -> None:
        self.game = game
        self.origins = Origins(game)
        self.origins.documents |= {name: document for name, (_, document) in parsed.items()}
        self.loader = Loader([TEMPLATES] if game.shipped else [game.folder, TEMPLATES], game.id)
        self.known: dict[str, Mapping[str, list[Place]]] = {}

    def of(self, name: str) -> Mapping[str, list[Place]]:
        """Those of the pieces of a component, by what they show: the IDs of rows, or the name of a
        template that shows none; empty for a component that is not there any more."""
        if name not in self.known and name in self.game.components:
            component = self.game.components[name]
            self.known[name] = {
                row.id if row else Path(face.template).stem: [*self.of_row(face, row, component)]
                for face in component.faces
                for row in (self.game.rows(face.rows) if face.rows else (None,))
            }
        return self.known.get(name, {})

    def of_row(self, face: FaceTemplate, row: Row | None, component: Component) -> Iterator[Place]:
        if row is not None and (place := self.row(face.rows or "", row)):
            yield Place("Row", place)
        yield from self.template("Template", face.template)
        yield from self.template("Back", face.back or component.back)

    def row(self, table: str, row: Row) -> str:
        """The file of a row, with its line."""
        source = self.origins.in_row(table, row, "id")
        if source is None:
            return ""
        found = self.origins.in_file("", source.file, source.path[:-1], row.id, "")
        line = f":{found.line}" if found.line else ""
        return f"{self.named(found.file)}{line}{f', {found.cell}' if found.cell else ''}"

    def template(self, what: str, name: str | None) -> Iterator[Place]:
        found = self.loader.find(name) if name else None
        if found is not None:
            yield Place(what, self.named(str(found[0])))

    def named(self, file: str) -> str:
        """A file as messages name it; one of the game's own folder by its place in there."""
        inside = Path(file).is_relative_to(self.game.folder)
        return Path(file).relative_to(self.game.folder).as_posix() if inside else shown(file)

"""Where a piece comes from: its row in the data and its templates, as locations to open in an
editor.

The page shows and copies them; a program is never started for a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from card_data import Game
from card_data.model import FaceTemplate, Row
from printkit.faces.source_locations import SourceMap
from printkit.templating.loader import TEMPLATES, Loader, shown

Locations = Sequence[tuple[str, str]]  # what is there, and where, such as cards.yaml:14


def locations_of(game: Game[Any], name: str, source_map: SourceMap) -> Mapping[str, Locations]:
    """Return the locations of a component's pieces, by the ID of their row, or by the name of a
    template without rows."""
    return {
        row.id if row else Path(face.template).stem: [*of_piece(game, name, face, row, source_map)]
        for face in game.components[name].faces
        for row in (game.rows(face.rows) if face.rows else (None,))
    }


def of_piece(
    game: Game[Any], name: str, face: FaceTemplate, row: Row | None, source_map: SourceMap
) -> Iterator[tuple[str, str]]:
    source = source_map.in_row(face.rows or "", row, "id") if row is not None else None
    if row is not None and source is not None:
        found = source_map.in_file("", source.file, source.path[:-1], row.id, "")
        line = f":{found.line}" if found.line else ""
        cell = f", {found.cell}" if found.cell else ""
        yield "Row", f"{named(found.file, game)}{line}{cell}"
    loader = Loader([TEMPLATES] if game.shipped else [game.folder, TEMPLATES], game.id)
    back = face.back or game.components[name].back
    for what, file in (("Template", face.template), ("Back", back)):
        template = loader.find(file) if file else None
        if template is not None:
            yield what, named(str(template[0]), game)


def named(file: str, game: Game[Any]) -> str:
    """Name a file as messages do; a file in the game's own folder by its path in there."""
    inside = Path(file).is_relative_to(game.folder)
    return Path(file).relative_to(game.folder).as_posix() if inside else shown(file)

"""The pictures, icons and fonts of a game's own that its faces show, compared with earlier ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from card_data import Game
from printkit.drawing.shapes import Text, Use
from printkit.drawing.traversal import walk
from printkit.faces.memory.fonts import declared
from printkit.faces.stamping.appearance import Appearance
from printkit.faces.wire import Drawn
from printkit.pictures.files import parted
from printkit.typography.fonts import Fonts, plain_key
from printkit.typography.own.clean import OWN

Shown = dict[str, str]  # the looks of what a face shows, by the names of symbols and fonts' keys


def shown_on(drawn: Drawn, fonts: Fonts) -> dict[str, Shown]:
    """What each face shows, with its back, by its name."""
    looks, found = Appearance(drawn.symbols, fonts), dict[str, Shown]()
    for face in drawn.faces:
        shown = found.setdefault(face.name, {})
        for side in (face, face.back):
            for shape in walk(side.shapes if side is not None else ()):
                if isinstance(shape, Use):
                    shown[shape.symbol] = looks.symbol(shape.symbol)
                elif isinstance(shape, Text) and shape.font.startswith(OWN):
                    shown[plain_key(shape.font)] = ""  # a key is a digest
    return found


def changed_files(
    before: Mapping[str, str], after: Mapping[str, str], game: Game[Any], files: Collection[str]
) -> Iterator[str]:  # fmt: skip
    """The files of what a face shows otherwise than it did; ``files`` are those of fonts and icons
    that are different, or new."""
    fonts = {one.face.file for one in declared(game)}
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) == after.get(name):
            continue
        if name.startswith(OWN):
            yield from (file for file in files if file in fonts)
        elif PurePosixPath(name).suffix:  # a picture; another one's name stands in a row, say
            yield from [parted(name)[0]] * (name in before and name in after)
        elif (icon := f"{game.head.icons}/{name}.svg") in files:
            yield icon

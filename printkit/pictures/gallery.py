"""The pictures that the faces of a component show: each read once, as large as it is printed."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import msgspec

from card_data.limits import COARSEST, MOST_OF_PICTURES, SECONDS_A_PICTURE
from card_data.problems import quote
from card_data.program.sandbox import allow_seconds
from printkit.cache.inputs import digest
from printkit.drawing.shapes import Image, Symbol
from printkit.errors import MarkupError, TextError
from printkit.pictures.files import is_vector, read_picture, split_element

INCH = 25.4  # mm


class PictureFile(msgspec.Struct, frozen=True):
    """The file of a picture: its digest, and its dots as it stands upright.

    One made of shapes has their number as its ``weight``; its dots are units of its view box.
    """

    digest: str
    columns: float
    rows: float
    weight: int = 0


class Gallery:
    """The pictures of a game's ``folder``, at most ``dpi`` where it is printed at its own size; it
    is printed ``times`` as large. ``draw`` reads a picture made of shapes: its
    name, its file, its bytes.

    ``pale``: with little ink. Pictures among those ``made`` are not made again. ``symbols`` are
    the pictures shown, a dot of the file wide each unit.
    """

    def __init__(
        self, folder: Path, dpi: float, times: float = 1.0, *, pale: bool = False,
        made: dict[str, Image] | None = None,
        draw: Callable[[str, Path, bytes], tuple[Symbol, float, float]],
    ) -> None:  # fmt: skip
        self.folder, self.dpi, self.pale = folder, dpi * times, pale
        self.least = min(COARSEST, dpi)
        self.made, self.draw = {} if made is None else made, draw
        self.symbols: dict[str, Symbol] = {}
        self.found: dict[str, PictureFile] = {}
        self.refused: dict[str, MarkupError] = {}  # why pictures cannot be shown
        self.last = "", folder, b""  # the file read last, which is decoded next
        self.bytes = 0

    def find(self, name: str) -> PictureFile:
        """Return the file of a picture; raise `MarkupError` for one that cannot be shown."""
        if name in self.refused:
            raise self.refused[name]
        if name not in self.found:
            file, raw = self.read(name)
            find = self.find_shapes if is_vector(file) else self.find_dots
            self.found[name] = find(name, file, raw)
        return self.found[name]

    def find_dots(self, name: str, _: Path, raw: bytes) -> PictureFile:
        from printkit.pictures.decoding import size_of  # few games have pictures

        try:
            return PictureFile(digest(raw), *size_of(raw))
        except TextError as error:
            raise self.refusal(name, error) from None

    def find_shapes(self, name: str, file: Path, raw: bytes) -> PictureFile:
        """Return those of a picture made of shapes, which are ready to be shown."""
        try:
            symbol, width, height = self.draw(name, file, raw)
        except MarkupError as error:
            self.refused[name] = error
            raise
        self.symbols[name] = symbol
        # Its words are drawn in fonts, which are not in the file.
        shown = digest(msgspec.msgpack.encode(symbol))
        return PictureFile(shown, width, height, symbol.weight)

    def read(self, name: str) -> tuple[Path, bytes]:
        """Return the file of a picture, and its bytes."""
        if self.last[0] != name:
            self.last = name, *read_picture(split_element(name)[0], self.folder)
        return self.last[1:]

    def refusal(self, name: str, error: TextError) -> TextError:
        """Return why a picture cannot be shown; it is reported wherever the picture is used."""
        refusal = self.refused[name] = TextError(f"{quote(name)} {error}")
        return refusal

    def show(self, name: str, columns: int, rows: int) -> None:
        """Prepare a picture to print in ``columns`` x ``rows`` dots.

        Raise `TextError` if it cannot be decoded.
        """
        found = self.find(name)
        if found.weight:
            return
        columns, rows = min(columns, int(found.columns)), min(rows, int(found.rows))
        if name in self.symbols:
            (shape,) = self.symbols[name].shapes
            assert isinstance(shape, Image)
            if shape.columns >= columns and shape.rows >= rows:
                return
            columns, rows = max(columns, shape.columns), max(rows, shape.rows)
        image = self.image(name, found, columns, rows)
        placed = msgspec.structs.replace(image, width=found.columns, height=found.rows)
        self.symbols[name] = Symbol(name, (placed,), found.columns, 1, found.rows)

    def image(self, name: str, found: PictureFile, columns: int, rows: int) -> Image:
        """Return a picture in this size, made unless it is stored already."""
        how = f"{columns} x {rows}" + " pale" * self.pale
        key = digest(found.digest.encode(), how.encode())
        if key in self.made:
            return self.made[key]
        from printkit.pictures.decoding import Size, prepare

        allow_seconds(SECONDS_A_PICTURE)
        try:
            shape, dots, alpha = prepare(
                self.read(name)[1], found.digest, Size(columns, rows), pale=self.pale
            )
        except TextError as error:
            raise self.refusal(name, error) from None
        self.keep(shape, dots, alpha)
        self.made[key] = shape
        return shape

    def keep(self, shape: Image, dots: bytes, alpha: bytes) -> None:
        from printkit.pictures.store import store  # few games have pictures

        self.bytes += len(dots) + len(alpha)
        if self.bytes > MOST_OF_PICTURES:
            raise TextError(f"the pictures are more than {MOST_OF_PICTURES >> 20} MiB as printed")
        store().keep(shape.digest, dots, alpha)

    def dots(self, side: float) -> int:
        """Return how many dots are printed along a side in mm."""
        return math.ceil(side / INCH * self.dpi - 1e-6)

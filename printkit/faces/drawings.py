"""Drawings that need not be drawn again, while `printkit watch` runs.

A drawing follows from its markup, and from the symbols, the fonts and the pieces of other
components that the markup refers to. What it refers to is known once it has been drawn, so that is
kept with it, and compared before it is used again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printkit.drawing.shapes import Image, Shape, Symbol
from printkit.errors import MarkupError
from printkit.faces.pieces import Piece, PieceRequest, Pieces
from printkit.faces.reader import Detail, MarkupReader
from printkit.pictures.gallery import Gallery

Pages = list[tuple[Shape, ...]]
Key = tuple[str, ...]  # the component, how it is cut and printed, the markup
ROOM = 64 * 1024 * 1024  # characters of markup whose drawings are kept


class Sources(NamedTuple):
    """What the drawings of a component are made with."""

    reader: MarkupReader
    pieces: Pieces
    gallery: Gallery


class Drawing(NamedTuple):
    """The pages of a face, its details, and what its markup refers to, as that was."""

    pages: Pages
    details: Mapping[str, Detail]
    symbols: Mapping[str, Symbol]
    fonts: str
    pieces: Mapping[PieceRequest, Piece]
    pictures: Mapping[str, tuple[str, int, int]]


class Drawings:
    """The drawings of one game, and its pictures as they are printed."""

    def __init__(self) -> None:
        self.drawn: dict[Key, Drawing] = {}
        self.pictures: dict[str, Image] = {}
        self.size = 0  # characters of all markup

    def get(self, key: Key, sources: Sources) -> Pages | None:
        """The pages of a drawing that would be drawn just so; None if there is none."""
        known = self.drawn.get(key)
        try:
            if known is None or not is_current(known, sources):
                return None
        except (LookupError, MarkupError):
            return None  # what is wrong is found by drawing it
        sources.reader.details = dict(known.details)
        return known.pages

    def put(self, key: Key, pages: Pages, sources: Sources) -> None:
        """Keep what has just been drawn; all that was kept goes where that is too much."""
        self.size += len(key[2])
        if self.size > ROOM:
            self.drawn.clear()
            self.size = 0
        reader, pieces, gallery = sources
        refers = reader.refers
        self.drawn[key] = Drawing(
            pages,
            reader.details,
            {name: reader.symbols[name] for name in refers.symbols},
            reader.fonts.digest,
            {request: pieces.drawn(request) for request in refers.pieces},
            {name: (gallery.find(name).digest, *size) for name, size in refers.pictures.items()},
        )


def is_current(known: Drawing, sources: Sources) -> bool:
    """Whether what a drawing refers to is as it was; reads the symbols, draws the pieces and makes
    the pictures ready, as drawing it would."""
    reader, pieces, gallery = sources
    if known.fonts != reader.fonts.digest:
        return False
    for name, symbol in known.symbols.items():
        if reader.symbols[name] != symbol:
            return False
    for request, piece in known.pieces.items():
        if pieces.drawn(request) != piece:
            return False
    for name, (digest, columns, rows) in known.pictures.items():
        if gallery.find(name).digest != digest:
            return False
        gallery.show(name, columns, rows)
    return True

"""A face is drawn once: its drawing is found again by its markup and by what that refers to.

A drawing follows from its markup, the symbols, the fonts and the pieces that the markup refers to,
and the code that draws. What it refers to is known once it has been drawn, so that is kept with it,
and compared before it is used again. Pieces are not kept in it: they are drawings of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from printkit.budget import Budget
from printkit.drawing.shapes import Shape
from printkit.errors import MarkupError
from printkit.faces.memory.references import References
from printkit.faces.pieces import PieceRequest, Pieces
from printkit.faces.reader import Detail, MarkupReader
from printkit.faces.symbols import Symbols
from printkit.faces.wire import Parts, Shapes, Whole
from printkit.kept import inputs
from printkit.kept.drawings import Drawings
from printkit.pictures.gallery import Gallery
from printkit.typography.own.clean import OWN

Pages = list[tuple[Shape, ...]]


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """A drawing: the shapes of its pages, with what its groups share as in `printkit.faces.wire`;
    its details; what it refers to, with digests of that; the steps of work that it took besides.

    ``digest`` is one of its markup and of all that it refers to.
    """

    digest: str
    symbols: dict[str, str]
    fonts: dict[str, str]
    pieces: list[tuple[PieceRequest, Detail | None, str]]
    pictures: dict[str, tuple[str, int, int]]  # with the dots of each that are printed
    steps: int
    details: dict[str, Detail]
    pages: list[Shapes]
    shared: list[Shapes]


DECODER = msgspec.msgpack.Decoder(Kept)


class Memory:
    """The drawings of one component, whose markup ``reader`` reads.

    ``digest`` is that of the drawing that was last asked for, ``is_new`` says whether this build
    has drawn it.
    """

    def __init__(
        self, component: str, drawings: Drawings, reader: MarkupReader, symbols: Symbols,
        pieces: Pieces, gallery: Gallery,
    ) -> None:  # fmt: skip
        self.component, self.drawings = component, drawings
        self.reader, self.symbols, self.pieces = reader, symbols, pieces
        self.gallery = gallery
        self.budget: Budget = reader.budget
        self.fonts: dict[str, str] = {}
        self.digest, self.is_new = "", False

    def pages_of(self, markup: str, draw: Callable[[], Pages]) -> Pages:
        """The shapes of each page that ``draw`` makes of the markup, or has made of it before.

        What has errors is not kept.
        """
        text = markup.encode(errors="surrogatepass")
        name = inputs.digest(inputs.kit().encode(), self.component.encode(), text)
        pages = self.recalled(name)
        if pages is None:
            pages = self.kept(name, markup, draw)
        self.is_new = name in self.drawings.new
        return pages

    def recalled(self, name: str) -> Pages | None:
        """The pages kept under a name; None unless all that they refer to is as it was."""
        raw = self.drawings.get(name)
        try:
            kept = DECODER.decode(raw) if raw is not None else None
            if kept is None or not self.is_current(kept):
                return None
            self.budget.spend(kept.steps)
            return self.opened(kept)
        except (msgspec.MsgspecError, LookupError, ValueError, MarkupError):
            return None  # what is wrong is found by drawing it

    def is_current(self, kept: Kept) -> bool:
        """Whether what a drawing refers to is as it was; reads the symbols and draws the pieces, as
        drawing it would."""
        symbols = all(
            self.symbols[name] and self.symbols.digest(name) == digest
            for name, digest in kept.symbols.items()
        )
        fonts = all(self.font(key) == digest for key, digest in kept.fonts.items())
        pieces = symbols and fonts and all(
            self.pieces.shown(request, detail).digest == digest
            for request, detail, digest in kept.pieces
        )  # fmt: skip
        return pieces and all(self.has_picture(name, *one) for name, one in kept.pictures.items())

    def has_picture(self, name: str, digest: str, columns: int, rows: int) -> bool:
        """Whether a picture is as it was, and as large; it is made ready as it was."""
        if self.picture(name) != digest:
            return False
        self.gallery.show(name, columns, rows)
        return True

    def picture(self, name: str) -> str:
        """The digest of a picture's file, and of how finely it is printed."""
        return f"{self.gallery.find(name).digest} {self.gallery.dpi:g}"

    def font(self, key: str) -> str:
        """The digest of a font's file, or of all that the game has of its own."""
        if key == OWN:
            return self.reader.fonts.digest
        if key not in self.fonts:
            self.fonts[key] = inputs.digest_of_file(self.reader.fonts.by_key(key).path)
        return self.fonts[key]

    def kept(self, name: str, markup: str, draw: Callable[[], Pages]) -> Pages:
        """Pages that are drawn, and kept."""
        refers = self.reader.refers = References()
        left, shared = self.budget.left, self.budget.shared
        pages = draw()
        if self.reader.errors:
            return pages
        steps = left - self.budget.left - (self.budget.shared - shared)
        symbols = {one: self.symbols.digest(one) for one in refers.symbols}
        fonts = {key: self.font(key) for key in refers.fonts}
        shown = [self.pieces.shown(*piece) for piece in refers.pieces]
        pieces = [(*piece, one.digest) for piece, one in zip(refers.pieces, shown, strict=True)]
        pictures = {one: (self.picture(one), *size) for one, size in refers.pictures.items()}
        digests = [*symbols.values(), *fonts.values(), *(one.digest for one in shown)]
        digests += [one[0] for one in pictures.values()]
        digest = inputs.digest(markup.encode(), *(one.encode() for one in digests))
        sent = parted(pages, [one.face.shapes for one in shown])
        raw = msgspec.msgpack.encode(
            Kept(digest, symbols, fonts, pieces, pictures, steps, self.reader.details, *sent)
        )
        self.drawings.put(name, raw)
        self.digest = digest
        try:
            return self.opened(DECODER.decode(raw))  # the same, to the type of each number
        except (msgspec.MsgspecError, ValueError):
            return pages

    def opened(self, kept: Kept) -> Pages:
        """The pages of a drawing, with the pieces in their places."""
        whole = Whole(kept.shared)
        for place, (request, detail, _) in enumerate(kept.pieces):
            whole.done[place] = self.pieces.shown(request, detail).face.shapes
        self.reader.details, self.digest = dict(kept.details), kept.digest
        return [whole.joined(shapes) for shapes in kept.pages]


def parted(pages: Pages, pieces: Sequence[Shapes]) -> tuple[list[Shapes], list[Shapes]]:
    """Pages with a mark in place of the shapes of pieces, and of all that groups share; and what is
    shared, nothing for the pieces, which come first."""
    parts = Parts(())
    for place, shapes in enumerate(pieces):
        parts.times[id(shapes)] = 1  # so that it is shared wherever it occurs
        parts.places[id(shapes)] = place
        parts.shared.append(())
    for shapes in pages:
        parts.count(shapes)
    return [parts.parted(shapes) for shapes in pages], parts.shared

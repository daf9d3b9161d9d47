"""Flatten faces for a press that takes no transparency.

All that lies below the topmost shape through which something shows, that shape too, is painted as
one picture; what lies above stays as it is, so that small words stay sharp.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b

import msgspec

from card_data.limits import MOST_DOTS_FLAT
from printkit.drawing.shapes import Face, Group, Image, Shade, Shape, Symbol, Use
from printkit.drawing.traversal import texts
from printkit.painting.paint import pdf_of, single
from printkit.painting.raster import INCH, pages_of, raster
from printkit.typography.fonts import Fonts

Shapes = tuple[Shape, ...]


class Flattening:
    """Flattens faces with these ``symbols``, at ``dpi`` dots per inch; ``made`` are the pictures,
    as further symbols. ``words_in`` are the names of faces of which words are in the picture."""

    def __init__(self, fonts: Fonts, symbols: Mapping[str, Symbol], dpi: int) -> None:
        self.fonts, self.symbols, self.dpi = fonts, symbols, dpi
        self.clear: dict[str, bool] = {}  # whether something shows through symbols
        self.done: dict[int, tuple[Face, Face]] = {}
        self.made: dict[str, Symbol] = {}
        self.words_in: list[str] = []
        self.coarser: dict[str, int] = {}  # the dots per inch of faces too large for as many

    def face(self, face: Face) -> Face:
        """Return a face, and its back, without anything through which something shows."""
        if id(face) not in self.done:
            back = self.face(face.back) if face.back is not None else None
            below, above = self.split(face.shapes)
            shapes = face.shapes
            if below:
                if any(texts(below)):
                    self.words_in.append(face.name)
                shapes = (Group((self.picture(face, below),), background=True), *above)
            made = face
            if below or back is not face.back:
                made = msgspec.structs.replace(face, shapes=shapes, back=back)
            self.done[id(face)] = face, made  # kept, so that its id stays its own
        return self.done[id(face)][1]

    def split(self, shapes: Shapes) -> tuple[Shapes, Shapes]:
        """Return what lies up to the topmost shape through which something shows, and what is above
        it; a group may lie in both."""
        for at in reversed(range(len(shapes))):
            shape = shapes[at]
            if not self.is_clear(shape):
                continue
            below, above = shapes[:at], shapes[at + 1 :]
            if isinstance(shape, Group) and shape.opacity == 1 and not shape.mask:
                first, rest = self.split(shape.shapes)
                below = (*below, msgspec.structs.replace(shape, shapes=first))
                if rest:
                    above = (msgspec.structs.replace(shape, shapes=rest), *above)
            else:
                below = (*below, shape)
            return below, above
        return (), shapes

    def is_clear(self, shape: Shape) -> bool:
        """Whether something may show through a shape, or one in it."""
        if isinstance(shape, Group):
            return shape.opacity < 1 or bool(shape.mask) or any(map(self.is_clear, shape.shapes))
        if isinstance(shape, Shade):
            return any(stop.opacity < 1 for stop in shape.stops)
        if isinstance(shape, Use):
            name = shape.symbol
            if name not in self.clear:
                self.clear[name] = any(map(self.is_clear, self.symbols[name].shapes))
            return self.clear[name]
        return isinstance(shape, Image) and shape.clear

    def picture(self, face: Face, shapes: Shapes) -> Use:
        """The use of a picture of shapes, out to the bleed of their face; the same for the same."""
        sheet = single(msgspec.structs.replace(face, shapes=shapes, back=None, corner=0.0))
        dpi = min(self.dpi, finest(sheet.width, sheet.height))
        if dpi < self.dpi:
            self.coarser[face.name] = dpi
        (drawn,) = (
            raster(page, dpi).convert("RGB")
            for page in pages_of(pdf_of([sheet], self.fonts, self.symbols))
        )
        dots = zlib.compress(drawn.tobytes(), 6)
        digest = blake2b(dots, digest_size=16).hexdigest()
        name = f"flat:{digest}"
        if name not in self.made:
            place = -face.bleed, -face.bleed, sheet.width, sheet.height
            image = Image(*place, drawn.width, drawn.height, "zlib", digest, dots)
            self.made[name] = Symbol(name, (image,))
        return Use(name)


def finest(width: float, height: float) -> int:
    """Return the most dots per inch of a picture as large as this in mm."""
    return math.floor(math.sqrt(MOST_DOTS_FLAT / (width * height)) * INCH)


def flattened(
    faces: Sequence[Face], symbols: Mapping[str, Symbol], fonts: Fonts, dpi: int,
    note: Callable[[str], None],
) -> tuple[list[Face], Mapping[str, Symbol]]:  # fmt: skip
    """Return the faces without any transparency, and all their symbols; ``note`` is called about
    words that have become part of a picture, and about pictures of a coarser resolution."""
    flattening = Flattening(fonts, symbols, dpi)
    made = [flattening.face(face) for face in faces]
    if names := list(dict.fromkeys(flattening.words_in)):
        said = f"on {len(names)} faces, the first is {names[0]}" if len(names) > 1 else names[0]
        note(f"words lie below what shows them through, and are printed as dots ({said})")
    for name, fewer in flattening.coarser.items():
        note(f"what shows something through is printed at {fewer} dpi, as it is so large ({name})")
    return made, {**symbols, **flattening.made}

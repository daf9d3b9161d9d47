"""What pieces look like, as digests: the same on every machine, and from day to day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, assert_never

import msgspec

from printkit.drawing.geometry import Step
from printkit.drawing.shapes import (
    Face,
    Field,
    Group,
    Image,
    Path,
    Shade,
    Shape,
    Symbol,
    Text,
    Use,
)
from printkit.drawing.traversal import traverse
from printkit.typography.fonts import SMALL_CAPITALS, Fonts

PLACES = 4  # decimals to which numbers count: machines differ in the last bits

Looks = tuple[Any, ...]  # what shows of a shape, as plain values


class Appearance:
    """What faces look like, with these ``symbols`` and ``fonts``: drawings that look alike have the
    same digest, whatever their symbols and fields are called."""

    def __init__(self, symbols: Mapping[str, Symbol], fonts: Fonts) -> None:
        self.symbols, self.fonts = symbols, fonts
        self.of_symbols: dict[str, str] = {}
        self.of_fonts: dict[str, str] = {}
        self.of_shapes: dict[int, tuple[Sequence[Shape], Looks]] = {}  # kept: ids stay their own
        self.of_backs: dict[int, tuple[Face, str]] = {}

    def digest(self, face: Face, *, numbered: bool = True) -> str:
        """32 hexadecimal digits for a face and its back; not ``numbered``: the same for pages that
        differ in the number alone that is printed on them."""
        back = face.back
        if back is not None and id(back) not in self.of_backs:
            self.of_backs[id(back)] = back, self.digest(back)
        behind = "" if back is None else self.of_backs[id(back)][1]
        size = rounded((face.width, face.height, face.corner, face.bleed))
        number = "" if numbered else str(face.page)
        shown = self.unnumbered(face.shapes, number) if number else self.shapes(face.shapes)
        return hashed((size, face.shape, shown, behind))

    def shapes(self, shapes: Sequence[Shape]) -> Looks:
        """What shows of shapes; those of groups that occur several times are gone through once."""
        if id(shapes) not in self.of_shapes:
            shown = tuple(filter(None, map(self.shape, shapes)))
            self.of_shapes[id(shapes)] = shapes, shown
        return self.of_shapes[id(shapes)][1]

    def shape(self, shape: Shape) -> Looks:
        """What shows of a shape: nothing of a field or a stamp."""
        if isinstance(shape, Group):
            inner = () if shape.stamp else self.shapes(shape.shapes)
            clip = self.shape(shape.clip) if shape.clip is not None else ()
            shown: Looks = (rounded(shape.matrix), clip, inner)
            if shape.mask or shape.opacity < 1:
                shown = (*shown, self.shapes(shape.mask), rounded((shape.opacity,)))
            return shown if inner else ()
        if isinstance(shape, Path):
            style = shape.style
            pen = rounded((style.width, *style.dash)), style.cap, style.join
            return steps_of(shape.steps), style.fill, style.stroke, style.even_odd, pen
        if isinstance(shape, Text):
            numbers = rounded((shape.x, shape.y, shape.size, shape.width, shape.word_space))
            if shape.letter_space:
                numbers = (*numbers, *rounded((shape.letter_space,)))
            return shape.text, self.font(shape.font), numbers, shape.fill
        if isinstance(shape, Use):
            height = (shape.height,) if shape.height else ()
            numbers = rounded((shape.x, shape.y, shape.side, *height))
            return self.symbol(shape.symbol), numbers, shape.colour
        if isinstance(shape, Image):
            return shape.source or shape.digest, rounded(
                (shape.x, shape.y, shape.width, shape.height)
            )
        if isinstance(shape, Shade):
            box = rounded((shape.x, shape.y, shape.width, shape.height))
            stops = tuple((*rounded((one.at, one.opacity)), one.colour) for one in shape.stops)
            return box, rounded(shape.ends), rounded(shape.matrix), stops
        if isinstance(shape, Field):
            return ()
        assert_never(shape)

    def unnumbered(self, shapes: Sequence[Shape], number: str) -> Looks:
        """What shows of a page's shapes but its number."""
        seen = (visit.shape for visit in traverse(shapes))
        own = (one for one in seen if not (isinstance(one, Text) and one.text == number))
        return tuple(self.shape(one) for one in own if not isinstance(one, Group))

    def symbol(self, name: str) -> str:
        """The digest of what a symbol draws."""
        if name not in self.of_symbols:
            symbol = self.symbols[name]
            self.of_symbols[name] = hashed((rounded((symbol.size,)), self.shapes(symbol.shapes)))
        return self.of_symbols[name]

    def font(self, key: str) -> str:
        """The digest of a font's file."""
        if key not in self.of_fonts:
            font = self.fonts.by_key(key)
            small = [SMALL_CAPITALS] if key.endswith(SMALL_CAPITALS) else []
            self.of_fonts[key] = hashed((font.raw, font.key != font.path.stem, *small))
        return self.of_fonts[key]


def steps_of(steps: Iterable[Step]) -> Looks:
    return tuple([(letter, rounded(values)) for letter, values in steps])


def rounded(numbers: Iterable[float]) -> Looks:
    return tuple([round(number, PLACES) + 0.0 for number in numbers])


def hashed(value: Any) -> str:
    """32 hexadecimal digits of plain values."""
    return blake2b(msgspec.msgpack.encode(value), digest_size=16).hexdigest()

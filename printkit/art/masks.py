"""The shapes of masks in grey: as light as SVG defines, whatever a painter makes of colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import msgspec

from printkit.drawing.colour import hexadecimal, levels
from printkit.drawing.shapes import CURRENT, Group, Path, Shade, Shape, Text, Use

SHARES = 0.2125, 0.7154, 0.0721  # of red, green and blue in the light of a mask


@cache
def grey(colour: str) -> str:
    """Return the grey that lets as much show as a colour does."""
    if colour == CURRENT:
        return colour
    light = sum(share * level for share, level in zip(SHARES, levels(colour), strict=True))
    return hexadecimal([light] * 3)


def in_grey(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return the shapes of a mask that lets show what is light in it."""
    return recoloured(shapes, grey)


def in_white(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return the shapes of a mask that lets show what is opaque in it, whatever its colour."""
    return recoloured(shapes, lambda _: "#ffffff")


def recoloured(shapes: Iterable[Shape], ink: Callable[[str], str]) -> tuple[Shape, ...]:
    """Return the shapes in other colours; pictures keep theirs, and so do masks."""

    def change(shape: Shape) -> Shape:
        if isinstance(shape, Group):
            return msgspec.structs.replace(shape, shapes=tuple(map(change, shape.shapes)))
        if isinstance(shape, Path):
            fill, stroke = (one and ink(one) for one in (shape.style.fill, shape.style.stroke))
            style = msgspec.structs.replace(shape.style, fill=fill, stroke=stroke)
            return Path(shape.steps, style)
        if isinstance(shape, Use):
            return msgspec.structs.replace(shape, colour=ink(shape.colour))
        if isinstance(shape, Text):
            return msgspec.structs.replace(shape, fill=ink(shape.fill))
        if isinstance(shape, Shade):
            stops = [msgspec.structs.replace(one, colour=ink(one.colour)) for one in shape.stops]
            return msgspec.structs.replace(shape, stops=tuple(stops))
        return shape

    return tuple(map(change, shapes))

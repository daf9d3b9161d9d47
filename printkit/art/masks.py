"""What masks draw, in grey: as light as SVG takes its colours for, however a painter would."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import msgspec

from printkit.drawing.colour import levels
from printkit.drawing.shapes import CURRENT, Group, Shape, inked

SHARES = 0.2125, 0.7154, 0.0721  # of red, green and blue in the light of a mask


@cache
def grey(colour: str) -> str:
    """The grey that lets as much show as a colour does."""
    if colour == CURRENT:
        return colour
    light = sum(share * level for share, level in zip(SHARES, levels(colour), strict=True))
    return "#" + f"{round(light):02x}" * 3


def in_grey(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """The shapes of a mask that lets show what is light in it."""
    return recoloured(shapes, grey)


def in_white(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """The shapes of a mask that lets show what is opaque in it, whatever its colour."""
    return recoloured(shapes, lambda _: "#ffffff")


def recoloured(shapes: Iterable[Shape], ink: Callable[[str], str]) -> tuple[Shape, ...]:
    """The shapes in other colours; pictures keep theirs, and so do masks."""

    return tuple(
        msgspec.structs.replace(one, shapes=recoloured(one.shapes, ink))
        if isinstance(one, Group)
        else inked(one, ink)
        for one in shapes
    )

"""The one walk that rewrites a drawing: shapes replaced by shapes, from the inside out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from printkit.drawing.geometry import IDENTITY, Matrix, multiply
from printkit.drawing.shapes import BLACK, Face, Group, Shape, Symbol, Text, Use, coloured

# What replaces a shape that lies under the matrix; None for nothing.
Change = Callable[[Shape, Matrix], Shape | None]


def rewritten(
    shapes: Iterable[Shape], change: Change, matrix: Matrix = IDENTITY
) -> tuple[Shape, ...]:
    """Return the shapes as ``change`` makes them, a group after all that is in it.

    It is called with each shape, those of masks too, and the matrix from the shape's own mm (of a
    group, those of its clip and content) to the drawing's. Groups are new objects.
    """
    made: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Group):
            within = multiply(shape.matrix, matrix)
            inner = rewritten(shape.shapes, change, within)
            mask = rewritten(shape.mask, change, within) if shape.mask else ()
            new = change(msgspec.structs.replace(shape, shapes=inner, mask=mask), within)
        else:
            new = change(shape, matrix)
        if new is not None:
            made.append(new)
    return tuple(made)


def on_both_sides(faces: Iterable[Face], change: Callable[[Face], Face]) -> list[Face]:
    """Faces and their backs as ``change`` makes them; a back that is shared stays so."""
    backs: dict[int, Face] = {}
    made: list[Face] = []
    for face in faces:
        back = face.back
        if back is not None and id(back) not in backs:
            backs[id(back)] = change(back)
        made.append(msgspec.structs.replace(change(face), back=backs.get(id(back))))
    return made


def without(shapes: Iterable[Shape], kind: type[Shape]) -> tuple[Shape, ...]:
    """Return the shapes except those of a ``kind``."""
    return rewritten(shapes, lambda shape, _: None if isinstance(shape, kind) else shape)


def without_words(face: Face) -> Face:
    """Return a face without its words, its back, its copies and all that it is called by: faces
    that differ in nothing else are equal then."""
    shapes = without(face.shapes, Text)
    return msgspec.structs.replace(
        face, id="x", shapes=shapes, copies=1, back=None, number=1, page=1
    )


def in_colour(shapes: Iterable[Shape], colour: str) -> tuple[Shape, ...]:
    """Return the shapes of a symbol in the colour of its use."""
    return rewritten(shapes, lambda shape, _: coloured(shape, colour))


def inline_symbols(
    shapes: Iterable[Shape], symbols: Mapping[str, Symbol], colour: str = BLACK
) -> tuple[Shape, ...]:
    """Return the shapes with each use of a symbol replaced by what it draws: two components may use
    one name for different symbols."""

    def expanded(shape: Shape, _: Matrix) -> Shape:
        shape = coloured(shape, colour)
        if not isinstance(shape, Use):
            return shape
        symbol = symbols[shape.symbol]
        return Group(inline_symbols(symbol.shapes, symbols, shape.colour), shape.placing(symbol))

    return rewritten(shapes, expanded)


def inlined(face: Face, symbols: Mapping[str, Symbol]) -> Face:
    """Return one face with what its symbols draw in their places."""
    return msgspec.structs.replace(face, shapes=inline_symbols(face.shapes, symbols))

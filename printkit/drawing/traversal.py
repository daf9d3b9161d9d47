"""The one walk over a drawing: every shape in the order drawn, and where it lies.

Painters alone recurse on their own, since they write what opens and closes a group.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from card_data.limits import DEEPEST_VEILS
from printkit.drawing.geometry import IDENTITY, Matrix, multiply
from printkit.drawing.shapes import BLACK, Face, Field, Group, Shape, Symbol, Text, Use, coloured
from printkit.errors import MarkupError


class Visit(msgspec.Struct, frozen=True, gc=False):
    """A shape as it is visited. ``matrix`` leads from its own mm (of a group, those of its clip and
    content) to the drawing's. ``parent`` is the group or the use of a symbol that it is in; None at
    the top. What clips it is among the groups ``around``, each under its own matrix."""

    shape: Shape
    matrix: Matrix
    parent: Visit | None

    @property
    def around(self) -> Iterator[Visit]:
        """The visits of the shapes that contain it, from the inside out."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent


def whole(group: Group) -> bool:
    return True


def traverse(
    shapes: Iterable[Shape],
    matrix: Matrix = IDENTITY,
    symbols: Mapping[str, Symbol] | None = None,
    *,
    into: Callable[[Group], bool] = whole,
) -> Iterator[Visit]:
    """Yield every shape in the order drawn, transformed by ``matrix``; a group before its content.

    With ``symbols``, what a use draws comes after it, in the colour of the use. The content of a
    group is skipped unless ``into`` says to enter it.
    """
    return visits(shapes, matrix, symbols, into, BLACK, None)


def visits(
    shapes: Iterable[Shape],
    matrix: Matrix,
    symbols: Mapping[str, Symbol] | None,
    into: Callable[[Group], bool],
    colour: str,
    parent: Visit | None,
) -> Iterator[Visit]:
    """Yield what `traverse` yields of the shapes in one group or symbol, drawn in a ``colour``."""
    for shape in shapes:
        if isinstance(shape, Group):
            visit = Visit(shape, multiply(shape.matrix, matrix), parent)
            yield visit
            if into(shape):
                yield from visits(shape.shapes, visit.matrix, symbols, into, colour, visit)
        elif symbols is None:
            yield Visit(shape, matrix, parent)
        else:
            visit = Visit(coloured(shape, colour), matrix, parent)
            yield visit
            if isinstance(visit.shape, Use):
                symbol = symbols[visit.shape.symbol]
                own, ink = multiply(visit.shape.placing(symbol), matrix), visit.shape.colour
                yield from visits(symbol.shapes, own, symbols, into, ink, visit)


def walk(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield every shape in the order drawn; a group before its content."""
    return (visit.shape for visit in traverse(shapes))


def has_roles(faces: Iterable[Face], besides: Collection[str] = ()) -> bool:
    """Whether the shapes of any face have roles other than artifact, and ``besides``: such groups
    are among its own shapes."""
    none = ("", "Artifact", *besides)
    said = (
        shape
        for face in faces
        if any(isinstance(shape, Group) and shape.role for shape in face.shapes)
        for shape in walk(face.shapes)
    )
    return any(isinstance(shape, Group) and shape.role not in none for shape in said)


def texts(shapes: Iterable[Shape]) -> Iterator[Text]:
    """Yield every run of text in ``shapes``, in the order drawn."""
    return (shape for shape in walk(shapes) if isinstance(shape, Text))


def fields(shapes: Iterable[Shape]) -> list[Field]:
    """Return every field in ``shapes``, in the order in which they are filled in; those of the kind
    next are left out."""
    found = (one for one in walk(shapes) if isinstance(one, Field) and one.kind != "next")
    return sorted(found, key=lambda field: field.order)


def has_fields(shapes: Iterable[Shape]) -> bool:
    """Whether any of the shapes is a field to fill in."""
    return any(isinstance(shape, Field) for shape in walk(shapes))


def check_veils(shapes: Iterable[Shape], symbols: Mapping[str, Symbol]) -> None:
    """Raise `MarkupError` if shapes show through one another more often than all viewers draw."""
    if (found := veils(shapes, symbols)) > DEEPEST_VEILS:
        message = f"{found} opacities and masks inside one another, expected at most"
        raise MarkupError(f"{message} {DEEPEST_VEILS}: many programs leave out what is deeper")


def veils(shapes: Iterable[Shape], symbols: Mapping[str, Symbol]) -> int:
    """Return how many groups with an opacity or a mask lie inside one another, with those of
    symbols and of masks."""
    found = [0]
    for shape in shapes:
        if isinstance(shape, Group):
            inside = veils((*shape.shapes, *shape.mask), symbols)
            found.append(inside + (shape.opacity < 1 or bool(shape.mask)))
        elif isinstance(shape, Use):
            found.append(veils(symbols[shape.symbol].shapes, symbols))
    return max(found)

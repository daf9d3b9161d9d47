"""The game's own pieces in a template: drawn by their own templates, with their own symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from card_data.model import Component
from card_data.problems import near
from printkit.drawing import (
    Face,
    Field,
    Group,
    Path,
    Shape,
    Style,
    Text,
    Use,
    rectangle_steps,
    walk,
)
from printkit.errors import MarkupError, TextError
from printkit.filled import Filling, fill
from printkit.markup import Detail
from printkit.symbols import lent

if TYPE_CHECKING:
    from printkit.faces import FaceRenderer

# What a component is printed as, and the width and height of its pieces in mm, by its name.
Cut = Callable[[str], tuple[Component, tuple[float, float]]]
PAPER = Style(fill="#ffffff")  # which hides what lies below
EDGE = Style(fill=None, stroke="#a39c92", width=0.25)


class Piece(NamedTuple):
    """One side of a piece as it is cut out; ``weight`` is what drawing it costs."""

    face: Face
    outline: Path
    weight: int
    details: Mapping[str, Detail]

    def detail(self, name: str) -> Detail:
        """One of its details; raise `MarkupError` if there is none of this name."""
        if name not in self.details:
            raise TextError(f"no detail {name!r} of {self.face.id}{near(name, self.details)}")
        return self.details[name]

    def cut_to(self, detail: Detail) -> Piece:
        """What of it lies in a detail, as a piece of its own."""
        shapes = tuple([shape for shape in self.face.shapes if meets(shape, detail)])
        face = msgspec.structs.replace(
            self.face, width=detail.width, height=detail.height, corner=detail.radius
        )
        return as_cut(face, (Group(shapes, (1, 0, 0, 1, -detail.x, -detail.y)),), {})


class Pieces:
    """The pieces that the templates of one component draw, each rendered once.

    They are paid from that component's budget.
    """

    def __init__(self, renderer: FaceRenderer, cut: Cut) -> None:
        self.renderer, self.cut = renderer, cut
        self.renderers: dict[str, FaceRenderer] = {}
        self.done: dict[tuple[str, str, str, str, int], Piece] = {}
        self.parts: dict[tuple[int, Detail], Piece] = {}

    def part(self, piece: Piece, detail: Detail) -> Piece:
        """What lies in a detail of one of these pieces."""
        key = (id(piece), detail)
        if key not in self.parts:
            self.parts[key] = piece.cut_to(detail)
        return self.parts[key]

    def drawn(
        self, component: str, face: str, side: str, example: str = "", form: int = 1
    ) -> Piece:
        """One side of a piece, of its first face if none is named.

        With an ``example`` of the rulebook it is filled in as that leaves it, of forms the one
        counted by ``form``. Raise `MarkupError` if there is none, or if it would draw itself,
        `DataError` with what is wrong in its own templates.
        """
        key = (component, face, side, example, form)
        if key not in self.done:
            self.done[key] = self.piece(*key)
        return self.done[key]

    def piece(self, component: str, name: str, side: str, example: str, form: int) -> Piece:
        renderer = self.renderer_of(component)
        known = {subject.id: (kind, subject) for kind, subject in renderer.subjects()}
        name = name or next(iter(known))
        if name not in known:
            raise TextError(f"no face {name!r} of {component}{near(name, known)}")
        kind, subject = known[name]
        wanted = renderer.back_of(kind, subject.index or 0, subject.row)
        if side == "front" and example:
            wanted = msgspec.structs.replace(subject, number=form, index=form - 1)
        elif side == "front":
            wanted = subject
        if wanted is None:
            raise TextError(f"the {component} has no back")
        face = next(renderer.draw(wanted))
        renderer.tell_mistakes(kind.rows or "", 1)
        renderer.tell_symbols()
        renderer.problems.stop_if_any()
        details = renderer.reader.details
        if example:
            face = self.filled_in(face, example)
        return as_cut(face, tuple(lent(face.shapes, component)), details)

    def filled_in(self, face: Face, example: str) -> Face:
        """A face with what its fields hold at the end of an example; if that is nothing, blank."""
        examples = self.renderer.templates.facts.examples
        if example not in examples:
            raise TextError(f"no example {example!r}{near(example, examples)}")
        filling = Filling(examples[example]["entries"])
        return next(iter(fill([face], filling, self.renderer.fonts)[0]), face)

    def renderer_of(self, component: str) -> FaceRenderer:
        """What renders the faces of another component."""
        if component not in self.renderers:
            components = self.renderer.game.components
            if component not in components:
                raise TextError(f"no component {component!r}{near(component, components)}")
            if component in self.renderer.within():
                raise MarkupError(f"the {component} would draw itself in the end")
            inner = self.renderer.inside(component, *self.cut(component))
            self.renderers[component] = inner
            self.renderer.symbols.others[component] = inner.symbols
        return self.renderers[component]


def as_cut(face: Face, shapes: tuple[Shape, ...], details: Mapping[str, Detail]) -> Piece:
    """A face on its paper, without its bleed and without fields: no one fills in a picture."""
    outline = Path(
        rectangle_steps(0, 0, face.width, face.height, face.corner, face.corner), Style()
    )
    shapes = (Path(outline.steps, PAPER), *without_fields(shapes), Path(outline.steps, EDGE))
    weight = sum(1 for _ in walk(shapes))
    return Piece(msgspec.structs.replace(face, shapes=shapes, back=None), outline, weight, details)


def meets(shape: Shape, detail: Detail) -> bool:
    """Whether anything of a shape may be seen in a detail of its face; of a group, always."""
    if isinstance(shape, Path):
        xs = [x for _, points in shape.steps for x in points[::2]]
        ys = [y for _, points in shape.steps for y in points[1::2]]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    elif isinstance(shape, Text):
        left, right = shape.x, shape.x + shape.width
        top, bottom = shape.y - shape.size, shape.y + shape.size
    elif isinstance(shape, Use) and shape.side:
        left, right, top, bottom = shape.x, shape.x + shape.side, shape.y, shape.y + shape.side
    else:
        return True
    across = left <= detail.x + detail.width and right >= detail.x
    return across and top <= detail.y + detail.height and bottom >= detail.y


def without_fields(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield msgspec.structs.replace(shape, shapes=tuple(without_fields(shape.shapes)))
        elif not isinstance(shape, Field):
            yield shape

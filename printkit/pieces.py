"""The game's own pieces in a template: drawn by their own templates, with their own symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    rectangle_steps,
    walk,
)
from printkit.errors import MarkupError, TextError
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


class Pieces:
    """The pieces that the templates of one component draw, each rendered once.

    They are paid from that component's budget.
    """

    def __init__(self, renderer: FaceRenderer, cut: Cut) -> None:
        self.renderer, self.cut = renderer, cut
        self.renderers: dict[str, FaceRenderer] = {}
        self.done: dict[tuple[str, str, str], Piece] = {}

    def drawn(self, component: str, face: str, side: str) -> Piece:
        """One side of a piece; raise `MarkupError` if there is none, or if it would draw itself.

        Raise `DataError` with what is wrong in its own templates.
        """
        key = (component, face, side)
        if key not in self.done:
            self.done[key] = self.piece(*key)
        return self.done[key]

    def piece(self, component: str, name: str, side: str) -> Piece:
        renderer = self.renderer_of(component)
        known = {subject.id: (kind, subject) for kind, subject in renderer.subjects()}
        if name not in known:
            raise TextError(f"no face {name!r} of {component}{near(name, known)}")
        kind, subject = known[name]
        wanted = renderer.back_of(kind, subject.index or 0, subject.row)
        if side == "front":
            wanted = subject
        if wanted is None:
            raise TextError(f"the {component} has no back")
        pages = list(renderer.draw(wanted))
        renderer.tell_mistakes(kind.rows or "", 1)
        renderer.tell_symbols()
        renderer.problems.stop_if_any()
        return as_cut(pages[0], tuple(lent(pages[0].shapes, component)))

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


def as_cut(face: Face, shapes: tuple[Shape, ...]) -> Piece:
    """A face on its paper, without its bleed and without fields: no one fills in a picture."""
    outline = Path(
        rectangle_steps(0, 0, face.width, face.height, face.corner, face.corner), Style()
    )
    shapes = (Path(outline.steps, PAPER), *without_fields(shapes), Path(outline.steps, EDGE))
    weight = sum(1 for _ in walk(shapes))
    return Piece(msgspec.structs.replace(face, shapes=shapes, back=None), outline, weight)


def without_fields(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield msgspec.structs.replace(shape, shapes=tuple(without_fields(shape.shapes)))
        elif not isinstance(shape, Field):
            yield shape

"""Write the marks of a game's deck as flat canvas calls, for ``raw_deck.py``.

A state is set only where it changes, as a careful script by hand would do.
"""

from __future__ import annotations

import argparse
import marshal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any, assert_never

import card_data
from printkit.drawing.colour import levels
from printkit.drawing.shapes import (
    CURRENT,
    Face,
    Field,
    Group,
    Image,
    Path,
    Shade,
    Shape,
    Style,
    Text,
    Use,
    extent,
)
from printkit.drawing.traversal import walk
from printkit.options import Options
from printkit.painting.pdf import CAPS, JOINS, UNIT
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts

Mark = tuple[Any, ...]
AT_START = {
    "setFillColorRGB": (0.0, 0.0, 0.0),
    "setStrokeColorRGB": (0.0, 0.0, 0.0),
    "setLineWidth": (1.0,),
    "setLineCap": (0,),
    "setLineJoin": (0,),
    "setDash": ([],),
}


class Recorder:
    """Turns shapes into marks; ``forms`` are those that the page at hand is the first to use."""

    def __init__(self, layout: Layout) -> None:
        self.symbols = layout.symbols
        placements = (placement for sheet in layout.sheets for placement in sheet.placements)
        placed = Counter(id(placement.face) for placement in placements)
        self.repeated = {face for face, times in placed.items() if times > 1}
        self.fonts: dict[str, None] = {}
        self.known: set[str] = set()
        self.forms: list[tuple[str, list[Mark]]] = []
        self.state: dict[str, tuple[Any, ...]] = {}
        self.keeps_colour = False

    def page(self, sheet: Sheet) -> tuple[Any, ...]:
        self.forms = []
        self.state = dict(AT_START)
        marks: list[Mark] = [("transform", UNIT, 0, 0, -UNIT, 0, sheet.height * UNIT)]
        for placement in sheet.placements:
            place: Mark = ("translate", placement.x, placement.y)
            if placement.turned:
                place = ("transform", *placement.matrix)
            marks += self.saved([place, *self.face(placement.face)])
        marks += self.shapes(sheet.shapes)
        return (sheet.width * UNIT, sheet.height * UNIT), self.forms, marks

    def saved(self, marks: list[Mark]) -> list[Mark]:
        return [("saveState",), *marks, ("restoreState",)]

    def face(self, face: Face) -> Iterator[Mark]:
        before = dict(self.state)
        if id(face) in self.repeated:
            yield self.form(f"face{id(face)}", lambda: list(self.face_marks(face)))
        else:
            yield from self.face_marks(face)
        self.state = before

    def face_marks(self, face: Face) -> Iterator[Mark]:
        yield "clip", extent(face).steps
        yield from self.shapes(face.shapes)

    def form(self, name: str, draw: Any) -> Mark:
        """The mark that uses the form ``name``, which is made of ``draw()`` the first time."""
        if name not in self.known:
            self.known.add(name)
            outer, self.state = self.state, {}
            self.forms.append((name, draw()))
            self.state = outer
        return "doForm", name

    def symbol(self, name: str) -> Mark:
        def draw() -> list[Mark]:
            shapes = self.symbols[name].shapes
            outer, self.keeps_colour = self.keeps_colour, takes_colour(shapes)
            marks = list(self.shapes(shapes))
            self.keeps_colour = outer
            return marks

        return self.form(name, draw)

    def shapes(self, shapes: tuple[Shape, ...]) -> Iterator[Mark]:
        for shape in shapes:
            if isinstance(shape, Text):
                yield from self.text(shape)
            elif isinstance(shape, Path):
                yield from self.path(shape)
            elif isinstance(shape, Use):
                yield from self.use(shape)
            elif isinstance(shape, Group):
                before = dict(self.state)
                inner: list[Mark] = [("transform", *shape.matrix)]
                if shape.clip is not None:
                    inner.append(("clip", shape.clip.steps))
                yield from self.saved([*inner, *self.shapes(shape.shapes)])
                self.state = before
            elif isinstance(shape, Field):
                pass  # drawn by the shapes around it
            elif isinstance(shape, Image | Shade):
                raise ValueError("not in the decks that are measured")
            else:
                assert_never(shape)

    def text(self, text: Text) -> Iterator[Mark]:
        self.fonts[text.font] = None
        yield from self.set("setFillColorRGB", *rgb(text.fill))
        yield "text", text.x, text.y, text.font, text.size, text.word_space, text.text

    def path(self, path: Path) -> Iterator[Mark]:
        style = path.style
        mark = (
            "path", path.steps, int(style.stroke is not None), int(style.fill is not None),
            0 if style.even_odd else 1,
        )  # fmt: skip
        if self.keeps_colour and {style.fill, style.stroke} - {None, CURRENT}:
            before = dict(self.state)
            yield from self.saved([*self.pen(style), mark])
            self.state = before
        else:
            yield from self.pen(style)
            yield mark

    def pen(self, style: Style) -> Iterator[Mark]:
        if style.fill not in (None, CURRENT):
            yield from self.set("setFillColorRGB", *rgb(style.fill))
        if style.stroke is not None:
            if style.stroke != CURRENT:
                yield from self.set("setStrokeColorRGB", *rgb(style.stroke))
            yield from self.set("setLineWidth", style.width)
            yield from self.set("setLineCap", CAPS[style.cap])
            yield from self.set("setLineJoin", JOINS[style.join])
            yield from self.set("setDash", list(style.dash))

    def set(self, name: str, *values: Any) -> Iterator[Mark]:
        if self.state.get(name) != values:
            self.state[name] = values
            yield name, *values

    def use(self, use: Use) -> Iterator[Mark]:
        symbol = self.symbols[use.symbol]
        scale = use.side / symbol.size if symbol.size else 1.0
        place: Mark = ("transform", scale, 0, 0, scale, use.x, use.y)
        if scale == 1.0:
            place = ("translate", use.x, use.y)
        before = dict(self.state)
        colours: list[Mark] = []
        if use.colour != CURRENT and takes_colour(symbol.shapes):
            colours += self.set("setFillColorRGB", *rgb(use.colour))
            colours += self.set("setStrokeColorRGB", *rgb(use.colour))
        self.state = before
        placed = [place] if scale != 1.0 or use.x or use.y else []
        drawn = [*colours, *placed, self.symbol(use.symbol)]
        yield from self.saved(drawn) if len(drawn) > 1 else drawn


def takes_colour(shapes: tuple[Shape, ...]) -> bool:
    return any(
        (isinstance(shape, Path) and CURRENT in (shape.style.fill, shape.style.stroke))
        or (isinstance(shape, Use) and shape.colour == CURRENT)
        for shape in walk(shapes)
    )


def rgb(colour: str | None) -> tuple[float, ...]:
    assert colour is not None
    return tuple(level / 255 for level in levels(colour))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=FilePath, help="the file of marks to write")
    parser.add_argument("folder", type=FilePath, nargs="?", help="a folder of edited games")
    parser.add_argument("--game", default="winstons_archive", help="whose deck it is")
    given = parser.parse_args()
    fonts = Fonts()
    game = card_data.load(given.game, given.folder)
    layout = lay_out(game, "deck", Options(data=given.folder), Typesetter())
    recorder = Recorder(layout)
    pages = [recorder.page(sheet) for sheet in layout.sheets]
    files = [(key, str(fonts.by_key(key).path)) for key in recorder.fonts]
    with given.target.open("wb") as stream:
        marshal.dump((layout.title, files, len(pages)), stream)
        for page in pages:
            marshal.dump(page, stream)


if __name__ == "__main__":
    main()

"""Symbols: the icons and a component's own drawings, which faces use again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from card_data.limits import MOST_SHAPES
from printkit.budget import Budget
from printkit.drawing.paths import numbers
from printkit.drawing.shapes import CURRENT, Group, Path, Shape, Symbol, Use, walk
from printkit.errors import MarkupError, Place
from printkit.faces.attributes import SMALLEST
from printkit.faces.elements import DEFAULTS
from printkit.faces.reader import MarkupReader
from printkit.templating.xml import XML, Source
from printkit.typography.fonts import Fonts


class Symbols(Mapping[str, Symbol]):
    """Symbols by name, each read when it is first used.

    ``errors`` collects what is wrong in those that were used. Those of another component, whose
    pieces are drawn, have its name before theirs: ``deck:goose``.
    """

    def __init__(self, fonts: Fonts, budget: Budget) -> None:
        self.elements: dict[str, XML] = {}
        self.places: dict[XML, Place] = {}
        self.done: dict[str, Symbol] = {}
        self.open: set[str] = set()
        self.others: dict[str, Symbols] = {}
        self.reader = MarkupReader(fonts, self, budget)

    @property
    def errors(self) -> list[MarkupError]:
        return self.reader.errors

    def add(self, source: Source) -> None:
        """Add the symbols of a file; raise `MarkupError` if it holds anything else."""
        self.elements |= read_symbols(source)
        self.places |= source.places
        self.reader.places = self.places

    def __getitem__(self, name: str) -> Symbol:
        if name not in self.done:
            component, _, own = name.partition(":")
            borrowed = own and component in self.others  # an icon may be called like a component
            self.done[name] = self.borrow(component, own) if borrowed else self.read(name)
        return self.done[name]

    def borrow(self, component: str, name: str) -> Symbol:
        """A symbol of another component."""
        symbol = self.others[component][name]
        shapes = tuple(lent(symbol.shapes, component))
        return msgspec.structs.replace(symbol, name=f"{component}:{name}", shapes=shapes)

    def read(self, name: str) -> Symbol:
        """One symbol and, with it, all that it draws; an empty one if it cannot be read."""
        if name in self.open:
            raise MarkupError(f"the symbol {name!r} uses itself")
        self.open.add(name)
        try:
            symbol = read_symbol(self.reader, name, self.elements[name])
        except MarkupError as error:
            symbol = Symbol(name, ())
            self.reader.keep(error, self.elements[name])
        self.open.discard(name)
        return symbol

    def __contains__(self, name: object) -> bool:
        return name in self.elements

    def __iter__(self) -> Iterator[str]:
        return iter(self.elements)

    def __len__(self) -> int:
        return len(self.elements)


def read_symbols(source: Source) -> dict[str, XML]:
    """The ``<symbol>`` elements of a file by their ID, not yet read into shapes."""
    symbols: dict[str, XML] = {}
    for element in source.root:
        name, wrong = element.get("id", ""), ""
        if element.tag != "symbol":
            wrong = f"<{element.tag}> in a symbols template: expected <symbol>"
        elif not name:
            wrong = "<symbol>: attribute id is missing"
        elif name in symbols:
            wrong = f"<symbol>: duplicate id {name!r}"
        if wrong:
            raise MarkupError(wrong, place=source.places.get(element))
        symbols[name] = element
    return symbols


def read_symbol(reader: MarkupReader, name: str, element: XML) -> Symbol:
    """One symbol's shapes; a view box ``0 0 n n`` makes it scale to the size of its use."""
    view = element.get("viewBox")
    size = 0.0
    if view is not None:
        values = numbers(view)
        square = len(values) == 4 and values[:2] == [0, 0] and values[2] == values[3] >= SMALLEST
        if not square:
            raise MarkupError(f"viewBox: found {view!r}, expected a square such as 0 0 24 24")
        size = values[2]
    if any(child.tag in ("text", "textbox") for child in element.iter()):
        raise MarkupError("a symbol cannot contain text: put the text where the symbol is used")
    shapes = reader.shapes(element, {**DEFAULTS, "fill": CURRENT})
    weight = 1 + sum(
        reader.symbols[shape.symbol].weight if isinstance(shape, Use) else 1
        for shape in walk(shapes)
    )
    if weight > MOST_SHAPES:
        raise MarkupError(f"draws more than {MOST_SHAPES:,} shapes, with the symbols in it")
    return Symbol(name, shapes, size, weight)


def lent(shapes: Iterable[Shape], component: str) -> Iterator[Shape]:
    """The shapes of a component as another draws them: with the names it has for their symbols."""
    for shape in shapes:
        if isinstance(shape, Use):
            yield msgspec.structs.replace(shape, symbol=f"{component}:{shape.symbol}")
        elif isinstance(shape, Group):
            yield msgspec.structs.replace(shape, shapes=tuple(lent(shape.shapes, component)))
        else:
            yield shape


def inlined(
    shapes: Iterable[Shape], symbols: Mapping[str, Symbol], colour: str = "#000000"
) -> Iterator[Shape]:
    """The shapes, each symbol drawn out: two components may use one name for
    different symbols."""
    for shape in shapes:
        if isinstance(shape, Use):
            symbol = symbols[shape.symbol]
            ink = colour if shape.colour == CURRENT else shape.colour
            scale = shape.side / symbol.size if symbol.size else 1.0
            drawn = tuple(inlined(symbol.shapes, symbols, ink))
            yield Group(drawn, (scale, 0, 0, scale, shape.x, shape.y))
        elif isinstance(shape, Group):
            yield msgspec.structs.replace(
                shape, shapes=tuple(inlined(shape.shapes, symbols, colour))
            )
        elif isinstance(shape, Path) and CURRENT in (shape.style.fill, shape.style.stroke):
            style = shape.style
            fill = colour if style.fill == CURRENT else style.fill
            stroke = colour if style.stroke == CURRENT else style.stroke
            yield Path(shape.steps, msgspec.structs.replace(style, fill=fill, stroke=stroke))
        else:
            yield shape

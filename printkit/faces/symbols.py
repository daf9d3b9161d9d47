"""Symbols: the icons and a component's own drawings, which its faces use repeatedly."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import msgspec

from card_data.limits import MOST_SHAPES
from card_data.problems import quote, shorten
from printkit.drawing.geometry import Matrix, Rect
from printkit.drawing.paths import numbers
from printkit.drawing.rewriting import rewritten
from printkit.drawing.shapes import CURRENT, Group, Shape, Symbol, Use
from printkit.drawing.traversal import check_veils, walk
from printkit.errors import MarkupError, SourceLocation
from printkit.faces.attributes import SMALLEST
from printkit.faces.elements import DEFAULTS
from printkit.faces.reader import MarkupReader
from printkit.pictures.gallery import Gallery
from printkit.templating.xml import XML, ParsedTemplate
from printkit.typography.fonts import Fonts

if TYPE_CHECKING:
    from printkit.faces.effects.icons import OwnIcons

NO_ELEMENT = ElementTree.Element("icon")  # of an icon that is a file of its own


class Symbols(Mapping[str, Symbol]):
    """Symbols by name, each read when it is first used.

    ``errors`` collects what is wrong in those used so far. Those of another component, whose pieces
    are drawn, are prefixed with its name: ``deck:goose``. The pictures of a ``gallery`` are among
    those that are drawn, but none that a template may use.
    """

    def __init__(self, fonts: Fonts, gallery: Gallery | None = None) -> None:
        self.elements: dict[str, XML] = {}
        self.places: dict[XML, SourceLocation] = {}
        self.done: dict[str, Symbol] = {}
        self.open: set[str] = set()
        self.others: dict[str, Symbols] = {}
        self.pictures: Mapping[str, Symbol] = {} if gallery is None else gallery.symbols
        self.icons: OwnIcons | None = None  # of a game that has a folder of them
        self.reader = MarkupReader(fonts, self)

    @property
    def errors(self) -> list[MarkupError]:
        return self.reader.errors

    def add(self, source: ParsedTemplate) -> None:
        """Add the symbols of a file; raise `MarkupError` if it holds anything else."""
        self.elements |= read_symbols(source)
        self.places |= source.places
        self.reader.places = self.places

    def __getitem__(self, name: str) -> Symbol:
        if name in self.pictures:
            return self.pictures[name]
        if name not in self.done:
            component, _, own = name.partition(":")
            borrowed = own and component in self.others  # an icon may have a component's name
            self.done[name] = self.borrow(component, own) if borrowed else self.read(name)
        return self.done[name]

    def borrow(self, component: str, name: str) -> Symbol:
        symbol = self.others[component][name]
        shapes = prefix_symbols(symbol.shapes, component)
        return msgspec.structs.replace(symbol, name=f"{component}:{name}", shapes=shapes)

    def drawn(self) -> dict[str, Symbol]:
        """The symbols that were used, and all that the components use whose pieces are drawn."""
        lent = [f"{name}:{own}" for name, other in self.others.items() for own in other.drawn()]
        return {name: self[name] for name in (*self.done, *self.pictures, *lent)}

    def read(self, name: str) -> Symbol:
        """Return one symbol and, with it, those that it uses; an empty one if it cannot be read."""
        if name in self.open:
            raise MarkupError(f"the symbol {quote(name)} uses itself")
        self.open.add(name)
        symbol = Symbol(name, ())
        try:
            if self.icons is not None and name in self.icons.files:
                symbol = self.read_icon(self.icons, name)
            else:
                symbol = read_symbol(self.reader, name, self.elements[name])
        except MarkupError as error:
            self.reader.keep(error, self.elements.get(name, NO_ELEMENT))
        self.open.discard(name)
        return symbol

    @property
    def own(self) -> Collection[str]:
        """The names of the game's own icons."""
        return () if self.icons is None else self.icons.files

    def read_icon(self, icons: OwnIcons, name: str) -> Symbol:
        shapes, side = icons.read(name, self.reader.fonts)
        return weighed(Symbol(name, shapes, side), self)

    def __contains__(self, name: object) -> bool:
        return name in self.elements or name in self.own

    def __iter__(self) -> Iterator[str]:
        yield from (*self.elements, *self.own)

    def __len__(self) -> int:
        return len(self.elements) + len(self.own)


def read_symbols(source: ParsedTemplate) -> dict[str, XML]:
    """Return the ``<symbol>`` elements of a file by their IDs, not yet parsed into shapes."""
    symbols: dict[str, XML] = {}
    for element in source.root:
        name, wrong = element.get("id", ""), ""
        if element.tag != "symbol":
            wrong = f"<{shorten(element.tag)}> in a symbols template: expected <symbol>"
        elif not name:
            wrong = "<symbol>: attribute id is missing"
        elif name in symbols:
            wrong = f"<symbol>: duplicate id {quote(name)}"
        if wrong:
            raise MarkupError(wrong, place=source.places.get(element))
        symbols[name] = element
    return symbols


def read_symbol(reader: MarkupReader, name: str, element: XML) -> Symbol:
    """Return one symbol's shapes; a view box ``0 0 n n`` makes it scale to the size of its use."""
    view = element.get("viewBox")
    size = 0.0
    if view is not None:
        values = numbers(view)
        square = len(values) == 4 and values[:2] == [0, 0] and values[2] == values[3] >= SMALLEST
        if not square:
            raise MarkupError(f"viewBox: found {quote(view)}, expected a square such as 0 0 24 24")
        size = values[2]
    if any(child.tag in ("text", "textbox") for child in element.iter()):
        raise MarkupError("a symbol cannot contain text: put the text where the symbol is used")
    area = Rect(0, 0, size, size) if size else None
    shapes = reader.shapes(element, {**DEFAULTS, "fill": CURRENT}, area)
    return weighed(Symbol(name, shapes, size), reader.symbols)


def weighed(symbol: Symbol, symbols: Mapping[str, Symbol]) -> Symbol:
    """Return a symbol with its weight; raise `MarkupError` if that is too much."""
    weight = 1 + weight_of(symbol.shapes, symbols)
    if weight > MOST_SHAPES:
        raise MarkupError(f"draws more than {MOST_SHAPES:,} shapes, with the symbols in it")
    check_veils(symbol.shapes, symbols)
    return msgspec.structs.replace(symbol, weight=weight)


def weight_of(shapes: Iterable[Shape], symbols: Mapping[str, Symbol]) -> int:
    """Return how many shapes are drawn, with those of symbols and of masks."""
    weight = 0
    for shape in walk(shapes):
        weight += symbols[shape.symbol].weight if isinstance(shape, Use) else 1
        if isinstance(shape, Group) and shape.mask:
            weight += weight_of(shape.mask, symbols)
    return weight


def prefix_symbols(shapes: Iterable[Shape], component: str) -> tuple[Shape, ...]:
    """Return the shapes of a component for use by another: their symbols prefixed with its name."""

    def renamed(shape: Shape, _: Matrix) -> Shape:
        if not isinstance(shape, Use):
            return shape
        return msgspec.structs.replace(shape, symbol=f"{component}:{shape.symbol}")

    return rewritten(shapes, renamed)

"""The elements of an SVG file: found by their IDs, each with its style and what is around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from card_data.limits import DEEPEST_ELEMENTS, FARTHEST_IN_ART, MOST_ELEMENTS
from card_data.problems import did_you_mean, quote, shorten
from printkit.art.svg.document import Node
from printkit.art.svg.lengths import PLACES, TYPE, Viewport
from printkit.art.svg.properties import undrawn
from printkit.art.svg.styles import Cascade, Style, inherited, rules_of
from printkit.drawing.geometry import IDENTITY, Matrix, multiply
from printkit.drawing.paths import parse_transform
from printkit.errors import ArtError, MarkupError, SourceLocation

CSS = "text/css"
MOST_ERRORS = 10
UNITS = re.compile(r"(?<=[\d.])(?:px|deg)\b")  # in transforms
GRADIENTS = ("linearGradient", "radialGradient")
# Says something about a drawing, or stands for later use, or changes it on a screen.
SILENT = frozenset(
    (
        *("", "defs", "title", "desc", "metadata", "style", "script", "view", "cursor"),
        *("clipPath", "mask", "pattern", "symbol", "marker", "filter", "font", "font-face"),
        *("animate", "animateColor", "animateMotion", "animateTransform", "set", "color-profile"),
        *("discard", "hatch", "link", "meshgradient", "solidcolor"),
        *GRADIENTS,
    )
)


class Context(NamedTuple):
    """The surroundings of an element: the ``path`` of elements from the root on, the inherited
    style, the viewport that percentages refer to, how deep elements are nested, and
    whether they are ``clipping``, so that only the areas of shapes matter. What is
    around the path that a marker is drawn on, or around a ``<use>``, is ``marked`` in it."""

    path: tuple[Node, ...]
    style: Style
    view: Viewport
    depth: int
    clipping: bool = False
    marked: Context | None = None

    @property
    def size(self) -> float:
        """The size of type."""
        text = self.style.get("font-size", "medium")
        return self.view.length("font-size", TYPE.get(text, text))


class SvgTree:
    """The elements and styles of one file, shared by its readers; the errors found in them, and the
    elements that are ``busy``, being read."""

    def __init__(self, root: Node, place: SourceLocation) -> None:
        self.place = place
        self.errors: list[MarkupError] = []
        self.named: dict[str, tuple[Node, ...]] = {}  # by ID: the path to an element
        self.busy: set[int] = set()
        self.count = 0
        sheets: list[Node] = []
        self.index((root,), sheets)
        try:
            self.cascade = Cascade([rule for one in sheets for rule in rules_of(one.text)])
        except MarkupError as error:
            self.keep(error, sheets[0])
            self.cascade = Cascade([])

    def index(self, path: tuple[Node, ...], sheets: list[Node]) -> None:
        """Note the IDs and the style sheets in an element."""
        node = path[-1]
        if name := node.attributes.get("id"):
            self.named.setdefault(name, path)
        if node.tag == "style" and node.attributes.get("type", CSS) == CSS:
            sheets.append(node)
        for child in node.children:
            self.index((*path, child), sheets)

    def keep(self, error: MarkupError, node: Node) -> None:
        """Note what is wrong with an element; raise `ArtError` for too much of it."""
        message = str(error) if error.place else f"<{shorten(node.tag)}>: {error}"
        place = error.place or self.place._replace(line=node.line)
        if any((str(one), one.place) == (message, place) for one in self.errors):
            return  # of what is drawn again
        self.errors.append(MarkupError(message, place=place))
        if len(self.errors) >= MOST_ERRORS:
            raise ArtError(self.errors)

    def styled(self, node: Node, context: Context) -> tuple[Style, Context]:
        """Return the properties of an element itself, and what is around its children."""
        self.count += 1
        if self.count > MOST_ELEMENTS or context.depth == DEEPEST_ELEMENTS:
            limit = f"{MOST_ELEMENTS:,} elements" if self.count > MOST_ELEMENTS else (
                f"{DEEPEST_ELEMENTS} elements in one another")  # fmt: skip
            raise ArtError([MarkupError(f"draws more than {limit}, with those used again",
                                        place=self.place._replace(line=node.line))])  # fmt: skip
        path = (*context.path, node)
        own = self.cascade.own(path)
        style = inherited(own, context.style)
        asked = own.get("font-size", "").strip()
        asked = TYPE.get(asked, asked)
        if asked.endswith(("em", "%", "ex")):
            text = f"{asked[:-1]}e-2em" if asked.endswith("%") else asked
            style["font-size"] = f"{context.view.length('font-size', text, context.size)}"
        return own, context._replace(path=path, style=style, depth=context.depth + 1)

    def shown(self, node: Node, context: Context) -> tuple[Style, Context] | None:
        """Return what `styled` does, and note what of it is not drawn; None for what is hidden."""
        own, inner = self.styled(node, context)
        if own.get("display") == "none" or not for_all(node):
            return None
        self.note_undrawn(node, own)
        return own, inner

    def note_undrawn(self, node: Node, own: Style) -> None:
        """Note the properties of an element that are not drawn."""
        for message in undrawn(own):
            self.keep(MarkupError(message), node)

    def within(
        self, path: tuple[Node, ...], around: Context, marked: Context | None = None
    ) -> Context:
        """Return what is around the children of an element that stands elsewhere in the file than
        what is drawn with it, whose viewport and depth it has."""
        context = Context((), {}, around.view, around.depth, marked=marked)
        for place, node in enumerate(path):
            _, inner = self.styled(node, context._replace(path=path[:place]))
            context = inner._replace(depth=context.depth)
        return context._replace(depth=context.depth + 1)

    def found(self, link: str, what: str) -> tuple[Node, ...] | None:
        """Return the path to the element that a link such as ``#leaf`` leads to; None if it leads
        to nothing, which draws nothing."""
        if link and not link.startswith("#"):
            raise MarkupError(f"{what}: found {quote(link)}, expected an element of this file")
        return self.named.get(link[1:])

    def target(self, link: str, what: str) -> tuple[Node, ...]:
        """Return what `found` does; raise `MarkupError` for nothing."""
        if (path := self.found(link, what)) is None:
            meant = did_you_mean(link[1:], self.named)
            raise MarkupError(f"{what}: no element {quote(link)}{meant}")
        return path

    def link(self, text: str, what: str, tag: str) -> tuple[Node, ...]:
        """Return the path to the element of a ``tag`` that ``url(#name)`` stands for."""
        path = self.target(link_in(text), what) if text.startswith("url(") else ()
        if not path or path[-1].tag != tag:
            raise MarkupError(f"{what}: found {quote(text)}, expected a <{tag}>")
        return path

    @contextmanager
    def once(self, node: Node) -> Iterator[None]:
        """Read a pattern, a marker, a mask or a clip; raise `MarkupError` if it is used by what is
        in it."""
        if id(node) in self.busy:
            raise MarkupError(f"{quote(node.attributes.get('id', ''))} uses itself")
        self.busy.add(id(node))
        try:
            yield
        finally:
            self.busy.discard(id(node))


def link_in(text: str) -> str:
    """Return the first link in a value such as ``url(#leaf)``."""
    return text.partition("url(")[2].partition(")")[0].strip().strip("'\"")


def transform_of(style: Mapping[str, str], view: Viewport, name: str = "transform") -> Matrix:
    """Return the matrix of a transform about its origin, as attributes or as styles write it."""
    text = style.get(name, "none")
    if text in ("none", ""):
        return IDENTITY
    matrix = parse_transform(UNITS.sub("", text), FARTHEST_IN_ART)
    if not (given := style.get("transform-origin", "").split()):
        return matrix
    words = [*given, "center"][:2]
    if words[0] in ("top", "bottom") or words[1] in ("left", "right"):
        words.reverse()
    x, y = (view.length(key, PLACES.get(word, word)) for key, word in zip("xy", words, strict=True))
    return multiply((1, 0, 0, 1, -x, -y), multiply(matrix, (1, 0, 0, 1, x, y)))


def for_all(node: Node) -> bool:
    """Whether an element is for readers of English or for all, and for any program."""
    languages = node.attributes.get("systemLanguage", "en").split(",")
    english = any(one.strip().lower().startswith("en") for one in languages)
    return english and "requiredExtensions" not in node.attributes

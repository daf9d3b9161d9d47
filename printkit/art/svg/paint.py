"""The fills and strokes of an SVG file's shapes: colours, gradients, patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from card_data.limits import DEEPEST_ELEMENTS, MOST_STOPS
from card_data.problems import quote, shorten
from printkit.art.paints import PaintServer, read_gradient, read_pattern
from printkit.art.svg.colours import read_ink
from printkit.art.svg.document import Node
from printkit.art.svg.lengths import share
from printkit.art.svg.tree import GRADIENTS, Context, SvgTree, link_in, transform_of
from printkit.drawing.shapes import BLACK, CURRENT, Shape, Stop
from printkit.errors import MarkupError

CONTEXT = {"context-fill": BLACK, "context-stroke": None}  # what another element has
COMMON = frozenset(("gradientUnits", "gradientTransform", "spreadMethod"))  # of gradients


class PaintReader:
    """Reads fills and lines; ``children`` draws what is in a pattern."""

    def __init__(
        self, tree: SvgTree, children: Callable[[Node, Context], tuple[Shape, ...]]
    ) -> None:
        self.tree, self.children = tree, children
        self.servers: dict[tuple[str, int], PaintServer | None] = {}

    def paint(
        self, name: str, inner: Context, default: str | None
    ) -> tuple[str | None, PaintServer | None, float]:
        """Return the colour of a fill or of a line, or what paints it, and its opacity."""
        style = inner.style
        opacity = share(style.get(f"{name}-opacity", "1"), f"{name}-opacity")
        text = style.get(name, default or "none").partition(" icc-color")[0].strip()
        if text in CONTEXT:
            if inner.marked is None:
                return None, None, opacity
            colour, server, shows = self.paint(text[8:], inner.marked, CONTEXT[text])
            if server is not None:
                raise MarkupError(f"{name}: {text} is a gradient or pattern: use a plain colour")
            return colour, None, opacity * shows
        if text.startswith("url("):
            link, other = link_in(text), text.partition(")")[2]
            other = other.partition(" icc-color")[0].strip()
            if not other or link[1:] in self.tree.named:
                path = self.tree.found(link, name)
                server = self.server(path, name, inner) if path else None
                if server is not None or not other:
                    return (BLACK if server is not None else None), server, opacity
            text = other
        if text == "none":
            return None, None, opacity
        colour, alpha = self.colour(text, name, style)
        return colour, None, opacity * alpha

    def colour(self, text: str, what: str, style: Mapping[str, str]) -> tuple[str, float]:
        """Return a colour and its opacity."""
        if text.lower() != CURRENT.lower():
            return read_ink(text, what)
        own = style.get("color", CURRENT)
        return (CURRENT, 1.0) if own.lower() == CURRENT.lower() else read_ink(own, "color")

    def server(self, path: tuple[Node, ...], what: str, inner: Context) -> PaintServer | None:
        """Return what a gradient or a pattern comes to; None if it fills nothing."""
        node = path[-1]
        key = node.attributes.get("id", ""), node.line
        if node.tag not in (*GRADIENTS, "pattern"):
            raise MarkupError(f"{what}: <{shorten(node.tag)}> is no gradient or pattern")
        if key not in self.servers:
            with self.tree.once(node):
                self.servers[key] = self.read_server(path, inner)
        return self.servers[key]

    def read_server(self, path: tuple[Node, ...], inner: Context) -> PaintServer | None:
        chain = self.chain(path)
        own = self.tree.cascade.own(path)
        self.tree.note_undrawn(path[-1], own)
        attributes: dict[str, str] = {}
        for one in reversed(chain):
            given, same = one[-1].attributes, one[-1].tag == path[-1].tag
            attributes |= {key: given[key] for key in given if same or key in COMMON}
        pattern = path[-1].tag == "pattern"
        kind = "patternTransform" if pattern else "gradientTransform"
        matrix = transform_of(attributes | own, inner.view, kind)
        if pattern:
            holder = next((one for one in chain if one[-1].children), path)
            shapes = self.children(holder[-1], self.tree.within(holder, inner))
            return read_pattern(attributes, shapes, inner.view.measure, matrix)
        stops = next(filter(None, (self.stops(one, inner) for one in chain)), [])
        radial = path[-1].tag == GRADIENTS[1]
        return read_gradient(attributes, stops, inner.view.measure, matrix, radial=radial)

    def chain(self, path: tuple[Node, ...]) -> list[tuple[Node, ...]]:
        """A gradient or pattern, and those from which it takes over what it does not have."""
        found = [path]
        while link := found[-1][-1].attributes.get("href"):
            if (path := self.tree.found(link, "href") or ()) == ():
                break
            if path[-1].tag not in (*GRADIENTS, "pattern"):
                raise MarkupError(f"href: {quote(link)} is no gradient or pattern")
            if path in found or len(found) > DEEPEST_ELEMENTS:
                raise MarkupError(f"href: {quote(link)} leads back to itself")
            found.append(path)
        return found

    def stops(self, path: tuple[Node, ...], around: Context) -> list[Stop]:
        inner = self.tree.within(path, around)
        found: list[Stop] = []
        for node in path[-1].children:
            if node.tag != "stop":
                continue
            own, within = self.tree.styled(node, inner)
            self.tree.note_undrawn(node, own)
            text = own.get("stop-color", BLACK)
            if text == "inherit":
                text = inner.style.get("stop-color", BLACK)
            ink, alpha = self.colour(text, "stop-color", within.style)
            if ink == CURRENT:
                ink = BLACK
            at = share(node.attributes.get("offset", "0"), "offset")
            found.append(Stop(at, ink, alpha * share(own.get("stop-opacity", "1"), "stop-opacity")))
        if len(found) > MOST_STOPS:
            raise MarkupError(f"{len(found)} stops, expected at most {MOST_STOPS}")
        return found

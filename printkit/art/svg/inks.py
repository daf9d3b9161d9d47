"""What fills the shapes of an SVG file and draws their lines: colours and gradients."""

from __future__ import annotations

from collections.abc import Mapping

from card_data.limits import DEEPEST_ART, MOST_STOPS
from card_data.problems import clip
from printkit.art.servers import Gradient, read_gradient
from printkit.art.svg.colours import read_ink
from printkit.art.svg.document import Node
from printkit.art.svg.outlines import share
from printkit.art.svg.walk import GRADIENTS, Around, Walk
from printkit.drawing.shapes import BLACK, CURRENT, Stop
from printkit.errors import MarkupError

COMMON = frozenset(("gradientUnits", "gradientTransform"))  # of gradients


class Inks:
    """Reads fills and lines."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.gradients: dict[tuple[str, int], Gradient | None] = {}

    def ink(
        self, name: str, inner: Around, default: str | None
    ) -> tuple[str | None, Gradient | None, float]:
        """The colour of a fill or of a line, or what paints it, and its opacity."""
        style = inner.style
        opacity = share(style.get(f"{name}-opacity", "1"), f"{name}-opacity")
        text = style.get(name, default or "none").partition(" icc-color")[0].strip()
        if text.startswith("url("):
            link, _, other = text[4:].partition(")")
            path = self.walk.target(link.strip().strip("'\""), name)
            gradient = self.gradient(path, name, inner)
            if gradient is not None or not other.strip():
                return (BLACK if gradient is not None else None), gradient, opacity
            text = other.partition(" icc-color")[0].strip()
        if text == "none":
            return None, None, opacity
        colour, alpha = self.colour(text, name, style)
        return colour, None, opacity * alpha

    def colour(self, text: str, what: str, style: Mapping[str, str]) -> tuple[str, float]:
        """A colour and its opacity."""
        if text.lower() != CURRENT.lower():
            return read_ink(text, what)
        own = style.get("color", CURRENT)
        return (CURRENT, 1.0) if own.lower() == CURRENT.lower() else read_ink(own, "color")

    def gradient(self, path: tuple[Node, ...], what: str, inner: Around) -> Gradient | None:
        """What a gradient comes to; None if it fills nothing."""
        node = path[-1]
        key = node.attributes.get("id", ""), node.line
        if node.tag not in GRADIENTS:
            found = clip(node.tag, quoted=False)
            raise MarkupError(f"{what}: <{found}> is no gradient: make shapes of it")
        if key not in self.gradients:
            self.gradients[key] = self.read(path, inner)
        return self.gradients[key]

    def read(self, path: tuple[Node, ...], inner: Around) -> Gradient | None:
        chain = self.chain(path)
        attributes: dict[str, str] = {}
        for one in reversed(chain):
            own = one[-1].attributes
            same = one[-1].tag == path[-1].tag
            attributes |= {key: own[key] for key in own if same or key in COMMON}
        around = Around((), {}, inner.view, inner.depth)

        def measure(name: str, text: str, boxed: bool) -> float:
            return share(text, name, bound=False) if boxed else inner.view.length(name, text)

        stops: list[Stop] = []
        for one in chain:
            if stops := self.stops(one, around):
                break
        radial = path[-1].tag == GRADIENTS[1]
        return read_gradient(attributes, stops, measure, radial=radial)

    def chain(self, path: tuple[Node, ...]) -> list[tuple[Node, ...]]:
        """A gradient, and those from which it takes over what it does not have."""
        found = [path]
        while link := found[-1][-1].attributes.get("href"):
            path = self.walk.target(link, "href")
            if path[-1].tag not in GRADIENTS:
                raise MarkupError(f"href: {clip(link)} is no gradient")
            if path in found or len(found) > DEEPEST_ART:
                raise MarkupError(f"href: {clip(link)} leads back to itself")
            found.append(path)
        return found

    def stops(self, path: tuple[Node, ...], around: Around) -> list[Stop]:
        """The stops of a gradient."""
        inner = self.walk.within(path, around)
        found: list[Stop] = []
        for node in path[-1].children:
            if node.tag != "stop":
                continue
            own, within = self.walk.styled(node, inner)
            text = own.get("stop-color", BLACK)
            ink, alpha = self.colour(text, "stop-color", within.style)
            if ink == CURRENT:
                ink = BLACK
            at = min(
                1.0, max(0.0, share(node.attributes.get("offset", "0"), "offset", bound=False))
            )
            found.append(Stop(at, ink, alpha * share(own.get("stop-opacity", "1"), "stop-opacity")))
        if len(found) > MOST_STOPS:
            raise MarkupError(f"{len(found)} stops, expected at most {MOST_STOPS}")
        return found

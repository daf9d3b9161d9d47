"""SVG files as shapes, whatever program wrote them.

What cannot be drawn as it is meant is refused, each with its line: nothing is left out in silence
that a browser would show.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from card_data.limits import DEEPEST_ART, MOST_ELEMENTS, MOST_STOPS
from card_data.problems import clip, near
from printkit.art.colours import read_ink
from printkit.art.document import Node, parsed
from printkit.art.lengths import EM, TYPE, Viewport
from printkit.art.masks import in_grey, in_white
from printkit.art.outlines import SHAPES, outline_of, pen_of, share
from printkit.art.servers import (
    Server,
    choice,
    exact_box,
    filled,
    fitted,
    painted,
    read_gradient,
    read_pattern,
    view_box,
    whole,
)
from printkit.art.styles import Cascade, Style, inherited, rules_of
from printkit.budget import Budget
from printkit.drawing.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Step,
    box_around,
    multiply,
    rectangle_steps,
    transformed,
)
from printkit.drawing.paths import parse_transform
from printkit.drawing.shapes import BLACK, CURRENT, Group, Path, Shade, Shape, Stop, Text
from printkit.drawing.shapes import Style as Pen
from printkit.errors import ArtError, MarkupError, Place
from printkit.typography.fonts import Fonts

if TYPE_CHECKING:
    from printkit.art.words import Run

ELEMENT, CHARACTER = 40, 8  # steps of work, as in a template
WHITE = "#ffffff"
MOST_ERRORS = 10
NOTHING: Mapping[str, str] = MappingProxyType({})
COMMON = frozenset(("gradientUnits", "gradientTransform", "spreadMethod"))  # of gradients
SIZES: tuple[str, ...] = ("width", "height")
GRADIENTS = ("linearGradient", "radialGradient")
GROUPS = frozenset(("g", "a", "svg", "symbol"))
# Says something about a drawing, or stands for later use, or changes it on a screen.
SILENT = frozenset(
    (
        *("", "defs", "title", "desc", "metadata", "style", "script", "view", "cursor"),
        *("clipPath", "mask", "pattern", "symbol", "marker", "filter", "font", "font-face"),
        *("animate", "animateColor", "animateMotion", "animateTransform", "set", "color-profile"),
        *GRADIENTS,
    )
)
ADVICE = {
    "image": "save the picture as a file of its own, and draw it with <image> in the template",
    "foreignObject": "save the drawing as plain SVG",
    "textPath": "convert the text to paths",
    "tref": "convert the text to paths",
    "flowRoot": "convert the text to paths",
}
# Properties that change what is drawn, each with what it may be.
PLAIN = {
    "filter": ("none",),
    "mix-blend-mode": ("normal",),
    "marker-start": ("none",),
    "marker-mid": ("none",),
    "marker-end": ("none",),
    "vector-effect": ("none",),
    "color-interpolation": ("sRGB", "auto"),
    "transform-origin": ("0 0", "0px 0px"),
}


def read_art(
    raw: bytes, place: Place, fonts: Fonts, budget: Budget
) -> tuple[tuple[Shape, ...], float, float]:
    """The shapes of an SVG file in its own units, and the width and height of its view box, in
    which they lie from (0, 0) on; raise `ArtError`."""
    budget.spend(len(raw) // 10)
    return ArtReader(parsed(raw, place), place, fonts, budget).whole()


class Around(NamedTuple):
    """What is around an element: the elements from the root on, the style that they hand on, and
    what percentages are of; how many elements are drawn in one another; and whether only the areas
    of shapes matter, as they are to clip."""

    path: tuple[Node, ...]
    style: Style
    view: Viewport
    depth: int
    clipping: bool = False

    @property
    def size(self) -> float:
        """The size of type."""
        return self.view.length("font-size", self.style.get("font-size", f"{EM}"))


class ArtReader:
    """Turns the elements of one file into shapes; collects what is wrong with them."""

    def __init__(self, root: Node, place: Place, fonts: Fonts, budget: Budget) -> None:
        self.root, self.place, self.fonts, self.budget = root, place, fonts, budget
        self.errors: list[MarkupError] = []
        self.named: dict[str, tuple[Node, ...]] = {}  # by ID: the path to an element
        self.servers: dict[tuple[str, int], Server | None] = {}
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
        if node.tag == "style":
            sheets.append(node)
        for child in node.children:
            self.index((*path, child), sheets)

    def keep(self, error: MarkupError, node: Node) -> None:
        """Note what is wrong with an element; raise `ArtError` for too much of it."""
        message = str(error) if error.place else f"<{clip(node.tag, quoted=False)}>: {error}"
        place = error.place or self.place._replace(line=node.line)
        self.errors.append(MarkupError(message, place=place))
        if len(self.errors) >= MOST_ERRORS:
            raise ArtError(self.errors)

    def whole(self) -> tuple[tuple[Shape, ...], float, float]:
        """The shapes of the file, and its size."""
        width = height = 0.0
        shapes: tuple[Shape, ...] = ()
        try:
            box = self.box()
            around = Around((), {}, Viewport(*box[2:]), 0)
            matrix, width, height = self.fit(box)
            shapes = self.element(self.root, around)
            if matrix != IDENTITY:
                shapes = (Group(shapes, matrix),)
        except ArtError:
            raise
        except MarkupError as error:
            self.keep(error, self.root)
        if self.errors:
            raise ArtError(self.errors)
        return shapes, width, height

    def box(self) -> Box:
        """The left, top, width and height of the drawing: its view box, or else its size."""
        if "viewBox" in self.root.attributes:
            return view_box(self.root.attributes["viewBox"])
        if (size := self.size()) is None:
            raise MarkupError("attribute viewBox is missing: how large the drawing is")
        return 0.0, 0.0, *size

    def size(self) -> tuple[float, float] | None:
        """The width and the height that the file gives itself, if it does."""
        sizes = [self.root.attributes.get(key, "") for key in SIZES]
        if not all(sizes) or any(size.endswith("%") for size in sizes):
            return None
        width, height = (Viewport(0, 0).length("width", size) for size in sizes)
        if min(width, height) <= 0:
            raise MarkupError("width: expected a length above 0")
        return width, height

    def fit(self, box: Box) -> tuple[Matrix, float, float]:
        """The matrix that puts the view box at (0, 0), and the size of the drawing: that of the
        box, but as wide for its height as the file says."""
        x, y, width, height = box
        size = self.size() or (width, height)
        a, _, _, d, e, f = fitted(
            box, (0.0, 0.0, *size), self.root.attributes.get("preserveAspectRatio", "")
        )
        if math.isclose(size[0] * height, size[1] * width, rel_tol=1e-3):
            return (1, 0, 0, 1, -x, -y), width, height
        scale = min(a, d)
        return (a / scale, 0, 0, d / scale, e / scale, f / scale), size[0] / scale, size[1] / scale

    # --- elements

    def children(self, node: Node, around: Around) -> tuple[Shape, ...]:
        return tuple(shape for child in node.children for shape in self.element(child, around))

    def element(self, node: Node, around: Around) -> tuple[Shape, ...]:
        """What an element draws; nothing, and a note of what is wrong, if it cannot be read."""
        if node.tag in SILENT:
            return ()
        try:
            return self.drawn(node, around)
        except ArtError:
            raise
        except MarkupError as error:
            self.keep(error, node)
            return ()

    def styled(self, node: Node, around: Around) -> tuple[Style, Around]:
        """The properties of an element itself, and what is around its children."""
        self.count += 1
        self.budget.spend(ELEMENT + len(self.cascade.rules))
        if self.count > MOST_ELEMENTS or around.depth == DEEPEST_ART:
            limit = f"{MOST_ELEMENTS:,} elements" if self.count > MOST_ELEMENTS else (
                f"{DEEPEST_ART} elements in one another")  # fmt: skip
            raise ArtError([MarkupError(f"draws more than {limit}, with those used again",
                                        place=self.place._replace(line=node.line))])  # fmt: skip
        path = (*around.path, node)
        own = self.cascade.own(path)
        style = inherited(own, around.style)
        if (asked := own.get("font-size", "").strip()) in TYPE:
            style["font-size"] = f"{TYPE[asked]}"
        elif asked.endswith(("em", "%", "ex")):
            text = own["font-size"].replace("%", "e-2em") if "%" in own["font-size"] else ""
            size = around.view.length("font-size", text or own["font-size"], around.size)
            style["font-size"] = f"{size}"
        return own, around._replace(path=path, style=style, depth=around.depth + 1)

    def drawn(self, node: Node, around: Around) -> tuple[Shape, ...]:
        own, inner = self.styled(node, around)
        if own.get("display") == "none" or not spoken(node):
            return ()
        for name, known in PLAIN.items():
            if (value := inner.style.get(name, known[0])) not in known:
                advice = "convert it to a path" if name.startswith("marker") else "leave it out"
                raise MarkupError(f"{name}: found {clip(value)}, which is not drawn: {advice}")
        transform = parse_transform(own.get("transform", "").replace("px", ""))
        shapes = self.content(node, inner)
        return self.veiled(node, own, inner, transform, shapes) if shapes else ()

    def content(self, node: Node, inner: Around) -> tuple[Shape, ...]:
        tag = node.tag
        if tag == "svg" and inner.depth > 1:
            return self.nested(node, inner)
        if tag in GROUPS:
            return self.children(node, inner)
        if tag == "use":
            return self.use(node, inner)
        if tag == "switch":
            return self.switch(node, inner)
        if tag == "text":
            return tuple(self.text(node, inner))
        if tag in SHAPES:
            return self.path(node, inner)
        advice = ADVICE.get(tag, "leave it out")
        raise MarkupError(f"is not drawn: {advice}" if tag in ADVICE else
                          f"unknown element{near(tag, (*SHAPES, *GROUPS))}")  # fmt: skip

    def switch(self, node: Node, inner: Around) -> tuple[Shape, ...]:
        """The first child that asks for nothing that only some programs have."""
        for child in node.children:
            special = "requiredExtensions" in child.attributes or child.tag == "foreignObject"
            if child.tag not in SILENT and spoken(child) and not special:
                return self.element(child, inner)
        return ()

    def nested(
        self, node: Node, inner: Around, given: Mapping[str, str] = NOTHING
    ) -> tuple[Shape, ...]:
        """What an ``<svg>`` or a ``<symbol>`` draws, in its own view box; ``given`` are attributes
        that go over its own."""
        attributes = {**node.attributes, **given}
        x, y = (inner.view.length(key, attributes.get(key, "0")) for key in ("x", "y"))
        width, height = (
            inner.view.length(key, attributes.get(key, "100%").replace("auto", "100%"))
            for key in ("width", "height")
        )
        if width <= 0 or height <= 0:
            return ()
        matrix: Matrix = (1, 0, 0, 1, x, y)
        view = Viewport(width, height)
        if "viewBox" in attributes:
            box = view_box(attributes["viewBox"])
            align = attributes.get("preserveAspectRatio", "")
            matrix, view = fitted(box, (x, y, width, height), align), Viewport(*box[2:])
        shapes = (Group(self.children(node, inner._replace(view=view)), matrix),)
        if inner.style.get("overflow", "hidden") in ("visible", "auto"):
            return shapes
        return (Group(shapes, clip=Path(rectangle_steps(x, y, width, height, 0, 0))),)

    def use(self, node: Node, inner: Around) -> tuple[Shape, ...]:
        path = self.target(node.attributes.get("href", ""), "href")
        target = path[-1]
        x, y = (inner.view.length(key, node.attributes.get(key, "0")) for key in ("x", "y"))
        if target.tag in ("symbol", "svg"):
            sizes = {key: node.attributes[key] for key in SIZES if key in node.attributes}
            own, within = self.styled(target, inner._replace(path=path[:-1]))
            shapes: tuple[Shape, ...] = ()
            if own.get("display") != "none":
                shapes = self.nested(target, within, sizes)
                if shapes:
                    transform = parse_transform(own.get("transform", ""))
                    shapes = self.veiled(target, own, within, transform, shapes)
        else:
            shapes = self.element(target, inner._replace(path=path[:-1]))
        return (Group(shapes, (1, 0, 0, 1, x, y)),) if shapes else ()

    def target(self, link: str, what: str) -> tuple[Node, ...]:
        """The path to the element that a link such as ``#leaf`` leads to."""
        if not link.startswith("#"):
            raise MarkupError(f"{what}: found {clip(link)}, expected an element of this file")
        if link[1:] not in self.named:
            raise MarkupError(f"{what}: no element {clip(link)}{near(link[1:], self.named)}")
        return self.named[link[1:]]

    # --- shapes

    def path(self, node: Node, inner: Around) -> tuple[Shape, ...]:
        self.budget.spend(
            len(node.attributes.get("d", "")) + len(node.attributes.get("points", ""))
        )
        steps = outline_of(node.tag, node.attributes, inner.view, inner.size)
        return self.inked(inner, steps) if steps else ()

    def text(self, node: Node, inner: Around) -> Iterator[Shape]:
        """Words: in a colour, or as the mask of what fills them."""
        from printkit.art.words import placed

        if inner.style.get("visibility", "visible") != "visible":
            return
        inks = {}

        def ink(run: Run) -> str:
            inks[id(run)] = found = self.ink("fill", inner._replace(style=dict(run.style)), BLACK)
            return found[0] or BLACK

        for run, text in placed(list(self.runs(node, inner)), self.fonts, ink):
            colour, server, opacity = inks[id(run)]
            if server is not None:
                box = box_of((text,)) or (0.0, 0.0, 0.0, 0.0)
                mask = (msgspec.structs.replace(text, fill=WHITE),)
                fill = filled(server, box, box, self.budget.spend)
                yield Group(fill, opacity=opacity, mask=mask)
            elif colour is not None or inner.clipping:
                yield whole(text, 1.0 if inner.clipping else opacity)

    def runs(self, node: Node, inner: Around) -> Iterator[Run]:
        """The words of a text, part by part, and what is said of where they begin."""
        from printkit.art.words import Run, Spot, spot_of

        spot, style = spot_of(node, inner.view, inner.size), dict(inner.style)
        if node.attributes.get("space") == "preserve":
            style["white-space"] = "pre"
        for words, child in zip(node.texts, [*node.children, None], strict=True):
            self.budget.spend(CHARACTER * len(words))
            yield Run(words, style, inner.size, spot)
            spot = Spot()
            if child is None or child.tag in SILENT:
                continue
            if child.tag not in ("tspan", "a"):
                advice = ADVICE.get(child.tag, "convert the text to paths")
                found = clip(child.tag, quoted=False)
                raise MarkupError(f"<{found}> in a text is not drawn: {advice}")
            own, within = self.styled(child, inner)
            if own.get("display") != "none":
                yield from self.runs(child, within)

    def inked(self, inner: Around, steps: tuple[Step, ...]) -> tuple[Shape, ...]:
        """A path as its style paints it."""
        style = inner.style
        if style.get("visibility", "visible") != "visible":
            return ()
        if inner.clipping:
            return (Path(steps, Pen(WHITE, even_odd=style.get("clip-rule") == "evenodd")),)
        fill, area, fades = self.ink("fill", inner, BLACK)
        stroke, line, faint = self.ink("stroke", inner, None)
        pen = pen_of(style, inner.view, inner.size, fill, stroke)
        if pen.stroke is None:
            line = None
        opacities = fades, faint
        if style.get("paint-order", "normal").startswith("stroke") and pen.stroke is not None:
            below = msgspec.structs.replace(pen, fill=None)
            above = msgspec.structs.replace(pen, stroke=None)
            spend = self.budget.spend
            return (
                *painted(steps, below, (None, line), opacities, spend),
                *painted(steps, above, (area, None), opacities, spend),
            )
        return tuple(painted(steps, pen, (area, line), opacities, self.budget.spend))

    def ink(
        self, name: str, inner: Around, default: str | None
    ) -> tuple[str | None, Server | None, float]:
        """The colour of a fill or of a line, or what paints it, and its opacity."""
        style = inner.style
        opacity = share(style.get(f"{name}-opacity", "1"), f"{name}-opacity")
        text = style.get(name, default or "none").partition(" icc-color")[0].strip()
        if text.startswith("url("):
            link, _, other = text[4:].partition(")")
            link = link.strip().strip("'\"")
            if link.startswith("#") and link[1:] in self.named:
                server = self.server(self.target(link, name), name, inner)
                if server is not None or not other.strip():
                    return (BLACK if server is not None else None), server, opacity
            elif not other.strip():
                self.target(link, name)
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

    # --- gradients and patterns

    def server(self, path: tuple[Node, ...], what: str, inner: Around) -> Server | None:
        """What a gradient or a pattern comes to; None if it fills nothing."""
        node = path[-1]
        key = node.attributes.get("id", ""), node.line
        if node.tag not in (*GRADIENTS, "pattern"):
            raise MarkupError(f"{what}: <{clip(node.tag, quoted=False)}> is no gradient or pattern")
        if key not in self.servers:
            self.once(node)
            self.busy.add(id(node))
            try:
                self.servers[key] = self.read_server(path, inner)
            finally:
                self.busy.discard(id(node))
        return self.servers[key]

    def read_server(self, path: tuple[Node, ...], inner: Around) -> Server | None:
        chain = self.chain(path)
        self.plain_origin(path[-1])
        attributes: dict[str, str] = {}
        for one in reversed(chain):
            own = one[-1].attributes
            same = one[-1].tag == path[-1].tag
            attributes |= {key: own[key] for key in own if same or key in COMMON}
        around = Around((), {}, inner.view, inner.depth)

        def measure(name: str, text: str, boxed: bool) -> float:
            return share(text, name, bound=False) if boxed else inner.view.length(name, text)

        if path[-1].tag == "pattern":
            holder = next((one for one in chain if one[-1].children), path)
            shapes = self.children(holder[-1], self.within(holder, around))
            return read_pattern(attributes, shapes, measure)
        stops: list[Stop] = []
        for one in chain:
            if stops := self.stops(one, around):
                break
        radial = path[-1].tag == GRADIENTS[1]
        return read_gradient(attributes, stops, measure, radial=radial)

    def chain(self, path: tuple[Node, ...]) -> list[tuple[Node, ...]]:
        """A gradient or pattern, and those from which it takes over what it does not have."""
        found = [path]
        while link := found[-1][-1].attributes.get("href"):
            path = self.target(link, "href")
            if path[-1].tag not in (*GRADIENTS, "pattern"):
                raise MarkupError(f"href: {clip(link)} is no gradient or pattern")
            if path in found or len(found) > DEEPEST_ART:
                raise MarkupError(f"href: {clip(link)} leads back to itself")
            found.append(path)
        return found

    def within(self, path: tuple[Node, ...], around: Around) -> Around:
        """What is around the children of an element that stands elsewhere in the file."""
        for place, node in enumerate(path):
            _, inner = self.styled(node, around._replace(path=path[:place]))
            around = inner._replace(depth=around.depth)
        return around._replace(depth=around.depth + 1)

    def stops(self, path: tuple[Node, ...], around: Around) -> list[Stop]:
        """The stops of a gradient."""
        inner = self.within(path, around)
        found: list[Stop] = []
        for node in path[-1].children:
            if node.tag != "stop":
                continue
            own, within = self.styled(node, inner)
            text = own.get("stop-color", BLACK)
            if text == "inherit":
                text = inner.style.get("stop-color", BLACK)
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

    # --- clips, masks and opacity

    def veiled(
        self, node: Node, own: Style, inner: Around, matrix: Matrix, shapes: tuple[Shape, ...]
    ) -> tuple[Shape, ...]:
        """Shapes as far as the clip, the mask and the opacity of their element let them show."""
        opacity = 1.0 if inner.clipping else share(own.get("opacity", "1"), "opacity")
        if (link := own.get("mask", "none")) != "none" and not inner.clipping:
            mask = self.mask(self.link(link, "mask", "mask"), inner, box_of(shapes))
            shapes = (Group(shapes, mask=mask),) if mask else ()
        if (link := own.get("clip-path", "none")) != "none":
            shapes = self.clipped(self.link(link, "clip-path", "clipPath"), inner, shapes)
        if not shapes:
            return ()
        if matrix == IDENTITY and opacity == 1:
            return shapes
        return (Group(shapes, matrix, opacity=opacity),)

    def link(self, text: str, what: str, tag: str) -> tuple[Node, ...]:
        """The path to the element of a ``tag`` that ``url(#name)`` stands for."""
        inside = text.removeprefix("url(").rstrip(")").strip().strip("'\"")
        path = self.target(inside, what)
        if path[-1].tag != tag or not text.startswith("url("):
            raise MarkupError(f"{what}: found {clip(text)}, expected a <{tag}>")
        return path

    def plain_origin(self, node: Node) -> None:
        """Raise `MarkupError` if what is defined is turned about a point of its own."""
        if "transform-origin" in node.attributes:
            raise MarkupError("transform-origin is not read: leave it out")

    def once(self, node: Node) -> None:
        """Raise `MarkupError` if a pattern, a mask or a clip is used by what is in it."""
        if id(node) in self.busy:
            raise MarkupError(f"{clip(node.attributes.get('id', ''))} uses itself")

    def mask(self, path: tuple[Node, ...], inner: Around, box: Box | None) -> tuple[Shape, ...]:
        """What a ``<mask>`` draws for what has a box around it; nothing if that hides it all."""
        node = path[-1]
        attributes = node.attributes
        if box is None:
            return ()
        self.once(node)
        own = self.cascade.own(path)
        left, top, right, bottom = box
        wide, high = right - left, bottom - top
        boxed = choice(attributes, "maskUnits", ("objectBoundingBox", "userSpaceOnUse")) != (
            "userSpaceOnUse"
        )
        scaled = choice(attributes, "maskContentUnits", ("userSpaceOnUse", "objectBoundingBox"))
        sides = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
        region = [
            share(attributes.get(key, other), key, bound=False) if boxed
            else inner.view.length(key, attributes.get(key, other))
            for key, other in sides.items()
        ]  # fmt: skip
        if boxed:
            region = [left + region[0] * wide, top + region[1] * high, *region[2:]]
            region[2:] = region[2] * wide, region[3] * high
        if min(region[2:]) <= 0 or (scaled == "objectBoundingBox" and min(wide, high) <= 0):
            return ()
        self.busy.add(id(node))
        try:
            shapes = self.children(node, self.within(path, Around((), {}, inner.view, inner.depth)))
            if scaled == "objectBoundingBox":
                shapes = (Group(shapes, (wide, 0, 0, high, left, top)),)
            edge = Path(rectangle_steps(region[0], region[1], region[2], region[3], 0, 0))
            shade = in_white if own.get("mask-type") == "alpha" else in_grey
            made: tuple[Shape, ...] = (Group(shade(shapes), clip=edge),) if shapes else ()
            if (link := own.get("mask", "none")) != "none" and made:
                outer = self.mask(self.link(link, "mask", "mask"), inner, box)
                made = (Group(made, mask=outer),) if outer else ()
            return made
        finally:
            self.busy.discard(id(node))

    def clipped(
        self, path: tuple[Node, ...], inner: Around, shapes: tuple[Shape, ...]
    ) -> tuple[Shape, ...]:
        """Shapes as far as they lie in what a ``<clipPath>`` encloses: one outline, or else a mask
        of several."""
        node = path[-1]
        box = box_of(shapes)
        if box is None:
            return ()
        self.once(node)
        self.plain_origin(node)
        units = choice(node.attributes, "clipPathUnits", ("userSpaceOnUse", "objectBoundingBox"))
        matrix = parse_transform(node.attributes.get("transform", ""))
        if units == "objectBoundingBox":
            left, top, right, bottom = box
            matrix = multiply((right - left, 0, 0, bottom - top, left, top), matrix)
        self.busy.add(id(node))
        try:
            around = self.within(path, Around((), {}, inner.view, inner.depth))
            parts = self.clip_parts(node, around._replace(clipping=True))
            own = self.cascade.own(path)
            if not parts:
                return ()
            if len(parts) == 1 and isinstance(parts[0], Path):
                only = parts[0]
                edge = Path(moved(only.steps, matrix), Pen(even_odd=only.style.even_odd))
                shapes = (Group(shapes, clip=edge),)
            else:
                shapes = (Group(shapes, mask=(Group(parts, matrix),)),)
            if (link := own.get("clip-path", "none")) != "none":
                shapes = self.clipped(self.link(link, "clip-path", "clipPath"), inner, shapes)
            return shapes
        finally:
            self.busy.discard(id(node))

    def clip_parts(self, node: Node, around: Around) -> tuple[Shape, ...]:
        """What a ``<clipPath>`` encloses, in white; a single outline as a path of its own."""
        parts: list[Shape] = []
        for child in node.children:
            if child.tag in SILENT:
                continue
            if child.tag not in (*SHAPES, "use", "text"):
                raise MarkupError(
                    f"<{clip(child.tag, quoted=False)}> in a clipPath is not read: use shapes"
                )
            parts += self.element(child, around)
        flat = [*outlines(parts, IDENTITY)]
        return (flat[0],) if len(flat) == 1 and flat[0] is not None else in_white(parts)


def spoken(node: Node) -> bool:
    """Whether an element is for readers of English, or for all."""
    languages = node.attributes.get("systemLanguage", "en").split(",")
    return any(one.strip().lower().startswith("en") for one in languages)


def outlines(shapes: Iterable[Shape], matrix: Matrix) -> Iterable[Path | None]:
    """The outlines of shapes as they lie in groups; None for what is no outline."""
    for shape in shapes:
        if isinstance(shape, Path):
            yield Path(moved(shape.steps, matrix), shape.style)
        elif isinstance(shape, Group) and shape.clip is None and not shape.mask:
            yield from outlines(shape.shapes, multiply(shape.matrix, matrix))
        else:
            yield None


def moved(steps: tuple[Step, ...], matrix: Matrix) -> tuple[Step, ...]:
    """A path transformed by a matrix."""
    if matrix == IDENTITY:
        return steps
    return tuple(
        (letter, tuple(side for x, y in zip(values[::2], values[1::2], strict=True)
                       for side in transformed(matrix, x, y)))
        for letter, values in steps
    )  # fmt: skip


def box_of(shapes: Iterable[Shape], matrix: Matrix = IDENTITY) -> Box | None:
    """The box around the areas of shapes, lines not counted; of what is clipped that of the clip.
    None if there are none."""
    points: list[tuple[float, float]] = []
    for shape in shapes:
        steps: tuple[Step, ...] = ()
        if isinstance(shape, Path):
            steps = shape.steps
        elif isinstance(shape, Group):
            inner = multiply(shape.matrix, matrix)
            filled = shape.clip is not None and all(
                isinstance(one, Shade | Group) for one in shape.shapes
            )
            if shape.clip is not None and filled:
                steps, matrix_of = shape.clip.steps, inner
                if any(values for _, values in steps):
                    points += pairs(exact_box(moved(steps, matrix_of)))
                continue
            if (box := box_of(shape.shapes, inner)) is not None:
                points += pairs(box)
            continue
        elif isinstance(shape, Text):
            top, bottom = shape.y - 0.75 * shape.size, shape.y + 0.25 * shape.size
            corners = ((shape.x, top), (shape.x + shape.width, bottom))
            points += [transformed(matrix, *corner) for corner in corners]
            continue
        if any(values for _, values in steps):
            points += pairs(exact_box(moved(steps, matrix)))
    return box_around(points) if points else None


def pairs(box: Box) -> list[tuple[float, float]]:
    """Two opposite corners of a box."""
    return [box[:2], box[2:]]

"""A drawing with little ink: large fills become white, with an outline and sparse hatching.

Small things, letters and icons stay solid. What was light on a dark fill becomes dark, with about
the contrast it had; pale backdrops become white. The hatching shows which colour a fill had: see
`printkit.drawing.hatching`. Lengths are mm of the face.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import assert_never

import msgspec

from printkit.art.masks import recoloured as recoloured_shapes
from printkit.drawing.areas import (
    Area,
    Ring,
    fits_square,
    flattened,
    inside,
    overlap,
    stroke_rings,
    subtract_spans,
)
from printkit.drawing.backdrop import PAPER, Backdrop, Backdrops, recoloured
from printkit.drawing.bounds import points
from printkit.drawing.colour import hexadecimal, levels, tint
from printkit.drawing.colour_vision import contrast
from printkit.drawing.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Point,
    Step,
    box_around,
    corners_of,
    inverse,
    multiply,
    rectangle_steps,
    scale_of,
    transformed,
)
from printkit.drawing.hatching import WHITE, Hatching, darkened, hatched, tone, unpaled
from printkit.drawing.rewriting import in_colour
from printkit.drawing.shapes import (
    BLACK,
    CURRENT,
    Face,
    Field,
    Group,
    Image,
    Path,
    Shade,
    Shape,
    Style,
    Symbol,
    Text,
    Use,
    coloured,
    extent,
)
from printkit.drawing.traversal import traverse, walk

DARK = 0.16  # tone of the palest fills that are hatched; paler ones become white
BROAD, AREA = 1.6, 15.0  # a fill is large if a square of this side fits, and it has these mm²
BROAD_ICON = 12.0  # the side for icons, of which only dark ones have to change
ROW = 0.5  # between the scan lines on which squares are searched for
LEFT = 0.25  # of the hatching: if what lies on the fill leaves less room, there is none
CALM = 0.35  # around letters, in addition to the margin that hatching keeps from everything
THICK = 2.2  # strokes from this width on are drawn hollow
OUTLINE, RIM = 0.2, 0.16  # strokes around dark fills, around pale ones
EDGE_SEEN = 1.02  # the least contrast of a fill with its backdrop for its edge to be seen
OUTLINE_SEEN, RIM_SEEN = 3.0, 1.9  # their contrast with white
TEXT_SEEN, SIGN_SEEN = 4.5, 3.0  # least contrast of recoloured text, of other shapes
AT_TRIM = 0.3  # from the trim: lines closer to it are left out, as the scissors go there
TEXTURE = 12  # points: a path with as many may be a pattern, if also
DENSE = 0.25  # mm of its lines lie on each mm²: hatching keeps clear of all of it
FINE = 12  # outlines: a symbol without a view box that has more is penwork
PATTERN = 0.18  # of its area: the most that such a pattern may cover
SPOTS = (
    *((0.5, 0.5), (0.25, 0.25), (0.75, 0.75), (0.75, 0.25), (0.25, 0.75)),
    *((0.5, 0.12), (0.5, 0.88), (0.12, 0.5), (0.88, 0.5)),
)  # points of a box, in shares of its sides, at which backdrops are sampled


@dataclass(slots=True)
class DrawnShape:
    """A shape of a face, where it lies, and what is known of it: its ``area`` if it is filled.

    ``matrix`` leads from its mm to the face's; it is visible only inside the areas ``clips``. An
    area is not ``exact`` if it is merely the box around fine penwork. ``clear`` is what hatching
    below it keeps clear of, ``order`` its position in the drawing order. ``drawn`` is the shape
    itself where another is looked at in its place.
    """

    shape: Shape
    matrix: Matrix
    clips: tuple[Area, ...]
    children: list[DrawnShape] = field(default_factory=list)
    lines: list[tuple[list[Point], bool]] = field(default_factory=list)
    area: Area | None = None
    exact: bool = True
    broad: bool = False
    clear: list[Area] = field(default_factory=list)
    order: int = 0
    drawn: Shape | None = None

    @property
    def areas(self) -> tuple[Area, ...]:
        return (self.area, *self.clips) if self.area else self.clips


class Engraver:
    """Draws faces with little ink; what recurs, such as a back or a picture of a piece, is drawn
    once."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = symbols
        self.faces: dict[int, tuple[Face, Face]] = {}
        self.pieces: dict[tuple[object, ...], tuple[Group, tuple[Shape, ...]]] = {}
        self.plain: dict[str, bool] = {}
        self.glyphs: dict[str, tuple[list[Ring], bool]] = {}

    def face(self, face: Face) -> Face:
        """Return one face and its back."""
        if id(face) not in self.faces:
            back = self.face(face.back) if face.back is not None else None
            trim = (0.0, 0.0, face.width, face.height)
            window = extent(face)
            drawn = Engraving(self, trim, self.area(window.steps, IDENTITY))
            shapes = drawn.shapes(face.shapes, IDENTITY)
            made = msgspec.structs.replace(face, shapes=shapes, back=back)
            self.faces[id(face)] = face, made  # the face is kept, so that its id stays its own
        return self.faces[id(face)][1]

    def piece(self, group: Group, matrix: Matrix) -> tuple[Shape, ...]:
        """Return the shapes of a piece that is shown in a picture, at its scale and rotation."""
        a, b, c, d = (round(value, 4) for value in matrix[:4])
        key = id(group.shapes), a, b, c, d
        if key not in self.pieces:
            local = (*matrix[:4], 0.0, 0.0)
            assert group.clip is not None  # as a piece has
            outline = self.area(group.clip.steps, local)
            drawn = Engraving(self, outline.box, outline)
            self.pieces[key] = group, drawn.shapes(group.shapes, local)
        return self.pieces[key][1]

    def area(self, steps: Sequence[Step], matrix: Matrix) -> Area:
        rings = [line for line, _ in flattened(steps, matrix)]
        return Area(rings or [[(0.0, 0.0)]])

    def is_glyph(self, name: str) -> bool:
        """Whether a symbol is drawn only in the colour of its use, as icons are."""
        if name not in self.plain:
            self.plain[name] = all(map(self.is_plain, walk(self.symbols[name].shapes)))
        return self.plain[name]

    def is_plain(self, shape: Shape) -> bool:
        if isinstance(shape, Path):
            return {shape.style.fill, shape.style.stroke} <= {None, CURRENT}
        if isinstance(shape, Use):
            return shape.colour == CURRENT and self.is_glyph(shape.symbol)
        return not isinstance(shape, Image | Shade)

    def glyph(self, name: str, matrix: Matrix) -> tuple[Area, bool]:
        """The area of an icon, and whether it is exact: of fine penwork it is only the box."""
        if name not in self.glyphs:
            symbol = self.symbols[name]
            rings = list(self.rings(symbol.shapes)) or [[(0.0, 0.0)]]
            fine = not symbol.size and len(rings) > FINE
            box = box_around(point for ring in rings for point in ring)
            self.glyphs[name] = ([corners_of(box)] if fine else rings), not fine
        rings, exact = self.glyphs[name]
        return Area(moved(rings, matrix)), exact

    def rings(self, shapes: Iterable[Shape]) -> Iterator[Ring]:
        """Yield the outlines of an icon's shapes; holes are filled."""
        for visit in traverse(shapes, symbols=self.symbols):
            shape = visit.shape
            if not isinstance(shape, Path):
                continue
            for line, closed in flattened(shape.steps, visit.matrix):
                if shape.style.fill is not None:
                    yield line
                if shape.style.stroke is not None:
                    yield from stroke_rings(
                        line, closed, shape.style.width * scale_of(visit.matrix)
                    )


class Engraving:
    """One drawing with little ink: a face, or a piece that is shown on one.

    ``trim`` is the box that is cut out, ``window`` what is visible.
    """

    def __init__(self, engraver: Engraver, trim: Box, window: Area) -> None:
        self.engraver, self.trim, self.window = engraver, trim, window
        self.backdrops = Backdrops()
        self.clear: list[tuple[int, Area]] = []
        self.plates: list[DrawnShape] = []
        self.count = 0

    def shapes(self, shapes: Sequence[Shape], matrix: Matrix) -> tuple[Shape, ...]:
        """Return ``shapes`` drawn with little ink, one for each."""
        nodes = [self.node(shape, matrix, ()) for shape in shapes]
        return tuple(self.redrawn(node) for node in nodes)

    # --- analysis

    def node(self, shape: Shape, matrix: Matrix, clips: tuple[Area, ...]) -> DrawnShape:
        """Return a shape and all in it; records what hatching keeps clear of."""
        drawn = shape
        if not isinstance(shape, Group):
            shape = coloured(shape, BLACK)  # the colour outside symbols
        if isinstance(shape, Shade):
            shape = plain(shape)
        elif isinstance(shape, Group) and shape.opacity < 1:
            shape = opaque(shape)
        node = DrawnShape(shape, matrix, clips, drawn=drawn if shape is not drawn else None)
        if isinstance(shape, Group):
            self.group(node, shape)
        elif isinstance(shape, Path):
            self.path(node, shape)
        elif isinstance(shape, Use):
            self.use(node, shape)
        elif isinstance(shape, Text):
            left, top, right, bottom = box_around(points(shape))
            calm = left - CALM, top - CALM, right + CALM, bottom + CALM
            node.clear = [Area(moved([corners_of(calm)], matrix))]
        elif isinstance(shape, Image):
            node.area = Area(moved([corners_of(box_around(points(shape)))], matrix))
            node.clear = [node.area]
        elif not isinstance(shape, Field):
            assert_never(shape)
        self.count += 1
        node.order = self.count
        self.clear += [(node.order, area) for area in node.clear]
        return node

    def group(self, node: DrawnShape, group: Group) -> None:
        inner = multiply(group.matrix, node.matrix)
        clips = node.clips
        if group.clip is not None:
            node.area = self.engraver.area(group.clip.steps, inner)
            node.area.even_odd = group.clip.style.even_odd
            clips = (node.area, *clips)
        if group.piece:
            self.plates.append(node)
        else:
            node.children = [self.node(shape, inner, clips) for shape in group.shapes]

    def path(self, node: DrawnShape, path: Path) -> None:
        style = path.style
        node.lines = flattened(path.steps, node.matrix)
        width = style.width * scale_of(node.matrix)
        rings = [line for line, _ in node.lines]
        if style.fill is None and style.stroke is not None and width >= THICK and not style.dash:
            rings = [
                band for line, closed in node.lines for band in stroke_rings(line, closed, width)
            ]
            node.area = Area(rings) if rings else None
        elif style.fill is not None and rings:
            node.area = Area(rings, style.even_odd)
        elif rings and is_texture(rings):
            node.clear = [within(box_around(point for ring in rings for point in ring), node.clips)]
        if node.area is not None:
            node.broad = self.is_broad(node.areas, BROAD)
            if node.broad:
                self.plates.append(node)
            else:
                node.clear = [node.area]

    def use(self, node: DrawnShape, use: Use) -> None:
        """Take an icon as one area; look into any other symbol."""
        symbol = self.engraver.symbols[use.symbol]
        inner = multiply(use.placing(symbol), node.matrix)
        if self.engraver.is_glyph(use.symbol):
            node.area, node.exact = self.engraver.glyph(use.symbol, inner)
            if tone(use.colour) < DARK or not self.is_broad(node.areas, BROAD_ICON):
                node.clear = [node.area]
                return
            node.area = None
        drawn = in_colour(symbol.shapes, use.colour)
        node.children = [self.node(shape, inner, node.clips) for shape in drawn]

    def is_broad(
        self, areas: tuple[Area, ...], side: float, above: Sequence[DrawnShape] = ()
    ) -> bool:
        """Whether a large part of the intersection of ``areas`` is visible below what is ``above``:
        whether a square of that ``side`` fits into it."""
        left, top, right, bottom = areas[0].box
        if min(right - left, bottom - top) < side:
            return False
        areas = (*areas, self.window)
        low, high = max(area.box[1] for area in areas), min(area.box[3] for area in areas)
        rows = inside(areas, ROW, low, high)
        for plate in above:
            hidden = inside(plate.areas, ROW, low, high)
            rows = {k: subtract_spans(row, hidden.get(k, ())) for k, row in rows.items()}
        area = ROW * sum(end - start for row in rows.values() for start, end in row)
        return area >= AREA and fits_square(rows, ROW, side)

    def is_frame(self, node: DrawnShape) -> bool:
        """Whether what lies above a large fill leaves only a narrow frame of it visible."""
        assert node.area is not None
        box = node.area.box
        above = [
            one for one in self.plates
            if one.order > node.order and one.area and lies_in(one.area.box, box)
        ]  # fmt: skip
        return bool(above) and not self.is_broad(node.areas, BROAD, above)

    # --- drawing

    def redrawn(self, node: DrawnShape) -> Shape:
        """Return a shape with little ink; itself if nothing changes."""
        made = self.changed(node)
        if node.drawn is None or made is not node.shape:
            return made
        return coloured(node.drawn, BLACK)

    def changed(self, node: DrawnShape) -> Shape:
        shape = node.shape
        if isinstance(shape, Group):
            return self.redrawn_group(node, shape)
        if isinstance(shape, Path):
            return self.redrawn_path(node, shape)
        if isinstance(shape, Use):
            return self.redrawn_use(node, shape)
        if isinstance(shape, Text):
            return self.redrawn_text(node, shape)
        if isinstance(shape, Image):  # which was made pale when it was read
            self.backdrops.paint(node.areas, Backdrop(unpaled(shape.tone), shape.tone))
        if isinstance(shape, Image | Shade | Field):  # a gradient has become a path
            return shape
        assert_never(shape)

    def redrawn_group(self, node: DrawnShape, group: Group) -> Shape:
        if group.piece:
            shapes = self.engraver.piece(group, multiply(group.matrix, node.matrix))
            self.backdrops.paint(node.areas, PAPER)
        else:
            shapes = tuple(self.redrawn(child) for child in node.children)
        if all(new is old for new, old in zip(shapes, group.shapes, strict=True)):
            return group
        return msgspec.structs.replace(group, shapes=shapes)

    def redrawn_text(self, node: DrawnShape, text: Text) -> Shape:
        middle = text.y - 0.3 * text.size
        shares = (0.5, 0.1, 0.3, 0.7, 0.9)
        points = [transformed(node.matrix, text.x + share * text.width, middle) for share in shares]
        fill = recoloured(text.fill, self.backdrops.below(points), TEXT_SEEN)
        return text if fill == text.fill else msgspec.structs.replace(text, fill=fill)

    def redrawn_use(self, node: DrawnShape, use: Use) -> Shape:
        if node.children:
            shapes = tuple(self.redrawn(child) for child in node.children)
            if all(new is child.shape for new, child in zip(shapes, node.children, strict=True)):
                return use
            return Group(shapes, use.placing(self.engraver.symbols[use.symbol]))
        if node.area is None:
            return use
        backdrop = self.backdrops.below(inner_points(node.area))
        colour = recoloured(use.colour, backdrop, SIGN_SEEN)
        if node.exact:
            self.backdrops.paint(node.areas, Backdrop(use.colour, colour))
        return use if colour == use.colour else msgspec.structs.replace(use, colour=colour)

    def redrawn_path(self, node: DrawnShape, path: Path) -> Shape:
        style = path.style
        colour = style.fill or style.stroke or WHITE
        dark = tone(colour) >= DARK
        if node.area is None or (style.fill is None and not (node.broad and dark)):
            return self.redrawn_lines(node, path)
        below = self.backdrops.below(inner_points(node.area))
        if not node.broad or (dark and self.is_frame(node)):
            return self.kept(node, path, below)
        self.backdrops.paint(node.areas, Backdrop(colour, WHITE))
        if style.fill is None:
            return self.hollow(node, path, colour)
        if dark:
            return self.emptied(node, path, below, OUTLINE, darkened(colour, OUTLINE_SEEN))
        source = colour if tone(colour) > tone(below.was) else below.was
        return self.emptied(node, path, below, RIM, darkened(source, RIM_SEEN))

    def kept(self, node: DrawnShape, path: Path, below: Backdrop) -> Shape:
        """Return a fill that stays solid, in colours that stand out from its new backdrop."""
        style = path.style
        colour = style.fill or style.stroke or WHITE
        solid = recoloured(colour, below, SIGN_SEEN)
        self.backdrops.paint(node.areas, Backdrop(colour, solid))
        fill = style.fill and solid
        stroke = style.stroke and recoloured(style.stroke, below, SIGN_SEEN)
        if (fill, stroke) == (style.fill, style.stroke):
            return path
        return Path(path.steps, msgspec.structs.replace(style, fill=fill, stroke=stroke))

    def redrawn_lines(self, node: DrawnShape, path: Path) -> Shape:
        """Lines, in a colour that stands out from their new backdrop."""
        style = path.style
        points = [point for line, _ in node.lines for point in line]
        if style.stroke is None or not points:
            return path
        few = points[:: max(1, len(points) // 8)]
        stroke = recoloured(style.stroke, self.backdrops.below(few), SIGN_SEEN)
        width = style.width
        if not style.dash and node.clear:
            cover = density([line for line, _ in node.lines]) * width * scale_of(node.matrix)
            if cover > PATTERN:
                width *= PATTERN / cover
        if (stroke, width) == (style.stroke, style.width):
            return path
        return Path(path.steps, msgspec.structs.replace(style, stroke=stroke, width=width))

    def emptied(
        self, node: DrawnShape, path: Path, below: Backdrop, width: float, ink: str
    ) -> Shape:
        """Return a large fill as white with an outline and, if it was dark, hatching."""
        fill, even_odd = path.style.fill or WHITE, path.style.even_odd
        hatching = list(self.hatching(node, fill))
        edges = list(self.edges(node, path, below, width, ink))
        blank = Style(fill=WHITE, even_odd=even_odd)
        if not hatching and [edge.steps for edge in edges] == [path.steps]:
            made = Path(path.steps, msgspec.structs.replace(edges[0].style, fill=WHITE))
            return path if made == path else made
        if not hatching and not edges:
            return Path(path.steps, blank)
        return Group((Path(path.steps, blank), *hatching, *edges))

    def edges(
        self, node: DrawnShape, path: Path, below: Backdrop, width: float, ink: str
    ) -> Iterator[Path]:
        """Yield the edge of a large fill: its own, or a new one if it has none."""
        style, fill = path.style, path.style.fill or WHITE
        if style.stroke is not None:
            stroke = recoloured(style.stroke, Backdrop(fill, WHITE), RIM_SEEN)
            yield Path(path.steps, msgspec.structs.replace(style, fill=None, stroke=stroke))
        elif contrast(fill, below.was) >= EDGE_SEEN > contrast(WHITE, below.now):
            yield from self.outline(node, path, width / (scale_of(node.matrix) or 1.0), ink)

    def hollow(self, node: DrawnShape, path: Path, colour: str) -> Shape:
        """Return a thick line as two thin ones, hatched between them."""
        style, scale = path.style, scale_of(node.matrix) or 1.0
        edge = msgspec.structs.replace(style, stroke=darkened(colour, OUTLINE_SEEN))
        inside = max(style.width - 2 * OUTLINE / scale, style.width / 2)
        blank = msgspec.structs.replace(style, stroke=WHITE, width=inside)
        lines = (Path(path.steps, edge), Path(path.steps, blank))
        return Group((*lines, *self.hatching(node, colour)))

    def hatching(self, node: DrawnShape, colour: str) -> Iterator[Path]:
        back = inverse(node.matrix)
        if tone(colour) < DARK or back is None or node.area is None:
            return
        clear = [area for order, area in self.clear if order > node.order]
        clear = [area for area in clear if overlap(area.box, node.area.box, 1.0)]
        made = hatched(colour, node.areas, clear, self.window.box)
        if made.segments and made.share >= LEFT:
            yield strokes(made, back)

    def outline(self, node: DrawnShape, path: Path, width: float, ink: str) -> Iterator[Path]:
        """Yield the outline of a fill, except at the trim, where the scissors go, and the edges of
        its clips."""
        style = Style(fill=None, stroke=ink, width=width)
        back = inverse(node.matrix)
        if back is None or node.area is None:
            return
        left, top, right, bottom = node.area.box
        x0, y0, x1, y1 = self.trim
        if (
            left > x0 + AT_TRIM
            and top > y0 + AT_TRIM
            and right < x1 - AT_TRIM
            and bottom < y1 - AT_TRIM
        ):
            yield Path(path.steps, style)
        elif steps := tuple(self.seen(node.area.rings, (), back)):
            yield Path(steps, style)
        for number, clip in enumerate(node.clips):
            others = (node.area, *node.clips[:number], *node.clips[number + 1 :])
            if is_rectangle(clip) or lies_in(node.area.box, clip.box):
                continue
            if steps := tuple(self.seen(clip.rings, others, back)):
                yield Path(steps, style)

    def seen(self, rings: Iterable[Ring], areas: Sequence[Area], back: Matrix) -> Iterator[Step]:
        """Yield the edges of rings that run neither along the trim nor outside it; where there are
        ``areas``, those parts of about 1 mm that lie in all of them."""
        for ring in rings:
            end: Point | None = None
            for start, stop in zip(ring, [*ring[1:], ring[0]], strict=True):
                if start == stop or self.is_outside(start, stop):
                    continue
                for first, last in parted(start, stop) if areas else [(start, stop)]:
                    middle = between(first, last, 0.5)
                    if all(area.contains(*middle) for area in areas):
                        if first != end:
                            yield "M", transformed(back, *first)
                        yield "L", transformed(back, *last)
                        end = last

    def is_outside(self, start: Point, stop: Point) -> bool:
        left, top, right, bottom = self.trim
        (x0, y0), (x1, y1) = start, stop
        return (
            max(x0, x1) <= left + AT_TRIM
            or min(x0, x1) >= right - AT_TRIM
            or max(y0, y1) <= top + AT_TRIM
            or min(y0, y1) >= bottom - AT_TRIM
        )


def plain(shade: Shade) -> Path:
    """The box of a gradient in the mean of its colours, as pale as they show what is behind."""
    parts = [levels(tint(one.colour, one.opacity)) for one in shade.stops]
    mean = hexadecimal(sum(part) / len(parts) for part in zip(*parts, strict=True))
    steps = rectangle_steps(shade.x, shade.y, shade.width, shade.height, 0, 0)
    return Path(steps, Style(mean))


def opaque(group: Group) -> Group:
    """Return a group through which nothing shows, in colours as pale as it is on white."""

    def paler(colour: str) -> str:
        return colour if colour == CURRENT else tint(colour, group.opacity)

    return msgspec.structs.replace(
        group, shapes=recoloured_shapes(group.shapes, paler), opacity=1.0
    )


def strokes(made: Hatching, back: Matrix) -> Path:
    """Hatching as one path."""
    steps: list[Step] = []
    for x0, y0, x1, y1 in made.segments:
        steps += [
            ("M", rounded(transformed(back, x0, y0))),
            ("L", rounded(transformed(back, x1, y1))),
        ]
    style = Style(fill=None, stroke=made.colour, width=made.width * scale_of(back), cap="round")
    return Path(tuple(steps), style)


def rounded(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)


def between(start: Point, stop: Point, share: float) -> Point:
    return start[0] + share * (stop[0] - start[0]), start[1] + share * (stop[1] - start[1])


def parted(start: Point, stop: Point) -> Iterator[tuple[Point, Point]]:
    """Return the parts of a line, each about 1 mm long, by their ends."""
    count = min(500, int(max(abs(stop[0] - start[0]), abs(stop[1] - start[1]))) + 1)
    points = [between(start, stop, n / count) for n in range(count + 1)]
    return pairwise(points)


def inner_points(area: Area) -> list[Point]:
    """Points of an area at which to sample its backdrop, its centre first."""
    left, top, right, bottom = area.box
    spots = [(left + x * (right - left), top + y * (bottom - top)) for x, y in SPOTS]
    return [spot for spot in spots if area.contains(*spot)] or spots


def is_texture(rings: Sequence[list[Point]]) -> bool:
    """Whether lines are dense enough to be a pattern."""
    return sum(map(len, rings)) >= TEXTURE and density(rings) > DENSE


def density(rings: Sequence[list[Point]]) -> float:
    """Return the density of lines: mm for each mm² of the box around them."""
    left, top, right, bottom = box_around(point for ring in rings for point in ring)
    length = sum(
        math.hypot(x1 - x0, y1 - y0) for ring in rings for (x0, y0), (x1, y1) in pairwise(ring)
    )
    return length / max((right - left) * (bottom - top), 1.0)


def within(box: Box, clips: Iterable[Area]) -> Area:
    """Return the rectangle of a box, cropped to the boxes of clips."""
    left, top, right, bottom = box
    for clip in clips:
        x0, y0, x1, y1 = clip.box
        left, top, right, bottom = max(left, x0), max(top, y0), min(right, x1), min(bottom, y1)
    return Area([corners_of((left, top, right, bottom))])


def moved(rings: Iterable[Ring], matrix: Matrix) -> list[Ring]:
    """Rings transformed by a matrix."""
    return [[transformed(matrix, *point) for point in ring] for ring in rings]


def is_rectangle(area: Area) -> bool:
    """Whether an area is a rectangle, as those are by which a drawing is cut into tiles."""
    return len(area.rings) == 1 and len(area.rings[0]) == 4


def lies_in(inner: Box, outer: Box) -> bool:
    """Whether a box lies inside another, edges included."""
    left, top, right, bottom = (one - other for one, other in zip(inner, outer, strict=True))
    return left >= 0 and top >= 0 and right <= 0 and bottom <= 0

"""A preflight of files as a print shop would do it: with pikepdf alone, it shares no code with the
kit's audit. Pages are measured in mm from the top left corner."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest

import card_data
import printkit
from printkit.options import Options
from tests.sweeps import sweep

POINT = 25.4 / 72  # mm
MARGIN, LEAST_MARK = 5.0, 2.0  # mm
PATHS = ["m", "l", "c", "h", "re", "n", "W", "W*", "f", "f*", "F", "S", "s", "B", "B*", "b", "b*"]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
Matrix = tuple[float, ...]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Inks = tuple[float, ...]


class State(NamedTuple):
    """The graphics state, as far as it matters here; inks are None in a spot colour."""

    matrix: Matrix
    area: Inks = (0.0,)
    line: Inks | None = (0.0,)
    width: float = 1.0
    over: bool = False


class Line(NamedTuple):
    """A stroked path: its points on the page, its width in mm, its inks; ``marked``: it belongs to
    a piece."""

    points: tuple[tuple[float, float], ...]
    width: float
    inks: Inks | None
    marked: bool


class Piece(NamedTuple):
    """A piece: the box out to its bleed; ``straight``: it is cut along the sides of its trim."""

    box: Box
    bleed: float
    straight: bool

    @property
    def trim(self) -> Box:
        left, top, right, bottom = self.box
        return left + self.bleed, top + self.bleed, right - self.bleed, bottom - self.bleed


class Page:
    """What is on one page: its pieces, its lines, black text that knocks out, spot colours."""

    def __init__(self, page: Any) -> None:
        self.height = float(page.mediabox[3]) * POINT
        self.pieces: list[Piece] = []
        self.lines: list[Line] = []
        self.knocked_out = False
        self.depth = 0  # of marked content
        self.piece_at: int | None = None  # the depth at which a piece began
        self.begun = False  # its outline is still to come
        self.path: list[tuple[float, float]] = []
        self.corners = 0
        self.clips = False
        self.run(page, page.Resources, State((POINT, 0.0, 0.0, -POINT, 0.0, self.height)))

    def run(self, stream: Any, resources: Any, state: State) -> None:
        saved: list[State] = []
        for one in pikepdf.parse_content_stream(stream):
            name, given = str(one.operator), list(one.operands)
            if name == "q":
                saved.append(state)
            elif name == "Q":
                state = saved.pop()
            elif name in ("BDC", "BMC", "EMC"):
                self.mark(name, given)
            elif name == "Do":
                form = resources.XObject[str(given[0])]
                assert form.Subtype == "/Form", "there are no pictures"
                self.run(form, form.get("/Resources", pikepdf.Dictionary()), state)
            elif name in ("Tj", "TJ"):
                self.knocked_out |= state.area == (0.0, 0.0, 0.0, 1.0) and not state.over
            elif name in [
                "m",
                "l",
                "c",
                "h",
                "re",
                "n",
                "W",
                "W*",
                "f",
                "f*",
                "F",
                "S",
                "s",
                "B",
                "B*",
                "b",
                "b*",
            ]:
                self.draw(name, given, state)
            else:
                state = changed(state, name, given, resources)

    def mark(self, name: str, given: list[Any]) -> None:
        """Where marked content begins, which may be a piece, or ends."""
        if name == "EMC":
            if self.depth == self.piece_at:
                self.piece_at = None
            self.depth -= 1
            return
        self.depth += 1
        if str(given[0]) == "/Piece":
            self.piece_at, self.begun = self.depth, True

    def draw(self, name: str, given: list[Any], state: State) -> None:
        """An operator that constructs or paints a path."""
        numbers = [float(one) for one in given]
        if name == "re":
            x, y, width, height = numbers
            self.path = [on_page(state, at) for at in ((x, y), (x + width, y + height))]
            self.corners = 4
        elif name in ("m", "l", "c"):
            points = zip(numbers[::2], numbers[1::2], strict=True)
            before = self.path[-1:]
            self.path += [on_page(state, at) for at in points]
            self.corners += name == "l" and before != self.path[-1:]
        elif name in ("W", "W*"):
            self.clips = True
        elif name != "h":
            if self.clips and self.begun:  # the first clip of a piece is its outline
                xs, ys = zip(*self.path, strict=True)
                box = min(xs), min(ys), max(xs), max(ys)
                corner, _ = on_page(state, (0.0, 0.0))  # of its trim: the left one, or the right
                bleed = max(0.0, min(corner - box[0], box[2] - corner))
                self.pieces.append(Piece(box, bleed, straight=self.corners in (3, 4)))
                self.begun = False
            if name in ("S", "s", "B", "B*", "b", "b*"):
                width = state.width * scale(state.matrix)
                self.lines.append(
                    Line(tuple(self.path), width, state.line, self.piece_at is not None)
                )
            self.path, self.corners, self.clips = [], 0, False


def on_page(state: State, at: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = state.matrix
    return a * at[0] + c * at[1] + e, b * at[0] + d * at[1] + f


def scale(matrix: Matrix) -> float:
    a, b, c, d, *_ = matrix
    return math.sqrt(abs(a * d - b * c))


def changed(state: State, name: str, given: list[Any], resources: Any) -> State:
    """The state after an operator that changes it."""
    if name == "cm":
        a, b, c, d, e, f = (float(one) for one in given)
        g, h, i, j, k, m = state.matrix
        matrix = (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j)
        return state._replace(matrix=(*matrix, e * g + f * i + k, e * h + f * j + m))
    if name == "w":
        return state._replace(width=float(given[0]))
    if name == "gs":
        made = resources.ExtGState[str(given[0])]
        assert set(made.keys()) == {"/Type", "/op", "/OP", "/OPM"}, "nothing is transparent"
        assert bool(made.op) == bool(made.OP) == bool(made.OPM)
        return state._replace(over=bool(made.op))
    if name in ("k", "rg", "g"):
        return state._replace(area=tuple(float(one) for one in given))
    if name in ("K", "RG", "G"):
        return state._replace(line=tuple(float(one) for one in given))
    if name == "CS":
        return state._replace(line=None)
    return state


def box_of(page: Any, name: str) -> Box:
    """One of the boxes of a page, in mm from its top left corner."""
    left, bottom, right, top = (float(one) * POINT for one in page[name])
    high = float(page.mediabox[3]) * POINT
    return left, high - top, right, high - bottom


def within(inner: Box, outer: Box) -> bool:
    near = 0.01
    starts = all(one >= other - near for one, other in zip(inner[:2], outer[:2], strict=True))
    return starts and all(a <= b + near for a, b in zip(inner[2:], outer[2:], strict=True))


def embedded(pdf: pikepdf.Pdf) -> bool:
    fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary)]
    described = [one for one in fonts if one.get("/Type") == "/Font"]
    return all("/FontFile2" in font.FontDescriptor for font in described)


def crop_marks(page: Page) -> list[tuple[int, float, float, float]]:
    """Crop marks, thin straight black lines outside all pieces: 0 for upright ones or 1, the
    position of the cut, and from where to where the mark runs along it."""
    marks = []
    for line in page.lines:
        if line.marked or abs(line.width - 0.15) > 0.005 or len(line.points) % 2:
            continue
        for (x, y), (u, v) in zip(line.points[::2], line.points[1::2], strict=True):
            if abs(x - u) < 1e-3:
                marks.append((0, x, min(y, v), max(y, v)))
            elif abs(y - v) < 1e-3:
                marks.append((1, y, min(x, u), max(x, u)))
    return marks


def cuts(page: Page) -> Iterator[tuple[int, float, float, float]]:
    """Each straight cut: 0 for upright ones or 1, its position, and where the pieces at it begin
    and end."""
    found: dict[tuple[int, float], list[tuple[float, float]]] = {}
    for piece in page.pieces:
        left, top, right, bottom = piece.trim
        for at in (left, right) if piece.straight else ():
            found.setdefault((0, round(at, 1)), []).append((top, bottom))
        for at in (top, bottom) if piece.straight else ():
            found.setdefault((1, round(at, 1)), []).append((left, right))
    for (way, at), spans in found.items():
        yield way, at, min(start for start, _ in spans), max(end for _, end in spans)


def can_be_cut(page: Page, size: Sequence[float]) -> None:
    """Every straight cut has 2 mm of mark that any printer prints, at both its ends; no mark is on
    a piece, and there are none where nothing is cut."""
    marks = crop_marks(page)
    if not marks:
        straight = [one for one in page.pieces if one.straight]
        assert len(straight) <= 1, "a form, a pad or a leaf that stays whole"
        return
    for way, at, first, last in cuts(page):
        along = size[1 - way]
        spans = [(start, end) for kind, x, start, end in marks if kind == way and abs(x - at) < 0.1]
        before = [min(end, first) - max(start, MARGIN) for start, end in spans if start < first]
        after = [min(end, along - MARGIN) - max(start, last) for start, end in spans if end > last]
        assert max(before, default=0) >= LEAST_MARK - 0.01, (way, at, spans)
        assert max(after, default=0) >= LEAST_MARK - 0.01, (way, at, spans)
    for way, at, start, end in marks:
        mark = (at, start, at, end) if way == 0 else (start, at, end, at)
        for piece in page.pieces:
            left, top, right, bottom = piece.trim
            apart = mark[2] <= left + 0.01 or mark[0] >= right - 0.01
            assert apart or mark[3] <= top + 0.01 or mark[1] >= bottom - 0.01


def home_flaws(file: Path, paper: str) -> None:
    """Papers, boxes, margins, fonts and crop marks of a file for one's own printer."""
    with pikepdf.open(file) as pdf:
        assert embedded(pdf)
        for page in pdf.pages:
            left, top, *size = box_of(page, "/MediaBox")
            assert (left, top) == (0.0, 0.0)
            assert sorted(size) == pytest.approx(PAPERS[paper], abs=0.01)
            seen = Page(page)
            printed = (MARGIN, MARGIN, size[0] - MARGIN, size[1] - MARGIN)
            if any(within(half, one.box) for one in seen.pieces for half in halves(size)):
                continue  # a page of a text, or a board as large as the paper
            assert all(within(one.box, printed) for one in seen.pieces)
            can_be_cut(seen, size)


def halves(size: Sequence[float]) -> tuple[Box, Box]:
    """The left half of a page and the right one."""
    width, height = size
    return (0.0, 0.0, width / 2, height), (width / 2, 0.0, width, height)


def press_flaws(file: Path) -> None:
    """Boxes, fonts, inks, lines and contours of a file for a press."""
    with pikepdf.open(file) as pdf:
        assert embedded(pdf)
        for page in pdf.pages:
            media, trim = box_of(page, "/MediaBox"), box_of(page, "/TrimBox")
            assert box_of(page, "/BleedBox") == media
            assert within(trim, media)
            seen = Page(page)
            assert not seen.knocked_out, "black text overprints"
            for line in seen.lines:
                assert line.inks is None or len(line.inks) == 4
                assert line.inks is None or line.width >= least(line.inks) - 0.005, line
            spaces = page.Resources.get("/ColorSpace", pikepdf.Dictionary())
            contours = [line for line in seen.lines if line.inks is None]
            assert [str(space[1]) for space in spaces.values()] == ["/CutContour"] * bool(contours)
            if len(seen.pieces) < 2 and not contours:
                continue
            for box, one in zip(sorted(extents(contours)), sorted(seen.pieces), strict=False):
                assert one.trim == pytest.approx(box, abs=0.01), "at each trim"
            assert len(contours) in (0, len(seen.pieces)), "on the fronts"


def extents(lines: list[Line]) -> Iterator[Box]:
    for line in lines:
        xs, ys = zip(*line.points, strict=True)
        yield min(xs), min(ys), max(xs), max(ys)


def least(inks: Inks) -> float:
    """The least width of a line in mm: reversed, in several inks, in one."""
    if sum(inks) < 0.4:
        return 0.25
    return 0.18 if sum(ink > 0 for ink in inks) > 1 else 0.09


HOME = [
    (game, paper, given)
    for game in card_data.names()
    for paper in PAPERS
    for given in ({}, {"bleed": True}, {"low_ink": True})
]


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "paper", "given"), HOME)
def test_all_files_for_ones_own_printer(
    game: str, paper: str, given: dict[str, Any], tmp_path: Path
) -> None:
    options = Options(paper=paper, **given)
    for made in printkit.build([game], (), tmp_path, options=options):
        if made.component:
            home_flaws(made.file, paper)


@pytest.mark.sweep
@pytest.mark.parametrize("game", card_data.names())
def test_all_files_for_a_press(game: str, tmp_path: Path) -> None:
    options = Options(profile="press")
    for made in printkit.build([game], (), tmp_path, options=options):
        press_flaws(made.file)


@pytest.mark.parametrize(
    ("game", "component", "given"),
    [
        pytest.param("winstons_archive", "deck", {"paper": "letter"}, marks=pytest.mark.sweep),
        ("verse_and_variant", "markers", {"bleed": True}),
        ("verse_and_variant", "prestige", {"bleed": True}),
        ("verse_and_variant", "pad", {}),
    ],
)
def test_a_file_for_ones_own_printer(
    game: str, component: str, given: dict[str, Any], tmp_path: Path
) -> None:
    """Nine cards on Letter, tokens and a board with bleed, a pad that stays whole."""
    options = Options(**given)
    (made,) = printkit.build([game], [component], tmp_path, options=options)
    home_flaws(made.file, options.paper)


@pytest.mark.parametrize(
    ("component", "contours"), sweep([("exemplars", 0), ("cubes", 32)], [("cubes", 32)])
)
def test_a_file_for_a_press(component: str, contours: int, tmp_path: Path) -> None:
    """Fourteen cards, drawn with lines of 0.04 mm in four inks; tokens on a sheet."""
    options = Options(profile="press")
    (made,) = printkit.build(["manuscript"], [component], tmp_path, options=options)
    press_flaws(made.file)
    with pikepdf.open(made.file) as pdf:
        found = [line for page in pdf.pages for line in Page(page).lines if line.inks is None]
        assert len(found) == contours
        assert len(pdf.pages) == (1 if contours else 28)

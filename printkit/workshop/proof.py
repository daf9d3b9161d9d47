"""The calibration sheet: how long lengths come out, which margin a printer needs, and how far backs
are out of register with their fronts.

Four scales on the back are read against the light, where a hairline of the front shows through. All
lengths are mm from the sheet's top left corner; each side is drawn as seen from that side.
"""

from __future__ import annotations

import io
from pathlib import Path

from card_data import DataError, Problem
from card_data.staging import Staging, naming
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Face, Group, Shape, Style, Text, line
from printkit.drawing.shapes import Path as Drawn
from printkit.options import Options, keywords_of
from printkit.sheets.grid import stock_grid
from printkit.sheets.impose import Imposition, for_printer, impose, slug_shapes
from printkit.sheets.settings import SheetSettings, Stock, on_stock, settings_for
from printkit.sheets.sheet import Sheet
from printkit.typography.fonts import Font, Fonts
from printkit.workshop.calibration import SCALE_DISTANCES

LEAST_PAPER = 190.0, 260.0  # mm
BLACK = "#1d1a17"
HAIRLINE = 0.1
REACH = 6  # mm: how far the scales go either way
TICK, LONG_TICK = 1.6, 3.0
MARGINS = range(3, 11)  # mm from the edge of the paper
PT = 25.4 / 72
FRONT = (
    "1. Print both pages at 100 %, on both sides, on the paper that you play with.",
    "2. Measure the longer ruler. A 200th of its length is the scale: 0.995 if it is 199 mm long.",
    "3. The outermost corner that is printed whole says which margin your printer needs, in mm.",
    "4. Turn over, and go on there.",
)
BACK = (
    "5. Hold this side against a window. A thin line of the front shows through at each scale:",
    "    read the number where it crosses, to a tenth of a mm. All four 0? Nothing to correct.",
    "6. Type:",
)


class Pen:
    """Draws lines and words."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.shapes: list[Shape] = []

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.2) -> None:
        self.shapes.append(line(x1, y1, x2, y2, Style(fill=None, stroke=BLACK, width=width)))

    def words(
        self, x: float, y: float, text: str, size: float = 8, *, font: str = "sans",
        bold: bool = False, at: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw a text of a ``size`` in points, a share ``at`` of it left of x."""
        face: Font = self.fonts.get(font, bold=bold)
        wide = face.width(text) * size * PT
        self.shapes.append(Text(x - at * wide, y, text, face.key, size * PT, wide, BLACK))


def proof_faces(size: tuple[float, float], fonts: Fonts) -> Face:
    """The front of a calibration sheet of this ``size``, with its back."""
    front, back = Pen(fonts), Pen(fonts)
    draw_front(front, *size)
    draw_back(back, *size)
    behind = Face("proof_back", *size, tuple(back.shapes))
    return Face("proof", *size, tuple(front.shapes), back=behind)


def spots(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """The positions of the scales: top, bottom, left, right."""
    across, down = width / 2, height / 2
    high, wide = SCALE_DISTANCES[0] / 2, SCALE_DISTANCES[1] / 2
    return (
        (across, down - high),
        (across, down + high),
        (across - wide, down),
        (across + wide, down),
    )


def draw_front(pen: Pen, width: float, height: float) -> None:
    across, down = width / 2, height / 2
    pen.words(across, 18, "Calibration sheet, front", 15, font="display", bold=True, at=0.5)
    rules(pen, width, height)
    reach = 8.0
    for x, y in spots(width, height)[:2]:
        pen.rule(x, y - reach, x, y + reach, HAIRLINE)
    for x, y in spots(width, height)[2:]:
        pen.rule(x - reach, y, x + reach, y, HAIRLINE)
    targets(pen, width, height)
    margins(pen, width, height)
    for number, text in enumerate(FRONT):
        pen.words(across - 66, down - 92 + 4.6 * number, text, 8.6)


def draw_back(pen: Pen, width: float, height: float) -> None:
    across, down = width / 2, height / 2
    pen.words(across, down - 60, "Calibration sheet, back", 15, font="display", bold=True, at=0.5)
    for number, text in enumerate(BACK):
        pen.words(across - 64, down - 44 + 4.8 * number, text, 8.6)
    command = "printkit printer NAME --readings TOP,BOTTOM,LEFT,RIGHT --scale SCALE"
    pen.words(across, down - 24, command, 9.4, bold=True, at=0.5)
    after = (
        "NAME is what you call this printer. Then build for it: printkit build --printer NAME",
        "To see what is left: printkit proof --printer NAME; add its readings with --add.",
    )
    for number, text in enumerate(after):
        pen.words(across, down - 15 + 5 * number, text, 8.6, at=0.5)
    names = ("TOP", "BOTTOM", "LEFT", "RIGHT")
    for (x, y), name in zip(spots(width, height), names, strict=True):
        scale(pen, x, y, name, upright=name in ("LEFT", "RIGHT"))
    targets(pen, width, height)


def scale(pen: Pen, x: float, y: float, name: str, *, upright: bool) -> None:
    """A scale through (x, y) on which the front's line tells how far the back is shifted. Numbers
    are positive before the middle: the line shows there when the back is shifted onwards."""
    for half in range(-2 * REACH, 2 * REACH + 1):
        at, long = -half / 2, TICK if half % 2 else LONG_TICK
        if upright:
            pen.rule(x, y + at, x + long, y + at, HAIRLINE)
        else:
            pen.rule(x + at, y, x + at, y + long, HAIRLINE)
        if half % 4 == 0:
            label = f"{half // 2:d}".replace("-", "\u2212")
            if upright:
                pen.words(x + long + 0.8, y + at + 0.8, label, 6.5)
            else:
                pen.words(x + at, y + long + 2.6, label, 6.5, at=0.5)
    if upright:
        pen.rule(x, y - REACH, x, y + REACH, HAIRLINE)
        pen.words(x, y - REACH - 3, name, 8, bold=True, at=0.5)
    else:
        pen.rule(x - REACH, y, x + REACH, y, HAIRLINE)
        pen.words(x + REACH + 3, y + 1, name, 8, bold=True)


def rules(pen: Pen, width: float, height: float) -> None:
    """Rulers across the sheet and down."""
    across, down = width / 2, height / 2
    pen.shapes += graduated(pen.fonts, across - 75, down - 70, 150)
    drawn = graduated(pen.fonts, 0, 0, 200)
    pen.shapes.append(Group(tuple(drawn), (0.0, 1.0, -1.0, 0.0, 15.5, down - 100)))


def graduated(fonts: Fonts, x: float, y: float, length: int) -> list[Shape]:
    """A ruler from (x, y) on."""
    pen = Pen(fonts)
    pen.rule(x, y, x + length, y)
    for mm in range(length + 1):
        tick = 3.0 if mm % 10 == 0 else 2.2 if mm % 5 == 0 else 1.4
        pen.rule(x + mm, y, x + mm, y - tick, HAIRLINE)
        if mm % 10 == 0:
            pen.words(x + mm, y - 3.5, f"{mm} mm" if mm == length else f"{mm}", 6, at=0.5)
    return pen.shapes


def targets(pen: Pen, width: float, height: float) -> None:
    """Register marks near the corners: those of both sides coincide if backs fit."""
    across, down = width / 2, height / 2
    for x in (across - 75, across + 75):
        for y in (down - 110, down + 110):
            pen.rule(x - 4, y, x + 4, y, HAIRLINE)
            pen.rule(x, y - 4, x, y + 4, HAIRLINE)
            steps = rectangle_steps(x - 2.5, y - 2.5, 5, 5, 2.5, 2.5)
            pen.shapes.append(Drawn(steps, Style(fill=None, stroke=BLACK, width=HAIRLINE)))


def margins(pen: Pen, width: float, height: float) -> None:
    """Corners of frames, each its number of mm from the edges of the paper."""
    for number, mm in enumerate(MARGINS):
        reach = 7.0 + 5 * number
        corners = ((mm, mm, 1, 1), (width - mm, mm, -1, 1), (width - mm, height - mm, -1, -1))
        for x, y, way, on in corners:  # the slug is in the fourth
            pen.rule(x, y, x, y + on * reach, HAIRLINE)
            pen.rule(x, y, x + way * reach, y, HAIRLINE)
            pen.words(x + way * (reach + 0.4), y + 0.6, f"{mm}", 4.5, at=0 if way > 0 else 1)


def stock_proof(how: Imposition, stock: Stock, settings: SheetSettings, fonts: Fonts) -> Sheet:
    """The places of a stock on plain paper, outlined and numbered in the order of printing."""
    pen = Pen(fonts)
    width, height = stock.size
    grid = stock_grid(stock, width, height, settings)
    for number, (x, y) in enumerate(grid.places(), 1):
        steps = rectangle_steps(x, y, width, height, 0, 0)
        pen.shapes.append(Drawn(steps, Style(fill=None, stroke=BLACK, width=HAIRLINE)))
        pen.words(x + width / 2, y + height / 2, f"{number}", at=0.5)
    if grid.slug is not None:
        caption = f"{how.title} · {how.paper_caption} · print at 100 %"
        pen.shapes.append(slug_shapes(caption, grid.sheet, grid.slug, settings, fonts))
    return for_printer(Sheet(*grid.sheet, (), tuple(pen.shapes)), how)


def proof_bytes(options: Options) -> bytes:
    """The calibration sheet as a PDF, or with a stock its places; raise `DataError` for a paper
    that is too small."""
    from printkit.painting.pdf import Meta, PdfPainter

    settings = settings_for(options)
    options = on_stock(options, settings)
    stock = settings.stock_named(options.stock) if options.stock else None
    size = settings.sheet_size(options.paper)
    if stock is None and any(side < least for side, least in zip(size, LEAST_PAPER, strict=True)):
        least = "{:g} x {:g} mm".format(*LEAST_PAPER)
        message = f"found {size[0]:g} x {size[1]:g} mm, expected at least {least}, upright"
        raise DataError(Problem(message=message, file="--paper"))
    fonts, stream = Fonts(), io.BytesIO()
    how = Imposition(
        "printkit proof", options.paper, options.flip, "duplex", options.printer, stock=stock
    )
    if stock is None:
        sheets = impose([proof_faces(size, fonts)], how, settings, fonts)
        title, sides = "Calibration sheet", "To print on both sides at 100 %"
    else:
        sheets = [stock_proof(how, stock, settings, fonts)]
        title, sides = f"Places of {stock.title}", "To print at 100 % and hold against the light"
    printer = Options(options.paper, options.flip, stock=options.stock, printer=options.printer)
    keys = {"proof": options.paper, **keywords_of(printer)}
    del keys["paper"]
    keywords = " ".join(f"{key}={value}" for key, value in keys.items())
    meta = Meta(title, "printkit", sides, keywords, title)
    painter = PdfPainter(stream, meta, fonts, {})
    painter.paint(sheets)
    painter.save()
    return stream.getvalue()


def write_proof(file: Path, options: Options) -> None:
    """Write the calibration sheet to ``file``, replacing what is there."""
    raw = proof_bytes(options)
    with Staging(file.parent) as staging, naming(file):
        staging.write(file, raw)
        staging.move_all()

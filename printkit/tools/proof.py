"""The calibration sheet: how long lengths come out, which margin a printer needs, and how far backs
are out of register with their fronts.

Four scales on the back are read against the light, where a hairline of the front shows through. All
lengths are mm from the sheet's top left corner; each side is drawn as seen from that side.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from card_data import DataError, Problem
from card_data.program.staging import name_errors_after, write_file
from printkit.drawing.geometry import Step, ellipse_steps, rectangle_steps
from printkit.drawing.shapes import Face, Group, Shape, Style, Text
from printkit.drawing.shapes import Path as Drawn
from printkit.options import Options, keyword_line, keywords_of
from printkit.sheets.grid import stock_grid
from printkit.sheets.impose import Imposition, for_printer, impose, slug_shapes
from printkit.sheets.settings import SheetSettings, Stock, on_stock, settings_for
from printkit.sheets.sheet import Sheet
from printkit.tools.calibration import SCALE_DISTANCES
from printkit.typography.fonts import Fonts

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
COMMAND = "printkit printer NAME --readings TOP,BOTTOM,LEFT,RIGHT --scale SCALE"
AFTER = (
    "NAME is what you call this printer. Then build for it: printkit build --printer NAME",
    "To see what is left: printkit proof --printer NAME; add its readings with --add.",
)


class Pen:
    """Draws lines and words."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.shapes: list[Shape] = []

    def stroke(self, steps: tuple[Step, ...], width: float = HAIRLINE) -> None:
        self.shapes.append(Drawn(steps, Style(fill=None, stroke=BLACK, width=width)))

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float = HAIRLINE) -> None:
        self.stroke((("M", (x1, y1)), ("L", (x2, y2))), width)

    def words(
        self, x: float, y: float, text: str, size: float = 8, *, font: str = "sans",
        bold: bool = False, at: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw a text of a ``size`` in points, a share ``at`` of it left of x."""
        face = self.fonts.get(font, bold=bold)
        wide = face.width(text) * size * PT
        self.shapes.append(Text(x - at * wide, y, text, face.key, size * PT, wide, BLACK))

    def lines(
        self, x: float, y: float, texts: Iterable[str], leading: float, at: float = 0.0
    ) -> None:
        """Draw texts one below the other."""
        for number, text in enumerate(texts):
            self.words(x, y + leading * number, text, 8.6, at=at)


def front_of(size: tuple[float, float], fonts: Fonts) -> tuple[Shape, ...]:
    pen, across, down = Pen(fonts), size[0] / 2, size[1] / 2
    pen.words(across, 18, "Calibration sheet, front", 15, font="display", bold=True, at=0.5)
    pen.shapes += ruler(fonts, across - 75, down - 70, 150)
    turned = 0.0, 1.0, -1.0, 0.0, 15.5, down - 100
    pen.shapes.append(Group(tuple(ruler(fonts, 0, 0, 200)), turned))
    reach = 8.0
    for name, (x, y) in scale_middles(across, down).items():
        if name in ("TOP", "BOTTOM"):
            pen.rule(x, y - reach, x, y + reach)
        else:
            pen.rule(x - reach, y, x + reach, y)
    targets(pen, across, down)
    margins(pen, *size)
    pen.lines(across - 66, down - 92, FRONT, 4.6)
    return tuple(pen.shapes)


def back_of(size: tuple[float, float], fonts: Fonts) -> tuple[Shape, ...]:
    pen, across, down = Pen(fonts), size[0] / 2, size[1] / 2
    pen.words(across, down - 60, "Calibration sheet, back", 15, font="display", bold=True, at=0.5)
    pen.lines(across - 64, down - 44, BACK, 4.8)
    pen.words(across, down - 24, COMMAND, 9.4, bold=True, at=0.5)
    pen.lines(across, down - 15, AFTER, 5, at=0.5)
    for name, (x, y) in scale_middles(across, down).items():
        scale(pen, x, y, name)
    targets(pen, across, down)
    return tuple(pen.shapes)


def scale_middles(across: float, down: float) -> dict[str, tuple[float, float]]:
    """The middles of the scales, round the middle of the sheet."""
    high, wide = SCALE_DISTANCES[0] / 2, SCALE_DISTANCES[1] / 2
    return {
        "TOP": (across, down - high),
        "BOTTOM": (across, down + high),
        "LEFT": (across - wide, down),
        "RIGHT": (across + wide, down),
    }


def scale(pen: Pen, x: float, y: float, name: str) -> None:
    """A scale through (x, y) on which the front's line tells how far the back is shifted. Numbers
    are positive before the middle: the line shows there when the back is shifted onwards."""
    upright = name in ("LEFT", "RIGHT")

    def at(along: float, aside: float) -> tuple[float, float]:
        return (x + aside, y + along) if upright else (x + along, y + aside)

    for half in range(-2 * REACH, 2 * REACH + 1):
        along, long = -half / 2, TICK if half % 2 else LONG_TICK
        pen.rule(*at(along, 0), *at(along, long))
        if half % 4 == 0:
            label = f"{half // 2:d}".replace("-", "\u2212")
            if upright:
                pen.words(*at(along + 0.8, long + 0.8), label, 6.5)
            else:
                pen.words(*at(along, long + 2.6), label, 6.5, at=0.5)
    pen.rule(*at(-REACH, 0), *at(REACH, 0))
    if upright:
        pen.words(*at(-REACH - 3, 0), name, bold=True, at=0.5)
    else:
        pen.words(*at(REACH + 3, 1), name, bold=True)


def ruler(fonts: Fonts, x: float, y: float, length: int) -> list[Shape]:
    pen = Pen(fonts)
    pen.rule(x, y, x + length, y, 0.2)
    for mm in range(length + 1):
        tick = 3.0 if mm % 10 == 0 else 2.2 if mm % 5 == 0 else 1.4
        pen.rule(x + mm, y, x + mm, y - tick)
        if mm % 10 == 0:
            pen.words(x + mm, y - 3.5, f"{mm} mm" if mm == length else f"{mm}", 6, at=0.5)
    return pen.shapes


def targets(pen: Pen, across: float, down: float) -> None:
    """Register marks near the corners: those of both sides coincide if backs fit."""
    for x in (across - 75, across + 75):
        for y in (down - 110, down + 110):
            pen.rule(x - 4, y, x + 4, y)
            pen.rule(x, y - 4, x, y + 4)
            pen.stroke(ellipse_steps(x, y, 2.5, 2.5))


def margins(pen: Pen, width: float, height: float) -> None:
    """Corners of frames, each its number of mm from the edges of the paper."""
    for number, mm in enumerate(MARGINS):
        reach = 7.0 + 5 * number
        corners = ((mm, mm, 1, 1), (width - mm, mm, -1, 1), (width - mm, height - mm, -1, -1))
        for x, y, way, on in corners:  # the slug is in the fourth
            pen.rule(x, y, x, y + on * reach)
            pen.rule(x, y, x + way * reach, y)
            pen.words(x + way * (reach + 0.4), y + 0.6, f"{mm}", 4.5, at=0 if way > 0 else 1)


def stock_proof(how: Imposition, stock: Stock, settings: SheetSettings, fonts: Fonts) -> Sheet:
    """The places of a stock on plain paper, outlined and numbered in the order of printing."""
    pen, (width, height) = Pen(fonts), stock.size
    grid = stock_grid(stock, width, height, settings)
    for number, (x, y) in enumerate(grid.places(), 1):
        pen.stroke(rectangle_steps(x, y, width, height, 0, 0))
        pen.words(x + width / 2, y + height / 2, f"{number}", at=0.5)
    if grid.slug is not None:
        caption = f"{how.title} · {how.paper_caption} · print at 100 %"
        pen.shapes.append(slug_shapes(caption, grid.sheet, grid.slug, settings, fonts))
    return for_printer(Sheet(*grid.sheet, (), tuple(pen.shapes)), how)


def sheets_of(how: Imposition, settings: SheetSettings, fonts: Fonts) -> list[Sheet]:
    """Both sides of the calibration sheet; raise `DataError` for a paper that is too small."""
    size = settings.sheet_size(how.paper)
    if size[0] < LEAST_PAPER[0] or size[1] < LEAST_PAPER[1]:
        least = "{:g} x {:g} mm".format(*LEAST_PAPER)
        message = f"found {size[0]:g} x {size[1]:g} mm, expected at least {least}, upright"
        raise DataError(Problem(message=message, file="--paper"))
    back = Face("proof_back", *size, back_of(size, fonts))
    return impose([Face("proof", *size, front_of(size, fonts), back=back)], how, settings, fonts)


def write_proof(file: Path, options: Options) -> None:
    """Write the calibration sheet, or with a stock its places, to ``file``, replacing what is
    there."""
    from printkit.painting.pdf import Meta, PdfPainter

    settings, fonts, stream = settings_for(options), Fonts(), io.BytesIO()
    options = on_stock(options, settings)
    stock = settings.stock_named(options.stock) if options.stock else None
    how = Imposition(
        "printkit proof", options.paper, options.flip, "duplex", options.printer, stock=stock
    )
    if stock is None:
        sheets = sheets_of(how, settings, fonts)
        title, sides = "Calibration sheet", "To print on both sides at 100 %"
    else:
        sheets = [stock_proof(how, stock, settings, fonts)]
        title, sides = f"Places of {stock.title}", "To print at 100 % and hold against the light"
    keys = keywords_of(options)
    keys = {"proof": keys.pop("paper"), **keys}
    keywords = keyword_line(keys)
    painter = PdfPainter(stream, Meta(title, "printkit", sides, keywords, title), fonts, {})
    painter.paint(sheets)
    painter.save()
    with name_errors_after(file):
        write_file(file, stream.getvalue())

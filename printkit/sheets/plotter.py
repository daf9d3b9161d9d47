"""Registration marks for cutting plotters, which find a printed sheet by them.

Those of the Silhouette Cameo and Portrait, as Silhouette Studio draws its type 1: a black square in
the top left corner, and in the top right and bottom left ones two lines that meet at a right angle.
The plotter looks for them where nothing else is printed, and cuts between them. All lengths are mm.
"""

from __future__ import annotations

from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Path, Style, line

INSET = 10.0  # from the edges of the sheet
SQUARE = 5.0
ARM = 20.0  # each line of a corner
PEN = Style(fill=None, stroke="#000000", width=0.5, cap="square")
CORNER = INSET + ARM  # the side of each corner of the sheet that is kept clear


def rooms(sheet: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """Width and height of the largest areas in the middle of a sheet that are clear of marks:
    between the corners from side to side, and from top to bottom."""
    width, height = sheet
    return ((width - 2 * INSET, height - 2 * CORNER), (width - 2 * CORNER, height - 2 * INSET))


def registration_marks(sheet: tuple[float, float]) -> tuple[Path, ...]:
    """Return the marks of a sheet of this width and height."""
    left, top = INSET, INSET
    right, bottom = sheet[0] - INSET, sheet[1] - INSET
    return (
        Path(rectangle_steps(left, top, SQUARE, SQUARE, 0, 0), Style(fill="#000000")),
        line(right - ARM, top, right, top, PEN),
        line(right, top, right, top + ARM, PEN),
        line(left, bottom - ARM, left, bottom, PEN),
        line(left, bottom, left + ARM, bottom, PEN),
    )

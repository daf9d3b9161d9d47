"""``<image>``: a picture of the game's folder in a box, whole, cropped or stretched."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec import structs

from card_data.problems import quote
from printkit.drawing.geometry import IDENTITY, Rect, Step, ellipse_steps, rectangle_steps
from printkit.drawing.paths import numbers
from printkit.drawing.shapes import Group, Path, Style, Use
from printkit.errors import MarkupError, TextError
from printkit.faces.attributes import SMALLEST, length, one_of, rect
from printkit.pictures.gallery import INCH, Gallery, PictureFile
from printkit.templating.xml import XML

FITS = ("cover", "contain", "scale-down", "stretch")
MIDDLE = "0.5 0.5"
SHARE = re.compile(r"(?:0?\.[0-9]{1,6}|[01](?:\.0{0,6})?)")
SLACK = 0.5  # dots an inch: for sizes in whole pixels


class Fitted(NamedTuple):
    """How a picture lies: its own box, which may be larger than the one it is seen in."""

    x: float
    y: float
    width: float
    height: float


def read_image(
    element: XML, clips: Mapping[str, Path], scale: float, gallery: Gallery | None
) -> Group:
    """Return a picture of the gallery, seen through its box or the shape that it is clipped to, and
    printed ``scale`` times as large.

    Without words in ``says`` it is an ornament, which is not read aloud. Raise `TextError` for one
    that is not there, cannot be read, or is too coarse, `ArtError` for what is wrong in its file.
    """
    if gallery is None:
        raise MarkupError("a symbol cannot contain an image: put it where the symbol is used")
    name, box = element.get("href", ""), rect(element)
    if min(box.width, box.height) < SMALLEST:
        raise MarkupError(f"found {box.width:g} x {box.height:g} mm, expected {SMALLEST:g} or more")
    fit = one_of("fit", element.get("fit", FITS[0]), FITS)
    across, down = focus(element.get("focus", MIDDLE))
    outline = outline_of(element.get("clip", ""), box, clips)
    found = gallery.find(name)
    part = cropped(element.get("crop"), found)
    seen = found if part is None else structs.replace(found, columns=part.width, rows=part.height)
    largest = INCH / gallery.least / scale if fit == "scale-down" and not found.weight else math.inf
    lies = fitted(seen, box, fit, across, down, largest)
    if not found.weight:
        check_resolution(name, seen, lies, box, scale, gallery.least)
    window = Path(rectangle_steps(*lies, 0, 0), Style())
    if part is not None:
        lies = around(lies, part, found)
    gallery.show(name, gallery.dots(lies.width * scale), gallery.dots(lies.height * scale))
    says = element.get("says", "")
    shown: Use | Group = Use(name, lies.x, lies.y, lies.width, height=lies.height)
    if part is not None:
        shown = Group((shown,), clip=window)
    return Group((shown,), IDENTITY, outline, "Figure" if says else "Artifact", says)


def fitted(
    found: PictureFile, box: Rect, fit: str, across: float, down: float, largest: float
) -> Fitted:
    """Return how a picture lies in a box, each of its dots ``largest`` mm wide at most."""
    scales = box.width / found.columns, box.height / found.rows
    if fit == "stretch":
        return Fitted(*box)
    scale = max(scales) if fit == "cover" else min(*scales, largest)
    width, height = scale * found.columns, scale * found.rows
    return Fitted(
        box.x + along(box.width, width, across), box.y + along(box.height, height, down),
        width, height,
    )  # fmt: skip


def cropped(text: str | None, found: PictureFile) -> Rect | None:
    """Return the part of a picture that is shown, in its pixels, or units of its view box; None for
    all of it."""
    if text is None:
        return None
    sides: Sequence[float] = ()
    with suppress(MarkupError):
        sides = numbers(text)
    if len(sides) == 4:
        x, y, width, height = sides
        inside = x + width <= found.columns + SLACK and y + height <= found.rows + SLACK
        if min(x, y) >= 0 and min(width, height) > 0 and inside:
            return Rect(x, y, width, height)
    expected = f"its left, top, width and height inside its {found.columns:g} x {found.rows:g}"
    raise TextError(f"crop: found {quote(text)}, expected {expected}")


def around(lies: Fitted, part: Rect, found: PictureFile) -> Fitted:
    """Return how a whole picture lies of which only a part is shown."""
    across, down = lies.width / part.width, lies.height / part.height
    return Fitted(
        lies.x - part.x * across, lies.y - part.y * down,
        found.columns * across, found.rows * down,
    )  # fmt: skip


def along(room: float, side: float, focus: float) -> float:
    """Where a picture's side begins in what there is room for: cropped so that the point in focus
    is as near the middle as it can be, or else with the room that is left shared out by it."""
    if side < room:
        return (room - side) * focus
    return min(0.0, max(room - side, room / 2 - focus * side))


def check_resolution(
    name: str, found: PictureFile, lies: Fitted, box: Rect, scale: float, least: float
) -> None:
    """Raise `TextError` for a picture of too few dots, of those that are seen, where they are
    printed ``scale`` times as large."""
    width, height = min(lies.width, box.width), min(lies.height, box.height)
    columns = found.columns * width / lies.width
    rows = found.rows * height / lies.height
    width, height = width * scale, height * scale
    dpi = INCH * min(columns / width, rows / height)
    if dpi >= least - SLACK:
        return
    wanted = [math.ceil(side / INCH * (least - SLACK)) for side in (width, height)]
    whole = (round(columns), round(rows)) == (found.columns, found.rows)
    seen = "" if whole else f" of its {found.columns} x {found.rows} in view"
    raise TextError(
        f"{quote(name)}: found {columns:.0f} x {rows:.0f} pixels{seen}, {dpi:.0f} dpi, expected at "
        f"least {wanted[0]} x {wanted[1]} for {width:.4g} x {height:.4g} mm at {least:g} dpi"
        f'; fit="scale-down" prints it smaller, a lower dpi in print.yaml more coarsely'
    )


def focus(text: str) -> tuple[float, float]:
    """Return the point of a picture that stays in view: shares of its width and its height."""
    words = text.split()
    if len(words) != 2 or not all(map(SHARE.fullmatch, words)):
        raise MarkupError(f"focus: found {quote(text)}, expected two numbers from 0 to 1")
    return float(words[0]), float(words[1])


def outline_of(text: str, box: Rect, clips: Mapping[str, Path]) -> Path:
    """Return the outline that clips a picture: its box, a circle, a box with round corners, or a
    clipPath."""
    kind, _, size = text.partition(" ")
    if text.startswith("url("):
        if text[5:-1] not in clips:
            raise MarkupError(f"clip {quote(text)} is not defined before it is used")
        return clips[text[5:-1]]
    middle, half = (box.x + box.width / 2, box.y + box.height / 2), min(box.width, box.height) / 2
    steps: tuple[Step, ...]
    if text == "circle":
        steps = ellipse_steps(*middle, half, half)
    elif kind == "round" and size:
        steps = rectangle_steps(*box, *(2 * [length(size.strip(), "clip", 0.0)]))
    elif not text:
        steps = rectangle_steps(*box, 0, 0)
    else:
        expected = "expected circle, round 3 or url(#name)"
        raise MarkupError(f"clip: found {quote(text)}, {expected}")
    return Path(steps, Style())

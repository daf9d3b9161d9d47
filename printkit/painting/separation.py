"""Pictures in the process inks of a press, by the same formula as colours.

A colour is looked up in a table, and between its entries mixed from those around it: so no mixture
has more ink than the entry that has most.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import Any

import PIL.Image
from PIL.ImageFilter import Color3DLUT
from reportlab.pdfbase.pdfdoc import PDFObject, xObjectName

from printkit.drawing.colour import hexadecimal
from printkit.drawing.shapes import Image
from printkit.painting.cmyk import separated
from printkit.painting.images import stream_of
from printkit.pictures.export import decoded

ENTRIES = 33  # of the table, for each of red, green and blue
FAST = 4  # how hard to deflate


class SeparatedObject(PDFObject):  # type: ignore[misc]
    """An image in a PDF in cyan, magenta, yellow and black."""

    __RefOnly__ = 1  # a stream is an object of its own

    def __init__(self, image: Image, most: float) -> None:
        self.image, self.most = image, most

    def format(self, document: Any) -> bytes:
        dots = zlib.compress(inks(self.image, self.most), FAST)
        return stream_of(self.image, "CMYK", "FlateDecode", dots)


def add_separated(document: Any, name: str, image: Image, most: float) -> None:
    """Add a picture to a document for a press, under a name, with at most so much ink in %."""
    document.Reference(SeparatedObject(image, most), xObjectName(name))


def inks(image: Image, most: float) -> bytes:
    """Return the four inks of each dot of a picture, through which nothing shows."""
    shown = decoded(image)
    if shown.mode == "L":  # black alone, as neutral colours are
        levels = [level_of(hexadecimal([level] * 3), most) for level in range(256)]
        black = shown.point([round(inks[3] * 255) for inks in levels])
        none = PIL.Image.new("L", shown.size)
        made: PIL.Image.Image = PIL.Image.merge("CMYK", (none, none, none, black))
    else:
        made = shown.filter(table(most))
    return made.tobytes()


@cache
def table(most: float) -> Color3DLUT:
    """Return the table of colours and their inks."""

    def mixed(red: float, green: float, blue: float) -> tuple[float, ...]:
        return level_of(hexadecimal(255 * level for level in (red, green, blue)), most)

    return Color3DLUT.generate(ENTRIES, mixed, channels=4, target_mode="CMYK")


def level_of(colour: str, most: float) -> tuple[float, ...]:
    """Return the inks of a colour in whole levels of 255, rounded down so that sums stay within
    their limit."""
    return tuple(int(ink * 255) / 255 for ink in separated.__wrapped__(colour, most))

"""How what stands in a field looks: a mark, or a text, as if it were written there by hand.

Whatever is written with is ours: the fonts are embedded, and no viewer is asked to draw.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Pdf
from reportlab.lib.rl_accel import fp_str

from printkit.drawing.geometry import Rect, box_under
from printkit.drawing.shapes import Text
from printkit.faces.filled import INK, LARGEST, PAD, cross, hand, inset, one_line
from printkit.forms import font
from printkit.forms.acroform import Widget, square_in, text_of
from printkit.painting.pdf import UNIT, fill, outline, pen
from printkit.typography.fonts import Fonts

SIZE = re.compile(r" ([0-9.]{1,9}) Tf")  # in what says how a field is written into
SQUARE_PAD = 0.24  # of a square's height, between its edge and its character
TURNS = MappingProxyType(
    {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
)  # by degrees counter-clockwise: matrices, without what moves


def pen_of(size: float) -> str:
    """What says that a field is written into at a size in points; 0 is as large as a text fits."""
    return f"{font.NAME} {fp_str(size)} Tf {fill(INK)}"


def size_of(rect: Sequence[float], turn: int) -> tuple[float, float]:
    """The width and the height of what lies in a rectangle, before it was turned."""
    left, bottom, right, top = rect
    wide, high = round(abs(right - left), 2), round(abs(top - bottom), 2)
    return (high, wide) if turn % 180 else (wide, high)


def drawn(pdf: Pdf, content: bytes, size: tuple[float, float], turn: int, **more: Any) -> Object:
    """A stream that draws a field of a ``size``, in points, with ``more`` in its dictionary.

    Each text has its own, since there are programs that write into the stream that is there.
    """
    made = pdf.make_stream(content, Subtype=Name.Form, BBox=Array([0, 0, *size]), **more)
    if turn:
        matrix = TURNS[turn]
        left, bottom, _, _ = box_under((*matrix, 0.0, 0.0), (0.0, 0.0, *size))
        made.Matrix = Array([*matrix, -left, -bottom])
    return made


def mark(box: Rect, size: tuple[float, float]) -> bytes:
    """The operators that draw the cross of a check box, as `printkit.faces.filled` has it; ``box``
    is in mm, ``size`` in points.

    They end a path first: Ghostscript clips by the one that pypdf leaves open in a text before.
    """
    (width, height), path = size, cross(Rect(0, 0, box.width, box.height))
    before, after = pen(path.style)
    scale = fp_str(width / box.width, 0, 0, -height / box.height, 0, height)
    return f"q n Q\n{scale} cm\n{before}{outline(path.steps)}\n{after}".encode()


class Look(NamedTuple):
    """How a field is written into: its ``size`` in points, before it is turned by some degrees
    counter-clockwise; whether from its ``left``; the ``largest`` type in mm; whether it is the
    ``square`` of a grid."""

    size: tuple[float, float]
    turn: int
    left: bool
    largest: float
    square: bool

    @classmethod
    def of(cls, widget: Widget) -> Look:
        """That of a widget."""
        node, annotation = widget.node, widget.annotation
        turn = int(annotation.get("/MK", {}).get("/R", 0)) % 360
        size = SIZE.search(text_of(node.inherited("/DA")))
        return cls(
            size_of([float(side) for side in annotation.Rect], turn),
            turn if turn in TURNS else 0,
            not int(node.inherited("/Q") or 0),
            (float(size[1]) / UNIT if size else 0.0) or LARGEST,
            square_in(node.name) is not None,
        )


class Appearances:
    """The texts in a form, and the fonts that they are written in; among these is always that of
    blank forms, in which viewers show what is typed later."""

    def __init__(self, pdf: Pdf, fonts: Fonts) -> None:
        self.pdf, self.fonts = pdf, fonts
        self.hands = {font.NAME: font.Hand(fonts), font.UPRIGHT: font.Hand(fonts, italic=False)}
        self.names = {one.font.key: name for name, one in self.hands.items()}
        self.embedded = {font.NAME: self.hands[font.NAME].embedded(pdf)}

    def of(self, text: str, look: Look) -> Object:
        """The appearance of a text in a field."""
        wide, high = (side / UNIT for side in look.size)
        box = inset(Rect(0, 0, wide, high), SQUARE_PAD * high if look.square else PAD)
        align, written = "left" if look.left else "center", hand(text, self.fonts)
        runs = [*one_line(text, box, written, INK, align, look.largest)]
        content = "".join([self.operators(run, text, high) for run in runs])
        used = Dictionary(
            {name: self.font(name) for name in {self.names[run.font] for run in runs}}
        )
        shown = f"/Tx BMC\n{content}EMC\n".encode()
        return drawn(self.pdf, shown, look.size, look.turn, Resources=Dictionary(Font=used))

    def operators(self, run: Text, text: str, height: float) -> str:
        """What draws a run; what it leaves out of ``text`` is still there for who searches it."""
        name = self.names[run.font]
        place = fp_str(run.x * UNIT, (height - run.y) * UNIT)
        shown = (
            f"{fill(run.fill)} BT {name} {fp_str(run.size * UNIT)} Tf {place} Td "
            f"<{self.hands[name].encode(run.text).hex()}> Tj ET\n"
        )
        if run.text == " ".join(text.split()):
            return shown
        actual = ("\ufeff" + text).encode("utf-16-be", errors="replace").hex()
        return f"/Span <</ActualText <{actual}>>> BDC\n{shown}EMC\n"

    def font(self, name: str) -> Object:
        """A font of the form, embedded when it is first used."""
        if name not in self.embedded:
            self.embedded[name] = self.hands[name].embedded(self.pdf)
        return self.embedded[name]

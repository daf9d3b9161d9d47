"""The shapes are a closed union: whatever walks over them or paints them takes every one."""

from __future__ import annotations

import io
import subprocess
import sys
import zlib
from pathlib import Path as FilePath
from typing import get_args
from xml.etree import ElementTree

import pytest

from printkit.drawing.shapes import (
    Face,
    Field,
    Group,
    Image,
    Path,
    Shade,
    Shape,
    Stop,
    Symbol,
    Text,
    Use,
)
from printkit.drawing.traversal import fields, texts, walk
from printkit.painting.paint import single
from printkit.painting.pdf import Meta, PdfPainter
from printkit.painting.svg import SvgPainter
from printkit.typography.fonts import Fonts
from tests.printkit.tools import ROOT

RUN = Text(1, 5, "word", "SourceSansPro-Regular", 3, 8)
SQUARE = Path((("M", (1, 1)), ("L", (4, 1)), ("L", (4, 4)), ("Z", ())))
EXAMPLES: dict[type, Shape] = {
    Path: SQUARE,
    Text: RUN,
    Use: Use("dot", 1, 1, 3),
    Group: Group((SQUARE, Group((RUN,)))),
    Image: Image(1, 1, 5, 5, 1, 1, "zlib", "0" * 32, zlib.compress(b"\0\0\0")),
    Shade: Shade(1, 1, 5, 5, (1, 1, 6, 6), (Stop(0, "#ffffff"), Stop(1, "#000000", 0.5))),
    Field: Field("total", "number", "Total", 1, 1, 5, 5),
}
SYMBOLS = {"dot": Symbol("dot", (SQUARE,), 5)}
FORGETFUL = """
from typing import assert_never
from printkit.drawing.shapes import Group, Image, Path, Shade, Shape, Text, Use

def paint(shape: Shape) -> str:
    if isinstance(shape, Path | Text | Use | Group | Image | Shade):
        return ""
    assert_never(shape)
"""


@pytest.mark.parametrize("kind", get_args(Shape))
def test_every_painter_takes_every_shape(kind: type, fonts: Fonts) -> None:
    sheet = single(Face("a", 20, 20, (EXAMPLES[kind],)))
    svg = SvgPainter(fonts, SYMBOLS).paint(sheet, "a")
    assert ElementTree.fromstring(svg) is not None
    pdf = io.BytesIO()
    painter = PdfPainter(pdf, Meta("a", "", "", "", "a"), fonts, SYMBOLS)
    painter.paint([sheet])
    painter.save()
    assert pdf.getvalue().startswith(b"%PDF")


@pytest.mark.sweep
def test_a_painter_that_forgets_a_shape_does_not_pass_the_type_check(tmp_path: FilePath) -> None:
    file = tmp_path / "forgetful.py"
    file.write_text(FORGETFUL)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    assert 'has incompatible type "Field"' in said


def test_a_walk_goes_through_groups_in_the_order_drawn() -> None:
    inner = Group((RUN, EXAMPLES[Field]))
    outer = Group((SQUARE, inner))
    assert list(walk((outer, EXAMPLES[Use]))) == [
        outer, SQUARE, inner, RUN, EXAMPLES[Field], EXAMPLES[Use],
    ]  # fmt: skip
    assert list(texts((outer,))) == [RUN]


def test_fields_come_in_the_order_of_filling_in() -> None:
    """By their order; those of one order as they are in the template."""
    made = {
        name: Field(name, "number", name, 0, 0, 1, 1, order=order)
        for name, order in (("total", 2), ("first", 0), ("late", 1), ("second", 0))
    }
    shapes = (made["total"], Group((made["first"], made["late"])), made["second"], SQUARE)
    assert [field.name for field in fields(shapes)] == ["first", "second", "late", "total"]

"""Sheets as SVG, by svgwrite, from the same records that the PDF is painted from.

Text is drawn as glyph outlines, so that the file looks the same where the fonts are not installed;
each run's words are its ARIA label.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

import svgwrite

from printkit.art.glyphs import Glyphs, glyph_positions
from printkit.drawing.geometry import IDENTITY, Matrix
from printkit.drawing.paths import number_text, path_data
from printkit.drawing.shapes import (
    CURRENT,
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
    extent,
    identifier,
)
from printkit.sheets.sheet import Placement, Sheet
from printkit.typography.fonts import Font, Fonts

FAR = 2000  # mm: how far masks reach, beyond all sheets
# The roles of groups as ARIA.
ARIA: Mapping[str, Mapping[str, str]] = {
    "H1": {"role": "heading", "aria-level": "1"},
    "H2": {"role": "heading", "aria-level": "2"},
    "H3": {"role": "heading", "aria-level": "3"},
    "P": {"role": "paragraph"},
    "L": {"role": "list"},
    "LI": {"role": "listitem"},
    "Lbl": {"role": "none"},
    "Caption": {"role": "caption"},
    "Figure": {"role": "img"},
    "Artifact": {"aria-hidden": "true"},
    "TOC": {"role": "listitem"},
    "Note": {"role": "note"},
    "TR": {"role": "row"},
    "TH": {"role": "columnheader"},
    "TD": {"role": "cell"},
}


class SvgPainter:
    """Paints one sheet into one SVG document, in mm; ``prefix`` begins its IDs."""

    prefix = ""

    def __init__(self, fonts: Fonts, symbols: Mapping[str, Symbol]) -> None:
        self.fonts = fonts
        self.symbols = symbols
        self.defined: set[str] = set()
        self.glyphs = Glyphs()  # for all documents

    def paint(self, sheet: Sheet, title: str) -> str:
        """Return the sheet as the text of an SVG file."""
        self.defined.clear()
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{self.element(sheet, title)}\n'

    def element(self, sheet: Sheet, title: str) -> str:
        """Return the sheet as an element of a page; what earlier ones of the same page define is
        not defined again."""
        size = (f"{number_text(sheet.width)}mm", f"{number_text(sheet.height)}mm")
        view = f"0 0 {number_text(sheet.width)} {number_text(sheet.height)}"
        self.document = svgwrite.Drawing(size=size, viewBox=view, debug=False)
        self.document.set_desc(title=title)
        for placement in sheet.placements:
            self.document.add(self.piece(placement))
        for shape in sheet.shapes:
            self.document.add(self.shape(shape))
        text: str = self.document.tostring()
        return text

    def piece(self, placement: Placement) -> Any:
        face = placement.face
        return self.group(Group(face.shapes, placement.matrix, extent(face)))

    def shape(self, shape: Shape) -> Any:
        if isinstance(shape, Path):
            return self.document.path(path_data(shape.steps), **_style(shape.style))
        if isinstance(shape, Text):
            return self.text(shape)
        if isinstance(shape, Use):
            return self.use(shape)
        if isinstance(shape, Group):
            return self.group(shape)
        if isinstance(shape, Image):
            return self.image(shape)
        if isinstance(shape, Shade):
            return self.shade(shape)
        if isinstance(shape, Field):
            return self.document.g()  # drawn by the shapes around it
        assert_never(shape)

    def image(self, image: Image) -> Any:
        """Return a picture made of dots, as a PNG or a JPEG in the file itself."""
        from printkit.pictures.export import data_uri  # few games have pictures

        box = {"insert": (image.x, image.y), "size": (image.width, image.height)}
        made = self.document.image(data_uri(image), **box)
        made["preserveAspectRatio"] = "none"
        return made

    def shade(self, shade: Shade) -> Any:
        box = (shade.x, shade.y), (shade.width, shade.height)
        return self.document.rect(*box, fill=f"url(#{self.gradient(shade)})")

    def gradient(self, shade: Shade) -> str:
        name = f"{self.prefix}shade{len(self.defined)}"
        self.defined.add(name)
        keys = ("fx", "fy", "fr", "cx", "cy", "r") if shade.radial else ("x1", "y1", "x2", "y2")
        ends = dict(zip(keys, map(number_text, shade.ends), strict=True))
        kind = self.document.radialGradient if shade.radial else self.document.linearGradient
        made = kind(id=name, gradientUnits="userSpaceOnUse", **ends)
        if shade.matrix != IDENTITY:
            made["gradientTransform"] = _matrix(shade.matrix)
        for stop in shade.stops:
            opacity = stop.opacity if stop.opacity < 1 else None
            made.add_stop_color(number_text(stop.at), stop.colour, opacity)
        self.document.defs.add(made)
        return name

    def mask(self, shapes: tuple[Shape, ...]) -> str:
        name = f"{self.prefix}mask{len(self.defined)}"
        self.defined.add(name)
        box = {"x": -FAR, "y": -FAR, "width": 2 * FAR, "height": 2 * FAR}
        made = self.document.mask(id=name, maskUnits="userSpaceOnUse", **box)
        for shape in shapes:
            made.add(self.shape(shape))
        self.document.defs.add(made)
        return name

    def group(self, group: Group) -> Any:
        extra: dict[str, Any] = {}
        if group.matrix != IDENTITY:
            extra["transform"] = _matrix(group.matrix)
        if group.clip is not None:
            extra["clip_path"] = f"url(#{self.clip(group.clip)})"
        if group.opacity < 1:
            extra["opacity"] = number_text(group.opacity)
        if group.mask:
            extra["mask"] = f"url(#{self.mask(group.mask)})"
        made = self.document.g(**extra)
        if group.role:
            made.attribs |= ARIA[group.role]
            if group.says:
                made.set_desc(title=group.says)
        for shape in group.shapes:
            made.add(self.shape(shape))
        return made

    def clip(self, path: Path) -> str:
        name = f"{self.prefix}clip{len(self.defined)}"
        self.defined.add(name)
        made = self.document.clipPath(id=name)
        rule = {"clip_rule": "evenodd"} if path.style.even_odd else {}
        made.add(self.document.path(path_data(path.steps), **rule))
        self.document.defs.add(made)
        return name

    def use(self, use: Use) -> Any:
        symbol = self.symbols[use.symbol]
        name = f"{self.prefix}symbol-{identifier(use.symbol)}"
        if name not in self.defined:
            self.defined.add(name)
            made = self.document.g(id=name)
            for shape in symbol.shapes:
                made.add(self.shape(shape))
            self.document.defs.add(made)
        holder = self.document.g(transform=_matrix(use.placing(symbol)))
        if use.colour != CURRENT:
            holder["color"] = use.colour
        holder.add(self.document.use(f"#{name}"))
        return holder

    def text(self, text: Text) -> Any:
        font = self.fonts.by_key(text.font)
        made = self.document.g(
            transform=_matrix((text.size, 0, 0, -text.size, text.x, text.y)), fill=text.fill
        )
        made["aria-label"] = text.text
        for char, x in glyph_positions(text, font):
            made.add(self.document.use(f"#{self.glyph(font, char)}", x=number_text(x)))
        return made

    def glyph(self, font: Font, char: str) -> str:
        letters = font.ttf.spelled[char] if char in font.ttf.composites else char
        name = f"{self.prefix}{font.key}-{'-'.join(f'{ord(one):x}' for one in letters)}"
        if name not in self.defined:
            self.defined.add(name)
            self.document.defs.add(self.document.path(self.glyphs.outline(font, char), id=name))
        return name


def _style(style: Style) -> dict[str, Any]:
    """Presentation attributes; SVG's defaults are left out."""
    values: dict[str, Any] = {"fill": style.fill or "none"}
    if style.even_odd:
        values["fill_rule"] = "evenodd"
    if style.stroke is not None:
        values["stroke"] = style.stroke
        values["stroke_width"] = number_text(style.width)
        if style.dash:
            values["stroke_dasharray"] = " ".join(number_text(length) for length in style.dash)
        if style.dash_offset:
            values["stroke_dashoffset"] = number_text(style.dash_offset)
        if style.cap != "butt":
            values["stroke_linecap"] = style.cap
        if style.join != "miter":
            values["stroke_linejoin"] = style.join
        if style.miter:
            values["stroke_miterlimit"] = number_text(style.miter)
    return values


def _matrix(matrix: Matrix) -> str:
    return "matrix(" + " ".join(number_text(value) for value in matrix) + ")"

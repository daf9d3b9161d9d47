"""The figures of a rulebook as SVG elements of one page of HTML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

import msgspec
from markupsafe import Markup

from printkit.drawing.paths import number_text
from printkit.drawing.shapes import CURRENT, Face, Group, Symbol, Text, Use, extent
from printkit.painting.svg import SvgPainter
from printkit.sheets.aloud.markup import in_words
from printkit.typography.fonts import Fonts

DEFINED = Markup('<svg class="defined" aria-hidden="true" width="0" height="0">{}</svg>')


class FigurePainter(SvgPainter):
    """Paints faces as pictures of one page, which share what they define."""

    prefix = "svg-"

    def __init__(self, fonts: Fonts, symbols: Mapping[str, Symbol]) -> None:
        import svgwrite

        super().__init__(fonts, symbols)
        self.document = svgwrite.Drawing(debug=False)

    def figure(self, face: Face, says: str) -> Markup:
        """A face as an SVG element that is called ``says``."""
        drawn = self.group(Group(face.shapes, clip=extent(face)))
        return element(drawn, face.width, face.height, says)

    def icon(self, symbol: Symbol) -> Markup:
        """An icon as an SVG element in a text, in the colour of its words."""
        drawn = self.use(Use(symbol.name, side=symbol.size, colour=CURRENT))
        return element(drawn, symbol.size, symbol.size, in_words(symbol.name), "sign")

    def definitions(self) -> Markup:
        """What the figures refer to, for one place of the page."""
        return DEFINED.format(Markup(self.document.defs.tostring()))

    def group(self, group: Group) -> Any:
        """A group; what is in a picture has no roles of its own."""
        return super().group(msgspec.structs.replace(group, role="", says=""))

    def text(self, text: Text) -> Any:
        made = super().text(text)
        del made.attribs["aria-label"]
        return made


def element(drawn: Any, width: float, height: float, says: str, style: str = "") -> Markup:
    """What is drawn, as an SVG element of this size in mm that is called ``says``, of a class
    ``style`` if there is one."""
    box = f"0 0 {number_text(width)} {number_text(height)}"
    named = {"viewBox": box, "role": "img", "aria-label": says}
    made = ElementTree.Element("svg", {"class": style, **named} if style else named)
    made.append(drawn.get_xml())
    return Markup(ElementTree.tostring(made, encoding="unicode"))

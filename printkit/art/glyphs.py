"""The outlines of glyphs, for drawings that bring no fonts."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from printkit.art.extents import moved
from printkit.drawing.geometry import Step
from printkit.drawing.paths import number_text, parse_path
from printkit.drawing.shapes import Path, Style, Text
from printkit.typography.fonts import NO_BREAK_SPACE, Font, Fonts
from printkit.typography.marks import Part


class Glyphs:
    """The outlines of the glyphs of fonts, each of which is opened once."""

    def __init__(self) -> None:
        self.opened: dict[str, tuple[Any, Any, float]] = {}
        self.outlines: dict[str, str] = {}

    def outline(self, font: Font, char: str) -> str:
        """Return a glyph's outline in ems, y upwards, as path data."""
        key = f"{font.key}-{ord(char):x}"
        if key not in self.outlines:
            glyphs, names, units = self.open(font)
            pen = SVGPathPen(glyphs, ntos=lambda value: number_text(value / units))
            whole = [Part(font.ttf.face.charToGlyph[ord(char)], 0, 0)]
            for glyph, x, y in font.ttf.composites.get(char, whole):
                glyphs[names[glyph]].draw(TransformPen(pen, (1, 0, 0, 1, x, y)))
            self.outlines[key] = pen.getCommands() or "M0 0"
        return self.outlines[key]

    def open(self, font: Font) -> tuple[Any, Any, float]:
        """The font's glyphs by name, their names by number, and how many units make an em."""
        if font.key not in self.opened:
            ttf = TTFont(BytesIO(font.raw), lazy=True)
            self.opened[font.key] = ttf.getGlyphSet(), ttf.getGlyphOrder(), ttf["head"].unitsPerEm
        return self.opened[font.key]

    def drawn(self, text: Text, fonts: Fonts) -> Path:
        """Return a text as a path."""
        font, steps = fonts.by_key(text.font), list[Step]()
        for char, x in glyph_positions(text, font):
            matrix = (text.size, 0.0, 0.0, -text.size, text.x + text.size * x, text.y)
            steps += moved(parse_path(self.outline(font, char)), matrix)
        return Path(tuple(steps), Style(text.fill))


def glyph_positions(text: Text, font: Font) -> list[tuple[str, float]]:
    """Return the characters of a text that are seen, and where each begins, in ems."""
    found, x = [], 0.0
    drawn, kerns = font.shaped(text.text)
    for char, kern in zip(drawn, kerns or [0] * len(drawn), strict=True):
        blank = char in (" ", NO_BREAK_SPACE)
        if not blank:
            found.append((char, x))
        x += (font.advances.get(ord(char), 0.0) + kern) / 1000
        x += text.word_space / text.size if blank else 0.0
        x += text.letter_space / text.size
    return found

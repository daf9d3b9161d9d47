"""The outlines of a font as TrueType has them: curves of the second degree, no parts in parts."""

from __future__ import annotations

from typing import Any

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

from card_data.limits import MOST_POINTS_OF_A_GLYPH
from printkit.typography.own.clean import FontError

DEVIATION = 0.0005  # em: how far a converted curve may be from its original; rounded, 0.0014
DEEPEST = 8  # parts of glyphs inside one another


def make_plain(font: TTFont) -> None:
    """Give a font outlines in `glyf`, each drawn out."""
    if "glyf" in font:
        flatten(font)
    else:
        convert(font)
    if max((points(glyph) for glyph in font["glyf"].glyphs.values()), default=0) == 0:
        raise FontError("has no outlines for its characters")


def points(glyph: Any) -> int:
    """How many points a simple glyph has; raise `FontError` if there are too many."""
    number = len(getattr(glyph, "coordinates", ()))
    if number > MOST_POINTS_OF_A_GLYPH:
        raise FontError(f"has a glyph of {number:,} points, more than {MOST_POINTS_OF_A_GLYPH:,}")
    return number


def convert(font: TTFont) -> None:
    """Replace the curves of a font with PostScript outlines."""
    glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
    most = DEVIATION * font["head"].unitsPerEm
    drawn: dict[str, Any] = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, most, reverse_direction=True))
        drawn[name] = pen.glyph()
        points(drawn[name])
    for table in ("CFF ", "CFF2", "VORG"):
        if table in font:
            del font[table]
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, drawn
    measure(font)
    font["maxp"] = maxp = newTable("maxp")
    maxp.tableVersion, maxp.numGlyphs = 0x00010000, len(order)
    maxp.maxZones, maxp.maxStackElements = 1, 0
    for field in (
        *("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"),
        *("maxSizeOfInstructions", "maxComponentElements", "maxComponentDepth", "maxPoints"),
        *("maxContours", "maxCompositePoints", "maxCompositeContours"),
    ):
        setattr(maxp, field, 0)
    font.sfntVersion = "\0\1\0\0"


def flatten(font: TTFont) -> None:
    """Draw out the glyphs that are made of others."""
    table, glyphs = font["glyf"], font.getGlyphSet()
    sizes: dict[str, int] = {}
    composite = [name for name in table.keys() if table[name].isComposite()]  # noqa: SIM118
    for name in font.getGlyphOrder():
        if drawn_out(table, name, sizes, 0) > MOST_POINTS_OF_A_GLYPH:
            raise FontError(f"has a glyph of more than {MOST_POINTS_OF_A_GLYPH:,} points")
    drawn = {}
    for name in composite:
        pen = TTGlyphPen(None)
        glyphs[name].draw(DecomposingFilterPen(pen, glyphs))
        drawn[name] = pen.glyph()
    for name, glyph in drawn.items():
        table[name] = glyph
    for name in font.getGlyphOrder():
        table[name].removeHinting()
    measure(font)


def drawn_out(table: Any, name: str, sizes: dict[str, int], depth: int) -> int:
    """How many points a glyph comes to with all its parts; raise `FontError` for one in itself."""
    if depth > DEEPEST:
        raise FontError(f"has glyphs of parts more than {DEEPEST} deep")
    if name not in sizes:
        glyph = table[name]
        parts = glyph.components if glyph.isComposite() else ()
        own = 0 if parts else points(glyph)
        inner = (drawn_out(table, part.glyphName, sizes, depth + 1) for part in parts)
        sizes[name] = min(own + sum(inner), MOST_POINTS_OF_A_GLYPH + 1)
    return sizes[name]


def measure(font: TTFont) -> None:
    """Have the side bearings be those of the outlines, where the widths stay."""
    table, metrics = font["glyf"], font["hmtx"].metrics
    for name in font.getGlyphOrder():
        glyph = table[name]
        glyph.recalcBounds(table)
        metrics[name] = metrics[name][0], getattr(glyph, "xMin", 0)

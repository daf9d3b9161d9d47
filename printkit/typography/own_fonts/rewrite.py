"""A font file written anew for reportlab: one font of it, with the characters of a game."""

from __future__ import annotations

import logging
import re
from io import BytesIO
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

from printkit.typography.own_fonts.clean_font import CleanFont, FontError
from printkit.typography.own_fonts.font_file import (
    FAMILY,
    FULL_NAME,
    LICENCE,
    LICENCE_PAGE,
    OLD_FAMILY,
    axis_values,
    heights,
    name_record,
    opened,
    rights,
)
from printkit.typography.own_fonts.scripts import UNSET

LIMIT_ERRORS = 0x100000  # characters from there on are ours: `printkit.typography.fonts`
USUAL = (  # characters that templates make of others: ASCII, signs, dashes and quotation marks
    *range(0x80), *range(0xA0, 0xC0), *map(ord, "×÷−→✓"), *range(0x2010, 0x2030)
)  # fmt: skip
TABLES = frozenset(
    ("cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "glyf", "loca", "CFF ", "CFF2",
     "GDEF", "GPOS", "GSUB", "kern", "fvar", "avar", "gvar", "HVAR", "MVAR")
)  # fmt: skip
FEATURES = ("kern", "liga", "smcp")  # those that `printkit.typography.opentype` reads
STAND_INS = {0xA0: 0x20, 0xAD: 0x2D, 0x2019: 0x27}  # characters drawn as others where they lack
DEVIATION = 0.0005  # em: how far a converted curve may be from its original; rounded, 0.0014
UNSAFE = re.compile(r"[^A-Za-z0-9-]+")  # in the name by which a PDF calls a font


def clean(raw: bytes, index: int, instance: str | dict[str, float] | None, used: str) -> CleanFont:
    """One font of a file, with the characters that are ``used``, in capitals and small letters.

    Raise `FontError` for one that cannot be used.
    """
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # it tells what it leaves out
    try:
        return cleaned(opened(raw, index), instance, used)
    except (FontError, MemoryError):
        raise
    except Exception:  # what a damaged file makes of its reader has many names, by chance
        raise FontError("is damaged: it cannot be read") from None


def cleaned(font: TTFont, instance: str | dict[str, float] | None, used: str) -> CleanFont:
    allowed, place = rights(font), axis_values(font, instance)
    name = name_record(font, *((FAMILY, OLD_FAMILY) if place else (FULL_NAME,))) or "Unnamed"
    if place:
        name += "".join(f" {tag} {value:g}" for tag, value in place.items())
    licence = name_record(font, LICENCE, LICENCE_PAGE).partition(". ")[0] or "no licence named"
    subset(font, used)
    if place:
        from fontTools.varLib.instancer import instantiateVariableFont  # as slow as a small font

        instantiateVariableFont(font, place, inplace=True)
    file = BytesIO()
    rebuilt(font, UNSAFE.sub("", name)[:40] or "Font").save(file, reorderTables=None)
    return CleanFont(file.getvalue(), name, licence, allowed)


def subset(font: TTFont, used: str) -> None:
    """Leave out of a font all that is not for these characters, and what is never set."""
    mapped = mapping(font)
    wanted = mapped.keys() & {*USUAL, *map(ord, used + used.upper() + used.lower())}
    kept = {point for point in wanted if point < LIMIT_ERRORS and not re.match(UNSET, chr(point))}
    how = Options(
        layout_features=[*FEATURES], layout_scripts=["*"], legacy_kern=True, notdef_outline=True,
        drop_tables=set(font.keys()) - TABLES,
    )  # fmt: skip
    subsetter = Subsetter(how)
    subsetter.populate(unicodes=kept)
    subsetter.subset(font)


def mapping(font: TTFont) -> dict[int, str]:
    """Return the characters of a font; those of one of symbols, which Windows has at U+F020, as
    letters too."""
    symbols = font["cmap"].getcmap(3, 0)
    if symbols is not None and not font.getBestCmap():
        symbols.platEncID = 1
        symbols.cmap |= {point & 0xFF: name for point, name in symbols.cmap.items()}
    mapped: dict[int, str] = font.getBestCmap() or {}
    if not mapped:
        raise FontError("has no characters of Unicode")
    return mapped


def rebuilt(font: TTFont, name: str) -> TTFont:
    """A TrueType font with what reportlab and `printkit.typography` read of another, and no more.

    Outlines are of the second degree, and glyphs have no parts.
    """
    units, (ascent, descent) = font["head"].unitsPerEm, heights(font)
    if not 16 <= units <= 16384 or ascent <= descent:
        raise FontError("its measures make no sense: units, ascent or descent")
    glyphs, mapped = truetype_outlines(font), dict(font.getBestCmap() or {})
    seen = [glyphs[name] for point, name in mapped.items() if chr(point).isprintable()]
    if len(seen) > 1 and not any(glyph.numberOfContours for glyph in seen):
        raise FontError("has no outlines for its characters")
    for point, same in STAND_INS.items():
        if point not in mapped and same in mapped:
            mapped[point] = mapped[same]
    made = FontBuilder(units)
    made.updateHead(created=0, modified=0)  # not now: what is built again is the same
    made.setupGlyphOrder(font.getGlyphOrder())
    made.setupCharacterMap(mapped, allowFallback=True)
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics(font["hmtx"].metrics)
    made.setupHorizontalHeader(ascent=ascent, descent=descent)
    made.setupNameTable(dict.fromkeys(("familyName", "fullName", "psName"), name), mac=False)
    capital = glyphs.get(mapped.get(ord("H"), ""))
    made.setupOS2(
        usWeightClass=font["OS/2"].usWeightClass if "OS/2" in font else 400,
        sTypoAscender=ascent, sTypoDescender=descent,
        sCapHeight=getattr(capital, "yMax", round(0.7 * ascent)),
    )  # fmt: skip
    angle = font["post"].italicAngle if "post" in font else 0.0
    made.setupPost(keepGlyphNames=False, italicAngle=angle)
    for tag in {"GPOS", "GSUB"} & set(font.keys()):
        made.font[tag] = font[tag]
    if "kern" in font:
        made.font["kern"] = old_kerning(font["kern"])
    return made.font


def truetype_outlines(font: TTFont) -> dict[str, Any]:
    """The glyphs of a font as those of TrueType: drawn anew where they are not, or have parts."""
    glyphs, metrics, most = font.getGlyphSet(), font["hmtx"], DEVIATION * font["head"].unitsPerEm
    found = {}
    for name in font.getGlyphOrder():
        glyph = font["glyf"][name] if "glyf" in font else None
        if glyph is None or glyph.isComposite():
            pen = TTGlyphPen(None)
            quadratic = Cu2QuPen(pen, most, reverse_direction=glyph is None)
            glyphs[name].draw(DecomposingFilterPen(quadratic, glyphs))
            glyph = pen.glyph()
            glyph.recalcBounds(None)
            metrics[name] = metrics[name][0], getattr(glyph, "xMin", 0)
        glyph.removeHinting()
        found[name] = glyph
    return found


def old_kerning(table: Any) -> Any:
    """Return a table ``kern`` whose pairs are all in one, where `printkit.typography.opentype`
    reads them."""
    made, pairs = newTable("kern"), KernTable_format_0()
    pairs.coverage, pairs.kernTable = 1, {}
    for one in table.kernTables:
        pairs.kernTable |= getattr(one, "kernTable", {})
    made.version, made.kernTables = 0, [pairs]
    return made

"""A font file written anew for reportlab: one font of it, with the characters of a game."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from itertools import product
from struct import unpack_from
from typing import Any
from unicodedata import normalize

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

from printkit.typography.marks import DOTLESS
from printkit.typography.own_fonts.clean_font import SYMBOLS, VARIED, CleanFont, FontError
from printkit.typography.own_fonts.font_file import (
    FAMILY,
    FULL_NAME,
    LICENCE,
    LICENCE_PAGE,
    NO_OUTLINES,
    OLD_FAMILY,
    AxisValues,
    axis_values,
    heights,
    name_record,
    opened,
    rights,
)
from printkit.typography.own_fonts.scripts import IGNORABLE, MARK, UNSET

OURS = 0x100000  # characters from there on are not the font's: `printkit.typography.fonts`
USUAL = (  # characters that templates make of others: ASCII, signs, dashes and quotation marks
    *range(0x80), *range(0xA0, 0xC0), *map(ord, "×÷−→✓"), *range(0x2010, 0x2030)
)  # fmt: skip
TABLES = {  # without those of outlines, which are read apart
    *("head", "hhea", "maxp", "OS/2", "post", "GDEF", "GPOS", "GSUB", "kern"),
    *("fvar", "avar", "MVAR"),
}
FEATURES = ("kern", "liga", "smcp", "mark", "mkmk")  # those of `printkit.typography.opentype`
APOSTROPHE, STRAIGHT = 0x2019, 0x27  # drawn so where it lacks
CLASSES = 2  # format of a subtable of kern
BLANK = f"[ \u2800\U0001d159]|{IGNORABLE}"  # printable characters that have no outlines
DEVIATION = 0.0005  # em: how far a converted curve may be from its original; rounded, 0.0014
Outlines = tuple[dict[str, Any], dict[str, tuple[int, int]]]  # glyphs; advances, left bearings
UNSAFE = re.compile(r"[^A-Za-z0-9-]+")  # in the name by which a PDF calls a font


def clean(
    raw: bytes, index: int, instance: str | dict[str, float] | None, used: str, cut: str = "regular"
) -> CleanFont:
    """One font of a file, with the characters that are ``used``, in capitals and small letters;
    ``cut`` is what it is in its family.

    Raise `FontError` for one that cannot be used.
    """
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # it tells what it leaves out
    try:
        return cleaned(raw, index, instance, used, cut)
    except (FontError, MemoryError):
        raise
    except Exception:  # what a damaged file makes of its reader has many names, by chance
        raise FontError("is damaged: it cannot be read") from None


def cleaned(
    raw: bytes, index: int, instance: str | dict[str, float] | None, used: str, cut: str
) -> CleanFont:
    font, drawn = opened(raw, index), opened(raw, index)
    drawn.setGlyphOrder(font.getGlyphOrder())
    allowed, place = rights(font), axis_values(font, instance, cut)
    name = name_record(font, *((FAMILY, OLD_FAMILY) if place else (FULL_NAME,))) or "Unnamed"
    name += "".join(f" {tag} {value:g}" for tag, value in place.items())
    licence = name_record(font, LICENCE, LICENCE_PAGE).partition(". ")[0] or "no licence named"
    symbolic = not font["cmap"].getBestCmap() and font["cmap"].getcmap(3, 0) is not None
    (mapped, varied), axes = subset(font, used), font["fvar"].axes if place else ()
    if all(place[axis.axisTag] == axis.defaultValue for axis in axes):
        place = {}  # as in the file
    else:
        from fontTools.varLib.instancer import instantiateVariableFont  # as slow as a small font

        font["name"] = newTable("name")  # which it expects
        instantiateVariableFont(font, place, inplace=True)
    outlines = truetype_outlines(drawn, font.getGlyphOrder(), place)
    file = BytesIO()
    mapped = {point: one for point, one in mapped.items() if is_drawn(chr(point), outlines[0][one])}
    made = rebuilt(font, mapped, outlines, UNSAFE.sub("", name)[:40] or "Font")
    made.save(file, reorderTables=None)
    return CleanFont(file.getvalue(), name, licence, allowed, symbolic, varied)


def subset(font: TTFont, used: str) -> tuple[dict[int, str], dict[str, str]]:
    """Leave out of a font's tables for setting text all that is not for these characters; return
    those that it has, with the names of their glyphs, and what stands for their variants. Other
    tables go, those of outlines too."""
    mapped = mapping(font)
    lacks = "".join(one for one in used if ord(one) not in mapped)
    if re.search(MARK, parts := normalize("NFD", used if re.search(MARK, used) else lacks)):
        used += parts + "".join(DOTLESS.values())
    used += normalize("NFC", lacks)
    wanted = mapped.keys() & {*USUAL, *map(ord, used + used.upper() + used.lower())}
    kept = {
        point: mapped[point]
        for point in sorted(wanted)
        if point < OURS and not re.match(UNSET, chr(point))
    }
    variants = {
        chr(point) + chr(selector): name
        for table in font["cmap"].tables
        for selector, entries in getattr(table, "uvsDict", {}).items()
        for point, name in entries
        if name and point in kept and chr(selector) in used
    }
    varied = {letters: chr(VARIED + at) for at, letters in enumerate(sorted(variants))}
    kept |= {ord(varied[letters]): name for letters, name in variants.items()}
    how = Options(
        layout_features=[*FEATURES], layout_scripts=["*"], legacy_kern=True, notdef_glyph=False,
        drop_tables=set(font.keys()) - TABLES, prune_unicode_ranges=False,
        prune_codepage_ranges=False,
    )  # fmt: skip
    if "kern" in font:
        font["kern"] = old_kerning(font["kern"], font.getGlyphOrder(), {*kept.values()})
    subsetter = Subsetter(how)
    subsetter.populate(glyphs={font.getGlyphName(0), *kept.values()})
    subsetter.subset(font)
    return kept, varied


def mapping(font: TTFont) -> dict[int, str]:
    """Return the characters of a font with the names of their glyphs.

    They come from its table of Unicode, with what is the same to Unicode, as the Greek Ω is to the
    sign of the ohm. The symbols that Windows has from U+F020 to U+F0FF are also
    at the letters that are typed for them; a font with neither has tables in other encodings.
    """
    tables, mapped = font["cmap"], {}
    symbols = tables.getcmap(3, 0)
    if symbols is not None:
        typed = {code & 0xFF: name for code, name in symbols.cmap.items() if code >> 8 in (0, 0xF0)}
        mapped = symbols.cmap | {SYMBOLS + code: name for code, name in typed.items()}
        mapped |= decoded(typed, "cp1252")
    elif not tables.getBestCmap():
        for table in tables.tables:
            mapped |= decoded(table.cmap, table.getEncoding("ascii"))
    mapped |= tables.getBestCmap() or {}
    if not mapped:
        raise FontError("has no characters")
    same = {normalize("NFC", chr(point)): name for point, name in mapped.items()}
    return {ord(char): name for char, name in same.items() if len(char) == 1} | mapped


def decoded(codes: dict[int, str], encoding: str) -> dict[int, str]:
    """Return the characters that codes of an encoding stand for, each with what its code has."""
    chars = {
        code.to_bytes(1 + (code > 0xFF), "big").decode(encoding, "ignore"): name
        for code, name in codes.items()
    }
    return {ord(char): name for char, name in chars.items() if len(char) == 1}


def rebuilt(font: TTFont, mapped: dict[int, str], outlines: Outlines, name: str) -> TTFont:
    """Return a TrueType font with what reportlab and `printkit.typography` read of another."""
    units, (ascent, descent) = font["head"].unitsPerEm, heights(font)
    if not 16 <= units <= 16384 or ascent <= descent:
        raise FontError("its measures make no sense: units, ascent or descent")
    glyphs, metrics = outlines
    if STRAIGHT in mapped:
        mapped.setdefault(APOSTROPHE, mapped[STRAIGHT])
    made = FontBuilder(units)
    made.updateHead(created=0, modified=0)  # not now: what is built again is the same
    made.setupGlyphOrder(font.getGlyphOrder())
    made.setupCharacterMap(mapped, allowFallback=True)
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics(metrics)
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
    for tag in {"GPOS", "GSUB", "kern"} & set(font.keys()):
        made.font[tag] = font[tag]
    return made.font


def is_drawn(char: str, glyph: Any) -> bool:
    """Whether a font draws a character that it lists, if that is drawn at all: some have an empty
    glyph for each letter that they lack."""
    seen = char.isprintable() and not re.match(BLANK, char)
    return not seen or glyph.numberOfContours != 0


def truetype_outlines(font: TTFont, names: Sequence[str], place: AxisValues) -> Outlines:
    """Return glyphs of a font as those of TrueType, with their advances and left bearings: drawn
    anew where they are of the third degree, have parts or vary, and so are not as in the file."""
    most, glyphs = DEVIATION * font["head"].unitsPerEm, font.getGlyphSet(location=place)
    shapes = font.get("glyf")
    if shapes and not any(shapes[name].numberOfContours for name in font.getGlyphOrder()):
        raise FontError(NO_OUTLINES)
    found, metrics = {}, {}
    for name in names:
        glyph, metrics[name] = shapes[name] if shapes else None, font["hmtx"][name]
        if glyph is None or glyph.isComposite() or place:
            pen = TTGlyphPen(None)
            quadratic = Cu2QuPen(pen, most, reverse_direction=glyph is None)
            glyphs[name].draw(DecomposingFilterPen(quadratic, glyphs))
            glyph = pen.glyph()
            glyph.recalcBounds(None)
            metrics[name] = round(glyphs[name].width), getattr(glyph, "xMin", 0)
        glyph.removeHinting()
        found[name] = glyph
    return found, metrics


def old_kerning(table: Any, names: Sequence[str], kept: set[str]) -> Any:
    """Return a table ``kern`` whose pairs are all in one, where `printkit.typography.opentype`
    reads them: what subtables say of a pair is added up. ``names`` are those of all glyphs; only
    of ``kept`` ones are classes resolved."""
    made, pairs, found = newTable("kern"), KernTable_format_0(), Counter[tuple[str, str]]()
    for one in table.kernTables:
        found.update(getattr(one, "kernTable", {}))
        if one.format == CLASSES:
            found.update(of_classes(one.data, 8 if table.version else 6, names, kept))
    pairs.coverage, pairs.kernTable = 1, dict(found)
    made.version, made.kernTables = 0, [pairs]
    return made


def of_classes(
    table: bytes, head: int, names: Sequence[str], kept: set[str]
) -> dict[tuple[str, str], int]:
    """Return the pairs of a subtable of ``kern`` with classes, which fontTools does not read: those
    of a glyph are the offsets of its row and, from there, of its column."""
    sides = list[list[tuple[str, int]]]()
    for at in unpack_from(">2H", table, head + 2):
        first, count = unpack_from(">2H", table, at)
        offsets = unpack_from(f">{count}H", table, at + 4)
        sides.append([one for one in zip(names[first:], offsets, strict=False) if one[0] in kept])
    return {
        (left, right): unpack_from(">h", table, row + column)[0]
        for (left, row), (right, column) in product(*sides)
        if row and row + column + 2 <= len(table)
    }

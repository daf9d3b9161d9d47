"""A font file made clean: one font of it, written anew with what is set and nothing else.

It runs behind the wall, for a file may do anything to its reader; see docs/develop/safety.md.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection
from io import BytesIO
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.varLib.instancer import instantiateVariableFont

from card_data.limits import MOST_GLYPHS, MOST_MAPPED
from printkit.typography.fonts import OwnFont, ShapedFont
from printkit.typography.own import features, outlines
from printkit.typography.own.clean import Clean, FontError
from printkit.typography.own.opened import (
    FAMILY,
    FULL_NAME,
    LICENCE,
    LICENCE_PAGE,
    OLD_FAMILY,
    heights,
    opened,
    place_of,
    rights,
    said,
)
from printkit.typography.own.scripts import UNSET, is_east_asian

BEYOND = 0x100000  # characters from there on are ours: `printkit.typography.fonts`
LATIN = range(0x600)  # and other letters that go with it
MARKS = (*range(0x1E00, 0x2000), *range(0x2000, 0x2800))  # accented letters, signs, arrows
Used = Callable[[], Collection[str]]  # gives the characters that a game may print
TABLES = frozenset(
    ("head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "loca", "glyf", "name", "post", "GPOS", "GSUB")
)
STAND_INS = {0xA0: 0x20, 0xAD: 0x2D, 0x2019: 0x27}  # characters drawn as others where they lack
OPENING = 4.0  # em: a metric beyond is a mistake
UNSAFE = re.compile(r"[^A-Za-z0-9-]+")  # in the name by which a PDF calls a font


def clean(raw: bytes, index: int, instance: str | dict[str, float] | None, used: Used) -> Clean:
    """One font of a file; of one with very many characters, those that `Used` gives.

    Raise `FontError` for one that cannot be used.
    """
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # it tells what it leaves out
    try:
        made = cleaned(opened(raw, index), instance, used)
        ShapedFont(OwnFont(made.key, made))  # what reads it next must be able to
        return made
    except (FontError, MemoryError):
        raise
    except Exception:  # what a damaged file makes of its reader has many names, by chance
        raise FontError("is damaged: it cannot be read") from None


def cleaned(font: TTFont, instance: str | dict[str, float] | None, used: Used) -> Clean:
    allowed, place = rights(font), place_of(font, instance)
    name = (said(font, FAMILY, OLD_FAMILY) if place else said(font, FULL_NAME)) or "Unnamed"
    if place:
        name += "".join(f" {tag} {value:g}" for tag, value in place.items())
    licence = said(font, LICENCE, LICENCE_PAGE).partition(". ")[0] or "no licence named"
    mapped = allowed_of(font.getBestCmap() or {})
    whole = len(mapped) <= MOST_MAPPED
    kept = mapped if whole else chosen(mapped, used())
    if not kept:
        raise FontError("has no characters that can be set")
    features.drop_damaged(font)
    cut(font, kept)
    if len(font.getGlyphOrder()) > MOST_GLYPHS:
        raise FontError(f"has more than {MOST_GLYPHS:,} glyphs for what can be set")
    if place is not None:
        instantiateVariableFont(font, place, inplace=True)
    outlines.make_plain(font)
    features.make_plain(font)
    finish(font, UNSAFE.sub("", name)[:40] or "Font")
    file = BytesIO()
    font.save(file, reorderTables=None)
    return Clean(file.getvalue(), name, licence, allowed, whole)


def allowed_of(mapped: Collection[int]) -> set[int]:
    """The characters that can be set at all."""
    can = (point for point in mapped if point < BEYOND and not 0xD800 <= point < 0xE000)
    return {point for point in can if not re.match(UNSET, chr(point))}


def chosen(mapped: set[int], used: Collection[str]) -> set[int]:
    """Of very many characters Latin letters, signs, those that are ``used``, and what lies beside
    these unless it is Chinese or Japanese."""
    blocks = {ord(char) >> 8 for char in used if not is_east_asian(char)}
    near = {point for point in mapped if point >> 8 in blocks}
    beside = {point for point in near if not is_east_asian(chr(point))}
    return mapped & {*LATIN, *MARKS, *map(ord, used), *beside}


def cut(font: TTFont, kept: set[int]) -> None:
    """Leave out of a font all that is not for these characters."""
    how = Options()
    how.layout_features, how.layout_scripts = list(features.KEPT), ["*"]
    how.hinting, how.glyph_names, how.legacy_kern = False, False, True
    how.notdef_outline, how.recalc_timestamp = True, False
    how.drop_tables = [*how.drop_tables, "GDEF", "BASE", "JSTF", "DSIG", "EBDT", "EBLC", "vhea",
                       "vmtx", "VORG", "MATH", "meta"]  # fmt: skip
    how.ignore_missing_unicodes = True
    subsetter = Subsetter(how)
    subsetter.populate(unicodes=kept)
    subsetter.subset(font)


def finish(font: TTFont, name: str) -> None:
    """Have what is in a font besides be what `printkit.typography.fonts` reads there."""
    units, (ascent, descent) = font["head"].unitsPerEm, heights(font)
    if not 16 <= units <= 16384 or not 0 < ascent - descent <= OPENING * units:
        raise FontError("its measures make no sense: units, ascent or descent")
    if max(width for width, _ in font["hmtx"].metrics.values()) > OPENING * units:
        raise FontError(f"has a glyph wider than {OPENING:g} em")
    metrics: Any = font.get("OS/2")
    weight = metrics.usWeightClass if metrics is not None else 400
    font["OS/2"] = fresh = newTable("OS/2")
    for field in (
        *("fsType", "ySubscriptXSize", "ySubscriptYSize", "ySubscriptXOffset"),
        *("ySubscriptYOffset", "ySuperscriptXSize", "ySuperscriptYSize", "ySuperscriptXOffset"),
        *("ySuperscriptYOffset", "yStrikeoutSize", "yStrikeoutPosition", "sFamilyClass"),
        *("ulUnicodeRange1", "ulUnicodeRange2", "ulUnicodeRange3", "ulUnicodeRange4"),
        *("usFirstCharIndex", "usLastCharIndex", "sTypoLineGap", "usWinAscent", "usWinDescent"),
        *("ulCodePageRange1", "ulCodePageRange2", "sxHeight", "usDefaultChar", "usBreakChar"),
        *("usMaxContext", "xAvgCharWidth", "fsSelection"),
    ):
        setattr(fresh, field, 0)
    fresh.version, fresh.usWeightClass, fresh.usWidthClass = 4, min(max(weight, 1), 1000), 5
    fresh.achVendID, fresh.panose = "    ", panose()
    fresh.sTypoAscender, fresh.sTypoDescender = ascent, descent
    fresh.sCapHeight = capitals(font) or round(0.7 * ascent)
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = ascent, descent, 0
    angle = font["post"].italicAngle if "post" in font else 0.0
    font["post"] = post = newTable("post")
    post.formatType, post.italicAngle = 3.0, angle if abs(angle) < 60 else 0.0
    post.underlinePosition = post.underlineThickness = post.isFixedPitch = 0
    post.minMemType42 = post.maxMemType42 = post.minMemType1 = post.maxMemType1 = 0
    font["name"] = names = newTable("name")
    names.names = []
    for number in (1, 4, 6):
        names.setName(name, number, 3, 1, 0x409)
    mapped = dict(font.getBestCmap())
    for point, same in STAND_INS.items():
        if point not in mapped and same in mapped:
            mapped[point] = mapped[same]
    font["cmap"] = one_map(mapped)
    for table in set(font.keys()) - TABLES - {"GlyphOrder"}:
        del font[table]


def panose() -> Any:
    from fontTools.ttLib.tables.O_S_2f_2 import Panose

    return Panose(**dict.fromkeys(Panose.__annotations__, 0))


def capitals(font: TTFont) -> int:
    """The height of a capital H, in font units; 0 without one."""
    name = font.getBestCmap().get(ord("H"))
    if name is None:
        return 0
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)
    return round(pen.bounds[3]) if pen.bounds else 0


def one_map(mapped: dict[int, str]) -> Any:
    """A table of characters in the one form that is read."""
    wide = max(mapped) > 0xFFFF
    table = CmapSubtable.newSubtable(12 if wide else 4)
    table.platformID, table.platEncID, table.language = 3, 10 if wide else 1, 0
    table.cmap = mapped
    made = newTable("cmap")
    made.tableVersion, made.tables = 0, [table]
    return made

"""Tiny fonts, made as they are needed: each letter a box of its own width."""

import io
from collections.abc import Mapping
from typing import Any

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.tables.TupleVariation import TupleVariation

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,-'"
CURVE = 0.55  # of a radius: how far the handles of a quarter of a circle are


def named(char: str) -> str:
    return f"u{ord(char):04X}"


def box(pen: Any, width: float, height: float) -> None:
    pen.moveTo((50, 0))
    for point in ((50, height), (width - 50, height), (width - 50, 0)):
        pen.lineTo(point)
    pen.closePath()


def egg(pen: Any, width: float, height: float) -> None:
    x, y = width / 2, height / 2
    pen.moveTo((0, y))
    pen.curveTo((0, y + CURVE * y), (x - CURVE * x, height), (x, height))
    pen.curveTo((x + CURVE * x, height), (width, y + CURVE * y), (width, y))
    pen.curveTo((width, y - CURVE * y), (x + CURVE * x, 0), (x, 0))
    pen.curveTo((x - CURVE * x, 0), (0, y - CURVE * y), (0, y))
    pen.closePath()


def builder(
    chars: str = PLAIN, *, units: int = 1000, cff: bool = False, extra: Mapping[str, int] | None,
    name: str = "Test", style: str = "Regular", wide: int = 0, metrics: Mapping[str, Any] | None,
) -> FontBuilder:  # fmt: skip
    widths = {named(char): units // 2 + ord(char) % 100 + wide for char in chars}
    widths |= extra or {}
    order = [".notdef", *widths]
    made = FontBuilder(units, isTTF=not cff)
    made.setupGlyphOrder(order)
    made.setupCharacterMap({ord(char): named(char) for char in chars})
    every = {".notdef": units // 2, **widths}
    drawn: dict[str, Any] = {}
    for glyph, width in every.items():
        pen = T2CharStringPen(width, None) if cff else TTGlyphPen(None)
        if glyph != named(" "):
            (egg if cff else box)(pen, width, 7 * units // 10)
        drawn[glyph] = pen.getCharString() if cff else pen.glyph()
    if cff:
        made.setupCFF(f"{name}-{style}", {}, drawn, {})
    else:
        made.setupGlyf(drawn)
    made.setupHorizontalMetrics({glyph: (width, 50) for glyph, width in every.items()})
    made.setupHorizontalHeader(ascent=8 * units // 10, descent=-2 * units // 10)
    texts = {"familyName": name, "styleName": style, "fullName": f"{name} {style}",
             "psName": f"{name}-{style}", "licenseDescription": "Free for all. So."}  # fmt: skip
    made.setupNameTable(texts)
    made.setupOS2(**{"version": 4, "fsType": 0, "sTypoAscender": 9 * units // 10,
                     "sTypoDescender": -3 * units // 10, **(metrics or {})})  # fmt: skip
    made.setupPost()
    made.updateHead(created=0, modified=0)
    made.font.recalcTimestamp = False
    return made


def font(
    chars: str = PLAIN, features: str = "", *, extra: Mapping[str, int] | None = None,
    metrics: Mapping[str, Any] | None = None, **given: Any,
) -> TTFont:  # fmt: skip
    """A font with these characters and features, and ``extra`` glyphs with their widths."""
    made = builder(chars, extra=extra, metrics=metrics, **given).font
    if features:
        addOpenTypeFeaturesFromString(made, features)
    return made


def saved(made: TTFont | TTCollection) -> bytes:
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def collection(*fonts: TTFont) -> bytes:
    made = TTCollection()
    made.fonts = [TTFont(io.BytesIO(saved(one)), recalcTimestamp=False) for one in fonts]
    return saved(made)


def packed(made: TTFont) -> bytes:
    """A font as a file for the web (WOFF)."""
    made.flavor = "woff"
    return saved(made)


def encoded(made: TTFont, platform: int, encoding: int, codes: Mapping[int, str]) -> TTFont:
    """A font whose letters are at these codes of an encoding, and have no others."""
    table = CmapSubtable.newSubtable(4 if max(codes) > 0xFF else 6)
    table.platformID, table.platEncID, table.language = platform, encoding, 0
    table.cmap = {code: named(char) for code, char in codes.items()}
    made["cmap"].tables = [table]
    return made


def variable(features: str = "", least: int = 400) -> bytes:
    """A font with an axis, along which every letter becomes 200 units wider."""
    made = builder(extra=None, metrics=None, name="Varied")
    made.setupFvar(
        [("wght", least, least, 900, "Weight")], [{"location": {"wght": 900}, "stylename": "Black"}]
    )
    deltas: dict[str, list[TupleVariation]] = {}
    for glyph in made.font.getGlyphOrder():
        count = len(getattr(made.font["glyf"][glyph], "coordinates", ()))
        moves = [*[(0, 0), (0, 0), (200, 0), (200, 0)][:count], (0, 0), (200, 0), (0, 0), (0, 0)]
        deltas[glyph] = [TupleVariation({"wght": (0.0, 1.0, 1.0)}, moves)]
    made.setupGvar(deltas)
    if features:
        addOpenTypeFeaturesFromString(made.font, features)
    return saved(made.font)


def composite(made: TTFont, glyph: str, *parts: str) -> None:
    pen = TTGlyphPen(made.getGlyphSet())
    for part in parts:
        pen.addComponent(part, (1, 0, 0, 1, 10, 0))
    drawn: Glyph = pen.glyph()
    drawn.xMin = drawn.yMin = drawn.xMax = drawn.yMax = 0
    made["glyf"].glyphs[glyph] = drawn

"""The font in which forms are filled in, as a PDF embeds it.

It is embedded whole, since nobody knows what will be written, and a code is the number of a glyph:
so a form is filled in without reading its font.
"""

from __future__ import annotations

from pikepdf import Array, Dictionary, Name, Object, Pdf, String
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.ttfonts import TTFontMaker

from printkit.typography.fonts import CAPITALS, Font, to_unicode
from printkit.typography.marks import Part

EM = 1000  # units of the font in which forms are filled in
TABLES = ("OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp")  # that a PDF asks for
ITALIC, SYMBOLIC = 1 << 6, 1 << 2  # flags of a font descriptor


def shown(text: str, font: Font, size: float) -> str:
    """Return the operators that show ``text`` in a size, its codes of two bytes a glyph; raise
    `KeyError` for a character that the font lacks."""
    face, found, codes = font.ttf.face, "", ""
    for char in font.shaped(text)[0]:
        base, *marks = font.ttf.composites.get(char, [Part(face.charToGlyph[ord(char)], 0, 0)])
        codes += f"{base.glyph:04x}"
        for glyph, x, y in marks:
            back = face.hmetrics[base.glyph][0] - x
            on = face.hmetrics[glyph][0] - back
            found += f"<{codes}> Tj {fp_str(y / EM * size)} Ts [{back} <{glyph:04x}> {on}] TJ 0 Ts "
            codes = ""
    return f"{found}<{codes}> Tj"


def embedded(font: Font, pdf: Pdf) -> Object:
    """Return the font as a new object of ``pdf``."""
    face, name = font.ttf.face, Name("/" + font.key)
    raw = file_of(font)
    file = pdf.make_stream(raw, Length1=len(raw))
    descriptor = Dictionary(
        Type=Name.FontDescriptor, FontName=name, FontFile2=file,
        Flags=ITALIC | SYMBOLIC if face.italicAngle else SYMBOLIC,
        FontBBox=Array(list(face.bbox)), ItalicAngle=face.italicAngle, StemV=face.stemV,
        Ascent=face.ascent, Descent=face.descent, CapHeight=round(1000 * CAPITALS),
    )  # fmt: skip
    widths = Array([round(advance) for advance, _ in face.hmetrics])
    descendant = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=name, CIDToGIDMap=Name.Identity,
        CIDSystemInfo=Dictionary(
            Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0
        ),
        FontDescriptor=pdf.make_indirect(descriptor), DW=1000, W=Array([0, widths]),
    )  # fmt: skip
    made = Dictionary(
        Type=Name.Font, Subtype=Name.Type0, BaseFont=name, Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(descendant)]),
        ToUnicode=pdf.make_stream(characters(font).encode()),
    )  # fmt: skip
    return pdf.make_indirect(made)


def file_of(font: Font) -> bytes:
    """Return the font's file with those of its tables alone that draw glyphs and find them."""
    maker = TTFontMaker()
    for table in TABLES:
        maker.add(table, font.ttf.face.get_table(table))
    file: bytes = maker.makeStream()
    return file


def characters(font: Font) -> str:
    """Return the map from glyphs to characters, by which viewers search, copy and write; of several
    characters with one glyph it has the first."""
    by_glyph = {glyph: char for char, glyph in sorted(font.glyphs.items(), reverse=True) if glyph}
    entries = [
        f"<{glyph:04X}> <{chr(char).encode('utf-16-be').hex().upper()}>"
        for glyph, char in sorted(by_glyph.items())
    ]
    return to_unicode(entries, digits=4)

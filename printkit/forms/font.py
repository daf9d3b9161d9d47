"""The font in which forms are filled in, as a PDF embeds it.

It is embedded whole, since nobody knows what will be written, and a code is the number of a glyph:
so any form of ours can be filled in without reading its font.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pikepdf import Array, Dictionary, Name, Object, Pdf, String
from reportlab.pdfbase.ttfonts import TTFontMaker

from printkit.typography.fonts import CAPITALS, Font, Fonts
from printkit.typography.to_unicode import to_unicode

NAME = "/Hand"  # in the resources of a form
UPRIGHT = "/HandUpright"  # that for letters which the italic type lacks, where it is needed
TABLES = ("OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp")  # that a PDF asks for
ITALIC, SYMBOLIC = 1 << 6, 1 << 2  # flags of a font descriptor


class Hand:
    """The font of what is written into forms: `printkit.faces.filled` writes in it too."""

    def __init__(self, fonts: Fonts, *, italic: bool = True) -> None:
        self.font: Font = fonts.get("display", italic=italic)

    def encode(self, text: str) -> bytes:
        """``text`` as the string that shows it, two bytes a character; raise `KeyError` for a
        character that the font `lacks`."""
        return b"".join(self.font.glyphs[ord(char)].to_bytes(2, "big") for char in text)

    def width(self, text: str) -> float:
        """The advance of ``text`` in ems."""
        return self.font.width(text)

    def lacks(self, text: str) -> str:
        """The characters of ``text`` that the font cannot draw."""
        return self.font.lacks(text)

    @cached_property
    def characters(self) -> Mapping[int, int]:
        """The character of each glyph that has one; of several, the first."""
        glyphs = self.font.glyphs
        return {glyphs[char]: char for char in sorted(glyphs, reverse=True) if glyphs[char]}

    def embedded(self, pdf: Pdf) -> Object:
        """The font as a new object of ``pdf``."""
        face, name = self.font.ttf.face, Name("/" + self.font.key)
        raw = self.file()
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
            ToUnicode=pdf.make_stream(self.to_unicode().encode()),
        )  # fmt: skip
        return pdf.make_indirect(made)

    def file(self) -> bytes:
        """The font's file with those of its tables alone that draw glyphs and find them."""
        maker = TTFontMaker()
        for table in TABLES:
            maker.add(table, self.font.ttf.face.get_table(table))
        file: bytes = maker.makeStream()
        return file

    def to_unicode(self) -> str:
        """The map from codes to characters, by which viewers search, copy and write."""
        entries = [
            f"<{glyph:04X}> <{chr(char).encode('utf-16-be').hex().upper()}>"
            for glyph, char in sorted(self.characters.items())
        ]
        return to_unicode(entries, digits=4)

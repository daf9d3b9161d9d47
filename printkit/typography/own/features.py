"""Kerning, ligatures and small capitals in the forms that `printkit.typography.opentype` reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import ValueRecord

KEPT = ("kern", "liga", "smcp")
LAYOUT = ("GPOS", "GSUB")
PAIRS, EXTENSION = 2, {"GPOS": 9, "GSUB": 7}
ADVANCE = 4  # value format: the advance alone


def drop_damaged(font: TTFont) -> None:
    """Leave out tables that cannot be read: a font does without them."""
    for tag in (*LAYOUT, "kern", "GDEF"):
        if tag in font:
            try:
                table = font[tag]
                if tag in LAYOUT:
                    table.ensureDecompiled(recurse=True)
            except MemoryError:
                raise
            except Exception:  # whatever a damaged table makes of its reader
                del font[tag]


def make_plain(font: TTFont) -> None:
    """Write the features of a font as plainly as can be; pairs of an old table ``kern`` too."""
    for tag in LAYOUT:
        if tag in font and font[tag].table.LookupList is not None:
            for lookup in font[tag].table.LookupList.Lookup:
                if lookup.LookupType == EXTENSION[tag] and lookup.SubTable:
                    lookup.SubTable = [one.ExtSubTable for one in lookup.SubTable]
                    lookup.LookupType = lookup.SubTable[0].LookupType
                if tag == "GPOS" and lookup.LookupType == PAIRS:
                    lookup.SubTable = [plain_pairs(one) for one in lookup.SubTable]
    if "kern" in font and not has_kerning(font):
        with suppress(Exception):  # names that no feature file can have
            addOpenTypeFeaturesFromString(font, f"feature kern {{\n{old_pairs(font)}}} kern;\n")


def plain_pairs(table: Any) -> Any:
    """A table of pairs that changes the first glyph's advance alone."""
    if table.Format == 1:
        records = [record for pairs in table.PairSet for record in pairs.PairValueRecord]
    else:
        records = [record for row in table.Class1Record for record in row.Class2Record]
    for record in records:
        value = ValueRecord()
        value.XAdvance = getattr(record.Value1, "XAdvance", 0) or 0
        record.Value1, record.Value2 = value, None
    table.ValueFormat1, table.ValueFormat2 = ADVANCE, 0
    return table


def has_kerning(font: TTFont) -> bool:
    """Whether the table GPOS has the feature ``kern``."""
    features = font["GPOS"].table.FeatureList if "GPOS" in font else None
    return features is not None and any(one.FeatureTag == "kern" for one in features.FeatureRecord)


def old_pairs(font: TTFont) -> str:
    """The pairs of the table ``kern`` as a feature file has them."""

    def lines() -> Iterator[str]:
        known = set(font.getGlyphOrder())
        for table in font["kern"].kernTables:
            for (left, right), value in getattr(table, "kernTable", {}).items():
                if {left, right} <= known and value:
                    yield f"  pos \\{left} \\{right} {value};\n"

    return "".join(lines())

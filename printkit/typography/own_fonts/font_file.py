"""A font file opened: what it is, how it may be embedded, which font of it is meant."""

from __future__ import annotations

from io import BytesIO
from struct import unpack_from
from typing import Any

from fontTools.ttLib import TTFont

from card_data.limits import LARGEST_FONT, MOST_FONTS
from card_data.problems import did_you_mean, quote
from printkit.typography.own_fonts.clean_font import FontError

COLLECTION = b"ttcf"
KINDS = {b"\0\1\0\0": "glyf", b"true": "glyf", b"OTTO": "CFF "}
ZIPPED = (b"wOFF", b"wOF2")
COLOURED = ("COLR", "CBDT", "sbix", "SVG ")
RESTRICTED, PREVIEW, EDITABLE = 2, 4, 8  # of OS/2 fsType
NO_SUBSETS, ONLY_BITMAPS = 0x100, 0x200
OLD_FAMILY, FULL_NAME, LICENCE, LICENCE_PAGE, FAMILY = 1, 4, 13, 14, 16  # of the table name
LONGEST = 100  # characters of a name in a message

AxisValues = dict[str, float]  # values of the axes of a variable font


def opened(raw: bytes, index: int = 0) -> TTFont:
    """Return a font of a file; raise `FontError` for what is none that can be set and embedded."""
    if len(raw) > LARGEST_FONT:
        raise FontError(f"the file is larger than {LARGEST_FONT >> 20} MiB")
    kind = raw[:4]
    if kind in ZIPPED:
        raise FontError("is a web font (WOFF), expected the TrueType or OpenType file of it")
    if kind == COLLECTION:
        (count,) = unpack_from(">L", raw, 8)
        if index >= min(count, MOST_FONTS):
            raise FontError(f"index: found {index}, the file has fonts 0 to {count - 1}")
    elif kind not in KINDS:
        raise FontError("is no TrueType or OpenType font")
    elif index:
        raise FontError(f"index: found {index}, but the file is no collection")
    number = index if kind == COLLECTION else -1
    font = TTFont(BytesIO(raw), fontNumber=number, lazy=True, recalcTimestamp=False)
    colours = [table.strip() for table in COLOURED if table in font]
    if colours:
        raise FontError(f"is a font in colours ({', '.join(colours)}), expected one of outlines")
    if not {"glyf", "CFF ", "CFF2"} & set(font.keys()):
        raise FontError("has no outlines, expected a TrueType or OpenType font with outlines")
    return font


def rights(font: TTFont) -> str:
    """Return how a font may be embedded, in words; raise `FontError` if it may not be."""
    allowed = font["OS/2"].fsType if "OS/2" in font else 0
    if allowed & (RESTRICTED | PREVIEW | EDITABLE) == RESTRICTED:
        raise FontError("may not be embedded: it says that its licence is restricted (fsType 2)")
    if allowed & ONLY_BITMAPS:
        raise FontError(f"may not be embedded: only its bitmaps may (fsType {allowed})")
    if allowed & NO_SUBSETS:
        raise FontError(f"may not be embedded in part, as it would be here (fsType {allowed})")
    if allowed & EDITABLE:
        return "may be embedded in files that are edited"
    return "may be embedded to preview and print" if allowed & PREVIEW else "may be embedded"


def name_record(font: TTFont, *numbers: int) -> str:
    """Return the first text that the font's table of names has of these, in a line."""
    names = font.get("name")
    for number in numbers:
        text = names.getDebugName(number) if names is not None else None
        if text and text.split():
            line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
            return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
    return ""


def axis_values(font: TTFont, instance: str | dict[str, float] | None) -> AxisValues | None:
    """Return the axis values of the instance that is meant, by default the font's own; None for a
    font that does not vary. Raise `FontError` for an axis or a name that it lacks."""
    if "fvar" not in font:
        if instance is not None:
            raise FontError("instance: the font is not variable")
        return None
    axes = {axis.axisTag: axis for axis in font["fvar"].axes}
    place = {tag: axis.defaultValue for tag, axis in axes.items()}
    if isinstance(instance, str):
        named = {name_record(font, one.subfamilyNameID): one for one in font["fvar"].instances}
        if instance not in named:
            hint = did_you_mean(instance, named) or f": it has {', '.join(named)}"
            raise FontError(f"instance: the font has no {quote(instance)}{hint}")
        return {**place, **named[instance].coordinates}
    for tag, value in (instance or {}).items():
        if tag not in axes:
            raise FontError(f"instance: the font has no axis {quote(tag)}{did_you_mean(tag, axes)}")
        least, most = axes[tag].minValue, axes[tag].maxValue
        if not least <= value <= most:
            message = f"instance.{tag}: found {value:g}, the font goes from {least:g} to {most:g}"
            raise FontError(message)
        place[tag] = value
    return place


def heights(font: TTFont) -> tuple[int, int]:
    """Ascent and descent in font units, as the font asks for them: those of hhea, or those of OS/2
    if its flag says so."""
    metrics: Any = font.get("OS/2")
    if metrics is not None and metrics.version >= 4 and metrics.fsSelection & (1 << 7):
        return metrics.sTypoAscender, metrics.sTypoDescender
    if font["hhea"].ascent or font["hhea"].descent or metrics is None:
        return font["hhea"].ascent, font["hhea"].descent
    return metrics.sTypoAscender, metrics.sTypoDescender

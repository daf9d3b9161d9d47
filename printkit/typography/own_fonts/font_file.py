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
KINDS = (b"\0\1\0\0", b"true", b"OTTO", b"wOFF", b"wOF2")
COLOURED = ("COLR", "CBDT", "sbix", "SVG ")
RESTRICTED, PREVIEW, EDITABLE = 2, 4, 8  # of OS/2 fsType
SLANT = -14  # degrees: italic type in a font that leans by the axis slnt, as in CSS
STYLES = {  # the axes that make a font so, and the bits of OS/2 fsSelection of one that is so
    "bold": ({"wght"}, 0x20),
    "italic": ({"ital", "slnt"}, 0x201),
}
NO_SUBSETS, ONLY_BITMAPS = 0x100, 0x200
OLD_FAMILY, FULL_NAME, LICENCE, LICENCE_PAGE, FAMILY = 1, 4, 13, 14, 16  # of the table name
NO_OUTLINES = "has no outlines of its characters: use another font"
CONVERT = "save it as .ttf with a program for fonts, such as FontForge"
UNPACK = "name its .ttf or .otf file, or install the Python package brotli to have it read"
ONE_COLOUR = "use its signs as icons or pictures, or a font in one colour, such as Noto Emoji"
ASK = "use another font, or ask its maker for a file that may be"
LONGEST = 100  # characters of a name in a message

AxisValues = dict[str, float]  # values of the axes of a variable font


def opened(raw: bytes, index: int = 0) -> TTFont:
    """Return a font of a file; raise `FontError` for what is none that can be set and embedded."""
    if len(raw) > LARGEST_FONT:
        raise FontError(f"the file is larger than {LARGEST_FONT >> 20} MiB")
    kind = raw[:4]
    if kind == COLLECTION:
        (count,) = unpack_from(">L", raw, 8)
        if index >= min(count, MOST_FONTS):
            raise FontError(f"index: found {index}, the file has fonts 0 to {count - 1}")
    elif kind not in KINDS:
        raise FontError(f"is no TrueType or OpenType font: {CONVERT}")
    elif index:
        raise FontError(f"index: found {index}, but the file is no collection")
    number = index if kind == COLLECTION else -1
    try:
        font = TTFont(BytesIO(raw), fontNumber=number, lazy=True, recalcTimestamp=False)
    except ImportError:
        raise FontError(f"is packed for the web (WOFF2): {UNPACK}") from None
    colours = [table.strip() for table in COLOURED if table in font]
    if colours:
        raise FontError(f"is a font in colours ({', '.join(colours)}): {ONE_COLOUR}")
    if not {"glyf", "CFF ", "CFF2"} & set(font.keys()):
        raise FontError(NO_OUTLINES)
    return font


def rights(font: TTFont) -> str:
    """Return how a font may be embedded, in words; raise `FontError` if it may not be."""
    allowed = font["OS/2"].fsType if "OS/2" in font else 0
    if allowed & (RESTRICTED | PREVIEW | EDITABLE) == RESTRICTED:
        raise FontError(f"may not be embedded: its licence is restricted (fsType 2); {ASK}")
    if allowed & ONLY_BITMAPS:
        raise FontError(f"may not be embedded: only its bitmaps may (fsType {allowed}); {ASK}")
    if allowed & NO_SUBSETS:
        raise FontError(f"may not be embedded in part, only whole (fsType {allowed}); {ASK}")
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


def axis_values(font: TTFont, instance: str | dict[str, float] | None, cut: str) -> AxisValues:
    """Return the axis values of the instance that is meant: by default those of the ``cut``, or
    else the font's own; none for a font that does not vary. Raise `FontError` for an axis or a name
    that it lacks."""
    if "fvar" not in font:
        if instance is not None:
            raise FontError("instance: the font is not variable")
        return {}
    axes = {axis.axisTag: axis for axis in font["fvar"].axes}
    for style, (tags, bits) in STYLES.items():
        own = "OS/2" in font and font["OS/2"].fsSelection & bits
        if instance is None and style in cut and not own and tags.isdisjoint(axes):
            raise FontError(f"has no {style}: leave {style} out, or name a file that has it")
    meant = {
        "wght": 700 if "bold" in cut else 400,
        "ital": int("italic" in cut),
        "slnt": SLANT if "italic" in cut else 0,
    }
    place = {
        tag: min(max(meant.get(tag, axis.defaultValue), axis.minValue), axis.maxValue)
        for tag, axis in axes.items()
    }
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

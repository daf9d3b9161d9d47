"""Marks on letters, such as accents, where Unicode has no character for the whole letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from operator import itemgetter
from struct import pack, pack_into
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from printkit.typography.opentype import MARKS, STACKS, anchored

DOTLESS = {"i": "ı", "j": "ȷ"}  # which have no dot under a mark
ABOVE = (228, 230, 232, 234)  # combining classes
BELOW = (218, 220, 222, 233, 240)
DOUBLE = (233, 234)  # over or under this letter and the next
GAP = 0.05  # em: at least so far are marks from letters in fonts that do not say where they stand
MORE = 1 << 5  # flag of a part of a glyph: others follow ...
AS_MOVED = 1 << 0 | 1 << 1  # ... and: two numbers of 16 bits say how far it is moved


class Part(NamedTuple):
    """A glyph in a letter with marks, and how far it is moved, in font units."""

    glyph: int
    x: int
    y: int


def stacked(letter: str, face: Any, table: bytes) -> list[Part]:
    """Return the parts of a letter with marks, the letter itself first; none if the font lacks one.

    Marks are where the anchors in the ``table`` GPOS have them, or else over or under the middle of
    the ink. Of a letter with some of its marks in one glyph and one that is all in parts, that is
    set which has fewer marks without anchors, or else the first; i and j have no dots under what
    stands above them.
    """
    parts = normalize("NFD", letter)
    dotless = DOTLESS.get(parts[0], "")
    if dotless and ord(dotless) in face.charToGlyph and {*map(combining, parts)} & {*ABOVE}:
        letter = parts = dotless + parts[1:]
    has = [one for one in (letter, parts) if all(ord(char) in face.charToGlyph for char in one)]
    made = [placed(one, face, table) for one in has]
    return min(made, key=itemgetter(0), default=(0, []))[1]


def placed(letter: str, face: Any, table: bytes) -> tuple[int, list[Part]]:
    """Return how many marks have no anchors, and the parts. A mark stands on the last one before
    it of its kind, such as those above, or on the letter."""
    found, without = [Part(face.charToGlyph[ord(letter[0])], 0, 0)], 0
    last = dict[int, Part]()  # by combining class
    for mark in letter[1:]:
        kind, glyph = combining(mark), face.charToGlyph[ord(mark)]
        under, feature = (last[kind], STACKS) if kind in last else (found[0], MARKS)
        moved = anchored(table, feature, under.glyph, glyph)
        if moved is None:
            without += 1
            moved = by_ink(glyph, kind, [under] if kind in last else found, face)
            under = Part(0, 0, 0)
        last[kind] = Part(glyph, under.x + moved[0], under.y + moved[1])
        found.append(last[kind])
    return without, found


def by_ink(glyph: int, kind: int, below: Sequence[Part], face: Any) -> tuple[int, int]:
    """Return how far a mark of a combining class is moved to be over or under the middle of what
    stands there, or of it and the next letter: as high as the font has it, unless that is too near.
    """
    gap = GAP * face.unitsPerEm
    left, bottom, right, top = ink(below, face)
    first, lowest, last, highest = ink([Part(glyph, 0, 0)], face)
    middle = face.hmetrics[below[0].glyph][0] if kind in DOUBLE else (left + right) / 2
    up = max(0.0, top + gap - lowest) if kind in ABOVE else 0.0
    down = min(0.0, bottom - gap - highest) if kind in BELOW else 0.0
    return round(middle - (first + last) / 2), round(up + down)


def ink(parts: Iterable[Part], face: Any) -> tuple[int, int, int, int]:
    """Return the box around what the parts draw: left, bottom, right and top."""
    boxes = list[tuple[int, int, int, int]]()
    for glyph, x, y in parts:
        if face.glyphPos[glyph] < face.glyphPos[glyph + 1]:
            face.seek_table("glyf", face.glyphPos[glyph] + 2)
            left, bottom, right, top = (face.read_short() for _ in range(4))
            boxes.append((left + x, bottom + y, right + x, top + y))
        else:
            boxes.append((x, y, x + face.hmetrics[glyph][0], y))
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def with_composites(face: Any, letters: Mapping[str, Sequence[Part]]) -> Any:
    """Return a font face of reportlab in which characters are drawn by glyphs of several parts."""
    made = copy(face)
    made.charToGlyph, made.hmetrics = dict(face.charToGlyph), list(face.hmetrics)
    made.glyphPos, outlines = list(face.glyphPos), face.get_table("glyf")[: face.glyphPos[-1]]
    for char, parts in letters.items():
        made.charToGlyph[ord(char)] = len(made.hmetrics)
        advance, bearing = face.hmetrics[parts[0].glyph]
        moved = ink(parts, face)[0] - ink(parts[:1], face)[0]
        made.hmetrics.append((advance, (bearing + moved) & 0xFFFF))
        outlines += composite(parts, face)
        made.glyphPos.append(len(outlines))
    limits = bytearray(face.get_table("maxp"))
    pack_into(">2H", limits, 10, 0xFFFF, 0xFFFF)  # points and contours of a composite
    pack_into(">2H", limits, 28, max(map(len, letters.values())), 8)  # its parts, and their depth
    made.table = dict(face.table)
    for tag, table in (("maxp", bytes(limits)), ("glyf", outlines)):
        made.table[tag] = {"offset": len(made._ttf_data), "length": len(table)}
        made._ttf_data += table
    return made


def composite(parts: Sequence[Part], face: Any) -> bytes:
    """Return a glyph of several others as TrueType has it."""
    made = pack(">5h", -1, *map(near, ink(parts, face)))
    for part in parts:
        flags = AS_MOVED | (MORE if part is not parts[-1] else 0)
        made += pack(">2H2h", flags, part.glyph, near(part.x), near(part.y))
    return made


def near(units: int) -> int:
    """Return a measure as a font can have it: what is farther off stands there."""
    return max(-0x8000, min(0x7FFF, units))

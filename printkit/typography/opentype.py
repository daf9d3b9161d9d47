"""Kerning, ligatures and places of marks, out of a font's OpenType tables.

Pairs are adjusted by the feature ``kern`` of the table GPOS, marks placed by ``mark`` and ``mkmk``;
letters are joined by ``liga`` of GSUB and exchanged for small capitals by ``smcp``. The kinds of
subtable that our fonts use are read here, in a few milliseconds: importing fontTools takes as long
as setting half a booklet, and uharfbuzz, once installed, is imported by reportlab for every deck.
The tests compare the two readings.

Glyphs are numbers, offsets count bytes from the start of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import iter_unpack, unpack_from

import msgspec

# Features, their kind of lookup in GPOS or GSUB, and the kind that stands for it, farther off.
KERNING, MARKS, STACKS = (b"kern", 2, 9), (b"mark", 4, 9), (b"mkmk", 6, 9)
LIGATURES, SMALL_CAPITALS = (b"liga", 4, 7), (b"smcp", 1, 7)
PLACED, ADVANCE = 3, 4  # of a value format: what comes before the change of the advance, and that


class PairSets(msgspec.Struct, frozen=True):
    """Individual pairs: for each first glyph, the offset of its set of second glyphs. A pair takes
    ``size`` numbers, of which the one at ``place`` is how the first glyph's advance changes."""

    table: bytes
    sets: dict[int, int]
    size: int
    place: int

    def find(self, first: int, second: int) -> int | None:
        """Return the adjustment of a pair in font units; None if this subtable has none."""
        at = self.sets.get(first)
        if at is None:
            return None
        values = unpack_from(f">{self.size * _number(self.table, at)}H", self.table, at + 2)
        pairs = zip(values[:: self.size], values[self.place :: self.size], strict=True)
        found = dict(pairs).get(second)
        return None if found is None else _signed(found)


class PairClasses(msgspec.Struct, frozen=True):
    """Pairs by the classes of their glyphs: a table of adjustments, ``columns`` to a row, of
    ``size`` numbers each; ``values`` is where the first advance in it is."""

    table: bytes
    first: dict[int, int]
    second: dict[int, int]
    values: int
    columns: int
    size: int

    def find(self, first: int, second: int) -> int | None:
        """Return the same; it has one for every pair whose first glyph it covers."""
        row = self.first.get(first)
        if row is None:
            return None
        place = row * self.columns + self.second.get(second, 0)
        return _signed(_number(self.table, self.values + 2 * self.size * place))


Subtable = PairSets | PairClasses


class Kerning:
    """The kerning of a font, out of its table GPOS, or else out of ``kern``, which is older."""

    def __init__(self, table: bytes, older: bytes = b"") -> None:
        self.lookups = [
            [pairs for at in lookup for pairs in _pairs(table, at)]
            for lookup in _lookups(table, KERNING)
        ]
        self.older = {} if self.lookups else _older(older)

    def between(self, first: int, second: int) -> int:
        """By how much a glyph's advance changes before another, in font units."""
        found = sum(_found(lookup, first, second) for lookup in self.lookups)
        return found + self.older.get((first, second), 0)


def _found(lookup: list[Subtable], first: int, second: int) -> int:
    """Return the adjustment of a pair by the first subtable that has one."""
    for subtable in lookup:
        value = subtable.find(first, second)
        if value is not None:
            return value
    return 0


def _pairs(table: bytes, at: int) -> Iterator[Subtable]:
    """Yield a subtable of pairs; nothing if it does not change the advance of the first glyph."""
    kind, coverage, *formats = unpack_from(">4H", table, at)
    if not formats[0] & ADVANCE:
        return
    before, size = (formats[0] & PLACED).bit_count(), sum(map(int.bit_count, formats))
    covered = _coverage(table, at + coverage)
    if kind == 1:
        sets = _numbers(table, at + 8)
        places = {glyph: at + sets[place] for glyph, place in covered.items()}
        yield PairSets(table, places, 1 + size, 1 + before)
        return
    first, second, _, columns = unpack_from(">4H", table, at + 8)
    classes = _classes(table, at + first)
    yield PairClasses(
        table, {glyph: classes.get(glyph, 0) for glyph in covered},
        _classes(table, at + second), at + 16 + 2 * before, columns, size,
    )  # fmt: skip


def _older(table: bytes) -> dict[tuple[int, int], int]:
    """The pairs of the first subtable of ``kern``, and how the first glyph's advance changes."""
    if not table:
        return {}
    pairs = iter_unpack(">2Hh", table[18 : 18 + 6 * _number(table, 10)])
    return {(first, second): value for first, second, value in pairs}


def ligatures(table: bytes) -> dict[tuple[int, ...], int]:
    """Return the glyphs that the table GSUB joins, each sequence with its ligature, in the order to
    try them. First are those that have a ligature of an earlier lookup in them: ff and i."""
    found = dict[tuple[int, ...], int]()
    for lookup in _lookups(table, LIGATURES):
        spelled = {joined: glyphs for glyphs, joined in found.items()}
        longer, made = dict[tuple[int, ...], int](), dict[tuple[int, ...], int]()
        for at in lookup:
            for glyphs, joined in _joined(table, at):
                whole = tuple(one for glyph in glyphs for one in spelled.get(glyph, (glyph,)))
                (made if whole == glyphs else longer)[whole] = joined
        found = longer | found | made
    return found


def _joined(table: bytes, at: int) -> Iterator[tuple[tuple[int, ...], int]]:
    sets = _numbers(table, at + 4)
    for first, place in _coverage(table, at + _number(table, at + 2)).items():
        start = at + sets[place]
        for offset in _numbers(table, start):
            joined, count = unpack_from(">2H", table, start + offset)
            rest = unpack_from(f">{count - 1}H", table, start + offset + 4)
            yield (first, *rest), joined


def small_capitals(table: bytes) -> dict[int, int]:
    """Return the glyphs for which the table GSUB has small capitals, each with its own."""
    return {
        glyph: small
        for lookup in _lookups(table, SMALL_CAPITALS)
        for at in lookup
        for glyph, small in _exchanged(table, at)
    }


def _exchanged(table: bytes, at: int) -> Iterator[tuple[int, int]]:
    kind, coverage, change = unpack_from(">3H", table, at)
    instead = () if kind == 1 else _numbers(table, at + 4)
    for glyph, place in _coverage(table, at + coverage).items():
        yield glyph, instead[place] if instead else (glyph + change) & 0xFFFF


def anchored(
    table: bytes, feature: tuple[bytes, int, int], base: int, mark: int
) -> tuple[int, int] | None:
    """Return how far the anchors of the table GPOS move a mark that is on a letter (`MARKS`) or on
    another mark (`STACKS`), in font units; None if they do not say."""
    found = None
    for lookup in _lookups(table, feature):
        moved = (_moved(table, at, base, mark) for at in lookup)
        found = next(filter(None, moved), found)  # the last lookup has its way
    return found


def _moved(table: bytes, at: int, base: int, mark: int) -> tuple[int, int] | None:
    _, marks, bases, classes, own, others = unpack_from(">6H", table, at)
    number = _coverage(table, at + marks).get(mark)
    row = _coverage(table, at + bases).get(base)
    if number is None or row is None:
        return None
    kind, place = unpack_from(">2H", table, at + own + 2 + 4 * number)
    anchor = _number(table, at + others + 2 + 2 * (classes * row + kind))
    x, y = unpack_from(">2h", table, at + others + anchor + 2)
    from_x, from_y = unpack_from(">2h", table, at + own + place + 2)
    return (x - from_x, y - from_y) if anchor else None


def _lookups(table: bytes, feature: tuple[bytes, int, int]) -> Iterator[list[int]]:
    """Yield the offsets of the subtables of each lookup of a feature, in whatever script; lookups
    of another kind, such as the Catalan l·l, are left out; so are all if there is no table."""
    if not table:
        return
    name, kind, extension = feature
    features, lookups = unpack_from(">2H", table, 6)
    wanted: set[int] = set()
    for at in range(features + 2, features + 2 + 6 * _number(table, features), 6):
        tag, offset = unpack_from(">4sH", table, at)
        if tag == name:
            wanted.update(_numbers(table, features + offset + 2))
    offsets = _numbers(table, lookups)
    for index in sorted(wanted):
        start = lookups + offsets[index]
        places = [start + offset for offset in _numbers(table, start + 4)]
        if _number(table, start) == kind:
            yield places
        elif _number(table, start) == extension:
            found = [(at, *unpack_from(">HL", table, at + 2)) for at in places]
            yield [at + offset for at, inner, offset in found if inner == kind]


def _coverage(table: bytes, at: int) -> dict[int, int]:
    """Return the glyphs of a coverage table, each with its coverage index."""
    if _number(table, at) == 1:
        return {glyph: place for place, glyph in enumerate(_numbers(table, at + 2))}
    return {
        glyph: place + glyph - first
        for first, last, place in _ranges(table, at + 2)
        for glyph in range(first, last + 1)
    }


def _classes(table: bytes, at: int) -> dict[int, int]:
    """Return the classes of glyphs; a glyph not listed is of class 0."""
    if _number(table, at) == 1:
        return dict(enumerate(_numbers(table, at + 4), _number(table, at + 2)))
    return {
        glyph: kind
        for first, last, kind in _ranges(table, at + 2)
        for glyph in range(first, last + 1)
    }


def _ranges(table: bytes, at: int) -> list[tuple[int, int, int]]:
    """First glyph, last glyph and a value of each range; their count comes first."""
    values = unpack_from(f">{3 * _number(table, at)}H", table, at + 2)
    return list(zip(values[::3], values[1::3], values[2::3], strict=True))


def _number(table: bytes, at: int) -> int:
    (number,) = unpack_from(">H", table, at)
    return int(number)


def _numbers(table: bytes, at: int) -> tuple[int, ...]:
    """Return a list of numbers, after its count."""
    return unpack_from(f">{_number(table, at)}H", table, at + 2)


def _signed(number: int) -> int:
    return number - 0x10000 if number & 0x8000 else number

"""The current pieces beside those of a printing: what to add, what to throw away, what moves."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

import msgspec

from printkit.drawing.shapes import Face
from printkit.printings.records import KeptFace

Either = TypeVar("Either", Face, KeptFace)
Unit = tuple[Face, ...]  # what is printed together: a face, or the pages of one sheet of paper
KeptUnit = tuple[KeptFace, ...]


class Difference(NamedTuple):
    """How the pieces of a component differ from those of a printing.

    The faces to ``add`` and those to throw ``away`` have as many copies as are to be added and
    thrown away. What is ``moved`` looks as it did, but for the number of its page, and has another
    name now.
    """

    add: tuple[Face, ...]
    away: tuple[KeptFace, ...]
    moved: tuple[tuple[KeptFace, Face], ...]

    def __bool__(self) -> bool:
        return bool(self.add or self.away or self.moved)


def compared(
    faces: Sequence[Face],
    kept: Sequence[KeptFace],
    leaf: Callable[[int], int] = lambda page: page,
    unnumbered: Mapping[str, str] | None = None,
) -> Difference:
    """The difference between ``faces`` and those that are ``kept``.

    Pages on one ``leaf`` of a text are printed together. ``unnumbered`` has, by the digests of
    pages, those of the same without their numbers. What is the same piece is settled in this order:
    what has its name and its looks, its looks, its looks but for the number of the page.
    """
    bare = unnumbered or {}
    wanted, held = list(units(faces, leaf)), list(units(kept, leaf))
    need, have = [unit[0].copies for unit in wanted], [unit[0].copies for unit in held]
    moved: list[tuple[KeptFace, Face]] = []

    def settle(key: Callable[[Unit | KeptUnit], Hashable]) -> None:
        keys = [key(unit) for unit in wanted], [key(unit) for unit in held]
        for now, before in pairs(*keys, need, have):
            for old, face in zip(held[before], wanted[now], strict=True):
                if (old.id, old.page) != (face.id, face.page):
                    moved.append((old, face))

    settle(lambda unit: tuple((one.name, one.digest) for one in unit))
    settle(lambda unit: tuple(one.digest for one in unit))
    settle(lambda unit: tuple(bare.get(one.digest, one.digest) for one in unit))
    return Difference(tuple(left(wanted, need)), tuple(left(held, have)), tuple(moved))


def units(pieces: Sequence[Either], leaf: Callable[[int], int]) -> Iterator[tuple[Either, ...]]:
    """What is printed together, of pieces in their order."""
    for _, those in groupby(pieces, key=lambda one: (one.id, one.number, leaf(one.page))):
        yield tuple(those)


def pairs(
    wanted: Sequence[Hashable], held: Sequence[Hashable], need: list[int], have: list[int]
) -> Iterator[tuple[int, int]]:
    """The places of what is wanted and held under the same key; the copies settled by that are
    taken from those that are still needed, and from those still there."""
    there: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place, key in enumerate(held):
        if have[place]:
            there[key].append(place)
    for place, key in enumerate(wanted):
        while need[place] and there[key]:
            other = there[key][0]
            taken = min(need[place], have[other])
            need[place] -= taken
            have[other] -= taken
            if not have[other]:
                there[key].popleft()
            yield place, other


def left(found: Sequence[tuple[Either, ...]], copies: Sequence[int]) -> Iterator[Either]:
    """Pieces with the copies that are left of them."""
    for unit, count in zip(found, copies, strict=True):
        if count:
            yield from (msgspec.structs.replace(one, copies=count) for one in unit)

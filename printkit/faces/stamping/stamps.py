"""Stamps: a short hash of what each piece looks like, small in the margin of its front.

Two pieces that look alike have the same stamp, whatever they are called, and a change of anything
that shows on a piece, a font or a symbol included, gives it another: so it tells which printing of
a piece lies on the table. Backs are shared, so they bear none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from printkit.drawing.shapes import Face, Group, Shape, Symbol, Text
from printkit.faces.stamping.appearance import Appearance
from printkit.faces.stamping.places import MARK, SIZE, Found, Place, placed
from printkit.typography.fonts import Fonts

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base32: no I, L, O or U
LETTERS = 4
READ_AS = str.maketrans("OIL", "011")  # letters that are taken for digits


def stamped(
    faces: Sequence[Face],
    symbols: Mapping[str, Symbol],
    fonts: Fonts,
    *,
    drawn: bool = True,
    margin: float = 0.0,
    known: Callable[[Face], Found] = lambda face: Found(),
) -> list[Face]:
    """The faces with their digests and, if they are to be ``drawn``, their stamps.

    ``margin`` is that of a printer, where a face is a whole sheet of paper; there the stamp is at
    the head, as the foot is for the slug. All faces have it at one place if that is free on each;
    one with no room anywhere has none. ``known`` gives what was found of a face before, and keeps
    what is.
    """
    looks = Appearance(symbols, fonts)
    found = list(map(known, faces))
    for face, one in zip(faces, found, strict=True):
        one.digest = one.digest or looks.digest(face)
    digests = [one.digest for one in found]
    stamps = list(map(stamp_of, digests))
    nowhere: list[Place | None] = [None] * len(faces)
    places = placed(faces, stamps, found, symbols, fonts, margin) if drawn else nowhere
    made: dict[tuple[int, str, Place], tuple[Shape, ...]] = {}
    result: list[Face] = []
    for face, digest, stamp, place in zip(faces, digests, stamps, places, strict=True):
        if place is None:
            result.append(msgspec.structs.replace(face, digest=digest))
            continue
        key = id(face.shapes), stamp, place  # faces that share their shapes still do
        if key not in made:
            made[key] = (*face.shapes, mark(stamp, place, fonts))
        result.append(msgspec.structs.replace(face, shapes=made[key], digest=digest, stamp=stamp))
    return result


def stamp_of(digest: str) -> str:
    """The stamp of a digest: its first 20 bits.

    >>> stamp_of("52c8400000")
    'AB44'
    """
    bits = int(digest[:5], 16)
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in reversed(range(LETTERS)))


def mark(stamp: str, place: Place, fonts: Fonts) -> Group:
    """A stamp as it is drawn."""
    font = fonts.get(MARK)
    text = Text(place.x, place.y, stamp, font.key, SIZE, font.width(stamp) * SIZE, place.ink)
    return Group((text,), role="Artifact", stamp=True)


def unstamped(face: Face) -> Face:
    """A face without its stamp, as for a screen; it keeps its digest."""
    shapes = tuple(shape for shape in face.shapes if not is_stamp(shape))
    return msgspec.structs.replace(face, shapes=shapes, stamp="") if face.stamp else face


def is_stamp(shape: Shape) -> bool:
    """Whether a shape is a stamp."""
    return isinstance(shape, Group) and shape.stamp

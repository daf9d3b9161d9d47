"""Faces as bytes: how they come from behind the wall, and what is checked in them then.

Whoever sends them may be under a stranger's control. So what arrives is decoded by its types, in
which every number, colour and name has its limits, and what it amounts to is counted: shapes once
all symbols are drawn out, points, characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from card_data.limits import (
    MOST_CHARACTERS,
    MOST_CHARACTERS_A_FACE,
    MOST_DOTS,
    MOST_DRAWN,
    MOST_DRAWN_A_FACE,
    MOST_DRAWN_OF_A_GAME,
    MOST_DRAWN_ON_A_FACE,
    MOST_FACES_DRAWN,
    MOST_PLACED,
    MOST_PLACED_A_FACE,
    MOST_POINTS,
    MOST_POINTS_A_FACE,
    MOST_POINTS_OF_A_PATH,
    MOST_SIDES,
    MOST_SIDES_A_FACE,
)
from printkit.drawing.shapes import (
    LINEAR,
    RADIAL,
    Face,
    Field,
    Group,
    Image,
    Path,
    Shade,
    Shape,
    Symbol,
    Text,
    Use,
)
from printkit.errors import MarkupError
from printkit.faces.tags import ROLES
from printkit.typography.files import PACKAGES
from printkit.typography.fonts import plain_key

SHARED = "\0"  # begins the name of a part that several groups share; no symbol's name does
DEEPEST = 250  # groups and symbols inside one another
NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}  # of each step of a path

Shapes = tuple[Shape, ...]


class Drawn(msgspec.Struct, frozen=True):
    """The faces of a component, and the symbols that they use by name; ``signs`` are the names of
    all that they could use, ``new`` the IDs of the faces that this build has drawn."""

    faces: list[Face]
    symbols: Mapping[str, Symbol]
    signs: Collection[str]
    new: Collection[str] = ()


class Sent(msgspec.Struct, frozen=True, array_like=True):
    """The same with what is there several times sent once: each back, and each group's shapes."""

    faces: list[Face]
    backs: list[Face]
    back_of: list[int]  # of each face: the place of its back, or -1
    shared: list[Shapes]
    symbols: dict[str, Symbol]
    signs: list[str]
    new: list[str]


DECODER = msgspec.msgpack.Decoder(Sent)


def packed(drawn: Drawn) -> bytes:
    """Faces and symbols as bytes."""
    backs = {id(face.back): face.back for face in drawn.faces if face.back is not None}
    places = {key: place for place, key in enumerate(backs)}
    fronts = [msgspec.structs.replace(face, back=None) for face in drawn.faces]
    back_of = [places.get(id(face.back), -1) for face in drawn.faces]
    parts = Parts(face.shapes for face in (*fronts, *backs.values()))
    sent = Sent(
        [parts.face(face) for face in fronts],
        [parts.face(face) for face in backs.values()],
        back_of,
        parts.shared,
        dict(drawn.symbols),
        list(drawn.signs),
        list(drawn.new),
    )
    return msgspec.msgpack.encode(sent)


class Parts:
    """The shapes of groups that occur several times: a painter draws such once."""

    def __init__(self, drawings: Iterable[Shapes]) -> None:
        self.times: Counter[int] = Counter()
        for shapes in drawings:
            self.count(shapes)
        self.places: dict[int, int] = {}
        self.shared: list[Shapes] = []
        self.none = max(self.times.values(), default=0) < 2

    def count(self, shapes: Shapes) -> None:
        for shape in shapes:
            if isinstance(shape, Group):
                self.times[id(shape.shapes)] += 1
                if self.times[id(shape.shapes)] == 1:
                    self.count(shape.shapes)

    def face(self, face: Face) -> Face:
        return face if self.none else msgspec.structs.replace(face, shapes=self.parted(face.shapes))

    def parted(self, shapes: Shapes) -> Shapes:
        """Shapes with a mark in place of what is shared."""
        return tuple([self.part(one) if isinstance(one, Group) else one for one in shapes])

    def part(self, group: Group) -> Group:
        key = id(group.shapes)
        if self.times[key] == 1 or not group.shapes:
            return msgspec.structs.replace(group, shapes=self.parted(group.shapes))
        if key not in self.places:
            self.places[key] = len(self.shared)
            self.shared.append(())
            self.shared[self.places[key]] = self.parted(group.shapes)
        return msgspec.structs.replace(group, shapes=(Use(f"{SHARED}{self.places[key]}"),))


def unpacked(raw: bytes, so_far: Weight) -> Drawn:
    """Faces and symbols from bytes; raise `MarkupError` for what cannot be them, or is too much,
    alone or with what the game has ``so_far``, to which it is added."""
    try:
        sent = DECODER.decode(raw)
        whole = Whole(sent.shared)
        fronts, backs = map(whole.face, sent.faces), [*map(whole.face, sent.backs)]
        faces = [
            front if place < 0 else msgspec.structs.replace(front, back=backs[place])
            for front, place in zip(fronts, sent.back_of, strict=True)
        ]
        so_far.add(Weights(sent.symbols, so_far.fonts).of_component(faces, backs))
        most = MOST_DRAWN_OF_A_GAME + MOST_DRAWN_A_FACE * so_far.faces
        at_most(so_far.shapes, most, "shapes in the whole game")
        return Drawn(faces, sent.symbols, sent.signs, sent.new)
    except (msgspec.MsgspecError, ValueError, LookupError, RecursionError) as error:
        raise MarkupError(f"cannot be drawn: {error}") from None


class Whole:
    """Puts what was shared back in its places."""

    def __init__(self, shared: Sequence[Shapes]) -> None:
        self.shared = shared
        self.done: dict[int, Shapes] = {}

    def face(self, face: Face) -> Face:
        if not self.shared:
            return face
        return msgspec.structs.replace(face, shapes=self.joined(face.shapes))

    def joined(self, shapes: Shapes) -> Shapes:
        return tuple([self.join(one) if isinstance(one, Group) else one for one in shapes])

    def join(self, group: Group) -> Group:
        first = group.shapes[0] if len(group.shapes) == 1 else None
        if isinstance(first, Use) and first.symbol.startswith(SHARED):
            place = int(first.symbol[1:])
            if place not in self.done:
                self.done[place] = self.joined(self.shared[place])
            return msgspec.structs.replace(group, shapes=self.done[place])
        return msgspec.structs.replace(group, shapes=self.joined(group.shapes))


class Weight(msgspec.Struct):
    """What shapes amount to when all symbols are drawn out; of a whole game, also its pieces, its
    pages, the pictures that were made, and the keys of the ``fonts`` that games have of their
    own."""

    faces: int = 0
    shapes: int = 0
    points: int = 0
    characters: int = 0
    pieces: int = 0
    pages: int = 0
    pictures: int = 0  # bytes
    fonts: Collection[str] = ()

    def forget(self) -> None:
        """Nothing has been drawn yet."""
        self.faces = self.shapes = self.points = self.characters = 0
        self.pieces = self.pages = self.pictures = 0

    def add(self, other: Weight) -> None:
        self.faces += other.faces
        self.shapes += other.shapes
        self.points += other.points
        self.characters += other.characters

    def impose(self, pieces: int, pages: int) -> None:
        """Add pieces and the pages they are on; raise `MarkupError` where they are too many."""
        self.pieces += pieces
        self.pages += pages
        most = MOST_PLACED + MOST_PLACED_A_FACE * self.faces
        at_most(self.pieces, most, "pieces in the whole game")
        at_most(self.pages, MOST_SIDES + MOST_SIDES_A_FACE * self.faces, "pages in the whole game")


class Weights:
    """What the faces of a component amount to, whose texts are in fonts of the kit, or in its
    ``own``."""

    def __init__(self, symbols: Mapping[str, Symbol], own: Collection[str] = ()) -> None:
        self.symbols, self.own = symbols, own
        self.fonts: set[str] = set()  # keys that were looked up and found
        self.of_symbol: dict[str, Weight] = {}
        self.of_part: dict[int, Weight] = {}

    def of_component(self, faces: Sequence[Face], backs: Sequence[Face]) -> Weight:
        """What they all come to; raise `MarkupError` where that is more than it may be."""
        total = Weight(sides := len(faces) + len(backs))
        at_most(sides, MOST_FACES_DRAWN, "faces")
        for face in (*faces, *backs):
            own = self.of(face.shapes, 0)
            at_most(own.shapes, MOST_DRAWN_ON_A_FACE, f"shapes on {face.name}")
            total.add(own)
        at_most(total.shapes, MOST_DRAWN + MOST_DRAWN_A_FACE * sides, "shapes")
        at_most(total.points, MOST_POINTS + MOST_POINTS_A_FACE * sides, "points of paths")
        characters = MOST_CHARACTERS + MOST_CHARACTERS_A_FACE * sides
        at_most(total.characters, characters, "characters")
        return total

    def of(self, shapes: Shapes, depth: int) -> Weight:
        """What some shapes amount to, each group's once looked at."""
        if depth > DEEPEST:
            raise MarkupError("nested too deeply")
        if (known := self.of_part.get(id(shapes))) is not None:
            return known
        weight = Weight(0, len(shapes))
        for shape in shapes:
            if isinstance(shape, Path):
                at_most(len(shape.steps), MOST_POINTS_OF_A_PATH, "points of a path")
                if any(len(numbers) != NUMBERS[letter] for letter, numbers in shape.steps):
                    raise ValueError("a path with a step that lacks numbers")
                weight.points += len(shape.steps)
            elif isinstance(shape, Text):
                if shape.font not in self.fonts and not self.knows(shape.font):
                    raise ValueError("a text in an unknown font")
                weight.characters += len(shape.text)
            elif isinstance(shape, Field):
                weight.characters += shape.rows * shape.columns
            elif isinstance(shape, Image):
                at_most(shape.columns * shape.rows, MOST_DOTS, "dots of a picture")
            elif isinstance(shape, Shade):
                if len(shape.ends) not in (LINEAR, RADIAL) or len(shape.stops) < 2:
                    raise ValueError("a gradient without its ends")
                weight.points += len(shape.stops)
            else:
                if isinstance(shape, Group) and shape.role and shape.role not in ROLES:
                    raise ValueError("a group of an unknown role")
                within = self.of(shape.shapes, depth + 1) if isinstance(shape, Group) else (
                    self.symbol(shape.symbol, depth + 1)
                )  # fmt: skip
                weight.add(within)
                if isinstance(shape, Group) and shape.mask:
                    weight.add(self.of(shape.mask, depth + 1))
        self.of_part[id(shapes)] = weight
        return weight

    def knows(self, key: str) -> bool:
        """Whether there is a font of this key."""
        plain = plain_key(key)
        if plain in PACKAGES or plain in self.own:
            self.fonts.add(key)
        return key in self.fonts

    def symbol(self, name: str, depth: int) -> Weight:
        if name not in self.of_symbol:
            self.of_symbol[name] = self.of(self.symbols[name].shapes, depth)
        return self.of_symbol[name]


def at_most(found: int, most: int, what: str) -> None:
    if found > most:
        raise MarkupError(f"draws too much: {found:,} {what}, expected at most {most:,}")

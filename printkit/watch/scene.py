"""What is shown of a game that is printed in one way: its pieces, its sheets, what is wrong.

A piece keeps its last good picture until there is a new one. What is drawn is compared by value, so
that only what has changed is painted again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from card_data import Game, Problem
from printkit.drawing.shapes import Face, Symbol
from printkit.exports.images import prepared
from printkit.options import Options
from printkit.painting.paint import single
from printkit.painting.svg import SvgPainter
from printkit.sheets.layout import Layout
from printkit.sheets.sheet import Sheet
from printkit.watch.looking import Looked, Remembering
from printkit.watch.views import Menu, View

Faults = dict[str, tuple[Problem, ...]]  # by the ID of the row that they are on


class Picture(msgspec.Struct, frozen=True):
    """What is drawn, painted: the key of the picture is made of what is in it. ``symbols`` are
    those that it uses."""

    key: str
    drawn: Face | Sheet
    symbols: Mapping[str, Symbol]

    def uses(self, names: Collection[str]) -> bool:
        """Whether it uses a symbol of one of these ``names``, be it another component's."""
        return any(name.rpartition(":")[2] in names for name in self.symbols)

    def shows(self, drawn: Face | Sheet, symbols: Mapping[str, Symbol]) -> bool:
        """Whether what is drawn with these symbols looks just so."""
        same = (symbols.get(name) == symbol for name, symbol in self.symbols.items())
        return self.drawn == drawn and all(same)


class Noted(dict[str, Symbol]):
    """Symbols by their names, and which of them were ``used``."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        super().__init__(symbols)
        self.used: dict[str, Symbol] = {}

    def __getitem__(self, name: str) -> Symbol:
        return self.used.setdefault(name, super().__getitem__(name))


class Painter:
    """Paints pictures as SVG; ``new`` are those that nobody has fetched yet, by their keys."""

    def __init__(self, painter: SvgPainter) -> None:
        self.painter = painter
        self.new: dict[str, bytes] = {}

    def picture(
        self, before: Picture | None, drawn: Face | Sheet, symbols: Mapping[str, Symbol], title: str
    ) -> Picture:
        """The picture of what is drawn: the one from ``before`` if it shows just that."""
        if before is not None and before.shows(drawn, symbols):
            return before
        painter = self.painter
        painter.symbols = noted = Noted(symbols)
        sheet = single(drawn) if isinstance(drawn, Face) else drawn
        raw = painter.paint(sheet, title).encode()
        key = hashlib.blake2b(raw, digest_size=16).hexdigest()
        self.new[key] = raw
        return Picture(key, drawn, noted.used)


class Piece(msgspec.Struct):
    """A piece by the name of its face; ``row`` is the ID of what it shows. ``broken``: something is
    wrong with it, and its pictures, if it has any, are the last good ones; ``back_broken``: that of
    its back is."""

    name: str
    row: str
    title: str = ""
    copies: int = 1
    front: Picture | None = None
    back: Picture | None = None
    broken: bool = False
    back_broken: bool = False

    @property
    def sides(self) -> tuple[Picture | None, Picture | None]:
        return self.front, self.back


class Part(msgspec.Struct):
    """A component; ``faults`` are those of its ``problems`` that are on a piece. ``whole``: all of
    it is drawn as the files now are."""

    name: str
    title: str = ""
    pieces: dict[str, Piece] = {}
    backs: dict[str, Picture] = {}
    problems: tuple[Problem, ...] = ()
    faults: Faults = {}
    whole: bool = False

    def knows(self, problems: Iterable[Problem]) -> bool:
        """Whether all of these problems are shown already."""
        return set(self.problems).issuperset(problems)

    def touched(self, symbols: Collection[str]) -> list[str]:
        """The rows that show any of these symbols, or are wrong and may have wanted to."""
        if not symbols:
            return []
        return [
            piece.row
            for piece in self.pieces.values()
            if piece.row in self.faults or any(side and side.uses(symbols) for side in piece.sides)
        ]

    def fail(self, problems: Sequence[Problem]) -> None:
        """Nothing of it can be drawn."""
        self.problems, self.faults = tuple(problems), {}
        for piece in self.pieces.values():
            piece.broken = True

    def note(self, looked: Looked, rows: Collection[str]) -> None:
        """What is wrong after a look at some ``rows``, and at their backs; what was wrong with
        others still is."""
        backs = {face.back.id for face in looked.drawn.faces if face.back is not None}
        seen = backs.union(rows)
        others = {item: found for item, found in self.faults.items() if item not in seen}
        kept = [problem for found in others.values() for problem in found]
        self.problems = tuple(dict.fromkeys((*kept, *looked.problems)))
        self.faults = others | dict(looked.faults)

    def settle(self, names: Collection[str], rows: Sequence[str]) -> None:
        """Drop the pieces that are gone: those not drawn, by their ``names``, though nothing is
        wrong with them. The others come in the order of their rows; a row with a fault that was
        never drawn has an empty piece."""
        for row in rows:
            if row in self.faults and all(piece.row != row for piece in self.pieces.values()):
                self.pieces[row] = Piece(row, row, broken=True)
        place = {row: number for number, row in enumerate(rows)}
        kept = [
            piece
            for piece in self.pieces.values()
            if piece.name in names or (piece.row in self.faults and piece.row in place)
        ]
        kept.sort(key=lambda piece: (place[piece.row], page_of(piece)))
        self.pieces = {piece.name: piece for piece in kept}
        used = {piece.back.key for piece in kept if piece.back is not None}
        self.backs = {name: back for name, back in self.backs.items() if back.key in used}
        self.whole = True


class Sheets(msgspec.Struct):
    """The sheets of a component, of those that share them too."""

    title: str
    pictures: list[Picture] = []
    problems: tuple[Problem, ...] = ()


class Scene:
    """A game printed as ``options`` say; ``problems`` are those of all of it."""

    def __init__(self, options: Options, painter: Painter, typesetter: Remembering) -> None:
        self.options, self.painter, self.typesetter = options, painter, typesetter
        self.parts: dict[str, Part] = {}
        self.sheets: dict[str, Sheets] = {}
        self.problems: tuple[Problem, ...] = ()
        self.menus: list[Menu] = []

    def row_of(self, view: View) -> str:
        """The row of the piece that a page looks at; its name, if it is not there yet."""
        part = self.parts.get(view.component, Part(""))
        return part.pieces[view.piece].row if view.piece in part.pieces else view.piece

    def begin(self, typesetter: Remembering) -> None:
        """Begin again, as the files have changed."""
        self.typesetter = typesetter
        for part in self.parts.values():
            part.whole = False

    def arrange(self, game: Game[Any], names: Iterable[str]) -> None:
        """Have the components of these names, in this order, and no others."""
        self.parts = {name: self.parts.get(name) or Part(name) for name in names}
        for name, part in self.parts.items():
            part.title = game.components[name].title
        self.sheets = {name: one for name, one in self.sheets.items() if name in self.parts}

    def show(
        self, part: Part, looked: Looked, rows: Collection[str], titles: Mapping[str, str]
    ) -> Iterator[None]:
        """Show what was drawn of some ``rows`` of a component. Stops after each picture that is
        painted."""
        symbols = looked.drawn.symbols
        part.note(looked, rows)
        for piece in part.pieces.values():
            if piece.row in rows:
                piece.broken = piece.row in part.faults
        fronts = (face for face in looked.drawn.faces if face.number == 1)
        for face in prepared(fronts, bleed=False):
            piece = part.pieces.setdefault(face.name, Piece(face.name, face.id))
            piece.title, piece.copies = titles.get(face.id, face.id), face.copies
            before = piece.front, piece.back
            piece.back_broken = face.back is not None and face.back.id in part.faults
            if face.back is None:
                piece.back = None
            elif not piece.back_broken:
                name = face.back.name
                known = part.backs.get(name)
                piece.back = self.painter.picture(known, face.back, symbols, name)
                part.backs[name] = piece.back
            front = msgspec.structs.replace(face, back=None)
            piece.front = self.painter.picture(piece.front, front, symbols, face.name)
            if (piece.front, piece.back) != before:
                yield

    def impose(self, layout: Layout) -> Iterator[None]:
        """Show the sheets of a component. Stops after each picture that is painted."""
        before = self.sheets.get(layout.name) or Sheets("")
        pictures: list[Picture] = []
        for number, sheet in enumerate(layout.sheets):
            old = before.pictures[number] if number < len(before.pictures) else None
            title = f"{layout.title}: {number + 1}"
            pictures.append(self.painter.picture(old, sheet, layout.symbols, title))
            if pictures[-1] is not old:
                left = before.pictures[number + 1 :]
                self.sheets[layout.name] = Sheets(layout.title, [*pictures, *left])
                yield
        self.sheets[layout.name] = Sheets(layout.title, pictures)

    def pictures(self) -> Iterator[str]:
        """The keys of all pictures."""
        for part in self.parts.values():
            for piece in part.pieces.values():
                yield from (side.key for side in piece.sides if side is not None)
        for sheets in self.sheets.values():
            yield from (picture.key for picture in sheets.pictures)


def page_of(piece: Piece) -> int:
    """Which page of a text a piece is."""
    drawn = piece.front and piece.front.drawn
    return drawn.page if isinstance(drawn, Face) else 1

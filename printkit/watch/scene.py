"""The pieces of a game as a page is told of them, and what is wrong with them.

A piece keeps its last good picture until there is a new one, and only what has changed is painted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from card_data import Game, Problem
from card_data.problems import DataError
from card_data.tables import title_of
from card_data.wall import OverLimitError, allow, begin_again
from printkit.drawing.shapes import Face, Symbol
from printkit.errors import MarkupError
from printkit.exports.images import prepared
from printkit.faces.render import FaceRenderer, Pages, Subject
from printkit.painting.paint import single
from printkit.painting.svg import SvgPainter
from printkit.sheets.typesetting import Drawn, Order, Typesetter
from printkit.typography.fonts import Fonts
from printkit.watch.places import Places

Faults = dict[str, tuple[Problem, ...]]  # what is wrong, by the ID of the face that it is on


class DroppedError(Exception):
    """There is something newer to draw."""


class Side(msgspec.Struct, frozen=True):
    """The picture of one side of a piece, by its key: its size and the radius of its corners in mm,
    its shape."""

    picture: str
    width: float
    height: float
    corner: float
    shape: str


class Piece(msgspec.Struct):
    """A piece by the name of its face; ``row`` is the ID of what it shows. ``broken``: something is
    wrong with it, and its pictures, if it has any, are the last good ones; ``back_broken``: that of
    its back is."""

    name: str
    row: str
    title: str
    copies: int = 1
    front: Side | None = None
    back: Side | None = None
    broken: bool = False
    back_broken: bool = False
    places: Places = ()


class Picture(NamedTuple):
    """What is drawn with these ``symbols``, painted."""

    drawn: Face
    symbols: Mapping[str, Symbol]
    svg: bytes

    def shows(self, drawn: Face, symbols: Mapping[str, Symbol]) -> bool:
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
    """Paints ``pictures`` as SVG; the key of each is made of what is in it."""

    def __init__(self, fonts: Fonts) -> None:
        self.pictures: dict[str, Picture] = {}
        self.renew(fonts)

    def renew(self, fonts: Fonts) -> None:
        """Paint with other fonts from now on."""
        self.painter = SvgPainter(fonts, {})

    def side(
        self, before: Side | None, drawn: Face, symbols: Mapping[str, Symbol], title: str
    ) -> Side:
        """What is drawn, as a page shows it: as ``before`` if that looks just so."""
        known = self.pictures.get(before.picture) if before is not None else None
        if before is not None and known is not None and known.shows(drawn, symbols):
            return before
        self.painter.symbols = noted = Noted(symbols)
        svg = self.painter.paint(single(drawn), title).encode()
        key = hashlib.blake2b(svg, digest_size=16).hexdigest()
        self.pictures[key] = Picture(drawn, noted.used, svg)
        return Side(key, drawn.width, drawn.height, drawn.corner, drawn.shape)


class Looking(FaceRenderer):
    """Renders faces and notes on which of them each problem is, in ``faults``; ``dropped`` is asked
    before each whether to go on."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.faults: Faults = {}
        self.dropped: Callable[[], bool] = lambda: False
        super().__init__(*given, **named)

    def read(self, subject: Subject, *, places: bool = False) -> tuple[Pages, list[MarkupError]]:
        """A face that cannot be read at all is blank: fronts have a back then, if a faulty one."""
        if self.dropped():
            raise DroppedError
        pages, errors = super().read(subject, places=places)
        return pages or [()], errors

    def blame(self, subject: Subject, errors: list[MarkupError]) -> None:
        before = len(self.problems)
        super().blame(subject, errors)
        row = None if subject.row is None else subject.row.id
        found = self.problems.found[before:]
        found += [one.problem for one in self.mistakes.values() if not one.rows or row in one.rows]
        item = subject.id if row is None else row
        self.faults[item] = (*self.faults.get(item, ()), *found)


class Part:
    """A component: its pieces, and what is wrong with it; ``faults`` are those of its ``problems``
    that are on a piece."""

    def __init__(self, name: str) -> None:
        self.name, self.title = name, name
        self.pieces: list[Piece] = []
        self.problems: tuple[Problem, ...] = ()
        self.faults: Faults = {}

    def look(
        self, game: Game[Any], order: Order, typesetter: Typesetter, painter: Painter,
        places: Mapping[str, Places], dropped: Callable[[], bool], settle: Callable[[], None],
    ) -> None:  # fmt: skip
        """Draw the component: a mistake on one face spares the others. ``settle`` is called before
        it is called wrong in a new way. Raise `DroppedError` where that is wanted."""
        drawn, problems, faults = looked(game, order, typesetter, dropped)
        if not set(problems) <= set(self.problems):
            settle()
        self.problems, self.faults = problems, faults
        if problems and not faults:
            for piece in self.pieces:
                piece.broken = True
        else:
            self.pieces = [*self.shown(game, order, drawn, painter, places)]

    def hasten(
        self, game: Game[Any], order: Order, typesetter: Typesetter, painter: Painter,
        places: Mapping[str, Places], dropped: Callable[[], bool],
    ) -> None:  # fmt: skip
        """Draw a few rows of the component, which ``order`` counts, before all of it is drawn."""
        drawn, problems, _ = looked(game, order, typesetter, dropped)
        if not problems:
            new = {one.name: one for one in self.shown(game, order, drawn, painter, places)}
            self.pieces = [new.get(piece.name, piece) for piece in self.pieces]

    def shown(
        self, game: Game[Any], order: Order, drawn: Drawn, painter: Painter,
        places: Mapping[str, Places],
    ) -> Iterator[Piece]:  # fmt: skip
        """The pieces that were drawn, in the order of their rows, and those with a fault as they
        were before."""
        before = {piece.name: piece for piece in self.pieces}
        titles, backs = titles_of(game, self.name), dict[str, Side]()
        rows: dict[str, list[Piece]] = {}
        fronts = (face for face in drawn.faces if face.number == 1)
        for face in prepared(fronts, bleed=False):
            old = before.get(face.name, Piece(face.name, face.id, ""))
            back = face.back
            is_wrong = back is not None and back.id in self.faults
            if back is not None and not is_wrong and back.name not in backs:
                backs[back.name] = painter.side(old.back, back, drawn.symbols, back.name)
            front = msgspec.structs.replace(face, back=None)
            piece = Piece(
                face.name, face.id, titles.get(face.id, face.id), face.copies,
                painter.side(old.front, front, drawn.symbols, face.name),
                old.back if is_wrong else backs[back.name] if back is not None else None,
                back_broken=is_wrong, places=places.get(face.id, ()),
            )  # fmt: skip
            rows.setdefault(face.id, []).append(piece)
        for row in order.counts:
            if row in self.faults:
                old_ones = [piece for piece in self.pieces if piece.row == row]
                for piece in old_ones or [Piece(row, row, titles.get(row, row))]:
                    piece.broken = piece.back_broken = True
                    yield piece
            else:
                yield from rows.get(row, ())


def looked(
    game: Game[Any], order: Order, typesetter: Typesetter, dropped: Callable[[], bool]
) -> tuple[Drawn, tuple[Problem, ...], Faults]:
    """The faces that are right, all that is wrong, and on which faces."""
    allow(order.seconds)
    drawn, faults = Drawn([], {}, []), Faults()
    problems: Sequence[Problem] = ()
    try:
        renderer = typesetter.renderer(game, order, Looking)
        assert isinstance(renderer, Looking)
        renderer.dropped, faults = dropped, renderer.faults
        right = [face for face in renderer.faces() if face.id not in faults]
        problems = list(renderer.problems)
        drawn = order.finished(right, renderer)
    except DataError as error:
        problems = error.problems
    except OverLimitError as error:  # the time that is used up begins anew
        begin_again()
        problems = [Problem(message=str(error), file="")]
    return drawn, tuple(dict.fromkeys(problems)), faults


def titles_of(game: Game[Any], name: str) -> dict[str, str]:
    """The titles of a component's rows, by their IDs, where they have any."""
    tables = [face.rows for face in game.components[name].faces if face.rows]
    return {row.id: title_of(row) for table in tables for row in game.rows(table)}

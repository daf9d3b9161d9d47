"""The state of a game printed in one way, as a page shows it: its pieces, its sheets, its problems.

The last good picture stays until there is a new one; only what has changed is painted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from card_data import Game, Problem
from card_data.problems import DataError
from card_data.program.sandbox import OverLimitError, allow_seconds, restart_clock
from card_data.tables import title_of
from printkit.drawing.shapes import Face, Image, Symbol
from printkit.errors import MarkupError
from printkit.faces.render import FaceRenderer, Pages, Subject
from printkit.options import Options
from printkit.painting.paint import single
from printkit.painting.svg import SvgPainter
from printkit.printing.jobs import sharing_sheets
from printkit.sheets.layout import lay_out, with_bleed
from printkit.sheets.settings import SheetSettings
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import RenderedFaces, RenderJob, Typesetter
from printkit.typography.fonts import Fonts
from printkit.watch.locations import Locations
from printkit.watch.requests import Menu

LocationsByPiece = Mapping[str, Locations]  # the pieces of a component, by the ID of what they show
FaultsByFace = dict[str, tuple[Problem, ...]]  # what is wrong, by the ID of the face that it is on


class Side(msgspec.Struct, frozen=True):
    """The picture of one side of a piece or of a sheet, by its key: its size and the radius of its
    corners in mm, its shape. ``back``: it is printed behind the sheet before it."""

    picture: str
    width: float
    height: float
    corner: float = 0.0
    shape: str = "rectangle"
    back: bool = False


class Piece(msgspec.Struct):
    """A piece by the name of its face; ``row`` is the ID of what it shows. ``broken``: it has a
    problem, and its pictures, if any, are the last good ones; ``back_broken``: its back has a
    problem."""

    name: str
    row: str
    title: str
    copies: int = 1
    front: Side | None = None
    back: Side | None = None
    broken: bool = False
    back_broken: bool = False
    locations: Locations = ()


class Sheets(msgspec.Struct):
    """The sheets of a component, and of those that share them: the last good ones if there are
    ``problems``."""

    title: str = ""
    sides: list[Side] = []
    problems: tuple[Problem, ...] = ()


class RenderResult(NamedTuple):
    """The faces of a component that could be drawn, all of its problems, and the faces that these
    are on."""

    drawn: RenderedFaces
    problems: tuple[Problem, ...]
    faults: FaultsByFace


NOTHING = RenderResult(RenderedFaces([], {}, []), (), {})


class ComponentState(msgspec.Struct):
    """A component as it was last rendered; ``fresh``: it shows the files as they are now."""

    name: str
    title: str = ""
    pieces: list[Piece] = []
    looked: RenderResult = NOTHING
    fresh: bool = False


class Picture(NamedTuple):
    """A painted face or sheet, and the ``symbols`` that it was drawn with."""

    drawn: Face | Sheet
    symbols: Mapping[str, Symbol]
    svg: bytes

    def shows(self, drawn: Face | Sheet, symbols: Mapping[str, Symbol]) -> bool:
        """Check whether a face or sheet with these symbols looks the same."""
        same = (symbols.get(name) == symbol for name, symbol in self.symbols.items())
        return self.drawn == drawn and all(same)


class UsedSymbols(dict[str, Symbol]):
    """Symbols by their names; ``used`` has those that were looked up."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        super().__init__(symbols)
        self.used: dict[str, Symbol] = {}

    def __getitem__(self, name: str) -> Symbol:
        return self.used.setdefault(name, super().__getitem__(name))


class Painter:
    """Paints ``pictures`` as SVG, keyed by a digest of their contents."""

    def __init__(self) -> None:
        self.pictures: dict[str, Picture] = {}
        self.images: dict[str, Image] = {}  # as they are printed
        self.renew()

    def renew(self) -> None:
        """Read the fonts again."""
        self.fonts = Fonts()
        self.painter = SvgPainter(self.fonts, {})

    def side(
        self, before: Side | None, drawn: Face | Sheet, symbols: Mapping[str, Symbol], title: str
    ) -> Side:
        """Return the picture of a face or sheet: ``before`` if it looks the same, else a new
        one."""
        known = self.pictures.get(before.picture) if before is not None else None
        if before is not None and known is not None and known.shows(drawn, symbols):
            return before
        self.painter.symbols = noted = UsedSymbols(symbols)
        sheet = single(drawn) if isinstance(drawn, Face) else drawn
        svg = self.painter.paint(sheet, title).encode()
        key = hashlib.blake2b(svg, digest_size=16).hexdigest()
        self.pictures[key] = Picture(drawn, noted.used, svg)
        if isinstance(drawn, Sheet):
            return Side(key, drawn.width, drawn.height, back=drawn.back)
        return Side(key, drawn.width, drawn.height, drawn.corner, drawn.shape)


class FaultRecorder(FaceRenderer):
    """Renders faces and records in ``faults`` which of them each problem is on."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.faults: FaultsByFace = {}
        super().__init__(*given, **named)

    def read(self, subject: Subject, *, places: bool = False) -> tuple[Pages, list[MarkupError]]:
        """Read a face, or make it blank if it cannot be read: its front then still has a back."""
        pages, errors = super().read(subject, places=places)
        return pages or [()], errors

    def add_errors(self, subject: Subject, errors: list[MarkupError]) -> None:
        before = len(self.problems)
        super().add_errors(subject, errors)
        row = None if subject.row is None else subject.row.id
        found = self.problems.found[before:]
        found += [one.problem for one in self.mistakes.values() if not one.rows or row in one.rows]
        item = subject.id if row is None else row
        self.faults[item] = (*self.faults.get(item, ()), *found)


class PageState(Typesetter):
    """A game printed as ``options`` say: its ``parts``, the ``sheets`` that pages look at, by the
    name of the component, and the ``problems`` of the game as a whole."""

    def __init__(self, options: Options, painter: Painter) -> None:
        super().__init__(painter.fonts, painter.images)
        self.options, self.painter = options, painter
        self.parts: dict[str, ComponentState] = {}
        self.sheets: dict[str, Sheets] = {}
        self.menus: list[Menu] = []
        self.problems: tuple[Problem, ...] = ()

    def files_changed(self) -> None:
        self.fonts = self.painter.fonts
        for part in self.parts.values():
            part.fresh = False

    def select_components(self, game: Game[Any]) -> None:
        """Keep the components that the players need, and no others."""
        players = self.options.players
        names = [one for one in game.components if players is None or game.needs(one, players)]
        self.parts = {name: self.parts.get(name) or ComponentState(name) for name in names}
        for name, part in self.parts.items():
            part.title = game.components[name].title

    def typeset(self, game: Game[Any], job: RenderJob) -> RenderedFaces:
        """Return what was rendered already, to impose it."""
        looked = self.parts[job.name].looked
        if looked.problems:
            raise DataError(*looked.problems)
        return looked.drawn

    def render(self, game: Game[Any], job: RenderJob) -> RenderResult:
        """Render a component; a problem on one face spares the others."""
        allow_seconds(job.seconds)
        faults = FaultsByFace()
        try:
            renderer = self.renderer(game, job, FaultRecorder)
            assert isinstance(renderer, FaultRecorder)
            faults = renderer.faults
            right = [face for face in renderer.faces() if face.id not in faults]
            drawn = job.finish(right, renderer)
            return RenderResult(drawn, tuple(dict.fromkeys(renderer.problems)), faults)
        except DataError as error:
            return RenderResult(NOTHING.drawn, tuple(dict.fromkeys(error.problems)), faults)
        except OverLimitError as error:  # the time that is used up begins anew
            restart_clock()
            return RenderResult(NOTHING.drawn, (Problem(message=str(error), file=""),), {})

    def show_component(
        self, game: Game[Any], job: RenderJob, looked: RenderResult, locations: LocationsByPiece
    ) -> None:
        """Show all of a component as it was rendered."""
        part = self.parts[job.name]
        part.looked, part.fresh = looked, True
        if looked.problems and not looked.faults:
            for piece in part.pieces:
                piece.broken = True
        else:
            part.pieces = [*self.pieces(game, job, looked, locations)]

    def render_first(self, game: Game[Any], job: RenderJob, rows: Sequence[str]) -> None:
        """Show a few rows of a component that are right, before all of it is rendered, in their old
        positions."""
        few = Counter({row: job.counts[row] for row in rows})
        job = msgspec.structs.replace(job, counts=few)
        looked, part = self.render(game, job), self.parts[job.name]
        if not looked.problems:
            new = {one.name: one for one in self.pieces(game, job, looked, {})}
            part.pieces = [new.get(piece.name, piece) for piece in part.pieces]

    def pieces(
        self, game: Game[Any], job: RenderJob, looked: RenderResult, locations: LocationsByPiece
    ) -> Iterator[Piece]:
        """Yield the rendered pieces in the order of their rows, and pieces with a problem as they
        were before."""
        (drawn, _, faults), part, side = looked, self.parts[job.name], self.painter.side
        before = {piece.name: piece for piece in part.pieces}
        titles, backs = titles_of(game, job.name), dict[str, Side]()
        rows: dict[str, list[Piece]] = {}
        fronts = [face for face in drawn.faces if face.number == 1]
        for face in with_bleed(fronts, 0.0):
            old = before.get(face.name, Piece(face.name, face.id, ""))
            back = face.back
            is_wrong = back is not None and back.id in faults
            if back is not None and not is_wrong and back.name not in backs:
                backs[back.name] = side(old.back, back, drawn.symbols, back.name)
            front = msgspec.structs.replace(face, back=None)
            piece = Piece(
                face.name, face.id, titles.get(face.id, face.id), face.copies,
                side(old.front, front, drawn.symbols, face.name),
                old.back if is_wrong else backs[back.name] if back is not None else None,
                back_broken=is_wrong, locations=locations.get(face.id, old.locations),
            )  # fmt: skip
            rows.setdefault(face.id, []).append(piece)
        for row in job.counts:
            if row in faults:
                old_ones = [piece for piece in part.pieces if piece.row == row]
                for piece in old_ones or [Piece(row, row, titles.get(row, row))]:
                    piece.broken = piece.back_broken = True
                    yield piece
            else:
                yield from rows.get(row, ())

    def show_sheets(self, game: Game[Any], name: str, settings: SheetSettings) -> None:
        """Show the sheets of a component."""
        jobs = sharing_sheets(
            [(game, one) for one in self.parts], settings, packed=self.options.sheets_are_shared
        )
        host, co_printed = next((host, on) for _, host, on in jobs if name in (host, *on))
        before = self.sheets.get(name, Sheets(game.components[name].title))
        try:
            layout = lay_out(game, host, self.options, self, co_printed, settings)
        except DataError as error:
            self.sheets[name] = msgspec.structs.replace(before, problems=error.problems)
            return
        olds = [*before.sides, *[None for _ in layout.sheets]]
        sides = [
            self.painter.side(old, sheet, layout.symbols, f"{layout.title}: {number}")
            for number, (old, sheet) in enumerate(zip(olds, layout.sheets, strict=False), 1)
        ]
        self.sheets[name] = Sheets(layout.title, sides)

    def shown(self) -> Iterator[str]:
        """The keys of all pictures."""
        pieces = (piece for part in self.parts.values() for piece in part.pieces)
        yield from (side.picture for one in pieces for side in (one.front, one.back) if side)
        yield from (side.picture for one in self.sheets.values() for side in one.sides)

    def shown_problems(
        self, problems: Sequence[Problem], sheets: Sheets | None
    ) -> Iterator[dict[str, Any]]:
        """Yield all problems, those of the whole game first, each once for each piece that it is
        on."""
        parts = self.parts.values()
        rows = {piece.row: part.name for part in parts for piece in part.pieces}
        found = [(one, rows.get(one.item, ""), one.item) for one in (*problems, *self.problems)]
        for part in parts:
            on = [(one, row) for row, those in part.looked.faults.items() for one in those]
            found += [(one, part.name, row) for one, row in on]
        told = {(one.file, one.line) for one, _, _ in found}
        left = [(one, part.name) for part in parts for one in part.looked.problems]
        left += [(one, "") for one in (sheets.problems if sheets is not None else ())]
        found += [(one, name, "") for one, name in left if (one.file, one.line) not in told]
        for one, name, row in dict.fromkeys(found):
            yield {**msgspec.structs.asdict(one), "component": name, "row": row}

    def page_data(self, problems: Sequence[Problem], component: str) -> dict[str, Any]:
        """Return the state for a page that looks at the sheets of a ``component``, or at none;
        ``problems`` are those of the game. ``broken``: all that the page shows is the last that was
        good."""
        sheets = self.sheets.get(component)
        return {
            "broken": bool(problems or self.problems),
            "problems": [*self.shown_problems(problems, sheets)],
            "components": [
                {"name": part.name, "title": part.title, "pieces": part.pieces}
                for part in self.parts.values()
            ],
            "sheets": sheets,
            "menus": self.menus,
        }


def titles_of(game: Game[Any], name: str) -> dict[str, str]:
    tables = [face.rows for face in game.components[name].faces if face.rows]
    return {row.id: title_of(row) for table in tables for row in game.rows(table)}

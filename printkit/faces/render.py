"""Data and templates to faces: every template rendered for every row, every problem collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from card_data import Game, Problem
from card_data.model import Component, FaceTemplate, Row
from card_data.problems import Problems, did_you_mean, quote
from card_data.program.sandbox import LIMIT_ERRORS, OverLimitError, limit_message
from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Face, Group, Shape, Symbol
from printkit.errors import MarkupError, SourceLocation, TextError
from printkit.faces.elements import DEFAULTS, DEFINITIONS, inherit
from printkit.faces.pieces import BorrowedFace, PieceRequest, Pieces
from printkit.faces.reader import MarkupReader
from printkit.faces.reading.flow import read_flow
from printkit.faces.source_locations import PAD, SourceMap
from printkit.faces.symbols import Symbols
from printkit.pictures.gallery import Gallery
from printkit.templating.environment import Templates
from printkit.templating.loader import TEMPLATES
from printkit.templating.xml import XML, ParsedTemplate, parse
from printkit.typography.fonts import Fonts
from printkit.typography.pages import flow_pages

if TYPE_CHECKING:
    from printkit.faces.effects.icons import OwnIcons

ICONS = "icons.svg"
Pages = list[tuple[Shape, ...]]
Sizes = Mapping[str, tuple[float, float]]  # width and height in mm, by what print.yaml says
# What a component is printed as, and the sizes of its pieces, by its name.
Cut = Callable[[str], tuple[Component, Sizes]]


class Subject(msgspec.Struct, frozen=True):
    """The subject that a template is rendered for: a row of a table, if any, and its variables.

    ``cut`` is its component as its piece is cut. ``back``: it is the other side of the row's face,
    with an ID of its own. ``own`` ends the ID of a back without a row that is cut otherwise than
    others of its component.
    """

    template: str
    cut: Component
    table: str = ""
    row: Row | None = None
    number: int = 1
    index: int | None = None
    back: bool = False
    own: str = ""

    @property
    def id(self) -> str:
        if self.row is None:
            return f"{Path(self.template).stem}{self.own}"
        return f"{self.row.id}_back" if self.back else self.row.id

    @property
    def words(self) -> dict[str, Any]:
        return {} if self.index is None else {"card": self.row, "index": self.index}


@lru_cache(maxsize=1)
def parsed_icons(text: str) -> XML:
    """Return the elements of the shipped icons, which every component has."""
    return parse(text)


def own_cut(kind: FaceTemplate) -> str:
    """How the pieces of a face are cut otherwise than those of its component, such as ``_20x20``.

    >>> own_cut(FaceTemplate("token.svg", size="20 x 20", shape="round", corner=0))
    '_20x20_round_r0'
    """
    corner = "" if kind.corner is None else f"r{kind.corner:g}"
    given = (kind.size or "").replace(" ", ""), kind.shape or "", corner
    return "".join(f"_{one}" for one in given if one)


def at_cell(row: Row | None, error: MarkupError) -> MarkupError:
    """Return an error about a key that a template's mapping lacks as one of the only cell of the
    ``row`` that says it."""
    if row is None or not error.missing or error.field or error.place is None:
        return error
    said = [name for name in row.__struct_fields__ if getattr(row, name) == error.missing]
    if len(said) != 1:
        return error
    message = f"looked up at {error.place.file}:{error.place.line}: {error}"
    return MarkupError(message, field=said[0], missing=error.missing)


class Mistake(NamedTuple):
    """A problem of a template, and the IDs of the rows affected, as keys."""

    problem: Problem
    rows: dict[str, None]


class FaceRenderer:
    """Renders the faces of one component, of ``sizes``; ``problems`` collects what is wrong.

    ``counts`` says how many there are of each row's face, by the row's ID, and of a face without
    a row; what is not counted is left out. ``cut`` describes other components, whose pieces a
    template draws; ``outer`` renders a component in whose faces these are drawn. ``words`` are
    further variables of its ``templates``, and of those of the pieces they draw. ``gallery``
    makes one for the pictures of a component.

    Raise `DataError` if a template is missing.

    What is wrong with a text of the data is reported at its row. What is wrong with a template is
    reported once, with the rows affected: ``mistakes`` holds those of the current face template.
    """

    def __init__(
        self, game: Game[Any], name: str, component: Component, sizes: Sizes,
        fonts: Fonts, counts: Counter[str], cut: Cut, outer: FaceRenderer | None = None, *,
        templates: Templates, gallery: Callable[..., Gallery],
        words: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.game, self.name, self.component = game, name, component
        self.counts, self.cut, self.words = counts, cut, words
        self.sizes, self.templates = sizes, templates
        self.fonts, self.outer = fonts, outer
        self.source_map = SourceMap(game)
        self.problems = Problems()
        self.problems.extend(self.missing_templates())
        self.problems.raise_if_any()
        self.mistakes: dict[object, Mistake] = {}
        self.new_gallery = gallery
        self.gallery = gallery(draw=self.vector)
        self.symbols = self.read_symbols()
        self.lenders: dict[str, FaceRenderer] = {}
        self.pieces = Pieces(self.drawn_by_another, self.fonts)
        self.reader = MarkupReader(self.fonts, self.symbols, self.pieces.read, self.gallery)

    def within(self) -> Iterator[str]:
        """The names of the components that are being drawn: this one, and those it is drawn in."""
        yield self.name
        if self.outer is not None:
            yield from self.outer.within()

    def drawn_by_another(self, request: PieceRequest) -> BorrowedFace:
        """Return a face of another component: what `Pieces` draws faces with."""
        lender = self.lender(request.component)
        kind, subject = lender.subject_of(request)
        pages = list(lender.draw(subject))
        lender.report_mistakes(kind.rows or "", 1)
        lender.report_symbols()
        lender.problems.raise_if_any()
        return BorrowedFace(pages[0], lender.reader.details)

    def lender(self, component: str) -> FaceRenderer:
        """Return what renders the faces of another component, for those of this one."""
        if component not in self.lenders:
            components = self.game.components
            if component not in components:
                raise TextError(
                    f"no component {quote(component)}{did_you_mean(component, components)}"
                )
            if component in self.within():
                raise MarkupError(f"{component} contains itself")
            lender = FaceRenderer(
                self.game, component, *self.cut(component), self.fonts, Counter(), self.cut, self,
                templates=self.templates, gallery=self.new_gallery, words=self.words,
            )  # fmt: skip
            self.lenders[component] = lender
            self.symbols.others[component] = lender.symbols
        return self.lenders[component]

    def subject_of(self, request: PieceRequest) -> tuple[FaceTemplate, Subject]:
        """Return what the piece asked for shows; raise `MarkupError` if there is no such piece."""
        component, name = request.component, request.face
        known = self.by_id
        if not name and len(known) == 1:
            (name,) = known
        if not name:
            raise TextError(f"the {component} has several faces: expected the name of one")
        if name not in known:
            raise TextError(f"no face {quote(name)} of {component}{did_you_mean(name, known)}")
        kind, subject = known[name]
        if self.component.per_page:
            subject = msgspec.structs.replace(subject, number=request.form, index=request.form - 1)
        elif request.form > 1:
            raise TextError(f"the {component} is no form: only forms have numbers")
        if request.side == "front":
            return kind, subject
        back = self.back_of(kind, subject.index or 0, subject.row)
        if back is None:
            raise TextError(f"the {component} has no back")
        return kind, back

    @cached_property
    def by_id(self) -> dict[str, tuple[FaceTemplate, Subject]]:
        """The fronts by their IDs, by which figures ask for pieces."""
        return {subject.id: (kind, subject) for kind, subject in self.subjects()}

    def subjects(self) -> Iterator[tuple[FaceTemplate, Subject]]:
        """Yield what the fronts show, each with its face template."""
        for kind in self.component.faces:
            rows: tuple[Row | None, ...] = self.game.rows(kind.rows) if kind.rows else (None,)
            for index, row in enumerate(rows):
                yield kind, self.front_of(kind, index, row)

    def missing_templates(self) -> Iterator[Problem]:
        """Names of templates in print.yaml for which there is no file."""
        component = self.component
        named: list[tuple[tuple[str, ...], str | None]] = [
            (("back",), component.back),
            (("symbols",), component.symbols),
        ]
        for index, kind in enumerate(component.faces):
            named.append((("faces", str(index), "template"), kind.template))
            named.append((("faces", str(index), "back"), kind.back))
        for path, name in named:
            if name is not None and self.templates.file_of(name) is None:
                message = self.templates.missing(name)
                yield self.source_map.in_component(message, self.name, *path)

    def faces(self) -> list[Face]:
        """Return every face of the component, in the order of its data, with its back."""
        self.problems.raise_if_any()  # without its symbols every face would be wrong
        faces: list[Face] = []
        backs: dict[tuple[str, str], Face | None] = {}
        for kind in self.component.faces:
            rows: tuple[Row | None, ...] = self.game.rows(kind.rows) if kind.rows else (None,)
            for index, row in enumerate(rows):
                back = self.back_of(kind, index, row)
                key = (back.template, back.id) if back else ("", "")
                if back and key not in backs:
                    backs[key] = next(self.draw(back), None)
                faces += self.faces_of(kind, index, row, backs.get(key))
            self.report_mistakes(kind.rows or "", len(rows))
        self.report_symbols()
        for name, times in Counter(face.name for face in faces).items():
            if times > 1:
                message = f"{times} faces are called {name}: move one to a component of its own"
                self.problems.extend([self.source_map.in_component(message, self.name)])
        return faces

    def back_of(self, kind: FaceTemplate, index: int, row: Row | None) -> Subject | None:
        """Return the subject of the back of a row's face: with the row if ``kind`` has a back, else
        without one."""
        cut = self.component.cut_as(kind)
        if kind.back and row is not None:
            return Subject(kind.back, cut, kind.rows or "", row, 1, index, back=True)
        back = kind.back or self.component.back
        return Subject(back, cut, own=own_cut(kind)) if back else None

    def front_of(self, kind: FaceTemplate, index: int, row: Row | None) -> Subject:
        """Return what the front of a row's face shows."""
        cut = self.component.cut_as(kind)
        return Subject(kind.template, cut, kind.rows or "", row, 1, index)

    def faces_of(
        self, kind: FaceTemplate, index: int, row: Row | None, back: Face | None
    ) -> Iterator[Face]:
        """The faces of one row. Each form has fields of its own; other copies share a face."""
        subject = self.front_of(kind, index, row)
        copies = self.counts[subject.id]
        if self.component.per_page:
            for form in range(copies):
                yield from self.draw(
                    msgspec.structs.replace(subject, number=form + 1, index=form), 1, back
                )
        elif copies:
            yield from self.draw(subject, copies, back)

    def draw(self, subject: Subject, copies: int = 1, back: Face | None = None) -> Iterator[Face]:
        """The face that a template gives for one subject; several if its text runs over pages."""
        try:
            pages, errors = self.read(subject)
        except LIMIT_ERRORS as error:
            problem = self.source_map.in_component(limit_message(error), self.name)
            problem = msgspec.structs.replace(problem, item=f"{self.name} {subject.id}")
            raise OverLimitError(str(problem), placed=True) from None
        if errors:
            self.add_errors(subject, errors)
        cut = subject.cut
        for page, shapes in enumerate(pages, 1):
            yield Face(
                subject.id, *self.sizes[cut.size], shapes, copies, cut.bleed, cut.safe, cut.corner,
                back, subject.number, page, shape=cut.shape,
            )  # fmt: skip

    def read(self, subject: Subject, *, places: bool = False) -> tuple[Pages, list[MarkupError]]:
        """The shapes of each page, and what is wrong, with ``places`` if they are asked for."""
        self.reader.errors, self.reader.details = [], {}
        self.reader.page = Rect(0, 0, *self.sizes[subject.cut.size])
        words = {**self.known(subject.cut), **subject.words}
        try:
            self.reader.places = {}
            if places:
                source = self.templates.marked(subject.template, words)
                self.reader.places = source.places
                return self.pages(source), self.reader.errors
            markup = self.templates.markup(subject.template, words)
            return self.pages(ParsedTemplate(parse(markup), {})), self.reader.errors
        except MarkupError as error:
            return [], [error]
        except RecursionError:
            return [], [
                MarkupError("nested too deeply", place=self.templates.file_of(subject.template))
            ]

    def known(self, cut: Component) -> dict[str, Any]:
        """Return what all templates of the component may name, for pieces that are cut so."""
        width, height = self.sizes[cut.size]
        return {"w": width, "h": height, "bleed": cut.bleed, "safe": cut.safe, **self.words}

    def pages(self, source: ParsedTemplate) -> Pages:
        flows = [child for child in source.root if child.tag == "flow"]
        for element in flows:
            source.root.remove(element)
        fixed = self.background(source.root) + self.reader.shapes(source.root)
        for element in flows[1:]:
            self.reader.keep(MarkupError("a second flow; a template may have only one"), element)
        for element in flows[:1]:
            try:
                return [fixed + shapes for shapes in flow_pages(read_flow(self.reader, element))]
            except MarkupError as error:
                self.reader.keep(error, element)
        return [fixed]

    def background(self, root: XML) -> tuple[Shape, ...]:
        """Return what may be cut off from a face; it is drawn first."""
        found = [child for child in root if child.tag == "background"]
        for element in found:
            root.remove(element)
        for element in found[:1]:
            element[:0] = [one for one in root if one.tag in DEFINITIONS]
        for element in found[1:]:
            self.reader.keep(MarkupError("a second background; a template has one"), element)
        around = inherit(root, DEFAULTS)
        bleed, page = self.component.bleed, self.reader.page
        area = page and Rect(-bleed, -bleed, page.width + 2 * bleed, page.height + 2 * bleed)
        drawn = (self.reader.shapes(element, around, area) for element in found[:1])
        return tuple(Group(shapes, background=True) for shapes in drawn)

    def add_errors(self, subject: Subject, errors: list[MarkupError]) -> None:
        """Record what is wrong with a face, at its data or at its place in the template."""
        sides = {error.short for error in errors} if subject.template == PAD else set()
        cut = subject.cut.size
        if "high" in sides:
            self.problems.extend([self.source_map.too_many_lines(cut, self.sizes[cut])])
            return
        if "wide" in sides:
            self.problems.extend([self.source_map.too_many_marks(cut, self.sizes[cut])])
            return
        placed = self.read(subject, places=True)[1]
        for error in map(partial(at_cell, subject.row), placed or errors):
            problem = self.source_map.problem(error, subject.table, subject.row)
            if problem is not None and not error.missing:
                self.problems.extend([problem])
                continue
            if problem is not None:  # of other rows too, or of a text that many show
                same = problem.file, problem.field, error.missing
                mistake = self.mistakes.setdefault(same, Mistake(problem, {}))
            else:
                mistake = self.mistake(error, subject.template)
            if subject.row is not None:
                mistake.rows[subject.row.id] = None

    def mistake(self, error: MarkupError, template: str) -> Mistake:
        """Return the mistake behind ``error``; all at one place are the same, whatever they say of
        the row's values."""
        found = self.in_template(error, template)
        key = (found.file, found.line, found.column) if found.line else found
        return self.mistakes.setdefault(key, Mistake(found, {}))

    def in_template(self, error: MarkupError, template: str) -> Problem:
        """Return an error at its place in a template."""
        place = error.place or self.templates.file_of(template) or SourceLocation(template)
        return Problem(message=str(error), field=error.field, **place._asdict())

    def report_mistakes(self, table: str, rows: int) -> None:
        """Add the mistakes of one face template to the problems, each with the rows affected."""
        for problem, hit in self.mistakes.values():
            first = next(iter(hit), "")
            if len(hit) > 1:
                where = f"in {len(hit)} of {rows} rows of {table}; the first is {first}"
                problem = msgspec.structs.replace(problem, message=f"{problem.message} ({where})")
            elif hit and not problem.item:
                problem = msgspec.structs.replace(problem, item=first)
            self.problems.extend([problem])
        self.mistakes.clear()

    def read_symbols(self, *, places: bool = False) -> Symbols:
        """Return the icons, and the drawings of the component's ``symbols`` template."""
        symbols = Symbols(self.fonts, self.gallery)
        symbols.add(ParsedTemplate(parsed_icons((TEMPLATES / ICONS).read_text("utf-8")), {}))
        if self.component.symbols:
            words = self.known(self.component)
            try:
                symbols.add(self.templates.source(self.component.symbols, words, places=places))
            except MarkupError as error:
                if not places:
                    return self.read_symbols(places=True)
                self.problems.extend([self.in_template(error, self.component.symbols)])
        if self.game.head.icons:
            symbols.icons = self.own_icons(symbols)
        return symbols

    def own_icons(self, symbols: Symbols) -> OwnIcons | None:
        """The icons of the game's own, none of which is called like one of the ``symbols``."""
        from printkit.faces.effects.icons import OwnIcons  # which few games have

        try:
            return OwnIcons(self.game.folder, str(self.game.head.icons), symbols)
        except MarkupError as error:
            if error.place:
                self.problems.add(str(error), **error.place._asdict())
            else:
                here = self.source_map.in_file(str(error), "game.yaml", ("icons",), "", "icons")
                self.problems.extend([here])
            return None

    def vector(self, name: str, file: Path, raw: bytes) -> tuple[Symbol, float, float]:
        """Return a picture that is an SVG file of the game, and its width and height there."""
        from printkit.faces.effects.vectors import read_vector  # which few games have

        shown = self.source_map.shown(file.relative_to(self.game.folder).as_posix())
        return read_vector(name, raw, SourceLocation(shown), self.fonts)

    def report_symbols(self) -> None:
        """Add what is wrong in the symbols that the faces use to the problems."""
        if self.symbols.errors:
            again = self.read_symbols(places=True)
            for name in self.symbols.done:
                again[name]
            template = self.component.symbols or ICONS
            for error in again.errors:
                problem = self.source_map.problem(error, "", None)
                if problem is not None:
                    self.problems.extend([problem])
                else:
                    self.mistake(error, template)
            self.report_mistakes("", 1)

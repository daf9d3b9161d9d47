"""A rulebook for its page: its examples played, its figures drawn, and where its links lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from card_data import Game, load_rulebook
from card_data.model import Component, FaceTemplate
from card_data.rulebook import Rulebook, texts
from printkit.drawing.shapes import Face
from printkit.errors import MarkupError
from printkit.exports.html.figures import FigurePainter
from printkit.exports.html.texts import runs, words
from printkit.faces.render import FaceRenderer, Subject
from printkit.options import Options
from printkit.sheets.aloud.markup import Run, inline
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Drawn, Order, Typesetter

TEMPLATE = "html/figures.svg"
FIGURES = "rulebook"  # what the figures are a component of


class Paragraph(msgspec.Struct, frozen=True, array_like=True):
    """A paragraph of a booklet: its role, as screen readers know it, what stands before it, and
    its words."""

    role: str
    label: str
    runs: tuple[Run, ...]


class DrawnBook(msgspec.Struct, frozen=True):
    """A rulebook with its examples played, what its booklet has ``after`` the clauses, and its
    figures as faces, in their order."""

    rulebook: Rulebook | None
    told_in: Mapping[str, int]
    index: Mapping[str, Sequence[str]]
    after: tuple[Paragraph, ...]
    drawn: Drawn


def draw_book(game: Game[Any], order: Order, typesetter: Typesetter) -> DrawnBook:
    """A rulebook with its examples played, and its figures drawn; raise `DataError` with every
    problem of it."""
    renderer = typesetter.renderer(game, order)
    facts = renderer.templates.facts
    book = facts.rulebook
    faces: list[Face] = []
    figures = {} if book is None else book.figures
    for number, (name, figure) in enumerate(figures.items()):
        renderer.sizes = {**renderer.sizes, name: (figure.width, figure.height)}
        cut = msgspec.structs.replace(order.component, size=name)
        faces += renderer.draw(Subject(TEMPLATE, cut, index=number))
    after = tuple(after_clauses(renderer))
    for name in icons_in(game, book, after):
        if name in renderer.symbols:
            renderer.symbols[name]  # which is drawn then
    renderer.report_mistakes("", 1)
    renderer.report_symbols()
    renderer.problems.stop_if_any()
    drawn = order.finished(faces, renderer)
    return DrawnBook(book, facts.told_in, facts.index, after, drawn)


def after_clauses(renderer: FaceRenderer) -> Iterator[Paragraph]:
    """What the booklets of a game have after the clauses, beside those that the kit lays out."""
    components = renderer.game.components.values()
    own = [face.template for one in components if one.booklet for face in one.faces]
    words = {**renderer.known(renderer.component), "part": "after the clauses"}
    for template in dict.fromkeys(own):
        try:
            root = renderer.templates.source(template, words).root
        except MarkupError as error:
            renderer.blame(Subject(template, renderer.component), [error])
            continue
        if root.find("flow") is None:  # else it is laid out otherwise, and told whole
            for one in root.iter("p"):
                label = one.get("label", "").strip()
                yield Paragraph(one.get("role", ""), label, tuple(inline(one)))


class Book(msgspec.Struct, frozen=True):
    """What the page of a rulebook shows of it. ``figures`` and ``icons`` are SVG elements by name,
    which refer to what is ``defined``; ``told_in`` has the chapter of each clause, from 0, and
    ``after`` what follows the clauses."""

    rulebook: Rulebook | None
    told_in: Mapping[str, int]
    index: Mapping[str, Sequence[str]]
    after: Sequence[Paragraph]
    figures: Mapping[str, Markup]
    icons: Mapping[str, Markup]
    defined: Markup

    @property
    def anchors(self) -> Iterator[str]:
        """The anchors that texts may link to, beside the clauses."""
        yield "title"
        if self.rulebook is not None:
            yield from ("clauses", "first-turn", "house-options", "glossary", "index", "reference")
            yield from (f"chapter-{number}" for number, _ in enumerate(self.rulebook.chapters, 1))
            yield from (f"example-{name}" for name in self.rulebook.examples)

    def places(self, entry: str) -> tuple[list[tuple[str, str]], list[str]]:
        """Where an entry of the index leads: to texts, each with the title of its chapter, the
        first in each; and to clauses."""
        chapters: dict[int, str] = {}
        clauses: list[str] = []
        for place in self.index[entry]:
            if place.startswith("rulebook.chapters."):
                chapters.setdefault(int(place.split(".")[2]), place)
            elif not place.startswith("rulebook."):
                clauses.append(place)
        assert self.rulebook is not None
        titles = [words(chapter.title) for chapter in self.rulebook.chapters]
        return [(place, titles[number]) for number, place in chapters.items()], clauses


def read_book(game: Game[Any], options: Options, typesetter: Typesetter) -> Book:
    """The rulebook of a game; raise `DataError` with every problem of it."""
    component = Component("Rulebook", FIGURES, (FaceTemplate(TEMPLATE),))
    written = load_rulebook(game)
    counts = Counter([FIGURES, *(written.figures if written else ())])
    settings = settings_for(options)
    sizes = {FIGURES: settings.sheet_size(options.paper)}
    order = Order(FIGURES, component, sizes, counts, options, settings, {})
    done = draw_book(game, order, typesetter)
    figures = {} if done.rulebook is None else done.rulebook.figures
    faces = dict(zip(figures, done.drawn.faces, strict=True))
    symbols = done.drawn.symbols
    painter = FigurePainter(typesetter.fonts, symbols)
    drawn = {name: painter.figure(faces[name], words(one.says)) for name, one in figures.items()}
    signs = [name for name in icons_in(game, done.rulebook, done.after) if name in symbols]
    icons = {name: painter.icon(symbols[name]) for name in signs if symbols[name].size}
    defined = painter.definitions()
    return Book(done.rulebook, done.told_in, done.index, done.after, drawn, icons, defined)


def icons_in(game: Game[Any], book: Rulebook | None, after: Sequence[Paragraph]) -> list[str]:
    """The names of the icons in the texts of a rulebook, of the clauses and of what follows."""
    every = (*texts(book), *texts(game.sections), *texts(tuple(game.options().values())))
    named = [run.icon for _, text in every if "<icon" in text for run in runs(text)]
    named += [run.icon for one in after for run in one.runs]
    return [*dict.fromkeys(filter(None, named))]

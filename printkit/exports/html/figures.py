"""A rulebook with its examples played, and its figures drawn, for a page of HTML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from card_data import Game, load_rulebook
from card_data.model import Component, FaceTemplate
from card_data.rulebook import Rulebook
from printkit.drawing.shapes import Face
from printkit.faces.render import Subject
from printkit.options import Options
from printkit.painting.paint import single
from printkit.painting.svg import SvgPainter
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import RenderJob, Typesetter

TEMPLATE = "html/figures.svg"
DEFINED = re.compile("<defs>(?:[^<]|<(?!/?defs>))*+</defs>")
HIDDEN = '<svg aria-hidden="true" '  # the page says what a figure shows
EVENTS = ' xmlns:ev="http://www.w3.org/2001/xml-events"'  # by svgwrite; no attribute of HTML
FIGURES = "rulebook"  # what the figures are a component of


class Book(msgspec.Struct, frozen=True):
    """A rulebook as a page shows it: ``told_in`` has the chapter of each clause, from 0, and
    ``figures`` each picture as an element, without its definitions, which are in ``symbols``."""

    rulebook: Rulebook | None
    told_in: Mapping[str, int]
    figures: Mapping[str, Markup]
    symbols: Markup


def read_book(game: Game[Any], options: Options, typesetter: Typesetter) -> Book:
    """The rulebook of a game; raise `DataError` with every problem of it."""
    component = Component("Rulebook", FIGURES, (FaceTemplate(TEMPLATE),))
    written = load_rulebook(game)
    counts = Counter([FIGURES, *(written.figures if written else ())])
    settings = settings_for(options)
    sizes = {FIGURES: settings.sheet_size(options.paper)}
    job = RenderJob(FIGURES, component, sizes, counts, options, settings, {})
    renderer = typesetter.renderer(game, job)
    facts = renderer.templates.facts
    figures = {} if facts.rulebook is None else facts.rulebook.figures
    faces: list[Face] = []
    for number, (name, figure) in enumerate(figures.items()):
        renderer.sizes = {**renderer.sizes, name: (figure.width, figure.height)}
        cut = msgspec.structs.replace(component, size=name)
        faces += renderer.draw(Subject(TEMPLATE, cut, index=number))
    renderer.report_mistakes("", 1)
    renderer.report_symbols()
    renderer.problems.raise_if_any()
    drawn = job.finish(faces, renderer)
    painter = SvgPainter(typesetter.fonts, drawn.symbols)
    painted = [painter.element(single(face), "") for face in drawn.faces]
    symbols = "".join(one for svg in painted for one in DEFINED.findall(svg))
    shown = {
        name: Markup(DEFINED.sub("", svg).replace("<svg ", HIDDEN, 1).replace(EVENTS, "", 1))
        for name, svg in zip(figures, painted, strict=True)
    }
    return Book(facts.rulebook, facts.told_in, shown, Markup(symbols))

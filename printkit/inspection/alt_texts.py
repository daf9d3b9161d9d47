"""The words that the templates of a game's pieces have for screen readers (``says``), and pictures
without such words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from card_data import DataError, Game
from card_data.model import Component
from card_data.problems import Problems
from printkit.errors import MarkupError
from printkit.faces.elements import DEFINITIONS
from printkit.faces.render import FaceRenderer, Subject
from printkit.options import Options
from printkit.sheets.layout import render_job
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.templating.xml import XML, parse

SET_UP = "common/set_up.svg"  # whose table is told as one
SILENT = DEFINITIONS | {"symbol", "detail", "use"}  # which are not drawn where they stand


class AltText(msgspec.Struct, frozen=True):
    """The words of one side of a piece, in the order drawn. ``id`` is that of its face, ``table``
    that of its row, if it has one; ``wordless`` are the files of its pictures without words."""

    id: str
    table: str
    words: tuple[str, ...]
    wordless: tuple[str, ...]


def alt_texts(
    game: Game[Any], options: Options, typesetter: Typesetter
) -> dict[str, list[AltText]]:
    """Return the words of the sides of all pieces, by component; raise `DataError` with every
    problem of their templates."""
    settings = settings_for(options)
    problems = Problems()
    found: dict[str, list[AltText]] = {}
    for name, component in game.components.items():
        if needs_tags(component):
            with problems.collecting():
                renderer = typesetter.renderer(game, render_job(game, name, options, settings))
                found[name] = [*of_component(renderer)]
                renderer.problems.raise_if_any()
    problems.raise_if_any()
    return found


def needs_tags(component: Component) -> bool:
    """Check whether the pieces of a component need words: it is no booklet, no variant of another,
    and not the set-up aid, whose words are those of a table."""
    told = {face.template for face in component.faces} != {SET_UP}
    return told and not component.booklet and component.instead_of is None


def of_component(renderer: FaceRenderer) -> Iterator[AltText]:
    """Yield the words of each side that a renderer would draw; its ``problems`` collect what is
    wrong."""
    backs: set[tuple[str, str]] = set()
    for kind in renderer.component.faces:
        subjects = [one for face, one in renderer.subjects() if face is kind]
        for subject in subjects:
            if not renderer.counts[subject.id]:
                continue
            yield of_side(renderer, subject)
            back = renderer.back_of(kind, subject.index or 0, subject.row)
            if back is not None and (back.template, back.id) not in backs:
                backs.add((back.template, back.id))
                yield of_side(renderer, back)
        renderer.report_mistakes(kind.rows or "", len(subjects))


def of_side(renderer: FaceRenderer, subject: Subject) -> AltText:
    """Return the words of one side; none if its template cannot be rendered."""
    words = {**renderer.known(subject.cut), **subject.words}
    told: list[tuple[str, str]] = []
    try:
        told = [*spoken(parse(renderer.templates.markup(subject.template, words)))]
    except MarkupError as error:
        renderer.add_errors(subject, [error])
    except RecursionError:
        renderer.add_errors(subject, [MarkupError("nested too deeply")])
    said_words = tuple([says for says, _ in told if says])
    row = subject.row.id if subject.row is not None else subject.id
    return AltText(row, subject.table, said_words, tuple([file for _, file in told if file]))


def spoken(element: XML) -> Iterator[tuple[str, str]]:
    """Yield what is read aloud within an element as ``(words, "")``, and ``("", file)`` for a
    picture that has no words."""
    for child in element:
        says = child.get("says")
        if child.get("role") == "Artifact" or child.tag in SILENT:
            continue
        if says:
            yield says, ""
        elif child.tag == "image" and says is None:
            yield "", child.get("href", "")
        if not (says and child.get("role") == "Figure"):
            yield from spoken(child)


def without_words(game: Game[Any], options: Options, typesetter: Typesetter) -> list[str]:
    """The pictures on pieces that no template has words for, by their files."""
    try:
        sides = [one for told in alt_texts(game, options, typesetter).values() for one in told]
    except DataError:
        return []  # which is told elsewhere
    return [*dict.fromkeys(file for side in sides for file in side.wordless)]

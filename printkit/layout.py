"""One component, ready to be painted: its faces typeset, its sheets imposed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from card_data import DataError, Game, Problem
from card_data.model import Component
from printkit.drawing import Face
from printkit.faces import FaceRenderer
from printkit.fonts import Fonts
from printkit.origins import Origins
from printkit.papers import sheet_settings
from printkit.sheets import Flip, Imposition, Sheet, impose
from printkit.symbols import Symbols

MOST_FORMS = 100


@dataclass(frozen=True)
class Options:
    """How to print.

    The paper's name, the edge the sheets are flipped on, whether backs are left out, the folder of
    edited games, if any, how many forms are on a page (None: as the data says), and how many forms
    are printed in all (None: one page full).
    """

    paper: str = "a4"
    flip: Flip = "long"
    fronts_only: bool = False
    data: Path | None = None
    per_page: int | None = None
    forms: int | None = None


@dataclass(frozen=True)
class Layout:
    """A component ready to be painted; ``name`` is its key in ``print.yaml``."""

    game: Game[Any]
    name: str
    component: Component
    faces: list[Face]
    sheets: list[Sheet]
    symbols: Symbols

    @property
    def title(self) -> str:
        return self.component.title

    @property
    def pieces(self) -> int:
        return sum(face.copies for face in self.faces)


def lay_out(game: Game[Any], name: str, options: Options, fonts: Fonts) -> Layout:
    """Typeset and impose one component; raise `DataError` with every problem of it."""
    origins = Origins(game)
    settings = sheet_settings(options.data)
    paper = settings.paper(options.paper)
    component = with_forms(game.components[name], origins, name, options)
    try:
        size = settings.piece(component.size, paper)
    except ValueError as error:
        raise DataError(origins.in_component(str(error), name, "size")) from None
    renderer = FaceRenderer(game, name, component, size, fonts)
    faces = renderer.faces()
    title = f"{game.title} · {component.title}"
    lacks = fonts.get("sans").lacks(title)
    if lacks:  # the caption at the sheet's edge says both
        message = f"the caption's font has no glyph for {lacks!r}"
        renderer.problems.extend([origins.in_component(message, name, "title")])
    renderer.problems.stop_if_any()
    if not faces:
        message = "there is nothing to print: its tables have no rows"
        raise DataError(origins.in_component(message, name))
    how = Imposition(title, options.paper, options.flip, options.fronts_only)
    try:
        sheets = impose(faces, how, settings, fonts)
    except ValueError as error:
        raise DataError(origins.in_component(str(error), name, "size")) from None
    return Layout(game, name, component, faces, sheets, renderer.symbols)


def with_forms(component: Component, origins: Origins, name: str, options: Options) -> Component:
    """The component with the number of forms, on a page and in all, that ``options`` ask for."""
    if options.forms is not None and not 1 <= options.forms <= MOST_FORMS:
        message = f"found {options.forms}, expected a whole number from 1 to {MOST_FORMS}"
        raise DataError(Problem(message=message, file="--forms"))
    try:
        return component.on_a_page(options.per_page, options.forms)
    except KeyError as error:
        raise DataError(origins.in_component(error.args[0], name, "per_page")) from None


def keywords(layout: Layout, options: Options) -> str:
    """What the audit needs to know of a file, as ``key=value`` pairs."""
    values = {
        "game": layout.game.id,
        "component": layout.name,
        "paper": options.paper,
        "flip": options.flip,
        "fronts_only": str(options.fronts_only).lower(),
        "data": layout.game.fingerprint,
    }
    for key in ("per_page", "forms"):
        number = getattr(options, key)
        if number is not None:
            values[key] = str(number)
    return " ".join(f"{key}={value}" for key, value in values.items())

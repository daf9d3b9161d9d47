"""One component, ready to be painted: its faces typeset, its sheets imposed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from card_data import DataError, Game, Problem
from card_data.model import Component
from printkit.drawing import Face
from printkit.faces import Studio, Symbols
from printkit.fonts import Fonts
from printkit.sheets import Flip, Imposition, Sheet, impose


@dataclass(frozen=True)
class Options:
    """How to print.

    The paper's name, the edge the sheets are flipped on, whether backs are left out, the folder of
    edited games, if any, and how many forms lie on a page (None: as the data says).
    """

    paper: str = "a4"
    flip: Flip = "long"
    fronts_only: bool = False
    data: Path | None = None
    per_page: int | None = None


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
    where = f"{game.id}/print.yaml"
    try:
        component = game.components[name].on_a_page(options.per_page)
    except KeyError as error:
        raise DataError(
            Problem(message=error.args[0], file=where, item=name, field="per_page")
        ) from None
    studio = Studio(game, fonts, options.paper)
    symbols = studio.symbols(component)
    faces = studio.faces(name, component, symbols)
    lacks = fonts.get("sans").lacks(game.title + component.title)
    if lacks:  # the caption at the sheet's edge says both
        studio.blame(f"the caption's font has no glyph for {lacks!r}", name, field="title")
    studio.stop_if_wrong()
    title = f"{game.title} · {component.title}"
    how = Imposition(title, options.paper, options.flip, options.fronts_only)
    try:
        sheets = impose(faces, how, fonts)
    except ValueError as error:
        raise DataError(Problem(message=str(error), file=where, item=name, field="size")) from None
    return Layout(game, name, component, faces, sheets, symbols)


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
    if options.per_page is not None:
        values["per_page"] = str(options.per_page)
    return " ".join(f"{key}={value}" for key, value in values.items())

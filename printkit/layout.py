"""One component, ready to be painted: its faces typeset, its sheets imposed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from card_data import DataError, Game, Problem
from printkit.drawing import Face
from printkit.faces import Studio, Symbols
from printkit.fonts import Fonts
from printkit.sheets import Flip, Imposition, Sheet, impose


@dataclass(frozen=True)
class Options:
    """How to print: the paper's name, the edge the sheets are flipped on, whether backs are left
    out, and the folder of edited games, if any."""

    paper: str = "a4"
    flip: Flip = "long"
    fronts_only: bool = False
    data: Path | None = None


@dataclass(frozen=True)
class Layout:
    """A component ready to be painted."""

    game: Game[Any]
    component: str
    faces: list[Face]
    sheets: list[Sheet]
    symbols: Symbols

    @property
    def title(self) -> str:
        return self.game.components[self.component].title

    @property
    def pieces(self) -> int:
        return sum(face.copies for face in self.faces)


def lay_out(game: Game[Any], component: str, options: Options, fonts: Fonts) -> Layout:
    """Typeset and impose one component; raise `DataError` with every problem of it."""
    studio = Studio(game, fonts, options.paper)
    symbols = studio.symbols(game.components[component])
    faces = studio.faces(component, symbols)
    lacks = fonts.get("sans").lacks(game.title + game.components[component].title)
    if lacks:  # the caption at the sheet's edge says both
        studio.blame(f"the caption's font has no glyph for {lacks!r}", component, field="title")
    studio.stop_if_wrong()
    how = Imposition(
        f"{game.title} · {game.components[component].title}",
        options.paper,
        options.flip,
        options.fronts_only,
    )
    try:
        sheets = impose(faces, how, fonts)
    except ValueError as error:
        where = f"{game.id}/print.yaml"
        raise DataError([Problem(where, 0, 0, component, "size", str(error))]) from None
    return Layout(game, component, faces, sheets, symbols)


def keywords(layout: Layout, options: Options) -> str:
    """What the audit needs to know of a file, as ``key=value`` pairs."""
    values = {
        "game": layout.game.id,
        "component": layout.component,
        "paper": options.paper,
        "flip": options.flip,
        "fronts_only": str(options.fronts_only).lower(),
        "data": layout.game.fingerprint,
    }
    return " ".join(f"{key}={value}" for key, value in values.items())

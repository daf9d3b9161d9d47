"""A tuck box for a deck: its size, its net on sheets, its file."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import card_data
from card_data import DataError, Game, Problem
from card_data.limits import LARGEST_COUNT
from card_data.model import Component, FaceTemplate
from card_data.problems import Problems, did_you_mean, quote
from card_data.program.staging import Staging, name_errors_after
from card_data.text import plural
from printkit.drawing.colour_vision import contrast
from printkit.faces.source_locations import SourceMap
from printkit.options import Options, keyword_line
from printkit.painting.paint import paint_sheets
from printkit.sheets.impose import impose, tile_if_too_large
from printkit.sheets.layout import Layout, common_keywords, imposition, render_component
from printkit.sheets.settings import SheetSettings, settings_for
from printkit.sheets.typesetting import RenderJob, Typesetter
from printkit.tools.box_net import net_for

NAME = "tuck box"  # no component can have this name
TUCK_BOX = Component(
    title="Tuck box",
    size="page",
    shape="net",
    bleed=3,
    safe=0,
    paper="card",
    faces=(FaceTemplate(template="common/tuck_box.svg"),),
)
STOCKS = (0.1, 0.8)  # mm that a box can be made for
CLEARANCE = 1.0  # mm by which the box is larger inside than the deck
LEAST_DEPTH = 8.0  # mm: a thinner box has no room for flaps
LIGHT, DARK = "#ffffff", "#1d1a17"  # the colours of type on the box, whichever stands out more
CARD_SIDES = (30.0, 150.0)  # mm: a component whose sides are within these may be a deck


class Contents(NamedTuple):
    """The contents of a box: a number of ``cards``, their width, height and thickness in mm."""

    cards: int
    width: float
    height: float
    thickness: float

    @property
    def room(self) -> tuple[float, float, float]:
        """Width, height and depth inside the box, in mm. The glue flap behind the cards and the
        tuck in front of them each take the thickness of a sheet."""
        depth = (self.cards + 2) * self.thickness + CLEARANCE
        return self.width + CLEARANCE, self.height + CLEARANCE, max(depth, LEAST_DEPTH)

    def words(self) -> str:
        """``54 cards of 0.39 mm``."""
        return f"{plural(self.cards, 'card')} of {self.thickness:g} mm"

    def size(self) -> str:
        """The room inside in whole mm, rounded down."""
        return "{} x {} x {} mm".format(*map(math.floor, self.room))


class Deck(NamedTuple):
    """The deck as the template has it: the piece that the box shows and its size in mm, its title,
    and the colours of the box (white in low ink) and of its type."""

    component: str
    face: str
    side: str
    width: float
    height: float
    title: str
    ground: str
    ink: str


def tuck_box(
    name: str, only: Sequence[str], thickness: float, out: Path, options: Options
) -> tuple[Contents, Path]:
    """Write the PDF of a box for the decks in ``only``, or the largest of a game, to ``out/game``;
    what it holds, and the file.

    Raise `DataError` for what cannot be boxed.
    """
    least, most = STOCKS
    if not least <= thickness <= most:
        message = f"found {thickness:g}, expected {least:g} to {most:g} mm"
        raise DataError(Problem(message=message, file="--thickness"))
    game = card_data.load(name, options.data, options.house)
    typesetter = Typesetter()
    settings = settings_for(options)
    names = deck_names(game, only, options, settings)
    decks = [render_component(game, one, options, typesetter, settings) for one in names]
    contents = contents_of(decks, thickness)
    layout = box_for(decks, contents, options, typesetter, settings)
    values = common_keywords(game, options, (), tuck_box=",".join(names))
    values["thickness"] = f"{thickness:g}"
    keywords = keyword_line(values)
    target = out / game.id / f"tuck_box_{'_'.join(names)}.pdf"
    with Staging(out) as staging:
        part = staging.file_for(target)
        with name_errors_after(target), part.open("wb") as stream:
            paint_sheets(layout, layout.sheets, typesetter.fonts, stream, keywords)
        staging.move_all()
    return contents, target


def box_for(
    decks: Sequence[Layout],
    contents: Contents,
    options: Options,
    typesetter: Typesetter,
    settings: SheetSettings,
) -> Layout:
    game = decks[0].game
    net = net_for(contents.room, contents.thickness)
    words = {"box": net, "deck": deck_for(decks, options), **options.template_values}
    counts = Counter({Path(TUCK_BOX.faces[0].template).stem: 1})
    sizes = {TUCK_BOX.size: (net.width, net.height)}
    drawn = typesetter.typeset(
        game, RenderJob(NAME, TUCK_BOX, sizes, counts, options, settings, words)
    )
    title = f"Tuck box for {contents.words()}, inside {contents.size()}"
    try:
        parts = tile_if_too_large(drawn.faces, settings.sheet_size(options.paper), settings)
        sheets = impose(parts, imposition(game, title, options), settings, typesetter.fonts)
    except ValueError as error:
        raise DataError(Problem(message=str(error), file="--paper")) from None
    return Layout(game, NAME, TUCK_BOX, drawn.faces, parts, sheets, drawn.symbols)


def deck_names(
    game: Game[Any], only: Sequence[str], options: Options, settings: SheetSettings
) -> tuple[str, ...]:
    """The components to box: those named, or the largest deck.

    Raise `DataError` for unknown names, for components that are no decks, and if there is no deck.
    """
    problems = Problems()
    decks = [name for name in game.components if is_deck(game, name, options, settings)]
    for name in only:
        if name not in game.components:
            message = f"no component called {quote(name)}{did_you_mean(name, game.components)}"
            problems.extend([Problem(message=message, file=game.id, typed=True)])
        elif name not in decks:
            cards = "its pieces are not cards with backs, of one size and on their own sheets"
            message = f"{cards}{did_you_mean(name, decks)}"
            problems.extend([SourceMap(game).in_component(message, name)])
    problems.raise_if_any()
    if only:
        return tuple(dict.fromkeys(only))
    if not decks:
        message = "the game has no cards with backs to make a box for"
        raise DataError(Problem(message=message, file=game.id))
    return (max(decks, key=lambda name: game.counts(name).total()),)


def is_deck(game: Game[Any], name: str, options: Options, settings: SheetSettings) -> bool:
    """Whether the pieces of a component are cards with backs, none of them on the sheets of
    others."""
    component = game.components[name]
    cards = component.has_backs and component.shape == "rectangle" and not component.per_page
    if not cards or any(cut != component for cut in component.cuts):
        return False  # a box holds cards of one size
    try:
        sides = settings.piece(component.size, settings.sheet_size(options.paper))
    except ValueError:
        return False  # reported where it is drawn
    least, most = CARD_SIDES
    return least <= min(sides) and max(sides) <= most


def contents_of(decks: Sequence[Layout], thickness: float) -> Contents:
    faces = [deck.faces[0] for deck in decks]
    width, height = max(face.width for face in faces), max(face.height for face in faces)
    cards = sum(deck.pieces for deck in decks)
    if cards > LARGEST_COUNT:
        raise DataError(Problem(message=f"found {cards:,} cards", file=decks[0].game.id))
    return Contents(cards, width, height, thickness)


def deck_for(decks: Sequence[Layout], options: Options) -> Deck:
    """The decks as the template has them: the box has the game's colour, and shows a piece of the
    first."""
    first, face = decks[0], decks[0].faces[0]
    ground = LIGHT if options.low_ink else first.game.head.accent
    ink = max(LIGHT, DARK, key=lambda colour: contrast(colour, ground))
    title = ", ".join(deck.component.title for deck in decks)
    side = "front" if face.back is None else "back"
    return Deck(first.name, face.id, side, face.width, face.height, title, ground, ink)

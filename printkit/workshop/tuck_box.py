"""A tuck box for a deck: its size, its net on sheets, its file."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import card_data
from card_data import DataError, Game, Problem
from card_data.limits import LARGEST_COUNT
from card_data.model import Component, FaceTemplate
from card_data.problems import clip, near
from card_data.staging import Staging, naming
from card_data.words import counted
from printkit.drawing.shapes import Face
from printkit.faces.origins import Origins
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.sheets.impose import impose, in_parts
from printkit.sheets.layout import (
    Layout,
    common_keywords,
    imposition,
    render_component,
)
from printkit.sheets.settings import SheetSettings, settings_for
from printkit.sheets.typesetting import Order, Typesetter
from printkit.typography.fitting import POINT
from printkit.typography.fonts import Fonts
from printkit.workshop.box_net import net_for

NAME = "tuck box"  # no component can have this name
LENGTHS = ("weight", "sleeve", "clearance")  # the fields of `Wanted` that are numbers
NUMBER = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?")
TUCK_BOX = Component(
    title="Tuck box",
    size="page",
    shape="net",
    bleed=3,
    safe=0,
    paper="card",
    faces=(FaceTemplate(template="common/tuck_box.svg"),),
)
# Thickness in micrometres, in grams a square metre: the bulk of ISO 534. Uncoated card has 1.2 to
# 1.35, coated card about 1; the box for the thicker one fits both.
BULK = 1.3
WEIGHTS = (80.0, 600.0)  # g/m2 that a box can be made for
# Micrometres of film, as printed on the packs; a card has one film in front and one behind. Penny
# sleeves have about 40, those for board games 60, premium ones of most makers 100.
SLEEVES = {"none": 0.0, "thin": 40.0, "standard": 60.0, "premium": 100.0}
THINNEST_SLEEVE, THICKEST_SLEEVE = 20.0, 300.0
SLEEVE_ROOM = 3.0  # mm by which a sleeve is wider and higher than its card: 66 x 91 for 63 x 88
MOST_CLEARANCE = 20.0  # mm
LEAST_DEPTH = 8.0  # mm: a thinner box has no room for flaps
LIGHT, DARK = "#ffffff", "#1d1a17"  # the colours of type on the box, whichever stands out more
LEAST_RIM = 2.0  # mm of a face at its edge
LEAST_SHARE = 0.05  # of a face: a colour that covers less is no background
CARD_SIDES = (30.0, 150.0)  # mm: a component whose sides are within these may be a deck


class Contents(NamedTuple):
    """What a box holds: a number of ``cards``, their width and height in mm, the ``weight`` of the
    card in g/m2, the film of a ``sleeve`` in micrometres, and ``clearance`` in mm."""

    cards: int
    width: float
    height: float
    weight: float
    sleeve: float
    clearance: float

    @property
    def board(self) -> float:
        """The thickness of a sheet of the card in mm; the box is made of the same."""
        return BULK * self.weight / 1000

    @property
    def room(self) -> tuple[float, float, float]:
        """Width, height and depth inside the box, in mm. The glue flap behind the cards and the
        tuck in front of them each take the thickness of a sheet."""
        more = self.clearance + (SLEEVE_ROOM if self.sleeve else 0)
        pile = self.cards * (self.board + 2 * self.sleeve / 1000)
        depth = pile + self.clearance + 2 * self.board
        return self.width + more, self.height + more, max(depth, LEAST_DEPTH)

    def words(self) -> str:
        """``54 cards of 300 g/m² in sleeves of 0.1 mm``."""
        sleeves = f" in sleeves of {self.sleeve / 1000:g} mm" if self.sleeve else ""
        return f"{counted(self.cards, 'card')} of {self.weight:g} g/m²{sleeves}"

    def size(self) -> str:
        """The room inside in whole mm, rounded down."""
        return "{} x {} x {} mm".format(*map(math.floor, self.room))


class Wanted(NamedTuple):
    """A box for some components of a game, the largest deck if none is named; see `Contents`."""

    components: tuple[str, ...] = ()
    weight: float = 300.0
    sleeve: float = 0.0
    clearance: float = 1.0


class Deck(NamedTuple):
    """The deck as the template has it: the piece that the box shows and its size in mm, what the
    box holds in words, and the colours of its background (white in low ink) and of its type."""

    component: str
    face: str
    side: str
    width: float
    height: float
    title: str
    words: str
    size: str
    ground: str
    ink: str


def sleeve_of(text: str) -> float:
    """Micrometres of film from a word of `SLEEVES` or a number; raise `DataError` for others."""
    if text in SLEEVES:
        return SLEEVES[text]
    try:
        film = float(text)
    except ValueError:
        film = math.nan
    if film != 0 and not THINNEST_SLEEVE <= film <= THICKEST_SLEEVE:
        known = ", ".join(SLEEVES)
        range_ = f"{THINNEST_SLEEVE:g} to {THICKEST_SLEEVE:g}"
        message = f"found {clip(text)}, expected {known} or the film's micrometres, {range_}"
        raise DataError(Problem(message=message, file="--sleeves"))
    return film


def check(wanted: Wanted) -> None:
    """Raise `DataError` with the numbers outside their ranges."""
    least, most = WEIGHTS
    problems = []
    if not least <= wanted.weight <= most:
        message = f"found {wanted.weight:g}, expected {least:g} to {most:g} g/m²"
        problems.append(Problem(message=message, file="--weight"))
    if not 0 <= wanted.clearance <= MOST_CLEARANCE:
        message = f"found {wanted.clearance:g}, expected 0 to {MOST_CLEARANCE:g} mm"
        problems.append(Problem(message=message, file="--clearance"))
    if problems:
        raise DataError(*problems)


def tuck_box(name: str, wanted: Wanted, out: Path, options: Options) -> tuple[Contents, Path]:
    """Write the PDF of a box for decks of a game to ``out/game``; what it holds, and the file.

    Raise `DataError` for what cannot be boxed.
    """
    game = card_data.load(name, options.data, options.house)
    typesetter = Typesetter()
    fonts = typesetter.fonts
    check(wanted)
    settings = settings_for(options)
    decks = decks_of(game, wanted, options, typesetter, settings)
    wanted = wanted._replace(components=tuple([deck.name for deck in decks]))
    layout = box_for(decks, wanted, options, typesetter, settings)
    target = out / game.id / f"tuck_box_{'_'.join(wanted.components)}.pdf"
    with Staging(out) as staging:
        part = staging.file_for(target)
        with naming(target), part.open("wb") as stream:
            keys = keywords(game, wanted, options)
            paint_sheets(layout, layout.sheets, fonts, stream, keys)
        staging.move_all()
    return contents_of(decks, wanted), target


def box_for(
    decks: Sequence[Layout],
    wanted: Wanted,
    options: Options,
    typesetter: Typesetter,
    settings: SheetSettings,
) -> Layout:
    """The box for some decks of a game on its sheets."""
    game = decks[0].game
    contents = contents_of(decks, wanted)
    net = net_for(contents.room, contents.board)
    deck = deck_for(decks, contents, options, typesetter.fonts)
    words = {"box": net, "deck": deck, **options.words}
    counts = Counter({Path(TUCK_BOX.faces[0].template).stem: 1})
    sizes = {TUCK_BOX.size: (net.width, net.height)}
    drawn = typesetter.typeset(game, Order(NAME, TUCK_BOX, sizes, counts, options, settings, words))
    title = f"Tuck box for {contents.words()}, inside {contents.size()}"
    try:
        parts = in_parts(drawn.faces, settings.sheet_size(options.paper), settings)
        sheets = impose(parts, imposition(game, title, options), settings, typesetter.fonts)
    except ValueError as error:
        raise DataError(Problem(message=str(error), file="--paper")) from None
    return Layout(game, NAME, TUCK_BOX, drawn.faces, parts, sheets, drawn.symbols)


def decks_of(
    game: Game[Any],
    wanted: Wanted,
    options: Options,
    typesetter: Typesetter,
    settings: SheetSettings,
) -> list[Layout]:
    """The decks to box, without sheets and with their bleed, which shows their background.

    Raise `DataError` with what is wrong in them.
    """
    names = deck_names(game, wanted, options, settings)
    options = msgspec.structs.replace(options, bleed=True)
    return [render_component(game, name, options, typesetter, settings) for name in names]


def deck_names(
    game: Game[Any], wanted: Wanted, options: Options, settings: SheetSettings
) -> tuple[str, ...]:
    """The components to box: those named, or the largest deck.

    Raise `DataError` for unknown names, for components that are no decks, and if there is no deck.
    """
    problems = [
        Problem(
            message=f"no component called {clip(name)}{near(name, game.components)}",
            file=game.id,
            typed=True,
        )
        for name in wanted.components
        if name not in game.components
    ]
    decks = [name for name in game.components if is_deck(game, name, options, settings)]
    for name in wanted.components:
        if name in game.components and name not in decks:
            message = f"its pieces are not cards with backs{near(name, decks)}"
            problems.append(Origins(game).in_component(message, name))
    if problems:
        raise DataError(*problems)
    if wanted.components:
        return tuple(dict.fromkeys(wanted.components))
    if not decks:
        message = "the game has no cards with backs to make a box for"
        raise DataError(Problem(message=message, file=game.id))
    return (max(decks, key=lambda name: game.counts(name).total()),)


def is_deck(game: Game[Any], name: str, options: Options, settings: SheetSettings) -> bool:
    """Whether the pieces of a component are cards with backs, none of them on the sheets of
    others."""
    component = game.components[name]
    if not component.has_backs or component.shape != "rectangle" or component.per_page:
        return False
    if any(cut != component for cut in component.cuts):
        return False  # a box holds cards of one size
    try:
        sides = settings.piece(component.size, settings.sheet_size(options.paper))
    except ValueError:
        return False  # reported where it is drawn
    least, most = CARD_SIDES
    return least <= min(sides) and max(sides) <= most


def contents_of(decks: Sequence[Layout], wanted: Wanted) -> Contents:
    """What the box holds: all cards of the decks, each as large as the largest."""
    faces = [deck.faces[0] for deck in decks]
    width, height = max(face.width for face in faces), max(face.height for face in faces)
    cards = sum(deck.pieces for deck in decks)
    if cards > LARGEST_COUNT:
        raise DataError(Problem(message=f"found {cards:,} cards", file=decks[0].game.id))
    return Contents(cards, width, height, wanted.weight, wanted.sleeve, wanted.clearance)


def deck_for(decks: Sequence[Layout], contents: Contents, options: Options, fonts: Fonts) -> Deck:
    """The decks as the template has them; the box shows a piece of the first."""
    from printkit.drawing.colour_vision import contrast

    first = decks[0]
    face = first.faces[0]
    ground = LIGHT if options.low_ink else main_colour(first, face.back or face, fonts)
    ink = max(LIGHT, DARK, key=lambda colour: contrast(colour, ground))
    title = ", ".join(deck.component.title for deck in decks)
    side = "front" if face.back is None else "back"
    return Deck(
        first.name, face.id, side, face.width, face.height, title, contents.words(),
        contents.size(), ground, ink,
    )  # fmt: skip


def main_colour(deck: Layout, face: Face, fonts: Fonts) -> str:
    """The background colour of a face: that of most of its rim, or if art runs off its edges, the
    darkest one that covers some of it."""
    import pypdfium2

    from printkit.drawing.colour_vision import lightness
    from printkit.painting.raster import raster

    pdf = io.BytesIO()
    paint_sheets(deck, [single(face)], fonts, pdf, "")
    document = pypdfium2.PdfDocument(pdf.getvalue())
    picture = raster(document[0], 72)
    document.close()
    rim = round(max(face.bleed, LEAST_RIM) / POINT)
    whole, edge = shares(picture), shares(along_edges(picture, rim))
    most = max(edge, key=lambda colour: edge[colour])
    if edge[most] > 1 / 2:
        return most
    return min(
        (colour for colour in whole if whole[colour] > LEAST_SHARE), key=lightness, default=LIGHT
    )


def along_edges(picture: Any, rim: int) -> Any:
    """The left and the right edge of a picture, ``rim`` dots wide, side by side."""
    edges = picture.crop((0, 0, 2 * rim, picture.height))
    right = picture.crop((picture.width - rim, 0, picture.width, picture.height))
    edges.paste(right, (rim, 0))
    return edges


def shares(picture: Any) -> dict[str, float]:
    """The colours of a picture, each with its share of it."""
    dots = picture.width * picture.height
    return {
        "#" + "".join(f"{level:02x}" for level in colour): count / dots
        for count, colour in picture.getcolors(dots)
    }


def keywords(game: Game[Any], wanted: Wanted, options: Options) -> str:
    """What the file is, as ``key=value`` pairs."""
    values = common_keywords(game, options, (), tuck_box=",".join(wanted.components))
    for key in LENGTHS:
        values[key] = f"{getattr(wanted, key):g}"
    return " ".join(f"{key}={value}" for key, value in values.items())

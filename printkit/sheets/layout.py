"""One component, ready to be painted: its faces typeset, its sheets imposed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from card_data import DataError, Game, Problem
from card_data.limits import MOST_FORMS, MOST_PIECES
from card_data.model import Component
from card_data.problems import Problems
from printkit.budget import Budget
from printkit.drawing.shapes import Face
from printkit.errors import OverspentError
from printkit.faces.origins import Origins
from printkit.faces.render import Cut, FaceRenderer
from printkit.faces.symbols import Symbols, inlined
from printkit.sheets.booklets import impose_booklets, page_size
from printkit.sheets.impose import GuestError, Imposition, impose, in_parts
from printkit.sheets.settings import PAGE, SheetSettings, sheet_settings
from printkit.sheets.sheet import Flip, Sheet, Sides
from printkit.typography.fonts import Fonts

if TYPE_CHECKING:
    from printkit.sheets.printers import Printer

COVER, COVER_FACE = "cover sheet", "cover"  # of a game in one file: no component is called so
# How much longer than high a hex is: 1.155 times if it is regular; those that are sold have whole
# quarters of inches.
SLIMMEST_HEX, WIDEST_HEX = 1.1, 1.21
HOME = "home"  # the profile of one's own printer, for which pieces lie on sheets of paper
NUMBERS = ("per_page", "forms", "players", "draw", "copies")  # options that are whole numbers
FLAGS = ("booklet", "bleed", "packed", "large_print", "low_ink")  # options that are on or off


class Options(msgspec.Struct, frozen=True):
    """How to print.

    The paper's name, the edge the sheets are flipped on, where backs are (``layout``), the folder
    of edited games, if any, how many forms are on a page (None: as the data says), how many forms
    are printed in all (None: one page full), for how many players (None: all that there is), the
    seed by which chance chooses what is in one game (None: all that it chooses from), how many
    times all of it is printed (None: once), whether what is meant as a booklet is imposed for
    folding, the components that are printed instead of those whose place they may take, whether
    art that can end at a border runs over the trim instead (``bleed``), the gutter between pieces
    in mm (None: as wide as ``sheets.yaml`` says), whether components of one size share sheets
    (``packed``), the printer for which sheets are corrected, if any, the profile of whom the files
    are for, whether what has large print is printed so, and whether large fills become white, with
    outlines and hatching (``low_ink``).
    """

    paper: str = "a4"
    flip: Flip = "long"
    layout: Sides = "duplex"
    data: Path | None = None
    per_page: int | None = None
    forms: int | None = None
    players: int | None = None
    draw: int | None = None
    copies: int | None = None
    booklet: bool = False
    instead: tuple[str, ...] = ()
    bleed: bool = False
    gutter: float | None = None
    packed: bool = False
    printer: Printer | None = None
    profile: str = HOME
    large_print: bool = False
    low_ink: bool = False

    @property
    def settings(self) -> SheetSettings:
        """Papers, sizes and gutters, those of ``data`` too; raise `DataError` with what is wrong
        in its ``sheets.yaml``."""
        settings = sheet_settings(self.data)
        if self.gutter is None:
            return settings
        return msgspec.structs.replace(settings, gutter=self.gutter)

    def imposition(self, title: str) -> Imposition:
        """How a component, or several, with this ``title`` is imposed."""
        return Imposition(title, self.paper, self.flip, self.layout, self.printer)

    @property
    def words(self) -> dict[str, Any]:
        """What templates may name of how they are printed."""
        return {"low_ink": self.low_ink}

    @property
    def packs(self) -> bool:
        """Whether components of one size share sheets; in large print their sizes differ."""
        return self.packed and not self.large_print

    def enlarges(self, component: Component) -> bool:
        """Whether a component is printed in large print."""
        return self.large_print and component.large_print > 1

    def folds(self, component: Component) -> bool:
        """Whether a component is imposed for folding."""
        return self.booklet and component.booklet


class Layout(msgspec.Struct, frozen=True):
    """A component ready to be painted; ``name`` is its key in ``print.yaml``.

    ``parts`` are the faces as the sheets have them: those larger than a page in several parts.
    ``guests`` are components that share the sheets; they have none themselves.
    """

    game: Game[Any]
    name: str
    component: Component
    faces: list[Face]
    parts: list[Face]
    sheets: list[Sheet]
    symbols: Symbols
    guests: tuple[Layout, ...] = ()

    @property
    def title(self) -> str:
        return ", ".join(one.component.title for one in (self, *self.guests))

    @property
    def pieces(self) -> int:
        return sum(face.copies for face in self.faces)

    @property
    def all_parts(self) -> list[Face]:
        """The parts on the sheets, those of guests too."""
        return [part for one in (self, *self.guests) for part in one.parts]


def lay_out(
    game: Game[Any],
    name: str,
    options: Options,
    fonts: Fonts,
    guests: Sequence[str] = (),
    settings: SheetSettings | None = None,
) -> Layout:
    """Typeset and impose one component, and ``guests`` on the same sheets.

    ``settings`` are those of ``options``, for a caller that has read them already. Raise
    `DataError` with every problem of the components.
    """
    settings = settings or options.settings
    made: list[Layout] = []
    problems = Problems()
    for one in (name, *guests):
        try:
            made.append(typeset(game, one, options, fonts, settings))
        except DataError as error:
            problems.extend(error.problems)
    problems.stop_if_any()
    layout = msgspec.structs.replace(made[0], guests=tuple(map(as_guest, made[1:])))
    problems.extend(too_narrow(layout, options))
    how = options.imposition(f"{game.title} · {layout.title}")
    shared = [(guest.name, guest.parts) for guest in layout.guests]
    problems.extend(names_taken(layout))
    problems.stop_if_any()
    try:
        if options.folds(layout.component):
            sheets = impose_booklets(layout.parts, how, settings, fonts, shared)
        else:
            sheets = impose(layout.parts, how, settings, fonts, shared)
    except GuestError as error:
        raise DataError(Origins(game).in_component(str(error), error.name, "shares")) from None
    except ValueError as error:
        raise DataError(Origins(game).in_component(str(error), name, "size")) from None
    return msgspec.structs.replace(layout, sheets=sheets)


def too_narrow(layout: Layout, options: Options) -> Iterator[Problem]:
    """A gutter that has no room for the bleed of the pieces on either side of it."""
    least = 2 * layout.parts[0].bleed
    if options.gutter is not None and options.gutter < least:
        message = f"found {options.gutter:g}, expected {least:g} mm or more for the bleed"
        item = f"{layout.game.id} {layout.name}"
        yield Problem(message=message, file="--gutter", item=item)


def names_taken(layout: Layout) -> Iterator[Problem]:
    """Guests whose faces are called like those of another component on the same sheets."""
    taken: dict[str, str] = {}
    for one in (layout, *layout.guests):
        sides = (side for face in one.parts for side in (face, face.back) if side is not None)
        for name in dict.fromkeys(side.name for side in sides):
            if taken.setdefault(name, one.name) != one.name:
                message = f"{taken[name]} has a face called {name} too; names must be unique"
                yield Origins(layout.game).in_component(message, one.name, "shares")


def as_guest(layout: Layout) -> Layout:
    """A component whose faces need none of its symbols: its host has its own, by the same names."""
    backs = {face.back.name: face.back for face in layout.parts if face.back is not None}
    drawn = {name: without_symbols(back, layout.symbols) for name, back in backs.items()}
    parts = [
        msgspec.structs.replace(
            without_symbols(face, layout.symbols), back=drawn[face.back.name] if face.back else None
        )
        for face in layout.parts
    ]
    return msgspec.structs.replace(layout, parts=parts)


def without_symbols(face: Face, symbols: Symbols) -> Face:
    return msgspec.structs.replace(face, shapes=tuple(inlined(face.shapes, symbols)))


def cutter(game: Game[Any], options: Options, settings: SheetSettings) -> Cut:
    """What tells the components, and their sizes, whose pieces others draw on their faces.

    They are drawn as for whole sheets of paper, on the pages of a booklet too.
    """

    def cut(name: str) -> tuple[Component, tuple[float, float]]:
        paper = settings.paper(options.paper)
        sizes = sizes_of(game.components[name], Origins(game), name, settings, paper)
        component = with_forms(game.components[name], game, name, Options())
        return within_border(component, options), sizes[component.size]

    return cut


def typeset(
    game: Game[Any], name: str, options: Options, fonts: Fonts, settings: SheetSettings
) -> Layout:
    """One component without sheets; raise `DataError` with every problem of it."""
    origins = Origins(game)
    declared = game.components[name]
    paper = settings.paper(options.paper)
    if options.folds(declared):
        paper = page_size(paper)
    sizes = sizes_of(declared, origins, name, settings, paper)
    component = within_border(with_forms(declared, game, name, options), options)
    size = sizes[component.size]
    times = enlargement(component, size, options, settings)
    if component.size == PAGE:
        size = size[0] / times, size[1] / times
    wanted = counts(game, name, options)
    if wanted.total() > MOST_PIECES:
        message = f"found {wanted.total():,} pieces, expected at most {MOST_PIECES:,}"
        raise DataError(origins.in_component(message, name, "faces"))
    cut = cutter(game, options, settings)
    renderer = FaceRenderer(game, name, component, size, fonts, wanted, cut, words=options.words)
    faces = renderer.faces()
    renderer.problems.extend(caption_problems(game, name, fonts))
    renderer.problems.stop_if_any()
    if not faces:
        message = "there is nothing to print: its tables have no rows"
        raise DataError(origins.in_component(message, name))
    if times > 1:
        from printkit.sheets.large_print import enlarged

        faces = enlarged(faces, times)
    if options.low_ink:
        faces = with_low_ink(faces, renderer)
    try:
        parts = in_parts(faces, paper, settings)
    except ValueError as error:
        raise DataError(origins.in_component(str(error), name, "size")) from None
    return Layout(game, name, component, faces, parts, [], renderer.symbols)


def caption_problems(game: Game[Any], name: str, fonts: Fonts) -> Iterator[Problem]:
    """Titles of the game and of a component that the caption at a sheet's edge cannot say."""
    origins, font = Origins(game), fonts.get("sans")
    if lacks := font.lacks(game.title):
        message = f"the caption's font has no glyph for {lacks!r}"
        yield origins.in_file(message, "game.yaml", ("title",), "", "title")
    if lacks := font.lacks(game.components[name].title):
        message = f"the caption's font has no glyph for {lacks!r}"
        yield origins.in_component(message, name, "title")


def with_low_ink(faces: Sequence[Face], renderer: FaceRenderer) -> list[Face]:
    """Faces as they are printed with little ink; raise `DataError` if that takes too much work."""
    from printkit.faces.low_ink import Engraver  # few builds ask for it

    engraver = Engraver(renderer.symbols, Budget(len(faces)).spend)
    try:
        return [engraver.face(face) for face in faces]
    except OverspentError as error:
        problem = renderer.origins.in_component(str(error), renderer.name)
        raise DataError(problem) from None


def enlargement(
    component: Component, size: tuple[float, float], options: Options, settings: SheetSettings
) -> float:
    """How many times its ``size`` a component is printed. A text over whole pages stays on them:
    its type is so many times as large."""
    if not options.enlarges(component):
        return 1.0
    if component.size == PAGE:
        return component.large_print
    from printkit.sheets.large_print import factor  # few builds are in large print

    return factor(size, component.large_print, settings.paper(options.paper), settings)


def within_border(component: Component, options: Options) -> Component:
    """A component as it is printed: without its bleed if its art ends at a border."""
    if component.border and not options.bleed:
        return msgspec.structs.replace(component, bleed=0.0)
    return component


def sizes_of(
    component: Component, origins: Origins, name: str, settings: SheetSettings,
    paper: tuple[float, float],
) -> dict[str, tuple[float, float]]:  # fmt: skip
    """Width and height of each size that print.yaml gives the component.

    Raise `DataError` with every size that is none, also of those that are not asked for now.
    """
    named: dict[tuple[str, ...], str] = {("size",): component.size}
    named |= {("per_page", str(number)): size for number, size in component.per_page.items()}
    sizes: dict[str, tuple[float, float]] = {}
    problems = Problems()
    for path, size in named.items():
        try:
            sizes[size] = settings.piece(size, paper)
        except ValueError as error:
            problems.extend([origins.in_component(str(error), name, *path)])
        else:
            for field, message in misfits(component, sizes[size]):
                where = path if field == "size" else (field,)
                problems.extend([origins.in_component(message, name, *where)])
    problems.stop_if_any()
    return sizes


def misfits(component: Component, size: tuple[float, float]) -> Iterator[tuple[str, str]]:
    """What does not go with the component's shape: the field, and what was expected."""
    width, height = size
    long, short = max(size), min(size)
    found = f"found {width:g} x {height:g} mm, expected"
    if component.shape == "round" and width != height:
        yield "size", f"{found} a square for a round piece, such as {short:g} x {short:g}"
    if component.shape == "hex" and not SLIMMEST_HEX <= long / short <= WIDEST_HEX:
        other = round(long * math.sqrt(3) / 2)
        yield "size", f"{found} about {long:g} x {other} for a hex, or {other} x {long:g}"
    if component.corner and component.shape != "rectangle":
        yield "corner", f"a {component.shape} piece has no corners to round"
    elif component.corner and 2 * component.corner >= short:
        most = f"expected less than half of {short:g} mm"
        yield "corner", f"found {component.corner:g}, {most}; a round piece has shape: round"


def with_forms(component: Component, game: Game[Any], name: str, options: Options) -> Component:
    """The component with the number of forms, on a page and in all, that ``options`` ask for."""
    if options.forms is not None and not 1 <= options.forms <= MOST_FORMS:
        message = f"found {options.forms}, expected a whole number from 1 to {MOST_FORMS}"
        raise DataError(Problem(message=message, file="--forms"))
    try:
        return component.on_a_page(options.per_page, options.forms)
    except KeyError as error:
        item = f"{game.id} {name}"
        raise DataError(Problem(message=error.args[0], file="--per-page", item=item)) from None


def counts(game: Game[Any], name: str, options: Options) -> Counter[str]:
    """How many pieces of a component ``options`` ask for, as in `Game.counts`."""
    once = game.counts(
        name, options.per_page, options.forms, players=options.players, draw=options.draw
    )
    times = options.copies or 1
    return Counter({kind: count * times for kind, count in once.items()})


def keywords(layout: Layout, options: Options) -> str:
    """What the audit needs to know of a file, as ``key=value`` pairs."""
    values = common_keywords(layout.game, options, component=layout.name)
    if not options.folds(layout.component):
        values.pop("booklet", None)
    if not options.enlarges(layout.component):
        values.pop("large_print", None)
    if layout.guests:
        values["with"] = ",".join(guest.name for guest in layout.guests)
    return " ".join(f"{key}={value}" for key, value in values.items())


def common_keywords(game: Game[Any], options: Options, **more: str) -> dict[str, str]:
    """What the audit needs to know of any file of a game, and ``more`` after the game's name."""
    values = {
        "game": game.id,
        **more,
        "paper": options.paper,
        "flip": options.flip,
        "data": game.fingerprint,
    }
    if options.profile != HOME:
        values["profile"] = options.profile
    numbers = {key: getattr(options, key) for key in NUMBERS}
    values |= {key: str(number) for key, number in numbers.items() if number is not None}
    values |= {key: "true" for key in FLAGS if getattr(options, key)}
    if options.layout != "duplex":
        values["layout"] = options.layout
    if options.gutter is not None:
        values["gutter"] = f"{options.gutter:g}"
    if options.printer is not None:
        values |= options.printer.keywords()
    return values

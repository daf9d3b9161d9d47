"""One component, ready to be painted: its faces typeset, its sheets imposed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from card_data import DataError, Game, Problem
from card_data.limits import MOST_PIECES
from card_data.model import Component
from card_data.problems import Problems
from printkit.budget import Budget
from printkit.drawing.rewriting import inlined
from printkit.drawing.shapes import Face
from printkit.errors import OverspentError
from printkit.faces.origins import Origins
from printkit.faces.render import Cut, FaceRenderer
from printkit.faces.symbols import Symbols
from printkit.options import Options, keywords_of, range_problem
from printkit.sheets.booklets import impose_booklets, page_size
from printkit.sheets.impose import GuestError, Imposition, impose, in_parts
from printkit.sheets.settings import PAGE, SheetSettings, settings_for
from printkit.sheets.sheet import Sheet
from printkit.typography.fonts import Fonts

COVER, COVER_FACE = "cover sheet", "cover"  # of a game in one file: no component has this name
# The longer side of a hex by its shorter one: 1.155 if it is regular; hexes on sale measure whole
# quarters of an inch.
SLIMMEST_HEX, WIDEST_HEX = 1.1, 1.21


class Layout(msgspec.Struct, frozen=True):
    """A component ready to be painted; ``name`` is its key in ``print.yaml``.

    ``parts`` are the faces as the sheets have them: those larger than a page in several tiles.
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
    settings = settings or settings_for(options)
    made: list[Layout] = []
    problems = Problems()
    for one in (name, *guests):
        try:
            made.append(render_component(game, one, options, fonts, settings))
        except DataError as error:
            problems.extend(error.problems)
    problems.stop_if_any()
    layout = msgspec.structs.replace(made[0], guests=tuple(map(as_guest, made[1:])))
    problems.extend(too_narrow(layout, options))
    how = imposition(f"{game.title} · {layout.title}", options)
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


def imposition(title: str, options: Options) -> Imposition:
    """How a component, or several, with this ``title`` is imposed."""
    return Imposition(title, options.paper, options.flip, options.backs, options.printer)


def too_narrow(layout: Layout, options: Options) -> Iterator[Problem]:
    """The problem of a gutter too narrow for the bleed of the pieces on either side."""
    least = 2 * layout.parts[0].bleed
    if options.gutter is not None and options.gutter < least:
        message = f"found {options.gutter:g}, expected {least:g} mm or more for the bleed"
        item = f"{layout.game.id} {layout.name}"
        yield Problem(message=message, file="--gutter", item=item)


def names_taken(layout: Layout) -> Iterator[Problem]:
    """Guests whose faces share a name with those of another component on the same sheets."""
    taken: dict[str, str] = {}
    for one in (layout, *layout.guests):
        sides = (side for face in one.parts for side in (face, face.back) if side is not None)
        for name in dict.fromkeys(side.name for side in sides):
            if taken.setdefault(name, one.name) != one.name:
                message = f"{taken[name]} also has a face called {name}; names must be unique"
                yield Origins(layout.game).in_component(message, one.name, "shares")


def as_guest(layout: Layout) -> Layout:
    """A component with its symbols inlined: its host may have others of the same names."""
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
    return msgspec.structs.replace(face, shapes=inlined(face.shapes, symbols))


def cutter(game: Game[Any], options: Options, settings: SheetSettings) -> Cut:
    """A function that gives the component, and its size, of a piece that another's face shows.

    Such pieces are drawn as for whole sheets of paper, on the pages of a booklet too.
    """

    def cut(name: str) -> tuple[Component, tuple[float, float]]:
        sheet_size = settings.sheet_size(options.paper)
        sizes = sizes_of(game.components[name], Origins(game), name, settings, sheet_size)
        component = with_forms(game.components[name], game, name, Options())
        return within_border(component, options), sizes[component.size]

    return cut


def render_component(
    game: Game[Any], name: str, options: Options, fonts: Fonts, settings: SheetSettings
) -> Layout:
    """One component without sheets; raise `DataError` with every problem of it."""
    origins = Origins(game)
    declared = game.components[name]
    sheet_size = settings.sheet_size(options.paper)
    if options.folds(declared):
        sheet_size = page_size(sheet_size)
    sizes = sizes_of(declared, origins, name, settings, sheet_size)
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
        parts = in_parts(faces, sheet_size, settings)
    except ValueError as error:
        raise DataError(origins.in_component(str(error), name, "size")) from None
    return Layout(game, name, component, faces, parts, [], renderer.symbols)


def caption_problems(game: Game[Any], name: str, fonts: Fonts) -> Iterator[Problem]:
    """Titles of the game and of a component with characters that the slug's font lacks."""
    origins, font = Origins(game), fonts.get("sans")
    if lacks := font.lacks(game.title):
        message = f"the caption's font has no glyph for {lacks!r}"
        yield origins.in_file(message, "game.yaml", ("title",), "", "title")
    if lacks := font.lacks(game.components[name].title):
        message = f"the caption's font has no glyph for {lacks!r}"
        yield origins.in_component(message, name, "title")


def with_low_ink(faces: Sequence[Face], renderer: FaceRenderer) -> list[Face]:
    """Faces as printed in low ink; raise `DataError` if that takes too much work."""
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
    """How many times its ``size`` a component is printed. A text over whole pages keeps their size,
    and its type is enlarged."""
    if not options.enlarges(component):
        return 1.0
    if component.size == PAGE:
        return component.large_print
    from printkit.sheets.large_print import factor  # few builds are in large print

    return factor(size, component.large_print, settings.sheet_size(options.paper), settings)


def within_border(component: Component, options: Options) -> Component:
    """A component as printed: without its bleed if its art ends at a border."""
    if component.border and not options.bleed:
        return msgspec.structs.replace(component, bleed=0.0)
    return component


def sizes_of(
    component: Component, origins: Origins, name: str, settings: SheetSettings,
    sheet_size: tuple[float, float],
) -> dict[str, tuple[float, float]]:  # fmt: skip
    """Width and height of each size that print.yaml gives the component.

    Raise `DataError` with every invalid size, in use or not.
    """
    named: dict[tuple[str, ...], str] = {("size",): component.size}
    named |= {("per_page", str(number)): size for number, size in component.per_page.items()}
    sizes: dict[str, tuple[float, float]] = {}
    problems = Problems()
    for path, size in named.items():
        try:
            sizes[size] = settings.piece(size, sheet_size)
        except ValueError as error:
            problems.extend([origins.in_component(str(error), name, *path)])
        else:
            for field, message in misfits(component, sizes[size]):
                where = path if field == "size" else (field,)
                problems.extend([origins.in_component(message, name, *where)])
    problems.stop_if_any()
    return sizes


def misfits(component: Component, size: tuple[float, float]) -> Iterator[tuple[str, str]]:
    """What does not suit the component's shape: the field, and what was expected."""
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
    if problem := range_problem("forms", options):
        raise DataError(problem)
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
    first = {"game": game.id, **more, "paper": options.paper, "flip": options.flip}
    return first | {"data": game.fingerprint} | keywords_of(options)

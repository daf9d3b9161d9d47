"""One component, ready to be painted: its faces typeset, its sheets imposed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from card_data import DataError, Game, Problem
from card_data.house import TYPED, summary
from card_data.limits import MOST_PIECES
from card_data.model import Component
from card_data.problems import Problems, quote
from printkit.drawing.rewriting import inlined, on_both_sides
from printkit.drawing.shapes import Face, Symbol
from printkit.drawing.traversal import has_fields
from printkit.faces.render import Sizes
from printkit.faces.source_locations import SourceMap
from printkit.identity import Identity
from printkit.options import Marks, Options, house_keyword, keyword_line, keywords_of
from printkit.sheets.booklets import impose_booklets, page_size
from printkit.sheets.grid import free_bleed, stock_grid
from printkit.sheets.impose import (
    Imposition,
    Numbers,
    SharingError,
    SizeError,
    form_numbers,
    group_by_size,
    has_room,
    impose,
    tile_if_too_large,
)
from printkit.sheets.settings import PAGE, SheetSettings, Stock, settings_for
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import RenderJob, Typesetter, sizes_of, with_forms, within_border
from printkit.typography.fonts import Fonts


class Layout(msgspec.Struct, frozen=True):
    """A component ready to be painted; ``name`` is its key in ``print.yaml``.

    ``symbols`` are those that are drawn, ``signs`` the names of all that its templates may use.
    ``parts`` are the faces as the sheets have them: those larger than a page in several tiles.
    ``co_printed`` components share the sheets and have none themselves. ``fillable``: it is laid
    out as a form, see `form_layout`. ``partial``: only some of its pieces are laid out, to be
    reprinted.
    """

    game: Game[Any]
    name: str
    component: Component
    faces: list[Face]
    parts: list[Face]
    sheets: list[Sheet]
    symbols: Mapping[str, Symbol]
    signs: Collection[str] = ()
    co_printed: tuple[Layout, ...] = ()
    fillable: bool = False
    partial: bool = False

    @property
    def title(self) -> str:
        return ", ".join(one.component.title for one in (self, *self.co_printed))

    @property
    def pieces(self) -> int:
        return sum(face.copies for face in self.faces)

    @property
    def fronts(self) -> list[Face]:
        """The front of each piece on the sheets."""
        return [one.face for sheet in self.sheets for one in sheet.placements if not one.back]


def lay_out(
    game: Game[Any],
    name: str,
    options: Options,
    typesetter: Typesetter,
    co_printed: Sequence[str] = (),
    settings: SheetSettings | None = None,
) -> Layout:
    """Typeset and impose one component, and ``co_printed`` on the same sheets.

    ``settings`` are those of ``options``, for a caller that has read them already. Raise
    `DataError` with every problem of the components.
    """
    settings = settings or settings_for(options)
    made: list[Layout] = []
    problems = Problems()
    for one in (name, *co_printed):
        try:
            layout = render_component(game, one, options, typesetter, settings)
            made.append(fit_to_paper(layout, options, settings))
        except DataError as error:
            problems.extend(error.problems)
    problems.raise_if_any()
    return impose_together(made, options, typesetter, settings)


def impose_together(
    made: Sequence[Layout], options: Options, typesetter: Typesetter, settings: SheetSettings
) -> Layout:
    """Impose components that were fitted to paper, all on the sheets of the first.

    Raise `DataError` with every problem of that.
    """
    game = made[0].game
    problems = Problems()
    layout = msgspec.structs.replace(made[0], co_printed=tuple(map(as_co_printed, made[1:])))
    problems.extend(too_narrow(layout, options))
    problems.extend(duplicate_names(layout))
    problems.raise_if_any()
    try:
        sheets = impose_layout(layout, options, settings, typesetter.fonts)
    except SharingError as error:
        raise DataError(SourceMap(game).in_component(str(error), error.name, "shares")) from None
    except SizeError as error:
        raise DataError(size_problem(layout, error)) from None
    return msgspec.structs.replace(layout, sheets=sheets)


def impose_layout(
    layout: Layout,
    options: Options,
    settings: SheetSettings,
    fonts: Fonts,
    numbers: Numbers | None = None,
) -> list[Sheet]:
    """Return the sheets of a component and those co-printed, with the ``numbers`` of a larger file
    if it is in one; raise what `impose` does."""
    how = imposition_for(layout, options, settings, numbers)
    sharing = [one for one in layout.co_printed if one.component.shares is not None]
    shared = [(sharer.name, sharer.parts) for sharer in sharing]
    if options.folds(layout.component):
        return impose_booklets(layout.parts, how, settings, fonts, shared)
    packed = [one for one in layout.co_printed if one.component.shares is None]
    parts = [part for one in (layout, *packed) for part in one.parts]
    return impose(parts, how, settings, fonts, shared)


def imposition(
    game: Game[Any], title: str, options: Options, numbers: Numbers | None = None
) -> Imposition:
    """Return how a component of a game, or several, with this ``title`` is imposed."""
    return Imposition(
        f"{game.title} · {title}", options.paper, options.flip, options.backs, options.printer,
        numbers, house=summary(game),
    )  # fmt: skip


def imposition_for(
    layout: Layout, options: Options, settings: SheetSettings, numbers: Numbers | None = None
) -> Imposition:
    """Return how a component and those co-printed are imposed."""
    game, component = layout.game, layout.component
    known = layout.name in game.components
    return msgspec.structs.replace(
        imposition(game, layout.title, options, numbers),
        marks=options.marks if component.stock == "card" else "crop",
        uncut=component.stock == "paper",
        identity=Identity.of_component(game, layout.name) if known else None,
        stock=settings.stock_named(options.stock) if options.stock else None,
    )


def marks_for(face: Face, component: Component, options: Options, settings: SheetSettings) -> Marks:
    """Return the marks by which pieces like this face are cut: a plotter cuts those of card for
    which there is room between its marks."""
    page = page_for(component, options, settings)
    for_plotter = component.stock == "card" and has_room(face, page, settings, options.marks)
    return options.marks if for_plotter else "crop"


def too_narrow(layout: Layout, options: Options) -> Iterator[Problem]:
    """Yield a problem if the gutter is too narrow for the bleed of the pieces on either side."""
    least = 2 * max(part.bleed for part in layout.parts)
    if options.gutter is not None and options.gutter < least:
        message = f"found {options.gutter:g}, expected {least:g} mm or more for the bleed"
        item = f"{layout.game.id} {layout.name}"
        yield Problem(message=message, file="--gutter", item=item)


def duplicate_names(layout: Layout) -> Iterator[Problem]:
    """Yield a problem for each co-printed component whose faces share a name with another's."""
    taken: dict[str, str] = {}
    for one in (layout, *layout.co_printed):
        sides = (side for face in one.parts for side in (face, face.back) if side is not None)
        for name in dict.fromkeys(side.name for side in sides):
            if taken.setdefault(name, one.name) != one.name:
                message = f"{taken[name]} also has a face called {name}; names must be unique"
                yield SourceMap(layout.game).in_component(message, one.name, "shares")


def form_layout(layout: Layout, options: Options) -> Layout | None:
    """Lay a component out as a form to fill in on a screen: each different sheet with fields once,
    with its other side. None if there are no fields, or it is laid out for folding."""
    if options.folds(layout.component):
        return None
    numbers = form_numbers([sheet.placements for sheet in layout.sheets])
    firsts = [numbers.index(number) for number in range(1, max(numbers) + 1)]
    leaves = {at - layout.sheets[at].back for at in firsts}
    sheets = [one for at, one in enumerate(layout.sheets) if at - one.back in leaves]
    return msgspec.structs.replace(layout, sheets=sheets, fillable=True) if sheets else None


def identity_of(layout: Layout) -> Identity:
    """Return what identifies a form of this component when it is read back."""
    of = max(form_numbers([sheet.placements for sheet in layout.sheets]))
    return msgspec.structs.replace(Identity.of_component(layout.game, layout.name), of=of)


def as_co_printed(layout: Layout) -> Layout:
    """Inline a component's symbols: its host may have others of the same names."""
    drawn = partial(inlined, symbols=layout.symbols)
    return msgspec.structs.replace(layout, parts=on_both_sides(layout.parts, drawn))


def render_job(game: Game[Any], name: str, options: Options, settings: SheetSettings) -> RenderJob:
    """Return the job that renders a component; raise `DataError` with what is wrong with its
    sizes."""
    source_map = SourceMap(game)
    declared = game.components[name]
    sizes = sizes_of(declared, source_map, name, settings, page_for(declared, options, settings))
    component = within_border(with_forms(declared, game, name, options), options)
    times = enlargement(component, sizes, options, settings)
    if component.size == PAGE:
        sizes[PAGE] = sizes[PAGE][0] / times, sizes[PAGE][1] / times
    wanted = piece_counts(game, name, options)
    if wanted.total() > MOST_PIECES:
        message = f"found {wanted.total():,} pieces, expected at most {MOST_PIECES:,}"
        raise DataError(source_map.in_component(message, name, "faces"))
    return RenderJob(
        name, component, sizes, wanted, options, settings, options.template_values, times
    )


def render_component(
    game: Game[Any], name: str, options: Options, typesetter: Typesetter, settings: SheetSettings
) -> Layout:
    """Render one component, without sheets; raise `DataError` with every problem of it."""
    source_map = SourceMap(game)
    job = render_job(game, name, options, settings)
    problems = Problems()
    with problems.collecting():
        drawn = typesetter.typeset(game, job)
    problems.extend(caption_problems(game, name, typesetter.fonts))
    problems.raise_if_any()
    if not drawn.faces:
        message = "there is nothing to print: its tables have no rows"
        raise DataError(source_map.in_component(message, name))
    faces = drawn.faces
    return Layout(game, name, job.component, faces, faces, [], drawn.symbols, drawn.signs)


def fit_to_paper(layout: Layout, options: Options, settings: SheetSettings) -> Layout:
    """Fit a component's faces to sheets of paper: their bleed to its room, large ones in tiles.

    Raise `DataError` for those that are too large, if it is not to be printed in parts.
    """
    component = layout.component
    page = page_for(component, options, settings)
    marks: Marks | None = None if component.stock == "paper" else "crop"
    tiles = component.tiled or options.enlarges(component)
    every: list[Face] = []
    parts: list[Face] = []
    problems = Problems()
    for faces in group_by_size(layout.faces):
        try:
            if options.stock:
                faces = fit_to_stock(faces, settings.stock_named(options.stock), settings)
            elif faces[0].bleed and not options.bleed:
                faces = with_free_bleed(faces, component, options, settings)
            every += faces
            on_stock = options.stock is not None
            parts += (
                faces if on_stock else tile_if_too_large(faces, page, settings, marks, tiles=tiles)
            )
        except SizeError as error:
            problems.extend([size_problem(layout, error)])
    problems.raise_if_any()
    return msgspec.structs.replace(layout, faces=every, parts=parts)


def size_problem(layout: Layout, error: SizeError) -> Problem:
    """Locate the error of a face's size at the line of print.yaml that gives it."""
    game = layout.game
    name = layout.name
    path: tuple[str, ...] = ("size",)
    for one in (layout, *layout.co_printed):
        for index, kind in enumerate(one.component.faces):
            ids = [row.id for row in game.rows(kind.rows)] if kind.rows else [kind.stem]
            if error.face.id in ids:
                own: tuple[str, ...] = () if kind.size is None else ("faces", str(index))
                name, path = one.name, (*own, "size")
    return SourceMap(game).in_component(str(error), name, *path)


def with_free_bleed(
    faces: list[Face], component: Component, options: Options, settings: SheetSettings
) -> list[Face]:
    """Give borderless faces of one size as much bleed as leaves as many of them on a sheet."""
    first = faces[0]
    bleed = free_bleed(
        first.width,
        first.height,
        first.bleed,
        page_for(component, options, settings),
        settings,
        folded=options.backs == "gutterfold" and any(face.back for face in faces),
        marks=marks_for(first, component, options, settings),
    )
    return with_bleed(faces, bleed)


def fit_to_stock(faces: list[Face], stock: Stock, settings: SheetSettings) -> list[Face]:
    """Trim the bleed of faces of one size so that it does not reach into the next place of a stock;
    raise `SizeError` if they do not fit."""
    size = faces[0].width, faces[0].height
    try:
        grid = stock_grid(stock, *size, settings)
    except ValueError as error:
        raise SizeError(str(error), faces[0]) from None
    spare = zip(grid.piece, grid.gutter, size, strict=True)
    most = min((place + gutter - side) / 2 for place, gutter, side in spare)
    return with_bleed(faces, min(faces[0].bleed, max(most, 0.0)))


def with_bleed(faces: list[Face], bleed: float) -> list[Face]:
    """Give faces, and their backs, this bleed."""
    return on_both_sides(faces, lambda face: msgspec.structs.replace(face, bleed=bleed))


def page_for(
    component: Component, options: Options, settings: SheetSettings
) -> tuple[float, float]:
    """Return width and height in mm of a component's page: a sheet, or half of one."""
    sheet_size = settings.sheet_size(options.paper)
    return page_size(sheet_size) if options.folds(component) else sheet_size


def caption_problems(game: Game[Any], name: str, fonts: Fonts) -> Iterator[Problem]:
    """Yield a problem for each title of the game and the component, and for house rules, with
    characters that the slug's font lacks."""
    source_map, font = SourceMap(game), fonts.get("sans")
    if lacks := font.lacks(summary(game)):
        message = f"a house rule has {quote(lacks)}, for which the caption's font has no glyph"
        yield Problem(message=message, file=TYPED)
    if lacks := font.lacks(game.title):
        message = f"the caption's font has no glyph for {quote(lacks)}"
        yield source_map.in_file(message, "game.yaml", ("title",), "", "title")
    if lacks := font.lacks(game.components[name].title):
        message = f"the caption's font has no glyph for {quote(lacks)}"
        yield source_map.in_component(message, name, "title")


def enlargement(
    component: Component, sizes: Sizes, options: Options, settings: SheetSettings
) -> float:
    """Return how many times its ``sizes`` a component is printed: as much as every piece of it may
    be. A text over whole pages keeps their size, and its type is enlarged."""
    if not options.enlarges(component):
        return 1.0
    if component.size == PAGE:
        return component.large_print
    from printkit.sheets.large_print import factor  # few builds are in large print

    sheet_size = settings.sheet_size(options.paper)
    used = dict.fromkeys(sizes[cut.size] for cut in component.cuts)
    return min(factor(size, component.large_print, sheet_size, settings) for size in used)


def piece_counts(game: Game[Any], name: str, options: Options) -> Counter[str]:
    """Count the pieces of a component that ``options`` ask for, as `Game.counts` does."""
    once = game.counts(
        name, options.per_page, options.forms, players=options.players, draw=options.deal
    )
    times = options.copies or 1
    return Counter({kind: count * times for kind, count in once.items()})


def keywords(layout: Layout, options: Options) -> str:
    """Return how a file was built, as ``key=value`` pairs."""
    values = common_keywords(layout.game, options, [layout], component=layout.name)
    if not options.folds(layout.component):
        values.pop("booklet", None)
    if not options.enlarges(layout.component):
        values.pop("large_print", None)
    if layout.co_printed:
        values["with"] = ",".join(sharer.name for sharer in layout.co_printed)
    if layout.fillable:
        values |= {"fillable": "true"} | identity_of(layout).keywords
    return keyword_line(values)


def common_keywords(
    game: Game[Any], options: Options, layouts: Sequence[Layout], **more: str
) -> dict[str, str]:
    """Return how any file of a game was built, and ``more`` after the game's name.

    With sheets to fill in among its ``layouts`` a file names the data that it was made from, for
    whoever reads them when they are filled in. Of other files only what they show depends on that.
    """
    first = {"game": game.id, **more, "paper": options.paper, "flip": options.flip}
    if any(has_form_fields(layout) for layout in layouts):
        first["data"] = game.fingerprint
    house = {"house": house_keyword(game.house)} if game.house else {}
    return first | keywords_of(options) | house


def has_form_fields(layout: Layout) -> bool:
    """Whether any of the sheets has a field to fill in."""
    faces = {id(one.face): one.face for sheet in layout.sheets for one in sheet.placements}
    return any(has_fields(face.shapes) for face in faces.values())

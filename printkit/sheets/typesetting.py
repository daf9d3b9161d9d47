"""Typesetting: a component's faces, as its templates draw them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from card_data import DataError, Game, Problem
from card_data.limits import SECONDS_A_FACE
from card_data.model import Component
from card_data.problems import Problems
from card_data.program.sandbox import LIMIT_ERRORS, OverLimitError, allow_seconds, limit_message
from printkit.drawing.rewriting import on_both_sides
from printkit.drawing.shapes import Face, Image, Symbol
from printkit.faces.fonts import fonts_of
from printkit.faces.render import Cut, FaceRenderer, Sizes
from printkit.faces.source_locations import SourceMap
from printkit.options import Options, range_problem
from printkit.pictures.gallery import Gallery
from printkit.sheets.settings import PAGE, SheetSettings
from printkit.templating.environment import Templates
from printkit.typography.fonts import Fonts

# The longer side of a hex by its shorter one: 1.155 if it is regular; hexes on sale measure whole
# quarters of an inch.
SLIMMEST_HEX, WIDEST_HEX = 1.1, 1.21
LOW_INK = 4  # times the work


class RenderedFaces(msgspec.Struct, frozen=True):
    """The rendered faces of a component, and the symbols that they use by name; ``signs`` are the
    names of all that they could use."""

    faces: list[Face]
    symbols: Mapping[str, Symbol]
    signs: Collection[str]


class RenderJob(msgspec.Struct, frozen=True):
    """The rendering of a component's faces, with what it depends on.

    ``sizes`` are those of its pieces in mm; ``counts`` and ``words`` are as for `FaceRenderer`;
    ``times`` is how many times as large they are printed.
    """

    name: str
    component: Component
    sizes: Sizes
    counts: Counter[str]
    options: Options
    settings: SheetSettings
    words: Mapping[str, Any]
    times: float = 1.0

    @property
    def seconds(self) -> float:
        """The CPU time in seconds that it may take, beside a command's own allowance."""
        work = SECONDS_A_FACE * len(self.counts)
        return work * LOW_INK if self.options.low_ink else work

    def finish(self, faces: list[Face], renderer: FaceRenderer) -> RenderedFaces:
        """Enlarge rendered faces and convert them to low ink, as ``options`` ask for."""
        if self.times > 1:
            from printkit.sheets.large_print import larger  # few builds ask for it

            faces = on_both_sides(faces, lambda face: larger(face, self.times))
        if self.options.low_ink:
            faces = low_ink(faces, renderer)
        return RenderedFaces(faces, renderer.symbols.drawn(), list(renderer.symbols))


class Typesetter:
    """Renders components. It reads ``fonts`` once, keeps the templates and fonts of the ``last``
    game, and keeps ``pictures`` as they are printed, by what they show and how."""

    def __init__(
        self, fonts: Fonts | None = None, pictures: dict[str, Image] | None = None
    ) -> None:
        self.fonts = fonts or Fonts()
        self.pictures = {} if pictures is None else pictures
        self.last: tuple[Game[Any], Templates, Fonts] | None = None

    def renderer(
        self, game: Game[Any], job: RenderJob, kind: type[FaceRenderer] = FaceRenderer
    ) -> FaceRenderer:
        """Return a renderer of this ``kind`` for the faces of a component; raise `DataError` for
        templates and fonts that cannot be used."""
        if self.last is None or self.last[0] is not game:
            self.last = game, Templates(game), fonts_of(game, self.fonts)
        _, templates, fonts = self.last
        gallery = partial(
            Gallery, game.folder, game.dpi, job.times, pale=job.options.low_ink, made=self.pictures
        )
        return kind(
            game, job.name, job.component, job.sizes, fonts, job.counts,
            cutter(game, job.options, job.settings), templates=templates,
            words=job.words, gallery=gallery,
        )  # fmt: skip

    def typeset(self, game: Game[Any], job: RenderJob) -> RenderedFaces:
        """Render the faces of a component; raise `DataError` with every problem of it,
        `OverLimitError` where it takes more than it may."""
        allow_seconds(job.seconds)
        try:
            renderer = self.renderer(game, job)
            faces = renderer.faces()
            renderer.problems.raise_if_any()
            return job.finish(faces, renderer)
        except LIMIT_ERRORS as error:
            if isinstance(error, OverLimitError) and error.placed:
                raise
            problem = SourceMap(game).in_component(limit_message(error), job.name)
            raise OverLimitError(str(problem), placed=True) from None


def cutter(game: Game[Any], options: Options, settings: SheetSettings) -> Cut:
    """Return a function that looks up the component, and its sizes, of a piece on another's face.

    Such pieces are drawn as for whole sheets of paper, on the pages of a booklet too.
    """

    def cut(name: str) -> tuple[Component, Sizes]:
        sheet_size = settings.sheet_size(options.paper)
        sizes = sizes_of(game.components[name], SourceMap(game), name, settings, sheet_size)
        component = with_forms(game.components[name], game, name, Options())
        return within_border(component, options), sizes

    return cut


def low_ink(faces: Sequence[Face], renderer: FaceRenderer) -> list[Face]:
    from printkit.faces.low_ink import Engraver  # few builds ask for it

    engraver = Engraver(renderer.symbols)
    return [engraver.face(face) for face in faces]


def within_border(component: Component, options: Options) -> Component:
    """Return a component as printed: without its bleed if its art ends at a border."""
    if component.border and not options.bleed:
        return msgspec.structs.replace(component, bleed=0.0)
    return component


def sizes_of(
    component: Component, source_map: SourceMap, name: str, settings: SheetSettings,
    sheet_size: tuple[float, float],
) -> dict[str, tuple[float, float]]:  # fmt: skip
    """Return width and height in mm of each size that print.yaml gives the component.

    Raise `DataError` with every invalid size, in use or not.
    """
    sizes: dict[str, tuple[float, float]] = {}
    problems = Problems()
    for path, cut in cuts_of(component):
        try:
            sizes[cut.size] = settings.piece(cut.size, sheet_size)
        except ValueError as error:
            problems.extend([source_map.in_component(str(error), name, *path)])
        else:
            for field, message in misfits(cut, sizes[cut.size]):
                own = path[:-1] if path[0] == "faces" else ()
                where = path if field == "size" else (*own, field)
                problems.extend([source_map.in_component(message, name, *where)])
    problems.raise_if_any()
    if component.size == PAGE and component.least is not None:
        least = sizes[component.least]
        if any(side < needed for side, needed in zip(sheet_size, least, strict=True)):
            sizes[PAGE] = least
    return sizes


def cuts_of(component: Component) -> Iterator[tuple[tuple[str, ...], Component]]:
    """Yield the component as each of its cuts in print.yaml has it, with the path of the size
    there: also those not in use."""
    yield ("size",), component
    if component.least is not None:
        yield ("least",), msgspec.structs.replace(component, size=component.least)
    for number, size in component.per_page.items():
        yield ("per_page", str(number)), msgspec.structs.replace(component, size=size)
    for index, face in enumerate(component.faces):
        if (cut := component.cut_as(face)) is not component:
            yield ("faces", str(index), "shape" if face.size is None else "size"), cut


def misfits(component: Component, size: tuple[float, float]) -> Iterator[tuple[str, str]]:
    """Yield each field that does not suit the component's shape, and what was expected."""
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
    """Set the number of forms, on a page and in all, that ``options`` ask for."""
    if problem := range_problem("forms", options):
        raise DataError(problem)
    try:
        return component.on_a_page(options.per_page, options.forms)
    except KeyError as error:
        item = f"{game.id} {name}"
        raise DataError(Problem(message=error.args[0], file="--per-page", item=item)) from None

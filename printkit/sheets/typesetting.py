"""Typesetting: a component's faces, behind a wall if its game is not one of ours.

Whatever runs the templates of a game is a job: it is done here for the shipped games, and in a
process with limits (`printkit.wall`) for all others, with the same result.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

import card_data
from card_data import DataError, Game, Problem
from card_data.limits import SECONDS, SECONDS_A_COMPONENT, SECONDS_A_FACE
from card_data.model import Component
from card_data.problems import Problems
from printkit.budget import Budget
from printkit.drawing.shapes import Face
from printkit.errors import MarkupError, OverspentError
from printkit.faces.origins import Origins
from printkit.faces.render import Cut, FaceRenderer
from printkit.faces.wire import Drawn, Weight, packed, unpacked
from printkit.options import Options, range_problem
from printkit.sheets.settings import PAGE, SheetSettings
from printkit.templating.bytecode import folder_of_cache, keep_for_strangers
from printkit.typography.fonts import Fonts
from printkit.wall import Outside, Wall, WallError, Worker

# The longer side of a hex by its shorter one: 1.155 if it is regular; hexes on sale measure whole
# quarters of an inch.
SLIMMEST_HEX, WIDEST_HEX = 1.1, 1.21
LOW_INK = 4  # times the work

T = TypeVar("T")


class Job(Protocol[T]):
    """Work with the templates of a game, for one of its components."""

    @property
    def name(self) -> str:
        """The component."""

    @property
    def seconds(self) -> float:
        """The processor's time that it may take, on a machine like ours."""

    def work(self, game: Game[Any], fonts: Fonts, outside: Outside | None) -> T:
        """Do it; raise `DataError` with every problem of the component."""

    def packed(self, done: T) -> bytes:
        """What was done, as bytes."""

    def unpacked(self, raw: bytes, so_far: Weight) -> T:
        """The same from bytes, checked; raise `MarkupError` for what will not do, and for what is
        too much with all ``so_far`` drawn of the game, to which it is added."""


class Order(msgspec.Struct, frozen=True):
    """What to typeset: the faces of a component, its pieces of a ``size`` in mm.

    ``counts`` and ``words`` are as for `FaceRenderer`; ``times`` is how much larger they are
    printed.
    """

    name: str
    component: Component
    size: tuple[float, float]
    counts: Counter[str]
    options: Options
    settings: SheetSettings
    words: Mapping[str, Any]
    times: float = 1.0

    @property
    def seconds(self) -> float:
        work = SECONDS_A_COMPONENT + SECONDS_A_FACE * len(self.counts)
        return work * LOW_INK if self.options.low_ink else work

    def renderer(
        self, game: Game[Any], fonts: Fonts, outside: Outside | None = None
    ) -> FaceRenderer:
        """What renders the faces."""
        cut = cutter(game, self.options, self.settings)
        return FaceRenderer(
            game, self.name, self.component, self.size, fonts, self.counts, cut,
            words=self.words, outside=outside,
        )  # fmt: skip

    def work(self, game: Game[Any], fonts: Fonts, outside: Outside | None) -> Drawn:
        """The faces of the component, and the symbols in them."""
        renderer = self.renderer(game, fonts, outside)
        faces = renderer.faces()
        renderer.problems.stop_if_any()
        if self.times > 1:
            from printkit.sheets.large_print import enlarged  # few builds ask for it

            faces = enlarged(faces, self.times)
        if self.options.low_ink:
            faces = low_ink(faces, renderer)
        return Drawn(faces, renderer.symbols.drawn(), list(renderer.symbols))

    def packed(self, done: Drawn) -> bytes:
        return packed(done)

    def unpacked(self, raw: bytes, so_far: Weight) -> Drawn:
        return unpacked(raw, so_far)


class Typesetter:
    """Does jobs for games, each stranger's game behind a wall of its own; ``fonts`` are read once.

    ``within``: this is behind a wall already.
    """

    def __init__(self, *, within: bool = False) -> None:
        self.fonts = Fonts()
        self.within = within
        self.walls: dict[Path, tuple[Wall, Weight]] = {}
        self.refused: dict[Path, DataError] = {}

    def expect(self, game: Game[Any], jobs: Iterable[Job[Any]]) -> None:
        """Begin jobs that will be done in this order: behind a wall that takes another processor,
        while what is done is painted here."""
        if not self.trusts(game) and game.folder not in self.refused:
            self.wall(game).begin([(job, job.seconds) for job in jobs])

    def do(self, game: Game[Any], job: Job[T]) -> T:
        """What a job comes to; raise `DataError` with every problem, or with the limit that it
        would exceed, and where. After that nothing more of the game is done."""
        if self.trusts(game):
            return job.work(game, self.fonts, None)
        if game.folder in self.refused:
            raise self.refused[game.folder]
        at = ""
        try:
            raw = self.wall(game).ask(job, job.seconds)
            return job.unpacked(raw, self.walls[game.folder][1])
        except WallError as error:
            message, at = str(error), error.at
        except MarkupError as error:
            message = str(error)
        raise self.refusal(game, job.name, message, at)

    def count(self, game: Game[Any], name: str, pieces: int, pages: int) -> None:
        """Count what a component comes to when it is imposed; raise `DataError` where that is too
        much with all that has been imposed of a stranger's game."""
        if not self.trusts(game):
            try:
                self.walls[game.folder][1].impose(pieces, pages)
            except MarkupError as error:
                raise self.refusal(game, name, str(error)) from None

    def trusts(self, game: Game[Any]) -> bool:
        return self.within or game.shipped

    def wall(self, game: Game[Any]) -> Wall:
        """The wall of a stranger's game."""
        if game.folder not in self.walls:
            folder_of_cache()  # which cannot be made behind the wall
            wall = Wall(Behind(game), keep_for_strangers, SECONDS)
            self.walls[game.folder] = wall, Weight()
        return self.walls[game.folder][0]

    def refusal(self, game: Game[Any], name: str, message: str, at: str = "") -> DataError:
        """What is wrong with a game, of which nothing more is done."""
        problem = Origins(game).in_component(message, name)
        refused = DataError(msgspec.structs.replace(problem, item=at or problem.item))
        self.refused[game.folder] = refused
        return refused


class Behind:
    """Makes what does the jobs of one game behind its wall; there a game is read anew if the
    process is not a copy of this one."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __reduce__(self) -> tuple[Any, ...]:
        return reread, (self.game.id, self.game.folder.parent)

    def __call__(self) -> Worker:
        return partial(done, self.game, Fonts())


def reread(name: str, data: Path) -> Behind:
    return Behind(card_data.load(name, data))


def done(game: Game[Any], fonts: Fonts, job: Job[Any], outside: Outside) -> bytes:
    """What a job comes to, as bytes."""
    return job.packed(job.work(game, fonts, outside))


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


def low_ink(faces: Sequence[Face], renderer: FaceRenderer) -> list[Face]:
    """Faces as printed in low ink; raise `DataError` if that takes too much work."""
    from printkit.faces.low_ink import Engraver  # few builds ask for it

    engraver = Engraver(renderer.symbols, Budget(len(faces)).spend)
    try:
        return [engraver.face(face) for face in faces]
    except OverspentError as error:
        problem = renderer.origins.in_component(str(error), renderer.name)
        raise DataError(problem) from None


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
    if component.least is not None:
        named["least",] = component.least
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
    if component.size == PAGE and component.least is not None:
        least = sizes[component.least]
        if any(side < needed for side, needed in zip(sheet_size, least, strict=True)):
            sizes[PAGE] = least
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

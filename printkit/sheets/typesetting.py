"""Typesetting: a component's faces, behind a wall if its game is not one of ours.

Whatever runs the templates of a game is a job: it is done here for the shipped games, and in a
process with limits (`card_data.wall`) for all others, with the same result.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

import card_data
from card_data import DataError, Game, Problem, house
from card_data.limits import (
    MOST_OF_PICTURES,
    MOST_PICTURES,
    SECONDS,
    SECONDS_A_COMPONENT,
    SECONDS_A_FACE,
    SECONDS_A_FONT,
    SECONDS_A_MEGABYTE_OF_PICTURES,
    SECONDS_A_PICTURE,
)
from card_data.model import Component
from card_data.problems import Problems, said
from card_data.wall import Outside, Wall, WallError, Worker
from printkit.budget import Budget
from printkit.drawing.shapes import Face
from printkit.errors import MarkupError, OverspentError
from printkit.faces.memory.fonts import declared
from printkit.faces.origins import Origins
from printkit.faces.render import Cut, FaceRenderer, Sizes
from printkit.faces.wire import Drawn, Weight, at_most, packed, unpacked
from printkit.kept import inputs
from printkit.kept.cache import folder_of_cache
from printkit.kept.drawings import Drawings
from printkit.options import Options, range_problem
from printkit.pictures.gallery import KEPT, Gallery
from printkit.sheets.settings import PAGE, SheetSettings
from printkit.templating.bytecode import keep_for_strangers
from printkit.typography.fonts import Fonts
from printkit.typography.own.clean import FONT

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# The longer side of a hex by its shorter one: 1.155 if it is regular; hexes on sale measure whole
# quarters of an inch.
SLIMMEST_HEX, WIDEST_HEX = 1.1, 1.21
LOW_INK = 4  # times the work
DRAWING = "drawing-"  # begins the name of one that comes from behind a wall

T = TypeVar("T")


class Job(Protocol[T]):
    """Work with the templates of a game, for one of its components."""

    @property
    def name(self) -> str:
        """The component."""

    @property
    def seconds(self) -> float:
        """The processor's time that it may take, on a machine like ours."""

    def work(
        self, game: Game[Any], fonts: Fonts, outside: Outside | None, drawings: Drawings | None
    ) -> T:
        """Do it, without what is in ``drawings`` already; raise `DataError` with every problem of
        the component."""

    def packed(self, done: T) -> bytes:
        """What was done, as bytes."""

    def unpacked(self, raw: bytes, so_far: Weight) -> T:
        """The same from bytes, checked; raise `MarkupError` for what will not do, and for what is
        too much with all ``so_far`` drawn of the game, to which it is added."""


class Order(msgspec.Struct, frozen=True):
    """What to typeset: the faces of a component, its pieces of such ``sizes``.

    ``counts`` and ``words`` are as for `FaceRenderer`; ``times`` is how much larger they are
    printed.
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
        work = SECONDS_A_COMPONENT + SECONDS_A_FACE * len(self.counts)
        return work * LOW_INK if self.options.low_ink else work

    def renderer(
        self, game: Game[Any], fonts: Fonts, outside: Outside | None = None,
        drawings: Drawings | None = None, kind: type[FaceRenderer] = FaceRenderer,
    ) -> FaceRenderer:  # fmt: skip
        """What renders the faces, of this ``kind``."""
        cut = cutter(game, self.options, self.settings)
        gallery = partial(
            Gallery, game.folder, game.dpi, self.times, pale=self.options.low_ink,
            outside=outside, drawings=drawings,
        )  # fmt: skip
        return kind(
            game, self.name, self.component, self.sizes, fonts, self.counts, cut,
            words=self.words, outside=outside, drawings=drawings, gallery=gallery,
        )  # fmt: skip

    def work(
        self, game: Game[Any], fonts: Fonts, outside: Outside | None, drawings: Drawings | None
    ) -> Drawn:
        """The faces of the component, and the symbols in them."""
        renderer = self.renderer(game, fonts, outside, drawings)
        faces = renderer.faces()
        renderer.problems.stop_if_any()
        return self.finished(faces, renderer)

    def finished(self, faces: list[Face], renderer: FaceRenderer, *, stamps: bool = True) -> Drawn:
        """The faces that were rendered, with their ``stamps`` and as ``options`` ask for them, and
        the symbols in them."""
        component = self.component
        margin = self.settings.margin / self.times if component.size == PAGE else 0.0
        drawn = component.stamp and component.shape != "net"
        if stamps:
            faces = renderer.stamped(faces, drawn=drawn, margin=margin)
        if self.times > 1:
            from printkit.sheets.large_print import enlarged  # few builds ask for it

            faces = enlarged(faces, self.times)
        if self.options.low_ink:
            faces = low_ink(faces, renderer)
        return Drawn(faces, renderer.symbols.drawn(), list(renderer.symbols), [*renderer.new])

    def packed(self, done: Drawn) -> bytes:
        return packed(done)

    def unpacked(self, raw: bytes, so_far: Weight) -> Drawn:
        return unpacked(raw, so_far)


class Ordered(msgspec.Struct, frozen=True):
    """What a job has in common with the order whose faces it is done with."""

    order: Order

    @property
    def name(self) -> str:
        return self.order.name

    @property
    def seconds(self) -> float:
        return self.order.seconds


class Typesetter:
    """Does jobs for games, each stranger's game behind a wall of its own; ``fonts`` are read once.

    ``within``: this is behind a wall already. ``apart``: our games are typeset behind one too, so
    that other work can be done meanwhile, and theirs can be dropped. ``kept`` gives the drawings of
    a game that earlier builds have kept, to which those of this one are added.
    """

    def __init__(
        self,
        fonts: Fonts | None = None,
        *,
        within: bool = False,
        apart: bool = False,
        kept: Callable[[Game[Any]], Drawings] | None = None,
    ) -> None:
        self.fonts = fonts or Fonts()
        self.within, self.apart = within, apart
        self.kept = kept
        self.drawings: dict[Path, Drawings] = {}
        self.walls: dict[Path, tuple[Wall, Weight]] = {}
        self.refused: dict[Path, DataError] = {}
        self.pictures: dict[Path, float] = {}  # seconds that they take
        self.renewed = False  # whether there may be processes that began with earlier games

    def expect(self, game: Game[Any], jobs: Iterable[Job[Any]]) -> None:
        """Begin jobs that will be done in this order: behind a wall that takes another processor,
        while what is done is painted here."""
        if not self.trusts(game) and game.folder not in self.refused:
            seconds = self.seconds_besides(game)
            self.wall(game).begin(
                [(self.request(game, job), job.seconds + seconds) for job in jobs]
            )

    def do(self, game: Game[Any], job: Job[T]) -> T:
        """What a job comes to; raise `DataError` with every problem, or with the limit that it
        would exceed, and where. After that nothing more of the game is done."""
        if self.trusts(game):
            return job.work(game, self.fonts, None, self.drawings_of(game))
        if game.folder in self.refused:
            raise self.refused[game.folder]
        at = ""
        try:
            seconds = job.seconds + self.seconds_besides(game)
            raw = self.wall(game).ask(self.request(game, job), seconds)
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
        return self.within or (game.shipped and not self.apart)

    def awaited(self, game: Game[Any]) -> Connection | None:
        """What can be read from once something comes of the jobs that were begun; None if that
        needs no waiting for."""
        return self.walls[game.folder][0].line if game.folder in self.walls else None

    @property
    def idle(self) -> bool:
        """Whether nothing was begun that has no answer yet."""
        return not any(wall.begun for wall, _ in self.walls.values())

    def renew(self) -> None:
        """Do all that comes as if it were the first, with the processes that are there: games were
        read again."""
        self.refused.clear()
        self.pictures.clear()
        self.renewed = True
        for wall, weight in self.walls.values():
            wall.renew()
            weight.forget()

    def seconds_besides(self, game: Game[Any]) -> float:
        """What each job may take besides, for the pictures of its game."""
        if game.folder not in self.pictures:
            self.pictures[game.folder] = seconds_of_pictures(game)
        return self.pictures[game.folder]

    def stop(self) -> None:
        """Drop what was begun, without waiting until it is gone; only `close` may follow."""
        for wall, _ in self.walls.values():
            wall.stop()

    def close(self) -> None:
        """Drop what was begun, and end all processes."""
        for wall, _ in self.walls.values():
            wall.close()

    def wall(self, game: Game[Any]) -> Wall:
        """The wall of a stranger's game."""
        if game.folder not in self.walls:
            folder_of_cache()  # which cannot be made behind the wall
            if self.seconds_besides(game):
                from printkit.pictures import store  # few games have pictures

                store.forget_oldest()
            drawings, weight = self.drawings_of(game), Weight(fonts=self.fonts.own)
            keeping = partial(keep, drawings, self.fonts, weight)
            seconds = SECONDS + SECONDS_A_FONT * sum(1 for _ in declared(game))
            wall = Wall(Behind(game, self.fonts, drawings), keeping, seconds)
            self.walls[game.folder] = wall, weight
        return self.walls[game.folder][0]

    def request(self, game: Game[Any], job: Job[Any]) -> Job[Any] | Anew:
        """What a stranger's wall is asked: with the game, if that may have been read again."""
        behind = self.wall(game).worker
        assert isinstance(behind, Behind)
        return Anew(game, job) if self.renewed and behind.game is not game else job

    def drawings_of(self, game: Game[Any]) -> Drawings | None:
        """The drawings of a game that need not be drawn again; None where none are kept."""
        if self.kept is not None and game.folder not in self.drawings:
            self.drawings[game.folder] = self.kept(game)
        return self.drawings.get(game.folder)

    def refusal(self, game: Game[Any], name: str, message: str, at: str = "") -> DataError:
        """What is wrong with a game, of which nothing more is done."""
        problem = Origins(game).in_component(message, name)
        refused = DataError(msgspec.structs.replace(problem, item=at or problem.item))
        self.refused[game.folder] = refused
        return refused


class Anew(msgspec.Struct, frozen=True):
    """A job for a game that was read again."""

    game: Game[Any]
    job: Job[Any]


class Behind:
    """Does the jobs of one game behind its wall, where fonts and the game are read anew if the
    process is not a copy of this one."""

    def __init__(self, game: Game[Any], fonts: Fonts, drawings: Drawings | None = None) -> None:
        self.game, self.fonts, self.drawings = game, fonts, drawings

    def __reduce__(self) -> tuple[Any, ...]:
        kept = self.drawings and self.drawings.kept
        return reread, (self.game.id, self.game.folder.parent, house.typed(self.game), kept)

    def __call__(self) -> Worker:
        return self.done

    def done(self, request: Job[Any] | Anew, outside: Outside) -> bytes:
        """What a job comes to, as bytes; the drawings that it used or made are handed out."""
        if isinstance(request, Anew):
            if self.drawings and request.game != self.game:
                self.drawings.renew()
            self.game, job = request.game, request.job
        else:
            job = request
        drawings = self.drawings
        before = dict(drawings.used) if drawings else {}
        made = job.packed(job.work(self.game, self.fonts, outside, drawings))
        if drawings:
            for name in drawings.used:
                if name not in before:
                    new = name in drawings.new
                    outside.keep(DRAWING + name, drawings.kept[name] if new else b"")
        return made


def reread(name: str, data: Path, options: Sequence[str], kept: dict[str, bytes] | None) -> Behind:
    drawings = None if kept is None else Drawings(kept)
    return Behind(card_data.load(name, data, options), Fonts(), drawings)


def seconds_of_pictures(game: Game[Any]) -> float:
    """The processor's time that the pictures in a game's folder may take."""
    with suppress(OSError, inputs.TooManyError):
        files = islice(filter(inputs.is_picture, inputs.files_in(game.folder)), MOST_PICTURES)
        sizes = [one.stat().st_size for one in files]
        return SECONDS_A_PICTURE * len(sizes) + SECONDS_A_MEGABYTE_OF_PICTURES * sum(sizes) / 1e6
    return 0.0


def keep(drawings: Drawings | None, fonts: Fonts, weight: Weight, name: str, raw: bytes) -> None:
    """Keep what comes from behind a wall: for the painters a font, or a picture; or, used only
    there, a compiled template, or a drawing of the game. Without bytes that is one that we have,
    and is used still. Raise `MarkupError` where the pictures of the game are too much."""
    if name == FONT:
        fonts.add(raw)
    elif name.startswith(KEPT):
        from printkit.pictures import store

        weight.pictures += len(raw)
        at_most(weight.pictures, MOST_OF_PICTURES, "bytes of pictures")
        store.keep(name.removeprefix(KEPT), raw)
    elif not name.startswith(DRAWING):
        keep_for_strangers(name, raw)
    elif drawings is not None and raw and inputs.NAME.fullmatch(name.removeprefix(DRAWING)):
        drawings.put(name.removeprefix(DRAWING), raw)
    elif drawings is not None:
        drawings.get(name.removeprefix(DRAWING))


def cutter(game: Game[Any], options: Options, settings: SheetSettings) -> Cut:
    """A function that gives the component, and its sizes, of a piece that another's face shows.

    Such pieces are drawn as for whole sheets of paper, on the pages of a booklet too.
    """

    def cut(name: str) -> tuple[Component, Sizes]:
        sheet_size = settings.sheet_size(options.paper)
        sizes = sizes_of(game.components[name], Origins(game), name, settings, sheet_size)
        component = with_forms(game.components[name], game, name, Options())
        return within_border(component, options), sizes

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
    sizes: dict[str, tuple[float, float]] = {}
    problems = Problems()
    for path, cut in cuts_of(component):
        try:
            sizes[cut.size] = settings.piece(cut.size, sheet_size)
        except ValueError as error:
            problems.extend([origins.in_component(said(error), name, *path)])
        else:
            for field, message in misfits(cut, sizes[cut.size]):
                own = path[:-1] if path[0] == "faces" else ()
                where = path if field == "size" else (*own, field)
                problems.extend([origins.in_component(message, name, *where)])
    problems.stop_if_any()
    if component.size == PAGE and component.least is not None:
        least = sizes[component.least]
        if any(side < needed for side, needed in zip(sheet_size, least, strict=True)):
            sizes[PAGE] = least
    return sizes


def cuts_of(component: Component) -> Iterator[tuple[tuple[str, ...], Component]]:
    """A component as it is cut in each way that print.yaml says, with the path of the size there:
    also in ways that are not in use."""
    yield ("size",), component
    if component.least is not None:
        yield ("least",), msgspec.structs.replace(component, size=component.least)
    for number, size in component.per_page.items():
        yield ("per_page", str(number)), msgspec.structs.replace(component, size=size)
    for index, face in enumerate(component.faces):
        if (cut := component.cut_as(face)) is not component:
            yield ("faces", str(index), "shape" if face.size is None else "size"), cut


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

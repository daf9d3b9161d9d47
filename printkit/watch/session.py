"""Reading and drawing a game again and again, what is looked at first.

The work is a generator that stops at each point at which it could be dropped for a newer state of
the files: it says there how long to wait. While faces are drawn it is dropped from within.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

import card_data
from card_data import DataError, Game, Problem
from card_data.loader import Parsed
from card_data.tables import title_of
from card_data.wall import OverLimitError, begin_again
from printkit.drawing.shapes import Image
from printkit.options import Options
from printkit.painting.svg import SvgPainter
from printkit.printing.jobs import with_guests
from printkit.sheets.layout import lay_out, order_for
from printkit.sheets.settings import SheetSettings, settings_for
from printkit.sheets.typesetting import Order
from printkit.typography.fonts import Fonts
from printkit.watch.files import DEEPEST_FOLDER
from printkit.watch.looking import Remembering
from printkit.watch.places import Places
from printkit.watch.scene import Painter, Scene, Sheets
from printkit.watch.state import State, state_of
from printkit.watch.views import View, judge, menus

Seconds = float  # to let pass; 0: there is more to do
STILL = 0.15  # seconds for which files must stay as they are before they are called wrong
FONTS = (".ttf", ".otf", ".ttc", ".otc")
PAUSE = 0.1  # seconds between the pictures of what is not looked at
AT_ONCE = 12  # rows that are drawn before all others

Tell = Callable[[int, State], None]  # tells a page


class Session:
    """The game ``name`` of the folder ``data`` with the options of a ``house``, as `card_data.load`
    takes them, drawn for ``views``, the pages that look at it.

    ``tell`` is called with the number of a page and its new state, ``painter.new`` then has the
    pictures in it that were not there before. ``dropped`` is asked between faces whether there is
    something newer to draw.
    """

    def __init__(
        self, name: str, data: Path | None, tell: Tell, house: Sequence[str] = (),
        dropped: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        self.name, self.data, self.tell, self.house = name, data, tell, house
        self.dropped = dropped
        self.fonts = Fonts()
        self.pictures: dict[str, Image] = {}  # as they are printed
        self.painter = Painter(SvgPainter(self.fonts, {}))
        self.views: dict[int, View] = {}
        self.scenes: dict[Options, Scene] = {}
        self.game: Game[Any] | None = None
        self.places: Places | None = None
        self.problems: tuple[Problem, ...] = ()
        self.parsed: Parsed = {}
        self.read = False  # the files as they are now
        self.changed_rows: frozenset[str] = frozenset()
        self.touched: frozenset[str] = frozenset()  # names of symbols whose files have changed
        self.since = time.monotonic()  # when the files last changed
        self.told = 0.0

    def changed(self, paths: Collection[str] = ()) -> None:
        """Drop what was read and what is being drawn: the files at ``paths`` have changed."""
        self.read, self.since = False, time.monotonic()
        drawn = [Path(path) for path in paths if not path.endswith(".yaml")]
        self.touched = frozenset(name for path in drawn for name in symbol_names(path))
        fonts = any(path.lower().endswith(FONTS) for path in paths)
        if fonts:
            self.fonts = Fonts()
            self.painter.painter = SvgPainter(self.fonts, {})
        for scene in self.scenes.values():
            scene.begin(self.typesetter())

    def drawing(self) -> Iterator[Seconds]:
        """Read and draw all that pages look at, and tell them; raise `DroppedError`."""
        begin_again()
        if not self.read:
            yield from self.reading()
        wanted = list(dict.fromkeys(view.options for view in reversed(self.views.values())))
        for options in self.scenes.keys() - wanted if wanted else ():
            del self.scenes[options]  # the last stays: its page may come back
        for options in wanted:
            if options not in self.scenes:
                self.scenes[options] = Scene(options, self.painter, self.typesetter())
            if self.game is not None and not self.problems:
                yield from self.draw(self.game, self.scenes[options])
        self.publish(busy=False)

    def typesetter(self) -> Remembering:
        return Remembering(self.fonts, self.pictures)

    def reading(self) -> Iterator[Seconds]:
        """Read the game. What is wrong with it is shown once its files are still: one that is half
        written is followed by the rest."""
        problems: tuple[Problem, ...] = ()
        game = None
        try:
            game = card_data.load(self.name, self.data, self.house, self.parsed)
        except DataError as error:
            problems = error.problems
        if problems:
            yield from self.still()
        self.problems, self.read = problems, True
        if game is not None:
            self.changed_rows = frozenset(changed_rows(self.game, game))
            self.game, self.places = game, Places(game, self.parsed)

    def still(self) -> Iterator[Seconds]:
        """Wait until the files have stayed as they are for a while."""
        yield from waiting(self.since + STILL - time.monotonic())

    def draw(self, game: Game[Any], scene: Scene) -> Iterator[Seconds]:
        """Draw a game printed in one way: first what pages show and what was edited."""
        views = [view for view in self.views.values() if view.options == scene.options]
        try:
            settings = settings_for(scene.options)
            judge(scene.options, game, settings)
        except DataError as error:
            scene.problems = error.problems
            return
        scene.problems = ()
        scene.menus = list(menus(scene.options, game, settings))
        scene.arrange(game, needed(game, scene.options))
        orders = list(scene_orders(game, scene, settings))
        looked_at = {view.component for view in views}
        orders.sort(key=lambda order: order.name not in looked_at)
        rows = self.changed_rows | {scene.row_of(view) for view in views}
        edited = False
        for order in orders:
            part = scene.parts[order.name]
            few = [row for row in order.counts if row in rows]
            few += [row for row in part.touched(self.touched) if row in order.counts]
            few = [*dict.fromkeys(few)][:AT_ONCE]
            if few and len(few) < len(order.counts) and not part.whole:
                edited = edited or bool(part.pieces)
                some = Counter({row: order.counts[row] for row in few})
                yield from self.look(game, scene, msgspec.structs.replace(order, counts=some))
        if edited:  # pages have it: let them show it before the rest is drawn
            yield from waiting(PAUSE)
        hosts = hosts_of(game, scene)
        sheets = {hosts.get(view.component, "") for view in views if view.mode == "sheets"} - {""}
        orders.sort(key=lambda order: hosts[order.name] not in sheets)
        for order in orders:
            if not scene.parts[order.name].whole:
                yield from self.look(game, scene, order, whole=True)
        for host in sheets:
            yield from self.impose(game, scene, host, settings)

    def look(
        self, game: Game[Any], scene: Scene, order: Order, *, whole: bool = False
    ) -> Iterator[Seconds]:
        """Draw some pieces of a component, or the whole of it, and show them."""
        part, typesetter = scene.parts[order.name], scene.typesetter
        try:
            looked = typesetter.look(game, order, self.dropped)
        except (DataError, OverLimitError) as error:
            problems = problems_of(error)
            if not part.knows(problems):
                yield from self.still()
            part.fail(problems)
            part.whole = whole
            self.publish()
            return
        if not part.knows(looked.problems):
            yield from self.still()
        if whole:
            typesetter.looked[order.name] = looked
            part.faults = {}  # of a shared back too, which is no row's
        for _ in scene.show(part, looked, order.counts.keys(), titles_of(game, order.name)):
            if time.monotonic() - self.told > PAUSE:
                self.publish()
            yield 0.0
        if whole:
            part.settle({face.name for face in looked.drawn.faces}, list(order.counts))
        self.publish()

    def impose(
        self, game: Game[Any], scene: Scene, host: str, settings: SheetSettings
    ) -> Iterator[Seconds]:
        """Show the sheets of a component and of those that share them."""
        guests = [name for name, other in hosts_of(game, scene).items() if other == host != name]
        try:
            layout = lay_out(game, host, scene.options, scene.typesetter, guests, settings)
        except DataError as error:
            sheets = scene.sheets.setdefault(host, Sheets(game.components[host].title))
            sheets.problems = error.problems
            self.publish()
            return
        for _ in scene.impose(layout):
            if time.monotonic() - self.told > PAUSE:
                self.publish()
            yield 0.0
        self.publish()

    def publish(self, *, busy: bool = True) -> None:
        """Tell all pages."""
        for number, view in self.views.items():
            scene = self.scenes.get(view.options)
            if scene is not None:
                sheets = None
                if self.game is not None and view.mode == "sheets":
                    sheets = scene.sheets.get(hosts_of(self.game, scene).get(view.component, ""))
                told = state_of(self.game, scene, self.places, self.problems, sheets, busy=busy)
                self.tell(number, told)
        self.told = time.monotonic()


def problems_of(error: DataError | OverLimitError) -> Sequence[Problem]:
    """What is wrong; time that is used up begins anew."""
    if isinstance(error, DataError):
        return error.problems
    begin_again()
    return [Problem(message=str(error), file="")]


def waiting(seconds: float) -> Iterator[Seconds]:
    """Let some time pass."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        yield left


def symbol_names(path: Path) -> Iterator[str]:
    """The names that the symbol of a file may have: an icon's is that of its file, a picture's a
    path in the game's folder, however deep that is."""
    yield path.stem
    for depth in range(1, DEEPEST_FOLDER + 1):
        yield "/".join(path.parts[-depth:])


def needed(game: Game[Any], options: Options) -> list[str]:
    """The components to show: all of them, or those that ``options.players`` need."""
    players = options.players
    return [name for name in game.components if players is None or game.needs(name, players)]


def scene_orders(game: Game[Any], scene: Scene, settings: SheetSettings) -> Iterator[Order]:
    """What to typeset for each component of a scene; one for which that cannot be told fails."""
    for name, part in scene.parts.items():
        try:
            yield order_for(game, name, scene.options, settings)
        except DataError as error:
            part.fail(error.problems)


def hosts_of(game: Game[Any], scene: Scene) -> dict[str, str]:
    """The component on whose sheets each one of a scene is printed."""
    jobs = [(game, name) for name in scene.parts if name in game.components]
    together = with_guests(jobs, packed=scene.options.packs)
    return {one: host for _, host, guests in together for one in (host, *guests)}


def titles_of(game: Game[Any], name: str) -> dict[str, str]:
    """The titles of a component's rows, by their IDs, where they have any."""
    tables = [face.rows for face in game.components[name].faces if face.rows]
    rows = (row for table in tables for row in game.rows(table))
    return {row.id: title_of(row) for row in rows}


def changed_rows(before: Game[Any] | None, game: Game[Any]) -> Iterator[str]:
    """The IDs of rows that are not as they were; none at first."""
    for table in game.tables() if before is not None else ():
        old = getattr(before.data, table, ())  # type: ignore[union-attr]
        known = {row.id: msgspec.to_builtins(row) for row in old}
        for row in game.rows(table):
            if known.get(row.id) != msgspec.to_builtins(row):
                yield row.id

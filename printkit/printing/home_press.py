"""The files of a game for one's own printer: a PDF per component, and one of the whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from card_data import DataError, Game
from card_data.staging import Staging, naming
from printkit.options import Options
from printkit.painting.paint import paint
from printkit.printing.jobs import is_in_whole
from printkit.sheets.layout import Layout, form_of, lay_out, order_for
from printkit.sheets.settings import SheetSettings
from printkit.sheets.typesetting import Order, Typesetter

Audit = Callable[..., list[str]]  # `printkit.audit.match.audit`, or what stands in for it


class Built(NamedTuple):
    """One component that was built: its pieces (fronts), its file and the number of pages there.

    Components that share sheets are in one file. For the file of the whole game, ``component`` is
    empty and ``title`` is the game's. ``fillable``: the file is the component's form.
    """

    game: str
    component: str
    title: str
    pieces: int
    pages: int
    file: Path
    fillable: bool = False


class HomePress:
    """Paints layouts into files for ``folder``, staged beside it until all are right.

    ``built`` lists what was painted, ``findings`` what the audit found.
    """

    def __init__(
        self,
        folder: Path,
        staging: Staging,
        options: Options,
        settings: SheetSettings,
        audit: Audit | None,
    ) -> None:
        self.folder, self.staging = folder, staging
        self.options, self.settings, self.audits = options, settings, audit
        self.typesetter = Typesetter()
        self.fonts = self.typesetter.fonts
        self.built: list[Built] = []
        self.findings: list[str] = []

    def expect(self, game: Game[Any], names: Iterable[str]) -> None:
        """Have components typeset, which will be laid out in this order."""
        self.typesetter.expect(game, self.orders(game, names))

    def orders(self, game: Game[Any], names: Iterable[str]) -> Iterator[Order]:
        """What is typeset for components; what is wrong with one is met again in its turn."""
        for name in names:
            with suppress(DataError):
                yield self.order(game, name)

    def order(self, game: Game[Any], name: str) -> Order:
        """What is typeset for a component."""
        return order_for(game, name, self.options, self.settings)

    def lay_out(self, game: Game[Any], name: str, guests: Sequence[str]) -> Layout:
        return lay_out(game, name, self.options, self.typesetter, guests, self.settings)

    def component(self, layout: Layout) -> None:
        """Make the file of a component and its guests, and its form if that is asked for."""
        target = self.folder / layout.game.id / f"{layout.name}.pdf"
        part = self.staging.file_for(target)
        with naming(target):
            paint(layout, self.options, self.fonts, part)
        self.audit(part, [layout], target)
        for one in (layout, *layout.guests):
            title, pages = one.component.title, len(layout.sheets)
            self.built.append(Built(one.game.id, one.name, title, one.pieces, pages, target))
        form = form_of(layout, self.options) if self.options.fillable else None
        if form is not None:
            self.form(form)

    def form(self, layout: Layout) -> None:
        """Make the form of a component, to fill in on a screen."""
        from printkit.forms.widgets import blank  # few builds have forms

        game, name = layout.game.id, layout.name
        target = self.folder / game / f"{name}-fillable.pdf"
        part = self.staging.file_for(target)
        with naming(target):
            part.write_bytes(blank(layout, self.options, self.fonts))
        self.audit(part, [layout], target)
        pieces, pages = sum(face.page == 1 for face in layout.fronts), len(layout.sheets)
        self.built.append(Built(game, name, layout.title, pieces, pages, target, fillable=True))

    def whole(self, components: Sequence[Layout]) -> None:
        """Make the file of the whole game with these components; raise `DataError` for what is
        wrong with its cover sheet."""
        from printkit.printing.whole_game import (  # many builds are of a component
            paint_whole,
            whole_game,
        )

        parts = [one for one in components if is_in_whole(one.game, one.name, self.options)]
        if not parts:
            return
        layouts = whole_game(parts, self.options, self.typesetter, self.settings)
        game = layouts[0].game
        target = self.folder / game.id / f"{game.id}.pdf"
        part = self.staging.file_for(target)
        with naming(target), part.open("wb") as stream:
            paint_whole(layouts, self.options, self.fonts, stream)
        self.audit(part, layouts, target)
        pieces = sum(one.pieces for layout in parts for one in (layout, *layout.guests))
        pages = sum(len(layout.sheets) for layout in layouts)
        self.built.append(Built(game.id, "", game.title, pieces, pages, target))

    def audit(self, file: Path, layouts: Sequence[Layout], target: Path) -> None:
        """Keep what the audit finds in ``file``, which is to be ``target``."""
        if self.audits is not None:
            self.findings += self.audits(file, layouts, self.options, str(target))

"""The files of a game for one's own printer: a PDF per component, and one of the whole game."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any, BinaryIO

from card_data import Game
from card_data.program.staging import Staging, name_errors_after
from printkit.cache.manifest import BuildResult
from printkit.options import Options
from printkit.painting.paint import paint
from printkit.printing.jobs import Job, is_in_whole, sharing_sheets
from printkit.sheets.layout import Layout, form_layout, lay_out
from printkit.sheets.settings import SheetSettings
from printkit.sheets.typesetting import Typesetter

Paint = Callable[[IO[bytes]], object]  # paints a file


class HomeOutput:
    """Paints layouts into files for ``folder``, staged beside it until all are right; ``built``
    lists the files, ``painted`` has those of the components of the game at hand, by name."""

    def __init__(
        self, folder: Path, staging: Staging, options: Options, settings: SheetSettings
    ) -> None:
        self.folder, self.staging = folder, staging
        self.options, self.settings = options, settings
        self.typesetter = Typesetter()
        self.fonts = self.typesetter.fonts
        self.built: list[BuildResult] = []
        self.painted: dict[str, Path | BinaryIO] = {}

    def jobs(self, selected: Sequence[tuple[Game[Any], str]]) -> list[Job]:
        """The components to build, those that share sheets together; on a stock none do."""
        if self.options.stock is not None:
            return [Job(game, name) for game, name in selected]
        return list(sharing_sheets(selected, self.settings, packed=self.options.sheets_are_shared))

    def lay_out(self, job: Job) -> Layout:
        game, name, co_printed = job
        return lay_out(game, name, self.options, self.typesetter, co_printed, self.settings)

    def component(self, layout: Layout) -> None:
        """Make the file of a component and those co-printed, and its form if asked for; where a
        game is to be one file it stays in memory."""
        painted = partial(paint, layout, self.options, self.fonts)
        if self.options.one_file:
            painted(aside := io.BytesIO())
            self.painted[layout.name] = aside
            return
        target = self.folder / layout.game.id / f"{layout.name}.pdf"
        self.make(target, painted)
        self.painted[layout.name] = self.staging.files[target]
        self.report(layout, target, len(layout.sheets))
        form = form_layout(layout, self.options) if self.options.fillable else None
        if form is not None:
            self.form(form)

    def form(self, layout: Layout) -> None:
        from printkit.forms.writer import paint_form  # few builds have forms

        game, name = layout.game.id, layout.name
        target = self.folder / game / f"{name}-fillable.pdf"
        self.make(target, partial(paint_form, layout, self.options, self.fonts))
        pieces, pages = sum(face.page == 1 for face in layout.fronts), len(layout.sheets)
        self.built.append(
            BuildResult(game, name, layout.title, pieces, pages, target, fillable=True)
        )

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
        how = layouts, self.options, self.fonts, self.painted
        self.make(target, partial(paint_whole, *how))
        self.painted.clear()
        every = [one for layout in parts for one in (layout, *layout.co_printed)]
        pieces = sum(layout.pieces for layout in every)
        pages = sum(len(layout.sheets) for layout in layouts)
        self.built.append(BuildResult(game.id, "", game.title, pieces, pages, target))

    def make(self, target: Path, painted: Paint) -> None:
        part = self.staging.file_for(target)
        with name_errors_after(target), part.open("wb") as file:
            painted(file)

    def report(self, layout: Layout, target: Path, pages: int) -> None:
        for one in (layout, *layout.co_printed):
            title = one.component.title
            self.built.append(BuildResult(one.game.id, one.name, title, one.pieces, pages, target))

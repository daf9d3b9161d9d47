"""The files of a game for one's own printer: a PDF per component, and one of the whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any

from card_data import DataError, Game
from card_data.staging import Staging, naming
from printkit.kept.built import Built
from printkit.kept.inputs import Digested
from printkit.options import Options
from printkit.painting.paint import paint, pdf_of
from printkit.printing.again.fingerprints import fingerprint
from printkit.printing.again.past import Past
from printkit.printing.jobs import Job, is_in_whole, with_guests
from printkit.sheets.layout import Layout, form_of, keywords, lay_out, order_for
from printkit.sheets.settings import SheetSettings
from printkit.sheets.typesetting import Order, Typesetter

Audit = Callable[..., list[str]]  # a `printkit.audit.match.Auditor`

Again = Callable[[IO[bytes]], None]  # paints a file


class HomePress:
    """Paints layouts into files for ``folder``, staged beside it until all are right; what is there
    already, as the ``past`` of the folder says, is not painted again.

    ``built`` lists the files, ``findings`` what the audit found.
    """

    def __init__(
        self,
        folder: Path,
        staging: Staging,
        options: Options,
        settings: SheetSettings,
        audit: Audit | None,
        past: Past,
    ) -> None:
        self.folder, self.staging = folder, staging
        self.options, self.settings, self.audits = options, settings, audit
        self.past = past
        self.typesetter = Typesetter(kept=past.drawings_of)
        self.fonts = self.typesetter.fonts
        self.built: list[Built] = []
        self.findings: list[str] = []

    def jobs(self, selected: Sequence[tuple[Game[Any], str]]) -> list[Job]:
        """The components to build, those that share sheets together; on a stock none do."""
        if self.options.stock is not None:
            return [(game, name, []) for game, name in selected]
        return list(with_guests(selected, packed=self.options.packs))

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
        again = partial(paint, layout, self.options, self.fonts)
        there = self.make(target, [layout], keywords(layout, self.options), "sheets", again)
        self.report(layout, target, len(layout.sheets), there=there)
        form = form_of(layout, self.options) if self.options.fillable else None
        if form is not None:
            self.form(form)

    def form(self, layout: Layout) -> None:
        """Make the form of a component, to fill in on a screen."""
        from printkit.forms.widgets import paint_blank  # few builds have forms

        game, name = layout.game.id, layout.name
        target = self.folder / game / f"{name}-fillable.pdf"
        keys = keywords(layout, self.options)
        again = partial(paint_blank, layout, self.options, self.fonts)
        there = self.make(target, [layout], keys, "form", again)
        pieces, pages = sum(face.page == 1 for face in layout.fronts), len(layout.sheets)
        _, faces = counted_in(layout)
        self.built.append(
            Built(game, name, layout.title, pieces, pages, target, True, faces, layout.new, there)
        )

    def whole(self, components: Sequence[Layout]) -> None:
        """Make the file of the whole game with these components; raise `DataError` for what is
        wrong with its cover sheet."""
        from printkit.printing.whole_game import (  # many builds are of a component
            keywords_of_whole,
            paint_whole,
            whole_game,
        )

        parts = [one for one in components if is_in_whole(one.game, one.name, self.options)]
        if not parts:
            return
        layouts = whole_game(parts, self.options, self.typesetter, self.settings)
        game = layouts[0].game
        target = self.folder / game.id / f"{game.id}.pdf"
        keys = keywords_of_whole(layouts, self.options)
        again = partial(paint_whole, layouts, self.options, self.fonts)
        there = self.make(target, layouts, keys, "whole", again)
        every = [one for layout in parts for one in (layout, *layout.guests)]
        pieces, faces = (sum(counts) for counts in zip(*map(counted_in, every), strict=True))
        pages = sum(len(layout.sheets) for layout in layouts)
        drawn = tuple([name for layout in every for name in layout.new])
        self.built.append(
            Built(game.id, "", game.title, pieces, pages, target, False, faces, drawn, there)
        )

    def make(
        self, target: Path, layouts: Sequence[Layout], keys: str, kind: str, again: Again
    ) -> bool:
        """Make a file that ``again`` paints, unless it is there as it would be painted; whether it
        is. ``keys`` are its keywords, ``kind`` is how it is painted."""
        shown = fingerprint(layouts, keys, self.fonts, kind, every_font=kind == "form")
        if self.past.keeps(target, shown):
            self.weigh(target, target.stat().st_size, layouts)
            return True
        part = self.staging.file_for(target)
        self.paint(part, layouts, target, again)
        return False

    def paint(self, part: Path, layouts: Sequence[Layout], target: Path, again: Again) -> None:
        """Paint and audit a file that is to be ``target``."""
        with naming(target), Digested(part) as file:
            again(file)
        self.weigh(target, file.size, layouts)
        self.audit(part, layouts, target, file.digest)

    def weigh(self, target: Path, found: int, layouts: Sequence[Layout]) -> None:
        """Raise `DataError` for a file of more bytes than it may have."""
        if self.options.max_size is not None:
            from printkit.printing.weight import judge_size  # few builds have a limit

            judge_size(target, found, self.options.max_size, layouts)

    def report(self, layout: Layout, target: Path, pages: int, *, there: bool = False) -> None:
        """Report the file of a component and its guests."""
        for one in (layout, *layout.guests):
            pieces, faces = counted_in(one)
            title = one.component.title
            self.built.append(
                Built(
                    *(one.game.id, one.name, title, pieces, pages, target),
                    *(False, faces, one.new, there),
                )
            )

    def audit(self, file: Path, layouts: Sequence[Layout], target: Path, painted: str) -> None:
        """Keep what the audit finds in ``file``, which is to be ``target``; ``painted`` is the
        digest of what was painted."""
        if self.audits is not None:
            how = self.options, str(target), None, partial(pdf_of, fonts=self.fonts)
            kept = self.past.pages_of(layouts[0].game)
            self.findings += self.audits(file, layouts, *how, painted, kept)


def counted_in(layout: Layout) -> tuple[int, int]:
    """The pieces of a component, and how many different faces they have, backs included."""
    sides = (side for face in layout.faces for side in (face, face.back) if side is not None)
    return layout.pieces, len({side.id for side in sides})

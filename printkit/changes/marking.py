"""What is printed now, kept as what a table holds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from printkit.options import Options
from printkit.printing.jobs import select_jobs, with_guests
from printkit.printings.records import Printing
from printkit.printings.store import keep
from printkit.sheets.layout import lay_out
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter


def mark_printed(
    games: Sequence[str], options: Options, name: str | None = None, *, replace: bool = False
) -> list[Printing]:
    """Keep what a table holds that prints games, all of them if none is named, with ``options``:
    each whole game, without what is printed instead of another component.

    Raise `DataError` with every problem of a game, and for a name that `keep` refuses.
    """
    settings, typesetter = settings_for(options), Typesetter()
    jobs = [*with_guests(select_jobs(games, (), options, settings, one_file=True))]
    laid_out = [
        [lay_out(game, key, options, typesetter, guests, settings) for game, key, guests in those]
        for _, those in groupby(jobs, key=lambda job: job[0].id)
    ]
    return [
        keep(those[0].game, those, options, typesetter.fonts, name, replace=replace)
        for those in laid_out
    ]

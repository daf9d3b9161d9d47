"""The cover sheet of a file of several components: what to print on which stock, and what to make
of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from card_data import DataError, Game
from card_data.model import Component, FaceTemplate
from card_data.text import plural
from printkit.options import Options
from printkit.printing.plan import (
    STEP,
    PageRange,
    PrintRun,
    Work,
    in_printing_order,
    in_time,
    page_ranges,
    print_runs,
)
from printkit.sheets.layout import Layout
from printkit.sheets.settings import PAGE, SheetSettings
from printkit.sheets.typesetting import RenderJob, Typesetter

COVER = "cover sheet"  # no component has this name
COVER_SHEET = Component(
    title="Cover sheet", size=PAGE, safe=8, faces=(FaceTemplate(template="common/cover.svg"),)
)


def with_cover(
    game: Game[Any], words: Mapping[str, Any], layouts: Sequence[Layout], options: Options,
    typesetter: Typesetter, settings: SheetSettings,
) -> list[PageRange]:  # fmt: skip
    """Return the page ranges of components, in printing order, in a file that begins with a cover
    of these ``words`` that lists their print runs."""
    ordered = in_printing_order(layouts, options)

    def cover(places: Sequence[PageRange]) -> Layout:
        runs = print_runs(places, options, settings.handwork)
        return cover_of(game, words, runs, options, typesetter, settings)

    front = len(cover(page_ranges(ordered, options, 0)).faces)  # as many lines, whatever numbers
    places = page_ranges(ordered, options, front + front % 2)
    return [PageRange(cover(places), 0, duplex=True), *places]


def cover_of(
    game: Game[Any], words: Mapping[str, Any], runs: Sequence[PrintRun], options: Options,
    typesetter: Typesetter, settings: SheetSettings,
) -> Layout:  # fmt: skip
    """Render a cover without imposing it; its template is given these ``words``: a heading, what it
    is about and sections of lines. Raise `DataError` with every problem of it."""
    parts = [part for run in runs for part in run.parts]
    given = {
        **options.template_values,
        **words,
        "runs": runs,
        "tools": {
            "a knife and ruler": in_all([part.knife for part in parts]),
            "scissors": in_all([part.scissors for part in parts]),
        },
        "flip": options.flip,
        "by_hand": options.backs == "alternate",
        "plotted": options.marks == "silhouette",
    }
    face = COVER_SHEET.faces[0].stem
    sizes = {PAGE: settings.sheet_size(options.paper)}
    job = RenderJob(COVER, COVER_SHEET, sizes, Counter({face: 1}), options, settings, given)
    try:
        drawn = typesetter.typeset(game, job)
    except DataError as error:
        raise DataError(
            *(
                msgspec.structs.replace(one, message=f"on the cover sheet: {one.message}")
                for one in error.problems
            )
        ) from None
    return Layout(game, COVER, COVER_SHEET, drawn.faces, drawn.faces, [], drawn.symbols)


def in_all(works: Sequence[Work]) -> dict[str, Any]:
    """Return what a cover says of the work with one tool on all components."""
    minutes, saved = sum(one.minutes for one in works), sum(one.saved for one in works)
    return {
        "cuts": sum(one.cuts for one in works),
        "time": in_time(minutes) if minutes else "",
        "time_with": in_time(minutes - saved) if saved >= STEP else "",
    }


def cover_of_game(
    layouts: Sequence[Layout], options: Options, typesetter: Typesetter, settings: SheetSettings
) -> list[PageRange]:
    """Put a cover that says how to print and make the game before all of its components.

    Raise `DataError` with every problem of the cover.
    """
    game = layouts[0].game
    players = f", for {game.head.players.words()}" if game.sections else ""
    if options.players is not None:
        players = f", for {plural(options.players, 'player')}"
    copies = f", {options.copies} copies" if options.copies and options.copies > 1 else ""
    words = {
        "heading": game.title,
        "about": [f"To print and make{players}{copies}."],
        "sections": [],
    }
    return with_cover(game, words, layouts, options, typesetter, settings)

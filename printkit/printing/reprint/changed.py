"""What of a game is to be reprinted: its changed and new pieces on sheets, after a cover sheet.

Pieces of one size are packed together with their backs. Of a text that is printed on both sides of
its sheets, both pages of a sheet are reprinted if either has changed, as a sheet of paper is
replaced whole; of a booklet that is folded and stapled all pages are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

import card_data
from card_data import DataError, Game
from card_data.problems import Problems
from printkit.drawing.shapes import Face, Symbol
from printkit.faces.stamping.appearance import Appearance
from printkit.faces.wire import Drawn
from printkit.options import Options, keywords_of
from printkit.printing.jobs import with_guests
from printkit.printing.making import Place, in_printing_order, is_text, places_of, print_runs
from printkit.printing.reprint.comparison import Difference, compared
from printkit.printing.reprint.cover import Changes, cover_sheets
from printkit.printing.whole_game import placed
from printkit.printings.records import Printing
from printkit.printings.store import drawings
from printkit.sheets.layout import Layout, on_paper, render_component, together
from printkit.sheets.settings import SheetSettings
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts

# Options that make other pieces, or other numbers of them, by their keywords.
TELLING = ("paper", "bleed", "per_page", "forms", "players", "draw", "copies", "large_print")


class Reprint(NamedTuple):
    """What is to be reprinted of a game: the components of a file of their own, its cover first;
    none if nothing has changed. ``pieces`` are those to be cut out, or pages."""

    layouts: list[Layout]
    pieces: int


def reprint(
    game: Game[Any],
    names: Sequence[str],
    printing: Printing,
    options: Options,
    typesetter: Typesetter,
    settings: SheetSettings,
    watch: Callable[[str], None] = lambda name: None,
) -> Reprint:
    """What differs from a printing among the components of these ``names``, and among those that
    are no longer there. ``watch`` is told which is being typeset.

    Raise `DataError` with every problem of the game, or of the printing.
    """
    problems = Problems()
    changes: list[Changes] = []
    for name in there_to_compare(game, names, printing):
        watch(name)
        with problems.kept():
            layout = render_component(game, name, options, typesetter, settings)
            changes.append(changes_of(layout, printing, options, typesetter.fonts))
    problems.stop_if_any()
    for name in printing.components.keys() - game.components.keys():
        gone = Difference((), printing.components[name], ())
        changes.append(Changes(name, None, gone, drawings(printing, name, typesetter.fonts)))
    changes = [one for one in changes if one.difference]
    if not changes:
        return Reprint([], 0)
    layouts = in_printing_order(reduced(game, changes, options, typesetter, settings), options)

    def cover_before(first: int) -> Layout:
        """The cover where ``first`` pages come before those that it tells how to print."""
        runs = print_runs(places_of(layouts, options, first), options)
        return cover_sheets(game, printing, changes, options, settings, typesetter.fonts, runs)

    front = len(cover_before(0).faces)  # a number takes no more lines, whatever it is
    cover = cover_before(front + front % 2)
    pieces = sum(face.copies for one in changes for face in one.difference.add)
    return Reprint(in_one_file(cover, layouts, options, settings, typesetter.fonts), pieces)


def there_to_compare(game: Game[Any], names: Sequence[str], printing: Printing) -> Iterator[str]:
    """The components that the table holds, or that are new: not those that were left out of the
    printing."""
    left_out: set[str] = set()
    if any(name not in printing.components for name in names):
        try:
            earlier = card_data.load(game.id, printing.folder / "data")
            left_out = earlier.components.keys() - printing.components.keys()
        except DataError:  # of a kit that reads other data: then all that is not there is new
            pass
    yield from (name for name in names if name not in left_out)


def changes_of(layout: Layout, printing: Printing, options: Options, fonts: Fonts) -> Changes:
    """How a component differs from the same in a printing."""
    kept = printing.components.get(layout.name, ())
    leaf = leaf_of(layout, options)
    difference = compared(layout.faces, kept, leaf)
    before = drawings(printing, layout.name, fonts) if difference.away else Drawn([], {}, ())
    if difference.away and layout.component.booklet:
        bare = bare_digests(before.faces, before.symbols, fonts)
        bare |= bare_digests(layout.faces, layout.symbols, fonts)
        difference = compared(layout.faces, kept, leaf, bare)
    return Changes(layout.name, layout, difference, before)


def bare_digests(
    faces: Sequence[Face], symbols: Mapping[str, Symbol], fonts: Fonts
) -> dict[str, str]:
    """By the digests of pages, those of the same without their numbers."""
    looks = Appearance(symbols, fonts)
    return {face.digest: looks.digest(face, numbered=False) for face in faces}


def leaf_of(layout: Layout, options: Options) -> Callable[[int], int]:
    """Which pages of a component are printed together, as a number for each page."""
    if options.folds(layout.component):
        return lambda page: 0
    if is_text(layout, options):
        return lambda page: (page - 1) // 2
    return lambda page: page


def reduced(
    game: Game[Any],
    changes: Sequence[Changes],
    options: Options,
    typesetter: Typesetter,
    settings: SheetSettings,
) -> list[Layout]:
    """The components with nothing but what is to be added, those of one size on the same sheets."""
    made: dict[str, Layout] = {}
    problems = Problems()
    for one in changes:
        if one.layout is not None and one.difference.add:
            faces = list(one.difference.add)
            layout = msgspec.structs.replace(one.layout, faces=faces, parts=faces, partial=True)
            with problems.kept():
                made[one.name] = on_paper(layout, options, settings)
    problems.stop_if_any()
    jobs = with_guests([(game, name) for name in made], packed=not options.large_print)
    layouts: list[Layout] = []
    for _, name, guests in jobs:
        with problems.kept():
            those = [made[key] for key in (name, *guests)]
            layouts.append(together(those, options, typesetter, settings))
    problems.stop_if_any()
    return layouts


def in_one_file(
    cover: Layout,
    layouts: Sequence[Layout],
    options: Options,
    settings: SheetSettings,
    fonts: Fonts,
) -> list[Layout]:
    """The cover sheet, then the components in printing order, numbered as pages of one file, which
    may be printed on both sides as it is."""
    front = len(cover.faces) + len(cover.faces) % 2
    places = places_of(layouts, options, front)
    total = places[-1].after if places else front
    place = Place(cover, 0, duplex=True)
    return [placed(one, total, options, settings, fonts) for one in (place, *places)]


def other_options(printing: Printing, options: Options) -> list[str]:
    """The options that a printing was made with otherwise, by which pieces differ."""
    now = keywords_of(options)
    return [key for key in TELLING if printing.options.get(key) != now.get(key)]

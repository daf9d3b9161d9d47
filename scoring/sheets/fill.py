"""Positions written into forms: the sheets of a game, as its players would have filled them in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from card_data import DataError, Problem
from card_data.limits import MOST_FORMS
from card_data.problems import Problems, did_you_mean, quote
from card_data.program.staging import Staging
from printkit.exports.filled_sheets import no_fields, sheets
from printkit.faces.filling_in import UNMARKED
from printkit.forms.writer import form
from printkit.options import Options
from printkit.sheets.layout import Layout, form_layout
from printkit.sheets.settings import settings_for, unknown_paper
from printkit.sheets.typesetting import Typesetter
from scoring import games
from scoring.positions.display import as_written
from scoring.positions.paths import child_at, unanswered
from scoring.positions.positions import PositionFile
from scoring.sheets.fields import RUNNING, Entry, entries, from_entries


class FilledForms(NamedTuple):
    """The written files, and the entries for which none of them has a field."""

    files: list[Path]
    left_over: list[Entry]


def write(
    filled: PositionFile, out: Path, only: Sequence[str] = (), *, paper: str | None = None,
    data: Path | None = None, low_ink: bool = False, large_print: bool = False,
) -> FilledForms:  # fmt: skip
    """Write the sheets of a position into the folder ``out``, each a file such as
    ``pad-filled.pdf``.

    A sheet without new entries is not written, and of two that may replace each other only the
    usual one; ``only`` names those to write instead. ``data`` is the folder of edited games, if
    any. Raise `DataError` for a game without sheets and unknown names, `OSError` if a file cannot
    be written.
    """
    options = Options(data=data, low_ink=low_ink, large_print=large_print)
    options = msgspec.structs.replace(options, paper=paper or options.paper)
    typesetter = Typesetter()
    said = left_over = entries_on_sheets(filled)
    running = RUNNING if filled.position.running is True else ""
    with Staging(out) as staging:
        for layout in layouts(filled, options, only, typesetter):
            pdf, lacking = form(layout, options, typesetter.fonts, said, running)
            still = [entry for entry in left_over if entry in lacking]
            if only or len(still) < len(left_over):
                staging.write(out / f"{layout.name}-filled.pdf", pdf)
            left_over = still
        if not staging.targets():
            message = "no sheet has a field for any of its answers"
            raise DataError(Problem(message=message, file=filled.game.id))
        staging.move_all()
        return FilledForms(staging.targets(), [one for one in left_over if one[1] not in UNMARKED])


def entries_on_sheets(filled: PositionFile) -> list[Entry]:
    """Return the entries of the sheets: in the words of the sheets, and where these leave something
    blank, those of the position."""
    game = filled.game
    if game.scoresheet is not None:
        filled = PositionFile(game, games.package(game).with_every_row(filled.position))
    words = PositionFile(game, as_written(filled.position, game))
    blank = {".".join(where) for where in unanswered(words.position)}
    return [*entries(words), *(entry for entry in entries(filled) if entry[0] in blank)]


def changed_by_blanks(filled: PositionFile) -> list[str]:
    """Return the places of open answers that the sheets give back as no or none: an empty box does
    not tell them apart."""
    again = from_entries(filled.game, entries_on_sheets(filled)).position
    places = unanswered(filled.position)
    return [".".join(where) for where in places if child_at(again, where) in (False, ())]


def layouts(
    filled: PositionFile, options: Options, only: Sequence[str], typesetter: Typesetter
) -> list[Layout]:
    """Return the sheets to fill in, laid out as forms."""
    game, problems = filled.game, Problems()
    if options.paper not in (papers := settings_for(options).papers):
        problems.extend([unknown_paper(options.paper, papers)])
    for name in only:
        if name not in game.components:
            said = f"no component called {quote(name)}{did_you_mean(name, game.components)}"
            problems.add(said, file="--only")
    problems.raise_if_any()
    usual = [name for name, one in game.components.items() if not one.instead_of]
    options = msgspec.structs.replace(options, forms=number_of_forms(filled))
    found = {one.name: one for one in sheets(game, options, typesetter, only or usual)}
    if not found and not only:
        raise DataError(no_fields(game))
    for name in only:
        if name not in found:
            problems.add(f"{name} has no fields to fill in", file="--only")
    problems.raise_if_any()
    laid_out = (form_layout(layout, options) for layout in found.values())
    return [without_repeats(layout) for layout in laid_out if layout is not None]


def number_of_forms(filled: PositionFile, least: int = 1) -> int:
    """Return the number of forms to fill in: one for each player, for as many as may play."""
    players = len(getattr(filled.position, "players", None) or ())
    return min(max(players, least), filled.game.head.players.max, MOST_FORMS)


def without_repeats(layout: Layout) -> Layout:
    """Return a layout with each piece on one place only, since a second copy would say the same."""
    seen: set[tuple[str, int, int]] = set()
    found = []
    for sheet in layout.sheets:
        kept = []
        for one in sheet.placements:
            piece = one.face.id, one.face.number, one.face.page
            kept += [one] * (piece not in seen)
            seen.add(piece)
        found.append(sheet._replace(placements=tuple(kept)))
    return msgspec.structs.replace(layout, sheets=found)

"""Building ``changed.pdf`` of each game: what is to be reprinted of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from card_data import DataError, Game, Problem
from card_data.problems import Problems
from card_data.staging import Staging
from printkit.errors import AuditError
from printkit.kept.built import Built
from printkit.kept.manifest import How
from printkit.kept.unchanged import output_folder
from printkit.options import HOME, Options
from printkit.printing.again.past import Past
from printkit.printing.builder import auditor
from printkit.printing.home_press import HomePress
from printkit.printing.jobs import select_jobs
from printkit.printing.reprint.changed import Reprint, other_options, reprint
from printkit.printing.whole_game import paint_together
from printkit.printings.records import Printing
from printkit.printings.store import games_with, printing
from printkit.sheets.layout import common_keywords
from printkit.sheets.settings import settings_for

FILE, COMPONENT = "changed.pdf", "changed"


def build_changed(
    games: Iterable[str] = (),
    only: Iterable[str] = (),
    out: Path | str | None = None,
    *,
    since: str | None = None,
    options: Options | None = None,
    audit: bool = True,
    watch: Callable[[str, int, int], None] = lambda title, done, of: None,
    note: Callable[[str], None] = lambda line: None,
) -> list[Built]:
    """Build one file for each game, with the pieces that have changed since a printing.

    That is the printing called ``since``, or the latest of each game. ``games``, ``only``, ``out``,
    ``watch`` and ``note`` are as for `printkit.printing.builder.build`; no ``games`` means all of
    which there is such a printing. A game of which nothing has changed has no file: a note says so,
    and an earlier file of it is removed.

    Raise `DataError` with every problem, `AuditError` if a file is not as it should be; then
    earlier files stay as they were.
    """
    options, games, only = options or Options(), tuple(games), tuple(only)
    judge(options)
    folder = output_folder(options.data, out)
    settings = settings_for(options)
    by_game: dict[str, tuple[Game[Any], list[str]]] = {}
    for game, name in select_jobs(games, only, options, settings):
        by_game.setdefault(game.id, (game, []))[1].append(name)
    held = printings_of(by_game, since, named=bool(games))
    of = sum(len(by_game[name][1]) for name in held)
    problems, done = Problems(), 0
    with Staging(folder) as staging:
        past = Past(
            staging,
            How(only, options, one_file=False, zipped=False),
            tuple(held),
            audit=audit,
            clean=False,
        )
        press = HomePress(folder, staging, options, settings, auditor() if audit else None, past)
        for name, kept in held.items():
            game, components = by_game[name]
            press.expect(game, components)

            def told(component: str, game: Game[Any] = game, first: int = done) -> None:
                names = by_game[game.id][1]
                title = f"{game.title}: {game.components[component].title}"
                watch(title, first + names.index(component), of)

            with problems.kept():
                found = reprint(game, components, kept, options, press.typesetter, settings, told)
                if not problems:
                    finish(press, (game, components), kept, found, note)
            done += len(components)
        problems.stop_if_any()
        if press.findings:
            raise AuditError(press.findings)
        staging.move_all()
    for name in held.keys() - {one.game for one in press.built}:
        (folder / name / FILE).unlink(missing_ok=True)  # what it said is no longer to be done
    return press.built


def judge(options: Options) -> None:
    """Raise `DataError` for options that make no sheets to add to a table."""
    problems = Problems()
    if options.profile != HOME:
        message = "cannot be combined with --changed, which makes sheets for one's own printer"
        problems.add(message, file="--profile")
    if options.fillable:
        problems.add("cannot be combined with --changed, which makes no forms", file="--fillable")
    if options.stock is not None:
        problems.add("cannot be combined with --changed: what changed has no place", file="--stock")
    problems.stop_if_any()


def printings_of(games: Iterable[str], since: str | None, *, named: bool) -> dict[str, Printing]:
    """The printing to compare each game with; those that have none are left out unless they are
    ``named``.

    Raise `DataError` where there is none for a game that is named, or for any.
    """
    problems, kept = Problems(), games_with(since)
    held: dict[str, Printing] = {}
    lacking: list[DataError] = []
    for game in games:
        try:
            held[game] = printing(game, since)
        except DataError as error:
            if named or game in kept:
                problems.extend(error.problems)
            lacking.append(error)
    problems.stop_if_any()
    if lacking and not held:
        if since is not None:
            raise lacking[0]
        message = "nothing is marked as printed yet: see printkit mark-printed"
        raise DataError(Problem(message=message, file="--changed"))
    return held


def finish(
    press: HomePress,
    compared: tuple[Game[Any], list[str]],
    kept: Printing,
    found: Reprint,
    note: Callable[[str], None],
) -> None:
    """Make the file of a game, of which these components were ``compared``, or say that there is
    none."""
    game, components = compared
    if others := other_options(kept, press.options):
        those = ", ".join(f"--{key.replace('_', '-')}" for key in others)
        note(f"{game.id}: the printing {kept.name} was made with other options: {those}")
    target = press.folder / game.id / FILE
    if not found.layouts:
        note(f"{game.id}: nothing has changed since the printing {kept.name} of {kept.day}")
        return
    part = press.staging.file_for(target)
    title = f"What has changed in {game.title}"
    values = common_keywords(game, press.options, found.layouts)
    values |= {"changed": kept.name, "reprint": ",".join(components)}
    keys = " ".join(f"{key}={value}" for key, value in values.items())
    words = title, "What has changed", keys
    press.paint(
        part, found.layouts, target, partial(paint_together, found.layouts, words, press.fonts)
    )
    pages = sum(len(layout.sheets) for layout in found.layouts)
    press.built.append(Built(game.id, COMPONENT, game.title, found.pieces, pages, target))

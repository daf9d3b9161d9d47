"""Building ``changed.pdf`` of each game: its pieces that are not printed yet, after a cover.

Pieces of one size are packed together with their backs. Of a text that is printed on both sides of
its sheets, both pages of a sheet are printed if either has changed, as a sheet of paper is replaced
whole; of a booklet that is folded and stapled all pages are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from card_data import DataError, Game, Problem
from card_data.problems import Problems
from card_data.program.staging import Staging
from printkit.cache.manifest import BuildResult, output_folder
from printkit.drawing.shapes import Face
from printkit.faces.filling_in import writable
from printkit.inspection.margins import margin_problems
from printkit.options import HOME, Options, declared, keyword_line, keywords_of
from printkit.printing.cover import with_cover
from printkit.printing.home_output import HomeOutput
from printkit.printing.jobs import select_jobs, sharing_sheets
from printkit.printing.plan import is_text
from printkit.printing.whole_game import numbered, paint_together
from printkit.sheets.layout import Layout, common_keywords, fit_to_paper, impose_together
from printkit.sheets.settings import SheetSettings, settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.snapshots.capture import look_digests, pieces_of, render_components
from printkit.snapshots.compare import Difference, copies, pieces_between
from printkit.snapshots.records import Snapshot
from printkit.snapshots.store import games_with, load_snapshot, none_yet
from printkit.typography.fitting import as_printed
from printkit.typography.fonts import Fonts

FILE, COMPONENT = "changed.pdf", "changed"
# Options that make other pieces, or other numbers of them, by their keywords.
VISIBLE_OPTIONS = (
    *("paper", "bleed", "per_page", "forms", "players", "draw", "copies"),
    *("large_print", "low_ink", "instead"),
)


def build_changed(
    games: Iterable[str] = (),
    only: Iterable[str] = (),
    out: Path | str | None = None,
    *,
    since: str | None = None,
    options: Options | None = None,
    watch: Callable[[str, int, int], None] = lambda title, done, of: None,
    note: Callable[[str], None] = lambda line: None,
) -> list[BuildResult]:
    """Build one file for each game, with the pieces that have changed since a snapshot.

    That is the snapshot called ``since``, or the latest of each game. ``games``, ``only``, ``out``,
    ``watch`` and ``note`` are as for `printkit.printing.build.build`; no ``games`` means all of
    which there is such a snapshot. A game of which nothing has changed has no file: a note says so,
    and an earlier file of it is removed.

    Raise `DataError` with every problem; then earlier files stay as they were.
    """
    options, games, only = options or Options(), tuple(games), tuple(only)
    check_options(options)
    folder, settings = output_folder(options.data, out), settings_for(options)
    by_game: dict[str, tuple[Game[Any], list[str]]] = {}
    in_whole = msgspec.structs.replace(options, one_file=not only)
    for game, name in select_jobs(games, only, in_whole, settings):
        by_game.setdefault(game.id, (game, []))[1].append(name)
    held = snapshots_of(by_game, since, named=bool(games))
    of = sum(len(by_game[name][1]) for name in held)
    problems, done = Problems(), 0
    with Staging(folder) as staging:
        press = HomeOutput(folder, staging, options, settings)
        for name, kept in held.items():
            game, components = by_game[name]

            def told(component: str, game: Game[Any] = game, first: int = done) -> None:
                names = by_game[game.id][1]
                title = f"{game.title}: {game.components[component].title}"
                watch(title, first + names.index(component), of)

            with problems.collecting():
                layouts = reprint(game, components, kept, options, press.typesetter, settings, told)
                for layout in layouts:
                    problems.extend(margin_problems(layout, press.fonts, low_ink=options.low_ink))
                if not problems:
                    write_changed(press, game, components, kept, layouts, note)
            done += len(components)
        problems.raise_if_any()
        staging.move_all()
    for name in held.keys() - {one.game for one in press.built}:
        (folder / name / FILE).unlink(missing_ok=True)  # what it said is no longer to be done
    return press.built


def check_options(options: Options) -> None:
    """Raise `DataError` for options that make no sheets to add to printed ones."""
    problems, cannot = Problems(), "cannot be combined with --changed"
    if options.profile != HOME:
        problems.add(f"{cannot}, which makes sheets for one's own printer", file="--profile")
    if options.fillable:
        problems.add(f"{cannot}, which makes no forms", file="--fillable")
    if options.one_file:
        problems.add(f"{cannot}, which makes one file for each game", file="--one-file")
    if options.stock is not None:
        problems.add(f"{cannot}: what changed has no place", file="--stock")
    problems.raise_if_any()


def snapshots_of(games: Iterable[str], since: str | None, *, named: bool) -> dict[str, Snapshot]:
    """Return the snapshot to compare each game with. Games without one are left out, unless they
    are ``named`` or no game has one. Raise `DataError` for those that cannot be read."""
    kept = games_with(since)
    wanted = [game for game in games if named or game in kept]
    if not wanted:
        raise DataError(Problem(message=none_yet(), file="--changed"))
    problems, held = Problems(), dict[str, Snapshot]()
    for game in wanted:
        with problems.collecting():
            held[game] = load_snapshot(game, since)
    problems.raise_if_any()
    return held


def write_changed(
    press: HomeOutput, game: Game[Any], components: Sequence[str], kept: Snapshot,
    layouts: Sequence[Layout], note: Callable[[str], None],
) -> None:  # fmt: skip
    """Make the file of a game whose ``components`` were compared, or note that nothing has
    changed."""
    now = keywords_of(press.options) | {"instead": ",".join(press.options.variant)}
    if others := [key for key in VISIBLE_OPTIONS if kept.options.get(key, "") != now.get(key, "")]:
        typed = {one.keyword: one.typed for one in declared().values()} | {"instead": "--variant"}
        those = ", ".join(typed[key] for key in others)
        note(f"{game.id}: the snapshot {kept.name} was made with other options: {those}")
    if not layouts:
        note(f"{game.id}: nothing has changed since {kept.called}")
        return
    target = press.folder / game.id / FILE
    values = common_keywords(game, press.options, layouts)
    values |= {"changed": kept.name, "reprint": ",".join(components)}
    words = f"What has changed in {game.title}", "What has changed", keyword_line(values)
    press.make(target, partial(paint_together, layouts, words, press.fonts))
    pieces = sum(one.pieces for layout in layouts[1:] for one in (layout, *layout.co_printed))
    pages = sum(len(layout.sheets) for layout in layouts)
    press.built.append(BuildResult(game.id, COMPONENT, game.title, pieces, pages, target))


def reprint(
    game: Game[Any],
    names: Sequence[str],
    kept: Snapshot,
    options: Options,
    typesetter: Typesetter,
    settings: SheetSettings,
    watch: Callable[[str], None] = lambda name: None,
) -> list[Layout]:
    """Return what has changed since a snapshot in the components of these ``names``, and in those
    that are no longer there, as the components of a file of their own, its cover first; none if
    nothing has changed. ``watch`` is called with the name of each component being typeset.

    Raise `DataError` with every problem of the game.
    """
    layouts = render_components(game, names, options, typesetter, settings, watch)
    digests = {layout.name: look_digests(layout, typesetter.fonts) for layout in layouts}
    now = {layout.name: pieces_of(layout, digests[layout.name]) for layout in layouts}
    held = kept.components
    compared = {
        key: those for key, those in held.items() if key in now or key not in game.components
    }
    found = pieces_between(compared, now)
    if not found:
        return []
    for at, layout in enumerate(layouts):
        wanted = copies(now[layout.name]) - copies(held.get(layout.name, ()))
        faces = [*faces_to_add(layout, digests[layout.name], wanted, options)]
        layouts[at] = msgspec.structs.replace(layout, faces=faces, parts=faces, partial=True)
    layouts = impose_sharing_sheets(
        [one for one in layouts if one.faces], options, typesetter, settings
    )

    words = cover_words(game, kept, found, typesetter.fonts)
    places = with_cover(game, words, layouts, options, typesetter, settings)
    return numbered(places, options, settings, typesetter.fonts)


def faces_to_add(
    layout: Layout, digests: Sequence[str], wanted: Counter[str], options: Options
) -> Iterator[Face]:
    """Yield the faces of a component with as many copies as are ``wanted`` of their looks. Pages on
    one sheet of paper all get as many copies as the one that needs most."""
    numbers: list[int] = []
    for face, digest in zip(layout.faces, digests, strict=True):
        numbers.append(min(face.copies, wanted[digest]))
        wanted[digest] -= numbers[-1]
    pages = len(layout.faces) if options.folds(layout.component) else 1 + is_text(layout, options)
    leaves = [(face.id, face.number, (face.page - 1) // pages) for face in layout.faces]
    most: Counter[tuple[str, int, int]] = Counter()
    for key, number in zip(leaves, numbers, strict=True):
        most[key] = max(most[key], number)
    for face, key in zip(layout.faces, leaves, strict=True):
        if most[key]:
            yield msgspec.structs.replace(face, copies=most[key])


def impose_sharing_sheets(
    made: Sequence[Layout], options: Options, typesetter: Typesetter, settings: SheetSettings
) -> list[Layout]:
    problems, layouts = Problems(), list[Layout]()
    on_sheets = {one.name: fit_to_paper(one, options, settings) for one in made}
    every, packed = [(one.game, one.name) for one in made], not options.large_print
    jobs = sharing_sheets(every, settings, packed=packed)
    for _, name, co_printed in jobs:
        with problems.collecting():
            those = [on_sheets[key] for key in (name, *co_printed)]
            layouts.append(impose_together(those, options, typesetter, settings))
    problems.raise_if_any()
    return layouts


def cover_words(
    game: Game[Any], kept: Snapshot, found: Mapping[str, Sequence[Difference]], fonts: Fonts
) -> dict[str, Any]:
    font = fonts.get("sans")
    lines = [writable(as_printed(str(one)), font) for those in found.values() for one in those]
    return {
        "heading": f"What has changed in {game.title}",
        "about": [f"Since {kept.called}."],
        "sections": [("On the table", lines)],
    }

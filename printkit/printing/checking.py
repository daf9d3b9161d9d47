"""Check games: what a build would refuse, and what makers should know about their pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import card_data
from card_data import DataError, Game, Problem
from card_data.model import table_names
from card_data.problems import Problems, closest_name, quote
from card_data.text import join_first, plural
from printkit.drawing.traversal import fields
from printkit.inspection.margins import margin_problems
from printkit.options import Options
from printkit.printing.jobs import sharing_sheets
from printkit.printing.make_files import without_repeats
from printkit.sheets.layout import Layout, lay_out, render_job
from printkit.sheets.settings import SheetSettings, settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts


def check(
    games: Sequence[str], paper: str, data: Path | None, house: Sequence[str] = ()
) -> list[str]:
    """Read games with these house rules and typeset all their components; return a line for each
    game without problems.

    Raise `DataError` with every problem of every game.
    """
    from printkit.templating.examples import positions_of

    problems = Problems()
    lines: list[str] = []
    options = Options(paper=paper, data=data, house=tuple(house))
    settings = settings_for(options)
    for name in games or card_data.names(data):
        try:
            game = card_data.load(name, data, house)
        except DataError as error:
            problems.extend(error.problems)
            continue
        problems.extend(example_problems(game))
        notes: dict[str, None] = {}
        typesetter = Typesetter()
        problems.extend(print_problems(game, options, settings, typesetter, notes))
        problems.extend(effect_problems(game, data))
        counts = {
            "clause": len(game.clauses()),
            "component": len(game.components),
            "example": len(positions_of(game)),
        }
        said = [plural(n, noun) for noun, n in counts.items() if n or noun != "example"]
        lines.append(f"{name}: no problems found ({', '.join(said)})")
        if not problems:
            lines += [*example_notes(game), *(f"{name}: {one}" for one in notes)]
            sheets = game.sources.values()
            lines += [f"{sheet.file}: {said}" for sheet in sheets for said in sheet.remarks]
            lines += picture_notes(game, options, typesetter)
            lines += value_notes(game, options, typesetter)
            lines += file_name_notes(game)
            lines += twin_notes(game)
    problems.raise_if_any()
    return lines


def print_problems(
    game: Game[Any],
    options: Options,
    settings: SheetSettings,
    typesetter: Typesetter,
    notes: dict[str, None],
) -> Sequence[Problem]:
    """Return what a build of a game would refuse or, if that is nothing, its problems of
    legibility. ``notes`` collects remarks on its own fonts, and on fields that are in no
    position."""
    from printkit.printing.cover import cover_of_game

    problems = Problems()
    layouts: list[Layout] = []
    every = [(game, name) for name in game.components]
    for job in [*sharing_sheets(every, settings, packed=options.sheets_are_shared)]:
        with without_repeats(problems):
            layouts.append(lay_out(*job[:2], options, typesetter, job[2], settings))
            problems.extend(margin_problems(layouts[-1], typesetter.fonts))
    own = typesetter.fonts.own.values()
    notes |= {f"the font {one.name} {one.rights}: {one.licence}": None for one in own}
    notes |= dict.fromkeys(field_notes(game, layouts))
    if not problems:
        with problems.collecting():
            cover_of_game(layouts, options, typesetter, settings)
            problems.extend(legibility_problems(layouts, options, typesetter.fonts))
    return [*problems]


def field_notes(game: Game[Any], layouts: Iterable[Layout]) -> Iterator[str]:
    """Yield a note for each component of a game with a ``score.yaml`` whose fields are not all in
    its positions: nothing reads what is entered there."""
    if game.scoresheet is None:
        return
    from card_data.scoresheet.pad import places

    known = places(game)
    for layout in layouts:
        every = [field.name for face in layout.faces for field in fields(face.shapes)]
        if astray := [name for name in every if name not in known]:
            meant = closest_name(astray[0], known)
            first = f"{quote(astray[0])}{f'; did you mean {meant}?' if meant else ''}"
            many = plural(len(astray), "field")
            yield f"{layout.name}: {many} with a name that is not a place in a position: {first}"


def legibility_problems(
    layouts: Sequence[Layout], options: Options, fonts: Fonts
) -> Iterator[Problem]:
    """Yield problems of legibility: colours of rows that look alike, texts and icons of low
    contrast.

    Raise `DataError` with what is wrong in legibility.yaml.
    """
    from printkit.inspection.contrast import faint_problems
    from printkit.inspection.legibility import legibility
    from printkit.inspection.similar_colours import indistinct  # needed by checks alone

    game, thresholds = layouts[0].game, legibility(options.data)
    every = [one for layout in layouts for one in (layout, *layout.co_printed)]
    yield from indistinct(game, {name for layout in every for name in layout.signs}, thresholds)
    for layout in every:
        yield from faint_problems(layout, fonts, thresholds)


def example_problems(game: Game[Any]) -> Sequence[Problem]:
    """Return what is wrong with a game's rulebook and its examples, and with the positions that its
    score sheet is tried at."""
    from printkit.templating.examples import facts, scored_problems  # needed for examples alone

    problems = Problems()
    with problems.collecting():
        rulebook = card_data.load_rulebook(game)
        if rulebook is not None:
            facts(game, rulebook)
    with problems.collecting():
        problems.extend(scored_problems(game))
    return [*problems]


def example_notes(game: Game[Any]) -> Iterator[str]:
    """Yield notes on a game's examples that were not replayed: those without a record or a
    position, and all of them if no player of examples is installed."""
    from printkit.cache.inputs import PLAYERS
    from printkit.templating.examples import installed_player

    rulebook = card_data.load_rulebook(game)
    examples = {} if rulebook is None else rulebook.examples
    for name, example in examples.items():
        if not example.replayed:
            yield f"{game.id}: example {name} was not replayed: it has no record and no position"
    if any(example.replayed for example in examples.values()) and installed_player() is None:
        why = f"no player is installed (an entry point of the group {PLAYERS})"
        yield f"{game.id}: its examples were not played, as {why}"


def picture_notes(game: Game[Any], options: Options, typesetter: Typesetter) -> Iterator[str]:
    """Return a note on the pictures on pieces that have no words for screen readers."""
    from printkit.inspection.alt_texts import without_words

    files = without_words(game, options, typesetter)
    if files:
        which = f"{plural(len(files), 'picture')} without words: {join_first(files)}"
        yield f'{game.id}: {which}; add says="…" to an <image>, or says="" if it is an ornament'


def file_name_notes(game: Game[Any]) -> Iterator[str]:
    """Yield a note on each ID and component that differs from another only in capitals."""
    tables = [getattr(game.data, table) for table in table_names(type(game.data))]
    for names in (*[[row.id for row in rows] for rows in tables], [*game.components]):
        first: dict[str, str] = {}
        for name in names:
            if (other := first.setdefault(name.casefold(), name)) != name:
                pair = f"{other} and {name} differ only in capitals"
                yield f"{game.id}: {pair}, and name one file on macOS and Windows: rename one"


def twin_notes(game: Game[Any]) -> Iterator[str]:
    """Yield a note on each row that a score sheet counts apart from another of its name: its ID was
    made of that, with a number behind it."""
    if game.scoresheet is None:
        return
    for table in table_names(type(game.data)):
        ids = {row.id for row in getattr(game.data, table)}
        for name in sorted(ids):
            first, _, number = name.rpartition("_")
            if number.isdecimal() and first in ids:
                instead = "for copies of one card, write one row with its number of copies"
                yield f"{game.id}: {table} has {first} and {name}, which score apart: {instead}"


def value_notes(game: Game[Any], options: Options, typesetter: Typesetter) -> Iterator[str]:
    """Yield a note on each icon that cells mean by its name in braces, or seem to, as there is a
    value of that name."""
    named = {name: source.file for source in game.sources.values() for name in source.used}
    if not named:
        return
    settings = settings_for(options)
    jobs = [render_job(game, name, options, settings) for name in game.components]
    icons = {icon for job in jobs for icon in typesetter.renderer(game, job).symbols}
    for name in sorted(named.keys() & icons):
        instead = f'write <icon name="{name}"/> for the icon'
        yield f"{game.id}: {{{name}}} in {named[name]} is the value, not the icon: {instead}"


def effect_problems(game: Game[Any], data: Path | None) -> Iterator[Problem]:
    """Cards that play does not know, or whose text has changed since it was compared with them."""
    from card_data.effects import Effects  # needed by checks alone
    from printkit.templating.examples import installed_player

    effects = Effects(game)
    player = installed_player() if effects.rows else None
    yield from effects.problems(data, (None if player is None else player.effects(game)))


def accept_effects(games: Sequence[str], ids: Sequence[str], data: Path | None) -> None:
    """Record in the data of one game that the programs of its cards follow their present texts.

    Raise `DataError` for several games, for data with problems, and for an unknown ID.
    """
    from card_data.effects import Effects  # needed by checks alone

    if len(games) != 1:
        message = "name one game, as in printkit check GAME --accept ID"
        raise DataError(Problem(message=message, file="--accept"))
    Effects(card_data.load(games[0], data)).accept(ids)

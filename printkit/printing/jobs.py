"""Select the components to build, and say what a number of players needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import card_data
from card_data import DataError, Game, Problem
from card_data.model import Component
from card_data.problems import Problems, did_you_mean, quote
from card_data.text import plural
from printkit.options import HOME, Options, declared, range_problem, range_problems
from printkit.sheets.settings import PAGE, SheetSettings, unknown_paper

CUTTING = ("gutter", "marks", "share_sheets", "booklet", "large_print")  # options of what is cut
MOST_KINDS = 12  # the most that a line can list
# The stocks, bleeds and sizes of pieces, in mm, by the names of components.
Sizes = dict[str, set[tuple[str, float, float, float]]]


class Job(NamedTuple):
    """A component to build, and those that share its sheets."""

    game: Game[Any]
    component: str
    co_printed: Sequence[str] = ()


def select_jobs(
    games: Sequence[str],
    only: Sequence[str],
    options: Options,
    settings: SheetSettings,
) -> list[tuple[Game[Any], str]]:
    """Return the components to build; no ``games`` means all games, no ``only`` all components.

    With ``options.players``, components that this many players do without, and those that are
    printed instead of another, are left out unless ``only`` or ``options.variant`` names them.
    With ``options.one_file`` the latter are left out too.

    Raise `DataError` for unknown names, and for options that no game, or a component named in
    ``only``, can use.
    """
    problems = Problems()
    loaded: list[Game[Any]] = []
    if options.paper not in settings.papers:
        problems.extend([unknown_paper(options.paper, settings.papers)])
    problems.extend(range_problems(options))
    try:
        loaded = load_all(games, options.data, house=options.house)
    except DataError as error:
        components = [*components_named_as_games(games, options.data)]
        told = tuple([f"no game called {quote(one.file)} " for one in components])
        problems.extend([one for one in error.problems if not one.message.startswith(told)])
        problems.extend(components)
    if unfit := list(players_problems(loaded, options.players)):
        problems.extend(unfit)
        options = msgspec.structs.replace(options, players=None)
    known = {name for game in loaded for name in game.components}
    for name in only:
        if loaded and name not in known:
            problems.add(
                f"no component called {quote(name)}{did_you_mean(name, known)}", file="--only"
            )
    if options.profile != HOME:
        from printkit.sheets.profiles import profile_problems  # for printers alone

        problems.extend(profile_problems(options))
    if only and options.one_file:
        message = "cannot be combined with --only: one file has the whole game"
        problems.add(message, file="--one-file")
    if options.fillable and options.one_file:
        problems.add("cannot be combined with --one-file, which makes no forms", file="--fillable")
    if options.marks != "crop" and options.backs == "gutterfold":
        message = "a sheet that is folded and glued is not cut by a plotter: leave out gutterfold"
        problems.add(message, file="--marks")
    if options.stock is not None:
        problems.extend(stock_problems(only, options))
    problems.extend(instead_problems(loaded, only, options))
    jobs = [(game, name) for game in loaded for name in game.components if not only or name in only]
    jobs = [(game, name) for game, name in jobs if name not in replaced(game, options)]
    if jobs:
        problems.extend(unsuitable_options(jobs, only, options) or per_page_problems(jobs, options))
        problems.extend(draw_problems(jobs, options))
        problems.extend(booklet_problems(jobs, only, options))
        problems.extend(large_print_problems(jobs, only, options))
    problems.raise_if_any()
    if options.one_file:
        jobs = [(game, name) for game, name in jobs if is_in_whole(game, name, options)]
    return needed_jobs(jobs, options.players, (*only, *options.variant))


def needed_jobs(
    jobs: list[tuple[Game[Any], str]], players: int | None, named: Sequence[str]
) -> list[tuple[Game[Any], str]]:
    """Return the components that are ``named`` or that this many players need; all of them if
    ``players`` is None. Raise `DataError` if they need none of a named one, or none at all."""
    if players is None:
        return jobs
    found = [(game, name) for game, name in jobs if name in named or game.needs(name, players)]
    needless = [
        f"{game.id} {name}" for game, name in found if not game.counts(name, players=players)
    ]
    if needless or not found:
        message = f"not used in a {players}-player game"
        item = ", ".join(needless) or "all components"
        raise DataError(Problem(message=message, file="--players", item=item))
    return found


def stock_problems(only: Sequence[str], options: Options) -> Iterator[Problem]:
    """A stock for a whole game, and options for card that is still to be cut."""
    if not only:
        message = "name what is to be printed on it: --only deck"
        yield Problem(message=message, file="--stock")
    given = [name for name in CUTTING if getattr(options, name) != declared()[name].default]
    for name in [*given, *(["backs"] if options.backs == "gutterfold" else [])]:
        message = "cannot be combined with --stock, which is cut already"
        yield Problem(message=message, file=declared()[name].typed)


def components_named_as_games(names: Sequence[str], data: Path | None) -> Iterator[Problem]:
    """Names that are no game's, but a component's of a game that is named too, else of any game."""
    known = card_data.names(data)
    for game in [name for name in names if name in known] or known:
        with suppress(DataError):
            components = card_data.load(game, data).components
            for name in [name for name in names if name not in known and name in components]:
                message = f"is a component of {game}: printkit build {game} --only {name}"
                yield Problem(message=message, file=name, typed=True)


def is_in_whole(game: Game[Any], name: str, options: Options) -> bool:
    """Check whether the file of the whole game has a component: a variant only if
    ``options.variant`` names it."""
    return not game.components[name].instead_of or name in options.variant


def replaced(game: Game[Any], options: Options) -> set[str | None]:
    """The components of a game that ``options.variant`` replaces."""
    those = (game.components[name] for name in options.variant if name in game.components)
    return {component.instead_of for component in those}


def instead_problems(
    games: Sequence[Game[Any]], only: Sequence[str], options: Options
) -> Iterator[Problem]:
    """Names in ``options.variant`` that replace no component, or come with ``only``."""
    known = {
        name: None
        for game in games
        for name, component in game.components.items()
        if component.instead_of
    }
    for name in options.variant:
        if games and name not in known:
            message = (
                f"no component {quote(name)} that can replace another{did_you_mean(name, known)}"
            )
            yield Problem(message=message, file="--variant")
    for game in games:
        names = [name for name in dict.fromkeys(options.variant) if name in game.components]
        for one, other in combinations(names, 2):
            instead_of = game.components[one].instead_of
            if instead_of is not None and instead_of == game.components[other].instead_of:
                message = f"{one} and {other} both replace {instead_of}: name one of them"
                yield Problem(message=message, file="--variant")
    if options.variant and only:
        message = "cannot be combined with --only, which names all components to build"
        yield Problem(message=message, file="--variant")


def sharing_sheets(
    jobs: Sequence[tuple[Game[Any], str]], settings: SheetSettings, *, packed: bool = False
) -> Iterator[Job]:
    """The jobs, each with the components that share its sheets, which are no jobs of their own.

    ``packed``: components of one size share those of the first of them.
    """
    for _, together in groupby(jobs, key=lambda job: job[0].id):
        games, names = zip(*together, strict=True)
        game = games[0]
        sizes: Sizes = {}
        shared = [name for name in names if packed and can_share(game.components[name])]
        for name in shared:
            one = game.components[name]
            with suppress(ValueError):  # an unknown size is reported where it is drawn
                sides = [settings.piece(cut.size, (0, 0)) for cut in one.cuts]
                sizes[name] = {(one.stock, one.bleed, *pair) for pair in sides}
        hosts = {name: host(game, name, names, sizes) for name in names}
        for name in names:
            if hosts[name] == name:
                yield Job(game, name, [key for key in names if hosts[key] == name != key])


def host(game: Game[Any], name: str, together: Sequence[str], sizes: Sizes) -> str:
    """Return the component on whose sheets this one is printed, when those ``together`` are
    built; those with ``sizes`` share sheets with others of their sizes."""
    component = game.components[name]
    if component.shares and component.shares in together:
        return host(game, component.shares, together, sizes)
    if name in sizes:
        return next(key for key in sizes if sizes[name] <= sizes[key])
    return name


def can_share(component: Component) -> bool:
    """Check whether a component's pieces are cut out, and may share a sheet with those of
    others."""
    whole = component.size == PAGE or component.per_page or component.booklet
    return not whole and component.shares is None


def load_all(
    games: Sequence[str],
    data: Path | None,
    players: int | None = None,
    house: Sequence[str] = (),
) -> list[Game[Any]]:
    """The games, all of them if none is named; ``data`` is the folder of edited games, if any,
    ``house`` are house rules as in `card_data.load`.

    Raise `DataError` with every problem of each, and for games that are not for ``players``.
    """
    problems = Problems()
    loaded: list[Game[Any]] = []
    for name in games or card_data.names(data):
        try:
            loaded.append(card_data.load(name, data, house))
        except DataError as error:
            problems.extend(error.problems)
    problems.extend(players_problems(loaded, players))
    problems.raise_if_any()
    return loaded


def draw_problems(jobs: Sequence[tuple[Game[Any], str]], options: Options) -> Iterator[Problem]:
    """A draw for games, or components, in which nothing is drawn at random."""
    if options.deal is None or range_problem("deal", options):
        return
    games = {game.id: game for game, _ in jobs}
    tables = {name: game.drawn(options.deal) for name, game in games.items()}
    if lacking := [name for name in games if not tables[name]]:
        these = "this game has" if len(lacking) == 1 else "these games have"
        message = f"{these} no cards that are drawn at random"
        yield Problem(message=message, file="--deal", item=", ".join(lacking))
    for name, drawn in tables.items():
        components = [of.components[key] for of, key in jobs if of.id == name]
        if drawn and not any(face.rows in drawn for one in components for face in one.faces):
            message = f"no component to build has cards that are drawn ({', '.join(drawn)})"
            yield Problem(message=message, file="--deal", item=name)


def booklet_problems(
    jobs: Sequence[tuple[Game[Any], str]], only: Sequence[str], options: Options
) -> Iterator[Problem]:
    """A booklet requested where no component, or not one in ``only``, is meant as a booklet."""
    if options.booklet:
        flat = [(game, name) for game, name in jobs if not game.components[name].booklet]
        said = "is meant as a booklet", "not meant as a booklet"
        yield from unsuitable(jobs, flat, only, "--booklet", said, "booklet: true")


def large_print_problems(
    jobs: Sequence[tuple[Game[Any], str]], only: Sequence[str], options: Options
) -> Iterator[Problem]:
    """Large print of a booklet, or where no component, or not one in ``only``, has large print."""
    if options.large_print:
        if options.booklet:
            message = "cannot be combined with --booklet, whose pages are too small for large print"
            yield Problem(message=message, file="--large-print")
        small = [(game, name) for game, name in jobs if game.components[name].large_print == 1]
        said = "has large print", "has no large print"
        yield from unsuitable(jobs, small, only, "--large-print", said, "large_print")


def unsuitable(
    jobs: Sequence[tuple[Game[Any], str]],
    without: Sequence[tuple[Game[Any], str]],
    only: Sequence[str],
    option: str,
    said: tuple[str, str],
    key: str,
) -> Iterator[Problem]:
    """Yield the problem that no component can have an option, or that one in ``only`` cannot, as
    print.yaml has no ``key`` for the components ``without``. ``said`` has the wording of both: what
    no component has, and what is wrong with one."""
    if len(without) == len(jobs):
        message = f"no component to build {said[0]} ({key} in print.yaml)"
        yield Problem(message=message, file=option)
    elif named := [f"{game.id} {name}" for game, name in without if name in only]:
        message = f"{said[1]} ({key} in print.yaml)"
        yield Problem(message=message, file=option, item=", ".join(named))


def unsuitable_options(
    jobs: Sequence[tuple[Game[Any], str]], only: Sequence[str], options: Options
) -> list[Problem]:
    """Return the problems of options that do not suit the components to build.

    These are options for forms where no component, or not one in ``only``, has forms, or with
    another number of players.
    """
    forms, players = options.forms, options.players
    if forms is not None and players is not None and forms != players:
        message = f"found {forms}, but {plural(players, 'player')} need {plural(players, 'form')}"
        return [Problem(message=f"{message}: leave out --forms or --players", file="--forms")]
    given = {"--per-page": options.per_page, "--forms": options.forms}
    typed = [option for option, number in given.items() if number is not None]
    if not any(game.components[name].per_page for game, name in jobs):
        return [Problem(message="no component to build has forms", file=option) for option in typed]
    without = [
        f"{game.id} {name}"
        for game, name in jobs
        if name in only and not game.components[name].per_page
    ]
    message = "this component has no forms" if len(without) == 1 else "these have no forms"
    item = ", ".join(without)
    return [Problem(message=message, file=option, item=item) for option in typed if without]


def per_page_problems(jobs: Sequence[tuple[Game[Any], str]], options: Options) -> Iterator[Problem]:
    """Yield one problem for all components that do not have such a number of forms per page."""
    number = options.per_page
    choices: dict[str, list[str]] = {}
    for game, name in jobs:
        known = game.components[name].per_page
        if number is not None and known and number not in known:
            these = ", ".join(str(choice) for choice in sorted(known))
            choices.setdefault(these, []).append(f"{game.id} {name}")
    if len(choices) == 1:
        ((these, items),) = choices.items()
        message = f"found {number}, expected one of {these}"
        yield Problem(message=message, file="--per-page", item=", ".join(items))
    elif choices:
        each = "; ".join(f"{', '.join(items)}: {these}" for these, items in choices.items())
        yield Problem(message=f"found {number}, expected for {each}", file="--per-page")


def players_problems(games: Sequence[Game[Any]], players: int | None) -> Iterator[Problem]:
    """Yield one problem for all games that are not for this number of players."""
    if players is None:
        return
    limits = {game.id: game.head.players for game in games}
    wrong = {name: one for name, one in limits.items() if not one.min <= players <= one.max}
    if len(wrong) == 1:
        ((name, allowed),) = wrong.items()
        message = f"found {players}, but the game is for {allowed.words()}"
        yield Problem(message=message, file="--players", item=name)
    elif wrong:
        each = "; ".join(f"{name} is for {allowed.words()}" for name, allowed in wrong.items())
        yield Problem(message=f"found {players}, but {each}", file="--players")


def needed(game: Game[Any], players: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield what a game with this many ``players`` needs: component, number of pieces, out of how
    many (empty for forms), and which."""
    for name, component in game.components.items():
        counts, printed = game.counts(name, players=players), game.counts(name)
        notes = [game.set_up(name, players)]
        if counts != printed and 1 < len(printed) <= MOST_KINDS:
            called = kinds(game, component)
            notes.insert(0, ", ".join(f"{count} {called[kind]}" for kind, count in counts.items()))
        if component.instead_of:
            notes.append(f"instead of {component.instead_of}")
        of = "" if component.per_page else str(printed.total())
        yield name, str(counts.total()), of, "; ".join(note for note in notes if note)


def kinds(game: Game[Any], component: Component) -> dict[str, str]:
    """A name for each kind of piece of a component, by its ID.

    Where there are several templates, names come from theirs, without a first word that all share:
    with token_lockdown.svg and token_laureate.svg, a row is "purple lockdown", a face without a row
    "laureate".
    """
    stems = {face.template: face.stem for face in component.faces}
    shared = len({stem.partition("_")[0] for stem in stems.values()}) == 1
    called: dict[str, str] = {}
    for face in component.faces:
        stem = stems[face.template]
        name = (stem.partition("_")[2] if shared else stem).replace("_", " ")
        if face.rows is None:
            called[stem] = name or stem
            continue
        for row in game.rows(face.rows):
            called[row.id] = f"{row.id} {name}" if name and len(stems) > 1 else row.id
    return called

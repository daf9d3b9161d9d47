"""Which components of which games to build, and what a game of so many players needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import card_data
from card_data import DataError, Game, Problem
from card_data.model import Component
from card_data.problems import Problems, near
from printkit.errors import several

if TYPE_CHECKING:
    from printkit.layout import Options

LARGEST_SEED = 10**12
MOST_KINDS = 12  # that a line can list


def chosen(
    games: Sequence[str], only: Sequence[str], options: Options
) -> list[tuple[Game[Any], str]]:
    """The games' components to build; no game means every one, nothing in ``only`` all of each.

    For a number of players, components that a game of so many does without, and those that are
    printed instead of another, are left out unless ``only`` names them.

    Raise `DataError` for names that there are not, and for options that a game, or a component
    named in ``only``, has no use for.
    """
    loaded = load_all(games, options.data, options.players)
    problems = Problems()
    known = {name for game in loaded for name in game.components}
    for name in only:
        if name not in known:
            problems.add(f"no component called {name!r}{near(name, known)}", file="--only")
    jobs = [(game, name) for game in loaded for name in game.components if not only or name in only]
    problems.extend(out_of_place(jobs, only, options))
    problems.extend(draw_problems(jobs, options))
    problems.stop_if_any()
    if options.players is None:
        return jobs
    return [
        (game, name) for game, name in jobs if name in only or game.needs(name, options.players)
    ]


def load_all(
    games: Sequence[str], data: Path | None, players: int | None = None
) -> list[Game[Any]]:
    """The games, all of them if none is named; ``data`` is the folder of edited games, if any.

    Raise `DataError` with every problem of each, and for those that are not for so many players.
    """
    problems = Problems()
    loaded: list[Game[Any]] = []
    for name in games or card_data.names(data):
        try:
            loaded.append(card_data.load(name, data))
        except DataError as error:
            problems.extend(error.problems)
    for game in loaded:
        problems.extend(players_problems(game, players))
    problems.stop_if_any()
    return loaded


def draw_problems(jobs: Sequence[tuple[Game[Any], str]], options: Options) -> Iterator[Problem]:
    """A draw in a game, or for components, in which chance leaves nothing out."""
    if options.draw is None:
        return
    if not 0 <= options.draw <= LARGEST_SEED:
        message = f"found {options.draw}, expected a whole number from 0 to {LARGEST_SEED}"
        yield Problem(message=message, file="--draw")
        return
    for game in {game.id: game for game, _ in jobs}.values():
        tables = game.drawn(options.draw)
        components = [of.components[name] for of, name in jobs if of is game]
        if not tables:
            message = "this game has no cards to draw by a seed"
            yield Problem(message=message, file="--draw", item=game.id)
        elif not any(face.rows in tables for component in components for face in component.faces):
            message = f"no component to build has cards that are drawn ({', '.join(tables)})"
            yield Problem(message=message, file="--draw", item=game.id)


def out_of_place(
    jobs: Sequence[tuple[Game[Any], str]], only: Sequence[str], options: Options
) -> list[Problem]:
    """Options that do not go with the components to build.

    Options for forms that come with a component in ``only`` which has no forms, with no component
    at all that has some, or with another number of players; and a number of players who need none
    of a component in ``only``.
    """
    forms, players = options.forms, options.players
    if forms is not None and players is not None and forms != players:
        message = f"found {forms}, but {several(players, 'player')} need {several(players, 'form')}"
        return [Problem(message=f"{message}: leave out --forms or --players", file="--forms")]
    if players is not None:
        needless = [
            Problem(
                message=f"a game of {players} needs none of these",
                file="--players",
                item=f"{game.id} {name}",
            )
            for game, name in jobs
            if name in only and not game.counts(name, players=players)
        ]
        if needless:
            return needless
    given = {"--per-page": options.per_page, "--forms": options.forms}
    asked = [option for option, number in given.items() if number is not None]
    if not any(game.components[name].per_page for game, name in jobs):
        return [Problem(message="no component to build has forms", file=option) for option in asked]
    return [
        Problem(message="this component has no forms", file=option, item=f"{game.id} {name}")
        for option in asked
        for game, name in jobs
        if name in only and not game.components[name].per_page
    ]


def players_problems(game: Game[Any], players: int | None) -> Iterator[Problem]:
    """A number of players that the game is not for."""
    allowed = game.head.players
    if players is not None and not allowed.min <= players <= allowed.max:
        message = f"found {players}, but the game is for {allowed.words()}"
        yield Problem(message=message, file="--players", item=game.id)


def needed(game: Game[Any], players: int) -> Iterator[tuple[str, str, str, str]]:
    """What a game of so many needs: component, pieces, of how many (but for forms), and which."""
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
    """What to call each kind of piece of a component, by its ID.

    Where there are several templates, by their names without a first word that all share: of
    token_lockdown.svg and token_laureate.svg, a row is "purple lockdown", a face without a row
    "laureate".
    """
    stems = {face.template: Path(face.template).stem for face in component.faces}
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
